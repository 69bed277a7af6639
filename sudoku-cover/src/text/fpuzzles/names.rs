//! The names of the members that hold rules.

use crate::model::geometry::rules::{CellsKind, Direction, LineKind, OutsideKind, Variant};

/// The members that are true or absent.
pub(super) const VARIANTS: [(&str, Variant); 5] = [
    ("diagonal+", Variant::RisingDiagonal),
    ("diagonal-", Variant::FallingDiagonal),
    ("antiknight", Variant::AntiKnight),
    ("antiking", Variant::AntiKing),
    ("disjointgroups", Variant::Disjoint),
];
/// The words of the list `negative`.
pub(super) const NEGATIVES: [(&str, Variant); 3] =
    [("difference", Variant::StrictWhite), ("ratio", Variant::StrictBlack), ("xv", Variant::StrictXv)];
/// The members with lists of lines.
pub(super) const LINES: [(&str, LineKind); 12] = [
    ("thermometer", LineKind::Thermo),
    ("slowthermometer", LineKind::SlowThermo),
    ("palindrome", LineKind::Palindrome),
    ("renban", LineKind::Renban),
    ("whispers", LineKind::Whisper { difference: 5 }),
    ("zipperline", LineKind::Zipper),
    ("regionsumline", LineKind::RegionSum),
    ("betweenline", LineKind::Between),
    ("lockout", LineKind::Lockout { difference: 4 }),
    ("entropicline", LineKind::Entropic),
    ("modularline", LineKind::Modular { modulus: 3 }),
    ("doublearrow", LineKind::DoubleArrow),
];
/// The members with a list of cells, one in each element.
pub(super) const SINGLE_CELLS: [(&str, CellsKind); 4] = [
    ("odd", CellsKind::Odd),
    ("even", CellsKind::Even),
    ("minimum", CellsKind::Minimum),
    ("maximum", CellsKind::Maximum),
];
/// The members with a list of sets of cells.
pub(super) const SETS: [(&str, CellsKind); 4] = [
    ("extraregion", CellsKind::Different),
    ("rowindexer", CellsKind::RowIndexer),
    ("columnindexer", CellsKind::ColumnIndexer),
    ("boxindexer", CellsKind::BoxIndexer),
];
/// The members with clues outside of the board.
pub(super) const OUTSIDE: [(&str, OutsideKind); 4] = [
    ("sandwichsum", OutsideKind::Sandwich),
    ("xsum", OutsideKind::XSum),
    ("skyscraper", OutsideKind::Skyscraper),
    ("numberedroom", OutsideKind::NumberedRoom),
];
/// The letters for the directions of diagonals.
pub(super) const DIRECTIONS: [(&str, Direction); 4] = [
    ("UL", Direction::UpLeft),
    ("UR", Direction::UpRight),
    ("DL", Direction::DownLeft),
    ("DR", Direction::DownRight),
];
