//! Random full grids. The result does not depend on which solutions the solver happens to find.

use dlx_core::{Limits, Stopped, Uniqueness};

use super::{Filled, GenerateError, Generator, Random, blank, possible};
use crate::make::put;
use crate::model::geometry::{Cell, Digit, Geometry};
use crate::model::grid::Grid;
use crate::work::next_limits;

/// Where the solver searches on the board, the greatest number of nodes for a question about a full grid, and the number of questions that may
/// end there before a solution that is known is taken. A grid to which many digits can be added takes about a hundred nodes.
/// Near the point where no digit fits any more, the answer may take hours.
const NODES_ON_BOARD: u64 = 500;
const MOST_UNDECIDED: usize = 8;

/// Random digits are put into 0, 1, 2 and so on times half as many cells as a row has, below this number of times.
const HALVES: usize = 8;

impl Generator {
    /// Returns a full grid. Cell after cell, in random order, gets a digit drawn from those with which there
    /// is a solution, until too many questions are undecided.
    pub(super) fn full<'q>(
        &mut self,
        random: &mut Random,
        limits: &mut impl FnMut() -> Limits<'q>,
    ) -> Result<Grid, GenerateError> {
        // Solutions with all digits drawn so far: if the solver cannot decide, these prove that a solution
        // exists. If two of them differ in a cell, a digit of theirs needs no question.
        let Some(first) = self.any_solution(limits)? else { return self.with_random_digits(random, limits) };
        let mut known = vec![first];
        let mut undecided = 0;
        let learn = |known: &mut Vec<Grid>, solution| {
            if !known.contains(&solution) {
                known.push(solution);
            }
        };
        let mut grid = blank(self.geometry());
        let mut cells: Vec<Cell> = self.geometry().open_cells().collect();
        random.shuffle(&mut cells);
        for cell in cells {
            if undecided >= MOST_UNDECIDED && !self.solver.is_prepared() {
                return Ok(known.swap_remove(0));
            }
            let mut digits: Vec<Digit> = possible(self.geometry(), &grid, cell).collect();
            random.shuffle(&mut digits);
            for digit in digits {
                let has_digit = |solution: &Grid| solution.get(cell) == Some(digit);
                let witnesses = known.iter().filter(|solution| has_digit(solution)).count();
                put(&mut grid, cell, Some(digit));
                if witnesses < 2 {
                    let found = self.fill(&grid, limits)?;
                    undecided += usize::from(matches!(found, Uniqueness::Unknown { .. }));
                    match found {
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
            Some(Filled::Unknown) | None => self.ask_within(grid, self.nodes_of_a_filling(), &mut limits),
        }
    }

    /// Returns the solver's answer within this number of nodes.
    fn ask_within(
        &mut self,
        grid: &Grid,
        nodes: u64,
        limits: &mut Limits<'_>,
    ) -> Result<Uniqueness<Grid>, Stopped> {
        limits.within_nodes(nodes, |limits| self.ask(grid, limits))
    }

    fn nodes_of_a_filling(&self) -> u64 {
        if self.solver.is_prepared() { u64::MAX } else { NODES_ON_BOARD }
    }

    /// Returns some full grid of the board, or `None` if it takes long to find one.
    fn any_solution<'q>(
        &mut self,
        limits: &mut impl FnMut() -> Limits<'q>,
    ) -> Result<Option<Grid>, GenerateError> {
        let shifted = self.geometry().is_square().then(|| shifted(self.geometry()));
        let is_right = |grid: &Grid| grid.contradictions(self.geometry()).is_ok_and(|found| found.is_empty());
        if let Some(shifted) = shifted.filter(is_right) {
            return Ok(Some(shifted));
        }
        let blank = blank(self.geometry());
        let found = self.ask_within(&blank, self.nodes_of_a_filling(), &mut next_limits(limits)?)?;
        match found {
            Uniqueness::One(solution)
            | Uniqueness::Several(solution, _)
            | Uniqueness::Unknown { found: Some(solution), .. } => Ok(Some(solution)),
            Uniqueness::Unknown { found: None, .. } if !self.solver.is_prepared() => Ok(None),
            Uniqueness::Unknown { found: None, .. } | Uniqueness::None => {
                Err(GenerateError::None { side: self.geometry().side() })
            }
        }
    }

    /// Returns a full grid of a board with rules that is found from random digits in some cells. A search that has begun badly may
    /// take hours, and one that begins elsewhere a moment. (Gomes, Selman and Kautz, *Boosting combinatorial search through
    /// randomization*, 1998.)
    fn with_random_digits<'q>(
        &mut self,
        random: &mut Random,
        limits: &mut impl FnMut() -> Limits<'q>,
    ) -> Result<Grid, GenerateError> {
        let none = GenerateError::None { side: self.geometry().side() };
        let mut nodes = NODES_ON_BOARD;
        loop {
            let mut is_last = false;
            // How many digits leave a solution that is soon found differs from rule to rule. Too many are soon refuted, and
            // none at all show that there is no grid.
            for halves in 0..HALVES {
                let grid = self.some_digits(halves * self.geometry().side() / 2, random);
                let mut limits = next_limits(limits)?;
                is_last = limits.nodes_left() <= nodes;
                match self.ask_within(&grid, nodes, &mut limits)? {
                    Uniqueness::One(solution)
                    | Uniqueness::Several(solution, _)
                    | Uniqueness::Unknown { found: Some(solution), .. } => return Ok(solution),
                    Uniqueness::None if halves == 0 => return Err(none),
                    Uniqueness::None | Uniqueness::Unknown { found: None, .. } => {}
                }
            }
            if is_last {
                return Err(none);
            }
            nodes = nodes.saturating_mul(2);
        }
    }

    /// Returns a grid with random digits in this number of random cells; with fewer where no digit differs from those of peers.
    fn some_digits(&self, count: usize, random: &mut Random) -> Grid {
        let mut grid = blank(self.geometry());
        let mut cells: Vec<Cell> = self.geometry().open_cells().collect();
        random.shuffle(&mut cells);
        for &cell in cells.iter().take(count) {
            let digits: Vec<Digit> = possible(self.geometry(), &grid, cell).collect();
            if !digits.is_empty() {
                put(&mut grid, cell, Some(digits[random.below(digits.len())]));
            }
        }
        grid
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
