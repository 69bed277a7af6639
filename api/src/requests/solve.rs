//! Determines whether a puzzle has no solution, one or several, and returns them.

use dlx_core::Uniqueness;
use serde::Serialize;
use sudoku_cover::compare::wrong_cells;
use sudoku_cover::{Cell, Contradicting, Grid, Solver};
use utoipa::ToSchema;

use crate::Api;
use crate::fault::Fault;
use crate::forms::CellForm;
use crate::stop::Stop;
use crate::wire::{self, ConflictOut, Puzzle, PuzzleIn};

/// The result of the solver for a puzzle.
#[derive(Debug)]
pub(crate) enum Verdict {
    /// The givens contradict one another, or leave a cell without a candidate.
    Invalid(Contradicting),
    None,
    One(Grid),
    Several(Grid, Grid),
}

/// The number of solutions of a puzzle; `invalid` if givens contradict one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Solutions)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Solutions {
    Unique,
    Several,
    None,
    Invalid,
}

impl Verdict {
    /// Returns the number of solutions.
    pub(crate) fn solutions(&self) -> Solutions {
        match self {
            Self::Invalid(_) => Solutions::Invalid,
            Self::None => Solutions::None,
            Self::One(_) => Solutions::Unique,
            Self::Several(..) => Solutions::Several,
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
pub(crate) fn verdict_of(api: &Api, puzzle: &Puzzle, stop: &Stop) -> Result<Verdict, Fault> {
    api.solvers.lend(&puzzle.geometry, |solver| {
        if let Err(contradicting) = load(solver, puzzle) {
            return Ok(Verdict::Invalid(contradicting));
        }
        match solver.uniqueness(&mut stop.limits()) {
            Uniqueness::None => Ok(Verdict::None),
            Uniqueness::One(solution) => Ok(Verdict::One(solution)),
            Uniqueness::Several(first, second) => Ok(Verdict::Several(first, second)),
            Uniqueness::Unknown { .. } => Err(Fault::out_of_time()),
        }
    })
}

/// The solutions of a puzzle.
#[derive(Serialize, ToSchema)]
#[schema(as = Solution)]
pub(super) struct SolveOut {
    status: Solutions,
    /// The reason why the puzzle is invalid.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    reason: Option<String>,
    conflicts: Vec<ConflictOut>,
    #[schema(required)]
    solution: Option<Vec<u8>>,
    /// Another solution, if there are several.
    #[schema(required)]
    second: Option<Vec<u8>>,
    /// The cells in which the two solutions differ.
    #[schema(value_type = Vec<CellForm>)]
    differing: Vec<Cell>,
    /// The cells with a placed digit that differs from the only solution.
    #[schema(value_type = Vec<CellForm>)]
    wrong: Vec<Cell>,
}

/// Solves the givens.
pub(super) fn solve(api: &Api, puzzle: PuzzleIn, stop: &Stop) -> Result<SolveOut, Fault> {
    let puzzle = Puzzle::of(puzzle, stop)?;
    let verdict = verdict_of(api, &puzzle, stop)?;
    let mut out = SolveOut {
        status: verdict.solutions(),
        reason: None,
        conflicts: Vec::new(),
        solution: None,
        second: None,
        differing: Vec::new(),
        wrong: Vec::new(),
    };
    match &verdict {
        Verdict::Invalid(contradicting) => {
            out.reason = Some(contradicting.to_string());
            if let Contradicting::Clues(found) = contradicting {
                out.conflicts = found.iter().map(Into::into).collect();
            }
        }
        Verdict::None => {}
        Verdict::One(solution) => {
            out.solution = Some(wire::digits(solution));
            out.wrong = wrong_cells(&puzzle.filled, solution)?;
        }
        Verdict::Several(first, second) => {
            out.solution = Some(wire::digits(first));
            out.second = Some(wire::digits(second));
            let differing = puzzle.geometry.cells().filter(|&cell| first.get(cell) != second.get(cell));
            out.differing = differing.collect();
        }
    }
    Ok(out)
}
