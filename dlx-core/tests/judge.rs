//! The judge against the ordered search and the check, on random problems with random givens.

#![allow(
    clippy::needless_pass_by_value,
    reason = "quickcheck hands the arguments of a property over by value"
)]

use dlx_core::{Count, Givens, Judge, Limits, OptionId, Problem, Search, Simd, Stopped, Uniqueness, check};

mod random;

use random::{Rich, Sketch, hold, pick};

/// Judges with the links, with tables, and with every level of instructions.
fn judges(problem: &Problem) -> Vec<Judge> {
    let levels = Simd::ALL.into_iter().filter(|level| level.is_available());
    let mut judges: Vec<Judge> = levels.map(|level| Judge::new(problem).with_simd(level)).collect();
    judges.push(Judge::new(problem));
    judges
}

fn counts(problem: &Problem, given: &[OptionId]) -> u64 {
    let mut search = Search::new(problem);
    match search.restart(Givens::none().force(given)) {
        Ok(()) => search.count(&mut Limits::none()).exact().expect("there are no limits"),
        Err(_) => 0,
    }
}

fn is_judged_right(problem: &Problem, given: &[OptionId]) {
    let expected = counts(problem, given);
    for mut judge in judges(problem) {
        assert_eq!(judge.count(given, &mut Limits::none()), Ok(Count::Exact(expected)));
        let covers: Vec<_> = (0..3).map_while(|number| judge.cover(number)).collect();
        assert_eq!(covers.len() as u64, expected.min(2));
        for cover in &covers {
            assert_eq!(check(problem, cover), Ok(()), "a cover is one");
            assert!(given.iter().all(|option| cover.contains(option)), "a cover has what is given");
        }
        assert!(covers.len() < 2 || covers[0] != covers[1], "two covers differ");
        for (number, cover) in covers.iter().enumerate() {
            let mut ranks = vec![0; problem.primary_count()];
            if !problem.is_bounded() {
                assert!(judge.ranks_of_items(number, &mut ranks));
                for (item, rank) in problem.items().zip(ranks) {
                    let uses = |option: &OptionId| problem.uses(*option).iter().any(|used| used.item == item);
                    let option = problem.options().filter(uses).nth(usize::from(rank));
                    assert!(option.is_some_and(|option| cover.contains(&option)), "it covers the item");
                }
            }
        }
        let stopped =
            if expected >= 2 { Count::AtLeast(2, Stopped::Solutions) } else { Count::Exact(expected) };
        assert_eq!(judge.count_up_to(2, given, &mut Limits::none()), Ok(stopped));
        match judge.uniqueness(given, &mut Limits::none()).expect("the options are known") {
            Uniqueness::None => assert_eq!(expected, 0),
            Uniqueness::One(one) => assert_eq!((expected, Some(&one)), (1, covers.first())),
            Uniqueness::Several(..) => assert!(expected > 1),
            Uniqueness::Unknown { .. } => panic!("nothing has stopped it"),
        }
    }
}

#[test]
fn givens_are_judged_as_the_search_does() {
    fn plain(sketch: Sketch, given: Vec<u8>) {
        let problem = sketch.problem();
        is_judged_right(&problem, &[]);
        is_judged_right(&problem, &pick(&problem, &given));
    }
    fn rich(sketch: Rich, given: Vec<u8>) {
        let problem = sketch.problem();
        is_judged_right(&problem, &pick(&problem, &given));
    }
    hold(1500, plain as fn(_, _));
    hold(500, rich as fn(_, _));
}
