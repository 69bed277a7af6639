//! Tests that every engine compiles the diagram of exactly the covers that the search finds, on random
//! problems.

#![allow(
    clippy::needless_pass_by_value,
    reason = "quickcheck hands the arguments of a property over by value"
)]

use std::ops::ControlFlow;
use std::sync::LazyLock;

use dlx_instances::{dominoes, region::Region};

use super::*;
use crate::control::answers::Count;
use crate::count::Counting;
use crate::diagram::DiagramNode;
use crate::instances;
use crate::problem::check::check;
use crate::problem::ids::{OptionId, wide};
use crate::search::Search;

#[path = "../../../tests/random/mod.rs"]
#[allow(dead_code, clippy::duplicate_mod, reason = "another test module has it too, and uses more of it")]
mod random;

use random::{Rich, hold, pick};

fn number(threads: usize) -> NonZeroUsize {
    NonZeroUsize::new(threads).expect("there is at least one thread")
}

/// Three threads divide layers of three states or more, into parts of one to three states.
fn small(threads: &Threads) -> LayerThreads<'_> {
    LayerThreads { threads, few_states: 2, looks: 7 }
}

/// Returns the diagrams by the frontier engine in each order, and by the memo.
fn diagrams(problem: &Problem, givens: Givens<'_>, threads: &LayerThreads<'_>) -> Option<Vec<Diagram>> {
    let mut settled = Settled::default();
    settled.resolve(problem, givens).ok()?;
    let steps = FrontierSteps::in_good_orders(problem, &settled, &mut Limits::none()).ok()?;
    let steps = steps.expect("the frontier is narrow").into_iter();
    let diagram = |steps| frontier::diagram(steps, problem, &settled, threads);
    let mut contestants: Vec<_> = steps.map(diagram).collect();
    let memo = Memo::new(problem, givens, &Policy::Fewest, |_| 0).expect("they are settled");
    contestants.push(Box::new(DiagramByMemo { problem, memo, builder: DiagramBuilder::new(usize::MAX) }));
    let made = contestants.into_iter().map(|mut contestant| {
        let finish = contestant.advance(u64::MAX, None, &mut Limits::none()).expect("nothing stops it");
        finish.expect("nothing pauses it")(&mut Limits::none()).expect("nor here")
    });
    Some(made.collect())
}

#[test]
fn diagrams_hold_just_the_covers_that_the_search_finds() {
    fn property(sketch: Rich, force: u8, forbid: u8) {
        let problem = sketch.problem();
        let option = |number: u8| {
            let number = usize::from(number);
            (number < problem.option_count()).then(|| OptionId::new(number))
        };
        let (force, forbid) = (Vec::from_iter(option(force % 16)), Vec::from_iter(option(forbid % 16)));
        let givens = Givens::none().force(&force).forbid(&forbid);
        let alone = Threads::new(NonZeroUsize::MIN);
        let Some(diagrams) = diagrams(&problem, givens, &small(&alone)) else { return };
        let mut search = Search::new(&problem);
        search.restart(givens).expect("the same givens");
        let mut covers: Vec<Vec<OptionId>> = search.into_iter().collect();
        covers.sort();
        for diagram in diagrams {
            let mut held: Vec<Vec<OptionId>> = diagram.iter().collect();
            held.sort();
            assert_eq!(held, covers);
            assert_eq!(diagram.count(), covers.len().into());
        }
    }
    hold(3000, property as fn(_, _, _));
}

#[test]
fn any_number_of_threads_makes_the_same_nodes() {
    static ALL: LazyLock<[Threads; 3]> = LazyLock::new(|| [1, 2, 3].map(|count| Threads::new(number(count))));
    fn property(sketch: Rich, force: u8) {
        let problem = sketch.problem();
        let force = usize::from(force % 16);
        let force = Vec::from_iter((force < problem.option_count()).then(|| OptionId::new(force)));
        let givens = Givens::none().force(&force);
        let [one, others @ ..] = ALL.each_ref().map(|threads| diagrams(&problem, givens, &small(threads)));
        for other in others {
            assert_eq!(other.is_some(), one.is_some());
            for (one, other) in one.iter().flatten().zip(other.iter().flatten()) {
                assert_eq!(content(other), content(one));
            }
        }
    }
    hold(1000, property as fn(_, _));
}

/// Returns all that a file has of a diagram.
fn content(diagram: &Diagram) -> (&[DiagramNode], NodeId, Option<&[u32]>) {
    (&diagram.nodes, diagram.root, diagram.order.as_deref())
}

#[test]
fn large_layers_are_divided_among_threads_and_make_the_same_nodes() {
    let problem = board(18);
    let one = Diagram::compile(&problem, Givens::none(), &mut Limits::none()).expect("nothing stops it");
    for count in [2, 3] {
        let compiling = Compiling::of(&problem).threads(number(count));
        let other = compiling.run(&mut Limits::none()).expect("nothing stops it");
        assert_eq!(content(&other), content(&one));
        let threads = Threads::new(number(count));
        let made = diagrams(&problem, Givens::none(), &LayerThreads::new(&threads));
        assert!(made.is_some() && (threads.started().is_some() || !cfg!(feature = "parallel")));
    }
}

#[test]
fn a_limit_stops_threads_in_both_passes() {
    let problem = board(10);
    let threads = Threads::new(number(3));
    let mut settled = Settled::default();
    settled.resolve(&problem, Givens::none()).expect("there are none");
    let run = |limits: &mut Limits<'_>| {
        let steps =
            FrontierSteps::in_good_orders(&problem, &settled, &mut Limits::none()).expect("nothing stops it");
        let steps = steps.expect("the frontier is narrow").swap_remove(0);
        let threads = LayerThreads { few_states: 16, ..LayerThreads::new(&threads) };
        let finish = frontier::diagram(steps, &problem, &settled, &threads).advance(u64::MAX, None, limits);
        finish?.expect("nothing pauses it")(limits)
    };
    let whole = run(&mut Limits::none()).expect("nothing stops it");
    let mut refused = 0;
    for bytes in (14..24).map(|bits| 1 << bits) {
        match run(&mut Limits::none().bytes(bytes)) {
            Ok(diagram) => assert_eq!(content(&diagram), content(&whole)),
            Err(why) => {
                assert_eq!(why, Stopped::Memory);
                refused += 1;
            }
        }
    }
    assert!((1..10).contains(&refused), "{refused} of 10 limits are too small");
    // The fraction is 1 in the backward pass alone.
    for least in [0.0, 0.5, 1.0] {
        let stopped = run(&mut Limits::none().ask(1, |progress| {
            if progress.fraction() < least { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        }));
        assert!(matches!(stopped, Err(Stopped::Asked)), "at {least} of the forward pass");
    }
}

fn board(n: usize) -> Problem {
    instances::problem(dominoes::problem(&Region::rectangle(n, n).expect("a board")))
}

#[test]
fn a_diagram_of_a_board_is_ordered_and_samples_are_covers() {
    let problem = board(12);
    let diagram = Diagram::compile(&problem, Givens::none(), &mut Limits::none()).expect("nothing stops it");
    assert!(diagram.is_ordered());
    assert_eq!(diagram.count().to_string(), "53060477521960000");
    let mut seen: Vec<Vec<OptionId>> = diagram.sampler(1).take(1000).collect();
    assert!(seen.iter().all(|cover| check(&problem, cover).is_ok()));
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 1000);
}

#[test]
fn a_tenth_of_the_memory_is_an_error_with_a_number_that_there_are_at_least() {
    let problem = board(10);
    let compile = |bytes| Diagram::compile(&problem, Givens::none(), &mut Limits::none().bytes(bytes));
    let most = 1 << 24;
    assert_eq!(compile(most).expect("it is enough").count().to_string(), "258584046368");
    let Err(CompileError::Stopped { why, at_least, .. }) = compile(100_000) else {
        panic!("it is not enough");
    };
    assert_eq!(why, Stopped::Memory);
    assert!(at_least.to_string().len() < 12);
}

#[test]
fn totals_are_sums_over_the_covers() {
    fn property(sketch: Rich, force: u8) {
        let problem = sketch.problem();
        let force = usize::from(force % 16);
        let force: Vec<OptionId> =
            (force < problem.option_count()).then(|| OptionId::new(force)).into_iter().collect();
        let givens = Givens::none().force(&force);
        let mut search = Search::new(&problem);
        if search.restart(givens).is_err() {
            return;
        }
        let covers: Vec<Vec<OptionId>> = search.into_iter().collect();
        let limits = &mut Limits::none();
        let least = crate::count::total::total(
            &problem,
            givens,
            &crate::count::semiring::LeastCost(&problem),
            limits,
        );
        assert_eq!(least, Ok(covers.iter().map(|cover| problem.cost_of(cover)).min()));
        let rest =
            crate::count::total::total(&problem, givens, &crate::count::semiring::Modulo::new(5), limits)
                .expect("no limit");
        assert_eq!((rest.value, rest.is_none), (covers.len() as u64 % 5, covers.is_empty()));
        let weights: Vec<f64> = problem.options().map(|option| f64::from(option.0 % 4)).collect();
        let sum: f64 = covers
            .iter()
            .map(|cover| cover.iter().map(|option| weights[option.index()]).product::<f64>())
            .sum();
        let weighed =
            crate::count::total::total(&problem, givens, &crate::count::semiring::Weights(&weights), limits);
        assert_eq!(weighed, Ok((!covers.is_empty()).then_some(sum)));
    }
    hold(3000, property as fn(_, _));
}

/// Every question that a problem and its compiled file both answer, under assumptions of all kinds: options without
/// a primary item, options in conflict, options that are both forced and forbidden.
#[test]
fn a_compiled_diagram_answers_as_its_problem_under_every_assumption() {
    fn property(sketch: Rich, force: Vec<u8>, forbid: Vec<u8>, most: u8) {
        let problem = sketch.problem();
        let (force, forbid) = (pick(&problem, &force), pick(&problem, &forbid));
        let givens = Givens::none().force(&force).forbid(&forbid);
        let limits = &mut Limits::none();
        let mut expected: Vec<Vec<OptionId>> = Vec::new();
        let mut search = Search::new(&problem);
        if givens.contradiction(&problem).expect("the options are known").is_none() {
            search.restart(givens).expect("nothing contradicts");
            expected.extend(search);
        } else {
            assert!(search.restart(givens).is_err());
        }
        expected.sort();
        let costs = |covers: &[Vec<OptionId>]| {
            let mut costs: Vec<i128> = covers.iter().map(|cover| problem.cost_of(cover)).collect();
            costs.sort_unstable();
            costs
        };
        let direct = Diagram::compile(&problem, givens, limits).expect("nothing stops it");
        let count = Counting::of(&problem).givens(givens).run(limits).expect("the options are known").count;
        assert_eq!(count, Count::Exact(expected.len().into()));
        let most = u64::from(most % 4);
        let limited = Counting::of(&problem).givens(givens).run(&mut Limits::none().solutions(most));
        let limited = limited.expect("the options are known").count;
        let alone = Threads::new(NonZeroUsize::MIN);
        let whole = diagrams(&problem, Givens::none(), &small(&alone)).expect("nothing is given");
        for diagram in whole.into_iter().map(|whole| whole.assuming(givens).expect("the options are known")) {
            let mut covers: Vec<Vec<OptionId>> = diagram.iter().collect();
            covers.sort();
            assert_eq!(covers, expected);
            assert_eq!(Count::Exact(diagram.count()).up_to(most), limited);
            assert_eq!(diagram.marginals(), direct.marginals());
            let best: Vec<i128> =
                diagram.k_best(3, &mut Limits::none()).covers.iter().map(|priced| priced.cost).collect();
            assert_eq!(best, costs(&expected)[..best.len()]);
            assert_eq!(best.len(), expected.len().min(3));
            // The order of an ordered diagram holds for the options that were added.
            let rebuilt = diagram.given(Givens::none());
            assert_eq!(content(&rebuilt), content(&diagram));
            if diagram.is_ordered() {
                let order = diagram.order.as_deref().expect("it is ordered");
                for node in &diagram.nodes[2..] {
                    let below = [node.lo, node.hi].map(|child| &diagram.nodes[child.index()]);
                    let place =
                        |node: &DiagramNode| order.get(wide(node.option)).copied().unwrap_or(u32::MAX);
                    assert!(below.iter().all(|child| place(child) > place(node)));
                }
            }
        }
    }
    hold(2000, property as fn(_, _, _, _));
}
