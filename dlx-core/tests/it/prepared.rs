//! Tests prepared problems against the ordered search and the check, on random problems with random givens.

#![allow(
    clippy::needless_pass_by_value,
    reason = "quickcheck hands the arguments of a property over by value"
)]

use std::ops::ControlFlow;

use dlx_core::{
    Count, GivenError, Givens, Limits, OptionId, Prepared, Problem, Search, Simd, Stopped, Uniqueness, check,
};

use crate::random::{Rich, Sketch, hold, pick};

/// Returns prepared problems with the links, with tables, and with every level of instructions.
fn all_prepared(problem: &Problem) -> Vec<Prepared> {
    let levels = Simd::ALL.into_iter().filter(|level| level.is_available());
    let mut all_prepared: Vec<Prepared> =
        levels.map(|level| Prepared::new(problem).with_simd(level)).collect();
    all_prepared.push(Prepared::new(problem));
    all_prepared
}

fn counts(problem: &Problem, given: &[OptionId]) -> u64 {
    let mut search = Search::new(problem);
    match search.restart(Givens::none().force(given)) {
        Ok(()) => search.count(&mut Limits::none()).exact().expect("there are no limits"),
        Err(_) => 0,
    }
}

/// Returns by primary item which of its options is given, counted from 1, or 0; `None` if that does not
/// describe all givens.
fn ranks_of(problem: &Problem, given: &[OptionId]) -> Option<Vec<u8>> {
    let primaries = problem.primary_count();
    let mut ranks = vec![0; primaries];
    for &option in given {
        let mut is_told = false;
        for used in problem.uses(option).iter().filter(|used| used.item.index() < primaries) {
            let uses = |other: &OptionId| problem.uses(*other).iter().any(|other| other.item == used.item);
            let rank = problem.options().filter(uses).position(|other| other == option)?;
            let rank = u8::try_from(rank + 1).ok()?;
            let told = std::mem::replace(&mut ranks[used.item.index()], rank);
            if told != 0 && told != rank {
                return None;
            }
            is_told = true;
        }
        if !is_told {
            return None;
        }
    }
    Some(ranks)
}

fn is_answered_right(problem: &Problem, given: &[OptionId]) {
    let expected = counts(problem, given);
    let in_all = counts(problem, &[]);
    for mut prepared in all_prepared(problem) {
        assert_eq!(prepared.count(given, &mut Limits::none()), Ok(Count::Exact(expected)));
        let covers: Vec<_> = (0..3).map_while(|number| prepared.cover(number)).collect();
        assert_eq!(covers.len() as u64, expected.min(2));
        for cover in &covers {
            assert_eq!(check(problem, cover), Ok(()), "a cover is one");
            assert!(given.iter().all(|option| cover.contains(option)), "a cover has what is given");
        }
        assert!(covers.len() < 2 || covers[0] != covers[1], "two covers differ");
        for (number, cover) in covers.iter().enumerate() {
            let mut ranks = vec![0; problem.primary_count()];
            if !problem.is_bounded() {
                assert!(prepared.ranks_of_items(number, &mut ranks));
                for (item, rank) in problem.items().zip(ranks) {
                    let uses = |option: &OptionId| problem.uses(*option).iter().any(|used| used.item == item);
                    let option = problem.options().filter(uses).nth(usize::from(rank));
                    assert!(option.is_some_and(|option| cover.contains(&option)), "it covers the item");
                }
            }
        }
        if let Some(ranks) = ranks_of(problem, given) {
            let count = prepared.count_ranked_up_to(u64::MAX, &ranks, &mut Limits::none());
            assert_eq!(count, Ok(Count::Exact(expected)), "ranks tell what is given");
        }
        let stopped =
            if expected >= 2 { Count::AtLeast(2, Stopped::Solutions) } else { Count::Exact(expected) };
        assert_eq!(prepared.count_up_to(2, given, &mut Limits::none()), Ok(stopped));
        match prepared.uniqueness(given, &mut Limits::none()).expect("the options are known") {
            Uniqueness::None => assert_eq!(expected, 0),
            Uniqueness::One(one) => assert_eq!((expected, Some(&one)), (1, covers.first())),
            Uniqueness::Several(..) => assert!(expected > 1),
            Uniqueness::Unknown { .. } => panic!("nothing has stopped it"),
        }
        // A question leaves nothing behind for the next one.
        assert_eq!(prepared.count(&[], &mut Limits::none()), Ok(Count::Exact(in_all)));
    }
}

#[test]
fn givens_are_answered_as_by_the_search() {
    fn plain(sketch: Sketch, given: Vec<u8>) {
        let problem = sketch.problem();
        is_answered_right(&problem, &[]);
        is_answered_right(&problem, &pick(&problem, &given));
    }
    fn rich(sketch: Rich, given: Vec<u8>) {
        let problem = sketch.problem();
        is_answered_right(&problem, &pick(&problem, &given));
    }
    hold(1500, plain as fn(_, _));
    hold(500, rich as fn(_, _));
}

/// Returns the problem of squares of 6 whose symbols occur once in rows, columns and blocks of 2 by 3, and
/// the options of the first row.
fn squares() -> (Problem, Vec<OptionId>) {
    let places = || (0..6).flat_map(|row| (0..6).map(move |column| (row, column)));
    let mut builder = Problem::builder();
    for kind in ["p", "r", "c", "b"] {
        let names: Vec<String> = places().map(|(one, other)| format!("{kind}{one}{other}")).collect();
        builder.primary(&names);
    }
    for (row, column) in places() {
        let block = row / 2 * 2 + column / 3;
        for symbol in 0..6 {
            builder.option(&[
                format!("p{row}{column}"),
                format!("r{row}{symbol}"),
                format!("c{column}{symbol}"),
                format!("b{block}{symbol}"),
            ]);
        }
    }
    let first_row = (0..6).map(|at| OptionId::new(7 * at)).collect();
    (builder.build().expect("the names differ"), first_row)
}

/// Frazer Jarvis, "Sudoku enumeration problems", gives 28,200,960 of them; all 720 first rows are equivalent.
const SQUARES: u64 = 28_200_960 / 720;

#[test]
fn many_covers_are_counted_up_to_the_limit_exactly() {
    let (problem, given) = squares();
    for mut prepared in all_prepared(&problem) {
        assert_eq!(prepared.count(&given, &mut Limits::none()), Ok(Count::Exact(SQUARES)));
        assert!(
            prepared.cover(0).is_some()
                && prepared.cover(1).is_some()
                && prepared.cover(0) != prepared.cover(1)
        );
        for most in [1, 2, 3, 4095, 4096, 4097, SQUARES - 1, SQUARES] {
            let stopped = Ok(Count::AtLeast(most, Stopped::Solutions));
            assert_eq!(prepared.count_up_to(most, &given, &mut Limits::none()), stopped);
            assert_eq!(prepared.count(&given, &mut Limits::none().solutions(most)), stopped);
        }
        let more = prepared.count_up_to(SQUARES + 1, &given, &mut Limits::none());
        assert_eq!(more, Ok(Count::Exact(SQUARES)));
    }
}

#[test]
fn limits_stop_a_prepared_problem_with_what_it_has_found() {
    let (problem, given) = squares();
    for mut prepared in all_prepared(&problem) {
        let mut least = 0;
        for nodes in [0, 1, 10, 100, 1000, 5000, 6000, 7000, 10_000] {
            let mut limits = Limits::none().nodes(nodes);
            let count = prepared.count(&given, &mut limits).expect("the options are known");
            let Count::AtLeast(found, Stopped::Nodes) = count else { panic!("{count:?}") };
            assert!((least..=SQUARES).contains(&found), "{found} in {nodes}, and before {least}");
            least = found;
            assert!(prepared.counters().nodes <= nodes, "{found} in {nodes}");
            assert_eq!(prepared.cover(0).is_some(), found > 0);
            assert_eq!(limits.nodes_left(), nodes - prepared.counters().nodes);
        }
        let mut asked = 0;
        let mut limits = Limits::none().ask(50, |_| {
            asked += 1;
            if asked == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let count = prepared.count(&given, &mut limits).expect("the options are known");
        assert!(matches!(count, Count::AtLeast(1..SQUARES, Stopped::Asked)), "{count:?}");
        drop(limits);
        assert_eq!(asked, 3);
        // The next question is answered as if none had been stopped.
        assert_eq!(prepared.count(&given, &mut Limits::none()), Ok(Count::Exact(SQUARES)));
    }
}

#[test]
fn a_rank_that_no_option_of_an_item_has_is_an_error() {
    let mut builder = Problem::builder();
    builder.primary(["a", "b"]).option(["a"]).option(["a", "b"]).option(["b"]);
    let problem = builder.build().expect("the problem is sound");
    for mut prepared in all_prepared(&problem) {
        let count = prepared.count_ranked_up_to(9, &[0, 2], &mut Limits::none());
        assert_eq!(count, Ok(Count::Exact(1)));
        for ranks in [[3, 0], [0, 3], [4, 0], [255, 1]] {
            let error = prepared.count_ranked_up_to(9, &ranks, &mut Limits::none());
            assert!(matches!(error, Err(GivenError::Rank { count: 2, .. })), "{ranks:?}: {error:?}");
        }
    }
}
