//! A step: a technique, the pattern that it has found, and its conclusions. It knows no board. It is serialized in one
//! form for all front ends: cells and houses by their names, digits as numbers.

use std::fmt;

use serde::{Serialize, Serializer};
use smallvec::SmallVec;

pub use crate::human::parts::{HouseName, Link, LinkRule, LockedCells, Node, Strength};
use crate::human::pattern::conclusion::Conclusion;
use crate::human::pattern::{Pattern, Reason, Sentence, Single, StepMarks};
use crate::human::technique::Technique;
use crate::model::geometry::Candidate;

/// A step with its pattern. Displayed in HoDoKu's notation. Serialized with the properties of the technique, with what
/// it marks on the board, as text and with its reason in sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The technique.
    pub technique: Technique,
    /// What the technique has found.
    pub pattern: Pattern,
    /// The placements of the step.
    pub placements: SmallVec<[Candidate; 1]>,
    /// The eliminations of the step, none twice, in the order of HoDoKu's text.
    pub eliminations: SmallVec<[Candidate; 8]>,
}

impl Step {
    /// Returns a step without content, to be filled repeatedly.
    pub(crate) fn blank() -> Step {
        Step {
            technique: Technique::FullHouse,
            pattern: Pattern::Single(Single { house: None }),
            placements: SmallVec::new(),
            eliminations: SmallVec::new(),
        }
    }

    /// Clears the conclusions, for a pattern of this technique.
    pub(crate) fn begin(&mut self, technique: Technique) {
        self.technique = technique;
        self.placements.clear();
        self.eliminations.clear();
    }

    /// Removes repeated eliminations.
    pub(crate) fn finish(&mut self) {
        let mut kept = 0;
        for place in 0..self.eliminations.len() {
            let lost = self.eliminations[place];
            if !self.eliminations[..kept].contains(&lost) {
                self.eliminations[kept] = lost;
                kept += 1;
            }
        }
        self.eliminations.truncate(kept);
    }

    /// Returns what the step concludes, as its pattern writes it.
    pub(crate) fn conclusion(&self) -> Conclusion<'_> {
        Conclusion {
            technique: self.technique,
            placements: &self.placements,
            eliminations: &self.eliminations,
        }
    }

    /// Returns the reason for the step, in sentences.
    ///
    /// ```
    /// use dlx_core::Limits;
    /// use sudoku_cover::{Explainer, Geometry, Grid};
    ///
    /// let puzzle: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let mut explainer = Explainer::new(&Geometry::classic());
    /// explainer.load(&puzzle)?;
    /// let reason = explainer.next_step(&mut Limits::none())?.map(|step| step.reason().to_string());
    /// assert_eq!(reason.as_deref(), Some("5 is the only candidate left in r5c5, so r5c5 is 5."));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn reason(&self) -> Reason {
        self.pattern.reason(&self.conclusion())
    }

    /// Returns the houses, cells and candidates of the step by their roles, for drawing.
    #[must_use]
    pub fn marks(&self) -> StepMarks {
        self.pattern.marks(&self.conclusion())
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.technique.name())?;
        self.pattern.write(&self.conclusion(), f)
    }
}

/// A step of an explanation.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct Written<'a> {
    /// The name of the technique.
    technique: &'a str,
    /// HoDoKu's code of the technique; empty if it has none.
    code: &'a str,
    /// The level of the technique, such as `easy`.
    level: &'a str,
    /// The score of the technique.
    score: u32,
    pattern: &'a Pattern,
    marks: StepMarks,
    placements: &'a [Candidate],
    eliminations: &'a [Candidate],
    /// The step in HoDoKu's notation.
    text: String,
    /// The reason for the step as text.
    reason: String,
    /// The reason sentence by sentence.
    sentences: Vec<Sentence>,
}

impl Serialize for Step {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (technique, reason) = (self.technique, self.reason());
        let written = Written {
            technique: technique.name(),
            code: technique.code(),
            level: technique.level().name(),
            score: technique.score(),
            pattern: &self.pattern,
            marks: self.marks(),
            placements: &self.placements,
            eliminations: &self.eliminations,
            text: self.to_string(),
            reason: reason.to_string(),
            sentences: reason.sentences,
        };
        written.serialize(serializer)
    }
}

with_schema_of!(Step, Written<'_>);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::geometry::{Cell, Digit};

    #[test]
    fn a_step_is_serialized_with_its_pattern_and_its_words() {
        let placed = Candidate { cell: Cell::new(4, 4), digit: Digit::new(5).unwrap() };
        let mut step = Step::blank();
        step.begin(Technique::NakedSingle);
        step.placements.push(placed);
        let written = serde_json::to_value(&step).unwrap();
        let reason = "5 is the only candidate left in r5c5, so r5c5 is 5.";
        let expected = serde_json::json!({
            "technique": "Naked Single", "code": "0003", "level": "easy", "score": 4,
            "pattern": { "kind": "single" },
            "marks": {
                "houses": [], "covers": [], "cells": ["r5c5"], "fins": [], "digits": [5], "sets": [], "links": [],
                "trail": [],
            },
            "placements": [{ "cell": "r5c5", "digit": 5 }], "eliminations": [],
            "text": "Naked Single: r5c5=5",
            "reason": reason,
            "sentences": [{
                "text": reason, "cells": ["r5c5"], "houses": [],
                "candidates": [{ "cell": "r5c5", "digit": 5, "role": "holds" }],
            }],
        });
        assert_eq!(written, expected);
    }
}
