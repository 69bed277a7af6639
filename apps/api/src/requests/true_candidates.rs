//! The digits that cells have in the solutions of a puzzle.

use serde::{Deserialize, Serialize};
use sudoku_cover::{TrueDigits, Verdict};
use utoipa::ToSchema;

use super::solve::load;
use crate::Api;
use crate::fault::Fault;
use crate::forms::SolutionsForm;
use crate::stop::Stop;
use crate::wire::{Puzzle, PuzzleIn};

const USUAL_LIMIT: u64 = 100;

/// A puzzle, and how far the solutions of each digit are counted.
#[derive(Deserialize, ToSchema)]
#[schema(as = TrueCandidatesWish)]
#[serde(deny_unknown_fields)]
pub(super) struct TrueCandidatesIn {
    /// Count the solutions of each digit up to this number; by default 100.
    #[schema(nullable = false, minimum = 1)]
    limit: Option<u64>,
    #[serde(flatten)]
    puzzle: PuzzleIn,
}

/// The digits that the cells of a puzzle have in its solutions.
#[derive(Serialize, ToSchema)]
#[schema(as = TrueCandidates)]
pub(super) struct TrueCandidatesOut {
    #[schema(value_type = SolutionsForm)]
    status: Verdict,
    /// The cells without a given, row by row; none if there is no solution.
    #[schema(value_type = Vec<TrueDigits>)]
    cells: Vec<TrueDigits>,
}

/// Returns the digits of each cell without a given in the solutions, with the number of these.
pub(super) fn true_candidates(
    api: &Api,
    wish: TrueCandidatesIn,
    stop: &Stop,
) -> Result<TrueCandidatesOut, Fault> {
    let puzzle = Puzzle::of(wish.puzzle, stop)?;
    let limit = wish.limit.unwrap_or(USUAL_LIMIT);
    if limit == 0 {
        return Err(Fault::unprocessable("expected a limit of 1 or more, found 0"));
    }
    api.solvers.lend(&puzzle.geometry, |solver| {
        if load(solver, &puzzle).is_err() {
            return Ok(TrueCandidatesOut { status: Verdict::Invalid, cells: Vec::new() });
        }
        let found = solver.true_candidates(limit, &mut stop.limits())?;
        Ok(TrueCandidatesOut { status: found.verdict, cells: found.cells })
    })
}
