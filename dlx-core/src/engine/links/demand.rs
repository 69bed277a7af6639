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
}

impl Demand {
    pub(super) fn reset(&mut self, bounds: impl Iterator<Item = Bounds>) {
        self.bounds.clear();
        self.bounds.extend(bounds);
        self.needs.clear();
        self.needs.extend(self.bounds.iter().map(|bounds| bounds.low));
        self.rooms.clear();
        self.rooms.extend(self.bounds.iter().map(|bounds| bounds.high));
    }

    /// Counts an item as covered once more. Returns its need before. With `KEYED` the key is updated.
    #[inline(always)]
    pub(super) fn take<const KEYED: bool>(&mut self, item: u32, key: &mut u128) -> u32 {
        let before = if KEYED { self.word(item) } else { 0 };
        self.rooms[wide(item)] -= 1;
        let need = self.needs[wide(item)];
        self.needs[wide(item)] = need.saturating_sub(1);
        if KEYED {
            *key ^= before ^ self.word(item);
        }
        need
    }

    /// Undoes [`take`](Self::take).
    #[inline(always)]
    pub(super) fn give_back<const KEYED: bool>(&mut self, item: u32, key: &mut u128) {
        let before = if KEYED { self.word(item) } else { 0 };
        self.rooms[wide(item)] += 1;
        let Bounds { low, high } = self.bounds[wide(item)];
        self.needs[wide(item)] = low.saturating_sub(high - self.rooms[wide(item)]);
        if KEYED {
            *key ^= before ^ self.word(item);
        }
    }

    /// Draws a word for each number of times that an item can be covered: no more words than uses.
    pub(super) fn draw_words(
        &mut self,
        words: &KeyWords,
        problem: &Problem,
        limits: &mut Limits<'_>,
    ) -> Result<(), Stopped> {
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
        if times == 0 { 0 } else { self.words[wide(self.starts[wide(item)] + times - 1)] }
    }
}
