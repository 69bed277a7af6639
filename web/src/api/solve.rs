//! Determines whether a puzzle has no solution, one or several, and returns them.

use dlx_core::Uniqueness;
use serde::Serialize;
use sudoku_cover::compare::wrong_cells;
use sudoku_cover::{Cell, Contradicting, Grid, Solver};

use super::read;
use crate::fault::Fault;
use crate::jobs::Stop;
use crate::reply;
use crate::routes::App;
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

impl Verdict {
    /// Returns the word for the result.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Self::Invalid(_) => "invalid",
            Self::None => "none",
            Self::One(_) => "unique",
            Self::Several(..) => "several",
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
pub(crate) fn verdict_of(app: &App, puzzle: &Puzzle, stop: &Stop) -> Result<Verdict, Fault> {
    app.solvers.lend(&puzzle.geometry, |solver| {
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

#[derive(Default, Serialize)]
struct SolveOut {
    status: &'static str,
    /// The reason why the puzzle cannot be solved, if it is evident.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    conflicts: Vec<ConflictOut>,
    solution: Option<Vec<u8>>,
    second: Option<Vec<u8>>,
    /// The cells in which the two solutions differ.
    differing: Vec<Cell>,
    /// The cells with a placed digit that differs from the only solution.
    wrong: Vec<Cell>,
}

/// Solves the givens.
pub(crate) fn solve(app: &App, body: &[u8], stop: &Stop) -> Result<Vec<u8>, Fault> {
    let puzzle = Puzzle::try_from(read::<PuzzleIn>(body)?)?;
    let verdict = verdict_of(app, &puzzle, stop)?;
    let mut out = SolveOut { status: verdict.word(), ..SolveOut::default() };
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
    Ok(reply::line(&out))
}
