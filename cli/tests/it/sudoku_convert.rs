//! `dlx sudoku convert`, and the formats that the other Sudoku commands read.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use crate::support::{self, CLASSIC, CLASSIC_SOLVED, Run, TEN, dlx, file, folder, run, run_on};

/// The formats that hold any puzzle without rules: all but `killer`.
const NAMES: [&str; 18] = [
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
    "latex",
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
fn losses_and_found_formats_are_reported() {
    let input = format!(
        "#ASome One\n{}\n{CLASSIC}\n",
        CLASSIC.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row) + "\n").collect::<String>()
    );
    let run = run_on(&input, &["sudoku", "convert", "--to", "line", "--verbose"]).exits(0);
    assert_eq!(run.out, format!("{CLASSIC}\n{CLASSIC}\n"));
    assert!(
        run.err.contains("line cannot hold some of the metadata (author): left out of 1 record"),
        "{}",
        run.err
    );
    assert!(run.err.contains("found 1 line, 1 sdk"), "{}", run.err);
}

#[test]
fn symbols_in_place_of_numbers_are_read_and_written() {
    let word = "WO..\nRD..\n..W.\n...O\n";
    let solve = |flags: &[&str], input: &str| {
        run_on(input, &[&["sudoku", "solve", "--format", "line"], flags].concat()).exits(0).out
    };
    let solved = solve(&["--symbols", "WORD"], word);
    assert_eq!(solved.trim().chars().filter(|&symbol| symbol == 'W').count(), 4, "{solved}");
    assert_eq!(solved[..2], word[..2]);
    // The letters are in the order of the alphabet: D, O, R, W.
    let spaced = "W O . .\nR D . .\n. . W .\n. . . O\n";
    assert!(solve(&[], spaced).starts_with("42"), "{}", solve(&[], spaced));
    let line = run_on(word, &["sudoku", "convert", "--to", "line", "--symbols", "WORD"]).exits(0).out;
    assert_eq!(line, "WO..RD....W....O\n");
    let again = run(&["sudoku", "convert", "--to", "grid", "--symbols", "WORD", line.trim()]).exits(0).out;
    assert!(again.contains("| W O | . . |"), "{again}");
    for to in ["csv", "json"] {
        let text = run_on(word, &["sudoku", "convert", "--to", to, "--symbols", "WORD"]).exits(0).out;
        assert!(text.contains("WO..RD....W....O"), "{text}");
        let solved_again = solve(&["--symbols", "WORD", "--size", "4"], &text);
        assert_eq!(solved_again, solved, "{text}");
    }
    let object = run_on(word, &["sudoku", "solve", "--format", "json", "--symbols", "WORD"]).exits(0).out;
    assert!(object.contains(&format!("\"{}\"", solved.split_whitespace().next().unwrap())), "{object}");
    let error = run(&["sudoku", "solve", "--symbols", "WOO", "x"]).exits(2).err;
    assert!(error.contains("different symbols"), "{error}");
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

/// Runs the program with these texts as standard input, through a pipe, one after the other.
fn run_piped(texts: &[&str], arguments: &[&str]) -> Run {
    let mut child = dlx().args(arguments).stdin(Stdio::piped()).spawn().expect("the binary runs");
    let mut input = child.stdin.take().expect("a pipe");
    for text in texts {
        // The program may have ended because of an error.
        input.write_all(text.as_bytes()).ok();
    }
    drop(input);
    child.wait_with_output().expect("the binary ends").into()
}

#[test]
fn rules_given_by_flags_are_written_or_named_as_lost() {
    let flags = ["--variant", "x", "--constraint", "thermo r1c1 r1c2"];
    let puzzle = format!("1{}", ".".repeat(80));
    for name in NAMES {
        let arguments = [&["sudoku", "convert", "--to", name][..], &flags[..], &[&*puzzle]].concat();
        let run = run(&arguments).exits(0);
        let lost =
            format!("warning: {name} cannot hold rules of the variant (thermo, x): left out of 1 record\n");
        if matches!(name, "json" | "iss" | "fpuzzles" | "sudokupad") {
            assert_eq!(run.err, "", "{name}");
            let back = run_on(&run.out, &["sudoku", "convert", "--to", "json"]).exits(0).out;
            assert!(back.contains("thermo r1c1 r1c2"), "{name}: {back}");
        } else {
            assert_eq!(run.err, lost, "{name}");
        }
    }
    // On the diagonals of this puzzle a cell has no candidate.
    let refused = run(&[&["sudoku", "convert", "--to", "pm"][..], &flags[..], &[CLASSIC]].concat()).exits(3);
    assert!(refused.err.contains("it would not hold rules of the variant (thermo, x)"), "{}", refused.err);
    let lost = "warning: line cannot hold rules of the variant (x): left out of 1 record\n";
    let generated = run(&["sudoku", "generate", "--variant", "x", "--seed", "1"]).exits(0);
    assert_eq!(generated.err, lost);
    let minimized = run(&["sudoku", "minimize", "--variant", "x", generated.out.trim()]).exits(0);
    assert_eq!(minimized.err, lost);
    let boxes = run(&["sudoku", "generate", "--size", "6", "--box", "3x2", "--seed", "1"]).exits(0);
    assert_eq!(boxes.err, "warning: line cannot hold the shape of the boxes (3x2): left out of 1 record\n");
    let picture = run(&["sudoku", "render", "--variant", "anti-king", CLASSIC]).exits(0);
    assert!(picture.err.contains("does not show rules of the variant (anti-king)"), "{}", picture.err);
}

#[test]
fn a_text_is_the_same_puzzle_as_an_argument_a_file_and_through_a_pipe() {
    let rules = "\nx\nthermo r1c1 r2c1\n";
    let grid: String =
        CLASSIC.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row).into_owned() + "\n").collect();
    let mut texts: Vec<String> = NAMES
        .iter()
        .filter(|name| !matches!(**name, "digits" | "sdx"))
        .map(|name| run(&["sudoku", "convert", "--to", name, CLASSIC]).exits(0).out)
        .collect();
    texts.extend([
        "3x3::k:1281:1281:".to_owned() + &(2..81).map(|cell| format!("{cell}:")).collect::<String>(),
        format!("{CLASSIC}{rules}"),
        format!("{grid}{rules}"),
        "12.4\n..1.\n.4..\n....\nodd r2c3\n".to_owned(),
        "12345.......3...........5".to_owned(),
    ]);
    for text in &texts {
        let arguments = ["sudoku", "convert", "--to", "json"];
        let expected = run_on(text, &arguments).exits(0);
        assert!(expected.out.starts_with('{'), "{text}");
        let path = file(text);
        let path = path.path().to_str().expect("UTF-8").to_owned();
        let others = [
            ("argument", run(&[&arguments[..], &[text.as_str()]].concat())),
            ("file", run(&[&arguments[..], &[path.as_str()]].concat())),
            ("pipe", run_piped(&[text], &arguments)),
        ];
        for (way, other) in others {
            assert_eq!((other.exits(0).out, way), (expected.out.clone(), way), "{text}");
        }
    }
}

#[test]
fn puzzles_through_a_pipe_are_answered_one_by_one_with_their_rules() {
    let mut child = dlx().args(["sudoku", "solve"]).stdin(Stdio::piped()).spawn().expect("the binary runs");
    let mut input = child.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut answer = |text: &str| {
        input.write_all(text.as_bytes()).expect("the program reads");
        input.flush().expect("the program reads");
        answers.next().expect("an answer").expect("UTF-8")
    };
    // Twelve, so that the program no longer expects rules.
    for _ in 0..12 {
        assert_eq!(answer(&format!("{CLASSIC}\n")), CLASSIC_SOLVED);
    }
    assert!(answer("1...............\nx\nkiller 3 r1c1 r1c2\n").starts_with("12"));
    drop(input);
    let rest: Run = child.wait_with_output().expect("the binary ends").into();
    assert_eq!(rest.code, Some(4), "{}", rest.err);
}

#[test]
fn dlx_reads_its_own_output_of_every_side() {
    // Larger boards are generated slowly; every side is read back in the tests of `sudoku-cover`.
    for side in 1..=12 {
        let size = side.to_string();
        for format in ["line", "grid", "json"] {
            let made = run(&["sudoku", "generate", "--size", &size, "--seed", "2", "--format", format]);
            let checked = run_on(&made.exits(0).out, &["sudoku", "check"]).exits(0);
            assert_eq!(checked.out, "unique\n", "{format} of side {side}");
        }
    }
}

#[test]
fn drawings_of_a_puzzle_are_named_and_its_solution_is_compared() {
    let cells = (0..16).map(|place| if place == 0 { r#"{"value":2,"given":true}"# } else { "{}" });
    let rows: Vec<String> =
        cells.collect::<Vec<_>>().chunks(4).map(|row| format!("[{}]", row.join(","))).collect();
    let puzzle = format!(
        r#"{{"size":4,"ruleset":"Lines are odd.","line":[{{"lines":[["A1"]]}}],"grid":[{}]}}"#,
        rows.join(",")
    );
    let run = run_on(&puzzle, &["sudoku", "check"]).exits(4);
    assert_eq!(run.out, "several\n");
    assert!(run.err.contains("standard input: puzzle 1: left out 1 line"), "{}", run.err);
    assert!(run.err.contains("note: its rules in words: Lines are odd."), "{}", run.err);
    let json = run_on(&puzzle, &["sudoku", "check", "--format", "json"]).exits(4).out;
    assert!(json.contains(r#""left_out":[{"what":"line","count":1}]"#), "{json}");
    let stated = |solution: &str| {
        let object = format!(r#"{{"givens":"{CLASSIC}","other":{{"solution":"{solution}"}}}}"#);
        (
            run_on(&object, &["sudoku", "solve"]).exits(0).err,
            run_on(&object, &["sudoku", "check"]).exits(0).err,
        )
    };
    assert_eq!(stated(CLASSIC_SOLVED), (String::new(), String::new()));
    let (solve, check) = stated(&CLASSIC_SOLVED.replace('5', "6"));
    let note = "note: standard input: puzzle 1: the solution in the text is another one\n";
    assert_eq!((solve.as_str(), check.as_str()), (note, note));
}

#[test]
fn own_digits_of_every_side_are_read_as_digits_without_a_size() {
    for side in 1..=9 {
        let blank = ".".repeat(side * side);
        let size = side.to_string();
        let json = run_on(&blank, &["sudoku", "convert", "--size", &size, "--to", "json"]).exits(0).out;
        let digits = run_on(&json, &["sudoku", "convert", "--to", "digits"]).exits(0).out;
        for from in [&[][..], &["--from", "digits"]] {
            let read = run_on(&digits, &[&["sudoku", "convert", "--to", "json"], from].concat()).exits(0).out;
            assert_eq!(read, json, "{side}");
        }
    }
}

#[test]
fn an_unreadable_grid_is_one_error_and_printed_once() {
    let letters: String = (0..16)
        .map(|row| "OLECFKGBMIJHNDP!".chars().cycle().skip(row).take(16).collect::<String>() + "\n")
        .collect();
    let path = file(&letters);
    let path = path.path().to_str().expect("UTF-8");
    let run = run(&["sudoku", "solve", path]).exits(3);
    assert_eq!(run.out.lines().count(), 1, "{}", run.out);
    assert!(run.out.contains("skipped with 15 lines below"), "{}", run.out);
    // With both streams in one place.
    let program = env!("CARGO_BIN_EXE_dlx");
    let both = std::process::Command::new("sh")
        .args(["-c", &format!("'{program}' sudoku solve '{path}' 2>&1")])
        .output()
        .expect("a shell runs");
    assert_eq!(String::from_utf8_lossy(&both.stdout).matches("expected").count(), 1, "{both:?}");
}

#[test]
fn a_missing_list_is_not_a_list_without_puzzles() {
    let list = file(&format!("{CLASSIC}\n"));
    let list = list.path().to_str().expect("UTF-8");
    for arguments in [["sudoku", "diff", list, "missing"], ["sudoku", "diff", "missing", list]] {
        let run = run(&arguments).exits(3);
        assert!(run.out.is_empty() && run.err.contains("cannot open missing"), "{}{}", run.out, run.err);
    }
}

#[test]
fn a_level_is_read_as_it_is_written() {
    let rated = run(&["sudoku", "rate", "--format", "json", CLASSIC]).exits(0).out;
    assert!(rated.contains(r#""level":"easy""#), "{rated}");
    for level in ["easy", "Easy", "EASY"] {
        let made = run(&["sudoku", "generate", "--level", level, "--seed", "1"]).exits(0).out;
        assert!(made.contains("# easy ("), "{made}");
    }
}
