//! Requests to the server of the program whose clients close the connection: how long the server works on.

use std::io::{self, BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use super::rules::walks;
use super::running::Running;

/// The time in which a server that works on is noticed.
const PATIENCE: Duration = Duration::from_secs(2);

/// Requests: the name of the board, the kind of a line, its number of cells, the number of lines and the side.
const BOARDS: &[(&str, &str, usize, usize, usize)] = &[
    ("blank", "", 0, 0, 25),
    ("renbans", "renban", 20, 4, 25),
    ("too-many-renbans", "renban", 20, 100, 25),
    ("equalities", "equality", 14, 4, 25),
    ("circles", "counting-circles", 16, 4, 25),
    ("arrows", "double-arrow", 8, 30, 25),
    ("whispers", "whisper 5", 25, 100, 25),
    ("region-sums", "region-sum", 8, 200, 9),
];

/// The paths below `/api/v1/` whose work is long.
const PATHS: &[&str] = &["solve", "count", "diagnose", "hint", "explain", "rate", "steps"];

/// Returns requests that take long: the name of the board, the path and the body.
pub(super) fn requests() -> Vec<(&'static str, &'static str, String)> {
    let requests = BOARDS.iter().flat_map(|&(name, kind, cells, lines, side)| {
        let rules: Vec<String> =
            walks(kind, cells, lines, side).iter().map(|rule| format!("\"{rule}\"")).collect();
        let givens = vec!["0"; side * side].join(",");
        let board = format!("{{\"side\":{side},\"rules\":[{}]}}", rules.join(","));
        PATHS.iter().map(move |&path| {
            let grade = if path == "hint" { "\"grade\":\"full\"," } else { "" };
            (name, path, format!("{{{grade}\"board\":{board},\"givens\":[{givens}]}}"))
        })
    });
    requests.collect()
}

/// Sends a request to a new server, and closes the connection after some time. Returns how long the processors worked for
/// the server after that.
pub(super) fn work_after_leaving(
    program: &Path,
    path: &str,
    body: &str,
    deadline: Duration,
) -> io::Result<Duration> {
    let mut command = Command::new(program);
    command.args(["sudoku", "serve", "--port", "0"]).stdin(Stdio::null()).stderr(Stdio::null());
    let mut server = Running::of(command.stdout(Stdio::piped()))?;
    let output = server.child.stdout.take().ok_or_else(|| io::Error::other("expected a pipe, found none"))?;
    let mut url = String::new();
    BufReader::new(output).read_line(&mut url)?;
    let address = url.trim().trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(address)?;
    write!(
        stream,
        "POST /api/v1/{path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )?;
    thread::sleep(deadline);
    drop(stream);
    let before = server.worked()?;
    thread::sleep(PATIENCE);
    Ok(server.worked()?.saturating_sub(before))
}
