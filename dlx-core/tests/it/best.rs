//! Tests the cheapest covers against the enumeration of all sets of options, of all covers, and of all
//! assignments.

#![allow(
    clippy::needless_pass_by_value,
    reason = "quickcheck hands the arguments of a property over by value"
)]

use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufReader;
use std::ops::ControlFlow;
use std::path::Path;

use dlx_core::inner::{Cheapest, Gap, Taxing};
use dlx_core::semiring::LeastCost;
use dlx_core::text::knuth;
use dlx_core::{
    Best, BigUint, Bounds, Count, Cover, Decimal, Diagram, GivenError, Givens, ItemKind, Limits, OptionId,
    Priced, Problem, Search, Stopped, Symmetries, check, total,
};

use crate::random::{Rich, Sketch, hold, pick};

use crate::naive;

const TAXINGS: [Taxing; 6] =
    [Taxing::None, Taxing::OnePass, Taxing::Improved, Taxing::Everywhere, Taxing::Linear, Taxing::Portfolio];

/// Returns all covers with these givens by trying all sets of options, the cheapest first.
fn enumerated(problem: &Problem, forced: &[OptionId], forbidden: &[OptionId]) -> Vec<Priced> {
    sorted(problem, naive::covers(problem, forced, forbidden).into_iter())
}

fn sorted(problem: &Problem, covers: impl Iterator<Item = Cover>) -> Vec<Priced> {
    let mut priced: Vec<Priced> = covers
        .map(|mut cover| {
            cover.sort();
            Priced { cost: cover.iter().map(|&option| problem.cost(option)).sum(), cover }
        })
        .collect();
    priced.sort();
    priced
}

fn costs(covers: &[Priced]) -> Vec<i128> {
    covers.iter().map(|priced| priced.cost).collect()
}

/// Asserts that the answer to a question that was not stopped is right.
#[track_caller]
fn assert_complete(problem: &Problem, best: &Best, all: &[Priced], k: usize) {
    assert_eq!(best.stopped, None);
    assert_eq!(costs(&best.covers), costs(&all[..k.min(all.len())]), "{k} cheapest");
    assert_eq!(best.proved, best.covers.len());
    assert_eq!(best.lower_bound, all.first().map(|priced| priced.cost));
    assert!(best.covers.is_sorted());
    let distinct: BTreeSet<&Cover> = best.covers.iter().map(|priced| &priced.cover).collect();
    assert_eq!(distinct.len(), best.covers.len(), "no cover comes twice");
    for priced in &best.covers {
        assert_eq!(check(problem, &priced.cover), Ok(()));
        assert_eq!(problem.cost_of(&priced.cover), priced.cost);
    }
}

/// Asserts that an answer claims nothing that is false.
#[track_caller]
fn assert_true(best: &Best, all: &[Priced], k: usize) {
    assert!(best.covers.iter().all(|priced| all.contains(priced)));
    assert!(best.covers.len() <= k.min(all.len()));
    let optimum = all.first().map(|priced| priced.cost);
    match best.lower_bound {
        None => assert_eq!(optimum, None),
        Some(bound) => {
            assert!(optimum.is_none_or(|optimum| bound <= optimum), "{bound} <= {optimum:?}");
            assert!(best.cheapest().is_none_or(|cheapest| bound <= cheapest.cost));
        }
    }
    assert_eq!(costs(&best.covers[..best.proved]), costs(&all[..best.proved]), "those proved");
}

#[test]
fn the_cheapest_covers_come_in_order_whatever_the_taxes() {
    fn property(sketch: Rich, k: u8) {
        let problem = sketch.problem();
        let all = enumerated(&problem, &[], &[]);
        for taxing in TAXINGS {
            let mut search = Cheapest::with_taxing(&problem, taxing);
            assert!(search.floor().is_none_or(|floor| all.iter().all(|priced| floor <= priced.cost)));
            assert!(search.floor().is_some() || all.is_empty());
            for k in [1, 2, 1 + usize::from(k % 8)] {
                assert_complete(&problem, &search.find(k, &mut Limits::none()), &all, k);
            }
            let every = search.find(usize::MAX, &mut Limits::none());
            assert_eq!(every.covers, all, "with room for all, all covers are found");
        }
    }
    hold(3000, property as fn(Rich, u8));
}

#[test]
fn all_optimal_covers_are_those_of_the_least_cost() {
    fn property(sketch: Rich) {
        let problem = sketch.problem();
        let mut all = enumerated(&problem, &[], &[]);
        let least = all.first().map(|priced| priced.cost);
        all.retain(|priced| Some(priced.cost) == least);
        for taxing in TAXINGS {
            let best = Cheapest::with_taxing(&problem, taxing).find_all_optimal(&mut Limits::none(), |_| {});
            assert_eq!(best.covers, all, "{taxing:?}");
            assert_eq!((best.proved, best.lower_bound, best.stopped), (all.len(), least, None));
        }
    }
    hold(1000, property as fn(Rich));
}

/// The number of orbits is that of the Cauchy-Frobenius lemma, which lists no cover.
#[test]
fn the_cheapest_orbits_are_those_of_all_covers() {
    fn property(sketch: Rich, has_unit_costs: bool) {
        let problem = sketch.problem();
        let problem = if has_unit_costs { problem.with_unit_costs() } else { problem };
        let symmetries = Symmetries::of(&problem, &mut Limits::none()).expect("nothing stops it");
        let all = enumerated(&problem, &[], &[]);
        let find =
            |number| Cheapest::new(&problem).find_up_to(number, &symmetries, &mut Limits::none(), |_| {});
        let every = find(Some(all.len() + 1));
        let count = BigUint::from(every.best.covers.len());
        assert_eq!(symmetries.count(&mut Limits::none()), Count::Exact(count));
        assert_eq!(every.sizes.iter().sum::<u64>(), all.len() as u64);
        assert_eq!((every.best.proved, every.best.stopped), (every.sizes.len(), None));
        assert!(every.best.covers.is_sorted() && every.best.covers.iter().all(|priced| all.contains(priced)));
        assert_eq!(every.best.covers.first(), all.first());
        for number in 1..4 {
            let some = find(Some(number)).best;
            let expected = &every.best.covers[..number.min(every.best.covers.len())];
            assert_eq!((costs(&some.covers), some.proved), (costs(expected), expected.len()));
            assert!(some.covers.iter().all(|priced| every.best.covers.contains(priced)));
        }
        let least = every.best.covers.partition_point(|priced| priced.cost <= all[0].cost);
        assert_eq!(find(None).best.covers, every.best.covers[..least]);
    }
    fn if_any(sketch: Rich, has_unit_costs: bool) {
        if !enumerated(&sketch.problem(), &[], &[]).is_empty() {
            property(sketch, has_unit_costs);
        }
    }
    hold(1000, if_any as fn(Rich, bool));
}

/// The pentominoes fill 3x20 cells in 2 ways: C. B. and Jenifer Haselgrove, "A computer program for pentominoes" (1960).
#[test]
fn orbits_of_pentominoes_are_complete() {
    let problem = published("pent3x20.dlx");
    let symmetries = Symmetries::of(&problem, &mut Limits::none()).expect("nothing stops it");
    for number in [None, Some(1), Some(2), Some(9)] {
        let found = Cheapest::new(&problem).find_up_to(number, &symmetries, &mut Limits::none(), |_| {});
        assert_eq!(found.sizes, vec![4; number.unwrap_or(2).min(2)]);
    }
    let mut limits = Limits::none().bytes(100);
    let stopped = Cheapest::new(&problem).find_up_to(None, &symmetries, &mut limits, |_| {}).best.stopped;
    assert_eq!(stopped, Some(Stopped::Memory));
}

#[test]
fn covers_above_the_greatest_cost_are_left_out() {
    fn property(sketch: Rich, most: u8) {
        let problem = sketch.problem();
        let most = i128::from(most % 32);
        let mut all = enumerated(&problem, &[], &[]);
        all.retain(|priced| priced.cost <= most);
        for taxing in TAXINGS {
            let mut search = Cheapest::with_taxing(&problem, taxing);
            search.set_most_cost(Some(most));
            for k in [1, 3] {
                assert_complete(&problem, &search.find(k, &mut Limits::none()), &all, k);
            }
        }
    }
    hold(500, property as fn(Rich, u8));
}

/// Returns the same problem with other costs, computed from those it has.
fn repriced(problem: &Problem, price: impl Fn(i128) -> Decimal) -> Problem {
    let mut builder = Problem::builder();
    for item in problem.items() {
        match problem.kind(item) {
            ItemKind::Primary => {
                let Bounds { low, high } = problem.bounds(item);
                builder.bounded(problem.name(item), low..=high)
            }
            ItemKind::Secondary => builder.secondary([problem.name(item)]),
        };
    }
    for option in problem.options() {
        let text = problem.display_option(option).to_string();
        builder.option(text.split(' ')).cost(price(problem.cost(option)));
    }
    builder.build().expect("only the costs differ")
}

#[test]
fn costs_with_signs_and_decimals_are_exact() {
    fn property(sketch: Rich, shift: u8, places: u8, forced: Vec<u8>) {
        let (shift, places) = (i128::from(shift % 12), u32::from(places % 4));
        let problem = repriced(&sketch.problem(), |cost| Decimal::new(7 * cost - 3 * shift, places));
        let all = enumerated(&problem, &[], &[]);
        for taxing in TAXINGS {
            let mut search = Cheapest::with_taxing(&problem, taxing);
            assert!(search.floor().is_none_or(|floor| all.iter().all(|priced| floor <= priced.cost)));
            for k in [1, 3] {
                assert_complete(&problem, &search.find(k, &mut Limits::none()), &all, k);
                for nodes in [0, 1, 5] {
                    assert_true(&search.find(k, &mut Limits::none().nodes(nodes)), &all, k);
                }
            }
            assert_eq!(search.find(usize::MAX, &mut Limits::none()).covers, all, "{taxing:?}");
            let least = all.first().map(|priced| priced.cost);
            let optimal: Vec<_> = all.iter().filter(|priced| Some(priced.cost) == least).cloned().collect();
            assert_eq!(search.find_all_optimal(&mut Limits::none(), |_| {}).covers, optimal);
            search.set_most_cost(Some(-1));
            let affordable: Vec<_> = all.iter().filter(|priced| priced.cost < 0).cloned().collect();
            assert_complete(&problem, &search.find(2, &mut Limits::none()), &affordable, 2);
        }
        let given = pick(&problem, &forced);
        let mut search = Cheapest::new(&problem);
        if search.restart(Givens::none().force(&given)).is_ok() {
            let with = enumerated(&problem, &given, &[]);
            assert_complete(&problem, &search.find(2, &mut Limits::none()), &with, 2);
        }
        let diagram = Diagram::compile(&problem, Givens::none(), &mut Limits::none()).expect("no limit");
        assert_eq!(costs(&diagram.k_best(3, &mut Limits::none()).covers), costs(&all[..all.len().min(3)]));
        let least = all.first().map(|priced| priced.cost);
        assert_eq!(total(&problem, Givens::none(), &LeastCost(&problem), &mut Limits::none()), Ok(least));
    }
    hold(1500, property as fn(Rich, u8, u8, Vec<u8>));
}

#[test]
fn the_greatest_costs_are_the_least_opposite_ones() {
    fn property(sketch: Rich, shift: u8) {
        let problem = repriced(&sketch.problem(), |cost| Decimal::new(cost - i128::from(shift % 9), 1));
        let greatest = enumerated(&problem, &[], &[]).last().map(|priced| priced.cost);
        for taxing in TAXINGS {
            let best =
                Cheapest::with_taxing(&problem.with_opposite_costs(), taxing).find(1, &mut Limits::none());
            assert_eq!(best.cheapest().map(|priced| -priced.cost), greatest);
        }
    }
    hold(500, property as fn(Rich, u8));
}

#[test]
fn a_gap_ends_the_search_with_a_bound_within_it() {
    fn property(sketch: Rich, shift: u8, gap: u8) {
        let problem = repriced(&sketch.problem(), |cost| Decimal::from(cost - i128::from(shift % 4)));
        let all = enumerated(&problem, &[], &[]);
        for taxing in TAXINGS {
            for gap in [Gap::Cost(i128::from(gap % 8)), Gap::Percent(Decimal::new(i128::from(gap), 1))] {
                let mut search = Cheapest::with_taxing(&problem, taxing);
                search.set_gap(gap);
                let best = search.find(1, &mut Limits::none());
                assert_eq!((best.stopped, best.covers.is_empty()), (None, all.is_empty()));
                assert_true(&best, &all, 1);
                let Some((found, bound)) = best.cheapest().map(|found| found.cost).zip(best.lower_bound)
                else {
                    continue;
                };
                match gap {
                    Gap::Cost(most) => assert!(found - bound <= most),
                    Gap::Percent(most) => {
                        assert!((found - bound) as f64 <= most.to_f64() / 100.0 * found.abs() as f64);
                    }
                }
            }
        }
    }
    hold(500, property as fn(Rich, u8, u8));
}

#[test]
fn the_tree_goes_on_where_the_linear_programs_have_no_more_memory() {
    // Fifty KiB hold the inverse of 40 rows, and few open nodes.
    let problem = timetable(4, 4, 8, 1);
    let least = Cheapest::new(&problem).find(1, &mut Limits::none()).covers[0].cost;
    let mut tight = Cheapest::with_taxing(&problem, Taxing::Linear);
    let best = tight.find(1, &mut Limits::none().bytes(50 << 10).nodes(20_000));
    assert!(best.stopped.is_none_or(|why| why == Stopped::Nodes), "{:?}", best.stopped);
    assert!(best.lower_bound.is_some_and(|bound| bound <= least));
}

#[test]
fn with_unit_costs_the_cheapest_cover_has_the_fewest_options() {
    fn property(sketch: Rich) {
        let problem = sketch.problem();
        let fewest = enumerated(&problem, &[], &[]).iter().map(|priced| priced.cover.len() as i128).min();
        let best = Cheapest::new(&problem.with_unit_costs()).find(1, &mut Limits::none());
        assert_eq!(best.cheapest().map(|priced| priced.cost), fewest);
    }
    hold(500, property as fn(Rich));
}

/// Returns a roster: each day has early, late and night shifts, each nurse one shift a day and about as many in all as
/// the others, and no early shift after a night. The costs are wishes.
fn roster(nurses: usize, days: usize, mut seed: u64) -> Problem {
    let mut builder = Problem::builder();
    let (early, other) = (nurses * 3 / 10, nurses / 5);
    let share = u32::try_from((early + 2 * other) * days / nurses).expect("few shifts");
    for nurse in 0..nurses {
        builder.bounded(format!("n{nurse}"), share - 1..=share + 1);
    }
    for day in 0..days {
        for (shift, count) in [("E", early), ("L", other), ("N", other)] {
            let count = u32::try_from(count).expect("few nurses");
            builder.bounded(format!("{shift}{day}"), count..=count);
        }
    }
    for (nurse, day) in (0..nurses).flat_map(|nurse| (0..=days).map(move |day| (nurse, day))) {
        builder.secondary([format!("busy{nurse},{day}"), format!("rest{nurse},{day}")]);
    }
    for (nurse, day) in (0..nurses).flat_map(|nurse| (0..days).map(move |day| (nurse, day))) {
        for shift in ["E", "L", "N"] {
            let mut uses = vec![format!("n{nurse}"), format!("{shift}{day}"), format!("busy{nurse},{day}")];
            match shift {
                "E" => uses.push(format!("rest{nurse},{day}:E")),
                "N" => uses.push(format!("rest{nurse},{}:N", day + 1)),
                _ => {}
            }
            builder.option(&uses);
            builder.cost([0, 0, 0, 1, 2, 2, 5][usize::try_from(draw(&mut seed) % 7).expect("below 7")]);
        }
    }
    builder.build().expect("a roster is a problem")
}

/// Returns a timetable: each class has lessons of each subject, each slot one lesson of a class, and each teacher, who
/// has one subject, one lesson. Each lesson costs something else in each slot.
fn timetable(classes: usize, subjects: usize, slots: usize, mut seed: u64) -> Problem {
    let mut builder = Problem::builder();
    for (class, subject) in (0..classes).flat_map(|class| (0..subjects).map(move |subject| (class, subject)))
    {
        // The subjects that a class has more of are others than those of the class before it.
        let more = usize::from((subject + class) % subjects < slots % subjects);
        let lessons = u32::try_from(slots / subjects + more).expect("few slots");
        builder.bounded(format!("c{class}s{subject}"), lessons..=lessons);
    }
    for (class, slot) in (0..classes).flat_map(|class| (0..slots).map(move |slot| (class, slot))) {
        builder.primary([format!("c{class}p{slot}")]);
    }
    for (subject, slot) in (0..subjects).flat_map(|subject| (0..slots).map(move |slot| (subject, slot))) {
        builder.secondary([format!("t{subject}p{slot}")]);
    }
    for (class, subject) in (0..classes).flat_map(|class| (0..subjects).map(move |subject| (class, subject)))
    {
        for slot in 0..slots {
            builder.option(&[
                format!("c{class}s{subject}"),
                format!("c{class}p{slot}"),
                format!("t{subject}p{slot}"),
            ]);
            builder.cost(draw(&mut seed) % 100);
        }
    }
    builder.build().expect("a timetable is a problem")
}

#[test]
fn rosters_and_timetables_are_solved_at_few_nodes() {
    for problem in [roster(10, 14, 1), roster(14, 14, 2), timetable(4, 4, 8, 1)] {
        let mut search = Cheapest::with_taxing(&problem, Taxing::Linear);
        let best = search.find(1, &mut Limits::none().nodes(5_000));
        assert_eq!(best.stopped, None, "{problem:?}");
        let found = &best.covers[0];
        assert_eq!(check(&problem, &found.cover), Ok(()));
        assert_eq!(best.lower_bound, Some(found.cost));
        let both = Cheapest::new(&problem).find(1, &mut Limits::none().nodes(200_000));
        assert_eq!(both.cheapest().map(|both| both.cost), Some(found.cost));
    }
}

#[test]
fn a_large_roster_has_a_first_cover_before_any_linear_program() {
    for seed in 1..=3 {
        let problem = roster(20, 28, seed);
        let mut search = Cheapest::with_taxing(&problem, Taxing::Linear);
        let best = search.find(1, &mut Limits::none().solutions(1));
        assert_eq!(best.stopped, Some(Stopped::Solutions), "seed {seed}");
        assert_eq!(check(&problem, &best.covers[0].cover), Ok(()));
        assert_eq!(search.counters().nodes, 0, "seed {seed}");
    }
}

/// A program read from a file has an item for the name of each variable, which no choice of options can break.
#[test]
fn items_of_one_option_are_no_rows_of_linear_programs() {
    let named = |problem: &Problem| {
        let mut lines = Vec::new();
        knuth::write(problem, &mut lines).expect("the problem can be written");
        let text = String::from_utf8(lines).expect("UTF-8");
        let (items, options) = text.split_once('\n').expect("a line of items");
        let bar = if items.contains(" | ") { "" } else { " |" };
        let names = (0..problem.option_count()).map(|option| format!(" x{option}")).collect::<String>();
        let options = options.lines().enumerate();
        let options = options.map(|(option, line)| line.replace(" |", &format!(" x{option} |")) + "\n");
        let text = format!("{items}{bar}{names}\n{}", options.collect::<String>());
        knuth::read(text.as_bytes()).expect("the problem can be read")
    };
    let costs = random_table(55, 1000, &mut 1);
    for plain in [assignment(&costs), roster(10, 14, 1), timetable(4, 4, 8, 1)] {
        let with_names = named(&plain);
        assert_eq!(with_names.item_count(), plain.item_count() + plain.option_count());
        let solved = [&plain, &with_names].map(|problem| {
            let mut search = Cheapest::with_taxing(problem, Taxing::Linear);
            let best = search.find(1, &mut Limits::none().nodes(5_000));
            (best.covers, best.stopped, search.counters().nodes)
        });
        assert_eq!(solved[0], solved[1]);
        assert_eq!(solved[0].1, None);
    }
}

#[test]
fn the_question_sees_the_costs_that_are_known() {
    let problem = roster(14, 14, 3);
    let mut seen = Vec::new();
    let mut limits = Limits::none().ask(1, |progress| {
        seen.extend(progress.costs());
        ControlFlow::Continue(())
    });
    let best = Cheapest::with_taxing(&problem, Taxing::Linear).find(1, &mut limits);
    drop(limits);
    let optimum = best.covers[0].cost;
    assert!(!seen.is_empty());
    for costs in seen {
        assert!(costs.bound.digits() <= optimum);
        assert!(costs.cheapest.is_none_or(|cheapest| cheapest.digits() >= optimum));
    }
}

#[test]
fn problems_without_costs_have_covers_of_cost_0() {
    fn property(sketch: Sketch) {
        let problem = sketch.problem();
        let all = enumerated(&problem, &[], &[]);
        assert_complete(&problem, &Cheapest::new(&problem).find(3, &mut Limits::none()), &all, 3);
    }
    hold(500, property as fn(Sketch));
}

#[test]
fn given_options_are_paid_for_and_forbidden_ones_are_avoided() {
    fn property(sketch: Rich, forced: Vec<u8>, forbidden: Vec<u8>) {
        let problem = sketch.problem();
        let (forced, forbidden) = (pick(&problem, &forced), pick(&problem, &forbidden));
        let mut search = Cheapest::new(&problem);
        let givens = Givens::none().force(&forced).forbid(&forbidden);
        let all = match search.restart(givens) {
            Ok(()) => enumerated(&problem, &forced, &forbidden),
            // The search is then without givens.
            Err(_) => enumerated(&problem, &[], &[]),
        };
        assert!(search.floor().is_none_or(|floor| all.iter().all(|priced| floor <= priced.cost)));
        for k in [1, 3] {
            assert_complete(&problem, &search.find(k, &mut Limits::none()), &all, k);
        }
        assert_eq!(search.restart(Givens::none()), Ok(()));
        let all = enumerated(&problem, &[], &[]);
        assert_complete(&problem, &search.find(2, &mut Limits::none()), &all, 2);
    }
    hold(2000, property as fn(Rich, Vec<u8>, Vec<u8>));
}

#[test]
fn a_stopped_search_claims_no_more_than_it_has_proved() {
    fn property(sketch: Rich, k: u8) {
        let problem = sketch.problem();
        let k = 1 + usize::from(k % 4);
        let all = enumerated(&problem, &[], &[]);
        for taxing in TAXINGS {
            let mut search = Cheapest::with_taxing(&problem, taxing);
            for nodes in 0.. {
                let best = search.find(k, &mut Limits::none().nodes(nodes));
                assert_true(&best, &all, k);
                assert!(search.counters().nodes <= nodes);
                assert_eq!(search.levels().iter().sum::<u64>(), search.counters().nodes);
                if best.stopped.is_none() {
                    assert_complete(&problem, &best, &all, k);
                    break;
                }
                assert_eq!(best.stopped, Some(Stopped::Nodes));
                assert_eq!(search.counters().nodes, nodes);
            }
        }
    }
    hold(1000, property as fn(Rich, u8));
}

#[test]
fn the_limit_of_solutions_counts_the_covers_taken_up() {
    fn property(sketch: Rich) {
        let problem = sketch.problem();
        let all = enumerated(&problem, &[], &[]);
        let mut search = Cheapest::new(&problem);
        for solutions in 0.. {
            let mut limits = Limits::none().solutions(solutions);
            let best = search.find(2, &mut limits);
            assert_true(&best, &all, 2);
            assert_eq!(search.counters().solutions, solutions - limits.solutions_left());
            if best.stopped.is_none() {
                assert_complete(&problem, &best, &all, 2);
                break;
            }
            assert_eq!(best.stopped, Some(Stopped::Solutions));
        }
    }
    hold(500, property as fn(Rich));
}

#[test]
fn each_cheaper_cover_is_shown_when_it_is_found() {
    fn property(sketch: Rich) {
        let problem = sketch.problem();
        let mut shown: Vec<Priced> = Vec::new();
        let best =
            Cheapest::new(&problem).find_watched(2, &mut Limits::none(), |priced| shown.push(priced.clone()));
        assert!(shown.windows(2).all(|pair| pair[1].cost < pair[0].cost));
        assert_eq!(shown.last().map(|last| last.cost), best.cheapest().map(|cheapest| cheapest.cost));
    }
    hold(500, property as fn(Rich));
}

/// Returns a problem of the test data.
fn published(name: &str) -> Problem {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/exact-cover").join(name);
    let file = BufReader::new(File::open(path).expect("the test data is there"));
    knuth::read(file).expect("the test data can be read")
}

/// Returns a problem of the test data, with random costs below a limit.
fn priced(name: &str, limit: u64, mut seed: u64) -> Problem {
    let plain = published(name);
    let mut lines = Vec::new();
    knuth::write(&plain, &mut lines).expect("what was read can be written");
    let mut lines: Vec<String> =
        String::from_utf8(lines).expect("UTF-8").lines().map(ToOwned::to_owned).collect();
    for line in &mut lines[1..] {
        line.push_str(&format!(" |{}", draw(&mut seed) % limit));
    }
    knuth::read(lines.join("\n").as_bytes()).expect("costs are part of the format")
}

/// The generator splitmix64 (Steele, Lea and Flood 2014).
fn draw(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mixed = (*seed ^ *seed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

#[test]
fn the_cheapest_of_published_problems_are_those_of_all_their_covers() {
    for (name, limit) in [
        ("queens8.dlx", 10),
        ("queens8.dlx", 1 << 50),
        ("langford8.dlx", 100),
        ("latin4.dlx", 20),
        ("pent3x20.dlx", 100),
        ("pent8x8hole.dlx", 50),
        ("domino6x6.dlx", 3),
        ("match12.dlx", 1000),
        ("soma.dlx", 30),
    ] {
        for seed in 1..=3 {
            let problem = priced(name, limit, seed);
            let all = sorted(&problem, Search::new(&problem).into_iter());
            for k in [1, 2, 10, 100] {
                assert_complete(&problem, &Cheapest::new(&problem).find(k, &mut Limits::none()), &all, k);
            }
        }
    }
}

/// Returns the problem in which each of `n` workers does one of `n` jobs.
fn assignment(costs: &[Vec<u64>]) -> Problem {
    let mut builder = Problem::builder();
    for side in ["worker", "job"] {
        for number in 0..costs.len() {
            builder.primary([format!("{side}{number}").as_str()]);
        }
    }
    for (worker, row) in costs.iter().enumerate() {
        for (job, &cost) in row.iter().enumerate() {
            builder.option(&[format!("worker{worker}"), format!("job{job}")]);
            builder.cost(cost);
        }
    }
    builder.build().expect("an assignment is a problem")
}

fn random_table(n: usize, limit: u64, seed: &mut u64) -> Vec<Vec<u64>> {
    (0..n).map(|_| (0..n).map(|_| draw(seed) % limit).collect()).collect()
}

/// Returns the least cost of an assignment, over all sets of jobs that the first workers may have done.
fn least_assignment(costs: &[Vec<u64>]) -> u64 {
    let n = costs.len();
    let mut least = vec![u64::MAX; 1 << n];
    least[0] = 0;
    for jobs in 0..(1_usize << n) - 1 {
        let row = &costs[usize::try_from(jobs.count_ones()).expect("few jobs")];
        for job in (0..n).filter(|job| jobs >> job & 1 == 0) {
            let sum = least[jobs].saturating_add(row[job]);
            let with = &mut least[jobs | 1 << job];
            *with = (*with).min(sum);
        }
    }
    least[(1 << n) - 1]
}

#[test]
fn assignments_cost_what_dynamic_programming_says() {
    let mut seed = 7;
    for n in 1..=12 {
        for limit in [3, 100, 1_000_000] {
            let table = random_table(n, limit, &mut seed);
            let problem = assignment(&table);
            let best = Cheapest::new(&problem).find(1, &mut Limits::none());
            assert_eq!(costs(&best.covers), [i128::from(least_assignment(&table))], "{n}");
        }
    }
}

/// Returns the least cost of an assignment by the Hungarian method: each worker is added along the path that
/// costs least beyond the prices of both sides (Kuhn 1955, Tomizawa 1971).
fn hungarian(costs: &[Vec<u64>]) -> i64 {
    let n = costs.len();
    let cost = |worker: usize, job: usize| i64::try_from(costs[worker][job]).expect("small costs");
    let (mut wages, mut prices) = (vec![0_i64; n], vec![0_i64; n]);
    let mut done_by: Vec<Option<usize>> = vec![None; n];
    for newcomer in 0..n {
        let mut far = vec![i64::MAX; n];
        let mut from: Vec<Option<usize>> = vec![None; n];
        let mut is_reached = vec![false; n];
        let (mut worker, mut base, mut last) = (newcomer, 0, None);
        let end = loop {
            for job in (0..n).filter(|&job| !is_reached[job]) {
                let way = base + cost(worker, job) - wages[worker] - prices[job];
                if way < far[job] {
                    far[job] = way;
                    from[job] = last;
                }
            }
            let nearest = (0..n).filter(|&job| !is_reached[job]).min_by_key(|&job| far[job]);
            let nearest = nearest.expect("fewer workers than jobs are placed");
            is_reached[nearest] = true;
            base = far[nearest];
            match done_by[nearest] {
                None => break nearest,
                Some(next) => (worker, last) = (next, Some(nearest)),
            }
        };
        wages[newcomer] += base;
        for job in (0..n).filter(|&job| is_reached[job] && job != end) {
            prices[job] -= base - far[job];
            wages[done_by[job].expect("only the end of the path is free")] += base - far[job];
        }
        let mut job = end;
        while let Some(before) = from[job] {
            done_by[job] = done_by[before];
            job = before;
        }
        done_by[job] = Some(newcomer);
    }
    (0..n).map(|job| cost(done_by[job].expect("every job is done"), job)).sum()
}

#[test]
fn large_assignments_cost_what_the_hungarian_method_says() {
    let mut seed = 11;
    for n in [5, 12, 20, 30, 50] {
        for limit in [10, 100, 10_000] {
            let table = random_table(n, limit, &mut seed);
            let problem = assignment(&table);
            let best = Cheapest::new(&problem).find(1, &mut Limits::none().nodes(100_000));
            assert_eq!(best.stopped, None, "{n}");
            let found = i64::try_from(best.covers[0].cost).expect("small costs");
            assert_eq!(found, hungarian(&table), "{n}, costs below {limit}");
            check(&problem, &best.covers[0].cover).expect("a cover");
        }
    }
}

#[test]
fn costs_as_large_as_they_may_be_do_not_overflow() {
    let half = u64::MAX / 2;
    for (one, other) in [(u64::MAX, 0), (half, half), (half, 3), (1, u64::MAX - 1)] {
        let problem = Problem::builder()
            .primary(["a", "b"])
            .option(["a"])
            .cost(one)
            .option(["b"])
            .cost(other)
            .build()
            .expect("the costs fit");
        for taxing in TAXINGS {
            let mut search = Cheapest::with_taxing(&problem, taxing);
            let best = search.find(2, &mut Limits::none());
            assert_eq!(costs(&best.covers), [i128::from(one + other)]);
            search.restart(Givens::none().force(&[OptionId::new(1)])).expect("no conflict");
            assert_eq!(costs(&search.find(1, &mut Limits::none()).covers), [i128::from(one + other)]);
        }
    }
}

#[test]
fn the_floor_of_taxes_can_prove_that_there_is_no_cover() {
    // Three items in pairs: half of each pair would be a fractional solution, but there is no cover.
    let problem = knuth::read("a b c\na b |1\nb c |1\na c |1\n".as_bytes()).expect("a problem");
    let best = Cheapest::new(&problem).find(1, &mut Limits::none());
    assert_eq!((best.covers.len(), best.lower_bound, best.stopped), (0, None, None));
}

#[test]
fn contradicting_givens_are_named() {
    let problem = knuth::read("a b\na |1\na b |2\nb\n".as_bytes()).expect("a problem");
    let mut search = Cheapest::new(&problem);
    let both = [OptionId::new(0), OptionId::new(1)];
    assert!(matches!(search.restart(Givens::none().force(&both)), Err(GivenError::Conflict { .. })));
    assert_eq!(costs(&search.find(3, &mut Limits::none()).covers), [1, 2]);
}

#[test]
fn the_question_sees_the_search_and_stops_it() {
    let problem = priced("pent8x8hole.dlx", 50, 1);
    let mut fractions = Vec::new();
    let mut limits = Limits::none().ask(10, |progress| {
        assert!(progress.checkpoint().is_none(), "a search for the cheapest cannot be resumed");
        assert_eq!(progress.counters().nodes % 10, 0);
        fractions.push(progress.fraction());
        if fractions.len() < 20 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let best = Cheapest::new(&problem).find(1, &mut limits);
    drop(limits);
    assert_eq!(best.stopped, Some(Stopped::Asked));
    assert_eq!(fractions.len(), 20);
    assert!(fractions.is_sorted());
}

#[test]
fn short_of_memory_it_stops_with_what_is_proved() {
    let problem = priced("queens8.dlx", 20, 1);
    let all = sorted(&problem, Search::new(&problem).into_iter());
    assert_eq!(all.len(), 92);
    let mut most = 0;
    for bytes in (0..20_000).step_by(250) {
        let best = Cheapest::new(&problem).find(92, &mut Limits::none().bytes(bytes));
        assert!(best.covers.len() * (size_of::<Priced>() + 8 * size_of::<OptionId>()) <= bytes);
        assert!(best.covers.len() >= most, "more memory, no fewer covers");
        most = best.covers.len();
        match best.stopped {
            None => assert_complete(&problem, &best, &all, 92),
            Some(why) => {
                assert_eq!(why, Stopped::Memory);
                assert!(best.covers.len() < 92);
                assert_true(&best, &all, 92);
            }
        }
    }
    assert_eq!(most, 92);
    // A few covers are kept in little memory, however many are found.
    let best = Cheapest::new(&problem).find(5, &mut Limits::none().bytes(1000));
    assert_complete(&problem, &best, &all, 5);
}
