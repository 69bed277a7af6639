//! The set of open primary items: a bit for each item, and a bit for each nonzero word of those.
//!
//! The smallest open item is found, and all of them are visited in ascending order, without following a chain
//! of links: the next item never waits for the load of the one before. The second layer keeps a visit short
//! if few of very many items are open.

use crate::problem::ids::{narrow, wide};

#[derive(Clone, Debug, Default)]
pub(crate) struct OpenItems {
    words: Vec<u64>,
    /// Bit `w` of the whole is set if word `w` is not zero.
    summary: Vec<u64>,
    count: u32,
}

impl OpenItems {
    /// Empties the set and makes room for items below `limit`.
    pub(super) fn reset(&mut self, limit: usize) {
        let words = limit.div_ceil(64);
        self.words.clear();
        self.words.resize(words, 0);
        self.summary.clear();
        self.summary.resize(words.div_ceil(64), 0);
        self.count = 0;
    }

    /// Returns an empty set with the same room.
    pub(super) fn empty_like(&self) -> Self {
        Self { words: vec![0; self.words.len()], summary: vec![0; self.summary.len()], count: 0 }
    }

    pub(super) fn len(&self) -> u32 {
        self.count
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    #[inline(always)]
    pub(super) fn contains(&self, item: u32) -> bool {
        self.words[wide(item >> 6)] >> (item & 63) & 1 == 1
    }

    /// Adds an item that is not in the set.
    #[inline(always)]
    pub(super) fn insert(&mut self, item: u32) {
        let word = item >> 6;
        self.words[wide(word)] |= 1 << (item & 63);
        self.summary[wide(word >> 6)] |= 1 << (word & 63);
        self.count += 1;
    }

    /// Removes an item that is in the set.
    #[inline(always)]
    pub(super) fn remove(&mut self, item: u32) {
        let word = item >> 6;
        let rest = self.words[wide(word)] & !(1 << (item & 63));
        self.words[wide(word)] = rest;
        if rest == 0 {
            self.summary[wide(word >> 6)] &= !(1 << (word & 63));
        }
        self.count -= 1;
    }

    pub(super) fn first(&self) -> Option<u32> {
        let block = self.summary.iter().position(|&block| block != 0)?;
        let word = narrow(block) * 64 + self.summary[block].trailing_zeros();
        Some(word * 64 + self.words[wide(word)].trailing_zeros())
    }

    /// Returns the items of the set in ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> {
        self.summary.iter().enumerate().flat_map(move |(block, &summary)| {
            bits(summary).flat_map(move |bit| {
                let word = narrow(block) * 64 + bit;
                bits(self.words[wide(word)]).map(move |bit| word * 64 + bit)
            })
        })
    }

    /// Returns the item of the set with the least key, the lowest in a tie; a key of 1 or less ends the scan
    /// at once. `None` if the set is empty.
    #[inline(always)]
    pub(super) fn least_by(&self, key: impl Fn(u32) -> u32) -> Option<u32> {
        let mut best = None;
        let mut least = u32::MAX;
        for (block, &summary) in self.summary.iter().enumerate() {
            let mut blocks = summary;
            while blocks != 0 {
                let word = narrow(block) * 64 + blocks.trailing_zeros();
                blocks &= blocks - 1;
                let mut bits = self.words[wide(word)];
                while bits != 0 {
                    let item = word * 64 + bits.trailing_zeros();
                    bits &= bits - 1;
                    let found = key(item);
                    if found < least || best.is_none() {
                        best = Some(item);
                        least = found;
                        if found <= 1 {
                            return best;
                        }
                    }
                }
            }
        }
        best
    }
}

impl OpenItems {
    /// Returns the number of blocks of 64 items.
    pub(super) fn blocks(&self) -> usize {
        self.words.len()
    }

    /// Returns the item with the least of these numbers among those of the set in a block, the lowest in a
    /// tie, with its number; `None` if the block has none.
    pub(super) fn least_of_block(&self, block: usize, numbers: &[u32]) -> Option<(u32, u32)> {
        let items = bits(self.words[block]).map(|bit| narrow(block) * 64 + bit);
        items.map(|item| (numbers[wide(item)], item)).min()
    }
}

/// Returns the positions of the ones of a word in ascending order.
fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let place = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(place)
    })
}
