//! Tests that values are wrong only if two different states have the same key, and that no input can cause
//! that.

use std::collections::BTreeSet;

use dlx_instances::{dominoes, region::Region};
use num_bigint::BigUint;

use crate::control::limits::Limits;
use crate::count::contestant::Contestant;
use crate::count::memo::count::CountByMemo;
use crate::count::memo::{Memo, MemoStep, Policy};
use crate::count::number::Number;
use crate::diagram::{Diagram, DiagramBuilder};
use crate::instances;
use crate::problem::Problem;
use crate::problem::givens::Givens;
use crate::problem::ids::OptionId;
use crate::search::Search;

fn memo(problem: &Problem) -> Memo<u64> {
    let memo = Memo::new(problem, Givens::none(), &Policy::Fewest, u64::outside_bytes);
    memo.expect("no givens")
}

/// Returns the count and the number of states stored.
fn counted_by(memo: Memo<u64>) -> (BigUint, u64) {
    let mut count = CountByMemo::beginning_with(memo, &[]);
    match count.count(u64::MAX, &mut Limits::none()) {
        Ok(MemoStep::Done(number)) => (number, count.report().states),
        other => panic!("without limits nothing stops a count: {other:?}"),
    }
}

fn enumerated(problem: &Problem) -> BigUint {
    BigUint::from(Search::new(problem).into_iter().count())
}

/// Returns the probability that two of this many states have the same key of 16 bits.
#[expect(clippy::cast_precision_loss, reason = "there are few places")]
fn birthday(places: u64) -> f64 {
    1.0 - (-((places * places) as f64) / 131_072.0).exp()
}

/// The tilings of 8 by 8 cells store several hundred states and are nearly always counted wrong; those of 6
/// by 6 cells store about a hundred and are seldom counted wrong.
#[test]
fn keys_of_16_bits_make_counts_wrong_as_often_as_birthdays_say_and_keys_of_128_bits_never() {
    const DRAWS: u32 = 200;
    for (side, published) in [(6, 6728_u32), (8, 12_988_816)] {
        let region = Region::rectangle(side, side).expect("a small one");
        let problem = instances::problem(dominoes::problem(&region));
        let published = BigUint::from(published);
        let (mut wrong, mut most) = (0, 0);
        for _ in 0..DRAWS {
            let (whole, places) = counted_by(memo(&problem));
            assert_eq!(whole, published);
            most = most.max(places);
            let (count, _) = counted_by(memo(&problem).with_words(|_, word| word & 0xffff));
            wrong += u32::from(count != published);
        }
        let (wrong, expected) = (f64::from(wrong) / f64::from(DRAWS), birthday(most));
        // Some states have the same value. Five standard deviations of 200 draws are less than 0.18.
        let is_near = wrong > 0.0 && wrong > expected / 2.0 - 0.18 && wrong < expected + 0.18;
        assert!(is_near, "{wrong} of all counts, with {most} places {expected}");
    }
}

/// Words that everybody can compute (splitmix64).
fn public_word(option: OptionId) -> u128 {
    let mix = |seed: u64| {
        let mut word = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    };
    u128::from(mix(u64::from(option.0))) << 64 | u128::from(mix(!u64::from(option.0)))
}

/// Returns options from this number on whose public words have the exclusive or 0, by linear algebra over two
/// elements.
fn dependent_options(first: u32) -> BTreeSet<u32> {
    // By leading bit: a word with it, and the options of which it is the exclusive or.
    let mut basis: Vec<Option<(u128, BTreeSet<u32>)>> = vec![None; 128];
    for option in first.. {
        let mut word = public_word(OptionId(option));
        let mut options = BTreeSet::from([option]);
        loop {
            let Some(bit) = word.checked_ilog2() else { return options };
            match &basis[bit as usize] {
                Some((other, others)) => {
                    word ^= other;
                    options = &options ^ others;
                }
                None => {
                    basis[bit as usize] = Some((word, options));
                    break;
                }
            }
        }
    }
    unreachable!("129 words of 128 bits depend on one another")
}

/// Returns a problem and its number of covers. After `s x z` three options are left for `t`, after `s y z`
/// all other options of the dependent set: two states, whose keys are equal under the public words.
fn forged() -> (Problem, BigUint) {
    let dependent = dependent_options(2);
    let mut builder = Problem::builder();
    builder.primary(["s", "t"]).secondary(["x", "y", "z"]).option(["s", "x", "z"]).option(["s", "y", "z"]);
    let (mut few, last) = (3, *dependent.last().expect("no word is 0"));
    for option in 2..=last {
        let item = match dependent.contains(&option) {
            true if few > 0 => {
                few -= 1;
                "y"
            }
            true => "x",
            false => "z",
        };
        builder.option(["t", item]);
    }
    (builder.build().expect("made"), dependent.len().into())
}

#[test]
fn a_problem_made_against_words_that_are_known_is_counted_right() {
    let (problem, covers) = forged();
    assert_eq!(enumerated(&problem), covers);
    // With the words that it was made against, one of its two states is counted twice.
    let known = memo(&problem).with_words(|option, word| option.map_or(word, public_word));
    assert_eq!(counted_by(known).0, BigUint::from(6_u32));
    assert_eq!(counted_by(memo(&problem)).0, covers);
}

/// Neither the course of the walk nor the order of the nodes of a diagram depends on the words.
#[test]
fn drawings_of_keys_are_in_no_figure_and_no_diagram() {
    let region = Region::rectangle(6, 8).expect("a small one");
    let problem = instances::problem(dominoes::problem(&region));
    let compiled = || -> (Vec<u8>, _) {
        let memo = Memo::new(&problem, Givens::none(), &Policy::Fewest, |_| 0);
        let mut memo = memo.expect("no givens");
        let mut builder = DiagramBuilder::new(usize::MAX);
        let Ok(MemoStep::Done(root)) = memo.advance(&mut builder, u64::MAX, &mut Limits::none()) else {
            panic!("without limits nothing stops it")
        };
        let diagram: Diagram =
            builder.finish(&problem, root, None, &mut Limits::none()).expect("there are no limits");
        let mut drawing = Vec::new();
        diagram.write_dot(&mut drawing).expect("memory takes it");
        (drawing, (memo.figures(), memo.entries(), memo.bytes()))
    };
    let first = compiled();
    for _ in 0..5 {
        assert!(compiled() == first);
    }
}

/// The words for how often an item has been covered: a need of three among six options of one item.
#[test]
fn every_number_of_times_has_a_word_of_its_own() {
    let mut builder = Problem::builder();
    builder.bounded("a", 2..=4).primary(["b"]);
    for _ in 0..6 {
        builder.option(["a"]);
    }
    builder.option(["a", "b"]).option(["b"]);
    let problem = builder.build().expect("made");
    let mut words = BTreeSet::new();
    let memo = memo(&problem).with_words(|_, word| {
        assert!(words.insert(word), "{word}");
        word
    });
    // Eight options, four words for one item and one for the other.
    assert_eq!(words.len(), 8 + 4 + 1);
    assert_eq!(counted_by(memo).0, enumerated(&problem));
}
