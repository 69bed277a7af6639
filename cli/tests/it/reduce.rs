//! `dlx reduce`: the file that it writes has the same covers, and the reasons are printed elsewhere.

use crate::support::{run, run_on, testdata};

fn count(problem: &str) -> String {
    let run = run_on(problem, &["count", "-"]);
    run.out.trim().to_owned()
}

#[test]
fn the_reduced_file_has_as_many_covers() {
    for name in ["queens8", "langford8", "latin4", "queens12"] {
        let path = testdata(&format!("exact-cover/{name}.dlx"));
        let reduced = run(&["reduce", &path]).exits(0).out;
        assert_eq!(count(&reduced), run(&["count", &path]).exits(0).out.trim(), "{name}");
    }
}

#[test]
fn items_used_once_and_impossible_options_are_gone_and_explained() {
    let problem = "a b c | x\na x\na\na\nb c x\nb\nb c\nc x\nc\nx\n";
    let run = run_on(problem, &["reduce", "--explain", "-"]).exits(0);
    assert!(run.out.starts_with("| items left: 4 of 4\n| options left: 8 of 9\na b c | x\n"), "{}", run.out);
    assert!(run.err.contains("removed option 8 `x`: it uses no primary item\n"), "{}", run.err);
    assert_eq!(count(&run.out), count(problem));
}

#[test]
fn forced_options_are_named_with_their_costs() {
    let run = run_on("a b c\na b |7\nb c\nc |1\nc |2\n", &["reduce", "--explain", "-"]).exits(0);
    let expected =
        "| items left: 1 of 3\n| options left: 2 of 4\n| in every cover: option 0 `a b` |7\nc\nc |1\nc |2\n";
    assert_eq!(run.out, expected);
    let reason = "forced option 0 `a b`: item `a` has no more options than it needs\n";
    assert!(run.err.contains(reason), "{}", run.err);
    assert!(run.err.contains("dropped item `b`: settled by the forced options\n"), "{}", run.err);
}

#[test]
fn a_problem_that_is_settled_still_makes_a_file() {
    let solved = run_on("a b\na\nb\n", &["reduce", "-"]).exits(0).out;
    assert!(solved.ends_with("\nsolved\nsolved\n"), "{solved}");
    assert_eq!(count(&solved), "1");
    let unsolvable = run_on("a b c\na b\nb c\n", &["reduce", "-"]).exits(0).out;
    assert!(unsolvable.contains("| no cover: item `"), "{unsolvable}");
    assert_eq!(count(&unsolvable), "0");
}

#[test]
fn duplicates_are_merged_on_demand() {
    let problem = "a b\na |3\nb\na |2\nb\na b\n";
    let kept = run_on(problem, &["reduce", "-"]).exits(0).out;
    assert_eq!(count(&kept), "5");
    let merged = run_on(problem, &["reduce", "--merge-duplicates", "-"]).exits(0).out;
    assert!(merged.ends_with("\na b\na |2\nb\na b\n"), "{merged}");
}

#[test]
fn a_reduction_stopped_by_time_is_a_right_one() {
    let path = testdata("exact-cover/queens8.dlx");
    let run = run(&["reduce", "--timeout", "0", &path]);
    assert!(matches!(run.code, Some(0 | 5)), "{}", run.err);
    assert_eq!(count(&run.out), "92");
}

/// The forced option is not the first one of the cover.
#[test]
fn covers_of_a_reduced_problem_are_listed_like_those_of_the_problem() {
    let problem = "a b c\nb\nb\nc\nc\na\n";
    for format in ["ids", "text", "json"] {
        let listed = |reduce| {
            let run = run_on(problem, &["solve", "--reduce", reduce, "--format", format, "-"]).exits(0);
            let mut lines: Vec<String> = run.out.lines().map(str::to_owned).collect();
            lines.sort();
            lines
        };
        // The last object has the number of covers.
        assert_eq!(listed("always").len(), 4 + usize::from(format == "json"));
        if format != "json" {
            assert_eq!(listed("always"), listed("never"), "{format}");
        }
    }
    let ids = run_on(problem, &["solve", "--reduce", "always", "--format", "ids", "-"]).exits(0).out;
    assert!(ids.lines().all(|line| line.ends_with(" 4")), "{ids}");
}
