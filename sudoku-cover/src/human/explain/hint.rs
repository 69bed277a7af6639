//! Hints: the next step that adds something to the player's notes, with an adjustable amount of detail.

use dlx_core::{Limits, Stopped};
use serde::Deserialize;

use super::Explainer;
use crate::human::step::Step;
use crate::model::geometry::{Candidate, Cell, Digit};
use crate::model::pencilmarks::{Marks, Pencilmarks};

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
    /// Returns the full hint about a step, such as one that a player chose from a list.
    #[must_use]
    pub fn full(step: Step) -> Self {
        Self { grade: Grade::Full, step }
    }

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

impl Step {
    /// Returns true if the step adds something to a player's notes: it places a digit, or eliminates a
    /// candidate that is noted. A cell without notes has all its candidates.
    #[must_use]
    pub fn is_new(&self, notes: Option<&Pencilmarks>) -> bool {
        let is_noted = |lost: &Candidate| {
            let noted = notes.map(|notes| notes.get(lost.cell)).filter(|noted| !noted.is_empty());
            noted.is_none_or(|noted| noted.contains(lost.digit))
        };
        !self.placements.is_empty() || self.eliminations.iter().any(is_noted)
    }
}

impl Explainer {
    /// Continues a puzzle that was loaded, with the digits and the notes of a player: the candidates of a
    /// cell are those of its notes that the digits leave; a cell without notes has all its candidates. If the
    /// notes of any cell lack the digit of the solution, or the solution is unknown, all notes are ignored,
    /// because steps from wrong notes would be wrong.
    pub fn resume_with_notes(&mut self, placed: &[Candidate], notes: Option<&Pencilmarks>) {
        self.resume(placed, None);
        let Some(notes) = notes.filter(|notes| self.are_right(notes)) else { return };
        let layout = self.board.shared_layout();
        let all: Marks = (0..layout.side).map(|digit| layout.digit(digit)).collect();
        let marks = notes.marks().iter().map(|&marks| if marks.is_empty() { all } else { marks });
        self.resume(&[], Some(&Pencilmarks::from_marks(notes.side(), marks.collect())));
    }

    /// Returns true if the notes of every blank cell that has some include the digit of the known solution.
    fn are_right(&self, notes: &Pencilmarks) -> bool {
        let Some(solution) = &self.solution else { return false };
        let mut cells = solution.iter().zip(notes.marks()).enumerate();
        cells.all(|(cell, (&digit, marks))| {
            let has_digit = || Digit::new(digit).is_some_and(|digit| marks.contains(digit));
            marks.is_empty() || self.board.value(cell).is_some() || has_digit()
        })
    }

    /// Returns a hint for the first step that [adds something](Step::is_new) to the notes. Steps before it
    /// are applied. Returns `None` if the puzzle is solved or no technique finds a step, which
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
        while let Some(step) = self.next_step(limits)? {
            if step.is_new(notes) {
                return Ok(Some(Hint { grade, step: step.clone() }));
            }
        }
        Ok(None)
    }
}
