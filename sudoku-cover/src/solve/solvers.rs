//! Solvers for puzzles of several boards.

use crate::model::geometry::rules::Rule;
use crate::solve::Solver;
use crate::text::Record;

/// A solver for each side requested so far, and one for the last rules that a puzzle had of its own.
///
/// ```
/// use sudoku_cover::{Geometry, GeometryError, Grid, Solver, Solvers};
///
/// let mut solvers = Solvers::default();
/// for puzzle in ["1...............", &".".repeat(81), "...............1"] {
///     let puzzle: Grid = puzzle.parse()?;
///     let side = puzzle.side();
///     let solver = solvers.get(side, &[], || Geometry::of_side(side).map(|board| Solver::new(&board)))?;
///     solver.load(&puzzle)?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Solvers(Vec<(usize, Vec<Rule>, Solver)>);

impl Solvers {
    /// Returns the solver for grids of this side with these rules, which `make` makes the first time. One
    /// solver with rules is kept.
    ///
    /// # Errors
    /// Those of `make`.
    pub fn get<E>(
        &mut self,
        side: usize,
        rules: &[Rule],
        make: impl FnOnce() -> Result<Solver, E>,
    ) -> Result<&mut Solver, E> {
        let known = self.0.iter().position(|(known, others, _)| *known == side && others == rules);
        let place = match known {
            Some(place) => place,
            None => {
                let solver = make()?;
                self.0.retain(|(_, others, _)| rules.is_empty() || others.is_empty());
                self.0.push((side, rules.to_vec(), solver));
                self.0.len() - 1
            }
        };
        Ok(&mut self.0[place].2)
    }

    /// Lets the solver of 9x9 boards [look ahead](Solver::look_ahead) at the puzzles of those records that have
    /// neither rules nor candidates of their own. `make` makes it for the first of these, if there is none.
    ///
    /// # Errors
    /// Those of `make`.
    pub fn look_ahead<'r, E>(
        &mut self,
        records: impl Iterator<Item = &'r Record> + Clone,
        make: impl FnOnce(&Record) -> Result<Solver, E>,
    ) -> Result<(), E> {
        let is_plain = |record: &&Record| {
            record.grid.side() == 9 && record.rules().is_empty() && record.allowed().is_none()
        };
        let plain = records.filter(is_plain);
        let Some(first) = plain.clone().next() else { return Ok(()) };
        self.get(9, &[], || make(first))?.look_ahead(plain.map(|record| &record.grid));
        Ok(())
    }
}
