//! The names of the members that hold rules.

use crate::model::geometry::rules::{Direction, RuleKind};

/// Returns the kind of rules of a member, if it has any. One member has both letters between cells.
pub(super) fn kind(member: &str) -> Option<RuleKind> {
    RuleKind::each().find(|kind| !member.is_empty() && kind.words().fpuzzles == member)
}

/// The letters for the directions of diagonals.
pub(super) const DIRECTIONS: [(&str, Direction); 4] = [
    ("UL", Direction::UpLeft),
    ("UR", Direction::UpRight),
    ("DL", Direction::DownLeft),
    ("DR", Direction::DownRight),
];
