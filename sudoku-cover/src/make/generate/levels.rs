//! Which levels of difficulty the generator finds on a board.
//!
//! Whether a board has puzzles of a level, and how rare they are, is not known without a search. So the levels were
//! measured, with the example `levels` of this crate; `benches/records/2026-11-26-levels.md` has the figures.

use super::Generator;
use crate::human::technique::Level::{self, Extreme, Hard, Medium, Unfair};
use crate::model::geometry::Geometry;
use crate::model::geometry::rules::{Rule, RuleKind};

/// The name of a kind of rule that was measured, alone on its board, or of none; and the levels of which no puzzle, or not
/// always one, was found.
type Missing = (&'static str, &'static [Level]);

/// What is missing by side, within 8 s. Where boards without rules are not
/// listed, none was missing for them, nor for other rules that are not.
const MISSING: &[(usize, &[Missing])] = &[
    (
        4,
        &[
            ("", &[Medium, Hard, Unfair, Extreme]),
            // There is no full grid.
            ("anti-king", &Level::ALL),
            ("non-consecutive", &Level::ALL),
            ("killer", &[Hard, Unfair, Extreme]),
            ("jigsaw", &[Hard, Unfair, Extreme]),
            ("thermo", &[Unfair]),
        ],
    ),
    (
        6,
        &[
            ("", &[Extreme]),
            ("x", &[]),
            ("anti-king", &[]),
            ("non-consecutive", &[]),
            ("jigsaw", &[]),
            ("thermo", &[]),
            ("disjoint", &[Extreme]),
            ("anti-knight", &[Unfair, Extreme]),
            ("killer", &[Unfair, Extreme]),
        ],
    ),
    (9, &[("non-consecutive", &[Hard, Unfair, Extreme])]),
    (12, &[("non-consecutive", &[Hard, Unfair, Extreme])]),
    (
        16,
        &[
            ("x", &[Unfair, Extreme]),
            // No full grid was found.
            ("windoku", &Level::ALL),
            ("disjoint", &[Unfair, Extreme]),
            ("anti-knight", &[Unfair, Extreme]),
            ("non-consecutive", &Level::ALL),
            ("killer", &Level::ALL),
            ("thermo", &[Extreme]),
        ],
    ),
];

impl Generator {
    /// Returns the levels of which puzzles are found within about ten seconds on this board, with drawn rules
    /// of these kinds; the easiest first. The levels of sides that were not measured are those of the nearest side,
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
    pub fn levels(geometry: &Geometry, drawn: &[RuleKind]) -> Vec<Level> {
        let side = geometry.side();
        let nearest = MISSING.iter().min_by_key(|(measured, _)| measured.abs_diff(side));
        let missing = nearest.map_or(&[][..], |&(_, missing)| missing);
        let of = |name: &str| missing.iter().find(|(known, _)| *known == name).map(|&(_, levels)| levels);
        let given = geometry.rules().iter().map(|rule| match rule {
            Rule::Variant(_) | Rule::Regions(_) | Rule::Killer { .. } => rule.kind().name(),
            _ => "",
        });
        let mut names: Vec<&str> = given.chain(drawn.iter().map(|kind| kind.name())).collect();
        if names.is_empty() {
            names.push("");
        }
        let is_missing = |level: &Level| {
            let missing = |name: &str| of(name).or_else(|| of("")).unwrap_or_default();
            names.iter().any(|name| missing(name).contains(level))
        };
        Level::ALL.into_iter().filter(|level| !is_missing(level)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::human::technique::Level::Easy;

    fn levels(side: usize, rules: &[&str], drawn: &[&str]) -> Vec<Level> {
        let rules: Vec<Rule> = rules.iter().map(|rule| rule.parse().unwrap()).collect();
        let drawn: Vec<RuleKind> = drawn.iter().map(|word| word.parse().unwrap()).collect();
        Generator::levels(&Geometry::of_side(side).unwrap().with_rules(&rules).unwrap(), &drawn)
    }

    #[test]
    fn several_rules_have_the_levels_that_all_of_them_have() {
        assert_eq!(levels(6, &[], &["killer"]), [Easy, Medium, Hard]);
        assert_eq!(levels(6, &["x", "disjoint"], &[]), [Easy, Medium, Hard, Unfair]);
        assert_eq!(levels(6, &["x"], &["thermo"]), Level::ALL);
        assert_eq!(levels(6, &["disjoint"], &["killer"]), [Easy, Medium, Hard]);
        assert_eq!(levels(4, &["anti-king"], &[]), []);
    }

    #[test]
    fn boards_without_measurements_have_the_levels_of_the_nearest_one() {
        assert_eq!(levels(5, &[], &[]), [Easy]);
        assert_eq!(levels(4, &[], &["arrow"]), [Easy]);
        assert_eq!(levels(8, &["non-consecutive"], &[]), [Easy, Medium]);
        assert_eq!(levels(25, &[], &[]), Level::ALL);
    }
}
