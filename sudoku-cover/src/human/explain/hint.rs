//! Hints: the next step that adds something to the player's notes, with an adjustable amount of detail.

use dlx_core::{Limits, Stopped};
use serde::Deserialize;

use super::Explainer;
use crate::human::step::Step;
use crate::model::geometry::{Candidate, Cell};
use crate::model::pencilmarks::Pencilmarks;

/// The amount of detail of a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// The technique.
    Vague,
    /// The technique and the place.
    Where,
    /// The full step.
    Full,
}

/// A step with a level of detail. Displayed in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    pub(super) grade: Grade,
    pub(super) step: Step,
}

impl Hint {
    /// Returns the level of detail.
    #[must_use]
    pub fn grade(&self) -> Grade {
        self.grade
    }

    /// Returns the step, if the hint is full.
    #[must_use]
    pub fn step(&self) -> Option<&Step> {
        (self.grade == Grade::Full).then_some(&self.step)
    }

    /// Returns the cells of the pattern, unless the hint is vague.
    #[must_use]
    pub fn cells(&self) -> Vec<Cell> {
        if self.grade == Grade::Vague {
            Vec::new()
        } else if self.step.cells.is_empty() {
            // The pattern of a single is the cell that it fills.
            self.step.placements.iter().map(|placed| placed.cell).collect()
        } else {
            self.step.cells.to_vec()
        }
    }

    /// Returns all cells of the step, including those of its chains and sets, unless the hint is vague.
    #[must_use]
    pub fn all_cells(&self) -> Vec<Cell> {
        if self.grade == Grade::Vague {
            return Vec::new();
        }
        let Step { cells, fins, sets, links, .. } = &self.step;
        let links = links.iter().flat_map(|link| link.from.cells.iter().chain(&link.to.cells));
        cells.iter().chain(fins).chain(sets.iter().flat_map(|set| &set.cells)).chain(links).copied().collect()
    }

    /// Returns the hint about the same step with the next level of detail, up to the full step.
    #[must_use]
    pub fn more(self) -> Self {
        let grade = if self.grade == Grade::Vague { Grade::Where } else { Grade::Full };
        Self { grade, ..self }
    }
}

impl Explainer {
    /// Returns a hint for the first step that adds something: one that places a digit, or eliminates a
    /// candidate that is in the notes. A cell without notes has all its candidates. Steps before it are
    /// applied. Returns `None` if the puzzle is solved or no technique finds a step, which
    /// [`state`](Self::state) distinguishes.
    ///
    /// # Errors
    /// Those of [`find_step`](Self::find_step).
    pub fn hint(
        &mut self,
        grade: Grade,
        notes: Option<&Pencilmarks>,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Hint>, Stopped> {
        let is_new = |lost: &Candidate| {
            let noted = notes.map(|notes| notes.get(lost.cell)).filter(|noted| !noted.is_empty());
            noted.is_none_or(|noted| noted.contains(lost.digit))
        };
        while let Some(step) = self.next_step(limits)? {
            if !step.placements.is_empty() || step.eliminations.iter().any(is_new) {
                return Ok(Some(Hint { grade, step: step.clone() }));
            }
        }
        Ok(None)
    }
}
