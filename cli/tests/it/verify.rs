//! `dlx count --verify`.

use crate::support::{run, run_on, testdata};

#[test]
fn a_count_is_verified_by_a_second_engine() {
    let run = run(&["count", "--verify", &testdata("exact-cover/queens8.dlx")]).exits(0);
    assert_eq!(run.out, "92\n");
    assert_eq!(run.err, "note: verified: a second engine counts the same\n");
}

#[test]
fn absence_of_covers_is_verified() {
    let run = run_on("a b\na\n", &["count", "--verify", "-"]).exits(1);
    assert_eq!(run.out, "0\n");
    assert!(run.err.contains("note: verified"), "{}", run.err);
}

#[test]
fn a_count_that_stopped_is_not_verified_and_exits_with_5() {
    let queens = testdata("exact-cover/queens8.dlx");
    let run = run(&["count", "--verify", "--engine", "links", "--nodes", "100", &queens]).exits(5);
    assert!(run.out.starts_with("at least "), "{}", run.out);
    assert!(run.err.contains("note: not verified: the count is not complete"), "{}", run.err);
}

#[test]
fn given_and_forbidden_options_count_for_the_second_engine_too() {
    let queens = testdata("exact-cover/queens8.dlx");
    let run = run(&["count", "--verify", "--force", "0", "--forbid", "12,20", &queens]);
    assert!(run.err.contains("note: verified"), "{}", run.err);
    assert_ne!(run.out, "92\n");
}
