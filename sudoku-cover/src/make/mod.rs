//! Making and analyzing puzzles: generators, redundant givens, canonical forms, diagnosis of faulty puzzles,
//! and booklets.

pub mod booklet;
pub mod canon;
pub mod diagnose;
pub mod generate;
pub mod minimize;

use dlx_core::{Count, Limits, Stopped};

use crate::model::geometry::{Cell, Digit};
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

fn put(grid: &mut Grid, cell: Cell, digit: Option<Digit>) {
    grid.set(cell, digit).expect("the cell and the digit are those of the grid");
}

/// Returns the grid with another digit in a cell, or none.
fn with(grid: &Grid, cell: Cell, digit: Option<Digit>) -> Grid {
    let mut other = grid.clone();
    put(&mut other, cell, digit);
    other
}
