//! The key of a state: 128 bits that identify what is left of the problem, updated while lists are covered.
//!
//! The key is the exclusive or of a secret random word for each live option, and of one for each open item
//! that has been covered before and may be covered again. An option leaves the live set once on the way to a
//! node, when it is hidden or dropped, and returns once: the state is never read as a whole. If no item is
//! starved, the live options determine which items are open (except those that need nothing and have no
//! options) and which colors are left; so two nodes with one key have the same covers below them, unless the
//! words of two different sets have the same exclusive or. (Zobrist, *A new hashing method with application
//! for game playing*, 1970.)
//!
//! The words are drawn again for each arena with a key that no input can know, because exclusive or is
//! linear: of any 129 words that are known beforehand some have the exclusive or 0, and a problem can be
//! constructed in which two different states differ by just these options. With secret words every pair of
//! different states has the same key with probability 2^-128, whatever the problem: among `n` states, two
//! have one key with probability below n^2 / 2^129, which is 2^-69 for 10^9 states. Only then is a value
//! wrong. Nothing else depends on the words: neither the states visited nor the order of the work.

use std::hash::{BuildHasher, RandomState};
use std::mem::swap;

use super::open_items::OpenItems;
use super::{Links, PURIFIED};
use crate::control::limits::{Limits, Stopped};
use crate::problem::Problem;
use crate::problem::ids::{OptionId, narrow, wide};

/// The key and its words. Empty if none is kept.
#[derive(Clone, Debug, Default)]
pub(super) struct Keys {
    pub(super) now: u128,
    /// By option of the problem.
    words: Vec<u128>,
    /// By node: its option.
    owners: Vec<u32>,
    flood: Flood,
}

impl Keys {
    /// Returns the word of the option at a node.
    #[inline(always)]
    pub(super) fn word(&self, node: u32) -> u128 {
        self.words[wide(self.owners[wide(node)])]
    }
}

/// The items and options reached, by the round that reached them last.
#[derive(Clone, Debug, Default)]
struct Flood {
    round: u32,
    items: Vec<u32>,
    options: Vec<u32>,
    queue: Vec<u32>,
}

/// Some of the open items that share no live option with the others.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    open: OpenItems,
    key: u128,
}

/// Steps of a setup that drawing a word takes.
pub(super) const STEPS_OF_A_WORD: usize = 8;

/// The series of the options; items have their number.
const OPTIONS: u32 = u32::MAX;

/// A source of words that no input can know.
#[derive(Clone, Debug)]
pub(super) struct KeyWords(RandomState);

impl KeyWords {
    fn new() -> Self {
        Self(RandomState::new())
    }

    /// Returns the word of a number in a series. Each half is an output of SipHash of its own: under a secret
    /// key these are as good as independent random numbers.
    pub(super) fn draw(&self, number: u32, series: u32) -> u128 {
        let half = |half: u8| u128::from(self.0.hash_one((number, series, half)));
        half(0) << 64 | half(1)
    }
}

impl<const COLORED: bool, const BOUNDED: bool, const KEYED: bool> Links<COLORED, BOUNDED, KEYED> {
    /// Computes the key of the root.
    pub(super) fn reset_keys(&mut self, problem: &Problem, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        let keys = &mut self.keys;
        if keys.words.is_empty() {
            let words = KeyWords::new();
            let mut drawn = Vec::with_capacity(problem.option_count());
            for option in problem.options() {
                limits.setup(STEPS_OF_A_WORD)?;
                drawn.push(words.draw(option.0, OPTIONS));
            }
            if BOUNDED {
                self.demand.draw_words(&words, problem, limits)?;
            }
            keys.words = drawn;
        }
        keys.owners.clear();
        keys.owners.resize(self.nodes.len(), 0);
        // A spacer belongs to the option before it, and the one before the first option to none.
        let (mut owner, mut is_counted) = (0, true);
        keys.now = 0;
        for at in (problem.item_count() + 1..self.nodes.len()).rev() {
            limits.setup(1)?;
            let node = self.nodes[at];
            if node.item == super::SPACER {
                (owner, is_counted) = (node.color, false);
            } else if !is_counted && self.open.contains(node.item) {
                keys.now ^= keys.words[wide(owner)];
                is_counted = true;
            }
            keys.owners[at] = owner;
        }
        if BOUNDED {
            keys.now = self.open.iter().fold(keys.now, |key, item| key ^ self.demand.word(item));
        }
        keys.flood.round = 0;
        for (reached, count) in
            [(&mut keys.flood.items, problem.item_count()), (&mut keys.flood.options, problem.option_count())]
        {
            reached.clear();
            reached.resize(count, 0);
        }
        Ok(())
    }

    /// Replaces the drawn words. `change` receives the option, if the word belongs to one.
    #[cfg(test)]
    pub(crate) fn change_words(&mut self, mut change: impl FnMut(Option<OptionId>, u128) -> u128) {
        for (option, word) in (0..).zip(&mut self.keys.words) {
            *word = change(Some(OptionId(option)), *word);
        }
        for word in self.demand.words_mut() {
            *word = change(None, *word);
        }
        self.keys.now = self.fresh_key();
    }

    /// Returns the key, computed from the lists.
    pub(super) fn fresh_key(&self) -> u128 {
        let mut options = Vec::new();
        let mut key = 0;
        for item in self.open.iter() {
            let mut node = self.nodes[wide(item)].down;
            while node != item {
                options.push(self.keys.owners[wide(node)]);
                node = self.nodes[wide(node)].down;
            }
            if BOUNDED {
                key ^= self.demand.word(item);
            }
        }
        options.sort_unstable();
        options.dedup();
        options.into_iter().fold(key, |key, option| key ^ self.keys.words[wide(option)])
    }

    /// Removes an item from the open set.
    #[inline(always)]
    pub(super) fn close_item(&mut self, item: u32) {
        if BOUNDED && KEYED {
            self.keys.now ^= self.demand.word(item);
        }
        self.open.remove(item);
    }

    /// Undoes [`close_item`](Self::close_item).
    #[inline(always)]
    pub(super) fn reopen_item(&mut self, item: u32) {
        if BOUNDED && KEYED {
            self.keys.now ^= self.demand.word(item);
        }
        self.open.insert(item);
    }
}

/// The operations that memoization needs.
impl<const COLORED: bool, const BOUNDED: bool> Links<COLORED, BOUNDED, true> {
    /// Returns the key of this state, in which no item is starved.
    #[inline(always)]
    pub(crate) fn key(&self) -> u128 {
        self.keys.now
    }

    /// Returns the item to cover next: one with one branch, or else the first open one in this order; by the
    /// rule if there is no order.
    #[inline(always)]
    pub(crate) fn next_item(&self, places: &[u32]) -> u32 {
        if places.is_empty() {
            return self.choose();
        }
        let key = |item| match self.degree(item) {
            degree @ 0..=1 => degree,
            _ => places[wide(item)].saturating_add(2),
        };
        self.open.least_by(key).expect("a level is opened only where an item is open")
    }

    /// Returns true if an open item has more than one branch.
    #[inline(always)]
    pub(crate) fn is_branching(&self, item: u32) -> bool {
        self.degree(item) > 1
    }

    /// Opens a level at an open item.
    #[inline(always)]
    pub(crate) fn open_here(&mut self, item: u32) {
        self.verify_where_cheap();
        self.open_level(item);
    }

    /// Returns the current option of the deepest level; `None` for "enough".
    #[inline(always)]
    pub(crate) fn taken(&self) -> Option<OptionId> {
        let level = self.levels.last()?;
        (level.node != level.item).then(|| OptionId(self.keys.owners[wide(level.node)]))
    }

    /// Returns true if the last branch of the deepest level may be "enough", or if covers of an earlier
    /// branch may contain the option of a later one. Then the branches must be combined from the last to the
    /// first: no later one contains the option of an earlier one.
    #[inline(always)]
    pub(crate) fn is_put_together_backwards(&self) -> bool {
        BOUNDED
            && self
                .levels
                .last()
                .is_some_and(|level| self.repeats() || self.demand.needs[wide(level.item)] == 0)
    }

    /// Returns the independent parts of the open items; `None` if there is only one. Items that need nothing
    /// and have no options are in no part.
    ///
    /// Options that share an item only where it is purified are not connected by it: they agree on its color.
    pub(crate) fn parts(&mut self) -> Option<Vec<Part>> {
        let wanted = if BOUNDED {
            narrow(self.open.iter().filter(|&item| self.len[wide(item)] > 0).count())
        } else {
            self.open.len()
        };
        let mut flood = std::mem::take(&mut self.keys.flood);
        flood.round = flood.round.wrapping_add(1);
        if flood.round == 0 {
            flood.items.fill(0);
            flood.options.fill(0);
            flood.round = 1;
        }
        let mut parts = Vec::new();
        for item in self.open.iter() {
            if flood.items[wide(item)] != flood.round && self.len[wide(item)] > 0 {
                let part = self.flood(&mut flood, item, wanted);
                if part.open.len() == wanted {
                    break;
                }
                parts.push(part);
            }
        }
        self.keys.flood = flood;
        (parts.len() > 1).then_some(parts)
    }

    /// Returns the part of an item; if it contains all `wanted` items, without its key.
    fn flood(&self, flood: &mut Flood, first: u32, wanted: u32) -> Part {
        let Flood { round, items, options, queue } = flood;
        let mut part = Part { open: self.open.empty_like(), key: 0 };
        items[wide(first)] = *round;
        part.open.insert(first);
        queue.clear();
        queue.push(first);
        while let Some(item) = queue.pop() {
            if BOUNDED && wide(item) < self.len.len() {
                part.key ^= self.demand.word(item);
            }
            let mut node = self.nodes[wide(item)].down;
            while node != item {
                let option = wide(self.keys.owners[wide(node)]);
                if options[option] != *round {
                    options[option] = *round;
                    part.key ^= self.keys.words[option];
                    for used in self.uses_of(node) {
                        if used.color == PURIFIED || items[wide(used.item)] == *round {
                            continue;
                        }
                        items[wide(used.item)] = *round;
                        queue.push(used.item);
                        if wide(used.item) < self.len.len() {
                            part.open.insert(used.item);
                        }
                    }
                    if part.open.len() == wanted {
                        return part;
                    }
                }
                node = self.nodes[wide(node)].down;
            }
        }
        part
    }

    /// Restricts the arena to the items of this part, or back to all others: the open set and the key are
    /// exchanged with those of the part.
    pub(crate) fn exchange(&mut self, part: &mut Part) {
        swap(&mut self.open, &mut part.open);
        swap(&mut self.keys.now, &mut part.key);
    }
}
