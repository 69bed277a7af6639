//! The performance targets of dlx-core and sudoku-cover.

use dlx_core::inner::Simd;

/// Returns the target ratio for counting the covers of this file: how many times as fast as the fastest other
/// crate dlx-core should be, on one thread with AVX-512.
///
/// The other crates are those for which [`is_in_targets`](crate::solvers::Solver::is_in_targets) returns
/// true.
pub fn of(name: &str) -> Option<f64> {
    TARGETS.iter().find(|(file, _)| *file == name).map(|&(_, ratio)| ratio)
}

/// Returns the target ratio for this list of puzzles: how many times as fast as the crate `sudoku`
/// sudoku-cover should be. There are targets for uniqueness with AVX-512, and for some lists with AVX2.
pub fn of_puzzles(name: &str, limit: u8, simd: Option<Simd>) -> Option<f64> {
    let &(_, avx512, avx2) = PUZZLE_TARGETS.iter().find(|(file, ..)| *file == name && limit == 2)?;
    match simd {
        None | Some(Simd::Avx512) => Some(avx512),
        Some(Simd::Avx2) => avx2,
        Some(_) => None,
    }
}

/// Returns the target ratio of two threads to one, for uniqueness and lists with enough puzzles to share.
pub fn of_two_threads(limit: u8, puzzles: usize) -> Option<f64> {
    (limit == 2 && puzzles >= 100).then_some(1.9)
}

const PUZZLE_TARGETS: [(&str, f64, Option<f64>); 5] = [
    ("easy", 1.75, Some(1.15)),
    ("17clue", 2.0, Some(1.3)),
    ("hard11", 2.2, Some(1.4)),
    ("several", 1.4, None),
    ("unsolvable", 2.5, None),
];

const TARGETS: [(&str, f64); 14] = [
    ("pent6x10", 24.0),
    ("pent8x8hole", 20.0),
    ("soma", 16.0),
    ("langford12", 7.0),
    ("queens12", 6.0),
    ("domino8x8", 4.0),
    ("match16", 5.0),
    ("latin5", 6.0),
    ("sudoku_many", 8.0),
    ("sudoku16", 12.0),
    ("debruijn3_3", 12.0),
    ("word5x5_600", 50.0),
    ("macmahon4x6", 24.0),
    ("bell10", 5.0),
];
