//! Expanding a node: chooses an option and carries out forced options until an item has no option, no item
//! is open, or each open item has at least two options.
//!
//! A node has the number of live options of each item, one byte each. All items with one option are processed
//! in one batch before the numbers are brought up to date: the fixpoint does not depend on the order in which
//! forced options are carried out, and neither does whether there is one.

use dlx_simd::{Lanes, Line};

use super::few::FewItems;
use super::killers::Killers;
use super::sets::{is_empty, ones};
use super::tables::NodeTables;
use crate::problem::ids::{narrow, wide};

/// The greatest number that is stored. An item with more options has this number as well.
pub(super) const MOST: u8 = 254;

/// Up to this number of items, their options are counted item by item: it takes less time than to make lines.
/// These items are in one block.
pub(super) const ONE_BY_ONE: usize = 8;

/// The state of an expanded node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expanded {
    Dead,
    Solved,
    /// Few items were open, and the covers below have been counted.
    Counted,
    /// The open item with the fewest options, the lowest such item if there are several, and its number of
    /// options.
    Branch {
        item: u32,
        of: u32,
    },
}

/// A node: the live options, the open items, and the number of options of each item.
#[derive(Clone, Copy)]
pub(super) struct Node<L: Lanes, const W: usize, const OW: usize> {
    pub(super) live: [u64; W],
    pub(super) open: [u64; OW],
    /// A byte for each item; those of closed items mean nothing. Not up to date between nodes if the numbers
    /// are computed anew at each node.
    pub(super) counts: [L::Bytes; OW],
}

impl<L: Lanes, const W: usize, const OW: usize> Node<L, W, OW> {
    /// Chooses an option, if one is given, and carries out the forced options, which are appended to the path.
    /// `killers` has the item that is counted first. `count_few` is called with the live options and the
    /// open items when these are [few](FewItems::is_few), and returns true if it has counted the covers below.
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "the state of the search, in registers")]
    pub(super) fn expand(
        &mut self,
        lanes: L,
        tables: NodeTables<'_, W, OW>,
        option: Option<usize>,
        path: &mut Vec<u32>,
        scans: &mut u64,
        killers: &mut Killers<'_>,
        mut count_few: impl FnMut(&[u64; W], &[u64; OW], &mut u64) -> bool,
    ) -> Expanded {
        let mut before = self.live;
        let mut is_counted = option.is_none();
        // Until options are forced: what they leave without options is not a matter of the chosen one alone.
        let mut chosen = option;
        if let Some(option) = option {
            self.choose(lanes, tables, option / 64, option % 64);
        }
        loop {
            if is_empty(&self.open) {
                return Expanded::Solved;
            }
            if FewItems::is_few(&tables, &self.live, &self.open) && count_few(&self.live, &self.open, scans) {
                return Expanded::Counted;
            }
            *scans += 1;
            if !is_counted && let Err(item) = self.recount(lanes, tables, &before, killers.last) {
                killers.note::<W>(chosen, item);
                return Expanded::Dead;
            }
            is_counted = false;
            let mut forced = [0; OW];
            for part in 0..OW {
                let zeros = lanes.equal_bytes(self.counts[part], 0) & self.open[part];
                if zeros != 0 {
                    killers.note::<W>(chosen, part * 64 + wide(zeros.trailing_zeros()));
                    return Expanded::Dead;
                }
                forced[part] = lanes.equal_bytes(self.counts[part], 1) & self.open[part];
            }
            if W > L::MOST_COUNTED && tables.is_scanned() {
                for part in 0..OW {
                    let mut items = forced[part];
                    while items != 0 {
                        let bit = items.trailing_zeros();
                        items &= items - 1;
                        if self.count(tables, narrow(part * 64) + bit) != 1 {
                            forced[part] &= !(1 << bit);
                        }
                    }
                }
            }
            if is_empty(&forced) {
                return self.branch(lanes, tables);
            }
            before = self.live;
            chosen = None;
            for part in 0..OW {
                while forced[part] != 0 {
                    let mask = &tables.masks[part][wide(forced[part].trailing_zeros())];
                    // Without a branch, as the word cannot be predicted.
                    let (mut word, mut ways) = (0, 0);
                    for at in 0..W {
                        let here = self.live[at] & mask[at];
                        (word, ways) = if here != 0 { (at, here) } else { (word, ways) };
                    }
                    if ways == 0 {
                        return Expanded::Dead;
                    }
                    let bit = wide(ways.trailing_zeros());
                    path.push(tables.options[word][bit]);
                    self.choose(lanes, tables, word, bit);
                    for part in 0..OW {
                        forced[part] &= self.open[part];
                    }
                }
            }
        }
    }

    /// Removes what conflicts with an option and what the option covers.
    #[inline(always)]
    fn choose(&mut self, lanes: L, tables: NodeTables<'_, W, OW>, word: usize, bit: usize) {
        let allows = tables.conflicts.allowed(lanes, word * 64 + bit);
        let covers = &tables.covers[word][bit];
        for word in 0..W {
            self.live[word] &= allows[word].get();
        }
        for part in 0..OW {
            self.open[part] &= !covers[part];
        }
    }

    /// Brings the numbers of options up to date. `before` are the options that were live; `first` is the item
    /// whose block is counted first.
    ///
    /// # Errors
    /// An open item that has no options, if one was found.
    #[inline(always)]
    fn recount(
        &mut self,
        lanes: L,
        tables: NodeTables<'_, W, OW>,
        before: &[u64; W],
        first: usize,
    ) -> Result<(), usize> {
        if tables.is_scanned() {
            for part in 0..OW {
                let part = if OW == 1 { 0 } else { (part + first / 64) % OW };
                let (from, end) = (part * 8, tables.blocks.len().min(part * 8 + 8));
                let blocks = &tables.blocks[from.min(end)..end];
                match lanes.scan(blocks, &self.live, self.open[part], first % 64) {
                    Ok(counts) => self.counts[part] = counts,
                    Err(item) => return Err(part * 64 + item),
                }
            }
            return Ok(());
        }
        let Some(lines) = tables.lines else {
            // Item `n` of a block has row `8 n`, and its number is in the lowest byte of word `n`.
            let mut line = Line::default();
            for item in 0..ONE_BY_ONE {
                line.0[item] = self.count(tables, narrow(8 * item)).min(MOST.into()).into();
            }
            self.counts[0] = lanes.bytes(&line);
            return Ok(());
        };
        let mut removed = [0; W];
        for word in 0..W {
            removed[word] = before[word] & !self.live[word];
        }
        // What takes fewer steps: to subtract the options that were removed, or to add those that are left.
        let mut counts = self.counts;
        if ones(&removed) <= ones(&self.live) {
            for word in 0..W {
                let mut options = removed[word];
                while options != 0 {
                    let line = &lines[word][wide(options.trailing_zeros())];
                    options &= options - 1;
                    for part in 0..OW {
                        counts[part] = lanes.minus(counts[part], lanes.bytes(&line[part]));
                    }
                }
            }
        } else {
            for part in 0..OW {
                counts[part] = lanes.bytes(&Line::default());
            }
            for word in 0..W {
                let mut options = self.live[word];
                while options != 0 {
                    let line = &lines[word][wide(options.trailing_zeros())];
                    options &= options - 1;
                    for part in 0..OW {
                        counts[part] = lanes.plus(counts[part], lanes.bytes(&line[part]));
                    }
                }
            }
        }
        self.counts = counts;
        Ok(())
    }

    /// Returns the branch at a node where each open item has at least two options.
    #[inline(always)]
    fn branch(&self, lanes: L, tables: NodeTables<'_, W, OW>) -> Expanded {
        let has_bounds = W > L::MOST_COUNTED && tables.is_scanned();
        let least = lanes.least_byte(&self.counts, &self.open, if has_bounds { 1 } else { 2 });
        let (mut of, mut item) = (u32::from(least), self.first_with(lanes, least));
        if (has_bounds || W >= 4 && least == MOST) && self.count(tables, item) != of {
            (of, item) = self.least_item(lanes, tables, item);
        }
        Expanded::Branch { item, of }
    }

    /// Returns the first open item with this number; there is one.
    #[inline(always)]
    fn first_with(&self, lanes: L, number: u8) -> u32 {
        for part in 0..OW - 1 {
            let items = lanes.equal_bytes(self.counts[part], number) & self.open[part];
            if items != 0 {
                return narrow(part * 64) + items.trailing_zeros();
            }
        }
        let items = lanes.equal_bytes(self.counts[OW - 1], number) & self.open[OW - 1];
        narrow((OW - 1) * 64) + items.trailing_zeros() % 64
    }

    /// Returns the number of live options of an item.
    #[inline(always)]
    fn count(&self, tables: NodeTables<'_, W, OW>, item: u32) -> u32 {
        let mask = &tables.masks[wide(item) / 64][wide(item) % 64];
        let mut count = 0;
        for word in 0..W {
            count += (mask[word] & self.live[word]).count_ones();
        }
        count
    }

    /// Returns the fewest options of an open item and the first item that has so few, if the numbers are
    /// bounds. `item` is an item with the least bound.
    #[inline(always)]
    fn least_item(&self, lanes: L, tables: NodeTables<'_, W, OW>, item: u32) -> (u32, u32) {
        let mut best = (self.count(tables, item), item);
        for part in 0..OW {
            let limit = u8::try_from(best.0).unwrap_or(MOST).min(MOST);
            let mut few = lanes.bytes_at_most(self.counts[part], limit) & self.open[part];
            while few != 0 {
                let item = narrow(part * 64) + few.trailing_zeros();
                few &= few - 1;
                best = best.min((self.count(tables, item), item));
            }
        }
        best
    }
}
