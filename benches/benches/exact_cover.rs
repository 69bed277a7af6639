//! Benchmarks of counting all covers of small and medium problems. The time includes building the search, but
//! not reading the file.

use std::hint::black_box;
use std::time::Duration;

use benches::workloads;
use criterion::{Criterion, criterion_group, criterion_main};
use dlx_core::{Count, Limits, Problem, Search};

/// Problems of different kinds that take less than a second: packings, permutations, partitions, colors.
const PROBLEMS: [&str; 10] = [
    "queens8",
    "queens12",
    "langford8",
    "langford11",
    "latin4",
    "match12",
    "bell10",
    "soma",
    "pent8x8hole",
    "debruijn3_3",
];

fn count(problem: &Problem) -> Count {
    Search::new(problem).count(&mut Limits::none())
}

fn counting(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("count");
    let workloads = workloads::exact_covers().expect("testdata has its answers");
    for workload in workloads.into_iter().filter(|workload| PROBLEMS.contains(&&workload.name[..])) {
        let problem = workload.problem().expect("testdata has the problems that it answers");
        assert_eq!(count(&problem), Count::Exact(workload.covers), "{}", workload.name);
        group.bench_function(&workload.name, |bencher| bencher.iter(|| count(black_box(&problem))));
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3));
    targets = counting
}
criterion_main!(benches);
