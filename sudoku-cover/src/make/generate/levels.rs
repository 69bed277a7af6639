//! Which levels of difficulty the generator finds on a board.
//!
//! Whether a board has puzzles of a level, and how rare they are, is not known without a search. So the levels were
//! measured, with the example `levels` of this crate; `benches/records/2026-11-26-levels.md` has the figures.

use super::{Generator, Layout};
use crate::human::technique::Level;
use crate::model::geometry::Geometry;
use crate::model::geometry::rules::{Rule, Variant};

/// The boards that were measured, by side: the levels of boards without rules, and those of boards with one rule.
struct Measured {
    side: usize,
    plain: &'static [Level],
    ruled: &'static [(Kind, &'static [Level])],
}

/// A rule that was measured.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Whole(Variant),
    Drawn(Layout),
}

const ALL: &[Level] = &Level::ALL;

const MEASURED: &[Measured] =
    &[Measured { side: 4, plain: &[Level::Easy], ruled: &[] }, Measured { side: 9, plain: ALL, ruled: &[] }];

impl Generator {
    /// Returns the levels of which minimal puzzles are found within about ten seconds on this board, with rules that are
    /// drawn for these layouts; the easiest first. The levels of sides that were not measured are those of the nearest
    /// side, those of rules that were not measured are those of boards without rules, and those of several rules are
    /// what their levels have in common.
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
        let Some(measured) = MEASURED.iter().min_by_key(|measured| measured.side.abs_diff(side)) else {
            return Level::ALL.to_vec();
        };
        let given = geometry.rules().iter().filter_map(|rule| match rule {
            Rule::Variant(variant) => Some(Kind::Whole(*variant)),
            Rule::Regions(_) => Some(Kind::Drawn(Layout::Jigsaw)),
            Rule::Killer { .. } => Some(Kind::Drawn(Layout::Killer)),
            _ => None,
        });
        let kinds = given.chain(layouts.iter().map(|&layout| Kind::Drawn(layout)));
        let known: Vec<&[Level]> = kinds
            .filter_map(|kind| {
                measured.ruled.iter().find(|(ruled, _)| *ruled == kind).map(|&(_, levels)| levels)
            })
            .collect();
        let is_found = |level: &Level| {
            if known.is_empty() {
                measured.plain.contains(level)
            } else {
                known.iter().all(|levels| levels.contains(level))
            }
        };
        Level::ALL.into_iter().filter(is_found).collect()
    }
}
