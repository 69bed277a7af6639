//! Positions of cells and of the borders of boxes. A border separates two neighbors without a common box,
//! whatever the shape of the boxes, and open cells from blocked ones and from what is outside of the board.

use super::xml::{Xml, attributes};
use crate::model::geometry::{Cell, Geometry};

/// The side of a cell, in units of the picture.
pub(super) const CELL: f64 = 60.0;

/// A point of the picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
}

impl Point {
    pub(super) fn distance(self, other: Self) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }
}

/// Returns the upper left corner of a cell.
pub(super) fn corner(cell: Cell) -> Point {
    Point { x: cell.column() as f64 * CELL, y: cell.row() as f64 * CELL }
}

/// Returns the middle of a cell.
pub(super) fn middle(cell: Cell) -> Point {
    let Point { x, y } = corner(cell);
    Point { x: x + CELL / 2.0, y: y + CELL / 2.0 }
}

/// Draws a square within a cell, at distance `inset` from its sides.
pub(super) fn square(cell: Cell, inset: f64, class: &str, xml: &mut Xml) {
    let (Point { x, y }, size) = (corner(cell), CELL - 2.0 * inset);
    xml.empty("rect", attributes![class = class, x = x + inset, y = y + inset, width = size, height = size]);
}

/// The box of blocked cells and of what is outside of the board.
const OUTSIDE: Option<usize> = Some(usize::MAX);

/// By cell, its box. A box that is a whole row or column has no border, because it adds nothing to the rules.
#[derive(Debug)]
pub(super) struct Frame {
    side: usize,
    boxes: Vec<Option<usize>>,
}

/// A straight piece of a border, in sides of cells from the upper left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Border {
    pub(super) row: usize,
    pub(super) column: usize,
    pub(super) length: usize,
    pub(super) is_vertical: bool,
}

impl Frame {
    pub(super) fn new(geometry: &Geometry) -> Self {
        let mut boxes = vec![None; geometry.cell_count()];
        for house in geometry.houses().iter().filter(|house| house.kind().is_box()) {
            let Some(first) = house.cells().first() else { continue };
            let is_line = house.cells().iter().all(|cell| cell.row() == first.row())
                || house.cells().iter().all(|cell| cell.column() == first.column());
            if !is_line {
                house.cells().iter().for_each(|&cell| boxes[geometry.index(cell)] = Some(house.number()));
            }
        }
        for (own, _) in boxes.iter_mut().zip(geometry.blocked()).filter(|(_, is_blocked)| **is_blocked) {
            *own = OUTSIDE;
        }
        Self { side: geometry.side(), boxes }
    }

    /// Returns true if there is a border left of the cell in this row and column, or right of the last one.
    pub(super) fn is_left(&self, row: usize, column: usize) -> bool {
        self.parts((row, column.wrapping_sub(1)), (row, column))
    }

    /// Returns true if there is a border above the cell in this row and column, or below the last one.
    pub(super) fn is_above(&self, row: usize, column: usize) -> bool {
        self.parts((row.wrapping_sub(1), column), (row, column))
    }

    fn parts(&self, before: (usize, usize), after: (usize, usize)) -> bool {
        let of = |(row, column): (usize, usize)| {
            if row < self.side && column < self.side { self.boxes[row * self.side + column] } else { OUTSIDE }
        };
        of(before) != of(after)
    }

    /// Returns all borders in as few straight pieces as possible.
    pub(super) fn pieces(&self) -> Vec<Border> {
        let mut pieces: Vec<Border> = Vec::new();
        for line in 0..=self.side {
            for (is_vertical, is_there) in
                [(false, Self::is_above as fn(&Self, usize, usize) -> bool), (true, Self::is_left)]
            {
                let mut start = None;
                for along in 0..=self.side {
                    let place = if is_vertical { (along, line) } else { (line, along) };
                    let is_border = along < self.side && is_there(self, place.0, place.1);
                    match (start, is_border) {
                        (None, true) => start = Some(place),
                        (Some((row, column)), false) => {
                            let length = if is_vertical { along - row } else { along - column };
                            pieces.push(Border { row, column, length, is_vertical });
                            start = None;
                        }
                        _ => {}
                    }
                }
            }
        }
        pieces
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn borders_of_rectangles_run_through() {
        for (height, width) in [(3, 3), (2, 3), (3, 2), (4, 3), (5, 5)] {
            let frame = Frame::new(&Geometry::boxes(height, width).unwrap());
            let side = height * width;
            let pieces = frame.pieces();
            assert_eq!(pieces.len(), (side / height + 1) + (side / width + 1));
            assert!(pieces.iter().all(|piece| piece.length == side));
            assert!(frame.is_left(0, width) && !frame.is_left(0, width - 1) && frame.is_above(height, 0));
        }
    }

    #[test]
    fn boxes_that_are_lines_have_the_outer_border_alone() {
        for side in [1, 5, 7] {
            assert_eq!(Frame::new(&Geometry::boxes(1, side).unwrap()).pieces().len(), 4);
        }
    }
}
