//! `dlx`: a thin command line over dlx-core and sudoku-cover. It parses, calls and prints.

#![forbid(unsafe_code)]

#[macro_use]
mod shared;
mod cover;
mod help;
#[cfg(test)]
mod schemas;
mod sudoku;

use std::process::ExitCode;

use help::Parsed;
use shared::exit::Exit;
use shared::fault::Fault;
use shared::session::Session;
use shared::signals;

fn main() -> ExitCode {
    run().unwrap_or_else(|exit| exit).into()
}

fn run() -> Result<Exit, Exit> {
    // Before anything else asks for memory. Without it a run that gets none ends with the code of an abort.
    signals::end_without_memory().ok();
    let Parsed { run, matches, settings } = help::parse(std::env::args_os())?;
    let command = settings.command.clone();
    let failed = |fault: Fault| {
        fault.report(&command);
        fault.exit()
    };
    let session = Session::begin(settings).map_err(failed)?;
    let outcome = run(&matches, &session);
    if matches!(outcome, Err(Fault::NoInput)) {
        help::print_short(&command);
    }
    Ok(session.end(outcome))
}
