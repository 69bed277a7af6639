//! The width of the frontier while the items of an order are placed one after the other.

use super::graph::ItemGraph;
use crate::control::limits::{Limits, Stopped};
use crate::problem::ids::{ItemId, narrow, wide};

/// An order of the primary items that are still to be covered, and of secondary ones between them.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    pub(crate) items: Vec<ItemId>,
    /// Logarithm to base 2 of the estimated number of states of all layers, if each bit of the frontier is free.
    pub(crate) guess: f64,
}

/// The items placed so far, and the width of the frontier after each of them. The memory is reused by the next order.
#[derive(Default)]
pub(super) struct Placement {
    /// By item: number of its options that belong to no item of the order yet.
    options_left: Vec<u32>,
    is_touched: Vec<bool>,
    is_ranked: Vec<bool>,
    /// By option: true if it belongs to an item of the order.
    is_placed: Vec<bool>,
    order: Vec<ItemId>,
    /// Primary items whose last option was placed.
    done: Vec<u32>,
    /// Bits of the items that are touched and will be touched again.
    width: f64,
    /// The sum of 2 to the power of each width, divided by 2 to the power of the greatest one, so that no power is
    /// out of range.
    sum: f64,
    greatest: f64,
}

impl Placement {
    pub(super) fn restart(&mut self, graph: &ItemGraph) {
        let items = graph.item_count();
        self.options_left.clear();
        self.options_left.extend((0..items).map(|item| narrow(graph.options_of(item).len())));
        for (flags, count) in [
            (&mut self.is_touched, wide(items)),
            (&mut self.is_ranked, wide(items)),
            (&mut self.is_placed, graph.option_count),
        ] {
            flags.clear();
            flags.resize(count, false);
        }
        self.order.clear();
        self.done.clear();
        (self.width, self.sum, self.greatest) = (0.0, 0.0, 0.0);
    }

    pub(super) fn is_ranked(&self, item: u32) -> bool {
        self.is_ranked[wide(item)]
    }

    fn is_touched(&self, item: u32) -> bool {
        self.is_touched[wide(item)]
    }

    /// Returns the logarithm to base 2 of the number of states of the layers so far, if each bit of the frontier
    /// is free.
    pub(super) fn guess(&self) -> f64 {
        self.sum.max(1.0).log2() + self.greatest
    }

    /// Ranks an item next, unless that is done or a secondary item has no option left: it needs no step. `touch`
    /// receives each item that is touched for the first time.
    ///
    /// A primary item whose last option is placed is ranked at once. It is then known whether the item is covered:
    /// states in which it is not are dropped, and the others do not have to remember it.
    pub(super) fn rank(
        &mut self,
        graph: &ItemGraph,
        item: u32,
        limits: &mut Limits<'_>,
        mut touch: impl FnMut(u32),
    ) -> Result<(), Stopped> {
        if self.is_ranked(item) || self.options_left[wide(item)] == 0 && !graph.is_primary(item) {
            return Ok(());
        }
        self.is_ranked[wide(item)] = true;
        for &option in graph.options_of(item) {
            if std::mem::replace(&mut self.is_placed[wide(option)], true) {
                continue;
            }
            limits.setup(graph.uses_of(option).len())?;
            for &used in graph.uses_of(option) {
                if !std::mem::replace(&mut self.is_touched[wide(used)], true) {
                    self.width += graph.bits[wide(used)];
                    touch(used);
                }
                self.options_left[wide(used)] -= 1;
                if self.options_left[wide(used)] > 0 || used == item {
                    continue;
                }
                if !graph.is_primary(used) {
                    self.width -= graph.bits[wide(used)];
                } else if !self.is_ranked(used) {
                    self.done.push(used);
                }
            }
        }
        self.end_rank(graph, item);
        while let Some(done) = self.done.pop() {
            if !std::mem::replace(&mut self.is_ranked[wide(done)], true) {
                self.end_rank(graph, done);
            }
        }
        Ok(())
    }

    /// Adds an item to the order: the frontier does not contain it any more.
    fn end_rank(&mut self, graph: &ItemGraph, item: u32) {
        self.order.push(ItemId(item));
        if self.is_touched(item) {
            self.width -= graph.bits[wide(item)];
        }
        if self.width > self.greatest {
            self.sum *= (self.greatest - self.width).exp2();
            self.greatest = self.width;
        }
        self.sum += (self.width - self.greatest).exp2();
    }

    /// Returns the items ranked so far, and their estimate.
    pub(super) fn order(&self) -> Order {
        Order { items: self.order.clone(), guess: self.guess() }
    }
}
