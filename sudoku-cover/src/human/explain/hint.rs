//! Hints: the next step that is news to a player, told up to a grade.

use dlx_core::{Limits, Stopped};
use serde::Deserialize;

use super::Explainer;
use crate::human::step::Step;
use crate::model::geometry::{Candidate, Cell};
use crate::model::pencilmarks::Pencilmarks;

/// How much of a step a hint tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// What to look for.
    Vague,
    /// What to look for, and where.
    Where,
    /// The whole step.
    Full,
}

/// A step, told up to a grade. Shown in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    pub(super) grade: Grade,
    pub(super) step: Step,
}

impl Hint {
    /// How much it tells.
    #[must_use]
    pub fn grade(&self) -> Grade {
        self.grade
    }

    /// The step, if all of it is told.
    #[must_use]
    pub fn step(&self) -> Option<&Step> {
        (self.grade == Grade::Full).then_some(&self.step)
    }

    /// The cells that show the step, unless it is not told where it is.
    #[must_use]
    pub fn cells(&self) -> Vec<Cell> {
        if self.grade == Grade::Vague {
            Vec::new()
        } else if self.step.cells.is_empty() {
            // A single is shown by the cell that it fills.
            self.step.placements.iter().map(|placed| placed.cell).collect()
        } else {
            self.step.cells.to_vec()
        }
    }

    /// All cells that the step speaks of, those of its chains and sets included, unless it is not told where it is.
    #[must_use]
    pub fn all_cells(&self) -> Vec<Cell> {
        if self.grade == Grade::Vague {
            return Vec::new();
        }
        let Step { cells, fins, sets, links, .. } = &self.step;
        let links = links.iter().flat_map(|link| link.from.cells.iter().chain(&link.to.cells));
        cells.iter().chain(fins).chain(sets.iter().flat_map(|set| &set.cells)).chain(links).copied().collect()
    }

    /// The hint about the same step that tells more, up to all.
    #[must_use]
    pub fn more(self) -> Self {
        let grade = if self.grade == Grade::Vague { Grade::Where } else { Grade::Full };
        Self { grade, ..self }
    }
}

impl Explainer {
    /// A hint at the first step that says something new: one that places a digit, or eliminates a candidate that is
    /// left in the notes. A cell without notes has all its candidates. Steps are carried out up to this one; `None` if
    /// nothing is left to do, or nothing is found, which [`state`](Self::state) tells.
    ///
    /// # Errors
    /// As [`find_step`](Self::find_step).
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
