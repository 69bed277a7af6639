//! Tests that the second engine counts what the enumeration of all sets of options counts, and obeys limits.

#![allow(
    clippy::needless_pass_by_value,
    reason = "quickcheck hands the arguments of a property over by value"
)]

use std::cell::Cell;
use std::fs;
use std::ops::ControlFlow;

use dlx_core::text::knuth;
use dlx_core::{Count, Givens, Limits, OptionId, Problem, Search, Stopped, recount};

use crate::random::{Rich, Sketch, hold, pick};

use crate::corpus;

use crate::naive;

fn count(problem: &Problem, limits: &mut Limits<'_>) -> Count {
    recount(problem, Givens::none(), limits).expect("without givens there is no conflict")
}

/// Returns the count by enumeration.
fn enumerated(problem: &Problem, forced: &[OptionId], forbidden: &[OptionId]) -> u64 {
    naive::covers(problem, forced, forbidden).len() as u64
}

#[test]
fn counts_are_those_of_the_enumeration() {
    fn property(sketch: Sketch) {
        let problem = sketch.problem();
        assert_eq!(count(&problem, &mut Limits::none()), Count::Exact(enumerated(&problem, &[], &[])));
    }
    hold(10_000, property as fn(_));
}

#[test]
fn counts_with_bounds_are_those_of_the_enumeration() {
    fn property(rich: Rich) {
        let problem = rich.problem();
        assert_eq!(count(&problem, &mut Limits::none()), Count::Exact(enumerated(&problem, &[], &[])));
    }
    hold(20_000, property as fn(_));
}

#[test]
fn givens_are_enumerated_and_contradicting_ones_have_no_cover() {
    fn property(sketch: Sketch, forced: Vec<u8>, forbidden: Vec<u8>) {
        let problem = sketch.problem();
        let (forced, forbidden) = (pick(&problem, &forced), pick(&problem, &forbidden));
        let givens = Givens::none().force(&forced).forbid(&forbidden);
        let expected = enumerated(&problem, &forced, &forbidden);
        assert_eq!(recount(&problem, givens, &mut Limits::none()), Ok(Count::Exact(expected)));
        // The search refuses givens that contradict each other.
        if Search::new(&problem).restart(givens).is_err() {
            assert_eq!(expected, 0);
        }
    }
    hold(10_000, property as fn(_, _, _));
}

#[test]
fn givens_that_fit_the_bounds_are_enumerated() {
    fn property(rich: Rich, forced: Vec<u8>, forbidden: Vec<u8>) {
        let problem = rich.problem();
        let (forced, forbidden) = (pick(&problem, &forced), pick(&problem, &forbidden));
        let givens = Givens::none().force(&forced).forbid(&forbidden);
        let expected = enumerated(&problem, &forced, &forbidden);
        match recount(&problem, givens, &mut Limits::none()) {
            Ok(found) => assert_eq!(found, Count::Exact(expected)),
            Err(error) => assert_eq!(expected, 0, "{error}"),
        }
    }
    hold(10_000, property as fn(_, _, _));
}

#[test]
fn files_count_as_answered() {
    let path = corpus::directory().join("ANSWERS");
    let answers = fs::read_to_string(path).expect("the answers can be read");
    let mut counted = 0;
    for line in answers.lines().filter(|line| !line.ends_with("slow")) {
        let (name, answer) = line.split_once(' ').expect("a name and a count");
        let answer: u64 = answer.parse().expect("a count");
        // The largest ones take most of the time and test nothing that the others do not.
        if answer > 1_000_000 {
            continue;
        }
        assert_eq!(count(&corpus::problem(name), &mut Limits::none()), Count::Exact(answer), "{name}");
        counted += 1;
    }
    assert!(counted >= 10, "only {counted} files were counted");
}

#[test]
fn subsets_of_a_bounded_item_are_the_binomial_coefficients() {
    // C(8, low) + ... + C(8, high).
    for (low, high, expected) in
        [(0, 0, 1), (3, 3, 56), (2, 4, 28 + 56 + 70), (0, 8, 256), (8, 9, 1), (9, 9, 0)]
    {
        let mut builder = Problem::builder();
        builder.bounded("a", low..=high);
        for _ in 0..8 {
            builder.option(["a"]);
        }
        let problem = builder.build().expect("bounds in order");
        assert_eq!(count(&problem, &mut Limits::none()), Count::Exact(expected), "{low}..={high}");
    }
}

#[test]
fn a_problem_without_items_has_one_cover() {
    let empty = Problem::builder().build().expect("no item is no fault");
    assert_eq!(count(&empty, &mut Limits::none()), Count::Exact(1));
    let idle = Problem::builder().secondary(["x"]).option(["x"]).build().expect("a fair problem");
    assert_eq!(count(&idle, &mut Limits::none()), Count::Exact(1));
}

#[test]
fn a_problem_with_many_levels_needs_no_stack() {
    let mut builder = Problem::builder();
    let names: Vec<String> = (0..20_000).map(|item| format!("i{item}")).collect();
    builder.primary(&names);
    for name in &names {
        builder.option([name.as_str()]);
    }
    let problem = builder.build().expect("a fair problem");
    assert_eq!(count(&problem, &mut Limits::none()), Count::Exact(1));
}

#[test]
fn a_limit_of_solutions_stops_as_in_the_search() {
    fn property(sketch: Sketch, most: u8) {
        let problem = sketch.problem();
        let limits = || Limits::none().solutions(u64::from(most % 6));
        let expected = Search::new(&problem).count(&mut limits());
        assert_eq!(count(&problem, &mut limits()), expected);
    }
    hold(3000, property as fn(_, _));
}

#[test]
fn a_limit_of_nodes_is_never_overdrawn_and_gives_a_lower_bound() {
    fn property(rich: Rich) {
        let problem = rich.problem();
        let whole = count(&problem, &mut Limits::none()).at_least();
        for most in 0.. {
            let mut limits = Limits::none().nodes(most);
            match count(&problem, &mut limits) {
                Count::Exact(found) => {
                    assert_eq!((found, limits.nodes_left()), (whole, 0), "fewer nodes were not enough");
                    break;
                }
                Count::AtLeast(found, why) => {
                    assert_eq!((why, limits.nodes_left()), (Stopped::Nodes, 0));
                    assert!(found <= whole);
                }
            }
        }
    }
    hold(1000, property as fn(_));
}

#[test]
fn the_question_sees_every_node_and_its_answer_stops_the_run() {
    let problem = corpus::problem("queens8");
    let asked = Cell::new(0);
    let mut before = 0.0;
    let mut limits = Limits::none().ask(10, |progress| {
        asked.set(asked.get() + 1);
        let fraction = progress.fraction();
        assert!((before..1.0).contains(&fraction), "{before}, then {fraction}");
        before = fraction;
        assert_eq!(progress.counters().nodes, 10 * asked.get());
        if asked.get() == 7 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let stopped = count(&problem, &mut limits);
    drop(limits);
    assert!(matches!(stopped, Count::AtLeast(found, Stopped::Asked) if found < 92), "{stopped:?}");
    assert_eq!(asked.get(), 7);
}

#[test]
fn the_file_format_carries_bounds_to_the_count() {
    let problem = knuth::read("1:2|a 0:1|b | x\na\na b\nb x\na x\n".as_bytes()).expect("a fair problem");
    assert_eq!(count(&problem, &mut Limits::none()), Count::Exact(enumerated(&problem, &[], &[])));
}
