//! The links and the naive engine walk the same tree: the same covers in the same order, as many nodes on
//! each level, wherever a run is stopped and gone on with.

#![allow(
    clippy::needless_pass_by_value,
    reason = "quickcheck hands the arguments of a property over by value"
)]

use crate::answers::Cover;
use crate::givens::Givens;
use crate::ids::OptionId;
use crate::limits::{Limits, Stopped};
use crate::links::Links;
use crate::problem::Problem;
use crate::rule::Rule;
use crate::scan::Scan;
use crate::search::Search;
use crate::text;
use crate::walk::Driver;

#[path = "../tests/corpus/mod.rs"]
mod corpus;
#[path = "../tests/random/mod.rs"]
mod random;

use random::{Sketch, hold, pick};

const RULES: [Rule; 2] = [Rule::Fewest, Rule::First];

/// Every engine that accepts the problem, the naive one first.
fn engines(problem: &Problem, rule: Rule) -> [Search; 3] {
    [
        Search::over(Driver::new(problem, Scan::new(problem, rule))),
        // The links as chosen for the problem, and the colored ones, which accept problems without colors.
        Search::with_rule(problem, rule),
        Search::over(Driver::new(problem, Links::<true>::new(problem, rule))),
    ]
}

/// All that a walk shows of its tree.
#[derive(Debug, PartialEq)]
struct Walked {
    covers: Vec<Cover>,
    nodes: u64,
    solutions: u64,
    levels: Vec<u64>,
    is_complete: bool,
}

/// Walks until the limits stop it, or to the end.
fn walk(search: &mut Search, limits: &mut Limits<'_>) -> Walked {
    let mut covers = Vec::new();
    let is_complete = loop {
        match search.next_solution(limits) {
            Ok(Some(cover)) => covers.push(cover.to_vec()),
            Ok(None) => break true,
            Err(_) => break false,
        }
    };
    let counters = search.counters();
    let (nodes, solutions) = (counters.nodes, counters.solutions);
    Walked { covers, nodes, solutions, levels: search.levels().to_vec(), is_complete }
}

/// Walks to the end, stopping after every so many nodes.
fn walk_in_pieces(search: &mut Search, nodes: u64) -> Walked {
    let mut covers = Vec::new();
    loop {
        let mut limits = Limits::none().nodes(nodes);
        let piece = walk(search, &mut limits);
        covers.extend(piece.covers);
        if piece.is_complete {
            return Walked { covers, ..piece };
        }
        assert_eq!(limits.nodes_left(), 0, "the run stopped with nodes left");
    }
}

#[test]
fn engines_walk_the_same_tree() {
    fn property(sketch: Sketch, forced: Vec<u8>, forbidden: Vec<u8>) {
        let problem = sketch.problem();
        let (forced, forbidden) = (pick(&problem, &forced), pick(&problem, &forbidden));
        for rule in RULES {
            for givens in [
                Givens::none(),
                Givens::none().force(&forced),
                Givens::none().force(&forced).forbid(&forbidden),
            ] {
                let [mut scan, links @ ..] = engines(&problem, rule);
                // Where the givens are in conflict, the engines agree on that, and are left without givens.
                let restarted = scan.restart(givens);
                let expected = walk(&mut scan, &mut Limits::none());
                assert_eq!(expected.solutions, expected.covers.len() as u64);
                for mut search in links {
                    assert_eq!(search.restart(givens), restarted);
                    assert_eq!(walk(&mut search, &mut Limits::none()), expected, "{rule:?}");
                    assert_eq!(search.next_solution(&mut Limits::none()), Ok(None), "after the end");
                }
            }
        }
    }
    hold(4000, property as fn(_, _, _));
}

#[test]
fn stopping_after_every_k_nodes_loses_nothing_and_repeats_nothing() {
    fn property(sketch: Sketch, forced: Vec<u8>, nodes: u8) {
        let problem = sketch.problem();
        let forced = pick(&problem, &forced);
        for rule in RULES {
            for mut search in engines(&problem, rule) {
                if search.restart(Givens::none().force(&forced)).is_err() {
                    continue;
                }
                let whole = walk(&mut search.clone(), &mut Limits::none());
                for nodes in [1, 2, 3, 1 + u64::from(nodes % 16)] {
                    search.rewind();
                    assert_eq!(
                        walk_in_pieces(&mut search, nodes),
                        whole,
                        "{rule:?}, stopped every {nodes} nodes"
                    );
                }
            }
        }
    }
    hold(1000, property as fn(_, _, _));
}

#[test]
fn rewinding_anywhere_gives_the_same_tree_again() {
    fn property(sketch: Sketch, nodes: u8) {
        let problem = sketch.problem();
        for rule in RULES {
            for mut search in engines(&problem, rule) {
                let whole = walk(&mut search.clone(), &mut Limits::none());
                walk(&mut search, &mut Limits::none().nodes(u64::from(nodes % 32)));
                search.rewind();
                assert_eq!(search.counters(), Default::default(), "right after rewinding");
                assert_eq!(walk(&mut search, &mut Limits::none()), whole, "{rule:?}");
            }
        }
    }
    hold(1000, property as fn(_, _));
}

#[test]
fn nodes_are_the_sum_of_the_levels_wherever_a_run_stops() {
    fn property(sketch: Sketch, nodes: u8) {
        let problem = sketch.problem();
        for rule in RULES {
            for mut search in engines(&problem, rule) {
                let walked = walk(&mut search, &mut Limits::none().nodes(u64::from(nodes % 32)));
                assert_eq!(walked.nodes, walked.levels.iter().sum::<u64>(), "{rule:?}");
                assert!(
                    walked.levels.iter().all(|&nodes| nodes > 0),
                    "a level was counted that has no nodes"
                );
            }
        }
    }
    hold(1000, property as fn(_, _));
}

/// The naive engine looks at every live option at every node, so its walks are cut off after as many looks.
const LOOKS: u64 = 8_000_000;

#[test]
fn engines_walk_the_same_tree_on_the_test_data() {
    let mut names: Vec<String> = std::fs::read_dir(corpus::directory())
        .expect("the test data is there")
        .map(|entry| entry.expect("the directory can be read").file_name().to_string_lossy().into_owned())
        .filter_map(|name| name.strip_suffix(".dlx").map(str::to_owned))
        .collect();
    names.sort();
    assert!(!names.is_empty(), "no problems in {}", corpus::directory().display());
    for name in names {
        let problem = corpus::problem(&name);
        let most = LOOKS / problem.option_count() as u64;
        // Also from the second cover's first two options on, so that a part of each tree near the end of the
        // long ones is seen.
        let mut second = Search::new(&problem).into_iter();
        let second: Vec<OptionId> =
            second.nth(1).expect("every file has covers").into_iter().take(2).collect();
        for rule in RULES {
            for forced in [&[][..], &second[..]] {
                let [mut scan, links @ ..] = engines(&problem, rule);
                scan.restart(Givens::none().force(forced)).expect("options of one cover do not conflict");
                let expected = walk(&mut scan, &mut Limits::none().nodes(most));
                for mut search in links {
                    search
                        .restart(Givens::none().force(forced))
                        .expect("options of one cover do not conflict");
                    let walked = walk(&mut search, &mut Limits::none().nodes(most));
                    assert!(
                        walked == expected,
                        "{name}, {rule:?}, given {forced:?}: {walked:?} {expected:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_stopped_engine_says_which_limit_it_met() {
    let problem = corpus::problem("queens8");
    for rule in RULES {
        for mut search in engines(&problem, rule) {
            let mut limits = Limits::none().nodes(1);
            assert_eq!(search.next_solution(&mut limits), Err(Stopped::Nodes));
            let mut limits = Limits::none().solutions(0);
            assert_eq!(search.next_solution(&mut limits), Err(Stopped::Solutions));
        }
    }
}
