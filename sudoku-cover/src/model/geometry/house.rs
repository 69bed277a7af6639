//! Houses: sets of N cells that contain every digit once, or at most once if there are more than N digits.
//!
//! The numbers of the houses of overlapping grids say in which grid they are.

use std::fmt;

use super::Cell;

/// The kinds of house, in the order in which a [`Geometry`](super::Geometry) lists them. A board has boxes or
/// regions, and diagonals, windows and groups if its [rules](super::rules) say so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HouseKind {
    /// Adjacent cells from left to right.
    Row,
    /// Adjacent cells from top to bottom.
    Column,
    /// A rectangle of cells.
    Box,
    /// Cells of any shape in place of a box.
    Region,
    /// Cells from corner to corner.
    Diagonal,
    /// A square between the boxes.
    Window,
    /// The cells at the same position in their boxes.
    Group,
}

impl HouseKind {
    /// Returns true if its cells are in a line: those of a row, a column or a diagonal.
    #[must_use]
    pub const fn is_line(self) -> bool {
        matches!(self, HouseKind::Row | HouseKind::Column | HouseKind::Diagonal)
    }

    /// Returns true if every cell is in exactly one such house besides its row and its column: a box or a
    /// region.
    #[must_use]
    pub const fn is_box(self) -> bool {
        matches!(self, HouseKind::Box | HouseKind::Region)
    }

    /// Returns the letter of its short name: boxes and regions are `b1`, `b2` and so on.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            HouseKind::Row => 'r',
            HouseKind::Column => 'c',
            HouseKind::Box | HouseKind::Region => 'b',
            HouseKind::Diagonal => 'd',
            HouseKind::Window => 'w',
            HouseKind::Group => 'g',
        }
    }
}

impl fmt::Display for HouseKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            HouseKind::Row => "row",
            HouseKind::Column => "column",
            HouseKind::Box => "box",
            HouseKind::Region => "region",
            HouseKind::Diagonal => "diagonal",
            HouseKind::Window => "window",
            HouseKind::Group => "group",
        })
    }
}

/// The difference between the numbers of the same house of two grids. No board has as many houses of a kind.
const GRID: usize = 1000;

/// Returns the number of a house of a grid, both counted from zero.
pub(super) const fn number_in_grid(grid: usize, number: usize) -> usize {
    GRID * (grid + 1) + number
}

/// Returns the number of a house as people read it, and that of its grid if there are several, both counted from 1.
pub(crate) const fn numbers(number: usize) -> (usize, Option<usize>) {
    let grid = number / GRID;
    (number % GRID + 1, if grid == 0 { None } else { Some(grid) })
}

/// The number of a house as people read it: `3`, and in the second of several grids `3 of grid 2`.
pub(crate) struct Numbered(pub(crate) usize);

impl fmt::Display for Numbered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match numbers(self.0) {
            (number, None) => number.fmt(f),
            (number, Some(grid)) => write!(f, "{number} of grid {grid}"),
        }
    }
}

/// The number of a house in its short name: `3`, and in the second of several grids `3@2`.
pub(crate) struct ShortNumber(pub(crate) usize);

impl fmt::Display for ShortNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match numbers(self.0) {
            (number, None) => number.fmt(f),
            (number, Some(grid)) => write!(f, "{number}@{grid}"),
        }
    }
}

/// A set of N cells that contain every digit once, or at most once on a board with more digits. Displayed as `row 3`,
/// `column 4`, `box 7`, `diagonal 1`, or `row 3 of grid 2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct House {
    pub(super) kind: HouseKind,
    pub(super) number: usize,
    pub(super) cells: Vec<Cell>,
}

impl House {
    /// Returns its kind.
    pub fn kind(&self) -> HouseKind {
        self.kind
    }

    /// Returns its number among its kind, counted from zero; boxes, regions, windows and groups are numbered
    /// row by row, by their first cells. In overlapping grids, 1000 times the number of the grid is added, which is counted
    /// from 1.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Returns its cells in ascending order.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind, Numbered(self.number))
    }
}
