//! The choice of an item among many open ones, under the rule [`Rule::Fewest`](crate::Rule::Fewest).
//!
//! A tree of minima holds, for each block of 64 items, the length of the shortest list of an open item. It is
//! not updated with the lists, where each update would cost small problems time too, but when the next item
//! is chosen: the lists that an option has shortened are found by following the lists that it has covered,
//! which do not change until they are uncovered.
//!
//! Invariant: a node with that many open items has only ancestors with that many. So each level above was
//! opened by this choice, and the tree is that of the node above, as soon as the changes of deeper levels
//! have been undone.

use super::{Links, Node, PURIFIED};
use crate::engine::links::cover::for_others;
use crate::engine::links::open_items::OpenItems;
use crate::problem::ids::{narrow, wide};

/// Number of open items from which on the tree is used. Below, reading all lengths takes about as long, and
/// small problems should not pay for more than this comparison.
pub(super) const MANY: u32 = 1024;

/// The tree of minima, and how to return to those of the levels above.
#[derive(Clone, Debug, Default)]
pub(super) struct Leasts {
    /// Node `n` is the lesser of `2 n` and `2 n + 1`; the root is 1. The second half are the blocks.
    tree: Vec<u32>,
    /// The blocks that changed, each with its minimum before.
    trail: Vec<(u32, u32)>,
    /// By level: the length of `trail` before its changes.
    marks: Vec<usize>,
}

impl Leasts {
    /// Builds the tree.
    fn reset(&mut self, open: &OpenItems, len: &[u32]) {
        let blocks = open.blocks().next_power_of_two();
        self.tree.clear();
        self.tree.resize(2 * blocks, u32::MAX);
        for block in 0..open.blocks() {
            self.tree[blocks + block] = least(open, block, len);
        }
        for node in (1..blocks).rev() {
            self.tree[node] = self.tree[2 * node].min(self.tree[2 * node + 1]);
        }
        self.trail.clear();
        self.marks.clear();
    }

    /// Returns the minimum of a block.
    #[inline(always)]
    fn of_block(&self, block: usize) -> u32 {
        self.tree[self.tree.len() / 2 + block]
    }

    fn set(&mut self, block: usize, least: u32) {
        let mut node = self.tree.len() / 2 + block;
        self.tree[node] = least;
        while node > 1 {
            node /= 2;
            let lesser = self.tree[2 * node].min(self.tree[2 * node + 1]);
            if self.tree[node] == lesser {
                break;
            }
            self.tree[node] = lesser;
        }
    }

    /// Sets the minimum of a block until the level is left.
    fn change(&mut self, block: usize, least: u32) {
        self.trail.push((narrow(block), self.of_block(block)));
        self.set(block, least);
    }

    /// Begins the changes of a level, after undoing those of all levels from this one on.
    fn begin(&mut self, level: usize) {
        if let Some(&mark) = self.marks.get(level) {
            for at in (mark..self.trail.len()).rev() {
                let (block, before) = self.trail[at];
                self.set(wide(block), before);
            }
            self.trail.truncate(mark);
        }
        self.marks.truncate(level);
        self.marks.push(self.trail.len());
    }

    /// Returns the lowest block with the least minimum.
    fn first_block(&self) -> usize {
        let blocks = self.tree.len() / 2;
        let mut node = 1;
        while node < blocks {
            node = 2 * node + usize::from(self.tree[2 * node] > self.tree[node]);
        }
        node - blocks
    }
}

/// Returns the length of the shortest list of an open item of a block; [`u32::MAX`] if none is open.
fn least(open: &OpenItems, block: usize, len: &[u32]) -> u32 {
    open.least_of_block(block, len).map_or(u32::MAX, |(least, _)| least)
}

impl<const COLORED: bool, const BOUNDED: bool, const KEYED: bool> Links<COLORED, BOUNDED, KEYED> {
    /// Returns the links with any number of open items as many.
    #[cfg(test)]
    pub(crate) fn with_few_as_many(mut self) -> Self {
        if self.many == MANY {
            self.many = 0;
        }
        self
    }

    /// Returns the open item with the shortest list, the lowest in a tie, as [`choose`](Self::choose) does.
    ///
    /// # Complexity
    /// That of carrying out the last option, and the logarithm of the number of items.
    #[inline(never)]
    pub(super) fn choose_among_many(&mut self) -> u32 {
        let Self { nodes, len, open, leasts, levels, .. } = self;
        let (nodes, len) = (nodes.as_mut_slice(), len.as_slice());
        if let Some(level) = levels.last() {
            leasts.begin(levels.len() - 1);
            let mut follow = |nodes: &mut [Node], covered: u32| {
                if wide(covered) < len.len() {
                    let block = wide(covered / 64);
                    leasts.change(block, least(open, block, len));
                }
                let mut node = nodes[wide(covered)].down;
                while node != covered {
                    if !COLORED || nodes[wide(node)].color != PURIFIED {
                        for_others(nodes, node, |_, _, Node { item, .. }| {
                            let block = wide(item / 64);
                            if let Some(&len) = len.get(wide(item))
                                && len < leasts.of_block(block)
                                && open.contains(item)
                            {
                                leasts.change(block, len);
                            }
                        });
                    }
                    node = nodes[wide(node)].down;
                }
            };
            follow(nodes, level.item);
            for_others(nodes, level.node, |nodes, _, Node { item, color, .. }| {
                if !COLORED || color != PURIFIED {
                    follow(nodes, item);
                }
            });
        } else {
            leasts.reset(open, len);
        }
        let (_, item) = open.least_of_block(leasts.first_block(), len).expect("an item is open");
        debug_assert_eq!(item, self.choose(), "the tree of minima is out of date");
        item
    }
}
