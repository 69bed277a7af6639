//! Assumptions at the root: options given or forbidden on the current arena, and taken back in the opposite
//! order. The work depends on the change, not on the problem.

use super::{Links, SPACER, count_item, uncount_item};
use crate::engine::{Assumed, NodeState};
use crate::problem::Use;
use crate::problem::ids::{Color, ItemId, OptionId, wide};

/// The assumptions since the arena was built.
#[derive(Clone, Debug, Default)]
pub(super) struct AssumptionTrail {
    trail: Vec<ArenaChange>,
    /// The options of the arena in ascending order, each with its first node; filled when first needed.
    options: Vec<(OptionId, u32)>,
}

/// One change of the arena, with the value of `starved` before it.
#[derive(Clone, Copy, Debug)]
enum ArenaChange {
    /// An assumption began here.
    Began { starved: u32 },
    /// The option at this node was removed from all its lists.
    Dropped { node: u32 },
    /// The list of the item was covered, or purified to the color.
    Covered { item: u32, color: u32 },
    /// The item was covered this many times more, and has left the open set if it may not be covered again.
    Counted { item: u32, weight: u32 },
    /// The options that count too much for what is left of an open item were removed.
    Squeezed,
}

impl AssumptionTrail {
    pub(super) fn clear(&mut self) {
        self.trail.clear();
        self.options.clear();
    }
}

impl<const COLORED: bool, const BOUNDED: bool, const KEYED: bool> Links<COLORED, BOUNDED, KEYED> {
    pub(super) fn carry_out(&mut self, assumed: &Assumed<'_>) -> NodeState {
        self.assumptions.trail.push(ArenaChange::Began { starved: self.starved });
        if let Some(option) = assumed.dropped {
            let node = self.first_node(option);
            self.drop_option(node);
            self.assumptions.trail.push(ArenaChange::Dropped { node });
        }
        for &(used, weight) in assumed.covered {
            self.close_assumed(used.item.0, weight);
        }
        for &(Use { item: ItemId(item), color: Color(color) }, _) in assumed.covered {
            let stays_open = wide(item) < self.len.len() && self.open.contains(item);
            if stays_open {
                self.squeeze(item, u32::MAX);
                self.assumptions.trail.push(ArenaChange::Squeezed);
            } else {
                if color != 0 {
                    self.nodes[wide(item)].color = color;
                }
                self.cover(item, color, u32::MAX);
                self.assumptions.trail.push(ArenaChange::Covered { item, color });
            }
        }
        self.verify_in_debug();
        self.here()
    }

    pub(super) fn take_back_assumption(&mut self) -> NodeState {
        while let Some(change) = self.assumptions.trail.pop() {
            match change {
                ArenaChange::Began { starved } => {
                    self.starved = starved;
                    break;
                }
                ArenaChange::Dropped { node } => self.undrop_option(node),
                ArenaChange::Counted { item, weight } => {
                    let (open, demand, key) = (&mut self.open, &mut self.demand, &mut self.keys.now);
                    uncount_item::<BOUNDED, KEYED>(open, demand, key, item, weight);
                }
                ArenaChange::Squeezed => self.unsqueeze(),
                ArenaChange::Covered { item, color } => self.uncover(item, color, item),
            }
        }
        self.verify_in_debug();
        self.here()
    }

    /// Counts a primary item as covered this many times more.
    fn close_assumed(&mut self, item: u32, weight: u32) {
        if wide(item) >= self.len.len() {
            return;
        }
        let len = self.len[wide(item)];
        let (open, demand, key) = (&mut self.open, &mut self.demand, &mut self.keys.now);
        let was_starved = count_item::<BOUNDED, KEYED>(open, demand, key, item, len, weight);
        if self.counts_starved {
            self.starved -= u32::from(was_starved);
        }
        self.assumptions.trail.push(ArenaChange::Counted { item, weight });
    }

    /// Returns the first node of an option of the arena.
    fn first_node(&mut self, option: OptionId) -> u32 {
        if self.assumptions.options.is_empty() {
            let spacers = self.nodes.iter().filter(|node| node.item == SPACER).skip(1);
            self.assumptions.options.extend(spacers.map(|spacer| (OptionId(spacer.color), spacer.up)));
        }
        let options = &self.assumptions.options;
        let place = options.binary_search_by_key(&option, |&(option, _)| option);
        options[place.expect("a live option is in the arena")].1
    }
}
