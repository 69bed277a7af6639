//! `dlx sudoku check`: whether each puzzle is a proper one, with one solution.

use dlx_core::Uniqueness;

use super::batch::Batch;
use crate::args::SudokuCheck;
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::session::Session;
use crate::shared::stats::{End, Verdict};

pub(crate) fn run(arguments: &SudokuCheck, session: &Session) -> Result<Exit, Fault> {
    let SudokuCheck { puzzles, batching, common } = arguments;
    Batch::new(puzzles, *batching, *common, session)?.each(None, |loaded, limits, answers| {
        let solver = match loaded.ready() {
            Ok(solver) => solver,
            Err(failure) => return answers.fail(&failure),
        };
        let answer = solver.uniqueness(limits);
        answers.count_search(solver);
        let (words, exit, verdict) = match answer {
            Uniqueness::None => ("none", Exit::NoSolution, Verdict::None),
            Uniqueness::One(_) => ("unique", Exit::Answered, Verdict::Unique),
            Uniqueness::Several(..) => ("several", Exit::Several, Verdict::Several),
            Uniqueness::Unknown { why, found } => {
                let (exit, _) = answers.fail_stopped(why)?;
                return Ok((exit, Verdict::of_count(u64::from(found.is_some()), End::Stopped)));
            }
        };
        answers.line(words.as_bytes());
        Ok((exit, verdict))
    })
}
