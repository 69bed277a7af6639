//! `dlx count`: how many covers a problem has.

use std::io::Write;

use dlx_core::{Count, Search};

use super::{print_stats, stopped};
use crate::args::CoverCount;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::input;
use crate::session::Session;

pub(crate) fn run(arguments: &CoverCount, session: &Session) -> Result<Exit, Fault> {
    let problem = input::read_problem(&arguments.input, session)?;
    let mut search = Search::new(&problem);
    let count = session.watched(|| search.count(&mut session.limits(arguments.limit)));
    writeln!(session.output(), "{}", count.at_least())?;
    let exit = match count {
        Count::Exact(0) => Exit::NoSolution,
        Count::Exact(_) => Exit::Answered,
        Count::AtLeast(found, why) => stopped(session, why, found),
    };
    if arguments.common.stats {
        print_stats(session, &search);
    }
    Ok(exit)
}
