//! Removes givens that a puzzle does not need.

use serde::{Deserialize, Serialize};
use sudoku_cover::{Candidate, Cell, MinimizeError, Verdict, minimize as minimizer};
use utoipa::ToSchema;

use crate::Api;
use crate::fault::Fault;
use crate::forms::SolutionsForm;
use crate::stop::Stop;
use crate::wire::{self, Puzzle, PuzzleIn};

/// A puzzle, and the order in which its givens are tried.
#[derive(Deserialize, ToSchema)]
#[schema(as = MinimizeWish)]
pub(super) struct MinimizeIn {
    /// The order is drawn from this number.
    #[serde(default)]
    seed: u64,
    #[serde(flatten)]
    puzzle: PuzzleIn,
}

/// A puzzle without givens that it does not need.
#[derive(Serialize, ToSchema)]
#[schema(as = Minimized)]
pub(super) struct MinimizedOut {
    /// Givens are removed from a puzzle with one solution alone.
    #[schema(value_type = SolutionsForm)]
    status: Verdict,
    /// The givens that are left, row by row.
    givens: Vec<i8>,
    /// The cells whose givens were removed.
    #[schema(value_type = Vec<Cell>)]
    removed: Vec<Cell>,
    /// The cells whose givens stayed because a limit was reached before it was known whether they are needed.
    #[schema(value_type = Vec<Cell>)]
    undecided: Vec<Cell>,
}

/// Removes givens one after the other as long as the solution stays the only one.
pub(super) fn minimize(api: &Api, wish: MinimizeIn, stop: &Stop) -> Result<MinimizedOut, Fault> {
    let puzzle = Puzzle::of(wish.puzzle, stop)?;
    if puzzle.allowed.is_some() {
        return Err(Fault::unprocessable("expected a puzzle without candidates of its own, found some"));
    }
    let is_invalid = !puzzle.givens.contradictions(&puzzle.geometry)?.is_empty();
    let found = api.solvers.lend(&puzzle.geometry, |solver| {
        minimizer::minimized(solver, &puzzle.givens, wish.seed, || stop.limits())
    });
    let unchanged = |status| MinimizedOut {
        status,
        givens: wire::digits(&puzzle.givens),
        removed: Vec::new(),
        undecided: Vec::new(),
    };
    let cells = |clues: Vec<Candidate>| clues.into_iter().map(|clue| clue.cell).collect();
    match found {
        Ok(less) => Ok(MinimizedOut {
            status: Verdict::Unique,
            givens: wire::digits(&less.puzzle),
            removed: cells(less.taken_out),
            undecided: cells(less.undecided),
        }),
        Err(MinimizeError::Several) => Ok(unchanged(Verdict::Several)),
        Err(MinimizeError::Stopped(why)) => Err(why.into()),
        Err(_) => Ok(unchanged(if is_invalid { Verdict::Invalid } else { Verdict::None })),
    }
}
