//! All solutions of a puzzle at once: their number, and random ones.

use dlx_core::{BigUint, Diagram};

use crate::model::grid::Grid;
use crate::solve::grid_of;
use crate::solve::matrix::Matrix;

/// All solutions of a puzzle, as a diagram. Returned by [`Solver::completions`](crate::Solver::completions).
///
/// ```
/// use dlx_core::Limits;
/// use sudoku_cover::{Geometry, Solver};
///
/// let board = Geometry::of_side(4)?;
/// let all = Solver::new(&board).completions(&mut Limits::none())?;
/// assert_eq!(all.count(), 288u32.into());
/// for grid in all.draws(7).take(3) {
///     assert_eq!(grid.clue_count(), 16);
///     assert!(grid.contradictions(&board)?.is_empty());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Completions {
    matrix: Matrix,
    diagram: Diagram,
}

impl Completions {
    pub(crate) fn new(matrix: Matrix, diagram: Diagram) -> Self {
        Self { matrix, diagram }
    }

    /// Returns the number of solutions.
    #[must_use]
    pub fn count(&self) -> BigUint {
        self.diagram.count()
    }

    /// Returns true if there is no solution.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.diagram.is_empty()
    }

    /// Returns the diagram of the covers of the board's matrix.
    #[must_use]
    pub fn diagram(&self) -> &Diagram {
        &self.diagram
    }

    /// Returns an endless iterator over random solutions, each equally likely each time; empty if there is
    /// none. The same seed gives the same ones.
    pub fn draws(&self, seed: u64) -> impl Iterator<Item = Grid> + '_ {
        let mut sampler = self.diagram.sampler(seed);
        std::iter::from_fn(move || sampler.draw().map(|cover| grid_of(&self.matrix, cover)))
    }
}
