//! Why a search cannot continue from a node.

use super::cell::CellNumber;

/// A requirement, or the peers of a cell, left a cell without a candidate or cannot be met.
#[derive(Clone, Copy, Debug)]
pub(super) enum DeadEnd {
    /// The requirement with this number.
    Requirement(u32),
    /// Two peers hold the same digit.
    Peers([CellNumber; 2]),
    /// The decision was the last candidate of the cell.
    Cell(CellNumber),
}
