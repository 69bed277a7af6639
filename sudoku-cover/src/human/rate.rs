//! How hard a puzzle is: HoDoKu's level and score, and a rating on a scale like that of Sudoku Explainer.

use std::fmt;

use dlx_core::{Limits, Stopped};

use crate::human::explain::{Explainer, State};
use crate::human::step::Step;
use crate::human::technique::{Level, Technique};

/// What all steps of an explanation come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Rating {
    /// How many steps there are.
    pub steps: usize,
    /// The sum of their scores.
    pub score: u32,
    /// The technique with the highest level, and of those the one with the highest score; `None` without steps.
    pub hardest: Option<Technique>,
    /// How many steps took a digit from the solution.
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

    /// The level of the hardest step, raised while the score is too high for it.
    #[must_use]
    pub fn level(&self) -> Level {
        let hardest = self.hardest.map_or(Level::Easy, Technique::level);
        let fits = |level: &Level| level.highest_score().is_none_or(|highest| self.score <= highest);
        Level::ALL.into_iter().filter(|&level| level >= hardest).find(fits).unwrap_or(Level::Extreme)
    }

    /// The rating of the puzzle that is loaded, from where it stands, and where its explanation ends.
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

/// A rating on a scale like that of Sudoku Explainer, in tenths. Shown as `7.2/1.2/1.2`.
///
/// It is like SE's, not SE's: techniques that SE does not have count as what they come closest to, and those that it
/// has besides are not tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct LikeExplainer {
    /// The hardest step.
    pub hardest: u32,
    /// The hardest step up to the first digit that is placed.
    pub first_placement: u32,
    /// The hardest step up to the first candidate that is eliminated, or digit that is placed.
    pub first_step: u32,
}

impl LikeExplainer {
    /// The rating of the puzzle that is loaded, from where it stands, and where its explanation ends. The explainer
    /// should try techniques in the order of [`Order::Explainer`](crate::Order::Explainer).
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

/// What the step counts on the scale, in tenths.
fn tenths(step: &Step) -> u32 {
    match step.technique {
        Technique::HiddenSingle if step.houses.iter().any(|house| house.kind.is_box()) => 12,
        technique => technique.tenths() + length_tenths(step.links.len()),
    }
}

/// A tenth for each step in length past 6, 8, 12, 16, 24, 32 and so on, where chains can be long.
fn length_tenths(links: usize) -> u32 {
    let mut tenths = 0;
    let mut limit = 6;
    while links > limit {
        // 6, 8, 12, 16, 24, 32: by turns a third and a half more.
        limit += if tenths % 2 == 0 { limit / 3 } else { limit / 2 };
        tenths += 1;
    }
    tenths
}
