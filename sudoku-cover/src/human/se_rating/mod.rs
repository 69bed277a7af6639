//! The rating of Sudoku Explainer: the value of the hardest step of its solving path.
//!
//! Sudoku Explainer tries its rules in a fixed order, takes the first deduction of the first rule that finds
//! one (of some rules the simplest deduction), and starts again. The rating therefore depends on the order in
//! which each rule visits cells, digits and houses, and this module keeps that order. The reference is
//! `serate` of SukakuExplainer 1.18.1 with its default settings. It has some rules that the original Sudoku
//! Explainer 1.2.1 does not have: chains of strong links and larger wings.
//!
//! The rules are not those of [`techniques`](crate::human::techniques), which follow HoDoKu: they find other
//! deductions of the same name, and find them in another order.

mod board;
mod bug;
mod direct;
mod exclusion;
mod implications;
mod links;
mod loops;
mod nested;
mod nets;
mod paths;
mod rule;
mod sets;
mod strong_links;
mod wings;

use std::fmt;

use dlx_core::{Limits, Stopped};

use crate::human::explain::{Explainer, State};
use crate::work::Work;
use board::{Board, Deduction};
use links::Finds;
use rule::{Kind, Rule};

/// The rating of Sudoku Explainer, in tenths. Displayed as `7.2/1.2/1.2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct SeRating {
    /// The value of the hardest step (ER); 200 if the rules do not solve the puzzle.
    pub hardest: u32,
    /// The value of the hardest step up to the first placement (EP); 0 without a placement.
    pub first_placement: u32,
    /// The value of the first step (ED).
    pub first_step: u32,
}

impl SeRating {
    /// The value of a puzzle that the rules do not solve.
    pub const UNSOLVED: u32 = 200;

    /// Returns the rating of the loaded puzzle from its current state, and the state at the end of the solving
    /// path; `None` if the puzzle is not of the classic geometry, for which alone the rating is defined, or
    /// restricts candidates.
    ///
    /// Some rules assume that there is one solution.
    ///
    /// # Errors
    /// [`Stopped::Asked`] if the question in the limits stopped the search.
    ///
    /// # Complexity
    /// Milliseconds for most puzzles, minutes for those that need nested chains (ratings above 9.5).
    pub fn of(explainer: &Explainer, limits: &mut Limits<'_>) -> Result<Option<(SeRating, State)>, Stopped> {
        let candidates = explainer.board();
        let layout = candidates.layout();
        if layout.side != 9 || layout.box_height != 3 || !layout.is_plain || explainer.is_restricted() {
            return Ok(None);
        }
        let mut board = Board::of(candidates);
        let mut rating = SeRating::default();
        let state = loop {
            if board.is_solved() {
                break State::Solved;
            }
            if candidates.is_broken() || board.is_broken() {
                break State::Broken;
            }
            let work = Work::new(limits);
            let deduction = next(&board, &work);
            work.end()?;
            let Some(deduction) = deduction.filter(|deduction| board.apply(deduction)) else {
                rating.hardest = SeRating::UNSOLVED;
                break State::Open;
            };
            rating.add(&deduction);
        };
        Ok(Some((rating, state)))
    }

    fn add(&mut self, deduction: &Deduction) {
        let tenths = tenths(deduction.value);
        self.hardest = self.hardest.max(tenths);
        if self.first_step == 0 {
            self.first_step = tenths;
        }
        if deduction.placed.is_some() && self.first_placement == 0 {
            self.first_placement = self.hardest;
        }
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "values are between 1 and 20")]
fn tenths(value: f64) -> u32 {
    (value * 10.0).round() as u32
}

impl fmt::Display for SeRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [self.hardest, self.first_placement, self.first_step];
        for (place, tenths) in parts.into_iter().enumerate() {
            write!(f, "{}{}.{}", if place > 0 { "/" } else { "" }, tenths / 10, tenths % 10)?;
        }
        Ok(())
    }
}

/// The rules with branching chains, after all others.
const NETS: [Rule; 10] = [
    Rule::new(Kind::Nishio, 0),
    Rule::new(Kind::Multiple, 0),
    nested::dynamic_rule(0, 0),
    nested::dynamic_rule(1, 0),
    nested::dynamic_rule(2, 0),
    nested::dynamic_rule(3, 0),
    nested::dynamic_rule(4, 0),
    nested::dynamic_rule(4, 1),
    nested::dynamic_rule(4, 2),
    nested::dynamic_rule(4, 3),
];

/// Returns the deduction that Sudoku Explainer makes next.
fn next(board: &Board, work: &Work<'_, '_>) -> Option<Deduction> {
    direct::hidden_single(board)
        .or_else(|| direct::locked(board))
        .or_else(|| direct::hidden_set(board, 2))
        .or_else(|| direct::naked_single(board))
        .or_else(|| direct::hidden_set(board, 3))
        .or_else(|| sets::first(|take| sets::locked(board, take)))
        .or_else(|| sets::first(|take| sets::naked(board, 2, take)))
        .or_else(|| sets::first(|take| sets::fish(board, 2, take)))
        .or_else(|| sets::first(|take| sets::hidden(board, 2, take)))
        .or_else(|| sets::first(|take| sets::naked(board, 3, take)))
        .or_else(|| sets::first(|take| sets::fish(board, 3, take)))
        .or_else(|| sets::first(|take| sets::hidden(board, 3, take)))
        .or_else(|| strong_links::find(board, 2, work))
        .or_else(|| wings::xy(board, 2))
        .or_else(|| wings::xy(board, 3))
        .or_else(|| loops::unique(board, work))
        .or_else(|| sets::first(|take| sets::naked(board, 4, take)))
        .or_else(|| sets::first(|take| sets::fish(board, 4, take)))
        .or_else(|| sets::first(|take| sets::hidden(board, 4, take)))
        .or_else(|| strong_links::find(board, 3, work))
        .or_else(|| wings::large(board, 4, work))
        .or_else(|| bug::find(board))
        .or_else(|| strong_links::find(board, 4, work))
        .or_else(|| wings::large(board, 5, work))
        .or_else(|| exclusion::aligned(board, 2, work))
        .or_else(|| wings::large(board, 6, work))
        .or_else(|| {
            let mut finds = Finds::best();
            paths::find(board, &mut finds, work);
            finds.into_best()
        })
        .or_else(|| wings::large(board, 7, work))
        .or_else(|| exclusion::aligned(board, 3, work))
        .or_else(|| NETS.into_iter().find_map(|rule| nets::best(board, rule, work)))
}
