//! Tests the guarantees of the public API on random small problems, against the enumeration of all sets of
//! options.

#![allow(
    clippy::needless_pass_by_value,
    reason = "quickcheck hands the arguments of a property over by value"
)]

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use dlx_core::inner::{EngineKind, Plan};
use dlx_core::text::{Feature, WriteError, knuth};
use dlx_core::{
    Bounds, CheckError, Color, Count, Counters, Cover, GivenError, Givens, ItemId, ItemKind, Limits,
    OptionId, Problem, Rule, Search, Stopped, Uniqueness, Use, check,
};
use quickcheck::{Arbitrary, Gen};

mod naive;
mod random;

use naive::is_cover;
use random::{Rich, Sketch, hold, pick};

const RULES: [Rule; 4] = [Rule::Fewest, Rule::First, Rule::Preferred, Rule::Random { seed: 7 }];

/// Returns all subsets of these options, each ascending if the options are.
fn subsets(options: &[OptionId]) -> impl Iterator<Item = Cover> {
    (0..1_u32 << options.len()).map(|members| {
        let is_member = |at: &usize| members >> at & 1 == 1;
        (0..options.len()).filter(is_member).map(|at| options[at]).collect()
    })
}

/// Returns the covers that a search must find with these givens.
fn enumerated(problem: &Problem, forced: &[OptionId], forbidden: &[OptionId]) -> BTreeSet<Cover> {
    naive::covers(problem, forced, forbidden).into_iter().collect()
}

fn ascending(mut cover: Cover) -> Cover {
    cover.sort();
    cover
}

fn all(search: &mut Search) -> Vec<Cover> {
    search.rewind();
    search.into_iter().collect()
}

/// Returns the use of an item in an option, which must have it.
fn use_of(problem: &Problem, option: OptionId, item: ItemId) -> Use {
    *problem.uses(option).iter().find(|used| used.item == item).expect("the option uses the item")
}

/// Returns true if two options cannot be chosen together because of this item.
fn fight_over(problem: &Problem, first: OptionId, second: OptionId, item: ItemId) -> bool {
    let (first, second) = (use_of(problem, first, item), use_of(problem, second, item));
    first.color == Color::NONE || first.color != second.color
}

fn is_conflict(problem: &Problem, first: OptionId, second: OptionId) -> bool {
    let is_shared = |item| problem.uses(second).iter().any(|used| used.item == item);
    let shared = problem.uses(first).iter().map(|used| used.item).filter(|&item| is_shared(item));
    shared.into_iter().any(|item| fight_over(problem, first, second, item))
}

#[test]
fn covers_are_those_of_the_enumeration_each_once() {
    fn property(problem: &Problem) {
        let expected = enumerated(problem, &[], &[]);
        for rule in RULES {
            let covers =
                all(&mut Search::with_rule(problem, rule, &mut Limits::none()).expect("nothing stops it"));
            let found: BTreeSet<Cover> = covers.iter().cloned().map(ascending).collect();
            assert_eq!(found, expected, "{rule:?}");
            assert_eq!(covers.len(), expected.len(), "a cover came twice: {rule:?}");
        }
    }
    fn plain(sketch: Sketch) {
        property(&sketch.problem());
    }
    fn rich(sketch: Rich) {
        property(&sketch.problem());
    }
    hold(10_000, plain as fn(_));
    hold(10_000, rich as fn(_));
}

#[test]
fn every_cover_passes_the_check() {
    fn property(sketch: Rich) {
        let problem = sketch.problem();
        for cover in Search::new(&problem) {
            assert_eq!(check(&problem, &cover), Ok(()));
        }
    }
    hold(1000, property as fn(_));
}

#[test]
fn the_check_accepts_covers_alone_and_gives_true_reasons() {
    fn property(sketch: Rich) {
        let problem = sketch.problem();
        let mut options: Vec<OptionId> = problem.options().collect();
        // The order of the options must not matter.
        options.reverse();
        for set in subsets(&options) {
            let verdict = check(&problem, &set);
            assert_eq!(verdict.is_ok(), is_cover(&problem, &set), "{set:?}: {verdict:?}");
            match verdict {
                Ok(()) => {}
                Err(CheckError::Uncovered { item, name }) => {
                    assert_eq!(problem.name(item), name);
                    assert_eq!(problem.kind(item), ItemKind::Primary);
                    let mut uses = set.iter().flat_map(|&option| problem.uses(option));
                    assert!(!uses.any(|used| used.item == item), "{set:?} covers `{name}`");
                }
                Err(CheckError::Times { item, name, times, low, high }) => {
                    assert_eq!(problem.name(item), name);
                    assert_eq!(problem.bounds(item), Bounds { low, high });
                    let weights = set.iter().map(|&option| problem.weight(option, item) as usize);
                    assert_eq!(weights.sum::<usize>(), times);
                    assert!(times < low as usize || times > high as usize);
                }
                Err(CheckError::CoveredTwice { item, name, first, second }) => {
                    assert_eq!(problem.name(item), name);
                    assert!(set.contains(&first) && set.contains(&second) && first != second);
                    let colors = [first, second].map(|option| use_of(&problem, option, item).color);
                    assert!(colors.contains(&Color::NONE), "{set:?} may share `{name}` or has two colors");
                }
                Err(CheckError::TwoColors { item, name, first, first_color, second, second_color }) => {
                    assert_eq!(problem.name(item), name);
                    assert!(set.contains(&first) && set.contains(&second) && first_color != second_color);
                    let colors = [first, second].map(|option| use_of(&problem, option, item).color);
                    let named = colors.map(|color| problem.color_name(color));
                    assert_eq!(named, [Some(&*first_color), Some(&*second_color)]);
                }
                Err(other) => panic!("{set:?} has known options, each once: {other}"),
            }
        }
    }
    hold(1000, property as fn(_));
}

#[test]
fn all_verbs_tell_of_the_same_covers() {
    fn property(sketch: Sketch) {
        let problem = sketch.problem();
        for rule in RULES {
            let owned: Vec<Cover> = Search::with_rule(&problem, rule, &mut Limits::none())
                .expect("nothing stops it")
                .into_iter()
                .collect();
            let count = owned.len() as u64;
            let mut search =
                Search::with_rule(&problem, rule, &mut Limits::none()).expect("nothing stops it");
            let borrowed: Vec<Cover> = (&mut search).into_iter().collect();
            assert_eq!(borrowed, owned);
            assert_eq!(search.next_solution(&mut Limits::none()), Ok(None), "after the last cover");
            assert_eq!(search.count_rest(&mut Limits::none()), Count::Exact(0), "after the last cover");
            assert_eq!(search.count(&mut Limits::none()), Count::Exact(count));
            assert_eq!(search.counters().solutions, count);
            assert_eq!(search.first(&mut Limits::none()), Ok(owned.first().cloned()));
            assert_eq!(search.count_rest(&mut Limits::none()), Count::Exact(count.saturating_sub(1)));
            let expected = match &owned[..] {
                [] => Uniqueness::None,
                [one] => Uniqueness::One(one.clone()),
                [first, second, ..] => Uniqueness::Several(first.clone(), second.clone()),
            };
            assert_eq!(search.uniqueness(&mut Limits::none()), expected);
        }
    }
    hold(1000, property as fn(_));
}

#[test]
fn an_iterator_that_is_dropped_leaves_the_rest_to_the_search() {
    fn property(sketch: Sketch) {
        let problem = sketch.problem();
        let mut search = Search::new(&problem);
        let covers = all(&mut search);
        for taken in 0..=covers.len() {
            search.rewind();
            let begun: Vec<Cover> = (&mut search).into_iter().take(taken).collect();
            let copy = search.clone();
            let rest = (covers.len() - taken) as u64;
            assert_eq!(search.count_rest(&mut Limits::none()), Count::Exact(rest));
            assert_eq!(begun.into_iter().chain(copy).collect::<Vec<_>>(), covers, "a copy goes on by itself");
        }
    }
    hold(1000, property as fn(_));
}

#[test]
fn the_same_problem_gives_the_same_covers_in_the_same_order() {
    fn property(sketch: Sketch) {
        let (one, other) = (sketch.problem(), sketch.problem());
        assert_eq!(one, other);
        assert_eq!(all(&mut Search::new(&one)), all(&mut Search::new(&other)));
    }
    hold(1000, property as fn(_));
}

#[test]
fn threads_that_share_a_problem_find_the_same_covers() {
    fn property(sketch: Sketch) {
        let problem = sketch.problem();
        let here = all(&mut Search::new(&problem));
        let mut begun = Search::new(&problem);
        begun.first(&mut Limits::none()).expect("without limits nothing stops a search");
        std::thread::scope(|scope| {
            let fresh = scope.spawn(|| all(&mut Search::new(&problem)));
            let moved = scope.spawn(|| begun.into_iter().collect::<Vec<Cover>>());
            assert_eq!(fresh.join().expect("the search does not panic"), here);
            assert_eq!(moved.join().expect("the search does not panic"), here[here.len().min(1)..]);
        });
    }
    hold(100, property as fn(_));
}

#[test]
fn givens_leave_just_the_covers_that_contain_them() {
    fn property(sketch: Rich, forced: Vec<u8>, forbidden: Vec<u8>) {
        let problem = sketch.problem();
        let (forced, forbidden) = (pick(&problem, &forced), pick(&problem, &forbidden));
        let mut distinct: Vec<OptionId> = Vec::new();
        for &option in &forced {
            if !distinct.contains(&option) {
                distinct.push(option);
            }
        }
        for rule in RULES {
            let mut search =
                Search::with_rule(&problem, rule, &mut Limits::none()).expect("nothing stops it");
            let expected = enumerated(&problem, &forced, &forbidden);
            if search.restart(Givens::none().force(&forced).forbid(&forbidden)).is_err() {
                assert!(expected.is_empty(), "there are covers with these givens");
                continue;
            }
            let covers = all(&mut search);
            for cover in &covers {
                assert!(cover.is_sorted(), "options ascend");
                assert!(
                    distinct.iter().all(|given| cover.contains(given)),
                    "given options are in every cover"
                );
                assert_eq!(check(&problem, cover), Ok(()));
            }
            assert_eq!(covers.len(), expected.len(), "a cover came twice: {rule:?}");
            assert_eq!(covers.into_iter().map(ascending).collect::<BTreeSet<_>>(), expected, "{rule:?}");
        }
    }
    hold(10_000, property as fn(_, _, _));
}

#[test]
fn givens_that_contradict_one_another_are_named_and_leave_a_search_without_givens() {
    fn property(sketch: Sketch, forced: Vec<u8>, forbidden: Vec<u8>, before: Vec<u8>) {
        let problem = sketch.problem();
        let (forced, forbidden) = (pick(&problem, &forced), pick(&problem, &forbidden));
        let mut pairs = forced.iter().enumerate().flat_map(|(at, first)| {
            forced[at + 1..].iter().filter(move |&second| first != second).map(move |second| (first, second))
        });
        let is_contradiction = forced.iter().any(|option| forbidden.contains(option))
            || pairs.any(|(&first, &second)| is_conflict(&problem, first, second));
        let mut search = Search::new(&problem);
        let whole = all(&mut search);
        // The givens of an earlier restart must have no effect.
        let earlier = search.restart(Givens::none().force(&pick(&problem, &before)));
        if earlier.is_err() {
            assert_eq!(all(&mut search), whole, "after {earlier:?}");
        }
        let restarted = search.restart(Givens::none().force(&forced).forbid(&forbidden));
        assert_eq!(restarted.is_err(), is_contradiction, "{restarted:?}");
        let Err(error) = restarted else { return };
        match &error {
            GivenError::Conflict { first, second, item, name } => {
                let place = |option| forced.iter().position(|&given| given == option);
                assert!(place(*first) < place(*second) && place(*first).is_some(), "{error}");
                assert_eq!(problem.name(*item), name);
                assert!(fight_over(&problem, *first, *second, *item), "{error}");
            }
            GivenError::Forbidden { option } => {
                assert!(forced.contains(option) && forbidden.contains(option), "{error}");
            }
            other => panic!("all options are known: {other}"),
        }
        assert_eq!(search.counters(), Counters::default());
        assert_eq!(all(&mut search), whole, "after {error}");
    }
    hold(10_000, property as fn(_, _, _, _));
}

#[test]
fn restarting_forgets_the_givens_before() {
    fn property(sketch: Sketch, lists: Vec<(Vec<u8>, Vec<u8>)>) {
        let problem = sketch.problem();
        let mut search = Search::new(&problem);
        for (forced, forbidden) in lists {
            let (forced, forbidden) = (pick(&problem, &forced), pick(&problem, &forbidden));
            let givens = Givens::none().force(&forced).forbid(&forbidden);
            let mut fresh = Search::new(&problem);
            assert_eq!(search.restart(givens), fresh.restart(givens));
            // The search is left in the middle of the tree for the next round.
            assert_eq!(search.first(&mut Limits::none()), fresh.first(&mut Limits::none()));
            assert_eq!(search.size(), fresh.size());
        }
    }
    hold(1000, property as fn(_, _));
}

#[test]
fn sizes_are_as_defined() {
    fn property(sketch: Sketch, forced: Vec<u8>, forbidden: Vec<u8>) {
        let problem = sketch.problem();
        let (forced, forbidden) = (pick(&problem, &forced), pick(&problem, &forbidden));
        let plan = Plan::by(EngineKind::Links, Rule::default());
        let mut search =
            Search::with_plan(&problem, &plan, &mut Limits::none()).expect("the links take every problem");
        if search.restart(Givens::none().force(&forced).forbid(&forbidden)).is_err() {
            return;
        }
        // The first question builds the tables.
        search.first(&mut Limits::none()).expect("nothing stops it");
        let given: BTreeSet<OptionId> = forced.iter().copied().collect();
        let idle: BTreeSet<OptionId> = problem.idle_options().collect();
        let is_live = |option: &OptionId| {
            let is_out = given.contains(option) || forbidden.contains(option) || idle.contains(option);
            !is_out && !given.iter().any(|&given| is_conflict(&problem, given, *option))
        };
        let live: Vec<OptionId> = problem.options().filter(is_live).collect();
        let settled: BTreeSet<ItemId> =
            given.iter().flat_map(|&option| problem.uses(option)).map(|used| used.item).collect();
        let kept = given.iter().chain(&live).map(|&option| problem.uses(option).len()).sum::<usize>();
        let open =
            live.iter().flat_map(|&option| problem.uses(option)).filter(|used| !settled.contains(&used.item));
        let size = search.size();
        assert_eq!(size.given_options, given.len() as u64);
        assert_eq!(size.live_options, live.len() as u64);
        assert_eq!(size.matrix_nodes, (kept + problem.item_count() + 1) as u64);
        // A spacer before the first option and one after each.
        assert_eq!(size.arena_nodes, (open.count() + problem.item_count() + live.len() + 1) as u64);
        assert_eq!(size.arena_bytes, 16 * size.arena_nodes);
    }
    hold(2000, property as fn(_, _, _));
}

#[test]
fn written_values_are_read_back_equal() {
    fn property(sketch: Rich) {
        let problem = sketch.problem();
        let mut written = Vec::new();
        if problem.primary_count() == 0 {
            let error = knuth::write(&problem, &mut written).expect_err("the format needs a primary item");
            assert!(
                matches!(error, WriteError::Unsupported { feature: Feature::NoPrimaryItems, .. }),
                "{error}"
            );
            return;
        }
        knuth::write(&problem, &mut written).expect("a vector takes all that is written");
        let read = knuth::read(&*written).expect("what was written can be read");
        assert_eq!(read, problem);
        let mut again = Vec::new();
        knuth::write(&read, &mut again).expect("a vector takes all that is written");
        assert_eq!(again, written);
    }
    hold(2000, property as fn(_));
}

/// Runs a search with small limits of every kind, one after the other, and then without limits, and collects
/// the covers. Runs that only count add `None` for each cover.
fn with_small_limits(search: &mut Search, steps: &[(u8, u8, u8, bool)]) -> Vec<Option<Cover>> {
    let mut covers = Vec::new();
    for &(solutions, nodes, every, is_counted) in steps.iter().cycle().take(4 * steps.len()) {
        let (solutions, nodes, every) =
            (u64::from(solutions % 3), u64::from(nodes % 8), u64::from(every % 4));
        let answer = if every == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let mut limits = Limits::none().solutions(solutions).nodes(nodes).ask(every, move |_| answer);
        if is_counted {
            let found = search.count_rest(&mut limits).at_least();
            assert!(found <= solutions);
            covers.extend((0..found).map(|_| None));
            continue;
        }
        while let Ok(Some(cover)) = search.next_solution(&mut limits) {
            covers.push(Some(cover.to_vec()));
        }
    }
    covers.extend(search.into_iter().map(Some));
    covers
}

#[test]
fn limits_change_neither_the_covers_nor_their_order_nor_the_nodes() {
    fn property(sketch: Sketch, steps: Vec<(u8, u8, u8, bool)>) {
        let problem = sketch.problem();
        let mut search = Search::new(&problem);
        let whole = all(&mut search);
        let (counters, levels) = (search.counters(), search.levels().to_vec());
        search.rewind();
        let pieces = with_small_limits(&mut search, &steps);
        assert_eq!(pieces.len(), whole.len());
        for (piece, cover) in pieces.iter().zip(&whole) {
            assert!(piece.as_ref().is_none_or(|piece| piece == cover), "{pieces:?} instead of {whole:?}");
        }
        assert_eq!((search.counters(), search.levels()), (counters, &levels[..]));
    }
    hold(2000, property as fn(_, _));
}

#[test]
fn limits_are_one_purse_for_several_runs() {
    fn property(one: Sketch, other: Sketch, solutions: u8, nodes: u8) {
        let (solutions, nodes) = (u64::from(solutions % 8), u64::from(nodes % 64));
        let mut limits = Limits::none().solutions(solutions).nodes(nodes);
        let mut spent = Counters::default();
        for sketch in [one, other] {
            let mut search = Search::new(&sketch.problem());
            let count = search.count(&mut limits);
            let counters = search.counters();
            assert_eq!(counters.solutions, count.at_least());
            spent.nodes += counters.nodes;
            spent.solutions += counters.solutions;
            assert_eq!(limits.nodes_left() + spent.nodes, nodes);
            assert_eq!(limits.solutions_left() + spent.solutions, solutions);
            match count {
                Count::Exact(_) => {}
                Count::AtLeast(_, Stopped::Nodes) => assert_eq!(limits.nodes_left(), 0),
                Count::AtLeast(_, Stopped::Solutions) => assert_eq!(limits.solutions_left(), 0),
                Count::AtLeast(_, why) => panic!("nothing was asked: {why}"),
            }
        }
    }
    hold(2000, property as fn(_, _, _, _));
}

#[test]
fn a_stopped_run_never_looks_like_a_complete_one() {
    fn property(sketch: Sketch) {
        let problem = sketch.problem();
        let mut search = Search::new(&problem);
        let covers = all(&mut search);
        let count = covers.len() as u64;
        for nodes in 0..=search.counters().nodes.min(100) {
            let limits = || Limits::none().nodes(nodes);
            match search.count(&mut limits()) {
                Count::Exact(found) => assert_eq!(found, count),
                Count::AtLeast(found, why) => assert!(found <= count && why == Stopped::Nodes),
            }
            match search.first(&mut limits()) {
                Ok(found) => assert_eq!(found.as_ref(), covers.first()),
                Err(why) => assert_eq!(why, Stopped::Nodes),
            }
            match search.uniqueness(&mut limits()) {
                Uniqueness::None => assert_eq!(count, 0),
                Uniqueness::One(cover) => assert_eq!(covers, [cover]),
                Uniqueness::Several(first, second) => assert_eq!(covers[..2], [first, second]),
                Uniqueness::Unknown { found, why } => {
                    assert!(found.is_none() || found.as_ref() == covers.first(), "no cover: {found:?}");
                    assert_eq!(why, Stopped::Nodes);
                }
            }
        }
        for solutions in 0..count {
            let counted = search.count(&mut Limits::none().solutions(solutions));
            assert_eq!(counted, Count::AtLeast(solutions, Stopped::Solutions));
        }
    }
    hold(1000, property as fn(_));
}

#[test]
fn a_budget_of_just_the_nodes_of_the_tree_completes_the_run() {
    fn property(sketch: Sketch) {
        let mut search = Search::new(&sketch.problem());
        let whole = search.count(&mut Limits::none());
        let nodes = search.counters().nodes;
        assert_eq!(search.count(&mut Limits::none().nodes(nodes)), whole);
        if nodes > 0 {
            let short = search.count(&mut Limits::none().nodes(nodes - 1));
            assert!(matches!(short, Count::AtLeast(_, Stopped::Nodes)), "{short:?}");
        }
    }
    hold(1000, property as fn(_));
}

#[test]
fn the_question_is_asked_after_every_so_many_nodes() {
    fn property(sketch: Sketch, every: u8) {
        let every = u64::from(every % 5);
        let asked = RefCell::new(Vec::new());
        let mut limits = Limits::none().ask(every, |progress| {
            asked.borrow_mut().push(progress.counters().nodes);
            ControlFlow::Continue(())
        });
        let mut search = Search::new(&sketch.problem());
        let count = search.count(&mut limits).exact();
        assert_eq!(
            count,
            Ok(search.counters().solutions),
            "a question answered with `Continue` stops nothing"
        );
        let every = every.max(1);
        let asked = asked.take();
        let due: Vec<u64> = (1..).map(|time| time * every).take(asked.len()).collect();
        assert_eq!(asked, due);
        // At the last node the run is complete, so that there is nothing left to stop.
        let times = search.counters().nodes.saturating_sub(1) / every;
        assert_eq!(asked.len() as u64, times, "asked at {asked:?}");
    }
    hold(1000, property as fn(_, _));
}

#[test]
fn a_question_answered_with_break_stops_the_run_there() {
    fn property(sketch: Sketch, every: u8) {
        let problem = sketch.problem();
        let every = 1 + u64::from(every % 5);
        let mut search = Search::new(&problem);
        let whole = search.count(&mut Limits::none()).at_least();
        let total = search.counters().nodes;
        search.rewind();
        let mut found = 0;
        let mut limits = Limits::none().ask(every, |_| ControlFlow::Break(()));
        for stops in 1.. {
            match search.count_rest(&mut limits) {
                Count::AtLeast(more, why) => {
                    found += more;
                    assert_eq!(why, Stopped::Asked);
                    assert_eq!(search.counters().nodes, stops * every);
                }
                Count::Exact(more) => {
                    found += more;
                    break;
                }
            }
        }
        assert_eq!((found, search.counters().nodes), (whole, total));
    }
    hold(1000, property as fn(_, _));
}

#[test]
fn random_problems_are_worth_searching() {
    let mut random = Gen::from_size_and_seed(4, 1);
    let mut seen = [0; 5];
    for _ in 0..1000 {
        let problem = Sketch::arbitrary(&mut random).problem();
        let covers = all(&mut Search::new(&problem));
        let shares_a_color = |cover: &Cover| {
            let uses = cover.iter().flat_map(|&option| problem.uses(option));
            let mut colored = BTreeSet::new();
            uses.filter(|used| used.color != Color::NONE).any(|used| !colored.insert(used.item))
        };
        let facts = [
            covers.is_empty(),
            !covers.is_empty(),
            covers.len() > 1,
            covers.iter().any(shares_a_color),
            problem.idle_options().next().is_some(),
        ];
        for (count, fact) in seen.iter_mut().zip(facts) {
            *count += u32::from(fact);
        }
    }
    let least = [100, 600, 300, 150, 150];
    let is_enough = seen.iter().zip(&least).all(|(seen, least)| seen >= least);
    assert!(
        is_enough,
        "without, with a cover, with several, with a shared color, with an idle option: {seen:?}"
    );
}

#[test]
fn searches_and_problems_can_go_to_other_threads() {
    let problem =
        Problem::builder().primary(["a"]).option(["a"]).option(["a"]).build().expect("a fair problem");
    let mut here = Search::new(&problem);
    assert!(here.next_solution(&mut Limits::none()).expect("nothing stops it").is_some());
    // The clone continues from the same position, with the same tables.
    let mut there = here.clone();
    let rest = std::thread::spawn(move || there.count_rest(&mut Limits::none())).join().expect("no panic");
    assert_eq!(rest, here.count_rest(&mut Limits::none()));
    assert_eq!(rest, Count::Exact(1));
}
