//! Tests published numbers of covers in all widths, and that samples are uniform.

use super::*;
use crate::diagram::sampler::is_below;

/// Returns the deviation of samples from equal frequencies: chi-square minus its mean, in standard
/// deviations.
fn deviation(diagram: &Diagram, samples: usize, seed: u64) -> f64 {
    let mut times: HashMap<Cover, u32> = diagram.iter().map(|cover| (cover, 0)).collect();
    for cover in diagram.sampler(seed).take(samples) {
        *times.get_mut(&cover).expect("a sample is a cover") += 1;
    }
    let as_float = |number: usize| f64::from(u32::try_from(number).expect("it is small"));
    let expected = as_float(samples) / as_float(times.len());
    let squares = times.values().map(|&times| (f64::from(times) - expected).powi(2) / expected);
    let freedom = as_float(times.len() - 1);
    (squares.sum::<f64>() - freedom) / (2.0 * freedom).sqrt()
}

#[test]
fn every_cover_is_drawn_as_often_as_any_other() {
    let queens = |n| instances::problem(queens::problem(n, Board::Plain));
    let whole = |problem: &Problem| ordered(problem, &covers_of(problem), order_of(problem, false));
    let mut random = Gen::from_size_and_seed(10, 5);
    let mut unordered = DiagramBuilder::new(usize::MAX);
    let root = free(&mut unordered, &covers_of(&queens(8)), &mut random);
    let diagrams = [
        whole(&queens(6)),
        whole(&queens(8)),
        unordered.finish(&queens(8), root, None, &mut Limits::none()).expect("there are no limits"),
        whole(&domino(4, 4)),
        by_items(&domino(4, 6)),
        whole(&instances::problem(langford::problem(7))),
        product(&queens(6), &domino(4, 4), &mut random).0,
        product(&domino(4, 4), &domino(4, 4), &mut random).0,
    ];
    for (at, diagram) in diagrams.iter().enumerate() {
        let deviation = deviation(diagram, 300_000, 20_261_121);
        // None of 8 tests with a fixed seed should deviate as much as one in 30,000.
        assert!(deviation.abs() < 4.0, "diagram {at}: {deviation}");
    }
}

#[test]
fn a_sampler_that_forgets_a_cover_is_found_out() {
    let problem = domino(4, 4);
    let mut covers = covers_of(&problem);
    let all = ordered(&problem, &covers, order_of(&problem, false));
    covers.truncate(18);
    let half = ordered(&problem, &covers, order_of(&problem, false));
    let mut times: HashMap<Cover, u32> = all.iter().map(|cover| (cover, 0)).collect();
    half.sampler(1).take(36_000).for_each(|cover| *times.get_mut(&cover).expect("a cover") += 1);
    let squares: f64 = times.values().map(|&times| (f64::from(times) - 1000.0).powi(2) / 1000.0).sum();
    assert!((squares - 35.0) / 70.0_f64.sqrt() > 100.0);
}

#[test]
fn the_same_seed_draws_the_same_covers() {
    let diagram = by_items(&domino(6, 6));
    let draw = |seed| diagram.sampler(seed).take(50).collect::<Vec<_>>();
    assert_eq!(draw(7), draw(7));
    assert_ne!(draw(7), draw(8));
    let mut lent = diagram.sampler(7);
    for cover in draw(7) {
        let mut path = lent.draw().expect("there are covers").to_vec();
        path.sort_unstable();
        assert_eq!(path, cover);
    }
}

#[test]
fn a_seed_draws_what_it_always_drew() {
    // Ranks in lexicographic order among the 36 covers of the 4 by 4 square.
    let diagram = by_items(&domino(4, 4));
    let places: Vec<BigUint> =
        diagram.sampler(1).take(12).map(|cover| diagram.rank(&cover).expect("it is a cover")).collect();
    assert_eq!(places, DRAWN.map(BigUint::from));
}

const DRAWN: [u32; 12] = [28, 5, 28, 2, 5, 31, 8, 7, 1, 25, 1, 24];

#[test]
fn equal_digits_are_followed_by_further_ones() {
    // A third is 0.010101... in binary digits.
    let third = u64::MAX / 3;
    let below = |words: &[u64]| {
        let mut words = words.iter().copied();
        let is_below = is_below(1u32.into(), &3u32.into(), &mut || words.next().expect("no more is needed"));
        assert_eq!(words.next(), None);
        is_below
    };
    assert!(below(&[third - 1]));
    assert!(!below(&[third + 1]));
    assert!(below(&[third, third, third - 1]));
    assert!(!below(&[third, third, u64::MAX]));
    // A half has no digits after the first, and is not below itself.
    let mut none_left = || -> u64 { panic!("a half has no further digits") };
    assert!(!is_below(BigUint::ZERO, &2u32.into(), &mut none_left));
    let mut zero = || 0;
    assert!(is_below(1u32.into(), &2u32.into(), &mut zero));
    let mut half = || 1 << 63;
    assert!(!is_below(1u32.into(), &2u32.into(), &mut half));
}

/// A004003, domino tilings of squares; P. W. Kasteleyn (1961), H. N. V. Temperley and M. E. Fisher (1961).
const TILINGS: [(usize, &str); 5] = [
    (8, "12988816"),
    (10, "258584046368"),
    (12, "53060477521960000"),
    (14, "112202208776036178000000"),
    (16, "2444888770250892795802079170816"),
];

#[test]
fn domino_tilings_are_counted_in_all_widths() {
    for (side, published) in TILINGS {
        let diagram = by_items(&domino(side, side));
        let count: BigUint = published.parse().expect("a number");
        assert_eq!(diagram.count(), count);
        assert_eq!(diagram.total(&Exact), Ok(count.clone()));
        // Each cover has as many options as there are dominoes.
        let marginals: BigUint = diagram.marginals().into_iter().sum();
        assert_eq!(marginals, &count * (side * side / 2));
        let place = &count / 3u32;
        let cover = diagram.nth(&place).expect("there are as many");
        assert_eq!(diagram.rank(&cover), Some(place));
        let drawn = diagram.sampler(1).next().expect("there are covers");
        assert!(diagram.contains(&drawn));
        assert!(check(diagram.problem(), &drawn).is_ok());
    }
}

#[test]
fn products_of_counts_outgrow_every_width() {
    // Number of copies of the 8 by 8 square, whose count has 24 bits: numbers of 48, 96, 240, 480 and 960
    // bits.
    for copies in [2, 4, 10, 20, 40] {
        let problem = (1..copies).fold(domino(8, 8), |all, _| side_by_side([&all, &domino(8, 8)]));
        let one = by_items(&domino(8, 8));
        let mut builder = DiagramBuilder::new(usize::MAX);
        let mut root = NodeId::EMPTY;
        for copy in 0..copies {
            let part = copied(&mut builder, &one, copy * one.problem().option_count());
            root = builder.product(root, part).expect("there is no limit");
        }
        let diagram = builder.finish(&problem, root, None, &mut Limits::none()).expect("there are no limits");
        let count = one.count().pow(u32::try_from(copies).expect("it is small"));
        assert_eq!(diagram.count(), count);
        let marginals = diagram.marginals();
        let [first, last] = [0, problem.option_count() - 1].map(|option| &marginals[option]);
        let others = one.count().pow(u32::try_from(copies - 1).expect("it is small"));
        let expected = one.marginals();
        assert_eq!(*first, &expected[0] * &others);
        assert_eq!(*last, &expected[expected.len() - 1] * &others);
        for cover in diagram.sampler(3).take(3) {
            assert!(check(&problem, &cover).is_ok());
            let rank = diagram.rank(&cover).expect("it is a cover");
            assert_eq!(diagram.nth(&rank), Some(cover));
        }
        assert_eq!(diagram.rank(&diagram.nth(&(&count - 1u32)).expect("it is the last")), Some(count - 1u32));
    }
}

/// Copies the nodes of a diagram, with `shift` added to the numbers of the options.
fn copied(builder: &mut DiagramBuilder, diagram: &Diagram, shift: usize) -> NodeId {
    let mut nodes = vec![NodeId::NONE, NodeId::EMPTY];
    for (_, kind) in diagram.inner() {
        let NodeKind::Branch { option, lo, hi } = kind else { panic!("it has an order") };
        let option = OptionId::new(option.index() + shift);
        nodes.push(builder.node(option, nodes[lo.index()], nodes[hi.index()]).expect("there is no limit"));
    }
    nodes[diagram.root.index()]
}

#[test]
fn all_covers_are_met_and_those_by_cost_come_in_order() {
    let diagram = by_items(&domino(8, 8));
    let mut covers = diagram.iter();
    let mut count = 0_u32;
    while let Some(path) = covers.next_path() {
        assert_eq!(path.len(), 32);
        count += 1;
    }
    assert_eq!(count, 12_988_816);
    // Upright dominoes cost more.
    let costs: Vec<i128> = diagram.problem().options().map(|option| 1 + option.index() as i128 % 3).collect();
    let best = diagram.ranked(2000, &costs, &mut Limits::none()).covers;
    assert_eq!(best.len(), 2000);
    assert!(best.is_sorted());
}
