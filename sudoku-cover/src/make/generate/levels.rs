//! Which levels of difficulty the generator finds on a board.
//!
//! Whether a board has puzzles of a level, and how rare they are, is not known without a search. So the levels were
//! measured, with the example `levels` of this crate; `benches/records/2026-11-26-levels.md` has the figures.

use super::{Generator, Layout};
use crate::human::technique::Level::{self, Extreme, Hard, Medium, Unfair};
use crate::model::geometry::Geometry;
use crate::model::geometry::rules::{Rule, Variant};

/// A rule that was measured, alone on its board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    None,
    Whole(Variant),
    Drawn(Layout),
}

/// The levels of which no puzzle, or not always one, was found on boards with one rule.
type Missing = (Kind, &'static [Level]);

/// What is missing by side, within 8 s. Where boards without rules are not
/// listed, none was missing for them, nor for other rules that are not.
const MISSING: &[(usize, &[Missing])] = &[
    (
        4,
        &[
            (Kind::None, &[Medium, Hard, Unfair, Extreme]),
            // There is no full grid.
            (Kind::Whole(Variant::AntiKing), &Level::ALL),
            (Kind::Whole(Variant::NonConsecutive), &Level::ALL),
            (Kind::Drawn(Layout::Killer), &[Hard, Unfair, Extreme]),
            (Kind::Drawn(Layout::Jigsaw), &[Hard, Unfair, Extreme]),
            (Kind::Drawn(Layout::Thermo), &[Unfair]),
        ],
    ),
    (
        6,
        &[
            (Kind::None, &[Extreme]),
            (Kind::Whole(Variant::Diagonal), &[]),
            (Kind::Whole(Variant::AntiKing), &[]),
            (Kind::Whole(Variant::NonConsecutive), &[]),
            (Kind::Drawn(Layout::Jigsaw), &[]),
            (Kind::Drawn(Layout::Thermo), &[]),
            (Kind::Whole(Variant::Disjoint), &[Extreme]),
            (Kind::Whole(Variant::AntiKnight), &[Unfair, Extreme]),
            (Kind::Drawn(Layout::Killer), &[Unfair, Extreme]),
        ],
    ),
    (9, &[(Kind::Whole(Variant::NonConsecutive), &[Hard, Unfair, Extreme])]),
    (12, &[(Kind::Whole(Variant::NonConsecutive), &[Hard, Unfair, Extreme])]),
    (
        16,
        &[
            (Kind::Whole(Variant::Diagonal), &[Unfair, Extreme]),
            // No full grid was found.
            (Kind::Whole(Variant::Windoku), &Level::ALL),
            (Kind::Whole(Variant::Disjoint), &[Unfair, Extreme]),
            (Kind::Whole(Variant::AntiKnight), &[Unfair, Extreme]),
            (Kind::Whole(Variant::NonConsecutive), &Level::ALL),
            (Kind::Drawn(Layout::Killer), &Level::ALL),
            (Kind::Drawn(Layout::Thermo), &[Extreme]),
        ],
    ),
];

impl Generator {
    /// Returns the levels of which puzzles are found within about ten seconds on this board, with rules that are drawn
    /// for these layouts; the easiest first. The levels of sides that were not measured are those of the nearest side,
    /// those of rules that were not measured are those of boards without rules, and those of several rules are what their
    /// levels have in common.
    ///
    /// ```
    /// use sudoku_cover::{Generator, Geometry, Level};
    ///
    /// // A minimal puzzle of side 4 is solved by singles.
    /// assert_eq!(Generator::levels(&Geometry::of_side(4)?, &[]), [Level::Easy]);
    /// assert_eq!(Generator::levels(&Geometry::classic(), &[]), Level::ALL);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn levels(geometry: &Geometry, layouts: &[Layout]) -> Vec<Level> {
        let side = geometry.side();
        let nearest = MISSING.iter().min_by_key(|(measured, _)| measured.abs_diff(side));
        let missing = nearest.map_or(&[][..], |&(_, missing)| missing);
        let of = |kind| missing.iter().find(|(known, _)| *known == kind).map(|&(_, levels)| levels);
        let given = geometry.rules().iter().map(|rule| match rule {
            Rule::Variant(variant) => Kind::Whole(*variant),
            Rule::Regions(_) => Kind::Drawn(Layout::Jigsaw),
            Rule::Killer { .. } => Kind::Drawn(Layout::Killer),
            _ => Kind::None,
        });
        let mut kinds: Vec<Kind> = given.chain(layouts.iter().map(|&layout| Kind::Drawn(layout))).collect();
        if kinds.is_empty() {
            kinds.push(Kind::None);
        }
        let is_missing = |level: &Level| {
            let missing = |&kind: &Kind| of(kind).or_else(|| of(Kind::None)).unwrap_or_default();
            kinds.iter().any(|kind| missing(kind).contains(level))
        };
        Level::ALL.into_iter().filter(|level| !is_missing(level)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::human::technique::Level::Easy;

    fn levels(side: usize, rules: &[&str], layouts: &[Layout]) -> Vec<Level> {
        let rules: Vec<Rule> = rules.iter().map(|rule| rule.parse().unwrap()).collect();
        Generator::levels(&Geometry::of_side(side).unwrap().with_rules(&rules).unwrap(), layouts)
    }

    #[test]
    fn several_rules_have_the_levels_that_all_of_them_have() {
        assert_eq!(levels(6, &[], &[Layout::Killer]), [Easy, Medium, Hard]);
        assert_eq!(levels(6, &["x", "disjoint"], &[]), [Easy, Medium, Hard, Unfair]);
        assert_eq!(levels(6, &["x"], &[Layout::Thermo]), Level::ALL);
        assert_eq!(levels(6, &["disjoint"], &[Layout::Killer]), [Easy, Medium, Hard]);
        assert_eq!(levels(4, &["anti-king"], &[]), []);
    }

    #[test]
    fn what_was_not_measured_has_the_levels_of_the_nearest_board() {
        assert_eq!(levels(5, &[], &[]), [Easy]);
        assert_eq!(levels(4, &[], &[Layout::Arrow]), [Easy]);
        assert_eq!(levels(8, &["non-consecutive"], &[]), [Easy, Medium]);
        assert_eq!(levels(25, &[], &[]), Level::ALL);
    }
}
