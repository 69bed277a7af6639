//! Determines whether a puzzle has no solution, one or several, and returns them.

use dlx_core::Uniqueness;
use serde::{Deserialize, Serialize};
use sudoku_cover::compare::{StatedMistake, wrong_cells};
use sudoku_cover::{Cell, Contradicting, Grid, Regions, Solver, Verdict};
use utoipa::ToSchema;

use crate::Api;
use crate::fault::Fault;
use crate::forms::SolutionsForm;
use crate::stop::Stop;
use crate::wire::{self, ConflictOut, Puzzle, PuzzleIn};

/// The result of the solver for a puzzle.
#[derive(Debug)]
pub(crate) enum Found {
    /// The givens contradict one another, or leave a cell without a candidate.
    Invalid(Contradicting),
    None,
    One(Grid),
    Several(Grid, Grid),
}

impl Found {
    /// Returns the number of solutions in one word.
    pub(crate) fn verdict(&self) -> Verdict {
        match self {
            Self::Invalid(_) => Verdict::Invalid,
            Self::None => Verdict::None,
            Self::One(_) => Verdict::Unique,
            Self::Several(..) => Verdict::Several,
        }
    }
}

/// Loads the puzzle into the solver.
pub(crate) fn load(solver: &mut Solver, puzzle: &Puzzle) -> Result<(), Contradicting> {
    match &puzzle.allowed {
        Some(allowed) => solver.load_allowed(&puzzle.givens, allowed),
        None => solver.load(&puzzle.givens),
    }
}

/// Determines whether the givens have no solution, one or several.
pub(crate) fn found_of(api: &Api, puzzle: &Puzzle, stop: &Stop) -> Result<Found, Fault> {
    Ok(found_with_regions(api, puzzle, stop)?.0)
}

/// Determines whether the givens have no solution, one or several, and returns the regions of these solutions, if they were
/// to be found.
fn found_with_regions(api: &Api, puzzle: &Puzzle, stop: &Stop) -> Result<(Found, Vec<Regions>), Fault> {
    api.solvers.lend(&puzzle.geometry, |solver| {
        if let Err(contradicting) = load(solver, puzzle) {
            return Ok((Found::Invalid(contradicting), Vec::new()));
        }
        let mut answer = solver.find_up_to(2, &mut stop.limits());
        let found = match answer.uniqueness() {
            Uniqueness::None => Found::None,
            Uniqueness::One(solution) => Found::One(solution),
            Uniqueness::Several(first, second) => Found::Several(first, second),
            Uniqueness::Unknown { .. } => return Err(Fault::out_of_time()),
        };
        let regions = (0..2).map_while(|number| answer.regions(number)).collect();
        Ok((found, regions))
    })
}

/// A puzzle, and the solution that its text states.
#[derive(Deserialize, ToSchema)]
#[schema(as = SolveWish)]
#[serde(deny_unknown_fields)]
pub(super) struct SolveIn {
    /// The solution that the text of the puzzle states, row by row; cells where it states none are blank.
    #[serde(default)]
    stated: Option<Vec<i8>>,
    #[serde(flatten)]
    puzzle: PuzzleIn,
}

/// The solutions of a puzzle.
#[derive(Serialize, ToSchema)]
#[schema(as = Solution)]
pub(super) struct SolveOut {
    #[schema(value_type = SolutionsForm)]
    status: Verdict,
    /// The reason why the puzzle is invalid.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    reason: Option<String>,
    conflicts: Vec<ConflictOut>,
    #[schema(required)]
    solution: Option<Vec<i8>>,
    /// Another solution, if there are several.
    #[schema(required)]
    second: Option<Vec<i8>>,
    /// The regions of the solutions, if they were to be found: of `solution`, then of `second`.
    #[schema(value_type = Vec<Regions>)]
    regions: Vec<Regions>,
    /// The cells in which the two solutions differ.
    #[schema(value_type = Vec<Cell>)]
    differing: Vec<Cell>,
    /// The cells with a placed digit that differs from the only solution.
    #[schema(value_type = Vec<Cell>)]
    wrong: Vec<Cell>,
    /// What is wrong with the solution that was sent, in words. It is compared if there is one solution or none.
    #[schema(required)]
    stated: Option<String>,
}

/// Solves the givens.
pub(super) fn solve(api: &Api, wish: SolveIn, stop: &Stop) -> Result<SolveOut, Fault> {
    let puzzle = Puzzle::of(wish.puzzle, stop)?;
    let stated = wish.stated.map(|stated| wire::grid(&puzzle.geometry, &stated)).transpose()?;
    let (found, regions) = found_with_regions(api, &puzzle, stop)?;
    let mut out = SolveOut {
        status: found.verdict(),
        reason: None,
        conflicts: Vec::new(),
        solution: None,
        second: None,
        regions,
        differing: Vec::new(),
        wrong: Vec::new(),
        stated: None,
    };
    let mistake = |solution| StatedMistake::of(stated.as_ref()?, solution).map(|mistake| mistake.to_string());
    match &found {
        Found::Invalid(contradicting) => {
            out.reason = Some(contradicting.to_string());
            if let Contradicting::Clues(clues) = contradicting {
                out.conflicts = clues.iter().map(Into::into).collect();
            }
        }
        Found::None => out.stated = mistake(None),
        Found::One(solution) => {
            out.stated = mistake(Some(solution));
            out.solution = Some(wire::digits(solution));
            out.wrong = wrong_cells(&puzzle.filled, solution)?;
        }
        Found::Several(first, second) => {
            out.solution = Some(wire::digits(first));
            out.second = Some(wire::digits(second));
            let differing = puzzle.geometry.cells().filter(|&cell| first.get(cell) != second.get(cell));
            out.differing = differing.collect();
        }
    }
    Ok(out)
}
