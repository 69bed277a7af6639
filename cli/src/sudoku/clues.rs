//! What the commands share that look at the clues of a puzzle: which puzzles they take, and what they say of others.

use serde::Serialize;
use sudoku_cover::{Candidate, Grid, Solver};

use super::puzzle::{Loaded, Puzzle};
use super::report::PuzzleObject;
use crate::shared::cause::Cause;
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::stats::Verdict;
use crate::sudoku::batch::reorder::Answers;

/// Clues in one line.
pub(super) fn listed(clues: &[Candidate]) -> String {
    clues.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Why there is nothing to say about a puzzle.
#[derive(Serialize)]
struct ReasonObject<'a> {
    reason: &'a str,
}

/// The solver, unless the clues contradict one another, and the clues.
pub(super) type Ready<'w, 'p> = (Option<&'w mut Solver>, &'p Grid);

/// The solver and the clues of a puzzle, also of one whose clues contradict one another; of any other the reason is
/// printed, and that is the answer.
pub(super) fn ready<'w, 'p>(
    puzzle: &Puzzle<'p>,
    loaded: Loaded<'w>,
    is_json: bool,
    answers: &mut Answers<'_>,
) -> Result<Result<Ready<'w, 'p>, (Exit, Verdict)>, Fault> {
    let (words, exit, verdict) = match (loaded, puzzle.grid) {
        (Loaded::Unreadable(reason), _) => {
            (format!("invalid: {reason}"), Exit::Unreadable, Verdict::Unreadable)
        }
        (Loaded::Left(cause), _) => (unknown(cause), cause.exit(), Verdict::Unknown),
        (_, Some(_)) if puzzle.is_restricted => {
            let words = "invalid: found a puzzle that allows some candidates alone, expected clues";
            (words.to_owned(), Exit::Unreadable, Verdict::Invalid)
        }
        (Loaded::Ready(solver), Some(grid)) => return Ok(Ok((Some(solver), grid))),
        (Loaded::Contradicting(_), Some(grid)) => return Ok(Ok((None, grid))),
        (_, None) => ("invalid: no puzzle".to_owned(), Exit::Unreadable, Verdict::Unreadable),
    };
    failure(puzzle, &words, is_json, answers)?;
    Ok(Err((exit, verdict)))
}

pub(super) fn unknown(cause: Cause) -> String {
    format!("unknown: {}", cause.words())
}

/// Says why there is nothing else to say about a puzzle.
pub(super) fn failure(
    puzzle: &Puzzle<'_>,
    words: &str,
    is_json: bool,
    answers: &mut Answers<'_>,
) -> Result<(), Fault> {
    if is_json {
        PuzzleObject::new(puzzle, "failed", ReasonObject { reason: words }).print(answers)?;
    } else {
        answers.line(words.as_bytes());
    }
    Ok(())
}
