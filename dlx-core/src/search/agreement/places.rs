//! Positions are transferred between engines: checkpoints, takeovers, parts of a split, and donations.

use dlx_simd::Simd;

use super::random::{Rich, Sketch, hold, pick};
use super::{RULES, Walked, all_engines, corpus, engines, hybrid, links, planned, walk, walk_in_pieces};
use crate::control::answers::Cover;
use crate::control::checkpoint::Checkpoint;
use crate::control::limits::Limits;
use crate::control::rule::Rule;
use crate::engine::bitslice::Bitslice;
use crate::engine::driver::Driver;
use crate::engine::naive::Scan;
use crate::problem::Problem;
use crate::problem::givens::Givens;
use crate::problem::ids::OptionId;
use crate::search::Search;

#[test]
fn a_checkpoint_of_one_engine_is_resumed_by_another_anywhere() {
    fn property(sketch: Rich, forced: Vec<u8>, forbidden: Vec<u8>) {
        let problem = sketch.problem();
        let (forced, forbidden) = (pick(&problem, &forced), pick(&problem, &forbidden));
        let givens = Givens::none().force(&forced).forbid(&forbidden);
        for rule in RULES {
            let [mut scan, mut links, ..] = engines(&problem, rule);
            if scan.restart(givens).is_err() {
                continue;
            }
            links.restart(givens).expect("the engines agree on the givens");
            let whole = walk(&mut scan.clone(), &mut Limits::none());
            for nodes in 0.. {
                let (saved, resumed) =
                    if nodes % 2 == 0 { (&mut scan, &mut links) } else { (&mut links, &mut scan) };
                saved.restart(givens).expect("they were possible before");
                let begun = walk(saved, &mut Limits::none().nodes(nodes));
                let text = saved.checkpoint().to_string();
                let checkpoint: Checkpoint = text.parse().expect("what was written can be read");
                assert_eq!(checkpoint, saved.checkpoint());
                resumed.restart(Givens::none()).expect("without givens there is no conflict");
                resumed
                    .resume(&checkpoint, &mut Limits::none())
                    .unwrap_or_else(|error| panic!("{error}\n{text}"));
                assert_eq!(resumed.checkpoint(), checkpoint, "{rule:?}, after {nodes} nodes");
                let rest = walk(resumed, &mut Limits::none());
                let covers: Vec<Cover> =
                    begun.covers.into_iter().chain(rest.covers.iter().cloned()).collect();
                assert_eq!(Walked { covers, ..rest }, whole, "{rule:?}, after {nodes} nodes\n{text}");
                resumed.rewind();
                assert_eq!(walk(resumed, &mut Limits::none()), whole, "rewound after resuming");
                if begun.is_complete {
                    break;
                }
            }
        }
    }
    hold(500, property as fn(_, _, _));
}

#[test]
fn a_checkpoint_is_resumed_by_engines_with_other_levels() {
    fn property(sketch: Sketch, forced: Vec<u8>, forbidden: Vec<u8>) {
        let problem = sketch.problem();
        let (forced, forbidden) = (pick(&problem, &forced), pick(&problem, &forbidden));
        let givens = Givens::none().force(&forced).forbid(&forbidden);
        let mut all: Vec<Search> = all_engines(&problem, Rule::Fewest).collect();
        if all[0].restart(givens).is_err() {
            return;
        }
        let whole = walk(&mut all[0], &mut Limits::none());
        for saving in 0..all.len() {
            for nodes in 0.. {
                let saved = &mut all[saving];
                saved.restart(givens).expect("they were possible before");
                let begun = walk(saved, &mut Limits::none().nodes(nodes));
                let checkpoint = saved.checkpoint();
                for resumed in &mut all {
                    resumed.restart(Givens::none()).expect("without givens there is no conflict");
                    resumed
                        .resume(&checkpoint, &mut Limits::none())
                        .unwrap_or_else(|error| panic!("{error}\n{checkpoint}"));
                    let rest = walk(resumed, &mut Limits::none());
                    assert_eq!(rest.solutions, whole.solutions, "after {nodes} nodes\n{checkpoint}");
                    let covers: Vec<Cover> = begun.covers.iter().cloned().chain(rest.covers).collect();
                    assert_eq!(covers, whole.covers, "after {nodes} nodes\n{checkpoint}");
                    resumed.rewind();
                    assert_eq!(walk(resumed, &mut Limits::none()).covers, whole.covers);
                }
                if begun.is_complete {
                    break;
                }
            }
        }
    }
    hold(1000, property as fn(_, _, _));
}

#[test]
fn engines_that_take_over_give_the_same_covers() {
    fn property(sketch: Sketch, forced: Vec<u8>, forbidden: Vec<u8>, nodes: u8) {
        let problem = sketch.problem();
        let (forced, forbidden) = (pick(&problem, &forced), pick(&problem, &forbidden));
        let givens = Givens::none().force(&forced).forbid(&forbidden);
        let mut links = links(&problem, Rule::Fewest);
        if links.restart(givens).is_err() {
            return;
        }
        let expected = walk(&mut links, &mut Limits::none()).covers;
        let engines = (1..4).map(|nodes| planned(&problem, Rule::Fewest, nodes));
        for mut search in engines.chain(hybrid(&problem, Rule::Fewest)) {
            search.restart(givens).expect("they were possible before");
            // Twice, as the engine learns when a takeover pays.
            for _ in 0..2 {
                assert_eq!(walk(&mut search, &mut Limits::none()).covers, expected);
                search.rewind();
            }
            assert_eq!(search.count(&mut Limits::none()).exact(), Ok(expected.len() as u64));
            search.rewind();
            let before = walk(&mut search, &mut Limits::none().nodes(u64::from(nodes % 16))).covers;
            let checkpoint = search.checkpoint();
            let rest = walk(&mut search.clone(), &mut Limits::none()).covers;
            assert_eq!(before.iter().cloned().chain(rest).collect::<Vec<_>>(), expected);
            let parts = search.split(usize::from(nodes % 5), &mut Limits::none()).expect("nothing stops it");
            search.restart(givens).expect("they were possible before");
            search.resume(&checkpoint, &mut Limits::none()).expect("it is a place of the tree");
            let rest = walk(&mut search, &mut Limits::none()).covers;
            assert_eq!(before.iter().cloned().chain(rest).collect::<Vec<_>>(), expected);
            let mut covers = before;
            for part in parts {
                search.resume(&part, &mut Limits::none()).expect("it is a part of the tree");
                covers.extend(walk(&mut search, &mut Limits::none()).covers);
            }
            assert_eq!(covers, expected);
        }
    }
    hold(3000, property as fn(_, _, _, _));
}

#[test]
fn assumptions_outlive_the_engine_they_were_made_on() {
    let problem = corpus::problem("queens8");
    let options: Vec<OptionId> = problem.options().collect();
    let mut search = planned(&problem, Rule::Fewest, 5);
    let mut links = links(&problem, Rule::Fewest);
    let mut counts = Vec::new();
    for &option in &options[..4] {
        for search in [&mut search, &mut links] {
            search.push();
            search.forbid(option).expect("it is not given");
        }
        let count = links.count(&mut Limits::none());
        assert_eq!(search.count(&mut Limits::none()), count);
        counts.push(count);
    }
    assert!(search.has_spare(), "another engine has taken over");
    while let Some(count) = counts.pop() {
        assert_eq!(search.count(&mut Limits::none()), count);
        assert!(search.pop());
    }
    assert_eq!(search.count(&mut Limits::none()).exact(), Ok(92));
}

#[test]
fn donated_branches_follow_the_kept_ones() {
    fn property(problem: &Problem, nodes: u8) {
        for simd in Simd::ALL {
            let Ok(bitslice) = Bitslice::new(problem, Rule::Fewest, simd, &mut Limits::none()) else {
                return;
            };
            given_away(Driver::new(problem, Rule::Fewest, Box::new(bitslice)), nodes);
        }
        given_away(Driver::new(problem, Rule::Fewest, Box::new(Scan::new(problem, Rule::Fewest))), nodes);
    }
    fn given_away(driver: Driver, nodes: u8) {
        let mut whole = Search::over(driver.clone());
        let mut fuel = Limits::none().nodes(u64::from(nodes % 16));
        let mut before = walk(&mut whole.clone(), &mut fuel).covers;
        let whole = walk(&mut whole, &mut Limits::none()).covers;
        let mut keeper = driver.clone();
        let mut fuel = Limits::none().nodes(u64::from(nodes % 16));
        while let Ok(true) = keeper.next(&mut fuel, &mut u64::MAX.clone()) {}
        let Some(donation) = keeper.give_away() else { return };
        before.extend(walk(&mut Search::over(keeper), &mut Limits::none()).covers);
        let mut receiver = Search::over(driver);
        receiver.move_to(&donation.tree_position);
        before.extend(walk(&mut receiver, &mut Limits::none()).covers);
        assert_eq!(before, whole);
    }
    plain_and_rich!(1000, property(nodes: u8));
}

#[test]
fn the_parts_of_a_split_are_what_is_left_in_its_order() {
    fn property(problem: &Problem, nodes: u8, parts: u8) {
        for rule in RULES {
            for mut search in all_engines(problem, rule) {
                walk(&mut search, &mut Limits::none().nodes(u64::from(nodes % 16)));
                let checkpoints =
                    search.split(usize::from(parts % 8), &mut Limits::none()).expect("nothing stops it");
                let mut resumed = [links(problem, rule), search.clone()];
                let whole = walk(&mut search, &mut Limits::none());
                for part in &mut resumed {
                    check_parts(part, &checkpoints, whole.covers.clone(), rule);
                }
            }
        }
    }
    fn check_parts(part: &mut Search, checkpoints: &[Checkpoint], expected: Vec<Cover>, rule: Rule) {
        let mut covers = Vec::new();
        for checkpoint in checkpoints {
            part.resume(checkpoint, &mut Limits::none()).expect("a part is a place of the tree");
            let walked = walk(part, &mut Limits::none());
            assert_eq!(part.fraction(), 1.0);
            part.rewind();
            assert_eq!(walk(part, &mut Limits::none()), walked, "rewinding goes to where the part begins");
            part.rewind();
            assert_eq!(walk_in_pieces(part, 2), walked);
            covers.extend(walked.covers);
        }
        assert_eq!(covers, expected, "{rule:?}");
    }
    plain_and_rich!(1000, property(nodes: u8, parts: u8));
}

#[test]
fn a_large_split_of_a_large_tree_has_as_many_parts_as_asked_for() {
    let problem = corpus::problem("queens8");
    let mut search = Search::new(&problem);
    let whole = walk(&mut search.clone(), &mut Limits::none()).covers;
    // The tree has 92 solutions, and cannot be split into more parts.
    for (count, most) in [(1, 1), (2, 9), (7, 14), (50, 57), (500, 92)] {
        let parts = search.split(count, &mut Limits::none()).expect("nothing stops it");
        assert!(parts.len() >= count.min(92) && parts.len() <= most, "{} parts for {count}", parts.len());
        let mut covers = Vec::new();
        for part in parts {
            search.resume(&part, &mut Limits::none()).expect("a part is a place of the tree");
            covers.extend(&mut search);
        }
        search.restart(Givens::none()).expect("without givens there is no conflict");
        assert_eq!(covers, whole);
    }
}
