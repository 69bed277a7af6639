//! `dlx sudoku convert`, and the formats that the other Sudoku commands read.

mod support;

use support::{CLASSIC, CLASSIC_SOLVED, TEN, file, folder, run, run_on};

/// The formats that hold any puzzle without rules: all but `killer`.
const NAMES: [&str; 17] = [
    "line",
    "grid",
    "digits",
    "csv",
    "sdk",
    "sdx",
    "ss",
    "hodoku",
    "pm",
    "729",
    "poj",
    "opensudoku",
    "json",
    "iss",
    "fpuzzles",
    "sudokupad",
    "link",
];

#[test]
fn a_puzzle_becomes_a_library_line_of_hodoku() {
    let run = run(&["sudoku", "convert", "--to", "hodoku", CLASSIC]).exits(0);
    assert_eq!((run.out, run.err), (format!(":0000:x:{CLASSIC}:::\n"), String::new()));
}

#[test]
fn every_format_is_solved_counted_checked_and_converted_back() {
    let input = format!("{CLASSIC}\n{TEN}\n");
    for name in NAMES {
        let converted = run_on(&input, &["sudoku", "convert", "--to", name]).exits(0).out;
        let with_from = |command: &str, code| {
            let mut arguments = vec!["sudoku", command];
            if matches!(name, "digits" | "sdx") {
                arguments.extend(["--from", name]);
            }
            run_on(&converted, &arguments).exits(code).out
        };
        assert_eq!(with_from("count", 0), "1\n10\n", "{name}");
        assert_eq!(with_from("check", 4), "unique\nseveral\n", "{name}");
        assert!(with_from("solve", 4).starts_with(CLASSIC_SOLVED), "{name}");
        let back = run_on(&converted, &["sudoku", "convert", "--to", "line", "--from", name]).exits(0).out;
        assert_eq!(back.replace('0', "."), input.replace('0', "."), "{name}");
    }
}

#[test]
fn candidates_of_a_pencilmark_sudoku_are_clues() {
    // The classic puzzle without the candidate that its solution has in r1c3.
    let candidates = run(&["sudoku", "convert", "--to", "729", CLASSIC]).exits(0).out;
    let wrong = candidates.replacen("12.4.....", "12.......", 1);
    assert_eq!(run_on(&wrong, &["sudoku", "count"]).exits(1).out, "0\n");
    let empty = candidates.replacen("12.4.....", ".........", 1);
    let run = run_on(&empty, &["sudoku", "solve"]).exits(1);
    assert_eq!(run.out, "invalid: no candidate left for r1c3\n");
    // Placed digits and marks are not givens.
    let library = format!(":0000:x:{}:216 413::", CLASSIC.replacen("53.", "53+1", 1));
    assert_eq!(support::run(&["sudoku", "solve", &library]).exits(0).out, format!("{CLASSIC_SOLVED}\n"));
}

#[test]
fn what_is_lost_and_what_was_found_is_said() {
    let input = format!(
        "#ASome One\n{}\n{CLASSIC}\n",
        CLASSIC.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row) + "\n").collect::<String>()
    );
    let run = run_on(&input, &["sudoku", "convert", "--to", "line", "--verbose"]).exits(0);
    assert_eq!(run.out, format!("{CLASSIC}\n{CLASSIC}\n"));
    assert!(run.err.contains("line cannot hold some of the metadata: left out of 1 record"), "{}", run.err);
    assert!(run.err.contains("found 1 line, 1 sdk"), "{}", run.err);
}

#[test]
fn rules_that_a_format_cannot_hold_are_named() {
    let rules = ".Cage~9~R1C1~R1C2.EqualityCage~R3C1~R3C2.Thermo~R5C1~R6C2.Windoku";
    let convert = |format| {
        let run = run(&["sudoku", "convert", "--to", format, rules]).exits(0);
        (run.out, run.err)
    };
    let left_out = |format, kinds| {
        format!("warning: {format} cannot hold rules of the variant ({kinds}): left out of 1 record\n")
    };
    assert_eq!(convert("iss").1, "");
    assert_eq!(convert("fpuzzles").1, left_out("fpuzzles", "equality"));
    assert_eq!(convert("sudokupad").1, left_out("sudokupad", "equality"));
    assert_eq!(convert("killer").1, left_out("killer", "equality, thermo, windoku"));
    assert_eq!(convert("line").1, left_out("line", "equality, killer, thermo, windoku"));
    // What is written is a puzzle with the other rules for every command.
    let link = convert("sudokupad").0;
    let back = run_on(&link, &["sudoku", "convert", "--to", "iss"]).exits(0).out;
    assert!(back.contains(".Thermo~R5C1~R6C2") && back.contains(".Cage~9~R1C1~R1C2"), "{back}");
    let refused = run(&["sudoku", "convert", "--to", "killer", CLASSIC]).exits(3);
    assert!(refused.err.contains("a puzzle without given digits for killer"), "{}", refused.err);
}

#[test]
fn a_variant_of_another_program_is_solved_from_an_argument_or_a_pipe() {
    // With 3 in r1c1 and the second row 1 2 3 4 there are six grids. One has 2 in r3c1 and 5 as the sum with r3c2.
    let puzzle = ".Shape~4x4.~R1C1_3.Thermo~R2C1~R2C2~R2C3~R2C4";
    let solved = "3412123423414123\n";
    assert_eq!(run(&["sudoku", "count", puzzle]).exits(0).out, "6\n");
    let unique = format!("{puzzle}.~R3C1_2.V~R3C1~R3C2");
    for text in [run(&["sudoku", "convert", "--to", "sudokupad", &unique]).exits(0).out, unique] {
        assert_eq!(run_on(&text, &["sudoku", "solve"]).exits(0).out, solved, "{text}");
        assert_eq!(run(&["sudoku", "solve", text.trim()]).exits(0).out, solved, "{text}");
    }
}

#[test]
fn a_bad_record_is_told_and_the_others_are_converted() {
    let input = format!("{CLASSIC}\n{}\n{CLASSIC}\n", &CLASSIC[..80]);
    let run = run_on(&input, &["sudoku", "convert", "--to", "digits"]).exits(3);
    assert_eq!(run.out.lines().count(), 2);
    assert!(run.err.contains("standard input:2:81: expected 81 cells, found 80"), "{}", run.err);
    let sixteen = vec!["0"; 256].join(",");
    let run = support::run(&["sudoku", "convert", "--to", "ss", CLASSIC, &sixteen]).exits(3);
    assert!(
        run.err.contains("error: argument: puzzle 2: expected a grid of side 9 for ss, found one of side 16"),
        "{}",
        run.err
    );
}

#[test]
fn a_column_of_a_table_is_asked_for() {
    let table = file(&format!("id,start\n1,{CLASSIC}\n"));
    let path = table.path().to_str().expect("UTF-8");
    assert_eq!(
        run(&["sudoku", "solve", "--column", "start", path]).exits(0).out,
        format!("{CLASSIC_SOLVED}\n")
    );
    let run = run(&["sudoku", "convert", "--to", "line", "--column", "2", path]).exits(0);
    assert_eq!(run.out, format!("{CLASSIC}\n"));
    let wrong = support::run(&["sudoku", "count", "--column", "none", path]).exits(3);
    assert!(wrong.err.contains("expected a column `none`, found `id`, `start`"), "{}", wrong.err);
}

#[test]
fn the_name_of_a_file_settles_what_its_text_leaves_open() {
    let folder = folder();
    let path = folder.path().join("game.sdx");
    let text = run(&["sudoku", "convert", "--to", "sdx", TEN]).exits(0).out;
    std::fs::write(&path, text.replace('u', "")).expect("a file can be written");
    let path = path.to_str().expect("UTF-8");
    let run = run(&["sudoku", "convert", "--to", "line", "--verbose", path]).exits(0);
    assert!(run.err.contains("found 1 sdx"), "{}", run.err);
}

#[test]
fn boxes_say_which_candidates_are_implied() {
    let blank = format!("1{}", ".".repeat(35));
    let wide = run(&["sudoku", "convert", "--to", "729", "--box", "2x3", &blank]).exits(0).out;
    let high = run(&["sudoku", "convert", "--to", "729", "--box", "3x2", &blank]).exits(0).out;
    assert!(wide.len() == 217 && high.len() == 217 && wide != high);
}

#[test]
fn compressed_input_is_refused_in_words() {
    let folder = folder();
    let path = folder.path().join("puzzles.txt.gz");
    std::fs::write(&path, [0x1f, 0x8b, 8, 0, 10, 10, 10]).expect("a file can be written");
    let run = run(&["sudoku", "solve", path.to_str().expect("UTF-8")]).exits(3);
    assert!(
        run.out.contains("puzzles.txt.gz:1: expected text, found compressed bytes; unpack them first"),
        "{}",
        run.out
    );
    assert_eq!(run.out.lines().count(), 1);
}

#[test]
fn an_unknown_format_is_wrong_usage() {
    let run = run(&["sudoku", "convert", "--to", "xls", CLASSIC]).exits(2);
    assert!(run.err.contains("hodoku"), "{}", run.err);
    support::run(&["sudoku", "convert", CLASSIC]).exits(2);
    let help = support::run(&["sudoku", "convert", "--help"]).exits(0).out;
    assert!(NAMES.iter().all(|name| help.contains(name)), "{help}");
}

#[test]
fn rules_below_a_puzzle_are_read_from_files_and_arguments() {
    let puzzle = "................\nx\n\n# along the border\nkiller 3 r1c1 r1c2\n";
    let input = file(puzzle);
    let path = input.path().to_str().expect("the name is UTF-8");
    for run in [
        run(&["sudoku", "convert", "--to", "json", path]),
        run_on(puzzle, &["sudoku", "convert", "--to", "json"]),
    ] {
        let out = run.exits(0).out;
        assert!(out.contains(r#""rules":["x","killer 3 r1c1 r1c2"]"#), "{out}");
    }
    let of_board = "1...............\nx\nkiller 3 r1c1 r1c2\n";
    let solved =
        run_on(&format!("{of_board}{}", of_board.replace("3", "4")), &["sudoku", "solve"]).exits(4).out;
    let starts: Vec<&str> = solved.lines().map(|line| &line[..2]).collect();
    assert_eq!(starts, ["12", "13"]);
    let wrong = run_on("................\nkiller r1c1\n1234341221434321\n", &["sudoku", "solve"]);
    assert_eq!(wrong.out, "invalid: standard input:2:8: expected a sum, found `r1c1`\n1234341221434321\n");
}
