//! `dlx sudoku explain`, `hint`, `steps` and `rate`: their output in both formats, for one puzzle and for many.

use crate::support::{CLASSIC, HOPELESS, TEN, run, run_on, testdata};

/// 17 givens; singles, locked candidates, pairs and triples solve it.
const SEVENTEEN: &str = "000000000000000012003045000000000036000000400570008000000100000000900020706000500";

#[test]
fn the_classic_is_rated_easy_with_204_points_in_51_steps() {
    let run = run(&["sudoku", "rate", CLASSIC]).exits(0);
    assert!(run.out.starts_with(&format!("{CLASSIC} # easy, 204, 51 steps, SE 1.2/1.2/1.2")), "{}", run.out);
}

#[test]
fn an_explanation_names_its_steps() {
    let run = run(&["sudoku", "explain", SEVENTEEN]).exits(0);
    assert!(run.out.lines().next().unwrap_or_default().contains(" #1 medium ("), "{}", run.out);
    assert!(run.out.contains("  Locked Candidates Type 1 (Pointing): "), "{}", run.out);
}

#[test]
fn json_has_all_parts_of_a_step() {
    let run = run(&["sudoku", "explain", "--format", "json", SEVENTEEN]).exits(0);
    let object: serde_json::Value = serde_json::from_str(&run.out).expect("it is JSON");
    assert_eq!((&object["schema"], &object["status"]), (&1.into(), &"solved".into()));
    let steps = object["steps"].as_array().expect("there are steps");
    let pointing = steps.iter().find(|step| step["code"] == "0100").expect("there is a pointing");
    assert_eq!(pointing["level"], "medium");
    assert_eq!(pointing["score"], 50);
    let marks = &pointing["marks"];
    assert_eq!(marks["houses"].as_array().map(Vec::len), Some(2));
    assert_eq!(pointing["pattern"]["kind"], "locked");
    assert!(pointing["eliminations"][0]["digit"].is_u64() && pointing["eliminations"][0]["cell"].is_string());
    for part in ["technique", "placements", "text", "reason", "sentences"] {
        assert!(!pointing[part].is_null(), "{part}");
    }
    for part in ["cells", "digits", "links"] {
        assert!(!marks[part].is_null(), "{part}");
    }
}

#[test]
fn a_hint_tells_as_much_as_is_asked() {
    let hint = |grade| run(&["sudoku", "hint", "--grade", grade, CLASSIC]).exits(0).out;
    assert_eq!(hint("area"), "Look at box 5.\n");
    assert_eq!(hint("technique"), "Look for a Naked Single in box 5.\n");
    assert_eq!(hint("cells"), "Look for a Naked Single at r5c5.\n");
    let reason = "5 is the only candidate left in r5c5, so r5c5 is 5.";
    assert_eq!(hint("full"), format!("Naked Single: r5c5=5\n{reason}\n"));
}

#[test]
fn reasons_are_below_their_steps() {
    for command in ["explain", "steps"] {
        let with = run(&["sudoku", command, "--reasons", SEVENTEEN]).exits(0).out;
        let without = run(&["sudoku", command, SEVENTEEN]).exits(0).out;
        let (reasons, steps): (Vec<&str>, Vec<&str>) =
            with.lines().partition(|line| line.starts_with("    "));
        assert_eq!(steps, without.lines().collect::<Vec<_>>());
        assert_eq!(reasons.len() + 1, steps.len());
        assert!(reasons.iter().all(|reason| reason.ends_with('.')), "{with}");
    }
}

/// The classic with a placed digit and two removed candidates, as a line of HoDoKu's library: 8 is left for r1c6.
const STATE: &str =
    ":0000:x:53+4.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79:216 616::";

#[test]
fn steps_are_those_of_the_state_and_of_the_techniques_asked_for() {
    let steps = |state: &str, more: &[&str]| run_on(state, &[&["sudoku", "steps"], more].concat());
    let singles = steps(STATE, &["--technique", "naked-single,0000"]).exits(0).out;
    let lines: Vec<&str> = singles.lines().skip(1).collect();
    assert!(lines.contains(&"  Naked Single: r1c6=8"), "{singles}");
    assert!(lines.iter().all(|line| line.starts_with("  Naked Single: ")), "{singles}");
    let before = steps(CLASSIC, &["--technique", "naked-single"]).exits(0).out;
    assert!(!before.contains("r1c6=8"), "{before}");
    let json = steps(STATE, &["--technique", "0003", "--format", "json"]).exits(0).out;
    let object: serde_json::Value = serde_json::from_str(&json).expect("one object");
    let texts: Vec<&str> =
        object["steps"].as_array().expect("a list").iter().filter_map(|step| step["text"].as_str()).collect();
    assert_eq!(texts, lines.iter().map(|line| line.trim()).collect::<Vec<_>>());
    let error = steps(STATE, &["--technique", "x-wign"]).exits(2).err;
    assert!(error.contains("did you mean `x-wing`?"), "{error}");
}

#[test]
fn puzzles_of_a_pipe_are_rated_line_by_line() {
    let run =
        run_on(&format!("{CLASSIC}\nnonsense\n{HOPELESS}\n{TEN}\n"), &["sudoku", "rate", "-j", "2"]).exits(3);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 4, "{}", run.out);
    assert!(lines[0].contains("# easy, 204"));
    assert!(lines[1].starts_with("invalid: "));
    assert_eq!(lines[2], "no solution");
    assert!(lines[3].ends_with("# several solutions"), "{}", lines[3]);
}

#[test]
fn a_rated_list_can_be_read_again() {
    let once = run(&["sudoku", "rate", "--scale", "hodoku", &testdata("sudoku/seeds.txt")]).exits(0).out;
    let again = run_on(&once, &["sudoku", "rate", "--scale", "hodoku"]).exits(0).out;
    assert_eq!(once, again);
    assert_eq!(once.lines().count(), 9);
}

#[test]
fn steps_are_the_same_in_every_format_that_holds_candidates() {
    // The state of an X-Wing. No cell has one candidate, which some formats would show as a digit.
    let state = ":0000:x:67.+9+8.+1..4+8216+53+7+91.+92+7..8.+3+4+1+8+52..7+7+2+8+6..+45+3+59+6347+21+896.+4.8+7..+8.4+7\
        .....+2.75.68..:185 386 539 985::";
    let steps = |state: &str| {
        let run = run_on(state, &["sudoku", "steps"]).exits(0);
        run.out.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    let expected = steps(state);
    assert!(expected.contains(&"  X-Wing: 5 r17 c39 => r8c9<>5".to_owned()), "{expected:?}");
    for format in ["sdx", "ss", "hodoku", "pm", "729", "opensudoku", "json"] {
        let other = run_on(state, &["sudoku", "convert", "--to", format]).exits(0).out;
        assert_eq!(steps(&other), expected, "{format}");
    }
}

#[test]
fn certified_steps_are_marked() {
    let run = run(&["sudoku", "explain", "--certify", SEVENTEEN]).exits(0);
    let steps: Vec<&str> = run.out.lines().skip(1).collect();
    assert!(steps.len() > 50 && steps.iter().all(|step| step.ends_with(" [proved]")), "{}", run.out);
    assert_eq!(run.err, format!("note: {} steps proved, 0 wrong\n", steps.len()));
}

#[test]
fn why_not_gives_a_reason_or_says_that_a_solution_has_it() {
    let why = |digit, cell, code| run(&["sudoku", "why-not", digit, cell, SEVENTEEN]).exits(code).out;
    assert_eq!(why("3", "r2c8", 0), "r2c8<>3: the cell holds 1\n");
    assert_eq!(why("1", "r2c1", 0), "r2c1<>1: r2c8 holds that digit, and sees the cell\n");
    assert_eq!(why("1", "r3c1", 1), "r3c1=1: possible, a solution contains it\n");
    assert!(why("9", "r1c1", 0).starts_with("r1c1<>9: "));
    let usage = run(&["sudoku", "why-not", "12", "r1c1", SEVENTEEN]).exits(2);
    assert!(usage.err.contains("expected a candidate of a board of side 9, found r1c1=12"), "{}", usage.err);
    run(&["sudoku", "why-not", "1", "a1", SEVENTEEN]).exits(2);
}

/// The classic with a digit placed that its solution does not have.
const WRONG: &str = r#"{"schema":1,"side":9,"givens":"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79","placed":"..1.............................................................................."}"#;

#[test]
fn a_wrong_digit_is_named_in_place_of_a_hint() {
    for command in ["hint", "steps"] {
        let said = run_on(WRONG, &["sudoku", command]).exits(1);
        assert_eq!(said.out, "r1c3=1 is wrong\n", "{command}");
        let said = run_on(WRONG, &["sudoku", command, "--format", "json"]).exits(1);
        let object: serde_json::Value = serde_json::from_str(&said.out).expect("it is JSON");
        assert_eq!(
            (&object["status"], &object["reason"]),
            (&"mistake".into(), &"r1c3=1 is wrong".into()),
            "{command}"
        );
    }
    // The solution begins with 534: with that digit placed there is a hint, which says what it starts from.
    let right = WRONG.replacen("..1.", "..4.", 1);
    let said = run_on(&right, &["sudoku", "hint"]).exits(0);
    assert_eq!(
        said.err,
        "note: standard input: puzzle 1: the hint starts from 30 givens and 1 placed digit\n"
    );
}

#[test]
fn a_hint_for_several_solutions_says_so() {
    let several = CLASSIC.replacen('5', ".", 1).replacen('3', ".", 1);
    let said = run(&["sudoku", "hint", &several]);
    let said = if said.code == Some(0) { run(&["sudoku", "hint", HOPELESS]) } else { said }.exits(4);
    assert!(
        said.err.contains("the puzzle has several solutions; the hint holds in all of them"),
        "{}",
        said.err
    );
}
