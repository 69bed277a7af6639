//! Tests counts of reduced problems. In a count, the search of a small problem ends before the problem is
//! reduced, so these tests reduce it first.

#![allow(
    clippy::needless_pass_by_value,
    reason = "quickcheck hands the arguments of a property over by value"
)]

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use dlx_instances::grids::Grid;
use dlx_instances::latin::{self, Form};
use dlx_instances::queens::Board;
use dlx_instances::region::Region;
use dlx_instances::shape::Moves;
use dlx_instances::{dominoes, drawing, langford, packing, partitions, polycubes, queens};
use num_bigint::BigUint;

use super::contestant::{BoxedContestant, Contestant};
use super::part::Outcome;
use super::portfolio::Portfolio;
use super::{
    Count, CountEngine, CountError, CountRun, CountedPart, Counting, Limits, PartCount, Problem, Reduction,
    Share, Stopped, count, parts, without_slack,
};
use crate::control::rule::Rule;
use crate::instances;
use crate::parallel::pool::Pool;
use crate::problem::BuildError;
use crate::problem::givens::Givens;
use crate::problem::ids::OptionId;
use crate::reduce::{Effort, Reducer};
use crate::search::Search;
use crate::symmetry::Symmetries;

#[path = "../../tests/random/mod.rs"]
#[allow(dead_code, clippy::duplicate_mod, reason = "another test module has it too, and uses more of it")]
mod random;

use random::{Rich, hold};

/// Returns the parts of the reduced problem.
fn reduced(problem: &Problem) -> Option<Vec<PartCount>> {
    let reduction = Reduction::of(problem, Effort::Full, &mut Limits::none());
    reduction.unsolvable().is_none().then(|| {
        parts(&reduction, NonZeroUsize::MIN, Rule::default(), &mut Limits::none())
            .expect("there are no limits")
    })
}

/// Returns a run by one thread that counts up to this number.
fn run_to(most: u64) -> CountRun {
    let share = Share { own: 1.0, ..Share::default() };
    CountRun { most, threads: NonZeroUsize::MIN, rule: Rule::default(), share, parts: Vec::new(), work: 0 }
}

fn count_parts(mut parts: Vec<PartCount>, most: u64, limits: &mut Limits<'_>) -> Count {
    let count = run_to(most).all(&mut parts, &BigUint::ZERO, limits).up_to(most);
    count.map(|number| number.try_into().expect("small problems have few covers"))
}

#[test]
fn parts_of_reduced_problems_multiply_to_the_count() {
    fn property(sketch: Rich, most: u8) {
        let problem = sketch.problem();
        let covers = Search::new(&problem).count(&mut Limits::none());
        let Some(parts) = reduced(&problem) else {
            assert_eq!(covers, Count::Exact(0));
            return;
        };
        assert_eq!(count_parts(parts, u64::MAX, &mut Limits::none()), covers);
        let parts = reduced(&problem).expect("it was reduced before");
        let (most, covers) = (u64::from(most % 5), covers.at_least());
        match count_parts(parts, most, &mut Limits::none()) {
            Count::Exact(found) => assert_eq!(found, covers),
            stopped => assert_eq!(stopped, Count::AtLeast(most.min(covers), Stopped::Solutions)),
        }
    }
    hold(5000, property as fn(_, _));
}

#[test]
fn a_count_stopped_by_nodes_is_a_lower_bound() {
    fn property(sketch: Rich, nodes: u8) {
        let problem = sketch.problem();
        let covers = Search::new(&problem).count(&mut Limits::none()).at_least();
        let Some(parts) = reduced(&problem) else { return };
        let mut limits = Limits::none().nodes(u64::from(nodes % 8));
        match count_parts(parts, u64::MAX, &mut limits) {
            Count::Exact(found) => assert_eq!(found, covers),
            Count::AtLeast(found, why) => {
                assert!(found <= covers);
                assert_eq!((why, limits.nodes_left()), (Stopped::Nodes, 0));
            }
        }
    }
    hold(5000, property as fn(_, _));
}

#[test]
fn engines_beside_the_search_do_not_change_the_count() {
    fn property(sketch: Rich) {
        let two = NonZeroUsize::new(2).expect("2 is not 0");
        let problem = sketch.problem();
        let covers = Search::new(&problem).count(&mut Limits::none());
        let reduction = Reduction::of(&problem, Effort::Cheap, &mut Limits::none());
        if reduction.unsolvable().is_some() {
            return;
        }
        let mut parts =
            parts(&reduction, two, Rule::default(), &mut Limits::none()).expect("there are no limits");
        for part in &mut parts {
            // The estimate is so high that the other engines get time.
            part.expect(1 << 30);
            part.admit_others();
        }
        assert_eq!(count_parts(parts, u64::MAX, &mut Limits::none()), covers);
    }
    hold(500, property as fn(_));
}

#[test]
fn a_problem_without_slack_has_as_many_covers() {
    fn property(sketch: Rich) {
        let problem = sketch.problem();
        if let Some(other) = without_slack(&problem, &mut Limits::none()).expect("nothing stops it") {
            let covers = |problem| Search::new(problem).count(&mut Limits::none());
            assert_eq!(covers(&other), covers(&problem));
        }
    }
    hold(5000, property as fn(_));
}

#[test]
fn slack_makes_items_secondary_as_long_as_every_option_keeps_a_primary_one() -> Result<(), BuildError> {
    let rows = ["a b", "b c", "c", "a", "b", "d", "d", "d e", "e"];
    let rows = rows.map(|row| row.split(' ').collect::<Vec<_>>());
    let mut builder = Problem::builder();
    builder.primary(["a", "b", "c", "d", "e"]);
    for row in &rows {
        builder.option(row.iter().copied());
    }
    let other = without_slack(&builder.build()?, &mut Limits::none());
    let other = other.expect("nothing stops it").expect("there is slack");
    // Item b has to remain primary because of the first option, and c because of the second; d has two
    // options of its own.
    let secondary: Vec<&str> =
        other.items().skip(other.primary_count()).map(|item| other.name(item)).collect();
    assert_eq!((secondary, other.option_count()), (vec!["a", "c", "e"], 6));
    Ok(())
}

#[test]
fn threads_that_try_options_keep_every_cover() {
    fn property(sketch: Rich) {
        let problem = sketch.problem();
        let covers = Search::new(&problem).count(&mut Limits::none());
        let pool = Pool::new(NonZeroUsize::new(2).expect("2 is not 0"));
        let mut reducer = Reducer::new(&problem, &mut Limits::none()).expect("nothing stops it");
        reducer.propagate(&mut Limits::none()).expect("nothing stops it");
        reducer.tried_at_once = 4;
        reducer.block(u64::MAX, pool.as_ref(), &mut Limits::none()).expect("nothing stops it");
        let reduction = reducer.finish(&mut Limits::none()).expect("nothing stops it");
        assert!(reduction.is_complete());
        if reduction.unsolvable().is_some() {
            assert_eq!(covers, Count::Exact(0));
        } else {
            let parts = parts(&reduction, NonZeroUsize::MIN, Rule::default(), &mut Limits::none())
                .expect("there are no limits");
            assert_eq!(count_parts(parts, u64::MAX, &mut Limits::none()), covers);
        }
    }
    hold(500, property as fn(_));
}

/// Counts with a search that is divided by symmetries, a little at a time. Returns `None` if there are too few
/// symmetries.
fn divided(problem: &Problem, threads: usize) -> Option<BigUint> {
    let threads = NonZeroUsize::new(threads).expect("a number of threads");
    let mut part = PartCount::plain(problem.clone(), Vec::new(), threads, Rule::default());
    part.expect(u64::MAX);
    part.divide_by_symmetries(&mut Limits::none()).expect("nothing stops it");
    let mut share = Share { own: 1.0, ..Share::default() };
    loop {
        let work = part.work() + 1000;
        match part.advance(u64::MAX, work, &mut share, &mut Limits::none()).expect("nothing stops it") {
            Outcome::Counted(count) => return (part.report().symmetries > 1).then_some(count),
            Outcome::Paused => assert!(part.work() >= work, "it does what it is allowed"),
            Outcome::Enough => panic!("there is no limit"),
        }
    }
}

#[test]
fn a_search_divided_by_symmetries_counts_the_same() {
    static DIVIDED: AtomicUsize = AtomicUsize::new(0);
    fn property(sketch: Rich) {
        let problem = sketch.problem();
        if let Some(count) = divided(&problem, 1) {
            let expected = Search::new(&problem).count(&mut Limits::none()).at_least();
            assert_eq!(count, expected.into());
            DIVIDED.fetch_add(1, Ordering::Relaxed);
        }
    }
    hold(20_000, property as fn(_));
    assert!(DIVIDED.load(Ordering::Relaxed) > 500, "{DIVIDED:?}");
}

#[test]
fn published_counts_by_a_search_divided_by_symmetries() {
    let rectangle = |rows, columns| Region::rectangle(rows, columns).expect("a region");
    let problems = [
        (92_u32, queens::problem(8, Board::Plain)),
        (14_200, queens::problem(12, Board::Plain)),
        (300, langford::problem(8)),
        (6728, dominoes::problem(&rectangle(6, 6))),
        (11_520, polycubes::soma()),
        (161_280, latin::problem(5, Form::All)),
        (203, partitions::problem(6)),
    ];
    for (covers, problem) in problems {
        let problem = instances::problem(problem);
        for threads in [1, 2] {
            assert_eq!(divided(&problem, threads), Some(BigUint::from(covers)));
        }
    }
}

/// The engines without a search tree find no cover before they have counted all, of which there are 365,596.
#[test]
fn a_limit_of_covers_ends_every_engine_early() {
    let problem = instances::problem(queens::problem(14, Board::Plain));
    let engines = CountEngine::ALL.map(Some);
    for engine in engines.into_iter().chain([None]) {
        for threads in [1, 2] {
            let threads = NonZeroUsize::new(threads).expect("it is not 0");
            let mut limits = Limits::none().solutions(100).nodes(50_000);
            let counting = Counting::of(&problem).threads(threads);
            let counting = engine.map_or(counting.clone(), |engine| counting.engine(engine));
            let counted = match counting.run(&mut limits) {
                Ok(counted) => counted,
                Err(CountError::Unsupported(_)) if engine == Some(CountEngine::Frontier) => continue,
                Err(error) => panic!("{error}"),
            };
            let expected = Count::AtLeast(100u32.into(), Stopped::Solutions);
            assert_eq!((counted.count, limits.solutions_left()), (expected, 0), "{engine:?}");
        }
    }
}

#[test]
fn the_answer_up_to_a_limit_is_the_same_for_every_engine() {
    fn property(sketch: Rich, most: u8) {
        let problem = sketch.problem();
        let all = Search::new(&problem).count(&mut Limits::none()).exact().expect("nothing stops it");
        let most = u64::from(most % 6);
        let expected = Count::Exact(BigUint::from(all)).up_to(most);
        let engines = CountEngine::ALL.map(Some);
        for engine in engines.into_iter().chain([None]) {
            let counting = Counting::of(&problem);
            let counting = engine.map_or(counting.clone(), |engine| counting.engine(engine));
            let mut limits = Limits::none().solutions(most);
            let counted = counting.run(&mut limits).expect("small frontiers are narrow");
            assert_eq!(counted.count, expected, "{engine:?}");
            assert_eq!(limits.solutions_left(), most - all.min(most));
        }
        let symmetries = Symmetries::of(&problem, &mut Limits::none()).expect("nothing stops it");
        let orbits = symmetries.count(&mut Limits::none());
        assert_eq!(symmetries.count(&mut Limits::none().solutions(most)), orbits.up_to(most));
    }
    hold(1000, property as fn(_, _));
}

/// A part without an end beside 100 coins that lie heads or tails.
#[test]
fn the_lower_bound_of_a_stopped_count_has_any_size() {
    let queens = instances::problem(queens::problem(14, Board::Plain));
    let mut builder = Problem::builder();
    let coins: Vec<String> = (0..100).map(|coin| format!("coin{coin}")).collect();
    let rows = queens.items().take(queens.primary_count()).map(|item| queens.name(item));
    builder.primary(rows).primary(&coins);
    builder.secondary(queens.items().skip(queens.primary_count()).map(|item| queens.name(item)));
    for option in queens.options() {
        builder.option(queens.uses(option).iter().map(|used| queens.name(used.item)));
    }
    for coin in &coins {
        builder.option([coin]).option([coin]);
    }
    let problem = builder.build().expect("a problem");
    let counted = count(&problem, &mut Limits::none().nodes(200_000));
    let Count::AtLeast(found, Stopped::Nodes) = counted else { panic!("{counted:?}") };
    assert!(found >= BigUint::from(2u32).pow(100), "{found}");
}

/// 60 items in a chain of colors, each with three equal options in each color: one search, whose two covers of merged
/// options stand for more covers than 64 bits can count.
#[test]
fn covers_of_merged_options_may_stand_for_any_number() {
    let items: Vec<String> = (0..60).map(|item| format!("i{item}")).collect();
    let links: Vec<String> = (0..=60).map(|link| format!("s{link}")).collect();
    let mut builder = Problem::builder();
    builder.primary(&items).secondary(links.iter().map(String::as_str));
    for (at, item) in items.iter().enumerate() {
        for color in ["A", "B"] {
            for _ in 0..3 {
                let [left, right] = [&links[at], &links[at + 1]].map(|link| format!("{link}:{color}"));
                builder.option([item, &left, &right]);
            }
        }
    }
    let problem = builder.build().expect("a problem");
    let expected = BigUint::from(3u32).pow(60) * 2u32;
    let count_merged = |most: u64| {
        let reduction = Reduction::of(&problem, Effort::Cheap, &mut Limits::none());
        let mut parts = parts(&reduction, NonZeroUsize::MIN, Rule::default(), &mut Limits::none())
            .expect("there are no limits");
        run_to(most).all(&mut parts, &BigUint::ZERO, &mut Limits::none().solutions(most)).up_to(most)
    };
    assert_eq!(count_merged(u64::MAX), Count::Exact(expected));
    assert_eq!(count_merged(1_000), Count::AtLeast(1_000u32.into(), Stopped::Solutions));
}

/// 20,000 items whose options share a wide frontier.
#[test]
fn finding_an_order_of_the_items_asks_the_limits() {
    let names: Vec<String> = (0..20_000).map(|item| format!("i{item}")).collect();
    let mut builder = Problem::builder();
    builder.primary(&names);
    for (at, name) in names.iter().enumerate() {
        builder.option([name]).option([name, &names[(at + 997) % names.len()]]);
        builder.option([name, &names[(at + 4999) % names.len()]]);
    }
    let problem = builder.build().expect("a problem");
    for engine in [CountEngine::Frontier, CountEngine::Memo] {
        let mut asked = 0;
        let mut limits = Limits::none().ask(1, |_| {
            asked += 1;
            if asked < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        let counted = Counting::of(&problem).engine(engine).run(&mut limits).expect("it has begun");
        drop(limits);
        assert_eq!((counted.count, asked), (Count::AtLeast(BigUint::ZERO, Stopped::Asked), 3));
    }
}

/// An engine that holds this many bytes and needs one more than there are, unless it is alone.
struct Holder {
    bytes: usize,
    left: Option<f64>,
    work: u64,
}

impl Contestant for Holder {
    type Value = usize;

    fn work(&self) -> u64 {
        self.work
    }

    fn unit(&self) -> u64 {
        1
    }

    fn report(&self) -> CountedPart {
        let engine = CountEngine::Frontier;
        CountedPart { options: 0, engine, symmetries: 1, nodes: 0, states: 0, bytes: self.bytes }
    }

    fn left(&self) -> Option<f64> {
        self.left
    }

    fn held_bytes(&self) -> usize {
        self.bytes
    }

    fn advance(
        &mut self,
        until: u64,
        _: Option<&Pool>,
        limits: &mut Limits<'_>,
    ) -> Result<Option<usize>, Stopped> {
        self.work = until;
        if self.bytes < limits.most_bytes() { Ok(Some(self.bytes)) } else { Err(Stopped::Memory) }
    }
}

#[test]
fn engines_past_half_of_their_work_keep_their_memory() {
    let winner_of = |left| {
        let holder = |bytes, left| Box::new(Holder { bytes, left, work: 0 }) as BoxedContestant<'_, usize>;
        let mut portfolio = Portfolio::of(vec![holder(8, left), holder(5, None)]);
        let won = portfolio.advance(u64::MAX, None, &mut Limits::none().bytes(10));
        won.expect("one is enough for the memory").expect("there is time").0
    };
    assert_eq!(winner_of(Some(1.0)), 8, "it is nearly done");
    assert_eq!(winner_of(Some(1e18)), 5, "it holds most");
    assert_eq!(winner_of(None), 5, "it holds most");
}

#[test]
fn a_frontier_that_always_looks_near_its_end_does_not_delay_the_search() {
    let drawings = include_str!("../../../testdata/tetris-cube.txt");
    let pieces = drawing::pieces(drawings, Grid::Cubes, Moves::SpaceTurns).expect("12 pieces");
    let cube = Region::cuboid(4, 4, 4).expect("a region");
    let problem = instances::problem(packing::problem(&cube, &pieces));
    let given = [OptionId::new(18)];
    let counting = Counting::of(&problem).givens(Givens::none().force(&given));
    let counted = |counting: Counting<'_>| counting.run(&mut Limits::none()).expect("a given that exists");
    let (found, alone) = (counted(counting.clone()), counted(counting.engine(CountEngine::Search)));
    assert_eq!((found.count, alone.count), (Count::Exact(339u32.into()), Count::Exact(339u32.into())));
    assert!(found.work <= 2 * alone.work, "{} and {}", found.work, alone.work);
}
