//! Random full grids. The result does not depend on which solutions the solver happens to find.

use dlx_core::{Limits, Stopped, Uniqueness};

use super::{Filled, GenerateError, Generator, Random, blank, possible};
use crate::make::put;
use crate::model::geometry::{Cell, Digit, Geometry};
use crate::model::grid::Grid;
use crate::work::next_limits;

impl Generator {
    /// Returns a full grid. Cell after cell, in random order, gets a digit drawn from those with which there
    /// is a solution.
    pub(super) fn full<'q>(
        &mut self,
        random: &mut Random,
        limits: &mut impl FnMut() -> Limits<'q>,
    ) -> Result<Grid, GenerateError> {
        // Solutions with all digits drawn so far: if the solver cannot decide, these prove that a solution
        // exists. If two of them differ in a cell, a digit of theirs needs no question.
        let mut known = vec![self.any_solution(limits)?];
        let learn = |known: &mut Vec<Grid>, solution| {
            if !known.contains(&solution) {
                known.push(solution);
            }
        };
        let mut grid = blank(self.geometry());
        let mut cells: Vec<Cell> = self.geometry().open_cells().collect();
        random.shuffle(&mut cells);
        for cell in cells {
            let mut digits: Vec<Digit> = possible(self.geometry(), &grid, cell).collect();
            random.shuffle(&mut digits);
            for digit in digits {
                let has_digit = |solution: &Grid| solution.get(cell) == Some(digit);
                let witnesses = known.iter().filter(|solution| has_digit(solution)).count();
                put(&mut grid, cell, Some(digit));
                if witnesses < 2 {
                    match self.fill(&grid, limits)? {
                        Uniqueness::One(solution) => return Ok(solution),
                        Uniqueness::Several(first, second) => {
                            [first, second].into_iter().for_each(|found| learn(&mut known, found));
                        }
                        Uniqueness::Unknown { found: Some(solution), .. } => {
                            learn(&mut known, solution);
                        }
                        Uniqueness::Unknown { found: None, .. } if witnesses > 0 => {}
                        Uniqueness::Unknown { found: None, .. } | Uniqueness::None => {
                            put(&mut grid, cell, None);
                            continue;
                        }
                    }
                }
                known.retain(has_digit);
                break;
            }
        }
        Ok(grid)
    }

    /// Returns the solver's answer about a grid, or one found without it.
    fn fill<'q>(
        &mut self,
        grid: &Grid,
        limits: &mut impl FnMut() -> Limits<'q>,
    ) -> Result<Uniqueness<Grid>, Stopped> {
        let mut limits = next_limits(limits)?;
        let filled = self.filler.as_mut().map(|filler| filler.two(grid, &mut limits)).transpose()?;
        match filled {
            Some(Filled::All(None)) => Ok(Uniqueness::None),
            Some(Filled::All(Some(solution))) => Ok(Uniqueness::One(solution)),
            Some(Filled::Two(first, second)) => Ok(Uniqueness::Several(first, second)),
            Some(Filled::Unknown) | None => self.ask(grid, limits),
        }
    }

    /// Returns some full grid of the board.
    fn any_solution<'q>(&mut self, limits: &mut impl FnMut() -> Limits<'q>) -> Result<Grid, GenerateError> {
        let shifted = self.geometry().is_square().then(|| shifted(self.geometry()));
        let is_right = |grid: &Grid| grid.contradictions(self.geometry()).is_ok_and(|found| found.is_empty());
        if let Some(shifted) = shifted.filter(is_right) {
            return Ok(shifted);
        }
        let blank = blank(self.geometry());
        match self.ask(&blank, next_limits(limits)?)? {
            Uniqueness::One(solution)
            | Uniqueness::Several(solution, _)
            | Uniqueness::Unknown { found: Some(solution), .. } => Ok(solution),
            Uniqueness::Unknown { found: None, .. } | Uniqueness::None => {
                Err(GenerateError::None { side: self.geometry().side() })
            }
        }
    }
}

/// Returns a full grid of any board that has no houses besides rows, columns and boxes: each row is the first
/// one, rotated by a number of places that differs in each row.
fn shifted(geometry: &Geometry) -> Grid {
    let digits: Vec<Digit> = geometry.digits().collect();
    let mut grid = blank(geometry);
    for cell in geometry.cells() {
        // Rows of one box differ by its width, so that it has every digit; boxes above one another differ by one.
        let (band, row) = (cell.row() / geometry.box_height(), cell.row() % geometry.box_height());
        let place = geometry.box_width() * row + band + cell.column();
        put(&mut grid, cell, Some(digits[place % geometry.side()]));
    }
    grid
}
