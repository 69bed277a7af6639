//! Making and analyzing puzzles: generators, redundant givens, canonical forms, diagnosis of faulty puzzles,
//! and booklets.

pub mod booklet;
pub mod canon;
pub mod diagnose;
pub mod generate;
pub mod minimize;

use dlx_core::{Count, Limits, Stopped};
use serde::Serializer;

use crate::model::geometry::rules::{CellsKind, Rule, RuleError, Variant};
use crate::model::geometry::{BoardError, Cell, Digit, Geometry};
use crate::model::grid::Grid;
use crate::solve::Solver;

/// Returns the number of solutions of a grid, at most `most`; `None` if a limit of nodes was reached before
/// that was known. Givens may contradict each other.
fn count_known(
    solver: &mut Solver,
    grid: &Grid,
    most: u64,
    limits: &mut Limits<'_>,
) -> Result<Option<u64>, Stopped> {
    solver.take(grid).expect("the grid is one of the board");
    match solver.count_up_to(most, limits) {
        Count::Exact(count) | Count::AtLeast(count, Stopped::Solutions) => Ok(Some(count)),
        Count::AtLeast(_, Stopped::Asked) => Err(Stopped::Asked),
        Count::AtLeast(..) => Ok(None),
    }
}

/// Returns the places of the rules that a board can do without. Those that decide on its cells, houses and digits make the board,
/// and marks have a meaning for rules about marks.
fn removable(rules: &[Rule]) -> Vec<usize> {
    let is_about_marks = |rule: &Rule| matches!(rule, Rule::Variant(variant) if variant.is_strict());
    let is_strict = rules.iter().any(is_about_marks);
    let is_removable = |rule: &Rule| match rule {
        Rule::Variant(Variant::NoBoxes | Variant::NoRowsColumns | Variant::Chaos)
        | Rule::Regions(_)
        | Rule::Values(_)
        | Rule::Grids(_)
        | Rule::Cells { kind: CellsKind::Blocked, .. } => false,
        Rule::Pair { .. } => !is_strict,
        _ => true,
    };
    (0..rules.len()).filter(|&place| is_removable(&rules[place])).collect()
}

/// Returns the places of the rules that are left out of a puzzle with more than it needs: of those that are
/// [removable], the rules of cells, lines, marks and clues.
fn removable_singly(rules: &[Rule]) -> Vec<usize> {
    let mut places = removable(rules);
    places.retain(|&place| rules[place].kind().rule().is_none());
    places
}

/// Returns the board of the same shape with these of its rules; `None` if one of them needs another one that is not among
/// them.
fn with_rules_of(
    board: &Geometry,
    rules: &[Rule],
    limits: &mut Limits<'_>,
) -> Result<Option<Geometry>, Stopped> {
    let plain = Geometry::boxes(board.box_height(), board.box_width()).expect("the board has these boxes");
    match plain.with_rules_within(rules, limits) {
        Ok(built) => Ok(Some(built)),
        Err(BoardError::Stopped(why)) => Err(why),
        Err(BoardError::Rule { .. }) => Ok(None),
    }
}

/// Returns the board with more rules. One with other digits is built anew, as other rules read them.
fn with_more_rules(board: &Geometry, more: &[Rule]) -> Result<Geometry, RuleError> {
    if !more.iter().any(|rule| matches!(rule, Rule::Values(_))) {
        return board.clone().with_rules(more);
    }
    let plain = Geometry::boxes(board.box_height(), board.box_width()).expect("the board has these boxes");
    plain.with_rules(&[board.rules(), more].concat())
}

/// Serializes rules as they are written.
fn as_lines<S: Serializer>(rules: &[Rule], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(rules.iter().map(ToString::to_string))
}

fn put(grid: &mut Grid, cell: Cell, digit: Option<Digit>) {
    grid.set(cell, digit).expect("the cell and the digit are those of the grid");
}

/// Returns the grid with another digit in a cell, or none.
fn with(grid: &Grid, cell: Cell, digit: Option<Digit>) -> Grid {
    let mut other = grid.clone();
    put(&mut other, cell, digit);
    other
}
