//! Proving that puzzles have one solution: one search, restarted for each puzzle.

use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use benches::baselines::{self, Baseline, Digits, Method};
use benches::workloads;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

/// Methods that need well under a millisecond for most puzzles.
const METHODS: [Method; 3] = [Method::Singles, Method::FewestOptions, Method::CluesGiven];

fn puzzles(file: &Path) -> Vec<Digits> {
    let puzzles = workloads::puzzles(file).expect("testdata has its puzzles");
    puzzles.iter().map(|puzzle| baselines::digits(&puzzle.grid).expect("they are 9x9")).collect()
}

fn solving(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("uniqueness");
    for file in workloads::puzzle_files() {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let puzzles = puzzles(&file);
        let mut oracle = Baseline::new(Method::Singles);
        group.throughput(Throughput::Elements(puzzles.len().try_into().expect("a list is shorter than that")));
        for method in METHODS {
            let mut baseline = Baseline::new(method);
            for clues in &puzzles {
                let expected = oracle.solve(clues, u64::MAX).answer;
                let found = baseline.solve(clues, u64::MAX).answer;
                assert!(baselines::agree(clues, &expected, &found), "{} in {name}", method.name());
            }
            group.bench_function(BenchmarkId::new(method.name(), &name), |bencher| {
                bencher.iter(|| {
                    for clues in &puzzles {
                        black_box(baseline.solve(black_box(clues), u64::MAX));
                    }
                });
            });
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3));
    targets = solving
}
criterion_main!(benches);
