//! The exact cover operations.

use std::num::NonZeroUsize;

use dlx_core::inner::{Cheapest, CountEngine, Counting, ParallelSearch, Twins, components, why};
use dlx_core::inner::{Effort, Reduction};
use dlx_core::semiring::Modulo;
use dlx_core::{Diagram, Givens, Limits, Problem, Search, Symmetries, lint, recount, total};
use dlx_instances::queens::{self, Board};
use dlx_instances::{dominoes, region::Region};

use super::row::Row;

type Make = fn() -> Problem;

/// Problems on which some operations take long: a blank Sudoku of side 25, 60 queens, dominoes on 24 by 24
/// cells, 100,000 random options, a row of 20,000 items with a wide frontier, and options of 500 items.
const PROBLEMS: &[(&str, Make)] = &[
    ("sudoku25", || sudoku(5)),
    ("queens60", || queens::problem(60, Board::Plain).expect("a board")),
    ("dominoes24x24", || domino(24)),
    ("random100000", || random(2000, 100_000, 5)),
    ("impossible100000", || random(50, 100_000, 5)),
    ("wide20000", || row(20_000, &[0, 997, 4999])),
    ("dense4000", || random(2000, 4000, 500)),
];

/// The name of an operation and its code, which is timed.
type Verb = (&'static str, fn(&Problem, &mut Limits<'_>));

/// Operations that take a problem; the time includes what they build from it first.
const VERBS: &[Verb] = &[
    ("first", |problem, limits| drop(Search::new(problem).first(limits))),
    ("search", |problem, limits| {
        Search::new(problem).count(limits);
    }),
    ("list with 2 threads", |problem, limits| {
        let mut search = Search::new(problem);
        ParallelSearch::new(&mut search, two()).for_each(limits, |_| std::ops::ControlFlow::Continue(()));
    }),
    ("count", |problem, limits| drop(Counting::of(problem).run(limits))),
    ("count with 2 threads", |problem, limits| drop(Counting::of(problem).threads(two()).run(limits))),
    ("count by search", |problem, limits| count(problem, CountEngine::Search, limits)),
    ("count by frontier", |problem, limits| count(problem, CountEngine::Frontier, limits)),
    ("count by memo", |problem, limits| count(problem, CountEngine::Memo, limits)),
    ("count by memo with 2 threads", |problem, limits| {
        drop(Counting::of(problem).engine(CountEngine::Memo).threads(two()).run(limits));
    }),
    ("total", |problem, limits| drop(total(problem, Givens::none(), &Modulo::new(97), limits))),
    ("compile", |problem, limits| drop(Diagram::compile(problem, Givens::none(), limits))),
    ("recount", |problem, limits| drop(recount(problem, Givens::none(), limits))),
    ("reduce guessed", |problem, limits| drop(Reduction::of(problem, Effort::Guessed, limits))),
    ("reduce full", |problem, limits| drop(Reduction::of(problem, Effort::Full, limits))),
    ("components", |problem, limits| drop(components(problem, limits))),
    ("twins", |problem, limits| drop(Twins::of(problem, limits))),
    ("lint", |problem, limits| drop(lint(problem, limits))),
    ("symmetries", |problem, limits| drop(Symmetries::of(problem, limits))),
    ("estimate", |problem, limits| {
        Search::new(problem).estimate(1_000_000, 1, limits);
    }),
    ("split", |problem, limits| drop(Search::new(problem).split(100, limits))),
    ("cheapest", |problem, limits| drop(Cheapest::new(problem).find(3, limits))),
    ("why", |problem, limits| drop(why(problem, Givens::none(), limits))),
];

pub(super) fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for &(problem, make) in PROBLEMS {
        for &(verb, run) in VERBS {
            rows.push(Row::new(format!("{verb} {problem}"), make, run));
        }
    }
    rows.extend(diagrams());
    rows
}

/// Operations on diagrams with some millions of nodes.
fn diagrams() -> Vec<Row> {
    type OnDiagrams = (&'static str, fn(&(Diagram, Diagram), &mut Limits<'_>));
    const ON_DIAGRAMS: &[OnDiagrams] = &[
        ("union", |(one, other), limits| drop(one.union(other, limits))),
        ("intersection", |(one, other), limits| drop(one.intersection(other, limits))),
        ("difference", |(one, other), limits| drop(one.difference(other, limits))),
        ("100,000 best", |(one, _), limits| drop(one.k_best(100_000, limits))),
    ];
    ON_DIAGRAMS
        .iter()
        .map(|&(verb, run)| Row::new(format!("{verb} of diagrams of dominoes18x18"), pair_of_diagrams, run))
        .collect()
}

/// Returns the diagrams of all domino tilings and of those without one option.
fn pair_of_diagrams() -> (Diagram, Diagram) {
    let problem = domino(18);
    let compile = || Diagram::compile(&problem, Givens::none(), &mut Limits::none()).expect("made");
    let all = compile();
    let option = problem.options().nth(problem.option_count() / 2).expect("there are options");
    let some = all.without(option);
    (all, some)
}

fn two() -> NonZeroUsize {
    NonZeroUsize::new(2).expect("two")
}

fn count(problem: &Problem, engine: CountEngine, limits: &mut Limits<'_>) {
    drop(Counting::of(problem).engine(engine).run(limits));
}

fn domino(side: usize) -> Problem {
    dominoes::problem(&Region::rectangle(side, side).expect("a board")).expect("a problem")
}

/// Returns a blank Sudoku with boxes of `side` by `side` cells.
fn sudoku(side: usize) -> Problem {
    let n = side * side;
    let mut builder = Problem::builder();
    let mut items = Vec::new();
    for kind in ["cell", "row", "column", "box"] {
        for item in 0..n * n {
            items.push(builder.add_primary(format!("{kind}{item}")).expect("a new name"));
        }
    }
    for (row, column, digit) in (0..n * n * n).map(|at| (at / n / n, at / n % n, at % n)) {
        let block = row / side * side + column / side;
        let uses = [row * n + column, row * n + digit, column * n + digit, block * n + digit];
        let uses = uses.iter().zip(0..).map(|(&at, kind)| items[kind * n * n + at]);
        builder.add_option(uses).expect("different items");
    }
    builder.build().expect("a problem")
}

/// Returns a problem with an item for each place of a row, and at each place an option with the item there and the one
/// this much further.
pub(super) fn row(items: usize, reaches: &[usize]) -> Problem {
    let names: Vec<String> = (0..items).map(|item| format!("i{item}")).collect();
    let mut builder = Problem::builder();
    builder.primary(names.iter().map(String::as_str));
    for at in 0..items {
        for reach in reaches {
            let other = &names[(at + reach) % items];
            builder.option([&names[at]].into_iter().chain((*reach > 0).then_some(other)));
        }
    }
    builder.build().expect("a problem")
}

/// Returns random options with `uses` different items each.
pub(super) fn random(items: usize, options: usize, uses: usize) -> Problem {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut draw = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 16).expect("48 bits") % below
    };
    let mut builder = Problem::builder();
    let ids: Vec<_> =
        (0..items).map(|item| builder.add_primary(format!("i{item}")).expect("a new name")).collect();
    let mut chosen = Vec::new();
    for _ in 0..options {
        chosen.clear();
        while chosen.len() < uses {
            let item = ids[draw(items)];
            if !chosen.contains(&item) {
                chosen.push(item);
            }
        }
        builder.add_option(chosen.iter().copied()).expect("different items");
    }
    builder.build().expect("a problem")
}
