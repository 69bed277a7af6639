//! What is wrong with a puzzle that has no solution, or several, and what would give it just one.
//!
//! Everything said here is proved by the solver, but for one thing: where it takes three clues more or less to make a
//! puzzle unique, fewer might do.

mod ambiguity;
mod conflict;
mod words;

pub use ambiguity::Ambiguity;
pub use conflict::{Conflict, Repair};

use dlx_core::{Limits, Stopped, Uniqueness};

use crate::make::count_known;
use crate::model::grid::{Grid, GridError};
use crate::solve::Solver;
use crate::work::next_limits;

/// How many solutions a puzzle has, and why. Displayed in several lines of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Diagnosis {
    /// It has this solution and no other.
    Unique(Grid),
    /// It has none, and why.
    None(Conflict),
    /// It has several, and where they differ.
    Several(Box<Ambiguity>),
}

/// Asks the solver about changes of one puzzle.
struct Examiner<'s, F> {
    solver: &'s mut Solver,
    limits: F,
    /// How many questions ended at a limit of nodes.
    undecided: usize,
}

impl<'q, F: FnMut() -> Limits<'q>> Examiner<'_, F> {
    /// 0, 1 or 2 for several; `None` if that was not known within the limits.
    fn classify(&mut self, puzzle: &Grid) -> Result<Option<u64>, Stopped> {
        self.count(puzzle, 2)
    }

    /// How many solutions the puzzle has, at most so many.
    fn count(&mut self, puzzle: &Grid, most: u64) -> Result<Option<u64>, Stopped> {
        let count = count_known(self.solver, puzzle, most, next_limits(&mut self.limits)?)?;
        self.undecided += usize::from(count.is_none());
        Ok(count)
    }

    /// A solution; the inner `None` says that there is none, the outer one that this was not known within the limits.
    fn solution(&mut self, puzzle: &Grid) -> Result<Option<Option<Grid>>, Stopped> {
        self.solver.take(puzzle).expect("the grid is one of the board");
        match self.solver.first(&mut next_limits(&mut self.limits)?) {
            Ok(found) => Ok(Some(found)),
            Err(Stopped::Asked) => Err(Stopped::Asked),
            Err(_) => {
                self.undecided += 1;
                Ok(None)
            }
        }
    }
}

/// Returns how many solutions a puzzle has, and why. Several solutions are counted up to `most`.
///
/// `limits` gives the limits of each question. One that ends at a limit of nodes is left open, and counted as
/// undecided; whether the puzzle has a solution must be known.
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
/// [`Stopped`] if it is not known how many solutions there are, or the question in the limits said that it is enough.
///
/// # Panics
/// If the grid is not one of the solver's board.
///
/// # Complexity
/// On a board of side N, without a solution about 8 questions for each clue and N for each of a minimal set; with
/// several, one for each candidate, and counting.
pub fn diagnose<'q>(
    solver: &mut Solver,
    puzzle: &Grid,
    most: u64,
    limits: impl FnMut() -> Limits<'q>,
) -> Result<Diagnosis, Stopped> {
    let mut examiner = Examiner { solver, limits, undecided: 0 };
    let fits: Result<(), GridError> = examiner.solver.take(puzzle);
    assert!(fits.is_ok(), "the grid is not one of the solver's board");
    match examiner.solver.uniqueness(&mut (examiner.limits)()) {
        Uniqueness::One(solution) => Ok(Diagnosis::Unique(solution)),
        Uniqueness::None => examiner.conflict(puzzle).map(Diagnosis::None),
        Uniqueness::Several(first, second) => {
            let ambiguity = examiner.ambiguity(puzzle, [first, second], most)?;
            Ok(Diagnosis::Several(Box::new(ambiguity)))
        }
        Uniqueness::Unknown { why, .. } => Err(why),
    }
}
