//! The rating of Sudoku Explainer agrees with that of SukakuExplainer's serate.

use std::num::NonZeroUsize;
use std::thread;

use dlx_core::Limits;
use sudoku_cover::{Explainer, Geometry, Grid, Rule, SeRating, State};

/// Puzzles, and their ratings by serate.
const RATINGS: &str = include_str!("../../../testdata/se-ratings.txt");

fn rating(explainer: &Explainer) -> Option<(SeRating, State)> {
    SeRating::of(explainer, &mut Limits::none()).expect("there are no limits")
}

fn loaded(geometry: &Geometry, puzzle: &str) -> Explainer {
    let mut explainer = Explainer::new(geometry);
    explainer.load(&puzzle.parse::<Grid>().expect("a puzzle")).expect("the sides agree");
    explainer
}

#[test]
fn all_ratings_are_those_of_serate() {
    let lines: Vec<&str> = RATINGS.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines.len(), 200);
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let differences = |part: usize| {
        let lines = lines.iter().skip(part).step_by(threads);
        let differs = |line: &&&str| {
            let (puzzle, expected) = line.split_once(' ').expect("a puzzle and its rating");
            let (found, state) = rating(&loaded(&Geometry::classic(), puzzle)).expect("a classic board");
            found.to_string() != expected || state != State::Solved
        };
        lines.filter(differs).copied().collect::<Vec<_>>()
    };
    let differences: Vec<&str> = thread::scope(|scope| {
        let parts: Vec<_> = (0..threads).map(|part| scope.spawn(move || differences(part))).collect();
        parts.into_iter().flat_map(|part| part.join().expect("no panic")).collect()
    });
    assert!(differences.is_empty(), "{differences:#?}");
}

#[test]
fn a_puzzle_that_the_rules_do_not_solve_counts_20() {
    // It has several solutions.
    let puzzle = "502600300000008010000200068240000009007000130600000800056010000900000601070009042";
    let (rating, state) = rating(&loaded(&Geometry::classic(), puzzle)).expect("a classic board");
    assert_eq!((rating.to_string().as_str(), state), ("20.0/1.2/1.2", State::Open));
}

#[test]
fn a_puzzle_without_a_solution_is_broken() {
    let puzzle = format!("12345678.........9{}", ".".repeat(63));
    let (_, state) = rating(&loaded(&Geometry::classic(), &puzzle)).expect("a classic board");
    assert_eq!(state, State::Broken);
}

#[test]
fn only_classic_boards_have_a_rating() {
    let diagonals = Geometry::classic().with_rules(&["x".parse::<Rule>().expect("a rule")]).expect("it fits");
    for geometry in [Geometry::of_side(4).expect("a side"), diagonals] {
        let mut explainer = Explainer::new(&geometry);
        explainer.load(&Grid::empty(geometry.side()).expect("a side")).expect("the sides agree");
        assert_eq!(rating(&explainer), None);
    }
}
