//! The command `variants` measures small puzzles of files and of the generator, and stops in time.

use std::fs;
use std::path::Path;
use std::process::Command;

use benches::objection::objection;
use sudoku_cover::{Geometry, Record};

/// Runs the command with these arguments, and returns the cells of the last table that it prints.
fn table(arguments: &[&str]) -> Vec<Vec<String>> {
    let output = Command::new(env!("CARGO_BIN_EXE_benches"))
        .arg("variants")
        .args(arguments)
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("tables are text");
    let table = text.trim_end().rsplit("\n\n").next().unwrap_or_default();
    table
        .lines()
        .map(|line| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect())
        .collect()
}

/// Returns the cell of a row under a heading.
fn cell<'t>(table: &'t [Vec<String>], row: usize, heading: &str) -> &'t str {
    let column = table[0].iter().position(|cell| cell == heading);
    &table[row][column.unwrap_or_else(|| panic!("expected `{heading}`, found {:?}", table[0]))]
}

#[test]
fn records_are_measured_or_counted_by_what_they_are() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("variants.txt");
    let rules = ".Thermo~R1C2~R1C3~R1C4~R1C5~R1C6~R1C7.Cage~15~R9C3~R9C4~R9C5";
    let givens = ".~R1C1_5~R2C1_6~R2C4_1~R2C5_9~R2C6_5~R3C2_9~R3C3_8~R3C8_6~R4C1_8~R4C5_6~R4C9_3~R5C1_4~R5C4_8\
                  ~R5C6_3~R5C9_1~R6C1_7~R6C5_2~R6C9_6~R7C2_6~R7C7_2~R7C8_8~R8C4_4~R8C5_1~R8C6_9~R8C9_5~R9C5_8\
                  ~R9C8_7~R9C9_9";
    let several = format!("5{}", ".".repeat(80));
    fs::write(&path, format!("{givens}{rules}\n\n{several}\n\n{givens}.Unheard~1~2\n"))
        .expect("it can be written");
    let table = table(&["files", "--runs", "1", path.to_str().expect("its name is text")]);
    assert_eq!(cell(&table, 2, "puzzles"), "1");
    assert_eq!(cell(&table, 2, "not finished"), "0");
    assert_eq!(cell(&table, 2, "not one solution"), "1");
    assert_eq!(cell(&table, 2, "not read"), "1");
}

#[test]
fn puzzles_of_every_kind_are_generated_and_solved() {
    let table =
        table(&["generated", "--side", "6", "--puzzles", "1", "--runs", "1", "--each", "--limit", "60"]);
    assert_eq!(table.len(), 2 + sudoku_cover::RuleKind::with_cells().count());
    for row in 2..table.len() {
        assert_eq!(cell(&table, row, "generated"), "1");
        assert_eq!(cell(&table, row, "solve: puzzles"), "1");
        assert_eq!(cell(&table, row, "not finished"), "0");
    }
}

#[test]
fn puzzles_without_givens_are_picked() {
    let table = table(&["generated", "killer", "--without-givens", "--side", "4", "--puzzles", "2"]);
    assert_eq!(cell(&table, 2, "solve: puzzles"), "2");
    assert_eq!(cell(&table, 2, "median givens"), "0");
}

#[test]
fn a_count_of_grids_stops_at_its_limit() {
    let table = table(&["grids", "--limit", "0"]);
    assert_eq!(table.len(), 4);
    assert!((2..4).all(|row| cell(&table, row, "grids").starts_with("at least ")));
}

#[test]
fn grids_that_are_no_solution_are_found_out() {
    let solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let wrong = |rule: &str, givens: String, solution: &str| {
        let mut record = Record::new(givens.parse().expect("a grid"));
        record.more_mut().rules = vec![rule.parse().expect("a rule")];
        let board = Geometry::classic().with_rules(record.rules()).expect("the board can have it");
        objection(&record, &board, &solution.parse().expect("a grid")).expect("the grid fits").is_some()
    };
    let blank = || ".".repeat(81);
    assert!(!wrong("thermo r1c2 r1c3 r1c4", blank(), solution));
    assert!(wrong("thermo r1c1 r1c2", blank(), solution));
    assert!(wrong("killer 9 r1c1 r1c2", blank(), solution));
    assert!(wrong("thermo r1c2 r1c3", format!("1{}", &blank()[1..]), solution));
    assert!(wrong("thermo r1c2 r1c3", blank(), &format!("3{}", &solution[1..])));
    assert!(wrong("thermo r1c2 r1c3", blank(), &format!(".{}", &solution[1..])));
}
