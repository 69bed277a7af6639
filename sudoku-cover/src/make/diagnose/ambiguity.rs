//! Why there are several solutions: the cells in which they differ, and additional clues that leave one
//! solution.

use dlx_core::{Count, Limits, Stopped};
use serde::{Serialize, Serializer};

use super::Examiner;
use super::conflict::is_zero;
use crate::make::with;
use crate::model::geometry::{Candidate, Cell, Digit, Geometry};
use crate::model::grid::Grid;
use crate::model::pencilmarks::{Marks, Pencilmarks};
use crate::random::Random;

/// Two clues that leave at least this many solutions count as equally good.
const MOST_COMPARED: u64 = 64;
/// Number of solutions from which no clue is looked for that leaves one, if rules make questions slow.
const MANY: u64 = 1000;
/// Number of searches for a small set of clues, where no single clue is enough; each uses another order.
const ATTEMPTS: u64 = 4;

/// The reason why a puzzle has several solutions. Serialized in the form that `dlx sudoku why --format json` prints.
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

/// An ambiguity as it is serialized.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct Written<'a> {
    /// Number of solutions, in decimal digits.
    #[cfg_attr(feature = "schema", schema(pattern = "^[0-9]+$"))]
    count: String,
    /// Whether all solutions were counted; otherwise the number is a lower bound.
    complete: bool,
    /// Two of the solutions, each as one line.
    solutions: [String; 2],
    /// Cells in which solutions differ, row by row.
    differing: Vec<DifferingCell>,
    /// Candidates each of which alone, as a clue, leaves one solution.
    single: &'a [Candidate],
    /// If no single candidate does: several that do so together.
    several: &'a [Candidate],
    /// Number of questions that reached a limit undecided.
    #[serde(skip_serializing_if = "is_zero")]
    undecided: usize,
}

/// A cell in which solutions differ.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct DifferingCell {
    /// The cell.
    cell: Cell,
    /// Its digits in the solutions.
    digits: Vec<Digit>,
}

impl Serialize for Ambiguity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let differing =
            |&cell: &Cell| DifferingCell { cell, digits: self.candidates.get(cell).digits().collect() };
        let written = Written {
            count: self.count.at_least().to_string(),
            complete: matches!(self.count, Count::Exact(_)),
            solutions: self.solutions.each_ref().map(|grid| grid.to_line().to_string()),
            differing: self.differing.iter().map(differing).collect(),
            single: &self.single,
            several: &self.several,
            undecided: self.undecided,
        };
        written.serialize(serializer)
    }
}

with_schema_of!(Ambiguity, Written<'_>);

impl<'q, F: FnMut() -> Limits<'q>> Examiner<'_, F> {
    /// Describes why a puzzle has these solutions, and maybe others. If the limits stop it, the count says so, and the
    /// rest is what was known then.
    pub(super) fn ambiguity(&mut self, puzzle: &Grid, solutions: [Grid; 2], most: u64) -> Ambiguity {
        let geometry = self.solver.matrix().geometry().clone();
        let none = geometry.cells().map(|_| Marks::none()).collect();
        let mut found = Ambiguity {
            count: Count::AtLeast(2, Stopped::Solutions),
            candidates: Pencilmarks::from_marks_of(geometry.values(), geometry.side(), none),
            solutions,
            differing: Vec::new(),
            single: Vec::new(),
            several: Vec::new(),
            undecided: 0,
        };
        if let Err(why) = self.describe(puzzle, most, &geometry, &mut found) {
            found.count = Count::AtLeast(found.count.at_least(), why);
        }
        found.differing = differing(&found.candidates, &geometry);
        found.undecided = self.undecided;
        found
    }

    fn describe(
        &mut self,
        puzzle: &Grid,
        most: u64,
        geometry: &Geometry,
        found: &mut Ambiguity,
    ) -> Result<(), Stopped> {
        for solution in &found.solutions {
            mark(&mut found.candidates, solution);
        }
        let is_slow = self.nodes_left != u64::MAX;
        if is_slow {
            // The number of solutions tells whether it is worthwhile to look for clues that leave one.
            self.count_into(puzzle, most.min(MANY), found)?;
        }
        self.true_candidates(puzzle, geometry, &mut found.candidates)?;
        if !is_slow || found.count.at_least() < MANY {
            let clues: Vec<Candidate> = differing(&found.candidates, geometry)
                .into_iter()
                .flat_map(|cell| {
                    found.candidates.get(cell).digits().map(move |digit| Candidate { cell, digit })
                })
                .collect();
            for &clue in &clues {
                if self.classify(&with(puzzle, clue.cell, Some(clue.digit)))? == Some(1) {
                    found.single.push(clue);
                }
            }
            if found.single.is_empty() {
                found.several = self.several_clues(puzzle, &clues)?;
            }
        }
        if !is_slow {
            // Counting comes last, because it may take long: if it stops early, the rest is already known.
            self.solver.take(puzzle).expect("the grid is one of the board");
            found.count = self.solver.count_up_to(most, &mut (self.limits)());
        }
        Ok(())
    }

    /// Counts the solutions within the limits of a question.
    fn count_into(&mut self, puzzle: &Grid, most: u64, found: &mut Ambiguity) -> Result<(), Stopped> {
        let count = self.ask(|solver, limits| {
            solver.take(puzzle).expect("the grid is one of the board");
            Ok(Some(solver.count_up_to(most, limits)))
        })?;
        match count {
            Some(Count::AtLeast(count, Stopped::Asked)) => {
                found.count = Count::AtLeast(count.max(2), Stopped::Asked);
                Err(Stopped::Asked)
            }
            Some(Count::AtLeast(count, why)) => {
                found.count = Count::AtLeast(count.max(2), why);
                Ok(())
            }
            Some(exact) => {
                found.count = exact;
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Adds the digits that each cell has in some solution.
    fn true_candidates(
        &mut self,
        puzzle: &Grid,
        geometry: &Geometry,
        found: &mut Pencilmarks,
    ) -> Result<(), Stopped> {
        for cell in geometry.open_cells().filter(|&cell| puzzle.get(cell).is_none()) {
            for digit in geometry.digits() {
                if found.get(cell).contains(digit) {
                    continue;
                }
                let assumed = with(puzzle, cell, Some(digit));
                if let Some(Some(solution)) = self.solution(&assumed)? {
                    mark(found, &solution);
                }
            }
        }
        Ok(())
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

/// Adds the digits of a solution.
fn mark(found: &mut Pencilmarks, solution: &Grid) {
    for Candidate { cell, digit } in solution.clues() {
        let marks = found.get(cell).with(digit);
        found.set(cell, marks).expect("the cell and the digits are those of the board");
    }
}

/// Returns the cells with several digits, row by row.
fn differing(candidates: &Pencilmarks, geometry: &Geometry) -> Vec<Cell> {
    geometry.cells().filter(|&cell| candidates.get(cell).count() > 1).collect()
}
