//! Runs the program as a user would.

#![allow(dead_code, reason = "some tests are only built on Linux")]

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use tempfile::{NamedTempFile, TempDir};

/// The exit code and the output of a run.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).expect("standard output is UTF-8"),
            err: String::from_utf8(output.stderr).expect("standard error is UTF-8"),
        }
    }
}

impl Run {
    /// Asserts the exit code; the message has the whole output.
    #[track_caller]
    pub(crate) fn exits(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "standard output:\n{}\nstandard error:\n{}", self.out, self.err);
        assert!(!self.err.contains("panicked"), "{}", self.err);
        self
    }
}

pub(crate) fn dlx() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dlx"));
    if is_a_signal_ignored() {
        command = Command::new("env");
        command.args(["--default-signal=HUP,INT,TERM", env!("CARGO_BIN_EXE_dlx")]);
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A shell lets the tests that it starts in the background ignore Ctrl-C, and `nohup` lets them ignore SIGHUP, and so
/// the program that they start.
fn is_a_signal_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask =
        status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    // SIGHUP, SIGINT and SIGTERM are 1, 2 and 15.
    mask.is_some_and(|mask| mask & 0x4003 != 0)
}

pub(crate) fn run(arguments: &[&str]) -> Run {
    dlx().args(arguments).output().expect("the binary runs").into()
}

/// Returns the first lines that a run writes to standard error, and ends it then.
pub(crate) fn first_lines(count: usize, arguments: &[&str]) -> Vec<String> {
    let mut child = dlx().args(arguments).stdout(Stdio::null()).spawn().expect("the binary runs");
    let errors = BufReader::new(child.stderr.take().expect("it is piped"));
    let lines: Vec<_> =
        errors.lines().take(count).map(|line| line.expect("standard error is UTF-8")).collect();
    // Without effect if it has ended.
    child.kill().ok();
    child.wait().expect("the child ends");
    assert_eq!(lines.len(), count, "{lines:?}");
    lines
}

/// Returns when a run has worked for 200 ms of CPU time: its handlers of signals are installed and its input is read. Where
/// the system does not report this, some time passes instead.
pub(crate) fn wait_until_it_works(child: &Child) {
    // Ticks of 10 ms in user and in system mode, or nothing if the child has ended.
    let worked = || -> Option<u64> {
        let line = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
        let (_, after_name) = line.rsplit_once(") ")?;
        let fields: Vec<&str> = after_name.split(' ').collect();
        if fields[0] == "Z" {
            None
        } else {
            Some(fields[11].parse::<u64>().ok()? + fields[12].parse::<u64>().ok()?)
        }
    };
    if worked().is_none() {
        sleep(Duration::from_millis(700));
    }
    while worked().is_some_and(|ticks| ticks < 20) {
        sleep(Duration::from_millis(5));
    }
}

/// Runs the program with this standard input.
pub(crate) fn run_on(input: &str, arguments: &[&str]) -> Run {
    let file = file(input);
    let input = file.reopen().expect("the file can be read");
    dlx().args(arguments).stdin(input).output().expect("the binary runs").into()
}

/// Returns the words of a command, with placeholders replaced by values known when the test runs.
pub(crate) fn words_of(command: &str, known: &[(&str, &str)]) -> Vec<String> {
    let meant =
        |word: &str| known.iter().find(|(name, _)| *name == word).map_or(word, |(_, meant)| meant).to_owned();
    command.split_whitespace().map(meant).collect()
}

/// Returns a temporary file with this content, which is deleted when the value is dropped.
pub(crate) fn file(content: &str) -> NamedTempFile {
    let file = NamedTempFile::new().expect("a temporary file can be made");
    std::fs::write(file.path(), content).expect("a temporary file can be written");
    file
}

pub(crate) fn folder() -> TempDir {
    TempDir::new().expect("a temporary folder can be made")
}

/// Returns a number from the environment, which makes a test run longer.
pub(crate) fn scaled(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Returns the path of a file of the project's test data.
pub(crate) fn testdata(name: &str) -> String {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "..", "testdata", name].iter().collect();
    path.to_str().expect("the path is UTF-8").to_owned()
}

pub(crate) const CLASSIC: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
pub(crate) const CLASSIC_SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
pub(crate) const TEN: &str =
    "502600300000008010000200068240000009007000130600000800056010000900000601070009042";
/// No two givens contradict each other, and there is no solution.
pub(crate) const HOPELESS: &str =
    ".54..67.3.....4.1..7..5.....6....9....56.8.....3......6.1..5.9....8.9..6.8.7...25";
