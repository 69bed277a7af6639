//! What the commands that solve as people do share: explainers for all threads.

use std::sync::{Mutex, PoisonError};

use dlx_core::{Limits, Uniqueness};
use sudoku_cover::{Explainer, Geometry, Grid, Order, Solver};

use super::clues::failure;
use super::puzzle::{Loaded, Puzzle};
use crate::args::TechniqueOrder;
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::session::Session;
use crate::shared::stats::{End, Verdict};
use crate::sudoku::batch::reorder::Answers;

/// Explainers for whichever thread needs one.
pub(super) struct Explainers {
    order: Order,
    /// Each with the board that it is for.
    idle: Mutex<Vec<(Geometry, Explainer)>>,
}

impl Explainers {
    pub(super) fn new(order: TechniqueOrder) -> Self {
        Self { order: self::order(order), idle: Mutex::default() }
    }

    /// Lends an explainer for the board with the puzzle loaded.
    pub(super) fn lend<T>(
        &self,
        geometry: &Geometry,
        asked: &Explainable<'_>,
        work: impl FnOnce(&mut Explainer) -> T,
    ) -> T {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let known = {
            let mut idle = idle();
            let place = idle.iter().position(|(board, _)| is_same(board, geometry));
            place.map(|place| idle.swap_remove(place))
        };
        let (board, mut explainer) =
            known.unwrap_or_else(|| (geometry.clone(), Explainer::new(geometry).with_order(self.order)));
        let loaded = match asked.solution {
            Some(solution) => explainer.load_with_solution(asked.grid, solution),
            None => explainer.load(asked.grid),
        };
        loaded.expect("the puzzle was read for this board");
        let result = work(&mut explainer);
        idle().push((board, explainer));
        result
    }
}

pub(super) fn order(order: TechniqueOrder) -> Order {
    match order {
        TechniqueOrder::Hodoku => Order::Hodoku,
        TechniqueOrder::Se => Order::Explainer,
    }
}

/// Whether two boards are the same. What else they have follows from this, and is much more to look at.
fn is_same(one: &Geometry, other: &Geometry) -> bool {
    let shape = |board: &Geometry| (board.box_height(), board.box_width());
    shape(one) == shape(other) && one.rules() == other.rules()
}

/// A puzzle that can be explained, with its only solution if it has one.
pub(super) struct Explainable<'a> {
    pub(super) grid: &'a Grid,
    pub(super) solution: Option<&'a Grid>,
}

/// A record that is to be explained.
pub(super) struct Inquiry<'a> {
    pub(super) session: &'a Session,
    pub(super) puzzle: &'a Puzzle<'a>,
    pub(super) has_stats: bool,
    pub(super) is_json: bool,
}

impl Inquiry<'_> {
    /// Asks the solver about the puzzle, and gives it to `explain` if it has a solution; otherwise says why not.
    pub(super) fn with_solution(
        &self,
        loaded: Loaded<'_>,
        limits: &mut Limits<'_>,
        answers: &mut Answers<'_>,
        explain: impl FnOnce(
            &Explainable<'_>,
            &mut Solver,
            &mut Limits<'_>,
            &mut Answers<'_>,
        ) -> Result<Exit, Fault>,
    ) -> Result<(Exit, Verdict), Fault> {
        let (words, exit, verdict) = match loaded {
            Loaded::Contradicting(error) => (format!("invalid: {error}"), Exit::NoSolution, Verdict::Invalid),
            Loaded::Unreadable(reason) => {
                (format!("invalid: {reason}"), Exit::Unreadable, Verdict::Unreadable)
            }
            Loaded::Left(cause) => (format!("unknown: {}", cause.words()), cause.exit(), Verdict::Unknown),
            Loaded::Ready(solver) => {
                let answer = solver.uniqueness(limits);
                if self.has_stats {
                    answers.stats().add_puzzle(solver);
                }
                let grid = self.puzzle.grid.expect("a puzzle that was loaded was read");
                match answer {
                    Uniqueness::One(solution) => {
                        let asked = Explainable { grid, solution: Some(&solution) };
                        return Ok((explain(&asked, solver, limits, answers)?, Verdict::Unique));
                    }
                    Uniqueness::Several(..) => {
                        let exit = explain(&Explainable { grid, solution: None }, solver, limits, answers)?;
                        return Ok((exit.max(Exit::Several), Verdict::Several));
                    }
                    Uniqueness::None => ("no solution".to_owned(), Exit::NoSolution, Verdict::None),
                    Uniqueness::Unknown { found, why } => {
                        let cause = self.session.cause_of(why);
                        let verdict = Verdict::of_count(u64::from(found.is_some()), End::Stopped);
                        (format!("unknown: {}", cause.words()), cause.exit(), verdict)
                    }
                }
            }
        };
        failure(self.puzzle, &words, self.is_json, answers)?;
        Ok((exit, verdict))
    }
}
