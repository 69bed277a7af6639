//! The digits that cells have in the solutions of a puzzle.

use dlx_core::{Count, Limits, Stopped};

use super::Solver;
use crate::model::geometry::Candidate;

/// Number of solutions that are listed before the candidates are tried one by one.
const MOST_LISTED: u64 = 1_000;

impl Solver {
    /// Returns the candidates that some solution of the loaded puzzle has, cell by cell, each with the number of these
    /// solutions: exact below `most`, otherwise `most` and [`Stopped::Solutions`]. A listing then begins again.
    ///
    /// ```
    /// use dlx_core::{Count, Limits};
    /// use sudoku_cover::{Cell, Geometry, Solver};
    ///
    /// let mut solver = Solver::new(&Geometry::of_side(4)?);
    /// solver.load(&"12..............".parse()?)?;
    /// let found = solver.true_candidates(100, &mut Limits::none())?;
    /// let of_cell = |cell: Cell| found.iter().filter(move |(candidate, _)| candidate.cell == cell);
    /// assert_eq!(of_cell("r1c1".parse()?).count(), 1);
    /// assert_eq!(of_cell("r2c2".parse()?).count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The limit that stopped the solver before all numbers were known.
    ///
    /// # Complexity
    /// A listing of up to 1000 solutions. If there are more, one question for each candidate that fewer than `most` of
    /// these have.
    pub fn true_candidates(
        &mut self,
        most: u64,
        limits: &mut Limits<'_>,
    ) -> Result<Vec<(Candidate, Count)>, Stopped> {
        let geometry = self.matrix.geometry().clone();
        let candidates =
            geometry.cells().flat_map(|cell| geometry.digits().map(move |digit| Candidate { cell, digit }));
        let candidates: Vec<Candidate> = candidates.collect();
        let digits = geometry.values().count();
        let mut found = vec![0; candidates.len()];
        self.is_listing = false;
        let listed = self.list_into(&mut found, limits);
        self.is_listing = false;
        let is_complete = listed?;
        let mut counts = Vec::new();
        for (number, (&candidate, &known)) in candidates.iter().zip(&found).enumerate() {
            let count = if known >= most {
                Count::AtLeast(most, Stopped::Solutions)
            } else if is_complete {
                Count::Exact(known)
            } else {
                self.count_with(number / digits, number % digits, most, limits)?
            };
            if count != Count::Exact(0) {
                counts.push((candidate, count));
            }
        }
        Ok(counts)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::geometry::Geometry;
    use crate::model::grid::Grid;
    use crate::model::pencilmarks::Pencilmarks;

    /// Returns what the solutions of the loaded puzzle, listed one by one, say.
    fn expected(solver: &mut Solver, most: u64) -> Vec<(Candidate, Count)> {
        let geometry = solver.matrix().geometry().clone();
        let solutions: Vec<Grid> = solver.solutions().collect();
        let mut counts = Vec::new();
        for cell in geometry.cells() {
            for digit in geometry.digits() {
                let found = solutions.iter().filter(|grid| grid.get(cell) == Some(digit)).count() as u64;
                let count = if found >= most {
                    Count::AtLeast(most, Stopped::Solutions)
                } else {
                    Count::Exact(found)
                };
                if found > 0 {
                    counts.push((Candidate { cell, digit }, count));
                }
            }
        }
        counts
    }

    #[test]
    fn true_candidates_are_those_of_all_solutions() {
        let boards: [(usize, &str, &[&str]); 6] = [
            (4, "12..............", &[]),
            (4, "................", &["thermo r1c1 r2c1 r3c2"]),
            (4, "1...............", &["killer 7 r2c1 r2c2", "anti-knight"]),
            (4, "11..............", &[]),
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
                let expected = expected(&mut solver, most);
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
        let expected = expected(&mut solver, 100);
        assert_eq!(solver.true_candidates(100, &mut Limits::none()).unwrap(), expected);
        assert!(expected.iter().any(|(candidate, _)| candidate.to_string() == "r1c2=3"));
        assert!(!expected.iter().any(|(candidate, _)| candidate.to_string() == "r1c2=2"));
    }
}
