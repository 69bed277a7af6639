//! Properties of every command: inputs, outputs, formats, limits, messages and exit codes. Each test is named
//! after a corrected fault.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;
use std::thread;

use crate::support::{
    CLASSIC, HOPELESS, Run, TEN, dlx, file, first_lines, folder, run, run_on, testdata, words_of,
};
use serde_json::Value;

fn queens() -> String {
    testdata("exact-cover/queens8.dlx")
}

fn text(path: &str) -> String {
    fs::read_to_string(path).expect("the file can be read")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let name = |entry: fs::DirEntry| entry.file_name().into_string().expect("the name is UTF-8");
    let mut names: Vec<String> = entries.map(|entry| name(entry.expect("an entry"))).collect();
    names.sort();
    names
}

/// Returns the objects of an output.
#[track_caller]
fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a line is an object")).collect()
}

fn words(command: &str) -> Vec<&str> {
    command.split_whitespace().collect()
}

/// The commands that read a problem without other arguments.
const READERS: [&str; 8] = ["solve", "count", "best", "sample", "marginals", "estimate", "why", "reduce"];

#[test]
fn exact_cover_commands_read_standard_input_that_is_not_named() {
    let problem = text(&queens());
    for command in READERS.into_iter().chain(["convert --to json", "task split --tasks 3"]) {
        let unnamed = run_on(&problem, &words(command)).exits(0);
        let named = run_on(&problem, &[&words(command)[..], &["-"]].concat()).exits(0);
        assert!(!unnamed.out.is_empty(), "{command}");
        assert_eq!((unnamed.out, unnamed.err), (named.out, named.err), "{command}");
    }
    let compile = |more: &[&str]| {
        let input = file(&problem).reopen().expect("it can be read");
        let run = dlx().arg("compile").args(more).stdin(input).output().expect("the binary runs");
        assert!(run.status.success() && run.stdout.starts_with(b"dlx diagram "));
        run.stdout
    };
    assert_eq!(compile(&[]), compile(&["-"]));
    // If the problem is a file, standard input contains its covers.
    let covers = run(&["solve", "--limit", "1", &queens()]).exits(0).out;
    assert_eq!(run_on(&covers, &["check", &queens(), "-"]).exits(0).out, "covers: 1 right, 0 wrong\n");
    // Without the bar, `check` looks the problem over, and says that it does not read the covers.
    let alone = run_on(&covers, &["check", &queens()]).exits(0);
    assert!(alone.out.ends_with("no mistakes found\n") && alone.err.contains("standard input is not read"));
    let drawn = ["render", "--geometry", "1 queens row=r<row> column=c<column>", &queens()];
    assert!(run_on(&covers, &drawn).exits(0).out.starts_with("<svg "));
    let tasks = run(&["task", "split", "--tasks", "3", &queens()]).exits(0).out;
    let results = folder();
    let results = results.path().to_str().expect("UTF-8");
    let ran = run_on(&tasks, &["task", "run", "--results", results, &queens()]).exits(0).out;
    assert_eq!(ran.lines().count(), tasks.lines().count());
}

/// `script` runs a command on a terminal without input.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_is_not_waited_for_and_shows_the_short_help() {
    for command in ["count", "solve", "sudoku solve", "render -o /dev/null PROBLEM", "task run PROBLEM"] {
        let line = format!("{} {}", env!("CARGO_BIN_EXE_dlx"), command.replace("PROBLEM", &queens()));
        let mut script = std::process::Command::new("script");
        script.args(["-qec", &line, "/dev/null"]).stdin(Stdio::null());
        let run = Run::from(script.output().expect("script of util-linux runs")).exits(2);
        assert!(run.out.contains("expected a file or `-` for standard input, found neither"), "{}", run.out);
        assert!(run.out.contains("Examples:") && run.out.lines().count() < 60, "{}", run.out);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_gets_a_drawing_in_text() {
    let shown = |locale: &str, command: &str| {
        let line = format!("{} {command}", env!("CARGO_BIN_EXE_dlx"));
        let mut script = std::process::Command::new("script");
        script.args(["-qec", &line, "/dev/null"]).stdin(Stdio::null()).env("LC_ALL", locale);
        Run::from(script.output().expect("script of util-linux runs"))
    };
    let folder = folder();
    let (problem, covers) = (folder.path().join("soma.dlx"), folder.path().join("covers"));
    run(&["generate", "soma", "-o", problem.to_str().expect("UTF-8")]).exits(0);
    fs::write(&covers, run(&["solve", "--limit", "1", problem.to_str().expect("UTF-8")]).out)
        .expect("written");
    for (locale, border) in [("C", '+'), ("C.UTF-8", '┌')] {
        let picture =
            shown(locale, &format!("render {} {}", problem.display(), covers.display())).exits(0).out;
        assert!(picture.starts_with("layer 1 ") && picture.contains(border), "{picture}");
        assert_eq!(picture.is_ascii(), locale == "C", "{picture}");
    }
    let grid = shown("C", &format!("sudoku render {CLASSIC}")).exits(0).out;
    assert!(!grid.contains("<svg") && grid.contains('│'), "{grid}");
}

/// Commands that have found nothing yet after two seconds.
#[cfg(target_os = "linux")]
#[test]
fn work_that_takes_long_shows_the_elapsed_time_on_a_terminal() {
    let problem = file(&run(&["generate", "dominoes", "40x40"]).exits(0).out);
    let problem = problem.path().to_str().expect("UTF-8").to_owned();
    let blank = ".".repeat(81);
    let commands =
        ["compile PROBLEM -o /dev/null", "marginals PROBLEM", "sudoku count BLANK", "sudoku sample BLANK"];
    let runs = commands.map(|command| {
        let command = command.replace("PROBLEM", &problem).replace("BLANK", &blank);
        let line = format!("{} {command} --timeout 3500ms", env!("CARGO_BIN_EXE_dlx"));
        thread::spawn(move || {
            let shown = |line: &str| {
                let mut script = std::process::Command::new("script");
                script.args(["-qec", line, "/dev/null"]).stdin(Stdio::null());
                Run::from(script.output().expect("script of util-linux runs")).exits(5).out
            };
            (shown(&line), shown(&format!("{line} --progress never")))
        })
    });
    for (run, command) in runs.into_iter().zip(commands) {
        let (shown, hidden) = run.join().expect("it does not panic");
        assert!(shown.contains("2 seconds elapsed") && !hidden.contains("elapsed"), "{command}: {shown}");
        // The line is removed at the end, and messages are printed above it.
        let last = shown.rsplit("elapsed").next().unwrap_or_default();
        assert!(last.contains("\u{1b}[2K") && shown.contains("time limit"), "{command}: {shown}");
    }
}

#[test]
fn a_limit_that_is_reached_is_success() {
    let listed = run(&["solve", "--limit", "7", &queens()]).exits(0);
    assert_eq!((listed.out.lines().count(), listed.err.as_str()), (7, ""));
    for command in ["solve --limit 7", "count --limit 7", "sample -n 7", "best -k 7"] {
        let found = run(&[&words(command)[..], &["--format", "json", &queens()]].concat()).exits(0);
        let end = objects(&found.out).pop().expect("an object");
        let is_complete = Value::from(!command.contains("limit"));
        assert_eq!((&end["count"], &end["complete"]), (&"7".into(), &is_complete), "{command}");
        assert_eq!(found.err, "", "{command}");
    }
    for command in ["solve --limit 3", "count --limit 3"] {
        let found = run(&[&["sudoku"], &words(command)[..], &["--format", "json", TEN]].concat()).exits(0);
        let end = objects(&found.out).pop().expect("an object");
        assert_eq!((&end["count"], &end["complete"]), (&"3".into(), &false.into()), "{command}");
        assert_eq!(found.err, "", "{command}");
    }
}

#[test]
fn output_is_a_flag_of_every_command_that_writes() {
    let here = folder();
    let path = |name: &str| here.path().join(name).display().to_string();
    fs::write(path("cover"), run(&["solve", "--limit", "1", &queens()]).exits(0).out).expect("a file");
    fs::write(path("tasks"), run(&["task", "split", "--tasks", "3", &queens()]).exits(0).out)
        .expect("a file");
    let results = path("results");
    run(&["task", "run", "--results", &results, &queens(), &path("tasks")]).exits(0);
    for command in [
        "solve QUEENS",
        "count QUEENS",
        "best QUEENS",
        "sample QUEENS",
        "marginals QUEENS",
        "estimate QUEENS",
        "check QUEENS COVER",
        "why QUEENS",
        "symmetries QUEENS",
        "reduce QUEENS",
        "generate queens 8",
        "convert --to json QUEENS",
        "compile QUEENS",
        "render QUEENS COVER --geometry GEOMETRY",
        "task split --tasks 3 QUEENS",
        "task run --results RESULTS QUEENS TASKS",
        "task merge QUEENS RESULTS",
        "completions bash",
        "man solve",
        "help solve",
        "sudoku solve CLASSIC",
        "sudoku count CLASSIC",
        "sudoku check CLASSIC",
        "sudoku candidates CLASSIC",
        "sudoku sample CLASSIC",
        "sudoku explain CLASSIC",
        "sudoku hint CLASSIC",
        "sudoku rate CLASSIC",
        "sudoku why CLASSIC",
        "sudoku why-not 5 r1c3 CLASSIC",
        "sudoku generate",
        "sudoku minimize CLASSIC",
        "sudoku canon CLASSIC",
        "sudoku convert --to sdk CLASSIC",
        "sudoku render CLASSIC",
        "sudoku booklet CLASSIC",
        "sudoku diff CLASSIC CLASSIC --format json",
    ] {
        let known = [
            ("QUEENS", &*queens()),
            ("COVER", &*path("cover")),
            ("TASKS", &*path("tasks")),
            ("RESULTS", &*results),
            ("GEOMETRY", "1 queens row=r<row> column=c<column>"),
            ("CLASSIC", CLASSIC),
        ];
        let arguments = words_of(command, &known);
        let printed = dlx().args(&arguments).output().expect("the binary runs");
        assert!(!printed.stdout.is_empty(), "{command}");
        for flag in ["-o", "--output"] {
            let output = path("output");
            let written = dlx().args(&arguments).args([flag, &output]).output().expect("the binary runs");
            let written = Run::from(written);
            assert_eq!(written.code, printed.status.code(), "{command}: {}", written.err);
            assert_eq!(written.out, "", "{command}");
            assert!(fs::read(&output).expect("it is there") == printed.stdout, "{command} {flag}");
            fs::remove_file(output).expect("it is there");
        }
    }
    assert_eq!(names(here.path()), ["cover", "results", "tasks"]);
}

#[test]
fn every_command_that_reports_has_objects() {
    let wrong = file("0 1\n");
    let wrong = wrong.path().to_str().expect("UTF-8");
    for command in [
        "solve QUEENS",
        "count QUEENS",
        "best QUEENS",
        "sample QUEENS",
        "marginals QUEENS",
        "estimate QUEENS",
        "check QUEENS WRONG",
        "why QUEENS",
        "sudoku solve CLASSIC",
        "sudoku count CLASSIC",
        "sudoku check CLASSIC",
        "sudoku sample CLASSIC",
        "sudoku explain CLASSIC",
        "sudoku hint CLASSIC",
        "sudoku rate CLASSIC",
        "sudoku why CLASSIC",
        "sudoku why-not 5 r1c3 CLASSIC",
        "sudoku minimize CLASSIC",
        "sudoku canon CLASSIC",
        "sudoku diff CLASSIC CLASSIC",
    ] {
        let arguments = words_of(command, &[("QUEENS", &*queens()), ("WRONG", wrong), ("CLASSIC", CLASSIC)]);
        let run = dlx().args(&arguments).args(["--format", "json"]).output().expect("the binary runs");
        let objects = objects(&Run::from(run).out);
        assert!(!objects.is_empty() && objects.iter().all(|object| object["schema"] == 1), "{command}");
    }
    let end = |arguments: &[&str]| objects(&run(arguments).out).pop().expect("an object");
    assert_eq!(
        end(&["count", "--format", "json", &queens()]),
        serde_json::json!({ "schema": 1, "source": queens(), "count": "92", "complete": true })
    );
    assert_eq!(
        end(&["check", "--format", "json", &queens(), wrong]),
        serde_json::json!({ "schema": 1, "right": 0, "wrong": 1, "unreadable": 0, "complete": true })
    );
    let count = end(&["sudoku", "count", "--format", "json", TEN]);
    assert_eq!((&count["count"], &count["complete"]), (&"10".into(), &true.into()));
    assert_eq!(end(&["sudoku", "check", "--format", "json", TEN])["status"], "several");
}

#[test]
fn a_puzzle_without_an_answer_has_the_same_reason_in_all_objects() {
    let twice = CLASSIC.replacen("53", "55", 1);
    let list = file(&format!("{twice}\nnonsense\n{HOPELESS}\n"));
    let path = list.path().to_str().expect("UTF-8");
    let contradiction = "5 twice in row 1: r1c1 and r1c2; 5 twice in box 1: r1c1 and r1c2";
    for command in [
        "solve",
        "solve --all",
        "count",
        "check",
        "sample",
        "hint",
        "steps",
        "rate",
        "explain",
        "minimize",
        "minimize --redundant",
        "canon",
        "why-not 1 r1c3",
    ] {
        let run = run(&[&["sudoku"][..], &words(command), &["--format", "json", path]].concat());
        let found = objects(&run.out);
        let of = |place: usize| (found[place]["status"].as_str(), found[place]["reason"].as_str());
        assert_eq!(of(0), (Some("invalid"), Some(contradiction)), "{command}");
        let (status, reason) = of(1);
        assert_eq!(status, Some("unreadable"), "{command}");
        assert!(
            reason.is_some_and(|reason| reason.starts_with(&format!("{path}:2:1: expected "))),
            "{command}"
        );
        // Without a solution, nothing is left to be said.
        assert!(
            matches!(of(2), (Some("none"), None | Some("no solution")) | (Some("canonical"), None)),
            "{command}"
        );
    }
    // A run that ends early says so in the same words. No command finishes this board within the limit, and none
    // works for long without looking at it, so the run is not ended in its place.
    let blank = file(&["0"; 256].join(","));
    let path = blank.path().to_str().expect("UTF-8");
    for command in ["count", "sample", "hint", "steps", "rate", "explain"] {
        let limited = ["--format", "json", "--size", "16", "--timeout", "300ms", path];
        let run = run(&[&["sudoku"][..], &words(command), &limited].concat()).exits(5);
        let found = objects(&run.out).pop().unwrap_or_else(|| panic!("{command}: {}", run.err));
        assert_eq!(found["reason"], "stopped at the time limit", "{command}: {found}");
        assert!(found["status"] == "unknown" || command == "count", "{command}: {found}");
    }
}

#[test]
fn a_document_is_read_alike_as_an_argument_in_a_file_and_in_a_pipe() {
    for format in
        ["opensudoku", "json", "fpuzzles", "sudokupad", "iss", "sdk", "ss", "hodoku", "pm", "csv", "link"]
    {
        let text = run(&["sudoku", "convert", "--to", format, CLASSIC]).exits(0).out;
        let list = file(&text);
        let solve = ["sudoku", "solve", "--format", "line"];
        let typed = run(&[&solve[..], &[text.trim_end()]].concat()).exits(0).out;
        let piped = run_on(&text, &solve).exits(0).out;
        let from_file = run(&[&solve[..], &[list.path().to_str().expect("UTF-8")]].concat()).exits(0).out;
        assert_eq!((&typed, &piped), (&from_file, &from_file), "{format}");
    }
    // Rules below a puzzle are those of the puzzle in all three.
    let text = "................\nthermo r1c1 r1c2 r1c3 r1c4\n";
    let list = file(text);
    let counts = [
        run(&["sudoku", "count", "--size", "4", list.path().to_str().expect("UTF-8")]).exits(0).out,
        run_on(text, &["sudoku", "count", "--size", "4"]).exits(0).out,
        run(&["sudoku", "count", "--size", "4", text]).exits(0).out,
    ];
    assert_eq!(counts, ["12\n", "12\n", "12\n"]);
}

#[test]
fn the_empty_cover_is_checked() {
    let problem = file("0:1|a\na\n");
    let path = problem.path().to_str().expect("UTF-8");
    let covers = run(&["solve", path]).exits(0).out;
    assert_eq!(covers.lines().count(), 2, "{covers}");
    let covers = file(&covers);
    let checked = run(&["check", path, covers.path().to_str().expect("UTF-8")]).exits(0);
    assert!(checked.out.contains("2 right, 0 wrong"), "{}", checked.out);
}

#[test]
fn the_lower_bound_of_a_stopped_count_may_exceed_64_bits() {
    // Seventy items with two options each, and the queens of a board.
    let mut problem = run(&["generate", "queens", "12"]).exits(0).out;
    let names: String = (0..70).map(|item| format!("p{item} ")).collect();
    let comments: usize =
        problem.split_inclusive('\n').take_while(|line| line.starts_with('|')).map(str::len).sum();
    problem.insert_str(comments, &names);
    (0..140).for_each(|option| problem.push_str(&format!("p{}\n", option / 2)));
    let problem = file(&problem);
    let path = problem.path().to_str().expect("UTF-8");
    let stopped = run(&["count", "--engine", "memo", "--memory", "20K", path]).exits(5).out;
    let bound = stopped.trim_end().strip_prefix("at least ").unwrap_or_else(|| panic!("{stopped}"));
    assert!(bound.len() > 20, "{bound}");
}

#[test]
fn json_is_recognized_on_standard_input() {
    let text = run(&["convert", "--to", "json", &queens()]).exits(0).out;
    assert_eq!(run_on(&text, &["count"]).exits(0).out, "92\n");
}

/// A listing of many thousand wrong lines or puzzles, of which the reader takes only the first.
#[cfg(unix)]
#[test]
fn a_reader_that_closes_the_pipe_does_not_turn_a_failed_check_into_success() {
    let wrong = file(&"0 1\n".repeat(50_000));
    let hopeless = file(&format!("{HOPELESS}\n").repeat(20_000));
    let other = file(CLASSIC);
    let path = |file: &tempfile::NamedTempFile| file.path().to_str().expect("UTF-8").to_owned();
    for arguments in [
        ["check", &queens(), &path(&wrong)],
        ["sudoku", "check", &path(&hopeless)],
        ["sudoku", "diff", &path(&hopeless)],
    ] {
        let other = other.reopen().expect("it can be read");
        let mut child = dlx().args(arguments).stdin(other).spawn().expect("the binary runs");
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        out.read_line(&mut String::new()).expect("a line comes");
        drop(out);
        let run = Run::from(child.wait_with_output().expect("the child ends")).exits(1);
        assert_eq!(run.err, "", "{arguments:?}");
    }
}

#[test]
fn vector_instructions_can_be_chosen_with_every_engine() {
    let queens = queens();
    for engine in ["auto", "links", "bitset", "bitslice", "search", "frontier", "memo"] {
        let chosen = ["--engine", engine, "--simd", "portable", "--stats", &queens];
        let counted = run(&[&["count"], &chosen[..]].concat()).exits(0);
        assert_eq!(counted.out, "92\n", "{engine}");
        assert!(!counted.err.contains("avx"), "{engine}: {}", counted.err);
        if matches!(engine, "frontier" | "memo") {
            continue;
        }
        let solved = run(&[&["solve"], &chosen[..]].concat()).exits(0);
        assert_eq!(solved.out, run(&["solve", &queens]).out, "{engine}");
        for run in [solved, run(&[&["estimate"], &chosen[..]].concat()).exits(0)] {
            assert!(run.err.contains(" (portable): "), "{engine}: {}", run.err);
        }
    }
}

#[test]
fn an_estimate_heeds_stats_and_progress() {
    let counted = run(&["estimate", "--stats", &queens()]).exits(0);
    for word in ["engine  ", "options        64 ", "time  "] {
        assert!(counted.err.contains(word), "{}", counted.err);
    }
    // An estimate keeps no node, so the statistics must not show 0 nodes.
    assert!(!counted.err.contains("nodes          0"), "{}", counted.err);
    let endless = ["estimate", "--probes", "100000000", "--timeout", "1500ms", &queens()];
    let shown = first_lines(1, &[&endless[..], &["--progress", "always"]].concat());
    assert!(shown[0].starts_with("progress: ") && shown[0].contains(" probes/s, "), "{shown:?}");
    let shown = first_lines(1, &[&endless[..], &["--progress", "json"]].concat());
    let first: Value = serde_json::from_str(&shown[0]).expect("an object");
    assert_eq!((&first["schema"], &first["event"]), (&1.into(), &"progress".into()));
    assert!(first["probes"].as_u64().is_some_and(|probes| probes > 0), "{first}");
    assert!(first["fraction"].as_f64().is_some_and(|fraction| fraction > 0.0), "{first}");
    assert!(!run(&endless).exits(5).err.contains("progress"));
}

#[test]
fn canon_has_no_flags_for_variants() {
    let help = run(&["sudoku", "canon", "--help"]).exits(0).out;
    for flag in ["--variant", "--regions", "--constraint", "--constraints"] {
        assert!(!help.contains(flag), "{help}");
        let refused = run(&["sudoku", "canon", flag, "x", CLASSIC]).exits(2);
        assert!(refused.err.contains(flag), "{}", refused.err);
    }
}

#[test]
fn an_error_leaves_the_output_as_it_was() {
    let here = folder();
    let output = here.path().join("output");
    let broken = file("a b\na\nc\n");
    let many = file(&format!("1000:1000|a\n{}", "a\n".repeat(2000)));
    let path = |file: &tempfile::NamedTempFile| file.path().to_str().expect("UTF-8").to_owned();
    let (broken, many, missing) = (path(&broken), path(&many), "no-such-file".to_owned());
    for (command, input, code) in [
        ("solve", &broken, 3),
        ("count", &broken, 3),
        ("count", &missing, 3),
        ("convert --to json", &broken, 3),
        ("convert --to cnf --max-clauses 9", &many, 3),
        ("convert --to dense", &many, 3),
        ("compile", &broken, 3),
        ("reduce", &missing, 3),
        ("sudoku booklet", &missing, 3),
        ("solve --reduce always --force 0", &many, 2),
        ("generate queens 0", &"--seed".to_owned(), 2),
    ] {
        for before in [None, Some("as it was")] {
            match before {
                Some(text) => fs::write(&output, text).expect("it can be written"),
                None => fs::remove_file(&output).unwrap_or_default(),
            }
            let failed = dlx().args(words(command)).arg("-o").arg(&output).arg(input).output();
            let failed = Run::from(failed.expect("the binary runs")).exits(code);
            assert!(failed.err.starts_with("error: "), "{command}: {}", failed.err);
            assert_eq!(fs::read_to_string(&output).ok().as_deref(), before, "{command}");
            assert_eq!(names(here.path()).len(), before.map_or(0, |_| 1), "{command}");
        }
    }
}

/// A signal in the middle of a document of millions of lines.
#[cfg(unix)]
#[test]
fn an_interrupt_in_the_middle_of_a_document_leaves_the_output_as_it_was() {
    let here = folder();
    let output = here.path().join("output");
    let problem = file(&format!("a\n{}", "a\n".repeat(4000)));
    for before in [None, Some("as it was")] {
        if let Some(text) = before {
            fs::write(&output, text).expect("it can be written");
        }
        let mut child = dlx()
            .args(["convert", "--to", "cnf", "--at-most-one", "pairwise", "-o"])
            .args([output.as_path(), problem.path()])
            .spawn()
            .expect("the binary runs");
        // The temporary file has grown, so the document is being written.
        let is_written = || {
            let entries = fs::read_dir(here.path()).expect("the folder can be read").flatten();
            let mut new = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(".dlx-"));
            new.any(|entry| entry.metadata().is_ok_and(|found| found.len() > 1 << 20))
        };
        while !is_written() {
            assert!(child.try_wait().expect("it can be asked").is_none(), "it ended too soon");
        }
        let status = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(status.expect("kill runs").success());
        let run = Run::from(child.wait_with_output().expect("the child ends")).exits(130);
        assert_eq!(run.err, "note: interrupted: the output is incomplete, so no file was written\n");
        assert_eq!(fs::read_to_string(&output).ok().as_deref(), before);
        assert_eq!(names(here.path()).len(), before.map_or(0, |_| 1));
    }
}

/// A run that waits for its input has already created the file of `-o`.
#[cfg(unix)]
#[test]
fn an_interrupt_while_input_is_awaited_leaves_no_temporary_file() {
    let here = folder();
    let output = here.path().join("output");
    for arguments in [&["count"][..], &["sudoku", "solve"], &["compile"]] {
        let mut command = dlx();
        command.args(arguments).arg("-o").arg(&output).stdin(Stdio::piped());
        let mut child = command.spawn().expect("the binary runs");
        let input = child.stdin.take().expect("a pipe");
        while names(here.path()).is_empty() {
            assert!(child.try_wait().expect("it can be asked").is_none(), "it ended too soon");
        }
        let status = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(status.expect("kill runs").success());
        let run = Run::from(child.wait_with_output().expect("the child ends")).exits(130);
        drop(input);
        assert_eq!(run.err, "note: interrupted\n", "{arguments:?}");
        assert_eq!(names(here.path()), Vec::<String>::new(), "{arguments:?}");
    }
}

/// Longer than any buffer, so that writing fails long before the end.
#[cfg(target_os = "linux")]
#[test]
fn a_full_output_device_is_named_and_leaves_a_file_as_it_was() {
    let large = file(&run(&["generate", "queens", "100"]).exits(0).out);
    let large = large.path().to_str().expect("UTF-8");
    let langford = testdata("exact-cover/langford11.dlx");
    for (command, path) in [
        ("convert --to json", large),
        ("convert --to cnf", large),
        ("convert --to knuth", large),
        ("solve --limit 20000", &langford),
        ("solve --format json --limit 20000", &langford),
    ] {
        let full = run(&[&words(command)[..], &["-o", "/dev/full", path]].concat()).exits(3);
        let expected = "error: cannot write to /dev/full: No space left on device";
        assert!(full.err.starts_with(expected), "{command}: {}", full.err);
        assert_eq!(full.err.lines().count(), 1, "{}", full.err);
        let here = folder();
        let output = here.path().join("output");
        fs::write(&output, "as it was").expect("it can be written");
        let mut limited = std::process::Command::new("sh");
        limited.args(["-c", "trap '' XFSZ; exec prlimit --fsize=100000 \"$@\"", "sh"]);
        limited.arg(env!("CARGO_BIN_EXE_dlx")).args(words(command)).arg("-o").arg(&output).arg(path);
        let full = Run::from(limited.output().expect("the shell runs")).exits(3);
        let expected = format!("error: cannot write to {}: File too large", output.display());
        assert!(full.err.starts_with(&expected), "{command}: {}", full.err);
        assert_eq!(fs::read_to_string(&output).expect("it is there"), "as it was", "{command}");
        assert_eq!(names(here.path()), ["output"], "{command}");
    }
}

#[test]
fn quiet_is_a_flag_of_every_command_and_leaves_errors_alone() {
    let idle = "a | x\nx\na\n";
    assert!(run_on(idle, &["count"]).exits(0).err.starts_with("warning: "));
    for arguments in [&["count", "-q"][..], &["-q", "count"], &["count", "--quiet"]] {
        let quiet = run_on(idle, arguments).exits(0);
        assert_eq!((quiet.out.as_str(), quiet.err.as_str()), ("1\n", ""));
    }
    let none = run_on("a b\na\n", &["solve", "-q"]).exits(1);
    assert_eq!((none.out.as_str(), none.err.as_str()), ("", ""));
    let puzzles = format!("{CLASSIC}\nrubbish\n");
    let failed = run_on(&puzzles, &["sudoku", "convert", "--to", "line", "-q"]).exits(3);
    assert!(failed.err.starts_with("error: standard input:2:1: "), "{}", failed.err);
    let missing = run(&["count", "-q", "no-such-file"]).exits(3);
    assert!(missing.err.starts_with("error: cannot open no-such-file"), "{}", missing.err);
    run(&["count", "-q", "-v", &queens()]).exits(2);
}

#[test]
fn verbose_prints_a_line_for_the_input() {
    let said = run(&["count", "-v", &queens()]).exits(0);
    assert_eq!(said.out, "92\n");
    assert!(said.err.contains(&format!("note: {}: 46 items, 64 options\n", queens())), "{}", said.err);
    let here = folder();
    let output = here.path().join("output").display().to_string();
    let said = run(&["solve", "--verbose", "-o", &output, &queens()]).exits(0);
    assert!(said.err.contains(": 46 items, 64 options\n"), "{}", said.err);
    assert!(said.err.contains(&format!("note: wrote {output}: ")), "{}", said.err);
}

#[test]
fn colors_of_messages_are_those_that_are_asked_for() {
    let messages = |arguments: &[&str], variables: &[(&str, &str)]| {
        let mut command = dlx();
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(name);
        }
        command
            .args(arguments)
            .envs(variables.iter().copied())
            .stdin(file("a\nb\n").reopen().expect("a file"));
        Run::from(command.output().expect("the binary runs")).exits(3).err
    };
    let is_colored = |text: &str| text.starts_with("\u{1b}[1m\u{1b}[31merror\u{1b}[0m");
    // An error without a line of the input, and one with it.
    for arguments in [&["count", "no-such-file"][..], &["count"]] {
        let always = [&["--color", "always"], arguments].concat();
        let never = [&["--color", "never"], arguments].concat();
        assert!(messages(arguments, &[]).starts_with("error: "));
        assert!(is_colored(&messages(&always, &[])), "{:?}", messages(&always, &[]));
        assert!(is_colored(&messages(&always, &[("NO_COLOR", "1")])));
        assert!(is_colored(&messages(arguments, &[("CLICOLOR_FORCE", "1")])));
        for plain in [
            messages(arguments, &[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")]),
            messages(&never, &[("CLICOLOR_FORCE", "1")]),
        ] {
            assert!(plain.starts_with("error: ") && !plain.contains('\u{1b}'), "{plain:?}");
        }
    }
}

#[test]
fn several_problems_are_answered_below_their_names_and_one_that_is_unreadable_stops_none() {
    let (first, second) = (queens(), testdata("exact-cover/langford8.dlx"));
    let both = run(&["count", &first, &second]).exits(0);
    assert_eq!(both.out, format!("==> {first} <==\n92\n==> {second} <==\n300\n"));
    let broken = file("a b\nc\n");
    let broken = broken.path().to_str().expect("UTF-8");
    let counted = run(&["count", &first, "no-such-file", broken, &second]).exits(3);
    assert!(counted.out.starts_with(&format!("==> {first} <==\n92\n")), "{}", counted.out);
    assert!(counted.out.ends_with(&format!("==> {second} <==\n300\n")), "{}", counted.out);
    assert!(counted.err.starts_with("error: cannot open no-such-file"), "{}", counted.err);
    assert!(counted.err.contains(&format!("error: {broken}:2:1: ")), "{}", counted.err);
    let counted = run(&["count", "--format", "json", &first, "no-such-file", &second]).exits(3);
    let expected = [(&first, "92"), (&second, "300")];
    let objects = objects(&counted.out);
    assert_eq!(objects.len(), 2);
    for (object, (source, count)) in objects.iter().zip(expected) {
        assert_eq!(
            *object,
            serde_json::json!({ "schema": 1, "source": source, "count": count, "complete": true })
        );
    }
    // The highest exit code applies.
    let none = file("a b\na\n");
    let none = none.path().to_str().expect("UTF-8");
    assert_eq!(
        run(&["count", &first, none]).exits(1).out,
        format!("==> {first} <==\n92\n==> {none} <==\n0\n")
    );
}

#[test]
fn the_lines_of_the_help_are_wrapped_once() {
    let pages = folder();
    run(&["man", "--folder", pages.path().to_str().expect("UTF-8")]).exits(0);
    let pages = names(pages.path());
    assert!(pages.len() > 40, "{pages:?}");
    for page in pages {
        let path = page.strip_suffix(".1").expect("a page");
        // Commands are single words, with two exceptions.
        let path = path.replace("why-not", "why_not");
        let words: Vec<String> =
            path.split('-').skip(1).map(|word| word.replace("why_not", "why-not")).collect();
        let help = Run::from(dlx().args(&words).arg("--help").output().expect("the binary runs"));
        if help.code != Some(0) {
            // The names of some generators have several parts.
            assert_eq!(words.first().map(String::as_str), Some("generate"), "{words:?}: {}", help.err);
            continue;
        }
        let lines: Vec<&str> = help.out.lines().collect();
        for pair in lines.windows(2) {
            let is_text = |line: &str| !line.is_empty() && !line.starts_with(' ') && !line.ends_with(':');
            if is_text(pair[0]) && is_text(pair[1]) {
                let word = pair[1].split(' ').next().expect("a word");
                assert!(pair[0].len() + 1 + word.len() > 90, "{words:?}: {pair:#?}");
            }
        }
    }
}

#[test]
fn an_empty_input_is_an_error_of_every_command_that_reads() {
    let problem = testdata("exact-cover/queens8.dlx");
    let others = [
        "symmetries",
        "convert --to json",
        "compile -o /dev/null",
        "task split --tasks 2",
        "task run PROBLEM",
        "render PROBLEM -o /dev/null",
        "sudoku solve",
        "sudoku count",
        "sudoku check",
        "sudoku sample",
        "sudoku explain",
        "sudoku hint",
        "sudoku steps",
        "sudoku rate",
        "sudoku minimize",
        "sudoku canon",
        "sudoku why",
        "sudoku why-not 1 r1c1",
        "sudoku convert --to csv",
        "sudoku render",
        "sudoku booklet",
    ];
    for command in READERS.into_iter().chain(others) {
        let mut arguments = words_of(command, &[("PROBLEM", &problem)]);
        if command.starts_with("render") {
            arguments.extend(["--geometry".to_owned(), "1 queens row=r<row> column=c<column>".to_owned()]);
        }
        let run = Run::from(dlx().args(&arguments).output().expect("the binary runs"));
        assert_eq!(run.code, Some(3), "{command}: {} {}", run.out, run.err);
        let words = format!("{}{}", run.out, run.err);
        assert!(words.contains("standard input") && words.contains("expected "), "{command}: {words}");
    }
    let here = folder();
    let empty = here.path().join("empty");
    fs::write(&empty, "\n").expect("it can be written");
    let run =
        Run::from(dlx().args(["sudoku", "solve", CLASSIC]).arg(&empty).output().expect("the binary runs"));
    assert_eq!(run.code, Some(3), "{}", run.err);
    assert!(run.err.contains(&format!("{}: expected a puzzle, found none", empty.display())), "{}", run.err);
}

#[test]
fn a_file_that_cannot_be_read_is_not_hidden_by_another_answer() {
    // Several solutions have the code 4, and no solution has 1.
    for other in [format!("1{}", ".".repeat(80)), HOPELESS.to_owned()] {
        for command in ["rate", "check", "solve"] {
            let run = run(&["sudoku", command, &other, "missing.txt"]).exits(3);
            assert!(
                format!("{}{}", run.out, run.err).contains("cannot open missing.txt"),
                "{command}: {}",
                run.err
            );
        }
    }
}

#[test]
fn json_is_recognized_without_a_name() {
    let problem = testdata("exact-cover/queens8.dlx");
    let json = run(&["convert", "--to", "json", &problem]).exits(0).out;
    assert_eq!(run_on(&json, &["count"]).exits(0).out, "92\n");
    assert_eq!(run_on(&format!("\n {json}"), &["count"]).exits(0).out, "92\n");
    // Names of items may begin with a brace.
    assert_eq!(run_on("{a b}\n{a\nb}\n", &["count"]).exits(0).out, "1\n");
}

#[test]
fn formats_of_solvers_are_read_by_their_ending() {
    let here = folder();
    let problem = testdata("exact-cover/queens8.dlx");
    for format in ["lp", "mps", "opb", "cnf"] {
        let path = here.path().join(format!("queens.{format}")).display().to_string();
        // Clauses have variables beside those of the options unless they are pairs.
        let pairs: &[&str] = if format == "cnf" { &["--at-most-one", "pairwise"] } else { &[] };
        run(&[&["convert", "--to", format, &problem, "-o", &path], pairs].concat()).exits(0);
        assert_eq!(run(&["count", &path]).exits(0).out, "92\n", "{format}");
    }
}

#[test]
fn the_solution_of_another_solver_is_checked() {
    let here = folder();
    let problem = testdata("exact-cover/queens8.dlx");
    let cover = run(&["solve", "--limit", "1", "--format", "ids", &problem]).exits(0).out;
    let lines: String = cover.split_whitespace().map(|option| format!("x{option} 1\n")).collect();
    let path = here.path().join("queens.sol").display().to_string();
    fs::write(&path, &lines).expect("a file can be written");
    assert_eq!(run(&["check", &problem, &path]).exits(0).out, "covers: 1 right, 0 wrong\n");
    let (less, _) = lines.trim_end().rsplit_once('\n').expect("there are several lines");
    fs::write(&path, less).expect("a file can be written");
    let wrong = run(&["check", &problem, &path]).exits(1);
    assert!(wrong.out == "covers: 0 right, 1 wrong\n" && wrong.err.contains("no cover"), "{}", wrong.err);
    let nothing = run_on("s UNSATISFIABLE\n", &["check", "--solver-output", &problem, "-"]).exits(3);
    assert!(nothing.err.contains("expected a solution, found `s UNSATISFIABLE`"), "{}", nothing.err);
}

#[test]
fn json_errors_say_what_is_expected_and_found() {
    for (text, words) in [
        ("[]", "expected an object with `schema`, `items` and `options`, found a list"),
        ("{\"schema\": 1}", "expected the field"),
        ("{\"schema\": 1, \"items\": [", "expected more JSON, found the end of the text"),
        ("{\"comment\": 1}", "expected text in quotes, found 1"),
    ] {
        let run = run_on(text, &["count", "--from", "json"]).exits(3);
        assert!(run.err.contains(words), "{text}: {}", run.err);
    }
}
