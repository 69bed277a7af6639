//! A grid in one line.

use std::fmt;

use crate::grid::Grid;

/// The largest side of which every digit is one character.
pub(super) const LARGEST_COMPACT_SIDE: usize = 9;

/// A grid shown in one line, as [`Grid::to_line`] gives it.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    grid: &'a Grid,
}

impl Grid {
    /// The grid in one line, which a [`Reader`](super::Reader) for its side reads back: up to side 9
    /// one character for each cell with `.` for blank cells, above it numbers between commas with 0
    /// for blank cells.
    ///
    /// ```
    /// # use sudoku_cover::{Cell, Digit, Grid};
    /// let mut grid = Grid::empty(4)?;
    /// grid.set(Cell::new(0, 1), Digit::new(3))?;
    /// assert_eq!(grid.to_line().to_string(), ".3..............");
    /// # Ok::<(), sudoku_cover::GridError>(())
    /// ```
    pub fn to_line(&self) -> Line<'_> {
        Line { grid: self }
    }
}

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_compact = self.grid.side() <= LARGEST_COMPACT_SIDE;
        for (place, digit) in self.grid.digits().iter().enumerate() {
            if place > 0 && !is_compact {
                f.write_str(",")?;
            }
            match digit {
                Some(digit) => digit.fmt(f)?,
                None => f.write_str(if is_compact { "." } else { "0" })?,
            }
        }
        Ok(())
    }
}
