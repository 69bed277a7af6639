//! Text of the input that is printed, drawn or exported has no control characters that a terminal or a
//! browser would interpret.

use crate::support::{CLASSIC, Run, file, folder, run, run_on};

/// An escape sequence, a C1 control, an override of the text direction, and characters that XML excludes.
const HOSTILE: &str = "a\u{1b}[31mb\u{9b}31mc\u{202e}d\u{0}e\u{fffe}f";

/// Asserts that a run printed the text around the control characters, but not these.
#[track_caller]
fn is_escaped(run: &Run) {
    is_clean(run);
    assert!(run.out.contains("[31mb") || run.err.contains("[31mb"), "{}\n{}", run.out, run.err);
}

/// Asserts that a run printed no control characters.
#[track_caller]
fn is_clean(run: &Run) {
    for text in [&run.out, &run.err] {
        let found = text
            .chars()
            .find(|&c| c.is_control() && c != '\n' && c != '\t' || matches!(c, '\u{202e}' | '\u{fffe}'));
        assert_eq!(found, None, "{}\n{}", run.out.escape_debug(), run.err.escape_debug());
    }
}

#[test]
fn titles_of_pictures_are_escaped() {
    // An argument cannot contain a null character.
    let title = HOSTILE.replace('\0', "");
    for format in ["svg", "text"] {
        let drawn = ["sudoku", "render", "--title", &title, "--caption", &title, "--format", format, CLASSIC];
        is_escaped(&run(&drawn).exits(0));
    }
    is_escaped(&run(&["sudoku", "booklet", "--title", &title, CLASSIC]).exits(0));
    let problem = file("| geometry 1 packing cell=<row><column>\n00\n00\n");
    let problem = problem.path().to_str().expect("the path is UTF-8");
    is_escaped(&run_on("00\n", &["render", "--title", &title, problem, "-"]).exits(0));
}

#[test]
fn texts_of_puzzles_are_escaped() {
    let puzzle = serde_json::json!({
        "puzzle": CLASSIC, "title": HOSTILE, "author": HOSTILE, "comment": HOSTILE, "level": HOSTILE,
        "other": { HOSTILE: HOSTILE },
    });
    let puzzle = format!("{puzzle}\n");
    for format in ["line", "grid"] {
        // These formats support only comments.
        is_clean(&run_on(&puzzle, &["sudoku", "convert", "--to", format]).exits(0));
    }
    for format in ["csv", "json", "sdk", "opensudoku"] {
        is_escaped(&run_on(&puzzle, &["sudoku", "convert", "--to", format]).exits(0));
    }
    is_escaped(&run_on(&puzzle, &["sudoku", "render"]).exits(0));
    is_escaped(&run_on(&puzzle, &["sudoku", "booklet"]).exits(0));
}

#[test]
fn messages_are_escaped() {
    let name = HOSTILE.replace('\0', "");
    is_escaped(&run(&["count", &name]).exits(3));
    is_escaped(&run(&["sudoku", "solve", &name]).exits(3));
    let here = folder();
    let path = here.path().join(&name);
    std::fs::write(&path, "a b\nc\n").expect("a file can be written");
    is_escaped(&run(&["count", path.to_str().expect("the path is UTF-8")]).exits(3));
    for text in [format!("a {HOSTILE}\na\n"), format!("a\n{HOSTILE}\n"), format!("a | x\na x:{HOSTILE}\n")] {
        is_escaped(&run_on(&text, &["count", "-"]).exits(3));
    }
    let problem = serde_json::json!({ "items": [{ "name": "a", "kind": "primary" }, { "name": HOSTILE, "kind": "primary" }], "options": [["a"]] }).to_string();
    is_escaped(&run_on(&problem, &["count", "--from", "json", "-"]).exits(3));
    is_clean(&run_on(&format!("{HOSTILE}\n"), &["sudoku", "solve"]).exits(3));
}
