//! `dlx sudoku check`: whether each puzzle is a proper one, with one solution.

use dlx_core::Uniqueness;

use super::puzzle::Loaded;
use super::puzzles::Batch;
use crate::args::SudokuCheck;
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::session::Session;
use crate::shared::stats::{End, Verdict};

pub(crate) fn run(arguments: &SudokuCheck, session: &Session) -> Result<Exit, Fault> {
    let SudokuCheck { puzzles, batching, common } = arguments;
    Batch::new(puzzles, *batching, *common, session)?.each(None, |_, loaded, limits, answers| {
        let solver = match loaded {
            Loaded::Ready(solver) => solver,
            Loaded::Contradicting(error) => {
                answers.line(format!("invalid: {error}").as_bytes());
                return Ok((Exit::NoSolution, Verdict::Invalid));
            }
            Loaded::Unreadable(reason) => {
                answers.line(format!("invalid: {reason}").as_bytes());
                return Ok((Exit::Unreadable, Verdict::Unreadable));
            }
            Loaded::Left(cause) => {
                answers.line(format!("unknown: {}", cause.words()).as_bytes());
                return Ok((cause.exit(), Verdict::Unknown));
            }
        };
        let answer = solver.uniqueness(limits);
        if common.stats {
            answers.stats().add_puzzle(solver);
        }
        Ok(match answer {
            Uniqueness::None => {
                answers.line(b"none");
                (Exit::NoSolution, Verdict::None)
            }
            Uniqueness::One(_) => {
                answers.line(b"unique");
                (Exit::Answered, Verdict::Unique)
            }
            Uniqueness::Several(..) => {
                answers.line(b"several");
                (Exit::Several, Verdict::Several)
            }
            Uniqueness::Unknown { why, found } => {
                let cause = session.cause_of(why);
                answers.line(format!("unknown: {}", cause.words()).as_bytes());
                (cause.exit(), Verdict::of_count(u64::from(found.is_some()), End::Stopped))
            }
        })
    })
}
