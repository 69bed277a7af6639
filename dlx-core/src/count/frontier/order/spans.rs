//! The ranks between which the items of an order are in the frontier.

use crate::control::limits::{Limits, Stopped};
use crate::problem::givens::Settled;
use crate::problem::ids::{ItemId, OptionId, narrow, wide};
use crate::problem::{Holders, Problem};

/// The ranks of the items in an order between which an item is in the frontier.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ItemSpan {
    /// The first rank whose options touch the item.
    pub(crate) first: u32,
    /// The own rank of a primary item; the last rank whose options touch a secondary one.
    pub(crate) last: u32,
}

/// The ranks of items and options in an order. Once all earlier items are covered, an item can only be
/// covered by options of which it is the first item. So each option belongs to one rank.
#[derive(Debug)]
pub(crate) struct ItemSpans {
    /// By item; `None` for items that no option touches, unless they are in the order.
    pub(crate) of_items: Vec<Option<ItemSpan>>,
    /// By rank: the live options of which the item is the first, ascending.
    pub(crate) options: Vec<Vec<OptionId>>,
}

impl ItemSpans {
    /// # Errors
    /// [`Stopped::Asked`].
    pub(crate) fn of(
        problem: &Problem,
        settled: &Settled,
        holders: &Holders,
        order: &[ItemId],
        limits: &mut Limits<'_>,
    ) -> Result<Self, Stopped> {
        let mut of_items: Vec<Option<ItemSpan>> = vec![None; problem.item_count()];
        let mut options = vec![Vec::new(); order.len()];
        let mut is_placed = vec![false; problem.option_count()];
        for (rank, &item) in order.iter().enumerate() {
            let rank = narrow(rank);
            let own = of_items[item.index()].get_or_insert(ItemSpan { first: rank, last: rank });
            own.last = rank;
            limits.setup(holders.of_item(item).len())?;
            for &option in holders.of_item(item) {
                if std::mem::replace(&mut is_placed[option.index()], true)
                    || !settled.is_live(problem, option)
                {
                    continue;
                }
                limits.setup(problem.uses(option).len())?;
                options[wide(rank)].push(option);
                for used in settled.open_uses(problem, option) {
                    let span =
                        of_items[used.item.index()].get_or_insert(ItemSpan { first: rank, last: rank });
                    // If the primary item comes later in the order, its last rank is set there.
                    span.last = span.last.max(rank);
                }
            }
        }
        Ok(Self { of_items, options })
    }
}
