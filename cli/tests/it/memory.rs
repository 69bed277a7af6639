//! Small files that require much memory: with one gigabyte of address space every command ends with an answer
//! or an error, in time, and never with a signal or a panic.

#![cfg(target_os = "linux")]

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::{Run, folder};

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

/// The default of `--memory` is half of what the limit of the process leaves, so no table outgrows it.
#[test]
fn the_limit_of_the_process_is_the_default_of_memory() {
    let here = folder();
    let path = here.path().join("dominoes.dlx");
    let path = path.to_str().expect("the path is UTF-8");
    run(&["generate", "dominoes", "40x40", "-o", path]).exits(0);
    for command in [&["count", path][..], &["compile", path, "-o", "/dev/null"], &["count", "-j", "2", path]]
    {
        let ended = run(&[command, &["--timeout", "4s"]].concat()).exits(5);
        let is_stopped = ["memory limit", "memory allocation"].iter().any(|words| ended.err.contains(words));
        assert!(is_stopped || ended.err.contains("time limit"), "{command:?}: {}", ended.err);
        assert!(ended.err.lines().count() <= 2, "{command:?}: {}", ended.err);
    }
}

/// An allocation may fail in a place that no limit guards, such as while reading.
#[test]
fn memory_that_the_system_refuses_ends_with_the_code_of_a_limit() {
    let here = folder();
    let path = here.path().join("problem.dlx").display().to_string();
    let names: Vec<String> = (0..20_000).map(|at| format!("i{at}")).collect();
    let text = lines(&names.join(" "), 400_000, |at| format!("i{} i{}", at % 10_000, 10_000 + at % 9_973));
    std::fs::write(&path, text).expect("it can be written");
    let mut stopped = 0;
    for space in (30_000..150_000).step_by(8000) {
        let limited = format!("ulimit -v {space} -c 0; exec \"$0\" \"$@\"");
        let within = |arguments: &[&str]| -> Run {
            let mut command = Command::new("bash");
            command.args(["-c", &limited, env!("CARGO_BIN_EXE_dlx")]).args(arguments);
            command
                .env_remove("RUST_BACKTRACE")
                .stdin(Stdio::null())
                .output()
                .expect("the binary runs")
                .into()
        };
        // Where not even the version can be printed, the system or the standard library could not start the program.
        if within(&["--version"]).code != Some(0) {
            continue;
        }
        let ended = within(&["count", "-j", "1", "--timeout", "5s", &path]);
        // The same holds for a thread.
        if ended.err.contains("failed to allocate an alternative stack") {
            continue;
        }
        assert!(matches!(ended.code, Some(1 | 5)), "{space}: {:?} {}", ended.code, ended.err);
        // The standard library adds how its own messages can be made longer. A count that ends says why it is 0. Where there is
        // no memory for the thread that waits for Ctrl-C, a warning says so.
        let is_more = |line: &str| {
            line.contains("RUST_BACKTRACE")
                || line.starts_with("note: 27 primary items")
                || line.starts_with("warning: Ctrl-C")
        };
        let lines: Vec<&str> = ended.err.lines().filter(|line| !line.is_empty() && !is_more(line)).collect();
        assert_eq!(lines.len(), usize::from(ended.code == Some(5)), "{space}: {}", ended.err);
        stopped += u32::from(ended.code == Some(5));
    }
    assert!(stopped > 0);
}

/// Returns the greatest resident memory of a run in kilobytes. The allocator returns what is freed to the system: by
/// default glibc keeps up to 64 MB for each thread.
fn peak(arguments: &[&str]) -> u64 {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dlx"));
    command.env("MALLOC_TRIM_THRESHOLD_", "131072");
    let mut child =
        command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the binary runs");
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    while child.try_wait().expect("it can be waited for").is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        most = most.max(kilobytes.unwrap_or(0));
        std::thread::sleep(Duration::from_millis(1));
    }
    most
}

/// What a run holds besides its tables in kilobytes: the program, the problem, the stacks and buffers of the threads, and gaps
/// between what the allocator has given out.
const BESIDES: u64 = 32 << 10;

#[test]
fn the_limit_of_memory_holds_for_the_whole_process() {
    let here = folder();
    let generated = |problem: &[&str]| {
        let path = here.path().join(problem.join("-")).display().to_string();
        run(&[&["generate"], problem, &["-o", &path]].concat()).exits(0);
        path
    };
    let (langford, dominoes) = (generated(&["langford", "16"]), generated(&["dominoes", "16x16"]));
    // The second diagram fits, and the numbers of covers of its nodes do not.
    for (megabytes, path, threads) in [(100, &langford, "1"), (100, &langford, "2"), (16, &dominoes, "1")] {
        let limit = format!("{megabytes}M");
        let command =
            ["compile", "--memory", &limit, "--timeout", "40s", "-j", threads, path, "-o", "/dev/null"];
        let most = peak(&command);
        let bound = (megabytes << 10) + BESIDES;
        assert!((10_000..bound).contains(&most), "{limit} -j {threads} {path}: {most} KB");
    }
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
