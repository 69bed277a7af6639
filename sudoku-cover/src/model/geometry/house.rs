//! Houses: sets of N cells that contain every digit once, or at most once if there are more than N digits.

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

/// A set of N cells that contain every digit once, or at most once on a board with more digits. Displayed as `row 3`, `column 4`, `box 7`, `diagonal 1`.
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
    /// row by row, by their first cells.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Returns its N cells in ascending order.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind, self.number + 1)
    }
}
