//! The commands about exact cover problems, one file a command, and what several of them share.

mod best;
mod check;
mod compile;
mod convert;
mod count;
mod estimate;
mod generate;
mod marginals;
mod reduce;
mod render;
mod sample;
mod solve;
mod task;
mod why;

mod checkpoint_file;
mod compiled;
mod geometry;
mod line;
mod searched;

pub(crate) use generate::Family;

use std::io::Write;

use dlx_core::text::{WriteError, knuth};
use dlx_core::{Problem, Stopped};
use serde::Serialize;

use crate::shared::cause::Cause;
use crate::shared::command::Entry;
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::json;
use crate::shared::session::Session;

/// All of them, in the order of the help.
pub(crate) const COMMANDS: &[Entry] = &[
    Entry::of::<solve::Solve>(),
    Entry::of::<count::CountCovers>(),
    Entry::of::<best::FindBest>(),
    Entry::of::<sample::Sample>(),
    Entry::of::<marginals::Marginals>(),
    Entry::of::<estimate::EstimateSearch>(),
    Entry::of::<check::Check>(),
    Entry::of::<why::ExplainNone>(),
    Entry::of::<reduce::Reduce>(),
    Entry::of::<generate::Generate>(),
    Entry::of::<convert::Convert>(),
    Entry::of::<compile::Compile>(),
    Entry::of::<render::Render>(),
    task::COMMANDS,
];

/// The last object of a list of covers.
#[derive(Serialize)]
struct ListEnd<'a> {
    source: &'a str,
    /// How many covers were listed.
    count: String,
    /// Whether these are all.
    complete: bool,
}

impl<'a> ListEnd<'a> {
    fn write(source: &'a str, count: u64, complete: bool, session: &Session) -> Result<(), Fault> {
        let end = Self { source, count: count.to_string(), complete };
        Ok(json::write_line(&mut *session.output(), &end)?)
    }
}

/// Writes a problem in Knuth's format; `name` is what a fault calls it.
fn write_problem(problem: &Problem, name: &str, output: impl Write) -> Result<(), Fault> {
    knuth::write(problem, output).map_err(|error| match error {
        WriteError::Io(error) => error.into(),
        source => Fault::named(name, source),
    })
}

/// Says that a search of an exact cover problem stopped early, and how far it came. A limit that was asked for needs no
/// word.
fn stopped(session: &Session, why: Stopped, found: impl std::fmt::Display) -> Exit {
    let cause = session.cause_of(why);
    match cause {
        Cause::Limit => {}
        Cause::Memory => message!(Note, "{}: at least {found}", cause.words()),
        _ => message!(Note, "{}: {found} found, there may be more", cause.words()),
    }
    cause.exit()
}

/// Says that an exact cover problem has no cover.
fn no_solution() -> Exit {
    message!(Note, "no solution");
    Exit::NoSolution
}
