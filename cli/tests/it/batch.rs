//! `dlx sudoku` on many puzzles: threads, pipes, counters, and runs that end early.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write as _};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::support::{CLASSIC, CLASSIC_SOLVED, HOPELESS, Run, TEN, dlx, file, run, run_on};

/// Returns valid and invalid puzzles, of several sizes and in several forms, with other text between them.
fn mixed() -> String {
    let rows: Vec<&str> = (0..9).map(|row| &CLASSIC[9 * row..9 * row + 9]).collect();
    let invalid = CLASSIC.replacen("53", "55", 1);
    let strange = CLASSIC.replacen('.', "x", 1);
    let short = &CLASSIC[..80];
    let mut text = String::new();
    for round in 0..60 {
        writeln!(text, "# round {round}\n{CLASSIC}\n{TEN} ten\n{HOPELESS}\n{invalid}\n{short}")
            .expect("a string");
        writeln!(text, "\n{}\n\n1...2...3...4...\nrubbish\n{strange}", rows.join("\n")).expect("a string");
        text.push_str(&format!("{CLASSIC}\n").repeat(round));
    }
    text
}

/// Runs the program with this input in a pipe.
fn run_piped(input: &str, arguments: &[&str]) -> Run {
    let mut child = dlx().args(arguments).stdin(Stdio::piped()).spawn().expect("the binary runs");
    let mut pipe = child.stdin.take().expect("a pipe");
    let input = input.to_owned();
    let writer = thread::spawn(move || pipe.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("the child ends");
    // Writing fails if the child ends before it has read everything.
    drop(writer.join().expect("the writer does not panic"));
    output.into()
}

#[test]
fn the_output_is_the_same_for_any_number_of_threads() {
    let input = mixed();
    for arguments in [
        vec!["solve"],
        vec!["solve", "--format", "json"],
        vec!["solve", "--format", "grid"],
        vec!["solve", "--limit", "3"],
        vec!["count", "--limit", "20"],
        vec!["check"],
    ] {
        let with_threads = |threads| {
            let arguments = [&["sudoku"], &arguments[..], &["-j", threads]].concat();
            (run_on(&input, &arguments), run_piped(&input, &arguments))
        };
        let (expected, _) = with_threads("1");
        assert!(expected.out.lines().count() >= 60 * 9 + 60 * 59 / 2, "{}", expected.err);
        for threads in ["1", "2", "5"] {
            let (of_file, of_pipe) = with_threads(threads);
            for run in [of_file, of_pipe] {
                assert!(run.out == expected.out, "{arguments:?} -j {threads}: other output");
                assert_eq!(
                    (run.err, run.code),
                    (expected.err.clone(), expected.code),
                    "{arguments:?} -j {threads}"
                );
            }
        }
    }
}

#[test]
fn files_and_arguments_keep_their_order_and_their_names() {
    let first = file(&format!("{CLASSIC}\n{TEN}\nrubbish\n"));
    let second = file(&format!("rubbish\n{CLASSIC}\n"));
    let [first, second] = [&first, &second].map(|file| file.path().to_str().expect("UTF-8"));
    let inputs = [first, "no-such-file", second, HOPELESS, first];
    let of = |threads| run(&[&["sudoku", "check", "-j", threads], &inputs[..]].concat()).exits(3);
    let expected = of("1");
    let words: Vec<&str> = expected.out.lines().map(|line| line.split(':').next().expect("a word")).collect();
    let of_first = ["unique", "several", "invalid"];
    assert_eq!(words, [&of_first[..], &["invalid", "invalid", "unique", "none"], &of_first].concat());
    assert!(expected.out.contains(&format!("invalid: {second}:1:1: expected ")), "{}", expected.out);
    assert_eq!(of("3").out, expected.out);
    assert_eq!(of("3").err, expected.err);
}

#[test]
fn messages_come_after_the_answers_before_them() {
    let input = format!("{CLASSIC}\nrubbish\n{CLASSIC}\n");
    let log = file("");
    let log_to = || log.reopen().expect("the file can be written");
    for threads in ["1", "3"] {
        log.as_file().set_len(0).expect("the file can be emptied");
        let input = file(&input);
        // Both streams append to one file, as on a terminal or with 2>&1.
        let append =
            || std::fs::OpenOptions::new().append(true).open(log.path()).expect("the file can be written");
        let mut command = dlx();
        command.args(["sudoku", "check", "-j", threads]).arg(input.path()).stdout(append()).stderr(append());
        assert_eq!(command.status().expect("the binary runs").code(), Some(3));
        let lines: Vec<String> = BufReader::new(log_to()).lines().map(|line| line.expect("UTF-8")).collect();
        assert_eq!((lines[0].as_str(), lines[lines.len() - 1].as_str()), ("unique", "unique"), "{lines:?}");
        let place = format!("{}:2:1: expected ", input.path().display());
        // Among the answers, and not as a message as well.
        assert!(lines[1].starts_with(&format!("invalid: {place}")) && lines.len() == 3, "{lines:?}");
    }
}

fn ask(input: &mut ChildStdin, answers: &mut BufReader<ChildStdout>, text: &str) -> String {
    input.write_all(text.as_bytes()).expect("the child reads");
    let mut answer = String::new();
    answers.read_line(&mut answer).expect("an answer comes");
    answer
}

#[test]
fn each_puzzle_of_a_trickling_pipe_is_answered_before_the_next_one_comes() {
    for threads in ["1", "4"] {
        let mut command = dlx();
        command.args(["sudoku", "solve", "-j", threads]).stdin(Stdio::piped());
        let mut child = command.spawn().expect("the binary runs");
        let mut input = child.stdin.take().expect("a pipe");
        let mut answers = BufReader::new(child.stdout.take().expect("a pipe"));
        let solved = format!("{CLASSIC_SOLVED}\n");
        for _ in 0..3 {
            assert_eq!(ask(&mut input, &mut answers, &format!("{CLASSIC}\n")), solved);
            // The text after the puzzle is the beginning of the next record.
            assert_eq!(
                ask(&mut input, &mut answers, &format!("{CLASSIC}\n# next\n{}", &CLASSIC[..40])),
                solved
            );
            assert_eq!(ask(&mut input, &mut answers, &format!("{}\n", &CLASSIC[40..])), solved);
        }
        drop(input);
        assert_eq!(child.wait().expect("the child ends").code(), Some(0));
    }
}

/// Returns the greatest memory of the child so far, in KiB.
#[cfg(target_os = "linux")]
fn peak_of(child: &std::process::Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).expect("the child lives");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("the system tells it");
    line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).expect("a number")
}

#[cfg(target_os = "linux")]
#[test]
fn the_memory_of_a_long_run_does_not_grow_with_it() {
    // Contradicting puzzles take little time, and their answers are longer than the puzzles.
    let puzzles = format!("11{}\n", ".".repeat(79)).repeat(1000);
    let mut command = dlx();
    command.args(["sudoku", "check", "-j", "3"]).stdin(Stdio::piped()).stdout(Stdio::null());
    let mut child = command.spawn().expect("the binary runs");
    let mut input = child.stdin.take().expect("a pipe");
    let mut peaks = Vec::new();
    for _ in 0..6 {
        for _ in 0..10 {
            input.write_all(puzzles.as_bytes()).expect("the child reads");
        }
        peaks.push(peak_of(&child));
    }
    drop(input);
    assert_eq!(child.wait().expect("the child ends").code(), Some(1));
    assert!(peaks[5] < 64 << 10, "{peaks:?} KiB");
}

#[cfg(unix)]
fn interrupt(child: &std::process::Child) {
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(status.expect("kill runs").success());
}

/// Returns the puzzle without givens, whose solutions cannot be counted in time.
fn blank() -> String {
    ".".repeat(81)
}

#[cfg(unix)]
#[test]
fn an_interrupted_batch_keeps_what_was_answered_even_behind_the_puzzle_that_takes_long() {
    let puzzle = format!("{CLASSIC}\n");
    let after = format!("{TEN}\n").repeat(400);
    for threads in ["1", "2", "5"] {
        let mut command = dlx();
        command.args(["sudoku", "count", "-j", threads]).stdin(Stdio::piped());
        let mut child = command.spawn().expect("the binary runs");
        let mut input = child.stdin.take().expect("a pipe");
        let mut answers = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut lines: Vec<String> = (0..40).map(|_| ask(&mut input, &mut answers, &puzzle)).collect();
        write!(input, "{}\n{after}", blank()).expect("the child reads");
        // The program does not show when the count of the blank grid has begun.
        thread::sleep(Duration::from_millis(200));
        interrupt(&child);
        // The pipe stays open: the run ends although it is waiting for more puzzles.
        lines.extend(answers.lines().map(|line| line.expect("UTF-8")));
        let run = Run::from(child.wait_with_output().expect("the child ends")).exits(130);
        drop(input);
        assert!(lines[..40].iter().all(|line| line == "1\n"), "{lines:?}");
        // The progress of the other threads depends on the time of the signal.
        assert!(
            lines[41.min(lines.len())..].iter().all(|line| line == "at least 0" || line == "10"),
            "{lines:?}"
        );
        let left = lines.iter().filter(|line| *line == "at least 0").count();
        assert!(run.err.matches("interrupted: 0 found").count() >= left, "{}", run.err);
        assert!(lines.len() <= 441, "{}", lines.len());
    }
}

#[test]
fn a_time_limit_ends_all_threads_while_the_input_is_open() {
    for threads in ["1", "3"] {
        let mut command = dlx();
        command.args(["sudoku", "count", "--timeout", "2s", "-j", threads]).stdin(Stdio::piped());
        let mut child = command.spawn().expect("the binary runs");
        let mut input = child.stdin.take().expect("a pipe");
        write!(input, "{CLASSIC}\n{0}\n{0}\n{0}\n{0}\n", blank()).expect("the child reads");
        let run = Run::from(child.wait_with_output().expect("the child ends")).exits(5);
        drop(input);
        assert!(run.out.starts_with("1\n"), "{}", run.out);
        assert!(run.err.contains("stopped at the time limit after "), "{}", run.err);
    }
}

/// Two threads answer until the limit, and the third one waits for a puzzle.
#[test]
fn a_time_limit_ends_a_thread_that_waits_for_input() {
    let mut command = dlx();
    command.args(["sudoku", "count", "--timeout", "500ms", "-j", "3"]).stdin(Stdio::piped());
    let mut child = command.spawn().expect("the binary runs");
    let mut input = child.stdin.take().expect("a pipe");
    write!(input, "{0}\n{0}\n", blank()).expect("the child reads");
    let begun = std::time::Instant::now();
    let run = Run::from(child.wait_with_output().expect("the child ends")).exits(5);
    assert!(begun.elapsed() < Duration::from_secs(20), "it waits for the end of the input");
    drop(input);
    assert!(run.err.contains("stopped at the time limit"), "{}", run.err);
}

#[test]
fn a_listing_of_several_puzzles_does_not_wait_in_memory() {
    for threads in ["1", "2"] {
        let mut command = dlx();
        command.args(["sudoku", "solve", "--all", "-j", threads]).stdin(Stdio::piped());
        let mut child = command.spawn().expect("the binary runs");
        let mut input = child.stdin.take().expect("a pipe");
        write!(input, "{CLASSIC}\n{0}\n{0}\n", blank()).expect("the child reads");
        let answers = BufReader::new(child.stdout.take().expect("a pipe"));
        let lines: Vec<String> = answers.lines().take(30_000).map(|line| line.expect("UTF-8")).collect();
        assert_eq!((lines.len(), lines[0].as_str()), (30_000, CLASSIC_SOLVED));
        // The reader of the answers is closed, but the input is still open.
        let run = Run::from(child.wait_with_output().expect("the child ends")).exits(0);
        drop(input);
        assert_eq!(run.err, "");
    }
}

/// Returns the number after this word at the beginning of a line.
#[track_caller]
fn figure(text: &str, word: &str) -> u64 {
    let line = text.lines().find_map(|line| line.strip_prefix(word));
    let number = line.and_then(|line| line.split_whitespace().next()).and_then(|number| number.parse().ok());
    number.unwrap_or_else(|| panic!("no number behind {word} in {text}"))
}

#[test]
fn the_counters_of_a_batch_add_up() {
    let input = mixed();
    let records = 60 * 9 + 60 * 59 / 2;
    let mut searches = Vec::new();
    for threads in ["1", "2", "5"] {
        let run = run_on(&input, &["sudoku", "check", "--stats", "-j", threads]).exits(3);
        assert_eq!(run.out.lines().count(), records);
        let classic = 120 + 60 * 59 / 2;
        let expected = format!(
            "puzzles        {records} (unique {classic}, several 120, solved 0, none 60, invalid 60, \
             unreadable 180, unknown 0)"
        );
        assert!(run.err.contains(&expected), "{}", run.err);
        searches.push(["searches", "nodes", "updates", "solutions"].map(|word| figure(&run.err, word)));
        assert_eq!(searches.last(), searches.first());
        assert!(figure(&run.err, "puzzles/s") > 0 && figure(&run.err, "threads") > 0);
    }
    // Neither unreadable nor contradicting records are searched.
    assert_eq!(searches[0][0], (records - 180 - 60) as u64);
    let found = |arguments: &[&str]| run_on(&format!("{CLASSIC}\n{TEN}\n"), arguments).err;
    let err = found(&["sudoku", "count", "--stats"]);
    assert!(err.contains("puzzles        2 (unique 1, several 1, "), "{err}");
    assert_eq!(figure(&err, "solutions"), 11);
    let err = found(&["sudoku", "solve", "--first", "--stats"]);
    assert!(err.contains("puzzles        2 (unique 0, several 0, solved 2, "), "{err}");
}

#[test]
fn progress_goes_to_standard_error_on_request() {
    let mut command = dlx();
    command.args(["sudoku", "check", "--progress", "always", "-j", "2"]).stdin(Stdio::piped());
    let mut child = command.spawn().expect("the binary runs");
    let mut input = child.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut messages = BufReader::new(child.stderr.take().expect("a pipe"));
    // No progress is shown in the first second.
    let reader = thread::spawn(move || {
        let mut line = String::new();
        messages.read_line(&mut line).expect("a line comes");
        line
    });
    while !reader.is_finished() {
        assert_eq!(ask(&mut input, &mut answers, &format!("{CLASSIC}\n")), "unique\n");
    }
    drop(input);
    let line = reader.join().expect("the reader does not panic");
    assert!(line.starts_with("progress: ") && line.ends_with(" puzzles/s\n"), "{line}");
    assert_eq!(child.wait().expect("the child ends").code(), Some(0));
}
