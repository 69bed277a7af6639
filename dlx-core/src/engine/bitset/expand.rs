//! Expanding a node: carries out forced options until an item has no option, no item is open, or each open
//! item has at least two options.
//!
//! A scan counts the live options of the open items. All items with one option are processed in one batch
//! before the next scan: the fixpoint does not depend on the order in which forced options are carried out,
//! and neither does whether there is one.

use crate::engine::simd::{Lanes, Line};
use crate::problem::ids::{narrow, wide};

/// The state of an expanded node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    Dead,
    Solved,
    /// The open item with the fewest options, the lowest such item if there are several, and its number of
    /// options.
    Branch {
        item: u32,
        of: u32,
    },
}

/// The result of a scan of the open items.
enum ScanResult<const OW: usize> {
    /// An item has no option.
    Dead,
    /// These items have one option.
    Forced([u64; OW]),
    Branch {
        item: u32,
        of: u32,
    },
}

/// The tables of a subproblem from which nodes are computed, split into sets of a constant number of words,
/// so that an index is checked once.
#[derive(Clone, Copy)]
pub(super) struct NodeTables<'p, const W: usize, const OW: usize> {
    pub(super) options: &'p [u32],
    /// By block of eight items, then by word: that word of each item's options.
    pub(super) blocks: &'p [[Line; W]],
    pub(super) masks: &'p [[u64; W]],
    pub(super) allows: &'p [[u64; W]],
    pub(super) covers: &'p [[u64; OW]],
}

impl<const W: usize, const OW: usize> NodeTables<'_, W, OW> {
    /// Returns one word of the options of an item.
    #[inline(always)]
    pub(super) fn mask<L: Lanes>(self, item: usize, word: usize) -> u64 {
        if L::COUNTS_EIGHT { self.blocks[item / 8][word].0[item % 8] } else { self.masks[item][word] }
    }

    /// Removes from a node what conflicts with an option and what the option covers.
    #[inline(always)]
    pub(super) fn choose(self, option: usize, live: &mut [u64; W], open: &mut [u64; OW]) {
        let (allows, covers) = (&self.allows[option], &self.covers[option]);
        for word in 0..W {
            live[word] &= allows[word];
        }
        for word in 0..OW {
            open[word] &= !covers[word];
        }
    }
}

/// Carries out the forced options at a node with open items, and appends them to the path.
#[inline(always)]
pub(super) fn expand<L: Lanes, const W: usize, const OW: usize>(
    lanes: L,
    tables: NodeTables<'_, W, OW>,
    live: &mut [u64; W],
    open: &mut [u64; OW],
    path: &mut Vec<u32>,
    hot: &mut u32,
    scans: &mut u64,
) -> Found {
    loop {
        *scans += 1;
        let scan = if L::COUNTS_EIGHT {
            by_blocks(lanes, tables, live, open, hot)
        } else {
            by_items(tables, live, open)
        };
        let forced = match scan {
            ScanResult::Dead => return Found::Dead,
            ScanResult::Branch { item, of } => return Found::Branch { item, of },
            ScanResult::Forced(forced) => forced,
        };
        for part in 0..OW {
            let mut items = forced[part];
            while items != 0 {
                let bit = wide(items.trailing_zeros());
                items &= items - 1;
                if open[part] >> bit & 1 == 0 {
                    // A forced option carried out before covers the item.
                    continue;
                }
                let item = part * 64 + bit;
                let word = (0..W).find(|&word| live[word] & tables.mask::<L>(item, word) != 0);
                let Some(word) = word else { return Found::Dead };
                let option = word * 64 + wide((live[word] & tables.mask::<L>(item, word)).trailing_zeros());
                path.push(tables.options[option]);
                tables.choose(option, live, open);
            }
        }
        if is_empty(open) {
            return Found::Solved;
        }
    }
}

/// For sets of up to this many words, a scan goes through all blocks without an early exit: the exit would
/// save less time than its branch mispredictions take (Langford pairs: 6 % of the time).
const SHORT: usize = 4;

/// Counts the options of eight items at a time, including closed ones.
#[inline(always)]
fn by_blocks<L: Lanes, const W: usize, const OW: usize>(
    lanes: L,
    tables: NodeTables<'_, W, OW>,
    live: &[u64; W],
    open: &[u64; OW],
    hot: &mut u32,
) -> ScanResult<OW> {
    const NUMBERS: Line = Line([0, 1, 2, 3, 4, 5, 6, 7]);
    // A loop, as `map` is a function that may not be inlined.
    let mut splats = [lanes.splat(0); W];
    for word in 0..W {
        splats[word] = lanes.splat(live[word]);
    }
    let one = lanes.splat(1);
    let numbers = lanes.load(&NUMBERS);
    let mut best = lanes.splat(u64::MAX);
    let mut forced = [0; OW];
    let count = tables.blocks.len();
    if W <= SHORT && OW == 1 {
        let (mut dead, mut items) = (0, open[0]);
        for (block, lines) in tables.blocks.iter().enumerate() {
            let mut counts = lanes.count(lanes.and(lanes.load(&lines[0]), splats[0]));
            for word in 1..W {
                let more = lanes.count(lanes.and(lanes.load(&lines[word]), splats[word]));
                counts = lanes.add(counts, more);
            }
            let here = items.to_le_bytes()[0];
            items >>= 8;
            dead |= lanes.zeros(counts) & here;
            forced[0] |= u64::from(lanes.equal(counts, one) & here) << (block % 8 * 8);
            let numbers = lanes.or(numbers, lanes.splat(block as u64 * 8));
            best = lanes.lesser_where(here, best, lanes.or(lanes.raise(counts), numbers));
        }
        if dead != 0 {
            return ScanResult::Dead;
        }
        if forced[0] != 0 {
            return ScanResult::Forced(forced);
        }
        let [of, item] = halves(lanes.least(best));
        return ScanResult::Branch { item, of };
    }
    let mut block = wide(*hot);
    for _ in 0..count {
        if block >= count {
            block = 0;
        }
        let (part, shift) = (block / 8, block % 8 * 8);
        let items = (open[part] >> shift).to_le_bytes()[0];
        if OW == 1 || items != 0 {
            let lines = &tables.blocks[block];
            let mut counts = lanes.count(lanes.and(lanes.load(&lines[0]), splats[0]));
            for word in 1..W {
                let more = lanes.count(lanes.and(lanes.load(&lines[word]), splats[word]));
                counts = lanes.add(counts, more);
            }
            if lanes.zeros(counts) & items != 0 {
                *hot = narrow(block);
                return ScanResult::Dead;
            }
            forced[part] |= u64::from(lanes.equal(counts, one) & items) << shift;
            let numbers = lanes.or(numbers, lanes.splat(block as u64 * 8));
            best = lanes.lesser_where(items, best, lanes.or(lanes.raise(counts), numbers));
        }
        block += 1;
    }
    if !is_empty(&forced) {
        return ScanResult::Forced(forced);
    }
    let [of, item] = halves(lanes.least(best));
    ScanResult::Branch { item, of }
}

/// Counts the options of the open items one by one. Two variants took 2 to 10 % longer on packings: to stop
/// counting as soon as the item cannot be the least, and to start with the item last found dead.
#[inline(always)]
fn by_items<const W: usize, const OW: usize>(
    tables: NodeTables<'_, W, OW>,
    live: &[u64; W],
    open: &[u64; OW],
) -> ScanResult<OW> {
    let mut best = (u32::MAX, 0);
    let mut forced = [0; OW];
    for part in 0..OW {
        let mut items = open[part];
        while items != 0 {
            let bit = items.trailing_zeros();
            items &= items - 1;
            let item = part * 64 + wide(bit);
            let mask = &tables.masks[item];
            let count = (0..W).map(|word| (mask[word] & live[word]).count_ones()).sum::<u32>();
            if count <= 1 {
                if count == 0 {
                    return ScanResult::Dead;
                }
                forced[part] |= 1 << bit;
            }
            if count < best.0 {
                best = (count, narrow(item));
            }
        }
    }
    if !is_empty(&forced) {
        return ScanResult::Forced(forced);
    }
    ScanResult::Branch { item: best.1, of: best.0 }
}

#[inline(always)]
pub(super) fn is_empty<const OW: usize>(open: &[u64; OW]) -> bool {
    open.iter().fold(0, |all, word| all | word) == 0
}

/// Returns the upper and the lower half of a word.
#[inline(always)]
#[allow(clippy::cast_possible_truncation, reason = "the halves are what is wanted")]
fn halves(word: u64) -> [u32; 2] {
    [(word >> 32) as u32, word as u32]
}
