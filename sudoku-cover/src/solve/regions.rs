//! What only the search on the board can answer: the regions of solutions, and numbers of solutions of boards whose rules
//! exceed the exact cover problem.

use dlx_core::{BigUint, Count, Limits, Stopped};

use super::Solver;
use super::loaded::regions_of;
use super::turns::Turns;
use crate::model::geometry::rules::Regions;

impl Solver {
    /// Returns the regions of one of the solutions found for the last question that counts, if regions were
    /// [to be found](crate::Variant::Chaos): 0 for the first, 1 for the second. Two solutions may have equal digits and
    /// different regions. See [`shown`](Self::shown).
    ///
    /// ```
    /// use dlx_core::Limits;
    /// use sudoku_cover::{Geometry, Rule, Solver, Variant};
    ///
    /// let board = Geometry::of_side(4)?.with_rules(&[Rule::Variant(Variant::Chaos)])?;
    /// let mut solver = Solver::new(&board);
    /// let solution = solver.first(&mut Limits::none())?.expect("the board has solutions");
    /// let regions = solver.shown_regions(0).expect("they were found");
    /// let found = board.with_found_regions(&regions)?;
    /// assert!(solution.contradictions(&found)?.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn shown_regions(&self, number: usize) -> Option<Regions> {
        regions_of(self.matrix.geometry(), self.turns.found(number)?)
    }

    /// Returns the regions of the solution that [`next_solution`](Self::next_solution) returned last, if regions were to be
    /// found.
    #[must_use]
    pub fn listed_regions(&self) -> Option<&Regions> {
        self.listed_regions.as_ref()
    }

    /// Counts the solutions by the search on the board, which does not touch the last question.
    pub(super) fn count_on_board(&self, limits: &mut Limits<'_>) -> Count<BigUint> {
        let mut turns = Turns::default();
        turns.restart_beside(&self.turns);
        match turns.count(&self.matrix, &self.puzzle, u64::MAX, limits) {
            Count::Exact(count) => Count::Exact(count.into()),
            Count::AtLeast(count, why) => Count::AtLeast(count.into(), why),
        }
    }

    /// Returns the number of nodes of the search on the board for all solutions.
    pub(super) fn nodes_on_board(&self, limits: &mut Limits<'_>) -> Result<u64, Stopped> {
        let mut turns = Turns::default();
        turns.restart_beside(&self.turns);
        turns.count(&self.matrix, &self.puzzle, u64::MAX, limits).exact()?;
        Ok(turns.counters().nodes)
    }
}
