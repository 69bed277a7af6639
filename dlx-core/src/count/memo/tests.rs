//! Tests counts, totals and lower bounds of the memo against the enumeration of all sets of options, with
//! every policy.

#![allow(clippy::duplicate_mod, reason = "what a module has for its parent is for no other")]
#![allow(
    clippy::needless_pass_by_value,
    reason = "quickcheck hands the arguments of a property over by value"
)]

use std::ops::ControlFlow;

use dlx_instances::{debruijn, dominoes, langford, latin, macmahon, matchings, queens, region::Region};
use num_bigint::BigUint;

use super::{CountByMemo, Memo, MemoFigures, MemoStep, Policy};
use crate::control::answers::{Count, Cover};
use crate::control::limits::{Limits, Stopped};
use crate::count::contestant::Contestant;
use crate::count::number::{Number, Overflow};
use crate::count::semiring::{LeastCost, Modulo, Plain, Semiring, Weights};
use crate::instances;
use crate::problem::givens::{GivenError, Givens};
use crate::problem::ids::{Color, ItemId, OptionId};
use crate::problem::{Bounds, ItemKind, Problem};
use crate::search::Search;

mod keys;
#[path = "../../../tests/naive/mod.rs"]
mod naive;
#[path = "../../../tests/random/mod.rs"]
mod random;

use random::{Rich, Sketch, hold, pick};

/// Returns both policies: fewest options, and the fixed orders from either end and of a few items only.
fn policies(problem: &Problem) -> [Policy; 4] {
    let order: Vec<ItemId> = problem.items().take(problem.primary_count()).collect();
    let some = order.iter().copied().skip(1).step_by(2).collect();
    let back = order.iter().rev().copied().collect();
    [Policy::Fewest, Policy::Static(order), Policy::Static(back), Policy::Static(some)]
}

/// A number with few bits, which overflows often in small problems.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct SmallNumber<const BITS: u32>(u64);

type Tiny = SmallNumber<2>;

/// The next wider type of a number with few bits.
trait Widened {
    type Wider: Number;
}

impl Widened for Tiny {
    type Wider = SmallNumber<16>;
}

impl Widened for SmallNumber<16> {
    type Wider = u64;
}

impl<const BITS: u32> SmallNumber<BITS> {
    fn fitting(number: Option<u64>) -> Result<Self, Overflow> {
        number.filter(|number| number >> BITS == 0).map(Self).ok_or(Overflow)
    }
}

impl<const BITS: u32> Number for SmallNumber<BITS>
where
    Self: Widened,
{
    type Wider = <Self as Widened>::Wider;
    type Leap = Self::Wider;
    const BITS: u32 = BITS;

    fn from_word(word: u64) -> Self {
        Self::fitting(Some(word)).expect("tests have no great weights")
    }

    fn plus(&self, other: &Self) -> Result<Self, Overflow> {
        Self::fitting(self.0.checked_add(other.0))
    }

    fn times(&self, other: &Self) -> Result<Self, Overflow> {
        Self::fitting(self.0.checked_mul(other.0))
    }

    fn is_zero(&self) -> bool {
        self.0 == 0
    }

    fn bits(&self) -> u32 {
        Number::bits(&self.0)
    }

    fn share(&self, of: &Self) -> u64 {
        Number::share(&self.0, &of.0)
    }

    fn widen(&self) -> Self::Wider {
        Self::Wider::from_word(self.0)
    }

    fn leap(&self) -> Self::Leap {
        self.widen()
    }

    fn to_big(&self) -> BigUint {
        self.0.into()
    }
}

fn finish(mut count: CountByMemo) -> (BigUint, MemoFigures) {
    match count.count(u64::MAX, &mut Limits::none()) {
        Ok(MemoStep::Done(number)) => (number, count.figures()),
        other => panic!("without limits nothing stops a count: {other:?}"),
    }
}

fn begun_with_tiny(
    problem: &Problem,
    givens: Givens<'_>,
    policy: &Policy,
) -> Result<CountByMemo, GivenError> {
    let memo: Memo<Tiny> = Memo::new(problem, givens, policy, Tiny::outside_bytes)?;
    Ok(CountByMemo::beginning_with(memo, &[]))
}

fn counted(problem: &Problem, policy: &Policy) -> (BigUint, MemoFigures) {
    finish(CountByMemo::new(problem, Givens::none(), policy, &[]).expect("no givens"))
}

fn counted_by_all(problem: &Problem, givens: Givens<'_>, expected: &BigUint) {
    for policy in policies(problem) {
        let new = CountByMemo::new(problem, givens, &policy, &[]).expect("no conflict");
        assert_eq!(finish(new).0, *expected, "{policy:?}");
        let tiny = begun_with_tiny(problem, givens, &policy);
        assert_eq!(finish(tiny.expect("no conflict")).0, *expected, "{policy:?}");
    }
}

#[test]
fn counts_are_those_of_the_enumeration() {
    fn property(problem: &Problem, forced: &[u8], forbidden: &[u8]) {
        let (forced, forbidden) = (pick(problem, forced), pick(problem, forbidden));
        for givens in [Givens::none(), Givens::none().force(&forced).forbid(&forbidden)] {
            if Search::new(problem).restart(givens).is_err() {
                assert!(CountByMemo::new(problem, givens, &Policy::Fewest, &[]).is_err());
                continue;
            }
            let expected = naive::covers(problem, givens.forced(), givens.forbidden()).len().into();
            counted_by_all(problem, givens, &expected);
        }
    }
    fn plain(sketch: Sketch, forced: Vec<u8>, forbidden: Vec<u8>) {
        property(&sketch.problem(), &forced, &forbidden);
    }
    fn rich(sketch: Rich, forced: Vec<u8>, forbidden: Vec<u8>) {
        property(&sketch.problem(), &forced, &forbidden);
    }
    hold(500, plain as fn(_, _, _));
    hold(1000, rich as fn(_, _, _));
}

/// Returns two independent copies of a problem, with their items and options interleaved.
fn doubled(problem: &Problem) -> Problem {
    let mut builder = Problem::builder();
    let name = |copy: char, item: ItemId| format!("{}{copy}", problem.name(item));
    for item in problem.items() {
        for copy in ['x', 'y'] {
            match problem.kind(item) {
                ItemKind::Primary => {
                    let Bounds { low, high } = problem.bounds(item);
                    builder.bounded(name(copy, item), low..=high)
                }
                ItemKind::Secondary => builder.secondary([name(copy, item).as_str()]),
            };
        }
    }
    for option in problem.options() {
        for copy in ['x', 'y'] {
            let uses =
                problem.weighted_uses(option).map(|(used, weight)| match problem.color_name(used.color) {
                    Some(color) => format!("{}:{color}", name(copy, used.item)),
                    None if weight > 1 => format!("{}={weight}", name(copy, used.item)),
                    None => name(copy, used.item),
                });
            builder.option(uses.collect::<Vec<_>>());
        }
    }
    builder.build().expect("twice a problem is a problem")
}

#[test]
fn two_problems_side_by_side_have_the_square_of_the_covers() {
    fn property(sketch: Rich) {
        let problem = sketch.problem();
        let one = BigUint::from(naive::covers(&problem, &[], &[]).len());
        counted_by_all(&doubled(&problem), Givens::none(), &(&one * &one));
    }
    hold(300, property as fn(_));
}

/// Returns the value of a problem by enumeration.
fn enumerated<S: Semiring>(problem: &Problem, semiring: &S) -> S::Value {
    let worth = |cover: &Cover| {
        cover.iter().fold(semiring.one(), |product, &option| {
            semiring.times(&product, &semiring.weight(option)).expect("small values")
        })
    };
    let covers = naive::covers(problem, &[], &[]);
    covers
        .iter()
        .fold(semiring.zero(), |sum, cover| semiring.plus(&sum, &worth(cover)).expect("small values"))
}

fn totals<S: Semiring>(problem: &Problem, semiring: &S) -> Vec<S::Value> {
    let mut totals = Vec::new();
    for policy in policies(problem) {
        let mut memo = Memo::new(problem, Givens::none(), &policy, |_| 0).expect("nothing is given");
        match memo.advance(&mut Plain(semiring), u64::MAX, &mut Limits::none()) {
            Ok(MemoStep::Done(value)) => totals.push(value),
            other => panic!("nothing stops it: {:?}", other.map(|_| "paused")),
        }
    }
    totals
}

#[test]
fn all_semirings_give_what_the_enumeration_gives() {
    fn property(sketch: Rich) {
        let problem = sketch.problem();
        for modulus in [1, 2, 7] {
            let expected = enumerated(&problem, &Modulo::new(modulus));
            assert!(totals(&problem, &Modulo::new(modulus)).iter().all(|&total| total == expected));
        }
        let expected = enumerated(&problem, &LeastCost(&problem));
        assert!(totals(&problem, &LeastCost(&problem)).iter().all(|&total| total == expected));
        let weights: Vec<f64> = (1..=problem.option_count()).map(|at| 1.0 / at as f64).collect();
        let expected = enumerated(&problem, &Weights(&weights));
        for total in totals(&problem, &Weights(&weights)) {
            assert_eq!(total.is_some(), expected.is_some());
            let (total, expected) = (total.unwrap_or(0.0), expected.unwrap_or(0.0));
            assert!((total - expected).abs() <= 1e-9 * expected, "{total} {expected}");
        }
    }
    hold(40, property as fn(_));
}

#[test]
fn a_count_in_slices_is_that_in_one_and_its_lower_bound_rises_to_it() {
    fn property(sketch: Rich, forced: Vec<u8>, budget: u8) {
        let problem = doubled(&sketch.problem());
        let forced = pick(&problem, &forced);
        let givens = Givens::none().force(&forced);
        for policy in policies(&problem) {
            let new = begun_with_tiny(&problem, givens, &policy);
            let Ok(mut count) = new else { return };
            let whole = finish(CountByMemo::new(&problem, givens, &policy, &[]).expect("no conflict"));
            let mut known = BigUint::ZERO;
            let mut fraction = 0.0;
            let number = loop {
                let mut limits = Limits::none().ask(1, |progress| {
                    let told = progress.fraction();
                    assert!((fraction - 1e-9..=1.0 + 1e-9).contains(&told), "{fraction} {told}");
                    fraction = told;
                    ControlFlow::Continue(())
                });
                let step = count.count(1 + u64::from(budget % 3), &mut limits);
                drop(limits);
                let bound = count.at_least();
                assert!(known <= bound && bound <= whole.0, "{known} {bound} {}", whole.0);
                known = bound;
                match step.expect("no limits") {
                    MemoStep::Done(number) => break number,
                    MemoStep::Paused => {}
                }
            };
            assert_eq!((number, count.figures().nodes), (whole.0.clone(), whole.1.nodes));
            assert_eq!(known, whole.0);
        }
    }
    hold(100, property as fn(_, _, _));
}

#[test]
fn published_counts() {
    let rectangle = |rows, columns| Region::rectangle(rows, columns).expect("a small one");
    let cases: Vec<(&str, Problem, u128)> = vec![
        ("domino 8x8", instances::problem(dominoes::problem(&rectangle(8, 8))), 12_988_816),
        ("domino 12x12", instances::problem(dominoes::problem(&rectangle(12, 12))), 53_060_477_521_960_000),
        (
            "domino 16x16",
            instances::problem(dominoes::problem(&rectangle(16, 16))),
            2_444_888_770_250_892_795_802_079_170_816,
        ),
        ("latin 5", instances::problem(latin::problem(5, latin::Form::All)), 161_280),
        ("matchings 16", instances::problem(matchings::problem(16)), 2_027_025),
        ("langford 8", instances::problem(langford::problem(8)), 300),
        ("queens 8", instances::problem(queens::problem(8, queens::Board::Plain)), 92),
    ];
    for (name, problem, published) in cases {
        for policy in &policies(&problem)[..2] {
            if name == "domino 16x16" && *policy == Policy::Fewest {
                continue;
            }
            let count = CountByMemo::new(&problem, Givens::none(), policy, &[]);
            assert_eq!(finish(count.expect("no givens")).0, published.into(), "{name} {policy:?}");
        }
    }
}

/// All 24 squares take a minute. With a few squares fixed, states still recur with other colors.
#[test]
fn squares_with_colored_edges_are_as_many_as_the_search_meets() {
    let problem = instances::problem(macmahon::problem(4, 6, 3, macmahon::Border::OneColor));
    let first = Search::new(&problem).into_iter().next().expect("there are covers");
    for forced in [&first[..3], &first[..4]] {
        let givens = Givens::none().force(forced);
        let mut search = Search::new(&problem);
        search.restart(givens).expect("a cover has them");
        let Count::Exact(expected) = search.count(&mut Limits::none()) else { panic!("there are no limits") };
        assert!(expected > 100, "{expected}");
        let count = CountByMemo::new(&problem, givens, &Policy::Fewest, &[]);
        let (count, figures) = finish(count.expect("no conflict"));
        assert_eq!(count, expected.into());
        assert!(figures.hits > 1000, "{figures:?}");
    }
}

#[test]
fn cycles_of_colored_items_are_as_many_as_published() {
    let problem = instances::problem(debruijn::problem(2, 4));
    let published = debruijn::published(2, 4).expect("it is known").count;
    for policy in policies(&problem) {
        assert_eq!(counted(&problem, &policy).0, published.into());
    }
}

/// Returns independent copies of a rectangle of dominoes, with their cells interleaved.
fn copies(rows: usize, columns: usize, copies: usize) -> Problem {
    let region = Region::rectangle(rows, columns).expect("a small one");
    let problem = instances::problem(dominoes::problem(&region));
    let name = |copy: usize, item: ItemId| format!("{}.{copy}", problem.name(item));
    let mut builder = Problem::builder();
    for item in problem.items() {
        builder
            .primary((0..copies).map(|copy| name(copy, item)).collect::<Vec<_>>().iter().map(String::as_str));
    }
    for option in problem.options() {
        for copy in 0..copies {
            let uses = problem.uses(option).iter().map(|used| name(copy, used.item));
            builder.option(uses.collect::<Vec<_>>());
        }
    }
    builder.build().expect("copies of a problem are a problem")
}

#[test]
fn parts_are_walked_one_by_one() {
    // A004003: 6728 ways to cover a board of 6 by 6.
    let problem = copies(6, 6, 4);
    let expected = BigUint::from(6728_u32).pow(4);
    for policy in policies(&problem) {
        let mut count = CountByMemo::new(&problem, Givens::none(), &policy, &[]).expect("no givens");
        let most = &mut Limits::none().nodes(20_000);
        assert_eq!(count.count(u64::MAX, most), Ok(MemoStep::Done(expected.clone())), "{policy:?}");
    }
}

#[test]
fn short_of_memory_it_stops_with_what_is_known_and_goes_on_with_more() {
    let problem = instances::problem(dominoes::problem(&Region::rectangle(12, 12).expect("a small one")));
    let whole = BigUint::from(53_060_477_521_960_000_u64);
    let new = || CountByMemo::new(&problem, Givens::none(), &Policy::Fewest, &[]).expect("no givens");
    let mut free = new();
    assert_eq!(free.count(u64::MAX, &mut Limits::none()), Ok(MemoStep::Done(whole.clone())));
    let need = free.held_bytes();
    let mut count = new();
    let short = &mut Limits::none().bytes(need / 10);
    assert_eq!(count.count(u64::MAX, short), Err(Stopped::Memory));
    assert!(count.held_bytes() <= need / 10, "{} of {need}", count.held_bytes());
    assert!(count.report().states > 0 && count.at_least() < whole);
    assert_eq!(count.count(u64::MAX, &mut Limits::none()), Ok(MemoStep::Done(whole.clone())));
    assert_eq!(count.at_least(), whole);
}

/// The numbers widen during the count, which has 101 bits.
#[test]
fn a_count_stays_within_the_memory_allowed() {
    let problem = instances::problem(dominoes::problem(&Region::rectangle(16, 16).expect("a small one")));
    let whole = BigUint::from(2_444_888_770_250_892_795_802_079_170_816_u128);
    let order = Policy::Static(problem.items().collect());
    let mut count = CountByMemo::new(&problem, Givens::none(), &order, &[]).expect("no givens");
    let mut known = BigUint::ZERO;
    let mut stops = 0;
    // The limit is checked when a value is stored. The stack of the walk, of at most 128 levels, may exceed
    // it before.
    let stack = 32_000;
    for bytes in (0..).map(|step| 1_000 << step) {
        match count.count(u64::MAX, &mut Limits::none().bytes(bytes)) {
            Ok(step) => {
                assert_eq!(step, MemoStep::Done(whole.clone()));
                break;
            }
            Err(why) => assert_eq!(why, Stopped::Memory),
        }
        assert!(count.held_bytes() <= bytes.max(stack), "{} of {bytes}", count.held_bytes());
        let bound = count.at_least();
        assert!(bound < whole, "{bound}");
        known = known.max(bound);
        stops += 1;
    }
    assert!(stops > 5 && known > BigUint::ZERO, "{stops} {known}");
    assert_eq!(count.at_least(), whole);
}

#[test]
fn questions_and_nodes_stop_a_count_with_a_lower_bound() {
    let problem = instances::problem(langford::problem(11));
    let published = BigUint::from(langford::published(11).expect("it is known").count);
    let new = || {
        let policy = Policy::Fewest;
        CountByMemo::new(&problem, Givens::none(), &policy, &[]).expect("no givens")
    };
    let mut asked = new();
    let mut limits = Limits::none().ask(1000, |_| ControlFlow::Break(()));
    assert_eq!(asked.count(u64::MAX, &mut limits), Err(Stopped::Asked));
    drop(limits);
    assert!(asked.at_least() <= published);
    let mut short = new();
    assert_eq!(short.count(u64::MAX, &mut Limits::none().nodes(20_000)), Err(Stopped::Nodes));
    assert!(short.at_least() <= published);
    for mut count in [asked, short] {
        assert_eq!(count.count(u64::MAX, &mut Limits::none()), Ok(MemoStep::Done(published.clone())));
    }
}

#[test]
fn a_weighted_option_counts_as_often_as_it_weighs() {
    let problem = instances::problem(langford::problem(7));
    let plain = counted(&problem, &Policy::Fewest).0;
    let weights = vec![3; problem.option_count()];
    let heavy = CountByMemo::new(&problem, Givens::none(), &Policy::Fewest, &weights);
    // Each cover has seven options.
    assert_eq!(finish(heavy.expect("no givens")).0, plain * 2187_u32);
}
