//! Counting the covers below a node with few open items, item by item and without visiting the nodes.
//!
//! Without secondary items, two live options conflict only if they cover the same open item. If two or three
//! items are open, the number of options for each set of them then determines the numbers of covers and nodes.

use dlx_simd::{Kernel, Lanes};

use super::sets::{is_empty, ones};
use super::tables::NodeTables;
use crate::engine::Run;
use crate::problem::ids::wide;

/// The greatest number of open items for any size class.
const MOST_ITEMS: usize = 8;

/// The greatest number of open items for which wide sets are counted [outside the loop](FewItems::is_few_outside).
const MOST_OUTSIDE: usize = 4;

/// Number of nodes that are counted beyond the fuel of a run, if the limits allow it: most of the runs between two
/// questions would end within a node with few items, and what was counted there would be lost. They take some tens of
/// microseconds.
const AT_ONCE: u64 = 1 << 12;

/// A node with few open items.
#[derive(Clone, Copy)]
pub(super) struct FewItems<'p, const W: usize, const OW: usize> {
    pub(super) tables: &'p NodeTables<'p, W, OW>,
    pub(super) live: [u64; W],
    pub(super) open: [u64; OW],
}

/// The number of covers and nodes found below a node. The methods return false if a limit would be reached.
struct Tally {
    found: u64,
    /// By number of levels below the node.
    nodes: [u64; MOST_ITEMS],
    /// Number of covers and of nodes at which counting stops.
    most_found: u64,
    fuel: u64,
    /// Whether the last two or three items are counted by sets.
    by_sets: bool,
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

    /// Counts below `times` nodes at this level where one item is open.
    #[inline(always)]
    fn count_one(&mut self, level: usize, times: u64, options: u64) -> bool {
        // A single option is forced, and forced options are not nodes.
        (options < 2 || self.enter(level, times * options)) && self.find(times * options)
    }

    /// Counts below `times` nodes at this level where two items are open. `only` are the numbers of options
    /// that cover one of them, and `both` is the number of those that cover both.
    #[inline(always)]
    fn count_two(&mut self, level: usize, times: u64, only: [u64; 2], both: u64) -> bool {
        let (fewer, others) = (only[0].min(only[1]), only[0].max(only[1]));
        let choices = fewer + both;
        let below = level + usize::from(choices > 1);
        (choices < 2 || self.enter(level, times * choices))
            && self.find(times * both)
            && self.count_one(below, times * fewer, others)
    }

    /// Counts below a node at this level where three items are open. `options[s]` is the number of options
    /// that cover just the items of the set `s`.
    #[inline(always)]
    fn count_three(&mut self, level: usize, options: [u64; 8]) -> bool {
        let [_, first, second, first_second, third, first_third, second_third, all] = options;
        let choices = [
            first + first_second + first_third + all,
            second + first_second + second_third + all,
            third + first_third + second_third + all,
        ];
        let least = choices[0].min(choices[1]).min(choices[2]);
        // The first item with the fewest options, and the two others.
        let [chosen, next, last] = match choices {
            [first, ..] if first == least => [1, 2, 4],
            [_, second, _] if second == least => [2, 4, 1],
            _ => [4, 1, 2],
        };
        let below = level + usize::from(least > 1);
        (least < 2 || self.enter(level, least))
            && self.find(all)
            && self.count_one(below, options[chosen | next], options[last])
            && self.count_one(below, options[chosen | last], options[next])
            && self.count_two(below, options[chosen], [options[next], options[last]], options[next | last])
    }
}

impl<const W: usize, const OW: usize> FewItems<'_, W, OW> {
    /// The greatest number of open items for which this takes less time than to visit the nodes. Sets of more
    /// than four words are counted [outside the loop](Self::is_few_outside): this code next to it made packings
    /// 7 % slower.
    const MOST: usize = match W {
        1 | 2 => 5,
        3 | 4 => 4,
        _ => 0,
    };
    /// The same for dense items.
    const MOST_DENSE: usize = match W {
        1..=4 => MOST_ITEMS,
        _ => 0,
    };

    /// Returns true if so few items are open at a node with wide sets that it pays to leave the loop and
    /// [`count`](Self::count) the covers below.
    #[inline(always)]
    pub(super) const fn is_few_outside(open: usize) -> bool {
        Self::MOST_DENSE == 0 && open <= MOST_OUTSIDE
    }

    /// Returns true if so few items are open at a node that [`count`](Self::count) takes less time than to
    /// visit the nodes below.
    #[inline(always)]
    pub(super) fn is_few(tables: &NodeTables<'_, W, OW>, live: &[u64; W], open: &[u64; OW]) -> bool {
        if Self::MOST_DENSE == 0 {
            return false;
        }
        let count = ones(open);
        count <= Self::MOST || count <= Self::MOST_DENSE && Self::is_dense(tables, live, count)
    }

    /// Returns true if the number of options for each set of the last items determines what is below them, and
    /// there are so many options that most are not forced.
    #[inline(always)]
    fn is_dense(tables: &NodeTables<'_, W, OW>, live: &[u64; W], open: usize) -> bool {
        !tables.has_secondaries && ones(live) > 2 * open
    }

    /// Counts the covers, and the nodes as if they were visited. Each node counts as a scan. Returns false, and
    /// counts nothing, if a limit would be reached.
    #[inline(always)]
    pub(super) fn count<L: Lanes>(self, lanes: L, run: &mut Run<'_>, depth: usize, scans: &mut u64) -> bool {
        let mut tally = Tally {
            found: 0,
            nodes: [0; MOST_ITEMS],
            most_found: run.wanted - run.found,
            fuel: run.nodes_left().min(run.fuel.saturating_add(AT_ONCE)),
            by_sets: Self::is_dense(self.tables, &self.live, ones(&self.open)),
        };
        let is_complete = lanes.apart(Below { few: self, level: 0, tally: &mut tally });
        if is_complete {
            run.found += tally.found;
            for (level, &nodes) in tally.nodes.iter().enumerate().take_while(|&(_, &nodes)| nodes > 0) {
                *scans += nodes;
                run.enter_at_once(depth + 1 + level, nodes);
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

    /// Counts as [`Below`] does where two or three items are open, without secondary items.
    #[inline(always)]
    fn count_sets(mut self, level: usize, tally: &mut Tally) -> bool {
        let (first, a) = self.take_ways();
        let (second, b) = self.take_ways();
        let both = common(&first, &second);
        let ab = ones(&both) as u64;
        if is_empty(&self.open) {
            return tally.count_two(level, 1, [a - ab, b - ab], ab);
        }
        let (third, c) = self.take_ways();
        let (ac, bc) = (ones(&common(&first, &third)) as u64, ones(&common(&second, &third)) as u64);
        let abc = ones(&common(&both, &third)) as u64;
        let only = [a + abc - ab - ac, b + abc - ab - bc, c + abc - ac - bc];
        tally.count_three(level, [0, only[0], only[1], ab - abc, only[2], ac - abc, bc - abc, abc])
    }

    /// Closes the lowest open item. Returns its live options, and their number.
    #[inline(always)]
    fn take_ways(&mut self) -> ([u64; W], u64) {
        let item = self.first();
        self.open[item / 64] &= self.open[item / 64] - 1;
        let (ways, count) = self.ways(item);
        (ways, count as u64)
    }

    /// Returns the lowest open item.
    #[inline(always)]
    fn first(&self) -> usize {
        let mut part = 0;
        while part + 1 < OW && self.open[part] == 0 {
            part += 1;
        }
        part * 64 + wide(self.open[part].trailing_zeros()) % 64
    }

    /// Returns the node below an option.
    #[inline(always)]
    fn below<L: Lanes>(&self, lanes: L, word: usize, bit: usize) -> Self {
        let mut below = *self;
        let allows = self.tables.conflicts.allowed(lanes, word * 64 + bit);
        let covers = &self.tables.covers[word][bit];
        for word in 0..W {
            below.live[word] &= allows[word].get();
        }
        for part in 0..OW {
            below.open[part] &= !covers[part];
        }
        below
    }
}

/// Returns the members that two sets have in common.
#[inline(always)]
fn common<const W: usize>(one: &[u64; W], other: &[u64; W]) -> [u64; W] {
    let mut common = [0; W];
    for word in 0..W {
        common[word] = one[word] & other[word];
    }
    common
}

/// The kernel that counts below a node, which has `level` levels above it.
struct Below<'p, 't, const W: usize, const OW: usize> {
    few: FewItems<'p, W, OW>,
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
            if tally.by_sets && matches!(ones(&few.open), 2 | 3) {
                return few.count_sets(level, tally);
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
                    let below = few.below(lanes, word, wide(ways[word].trailing_zeros()));
                    ways[word] &= ways[word] - 1;
                    if count == 1 {
                        few = below;
                        continue;
                    }
                    let is_within = match ones(&below.open) {
                        0 => tally.find(1),
                        1 => {
                            let (_, last) = below.ways(below.first());
                            tally.count_one(level + 1, 1, last as u64)
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
