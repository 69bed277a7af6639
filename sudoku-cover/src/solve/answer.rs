//! What a question about the number of solutions found, and the work it took.

use dlx_core::{Count, Counters, Limits, Stopped, Uniqueness};

use super::Solver;
use super::loaded::{grid_of, regions_of};
use crate::model::geometry::rules::Regions;
use crate::model::geometry::{Digit, Geometry};
use crate::model::grid::Grid;
use crate::solve::prepared::Prepared;
use crate::solve::singles::Filled;
use crate::solve::unordered::UPDATES_OF_A_ROUND;
use crate::solve::verdict::Verdict;
use crate::text::append_digits;

/// What has answered a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    /// Singles, and branches between them, with this work.
    Singles(Counters),
    /// The prepared problem.
    Prepared,
    /// The search on the board and clause learning in turns.
    Turns,
}

/// The number of solutions of a puzzle, as far as it was asked for, with the first of these solutions. Returned by
/// [`Solver::find_up_to`](crate::Solver::find_up_to).
#[derive(Debug)]
pub struct Answer<'s> {
    solver: &'s mut Solver,
    count: Count,
    by: By,
}

impl Solver {
    /// Finds up to `most` solutions of the loaded puzzle. Where these are all, the answer says so, unless it has found
    /// `most`.
    pub fn find_up_to(&mut self, most: u64, limits: &mut Limits<'_>) -> Answer<'_> {
        let (count, by) = if self.is_prepared() {
            self.count_prepared(most, limits)
        } else {
            (self.count_in_turns(most, limits), By::Turns)
        };
        Answer { solver: self, count, by }
    }

    fn count_prepared(&mut self, most: u64, limits: &mut Limits<'_>) -> (Count, By) {
        if let Some(found) = self.count_by_singles(most, limits) {
            return found;
        }
        if let Err(why) = self.build(limits) {
            return (Count::AtLeast(0, why), By::Prepared);
        }
        let Some(prepared) = &mut self.prepared else { unreachable!("the matrix is built") };
        if self.prepares_when_needed
            && let Err(why) = prepared.prepare_within(limits)
        {
            return (Count::AtLeast(0, why), By::Prepared);
        }
        let givens = match &self.filled {
            Some((Filled::Stalled, values)) if prepared.is_prepared() => values,
            _ => &self.puzzle.clues[..],
        };
        (prepared.count_up_to(most, givens, &self.puzzle.forbidden, limits), By::Prepared)
    }

    /// Counts the solutions if filling singles tells their number, or a search that was made ahead.
    fn count_by_singles(&mut self, most: u64, limits: &mut Limits<'_>) -> Option<(Count, By)> {
        let wanted = most.min(limits.solutions_left());
        let (filled, _) = self.filled.as_ref().filter(|_| wanted > 0)?;
        let mut counters = Counters::default();
        counters.solutions = match filled {
            // The search stops at two solutions, and not at a limit of nodes.
            Filled::Stalled if wanted == 2 && limits.nodes_left() == u64::MAX => {
                let found = self.ahead.as_mut()?.search()?;
                counters.nodes = found.nodes;
                counters.updates = found.rounds * UPDATES_OF_A_ROUND;
                counters.solutions = found.count() as u64;
                if let Err(why) = limits.step_at(counters.nodes, counters, 0.0) {
                    return Some((Count::AtLeast(0, why), By::Singles(counters)));
                }
                counters.solutions
            }
            Filled::Stalled => return None,
            Filled::Solved => 1,
            Filled::Dead | Filled::Clashing => 0,
        };
        let found = counters.solutions;
        limits.spend_solutions(found);
        let count =
            if found == wanted { Count::AtLeast(found, Stopped::Solutions) } else { Count::Exact(found) };
        Some((count, By::Singles(counters)))
    }

    /// Counts the solutions on a board with relations.
    fn count_in_turns(&mut self, most: u64, limits: &mut Limits<'_>) -> Count {
        self.turns.restart();
        let most = most.min(limits.solutions_left());
        let count = self.turns.count(&self.matrix, &self.puzzle, most, limits);
        limits.spend_solutions(count.at_least());
        count
    }

    /// Returns the work that the prepared problem did for its last question.
    fn prepared_counters(&self) -> Counters {
        self.prepared.as_ref().map(Prepared::counters).unwrap_or_default()
    }
}

impl Answer<'_> {
    /// Returns the board of the puzzle.
    #[must_use]
    pub fn board(&self) -> &Geometry {
        self.solver.matrix.geometry()
    }

    /// Returns the number of solutions.
    #[must_use]
    pub fn count(&self) -> Count {
        self.count
    }

    /// Returns what is known of the solutions, in one word. An answer that was to find one solution does not tell whether it
    /// is the only one.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        Verdict::of_count(self.count.at_least(), matches!(self.count, Count::Exact(_)))
    }

    /// Returns one of the solutions found, counted from 0. Not all are kept: the first two are.
    #[must_use]
    pub fn solution(&mut self, number: usize) -> Option<Grid> {
        self.set_ranks(number).then(|| grid_of(self.solver.matrix.geometry(), &self.solver.ranks))
    }

    /// Returns the regions of one of the solutions found, if regions were [to be found](crate::Variant::Chaos). Two solutions
    /// may have equal digits and different regions.
    ///
    /// ```
    /// use dlx_core::Limits;
    /// use sudoku_cover::{Geometry, Rule, Solver, Variant};
    ///
    /// let board = Geometry::of_side(4)?.with_rules(&[Rule::Variant(Variant::Chaos)])?;
    /// let mut solver = Solver::new(&board);
    /// let mut answer = solver.find_up_to(1, &mut Limits::none());
    /// let solution = answer.solution(0).expect("the board has solutions");
    /// let regions = answer.regions(0).expect("they were found");
    /// let found = board.with_found_regions(&regions)?;
    /// assert!(solution.contradictions(&found)?.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn regions(&self, number: usize) -> Option<Regions> {
        let is_found = self.by == By::Turns && (number as u64) < self.count.at_least();
        regions_of(self.board(), self.solver.turns.found(number).filter(|_| is_found)?)
    }

    /// Appends the first solution found as a line. Returns true if there is one.
    pub fn append_solution(&mut self, bytes: &mut Vec<u8>) -> bool {
        if !self.board().blocked().is_empty() {
            let first = self.solution(0);
            first.iter().for_each(|grid| grid.to_line().append_to(bytes));
            return first.is_some();
        }
        let is_found = self.set_ranks(0);
        if is_found {
            let values = self.solver.matrix.geometry().values();
            let digits = self.solver.ranks.iter().map(|&rank| Digit::of_value(rank + values.least()));
            append_digits(values, digits, bytes);
        }
        is_found
    }

    /// Returns the solutions found, where two were asked for.
    #[must_use]
    pub fn uniqueness(&mut self) -> Uniqueness<Grid> {
        match (self.count, self.solution(0), self.solution(1)) {
            (_, Some(first), Some(second)) => Uniqueness::Several(first, second),
            (Count::AtLeast(_, why), found, _) => Uniqueness::Unknown { found, why },
            (Count::Exact(_), Some(first), None) => Uniqueness::One(first),
            (Count::Exact(_), None, _) => Uniqueness::None,
        }
    }

    /// Returns the work that the question took.
    #[must_use]
    pub fn effort(&self) -> Effort {
        let (method, counters) = match self.by {
            By::Singles(counters) if counters.nodes == 0 => ("singles", counters),
            By::Singles(counters) => ("singles search", counters),
            By::Prepared => ("prepared search", self.solver.prepared_counters()),
            By::Turns => (self.solver.turns.method(), self.solver.turns.counters()),
        };
        Effort { method, counters, levels: Vec::new() }
    }

    /// Sets the ranks of the solver to those of a solution. Returns true if it is found.
    fn set_ranks(&mut self, number: usize) -> bool {
        let Solver { ranks, turns, prepared, ahead, filled, .. } = &mut *self.solver;
        // What an earlier question found may still be there.
        (number as u64) < self.count.at_least()
            && match self.by {
                By::Singles(_) => {
                    let values = match (filled, ahead) {
                        (Some((Filled::Solved, values)), _) => Some(*values),
                        (_, Some(ahead)) => ahead.search().and_then(|found| found.solution(number)),
                        _ => None,
                    };
                    if let Some(values) = values {
                        for (rank, value) in ranks.iter_mut().zip(values) {
                            *rank = value - 1;
                        }
                    }
                    values.is_some()
                }
                By::Prepared => {
                    prepared.as_ref().is_some_and(|prepared| prepared.ranks_of_cells(number, ranks))
                }
                By::Turns => {
                    let found = turns.found(number).map(|found| &found[..ranks.len()]);
                    found.inspect(|found| ranks.copy_from_slice(found)).is_some()
                }
            }
    }
}

/// The work of the solver for a question or a listing.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Effort {
    /// The name of what did it: `singles`, `singles search`, `prepared search`, `board search`, `clause learning` or
    /// `ordered search`.
    pub method: &'static str,
    /// Its work.
    pub counters: Counters,
    /// The nodes by level of an ordered search; see [`Search::levels`](dlx_core::Search::levels). Empty for other methods.
    pub levels: Vec<u64>,
}
