//! Commands that explain, rate and generate large Sudokus end soon after their deadline, and at Ctrl-C.

use std::time::{Duration, Instant};

use crate::support::{self, file, run};

/// Much more than the 0.1 seconds allowed after the deadline, because the machine may be busy. Without a
/// question to the limits inside a step it takes minutes.
const SOON: Duration = Duration::from_secs(5);

/// Returns a file with a board of this side without givens.
fn blank(side: usize) -> tempfile::NamedTempFile {
    file(&vec!["0"; side * side].join(","))
}

#[test]
fn commands_on_a_blank_board_of_side_25_end_at_their_deadline_and_say_so() {
    let blank = blank(25);
    let path = blank.path().to_str().expect("UTF-8");
    for command in [
        &["explain"][..],
        &["explain", "--certify"],
        &["explain", "--format", "json"],
        &["rate"],
        &["rate", "--scale", "all", "--format", "json"],
        &["rate", "--format", "csv"],
        &["hint"],
        &["hint", "--format", "json"],
        &["steps"],
        &["steps", "--format", "json"],
        &["why"],
        &["why-not", "1", "r1c1"],
        &["render", "--hint"],
        &["count"],
        &["sample"],
    ] {
        let begun = Instant::now();
        let run = run(&[&["sudoku"], command, &["--timeout", "100ms", path]].concat()).exits(5);
        assert!(begun.elapsed() < SOON, "{command:?}: {:?}", begun.elapsed());
        let said = format!("{}{}", run.out, run.err);
        assert!(said.contains("stopped at the time limit"), "{command:?}: {said}");
    }
}

#[test]
fn making_large_puzzles_ends_at_the_deadline() {
    for kind in [&["--kind", "easy"][..], &["--kind", "unique"], &["--level", "extreme"]] {
        let begun = Instant::now();
        let limits = ["--size", "25", "--count", "1000000000000", "--timeout", "300ms"];
        let run = run(&[&["sudoku", "generate"], kind, &limits].concat()).exits(5);
        assert!(begun.elapsed() < SOON, "{kind:?}: {:?}", begun.elapsed());
        assert!(run.err.contains("stopped at the time limit"), "{kind:?}: {}", run.err);
    }
}

#[test]
fn diagnosing_a_blank_board_of_side_16_ends_at_its_deadline() {
    let blank = blank(16);
    let path = blank.path().to_str().expect("UTF-8");
    let begun = Instant::now();
    run(&["sudoku", "why", "--timeout", "100ms", path]).exits(5);
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_search_for_a_step() {
    use std::process::Command;
    let blank = blank(25);
    for command in ["explain", "rate", "hint", "steps", "why"] {
        let mut child = support::dlx();
        let child = child.args(["sudoku", command]).arg(blank.path()).spawn().expect("the binary runs");
        // Another test covers the time before.
        support::wait_until_it_works(&child);
        let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(status.expect("kill runs").success());
        let begun = Instant::now();
        let run: support::Run = child.wait_with_output().expect("the child ends").into();
        assert!(begun.elapsed() < SOON, "{command}: {:?}", begun.elapsed());
        let run = run.exits(130);
        let said = format!("{}{}", run.out, run.err);
        assert!(said.contains("interrupted"), "{command}: {said}");
    }
}

/// Returns the rules of lines on a board of side 25, each of the cells of two or three rows.
fn many_rules(kind: &str, cells: usize, lines: usize) -> tempfile::NamedTempFile {
    let line = |line: usize| {
        let cells = (0..cells).map(|place| {
            let (row, column) = ((line + place / 13) % 25, (3 * line + place % 13) % 25);
            format!(" r{}c{}", row + 1, column + 1)
        });
        format!("{kind}{}\n", cells.collect::<String>())
    };
    file(&(0..lines).map(line).collect::<String>())
}

#[test]
fn commands_on_boards_with_many_rules_end_at_their_limits_and_say_so() {
    let blank = blank(25);
    let path = blank.path().to_str().expect("UTF-8");
    // Rules that exceed the size of a board are refused by name; the others meet the time limit.
    for (kind, cells, lines) in
        [("renban", 20, 100), ("renban", 20, 3), ("equality", 24, 100), ("equality", 14, 3)]
    {
        let rules = many_rules(kind, cells, lines);
        let rules = rules.path().to_str().expect("UTF-8");
        for command in [
            "solve", "count", "check", "sample", "explain", "hint", "steps", "rate", "why", "minimize",
            "convert",
        ] {
            let begun = Instant::now();
            let to = if command == "convert" { &["--to", "json"][..] } else { &[] };
            let words =
                ["sudoku", command, "--timeout", "300ms", "--constraints", rules, "--size", "25", path];
            let said = run(&[&words[..], to].concat());
            assert!(begun.elapsed() < SOON, "{command} {lines} {kind}: {:?}", begun.elapsed());
            let text = format!("{}{}", said.out, said.err);
            if lines == 100 {
                assert_eq!(said.code, Some(5), "{command}: {text}");
                assert!(text.contains(&format!("found more with `{kind} r")), "{command} {kind}: {text}");
                assert!(text.contains(": line "), "{text}");
            } else if command != "convert" && command != "minimize" {
                assert!(matches!(said.code, Some(0 | 4 | 5)), "{command} {kind}: {text}");
            }
        }
    }
}

#[test]
fn rules_too_large_for_a_board_are_a_limit_wherever_they_are_from() {
    let (blank, rules) = (blank(25), many_rules("equality", 24, 100));
    let text = |file: &tempfile::NamedTempFile| std::fs::read_to_string(file.path()).expect("it can be read");
    let puzzle = file(&format!("{}\n{}", text(&blank).trim_end(), text(&rules)));
    let puzzle = puzzle.path().to_str().expect("UTF-8");
    let (blank, rules) = (blank.path().to_str().expect("UTF-8"), rules.path().to_str().expect("UTF-8"));
    let words =
        "expected rules with at most 600000 combinations of digits altogether, found more with `equality r";
    for command in [
        "solve",
        "check",
        "count",
        "sample",
        "rate",
        "hint",
        "why",
        "minimize",
        "convert --to fpuzzles",
        "render",
    ] {
        let command: Vec<&str> = command.split(' ').collect();
        let of_text = run(&[&["sudoku"], &command[..], &[puzzle]].concat()).exits(5);
        let by_flag =
            run(&[&["sudoku"], &command[..], &["--size", "25", "--constraints", rules, blank]].concat())
                .exits(5);
        for run in [of_text, by_flag] {
            let said = format!("{}{}", run.out, run.err);
            assert!(said.contains(words), "{command:?}: {said}");
        }
    }
}

#[test]
fn memory_limits_boards_with_rules() {
    let blank = blank(25);
    let path = blank.path().to_str().expect("UTF-8");
    let rules = many_rules("equality", 14, 3);
    let rules = rules.path().to_str().expect("UTF-8");
    for command in ["solve", "check", "count", "sample", "hint", "why"] {
        let said = run(&["sudoku", command, "--memory", "16K", "--constraints", rules, "--size", "25", path])
            .exits(5);
        let text = format!("{}{}", said.out, said.err);
        assert!(text.contains("stopped at the memory limit"), "{command}: {text}");
    }
}

/// The first bytes of a problem arrive and the others do not, or the output is not read.
#[cfg(unix)]
#[test]
fn the_deadline_holds_while_input_is_awaited_and_while_output_is_not_read() {
    use std::io::Write;
    use std::process::Stdio;
    let problem = file("a\na\n");
    let problem = problem.path().to_str().expect("UTF-8");
    let matchings = file(&run(&["generate", "matchings", "20"]).exits(0).out);
    let matchings = matchings.path().to_str().expect("UTF-8");
    for command in [
        &["count", "-"][..],
        &["solve", "-"],
        &["compile", "-"],
        &["best", "-"],
        &["convert", "--to", "json", "-"],
        &["check", problem, "-"],
        &["sudoku", "solve"],
        &["sudoku", "convert", "--to", "line"],
        &["solve", matchings],
    ] {
        let mut child = support::dlx();
        child.args(command).args(["--timeout", "200ms"]).stdin(Stdio::piped());
        let mut child = child.spawn().expect("the binary runs");
        let mut input = child.stdin.take().expect("it is piped");
        // A child that has ended already does not take it.
        input.write_all(b"a b c").ok();
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().expect("it can be awaited") {
                break status;
            }
            assert!(begun.elapsed() < SOON, "{command:?} goes on");
            std::thread::sleep(Duration::from_millis(10));
        };
        let run: support::Run = child.wait_with_output().expect("the child ends").into();
        assert_eq!(status.code(), Some(5), "{command:?}: {}{}", run.out, run.err);
        assert!(run.err.contains("stopped at the time limit"), "{command:?}: {}", run.err);
    }
}

/// The statistics are printed by a run that ends by itself: one that goes on reading is ended from outside, without them.
#[cfg(unix)]
#[test]
fn a_text_without_an_end_is_read_up_to_the_deadline() {
    use std::io::Write;
    use std::process::Stdio;
    for command in [&["count", "-"][..], &["check", "-"], &["convert", "--to", "json", "-"]] {
        let mut child = support::dlx();
        child.args(command).args(["--timeout", "200ms", "--stats"]).stdin(Stdio::piped());
        let mut child = child.spawn().expect("the binary runs");
        let mut input = child.stdin.take().expect("it is piped");
        let options = "a\n".repeat(1000);
        // Until the child has ended and closed it.
        while input.write_all(options.as_bytes()).is_ok() {}
        let run: support::Run = child.wait_with_output().expect("the child ends").into();
        let run = run.exits(5);
        assert!(run.err.contains("stopped at the time limit"), "{command:?}: {}", run.err);
        assert!(run.err.lines().any(|line| line.starts_with("time ")), "{command:?}: {}", run.err);
    }
}

/// 20,000 items in a row whose options reach far: preparing an engine took seconds.
#[test]
fn preparing_an_engine_for_a_wide_problem_ends_at_the_deadline() {
    let items: Vec<String> = (0..20_000).map(|item| format!("i{item}")).collect();
    let mut text = items.join(" ");
    for (at, item) in items.iter().enumerate() {
        let far = [997, 4999].map(|reach| &items[(at + reach) % items.len()]);
        text.push_str(&format!("\n{item}\n{item} {}\n{item} {}", far[0], far[1]));
    }
    let problem = file(&text);
    let path = problem.path().to_str().expect("UTF-8");
    for command in
        [&["marginals"][..], &["sample"], &["compile"], &["best"], &["count", "--engine", "frontier"]]
    {
        let begun = Instant::now();
        let run = run(&[command, &["--timeout", "100ms", path]].concat()).exits(5);
        assert!(begun.elapsed() < SOON, "{command:?}: {:?}", begun.elapsed());
        assert!(run.err.contains("stopped at the time limit"), "{command:?}: {}", run.err);
    }
}
