//! The difficulty of a puzzle: HoDoKu's level and score, and an approximation of the rating of Sudoku
//! Explainer.

use std::fmt;

use dlx_core::{Limits, Stopped};

use crate::human::explain::{Explainer, State};
use crate::human::step::Step;
use crate::human::technique::{Level, Technique};

/// The total of all steps of an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Rating {
    /// Number of steps.
    pub steps: usize,
    /// The sum of their scores.
    pub score: u32,
    /// The technique with the highest level, and of those the one with the highest score; `None` without steps.
    pub hardest: Option<Technique>,
    /// Number of steps that took a digit from the solution.
    pub trials: usize,
}

impl Rating {
    /// Adds a step.
    pub fn add(&mut self, step: &Step) {
        let rank = |technique: Technique| (technique.level(), technique.score());
        self.steps += 1;
        self.trials += usize::from(step.technique == Technique::BruteForce);
        self.score = self.score.saturating_add(step.technique.score());
        if self.hardest.is_none_or(|hardest| rank(hardest) < rank(step.technique)) {
            self.hardest = Some(step.technique);
        }
    }

    /// Returns the level of the hardest step, raised while the score is too high for it.
    #[must_use]
    pub fn level(&self) -> Level {
        let hardest = self.hardest.map_or(Level::Easy, Technique::level);
        let fits = |level: &Level| level.highest_score().is_none_or(|highest| self.score <= highest);
        Level::ALL.into_iter().filter(|&level| level >= hardest).find(fits).unwrap_or(Level::Extreme)
    }

    /// Returns the rating of the loaded puzzle from its current state, and the state at the end of its
    /// explanation.
    ///
    /// # Errors
    /// [`Stopped::Asked`] if the question in the limits stopped the explanation.
    pub fn of(explainer: &mut Explainer, limits: &mut Limits<'_>) -> Result<(Rating, State), Stopped> {
        let mut rating = Rating::default();
        while let Some(step) = explainer.next_step(limits)? {
            rating.add(step);
        }
        Ok((rating, explainer.state()))
    }
}

/// An approximation of the rating of Sudoku Explainer, in tenths. Displayed as `7.2/1.2/1.2`.
///
/// It can differ from Sudoku Explainer's: techniques that Sudoku Explainer does not have count as the nearest
/// one, and those that it has in addition are not tried. The agreement has not been measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct LikeExplainer {
    /// The value of the hardest step.
    pub hardest: u32,
    /// The value of the hardest step up to the first placement.
    pub first_placement: u32,
    /// The value of the hardest step up to the first elimination or placement.
    pub first_step: u32,
}

impl LikeExplainer {
    /// Returns the rating of the loaded puzzle from its current state, and the state at the end of its
    /// explanation. The explainer should try techniques in the order
    /// [`Order::Explainer`](crate::Order::Explainer).
    ///
    /// # Errors
    /// [`Stopped::Asked`] if the question in the limits stopped the explanation.
    pub fn of(explainer: &mut Explainer, limits: &mut Limits<'_>) -> Result<(LikeExplainer, State), Stopped> {
        let mut rating = LikeExplainer::default();
        let mut is_placed = false;
        while let Some(step) = explainer.next_step(limits)? {
            let tenths = tenths(step);
            rating.hardest = rating.hardest.max(tenths);
            if rating.first_step == 0 {
                rating.first_step = tenths;
            }
            if !is_placed {
                rating.first_placement = rating.hardest;
            }
            is_placed |= !step.placements.is_empty();
        }
        Ok((rating, explainer.state()))
    }
}

impl fmt::Display for LikeExplainer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [self.hardest, self.first_placement, self.first_step];
        for (place, tenths) in parts.into_iter().enumerate() {
            write!(f, "{}{}.{}", if place > 0 { "/" } else { "" }, tenths / 10, tenths % 10)?;
        }
        Ok(())
    }
}

/// Returns the value of a step, in tenths.
fn tenths(step: &Step) -> u32 {
    match step.technique {
        Technique::HiddenSingle if step.houses.iter().any(|house| house.kind.is_box()) => 12,
        technique => technique.tenths() + length_tenths(step.links.len()),
    }
}

/// Returns the tenths that the length of a chain adds: one for each length passed of 6, 8, 12, 16, 24, 32 and
/// so on.
fn length_tenths(links: usize) -> u32 {
    let mut tenths = 0;
    let mut limit = 6;
    while links > limit {
        // 6, 8, 12, 16, 24, 32: a third and a half more, alternately.
        limit += if tenths % 2 == 0 { limit / 3 } else { limit / 2 };
        tenths += 1;
    }
    tenths
}
