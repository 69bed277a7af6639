//! Tests of the output of the command `sudoku`, apart from the times.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

const CLASSIC: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const TEN: &str = "502600300000008010000200068240000009007000130600000800056010000900000601070009042";
/// A puzzle without contradicting givens that has no solution.
const HOPELESS: &str = ".54..67.3.....4.1..7..5.....6....9....56.8.....3......6.1..5.9....8.9..6.8.7...25";

/// Runs the binary with one measurement on a file with this name and text.
fn measured(name: &str, text: &str, arguments: &[&str]) -> (String, Output) {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("a temporary file can be written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_benches"));
    let output =
        command.args(["sudoku", "--runs", "1"]).args(arguments).arg(&path).output().expect("the binary runs");
    (path.display().to_string(), output)
}

/// Returns the output for a file that can be measured, without its name.
fn printed(name: &str, text: &str, arguments: &[&str]) -> String {
    let (path, output) = measured(name, text, arguments);
    assert!(output.status.success(), "{output:?}");
    let printed = String::from_utf8(output.stdout).expect("the output is UTF-8");
    printed.strip_prefix(&path).expect("the name of the file comes first").to_owned()
}

#[test]
fn puzzles_are_counted_by_their_answer() {
    let text = format!("{CLASSIC}\n{TEN}\n# a comment\n{HOPELESS}\n{CLASSIC}\n");
    let two = printed("mixed.txt", &text, &["-j", "2"]);
    assert!(two.starts_with(": 4 puzzles, 2 unique, 1 several, 1 none (limit 2), "), "{two}");
    assert!(two.contains("| all, 2 threads ") && two.contains("2 threads are "), "{two}");
    let first = printed("first.txt", &text, &["--limit", "1", "--simd", "portable"]);
    assert!(first.starts_with(": 4 puzzles, 3 solved, 1 none (limit 1), "), "{first}");
    assert!(first.contains("(portable)") && !first.contains("threads"), "{first}");
}

#[test]
fn puzzles_that_take_too_many_nodes_are_unknown() {
    let unknown = printed("blank.txt", &format!("{}\n", ".".repeat(81)), &["--nodes", "3"]);
    assert!(unknown.starts_with(": 1 puzzles, 1 unknown (limit 2), "), "{unknown}");
}

#[test]
fn boards_of_several_sides_are_measured() {
    let text = format!("{}\n{CLASSIC}\n", ["0"; 256].join(","));
    let mixed = printed("sides.txt", &text, &[]);
    assert!(mixed.starts_with(": 2 puzzles, 1 unique, 1 several (limit 2), "), "{mixed}");
}

#[test]
fn a_file_without_puzzles_and_a_line_that_is_none_are_refused() {
    for (name, text, words) in [
        ("bad.txt", format!("{CLASSIC}\n123\n"), "line 2"),
        ("empty.txt", "# nothing\n".to_owned(), "expected puzzles, found none"),
    ] {
        let (path, output) = measured(name, &text, &[]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && output.stdout.is_empty(), "{output:?}");
        assert!(said.starts_with(&format!("benches: {path}: ")) && said.contains(words), "{said}");
    }
}
