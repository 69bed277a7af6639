//! The digits that cells have in the solutions of a puzzle.

use std::fmt;

use dlx_core::{Count, Limits, Stopped};
use serde::{Serialize, Serializer};

use super::Solver;
use crate::model::geometry::{Cell, Digit, Geometry};
use crate::solve::verdict::Verdict;

/// Number of solutions that are listed before the candidates are tried one by one.
const MOST_LISTED: u64 = 1_000;

/// The digits that the cells of a puzzle have in its solutions. Returned by
/// [`Solver::true_candidates`](crate::Solver::true_candidates).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TrueCandidates {
    /// Whether the puzzle has no solution, one or several.
    pub verdict: Verdict,
    /// The cells without a given, row by row; empty if there is no solution.
    pub cells: Vec<TrueDigits>,
}

/// The digits that a cell has in solutions. Displayed as `r1c2: 3(12) 7(100+)`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TrueDigits {
    /// The cell.
    pub cell: Cell,
    /// Its digits, in ascending order.
    pub digits: Vec<TrueDigit>,
}

/// A digit that a cell has in solutions. Displayed as `3(12)`, or as `7(100+)` if there may be more solutions with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrueDigit {
    /// The digit.
    pub digit: Digit,
    /// The number of solutions with it.
    pub count: Count,
}

impl fmt::Display for TrueDigits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.cell)?;
        self.digits.iter().try_for_each(|digit| write!(f, " {digit}"))
    }
}

impl fmt::Display for TrueDigit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.count {
            Count::Exact(count) => write!(f, "{}({count})", self.digit),
            Count::AtLeast(count, _) => write!(f, "{}({count}+)", self.digit),
        }
    }
}

/// A digit as it is serialized.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct TrueDigitForm {
    digit: Digit,
    /// The number of solutions with the digit, in decimal digits.
    count: String,
    /// True if these are all; otherwise there may be more.
    complete: bool,
}

impl Serialize for TrueDigit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let &Self { digit, count } = self;
        let complete = matches!(count, Count::Exact(_));
        TrueDigitForm { digit, count: count.at_least().to_string(), complete }.serialize(serializer)
    }
}

with_schema_of!(TrueDigit, TrueDigitForm);

impl Solver {
    /// Returns the digits that each cell has in some solution of the loaded puzzle, with the number of these solutions: exact
    /// below `most`, otherwise `most` and [`Stopped::Solutions`]. A listing then begins again.
    ///
    /// ```
    /// use dlx_core::Limits;
    /// use sudoku_cover::{Geometry, Solver};
    ///
    /// let mut solver = Solver::new(&Geometry::of_side(4)?);
    /// solver.load(&"12..34..........".parse()?)?;
    /// let found = solver.true_candidates(100, &mut Limits::none())?;
    /// assert_eq!(found.cells[0].to_string(), "r1c3: 3(6) 4(6)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The limit that stopped the solver before all numbers were known.
    ///
    /// # Complexity
    /// A listing of up to 1000 solutions. If there are more, one question for each candidate that fewer than `most` of
    /// these have.
    pub fn true_candidates(&mut self, most: u64, limits: &mut Limits<'_>) -> Result<TrueCandidates, Stopped> {
        let geometry = self.matrix.geometry().clone();
        let digits = geometry.values().count();
        let mut found = vec![0; geometry.cell_count() * digits];
        self.is_listing = false;
        let listed = self.list_into(&mut found, limits);
        self.is_listing = false;
        let is_complete = listed?;
        let mut cells = Vec::new();
        for (place, (cell, known)) in geometry.cells().zip(found.chunks(digits)).enumerate() {
            let mut of_cell = TrueDigits { cell, digits: Vec::new() };
            let digits = geometry.digits().filter(|_| !geometry.is_blocked(cell));
            for (rank, (digit, &known)) in digits.zip(known).enumerate() {
                let count = if known >= most {
                    Count::AtLeast(most, Stopped::Solutions)
                } else if is_complete {
                    Count::Exact(known)
                } else {
                    self.count_with(place, rank, most, limits)?
                };
                if count != Count::Exact(0) {
                    of_cell.digits.push(TrueDigit { digit, count });
                }
            }
            cells.push(of_cell);
        }
        let verdict = verdict_of(&cells, &geometry);
        let mut clues = self.puzzle.clues.iter();
        cells.retain(|cell| clues.next() == Some(&0) && !cell.digits.is_empty());
        Ok(TrueCandidates { verdict, cells })
    }

    /// Adds by candidate the number of the first solutions that have it. Returns true if these are all.
    fn list_into(&mut self, found: &mut [u64], limits: &mut Limits<'_>) -> Result<bool, Stopped> {
        let values = self.matrix.geometry().values();
        limits.without_solutions(|limits| {
            for _ in 0..MOST_LISTED {
                let Some(solution) = self.next_solution(limits)? else { return Ok(true) };
                for (digit, counts) in solution.digits().iter().zip(found.chunks_mut(values.count())) {
                    digit.iter().for_each(|&digit| counts[values.rank(digit)] += 1);
                }
            }
            Ok(false)
        })
    }

    /// Counts the solutions, up to `most`, in which a cell has the digit of this rank.
    fn count_with(
        &mut self,
        cell: usize,
        rank: usize,
        most: u64,
        limits: &mut Limits<'_>,
    ) -> Result<Count, Stopped> {
        let given = u8::try_from(rank + 1).unwrap_or(u8::MAX);
        if !self.puzzle.allows(cell, rank) {
            return Ok(Count::Exact(0));
        }
        let before = std::mem::replace(&mut self.puzzle.clues[cell], given);
        let filled = self.filled.take();
        let count = limits.without_solutions(|limits| self.count_up_to(most, limits));
        (self.puzzle.clues[cell], self.filled) = (before, filled);
        match count {
            Count::AtLeast(_, why) if why != Stopped::Solutions => Err(why),
            known => Ok(known),
        }
    }
}

/// Returns what the digits of all cells tell of the number of solutions.
fn verdict_of(cells: &[TrueDigits], geometry: &Geometry) -> Verdict {
    let counts = || cells.iter().flat_map(|cell| &cell.digits).map(|digit| digit.count);
    if counts().next().is_none() {
        return Verdict::None;
    }
    if cells.iter().any(|cell| cell.digits.len() > 1) || counts().any(|count| count.at_least() > 1) {
        return Verdict::Several;
    }
    // Solutions differ in some cell, unless they have parts besides their digits.
    let is_known = !geometry.exceeds_exact_cover() || counts().all(|count| count == Count::Exact(1));
    if is_known { Verdict::Unique } else { Verdict::Solved }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::grid::Grid;
    use crate::model::pencilmarks::Pencilmarks;

    /// Returns the digits of a cell without a given in the solutions of the loaded puzzle, listed one by one.
    fn expected(solver: &mut Solver, puzzle: &Grid, most: u64) -> TrueCandidates {
        let geometry = solver.matrix().geometry().clone();
        let solutions: Vec<Grid> = solver.solutions().collect();
        let of_cell = |cell: Cell| {
            let counted = geometry.digits().map(|digit| {
                let found = solutions.iter().filter(|grid| grid.get(cell) == Some(digit)).count() as u64;
                let count = if found >= most {
                    Count::AtLeast(most, Stopped::Solutions)
                } else {
                    Count::Exact(found)
                };
                (found > 0).then_some(TrueDigit { digit, count })
            });
            TrueDigits { cell, digits: counted.flatten().collect() }
        };
        let blank = geometry.cells().filter(|&cell| puzzle.get(cell).is_none());
        TrueCandidates {
            verdict: Verdict::of_count(solutions.len() as u64, true),
            cells: blank.map(of_cell).filter(|cell| !cell.digits.is_empty()).collect(),
        }
    }

    #[test]
    fn true_candidates_are_those_of_all_solutions() {
        let boards: [(usize, &str, &[&str]); 8] = [
            (4, "12..............", &[]),
            (4, "................", &["thermo r1c1 r2c1 r3c2"]),
            (4, "1...............", &["killer 7 r2c1 r2c2", "anti-knight"]),
            (4, "11..............", &[]),
            // One solution, with blank cells and without.
            (4, "1234341.2143432.", &[]),
            (4, "1234341221434321", &[]),
            // More solutions than are listed.
            (6, "123456456123........................", &[]),
            (6, "123456..............................", &["thermo r3c1 r4c1"]),
        ];
        for (side, text, rules) in boards {
            let rules: Vec<_> = rules.iter().map(|rule| rule.parse().unwrap()).collect();
            let geometry = Geometry::of_side(side).unwrap().with_rules(&rules).unwrap();
            let puzzle: Grid = text[..side * side].parse().unwrap();
            let mut solver = Solver::new(&geometry);
            for most in [1, 3, 100, u64::MAX] {
                if side == 6 && most > 3 {
                    continue;
                }
                solver.take(&puzzle).unwrap();
                let expected = expected(&mut solver, &puzzle, most);
                let found = solver.true_candidates(most, &mut Limits::none()).unwrap();
                assert_eq!(found, expected, "{text} {rules:?} {most}");
            }
        }
    }

    #[test]
    fn true_candidates_keep_to_the_candidates_of_a_puzzle() {
        let geometry = Geometry::of_side(4).unwrap();
        let puzzle: Grid = "1...............".parse().unwrap();
        let allowed = Pencilmarks::implied(&"13..............".parse().unwrap(), &geometry).unwrap();
        let mut solver = Solver::new(&geometry);
        solver.load_allowed(&puzzle, &allowed).unwrap();
        let expected = expected(&mut solver, &puzzle, 100);
        assert_eq!(solver.true_candidates(100, &mut Limits::none()).unwrap(), expected);
        assert!(expected.cells[0].to_string().starts_with("r1c2: 3("), "{}", expected.cells[0]);
    }
}
