//! `dlx sudoku count`: how many solutions each puzzle has, one number a line.

use dlx_core::Count;

use super::puzzles::{Batch, Loaded};
use crate::args::SudokuCount;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::session::Session;
use crate::stats::{End, Verdict};

pub(crate) fn run(arguments: &SudokuCount, session: &Session) -> Result<Exit, Fault> {
    let SudokuCount { puzzles, limit, batching, common } = arguments;
    Batch::new(puzzles, *batching, *common, session)?.each(*limit, |puzzle, loaded, limits, answers| {
        let solver = match loaded {
            Loaded::Ready(solver) => solver,
            Loaded::Contradicting(error) => {
                answers.tell(format!("dlx: {}: record {} is invalid: {error}", puzzle.source, puzzle.number));
                answers.line(b"0");
                return Ok((Exit::NoSolution, Verdict::Invalid));
            }
            Loaded::Unreadable(reason) => {
                answers.line(format!("invalid: {reason}").as_bytes());
                return Ok((Exit::Unreadable, Verdict::Unreadable));
            }
            Loaded::Left(cause) => {
                answers.line(b"0");
                return Ok((puzzle.stopped(cause, 0, *limit, answers), Verdict::Unknown));
            }
        };
        let count = solver.count(limits);
        if common.stats {
            answers.stats().add_puzzle(solver);
        }
        answers.line(itoa::Buffer::new().format(count.at_least()).as_bytes());
        Ok(match count {
            Count::Exact(found) => {
                let exit = if found == 0 { Exit::NoSolution } else { Exit::Answered };
                (exit, Verdict::of_count(found, End::Reached))
            }
            Count::AtLeast(found, why) => {
                let exit = puzzle.stopped(session.cause_of(why), found, *limit, answers);
                (exit, Verdict::of_count(found, End::Stopped))
            }
        })
    })
}
