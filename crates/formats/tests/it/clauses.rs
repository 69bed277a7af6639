//! Clauses.

use dlx_formats::cnf;

use crate::{refused, set, solutions};

#[test]
fn the_covers_of_clauses_are_their_models() {
    let text = "c a comment\np cnf 3 3\n1 -2 0\n2 3\n0 -1 -1 2 -3 0\n";
    let read = cnf::read(text.as_bytes()).expect("clauses");
    // (1 or not 2), (2 or 3), (not 1 or 2 or not 3)
    assert_eq!(solutions(&read.problem), set(&["3", "1 2", "1 2 3"]));
    // A clause with both values of a variable says nothing, and an empty one is false.
    assert_eq!(solutions(&cnf::read("p cnf 2 1\n1 -1 0\n".as_bytes()).expect("clauses").problem).len(), 4);
    assert_eq!(solutions(&cnf::read("p cnf 2 1\n0\n".as_bytes()).expect("clauses").problem).len(), 0);
}

#[test]
fn random_clauses_have_the_models_of_a_table() {
    let mut state = 1u64;
    let mut draw = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    for _ in 0..300 {
        let count = 1 + draw(5) as i32;
        let mut clauses: Vec<Vec<i32>> = Vec::new();
        for _ in 0..draw(6) {
            let length = 1 + draw(3);
            let mut literal = || (1 + draw(count as u64) as i32) * if draw(2) == 0 { 1 } else { -1 };
            clauses.push((0..length).map(|_| literal()).collect());
        }
        let mut text = format!("p cnf {count} {}\n", clauses.len());
        for clause in &clauses {
            clause.iter().for_each(|literal| text.push_str(&format!("{literal} ")));
            text.push_str("0\n");
        }
        let is_true =
            |bits: u32, literal: i32| (bits >> (literal.unsigned_abs() - 1) & 1 == 1) == (literal > 0);
        let models = (0..1u32 << count).filter(|&bits| {
            clauses.iter().all(|clause| clause.iter().any(|&literal| is_true(bits, literal)))
        });
        let expected = models
            .map(|bits| (0..count).filter(|at| bits >> at & 1 == 1).map(|at| (at + 1).to_string()).collect());
        let read = cnf::read(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(solutions(&read.problem), expected.collect(), "{text}");
    }
}

#[test]
fn texts_that_are_no_clauses_are_refused_with_their_place() {
    for (text, line, column, words) in [
        ("1 2 0\n", 1, 1, "a line `p cnf variables clauses`, found `1`"),
        ("p wcnf 2 1 5\n", 1, 3, "clauses with weights"),
        ("p cnf 2\n", 1, 1, "the number of clauses, found `p cnf 2`"),
        ("p cnf 2 1\n1 3 0\n", 2, 3, "a variable within the stated number, found `3`"),
        ("p cnf 2 1\n1 x 0\n", 2, 3, "the number of a variable, found `x`"),
        ("p cnf 2 1\n1 2\n", 3, 1, "`0` after the last clause, found the end"),
        ("p cnf 2 2\n1 2 0\n", 1, 1, "expected 2 clauses, as the text says, found 1"),
        ("p cnf 99999999 0\n", 1, 7, "expected at most 16777216 variables, found 99999999"),
        ("c nothing\n", 2, 1, "found the end of the text"),
    ] {
        let (found_line, found_column, found) = refused(cnf::read(text.as_bytes()));
        assert!(found.contains(words), "{text}: {found}");
        assert_eq!((found_line, found_column), (line, column), "{text}: {found}");
    }
}
