//! The door: `Query` gives the answers of the engines behind it, and `Model` gives covers as the user's values.

#![allow(
    clippy::needless_pass_by_value,
    reason = "quickcheck hands the arguments of a property over by value"
)]

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

use dlx_core::{
    BuildError, Count, Cover, GivenError, Limits, Model, OptionId, Problem, Query, QueryError, Search,
    Stopped, Uniqueness, Why, check,
};
use dlx_instances::langford;
use num_bigint::BigUint;

use crate::random::{self, Rich, pick};

/// Returns the covers of a search under the same givens, which are found by another way.
fn covers_of(problem: &Problem, given: &[OptionId], forbidden: &[OptionId]) -> Vec<Cover> {
    let has_givens = |cover: &Cover| {
        given.iter().all(|option| cover.contains(option))
            && !forbidden.iter().any(|option| cover.contains(option))
    };
    Search::new(problem).into_iter().filter(has_givens).collect()
}

#[test]
fn all_questions_are_about_the_same_covers() {
    fn property(sketch: Rich, given: Vec<u8>, forbidden: Vec<u8>) {
        let problem = sketch.problem();
        let (mut given, forbidden) =
            (pick(&problem, &given[..given.len().min(2)]), pick(&problem, &forbidden));
        // Options without a primary item are in a cover only if they are given.
        given.retain(|&option| problem.idle_options().all(|idle| idle != option));
        let expected: BTreeSet<Cover> = covers_of(&problem, &given, &forbidden).into_iter().collect();
        let query = Query::new(&problem).given(given).forbidden(forbidden).threads(2);
        let listed: Result<Vec<Cover>, QueryError> = query.covers().collect();
        let listed = listed.expect("nothing stops it");
        assert_eq!(listed.iter().cloned().collect::<BTreeSet<_>>(), expected);
        assert_eq!(listed.len(), expected.len());

        let mut visited = Vec::new();
        let count = query.for_each(|cover| {
            visited.push(cover.to_vec());
            ControlFlow::Continue(())
        });
        assert_eq!(count, Ok(Count::Exact(listed.len() as u64)));
        assert_eq!(visited, listed, "threads keep the order");
        assert_eq!(query.count(), Ok(Count::Exact(BigUint::from(listed.len()))));
        assert_eq!(query.first(), Ok(listed.first().cloned()));
        let unique = match &listed[..] {
            [] => Uniqueness::None,
            [one] => Uniqueness::One(one.clone()),
            [one, other, ..] => Uniqueness::Several(one.clone(), other.clone()),
        };
        assert_eq!(query.unique(), Ok(unique));

        let diagram = query.diagram().expect("nothing stops it");
        assert_eq!(diagram.count(), BigUint::from(listed.len()));
        let drawn = query.sample(5, 7).expect("nothing stops it");
        assert_eq!(drawn.len(), if listed.is_empty() { 0 } else { 5 });
        assert!(drawn.iter().all(|cover| expected.contains(cover)));

        let best = query.best(1).expect("the options exist");
        let least = expected.iter().map(|cover| problem.cost_of(cover)).min();
        assert_eq!(best.cheapest().map(|priced| priced.cost), least);
        match query.why() {
            Ok(Why::Solvable(cover)) => assert!(expected.contains(&cover)),
            Ok(Why::Core(_)) => assert!(expected.is_empty()),
            Ok(Why::Unknown(why)) => panic!("nothing stops it: {why}"),
            Err(error) => assert!(error.is_contradiction() && expected.is_empty()),
        }
    }
    random::hold(300, property as fn(_, _, _));
}

#[test]
fn options_that_the_problem_does_not_have_are_an_error_of_each_question() {
    let problem = langford::problem(4).expect("a problem");
    let query = Query::new(&problem).given([OptionId::new(99)]);
    let is_unknown = |error: &GivenError| matches!(error, GivenError::Unknown { .. });
    assert!(query.count().is_err_and(|error| is_unknown(&error)));
    assert!(query.unique().is_err_and(|error| is_unknown(&error)));
    assert!(query.best(1).is_err_and(|error| is_unknown(&error)));
    assert!(query.why().is_err_and(|error| is_unknown(&error)));
    assert!(query.for_each(|_| ControlFlow::Continue(())).is_err_and(|error| is_unknown(&error)));
    assert!(matches!(query.first(), Err(QueryError::Given(error)) if is_unknown(&error)));
    let mut covers = query.covers();
    assert!(matches!(covers.next(), Some(Err(QueryError::Given(_)))));
    assert_eq!(covers.next(), None);
}

#[test]
fn each_limit_is_the_last_thing_that_a_listing_returns() {
    let problem = langford::problem(8).expect("a problem");
    let ended = |query: Query<'_>| {
        let mut all: Vec<_> = query.covers().collect();
        let last = all.pop().expect("a limit ends it");
        for cover in &all {
            check(&problem, cover.as_ref().expect("only the last is an error")).expect("a cover");
        }
        (all.len(), last)
    };
    let stopped = |why: Stopped| Err(QueryError::Stopped(why));
    let query = Query::new(&problem);
    assert_eq!(ended(query.clone().solutions(7)), (7, stopped(Stopped::Solutions)));
    assert_eq!(ended(query.clone().nodes(0)), (0, stopped(Stopped::Nodes)));
    assert_eq!(ended(query.clone().deadline(Instant::now())).1, stopped(Stopped::Asked));
    let looks = AtomicU32::new(0);
    let third = || looks.fetch_add(1, Ordering::Relaxed) == 2;
    assert_eq!(ended(query.clone().stop_if(third)).1, stopped(Stopped::Asked));
    assert_eq!(looks.into_inner(), 3);
    let long = langford::problem(12).expect("a problem");
    let stopped = Query::new(&long).stop_if(|| true);
    assert!(matches!(stopped.count(), Ok(Count::AtLeast(_, Stopped::Asked))));
    assert!(stopped.best(100_000).expect("nothing is given").stopped.is_some());
    assert_eq!(query.solutions(5).count(), Ok(Count::AtLeast(5u32.into(), Stopped::Solutions)));
}

#[test]
fn symmetries_are_those_of_the_problem() {
    let problem = langford::problem(4).expect("a problem");
    let symmetries = Query::new(&problem).symmetries().expect("nothing stops it");
    assert_eq!(symmetries.count(&mut Limits::none()), Count::Exact(1u32.into()));
}

#[test]
fn covers_come_back_as_the_values_of_a_model() {
    // Two workers, who may share a room if they agree on its use.
    let mut model = Model::builder();
    model.primary(["ada", "ben"]).secondary(["room"]);
    for (worker, uses) in [("ada", ["quiet", "loud"]), ("ben", ["loud", "closed"])] {
        for used in uses {
            model.colored_option((worker, used), [worker], [("room", used)]).cost(used.len() as u64);
        }
    }
    let model = model.build().expect("a model");
    let covers: Vec<_> = Query::new(model.problem()).covers().map(|cover| cover.expect("no limit")).collect();
    assert_eq!(covers.len(), 1);
    assert_eq!(model.values(&covers[0]), [&("ada", "loud"), &("ben", "loud")]);
    assert_eq!(model.problem().cost_of(&covers[0]), 8);
    let room = model.id(&"room").expect("it is declared");
    assert_eq!(*model.item(room), "room");
}

#[test]
fn items_of_a_model_whose_names_would_be_equal_have_different_ones() {
    let mut model = Model::builder();
    model.primary(["a b", "ab", "a|b", " "]).option((), ["a b", "ab"]).option((), ["a|b", " "]);
    let model = model.build().expect("a model");
    let names: Vec<&str> = model.problem().items().map(|item| model.problem().name(item)).collect();
    assert_eq!(names, ["\"ab\"", "\"ab\"~2", "\"ab\"~3", "\"\""]);
    assert_eq!(Query::new(model.problem()).count(), Ok(Count::Exact(1u32.into())));
}

#[test]
fn the_first_fault_of_a_model_is_returned_with_the_value() {
    let mut model = Model::<(u8, u8), ()>::builder();
    model.primary([(1, 2)]).option((), [(1, 2), (3, 4)]).primary([(1, 2)]);
    let error = model.build().expect_err("two faults").to_string();
    assert_eq!(error, "option 0: unknown item `(3, 4)`");
    model.primary([(1, 2)]).primary([(1, 2)]);
    assert!(matches!(model.build(), Err(BuildError::DuplicateItem { name }) if name == "(1, 2)"));
}

#[test]
fn an_unknown_item_of_an_option_is_answered_with_the_nearest_name() {
    let mut builder = Problem::builder();
    builder.primary(["monday", "friday"].map(str::to_owned));
    let error = builder.add_option(["mondya".to_owned()]).expect_err("it is misspelt").to_string();
    assert_eq!(error, "option 0: unknown item `mondya`; did you mean `monday`?");
}

#[test]
fn items_added_together_are_added_all_or_none() {
    let mut builder = Problem::builder();
    assert_eq!(builder.add_primaries(["a", "b"]).expect("two items").len(), 2);
    builder.add_primaries(["c", "a"]).expect_err("a is declared");
    builder.add_primaries(["c", "d"]).expect("c was not declared");
    builder.add_secondaries(["x", "x"]).expect_err("x twice");
    assert_eq!(builder.add_secondaries(vec![String::from("x")]).expect("one item").len(), 1);
    let problem = builder.option(["a", "x"]).build().expect("a problem");
    assert_eq!((problem.primary_count(), problem.item_count()), (4, 5));
}
