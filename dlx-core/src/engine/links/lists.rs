//! The arena as plain lists of live options, for a search that chooses items and orders branches by itself.
//!
//! This is all that such a search knows of the links. The header of an item's list is the node with the number of
//! the item; a search undoes what it did in the opposite order.

use super::cover::weight;
use super::verify::{MOST_EVERYWHERE, MOST_NEAR_ROOT};
use super::{Links, SPACER};
use crate::control::limits::{Limits, Stopped};
use crate::control::rule::Rule;
use crate::engine::Engine;
use crate::engine::links::open_items::OpenItems;
use crate::problem::Problem;
use crate::problem::givens::Settled;
use crate::problem::ids::{OptionId, wide};
use crate::problem::size::Size;

#[derive(Clone, Debug)]
pub(crate) struct Lists {
    links: Links<true, true>,
    /// By node: the option.
    owners: Vec<OptionId>,
    size: Size,
}

impl Lists {
    /// Returns lists that are not built.
    pub(crate) fn new(problem: &Problem) -> Self {
        // A rule that does not look ahead: starved items are found by those who read the lists.
        Self { links: Links::new(problem, Rule::First), owners: Vec::new(), size: Size::default() }
    }

    /// Builds the lists of what the givens have left.
    ///
    /// # Errors
    /// The limit that was reached. The lists are then empty.
    pub(crate) fn build(
        &mut self,
        problem: &Problem,
        settled: &Settled,
        limits: &mut Limits<'_>,
    ) -> Result<(), Stopped> {
        self.links.restart(problem, settled, limits)?;
        self.size = self.links.figures().size(problem, settled);
        self.owners.clear();
        self.owners.resize(self.links.nodes.len(), OptionId(u32::MAX));
        for at in (problem.item_count() + 1)..self.links.nodes.len() {
            let node = self.links.nodes[at];
            if node.item == SPACER {
                self.owners[wide(node.up)..at].fill(OptionId(node.color));
            }
        }
        Ok(())
    }

    /// Removes the options that `is_out` says for good, right after the lists were built.
    pub(crate) fn remove(&mut self, problem: &Problem, is_out: impl Fn(OptionId) -> bool) {
        for at in (problem.item_count() + 1)..self.links.nodes.len() {
            let node = self.links.nodes[at];
            if node.item == SPACER && is_out(OptionId(node.color)) {
                self.links.drop_option(node.up);
            }
        }
        self.forget();
    }

    /// Returns the option at a node.
    #[inline]
    pub(crate) fn owner(&self, node: u32) -> OptionId {
        self.owners[wide(node)]
    }

    /// Returns the node below this one; the header after the last one of a list.
    #[inline]
    pub(crate) fn below(&self, node: u32) -> u32 {
        self.links.nodes[wide(node)].down
    }

    /// Returns the number of live options of a primary item, each counted with its weight.
    #[inline]
    pub(crate) fn len(&self, item: u32) -> u32 {
        self.links.len[wide(item)]
    }

    /// Returns how often the option at a node counts towards the bounds of the node's item, which is primary.
    #[inline]
    pub(crate) fn weight(&self, node: u32) -> u32 {
        weight::<true>(self.links.nodes[wide(node)])
    }

    /// Returns true if options count more than once on this item.
    #[inline]
    pub(crate) fn is_weighted(&self, item: u32) -> bool {
        self.links.demand.is_weighted() && self.links.demand.heaviest(item) > 1
    }

    /// Returns the number of branches at an item, or an estimate of it where there are weights.
    pub(crate) fn degree(&self, item: u32) -> u32 {
        self.links.degree(item)
    }

    /// Returns how often an item must still be covered.
    #[inline]
    pub(crate) fn need(&self, item: u32) -> u32 {
        self.links.need(item)
    }

    /// Returns how often an item may still be covered.
    #[inline]
    pub(crate) fn room(&self, item: u32) -> u32 {
        self.links.room(item)
    }

    /// Returns true if an open item has fewer options than it needs.
    pub(crate) fn has_starved(&self) -> bool {
        self.links.has_starved()
    }

    /// Returns true if no primary item is open.
    pub(crate) fn is_covered(&self) -> bool {
        self.links.open.is_empty()
    }

    /// Returns the open primary items.
    pub(crate) fn open(&self) -> impl Iterator<Item = u32> {
        self.links.open.iter()
    }

    /// Returns an open item with the fewest branches.
    pub(crate) fn fewest(&self) -> Option<u32> {
        self.links.open.least_by(|item| self.degree(item))
    }

    /// Takes the set of the open items out, until it is [put back](Self::put_open): it does not change while lists are
    /// read and options dropped.
    pub(crate) fn take_open(&mut self) -> OpenItems {
        std::mem::take(&mut self.links.open)
    }

    /// Undoes [`take_open`](Self::take_open).
    pub(crate) fn put_open(&mut self, open: OpenItems) {
        self.links.open = open;
    }

    /// Closes an item and covers its list: no more of its options are chosen.
    pub(crate) fn cover(&mut self, item: u32) {
        self.links.open.remove(item);
        self.links.cover(item, 0, u32::MAX);
    }

    /// Undoes [`cover`](Self::cover).
    pub(crate) fn uncover(&mut self, item: u32) {
        self.links.uncover(item, 0, item);
        self.links.open.insert(item);
    }

    /// Counts the item of a node itself as covered by its option, and closes it if it may not be covered again.
    pub(crate) fn count(&mut self, node: u32) {
        self.links.count_own(node);
    }

    /// Undoes [`count`](Self::count).
    pub(crate) fn uncount(&mut self, node: u32) {
        self.links.uncount_own(node);
    }

    /// Covers the list of an item that was [counted](Self::count), if that has closed it, or removes what counts too
    /// much for what is left of it.
    pub(crate) fn restrict(&mut self, item: u32) {
        self.links.restrict(item, u32::MAX);
    }

    /// Undoes [`restrict`](Self::restrict).
    pub(crate) fn unrestrict(&mut self, item: u32) {
        self.links.unrestrict(item);
    }

    /// Counts the other items of the option at `node` as covered, and closes those that may not be covered again.
    pub(crate) fn close_items(&mut self, node: u32) {
        self.links.close_items(node);
    }

    /// Undoes [`close_items`](Self::close_items).
    pub(crate) fn reopen_items(&mut self, node: u32) {
        self.links.reopen_items(node);
    }

    /// Covers or purifies the lists of the other items of the option at `node`, after
    /// [`close_items`](Self::close_items).
    pub(crate) fn commit(&mut self, node: u32) {
        self.links.commit(node, u32::MAX);
    }

    /// Undoes [`commit`](Self::commit).
    pub(crate) fn uncommit(&mut self, node: u32) {
        self.links.uncommit(node, node);
    }

    /// Removes the option at `node` from all its lists.
    pub(crate) fn drop_option(&mut self, node: u32) {
        self.links.drop_option(node);
    }

    /// Undoes [`drop_option`](Self::drop_option).
    pub(crate) fn undrop_option(&mut self, node: u32) {
        self.links.undrop_option(node);
    }

    /// Checks the lists in debug builds, where that is affordable at this depth.
    pub(crate) fn verify_where_cheap(&self, depth: usize) {
        let most = if depth <= 2 { MOST_NEAR_ROOT } else { MOST_EVERYWHERE };
        if self.links.nodes.len() <= most {
            self.links.verify_in_debug();
        }
    }

    /// Returns the number of updates since they were last forgotten.
    pub(crate) fn updates(&self) -> u64 {
        self.links.updates
    }

    /// Counts updates from 0 again.
    pub(crate) fn forget(&mut self) {
        self.links.forget();
    }

    pub(crate) fn size(&self) -> Size {
        self.size
    }
}
