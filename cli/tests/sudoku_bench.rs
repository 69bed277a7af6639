//! `dlx sudoku bench`: what it says besides times.

mod support;

use serde_json::Value;
use support::{CLASSIC, HOPELESS, TEN, file, run, run_on};

fn objects(arguments: &[&str], text: &str) -> Vec<Value> {
    let file = file(text);
    let path = file.path().to_str().expect("UTF-8");
    let arguments = [&["sudoku", "bench", "--runs", "1", "--format", "json", path], arguments].concat();
    let out = run(&arguments).exits(0).out;
    out.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect()
}

#[test]
fn puzzles_are_counted_by_their_answer() {
    let text = format!("{CLASSIC}\n{TEN}\n# a comment\n{HOPELESS}\n{CLASSIC}\n");
    let [object] = &objects(&["-j", "2"], &text)[..] else { panic!("one object for one file") };
    let count = |object: &Value, key| object[key].as_u64();
    let counts = ["puzzles", "unique", "several", "none", "solved"].map(|key| count(object, key));
    assert_eq!(counts, [Some(4), Some(2), Some(1), Some(1), Some(0)]);
    assert!(object["ns_least"].as_f64() > Some(0.0) && object["ns_with_threads"].as_f64() > Some(0.0));
    let objects = objects(&["--limit", "1"], &text);
    assert_eq!((count(&objects[0], "solved"), count(&objects[0], "none")), (Some(3), Some(1)));
}

#[test]
fn puzzles_that_take_too_many_nodes_are_unknown() {
    let objects = objects(&["--nodes", "3"], &format!("{}\n", ".".repeat(81)));
    assert_eq!(objects[0]["unknown"].as_u64(), Some(1));
}

#[test]
fn large_boards_and_standard_input_are_measured() {
    let blank = format!("{}\n", ["0"; 256].join(","));
    let run = run_on(&blank, &["sudoku", "bench", "--runs", "1", "-"]).exits(0);
    assert!(run.out.starts_with("standard input: 1 puzzles, 1 several (limit 2)\n"), "{}", run.out);
}

#[test]
fn a_record_that_cannot_be_read_is_named() {
    let run = run_on(&format!("{CLASSIC}\n123\n"), &["sudoku", "bench", "-"]).exits(3);
    assert_eq!((&run.out[..], run.err.lines().count()), ("", 1));
    assert!(run.err.starts_with("dlx: standard input: line 2"), "{}", run.err);
    run_on("# nothing\n", &["sudoku", "bench", "-"]).exits(2);
}
