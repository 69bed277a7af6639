//! What only the search on the board can answer: the regions of solutions, and numbers of solutions of boards whose rules
//! exceed the exact cover problem.

use dlx_core::{BigUint, Count, Limits, Stopped};

use super::Solver;
use super::turns::Turns;
use crate::model::geometry::rules::Regions;

impl Solver {
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
