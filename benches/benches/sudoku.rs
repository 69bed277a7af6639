//! Benchmarks of testing whether puzzles have no solution, one, or several: the solver, and baselines with
//! one search that is restarted for each puzzle.

use std::hint::black_box;
use std::time::Duration;

use benches::baselines::{self, Baseline, Digits, Method};
use benches::workloads::{self, PuzzleList, Solutions};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use dlx_core::{Limits, Uniqueness};
use sudoku_cover::{Geometry, Grid, Solver};

/// The methods that need well under a millisecond for most puzzles.
const METHODS: [Method; 3] = [Method::Singles, Method::FewestOptions, Method::CluesGiven];

fn puzzles(list: &PuzzleList) -> Vec<Digits> {
    let puzzles = workloads::puzzles(&list.path).expect("testdata has its puzzles");
    puzzles.iter().map(|puzzle| baselines::digits(&puzzle.grid).expect("they are 9x9")).collect()
}

fn is_known(list: &PuzzleList, answer: &Uniqueness<Digits>) -> bool {
    match list.solutions {
        Solutions::None => matches!(answer, Uniqueness::None),
        Solutions::One => matches!(answer, Uniqueness::One(_)),
        Solutions::Several => matches!(answer, Uniqueness::Several(..)),
    }
}

fn unique(solver: &mut Solver, puzzle: &Grid) -> Uniqueness<Grid> {
    solver.load(puzzle).expect("no two clues contradict one another");
    solver.uniqueness(&mut Limits::none())
}

fn solving(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("uniqueness");
    for list in workloads::puzzle_lists() {
        let name = list.path.file_stem().unwrap_or_default().to_string_lossy();
        let puzzles = puzzles(&list);
        let count = u64::try_from(puzzles.len()).expect("a list has fewer entries than that");
        group.throughput(Throughput::Elements(count));
        let grids: Vec<Grid> = workloads::puzzles(&list.path)
            .expect("testdata has its puzzles")
            .into_iter()
            .map(|puzzle| puzzle.grid)
            .collect();
        let mut solver = Solver::new(&Geometry::classic());
        for (grid, clues) in grids.iter().zip(&puzzles) {
            let answer =
                unique(&mut solver, grid).map(|solution| baselines::digits(&solution).expect("it is 9x9"));
            let is_true = baselines::agree(clues, &answer, &answer) && is_known(&list, &answer);
            assert!(is_true, "the solver is wrong in {name}: {answer:?}");
        }
        group.bench_function(BenchmarkId::new("solver", &name), |bencher| {
            bencher.iter(|| {
                for grid in &grids {
                    black_box(unique(&mut solver, black_box(grid)));
                }
            });
        });
        for method in METHODS {
            let mut baseline = Baseline::new(method);
            for clues in &puzzles {
                let answer = baseline.solve(clues, u64::MAX).answer;
                let is_true = baselines::agree(clues, &answer, &answer) && is_known(&list, &answer);
                assert!(is_true, "{} is wrong in {name}: {answer:?}", method.name());
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
