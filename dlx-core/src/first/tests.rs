//! Each engine alone, and the turns that they take.

#![allow(
    clippy::needless_pass_by_value,
    reason = "quickcheck hands the arguments of a property over by value"
)]

use std::num::NonZeroUsize;

use dlx_instances::region::Region;
use dlx_instances::shape::Cell;
use dlx_instances::{dominoes, partridge};

use super::attempt::{Answer, Attempt};
use super::{FindEngine, Finder, Others, algebra};
use crate::control::answers::Cover;
use crate::control::limits::{Limits, Stopped};
use crate::instances;
use crate::problem::givens::Givens;
use crate::problem::ids::OptionId;
use crate::problem::{ItemKind, Problem};
use crate::search::Search;

#[path = "../../tests/random/mod.rs"]
#[allow(dead_code, clippy::duplicate_mod, reason = "another test module has it too, and uses more of it")]
mod random;

use random::{Rich, Sketch, hold, pick};

fn covers_of(problem: &Problem, givens: Givens<'_>) -> Vec<Cover> {
    let mut search = Search::new(problem);
    if search.restart(givens).is_err() {
        return Vec::new();
    }
    let covers = std::iter::from_fn(|| {
        let found = search.next_solution(&mut Limits::none()).expect("there are no limits");
        found.map(<[_]>::to_vec)
    });
    let mut covers: Vec<Cover> = covers.collect();
    covers.sort_unstable();
    covers
}

/// Continues an engine, each time for a little longer, until it answers or gives up.
fn answer_of(mut attempt: Attempt<'_>, wanted: u64) -> Option<Answer> {
    let mut until = 0;
    while !attempt.is_useless() {
        until = attempt.spent().max(until) + 10_000;
        if let Some(answer) =
            attempt.advance(until, wanted, &mut Limits::none()).expect("there are no limits")
        {
            return Some(answer);
        }
    }
    None
}

/// Returns true if no option can be chosen, or any set of those that can is a cover, so that there is nothing to put into a
/// linear program.
fn is_free(problem: &Problem) -> bool {
    let fits = |option| {
        problem.weighted_uses(option).all(|(used, weight)| {
            problem.kind(used.item) == ItemKind::Secondary || weight <= problem.bounds(used.item).high
        })
    };
    let can_be_chosen = |&option: &OptionId| problem.has_primary(option) && fits(option);
    let options: Vec<OptionId> = problem.options().filter(can_be_chosen).collect();
    let weight = |item| options.iter().map(|&option| problem.weight(option, item)).sum::<u32>();
    let is_free = |item| match problem.kind(item) {
        ItemKind::Primary => problem.bounds(item).low == 0 && problem.bounds(item).high >= weight(item),
        ItemKind::Secondary => weight(item) <= 1,
    };
    options.is_empty() || problem.items().all(is_free)
}

/// Returns true if there is an item that is covered once, and every option has one.
fn begins_with_item_covered_once(problem: &Problem) -> bool {
    let is_once = |item| problem.kind(item) == ItemKind::Primary && problem.bounds(item).is_once();
    let has_one = |option| problem.uses(option).iter().any(|used| is_once(used.item));
    problem.items().any(is_once) && problem.options().all(has_one)
}

#[test]
fn every_engine_finds_as_many_covers_as_wanted_or_all() {
    fn property(problem: &Problem, wanted: u64) {
        let covers = covers_of(problem, Givens::none());
        let expected = covers.len().min(usize::try_from(wanted).expect("it is small"));
        for (engine, attempt) in Others::of(problem).attempts {
            let Some(mut answer) = answer_of(attempt, wanted) else {
                let may_give_up = match engine {
                    FindEngine::Algebra => true,
                    FindEngine::Linear => is_free(problem),
                    FindEngine::LowestFirst => !begins_with_item_covered_once(problem),
                    _ => false,
                };
                assert!(may_give_up, "{engine}");
                continue;
            };
            answer.covers.sort_unstable();
            answer.covers.dedup();
            assert_eq!(answer.covers.len(), expected, "{engine}");
            assert!(answer.covers.iter().all(|cover| covers.contains(cover)), "{engine}");
            assert!(!answer.is_complete || expected == covers.len(), "{engine}");
        }
    }
    fn plain(sketch: Sketch) {
        [1, 2, 1000].into_iter().for_each(|wanted| property(&sketch.problem(), wanted));
    }
    fn rich(sketch: Rich) {
        [1, 2, 1000].into_iter().for_each(|wanted| property(&sketch.problem(), wanted));
    }
    hold(1000, plain as fn(_));
    hold(1000, rich as fn(_));
}

#[test]
fn turns_end_with_the_same_covers_for_any_number_of_threads() {
    fn property(sketch: Sketch, forced: Vec<u8>, forbidden: Vec<u8>) {
        let problem = sketch.problem();
        let (forced, forbidden) = (pick(&problem, &forced), pick(&problem, &forbidden));
        let givens = Givens::none().force(&forced).forbid(&forbidden);
        let covers = covers_of(&problem, givens);
        for threads in [1, 2] {
            let threads = NonZeroUsize::new(threads).expect("it is not 0");
            let finder = Finder::of(&problem).givens(givens).threads(threads);
            for wanted in [0, 1, 2, 1000] {
                let mut limits = Limits::none().solutions(wanted);
                let Ok(mut found) = finder.run(&mut limits) else { return };
                found.covers.sort_unstable();
                let expected = covers.len().min(usize::try_from(wanted).expect("it is small"));
                assert_eq!(found.covers.len(), expected);
                assert_eq!(limits.solutions_left(), wanted - found.covers.len() as u64);
                match found.stopped {
                    None => assert_eq!(found.covers, covers),
                    Some(why) => assert_eq!((why, found.covers.len() as u64), (Stopped::Solutions, wanted)),
                }
            }
        }
    }
    hold(500, property as fn(_, _, _));
}

fn algebra_proves_that_there_is_none(problem: &Problem) -> bool {
    answer_of(Attempt::new(problem, 0, algebra::build), 1).is_some_and(|answer| answer.covers.is_empty())
}

/// The arguments of colorings: as many white cells as black ones; an even number of T tetrominoes.
#[test]
fn algebra_contains_arguments_by_colorings() {
    let dominoes = |holes: &[Cell]| {
        let board = Region::rectangle(8, 8).and_then(|board| board.without(holes)).expect("a board");
        instances::problem(dominoes::problem(&board))
    };
    assert!(!algebra_proves_that_there_is_none(&dominoes(&[])));
    assert!(!algebra_proves_that_there_is_none(&dominoes(&[Cell::new(0, 0), Cell::new(0, 7)])));
    assert!(algebra_proves_that_there_is_none(&dominoes(&[Cell::new(0, 0), Cell::new(7, 7)])));
    // In each cell the T tetromino covers three cells of one color and one of the other, so that 25 of them cover an odd
    // number of each, and 100 cells have 50.
    let mut builder = Problem::builder();
    let name = |row: i32, column: i32| format!("{row}.{column}");
    let cells = (0..10).flat_map(|row| (0..10).map(move |column| (row, column)));
    builder.primary(cells.clone().map(|(row, column)| name(row, column)));
    for (row, column) in cells {
        for missing in 0..4 {
            let around = [(0, 1), (1, 0), (0, -1), (-1, 0)];
            let others = (0..4).filter(|&side| side != missing).map(|side| around[side]);
            let places: Vec<(i32, i32)> =
                others.chain([(0, 0)]).map(|(down, right)| (row + down, column + right)).collect();
            if places.iter().all(|(row, column)| (0..10).contains(row) && (0..10).contains(column)) {
                builder.option(places.iter().map(|&(row, column)| name(row, column)));
            }
        }
    }
    assert!(algebra_proves_that_there_is_none(&builder.build().expect("a problem")));
}

/// 64 cells are no multiple of 3, 5 or 7, which is no contradiction modulo a power of 2.
#[test]
fn algebra_knows_that_sizes_do_not_divide() {
    let bar = |length: usize| {
        let mut builder = Problem::builder();
        let name = |row: usize, column: usize| format!("{row}.{column}");
        let cells = (0..8).flat_map(|row| (0..8).map(move |column| (row, column)));
        builder.primary(cells.clone().map(|(row, column)| name(row, column)));
        for (row, column) in cells.filter(|&(_, column)| column + length <= 8) {
            builder.option((0..length).map(|right| name(row, column + right)));
            builder.option((0..length).map(|down| name(column + down, row)));
        }
        builder.build().expect("a problem")
    };
    assert!([3, 5, 7].into_iter().all(|length| algebra_proves_that_there_is_none(&bar(length))));
    assert!([2, 4, 8].into_iter().all(|length| !algebra_proves_that_there_is_none(&bar(length))));
}

/// 12 pigeons in 11 holes, each pigeon a primary item and each hole a secondary one.
fn pigeons(count: usize) -> Problem {
    let mut builder = Problem::builder();
    builder.primary((0..count).map(|pigeon| format!("p{pigeon}")));
    builder.secondary((1..count).map(|hole| format!("h{hole}")));
    for pigeon in 0..count {
        for hole in 1..count {
            builder.option([format!("p{pigeon}"), format!("h{hole}")]);
        }
    }
    builder.build().expect("a problem")
}

#[test]
fn a_long_search_is_spared_by_the_others() {
    let problem = pigeons(13);
    let finder = Finder::of(&problem);
    let found = finder.run(&mut Limits::none().solutions(1)).expect("nothing is given");
    assert_eq!((found.covers.len(), found.stopped, found.engine), (0, None, FindEngine::Linear));
}

/// Partridge 8 has a linear program that takes minutes: it is interrupted where the turn ends.
#[test]
fn turns_of_a_large_problem_end_in_time() {
    let problem = instances::problem(partridge::problem(8));
    for (engine, mut attempt) in Others::of(&problem).attempts {
        let until = attempt.spent() + 100_000_000;
        let found = attempt.advance(until, 1, &mut Limits::none()).expect("there are no limits");
        assert!(
            found.is_some() || attempt.spent() < until + until / 2,
            "{engine}: {} of {until}",
            attempt.spent()
        );
    }
}

#[test]
fn covers_found_before_a_limit_are_returned() {
    let problem = instances::problem(dominoes::problem(&Region::rectangle(8, 8).expect("a board")));
    let found = Finder::of(&problem).run(&mut Limits::none().nodes(100)).expect("nothing is given");
    assert_eq!(found.stopped, Some(Stopped::Nodes));
    assert!(!found.covers.is_empty());
}
