//! `dlx count` and `dlx sudoku count` with too many covers to enumerate.

use crate::support::{CLASSIC, file, run, run_on, testdata};

/// Tilings of the 16×16 square by dominoes (OEIS A004003).
const DOMINO_16: &str = "2444888770250892795802079170816\n";

#[test]
fn a_count_of_100_bits_is_exact() {
    let problem = run(&["generate", "dominoes", "16x16"]).exits(0).out;
    assert_eq!(run_on(&problem, &["count", "-"]).exits(0).out, DOMINO_16);
    // Computed with the integers of Python.
    assert_eq!(run_on(&problem, &["count", "--modulo", "1000000007", "-"]).exits(0).out, "378503901\n");
}

#[test]
fn every_engine_counts_the_same_and_says_so() {
    let path = testdata("exact-cover/queens8.dlx");
    for engine in ["search", "frontier", "memo"] {
        let counted = run(&["count", "--engine", engine, "--stats", &path]).exits(0);
        assert_eq!(counted.out, "92\n");
        assert!(counted.err.contains(&format!("counted        64 options by {engine}: ")), "{}", counted.err);
        let given = run(&["count", "--engine", engine, "--force", "3", "--forbid", "20", &path]).exits(0);
        assert_eq!(
            given.out,
            run(&["count", "--engine", "links", "--force", "3", "--forbid", "20", &path]).out
        );
    }
}

#[test]
fn an_engine_that_only_counts_is_refused_elsewhere() {
    let path = testdata("exact-cover/queens8.dlx");
    for arguments in [
        &["solve", "--engine", "memo"][..],
        &["estimate", "--engine", "frontier"],
        &["count", "--engine", "memo", "--rule", "first"],
        &["count", "--engine", "magic"],
    ] {
        let refused = run(&[arguments, &[&path]].concat()).exits(2);
        assert!(refused.err.contains("engine"), "{}", refused.err);
    }
    let counted = run(&["count", "--engine", "frontier", "--reduce", "always", &path]).exits(0);
    assert_eq!(counted.out, "92\n");
}

#[test]
fn a_count_modulo_a_number_is_the_remainder() {
    let path = testdata("exact-cover/queens8.dlx");
    assert_eq!(run(&["count", "--modulo", "7", &path]).exits(0).out, "1\n");
    // A remainder of 0 does not mean that there is no cover.
    assert_eq!(run(&["count", "--modulo", "23", &path]).exits(0).out, "0\n");
    assert_eq!(run_on("a b\na\n", &["count", "--modulo", "23", "-"]).exits(1).out, "0\n");
    run(&["count", "--modulo", "0", &path]).exits(2);
    let stopped = run(&["count", "--modulo", "7", "--engine", "memo", "--memory", "2k", &path]).exits(5);
    assert_eq!(stopped.out, "");
}

/// A count stopped by a limit prints no bare number, which a script might read.
#[test]
fn a_lower_bound_is_not_printed_as_a_bare_number() {
    let problem = file(&run(&["generate", "queens", "18"]).exits(0).out);
    let path = problem.path().to_str().expect("the path is UTF-8");
    for more in [&[][..], &["--engine", "links"], &["--reduce", "always"], &["-j", "2"]] {
        let stopped = run(&[&["count", "--timeout", "50ms", path], more].concat()).exits(5);
        assert!(stopped.out.starts_with("at least "), "{more:?}: {}", stopped.out);
        let limited = run(&[&["count", "--limit", "5", path], more].concat()).exits(0);
        assert_eq!(limited.out, "at least 5\n", "{more:?}");
    }
    let blank = ".".repeat(81);
    assert_eq!(run(&["sudoku", "count", "--limit", "2", &blank]).exits(0).out, "at least 2\n");
    let stopped = run(&["sudoku", "count", "--timeout", "50ms", &blank]).exits(5);
    assert!(stopped.out.starts_with("at least "), "{}", stopped.out);
}

#[test]
fn too_little_memory_ends_with_5_and_a_lower_bound() {
    let problem = file(&run(&["generate", "dominoes", "8x8"]).exits(0).out);
    let path = problem.path().to_str().expect("UTF-8");
    for engine in ["frontier", "memo"] {
        let bytes = bytes_of(&run(&["count", "--engine", engine, "--stats", path]).exits(0).err);
        let tenth = (bytes / 10).to_string();
        let stopped = run(&["count", "--engine", engine, "--memory", &tenth, path]).exits(5);
        let bound = stopped.out.trim_end().strip_prefix("at least ").expect("no bare number");
        assert!(bound.parse::<u64>().is_ok_and(|bound| bound <= 12_988_816), "{bound}");
        assert_eq!(stopped.err, format!("note: stopped at the memory limit: at least {bound}\n"));
    }
}

/// Returns the largest number of bytes of the tables in the output of `--stats`.
fn bytes_of(stats: &str) -> usize {
    let words: Vec<&str> = stats.split_whitespace().collect();
    let place = words.iter().position(|&word| word == "bytes").expect("the bytes are told");
    words[place - 1].parse().expect("a number")
}

#[test]
fn a_size_of_memory_is_a_number_with_a_unit() {
    let path = testdata("exact-cover/queens8.dlx");
    for size in ["1G", "1.5g", "512M", "1000000", "2KiB"] {
        run(&["count", "--memory", size, &path]).exits(0);
    }
    for size in ["", "G", "-1", "5 apples"] {
        let refused = run(&["count", &format!("--memory={size}"), &path]).exits(2);
        assert!(refused.err.contains("memory"), "{}", refused.err);
    }
}

/// Sudoku grids of sides 4 and 6 (OEIS A107739, and A291187 for boxes of 2×3).
#[test]
fn all_grids_of_sides_4_and_6_are_counted() {
    let [four, six] = [16, 36].map(|cells| ".".repeat(cells));
    assert_eq!(run(&["sudoku", "count", "--size", "4", &four]).exits(0).out, "288\n");
    assert_eq!(run(&["sudoku", "count", "--size", "6", &six]).exits(0).out, "28200960\n");
}

#[test]
fn many_solutions_of_a_puzzle_are_counted_up_to_the_limit() {
    let six = ".".repeat(36);
    for (limit, code) in [(7, 0), (30_000, 0)] {
        let run = run(&["sudoku", "count", "--size", "6", "--limit", &limit.to_string(), &six]).exits(code);
        assert_eq!(run.out, format!("at least {limit}\n"));
        assert_eq!(run.err, "");
    }
}

#[test]
fn a_puzzle_with_many_solutions_stands_among_others() {
    let few_clues = format!("{}{}", &CLASSIC[..36], ".".repeat(45));
    let input = format!("{CLASSIC}\n{few_clues}\n{CLASSIC}\n");
    let counted = run_on(&input, &["sudoku", "count", "--memory", "1M", "-j", "2"]).exits(5);
    let lines: Vec<&str> = counted.out.lines().collect();
    assert_eq!(lines.len(), 3);
    assert_eq!((lines[0], lines[2]), ("1", "1"));
    let bound = lines[1].strip_prefix("at least ").unwrap_or_else(|| panic!("{}", lines[1]));
    assert!(bound.parse::<u128>().is_ok_and(|bound| bound >= 1000), "{}", lines[1]);
}
