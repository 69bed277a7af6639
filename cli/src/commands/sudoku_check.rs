//! `dlx sudoku check`: whether each puzzle is a proper one, with one solution.

use std::io::Write;

use dlx_core::Uniqueness;

use super::puzzles::{Batch, Loaded};
use crate::args::SudokuCheck;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::session::Session;
use crate::stats::Stats;

pub(crate) fn run(arguments: &SudokuCheck, session: &Session) -> Result<Exit, Fault> {
    let mut stats = Stats::default();
    let exit = Batch::new(&arguments.puzzles, session)?.each(|_, loaded| {
        let (word, exit) = match loaded {
            Loaded::Ready(solver) => {
                let answer = solver.uniqueness(&mut session.limits(None));
                if arguments.common.stats {
                    stats.add(solver.counters(), solver.levels(), solver.size());
                }
                match answer {
                    Uniqueness::None => ("none".to_owned(), Exit::NoSolution),
                    Uniqueness::One(_) => ("unique".to_owned(), Exit::Answered),
                    Uniqueness::Several(..) => ("several".to_owned(), Exit::Several),
                    Uniqueness::Unknown { why, .. } => {
                        let cause = session.cause_of(why);
                        (format!("unknown: {}", cause.words()), cause.exit())
                    }
                }
            }
            Loaded::Contradicting(error) => (format!("invalid: {error}"), Exit::NoSolution),
            Loaded::Unreadable(reason) => (format!("invalid: {reason}"), Exit::Unreadable),
        };
        writeln!(session.output(), "{word}")?;
        Ok(exit)
    })?;
    if arguments.common.stats {
        stats.print(session.elapsed());
    }
    Ok(exit)
}
