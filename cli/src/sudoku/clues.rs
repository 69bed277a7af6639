//! Shared by the commands that examine the clues of a puzzle.

use sudoku_cover::{Grid, Solver, Verdict};

use super::batch::{Answers, Loaded};
use crate::shared::{Exit, Fault};

/// The clues, and the solver unless the clues contradict each other.
pub(super) type Ready<'w, 'p> = (Option<&'w mut Solver>, &'p Grid);

/// Returns the clues and the solver of a puzzle; contradicting clues are accepted. For any other invalid
/// puzzle, reports the error and returns the exit code.
pub(super) fn ready<'w, 'p>(
    loaded: Loaded<'w>,
    answers: &mut Answers<'p>,
) -> Result<Result<Ready<'w, 'p>, (Exit, Verdict)>, Fault> {
    let puzzle = answers.puzzle;
    let failed = match (loaded, puzzle.grid()) {
        (Loaded::Ready(_) | Loaded::Contradicting(_), Some(_))
            if puzzle.record.is_some_and(|record| record.allowed().is_some()) =>
        {
            let words = "invalid: expected clues only, found a puzzle that restricts candidates";
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
