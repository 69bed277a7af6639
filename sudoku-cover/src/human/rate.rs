//! The difficulty of a puzzle: HoDoKu's level and score.

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
