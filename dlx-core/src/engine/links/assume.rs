//! Assumptions at the root: options given or forbidden on the arena as it stands, and taken back in the
//! opposite order. The work is that of the change, not that of the problem.

use super::{Links, SPACER, count_item, uncount_item};
use crate::engine::Assumption;
use crate::problem::Problem;
use crate::problem::givens::GivenError;
use crate::problem::ids::{OptionId, wide};

/// What has been assumed since the arena was built.
#[derive(Clone, Debug, Default)]
pub(super) struct Assumptions {
    trail: Vec<Change>,
    /// The options of the arena, ascending, each with its first node; filled when first needed.
    options: Vec<(OptionId, u32)>,
}

/// One change of the arena, with `starved` before it where that changes.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// An assumption began here; how much was settled before it.
    Began { settled: usize, starved: u32 },
    /// The option at this node was taken off all its lists.
    Dropped { node: u32 },
    /// The list of the item was covered, or purified to the color.
    Covered { item: u32, color: u32 },
    /// The item was covered once more, and has left the open set if it may not be covered again.
    Counted { item: u32 },
}

impl Assumptions {
    pub(super) fn clear(&mut self) {
        self.trail.clear();
        self.options.clear();
    }

    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }
}

impl<const COLORED: bool, const BOUNDED: bool, const KEYED: bool> Links<COLORED, BOUNDED, KEYED> {
    /// Gives or forbids an option. After an error nothing has changed.
    pub(super) fn carry_out(&mut self, problem: &Problem, assumption: Assumption) -> Result<(), GivenError> {
        let began = Change::Began { settled: self.settled.mark(), starved: self.starved };
        let (Assumption::Force(option) | Assumption::Forbid(option)) = assumption;
        let was_live = option.index() < problem.option_count() && self.settled.is_live(problem, option);
        let mut free: Vec<(u32, u32)> = Vec::new();
        match assumption {
            Assumption::Forbid(_) => {
                self.settled.forbid(problem, option)?;
            }
            Assumption::Force(_) => {
                if option.index() < problem.option_count() {
                    let uses = problem.uses(option).iter().filter(|used| !self.settled.is_settled(used.item));
                    free.extend(uses.map(|used| (used.item.0, used.color.0)));
                }
                if !self.settled.force(problem, option)? {
                    return Ok(());
                }
            }
        }
        self.assumptions.trail.push(began);
        if was_live {
            let node = self.first_node(option);
            self.drop_option(node);
            self.assumptions.trail.push(Change::Dropped { node });
        }
        for &(item, _) in &free {
            self.close_assumed(item);
        }
        for (item, color) in free {
            let stays_open = wide(item) < self.len.len() && self.open.contains(item);
            if !stays_open {
                if color != 0 {
                    self.nodes[wide(item)].color = color;
                }
                self.cover(item, color, u32::MAX);
                self.assumptions.trail.push(Change::Covered { item, color });
            }
        }
        self.verify_in_debug();
        Ok(())
    }

    /// Counts a primary item as covered once more.
    fn close_assumed(&mut self, item: u32) {
        if wide(item) >= self.len.len() {
            return;
        }
        let len = self.len[wide(item)];
        let was_starved =
            count_item::<BOUNDED, KEYED>(&mut self.open, &mut self.demand, &mut self.keys.now, item, len);
        if self.counts_starved {
            self.starved -= u32::from(was_starved);
        }
        self.assumptions.trail.push(Change::Counted { item });
    }

    /// Takes back all assumptions after this [`mark`](Assumptions::mark).
    pub(super) fn take_back_to(&mut self, mark: usize) {
        while self.assumptions.trail.len() > mark {
            match self.assumptions.trail.pop().expect("the trail is longer than the mark") {
                Change::Began { settled, starved } => {
                    self.settled.undo_to(settled);
                    self.starved = starved;
                }
                Change::Dropped { node } => self.undrop_option(node),
                Change::Counted { item } => {
                    uncount_item::<BOUNDED, KEYED>(
                        &mut self.open,
                        &mut self.demand,
                        &mut self.keys.now,
                        item,
                    );
                }
                Change::Covered { item, color } => self.uncover(item, color, item),
            }
        }
        self.verify_in_debug();
    }

    /// The first node of an option that the arena has.
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
