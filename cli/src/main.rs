//! `dlx`: a thin command line over dlx-core and sudoku-cover. It parses, calls and prints.

/// Prints a line to standard error. Unlike `eprintln!`, this does not panic if standard error is closed.
macro_rules! tell {
    ($($message:tt)*) => {{
        let line = format!("{}\n", format_args!($($message)*));
        let line = dlx_core::escape_controls(&line);
        std::io::Write::write_all(&mut std::io::stderr(), line.as_bytes()).ok();
    }};
}

mod args;
mod command;
mod cover;
mod dispatch;
mod shared;
mod sudoku;

use std::process::ExitCode;
use std::time::Duration;

use clap::{ArgMatches, FromArgMatches};

use command::Arguments;
use shared::guide;
use shared::session::Session;

fn main() -> ExitCode {
    let matches = guide::command().try_get_matches();
    let arguments =
        matches.and_then(|matches| Ok((timeout(&matches), Arguments::from_arg_matches(&matches)?)));
    match arguments {
        Ok((timeout, Arguments { command })) => {
            let session = Session::begin(timeout);
            session.end(dispatch::run(&command, &session)).into()
        }
        Err(error) => guide::explain(&error).into(),
    }
}

/// The `--timeout` of the command, if it has one.
fn timeout(matches: &ArgMatches) -> Option<Duration> {
    match matches.subcommand() {
        Some((_, below)) => timeout(below),
        None => matches.try_get_one("timeout").ok().flatten().copied(),
    }
}
