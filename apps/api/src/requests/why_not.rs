//! Explains why a digit cannot be placed in a cell.

use serde::{Deserialize, Serialize};
use sudoku_cover::{Candidate, Cell, Step, WhyNot};
use utoipa::ToSchema;

use super::explain::{self, Ready, Status};
use crate::Api;
use crate::fault::Fault;
use crate::stop::Stop;
use crate::wire::{self, Puzzle, PuzzleIn};

/// A puzzle, and the digit that is asked about.
#[derive(Deserialize, ToSchema)]
#[schema(as = WhyNotWish)]
#[serde(deny_unknown_fields)]
pub(super) struct WhyNotIn {
    #[schema(value_type = Cell)]
    cell: String,
    digit: u8,
    #[serde(flatten)]
    puzzle: PuzzleIn,
}

/// Whether some solution has the digit, or `unknown` on a board with rules that are not examined; or, that a placed digit is wrong, or that the puzzle has no solution or
/// contradicting givens.
#[derive(Serialize, ToSchema)]
#[schema(as = WhyNotStatus)]
#[serde(rename_all = "lowercase")]
enum WhyNotStatus {
    Impossible,
    Possible,
    Unknown,
    Mistake,
    None,
    Invalid,
}

/// A case of a proof by cases: what is assumed and follows, or the contradiction.
#[derive(Serialize, ToSchema)]
#[schema(as = Case)]
struct CaseOut {
    /// The number of cases around this one.
    depth: usize,
    text: String,
}

/// Why a digit cannot be placed in a cell.
#[derive(Serialize, ToSchema)]
#[schema(as = WhyNot)]
pub(super) struct WhyNotOut {
    status: WhyNotStatus,
    /// The reason in words; of several cases, without them.
    text: String,
    /// The chains of the proof, if chains are enough.
    #[schema(value_type = Option<Step>, required)]
    step: Option<Step>,
    /// The cases of the proof, if chains are not enough. A case comes before those into which it is divided.
    cases: Vec<CaseOut>,
}

/// Returns why a digit cannot be placed in a cell of the current state.
pub(super) fn why_not(api: &Api, wish: WhyNotIn, stop: &Stop) -> Result<WhyNotOut, Fault> {
    let WhyNotIn { cell, digit, puzzle } = wish;
    let puzzle = Puzzle::of(puzzle, stop)?;
    let cell: Cell = cell.parse()?;
    let digit = wire::digit(&puzzle.geometry, digit)?;
    if !puzzle.geometry.contains(cell) {
        return Err(Fault::expected(
            http::StatusCode::UNPROCESSABLE_ENTITY,
            format_args!("a cell of a board of side {}", puzzle.geometry.side()),
            cell,
        ));
    }
    let Ready { explainer, .. } = match explain::explainer(api, &puzzle, None, stop)? {
        Ok(ready) => ready,
        Err(words) => {
            let status = match words.status {
                Status::None => WhyNotStatus::None,
                Status::Invalid => WhyNotStatus::Invalid,
                _ => WhyNotStatus::Mistake,
            };
            return Ok(WhyNotOut { status, text: words.text, step: None, cases: Vec::new() });
        }
    };
    let why = WhyNot::of(&explainer, Candidate { cell, digit }, &mut stop.limits())?;
    let status = match why {
        WhyNot::Possible => WhyNotStatus::Possible,
        WhyNot::Unknown => WhyNotStatus::Unknown,
        _ => WhyNotStatus::Impossible,
    };
    let (mut text, mut step, mut cases) = (why.to_string(), None, Vec::new());
    match why {
        WhyNot::Refuted(chains) => step = Some(*chains),
        WhyNot::Cases(branches) => {
            "each case leads to a contradiction".clone_into(&mut text);
            let case =
                |branch: &sudoku_cover::Branch| CaseOut { depth: branch.depth, text: branch.to_string() };
            cases = branches.iter().map(case).collect();
        }
        _ => {}
    }
    Ok(WhyNotOut { status, text, step, cases })
}
