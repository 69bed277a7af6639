//! `dlx why`.

use crate::support::{file, run, run_on, testdata};

const PIGEONS: &str = "p q r s | x y z\np x\np y\nq x\nq y\nr x\nr y\ns x\ns z\n";

#[test]
fn items_options_and_conflicts_are_named() {
    let run = run_on(PIGEONS, &["why", "-"]).exits(0);
    assert_eq!(
        run.out,
        "\
no cover: 3 items cannot be covered together:
  p, once
  q, once
  r, once
the options that use them:
  0: p x
  1: p y
  2: q x
  3: q y
  4: r x
  5: r y
the options conflict in:
  x, at most once
  y, at most once
nothing of this can be left out
"
    );
    assert_eq!(run.err, "");
}

#[test]
fn an_item_that_no_option_uses_is_the_whole_reason() {
    let run = run_on("a b c\na b\n", &["why", "-"]).exits(0);
    assert_eq!(
        run.out,
        "no cover: an item cannot be covered:\n  c, once\nno option that may be chosen uses it\n\
         nothing of this can be left out\n"
    );
}

#[test]
fn given_and_forbidden_options_are_part_of_the_reason() {
    let problem = file("a b | x\na x\nb x\nb\n");
    let path = problem.path().to_str().expect("UTF-8");
    assert_eq!(run(&["why", path]).exits(0).out, "there is a cover:\n  0: a x\n  2: b\n");
    let run = run(&["why", "--force", "0", "--forbid", "2", path]).exits(0);
    assert_eq!(
        run.out,
        "\
no cover: an item cannot be covered:
  b, once
the options that use it:
  1: b x
given are:
  0: a x
the options conflict in:
  x, at most once
nothing of this can be left out
"
    );
}

#[test]
fn givens_that_do_not_exist_are_a_fault_and_no_reason() {
    for (arguments, code) in [(["--force", "7"], 3), (["--forbid", "x"], 2)] {
        let run = run_on("a\na\na\n", &[&["why", "-"][..], &arguments].concat()).exits(code);
        assert_eq!(run.out, "");
    }
}

#[test]
fn options_forced_in_conflict_are_the_reason() {
    let run =
        |more: &[&str]| run_on("a\na\na\n", &[&["why", "--force", "0,1", "-"], more].concat()).exits(0).out;
    assert_eq!(run(&[]), "no cover: given options 0 and 1 are in conflict over item `a`\n");
    let object: serde_json::Value = serde_json::from_str(&run(&["--format", "json"])).expect("JSON");
    assert_eq!((&object["status"], &object["minimal"]), (&"no_cover".into(), &true.into()));
    assert_eq!(object["given"][1], serde_json::json!({ "id": 1, "text": "a" }));
    assert_eq!(object["conflicts"][0]["name"], "a");
}

#[test]
fn the_reason_is_an_object_in_json() {
    let json = run_on(PIGEONS, &["why", "--format", "json", "-"]).exits(0).out;
    let object: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(object["schema"], 1);
    assert_eq!(object["status"], "no_cover");
    assert_eq!(object["items"][0], serde_json::json!({ "name": "p", "low": 1, "high": 1 }));
    assert_eq!(object["conflicts"][1], serde_json::json!({ "name": "y", "low": 0, "high": 1 }));
    assert_eq!(object["options"][5], serde_json::json!({ "id": 5, "text": "r y" }));
    assert_eq!(object["minimal"], true);
    let json = run_on("a\na\n", &["why", "--format", "json", "-"]).exits(0).out;
    let object: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(object["status"], "cover");
    assert_eq!(object["options"], serde_json::json!([{ "id": 0, "text": "a" }]));
}

#[test]
fn bounds_are_told_in_words() {
    let run = run_on("2:3|a 0:2|b\na b\na b\n", &["why", "--forbid", "0", "-"]).exits(0);
    assert!(run.out.contains("  a, 2 to 3 times\n"), "{}", run.out);
}

#[test]
fn a_time_limit_leaves_it_unknown_and_exits_with_5() {
    let path = testdata("exact-cover/pent6x10.dlx");
    let run = run(&["why", "--timeout", "0", "--format", "json", &path]).exits(5);
    assert!(run.err.contains("it is unknown whether there is a cover"), "{}", run.err);
    let object: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(object, serde_json::json!({ "schema": 1, "source": path, "status": "unknown" }));
}
