//! The tables of the guide that are generated from the program: which command has which flag, what each format
//! holds, which rules, and which engine takes which rule. They are found by running the program.
//!
//! Such a table stands between a comment with its name and a comment that ends it. `DLX_GUIDE=record cargo test -p
//! dlx-cli --test it tables::` writes the tables into the pages.

#[path = "../../../sudoku-cover/tests/examples/mod.rs"]
mod examples;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{CLASSIC, CLASSIC_SOLVED, file, run, run_on};
use examples::EXAMPLES;
use serde_json::Value;
use sudoku_cover::Format;

/// A page, the name of a table in it, and what makes the table.
type Generated = (&'static str, &'static str, fn() -> Table);

const TABLES: [Generated; 5] = [
    ("docs/exact-cover.md", "flags of dlx", || flags(&[])),
    ("docs/sudoku/solving.md", "flags of dlx sudoku", || flags(&["sudoku"])),
    ("docs/sudoku/formats.md", "formats", formats),
    ("docs/sudoku/variants.md", "rules by format", rules_by_format),
    ("docs/how-it-works.md", "engines", engines),
];

const END: &str = "<!-- end of table -->";

/// The heading and the rows.
type Table = Vec<Vec<String>>;

#[test]
fn the_guide_has_the_tables_of_the_program() {
    let is_recording = env::var("DLX_GUIDE").is_ok_and(|word| word == "record");
    for (page, name, table) in TABLES {
        let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(page);
        let text = fs::read_to_string(&path).expect("a page can be read");
        let start = format!("<!-- {name} -->\n");
        let (before, rest) = text.split_once(&start).unwrap_or_else(|| panic!("{page} has no `{name}`"));
        let (_, after) = rest.split_once(END).unwrap_or_else(|| panic!("expected `{END}` in {page}"));
        let updated = format!("{before}{start}{}{END}{after}", markdown(&table()));
        if is_recording {
            fs::write(&path, updated).expect("a page can be written");
        } else {
            assert_eq!(updated, text, "{page}: `{name}` is not what the program does");
        }
    }
}

fn markdown(table: &Table) -> String {
    let line = |row: &Vec<String>| format!("| {} |\n", row.join(" | "));
    let rule = format!("|{}\n", "---|".repeat(table[0].len()));
    [line(&table[0]), rule].into_iter().chain(table[1..].iter().map(line)).collect()
}

fn row(first: impl Into<String>, cells: impl IntoIterator<Item = bool>) -> Vec<String> {
    let cells = cells.into_iter().map(|is_so| if is_so { "yes" } else { "" }.to_owned());
    [first.into()].into_iter().chain(cells).collect()
}

fn heading(cells: &[&str]) -> Vec<String> {
    cells.iter().map(|&cell| cell.to_owned()).collect()
}

/// Returns the names below `Commands:` of a help text.
fn commands(path: &[&str]) -> Vec<String> {
    let help = run(&[path, &["--help"]].concat()).exits(0).out;
    let list = help.split("Commands:\n").nth(1).expect("a list of commands");
    let lines = list.lines().take_while(|line| line.starts_with("  "));
    lines.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

/// Commands without an answer, and groups of commands.
const NO_ANSWERS: [&str; 7] = ["help", "completions", "man", "task", "sudoku", "play", "serve"];

/// Which commands have the flags that many commands share.
fn flags(path: &[&str]) -> Table {
    let mut table = vec![heading(&[
        "command",
        "several inputs",
        "`-o`",
        "`--format json`",
        "`-j`",
        "`--timeout`",
        "`--nodes`",
        "`--memory`",
    ])];
    for name in commands(path).into_iter().filter(|name| !NO_ANSWERS.contains(&name.as_str())) {
        let help = run(&[path, &[name.as_str(), "--help"]].concat()).exits(0).out;
        let has = |flag: &str| help.lines().any(|line| line.trim_start().starts_with(flag));
        let usage = help.lines().find(|line| line.starts_with("Usage: ")).expect("a usage line");
        // The values of `--format` stand on the lines below it, up to the next flag.
        let format = help.split("      --format <").nth(1).unwrap_or_default();
        let format = format.split("\n      -").next().unwrap_or_default();
        let has_json = ["json:", "json,", "json]"].iter().any(|json| format.contains(json));
        let cells = [
            usage.ends_with("..."),
            has("-o, "),
            has_json,
            has("-j, "),
            has("--timeout"),
            has("--nodes"),
            has("--memory"),
        ];
        table.push(row(format!("`{name}`"), cells));
    }
    table
}

/// The words that a flag of a command takes.
fn possible(command: &[&str], flag: &str) -> Vec<String> {
    let help = run(&[command, &["--help"]].concat()).exits(0).out;
    let rest = help.split(&format!("      {flag} <")).nth(1).unwrap_or_else(|| panic!("no {flag}"));
    let rest = rest.split("\n      -").next().expect("a part");
    if let Some((_, list)) = rest.split_once("[possible values: ") {
        let list = list.split(']').next().expect("a part");
        return list.split(',').map(|word| word.trim().to_owned()).collect();
    }
    let items = rest.lines().filter_map(|line| line.trim().strip_prefix("- "));
    items.filter_map(|item| Some(item.split_once(':')?.0.to_owned())).collect()
}

/// Writes a puzzle in a format and reads it again. Returns the JSON record, if both can be done.
fn round_trip(input: &str, format: &str, flags: &[&str]) -> Option<Value> {
    let written = run_on(input, &[&["sudoku", "convert", "--to", format], flags].concat());
    if written.code != Some(0) || written.out.is_empty() {
        return None;
    }
    let read = run_on(&written.out, &["sudoku", "convert", "--from", format, "--to", "json"]);
    serde_json::from_str(read.out.lines().next()?).ok()
}

/// A puzzle with a placed digit, r1c3=4, and a removed candidate.
const STATE: &str =
    ":0000:x:53+4.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79:216::";

/// What each format holds, as a puzzle shows that is written in it and read again.
fn formats() -> Table {
    // All candidates of all cells but one.
    let allowed = format!("{} 12345678", vec!["123456789"; 80].join(" "));
    let detailed = format!(
        r#"{{"side":9,"givens":"{CLASSIC}","title":"A title","author":"One","description":"Usual rules",
        "comment":"A comment","other":{{"solution":"{CLASSIC_SOLVED}"}},
        "cosmetics":[{{"kind":"cage","cells":["r1c1"],"text":"A"}}]}}"#
    )
    .replace('\n', " ");
    let blank = ".".repeat(81);
    let mut table =
        vec![heading(&["format", "sides", "placed digits", "candidates", "rules", "details", "files"])];
    for format in possible(&["sudoku", "convert"], "--to") {
        let holds = |input: &str, field: &str, flags: &[&str]| {
            round_trip(input, &format, flags).is_some_and(|record| !record[field].is_null())
        };
        let sides: Vec<usize> = (1..=25).filter(|&side| is_side(&format, side)).collect();
        let sides = match (sides.first(), sides.last()) {
            (Some(first), Some(last)) if first == last => first.to_string(),
            (Some(first), Some(last)) if last - first + 1 == sides.len() => format!("{first} to {last}"),
            _ => panic!("{format}: sides {sides:?}"),
        };
        let candidates = match (holds(STATE, "marks", &[]), holds(&allowed, "allowed", &[])) {
            (true, true) => "of the player and the puzzle",
            (true, false) => "of the player",
            (false, true) => "of the puzzle",
            (false, false) => "",
        };
        let has_placed = holds(STATE, "placed", &[]);
        let copy = round_trip(&detailed, &format, &[]).unwrap_or_default();
        let details = [
            ("title", &copy["title"]),
            ("author", &copy["author"]),
            ("rules in words", &copy["description"]),
            ("solution", &copy["other"]["solution"]),
            ("comments", &copy["comment"]),
            ("notes and drawings", &copy["cosmetics"]),
        ];
        let held: Vec<&str> =
            details.iter().filter(|(_, value)| !value.is_null()).map(|(name, _)| *name).collect();
        let has_rules = holds(&blank, "rules", &["--constraint", "killer 3 r1c1 r1c2"]);
        let files = format.parse::<Format>().expect("a known format").files();
        let mut cells = row(format!("[{format}](#{format})"), [has_placed, has_rules]);
        cells.insert(1, sides);
        cells.insert(3, candidates.to_owned());
        cells.extend([held.join(", "), files.to_owned()]);
        table.push(cells);
    }
    table
}

/// Returns whether a format holds boards of this side.
fn is_side(format: &str, side: usize) -> bool {
    let cells = if side <= 9 { ".".repeat(side * side) } else { vec!["0"; side * side].join(",") };
    let written = run_on(&cells, &["sudoku", "convert", "--size", &side.to_string(), "--to", format]);
    written.code == Some(0) && !written.out.is_empty()
}

/// Rules of the whole board, and those that have no picture of their own.
const OTHER_RULES: [&str; 19] = [
    "x",
    "windoku",
    "disjoint",
    "anti-knight",
    "anti-king",
    "anti-taxicab",
    "global-entropy",
    "global-modular",
    "non-consecutive",
    "regions",
    "even r1c1 r2c2",
    "odd r1c1 r2c2",
    "strict-kropki",
    "strict-white",
    "strict-black",
    "strict-xv",
    "chaos",
    "no-rank-ties",
    "any-rank-ties",
];

/// The boxes, of which the first and the fourth have exchanged a cell.
const REGIONS: &str = "111222333111222333114222333144555666444555666444555666777888999777888999777888999";

/// Which formats hold which rules: each is written and read again.
fn rules_by_format() -> Table {
    let formats = ["json", "iss", "fpuzzles", "sudokupad", "killer"];
    let mut table = vec![[&["rule"], &formats[..]].concat().iter().map(|&name| name.to_owned()).collect()];
    let mut rules: Vec<(String, String)> = Vec::new();
    let of_cells = EXAMPLES.iter().flat_map(|(_, rules)| rules.iter().copied());
    let others = OTHER_RULES.iter().copied();
    for rule in of_cells.chain(others) {
        let mut words = rule.split(' ');
        let word = words.next().expect("a word");
        // The dots and letters between two cells, which are not the diagonals.
        let name = if word == "x" && words.next().is_some() { "x A B".to_owned() } else { word.to_owned() };
        let text = if rule == "regions" { format!("regions {REGIONS}") } else { rule.to_owned() };
        if !rules.iter().any(|(known, _)| *known == name) {
            rules.push((name, text));
        }
    }
    for (name, text) in rules {
        let constraints = file(&format!("{text}\n"));
        let path = constraints.path().to_str().expect("UTF-8");
        let blank = ".".repeat(81);
        let flags = ["--constraints", path];
        let record = |format: &str| round_trip(&blank, format, &flags).unwrap_or_default();
        let expected = record("json")["rules"].clone();
        assert!(!expected.is_null(), "{text} is not read");
        let cells = formats.map(|format| {
            let record = record(format);
            let is_there = ["rules", "allowed"].into_iter().any(|field| !record[field].is_null());
            // Without the rule that took the boxes away.
            let is_there = is_there && (text != "chaos" || record["rules"] == expected);
            let found = if record["rules"] == expected { "yes" } else { "as others" };
            if is_there { found.to_owned() } else { String::new() }
        });
        table.push([format!("`{name}`")].into_iter().chain(cells).collect());
    }
    table
}

/// Which engine takes which rule, bounds and colors.
fn engines() -> Table {
    let plain = "a b c\na b\nc\n";
    let inputs: [(&str, &str, &[&str]); 4] = [
        ("`fewest`", plain, &["--rule", "fewest"]),
        ("`first`, `preferred`, `random`", plain, &["--rule", "first"]),
        ("bounds", "0:2|a b\na\na b\n", &[]),
        ("colors", "a b | x\na x:1\nb x:1\n", &[]),
    ];
    let takes = |command: &str, engine: &str, input: &str, flags: &[&str]| {
        matches!(run_on(input, &[&[command, "--engine", engine], flags].concat()).code, Some(0 | 1))
    };
    for rule in ["preferred", "random:1"] {
        for engine in possible(&["count"], "--engine") {
            let takes = |rule| takes("count", &engine, plain, &["--rule", rule]);
            assert_eq!(takes(rule), takes("first"), "{engine} {rule}");
        }
    }
    let mut headings = vec!["engine", "lists covers"];
    headings.extend(inputs.iter().map(|(name, ..)| *name));
    let mut table = vec![heading(&headings)];
    let listing = possible(&["solve"], "--engine");
    for engine in possible(&["count"], "--engine") {
        let cells = inputs.iter().map(|(_, input, flags)| takes("count", &engine, input, flags));
        table.push(row(format!("`{engine}`"), [listing.contains(&engine)].into_iter().chain(cells)));
    }
    table
}
