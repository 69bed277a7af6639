//! Shared by the commands that examine the clues of a puzzle.

use sudoku_cover::{Contradicting, Grid, Solver, Verdict};

use super::batch::{Answers, Failure, Loaded};
use crate::shared::{Exit, Fault};

/// The clues, and the solver, or how the clues contradict each other.
pub(super) type Ready<'w, 'p> = (Result<&'w mut Solver, Contradicting>, &'p Grid);

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
            let reason = "expected givens only, found a puzzle that restricts candidates";
            Failure::new(reason, Exit::Unreadable, Verdict::Invalid)
        }
        (Loaded::Contradicting(error), Some(grid)) => return Ok(Ok((Err(error), grid))),
        (loaded, grid) => match (loaded.ready(), grid) {
            (Ok(solver), Some(grid)) => return Ok(Ok((Ok(solver), grid))),
            (Ok(_), None) => Failure::new("no puzzle", Exit::Unreadable, Verdict::Unreadable),
            (Err(failure), _) => failure,
        },
    };
    Ok(Err(answers.fail(&failed)?))
}
