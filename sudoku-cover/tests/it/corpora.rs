//! Every puzzle in the files of `testdata/sudoku` has the properties that the file states. Solutions are
//! checked against the rules by code that does not use exact cover, and all engines return the same solution.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::PathBuf;

use dlx_core::inner::{EngineKind, Plan};
use dlx_core::{Givens, Limits, OptionId, Rule, Search, Uniqueness};
use sudoku_cover::{Geometry, Grid, Matrix, Reader, Solver};

/// The property of all puzzles of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Promise {
    Unique,
    /// One solution, and several if any given is removed.
    Minimal,
    Several,
    Unsolvable,
}

/// A file, the side of its grids, their number, and their property.
const FILES: [(&str, usize, usize, Promise); 10] = [
    ("12x12.txt", 12, 100, Promise::Minimal),
    ("16x16.txt", 16, 60, Promise::Unique),
    ("25x25.txt", 25, 24, Promise::Unique),
    ("6x6.txt", 6, 200, Promise::Minimal),
    ("easy.txt", 9, 1000, Promise::Unique),
    ("hard.txt", 9, 500, Promise::Minimal),
    ("minimal.txt", 9, 1000, Promise::Minimal),
    ("seeds.txt", 9, 9, Promise::Unique),
    ("several.txt", 9, 202, Promise::Several),
    ("unsolvable.txt", 9, 200, Promise::Unsolvable),
];

fn folder() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "../testdata/sudoku"].iter().collect()
}

fn puzzles(name: &str) -> Vec<Grid> {
    let file = File::open(folder().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    Reader::new(BufReader::new(file))
        .map(|record| record.unwrap_or_else(|error| panic!("{name}: {error}")).grid)
        .collect()
}

fn board(side: usize) -> Geometry {
    Geometry::of_side(side).expect("there is a board of this side")
}

/// Asserts that every row, column and box has every digit once, and that the givens are unchanged. Houses are
/// computed independently here: boxes of side N are as high as the largest divisor whose square is at most N.
fn assert_solves(solution: &Grid, puzzle: &Grid, name: &str) {
    let side = puzzle.side();
    let height = (1..=side).filter(|height| height * height <= side && side.is_multiple_of(*height)).max();
    let height = height.expect("1 is a divisor");
    let width = side / height;
    let mut seen = vec![0_u32; 3 * side];
    assert_eq!(solution.digits().len(), side * side);
    for (place, (digit, clue)) in solution.digits().iter().zip(puzzle.digits()).enumerate() {
        let digit = digit.unwrap_or_else(|| panic!("{name}: a cell is blank in {}", solution.to_line()));
        assert!(clue.is_none_or(|clue| clue == digit), "{name}: a clue is gone in {}", solution.to_line());
        let (row, column) = (place / side, place % side);
        for house in [row, side + column, 2 * side + row / height * height + column / width] {
            seen[house] |= 1 << (digit.value() - 1);
        }
    }
    assert!(seen.iter().all(|&set| set == (1 << side) - 1), "{name}: {} breaks a rule", solution.to_line());
}

#[test]
fn every_file_has_a_promise() {
    let entries = fs::read_dir(folder()).expect("the folder can be read");
    let mut names: Vec<_> = entries.map(|entry| entry.expect("an entry can be read").file_name()).collect();
    names.sort();
    assert_eq!(names, FILES.map(|(name, ..)| name));
}

#[test]
fn every_puzzle_has_the_solutions_that_its_file_promises() {
    for (name, side, count, promise) in FILES {
        let puzzles = puzzles(name);
        assert_eq!(puzzles.len(), count, "{name}");
        let mut solver = Solver::new(&board(side));
        for puzzle in puzzles {
            assert_eq!(puzzle.side(), side, "{name}");
            solver.load(&puzzle).unwrap_or_else(|error| panic!("{name}: {error}"));
            match (promise, solver.uniqueness(&mut Limits::none())) {
                (Promise::Unique | Promise::Minimal, Uniqueness::One(solution)) => {
                    assert_solves(&solution, &puzzle, name);
                }
                (Promise::Several, Uniqueness::Several(first, second)) => {
                    assert_ne!(first, second, "{name}");
                    assert_solves(&first, &puzzle, name);
                    assert_solves(&second, &puzzle, name);
                }
                (Promise::Unsolvable, Uniqueness::None) => {}
                (_, found) => panic!("{name}: {promise:?} promised, {found:?} found: {}", puzzle.to_line()),
            }
        }
    }
}

#[test]
fn no_clue_of_a_minimal_puzzle_can_be_left_out() {
    for (name, side, ..) in FILES.into_iter().filter(|&(.., promise)| promise == Promise::Minimal) {
        let mut solver = Solver::new(&board(side));
        // One given of each puzzle, and all givens of every twentieth puzzle: all givens of all puzzles would
        // take a minute.
        for (index, puzzle) in puzzles(name).into_iter().enumerate() {
            let clues: Vec<_> = puzzle.clues().collect();
            let some = [clues[index % clues.len()]];
            for clue in if index % 20 == 0 { &clues[..] } else { &some[..] } {
                let mut fewer = puzzle.clone();
                fewer.set(clue.cell, None).expect("the cell is one of the grid");
                solver.load(&fewer).expect("the clues do not contradict one another");
                let answer = solver.uniqueness(&mut Limits::none());
                assert!(matches!(answer, Uniqueness::Several(..)), "{name}: {clue} of {}", puzzle.to_line());
            }
        }
    }
}

/// Returns the answer of one engine, as numbers of options in ascending order.
fn answer(search: &mut Search, clues: &[OptionId]) -> Uniqueness {
    search.restart(Givens::none().force(clues)).expect("the clues do not contradict one another");
    search.uniqueness(&mut Limits::none()).map(|mut cover| {
        cover.sort_unstable();
        cover
    })
}

#[test]
fn all_engines_give_the_same_answers() {
    for (name, side, ..) in FILES {
        let matrix = Matrix::new(&board(side));
        let planned = Search::new(matrix.problem());
        // An engine may not support a board because of its size. The links engine supports all.
        let others = EngineKind::ALL.map(|engine| {
            let plan = Plan::by(engine, Rule::default());
            let search = Search::with_plan(matrix.problem(), &plan, &mut Limits::none());
            assert!(search.is_ok() || engine != EngineKind::Links, "{name}: the links refuse");
            search.ok()
        });
        let mut searches: Vec<Search> = [planned].into_iter().chain(others.into_iter().flatten()).collect();
        assert!(searches.len() >= 3, "{name}: fewer than two engines take it");
        for puzzle in puzzles(name) {
            let clues: Vec<OptionId> = puzzle.clues().map(|clue| matrix.option(clue)).collect();
            let (first, others) = searches.split_first_mut().expect("there are searches");
            let expected = answer(first, &clues);
            for other in others {
                match (&expected, answer(other, &clues)) {
                    // Engines may return different pairs of solutions.
                    (Uniqueness::Several(..), Uniqueness::Several(..)) => {}
                    (expected, found) => assert_eq!(*expected, found, "{name}: {}", puzzle.to_line()),
                }
            }
        }
    }
}
