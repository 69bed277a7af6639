//! Tests random probes against trees of known size.

#![allow(
    clippy::needless_pass_by_value,
    reason = "quickcheck hands the arguments of a property over by value"
)]

use std::ops::ControlFlow;

use dlx_core::inner::{EngineKind, Plan};
use dlx_core::{Limits, Problem, Rule, Search, Stopped};

use crate::random::{Rich, hold};

use crate::corpus;

/// Returns the nodes and solutions of the whole tree of the links, which probes descend.
fn whole(problem: &Problem, rule: Rule) -> (f64, f64) {
    let plan = Plan::by(EngineKind::Links, rule);
    let mut search =
        Search::with_plan(problem, &plan, &mut Limits::none()).expect("the links take every problem");
    let solutions = search.count(&mut Limits::none()).exact().expect("without limits nothing stops a search");
    (search.counters().nodes as f64, solutions as f64)
}

#[test]
fn estimates_of_small_trees_are_near_the_truth() {
    fn property(sketch: Rich) {
        let problem = sketch.problem();
        for rule in [Rule::Fewest, Rule::First, Rule::Preferred, Rule::Random { seed: 3 }] {
            let (nodes, solutions) = whole(&problem, rule);
            let mut search =
                Search::with_rule(&problem, rule, &mut Limits::none()).expect("nothing stops it");
            let estimate = search.estimate(2000, 5, &mut Limits::none());
            assert_eq!((estimate.probes, estimate.stopped), (2000, None));
            for (mean, truth) in [(estimate.nodes, nodes), (estimate.solutions, solutions)] {
                // Six standard errors, and a small allowance for trees with rare branches that no probe has
                // reached.
                let tolerated = 6.0 * mean.standard_error + 0.02 * truth + 1e-9;
                assert!((mean.value - truth).abs() <= tolerated, "{rule:?}: {mean:?}, {truth}");
            }
            assert_eq!(search.counters(), Default::default(), "the search is at the root");
        }
    }
    hold(300, property as fn(_));
}

#[test]
fn the_same_seed_gives_the_same_estimate_and_another_another() {
    let problem = corpus::problem("queens8");
    let estimate = |seed| Search::new(&problem).estimate(100, seed, &mut Limits::none());
    assert_eq!(estimate(1), estimate(1));
    assert_ne!(estimate(1), estimate(2));
}

#[test]
fn queens_latin_squares_and_langford_pairs_are_estimated_within_their_errors() {
    for (name, probes) in [("queens8", 2000), ("latin4", 1000), ("langford8", 2000)] {
        let problem = corpus::problem(name);
        let (nodes, _) = whole(&problem, Rule::Fewest);
        let estimate = Search::new(&problem).estimate(probes, 1, &mut Limits::none());
        let error = (estimate.nodes.value - nodes).abs();
        assert!(error <= 4.0 * estimate.nodes.standard_error, "{name}: {estimate:?}, {nodes}");
        assert!(estimate.nodes.standard_error < nodes, "{name}: {estimate:?} says nothing");
    }
}

#[test]
fn probing_stops_when_asked_to() {
    let mut asked = 0;
    let problem = corpus::problem("queens8");
    let mut limits = Limits::none().ask(1000, |_| {
        asked += 1;
        if asked > 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let estimate = Search::new(&problem).estimate(100, 1, &mut limits);
    assert_eq!((estimate.probes, estimate.stopped), (3, Some(Stopped::Asked)));
}

#[test]
fn a_tree_without_branches_is_estimated_exactly() {
    let problem =
        Problem::builder().primary(["a", "b"]).option(["a"]).option(["b"]).build().expect("a problem");
    let estimate = Search::new(&problem).estimate(2, 0, &mut Limits::none());
    assert_eq!((estimate.nodes.value, estimate.nodes.standard_error), (2.0, 0.0));
    let none = Search::new(&problem).estimate(1, 0, &mut Limits::none());
    assert_eq!(none.nodes.standard_error, f64::INFINITY);
}
