//! Generated puzzles of variants: each has one solution, which obeys the rules as implemented by the checker.

use dlx_core::{Limits, Uniqueness};
use sudoku_cover::{Generator, Geometry, Solver, Wish};

use super::oracle::Rules;
use super::{board, digits};

/// Asserts that a puzzle of the board is generated that has one solution, and several if any given is
/// removed.
fn assert_makes(height: usize, width: usize, rules: &[&str]) {
    let geometry: Geometry = board(height, width, rules);
    let oracle = Rules::of(height, width, rules);
    let mut generator = Generator::new(&geometry, 7);
    let made = generator.puzzle(0, Wish::Minimal, Limits::none).unwrap();
    assert_eq!(made, generator.puzzle(0, Wish::Minimal, Limits::none).unwrap());
    assert!(made.solution.is_full() && oracle.keep(&digits(&made.solution)), "{rules:?}");
    let mut solver = Solver::new(&geometry);
    solver.load(&made.puzzle).unwrap();
    assert_eq!(solver.uniqueness(&mut Limits::none()), Uniqueness::One(made.solution), "{rules:?}");
    for clue in made.puzzle.clues() {
        let mut fewer = made.puzzle.clone();
        fewer.set(clue.cell, None).unwrap();
        solver.load(&fewer).unwrap();
        assert!(matches!(solver.uniqueness(&mut Limits::none()), Uniqueness::Several(..)), "{rules:?}");
    }
}

#[test]
fn puzzles_of_variants_are_unique_and_minimal() {
    for rules in [
        &["x"][..],
        &["windoku"],
        &["disjoint"],
        &["anti-king"],
        &["anti-knight", "non-consecutive"],
        &["killer 3 r1c1 r1c2", "killer 20 r2c1 r3c1 r4c1", "even r5c5", "odd r6c6"],
        &["regions AAAABBBBBCCCAABBBBCCCAAADDDCCCEEEDDDFFFEEEDDDFFFEEEHHHFFFGGGHHHIIIIGGHHHIIIIIGGGG"],
    ] {
        assert_makes(3, 3, rules);
    }
    assert_makes(2, 3, &["anti-king"]);
    assert_makes(2, 4, &["disjoint"]);
}

#[test]
fn a_board_without_grids_has_no_puzzles() {
    let geometry = board(2, 2, &["even r1c1 r1c2 r1c3"]);
    let error = Generator::new(&geometry, 7).puzzle(0, Wish::Minimal, Limits::none).unwrap_err();
    assert_eq!(error.to_string(), "no such puzzle found on a board of side 4");
}

/// The blank board takes more nodes than a question about a full grid may take.
#[test]
fn boards_whose_grids_are_hard_to_find_have_puzzles() {
    for rule in ["anti-taxicab", "strict-white"] {
        let geometry = board(3, 3, &[rule]);
        let mut generator = Generator::new(&geometry, 7);
        let nodes = generator.nodes();
        let mut puzzle = || generator.puzzle(2, Wish::Clues(60), || Limits::none().nodes(nodes)).unwrap();
        let made = puzzle();
        assert_eq!(made, puzzle());
        assert!(made.solution.is_full() && made.solution.contradictions(&geometry).unwrap().is_empty());
        let mut solver = Solver::new(&geometry);
        solver.load(&made.puzzle).unwrap();
        assert_eq!(solver.uniqueness(&mut Limits::none()), Uniqueness::One(made.solution), "{rule}");
    }
}

#[test]
fn puzzles_of_every_kind_are_made() {
    let geometry = board(2, 3, &["non-consecutive", "killer 10 r1c1 r2c2 r3c3"]);
    let mut generator = Generator::new(&geometry, 3);
    let mut solver = Solver::new(&geometry);
    for (wish, count) in [(Wish::Easy, 1), (Wish::Several, 2), (Wish::Unsolvable, 0), (Wish::Clues(12), 1)] {
        let made = generator.puzzle(1, wish, Limits::none).unwrap();
        assert!(made.puzzle.contradictions(&geometry).unwrap().is_empty());
        solver.load(&made.puzzle).unwrap();
        let found = match solver.uniqueness(&mut Limits::none()) {
            Uniqueness::None => 0,
            Uniqueness::One(_) => 1,
            _ => 2,
        };
        assert_eq!(found, count, "{wish:?}");
    }
}
