//! How often each primary item has still to be covered, and may still be. Empty where there are no bounds: then
//! it is once, as long as the item is open.

use super::keyed::word;
use crate::ids::wide;
use crate::problem::Bounds;

#[derive(Clone, Debug, Default)]
pub(super) struct Demand {
    /// How often the item has still to be covered.
    pub(super) needs: Vec<u32>,
    /// How often it may still be covered.
    pub(super) rooms: Vec<u32>,
    /// Both as they were at the root.
    bounds: Vec<Bounds>,
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

    /// Counts an item as covered once more. Answers its need before. With `KEYED` the key follows.
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

    /// What an open item contributes to the key: a word for how often it has been covered, nothing at first.
    #[inline]
    pub(super) fn word(&self, item: u32) -> u128 {
        let times = self.bounds[wide(item)].high - self.rooms[wide(item)];
        if times == 0 { 0 } else { word(times, item) }
    }
}
