//! Messages and objects that end a list of covers.

use std::fmt::Display;
use std::io::Write;

use dlx_core::text::{WriteError, knuth};
use dlx_core::{Problem, Stopped};
use serde::Serialize;

use super::lint::note_obstacle;
use crate::shared::cause::Cause;
use crate::shared::flags::Assumed;
use crate::shared::json::BigNumber;
use crate::shared::{Exit, Fault, Session, json};

/// The last JSON object of a list of covers.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(super) struct ListEnd<'a> {
    /// Input: a file name, `standard input` or `argument`.
    pub(super) source: &'a str,
    /// Number of covers listed.
    pub(super) count: BigNumber,
    /// Whether these are all covers, or all samples, that were asked for.
    pub(super) complete: bool,
}

impl<'a> ListEnd<'a> {
    pub(super) fn write(source: &'a str, count: u64, complete: bool, session: &Session) -> Result<(), Fault> {
        let end = Self { source, count: BigNumber::new(&count), complete };
        Ok(json::write_line(&mut *session.output(), &end)?)
    }
}

/// Writes a problem in Knuth's format. An error names the file `name`.
pub(super) fn write_problem(problem: &Problem, name: &str, output: impl Write) -> Result<(), Fault> {
    knuth::write(problem, output).map_err(|error| match error {
        WriteError::Io(error) => error.into(),
        source => Fault::named(name, source),
    })
}

/// The message of [`stopped_by`] for a search that stopped.
pub(super) fn stopped(session: &Session, why: Stopped, found: impl Display) -> Exit {
    stopped_by(session.cause_of(why), found)
}

/// Reports that a problem was not searched to the end, and how many covers were `found`. Prints nothing when
/// the limit was one that the user set on the number of covers.
pub(super) fn stopped_by(cause: Cause, found: impl Display) -> Exit {
    match cause {
        Cause::Limit => {}
        Cause::Memory => message!(Note, "{}: at least {found}", cause.words()),
        _ => message!(Note, "{}: {found} found, there may be more", cause.words()),
    }
    cause.exit()
}

/// Returns true if the assumptions (`--force`, `--forbid`) contradict each other, and prints why: no cover satisfies
/// them.
pub(super) fn contradicts(assumed: &Assumed, problem: &Problem) -> Result<bool, Fault> {
    let why = assumed.givens().contradiction(problem)?;
    if let Some(why) = &why {
        message!(Note, "no cover satisfies the assumptions: {why}");
    }
    Ok(why.is_some())
}

/// Reports that a problem has no cover, and why, if that is known without a search.
pub(super) fn no_solution(problem: &Problem, session: &Session) -> Exit {
    message!(Note, "no solution");
    note_obstacle(problem, session);
    Exit::NoSolution
}
