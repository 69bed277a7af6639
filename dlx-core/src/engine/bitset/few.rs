//! Counting the covers below a node with few open items, item by item and without visiting the nodes.

use super::sets::{is_empty, ones};
use super::tables::NodeTables;
use crate::engine::Run;
use crate::engine::simd::{Kernel, Lanes};
use crate::problem::ids::wide;

/// The greatest number of open items for any size class.
const MOST_ITEMS: usize = 5;

/// A node with few open items.
#[derive(Clone, Copy)]
pub(super) struct Few<'p, const W: usize, const OW: usize> {
    pub(super) tables: NodeTables<'p, W, OW>,
    pub(super) live: [u64; W],
    pub(super) open: [u64; OW],
}

/// The number of covers and nodes found below a node.
struct Tally {
    found: u64,
    /// By number of levels below the node.
    nodes: [u64; MOST_ITEMS],
    /// Number of covers and of nodes at which counting stops.
    most_found: u64,
    fuel: u64,
}

impl Tally {
    #[inline(always)]
    fn enter(&mut self, level: usize, nodes: u64) -> bool {
        self.nodes[level] += nodes;
        let is_within = nodes <= self.fuel;
        self.fuel = self.fuel.saturating_sub(nodes);
        is_within
    }

    #[inline(always)]
    fn find(&mut self, found: u64) -> bool {
        self.found += found;
        self.found < self.most_found
    }
}

impl<const W: usize, const OW: usize> Few<'_, W, OW> {
    /// The greatest number of open items for which this takes less time than to visit the nodes.
    pub(super) const MOST: usize = match W {
        1 | 2 => MOST_ITEMS,
        3 | 4 => 4,
        _ => 3,
    };

    /// Counts the covers, and the nodes as if they were visited. Returns false, and counts nothing, if a limit
    /// would be reached.
    #[inline(always)]
    pub(super) fn count<L: Lanes>(self, lanes: L, run: &mut Run<'_>, depth: usize) -> bool {
        let mut tally =
            Tally { found: 0, nodes: [0; MOST_ITEMS], most_found: run.wanted - run.found, fuel: run.fuel };
        let is_complete = lanes.apart(Below { few: self, level: 0, tally: &mut tally });
        if is_complete {
            run.found += tally.found;
            for (level, &nodes) in tally.nodes.iter().enumerate().take_while(|&(_, &nodes)| nodes > 0) {
                run.enter_many(depth + 1 + level, nodes);
            }
        }
        is_complete
    }

    /// Returns the live options of an item, and their number.
    #[inline(always)]
    fn ways(&self, item: usize) -> ([u64; W], usize) {
        let mask = &self.tables.masks[item / 64][item % 64];
        let mut ways = [0; W];
        for word in 0..W {
            ways[word] = self.live[word] & mask[word];
        }
        (ways, ones(&ways))
    }

    /// Returns the lowest open item.
    #[inline(always)]
    fn first(&self) -> usize {
        let part = (0..OW).find(|&part| self.open[part] != 0).unwrap_or(0);
        part * 64 + wide(self.open[part].trailing_zeros()) % 64
    }

    /// Returns the node below an option.
    #[inline(always)]
    fn below(&self, word: usize, bit: usize) -> Self {
        let mut below = *self;
        let (allows, covers) = (&self.tables.allows[word][bit], &self.tables.covers[word][bit]);
        for word in 0..W {
            below.live[word] &= allows[word];
        }
        for part in 0..OW {
            below.open[part] &= !covers[part];
        }
        below
    }
}

/// The kernel that counts below a node, which has `level` levels above it.
struct Below<'p, 't, const W: usize, const OW: usize> {
    few: Few<'p, W, OW>,
    level: usize,
    tally: &'t mut Tally,
}

impl<const W: usize, const OW: usize> Kernel for Below<'_, '_, W, OW> {
    /// False if a limit would be reached.
    type Output = bool;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> bool {
        let Self { mut few, level, tally } = self;
        loop {
            if is_empty(&few.open) {
                return tally.find(1);
            }
            // The item with the fewest options, the lowest such item if there are several.
            let (mut ways, mut count) = ([0; W], usize::MAX);
            let mut rest = few;
            while !is_empty(&rest.open) {
                let item = rest.first();
                rest.open[item / 64] &= rest.open[item / 64] - 1;
                let (here, count_here) = few.ways(item);
                if count_here < count {
                    (ways, count) = (here, count_here);
                    if count <= 1 {
                        break;
                    }
                }
            }
            if count == 0 {
                return true;
            }
            if count > 1 && !tally.enter(level, count as u64) {
                return false;
            }
            for word in 0..W {
                while ways[word] != 0 {
                    let below = few.below(word, wide(ways[word].trailing_zeros()));
                    ways[word] &= ways[word] - 1;
                    if count == 1 {
                        few = below;
                        continue;
                    }
                    let is_within = match ones(&below.open) {
                        0 => tally.find(1),
                        1 => {
                            let (_, last) = below.ways(below.first());
                            // A single option is forced, and forced options are not nodes.
                            (last < 2 || tally.enter(level + 1, last as u64)) && tally.find(last as u64)
                        }
                        _ => lanes.apart(Below { few: below, level: level + 1, tally: &mut *tally }),
                    };
                    if !is_within {
                        return false;
                    }
                }
            }
            if count > 1 {
                return true;
            }
        }
    }
}
