//! Why there are several solutions: where they differ, and which clues more would leave one.

use dlx_core::{Count, Limits, Stopped};

use super::Examiner;
use crate::make::generate::Random;
use crate::make::with;
use crate::model::geometry::{Candidate, Cell, Geometry};
use crate::model::grid::Grid;
use crate::model::pencilmarks::{Marks, Pencilmarks};

/// Of two clues that leave at least so many solutions none counts as better.
const MOST_COMPARED: u64 = 64;
/// How often clues are looked for where it takes several.
const ATTEMPTS: u64 = 4;

/// Why a puzzle has several solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ambiguity {
    /// How many there are, as far as they were counted.
    pub count: Count,
    /// Two of them.
    pub solutions: [Grid; 2],
    /// The digits that each cell has in some solution: one where all agree.
    pub candidates: Pencilmarks,
    /// The cells in which solutions differ, row by row.
    pub differing: Vec<Cell>,
    /// The clues any one of which leaves one solution: all of them, in the order of the board.
    pub single: Vec<Candidate>,
    /// If there is no such clue: several that together do. If they are two, fewer do not; if they are more, fewer
    /// might.
    pub several: Vec<Candidate>,
    /// How many questions ended at a limit of nodes. If it is not 0, candidates and clues may be missing.
    pub undecided: usize,
}

impl<'q, F: FnMut() -> Limits<'q>> Examiner<'_, F> {
    /// Why a puzzle has these solutions, and maybe others.
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
        // Last, as it may take any time: what is known by then is reported.
        self.solver.take(puzzle).expect("the grid is one of the board");
        let count = self.solver.count_up_to(most, &mut (self.limits)());
        Ok(Ambiguity { count, solutions, candidates, differing, single, several, undecided })
    }

    /// The digits that cells have in solutions.
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

    /// Clues that leave one solution, where no single one does: each is one that leaves the fewest, and those that
    /// turn out not to be needed are left out. The fewest of some attempts.
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

    /// Clues that leave one solution; `None` if limits of nodes keep from it.
    fn added_clues(&mut self, puzzle: &Grid, order: &[Candidate]) -> Result<Option<Vec<Candidate>>, Stopped> {
        let (mut grid, mut added) = (puzzle.clone(), Vec::new());
        loop {
            let mut best: Option<(u64, Candidate)> = None;
            for &clue in order.iter().filter(|clue| grid.get(clue.cell).is_none()) {
                let most = best.map_or(MOST_COMPARED, |(count, _)| count);
                // A clue that takes nothing away adds nothing, but it is not known to do so before it is counted.
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
