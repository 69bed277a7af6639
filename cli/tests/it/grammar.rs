//! Rules for all commands: standard input, `-o`, JSON that conforms to its schema, common flags.
//!
//! A command that is not listed here fails a test, so that new commands follow the rules.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{self, CLASSIC, HOPELESS, Run, folder, run, run_on};
use jsonschema::Validator;
use serde_json::Value;

/// Rooks on some cells of a board of side 4, which has four covers, and costs.
const PROBLEM: &str = "\
r0 r1 r2 r3 c0 c1 c2 c3
r0 c1 |1
r1 c3
r2 c0
r3 c2
r0 c2 |3
r1 c0
r2 c3
r3 c1
r0 c0
";

/// No cover: three items, and each option covers two of them.
const IMPOSSIBLE: &str = "a b c\na b\nb c\n";

/// Primary items, secondary items and colors can be exchanged.
const SYMMETRIC: &str = "a b | x y\na x:red\na x:blue\nb y:red\nb y:blue\n";

/// Commands that print a report: their arguments except the input, and inputs. The schema has the name of the
/// command.
const REPORTS: [(&str, &[&str], &[&str]); 30] = [
    ("solve", &[], &[PROBLEM, IMPOSSIBLE]),
    ("solve", &["--limit", "1"], &[PROBLEM]),
    ("count", &[], &[PROBLEM, IMPOSSIBLE]),
    ("count", &["--modulo", "7"], &[PROBLEM]),
    ("solve", &["--up-to-symmetry"], &[SYMMETRIC, IMPOSSIBLE]),
    ("count", &["--up-to-symmetry"], &[SYMMETRIC, IMPOSSIBLE]),
    ("symmetries", &[], &[SYMMETRIC, PROBLEM]),
    ("best", &["-k", "3"], &[PROBLEM, IMPOSSIBLE]),
    ("best", &["-k", "3", "--up-to-symmetry"], &[SYMMETRIC, IMPOSSIBLE]),
    ("sample", &["-n", "3", "--seed", "1"], &[PROBLEM]),
    ("marginals", &[], &[PROBLEM]),
    ("estimate", &["--probes", "50"], &[PROBLEM]),
    ("survey", &[], &[PROBLEM, IMPOSSIBLE]),
    ("why", &[], &[PROBLEM, IMPOSSIBLE]),
    ("sudoku solve", &[], &[CLASSIC, HOPELESS, "nonsense\n"]),
    ("sudoku solve", &["--limit", "3"], &[CLASSIC]),
    ("sudoku count", &["--limit", "100"], &[CLASSIC, HOPELESS]),
    ("sudoku check", &[], &[CLASSIC, HOPELESS, "nonsense\n"]),
    ("sudoku sample", &["-n", "2", "--size", "4"], &["12..............\n", "11..............\n"]),
    ("sudoku candidates", &[], &[CLASSIC]),
    ("sudoku candidates", &["--true", "--limit", "3"], &[CLASSIC, HOPELESS, FEW_CLUES]),
    ("sudoku explain", &["--certify"], &[CLASSIC, HOPELESS]),
    ("sudoku hint", &[], &[CLASSIC, HOPELESS]),
    ("sudoku steps", &[], &[CLASSIC, HOPELESS]),
    ("sudoku rate", &[], &[CLASSIC]),
    ("sudoku why", &["--limit", "50"], &[CLASSIC, HOPELESS, FEW_CLUES]),
    ("sudoku why-not", &["4", "r1c1"], &[HARD, CLASSIC]),
    ("sudoku minimize", &[], &[CLASSIC]),
    ("sudoku minimize", &["--redundant"], &[CLASSIC]),
    ("sudoku canon", &[], &[CLASSIC]),
];

/// Several solutions.
const FEW_CLUES: &str = "7...18....91....5..6.7.....2.4...5.3.....4.8.8....3..2...1.98.........1..3.8...6.";
/// No digit is impossible for such a simple reason that no chain is needed.
const HARD: &str = "000000000000000012003045000000000036000000400570008000000100000000900020706000500";

/// Commands that print a report and need two inputs or a file.
const WITH_TWO_INPUTS: [&str; 4] = ["check", "sudoku diff", "task run", "task merge"];

/// Commands whose output is a document: their arguments and an input.
const DOCUMENTS: [(&str, &[&str], &str); 7] = [
    ("reduce", &[], PROBLEM),
    ("convert", &["--to", "opb"], PROBLEM),
    ("compile", &[], PROBLEM),
    ("task split", &["--tasks", "3"], PROBLEM),
    ("sudoku convert", &["--to", "sdk"], CLASSIC),
    ("sudoku render", &[], CLASSIC),
    ("sudoku booklet", &[], CLASSIC),
];

/// Commands that are tested elsewhere: those without input, interactive ones, and those that draw covers.
const OTHERS: [&str; 8] =
    ["completions", "generate", "help", "man", "render", "sudoku generate", "sudoku play", "sudoku serve"];

fn words(command: &str) -> Vec<&str> {
    command.split(' ').collect()
}

/// Returns the commands that a help text lists.
fn listed(path: &[&str]) -> Vec<String> {
    let help = run(&[path, &["--help"]].concat()).exits(0).out;
    let list = help.split("Commands:\n").nth(1).expect("a list of commands");
    let lines = list.lines().take_while(|line| line.starts_with("  "));
    let names = lines.filter_map(|line| line.split_whitespace().next());
    names.map(|name| [path, &[name]].concat().join(" ")).collect()
}

#[test]
fn every_command_is_listed_here() {
    let mut listed_here: Vec<&str> = REPORTS.iter().map(|(command, ..)| *command).collect();
    listed_here.extend(WITH_TWO_INPUTS.iter().chain(&OTHERS));
    listed_here.extend(DOCUMENTS.iter().map(|(command, ..)| *command));
    listed_here.sort_unstable();
    listed_here.dedup();
    let groups = ["sudoku", "task"];
    let mut all = listed(&[]);
    all.retain(|command| !groups.contains(&&**command));
    all.extend(groups.iter().flat_map(|group| listed(&[group])));
    all.sort_unstable();
    assert_eq!(listed_here, all);
}

fn schemas() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", "docs", "schema"].iter().collect()
}

/// Returns a validator for the published schema, changed so that it also refuses fields that are not
/// described.
fn validator(command: &str) -> Validator {
    let path = schemas().join(format!("{}.json", command.replace(' ', "-")));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut schema: Value = serde_json::from_str(&text).expect("a schema is JSON");
    close(&mut schema);
    jsonschema::validator_for(&schema).expect("a schema is well-formed")
}

/// Refuses additional properties in all objects.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            fields.values_mut().for_each(close);
            if fields.contains_key("properties") && fields.get("type").is_some_and(|kind| kind == "object") {
                fields.insert("additionalProperties".to_owned(), Value::Bool(false));
            }
        }
        Value::Array(values) => values.iter_mut().for_each(close),
        _ => {}
    }
}

/// Returns the objects of an output, each of which must conform to the schema.
#[track_caller]
fn objects(command: &str, output: &str) -> Vec<Value> {
    let validator = validator(command);
    let objects: Vec<Value> = output
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{command}: {error}: {line}")))
        .collect();
    for object in &objects {
        let errors: Vec<String> = validator.iter_errors(object).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{command}: {errors:#?}\n{object}");
    }
    objects
}

#[track_caller]
fn answers(run: Run) -> Run {
    assert!(matches!(run.code, Some(0 | 1 | 3 | 4)), "{:?}: {}", run.code, run.err);
    run
}

#[test]
fn objects_follow_their_schemas() {
    let mut used = BTreeMap::new();
    for (command, arguments, inputs) in REPORTS {
        for input in inputs {
            let json = [&words(command)[..], &["--format", "json"], arguments].concat();
            let found = objects(command, &answers(run_on(input, &json)).out);
            assert!(!found.is_empty(), "{json:?}");
            *used.entry(command.replace(' ', "-")).or_insert(0) += found.len();
        }
    }
    let mut files: Vec<String> = fs::read_dir(schemas())
        .expect("the schemas can be read")
        .map(|entry| entry.expect("an entry").path())
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
        .filter(|name| !WITH_TWO_INPUTS.contains(&&*name.replace('-', " ")) && name != "progress")
        .collect();
    files.sort_unstable();
    assert_eq!(files, used.into_keys().collect::<Vec<_>>());
}

#[test]
fn objects_of_two_inputs_follow_their_schemas() {
    let folder = folder();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("a file can be written");
        path.to_str().expect("UTF-8").to_owned()
    };
    let problem = file("p.dlx", PROBLEM);
    let covers = file("covers", "0 1 2 3\n0 1\nnonsense\n");
    let totals = objects("check", &run(&["check", "--format", "json", &problem, &covers]).exits(3).out);
    assert_eq!((totals.len(), &totals[2]["wrong"], &totals[2]["unreadable"]), (3, &1.into(), &1.into()));
    // A problem alone is looked over: one object, with findings of all kinds or none.
    let mistakes =
        "a b # c 0:0|d 3|e | x monday mondya\na b monday:green\na b monday:green\nd a monday:geren\nx\n";
    for (text, code, kinds) in [(PROBLEM, 0, 0), (mistakes, 1, 8)] {
        let alone = file("alone", text);
        let found = objects("check", &run(&["check", "--format", "json", &alone]).exits(code).out);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0]["no_cover"], code == 1);
        assert_eq!(found[0]["findings"].as_array().map(Vec::len), Some(kinds), "{:#}", found[0]);
    }
    let lists = [file("one", &format!("{CLASSIC}\n{FEW_CLUES}\n")), file("two", CLASSIC)];
    let differences = run(&["sudoku", "diff", "--format", "json", &lists[0], &lists[1]]).exits(1).out;
    assert_eq!(objects("sudoku diff", &differences).len(), 2);
    let tasks = run(&["task", "split", "--tasks", "2", &problem]).exits(0).out;
    let results = folder.path().join("results").to_str().expect("UTF-8").to_owned();
    for want in ["count", "covers"] {
        let flags = ["--format", "json", "--want", want];
        let ran = [&["task", "run", "--results", &results, &problem][..], &flags].concat();
        assert!(objects("task run", &run_on(&tasks, &ran).exits(0).out).len() >= 2);
        let merged = run(&[&["task", "merge", &problem, &results][..], &flags].concat()).exits(0).out;
        let merged = objects("task merge", &merged);
        assert_eq!(merged.last().expect("an end")["count"], "4");
    }
}

#[test]
fn progress_follows_its_schema() {
    let best = run_on(PROBLEM, &["best", "--progress", "json"]).exits(0);
    assert!(!objects("progress", &best.err).is_empty(), "{}", best.err);
    let many = support::testdata("exact-cover/sudoku_many.dlx");
    let slow = ["count", "--rule", "first", "-j", "1", "--progress", "json", "-q"];
    let told = support::first_lines(1, &[&slow[..], &[&many]].concat());
    assert!(!objects("progress", &told[0]).is_empty());
}

#[test]
fn an_output_file_has_what_standard_output_would_have() {
    let folder = folder();
    let path = folder.path().join("answer");
    let file = path.to_str().expect("UTF-8");
    let rows = REPORTS.iter().map(|(command, arguments, inputs)| (*command, *arguments, inputs[0]));
    for (command, arguments, input) in rows.chain(DOCUMENTS) {
        let plain = [&words(command)[..], arguments].concat();
        let printed = raw(input, &plain);
        fs::write(&path, "old").expect("a file can be written");
        let written = raw(input, &[&plain[..], &["-o", file]].concat());
        assert!(matches!(written.status.code(), Some(0 | 1 | 4)), "{plain:?}: {written:?}");
        assert!(written.stdout.is_empty(), "{plain:?}");
        assert_eq!(fs::read(&path).expect("the file is there"), printed.stdout, "{plain:?}");
        assert_eq!(temporary_files(folder.path()), 0, "{plain:?}");
    }
}

/// Like [`run_on`], for output that may not be text.
fn raw(input: &str, arguments: &[&str]) -> std::process::Output {
    let file = support::file(input);
    let input = file.reopen().expect("the file can be read");
    support::dlx().args(arguments).stdin(input).output().expect("the binary runs")
}

fn temporary_files(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    names.filter(|name| name.to_string_lossy().starts_with(".dlx-")).count()
}

#[test]
fn flags_of_all_commands_are_taken_by_all_and_change_no_answer() {
    let flags = ["--stats", "--progress", "never", "--verbose", "--color", "always"];
    let rows = REPORTS.iter().map(|(command, arguments, inputs)| (*command, *arguments, inputs[0]));
    for (command, arguments, input) in rows.chain(DOCUMENTS) {
        // A picture for a terminal may have colors.
        if command == "sudoku render" {
            continue;
        }
        let plain = [&words(command)[..], arguments].concat();
        let (printed, told) = (raw(input, &plain), raw(input, &[&plain[..], &flags].concat()));
        assert_eq!(told.stdout, printed.stdout, "{plain:?}");
        let messages = String::from_utf8_lossy(&told.stderr).into_owned();
        assert!(messages.contains("time           "), "--stats of {plain:?}: {messages}");
        assert!(messages.contains("exit code "), "--verbose of {plain:?}: {messages}");
        assert!(messages.contains("\u{1b}["), "--color of {plain:?}: {messages}");
        let quiet = raw(input, &[&plain[..], &["-q"]].concat());
        assert!(quiet.stderr.is_empty() || quiet.status.code() == Some(3), "{plain:?}: {quiet:?}");
    }
}
