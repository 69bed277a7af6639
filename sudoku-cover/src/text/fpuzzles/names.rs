//! The names of the members that hold rules.

use crate::model::geometry::rules::{
    CellsKind, Direction, Figure, LineKind, OutsideKind, PairKind, RuleKind, Variant,
};

/// Returns the kind of rules of a member, if it has any. One member has both letters between cells.
pub(super) fn kind(member: &str) -> Option<RuleKind> {
    let kinds = Variant::ALL.into_iter().map(RuleKind::Whole);
    let kinds = kinds.chain(LineKind::ALL.into_iter().map(RuleKind::Line));
    let kinds = kinds.chain(PairKind::ALL.into_iter().map(RuleKind::Pair));
    let kinds = kinds.chain(CellsKind::ALL.into_iter().map(RuleKind::Cells));
    let kinds = kinds.chain(OutsideKind::ALL.into_iter().map(RuleKind::Outside));
    let mut kinds = kinds.chain(Figure::ALL.into_iter().map(RuleKind::Figure));
    kinds.find(|kind| !member.is_empty() && kind.words().fpuzzles == member)
}

/// The letters for the directions of diagonals.
pub(super) const DIRECTIONS: [(&str, Direction); 4] = [
    ("UL", Direction::UpLeft),
    ("UR", Direction::UpRight),
    ("DL", Direction::DownLeft),
    ("DR", Direction::DownRight),
];
