//! The names of the constraints, and the diagonal of a sum, which only its first cell names.

use crate::model::geometry::Cell;
use crate::model::geometry::rules::{CellsKind, Direction, LineKind, OutsideKind, PairKind, Variant};

/// The constraints without arguments.
pub(super) const VARIANTS: [(&str, Variant); 7] = [
    ("AntiKnight", Variant::AntiKnight),
    ("AntiKing", Variant::AntiKing),
    ("AntiConsecutive", Variant::NonConsecutive),
    ("Windoku", Variant::Windoku),
    ("DisjointSets", Variant::Disjoint),
    ("StrictKropki", Variant::StrictKropki),
    ("StrictXV", Variant::StrictXv),
];
/// The constraints of a line of cells, with the number of those that have one.
pub(super) const LINES: [(&str, LineKind); 11] = [
    ("Thermo", LineKind::Thermo),
    ("Renban", LineKind::Renban),
    ("Palindrome", LineKind::Palindrome),
    ("Zipper", LineKind::Zipper),
    ("RegionSumLine", LineKind::RegionSum),
    ("Between", LineKind::Between),
    ("Entropic", LineKind::Entropic),
    ("DoubleArrow", LineKind::DoubleArrow),
    ("Whisper", LineKind::Whisper { difference: 5 }),
    ("Lockout", LineKind::Lockout { difference: 4 }),
    ("Modular", LineKind::Modular { modulus: 3 }),
];
/// The marks between adjacent cells.
pub(super) const PAIRS: [(&str, PairKind); 5] = [
    ("WhiteDot", PairKind::Difference(1)),
    ("BlackDot", PairKind::Ratio(2)),
    ("X", PairKind::X),
    ("V", PairKind::V),
    ("GreaterThan", PairKind::Greater),
];
/// The constraints of a set of cells.
pub(super) const SETS: [(&str, CellsKind); 3] = [
    ("AllDifferent", CellsKind::Different),
    ("EqualityCage", CellsKind::Equality),
    ("CountingCircles", CellsKind::CountingCircles),
];
/// The constraints with numbers at the ends of a row or column.
pub(super) const ENDS: [(&str, OutsideKind); 3] = [
    ("XSum", OutsideKind::XSum),
    ("Skyscraper", OutsideKind::Skyscraper),
    ("NumberedRoom", OutsideKind::NumberedRoom),
];

/// Returns the direction of the diagonal sum with this first cell: down to the left from the top edge, down to
/// the right from the left one, up to the right from the bottom and up to the left from the right one. A corner
/// belongs to the edge that follows it counterclockwise.
pub(super) fn direction(first: Cell, side: usize) -> Option<Direction> {
    let last = side - 1;
    match (first.row(), first.column()) {
        (0, 0) => Some(Direction::DownRight),
        (0, _) => Some(Direction::DownLeft),
        (row, column) if row == last && column == last => Some(Direction::UpLeft),
        (row, _) if row == last => Some(Direction::UpRight),
        (_, 0) => Some(Direction::DownRight),
        (_, column) if column == last => Some(Direction::UpLeft),
        _ => None,
    }
}

/// Returns true if a cell that is on such a line twice has the same meaning in the program. On other lines, the program
/// requires of the cell to differ from itself.
pub(super) const fn may_repeat(kind: LineKind) -> bool {
    matches!(
        kind,
        LineKind::Whisper { .. }
            | LineKind::Palindrome
            | LineKind::Zipper
            | LineKind::RegionSum
            | LineKind::DoubleArrow
    )
}
