//! `dlx sudoku serve`: serves the web page until Ctrl-C.

use std::io::Write;
use std::process::{self, Stdio};

use clap::Args;
use dlx_web::Server;

use crate::shared::cause::Cause;
use crate::shared::signals::Signal;
use crate::shared::{Command, Exit, Fault, Session};

#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// Port on 127.0.0.1; 0 picks a free one
    #[arg(long, value_name = "PORT", default_value_t = PORT)]
    port: u16,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

/// The default port.
const PORT: u16 = 8729;

impl Command for Serve {
    const NAME: &'static str = "serve";
    const ABOUT: &'static str = "Serve a web page to play, solve and explain puzzles";
    const EXAMPLES: &'static str = "\
dlx sudoku serve --open
dlx sudoku serve --port 0";
    const NOTES: &'static str = "\
The page is served on 127.0.0.1 only, so no other machine can reach it. It is part of this program, loads nothing from
other servers, and sends no puzzle to them. /api/v1/openapi.json describes the HTTP interface for programs. Ctrl-C stops the
server after it has sent the answers in progress; the exit code is then 0.";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        let server = Server::bind(self.port)?;
        let url = format!("http://{}/", server.address());
        session.hide_elapsed_time();
        // A signal may arrive as soon as the address is printed.
        session.watched(|| {
            {
                let mut output = session.output();
                writeln!(output, "{url}")?;
                output.flush()?;
            }
            message!(Note, "listening on {}; Ctrl-C stops it", server.address());
            if self.open && !open(&url) {
                message!(Warning, "no browser could be started: open {url}");
            }
            server.run(|| session.cause_to_stop().is_some())
        })?;
        message!(Note, "stopped");
        // Ctrl-C is the way to stop it; other signals come from a system that wants to know that they did.
        Ok(match session.cause_to_stop() {
            Some(cause @ Cause::Ended(Signal::Terminate | Signal::Hangup)) => cause.exit(),
            _ => Exit::Answered,
        })
    }
}

/// Opens the address in the user's browser. Returns whether the system accepted it.
fn open(url: &str) -> bool {
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/c", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = process::Command::new(program);
    command.args(arguments).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}
