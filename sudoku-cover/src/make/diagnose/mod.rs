//! Why a puzzle has no solution or several, and what would give it exactly one.
//!
//! The solver proves everything reported here, with one exception: where three or more additional clues are
//! needed, fewer might be enough.

mod ambiguity;
mod conflict;
mod words;

pub use ambiguity::Ambiguity;
pub use conflict::{Conflict, Repair, RuleRepair};

use dlx_core::{Limits, Stopped, Uniqueness};

use crate::make::count_known;
use crate::model::grid::{Grid, GridError};
use crate::solve::Solver;
use crate::work::next_limits;

/// The number of solutions of a puzzle, with the reason. Displayed in several lines of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Diagnosis {
    /// There is one solution.
    Unique(Grid),
    /// There is no solution; the reason.
    None(Box<Conflict>),
    /// There are several solutions; where they differ.
    Several(Box<Ambiguity>),
}

/// The number of solutions up to which they are counted by default.
pub const MOST_COUNTED: u64 = 1_000_000;

/// Nodes of a question on a board with relations after the first question, and of all these together. Each node may take
/// a thousand times as long as on other boards, and without givens there are many questions.
const NODES_OF_A_QUESTION: u64 = 2_000;
const NODES_IN_ALL: u64 = 50_000;

/// Puts questions to the solver about changes of one puzzle.
struct Examiner<'s, F> {
    solver: &'s mut Solver,
    limits: F,
    /// The nodes left for all questions, and the most of one. `u64::MAX` is no limit.
    nodes_left: u64,
    nodes_of_a_question: u64,
    /// The number of questions that ended at a limit of nodes.
    undecided: usize,
}

impl<'q, F: FnMut() -> Limits<'q>> Examiner<'_, F> {
    /// Returns 0, 1, or 2 for several solutions; `None` if a limit of nodes was reached first.
    fn classify(&mut self, puzzle: &Grid) -> Result<Option<u64>, Stopped> {
        self.count(puzzle, 2)
    }

    /// Returns the number of solutions, at most `most`; `None` if a limit of nodes was reached first.
    fn count(&mut self, puzzle: &Grid, most: u64) -> Result<Option<u64>, Stopped> {
        let count = self.ask(|solver, limits| count_known(solver, puzzle, most, limits))?;
        self.undecided += usize::from(count.is_none());
        Ok(count)
    }

    /// Puts a question to the solver, within the limits of one question and those of all. Returns `None` if no nodes are
    /// left, or if the question does.
    fn ask<T>(
        &mut self,
        question: impl FnOnce(&mut Solver, &mut Limits<'_>) -> Result<Option<T>, Stopped>,
    ) -> Result<Option<T>, Stopped> {
        let limits = next_limits(&mut self.limits)?;
        let nodes = limits.nodes_left().min(self.nodes_of_a_question).min(self.nodes_left);
        if nodes == 0 {
            return Ok(None);
        }
        let mut limits = limits.nodes(nodes);
        let answer = question(self.solver, &mut limits);
        if self.nodes_left != u64::MAX {
            self.nodes_left -= nodes - limits.nodes_left();
        }
        answer
    }

    /// Returns a solution. The inner `None` means that there is none, the outer one that a limit was reached
    /// first.
    fn solution(&mut self, puzzle: &Grid) -> Result<Option<Option<Grid>>, Stopped> {
        let found = self.ask(|solver, limits| {
            solver.take(puzzle).expect("the grid is one of the board");
            match solver.first(limits) {
                Ok(found) => Ok(Some(found)),
                Err(Stopped::Asked) => Err(Stopped::Asked),
                Err(_) => Ok(None),
            }
        })?;
        self.undecided += usize::from(found.is_none());
        Ok(found)
    }
}

/// Returns the number of solutions of a puzzle, with the reason. Several solutions are counted up to `most`.
///
/// `limits` returns the limits of each question. A question that ends at a limit of nodes is counted as
/// undecided. Only the first question, for the number of solutions, must be decided. If rules make questions slow,
/// the others have limits of nodes of their own.
///
/// ```
/// use dlx_core::Limits;
/// use sudoku_cover::{Diagnosis, Geometry, Grid, Solver, diagnose};
///
/// let puzzle: Grid = "12.............1".parse()?;
/// let mut solver = Solver::new(&Geometry::of_side(4)?);
/// let Diagnosis::Several(found) = diagnose::diagnose(&mut solver, &puzzle, 100, Limits::none)? else {
///     panic!("it has several solutions");
/// };
/// assert!(!found.differing.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Stopped`] if the limits end the first question, or if the question in the limits stops the diagnosis of a puzzle
/// without solution. One with several is described as far as is known then.
///
/// # Panics
/// If the grid is not one of the solver's board.
///
/// # Complexity
/// On a board of side N without a solution: about 8 questions for each clue, and N for each clue of a minimal
/// set. With several solutions: up to 2 questions for each candidate, and several rounds of one question for
/// each candidate where no single clue is enough; then the count.
pub fn diagnose<'q>(
    solver: &mut Solver,
    puzzle: &Grid,
    most: u64,
    limits: impl FnMut() -> Limits<'q>,
) -> Result<Diagnosis, Stopped> {
    let is_slow = solver.matrix().has_relations();
    let unless_slow = |nodes| if is_slow { nodes } else { u64::MAX };
    let mut examiner = Examiner {
        solver,
        limits,
        nodes_left: unless_slow(NODES_IN_ALL),
        nodes_of_a_question: unless_slow(NODES_OF_A_QUESTION),
        undecided: 0,
    };
    let fits: Result<(), GridError> = examiner.solver.take(puzzle);
    assert!(fits.is_ok(), "the grid is not one of the solver's board");
    match examiner.solver.uniqueness(&mut (examiner.limits)()) {
        Uniqueness::One(solution) => Ok(Diagnosis::Unique(solution)),
        Uniqueness::None => examiner.conflict(puzzle).map(|why| Diagnosis::None(Box::new(why))),
        Uniqueness::Several(first, second) => {
            let ambiguity = examiner.ambiguity(puzzle, [first, second], most);
            Ok(Diagnosis::Several(Box::new(ambiguity)))
        }
        Uniqueness::Unknown { why, .. } => Err(why),
    }
}
