//! Tests that the tables in the README and in `docs/speed.md` are those of the records.
//!
//! A comment in a page specifies a table of a record, and the table stands between this comment and the next
//! one:
//!
//! ```text
//! <!-- table 1 of 2026-11-23-listing.md; columns file = problem, dlx-core = dlx; rows queens12 = 12 queens -->
//! <!-- end of table -->
//! ```
//!
//! Columns are selected by their headings in the record, rows by their first cells. They appear in the order
//! of the comment, with the name after `=` if there is one. Without `rows`, all rows are shown; `;
//! transposed` exchanges rows and columns. `DLX_GUIDE=record cargo test -p benches --test it tables::` writes the
//! tables into the pages.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

const START: &str = "<!-- table ";
const END: &str = "<!-- end of table -->";

type Table = Vec<Vec<String>>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the page with the tables that its comments specify, and their number.
fn updated(page: &str) -> (String, usize) {
    let mut updated = Vec::new();
    let mut shown = 0;
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        updated.push(line.to_owned());
        if let Some(request) = line.strip_prefix(START).and_then(|rest| rest.strip_suffix(" -->")) {
            updated.extend(markdown(&requested(request)));
            updated.push(END.to_owned());
            assert!(lines.any(|line| line == END), "expected `{END}` after `{line}`, found none");
            shown += 1;
        }
    }
    (updated.join("\n") + "\n", shown)
}

/// Returns the table that a comment specifies, with its heading.
fn requested(request: &str) -> Table {
    let mut parts = request.split("; ");
    let place = parts.next().and_then(|place| place.split_once(" of "));
    let (number, file) = place.unwrap_or_else(|| panic!("expected `NUMBER of FILE`, found `{request}`"));
    let record = fs::read_to_string(root().join("benches/records").join(file)).expect(file);
    let number: usize = number.parse().expect("tables are numbered");
    let mut table = tables(&record).swap_remove(number - 1);
    for part in parts {
        if let Some(names) = part.strip_prefix("rows ") {
            let heading = table.swap_remove(0);
            table = picked(&table, names);
            table.insert(0, heading);
        } else if let Some(names) = part.strip_prefix("columns ") {
            table = transposed(&picked(&transposed(&table), names));
        } else {
            assert_eq!(part, "transposed");
            table = transposed(&table);
        }
    }
    table
}

/// Returns the rows whose first cells have these names, renamed where the request says `NAME = OTHER`.
fn picked(table: &Table, names: &str) -> Table {
    let pick = |request: &str| {
        let (name, shown) = request.split_once(" = ").unwrap_or((request, request));
        let line = table.iter().find(|line| line[0] == name);
        let mut line = line.unwrap_or_else(|| panic!("expected `{name}` in the record, found none")).clone();
        shown.clone_into(&mut line[0]);
        line
    };
    names.split(", ").map(pick).collect()
}

fn transposed(table: &Table) -> Table {
    (0..table[0].len()).map(|column| table.iter().map(|row| row[column].clone()).collect()).collect()
}

/// Returns the tables of a Markdown text, each with its heading and without the separator line.
fn tables(text: &str) -> Vec<Table> {
    let is_row = |line: &&str| line.starts_with('|');
    let lines: Vec<&str> = text.lines().collect();
    let blocks =
        lines.chunk_by(|above, below| is_row(above) == is_row(below)).filter(|block| is_row(&block[0]));
    let cells = |row: &&str| row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    blocks.map(|block| [&block[..1], &block[2..]].concat().iter().map(cells).collect()).collect()
}

fn markdown(table: &Table) -> Vec<String> {
    let mut lines: Vec<String> = table.iter().map(|row| format!("| {} |", row.join(" | "))).collect();
    lines.insert(1, format!("|---|{}", "---:|".repeat(table[0].len() - 1)));
    lines
}

#[test]
fn the_pages_show_the_tables_of_the_records() {
    let mut shown = 0;
    for path in ["README.md", "docs/speed.md"].map(|page| root().join(page)) {
        let page = fs::read_to_string(&path).expect("a page can be read");
        let (updated, tables) = updated(&page);
        shown += tables;
        if env::var("DLX_GUIDE").is_ok_and(|word| word == "record") {
            fs::write(&path, updated).expect("a page can be written");
        } else {
            assert_eq!(updated, page, "{}", path.display());
        }
    }
    assert!(shown >= 3, "expected at least 3 tables, found {shown}");
}
