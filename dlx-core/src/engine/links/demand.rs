//! How often each primary item must still be covered, and may still be. Empty without bounds: then it is
//! once, as long as the item is open.

use super::keyed::{KeyWords, STEPS_OF_A_WORD};
use crate::control::limits::{Limits, Stopped};
use crate::problem::ids::{ItemId, narrow, wide};
use crate::problem::{Bounds, Problem};

#[derive(Clone, Debug, Default)]
pub(super) struct Demand {
    /// How often the item must still be covered.
    pub(super) needs: Vec<u32>,
    /// How often it may still be covered.
    pub(super) rooms: Vec<u32>,
    /// Both at the root.
    bounds: Vec<Bounds>,
    /// By item and the number of times it was covered, from one on: a word of the key. Empty if no key is
    /// kept.
    words: Vec<u128>,
    /// Item `i` has the words from `starts[i]` on.
    starts: Vec<u32>,
    /// The source of the words where options have weights: then there would be too many of them for a table.
    source: Option<KeyWords>,
    /// By item, if options have weights.
    weights: Vec<ItemWeights>,
}

/// The weights of the options of an item, those left out that can never be chosen. They are those of the problem, so that
/// the tree does not depend on when options were given.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ItemWeights {
    lightest: u32,
    heaviest: u32,
    mean: u32,
}

impl ItemWeights {
    /// Returns the weights by primary item; nothing if there are none.
    pub(crate) fn of(problem: &Problem) -> Vec<Self> {
        if !problem.is_weighted() {
            return Vec::new();
        }
        let mut sums = vec![(0_u32, 0_u32); problem.primary_count()];
        let mut weights = vec![Self { lightest: u32::MAX, heaviest: 1, mean: 1 }; problem.primary_count()];
        for option in problem.options() {
            for (used, weight) in problem.weighted_uses(option) {
                if let Some(own) = weights.get_mut(used.item.index())
                    && weight <= problem.bounds(used.item).high
                {
                    own.lightest = own.lightest.min(weight);
                    own.heaviest = own.heaviest.max(weight);
                    let (sum, count) = &mut sums[used.item.index()];
                    (*sum, *count) = (*sum + weight, *count + 1);
                }
            }
        }
        for (own, (sum, count)) in weights.iter_mut().zip(sums) {
            own.mean = (sum / count.max(1)).max(1);
        }
        weights
    }

    /// Returns the estimated number of branches at an item if there would be `most` with options that count once each: one
    /// more than the options that the item can do without.
    pub(crate) fn degree(self, most: u32) -> u32 {
        match most.checked_sub(1) {
            None => 0,
            Some(slack) if slack < self.lightest => 1,
            Some(slack) => 1 + (slack / self.mean).max(1),
        }
    }
}

impl Demand {
    pub(super) fn reset(&mut self, problem: &Problem, bounds: impl Iterator<Item = Bounds>) {
        if self.weights.is_empty() {
            self.weights = ItemWeights::of(problem);
        }
        self.bounds.clear();
        self.bounds.extend(bounds);
        self.needs.clear();
        self.needs.extend(self.bounds.iter().map(|bounds| bounds.low));
        self.rooms.clear();
        self.rooms.extend(self.bounds.iter().map(|bounds| bounds.high));
    }

    /// Returns true if options have weights.
    #[inline(always)]
    pub(super) fn is_weighted(&self) -> bool {
        !self.weights.is_empty()
    }

    /// Returns the greatest weight on an item, where options have weights.
    #[inline(always)]
    pub(super) fn heaviest(&self, item: u32) -> u32 {
        self.weights[wide(item)].heaviest
    }

    /// Returns the estimated number of branches at an item, where options have weights.
    pub(super) fn degree(&self, item: u32, most: u32) -> u32 {
        self.weights[wide(item)].degree(most)
    }

    /// Counts an item as covered so many times more, which are fewer than there is room for. Returns true if a list of
    /// this length was too short for its need and no longer is. With `KEYED` the key is updated.
    #[inline(always)]
    pub(super) fn take<const KEYED: bool>(
        &mut self,
        item: u32,
        weight: u32,
        len: u32,
        key: &mut u128,
    ) -> bool {
        let before = if KEYED { self.word(item) } else { 0 };
        self.rooms[wide(item)] -= weight;
        let need = self.needs[wide(item)];
        let left = need.saturating_sub(weight);
        self.needs[wide(item)] = left;
        if KEYED {
            *key ^= before ^ self.word(item);
        }
        left <= len && len < need
    }

    /// Undoes [`take`](Self::take).
    #[inline(always)]
    pub(super) fn give_back<const KEYED: bool>(&mut self, item: u32, weight: u32, key: &mut u128) {
        let before = if KEYED { self.word(item) } else { 0 };
        self.rooms[wide(item)] += weight;
        let Bounds { low, high } = self.bounds[wide(item)];
        self.needs[wide(item)] = low.saturating_sub(high - self.rooms[wide(item)]);
        if KEYED {
            *key ^= before ^ self.word(item);
        }
    }

    /// Draws a word for each number of times that an item can be covered: no more words than uses. With weights, the
    /// words are drawn when they are needed.
    pub(super) fn draw_words(
        &mut self,
        words: &KeyWords,
        problem: &Problem,
        limits: &mut Limits<'_>,
    ) -> Result<(), Stopped> {
        if self.is_weighted() {
            self.source = Some(words.clone());
            return Ok(());
        }
        let mut options = vec![0_u32; problem.primary_count()];
        for option in problem.options() {
            limits.setup(problem.uses(option).len())?;
            for used in problem.uses(option) {
                if let Some(options) = options.get_mut(used.item.index()) {
                    *options += 1;
                }
            }
        }
        self.starts.clear();
        self.words.clear();
        for (item, options) in (0..).zip(options) {
            self.starts.push(narrow(self.words.len()));
            for times in 1..=options.min(problem.bounds(ItemId(item)).high) {
                limits.setup(STEPS_OF_A_WORD)?;
                self.words.push(words.draw(times, item));
            }
        }
        Ok(())
    }

    #[cfg(test)]
    pub(super) fn words_mut(&mut self) -> impl Iterator<Item = &mut u128> {
        self.words.iter_mut()
    }

    /// Returns the contribution of an open item to the key: a word for how often it was covered, nothing at
    /// first.
    #[inline]
    pub(super) fn word(&self, item: u32) -> u128 {
        let times = self.bounds[wide(item)].high - self.rooms[wide(item)];
        match &self.source {
            _ if times == 0 => 0,
            Some(source) => source.draw(times, item),
            None => self.words[wide(self.starts[wide(item)] + times - 1)],
        }
    }
}
