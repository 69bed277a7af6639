//! Tests that every engine compiles the diagram of exactly the covers that the search finds, on random
//! problems.

#![allow(
    clippy::needless_pass_by_value,
    reason = "quickcheck hands the arguments of a property over by value"
)]

use dlx_instances::{dominoes, region::Region};

use super::*;
use crate::instances;
use crate::problem::check::check;
use crate::problem::ids::OptionId;
use crate::search::Search;

#[path = "../../../tests/random/mod.rs"]
#[allow(dead_code, clippy::duplicate_mod, reason = "another test module has it too, and uses more of it")]
mod random;

use random::{Rich, hold};

/// Returns the diagrams by the frontier engine in each order, and by the memo.
fn diagrams(problem: &Problem, givens: Givens<'_>) -> Option<Vec<Diagram>> {
    let mut settled = Settled::default();
    settled.resolve(problem, givens).ok()?;
    let (_, steps) = FrontierSteps::in_good_orders(problem, &settled);
    let steps = steps.expect("the frontier is narrow").into_iter();
    let mut contestants: Vec<_> = steps.map(|steps| frontier::diagram(steps, problem, &settled)).collect();
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
        let Some(diagrams) = diagrams(&problem, givens) else { return };
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
