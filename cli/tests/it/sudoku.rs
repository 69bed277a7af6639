//! `dlx sudoku` with files, arguments, pipes and wrong input.

use crate::support::{CLASSIC, CLASSIC_SOLVED, HOPELESS, TEN, file, run, run_on, testdata};

#[track_caller]
fn run_lines(arguments: &[&str], code: i32) -> Vec<String> {
    run(arguments).exits(code).out.lines().map(ToOwned::to_owned).collect()
}

#[test]
fn a_puzzle_as_an_argument_is_solved() {
    let run = run(&["sudoku", "solve", CLASSIC]).exits(0);
    assert_eq!(run.out, format!("{CLASSIC_SOLVED}\n"));
    assert_eq!(run.err, "");
}

#[test]
fn puzzles_of_files_and_standard_input_come_in_order() {
    let first = file(&format!("{CLASSIC}\n{CLASSIC} with a comment\n"));
    let path = first.path().to_str().expect("UTF-8");
    let run = run_on(TEN, &["sudoku", "solve", "--first", path, "-", CLASSIC]).exits(0);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 4);
    assert_eq!([lines[0], lines[1], lines[3]], [CLASSIC_SOLVED; 3]);
}

#[test]
fn several_solutions_are_mentioned_and_exit_with_4() {
    let run = run(&["sudoku", "solve", TEN]).exits(4);
    assert!(run.out.trim_end().ends_with("# several solutions"), "{}", run.out);
}

#[test]
fn all_solutions_of_a_puzzle_differ_and_a_limit_gives_the_first() {
    let mut all = run_lines(&["sudoku", "solve", "--all", TEN], 0);
    let limited = run_lines(&["sudoku", "solve", "--limit", "3", TEN], 0);
    assert_eq!(limited, all[..3]);
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 10);
}

#[test]
fn no_solution_is_an_answer_with_1() {
    assert_eq!(run(&["sudoku", "solve", HOPELESS]).exits(1).out, "no solution\n");
    assert_eq!(run(&["sudoku", "solve", "--all", HOPELESS]).exits(1).out, "no solution\n");
    assert_eq!(run(&["sudoku", "count", HOPELESS]).exits(1).out, "0\n");
    assert_eq!(run(&["sudoku", "check", HOPELESS]).exits(1).out, "none\n");
}

#[test]
fn contradicting_clues_are_all_named_with_both_cells() {
    let clues = CLASSIC.replacen("53", "55", 1);
    let expected = "invalid: 5 twice in row 1: r1c1 and r1c2; 5 twice in box 1: r1c1 and r1c2\n";
    assert_eq!(run(&["sudoku", "solve", &clues]).exits(1).out, expected);
    assert_eq!(run(&["sudoku", "check", &clues]).exits(1).out, expected);
    let count = run(&["sudoku", "count", &clues]).exits(1);
    assert_eq!(count.out, "0\n");
    assert!(count.err.contains("r1c1 and r1c2"), "{}", count.err);
}

#[test]
fn a_bad_record_is_reported_in_its_place_and_the_rest_goes_on() {
    let short = &CLASSIC[..80];
    let strange = CLASSIC.replacen('.', "x", 1);
    let input = format!("{CLASSIC}\n{short}\n{strange}\n{CLASSIC}\n");
    let run = run_on(&input, &["sudoku", "solve"]).exits(3);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 4);
    assert_eq!([lines[0], lines[3]], [CLASSIC_SOLVED; 2]);
    assert!(lines[1].starts_with("invalid: standard input:2:81: "), "{}", lines[1]);
    assert!(lines[1].contains("expected 81 cells, found 80"), "{}", lines[1]);
    assert!(lines[2].starts_with("invalid: standard input:3:3: ") && lines[2].contains('x'), "{}", lines[2]);
    assert!(run.err.contains("expected 81 cells, found 80"), "{}", run.err);
}

#[test]
fn a_missing_file_is_reported_and_the_other_inputs_are_solved() {
    let run = run(&["sudoku", "solve", "no-such-file.txt", CLASSIC]).exits(3);
    assert!(run.out.ends_with(&format!("{CLASSIC_SOLVED}\n")), "{}", run.out);
    assert!(run.err.contains("cannot open no-such-file.txt"), "{}", run.err);
}

#[test]
fn the_worst_exit_code_of_a_batch_wins() {
    run_on(&format!("{CLASSIC}\n{TEN}\n{HOPELESS}\n"), &["sudoku", "check"]).exits(4);
    run_on(&format!("{CLASSIC}\n{HOPELESS}\n12345\n"), &["sudoku", "check"]).exits(3);
    run_on(&format!("{HOPELESS}\n{CLASSIC}\n"), &["sudoku", "check"]).exits(1);
}

#[test]
fn check_says_unique_several_none_and_invalid() {
    let input = format!("{CLASSIC}\n{TEN}\n{HOPELESS}\n11{}\n", &".".repeat(79));
    let run = run_on(&input, &["sudoku", "check"]).exits(4);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[..3], ["unique", "several", "none"]);
    assert!(lines[3].starts_with("invalid: 1 twice in row 1: r1c1 and r1c2"), "{}", lines[3]);
}

#[test]
fn count_prints_one_number_a_line_up_to_the_limit() {
    assert_eq!(run_on(&format!("{CLASSIC}\n{TEN}\n"), &["sudoku", "count"]).exits(0).out, "1\n10\n");
    assert_eq!(
        run_on(&format!("{CLASSIC}\n{TEN}\n"), &["sudoku", "count", "--limit", "2"]).exits(0).out,
        "1\nat least 2\n"
    );
}

#[test]
fn the_main_command_of_the_readme_solves_every_puzzle() {
    let run = run(&["sudoku", "solve", &testdata("sudoku/seeds.txt")]).exits(0);
    assert_eq!(run.out.lines().count(), 9);
    assert!(run.out.lines().all(|line| line.len() == 81 && !line.contains('.')), "{}", run.out);
}

#[test]
fn a_grid_marks_what_was_found_where_there_is_no_color() {
    let run = run(&["sudoku", "solve", "--format", "grid", CLASSIC]).exits(0);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[0], "+-------+-------+-------+");
    assert_eq!(lines[1], "| 5 3_4 |_6 7_8 |_9_1_2 |");
    assert_eq!(lines.len(), 13);
    assert!(!run.out.contains('\u{1b}'), "there is an escape sequence in {:?}", run.out);
}

#[test]
fn a_grid_of_several_solutions_says_where_another_differs() {
    let run = run(&["sudoku", "solve", "--format", "grid", TEN]).exits(4);
    assert!(run.out.contains("several solutions; another one has r"), "{}", run.out);
}

#[test]
fn json_is_one_object_a_puzzle() {
    let input = format!("{CLASSIC}\n{TEN}\n{HOPELESS}\nrubbish\n");
    let run = run_on(&input, &["sudoku", "solve", "--format", "json"]).exits(3);
    let objects: Vec<serde_json::Value> =
        run.out.lines().map(|line| serde_json::from_str(line).expect("a line is an object")).collect();
    let statuses: Vec<&str> =
        objects.iter().map(|object| object["status"].as_str().expect("a status")).collect();
    assert_eq!(statuses, ["unique", "several", "none", "unreadable"]);
    assert_eq!(objects[0]["schema"], 1);
    assert_eq!(objects[0]["solutions"][0], CLASSIC_SOLVED);
    assert_eq!(objects[1]["solutions"].as_array().map(Vec::len), Some(2));
    assert_ne!(objects[1]["solutions"][0], objects[1]["solutions"][1]);
}

#[test]
fn other_sizes_are_solved() {
    assert_eq!(run(&["sudoku", "count", "................"]).exits(0).out, "288\n");
    let six = ".".repeat(36);
    let run_six = run(&["sudoku", "solve", "--first", "--box", "2x3", &six]).exits(0);
    assert_eq!(run_six.out.trim_end().len(), 36);
    let twelve = vec!["0"; 144].join(",");
    let run_twelve = run(&["sudoku", "solve", "--first", "--size", "12", &twelve]).exits(0);
    assert_eq!(run_twelve.out.trim_end().split(',').count(), 144);
}

#[test]
fn a_box_that_does_not_fit_the_size_is_wrong_usage() {
    let run = run(&["sudoku", "solve", "--size", "9", "--box", "2x2", CLASSIC]).exits(2);
    assert!(run.err.contains("expected boxes of 9 cells for --size 9, found 2x2 with 4"), "{}", run.err);
}

#[test]
fn a_box_of_more_cells_than_a_number_holds_is_wrong_usage() {
    let run = run(&["sudoku", "solve", "--size", "9", "--box", "5000000000x5000000000", CLASSIC]).exits(2);
    assert!(run.err.contains("expected boxes of 1 to 25 cells"), "{}", run.err);
}

#[test]
fn stats_go_to_standard_error_and_give_the_published_sizes() {
    let hardest = "800000000003600000070090200050007000000045700000100030001000068008500010090000400";
    let run = run(&["sudoku", "solve", "--stats", hardest]).exits(0);
    assert!(run.err.contains("options        275 (given 21, live 254)"), "{}", run.err);
    assert!(run.err.contains("matrix nodes   1425 "), "{}", run.err);
    assert_eq!(run.out.lines().count(), 1);
}

#[test]
fn no_time_at_all_leaves_the_input_unread() {
    let run = run(&["sudoku", "solve", "--timeout", "0", CLASSIC]).exits(5);
    assert_eq!(run.out, "");
    assert!(run.err.contains("stopped at the time limit after 0 records"), "{}", run.err);
}

#[test]
fn the_time_limit_keeps_what_was_found() {
    let empty = ".".repeat(81);
    let run = run(&["sudoku", "solve", "--all", "--timeout", "1s", &empty]).exits(5);
    assert!(run.out.lines().count() > 10);
    assert!(run.out.lines().all(|line| line.len() == 81));
    assert!(run.err.contains("there may be more"), "{}", run.err);
}
