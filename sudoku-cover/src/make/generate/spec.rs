//! What is asked of a generated puzzle, as users say it, and which of these wishes go together.

use std::ops::RangeInclusive;

use thiserror::Error;

use super::{Demand, Design, Pattern, Recipe, Redundancy, Wish};
use crate::human::technique::{Level, Technique};
use crate::model::geometry::Geometry;
use crate::model::symmetry::Symmetry;

/// What is asked of a generated puzzle. The default is a puzzle with one solution in which no given is redundant.
///
/// ```
/// use dlx_core::Limits;
/// use sudoku_cover::{Generator, Geometry, Spec, Symmetry};
///
/// let board = Geometry::classic();
/// let spec = Spec { symmetry: Symmetry::HalfTurn, clues: Some(28..=30), ..Spec::default() };
/// let made = spec.recipe(&board)?.maker(Generator::new(&board, 7)).first(Limits::none)?;
/// assert!((28..=30).contains(&made.generated.puzzle.clue_count()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spec {
    /// The kind of puzzle. With another kind than [`Wish::Minimal`], nothing else can be asked for.
    pub kind: Wish,
    /// The level.
    pub level: Option<Level>,
    /// The symmetry of the cells with givens, and of drawn rules.
    pub symmetry: Symmetry,
    /// The number of givens. Some of them may be redundant, unless the puzzle is to be minimal.
    pub clues: Option<RangeInclusive<usize>>,
    /// The cells with givens. Some givens may be redundant, unless the puzzle is to be minimal.
    pub pattern: Option<Pattern>,
    /// Whether no single given and no single drawn rule may be redundant, whatever the symmetry.
    pub is_minimal: bool,
    /// The techniques that the explanation must use: one of each list.
    pub needs: Vec<Vec<Technique>>,
    /// If there are any, the explanation uses only these techniques and those that it needs.
    pub only: Vec<Technique>,
}

/// The reason why no puzzle can be as it is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SpecError {
    /// Something else is asked for besides the kind.
    #[error("expected kind `unique` with other wishes, found `{}`", .found.name())]
    Kind {
        /// The kind.
        found: Wish,
    },
    /// A pattern already says which cells have givens.
    #[error("expected a pattern alone, found a number of clues or a symmetry with it")]
    Pattern,
    /// The greatest number of givens is below the least one.
    #[error("expected the smaller number of clues first, found {low} before {high}")]
    Order {
        /// The first number.
        low: usize,
        /// The second number.
        high: usize,
    },
    /// The board has fewer cells.
    #[error("expected at most {most} clues on this board, found {found}")]
    TooManyClues {
        /// The number of cells that can have givens.
        most: usize,
        /// The greatest number of givens that was asked for.
        found: usize,
    },
    /// A technique that the puzzle must need is harder than its level.
    #[error("expected a technique that level {level} allows, found {technique} of level {}", .technique.level())]
    TooHard {
        /// The level.
        level: Level,
        /// A technique that is too hard.
        technique: Technique,
    },
}

impl Spec {
    /// Returns what the explanation of the puzzle must be like.
    #[must_use]
    pub fn demand(&self) -> Demand {
        let demand = self.needs.iter().fold(Demand::new(), |demand, one_of| demand.with_one_of(one_of));
        let demand = if self.only.is_empty() { demand } else { demand.with_only(&self.only) };
        self.level.map_or(demand.clone(), |level| demand.with_level(level))
    }

    /// Returns the recipe for a puzzle on this board.
    ///
    /// # Errors
    /// Wishes that contradict each other or the board.
    pub fn recipe(&self, board: &Geometry) -> Result<Recipe, SpecError> {
        let demand = self.demand();
        if self.kind != Wish::Minimal {
            if (Spec { kind: self.kind, ..Spec::default() }) != *self {
                return Err(SpecError::Kind { found: self.kind });
            }
            return Ok(Recipe::of_kind(self.kind));
        }
        if let (Some(level), Some(technique)) = (self.level, demand.too_hard()) {
            return Err(SpecError::TooHard { level, technique });
        }
        let mut design = Design::new().with_symmetry(self.symmetry);
        if let Some(clues) = &self.clues {
            let (low, high, most) = (*clues.start(), *clues.end(), board.open_cells().count());
            if low > high {
                return Err(SpecError::Order { low, high });
            }
            if high > most {
                return Err(SpecError::TooManyClues { most, found: high });
            }
            design = design.with_clues(low..=high).with_redundancy(Redundancy::Allowed);
        }
        if let Some(pattern) = &self.pattern {
            if self.clues.is_some() || self.symmetry != Symmetry::None {
                return Err(SpecError::Pattern);
            }
            design = design.with_pattern(pattern.clone()).with_redundancy(Redundancy::Allowed);
        }
        if self.is_minimal {
            design = design.with_redundancy(Redundancy::NoClue);
        }
        Ok(Recipe::of_design(design).with_demand(demand))
    }
}
