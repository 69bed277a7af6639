//! Overlapping grids in the place of the rows, columns and boxes of a board.

use std::fmt;

use super::spaced;
use crate::model::geometry::Cell;

/// Square grids of one side, each with its rows, columns and boxes, which may have cells in common. Displayed as the side
/// and the top left cells: `9 r1c1 r1c13`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grids {
    side: u8,
    corners: Vec<Cell>,
}

impl Grids {
    /// Returns grids of this side with these top left cells. The order of the cells has no meaning, nor has a cell that is
    /// named twice.
    #[must_use]
    pub fn new(side: u8, mut corners: Vec<Cell>) -> Grids {
        corners.sort_unstable();
        corners.dedup();
        Grids { side, corners }
    }

    /// Returns the five grids of a Samurai, on a board of side 21.
    ///
    /// ```
    /// use sudoku_cover::{Geometry, Grids, Rule};
    ///
    /// let board = Geometry::of_side(21)?.with_rules(&[Rule::Grids(Grids::samurai())])?;
    /// assert_eq!(board.open_cells().count(), 5 * 81 - 4 * 9);
    /// assert_eq!(board.values().to_string(), "1-9");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn samurai() -> Grids {
        Grids::new(
            9,
            [(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)].map(|(row, column)| Cell::new(row, column)).into(),
        )
    }

    /// Returns the side of each grid.
    #[must_use]
    pub fn side(&self) -> usize {
        usize::from(self.side)
    }

    /// Returns the top left cells of the grids, in ascending order.
    #[must_use]
    pub fn corners(&self) -> &[Cell] {
        &self.corners
    }

    /// Returns the side of the smallest board that has all grids.
    #[must_use]
    pub fn side_of_board(&self) -> usize {
        let ends = self.corners.iter().map(|corner| corner.row().max(corner.column()) + self.side());
        ends.max().unwrap_or(1)
    }
}

impl fmt::Display for Grids {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.side)?;
        spaced(f, &self.corners)
    }
}
