//! What the commands share that look at the clues of a puzzle: which puzzles they take.

use sudoku_cover::{Grid, Solver};

use super::batch::{Answers, Loaded};
use crate::shared::stats::Verdict;
use crate::shared::{Exit, Fault};

/// The solver, unless the clues contradict one another, and the clues.
pub(super) type Ready<'w, 'p> = (Option<&'w mut Solver>, &'p Grid);

/// The solver and the clues of a puzzle, also of one whose clues contradict one another; of any other the reason is
/// printed, and that is the answer.
pub(super) fn ready<'w, 'p>(
    loaded: Loaded<'w>,
    answers: &mut Answers<'p>,
) -> Result<Result<Ready<'w, 'p>, (Exit, Verdict)>, Fault> {
    let puzzle = answers.puzzle;
    let failed = match (loaded, puzzle.grid) {
        (Loaded::Ready(_) | Loaded::Contradicting(_), Some(_)) if puzzle.is_restricted => {
            let words = "invalid: expected clues, found a puzzle that allows some candidates alone";
            answers.fail_with(words, Exit::Unreadable, Verdict::Invalid)?
        }
        (Loaded::Contradicting(_), Some(grid)) => return Ok(Ok((None, grid))),
        (loaded, grid) => match (loaded.ready(), grid) {
            (Ok(solver), Some(grid)) => return Ok(Ok((Some(solver), grid))),
            (Ok(_), None) => {
                answers.fail_with("invalid: no puzzle", Exit::Unreadable, Verdict::Unreadable)?
            }
            (Err(failure), _) => answers.fail(&failure)?,
        },
    };
    Ok(Err(failed))
}
