//! The Sudoku operations on boards with many rules, which are built from their rules within the limits.

use dlx_core::Limits;
use sudoku_cover::{
    Candidate, Cell, Digit, Explainer, Geometry, Grid, Order, Rule, Solver, WhyNot, diagnose,
};

use super::row::Row;
use super::sudoku::series;

#[path = "../../../../sudoku-cover/tests/walks/mod.rs"]
mod walks;

pub(super) use walks::walks;

/// Rules on a board.
struct Ruled {
    plain: Geometry,
    rules: Vec<Rule>,
}

/// An operation on a board that was built.
type Verb = (&'static str, fn(&Geometry, &mut Limits<'_>));

const VERBS: &[Verb] = &[
    ("build", |_, _| {}),
    ("solve", |board, limits| drop(Solver::new(board).uniqueness(limits))),
    ("list", |board, limits| {
        let mut solver = Solver::new(board);
        while solver.next_solution(limits).is_ok_and(|found| found.is_some()) {}
    }),
    ("count with tables", |board, limits| {
        drop(Solver::new(board).count_all(std::num::NonZeroUsize::MIN, limits));
    }),
    ("completions", |board, limits| drop(Solver::new(board).completions(limits))),
    ("nodes", |board, limits| {
        Solver::new(board).nodes(limits).ok();
    }),
    ("why", |board, limits| {
        series(limits, |limits| {
            drop(diagnose::diagnose(&mut Solver::new(board), &blank(board), 1000, limits));
        });
    }),
    ("explain", |board, limits| {
        let mut explainer = explainer(board);
        while explainer.next_step(limits).is_ok_and(|step| step.is_some()) {}
    }),
    ("why not", |board, limits| {
        let candidate = Candidate { cell: Cell::new(0, 0), digit: Digit::new(1).expect("a digit") };
        drop(WhyNot::of(&explainer(board), candidate, limits));
    }),
];

/// The rules of a board: the kind of a line, its number of cells, the number of lines and the side. Those with 100 lines
/// of 20 cells and more exceed the size limit of a board; the others are about as large as it allows.
const BOARDS: &[(&str, usize, usize, usize)] = &[
    ("renban", 20, 100, 25),
    ("renban", 20, 5, 25),
    ("equality", 24, 100, 25),
    ("equality", 16, 6, 25),
    ("counting-circles", 25, 100, 25),
    ("counting-circles", 16, 4, 25),
    ("double-arrow", 25, 100, 25),
    ("double-arrow", 10, 40, 25),
    ("whisper 5", 25, 100, 25),
    ("different", 20, 1000, 25),
    ("region-sum", 8, 1000, 9),
    ("equality", 8, 1000, 9),
];

pub(super) fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for &(kind, cells, lines, side) in BOARDS {
        for &(verb, run) in VERBS {
            let name = format!("{verb} {side}x{side} {lines} {kind} of {cells}");
            rows.push(Row::new(
                name,
                move || ruled(kind, cells, lines, side),
                move |ruled: &Ruled, limits: &mut Limits<'_>| {
                    if let Ok(board) = ruled.plain.clone().with_rules_within(&ruled.rules, limits) {
                        run(&board, limits);
                    }
                },
            ));
        }
    }
    rows
}

fn ruled(kind: &str, cells: usize, lines: usize, side: usize) -> Ruled {
    Ruled { plain: Geometry::of_side(side).expect("a board"), rules: walks(kind, cells, lines, side) }
}

fn blank(board: &Geometry) -> Grid {
    Grid::empty(board.side()).expect("a grid")
}

fn explainer(board: &Geometry) -> Explainer {
    let mut explainer = Explainer::new(board).with_order(Order::Hodoku);
    explainer.load(&blank(board)).expect("the sides agree");
    explainer
}
