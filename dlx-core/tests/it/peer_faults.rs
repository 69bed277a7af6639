//! Tests that known faults of other exact cover programs do not occur here. Each test names the report or the
//! source of the fault.

use std::ops::ControlFlow;

use dlx_core::inner::{Cheapest, count};
use dlx_core::text::knuth;
use dlx_core::{
    BigUint, BuildError, Count, Cover, ItemId, Limits, OptionId, Problem, Search, Stopped, Uniqueness, check,
};

use crate::corpus;

fn problem(text: &str) -> Problem {
    knuth::read(text.as_bytes()).unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

fn count_searched(problem: &Problem) -> u64 {
    Search::new(problem).count(&mut Limits::none()).exact().expect("without limits nothing stops a search")
}

fn covers(problem: &Problem) -> Vec<Cover> {
    let mut covers: Vec<Cover> = Search::new(problem).into_iter().collect();
    for cover in &mut covers {
        cover.sort_unstable();
    }
    covers.sort_unstable();
    covers
}

fn options(numbers: &[usize]) -> Vec<OptionId> {
    numbers.iter().copied().map(OptionId::new).collect()
}

#[test]
fn option_0_is_not_lost_from_a_cover() {
    // jwg4/exact_cover#86 and #87: in the list of all covers, one whose last option was number 0 came without it.
    // The problems are those of the two reports.
    let one = problem("a b c d e\nd\na b\nc e\n");
    assert_eq!(covers(&one), [options(&[0, 1, 2])]);
    let several = problem("a b c\nc\nb\na c\nc\nc\na c\nb\nc\nb c\na\n");
    let found = covers(&several);
    assert!(found.contains(&options(&[0, 1, 9])));
    assert!(!found.contains(&options(&[1, 9])));
    for cover in found {
        assert_eq!(check(&several, &cover), Ok(()));
    }
}

#[test]
fn the_last_item_counts_even_if_no_option_uses_it() {
    // Sage's dancing_links takes the greatest number in the rows as the number of the last column, so that a
    // later item is ignored and the rest is covered. The builder of pbevin/xcc reports a primary item without
    // options as an error, although "no cover" is a valid answer.
    let last = problem("a b c\na\nb\na b\n");
    assert_eq!(count_searched(&last), 0);
    assert_eq!(count(&last, &mut Limits::none()), Count::Exact(0u32.into()));
    assert_eq!(Cheapest::new(&last).find(1, &mut Limits::none()).lower_bound, None);
    assert_eq!(count_searched(&problem("a b\na\nb\na b\n")), 2);
}

#[test]
fn problems_without_options_and_without_items_are_answered() -> Result<(), BuildError> {
    // Sage #11814: the rows `[]` and `[[]]` crashed.
    let no_options = Problem::builder().primary(["a"]).build()?;
    assert_eq!(covers(&no_options), Vec::<Cover>::new());
    assert_eq!(Search::new(&no_options).uniqueness(&mut Limits::none()), Uniqueness::None);
    assert_eq!(count(&no_options, &mut Limits::none()), Count::Exact(0u32.into()));
    let no_items = Problem::builder().build()?;
    assert_eq!(covers(&no_items), [Cover::new()], "nothing to cover is covered by nothing");
    assert_eq!(count(&no_items, &mut Limits::none()), Count::Exact(1u32.into()));
    let empty_option = Problem::builder().option::<&str>([]).build();
    assert!(matches!(empty_option, Err(BuildError::EmptyOption { .. })), "{empty_option:?}");
    Ok(())
}

#[test]
fn counting_and_iterating_again_begins_afresh() {
    // Sage #25125: the second count of the same solver was 0.
    let problem = problem("a b c d e f\na b c\nd e f\na b\nc d e f\na\nb c d e f\n");
    let mut search = Search::new(&problem);
    for _ in 0..3 {
        assert_eq!(search.count(&mut Limits::none()), Count::Exact(3));
    }
    search.rewind();
    let first: Vec<Cover> = (&mut search).into_iter().collect();
    assert_eq!(first.len(), 3);
    assert_eq!((&mut search).into_iter().count(), 0, "nothing is left");
    search.rewind();
    assert_eq!((&mut search).into_iter().collect::<Vec<_>>(), first);
    // A search left half done does not affect questions about the whole.
    search.rewind();
    assert_eq!((&mut search).into_iter().next().as_ref(), first.first());
    assert_eq!(search.count(&mut Limits::none()), Count::Exact(3));
}

#[test]
fn stopping_and_going_on_repeats_no_cover() {
    // burr-tools/burr-tools#79 and #82: after stop and continue the search began at the root again, and
    // everything found before was found and counted a second time.
    let problem = corpus::problem("langford8");
    let all: Vec<Cover> = Search::new(&problem).into_iter().collect();
    assert_eq!(all.len(), 300);
    for every in [1, 2, 7] {
        let mut search = Search::new(&problem);
        let (mut found, mut stops) = (Vec::new(), 0);
        loop {
            match search.next_solution(&mut Limits::none().nodes(every)) {
                Ok(Some(cover)) => found.push(cover.to_vec()),
                Ok(None) => break,
                Err(why) => {
                    assert_eq!(why, Stopped::Nodes);
                    stops += 1;
                    // As a program that is ended and started again would do.
                    let place = search.checkpoint();
                    search = Search::new(&problem);
                    search.resume(&place, &mut Limits::none()).expect("the place is one of this problem");
                }
            }
        }
        assert!(stops > 0);
        assert!(found == all, "with a stop after {every} nodes");
    }
}

/// Asks every 20 nodes and returns the nodes done and the fraction at each question, and the number of all
/// nodes.
fn told(problem: &Problem) -> (Vec<(u64, f64)>, u64) {
    let mut search = Search::new(problem);
    let mut told = Vec::new();
    let mut limits = Limits::none().ask(20, |progress| {
        told.push((progress.counters().nodes, progress.fraction()));
        ControlFlow::Continue(())
    });
    let counted = search.count(&mut limits).exact();
    drop(limits);
    assert!(counted.is_ok() && search.fraction() >= 1.0, "all is done");
    (told, search.counters().nodes)
}

/// Asserts that the fraction is below 1 and rises from each question to the next.
#[track_caller]
fn assert_rising(told: &[(u64, f64)]) {
    assert!(told.is_sorted_by(|before, after| before.1 < after.1), "the fraction does not stand still");
    assert!(told.iter().all(|&(_, fraction)| (0.0..1.0).contains(&fraction)));
}

#[test]
fn progress_does_not_stall_before_the_end() {
    // burr-tools/burr-tools#93: progress was the number of finished parts. It stood at 99.06 % for the last
    // tenth of the time, in which one part of 106 was worked on.
    for name in ["pent8x8hole", "langford8", "soma", "queens8", "domino6x6", "pent3x20"] {
        let (told, all) = told(&corpus::problem(name));
        assert_rising(&told);
        let late = told.iter().find(|(_, fraction)| *fraction > 0.99);
        assert!(late.is_none_or(|(nodes, _)| all - nodes < all / 10), "{name}: {late:?} of {all} nodes");
    }
}

#[test]
fn progress_goes_on_where_the_last_way_holds_all_the_work() {
    // As before, but worse: of the four branches at each of three items only the last leads to covers. The
    // fraction cannot predict that and exceeds 98 % early, but it continues to rise.
    let pairs: Vec<String> = (0..8).map(|item| format!("v{item}")).collect();
    let mut lines = vec![pairs.join(" ")];
    for gate in 0..3 {
        lines[0] += &format!(" gate{gate} key{gate} door{gate}");
        // An option that takes the key at the gate makes the door impossible. The door has one option more,
        // so the gate is chosen first.
        lines.extend((0..3).map(|_| format!("gate{gate} key{gate}")));
        lines.push(format!("gate{gate}"));
        lines.extend((0..5).map(|_| format!("door{gate} key{gate}")));
    }
    for (at, one) in pairs.iter().enumerate() {
        lines.extend(pairs[at + 1..].iter().map(|other| format!("{one} {other}")));
    }
    let (told, all) = told(&problem(&lines.join("\n")));
    assert_rising(&told);
    let early = told.iter().rfind(|(nodes, _)| *nodes < all / 100).expect("there were many questions");
    assert!(early.1 > 0.98, "{early:?}");
}

/// Returns a problem of this many independent parts with this many covers each.
fn parts(parts: usize, ways: usize) -> Result<Problem, BuildError> {
    let mut builder = Problem::builder();
    for part in 0..parts {
        builder.add_primary(format!("p{part}"))?;
    }
    for part in 0..parts {
        for _ in 0..ways {
            builder.add_option([ItemId::new(part)])?;
        }
    }
    builder.build()
}

#[test]
fn counts_beyond_32_bits_are_exact() -> Result<(), BuildError> {
    // Sage's number_of_solutions (dancing_links.pyx) counted in a C int.
    for bits in [31, 32, 33, 40, 63] {
        assert_eq!(count(&parts(bits, 2)?, &mut Limits::none()), Count::Exact((1u64 << bits).into()));
    }
    Ok(())
}

#[test]
fn counts_beyond_64_bits_are_exact_and_never_wrapped() -> Result<(), BuildError> {
    // Knuth's DLX6 counts in words of 64 bits, in which 2^64 is 0.
    for (number, ways) in [(64, 2), (65, 2), (41, 3), (200, 2), (32, 4)] {
        let counted = count(&parts(number, ways)?, &mut Limits::none());
        let covers = BigUint::from(ways).pow(u32::try_from(number).expect("few"));
        assert_eq!(counted, Count::Exact(covers), "{ways}^{number}");
    }
    assert_eq!(count(&parts(40, 3)?, &mut Limits::none()), Count::Exact(3_u64.pow(40).into()));
    // If one part has no cover, there is none, however many the others have.
    let mut lines = vec!["none".to_owned()];
    for part in 0..70 {
        lines[0] += &format!(" p{part}");
        lines.extend([format!("p{part}"), format!("p{part}")]);
    }
    assert_eq!(count(&problem(&lines.join("\n")), &mut Limits::none()), Count::Exact(0u32.into()));
    Ok(())
}

#[test]
fn a_million_levels_do_not_need_a_deep_stack() {
    // morluto/jacobian#3238: a search by recursion refused problems of more than 256 items.
    const DEPTH: usize = 1_000_000;
    fn search_deeply() -> Result<(), BuildError> {
        let mut builder = Problem::builder();
        for item in 0..DEPTH {
            builder.add_primary(item.to_string())?;
        }
        for item in 0..DEPTH {
            builder.add_option([ItemId::new(item)])?;
        }
        let problem = builder.build()?;
        let mut search = Search::new(&problem);
        let Uniqueness::One(cover) = search.uniqueness(&mut Limits::none()) else {
            panic!("each item has its one option");
        };
        assert_eq!(cover.len(), DEPTH);
        assert_eq!(search.levels().len(), DEPTH);
        assert_eq!(check(&problem, &cover), Ok(()));
        // The search is left at its deepest node, copied there, and dropped.
        search.first(&mut Limits::none()).expect("nothing stops it").expect("there is a cover");
        assert_eq!(search.clone().count_rest(&mut Limits::none()), Count::Exact(0));
        search.rewind();
        assert_eq!(search.counters().nodes, 0);
        Ok(())
    }
    let deep = std::thread::Builder::new()
        .stack_size(2 << 20)
        .spawn(search_deeply)
        .expect("a thread can be started");
    deep.join().expect("the search does not panic").expect("the problem can be built");
}

#[test]
fn an_undeclared_item_is_an_error_with_and_without_a_color() {
    // pbevin/xcc (src/builder.rs): an error with a color, a panic without one.
    for mention in ["y:red", "y"] {
        let built = Problem::builder().primary(["a"]).secondary(["x"]).option(["a", mention]).build();
        assert!(matches!(built, Err(BuildError::UnknownItem { .. })), "{built:?}");
        let read = knuth::read(format!("a | x\na {mention}\n").as_bytes());
        assert!(read.is_err(), "{mention}");
    }
}

#[test]
fn a_stopped_search_is_not_a_search_without_covers() {
    // morluto/jacobian#2341 reports searches that were stopped and taken for proofs that there is no cover.
    // Five Langford pairs have no cover, and three nodes are too few to prove that.
    let mut lines = vec!["n1 n2 n3 n4 n5 s0 s1 s2 s3 s4 s5 s6 s7 s8 s9".to_owned()];
    for number in 1..=5 {
        lines.extend((0..9 - number).map(|first| format!("n{number} s{first} s{}", first + number + 1)));
    }
    let none = problem(&lines.join("\n"));
    let few = || Limits::none().nodes(3);
    let mut search = Search::new(&none);
    assert_eq!(search.first(&mut few()), Err(Stopped::Nodes));
    assert_eq!(search.count(&mut few()), Count::AtLeast(0, Stopped::Nodes));
    assert!(search.count(&mut few()).exact().is_err(), "no number without a look at the limit");
    let unknown = Uniqueness::Unknown { found: None, why: Stopped::Nodes };
    assert_eq!(search.uniqueness(&mut few()), unknown);
    assert_eq!(count(&none, &mut few()), Count::AtLeast(0u32.into(), Stopped::Nodes));
    let best = Cheapest::new(&none).find(1, &mut few());
    assert_eq!((best.stopped, best.lower_bound), (Some(Stopped::Nodes), Some(0)));
    // The same without limits.
    assert_eq!(search.first(&mut Limits::none()), Ok(None));
    assert_eq!(search.uniqueness(&mut Limits::none()), Uniqueness::None);
    assert_eq!(count(&none, &mut Limits::none()), Count::Exact(0u32.into()));
    assert_eq!(Cheapest::new(&none).find(1, &mut Limits::none()).lower_bound, None);
}
