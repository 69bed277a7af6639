//! All solutions of a puzzle at once: their number, and random ones.

use dlx_core::{BigUint, CompileError, Diagram, Limits, Stopped};

use super::Solver;
use super::loaded::{grid_of, grid_of_cover, regions_of};
use super::turns::Ranks;
use crate::model::geometry::Geometry;
use crate::model::geometry::rules::Regions;
use crate::model::grid::Grid;
use crate::random::Random;

/// Number of solutions, and of nodes, within which the search on a board lists them all. Where there are more, a diagram is
/// compiled, which may take far longer than a list of few solutions.
const MOST_LISTED: usize = 10_000;
const NODES_OF_A_LIST: u64 = 1_000_000;

/// All solutions of a puzzle. Returned by [`Solver::completions`](crate::Solver::completions).
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
    geometry: Geometry,
    all: All,
}

#[derive(Clone, Debug)]
enum All {
    Listed(Vec<Ranks>),
    Compiled(Diagram),
}

impl Completions {
    /// Returns the number of solutions.
    #[must_use]
    pub fn count(&self) -> BigUint {
        match &self.all {
            All::Listed(list) => list.len().into(),
            All::Compiled(diagram) => diagram.count(),
        }
    }

    /// Returns true if there is no solution.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match &self.all {
            All::Listed(list) => list.is_empty(),
            All::Compiled(diagram) => diagram.is_empty(),
        }
    }

    /// Returns the diagram of the covers of the board's matrix, unless the solutions of a board with rules were few enough
    /// to be listed.
    #[must_use]
    pub fn diagram(&self) -> Option<&Diagram> {
        match &self.all {
            All::Listed(_) => None,
            All::Compiled(diagram) => Some(diagram),
        }
    }

    /// Returns an endless iterator over random solutions, each equally likely each time; empty if there is
    /// none. The same seed gives the same ones.
    pub fn draws(&self, seed: u64) -> Box<dyn Iterator<Item = Grid> + '_> {
        Box::new(self.draws_with_regions(seed).map(|(grid, _)| grid))
    }

    /// Like [`draws`](Self::draws), with the regions of each solution if these were to be found.
    pub fn draws_with_regions(&self, seed: u64) -> Box<dyn Iterator<Item = (Grid, Option<Regions>)> + '_> {
        let geometry = &self.geometry;
        match &self.all {
            All::Listed(list) => {
                let mut random = Random::new(seed, 0);
                let mut draw = move || (!list.is_empty()).then(|| &list[random.below(list.len())]);
                Box::new(std::iter::from_fn(move || {
                    draw().map(|ranks| (grid_of(geometry, ranks), regions_of(geometry, ranks)))
                }))
            }
            All::Compiled(diagram) => {
                let mut sampler = diagram.sampler(seed);
                Box::new(std::iter::from_fn(move || {
                    sampler.draw().map(|cover| (grid_of_cover(geometry, cover), None))
                }))
            }
        }
    }
}

impl Solver {
    /// Returns all solutions of the loaded puzzle at once, from which random ones can be drawn: as a list on a board with
    /// relations, if they are few, and otherwise as a diagram. If rules [exceed](Geometry::exceeds_exact_cover) the matrix,
    /// they are always listed.
    ///
    /// # Errors
    /// Givens that contradict each other, and the limit that was reached.
    pub fn completions(&mut self, limits: &mut Limits<'_>) -> Result<Completions, CompileError> {
        let stopped = |why| CompileError::Stopped { why, nodes: 0, at_least: BigUint::ZERO };
        let listed = if self.is_prepared() { None } else { self.listed(limits).map_err(stopped)? };
        let all = match listed {
            Some(list) => All::Listed(list),
            None => {
                self.matrix.build(limits).map_err(stopped)?;
                let problem = self.matrix.problem();
                let compiled = self.puzzle.with_givens(|givens| Diagram::compile(problem, givens, limits));
                All::Compiled(compiled?)
            }
        };
        Ok(Completions { geometry: self.matrix.geometry().clone(), all })
    }

    /// Returns all solutions, or `None` if they are many or take long to find and can be compiled.
    fn listed(&mut self, limits: &mut Limits<'_>) -> Result<Option<Vec<Ranks>>, Stopped> {
        let mut list = Vec::new();
        self.turns.restart();
        let has_diagram = !self.matrix.geometry().exceeds_exact_cover();
        let bytes = self.matrix.geometry().place_count() + size_of::<Ranks>();
        let most = if has_diagram { MOST_LISTED } else { limits.most_bytes() / bytes };
        let nodes = if has_diagram { NODES_OF_A_LIST } else { u64::MAX };
        let end = limits.without_solutions(|limits| {
            limits.within_nodes(nodes, |limits| {
                while list.len() <= most {
                    match self.turns.next_solution(&self.matrix, &self.puzzle, u64::MAX, limits)? {
                        Some(ranks) => list.push(ranks),
                        None => return Ok(true),
                    }
                }
                if has_diagram { Ok(false) } else { Err(Stopped::Memory) }
            })
        });
        match end {
            Ok(is_all) => Ok(is_all.then_some(list)),
            Err(Stopped::Nodes) if limits.nodes_left() > 0 => Ok(None),
            Err(why) => Err(why),
        }
    }
}
