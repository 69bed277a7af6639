//! `dlx sudoku generate`.

use std::fs;
use std::io::{BufRead, BufReader};

use crate::support::{self, dlx, run, run_on, testdata};

#[test]
fn the_corpora_of_the_test_data_are_made_by_their_commands() {
    for (file, arguments) in [
        ("minimal.txt", &["-n", "5", "--seed", "1"][..]),
        ("6x6.txt", &["-n", "5", "--size", "6", "--seed", "6"]),
        ("12x12.txt", &["-n", "2", "--size", "12", "--seed", "12"]),
    ] {
        let text = fs::read_to_string(testdata(&format!("sudoku/{file}"))).expect("the file can be read");
        let run = run(&[&["sudoku", "generate"], arguments].concat()).exits(0);
        let made: Vec<&str> = run.out.lines().collect();
        let kept: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).take(made.len()).collect();
        assert_eq!((made, run.err.as_str()), (kept, ""), "{file}");
    }
}

#[test]
fn no_puzzle_is_made_where_none_is_asked_for() {
    assert_eq!(run(&["sudoku", "generate", "-n", "0"]).exits(0).out, "");
}

#[test]
fn puzzles_come_in_the_format_asked_for() {
    let made = |arguments: &[&str]| {
        run(&[&["sudoku", "generate", "-n", "3", "--seed", "7"], arguments].concat()).exits(0).out
    };
    let lines = made(&[]);
    assert_eq!(made(&["--format", "line"]), lines);
    let library = made(&["--format", "hodoku"]);
    assert!(library.lines().all(|line| line.starts_with(":0000:x:")), "{library}");
    for format in ["sdk", "ss", "json", "poj", "opensudoku"] {
        let back = run_on(&made(&["--format", format]), &["sudoku", "convert", "--to", "line"]).exits(0);
        assert_eq!(back.out, lines, "{format}");
    }
}

#[test]
fn each_kind_is_classified_as_it_says() {
    for (kind, word, code) in
        [("unique", "unique", 0), ("easy", "unique", 0), ("several", "several", 4), ("unsolvable", "none", 1)]
    {
        let made = run(&["sudoku", "generate", "-n", "3", "--kind", kind]).exits(0).out;
        let checked = run_on(&made, &["sudoku", "check"]).exits(code);
        assert_eq!(checked.out, format!("{word}\n").repeat(3), "{kind}");
    }
}

#[test]
fn the_clues_are_as_many_as_asked_for() {
    let clues = |line: &str| line.chars().filter(char::is_ascii_digit).count();
    for arguments in [&["--clues", "30"][..], &["--clues", "25", "--minimal"], &["--clues", "81"]] {
        let run = run(&[&["sudoku", "generate", "-n", "4"], arguments].concat()).exits(0);
        let expected: usize = arguments[1].parse().expect("a number");
        assert_eq!(run.out.lines().map(clues).collect::<Vec<_>>(), [expected; 4]);
    }
    run(&["sudoku", "generate", "--clues", "82"]).exits(2);
    run(&["sudoku", "generate", "--clues", "40", "--kind", "several"]).exits(2);
}

#[test]
fn boards_have_the_size_and_the_boxes_asked_for() {
    let made = run(&["sudoku", "generate", "--box", "3x2", "--seed", "4"]).exits(0).out;
    assert_eq!(run_on(&made, &["sudoku", "check", "--box", "3x2"]).exits(0).out, "unique\n");
    let large = run(&["sudoku", "generate", "--size", "16", "--clues", "140"]).exits(0).out;
    assert_eq!(run_on(&large, &["sudoku", "check"]).exits(0).out, "unique\n");
    let mismatch = run(&["sudoku", "generate", "--box", "3x2", "--size", "9"]).exits(2);
    assert_eq!(
        mismatch.err,
        "error: expected boxes of 9 cells for --size 9, found 3x2 with 6\n\
         help: `dlx sudoku generate --help` lists all flags\n"
    );
    run(&["sudoku", "generate", "--size", "1", "--kind", "unsolvable"]).exits(2);
}

#[test]
fn a_number_of_clues_that_is_proved_impossible_is_refused_at_once() {
    let refused = run(&["sudoku", "generate", "--clues", "16"]).exits(2);
    let expected = "error: expected at least 17 clues for one solution, found 16: fewer are impossible (McGuire, Tugemann and \
                    Civario, 2012)\n";
    assert!(refused.err.starts_with(expected), "{}", refused.err);
    run(&["sudoku", "generate", "--size", "4", "--clues", "3"]).exits(2);
    let uneven =
        run(&["sudoku", "generate", "--size", "6", "--clues", "15", "--symmetry", "rot180"]).exits(2);
    assert!(uneven.err.contains("that symmetry rot180 allows"), "{}", uneven.err);
}

#[test]
fn a_number_of_clues_that_is_never_reached_ends_at_the_time_limit() {
    let run = run(&["sudoku", "generate", "--clues", "17", "--timeout", "200ms"]).exits(5);
    assert_eq!(
        (run.out.as_str(), run.err.as_str()),
        ("", "note: stopped at the time limit after 0 puzzles\n")
    );
}

#[test]
fn puzzles_come_one_by_one_and_a_closed_pipe_ends_quietly() {
    let mut child = dlx().args(["sudoku", "generate", "-n", "1000000000"]).spawn().expect("the binary runs");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut first = String::new();
    out.read_line(&mut first).expect("a line comes");
    assert_eq!(first.trim_end().len(), 81);
    drop(out);
    let run = support::Run::from(child.wait_with_output().expect("the child ends")).exits(0);
    assert_eq!(run.err, "");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_with_a_word_and_whole_lines() {
    use std::io::Read;
    use std::process::Command;

    let mut child = dlx().args(["sudoku", "generate", "-n", "1000000000"]).spawn().expect("the binary runs");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut text = String::new();
    out.read_line(&mut text).expect("a line comes");
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(status.expect("kill runs").success());
    out.read_to_string(&mut text).expect("the rest comes");
    let run = support::Run::from(child.wait_with_output().expect("the child ends")).exits(130);
    assert!(text.lines().all(|line| line.len() == 81));
    assert_eq!(run.err, format!("note: interrupted after {} puzzles\n", text.lines().count()));
}
