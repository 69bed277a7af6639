//! Building a subproblem: computes which of its options conflict, from the uses of the options.
//!
//! First, the options of each item are collected, and those of each item in each color. An option then allows
//! all options outside the sets of its items; for an item with a color, it also allows those that give the
//! item the same color. So secondary items and colors take no time in the search.

use dlx_simd::{Kernel, LONG_SCAN, Lanes, Line};

use super::class::{Class, is_wide};
use super::entries::{Entries, NO_PAIR};
use super::expand::{MOST, ONE_BY_ONE};
use super::level::NONE;
use super::level::OptionLevel;
use super::part::{SubProblem, rows};
use super::sets::{for_each, ones, ones_below, word_of_all, words};
use crate::problem::ids::{narrow, wide};

/// The live options and open items of a node, from which a subproblem is built. Both in ascending order.
#[derive(Clone, Debug, Default)]
pub(super) struct Rest {
    pub(super) options: Vec<u32>,
    pub(super) items: Vec<u32>,
}

/// Tables used while a subproblem is built, kept so that the next one need not allocate.
#[derive(Clone, Debug, Default)]
pub(super) struct BuildScratch {
    /// By item, and then by pair: its row in the sets, valid if `seen` has the number of this build.
    rows: Vec<u32>,
    seen: Vec<u32>,
    making: u32,
}

impl BuildScratch {
    pub(super) fn of(entries: &Entries) -> Self {
        let size = entries.items + entries.pairs;
        Self { rows: vec![0; size], seen: vec![0; size], ..Self::default() }
    }

    /// Starts another build.
    fn clear(&mut self) {
        self.making = self.making.wrapping_add(1);
        if self.making == 0 {
            self.seen.fill(0);
            self.making = 1;
        }
    }

    /// Returns the row of an item or a pair. The row is appended, empty, at the first request.
    #[inline(always)]
    fn row<const W: usize>(&mut self, sets: &mut Vec<u64>, number: usize) -> u32 {
        if self.seen[number] != self.making {
            self.seen[number] = self.making;
            self.rows[number] = narrow(sets.len() / W);
            sets.resize(sets.len() + W, 0);
        }
        self.rows[number]
    }
}

/// The kernel that fills the tables of a subproblem whose sets of options have `W` words.
pub(super) struct Make<'a, const W: usize> {
    pub(super) entries: &'a Entries,
    pub(super) bench: &'a mut BuildScratch,
    pub(super) rest: &'a Rest,
    pub(super) part: &'a mut SubProblem,
    /// Number of words of a set of items.
    pub(super) breadth: usize,
}

impl<const W: usize> Kernel for Make<'_, W> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let Self { entries, bench, rest, part, breadth } = self;
        let count = rest.options.len();
        bench.clear();
        let row_of = rows(rest.items.len());
        let conflicts = &mut part.conflicts;
        conflicts.clear::<W>(breadth * 64);
        part.items.clear();
        part.items.resize(breadth * 64, NONE);
        for (number, &item) in rest.items.iter().enumerate() {
            let row = row_of(number);
            bench.seen[wide(item)] = bench.making;
            bench.rows[wide(item)] = narrow(row);
            part.items[row] = item;
        }
        part.width = W;
        part.breadth = breadth;
        part.options.clear();
        part.options.extend_from_slice(&rest.options);
        part.options.resize(W * 64, NONE);
        part.covers.clear();
        part.covers.resize(W * 64 * breadth, 0);
        part.killers.clear();
        part.killers.resize(if is_wide(W) { W * 64 } else { 0 }, [0; 2]);
        part.levels.clear();
        part.lists.clear();
        part.dead_ends.clear();
        part.nodes.clear();
        part.has_secondaries = false;
        for (number, &option) in rest.options.iter().enumerate() {
            let (word, bit) = (number / 64, 1 << (number % 64));
            for entry in entries.of_option(option) {
                let row = bench.row::<W>(&mut conflicts.sets, wide(entry.item));
                conflicts.sets[wide(row) * W + word] |= bit;
                let mut pair_row = NO_PAIR;
                if wide(entry.item) < entries.primaries {
                    let at = number * breadth + wide(row) / 64;
                    part.covers[at] |= 1 << (row % 64);
                } else {
                    part.has_secondaries = true;
                    if entry.pair != NO_PAIR {
                        pair_row = bench.row::<W>(&mut conflicts.sets, entries.items + wide(entry.pair));
                        conflicts.sets[wide(pair_row) * W + word] |= bit;
                    }
                }
                conflicts.add_use(row, pair_row);
            }
            conflicts.add_option();
        }
        let all: [u64; W] = std::array::from_fn(|word| word_of_all(count, word));
        let conflicts = conflicts.conflicts::<W>();
        let step = if is_wide(W) { count.div_ceil(SAMPLED).max(1) } else { 1 };
        let (mut removed, mut rows) = (0, 0);
        for option in (0..count).step_by(step) {
            removed += conflicts.make_row(option);
            rows += 1;
        }
        part.here.clear();
        part.here.sets.extend_from_slice(&all);
        part.here.sets.resize(W + breadth, 0);
        part.here.counts.resize(breadth, Line::default());
        let mut is_heavy = false;
        for number in 0..rest.items.len() {
            let row = row_of(number);
            part.here.sets[W + row / 64] |= 1 << (row % 64);
            let count = ones(words::<W>(conflicts.sets, row));
            is_heavy |= count > MOST.into();
            let count = u64::try_from(count.min(MOST.into())).unwrap_or_default();
            part.here.counts[row / 64].0[row / 8 % 8] |= count << (row % 8 * 8);
        }
        let removed = removed / rows.max(1);
        part.has_killers = is_wide(W) && removed * 8 > count;
        part.blocks.clear();
        part.lines.clear();
        if is_heavy || scans::<L>(W, breadth, rest.items.len(), removed) {
            part.blocks.resize(rest.items.len().div_ceil(8) * W, Line::default());
            for number in 0..rest.items.len() {
                let row = row_of(number);
                let set = words::<W>(conflicts.sets, row);
                for word in 0..W {
                    part.blocks[(row / 64 * 8 + row % 8) * W + word].0[row / 8 % 8] = set[word];
                }
            }
        } else if rest.items.len() > ONE_BY_ONE {
            part.lines.resize(W * 64 * breadth, Line::default());
            for (line, items) in part.lines.iter_mut().zip(&part.covers) {
                for_each(&[*items], |item| {
                    line.0[item / 8] |= 1 << (item % 8 * 8);
                    true
                });
            }
        }
    }
}

/// Number of options of a wide subproblem whose rows are computed at once, for the mean of what an option removes.
const SAMPLED: usize = 16;

/// Returns true if the numbers of options are to be computed anew at each node rather than brought up to date.
/// `removed` is the mean number of options that an option removes. The costs are instructions.
#[inline(always)]
fn scans<L: Lanes>(width: usize, breadth: usize, items: usize, removed: usize) -> bool {
    let block = if L::COUNTS_EIGHT {
        3 * width + 2
    } else if width <= L::MOST_COUNTED {
        12 * width
    } else if width >= LONG_SCAN {
        4 * width + 12
    } else {
        // The bounds of few words are far from the numbers.
        return false;
    };
    let scan = items.div_ceil(8) * block;
    // Below the first nodes an option removes about half as many.
    let count = 2 * width + removed * (2 + breadth);
    scan < count
}

/// A request for a smaller subproblem.
#[derive(Clone, Debug)]
pub(super) struct Smaller {
    pub(super) class: Class,
    pub(super) rest: Rest,
    /// The level to open first in the subproblem, with its item numbered as there.
    pub(super) node: OptionLevel,
}

impl Smaller {
    /// Requests a subproblem for a node. `live` and `open` are the node's live options and open items, each
    /// as a set and with the numbers of its members in the problem; `node` is the level to open in the
    /// subproblem.
    pub(super) fn ask(
        &mut self,
        class: Class,
        node: OptionLevel,
        live: (&[u64], &[u32]),
        open: (&[u64], &[u32]),
    ) {
        self.class = class;
        self.node = node;
        for ((set, numbers), list) in [(live, &mut self.rest.options), (open, &mut self.rest.items)] {
            list.clear();
            for_each(set, |member| {
                list.push(numbers[member]);
                true
            });
        }
        let number = ones_below(open.0, node.item);
        self.node.item = narrow(rows(self.rest.items.len())(wide(number)));
    }
}
