//! How often each item of a problem occurs, and which options can be chosen.

use crate::control::limits::{Limits, Stopped};
use crate::problem::Problem;
use crate::problem::ids::{ItemId, OptionId};

/// How often items occur.
pub(super) struct Survey<'p> {
    pub(super) problem: &'p Problem,
    /// By item: the number of options that use it.
    pub(super) uses: Vec<u32>,
    /// By item: the number of options that use it and can be chosen.
    pub(super) choices: Vec<u32>,
    /// By item: how often these options cover it together, with their weights.
    pub(super) supply: Vec<u32>,
    /// By option: whether it can be chosen.
    pub(super) can_choose: Vec<bool>,
}

impl<'p> Survey<'p> {
    pub(super) fn of(problem: &'p Problem, limits: &mut Limits<'_>) -> Result<Self, Stopped> {
        let mut survey = Self {
            problem,
            uses: vec![0; problem.item_count()],
            choices: vec![0; problem.item_count()],
            supply: vec![0; problem.item_count()],
            can_choose: Vec::with_capacity(problem.option_count()),
        };
        for option in problem.options() {
            limits.setup(problem.uses(option).len())?;
            let can_choose = problem.has_primary(option) && !survey.is_excluded(option);
            survey.can_choose.push(can_choose);
            for (used, weight) in problem.weighted_uses(option) {
                survey.uses[used.item.index()] += 1;
                survey.choices[used.item.index()] += u32::from(can_choose);
                survey.supply[used.item.index()] += if can_choose { weight } else { 0 };
            }
        }
        Ok(survey)
    }

    /// Returns true if the option alone covers an item more often than it may be.
    pub(super) fn is_excluded(&self, option: OptionId) -> bool {
        let mut uses = self.problem.weighted_uses(option);
        uses.any(|(used, weight)| weight > self.problem.bounds(used.item).high)
    }

    /// Returns the primary items.
    pub(super) fn primary(&self) -> impl DoubleEndedIterator<Item = ItemId> + Clone + use<> {
        (0..self.problem.primary_count()).map(ItemId::new)
    }
}
