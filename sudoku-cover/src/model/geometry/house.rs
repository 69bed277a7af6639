//! Houses: sets of N cells in which every digit stands once.

use std::fmt;

use super::Cell;

/// The kinds of house, in the order in which a [`Geometry`](super::Geometry) lists them. A board has boxes or regions,
/// and diagonals, windows and groups where its [rules](super::rules) say so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HouseKind {
    /// Cells side by side.
    Row,
    /// Cells one above the other.
    Column,
    /// A rectangle of cells.
    Box,
    /// Cells of any shape in the place of a box.
    Region,
    /// Cells from corner to corner.
    Diagonal,
    /// A square between the boxes.
    Window,
    /// The cells that have the same place in their boxes.
    Group,
}

impl HouseKind {
    /// Whether its cells lie in a line: those of a row, a column or a diagonal.
    #[must_use]
    pub const fn is_line(self) -> bool {
        matches!(self, HouseKind::Row | HouseKind::Column | HouseKind::Diagonal)
    }

    /// Whether every cell lies in one such house beside its row and its column: a box, or a region in its place.
    #[must_use]
    pub const fn is_box(self) -> bool {
        matches!(self, HouseKind::Box | HouseKind::Region)
    }

    /// The letter of its short name: boxes, and regions in their place, are `b1`, `b2` and so on.
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

/// A set of N cells in which every digit stands once. Shown as `row 3`, `column 4`, `box 7`, `diagonal 1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct House {
    pub(super) kind: HouseKind,
    pub(super) number: usize,
    pub(super) cells: Vec<Cell>,
}

impl House {
    /// Whether this is a row, a column, a box, or something else.
    pub fn kind(&self) -> HouseKind {
        self.kind
    }

    /// Which one of its kind it is, counted from zero; boxes, regions, windows and groups are numbered row by row, by
    /// their first cells.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Its N cells, in ascending order.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind, self.number + 1)
    }
}
