//! Steps proved by the solver: with the negation of a conclusion, the puzzle has no solution.

use dlx_core::{Limits, Stopped, Uniqueness};

use crate::human::step::Step;
use crate::model::geometry::{Candidate, Digit};
use crate::model::grid::Grid;
use crate::solve::Solver;

/// Returns true if every solution of the puzzle agrees with the step: no solution has a candidate that it
/// eliminates, nor another digit where it places one. The solver must be one for the puzzle's board; another
/// puzzle is loaded afterwards.
///
/// # Errors
/// The limit that stopped the solver before the answer was known.
///
/// # Complexity
/// One question for each elimination, and for each placement one for each other digit.
pub fn is_proved(
    solver: &mut Solver,
    puzzle: &Grid,
    step: &Step,
    limits: &mut Limits<'_>,
) -> Result<bool, Stopped> {
    let digits: Vec<Digit> = solver.matrix().geometry().digits().collect();
    let others = |placed: &Candidate| {
        let Candidate { cell, digit } = *placed;
        digits.iter().filter(move |&&other| other != digit).map(move |&digit| Candidate { cell, digit })
    };
    for contrary in step.placements.iter().flat_map(others).chain(step.eliminations.iter().copied()) {
        if can_be(solver, puzzle, contrary, limits)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns true if some solution of the puzzle has this digit in this cell.
///
/// # Errors
/// The limit that stopped the solver before the answer was known.
pub fn can_be(
    solver: &mut Solver,
    puzzle: &Grid,
    candidate: Candidate,
    limits: &mut Limits<'_>,
) -> Result<bool, Stopped> {
    let Candidate { cell, digit } = candidate;
    if let Some(clue) = puzzle.get(cell) {
        return Ok(clue == digit);
    }
    let mut assumed = puzzle.clone();
    let is_there = assumed.set(cell, Some(digit)).is_ok() && solver.take(&assumed).is_ok();
    if !is_there {
        return Ok(false);
    }
    match solver.uniqueness(limits) {
        Uniqueness::None => Ok(false),
        Uniqueness::Unknown { found: None, why } => Err(why),
        _ => Ok(true),
    }
}
