//! One file a command, and what several of them share.

pub(crate) mod convert;
pub(crate) mod cover_check;
pub(crate) mod cover_count;
pub(crate) mod cover_estimate;
pub(crate) mod cover_reduce;
pub(crate) mod cover_solve;
pub(crate) mod cover_why;
pub(crate) mod generate;
pub(crate) mod sudoku_check;
pub(crate) mod sudoku_count;
pub(crate) mod sudoku_solve;

mod cover_line;
mod draw;
mod puzzles;
mod report;

use std::io::Write;

use dlx_core::{GivenError, Givens, OptionId, Problem, Search, Stopped, text};

use crate::args::Searching;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::session::Session;
use crate::stats::Stats;

/// A search of a problem as the arguments want it, at its root.
fn search(problem: &Problem, arguments: &Searching) -> Result<Search, GivenError> {
    let mut search = Search::with_rule(problem, arguments.rule.unwrap_or_default());
    let (force, forbid) = (ids(&arguments.force), ids(&arguments.forbid));
    search.restart(Givens::none().force(&force).forbid(&forbid))?;
    Ok(search)
}

fn ids(numbers: &[u32]) -> Vec<OptionId> {
    numbers.iter().map(|&number| OptionId::new(number as usize)).collect()
}

/// Writes a problem in Knuth's format; `name` is what a fault calls it.
fn write_problem(problem: &Problem, name: &str, output: impl Write) -> Result<(), Fault> {
    text::write(problem, output).map_err(|error| match error {
        text::WriteError::Io(error) => error.into(),
        source => Fault::UnwritableText { name: name.to_owned(), source },
    })
}

/// Says that a search of an exact cover problem stopped early, and how far it came.
fn stopped(session: &Session, why: Stopped, found: u64) -> Exit {
    let cause = session.cause_of(why);
    tell!("dlx: {}: {found} found, there may be more", cause.words());
    cause.exit()
}

/// Prints the counters of the one search of a run.
fn print_stats(session: &Session, search: &Search) {
    let mut stats = Stats::default();
    stats.add(search.counters(), search.levels(), search.size());
    stats.print(session.elapsed());
}

/// The version of the objects that `--format json` prints; it changes when a field changes its meaning.
const SCHEMA: u32 = 1;
