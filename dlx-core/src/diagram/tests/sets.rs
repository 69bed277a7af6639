//! Tests union, intersection and difference against those of sets, diagrams that cannot be combined, and
//! limits.

use std::ops::ControlFlow;

use super::*;
use crate::control::limits::Stopped;
use crate::count::semiring::AlgebraError;
use crate::diagram::SetError;

/// Returns the covers that these bits select.
fn some_of(covers: &[Cover], bits: u64) -> Vec<Cover> {
    let named = covers.iter().enumerate().filter(|(at, _)| bits >> (at % 61) & 1 == 1);
    named.map(|(_, cover)| cover.clone()).collect()
}

fn combine_as_sets(problem: &Problem, is_backwards: bool, bits: [u64; 2]) {
    let covers = covers_of(problem);
    let lists = bits.map(|bits| some_of(&covers, bits));
    let [one, other] = lists.each_ref().map(|list| ordered(problem, list, order_of(problem, is_backwards)));
    let [first, second] = lists.each_ref().map(|list| list.iter().cloned().collect::<BTreeSet<Cover>>());
    let set = |diagram: Result<Diagram, SetError>| {
        let diagram = diagram.expect("they can be combined");
        let covers: BTreeSet<Cover> = diagram.iter().collect();
        assert_eq!(diagram.count(), covers.len().into());
        // Equal sets are equal nodes, so each set has only one diagram.
        let list: Vec<Cover> = covers.iter().cloned().collect();
        assert_eq!(diagram.len(), ordered(problem, &list, order_of(problem, is_backwards)).len());
        covers
    };
    let limits = &mut Limits::none();
    assert_eq!(set(one.union(&other, limits)), first.union(&second).cloned().collect());
    assert_eq!(set(one.intersection(&other, limits)), first.intersection(&second).cloned().collect());
    assert_eq!(set(one.difference(&other, limits)), first.difference(&second).cloned().collect());
}

#[test]
fn sets_of_covers_are_combined_as_sets() {
    fn property(sketch: Rich, is_backwards: bool, one: u64, other: u64) {
        combine_as_sets(&sketch.problem(), is_backwards, [one, other]);
    }
    hold(300, property as fn(_, _, _, _));
    let queens = instances::problem(queens::problem(8, Board::Plain));
    for bits in [[0x1234_5678_9abc_def1, 0x0fed_cba9_8765_4321], [u64::MAX, 0x5555], [0, u64::MAX]] {
        combine_as_sets(&queens, true, bits);
        combine_as_sets(&domino(4, 4), false, bits);
    }
}

#[test]
fn covers_with_and_without_an_option_are_all_covers() {
    let whole = by_items(&domino(6, 6));
    assert_eq!(whole.count(), 6728u32.into());
    let limits = &mut Limits::none();
    for option in whole.problem().options().step_by(7) {
        let (with, without) = (whole.with(option), whole.without(option));
        assert_eq!(with.union(&without, limits).expect("they can be combined").count(), whole.count());
        assert!(with.intersection(&without, limits).expect("they can be combined").is_empty());
        assert_eq!(whole.difference(&with, limits).expect("they can be combined").count(), without.count());
    }
}

#[test]
fn diagrams_of_different_kinds_are_not_combined() {
    let problem = domino(4, 4);
    let covers = covers_of(&problem);
    let diagram = ordered(&problem, &covers, order_of(&problem, false));
    let limits = &mut Limits::none();
    let small = domino(2, 2);
    let other = ordered(&small, &[], order_of(&small, false));
    assert!(matches!(diagram.union(&other, limits), Err(SetError::OtherProblem { .. })));
    let backwards = ordered(&problem, &covers, order_of(&problem, true));
    let [found, expected] = [problem.option_count() - 1, 0].map(OptionId::new);
    let error = diagram.intersection(&backwards, limits).expect_err("the orders differ");
    assert_eq!(error, SetError::OtherOrder { place: 0, found, expected });
    let free = DiagramBuilder::new(usize::MAX)
        .finish(&problem, NodeId::EMPTY, None, &mut Limits::none())
        .expect("there are no limits");
    assert_eq!(diagram.difference(&free, limits).expect_err("it has no order"), SetError::Free);
}

#[test]
fn a_combination_ends_at_its_limits() {
    let whole = by_items(&domino(8, 8));
    let options: Vec<OptionId> = whole.problem().options().collect();
    let (one, other) = (whole.without(options[5]), whole.without(options[90]));
    for bytes in [0, 1000, 20_000] {
        let error = one.union(&other, &mut Limits::none().bytes(bytes)).expect_err("it needs more");
        assert_eq!(error, SetError::Stopped(Stopped::Memory));
    }
    assert!(one.union(&other, &mut Limits::none().bytes(1_000_000)).is_ok());
    let mut asked = Limits::none().ask(10, |_| ControlFlow::Break(()));
    assert_eq!(one.union(&other, &mut asked).expect_err("it is stopped"), SetError::Stopped(Stopped::Asked));
}

#[test]
fn a_builder_holds_no_more_bytes_than_it_may() {
    for most in [0, 500, 5000, 50_000] {
        let mut builder = DiagramBuilder::new(most);
        let mut node = NodeId::EMPTY;
        let ended =
            (0..10_000).find_map(|option| match builder.node(OptionId::new(option), NodeId::NONE, node) {
                Ok(made) => {
                    node = made;
                    assert!(builder.bytes() <= most.max(24));
                    None
                }
                Err(unfit) => Some((option, unfit)),
            });
        let (made, unfit) = ended.expect("it needs more");
        assert_eq!(unfit, AlgebraError::Memory);
        assert!(made * 60 + 5000 >= most, "{made} nodes in {most} bytes");
        // The nodes made so far are still valid.
        assert_eq!(
            builder
                .finish(&domino(2, 2), node, None, &mut Limits::none())
                .expect("there are no limits")
                .len(),
            made
        );
    }
}
