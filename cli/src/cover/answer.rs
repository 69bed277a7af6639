//! How a list of covers ends, and what is said where there is none or not all.

use std::fmt::Display;
use std::io::Write;

use dlx_core::text::{WriteError, knuth};
use dlx_core::{Problem, Stopped};
use serde::Serialize;

use crate::shared::cause::Cause;
use crate::shared::{Exit, Fault, Session, json};

/// The last object of a list of covers.
#[derive(Serialize)]
pub(super) struct ListEnd<'a> {
    pub(super) source: &'a str,
    /// How many covers were listed.
    pub(super) count: String,
    /// Whether these are all.
    pub(super) complete: bool,
}

impl<'a> ListEnd<'a> {
    pub(super) fn write(source: &'a str, count: u64, complete: bool, session: &Session) -> Result<(), Fault> {
        let end = Self { source, count: count.to_string(), complete };
        Ok(json::write_line(&mut *session.output(), &end)?)
    }
}

/// Writes a problem in Knuth's format; `name` is what a fault calls it.
pub(super) fn write_problem(problem: &Problem, name: &str, output: impl Write) -> Result<(), Fault> {
    knuth::write(problem, output).map_err(|error| match error {
        WriteError::Io(error) => error.into(),
        source => Fault::named(name, source),
    })
}

/// As [`stopped_by`], where a search says why it stopped.
pub(super) fn stopped(session: &Session, why: Stopped, found: impl Display) -> Exit {
    stopped_by(session.cause_of(why), found)
}

/// Says that an exact cover problem was not answered to the end, and how far it came. A limit that was asked for needs no
/// word.
pub(super) fn stopped_by(cause: Cause, found: impl Display) -> Exit {
    match cause {
        Cause::Limit => {}
        Cause::Memory => message!(Note, "{}: at least {found}", cause.words()),
        _ => message!(Note, "{}: {found} found, there may be more", cause.words()),
    }
    cause.exit()
}

/// Says that an exact cover problem has no cover.
pub(super) fn no_solution() -> Exit {
    message!(Note, "no solution");
    Exit::NoSolution
}
