//! The links and the naive engine search the same tree: the same covers in the same order and the same number
//! of nodes on each level, wherever a run is stopped and continued. Engines that carry out forced options
//! within a node search that tree without its levels of one branch.

#![allow(
    clippy::needless_pass_by_value,
    reason = "quickcheck hands the arguments of a property over by value"
)]

use std::ops::ControlFlow;

use dlx_instances::dominoes;
use dlx_instances::region::Region;
use dlx_simd::Simd;

use crate::control::answers::{Count, Cover};
use crate::control::limits::{Limits, Stopped};
use crate::control::rule::Rule;
use crate::engine::bitset::Bitset;
use crate::engine::bitslice::Bitslice;
use crate::engine::driver::Driver;
use crate::engine::hybrid::Hybrid;
use crate::engine::learn::LearningSearch;
use crate::engine::links::Links;
use crate::engine::naive::Scan;
use crate::engine::word::Word;
use crate::engine::{Engine, NodeState};
use crate::instances;
use crate::problem::Problem;
use crate::problem::givens::{Givens, Settled};
use crate::problem::ids::OptionId;
use crate::search::Search;
use crate::search::plan::{EngineKind, Plan};
use crate::text::knuth;

#[path = "../../../tests/corpus/mod.rs"]
mod corpus;
#[path = "../../../tests/random/mod.rs"]
mod random;

use random::{Rich, Sketch, hold, pick};

/// Panics unless the property holds for this number of random problems without bounds, and for as many with
/// bounds.
macro_rules! plain_and_rich {
    ($tests:expr, $property:ident($($name:ident: $type:ty),*)) => {
        fn plain(sketch: Sketch, $($name: $type),*) {
            $property(&sketch.problem(), $($name),*);
        }
        fn rich(sketch: Rich, $($name: $type),*) {
            $property(&sketch.problem(), $($name),*);
        }
        hold($tests, plain as fn(_, $($type),*));
        hold($tests, rich as fn(_, $($type),*));
    };
}

// After the macro that it uses.
mod places;
mod planted;

const RULES: [Rule; 5] =
    [Rule::Fewest, Rule::First, Rule::Preferred, Rule::Random { seed: 1 }, Rule::Random { seed: 0x5eed }];

/// Returns four engines for any problem, the naive one first.
fn engines(problem: &Problem, rule: Rule) -> [Search; 4] {
    [
        Search::over(Driver::new(problem, rule, Box::new(Scan::new(problem, rule)))),
        // The links as chosen for the problem, and those that support every problem.
        links(problem, rule),
        Search::over(Driver::new(problem, rule, Box::new(Links::<true, true>::new(problem, rule)))),
        among_many(problem, rule),
    ]
}

/// Returns links that choose among any number of items as among many, where they can.
fn among_many(problem: &Problem, rule: Rule) -> Search {
    let engine: Box<dyn Engine> = if problem.is_bounded() {
        Box::new(Links::<true, true>::new(problem, rule).with_few_as_many())
    } else {
        Box::new(Links::<true, false>::new(problem, rule).with_few_as_many())
    };
    Search::over(Driver::new(problem, rule, engine))
}

/// Returns the links as chosen for the problem.
fn links(problem: &Problem, rule: Rule) -> Search {
    let plan = Plan::by(EngineKind::Links, rule);
    Search::with_plan(problem, &plan, &mut Limits::none()).expect("the links take every problem")
}

/// Returns all engines that open only levels with at least two branches and that support the problem, at each
/// level of instructions that the machine has.
fn branching_engines(problem: &Problem, rule: Rule) -> Vec<Search> {
    let mut engines = Vec::new();
    for simd in Simd::ALL.into_iter().filter(|level| level.is_available()) {
        let bitset = Bitset::new(problem, rule, simd, &mut Limits::none());
        let bitset = bitset.ok().filter(|_| Bitset::holds(problem));
        engines.extend(bitset.map(|bitset| Search::over(Driver::new(problem, rule, Box::new(bitset)))));
        let bitslice = Bitslice::new(problem, rule, simd, &mut Limits::none());
        engines.extend(bitslice.map(|bitslice| Search::over(Driver::new(problem, rule, Box::new(bitslice)))));
        let word = Word::supports(problem, rule).then(|| Word::new(problem, simd));
        engines.extend(word.map(|word| Search::over(Driver::new(problem, rule, Box::new(word)))));
    }
    engines
}

/// Returns an engine that begins on the links and hands over to the bitset engine whenever it can.
fn hybrid(problem: &Problem, rule: Rule) -> Option<Search> {
    let hybrid = Hybrid::<true>::new(problem, rule, Simd::best(), f64::INFINITY, &mut Limits::none()).ok()?;
    Some(Search::over(Driver::new(problem, rule, Box::new(hybrid))))
}

/// Returns a search that begins on the links, and changes to the planned engine after this many updates.
fn planned(problem: &Problem, rule: Rule, updates: u64) -> Search {
    let mut plan = Plan::of(problem, rule, &mut Limits::none()).expect("nothing stops it");
    plan.trial = updates;
    Search::with_plan(problem, &plan, &mut Limits::none()).expect("the planned engine takes the problem")
}

/// Returns all engines that support the problem.
fn all_engines(problem: &Problem, rule: Rule) -> impl Iterator<Item = Search> {
    engines(problem, rule).into_iter().chain(branching_engines(problem, rule))
}

/// All that a search reports of its tree.
#[derive(Debug, PartialEq)]
struct Walked {
    covers: Vec<Cover>,
    nodes: u64,
    solutions: u64,
    levels: Vec<u64>,
    is_complete: bool,
}

/// Searches until the limits stop it, or to the end.
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

/// Searches to the end, stopping after every `nodes` nodes.
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
    fn property(problem: &Problem, forced: &[u8], forbidden: &[u8]) {
        let (forced, forbidden) = (pick(problem, forced), pick(problem, forbidden));
        for rule in RULES {
            for givens in [
                Givens::none(),
                Givens::none().force(&forced),
                Givens::none().force(&forced).forbid(&forbidden),
            ] {
                let [mut scan, links @ ..] = engines(problem, rule);
                // If the givens conflict, the engines agree on that, and then have no givens.
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
    fn plain(sketch: Sketch, forced: Vec<u8>, forbidden: Vec<u8>) {
        property(&sketch.problem(), &forced, &forbidden);
    }
    fn rich(sketch: Rich, forced: Vec<u8>, forbidden: Vec<u8>) {
        property(&sketch.problem(), &forced, &forbidden);
    }
    hold(2000, plain as fn(_, _, _));
    hold(4000, rich as fn(_, _, _));
}

#[test]
fn choosing_among_many_items_walks_the_same_tree() {
    // A band of cells that are covered by pieces of two or three, some of which give a color to the border
    // that they touch; random, so that dead ends lie at all depths.
    let mut random = 1_u64;
    let mut below = |limit: u64| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((random >> 33) % limit).expect("it is small")
    };
    let mut text = (0..300).map(|cell| format!("c{cell} ")).collect::<String>() + "|";
    text.extend((0..60).map(|border| format!(" b{border}")));
    for cell in 0..300 {
        for _ in 0..4 {
            let last = cell + 1 + below(2);
            let cells = (cell..=last).map(|cell| format!("c{} ", cell % 300));
            text += &format!("\n{}b{}", cells.collect::<String>(), cell / 5);
            text += ["", ":0", ":0", ":1"][below(4)];
        }
    }
    let band = knuth::read(text.as_bytes()).expect("it is a problem");
    let dominoes = dominoes::problem(&Region::rectangle(6, 30).expect("a region"));
    for problem in [band, instances::problem(dominoes)] {
        let limits = || Limits::none().nodes(20_000);
        let walked = walk(&mut among_many(&problem, Rule::Fewest), &mut limits());
        assert_eq!(walked, walk(&mut links(&problem, Rule::Fewest), &mut limits()));
        let branching = walked.levels.iter().filter(|&&nodes| nodes > 1).count();
        assert!(branching > 15, "the tree is a path: {:?}", walked.levels);
    }
}

/// Returns the nodes of the naive engine whose level has at least two branches, by the number of such levels
/// above.
fn branching_nodes(problem: &Problem, givens: Givens<'_>) -> Vec<u64> {
    branching_nodes_within(problem, givens, u64::MAX).0
}

/// Returns the first `most` of them, and the number of covers before the next one.
fn branching_nodes_within(problem: &Problem, givens: Givens<'_>, most: u64) -> (Vec<u64>, u64) {
    let mut scan = Scan::new(problem, Rule::Fewest);
    let mut settled = Settled::default();
    settled.resolve(problem, givens).expect("the givens were possible before");
    let (mut nodes, mut covers) = (Vec::<u64>::new(), 0);
    let mut is_open = scan.restart(problem, &settled, &mut Limits::none()) == Ok(NodeState::Open);
    loop {
        if is_open {
            scan.open();
        } else if scan.depth() == 0 {
            return (nodes, covers);
        }
        is_open = false;
        if !scan.pass_next() {
            scan.close();
            continue;
        }
        let here = scan.take_passed();
        let branches = (0..scan.depth()).filter(|&level| scan.rank(level).of > 1).count();
        if scan.rank(scan.depth() - 1).of > 1 {
            if nodes.iter().sum::<u64>() == most {
                return (nodes, covers);
            }
            nodes.resize(nodes.len().max(branches), 0);
            nodes[branches - 1] += 1;
        }
        covers += u64::from(here == NodeState::Solved);
        is_open = here == NodeState::Open;
    }
}

#[test]
fn engines_that_only_branch_walk_the_branches_of_the_same_tree() {
    fn property(sketch: Sketch, forced: Vec<u8>, forbidden: Vec<u8>) {
        let problem = sketch.problem();
        let (forced, forbidden) = (pick(&problem, &forced), pick(&problem, &forbidden));
        for givens in [
            Givens::none(),
            Givens::none().force(&forced),
            Givens::none().forbid(&forbidden),
            Givens::none().force(&forced).forbid(&forbidden),
        ] {
            let [mut scan, mut links, ..] = engines(&problem, Rule::Fewest);
            let restarted = scan.restart(givens);
            assert_eq!(links.restart(givens), restarted);
            let expected = walk(&mut scan, &mut Limits::none());
            let levels = branching_nodes(&problem, restarted.as_ref().map_or(Givens::none(), |()| givens));
            for mut search in branching_engines(&problem, Rule::Fewest) {
                assert_eq!(search.restart(givens), restarted);
                let walked = walk(&mut search, &mut Limits::none());
                assert_eq!(walked.covers, expected.covers);
                // Where all options of the root are forced, the word engine has one level.
                let is_one_level = levels.is_empty() && walked.levels == [1] && walked.solutions == 1;
                let levels = if is_one_level { vec![1] } else { levels.clone() };
                assert_eq!(walked.levels, levels);
                assert_eq!(search.next_solution(&mut Limits::none()), Ok(None), "after the end");
                let (one, other) = (search.size(), links.size());
                assert_eq!(one.given_options, other.given_options);
                assert_eq!(one.live_options, other.live_options);
                assert_eq!(one.matrix_nodes, other.matrix_nodes);
                // Nodes that are counted without being visited count too.
                assert_eq!(search.count(&mut Limits::none()).exact(), Ok(expected.solutions));
                assert_eq!(search.levels(), levels);
            }
        }
    }
    hold(6000, property as fn(_, _, _));
}

#[test]
fn counting_in_pieces_counts_every_cover_once() {
    fn property(sketch: Sketch, nodes: u8) {
        let problem = sketch.problem();
        for mut search in all_engines(&problem, Rule::Fewest) {
            let count = search.count(&mut Limits::none()).exact().expect("there is no limit");
            let levels = search.levels().to_vec();
            for nodes in [1, 2, 3, 1 + u64::from(nodes % 16)] {
                search.rewind();
                let mut counted = 0;
                loop {
                    match search.count_rest(&mut Limits::none().nodes(nodes)) {
                        Count::Exact(rest) => break counted += rest,
                        Count::AtLeast(piece, _) => counted += piece,
                    }
                }
                assert_eq!(counted, count);
                assert_eq!(search.levels(), levels);
            }
            for most in 0..=count {
                let mut limits = Limits::none().solutions(most);
                let (Count::Exact(first) | Count::AtLeast(first, _)) = search.count(&mut limits);
                assert_eq!(first, most);
                assert_eq!(search.count_rest(&mut Limits::none()).exact(), Ok(count - most));
            }
        }
    }
    hold(2000, property as fn(_, _));
}

#[test]
fn stopping_after_every_k_nodes_loses_nothing_and_repeats_nothing() {
    fn property(problem: &Problem, forced: Vec<u8>, nodes: u8) {
        let forced = pick(problem, &forced);
        for rule in RULES {
            for mut search in all_engines(problem, rule) {
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
    plain_and_rich!(1000, property(forced: Vec<u8>, nodes: u8));
}

#[test]
fn rewinding_anywhere_gives_the_same_tree_again() {
    fn property(problem: &Problem, nodes: u8) {
        for rule in RULES {
            for mut search in all_engines(problem, rule) {
                let whole = walk(&mut search.clone(), &mut Limits::none());
                walk(&mut search, &mut Limits::none().nodes(u64::from(nodes % 32)));
                search.rewind();
                assert_eq!(search.counters(), Default::default(), "right after rewinding");
                assert_eq!(walk(&mut search, &mut Limits::none()), whole, "{rule:?}");
            }
        }
    }
    plain_and_rich!(1000, property(nodes: u8));
}

#[test]
fn assumptions_are_as_givens_and_are_taken_back() {
    fn property(problem: &Problem, lists: Vec<(u8, u8)>) {
        if problem.option_count() == 0 {
            return;
        }
        for rule in RULES {
            let mut same: Vec<Search> = engines(problem, rule).into();
            let mut branching = branching_engines(problem, rule);
            // At each push: the number of forced and of forbidden options, and the tree.
            let (mut forced, mut forbidden) = (Vec::new(), Vec::new());
            let mut pushed: Vec<(usize, usize, Walked)> = Vec::new();
            for &(kind, option) in &lists {
                let option = pick(problem, &[option])[0];
                let mut results = Vec::new();
                for search in same.iter_mut().chain(&mut branching) {
                    if kind % 4 == 0 {
                        search.push();
                    }
                    results.push(if kind % 2 == 0 { search.force(option) } else { search.forbid(option) });
                }
                if kind % 4 == 0 {
                    let mut fresh = links(problem, rule);
                    fresh.restart(Givens::none().force(&forced).forbid(&forbidden)).expect("it was possible");
                    pushed.push((forced.len(), forbidden.len(), walk(&mut fresh, &mut Limits::none())));
                }
                assert!(results.iter().all(|result| *result == results[0]), "{results:?}");
                let mut fresh = links(problem, rule);
                if results[0].is_ok() {
                    let assumed = if kind % 2 == 0 { &mut forced } else { &mut forbidden };
                    assumed.push(option);
                } else {
                    let (mut forced, mut forbidden) = (forced.clone(), forbidden.clone());
                    let assumed = if kind % 2 == 0 { &mut forced } else { &mut forbidden };
                    assumed.push(option);
                    let givens = Givens::none().force(&forced).forbid(&forbidden);
                    assert!(fresh.restart(givens).is_err(), "{results:?}");
                }
                fresh.restart(Givens::none().force(&forced).forbid(&forbidden)).expect("each was possible");
                let expected = walk(&mut fresh, &mut Limits::none());
                for search in &mut branching {
                    search.rewind();
                    assert_eq!(walk(search, &mut Limits::none()).covers, expected.covers);
                }
                for search in &mut same {
                    search.rewind();
                    assert_eq!(
                        walk(search, &mut Limits::none()),
                        expected,
                        "{rule:?} {forced:?} {forbidden:?}"
                    );
                }
            }
            for (_, _, expected) in pushed.into_iter().rev() {
                for search in &mut branching {
                    assert!(search.pop());
                    assert_eq!(walk(search, &mut Limits::none()).covers, expected.covers, "popped");
                }
                for search in &mut same {
                    assert!(search.pop());
                    assert_eq!(walk(search, &mut Limits::none()), expected, "{rule:?}, popped");
                }
            }
            for search in same.iter_mut().chain(&mut branching) {
                assert!(!search.pop(), "all pushes have been popped");
            }
        }
    }
    plain_and_rich!(1000, property(lists: Vec<(u8, u8)>));
}

#[test]
fn the_fraction_never_decreases_and_is_1_at_the_end_alone() {
    fn property(problem: &Problem) {
        for rule in RULES {
            for mut search in all_engines(problem, rule) {
                let mut before = search.fraction();
                assert_eq!(before, 0.0);
                let mut seen = Vec::new();
                let mut limits = Limits::none().ask(1, |progress| {
                    seen.push(progress.fraction());
                    ControlFlow::Continue(())
                });
                while let Ok(Some(_)) = search.next_solution(&mut limits) {}
                drop(limits);
                for fraction in seen {
                    assert!(fraction >= before && fraction < 1.0, "{rule:?}: {fraction} after {before}");
                    before = fraction;
                }
                assert_eq!(search.fraction(), 1.0);
            }
        }
    }
    plain_and_rich!(1000, property());
}

#[test]
fn nodes_are_the_sum_of_the_levels_wherever_a_run_stops() {
    fn property(problem: &Problem, nodes: u8) {
        for rule in RULES {
            for mut search in all_engines(problem, rule) {
                let walked = walk(&mut search, &mut Limits::none().nodes(u64::from(nodes % 32)));
                assert_eq!(walked.nodes, walked.levels.iter().sum::<u64>(), "{rule:?}");
                assert!(
                    walked.levels.iter().all(|&nodes| nodes > 0),
                    "a level was counted that has no nodes"
                );
            }
        }
    }
    plain_and_rich!(1000, property(nodes: u8));
}

/// Returns a problem of `items` items with `options` options each; some options also cover the next item, or
/// share a secondary item.
fn chain(items: usize, options: usize) -> Problem {
    let mut builder = Problem::builder();
    let names: Vec<String> = (0..items).map(|item| format!("p{item}")).collect();
    builder.primary(&names).secondary(["x", "y"]);
    for item in 0..items {
        for option in 0..options {
            let mut uses = vec![names[item].as_str()];
            if (item + option) % 5 == 0 && item + 1 < items && option + 2 < options {
                uses.push(&names[item + 1]);
            }
            match item * options + option {
                0 | 7 => uses.push("x:1"),
                3 | 8 => uses.push("x:2"),
                4 | 9 => uses.push("y"),
                _ => {}
            }
            builder.option(uses.iter().copied());
        }
    }
    builder.build().expect("the items are different")
}

#[test]
fn sets_of_items_of_every_size_hold_the_same_covers() {
    for items in [1, 63, 64, 65, 128, 129, 511, 512, 513, 1024] {
        // With 13 options of its own and some of the item before, an item has at most 16.
        for options in 2..=13 {
            let problem = chain(items, options);
            let expected: Vec<Cover> = Search::new(&problem).into_iter().take(40).collect();
            let engines = branching_engines(&problem, Rule::Fewest);
            assert!(!engines.is_empty(), "{items} items, {options} options");
            for mut search in engines {
                let covers: Vec<Cover> = (&mut search).into_iter().take(40).collect();
                assert!(covers == expected, "{items} items, {options} options");
                let last: Vec<OptionId> = covers.last().into_iter().flatten().copied().collect();
                let (forced, forbidden) = last.split_at(last.len() / 2);
                let givens = Givens::none().force(forced).forbid(forbidden);
                let mut links = Search::new(&problem);
                assert_eq!(search.restart(givens), links.restart(givens));
                let mut fuel = Limits::none().nodes(20_000).solutions(40);
                let expected = walk(&mut links, &mut fuel).covers;
                let mut limits = Limits::none().solutions(expected.len() as u64);
                assert!(walk(&mut search, &mut limits).covers == expected);
            }
        }
    }
}

/// Number of covers of a file that are compared in order.
const COVERS: usize = 3000;

#[test]
fn engines_that_only_branch_find_the_same_covers_on_the_test_data() {
    let answers =
        std::fs::read_to_string(corpus::directory().join("ANSWERS")).expect("the answers are there");
    for line in answers.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let problem = corpus::problem(words[0]);
        let solutions: u64 = words[1].parse().expect("the answer is a number");
        let expected: Vec<Cover> = Search::new(&problem).into_iter().take(COVERS).collect();
        for mut search in branching_engines(&problem, Rule::Fewest) {
            let covers: Vec<Cover> = (&mut search).into_iter().take(COVERS).collect();
            assert!(covers == expected, "{line}");
            assert_eq!(search.count(&mut Limits::none()).exact(), Ok(solutions), "{line}");
        }
    }
}

/// Number of options that the naive engine may visit, as it visits every live option at every node.
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
        let looks = |rule| if matches!(rule, Rule::Fewest | Rule::First) { LOOKS } else { LOOKS / 16 };
        // Also with the first two options of the second cover given, so that a part near the end of long
        // trees is searched.
        let mut second = Search::new(&problem).into_iter();
        let second: Vec<OptionId> =
            second.nth(1).expect("every file has covers").into_iter().take(2).collect();
        for rule in RULES {
            let most = looks(rule) / problem.option_count() as u64;
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
        for mut search in all_engines(&problem, rule) {
            let mut limits = Limits::none().nodes(1);
            assert_eq!(search.next_solution(&mut limits), Err(Stopped::Nodes));
            let mut limits = Limits::none().solutions(0);
            assert_eq!(search.next_solution(&mut limits), Err(Stopped::Solutions));
        }
    }
}

/// The covers come in an order of their own.
#[test]
fn learning_finds_the_same_covers() {
    fn property(problem: &Problem, forced: Vec<u8>, forbidden: Vec<u8>, nodes: u8) {
        let (forced, forbidden) = (pick(problem, &forced), pick(problem, &forbidden));
        let mut search = LearningSearch::new(problem, &mut Limits::none()).expect("there are no limits");
        let mut scan =
            Search::over(Driver::new(problem, Rule::Fewest, Box::new(Scan::new(problem, Rule::Fewest))));
        let all = [
            Givens::none(),
            Givens::none().force(&forced),
            Givens::none().force(&forced).forbid(&forbidden),
            Givens::none(),
        ];
        for givens in all {
            let restarted = scan.restart(givens);
            assert_eq!(search.restart(givens), restarted);
            let mut expected = walk(&mut scan, &mut Limits::none()).covers;
            expected.sort_unstable();
            // In pieces, each with some nodes.
            let mut found = Vec::new();
            loop {
                match search.next_solution(&mut Limits::none().nodes(u64::from(nodes % 8) + 1)) {
                    Ok(Some(cover)) => found.push(cover),
                    Ok(None) => break,
                    Err(why) => assert_eq!(why, Stopped::Nodes),
                }
            }
            assert_eq!(search.counters().solutions, found.len() as u64);
            found.sort_unstable();
            assert_eq!(found, expected);
        }
    }
    plain_and_rich!(4000, property(forced: Vec<u8>, forbidden: Vec<u8>, nodes: u8));
}

/// Langford pairs of 8 numbers are 150 up to reversal.
#[test]
fn learning_finds_what_the_literature_counts() {
    for (name, count) in [("queens8", 92), ("langford8", 300)] {
        let problem = corpus::problem(name);
        let mut search = LearningSearch::new(&problem, &mut Limits::none()).expect("there are no limits");
        let mut found = 0;
        while search.next_solution(&mut Limits::none()).expect("there is no limit").is_some() {
            found += 1;
        }
        assert_eq!(found, count, "{name}");
    }
}
