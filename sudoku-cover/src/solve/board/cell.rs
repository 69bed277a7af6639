//! The numbers of cells, and what remains in them.

use crate::model::geometry::{Cell, Geometry};

/// The number of a cell, row by row.
pub(super) type CellNumber = u16;

/// What is removed from a cell: the candidates that are kept.
pub(super) type Kept = (CellNumber, u32);

/// Returns the number of a cell, a region or a variable of a board.
pub(super) fn number_of(geometry: &Geometry, cell: Cell) -> CellNumber {
    CellNumber::try_from(geometry.place(cell)).unwrap_or(CellNumber::MAX)
}
