//! `dlx sudoku serve`: the page in the browser, until Ctrl-C.

use std::io::Write;
use std::process::{Command, Stdio};

use dlx_web::Server;

use crate::args::SudokuServe;
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::session::Session;

pub(crate) fn run(arguments: &SudokuServe, session: &Session) -> Result<Exit, Fault> {
    let server = Server::bind(arguments.port)?;
    let url = format!("http://{}/", server.address());
    {
        let mut output = session.output();
        writeln!(output, "{url}")?;
        output.flush()?;
    }
    tell!("dlx: listening on {}; Ctrl-C stops it", server.address());
    if arguments.open && !open(&url) {
        tell!("dlx: no browser could be started: open {url}");
    }
    session.watched(|| server.run(|| session.cause_to_stop().is_some()))?;
    tell!("dlx: stopped");
    Ok(Exit::Answered)
}

/// Has the system open the address in the browser of the user, and says whether it took it.
fn open(url: &str) -> bool {
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/c", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}
