//! The places of clues outside of the board, and the cells for which they hold.

use crate::model::geometry::{Cell, Geometry};

impl Geometry {
    /// Returns the cells of a row or column, from this side on.
    pub(crate) fn line_from(&self, side: Side, number: u8) -> Vec<Cell> {
        let last = self.side_byte() - 1;
        let cell = |place: u8| match side {
            Side::Left => Cell::new(number, place),
            Side::Right => Cell::new(number, last - place),
            Side::Top => Cell::new(place, number),
            Side::Bottom => Cell::new(last - place, number),
        };
        // A clue is at the first cell of the board on its side.
        let blocked = |cell: &Cell| self.is_blocked(*cell);
        let mut cells: Vec<Cell> = (0..=last).map(cell).skip_while(blocked).collect();
        cells.truncate(cells.iter().rposition(|cell| !self.is_blocked(*cell)).map_or(0, |place| place + 1));
        cells
    }

    /// Returns the cells of a diagonal from its first cell on.
    pub(crate) fn diagonal_from(&self, first: Cell, direction: Direction) -> Vec<Cell> {
        let (down, right) = direction.step();
        let next = |cell: &Cell| {
            Some(Cell::new(cell.row.checked_add_signed(down)?, cell.column.checked_add_signed(right)?))
        };
        std::iter::successors(Some(first), next).take_while(|&cell| self.contains(cell)).collect()
    }
}

/// A side of the board, from which a row or a column is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// A row, from its first cell.
    Left,
    /// A row, from its last cell.
    Right,
    /// A column, from its first cell.
    Top,
    /// A column, from its last cell.
    Bottom,
}

impl Side {
    /// All sides.
    pub const ALL: [Side; 4] = [Side::Left, Side::Right, Side::Top, Side::Bottom];

    /// Returns the word for the side, such as `left`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Side::Left => "left",
            Side::Right => "right",
            Side::Top => "top",
            Side::Bottom => "bottom",
        }
    }

    /// Returns `row` or `column`.
    #[must_use]
    pub const fn house(self) -> &'static str {
        match self {
            Side::Left | Side::Right => "row",
            Side::Top | Side::Bottom => "column",
        }
    }
}

/// The direction of a diagonal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// To the row above and the column to the left.
    UpLeft,
    /// To the row above and the column to the right.
    UpRight,
    /// To the row below and the column to the left.
    DownLeft,
    /// To the row below and the column to the right.
    DownRight,
}

impl Direction {
    /// All directions.
    pub const ALL: [Direction; 4] =
        [Direction::UpLeft, Direction::UpRight, Direction::DownLeft, Direction::DownRight];

    /// Returns the words for the direction, such as `up-left`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Direction::UpLeft => "up-left",
            Direction::UpRight => "up-right",
            Direction::DownLeft => "down-left",
            Direction::DownRight => "down-right",
        }
    }

    /// Returns the number of rows down and of columns to the right from a cell to the next.
    pub(crate) const fn step(self) -> (i8, i8) {
        match self {
            Direction::UpLeft => (-1, -1),
            Direction::UpRight => (-1, 1),
            Direction::DownLeft => (1, -1),
            Direction::DownRight => (1, 1),
        }
    }
}
