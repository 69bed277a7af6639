//! The state of a reduction: live options, open items, and the bounds that the forced options leave.
//!
//! Items and options are removed as a whole, so that flags suffice. Four invariants: the length of an open
//! item is the number of its live options, each counted with its weight; no live option counts more than the upper bound
//! that is left; a live option has an open primary item, so it is not idle; the
//! covers of the rest, with the forced options added, are the covers of the problem.

use std::ops::Range;

use super::reason::{ItemReason, Reason};
use crate::control::limits::{Limits, Stopped};
use crate::problem::ids::{Color, ItemId, OptionId, narrow, wide};
use crate::problem::{Bounds, ItemKind, Problem};

/// An option on the list of an item, the color it gives the item, and its weight there.
#[derive(Clone, Copy, Debug)]
pub(super) struct ListedOption {
    pub(super) option: OptionId,
    pub(super) color: Color,
    pub(super) weight: u32,
}

/// An option that is in every cover, and the item that requires it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Forced {
    pub(super) option: OptionId,
    pub(super) item: ItemId,
}

#[derive(Clone, Debug)]
pub(super) struct ReductionTable<'p> {
    pub(super) problem: &'p Problem,
    /// By option.
    live: Vec<bool>,
    /// By option: the number of its open primary items.
    primaries: Vec<u32>,
    /// By item.
    open: Vec<bool>,
    /// By item: the number of its live options, each counted with its weight.
    lengths: Vec<u32>,
    /// By item: the bounds that the forced options leave.
    bounds: Vec<Bounds>,
    /// The lists of all items, one after the other: live options and perhaps removed ones.
    entries: Vec<ListedOption>,
    /// Item `i` has the entries `starts[i]..ends[i]`.
    starts: Vec<u32>,
    ends: Vec<u32>,
    /// Items that rules should examine; the next one is at `next`.
    queue: Vec<ItemId>,
    next: usize,
    is_queued: Vec<bool>,
    pub(super) forced: Vec<Forced>,
    pub(super) removed: Vec<(OptionId, Reason)>,
    pub(super) dropped: Vec<(ItemId, ItemReason)>,
    /// An item that cannot be covered as often as it must be.
    pub(super) hopeless: Option<ItemId>,
    /// True if bounds were tightened other than by forced options.
    pub(super) is_tightened: bool,
    /// Number of entries and uses examined.
    pub(super) work: u64,
}

impl<'p> ReductionTable<'p> {
    /// Returns the whole problem without options that obviously are in no cover, with every item queued.
    ///
    /// # Errors
    /// [`Stopped::Asked`].
    pub(super) fn new(problem: &'p Problem, limits: &mut Limits<'_>) -> Result<Self, Stopped> {
        let items = problem.item_count();
        let mut starts = vec![0u32; items + 1];
        let mut primaries = vec![0u32; problem.option_count()];
        for option in problem.options() {
            limits.setup(problem.uses(option).len())?;
            for used in problem.uses(option) {
                starts[used.item.index() + 1] += 1;
                primaries[option.index()] += u32::from(problem.kind(used.item) == ItemKind::Primary);
            }
        }
        let mut lengths = starts[1..].to_vec();
        for item in 1..starts.len() {
            starts[item] += starts[item - 1];
        }
        let mut ends = starts[..items].to_vec();
        let blank = ListedOption { option: OptionId(0), color: Color::NONE, weight: 1 };
        let mut entries = vec![blank; problem.use_count()];
        for option in problem.options() {
            limits.setup(problem.uses(option).len())?;
            for (used, weight) in problem.weighted_uses(option) {
                let end = &mut ends[used.item.index()];
                entries[wide(*end)] = ListedOption { option, color: used.color, weight };
                *end += 1;
                lengths[used.item.index()] += weight - 1;
            }
        }
        starts.truncate(items);
        let mut table = Self {
            problem,
            live: vec![true; problem.option_count()],
            primaries,
            open: vec![true; items],
            lengths,
            bounds: problem.items().map(|item| problem.bounds(item)).collect(),
            entries,
            starts,
            ends,
            queue: problem.items().collect(),
            next: 0,
            is_queued: vec![true; items],
            forced: Vec::new(),
            removed: Vec::new(),
            dropped: Vec::new(),
            hopeless: None,
            is_tightened: false,
            work: 0,
        };
        for option in problem.options() {
            if table.primaries[option.index()] == 0 {
                table.remove(option, Reason::Idle);
            }
        }
        // Before anything is forced, so that a bound never goes below 0.
        for item in problem.items().take(problem.primary_count()) {
            if problem.bounds(item).high == 0 {
                table.remove_others(item, Color::NONE, Reason::Full { item });
            } else {
                table.remove_heavy(item);
            }
        }
        Ok(table)
    }

    pub(super) fn is_live(&self, option: OptionId) -> bool {
        self.live[option.index()]
    }

    pub(super) fn is_open(&self, item: ItemId) -> bool {
        self.open[item.index()]
    }

    pub(super) fn is_primary(&self, item: ItemId) -> bool {
        self.problem.kind(item) == ItemKind::Primary
    }

    pub(super) fn length(&self, item: ItemId) -> u32 {
        self.lengths[item.index()]
    }

    pub(super) fn bounds(&self, item: ItemId) -> Bounds {
        self.bounds[item.index()]
    }

    pub(super) fn entry(&self, at: usize) -> ListedOption {
        self.entries[at]
    }

    /// Returns the range of the entries of an item as it is.
    pub(super) fn range(&self, item: ItemId) -> Range<usize> {
        wide(self.starts[item.index()])..wide(self.ends[item.index()])
    }

    /// Returns the range of the entries of an item. Live ones keep their order; the others are removed once
    /// they outnumber those. Must not be called for an item whose entries are being read.
    pub(super) fn list(&mut self, item: ItemId) -> Range<usize> {
        let Range { start, mut end } = self.range(item);
        if end - start > 2 * wide(self.lengths[item.index()]) {
            self.work += (end - start) as u64;
            let mut kept = start;
            for at in start..end {
                let entry = self.entries[at];
                if self.live[entry.option.index()] {
                    self.entries[kept] = entry;
                    kept += 1;
                }
            }
            end = kept;
            self.ends[item.index()] = narrow(end);
        }
        start..end
    }

    /// Returns true if each live option of the item has another open primary item, so that none of them would
    /// become idle without this one.
    pub(super) fn is_dispensable(&mut self, item: ItemId) -> bool {
        let list = self.list(item);
        self.work += list.len() as u64;
        !self.is_primary(item)
            || list.clone().all(|at| {
                let option = self.entries[at].option;
                !self.live[option.index()] || self.primaries[option.index()] > 1
            })
    }

    /// Returns the next item that a rule should examine.
    pub(super) fn next_queued(&mut self) -> Option<ItemId> {
        let item = *self.queue.get(self.next)?;
        self.next += 1;
        self.is_queued[item.index()] = false;
        if self.next == self.queue.len() {
            self.queue.clear();
            self.next = 0;
        }
        Some(item)
    }

    fn enqueue(&mut self, item: ItemId) {
        if !std::mem::replace(&mut self.is_queued[item.index()], true) {
            self.queue.push(item);
        }
    }

    /// Removes a live option from the lists of its open items.
    fn unlist(&mut self, option: OptionId) {
        self.live[option.index()] = false;
        let problem = self.problem;
        self.work += problem.uses(option).len() as u64;
        for (used, weight) in problem.weighted_uses(option) {
            if self.open[used.item.index()] {
                self.lengths[used.item.index()] -= weight;
                self.enqueue(used.item);
            }
        }
    }

    /// Removes a live option.
    pub(super) fn remove(&mut self, option: OptionId, reason: Reason) {
        debug_assert!(self.live[option.index()]);
        self.unlist(option);
        self.removed.push((option, reason));
        let problem = self.problem;
        let is_short = |item: ItemId| {
            self.open[item.index()] && self.lengths[item.index()] < self.bounds[item.index()].low
        };
        if let Some(used) = problem.uses(option).iter().find(|used| is_short(used.item)) {
            self.hopeless.get_or_insert(used.item);
        }
    }

    /// Removes those live options of an item that do not give it this color; all of them for no color.
    pub(super) fn remove_others(&mut self, item: ItemId, color: Color, reason: Reason) {
        let list = self.list(item);
        self.work += list.len() as u64;
        for at in list {
            let entry = self.entries[at];
            let is_sharing = color != Color::NONE && entry.color == color;
            if !is_sharing && self.live[entry.option.index()] {
                self.remove(entry.option, reason);
            }
        }
    }

    /// Removes the live options that count more than the upper bound of a primary item.
    fn remove_heavy(&mut self, item: ItemId) {
        if !self.problem.is_weighted() {
            return;
        }
        let list = self.list(item);
        self.work += list.len() as u64;
        for at in list {
            let ListedOption { option, weight, .. } = self.entries[at];
            if weight > self.bounds[item.index()].high && self.live[option.index()] {
                self.remove(option, Reason::Full { item });
            }
        }
    }

    /// Returns true if a live option counts more than once on an item.
    pub(super) fn is_weighted(&self, item: ItemId) -> bool {
        let mut entries = self.entries[self.range(item)].iter();
        self.problem.is_weighted() && entries.any(|entry| entry.weight > 1 && self.live[entry.option.index()])
    }

    /// Drops an item.
    pub(super) fn drop_item(&mut self, item: ItemId, reason: ItemReason) {
        debug_assert!(self.open[item.index()]);
        self.open[item.index()] = false;
        self.dropped.push((item, reason));
        if self.is_primary(item) {
            let list = self.list(item);
            self.work += list.len() as u64;
            for at in list {
                self.primaries[self.entries[at].option.index()] -= 1;
            }
        }
    }

    /// Limits an item to being covered once.
    pub(super) fn tighten_to_once(&mut self, item: ItemId) {
        self.bounds[item.index()].high = 1;
        self.is_tightened = true;
        self.enqueue(item);
        self.enqueue_neighbors(item);
    }

    /// Queues the items that share a live option with this one: an item that its options can no longer share
    /// may imply them, or be implied.
    fn enqueue_neighbors(&mut self, item: ItemId) {
        let problem = self.problem;
        for at in self.list(item) {
            let option = self.entries[at].option;
            if self.live[option.index()] {
                self.work += problem.uses(option).len() as u64;
                for used in problem.uses(option) {
                    self.enqueue(used.item);
                }
            }
        }
    }

    /// Forces a live option into every cover, because of this item.
    pub(super) fn force(&mut self, option: OptionId, item: ItemId) {
        debug_assert!(self.live[option.index()]);
        self.unlist(option);
        self.forced.push(Forced { option, item });
        let problem = self.problem;
        // Bounds first: removing an option compares lengths with them.
        for (used, weight) in problem.weighted_uses(option) {
            if self.open[used.item.index()] && self.is_primary(used.item) {
                let bounds = &mut self.bounds[used.item.index()];
                bounds.low = bounds.low.saturating_sub(weight);
                bounds.high -= weight;
            }
        }
        for used in problem.uses(option) {
            let over = used.item;
            if !self.open[over.index()] {
                continue;
            }
            if !self.is_primary(over) {
                self.remove_others(
                    over,
                    used.color,
                    Reason::Conflict { forced: option, over, needed_by: item },
                );
                self.drop_item(over, ItemReason::Settled);
                continue;
            }
            if self.bounds(over).high > 0 {
                self.remove_heavy(over);
            }
            if self.bounds(over).high == 1 {
                self.enqueue_neighbors(over);
            } else if self.bounds(over).high == 0 {
                let is_alone = problem.bounds(over).high == 1;
                let conflict = Reason::Conflict { forced: option, over, needed_by: item };
                let reason = if is_alone { conflict } else { Reason::Full { item: over } };
                self.remove_others(over, Color::NONE, reason);
                self.drop_item(over, ItemReason::Settled);
            }
        }
    }
}
