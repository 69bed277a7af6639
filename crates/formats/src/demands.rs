//! The demands of each item on the options that use it, which the formats for other solvers must express.
//!
//! Options without a primary item are left out: they are false, whatever their items demand.

use dlx_core::{Bounds, Color, ItemId, ItemKind, OptionId, Problem, Use};

/// A use of an item by an option, with its color and weight. Ordered by item, then by color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Holding {
    item: ItemId,
    color: Color,
    pub(crate) option: OptionId,
    pub(crate) weight: u32,
}

/// The demand of an item.
#[derive(Debug)]
pub(crate) enum ItemDemand<'d> {
    /// These options have a weight of at least `low` and at most `high` together; that of all may be less than `low`.
    /// Without weights these are numbers of options.
    Number { options: &'d [Holding], low: u32, high: u32 },
    /// Options of at most one group; some group has at least two options, and there are at least two groups.
    Agreement { groups: &'d [&'d [Holding]] },
}

/// The demands of all items of a problem.
pub(crate) struct Demands<'p> {
    problem: &'p Problem,
    holdings: Vec<Holding>,
}

impl<'p> Demands<'p> {
    /// Returns the demands of a problem, in time proportional to the uses and their logarithm.
    pub(crate) fn of(problem: &'p Problem) -> Self {
        let mut holdings = Vec::with_capacity(problem.use_count());
        let mut idle = problem.idle_options().peekable();
        for option in problem.options() {
            if idle.next_if_eq(&option).is_some() {
                continue;
            }
            let uses = problem.weighted_uses(option);
            let holding =
                |(used, weight): (&Use, u32)| Holding { item: used.item, color: used.color, option, weight };
            holdings.extend(uses.map(holding));
        }
        holdings.sort_unstable();
        Self { problem, holdings }
    }

    /// Passes on each item with its demand, in ascending order, up to the first error. Items that demand
    /// nothing are skipped.
    pub(crate) fn each<E>(
        &self,
        mut take: impl FnMut(ItemId, ItemDemand<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut rest = &self.holdings[..];
        for item in self.problem.items() {
            let count = rest.iter().take_while(|holding| holding.item == item).count();
            let (options, after) = rest.split_at(count);
            rest = after;
            match self.problem.kind(item) {
                ItemKind::Primary => {
                    let Bounds { low, high } = self.problem.bounds(item);
                    if low > 0 || high < total_weight(options) {
                        take(item, ItemDemand::Number { options, low, high })?;
                    }
                }
                ItemKind::Secondary => {
                    let groups = groups(options);
                    if groups.len() < 2 {
                        continue;
                    }
                    if groups.len() == count {
                        take(item, ItemDemand::Number { options, low: 0, high: 1 })?;
                    } else {
                        take(item, ItemDemand::Agreement { groups: &groups })?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Returns the weight of these options of an item together, which fits as the builder has checked.
pub(crate) fn total_weight(options: &[Holding]) -> u32 {
    options.iter().map(|holding| holding.weight).sum()
}

/// Returns the groups of options that a secondary item allows together: those of one color, and each option
/// without a color on its own.
fn groups(options: &[Holding]) -> Vec<&[Holding]> {
    options.chunk_by(|one, other| one.color == other.color && one.color != Color::NONE).collect()
}
