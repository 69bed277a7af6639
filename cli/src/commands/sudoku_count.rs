//! `dlx sudoku count`: how many solutions each puzzle has, one number a line.

use std::io::Write;

use dlx_core::Count;

use super::puzzles::{Batch, Loaded};
use crate::args::SudokuCount;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::session::Session;
use crate::stats::Stats;

pub(crate) fn run(arguments: &SudokuCount, session: &Session) -> Result<Exit, Fault> {
    let mut stats = Stats::default();
    let exit = Batch::new(&arguments.puzzles, session)?.each(|puzzle, loaded| {
        let solver = match loaded {
            Loaded::Ready(solver) => solver,
            Loaded::Contradicting(error) => {
                tell!("dlx: {}: record {} is invalid: {error}", puzzle.source, puzzle.number);
                writeln!(session.output(), "0")?;
                return Ok(Exit::NoSolution);
            }
            Loaded::Unreadable(reason) => {
                writeln!(session.output(), "invalid: {reason}")?;
                return Ok(Exit::Unreadable);
            }
        };
        let count = solver.count(&mut session.limits(arguments.limit));
        if arguments.common.stats {
            stats.add(solver.counters(), solver.levels(), solver.size());
        }
        writeln!(session.output(), "{}", count.at_least())?;
        Ok(match count {
            Count::Exact(0) => Exit::NoSolution,
            Count::Exact(_) => Exit::Answered,
            Count::AtLeast(found, why) => puzzle.stopped(session, why, found, arguments.limit),
        })
    })?;
    if arguments.common.stats {
        stats.print(session.elapsed());
    }
    Ok(exit)
}
