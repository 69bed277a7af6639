//! Why there are several solutions: the cells in which they differ, and additional clues that leave one
//! solution.

use dlx_core::{Count, Limits, Stopped};

use super::Examiner;
use crate::make::generate::Random;
use crate::make::with;
use crate::model::geometry::{Candidate, Cell, Geometry};
use crate::model::grid::Grid;
use crate::model::pencilmarks::{Marks, Pencilmarks};

/// Two clues that leave at least this many solutions count as equally good.
const MOST_COMPARED: u64 = 64;
/// Number of searches for a small set of clues, where no single clue is enough; each uses another order.
const ATTEMPTS: u64 = 4;

/// The reason why a puzzle has several solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ambiguity {
    /// The number of solutions; a lower bound if counting stopped early.
    pub count: Count,
    /// Two solutions.
    pub solutions: [Grid; 2],
    /// By cell, the digits that it has in some solution: one digit where all solutions agree.
    pub candidates: Pencilmarks,
    /// The cells in which solutions differ, row by row.
    pub differing: Vec<Cell>,
    /// The clues any one of which leaves one solution, in the order of the board.
    pub single: Vec<Candidate>,
    /// Clues that together leave one solution; empty if a single clue does, or if no set was found. A set of
    /// two is smallest; of a larger set, fewer clues might be enough.
    pub several: Vec<Candidate>,
    /// The number of questions that ended at a limit of nodes. If it is not 0, candidates and clues may be
    /// missing.
    pub undecided: usize,
}

impl<'q, F: FnMut() -> Limits<'q>> Examiner<'_, F> {
    /// Describes why a puzzle has these solutions, and maybe others.
    pub(super) fn ambiguity(
        &mut self,
        puzzle: &Grid,
        solutions: [Grid; 2],
        most: u64,
    ) -> Result<Ambiguity, Stopped> {
        let geometry = self.solver.matrix().geometry().clone();
        let candidates = self.true_candidates(puzzle, &solutions, &geometry)?;
        let differing: Vec<Cell> =
            geometry.cells().filter(|&cell| candidates.get(cell).count() > 1).collect();
        let clues: Vec<Candidate> = differing
            .iter()
            .flat_map(|&cell| candidates.get(cell).digits().map(move |digit| Candidate { cell, digit }))
            .collect();
        let mut single = Vec::new();
        for &clue in &clues {
            if self.classify(&with(puzzle, clue.cell, Some(clue.digit)))? == Some(1) {
                single.push(clue);
            }
        }
        let several = if single.is_empty() { self.several_clues(puzzle, &clues)? } else { Vec::new() };
        let undecided = self.undecided;
        // Counting comes last, because it may take long: if it stops early, the rest is already known.
        self.solver.take(puzzle).expect("the grid is one of the board");
        let count = self.solver.count_up_to(most, &mut (self.limits)());
        Ok(Ambiguity { count, solutions, candidates, differing, single, several, undecided })
    }

    /// Returns the digits that each cell has in some solution.
    fn true_candidates(
        &mut self,
        puzzle: &Grid,
        known: &[Grid],
        geometry: &Geometry,
    ) -> Result<Pencilmarks, Stopped> {
        let mut found = Pencilmarks::full(geometry.side()).expect("the side is that of a board");
        let set = |found: &mut Pencilmarks, cell, marks| {
            found.set(cell, marks).expect("the cell and the digits are those of the board");
        };
        for cell in geometry.cells() {
            set(&mut found, cell, Marks::none());
        }
        let mark = |found: &mut Pencilmarks, solution: &Grid| {
            for Candidate { cell, digit } in solution.clues() {
                let marks = found.get(cell).with(digit);
                set(found, cell, marks);
            }
        };
        for solution in known {
            mark(&mut found, solution);
        }
        for cell in geometry.cells().filter(|&cell| puzzle.get(cell).is_none()) {
            for digit in geometry.digits() {
                if found.get(cell).contains(digit) {
                    continue;
                }
                let assumed = with(puzzle, cell, Some(digit));
                if let Some(Some(solution)) = self.solution(&assumed)? {
                    mark(&mut found, &solution);
                }
            }
        }
        Ok(found)
    }

    /// Returns a small set of clues that leaves one solution, where no single clue does. Each attempt
    /// repeatedly adds the clue that leaves the fewest solutions and then removes those that turn out to be
    /// unnecessary; the smallest set of all attempts is returned.
    fn several_clues(&mut self, puzzle: &Grid, clues: &[Candidate]) -> Result<Vec<Candidate>, Stopped> {
        let mut fewest: Option<Vec<Candidate>> = None;
        for attempt in 0..ATTEMPTS {
            let mut order = clues.to_vec();
            Random::new(0, attempt).shuffle(&mut order);
            let Some(added) = self.added_clues(puzzle, &order)? else { continue };
            if fewest.as_ref().is_none_or(|fewest| added.len() < fewest.len()) {
                fewest = Some(added);
            }
        }
        Ok(fewest.unwrap_or_default())
    }

    /// Returns clues that leave one solution, or `None` if none are found because of limits of nodes.
    fn added_clues(&mut self, puzzle: &Grid, order: &[Candidate]) -> Result<Option<Vec<Candidate>>, Stopped> {
        let (mut grid, mut added) = (puzzle.clone(), Vec::new());
        loop {
            let mut best: Option<(u64, Candidate)> = None;
            for &clue in order.iter().filter(|clue| grid.get(clue.cell).is_none()) {
                let most = best.map_or(MOST_COMPARED, |(count, _)| count);
                // A clue that excludes no solution is useless, but only counting shows that.
                match self.count(&with(&grid, clue.cell, Some(clue.digit)), most)? {
                    Some(count) if count > 0 && best.is_none_or(|(least, _)| count < least) => {
                        best = Some((count, clue));
                    }
                    _ => {}
                }
                if best.is_some_and(|(count, _)| count == 1) {
                    break;
                }
            }
            let Some((count, clue)) = best else { return Ok(None) };
            grid = with(&grid, clue.cell, Some(clue.digit));
            added.push(clue);
            if count == 1 {
                break;
            }
        }
        for clue in added.clone() {
            let fewer = with(&grid, clue.cell, None);
            if self.classify(&fewer)? == Some(1) {
                grid = fewer;
                added.retain(|&other| other != clue);
            }
        }
        added.sort_unstable();
        Ok(Some(added))
    }
}
