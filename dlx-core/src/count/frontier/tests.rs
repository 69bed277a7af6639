//! Tests the frontier engine against the search on random problems, in every order, and against published
//! counts.

#![allow(
    clippy::needless_pass_by_value,
    reason = "quickcheck hands the arguments of a property over by value"
)]

use std::num::NonZeroUsize;
use std::sync::LazyLock;

use dlx_instances::{dominoes, latin, region::Region};
use num_bigint::BigUint;

use super::layer::BATCH;
use super::steps::LayerSizes;
use super::{FrontierSteps, count, total, with_program};
use crate::control::answers::Count;
use crate::control::limits::{Limits, Stopped};
use crate::count::frontier::order::{any_tree, orders};
use crate::count::semiring::{LeastCost, Modulo, Semiring};
use crate::engine::unsupported::Unsupported;
use crate::instances;
use crate::parallel::pool::Pool;
use crate::problem::Problem;
use crate::problem::givens::{Givens, Settled};
use crate::problem::ids::OptionId;
use crate::search::Search;

#[path = "../../../tests/random/mod.rs"]
#[allow(dead_code, clippy::duplicate_mod, reason = "another test module has it too, and uses more of it")]
mod random;

use random::{Rich, Sketch, hold};

/// With these sizes small problems are merged, too, and in sections.
const SMALL: LayerSizes = LayerSizes {
    few_states: 3,
    worth_a_thread: 8,
    worth_looking_ahead: 1,
    worth_merging: 1,
    longest_wait: 0,
    chunk: BATCH,
};

static POOL: LazyLock<Option<Pool>> = LazyLock::new(|| Pool::new(NonZeroUsize::new(3).expect("3 is not 0")));

/// Returns the steps with small sizes.
fn small(mut steps: FrontierSteps) -> FrontierSteps {
    with_program!(&mut steps, program => program.sizes = SMALL);
    steps
}

fn settled(problem: &Problem, givens: Givens<'_>) -> Option<Settled> {
    let mut settled = Settled::default();
    settled.resolve(problem, givens).ok().map(|()| settled)
}

/// Returns the steps in the order of declaration, in the greedy one, in reverse, and along a tree.
fn in_every_order(problem: &Problem, settled: &Settled) -> Vec<FrontierSteps> {
    let mut orders = orders(problem, settled, false, &mut Limits::none()).expect("nothing stops it").lines;
    let mut backwards = orders[0].clone();
    backwards.items.reverse();
    orders.push(backwards);
    let steps = |order| FrontierSteps::new(problem, settled, order, &mut Limits::none());
    let lines = orders.iter().map(|order| steps(order).expect("the frontier is narrow"));
    lines.chain(along_a_tree(problem, settled)).map(small).collect()
}

/// Returns the steps along a tree, unless an item may be covered several times or has no option.
fn along_a_tree(problem: &Problem, settled: &Settled) -> Option<FrontierSteps> {
    let tree = any_tree(problem, settled)?;
    let steps = FrontierSteps::along(problem, settled, &tree, &mut Limits::none()).expect("nothing stops it");
    Some(steps.expect("the problem is small"))
}

fn counted(steps: FrontierSteps, problem: &Problem, limits: &mut Limits<'_>) -> Result<BigUint, Stopped> {
    let mut count = count(steps, problem, &[]);
    // In slices, as in a portfolio.
    let mut until = 0;
    loop {
        if let Some(number) = count.advance(until, None, limits)? {
            return Ok(number);
        }
        until += 7;
    }
}

#[test]
fn random_problems_have_as_many_covers_as_the_search_finds() {
    fn property(sketch: Rich, force: u8, forbid: u8) {
        let problem = sketch.problem();
        let option = |number: u8| {
            let number = usize::from(number);
            (number < problem.option_count()).then(|| OptionId::new(number))
        };
        let (force, forbid) = (Vec::from_iter(option(force % 16)), Vec::from_iter(option(forbid % 16)));
        let givens = Givens::none().force(&force).forbid(&forbid);
        let Some(settled) = settled(&problem, givens) else { return };
        let mut search = Search::new(&problem);
        search.restart(givens).expect("the same givens");
        let Count::Exact(covers) = search.count(&mut Limits::none()) else { panic!("nothing stops it") };
        for steps in in_every_order(&problem, &settled) {
            assert_eq!(counted(steps, &problem, &mut Limits::none()), Ok(covers.into()));
        }
        for steps in in_every_order(&problem, &settled) {
            let mut count = count(steps, &problem, &[]);
            assert_eq!(count.advance(u64::MAX, POOL.as_ref(), &mut Limits::none()), Ok(Some(covers.into())));
        }
    }
    hold(3000, property as fn(_, _, _));
}

#[test]
fn the_covers_of_problems_without_bounds_are_counted_along_a_tree() {
    fn property(sketch: Sketch) {
        let problem = sketch.problem();
        let settled = settled(&problem, Givens::none()).expect("nothing is given");
        let Some(steps) = along_a_tree(&problem, &settled) else { return };
        let Count::Exact(covers) = Search::new(&problem).count(&mut Limits::none()) else {
            panic!("nothing stops it")
        };
        assert_eq!(counted(steps, &problem, &mut Limits::none()), Ok(covers.into()));
    }
    hold(5000, property as fn(_));
}

#[test]
fn totals_along_a_tree_are_those_of_the_covers() {
    fn along<S: Semiring>(problem: &Problem, settled: &Settled, semiring: &S) -> Option<S::Value> {
        let mut total = total(along_a_tree(problem, settled)?, semiring, settled);
        let value = total.advance(u64::MAX, None, &mut Limits::none()).expect("nothing stops it");
        Some(value.expect("nothing pauses it"))
    }
    fn property(sketch: Rich, force: u8) {
        let problem = sketch.problem();
        let force = usize::from(force) % 16;
        let force = Vec::from_iter((force < problem.option_count()).then(|| OptionId::new(force)));
        let givens = Givens::none().force(&force);
        let Some(settled) = settled(&problem, givens) else { return };
        let (mut covers, mut least) = (0, None);
        let mut search = Search::new(&problem);
        search.restart(givens).expect("the same givens");
        while let Some(cover) = search.next_solution(&mut Limits::none()).expect("nothing stops it") {
            let cost: i128 = cover.iter().map(|&option| problem.cost(option)).sum();
            (covers, least) = (covers + 1, Some(least.map_or(cost, |least: i128| least.min(cost))));
        }
        if let Some(found) = along(&problem, &settled, &Modulo::new(5)) {
            assert_eq!(found.value, covers % 5);
            assert_eq!(along(&problem, &settled, &LeastCost(&problem)), Some(least));
        }
    }
    hold(3000, property as fn(_, _));
}

#[test]
fn options_that_stand_for_several_count_as_often() {
    fn property(sketch: Rich, weights: Vec<u8>) {
        let problem = sketch.problem();
        let weights: Vec<u64> = problem
            .options()
            .map(|option| weights.get(option.index()).map_or(1, |&weight| 1 << (weight % 64)))
            .collect();
        let settled = settled(&problem, Givens::none()).expect("nothing is given");
        let mut search = Search::new(&problem);
        let mut covers = BigUint::ZERO;
        while let Some(cover) = search.next_solution(&mut Limits::none()).expect("nothing stops it") {
            covers += cover.iter().map(|option| BigUint::from(weights[option.index()])).product::<BigUint>();
        }
        for steps in in_every_order(&problem, &settled) {
            let mut count = count(steps, &problem, &weights);
            assert_eq!(count.advance(u64::MAX, None, &mut Limits::none()), Ok(Some(covers.clone())));
        }
    }
    hold(3000, property as fn(_, _));
}

fn domino_board(n: usize) -> Problem {
    let region = Region::rectangle(n, n).expect("a board");
    instances::problem(dominoes::problem(&region))
}

/// Kasteleyn 1961; OEIS A004003.
#[test]
fn dominoes_fill_boards_in_as_many_ways_as_published_and_by_any_number_of_threads() {
    for (n, covers) in [(8, "12988816"), (12, "53060477521960000"), (16, "2444888770250892795802079170816")] {
        let problem = domino_board(n);
        let settled = settled(&problem, Givens::none()).expect("nothing is given");
        let order =
            &orders(&problem, &settled, false, &mut Limits::none()).expect("nothing stops it").lines[0];
        let steps = || FrontierSteps::new(&problem, &settled, order, &mut Limits::none()).expect("narrow");
        let runs = [(steps(), None), (steps(), POOL.as_ref()), (small(steps()), POOL.as_ref())];
        for (steps, pool) in runs {
            let mut count = count(steps, &problem, &[]);
            let number = count.advance(u64::MAX, pool, &mut Limits::none()).expect("nothing stops it");
            assert_eq!(number.expect("nothing pauses it").to_string(), covers);
        }
    }
}

/// OEIS A002860.
#[test]
fn there_are_161280_latin_squares_of_order_5() {
    let problem = instances::problem(latin::problem(5, latin::Form::All));
    let settled = settled(&problem, Givens::none()).expect("nothing is given");
    for steps in in_every_order(&problem, &settled) {
        assert_eq!(counted(steps, &problem, &mut Limits::none()), Ok(161_280u32.into()));
    }
}

/// OEIS A002860. Without merging by symmetries the layers take more than ten gigabytes.
#[test]
fn latin_squares_of_order_7_are_counted_in_little_memory_as_symmetric_states_are_merged() {
    let problem = instances::problem(latin::problem(7, latin::Form::All));
    let settled = settled(&problem, Givens::none()).expect("nothing is given");
    let order = &orders(&problem, &settled, false, &mut Limits::none()).expect("nothing stops it").lines[0];
    for pool in [None, POOL.as_ref()] {
        let steps = FrontierSteps::new(&problem, &settled, order, &mut Limits::none()).expect("narrow");
        let mut limits = Limits::none().bytes(128 << 20);
        let number = count(steps, &problem, &[]).advance(u64::MAX, pool, &mut limits);
        assert_eq!(number, Ok(Some(61_479_419_904_000u64.into())));
    }
}

/// Each option of a random problem comes in three copies, which use copies of some of its items, so that the
/// copies are symmetric unless an option is missing in one of them or weighs more.
#[test]
fn symmetric_problems_have_as_many_covers_as_the_search_finds() {
    fn property(patterns: Vec<(u8, u8)>, missing: Option<(u8, u8)>, heavy: Option<(u8, u8)>) {
        const COPIES: usize = 3;
        let mut builder = Problem::builder();
        let shared: Vec<String> = (0..4).map(|item| format!("s{item}")).collect();
        let own = |copy: usize| (0..3).map(move |item| format!("c{copy}{item}"));
        let items: Vec<String> = shared.iter().cloned().chain((0..COPIES).flat_map(own)).collect();
        builder.primary(&items);
        let mut weights = Vec::new();
        for (number, &(of_shared, of_own)) in (0..).zip(patterns.iter().take(8)) {
            for copy in 0..COPIES {
                let is = |place: Option<(u8, u8)>| {
                    place.is_some_and(|(of, in_copy)| {
                        of % 8 == number && usize::from(in_copy) % COPIES == copy
                    })
                };
                let some = |names: Vec<String>, mask: u8| {
                    (0..).zip(names).filter(move |(at, _)| mask >> at & 1 == 1).map(|(_, name)| name)
                };
                let names: Vec<String> = some(shared.clone(), of_shared & of_shared >> 4)
                    .chain(some(own(copy).collect(), of_own))
                    .collect();
                if !names.is_empty() && !is(missing) {
                    builder.option(&names);
                    weights.push(if is(heavy) { 3 } else { 1 });
                }
            }
        }
        let problem = builder.build().expect("a problem");
        let settled = settled(&problem, Givens::none()).expect("nothing is given");
        let mut covers = BigUint::ZERO;
        let mut search = Search::new(&problem);
        while let Some(cover) = search.next_solution(&mut Limits::none()).expect("nothing stops it") {
            covers += cover.iter().map(|option| BigUint::from(weights[option.index()])).product::<BigUint>();
        }
        for steps in in_every_order(&problem, &settled) {
            let mut count = count(steps, &problem, &weights);
            assert_eq!(count.advance(u64::MAX, None, &mut Limits::none()), Ok(Some(covers.clone())));
        }
    }
    hold(3000, property as fn(_, _, _));
}

#[test]
fn a_limit_of_memory_or_nodes_stops_a_sweep() {
    let problem = domino_board(14);
    let settled = settled(&problem, Givens::none()).expect("nothing is given");
    let order = &orders(&problem, &settled, false, &mut Limits::none()).expect("nothing stops it").lines[0];
    let stopped = |mut limits: Limits<'_>| {
        let steps = FrontierSteps::new(&problem, &settled, order, &mut Limits::none()).expect("narrow");
        counted(steps, &problem, &mut limits).expect_err("the limit is too small")
    };
    assert_eq!(stopped(Limits::none().bytes(20_000)), Stopped::Memory);
    assert_eq!(stopped(Limits::none().nodes(10_000)), Stopped::Nodes);
}

/// The 3-colorings of as many strips of triangles as each has vertices. The first vertices of the strips are a path.
fn colored_strips(length: usize) -> Problem {
    let mut builder = Problem::builder();
    let vertices: Vec<String> = (0..length * length).map(|vertex| format!("v{vertex}")).collect();
    let mut edges = Vec::new();
    for vertex in 0..length * length {
        let (row, column) = (vertex / length, vertex % length);
        edges.extend((1..=2).filter(|far| column + far < length).map(|far| (vertex, vertex + far)));
        edges.extend((column == 0 && row + 1 < length).then_some((vertex, vertex + length)));
    }
    let names: Vec<String> =
        (0..edges.len()).flat_map(|edge| (0..3).map(move |color| format!("e{edge}c{color}"))).collect();
    builder.primary(vertices.iter().map(String::as_str)).secondary(names.iter().map(String::as_str));
    for (vertex, name) in vertices.iter().enumerate() {
        for color in 0..3 {
            let at = (0..edges.len()).filter(|&edge| edges[edge].0 == vertex || edges[edge].1 == vertex);
            let option: Vec<&String> =
                [name].into_iter().chain(at.map(|edge| &names[3 * edge + color])).collect();
            builder.option(option);
        }
    }
    builder.build().expect("a problem")
}

#[test]
fn colorings_of_strips_are_counted_along_a_tree_until_a_limit_stops_it() {
    let problem = colored_strips(20);
    let settled = settled(&problem, Givens::none()).expect("nothing is given");
    let steps = || along_a_tree(&problem, &settled).expect("a tree");
    // A strip has 6 colorings, of which 4 begin with another color than the strip before.
    let covers = BigUint::from(6u32) * BigUint::from(4u32).pow(19);
    assert_eq!(counted(steps(), &problem, &mut Limits::none()), Ok(covers.clone()));
    for pool in [None, POOL.as_ref()] {
        let number = count(small(steps()), &problem, &[]).advance(u64::MAX, pool, &mut Limits::none());
        assert_eq!(number, Ok(Some(covers.clone())));
    }
    let stopped = |mut limits| counted(steps(), &problem, &mut limits).expect_err("the limit is too small");
    assert_eq!(stopped(Limits::none().bytes(1000)), Stopped::Memory);
    assert_eq!(stopped(Limits::none().nodes(1000)), Stopped::Nodes);
}

#[test]
fn a_frontier_that_no_state_holds_is_refused() {
    // Each option touches an item of its own, which the later step needs.
    let mut builder = Problem::builder();
    let names: Vec<String> = (0..600).map(|item| format!("x{item}")).collect();
    builder.primary(["p", "q"]).secondary(&names);
    for name in &names {
        builder.option(["p", name]).option(["q", name]);
    }
    let problem = builder.build().expect("a problem");
    let settled = settled(&problem, Givens::none()).expect("nothing is given");
    let order = &orders(&problem, &settled, false, &mut Limits::none()).expect("nothing stops it").lines[0];
    let refused = FrontierSteps::new(&problem, &settled, order, &mut Limits::none())
        .expect_err("600 items are touched");
    assert_eq!(refused, Unsupported::Frontier { found: 600, most: 512 }.into());
}
