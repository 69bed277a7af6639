//! Building a subproblem: computes which of its options conflict, from the uses of the options.
//!
//! First, the options of each item are collected, and those of each item in each color. An option then allows
//! all options outside the sets of its items; for an item with a color, it also allows those that give the
//! item the same color. So secondary items and colors take no time in the search.

use super::class::Class;
use super::entries::{Entries, NO_PAIR};
use super::level::OptionLevel;
use super::part::{Layout, SubProblem};
use super::sets::{for_each, ones_below, word_of_all, words};
use crate::engine::simd::{Kernel, Lanes, Line};
use crate::problem::ids::{narrow, wide};

/// The live options and open items of a node, from which a subproblem is built. Both in ascending order.
#[derive(Clone, Debug, Default)]
pub(super) struct Rest {
    pub(super) options: Vec<u32>,
    pub(super) items: Vec<u32>,
}

/// Tables used while a subproblem is built, kept so that the next one need not allocate.
#[derive(Clone, Debug, Default)]
pub(super) struct Bench {
    /// By item, and then by pair: its row in `sets`, valid if `seen` has the number of this build.
    rows: Vec<u32>,
    seen: Vec<u32>,
    making: u32,
    sets: Vec<u64>,
    /// For each use of each option, in order: the rows of its item and of its pair.
    used: Vec<(u32, u32)>,
}

impl Bench {
    pub(super) fn of(entries: &Entries) -> Self {
        let size = entries.items + entries.pair_count();
        Self { rows: vec![0; size], seen: vec![0; size], ..Self::default() }
    }

    /// Starts another build.
    fn clear(&mut self) {
        self.sets.clear();
        self.used.clear();
        self.making = self.making.wrapping_add(1);
        if self.making == 0 {
            self.seen.fill(0);
            self.making = 1;
        }
    }

    /// Returns the row of an item or a pair. The row is appended, empty, at the first request.
    #[inline(always)]
    fn row<const W: usize>(&mut self, number: usize) -> u32 {
        if self.seen[number] != self.making {
            self.seen[number] = self.making;
            self.rows[number] = narrow(self.sets.len() / W);
            self.sets.resize(self.sets.len() + W, 0);
        }
        self.rows[number]
    }
}

/// The kernel that fills the tables of a subproblem whose sets of options have `W` words.
pub(super) struct Make<'a, const W: usize> {
    pub(super) entries: &'a Entries,
    pub(super) bench: &'a mut Bench,
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
        for &item in &rest.items {
            bench.row::<W>(wide(item));
        }
        part.width = W;
        part.breadth = breadth;
        part.options.clone_from(&rest.options);
        part.items.clone_from(&rest.items);
        part.covers.clear();
        part.covers.resize(count * breadth, 0);
        part.allows.clear();
        part.allows.resize(count * W, 0);
        part.levels.clear();
        part.nodes.clear();
        part.hot.clear();
        part.hot.resize(count.max(1), 0);
        for (number, &option) in rest.options.iter().enumerate() {
            let (word, bit) = (number / 64, 1 << (number % 64));
            for entry in entries.of_option(option) {
                let row = bench.row::<W>(wide(entry.item));
                bench.sets[wide(row) * W + word] |= bit;
                let mut pair_row = NO_PAIR;
                if wide(entry.item) < entries.primaries {
                    part.covers[number * breadth + wide(row) / 64] |= 1 << (row % 64);
                } else if entry.pair != NO_PAIR {
                    pair_row = bench.row::<W>(entries.items + wide(entry.pair));
                    bench.sets[wide(pair_row) * W + word] |= bit;
                }
                bench.used.push((row, pair_row));
            }
        }
        let all: [u64; W] = std::array::from_fn(|word| word_of_all(count, word));
        let mut used = bench.used.iter();
        for (number, &option) in rest.options.iter().enumerate() {
            let mut kills = [0; W];
            kills[number / 64] = 1 << (number % 64);
            for &(row, pair_row) in used.by_ref().take(entries.of_option(option).len()) {
                let set = words::<W>(&bench.sets, wide(row));
                if pair_row == NO_PAIR {
                    for word in 0..W {
                        kills[word] |= set[word];
                    }
                } else {
                    let same = words::<W>(&bench.sets, wide(pair_row));
                    for word in 0..W {
                        kills[word] |= set[word] & !same[word];
                    }
                }
            }
            let allows = &mut part.allows[number * W..][..W];
            for word in 0..W {
                allows[word] = all[word] & !kills[word];
            }
        }
        // The open items have the first rows, in their order.
        match part.layout {
            Layout::Items => {
                part.masks.clear();
                part.masks.extend_from_slice(&bench.sets[..rest.items.len() * W]);
            }
            Layout::Blocks => {
                part.lines.clear();
                part.lines.resize(rest.items.len().div_ceil(8) * W, Line::default());
                for item in 0..rest.items.len() {
                    let set = words::<W>(&bench.sets, item);
                    for word in 0..W {
                        part.lines[item / 8 * W + word].0[item % 8] = set[word];
                    }
                }
            }
        }
    }
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
        self.node.item = ones_below(open.0, node.item);
        for ((set, numbers), list) in [(live, &mut self.rest.options), (open, &mut self.rest.items)] {
            list.clear();
            for_each(set, |member| {
                list.push(numbers[member]);
                true
            });
        }
    }
}
