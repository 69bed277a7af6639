//! The solutions of a puzzle one by one: in the order of the exact cover search, or on boards with rules in that of
//! [`Turns`].

use dlx_core::{Counters, Limits, Rule, Search, Stopped};

use super::Solver;
use super::answer::Effort;
use super::loaded::{grid_of, grid_of_cover, regions_of};
use super::matrix::Matrix;
use crate::model::grid::Grid;
#[cfg(doc)]
use crate::solve::turns::Turns;

impl Solver {
    /// Returns the next solution of the loaded puzzle, or `None` when there are no more. The order is that of the exact
    /// cover search; on boards with relations, and above side 9 on those with other rules, it is that of the search on
    /// the board, and if clause learning finds all solutions first, those left follow in ascending order. It depends on
    /// the puzzle alone. Other questions in between do not change the position. Where regions are to be found, grids are
    /// listed once with each of their [regions](Self::listed_regions).
    ///
    /// # Errors
    /// The limit that stopped the search, which can be continued.
    pub fn next_solution(&mut self, limits: &mut Limits<'_>) -> Result<Option<Grid>, Stopped> {
        if self.is_prepared() { self.next_in_order(limits) } else { self.next_on_board(limits) }
    }

    fn next_in_order(&mut self, limits: &mut Limits<'_>) -> Result<Option<Grid>, Stopped> {
        self.build(limits)?;
        let search = ordered(&mut self.search, &self.matrix, limits)?;
        if !self.is_listing {
            if self.puzzle.with_givens(|givens| search.restart(givens)).is_err() {
                return Ok(None);
            }
            self.is_listing = true;
        }
        let geometry = self.matrix.geometry();
        Ok(search.next_solution(limits)?.map(|cover| grid_of_cover(geometry, cover)))
    }

    fn next_on_board(&mut self, limits: &mut Limits<'_>) -> Result<Option<Grid>, Stopped> {
        if !self.is_listing {
            self.listing.restart_beside(&self.turns);
            self.is_listing = true;
        }
        let found = self.listing.next_solution(&self.matrix, &self.puzzle, u64::MAX, limits)?;
        let geometry = self.matrix.geometry();
        self.listed_regions = found.as_ref().and_then(|ranks| regions_of(geometry, ranks));
        Ok(found.map(|ranks| grid_of(geometry, &ranks)))
    }

    /// Returns the work that was done to list solutions of the loaded puzzle.
    #[must_use]
    pub fn listing_effort(&self) -> Effort {
        if !self.is_prepared() {
            let counters = if self.is_listing { self.listing.counters() } else { Counters::default() };
            return Effort { method: self.listing.method(), counters, levels: Vec::new() };
        }
        let search = self.search.as_ref().filter(|_| self.is_listing);
        Effort {
            method: "ordered search",
            counters: search.map(Search::counters).unwrap_or_default(),
            levels: search.map(|search| search.levels().to_vec()).unwrap_or_default(),
        }
    }

    /// Returns an iterator over the remaining solutions of the loaded puzzle.
    pub fn solutions(&mut self) -> impl Iterator<Item = Grid> + '_ {
        std::iter::from_fn(|| self.next_solution(&mut Limits::none()).ok().flatten())
    }
}

/// Returns the search that lists solutions in order, made if there is none.
pub(super) fn ordered<'s>(
    search: &'s mut Option<Search>,
    matrix: &Matrix,
    limits: &mut Limits<'_>,
) -> Result<&'s mut Search, Stopped> {
    Ok(match search {
        Some(search) => search,
        none => none.insert(Search::with_rule(matrix.problem(), Rule::default(), limits)?),
    })
}
