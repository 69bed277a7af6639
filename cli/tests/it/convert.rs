//! `dlx convert`, and the formats that the other commands read.

#[cfg(unix)]
use std::io::{BufRead, BufReader};
#[cfg(unix)]
use std::process::Command;

use crate::support::{self, file, folder, run, run_on, testdata};

/// A problem in each of the formats that are read, in the order of `FORMATS`.
const TEXTS: [&str; 5] = [
    "0 1 2\n0 2\n1\n2 1\n",
    "1 0 1\n0 1 0\n0 1 1\n",
    "p 3 3 3\n0 2\n1\n2 1\n",
    "p 3 3 3\n1 3\n2\n3 2\n",
    "{\"schema\":1,\n\"items\":[\n{\"name\":\"0\",\"kind\":\"primary\"},\n{\"name\":\"1\",\"kind\":\"primary\"},\n\
     {\"name\":\"2\",\"kind\":\"primary\"}\n],\n\"options\":[\n{\"uses\":[{\"item\":\"0\"},{\"item\":\"2\"}]},\n\
     {\"uses\":[{\"item\":\"1\"}]},\n{\"uses\":[{\"item\":\"2\"},{\"item\":\"1\"}]}\n]}\n",
];
const FORMATS: [&str; 5] = ["knuth", "dense", "sparse0", "sparse1", "json"];

/// Colors, bounds and costs.
const RICH: &str = "a 0:2|b | x\na x:1 |3\nb x:1 |2\nb x\n";

#[test]
fn every_format_is_converted_into_every_other() {
    for (from, text) in FORMATS.iter().zip(TEXTS) {
        for (to, expected) in FORMATS.iter().zip(TEXTS) {
            // A matrix has no order within its rows, and no names: those of `sparse1` begin with 1.
            if *from == "dense" && *to != "dense" || *from == "sparse1" && matches!(*to, "knuth" | "json") {
                continue;
            }
            let run = run_on(text, &["convert", "-", "--from", from, "--to", to]).exits(0);
            assert_eq!(run.out, expected, "{from} to {to}");
        }
    }
    let run = run_on(TEXTS[1], &["convert", "--from", "dense", "--to", "sparse1", "-"]).exits(0);
    assert_eq!(run.out, "p 3 3 3\n1 3\n2\n2 3\n");
    let run = run_on(TEXTS[3], &["convert", "--from", "sparse1", "--to", "knuth", "-"]).exits(0);
    assert_eq!(run.out, "1 2 3\n1 3\n2\n3 2\n");
}

#[test]
fn every_command_reads_every_format() {
    for (from, text) in FORMATS.iter().zip(TEXTS) {
        assert_eq!(run_on(text, &["count", "--from", from, "-"]).exits(0).out, "1\n", "{from}");
        let covers = run_on(text, &["solve", "--from", from, "--format", "ids", "-"]).exits(0).out;
        assert_eq!(covers, "0 1\n", "{from}");
        let problem = file(text);
        let path = problem.path().to_str().expect("UTF-8");
        let run = run_on(&covers, &["check", "--from", from, path, "-"]).exits(0);
        assert_eq!(run.out, "covers: 1 right, 0 wrong\n");
    }
}

#[test]
fn a_file_tells_its_format_by_its_name() {
    let folder = folder();
    for (format, text) in FORMATS.iter().zip(TEXTS) {
        let path = folder.path().join(format!("problem.{format}"));
        std::fs::write(&path, text).expect("a file can be written");
        assert_eq!(run(&["count", path.to_str().expect("UTF-8")]).exits(0).out, "1\n", "{format}");
    }
    for name in ["problem", "problem.dlx", "problem.auto", "json", "problem.json.txt"] {
        let path = folder.path().join(name);
        std::fs::write(&path, TEXTS[0]).expect("a file can be written");
        assert_eq!(run(&["count", path.to_str().expect("UTF-8")]).exits(0).out, "1\n", "{name}");
    }
    let json = folder.path().join("problem.json");
    run(&["count", "--from", "knuth", json.to_str().expect("UTF-8")]).exits(3);
}

#[test]
fn json_carries_colors_bounds_and_costs() {
    let json = run_on(RICH, &["convert", "-", "--to", "json"]).exits(0).out;
    assert_eq!(run_on(&json, &["convert", "--from", "json", "--to", "knuth", "-"]).exits(0).out, RICH);
    for name in ["queens8", "langford8", "soma", "sudoku16"] {
        let path = testdata(&format!("exact-cover/{name}.dlx"));
        let json = run(&["convert", &path, "--to", "json"]).exits(0).out;
        let back = run_on(&json, &["convert", "--from", "json", "--to", "knuth", "-"]).exits(0).out;
        assert_eq!(back, run(&["convert", &path, "--to", "knuth"]).exits(0).out, "{name}");
    }
}

#[test]
fn features_a_format_cannot_hold_are_refused_by_name() {
    for (problem, to, expected) in [
        (RICH, "dense", "a dense matrix cannot carry colors"),
        ("a | x\na x\n", "dense", "a dense matrix cannot carry secondary items"),
        ("a\n", "dense", "a dense matrix cannot carry a problem without options"),
        ("0:2|a\na\n", "sparse0", "a file of sparse rows cannot carry bounds"),
        ("a\na |3\n", "sparse1", "a file of sparse rows cannot carry costs"),
    ] {
        let run = run_on(problem, &["convert", "-", "--to", to]).exits(3);
        assert!(run.err.contains(expected), "{}", run.err);
        assert_eq!(run.out, "");
    }
    let none = "{\"schema\": 1, \"items\": [], \"options\": []}";
    let run = run_on(none, &["convert", "-", "--from", "json", "--to", "knuth"]).exits(3);
    assert!(run.err.contains("a problem without primary items"), "{}", run.err);
}

#[test]
fn the_first_items_of_a_matrix_may_be_the_primary_ones() {
    let matrix = "1 0 1\n0 1 1\n0 1 0\n";
    let arguments = ["convert", "-", "--from", "dense", "--primary", "2", "--to"];
    let to = |format| run_on(matrix, &[&arguments[..], &[format]].concat()).exits(0).out;
    assert_eq!(to("knuth"), "0 1 | 2\n0 2\n1 2\n1\n");
    assert_eq!(to("sparse0"), "p 3 3 2\n0 2\n1 2\n1\n");
    assert_eq!(run_on(matrix, &["count", "--from", "dense", "--primary", "2", "-"]).exits(0).out, "1\n");
    let run = run_on(TEXTS[0], &["count", "--primary", "2", "-"]).exits(2);
    assert!(run.err.contains("--primary requires --from dense or sparse"), "{}", run.err);
}

#[test]
fn clauses_map_their_variables_to_the_options() {
    let run = run_on(RICH, &["convert", "-", "--to", "cnf"]).exits(0);
    let expected = "\
c variable 1 is option 0: a x:1
c variable 2 is option 1: b x:1
c variable 3 is option 2: b x
c p show 1 2 3 0
p cnf 4 4
1 0
-3 -4 0
-1 4 0
-2 4 0
";
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(ToOwned::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&run.out), sorted(expected), "{}", run.out);
    assert!(run.err.contains("clauses cannot carry costs"), "{}", run.err);
}

#[test]
fn each_encoding_of_at_most_one_can_be_asked_for() {
    let path = testdata("exact-cover/queens8.dlx");
    let header = |how: &[&str]| {
        let out = run(&[&["convert", &path, "--to", "cnf"], how].concat()).exits(0).out;
        out.lines().find(|line| line.starts_with("p cnf")).expect("a header").to_owned()
    };
    let all = ["pairwise", "sequential", "product", "binary"].map(|how| header(&["--at-most-one", how]));
    assert_eq!(header(&[]), all[1]);
    for (at, one) in all.iter().enumerate() {
        assert!(all[at + 1..].iter().all(|other| other != one), "{one}");
    }
    let run = run(&["convert", &path, "--to", "lp", "--at-most-one", "product"]).exits(2);
    assert!(run.err.contains("--at-most-one requires --to cnf"), "{}", run.err);
}

#[test]
fn linear_forms_have_the_costs_as_their_objective() {
    let opb = run_on(RICH, &["convert", "-", "--to", "opb"]).exits(0).out;
    assert!(opb.starts_with("* #variable= 4 #constraint= 4\n"), "{opb}");
    assert!(opb.contains("\nmin: +3 x1 +2 x2 ;\n"), "{opb}");
    let lp = run_on(RICH, &["convert", "-", "--to", "lp"]).exits(0).out;
    assert!(lp.contains("\nMinimize\n cost: 3 x0 + 2 x1\nSubject To\n"), "{lp}");
    assert!(lp.ends_with("End\n"), "{lp}");
}

#[test]
fn faults_of_every_format_have_line_and_column() {
    for (from, text, expected) in [
        ("knuth", "a\nb\n", "2:1: expected an item, found `b`"),
        ("dense", "01\n0\n", "2:2: expected 2 entries as in the first row, found 1"),
        ("sparse0", "0\n1 x\n", "2:3: expected the number of an item, found `x`"),
        ("sparse1", "1\n0\n", "2:1: expected a number from 1 to 16777216, found item 0"),
        (
            "json",
            "{\"schema\": 1,\n\"rows\": []}",
            "2:7: expected one of `schema`, `comment`, `items`, `options`, found `rows`",
        ),
    ] {
        let run = run_on(text, &["convert", "--from", from, "--to", "json", "-"]).exits(3);
        assert!(run.err.contains(&format!("error: standard input:{expected}")), "{}", run.err);
        assert_eq!(run.out, "");
    }
}

#[test]
fn a_format_to_write_is_required() {
    let run = run_on(TEXTS[0], &["convert", "-"]).exits(2);
    assert!(run.err.contains("--to"), "{}", run.err);
}

/// Millions of clauses: far more than the buffer of a pipe.
#[cfg(unix)]
fn long() -> tempfile::NamedTempFile {
    file(&format!("a\n{}", "a\n".repeat(3000)))
}

#[cfg(unix)]
#[test]
fn an_interrupted_conversion_says_that_it_is_cut_off() {
    let problem = long();
    let mut child = support::dlx()
        .args(["convert", "--to", "cnf", "--at-most-one", "pairwise"])
        .arg(problem.path())
        .spawn()
        .expect("the binary runs");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    out.read_line(&mut String::new()).expect("a line comes");
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(status.expect("kill runs").success());
    std::io::copy(&mut out, &mut std::io::sink()).expect("the rest comes");
    let run = support::Run::from(child.wait_with_output().expect("the child ends")).exits(130);
    assert_eq!(run.err, "note: interrupted: the output is cut off\n");
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_a_conversion_quietly() {
    let problem = long();
    let mut child =
        support::dlx().args(["convert", "--to", "opb"]).arg(problem.path()).spawn().expect("the binary runs");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    out.read_line(&mut String::new()).expect("a line comes");
    drop(out);
    let run = support::Run::from(child.wait_with_output().expect("the child ends")).exits(0);
    assert_eq!(run.err, "");
}

/// A problem of few bytes whose bounds need many clauses.
#[test]
fn more_clauses_than_allowed_are_refused_before_any_is_written() {
    let options = "a\n".repeat(2000);
    let problem = format!("1000:1000|a\n{options}");
    let refused = run_on(&problem, &["convert", "--to", "cnf", "--max-clauses", "1000000", "-"]).exits(3);
    assert_eq!(refused.out, "");
    let (_, found) =
        refused.err.split_once("expected at most 1000000 clauses, found ").expect("both numbers");
    let found = found.trim_end();
    assert!(found.parse::<u64>().is_ok_and(|found| found > 1_000_000), "{found}");
    let written = run_on(&problem, &["convert", "--to", "cnf", "--max-clauses", found, "-"]).exits(0);
    assert!(written.out.contains(&format!(" {found}\n")));
    run_on(&problem, &["convert", "--to", "lp", "--max-clauses", "9", "-"]).exits(2);
}
