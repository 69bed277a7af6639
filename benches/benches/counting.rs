//! Benchmarks of counting problems with too many covers to list, of sampling covers, and of listing the
//! covers of a diagram.

use std::hint::black_box;
use std::time::Duration;

use benches::workloads::{self, Instance};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use dlx_core::inner::{CountEngine, Counting};
use dlx_core::{BigUint, Count, Diagram, Givens, Limits, Problem, check};

/// Combinations that take more than a second and are left out.
const SLOW: [(&str, CountEngine); 3] = [
    ("tetrominoes8x8", CountEngine::Memo),
    ("sudoku6x6", CountEngine::Memo),
    ("langford12", CountEngine::Memo),
];

/// The number of covers sampled in one iteration.
const DRAWN: u64 = 1000;

fn count(problem: &Problem, engine: Option<CountEngine>) -> Count<BigUint> {
    let counting = Counting::of(problem);
    let counting = match engine {
        Some(engine) => counting.engine(engine),
        None => counting,
    };
    counting.run(&mut Limits::none()).expect("each engine takes these problems").count
}

fn counting(criterion: &mut Criterion) {
    let many = workloads::many_covers().expect("the problems can be made");
    let engines = [None, Some(CountEngine::Frontier), Some(CountEngine::Memo)];
    time(criterion, "count many", &many, &engines);
    // Includes the plain search, to show how much time the other engines lose on such problems.
    let unlike = workloads::unlike_covers().expect("the problems can be made");
    let engines = [Some(CountEngine::Search), None, Some(CountEngine::Frontier), Some(CountEngine::Memo)];
    time(criterion, "count unlike", &unlike, &engines);
}

fn time(criterion: &mut Criterion, name: &str, instances: &[Instance], engines: &[Option<CountEngine>]) {
    let mut group = criterion.benchmark_group(name);
    for Instance { name, problem, published } in instances {
        for &engine in engines {
            if SLOW.iter().any(|&(slow, by)| slow == *name && engine == Some(by)) {
                continue;
            }
            let word = engine.map_or_else(|| "automatic".to_owned(), |engine| engine.to_string());
            assert_eq!(count(problem, engine), Count::Exact(published.count.into()), "{name} by {word}");
            group.bench_function(BenchmarkId::new(word, name), |bencher| {
                bencher.iter(|| count(black_box(problem), engine));
            });
        }
    }
}

fn compiled(instance: &Instance) -> Diagram {
    let diagram = Diagram::compile(&instance.problem, Givens::none(), &mut Limits::none());
    let diagram = diagram.expect("nothing is given, and nothing limits it");
    assert_eq!(diagram.count(), instance.published.count.into(), "{}", instance.name);
    diagram
}

fn drawing(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("sample");
    let instance = workloads::domino("domino12x12", 12).expect("the problem can be made");
    let diagram = compiled(&instance);
    let mut sampler = diagram.sampler(1);
    for _ in 0..DRAWN {
        let cover = sampler.draw().expect("there are covers");
        check(&instance.problem, cover).expect("a cover is drawn");
    }
    group.throughput(Throughput::Elements(DRAWN));
    group.bench_function(instance.name, |bencher| {
        bencher.iter(|| {
            for _ in 0..DRAWN {
                black_box(sampler.draw());
            }
        });
    });
}

fn visit(diagram: &Diagram) -> u64 {
    let mut covers = diagram.iter();
    let mut visited = 0;
    while let Some(cover) = covers.next_path() {
        black_box(cover);
        visited += 1;
    }
    visited
}

fn visiting(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("visit");
    let instance = workloads::domino("domino8x8", 8).expect("the problem can be made");
    let diagram = compiled(&instance);
    let covers = visit(&diagram);
    assert_eq!(u128::from(covers), instance.published.count);
    group.throughput(Throughput::Elements(covers));
    group.bench_function(instance.name, |bencher| bencher.iter(|| visit(black_box(&diagram))));
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(2));
    targets = counting, drawing, visiting
}
criterion_main!(benches);
