//! Small files that require much memory: with one gigabyte of address space every command ends with an answer
//! or an error, in time, and never with a signal or a panic.

#![cfg(target_os = "linux")]

mod support;

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use support::{Run, folder};

/// The address space of a run, in kilobytes.
const SPACE: u32 = 1 << 20;

/// Greatest duration of a run: its time limit, and time for reading and ending on a busy machine.
const LONGEST: Duration = Duration::from_secs(30);

/// Runs in bounded memory.
fn run(arguments: &[&str]) -> Run {
    let limited = format!("ulimit -v {SPACE} -c 0; exec \"$0\" \"$@\"");
    let mut command = Command::new("bash");
    command.args(["-c", &limited, env!("CARGO_BIN_EXE_dlx")]).args(arguments).stdin(Stdio::null());
    command.output().expect("the binary runs").into()
}

fn lines(head: &str, count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).fold(format!("{head}\n"), |text, at| text + &line(at) + "\n")
}

/// Returns names, and files of at most a few megabytes.
fn hostile() -> Vec<(&'static str, String)> {
    let names = |count: usize| (0..count).map(|at| format!("i{at}")).collect::<Vec<_>>().join(" ");
    vec![
        ("nested.json", "[".repeat(200_000)),
        ("nested-items.json", format!("{{\"schema\":1,\"items\":{}", "[".repeat(100_000))),
        ("nested.xml", format!("<?xml version=\"1.0\"?>{}", "<a>".repeat(100_000))),
        ("long-name", format!("{0} b\n{0}\nb\n", "a".repeat(1 << 20))),
        ("greatest-bounds", "0:4294967295|a 4294967295:4294967295|b\na\nb\n".to_owned()),
        ("greatest-costs", "a\na |18446744073709551615\na |18446744073709551615\n".to_owned()),
        ("many-options", lines("a", 200_000, |_| "a".to_owned())),
        ("many-items", format!("{}\ni0\n", names(100_000))),
        ("one-long-option", format!("{0}\n{0}\n", names(20_000))),
        ("many-colors", lines("a | x", 50_000, |at| format!("a x:{at}"))),
        ("many-parts", lines(&names(3000), 6000, |at| format!("i{}", at / 2))),
        ("one-number", format!("{}\n", "9".repeat(1_000_000))),
        ("nulls", "\0".repeat(1_000_000)),
        ("bars", "|".repeat(1_000_000)),
        ("empty-lines", "\n".repeat(1_000_000)),
        ("cells", format!("{}\n", ".".repeat(1_000_000))),
        ("wide.csv", format!("puzzle{}\n{}\n", ",a".repeat(200_000), ".".repeat(81))),
        (
            "diagram-of-most-nodes",
            "dlx diagram 1\nproblem 4\na\na\norder none\nnodes 4294967200\nroot 2\n".to_owned(),
        ),
        ("diagram-of-most-bytes", "dlx diagram 1\nproblem 18446744073709551615\n".to_owned()),
    ]
}

/// Runs a command on each file, whose path replaces `FILE`.
fn run_on_all(command: &[&str]) {
    let here = folder();
    for (name, text) in hostile() {
        let path = here.path().join(name);
        std::fs::write(&path, text).expect("a file can be written");
        let path = path.to_str().expect("the path is UTF-8");
        let arguments: Vec<&str> =
            command.iter().map(|&word| if word == "FILE" { path } else { word }).collect();
        let begun = Instant::now();
        let ended = run(&arguments);
        let place = format!("{} {name}: {}", command.join(" "), ended.err);
        assert!(ended.code.is_some_and(|code| [0, 1, 3, 4, 5].contains(&code)), "{:?} {place}", ended.code);
        assert!(!ended.err.contains("panicked"), "{place}");
        assert!(
            ended.code == Some(0) || ended.code == Some(1) || !ended.err.is_empty(),
            "no message: {place}"
        );
        assert!(begun.elapsed() < LONGEST, "{:?} {place}", begun.elapsed());
    }
}

#[test]
fn counting_hostile_files_ends_in_bounded_memory() {
    run_on_all(&["count", "--timeout", "2s", "FILE"]);
    run_on_all(&["count", "--timeout", "2s", "--from", "json", "FILE"]);
    run_on_all(&["count", "--timeout", "2s", "--from", "sparse0", "FILE"]);
    run_on_all(&["count", "--timeout", "2s", "--from", "dense", "FILE"]);
}

#[test]
fn compiling_hostile_files_ends_in_bounded_memory() {
    run_on_all(&["marginals", "--timeout", "2s", "FILE"]);
}

#[test]
fn listing_and_ranking_hostile_files_ends_in_bounded_memory() {
    run_on_all(&["solve", "--limit", "1", "--timeout", "2s", "FILE"]);
    run_on_all(&["best", "--timeout", "2s", "FILE"]);
}

#[test]
fn reading_hostile_puzzles_ends_in_bounded_memory() {
    run_on_all(&["sudoku", "solve", "--timeout", "2s", "FILE"]);
    run_on_all(&["sudoku", "convert", "--to", "json", "FILE"]);
}
