//! The numbers of cells, and what remains in them.

/// The number of a cell, row by row.
pub(super) type CellNumber = u16;

/// What is removed from a cell: the candidates that are kept.
pub(super) type Kept = (CellNumber, u32);
