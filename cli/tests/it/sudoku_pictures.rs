//! `dlx sudoku render`, `booklet` and `diff`.

use crate::support::{CLASSIC, CLASSIC_SOLVED, HOPELESS, TEN, file, folder, run, run_on};

#[test]
fn a_puzzle_is_drawn_as_svg_into_a_pipe() {
    let run = run(&["sudoku", "render", CLASSIC]).exits(0);
    assert!(run.out.starts_with("<svg ") && run.out.ends_with("</svg>\n"));
    assert_eq!(run.out.matches("class=\"given\"").count(), 30);
    assert!(run.out.contains("prefers-color-scheme"));
}

#[test]
fn themes_are_one_alone_if_they_are_asked_for() {
    let light = run(&["sudoku", "render", "--theme", "light", CLASSIC]).exits(0).out;
    let dark = run(&["sudoku", "render", "--theme", "dark", CLASSIC]).exits(0).out;
    assert!(!light.contains("prefers") && !dark.contains("prefers") && light != dark);
}

#[test]
fn the_first_step_is_that_of_hint() {
    let hint = run(&["sudoku", "hint", CLASSIC]).exits(0).out;
    let text = run(&["sudoku", "render", "--hint", "--format", "text", CLASSIC]).exits(0).out;
    // The reason is no part of the picture.
    assert_eq!(text.lines().last(), hint.lines().next());
    let first = run(&["sudoku", "render", "--step", "1", "--format", "text", CLASSIC]).exits(0).out;
    assert_eq!(first, text);
}

#[test]
fn every_step_of_an_explanation_can_be_drawn_and_none_after_it() {
    let explained = run(&["sudoku", "explain", CLASSIC]).exits(0).out;
    let steps: Vec<&str> = explained.lines().skip(1).map(str::trim).collect();
    for number in [2, 30, steps.len()] {
        let shown = number.to_string();
        let text = run(&["sudoku", "render", "--step", &shown, "--format", "text", CLASSIC]).exits(0).out;
        assert_eq!(text.lines().last(), Some(steps[number - 1]));
    }
    let beyond = (steps.len() + 1).to_string();
    let run = run(&["sudoku", "render", "--step", &beyond, CLASSIC]).exits(2);
    assert!(
        run.err.contains(&format!("expected a step from 1 to {}, found --step {beyond}", steps.len())),
        "{}",
        run.err
    );
}

#[test]
fn covers_that_cannot_be_drawn_are_errors() {
    assert!(run(&["sudoku", "render", "--solution", HOPELESS]).exits(1).err.contains("no solution"));
    assert!(run(&["sudoku", "render", "--solution", TEN]).exits(4).err.contains("several"));
    let two = format!("{CLASSIC}\n{TEN}\n");
    assert!(run_on(&two, &["sudoku", "render"]).exits(2).err.contains("--number"));
    let second = run_on(&two, &["sudoku", "render", "--number", "2"]).exits(0).out;
    assert_eq!(second, run(&["sudoku", "render", TEN]).out);
    let third = run_on(&two, &["sudoku", "render", "--number", "3"]).exits(2);
    assert!(third.err.contains("expected 3 puzzles for --number 3, found 2"), "{}", third.err);
    run_on("53..7\n", &["sudoku", "render"]).exits(3);
}

#[test]
fn a_booklet_says_level_score_and_label_below_each_puzzle() {
    let puzzles = run(&["sudoku", "generate", "-n", "5", "--seed", "7"]).exits(0).out;
    let html = run_on(&puzzles, &["sudoku", "booklet", "--label", "seed 7", "--title", "Five"]).exits(0).out;
    let rated = run_on(&puzzles, &["sudoku", "rate", "--scale", "hodoku", "--format", "json"]).exits(0).out;
    for (line, number) in rated.lines().zip(1..) {
        let object: serde_json::Value = serde_json::from_str(line).expect("an object");
        let (level, score) = (object["level"].as_str().expect("a level"), &object["score"]);
        let level = format!("{}{}", level[..1].to_uppercase(), &level[1..]);
        let caption = format!("<figcaption>{number} · {level} · {score} · seed 7</figcaption>");
        assert!(html.contains(&caption), "{caption}");
    }
    assert_eq!(html.matches("<svg ").count(), 10);
    assert!(html.contains("<title>Five</title>") && html.contains("@page"));
}

#[test]
fn an_svg_booklet_is_a_folder_of_pages() {
    let folder = folder();
    let pages = folder.path().join("pages");
    let path = pages.to_str().expect("UTF-8");
    let two = format!("{CLASSIC} easy one\n{TEN}\n");
    let run =
        run_on(&two, &["sudoku", "booklet", "--format", "svg", "--per-page", "1", "--folder", path]).exits(4);
    assert!(run.err.contains("puzzle 2: several solutions"));
    let mut names: Vec<String> = std::fs::read_dir(&pages)
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"))
        .collect();
    names.sort();
    assert_eq!(names, ["page-01.svg", "page-02.svg", "page-03.svg"]);
    let first = std::fs::read_to_string(pages.join("page-01.svg")).expect("a page");
    assert!(first.contains("1 · easy one · Easy · 204"), "{first}");
    let needs = run_on(&two, &["sudoku", "booklet", "--format", "svg", "--per-page", "1"]).exits(2);
    assert!(needs.err.contains("expected --folder for an SVG booklet of 3 pages, found none"));
}

#[test]
fn equal_lists_have_no_difference_in_any_order_or_format() {
    let one = file(&format!("{CLASSIC}\n{TEN}\n"));
    let other = run_on(&format!("{TEN}\n{CLASSIC}\n"), &["sudoku", "convert", "--to", "json"]).exits(0).out;
    let path = one.path().to_str().expect("UTF-8");
    assert_eq!(run_on(&other, &["sudoku", "diff", path, "-"]).exits(0).out, "");
}

#[test]
fn differences_are_named_by_cell_and_end_with_code_1() {
    let run = run(&["sudoku", "diff", CLASSIC, &CLASSIC.replacen("53.", "5.4", 1)]).exits(1);
    assert_eq!(run.out, "! 1: r1c2 3 -> ., r1c3 . -> 4\n");
    let lists = (file(&format!("{CLASSIC}\n{TEN}\n")), format!("{CLASSIC}\n"));
    let path = lists.0.path().to_str().expect("UTF-8");
    assert_eq!(
        run_on(&lists.1, &["sudoku", "diff", path, "-"]).exits(1).out,
        format!("< 2: {}\n", TEN.replace('0', "."))
    );
    let objects = run_on(&lists.1, &["sudoku", "diff", "--format", "json", "-", path]).exits(1).out;
    let statuses: Vec<String> = objects
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("an object")["status"].to_string())
        .collect();
    assert_eq!(statuses, ["\"equal\"", "\"second\""]);
    let solved = run_on(&format!("{CLASSIC_SOLVED}\n"), &["sudoku", "diff", CLASSIC, "-"]).exits(1).out;
    assert_eq!(solved.matches(" . -> ").count(), 51);
    run_on("", &["sudoku", "diff", "-", "-"]).exits(2);
}

#[test]
fn puzzles_whose_rules_differ_are_different() {
    let puzzle = |rules: &str| format!(r#"{{"givens":"{CLASSIC}","rules":[{rules}]}}"#);
    let one = puzzle(r#""x","killer 8 r1c1 r1c2""#);
    let other = puzzle(r#""killer 8 r1c2 r1c1","thermo r1c1 r2c1""#);
    let diff = |one: &str, other: &str, more: &[&str]| {
        let path = file(one);
        let path = path.path().to_str().expect("UTF-8");
        run_on(other, &[&["sudoku", "diff", path, "-"], more].concat())
    };
    assert_eq!(diff(&one, &other, &[]).exits(1).out, "! 1: < x, > thermo r1c1 r2c1\n");
    let found: serde_json::Value =
        serde_json::from_str(&diff(&one, &other, &["--format", "json"]).exits(1).out).expect("an object");
    let expected = serde_json::json!({ "first": ["x"], "second": ["thermo r1c1 r2c1"] });
    assert_eq!(
        (&found["status"], &found["cells"], &found["rules"]),
        (&"differ".into(), &serde_json::json!([]), &expected)
    );
    // A list is the same in another format and with its rules in another order.
    let turned = puzzle(r#""killer 8 r1c2 r1c1","x""#);
    assert_eq!(diff(&one, &turned, &[]).exits(0).out, "");
    let plain = format!("{CLASSIC}\n");
    assert_eq!(diff(&plain, &one, &[]).exits(1).out, "! 1: > killer 8 r1c1 r1c2, > x\n");
}

#[test]
fn a_game_is_of_a_puzzle_that_is_given_or_of_one_that_is_made() {
    let needs_terminal = run(&["sudoku", "play", "--level", "hard", "--seed", "7"]).exits(2);
    assert!(needs_terminal.err.contains("expected a terminal, found none"), "{}", needs_terminal.err);
    for arguments in [["--level", "hard"], ["--seed", "7"], ["--needs", "x-wing"]] {
        let both = run(&[&["sudoku", "play", CLASSIC], &arguments[..]].concat()).exits(2);
        assert!(both.err.contains(arguments[0]) && both.err.contains("cannot be used with"), "{}", both.err);
    }
    let unknown = run(&["sudoku", "play", "--level", "fiendish"]).exits(2);
    assert!(
        unknown.err.contains("expected easy, medium, hard, unfair or extreme, found `fiendish`"),
        "{}",
        unknown.err
    );
}
