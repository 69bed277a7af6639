//! The demands of each item on the options that use it, which the formats for other solvers must express.
//!
//! Options without a primary item are left out: they are false, whatever their items demand.

use dlx_core::{Bounds, Color, ItemId, ItemKind, OptionId, Problem};

/// A use of an item by an option, with its color. Ordered by item, then by color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Holding {
    item: ItemId,
    color: Color,
    pub(crate) option: OptionId,
}

/// The demand of an item.
#[derive(Debug)]
pub(crate) enum ItemDemand<'d> {
    /// At least `low` and at most `high` of these options; there may be fewer than `low`.
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
            let uses = problem.uses(option).iter();
            holdings.extend(uses.map(|used| Holding { item: used.item, color: used.color, option }));
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
                    if low > 0 || is_below(high, count) {
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

/// Returns true if a bound is less than a number of options.
pub(crate) fn is_below(bound: u32, count: usize) -> bool {
    usize::try_from(bound).is_ok_and(|bound| bound < count)
}

/// Returns the groups of options that a secondary item allows together: those of one color, and each option
/// without a color on its own.
fn groups(options: &[Holding]) -> Vec<&[Holding]> {
    options.chunk_by(|one, other| one.color == other.color && one.color != Color::NONE).collect()
}
