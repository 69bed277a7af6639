//! `dlx sudoku` with rules of variants: each argument, and errors in it.

use crate::support::{file, run, run_on};

/// A board of side 4 without clues.
const BLANK_4: &str = "................";

/// Returns the output of a command for a puzzle with rules.
#[track_caller]
fn out(command: &str, arguments: &[&str], puzzle: &str, code: i32) -> String {
    let all: Vec<&str> = ["sudoku", command].iter().chain(arguments).copied().chain([puzzle]).collect();
    run(&all).exits(code).out
}

#[test]
fn grids_are_counted_under_rules_of_all_kinds() {
    // The first is published (B. Felgenhauer, F. Jarvis, 2005); the others are results of exhaustive search
    // in the tests of the library.
    assert_eq!(out("count", &[], BLANK_4, 0), "288\n");
    assert_eq!(out("count", &["--variant", "x"], BLANK_4, 0), "48\n");
    assert_eq!(out("count", &["--variant", "X,anti-king"], BLANK_4, 1), "0\n");
    let regions = file("AABB\nAABB\nCCDD\nCCDD\n");
    let path = regions.path().to_str().expect("UTF-8");
    assert_eq!(out("count", &["--regions", path], BLANK_4, 0), "288\n");
    let one_line = file("AABBAABBCCDDCCDD");
    let path = one_line.path().to_str().expect("UTF-8");
    assert_eq!(out("count", &["--regions", path, "--variant", "diagonal"], BLANK_4, 0), "48\n");
    // A quarter of all grids has a certain digit in a corner.
    assert_eq!(out("count", &["--constraint", "killer 1 r1c1"], BLANK_4, 0), "72\n");
    // Two cells in a word, which are one cell of larger boards.
    let single = out("count", &["--constraint", "white r1c1 r1c2"], BLANK_4, 0);
    assert_eq!(out("count", &["--constraint", "white r1c12"], BLANK_4, 0), single);
    assert_eq!(
        out("count", &["--constraint", "killer 3 r1c12"], BLANK_4, 0),
        out("count", &["--constraint", "killer 3 r1c1 r1c2"], BLANK_4, 0)
    );
    let rules = file("# both corners\nodd r1c1\nkiller 3 r1c1 r1c2  # 1 and 2\n\n");
    let path = rules.path().to_str().expect("UTF-8");
    // Of the twelve equally likely pairs of digits in these cells, one is left: 1 and 2.
    assert_eq!(out("count", &["--constraints", path], BLANK_4, 0), "24\n");
}

#[test]
fn every_command_keeps_to_the_rules() {
    let x = ["--variant", "x"];
    let puzzle = "................1...861.7..3..9...8.......4..........5....52.6.6..1.9..3....6..5.";
    let solution = "513247896726398514948615732375924681862531479194876325439752168657189243281463957\n";
    assert_eq!(out("solve", &x, puzzle, 0), solution);
    assert_eq!(out("check", &x, puzzle, 0), "unique\n");
    assert_eq!(out("sample", &x, puzzle, 0), solution);
    assert_eq!(out("check", &[], puzzle, 4), "several\n");
    let steps = out("explain", &["--variant", "x", "--certify"], puzzle, 0);
    assert!(steps.contains("Locked Candidates Type 2 (Claiming): 5 in d1 => "), "{steps}");
    assert!(!steps.contains("not proved"), "{steps}");
    assert_eq!(
        out("hint", &x, puzzle, 0),
        "Naked Single: r7c7=1\n1 is the only candidate left in r7c7, so r7c7 is 1.\n"
    );
    let why = run(&["sudoku", "why-not", "1", "r4c4", "--variant", "x", "1..............."]).exits(4);
    assert_eq!(why.out, "r4c4<>1: r1c1 holds that digit, and sees the cell\n");
    assert!(out("rate", &x, puzzle, 0).contains("extreme"));
    let marks = out("convert", &["--to", "pm", "--size", "4", "--constraint", "even r1c1"], BLANK_4, 0);
    assert!(marks.contains("| 24 "), "{marks}");
}

#[test]
fn puzzles_of_variants_are_generated_from_a_seed() {
    let arguments = ["sudoku", "generate", "--variant", "x", "--seed", "7", "-n", "3"];
    let made = run(&arguments).exits(0).out;
    assert_eq!(made.lines().count(), 3);
    assert_eq!(run(&arguments).exits(0).out, made);
    let checked = run_on(&made, &["sudoku", "check", "--variant", "x"]).exits(0).out;
    assert_eq!(checked, "unique\n".repeat(3));
    let none = run(&["sudoku", "generate", "--size", "6", "--variant", "windoku"]).exits(2);
    assert!(none.err.contains("expected square boxes of 2 rows or more for windoku"), "{}", none.err);
}

#[test]
fn objects_bring_their_rules_along() {
    let rules = ["--variant", "x", "--constraint", "killer 3 r1c1 r1c2"];
    let generate =
        [&["sudoku", "generate", "--seed", "7", "-n", "2", "--format", "json"], &rules[..]].concat();
    let made = run(&generate).exits(0).out;
    assert!(made.contains(r#""rules":["x","killer 3 r1c1 r1c2"]"#), "{made}");
    assert_eq!(run_on(&made, &["sudoku", "check"]).exits(0).out, "unique\nunique\n");
    let check = [&["sudoku", "check"], &rules[..]].concat();
    assert_eq!(run_on(&made, &check).exits(0).out, "unique\nunique\n");
    assert_eq!(run_on(&made, &["sudoku", "convert", "--to", "json"]).exits(0).out, made);
    let wrong = r#"{"givens": "................", "rules": ["windoko"]}"#;
    let error = run_on(wrong, &["sudoku", "check"]).exits(3).err;
    assert!(error.contains("unknown rule `windoko`; did you mean `windoku`?"), "{error}");
    let wrong = r#"{"givens": "................", "rules": ["killer 9 r1c1 r1c2"]}"#;
    let error = run_on(wrong, &["sudoku", "check"]).exits(3).err;
    assert!(
        error.contains("its rules: expected a sum of 3 to 7 for 2 different digits up to 4, found 9"),
        "{error}"
    );
}

#[test]
fn clues_that_break_a_rule_are_named() {
    let clues = format!("5{}5{}", ".".repeat(29), ".".repeat(50));
    let invalid = "invalid: 5 twice in diagonal 1: r1c1 and r4c4\n";
    assert_eq!(out("check", &["--variant", "x"], &clues, 1), invalid);
    let clues = format!("1{}2{}", ".".repeat(3), ".".repeat(11));
    let invalid = "invalid: 1 and 2 side by side: r1c1 and r2c1\n";
    assert_eq!(out("solve", &["--variant", "non-consecutive"], &clues, 1), invalid);
}

#[test]
fn arguments_that_make_no_rule_are_refused_with_the_reason() {
    let refused = |arguments: &[&str], code: i32| {
        let all: Vec<&str> = ["sudoku", "check"].iter().chain(arguments).copied().chain([BLANK_4]).collect();
        run(&all).exits(code).err
    };
    assert!(refused(&["--variant", "anti-knigt"], 2).contains("did you mean `anti-knight`?"));
    assert!(refused(&["--constraint", "kiler 3 r1c1"], 2).contains("did you mean `killer`?"));
    assert!(
        refused(&["--constraint", "even r1"], 2)
            .contains("column 6: expected a cell such as r1c1, found `r1`")
    );
    assert!(
        refused(&["--size", "4", "--constraint", "killer 9 r1c1 r1c2"], 2)
            .contains("expected a sum of 3 to 7 for 2 different digits")
    );
    assert!(
        refused(&["--constraint", "killer 9 r1c1 r1c2"], 3)
            .contains("expected a sum of 3 to 7 for 2 different digits")
    );
    let regions = file("AABB\nAABB\nCCDD\nCCDC\n");
    let path = regions.path().to_str().expect("UTF-8");
    assert!(
        refused(&["--regions", path], 2).contains("expected 4 cells in region C, found 5, the first r3c1")
    );
    assert!(refused(&["--regions", "no/such/file"], 3).contains("cannot open no/such/file"));
    let rules = file("x\nkiller 3 r1c1 r1c2\nkiller 2 r1c2 r2c2\n");
    let path = rules.path().to_str().expect("UTF-8");
    assert!(
        refused(&["--size", "4", "--constraints", path], 2)
            .contains("line 3: expected a sum of 3 to 7 for 2 different digits up to 4, found 2")
    );
    let rules = file("x\nodd\n");
    let path = rules.path().to_str().expect("UTF-8");
    assert!(
        refused(&["--constraints", path], 3)
            .contains("line 2: column 4: expected cells such as r1c1, found nothing")
    );
}

#[test]
fn rules_are_drawn_for_puzzles_and_written_with_them() {
    let arguments = ["sudoku", "generate", "--size", "6", "--variant", "jigsaw,thermo,x", "-n", "2"];
    let made = run(&arguments).exits(0).out;
    assert!(made.contains("regions ") && made.contains("thermo r") && made.contains("\"x\""), "{made}");
    assert_eq!(run(&arguments).exits(0).out, made);
    assert_eq!(run_on(&made, &["sudoku", "check"]).exits(0).out, "unique\nunique\n");
    let line =
        run(&["sudoku", "generate", "--size", "6", "--variant", "thermo", "--format", "line"]).exits(0);
    assert!(line.err.contains("line cannot hold rules of the variant (thermo)"), "{}", line.err);
    let refused = run_on(&made, &["sudoku", "solve", "--variant", "thermo"]).exits(2);
    assert!(refused.err.contains("only `generate` draws such rules"), "{}", refused.err);
    let refused = run(&["sudoku", "generate", "--variant", "termo"]).exits(2);
    assert!(refused.err.contains("did you mean `thermo`?"), "{}", refused.err);
}
