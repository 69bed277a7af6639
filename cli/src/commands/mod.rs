//! One file a command, and what several of them share.

pub(crate) mod cover_best;
pub(crate) mod cover_check;
pub(crate) mod cover_count;
pub(crate) mod cover_solve;
pub(crate) mod sudoku_check;
pub(crate) mod sudoku_count;
pub(crate) mod sudoku_solve;

mod draw;
mod puzzles;
mod report;

use dlx_core::{Counters, Search, Size, Stopped};

use crate::exit::Exit;
use crate::session::Session;
use crate::stats::Stats;

/// Says that a search of an exact cover problem stopped early, and how far it came.
fn stopped(session: &Session, why: Stopped, found: u64) -> Exit {
    let cause = session.cause_of(why);
    tell!("dlx: {}: {found} found, there may be more", cause.words());
    cause.exit()
}

/// Prints the counters of the one search of a run.
fn print_stats(session: &Session, search: &Search) {
    print_figures(session, search.counters(), search.levels(), search.size());
}

fn print_figures(session: &Session, counters: Counters, levels: &[u64], size: Size) {
    let mut stats = Stats::default();
    stats.add(counters, levels, size);
    stats.print(session.elapsed());
}

/// The version of the objects that `--format json` prints; it changes when a field changes its meaning.
const SCHEMA: u32 = 1;
