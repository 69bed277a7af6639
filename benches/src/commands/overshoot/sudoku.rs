//! The Sudoku operations, on boards of side 25 and 16.

use std::cell::RefCell;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use dlx_core::Limits;
use sudoku_cover::compare::Compared;
use sudoku_cover::{
    Backdoors, Booklet, Candidate, Canonizer, Cell, Demand, Design, Digit, Entry, Explainer, Generated,
    Generator, Geometry, Grid, Level, Order, Rating, Redundancy, SeRating, Solver, Symmetry, WhyNot, Wish,
    array, certify, compare, diagnose, minimize,
};

use super::row::Row;

/// The puzzle that an operation works on.
struct Subject {
    board: Geometry,
    puzzle: Grid,
    /// One solution of the puzzle.
    solution: Grid,
}

/// The name of an operation and its code. What the operation builds first is timed too.
type Verb = (&'static str, fn(&Subject, &mut Limits<'_>));

const VERBS: &[Verb] = &[
    ("solve", |subject, limits| drop(loaded(subject).uniqueness(limits))),
    ("count", |subject, limits| {
        loaded(subject).count(limits);
    }),
    ("count with tables", |subject, limits| {
        drop(loaded(subject).count_all(NonZeroUsize::MIN, limits));
    }),
    ("completions", |subject, limits| drop(loaded(subject).completions(limits))),
    ("nodes", |subject, limits| {
        loaded(subject).nodes(limits).ok();
    }),
    ("explain", |subject, limits| explain(explainer(subject, Order::Hodoku), limits)),
    ("explain as SE", |subject, limits| explain(explainer(subject, Order::Explainer), limits)),
    ("explain with the solution", |subject, limits| explain(with_solution(subject), limits)),
    ("hint", |subject, limits| {
        drop(explainer(subject, Order::Hodoku).find_step(limits).map(Option::<&_>::cloned));
    }),
    ("rate", |subject, limits| {
        Rating::of(&mut with_solution(subject), limits).ok();
    }),
    ("rate as SE", |subject, limits| {
        SeRating::of(&with_solution(subject), limits).ok();
    }),
    ("why not", |subject, limits| {
        let candidate = Candidate { cell: Cell::new(0, 0), digit: Digit::new(1).expect("a digit") };
        drop(WhyNot::of(&explainer(subject, Order::Hodoku), candidate, limits));
    }),
    ("backdoor", |subject, limits| {
        drop(Backdoors::new(&subject.board).smallest(&subject.puzzle, &subject.solution, 3, limits));
    }),
    ("certify", |subject, limits| {
        let first = subject.solution.clues().next().expect("it is full");
        certify::can_be(&mut Solver::new(&subject.board), &subject.puzzle, first, limits).ok();
    }),
    ("why", |subject, limits| {
        series(limits, |limits| {
            drop(diagnose::diagnose(&mut Solver::new(&subject.board), &subject.puzzle, 1000, limits));
        });
    }),
    ("minimize", |subject, limits| {
        series(limits, |limits| {
            drop(minimize::minimized(&mut Solver::new(&subject.board), &subject.solution, 0, limits));
        });
    }),
    ("generate unique", |subject, limits| generate(subject, Wish::Minimal, limits)),
    ("generate easy", |subject, limits| generate(subject, Wish::Easy, limits)),
    ("generate with symmetry", |subject, limits| {
        let design = Design::new().with_symmetry(Symmetry::HalfTurn).with_redundancy(Redundancy::NoClue);
        series(limits, |limits| {
            drop(Generator::new(&subject.board, 1).designed(0, &design, || limits().nodes(1000)));
        });
    }),
    ("demand", |subject, limits| {
        let Subject { puzzle, solution, .. } = subject;
        let (puzzle, solution) = (puzzle.clone(), solution.clone());
        let made = Generated { puzzle, solution, rules: Vec::new(), undecided: 0, asymmetric: Vec::new() };
        let demand = Demand::new().with_level(Level::Extreme);
        demand.rate(&mut Explainer::new(&subject.board), &made, limits).ok();
    }),
    ("compare", |subject, limits| {
        let list = vec![Compared::new(subject.solution.clone(), &[]); 20_000];
        drop(compare::compare(&list, &list, limits));
    }),
    ("array", |subject, limits| {
        let (values, digits) = (subject.puzzle.values(), subject.puzzle.digits());
        let digits: Vec<i8> = digits.iter().map(|&digit| values.number(digit)).collect();
        drop(array::answer(&subject.board, &digits.repeat(100), array::Wanted::Uniqueness, 1, limits));
    }),
    ("booklet", |subject, limits| {
        let entry = Entry::new(&subject.board, &subject.solution).expect("the sides agree");
        drop(Booklet::new("many", vec![entry; 2000]).to_html(limits));
    }),
];

pub(super) fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for (side, kept) in [(25, 0), (25, 35), (25, 55), (16, 0), (16, 40)] {
        let puzzle = if kept == 0 { "blank".to_owned() } else { format!("{kept} %") };
        for &(verb, run) in VERBS {
            rows.push(Row::new(format!("{verb} {side}x{side} {puzzle}"), move || subject(side, kept), run));
        }
    }
    rows.push(Row::new(
        "canon 12x12",
        || Geometry::boxes(3, 4).expect("a board"),
        |board, limits| {
            let blank = Grid::empty(board.side()).expect("a grid");
            drop(Canonizer::new(board).expect("few enough columns").canonical(&blank, limits));
        },
    ));
    rows
}

/// Returns a puzzle that keeps about `kept` percent of the cells of a full grid, chosen at random.
fn subject(side: usize, kept: u32) -> Subject {
    let board = Geometry::of_side(side).expect("a board");
    let solution = Solver::new(&board).first(&mut Limits::none()).expect("nothing stops it");
    let solution = solution.expect("the board has solutions");
    let mut puzzle = solution.clone();
    let mut random = 1_u32;
    for cell in board.cells() {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        if (random >> 8) % 100 >= kept {
            puzzle.set(cell, None).expect("a cell of the board");
        }
    }
    Subject { board, puzzle, solution }
}

fn loaded(subject: &Subject) -> Solver {
    let mut solver = Solver::new(&subject.board);
    solver.load(&subject.puzzle).expect("the clues are those of a solution");
    solver
}

fn explainer(subject: &Subject, order: Order) -> Explainer {
    let mut explainer = Explainer::new(&subject.board).with_order(order);
    explainer.load(&subject.puzzle).expect("the sides agree");
    explainer
}

fn with_solution(subject: &Subject) -> Explainer {
    let mut explainer = Explainer::new(&subject.board);
    explainer.load_with_solution(&subject.puzzle, &subject.solution).expect("the sides agree");
    explainer
}

fn explain(mut explainer: Explainer, limits: &mut Limits<'_>) {
    while let Ok(Some(_)) = explainer.next_step(limits) {}
}

fn generate(subject: &Subject, wish: Wish, limits: &mut Limits<'_>) {
    series(limits, |limits| {
        drop(Generator::new(&subject.board, 1).puzzle(0, wish, || limits().nodes(1000)));
    });
}

/// Passes these limits to an operation that requests new limits for each of its questions.
pub(super) fn series(
    limits: &mut Limits<'_>,
    run: impl for<'x> FnOnce(&mut (dyn FnMut() -> Limits<'x> + 'x)),
) {
    const NODES: u64 = 256;
    let shared = RefCell::new(limits);
    let shared = &shared;
    run(&mut || {
        Limits::none().ask(NODES, move |_| match shared.borrow_mut().step(NODES) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        })
    });
}
