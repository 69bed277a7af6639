//! Figures of a puzzle as an exact cover problem: the size of its matrix, and the nodes of a search with links.

use dlx_core::inner::{EngineKind, Plan, Size};
use dlx_core::{Limits, OptionId, Rule, Search, Stopped, Use};

use super::Solver;
use super::listing::ordered;
use crate::model::geometry::MAX_SIDE;

impl Solver {
    /// Returns the number of nodes that the links need to list all solutions of the loaded puzzle, choosing
    /// the item with the fewest options each time: [`Counters::nodes`](dlx_core::Counters::nodes) of a plain dancing-links search,
    /// including forced options. It depends on the puzzle and not on the machine. If rules
    /// [exceed](crate::Geometry::exceeds_exact_cover) the matrix, these are nodes of the search on the board.
    ///
    /// # Errors
    /// The limit that stopped the search.
    #[expect(clippy::missing_panics_doc, reason = "the links take every problem")]
    pub fn nodes(&mut self, limits: &mut Limits<'_>) -> Result<u64, Stopped> {
        if self.matrix.geometry().exceeds_exact_cover() {
            return self.nodes_on_board(limits);
        }
        self.build(limits)?;
        let problem = self.matrix.problem();
        let search = match &mut self.links {
            Some(search) => search,
            none => {
                let plan = Plan::by(EngineKind::Links, Rule::default());
                none.insert(
                    Search::with_plan(problem, &plan, &mut Limits::none())
                        .expect("the links take every problem"),
                )
            }
        };
        if self.puzzle.with_givens(|givens| search.restart(givens)).is_err() {
            return Ok(0);
        }
        search.count(limits).exact()?;
        Ok(search.counters().nodes)
    }

    /// Returns [`Size::matrix_nodes`] of the loaded puzzle, whose givens do not contradict each other,
    /// without beginning a search.
    ///
    /// # Complexity
    /// Linear in the cells, and on boards of variants in the uses of the matrix.
    #[must_use]
    pub fn matrix_nodes(&self) -> u64 {
        if !self.matrix.is_built() {
            return 0;
        }
        if !self.matrix.geometry().is_plain() {
            return self.matrix_nodes_by_uses();
        }
        let geometry = self.matrix.geometry();
        let (side, height, width) = (geometry.side(), geometry.box_height(), geometry.box_width());
        let mut taken = [[0_u32; MAX_SIDE]; 3];
        let houses = |cell: usize| {
            let (row, column) = (cell / side, cell % side);
            [row, column, row / height * height + column / width]
        };
        let clues = || self.puzzle.clues.iter().enumerate();
        for (cell, &clue) in clues().filter(|(_, clue)| **clue > 0) {
            for (taken, house) in taken.iter_mut().zip(houses(cell)) {
                taken[house] |= 1 << (clue - 1);
            }
        }
        let left = clues().zip(self.puzzle.candidates()).map(|((cell, &clue), candidates)| match clue {
            0 => {
                let taken = taken.iter().zip(houses(cell)).fold(0, |all, (taken, house)| all | taken[house]);
                u64::from((candidates & !taken).count_ones())
            }
            _ => 1,
        });
        // An option is in four items.
        self.matrix.problem().item_count() as u64 + 1 + 4 * left.sum::<u64>()
    }

    /// Like [`matrix_nodes`](Self::matrix_nodes), for the matrix of any board.
    fn matrix_nodes_by_uses(&self) -> u64 {
        let problem = self.matrix.problem();
        let given = self.puzzle.options();
        let mut covered = vec![None; problem.item_count()];
        for used in given.iter().flat_map(|&option| problem.uses(option)) {
            covered[used.item.index()] = Some(used.color);
        }
        // Options of the same color may use an item together.
        let is_open = |used: &Use| match covered[used.item.index()] {
            Some(color) => color == used.color && problem.color_name(color).is_some(),
            None => true,
        };
        let is_left = |option: &OptionId| {
            given.binary_search(option).is_ok()
                || self.puzzle.forbidden.binary_search(option).is_err()
                    && problem.uses(*option).iter().all(is_open)
        };
        let uses = problem.options().filter(is_left).map(|option| problem.uses(option).len());
        (problem.item_count() + 1 + uses.sum::<usize>()) as u64
    }

    /// Returns the size of the matrix of the loaded puzzle, as an ordered search builds it.
    ///
    /// # Complexity
    /// That of beginning such a search, if no listing is in progress.
    pub fn size(&mut self, limits: &mut Limits<'_>) -> Size {
        if !self.matrix.is_built() {
            return Size::default();
        }
        let is_at_position = self.is_listing && self.is_prepared();
        let Ok(search) = ordered(&mut self.search, &self.matrix, limits) else {
            return Size::default();
        };
        if !is_at_position {
            if self.puzzle.with_givens(|givens| search.restart(givens)).is_err() {
                return Size::default();
            }
            // Without a node, it builds the tables. After a limit there are none.
            limits.without_solutions(|limits| limits.within_nodes(0, |limits| drop(search.first(limits))));
        }
        search.size()
    }
}
