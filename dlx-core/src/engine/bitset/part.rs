//! A subproblem as bit sets: the options that are live at one node, the items that are open there, and the
//! levels opened in it.
//!
//! Options and items are renumbered in their old order, so that ties between items and the order of options
//! are those of the whole problem. Nothing is ever undone: a level stores the node at which it was opened,
//! and each branch is computed from that node.

use dlx_simd::{Lanes, Line};

use super::class::{Class, is_wide};
use super::conflicts::ConflictTable;
use super::expand::Node;
use super::level::{NONE, OptionLevel};
use super::sets::{fill, word_of_all, words};
use crate::problem::ids::wide;

/// The tables of a subproblem, and the levels opened in it.
#[derive(Clone, Debug)]
pub(super) struct SubProblem {
    /// Number of words of a set of options.
    pub(super) width: usize,
    /// Number of words of a set of items.
    pub(super) breadth: usize,
    /// By number in the subproblem: the option of the problem. Ascending.
    pub(super) options: Vec<u32>,
    /// By number in the subproblem: the item of the problem. Ascending.
    pub(super) items: Vec<u32>,
    /// By item: its options. By option: the options that can be chosen together with it.
    pub(super) conflicts: ConflictTable,
    /// By option: its primary items.
    pub(super) covers: Vec<u64>,
    /// By option: a byte for each item, 1 for the primary items of the option. Empty unless the numbers of
    /// options are brought up to date at each node.
    pub(super) lines: Vec<Line>,
    /// The masks of eight items side by side, if the numbers of options are computed anew at each node: line
    /// `block * width + word` contains that word of the masks of the items of a block.
    pub(super) blocks: Vec<Line>,
    /// Whether options use secondary items.
    pub(super) has_secondaries: bool,
    /// Whether options remove so many others that dead ends are looked for before they are entered.
    pub(super) has_killers: bool,
    /// By option: the items that it left without options last ([`Killers`](super::killers::Killers)).
    pub(super) killers: Vec<[u32; 2]>,
    pub(super) levels: Vec<OptionLevel>,
    /// The options of the levels, if the subproblem is wide.
    pub(super) lists: Vec<u32>,
    /// By level, if the subproblem is wide: the places, among the first 64, of known dead ends.
    pub(super) dead_ends: Vec<u64>,
    /// The nodes at which the levels were opened.
    pub(super) nodes: Nodes,
    /// The node that was computed last outside a run.
    pub(super) here: Nodes,
    /// The depth of the search when the subproblem was entered.
    pub(super) base: usize,
    /// What [`OptionLevel::sort`] and [`OptionLevel::scans`] are for a level, for the node that the
    /// subproblem was built for.
    pub(super) sort: u32,
    pub(super) scans: u64,
}

/// A sequence of nodes.
#[derive(Clone, Debug, Default)]
pub(super) struct Nodes {
    /// The live options, and then the open items, of each node.
    pub(super) sets: Vec<u64>,
    /// The number of options of each item, one byte each, of each node.
    pub(super) counts: Vec<Line>,
}

/// Returns a function from the number of an open item, among `count` in ascending order, to its number in a
/// subproblem. Items with the same number modulo 8 are in one block.
#[inline(always)]
pub(super) fn rows(count: usize) -> impl Fn(usize) -> usize {
    move |number| {
        let (part, within) = (number / 64, number % 64);
        let blocks = (count - part * 64).min(64).div_ceil(8);
        part * 64 + within / blocks * 8 + within % blocks
    }
}

impl Nodes {
    pub(super) fn clear(&mut self) {
        self.sets.clear();
        self.counts.clear();
    }

    /// Makes room for a node.
    #[inline(always)]
    pub(super) fn reserve<const W: usize, const OW: usize>(&mut self, at: usize) {
        if self.counts.len() <= at * OW {
            self.sets.resize((at + 1) * (W + OW), 0);
            self.counts.resize((at + 1) * OW, Line::default());
        }
    }

    #[inline(always)]
    pub(super) fn load<L: Lanes, const W: usize, const OW: usize>(
        &self,
        lanes: L,
        at: usize,
    ) -> Node<L, W, OW> {
        let sets = &self.sets[at * (W + OW)..][..W + OW];
        let lines = &self.counts[at * OW..][..OW];
        let mut counts = [lanes.bytes(&lines[0]); OW];
        for part in 1..OW {
            counts[part] = lanes.bytes(&lines[part]);
        }
        Node { live: *words(sets, 0), open: *words(&sets[W..], 0), counts }
    }

    #[inline(always)]
    pub(super) fn store<L: Lanes, const W: usize, const OW: usize>(
        &mut self,
        lanes: L,
        at: usize,
        node: &Node<L, W, OW>,
    ) {
        let sets = &mut self.sets[at * (W + OW)..][..W + OW];
        sets[..W].copy_from_slice(&node.live);
        sets[W..].copy_from_slice(&node.open);
        let lines = &mut self.counts[at * OW..][..OW];
        for part in 0..OW {
            lines[part] = lanes.line(node.counts[part]);
        }
    }

    /// Returns the live options and the open items of a node.
    #[inline(always)]
    pub(super) fn sets_of<const W: usize, const OW: usize>(&self, at: usize) -> (&[u64; W], &[u64; OW]) {
        let sets = &self.sets[at * (W + OW)..][..W + OW];
        (words(sets, 0), words(&sets[W..], 0))
    }

    /// Replaces the nodes from number `to` on by node `from` of another sequence, which has sets of `size`
    /// words in all and counts of `breadth` lines.
    fn copy(&mut self, to: usize, nodes: &Self, from: usize, size: usize, breadth: usize) {
        self.sets.truncate(to * size);
        self.sets.extend_from_slice(&nodes.sets[from * size..][..size]);
        self.counts.truncate(to * breadth);
        self.counts.extend_from_slice(&nodes.counts[from * breadth..][..breadth]);
    }
}

impl SubProblem {
    pub(super) fn empty() -> Self {
        Self {
            width: 0,
            breadth: 0,
            options: Vec::new(),
            items: Vec::new(),
            conflicts: ConflictTable::default(),
            covers: Vec::new(),
            lines: Vec::new(),
            blocks: Vec::new(),
            has_secondaries: false,
            has_killers: false,
            killers: Vec::new(),
            levels: Vec::new(),
            lists: Vec::new(),
            dead_ends: Vec::new(),
            nodes: Nodes::default(),
            here: Nodes::default(),
            base: 0,
            sort: NONE,
            scans: 0,
        }
    }

    pub(super) fn class(&self) -> Class {
        Class { width: self.width, breadth: self.breadth }
    }

    pub(super) fn bytes(&self) -> usize {
        let lines = size_of_val(self.lines.as_slice()) + size_of_val(self.blocks.as_slice());
        lines + self.conflicts.bytes() + size_of_val(self.covers.as_slice())
    }

    /// Returns the live options of an item at the node of a level, by word.
    fn live_of(&self, level: usize, item: u32) -> impl Fn(usize) -> u64 {
        let mask = &self.conflicts.sets[wide(item) * self.width..];
        let live = &self.nodes.sets[level * (self.width + self.breadth)..];
        move |word| live[word] & mask[word]
    }

    /// Returns the places of a level, by word.
    fn ways(&self, level: usize) -> impl Fn(usize) -> u64 {
        let (is_wide, OptionLevel { item, of, .. }) = (is_wide(self.width), self.levels[level]);
        let live = self.live_of(level, item);
        move |word| if is_wide { word_of_all(wide(of), word) } else { live(word) }
    }

    /// Returns the current option of a level.
    pub(super) fn current(&self, level: OptionLevel) -> u32 {
        if is_wide(self.width) { self.lists[wide(level.list + level.place)] } else { level.place }
    }

    /// Opens a level at the node that was computed last.
    pub(super) fn open(&mut self, mut level: OptionLevel) {
        let top = self.levels.len();
        self.nodes.copy(top, &self.here, 0, self.width + self.breadth, self.breadth);
        if is_wide(self.width) {
            level.list = self.levels.last().map_or(0, OptionLevel::end_of_list);
            self.lists.truncate(wide(level.list));
            let mut list = vec![0; wide(level.of)];
            fill(&mut list, self.live_of(top, level.item));
            self.lists.append(&mut list);
            self.dead_ends.truncate(top);
            self.dead_ends.resize(top + 1, 0);
        }
        self.levels.push(level);
        level.begin(self.ways(top));
        self.levels[top] = level;
    }

    /// Closes the deepest level, and returns to the node at which it was opened.
    pub(super) fn close(&mut self) -> Option<OptionLevel> {
        let level = self.levels.pop()?;
        self.here.copy(0, &self.nodes, self.levels.len(), self.width + self.breadth, self.breadth);
        Some(level)
    }

    /// Moves to the next option of the deepest level. Returns whether there is one.
    pub(super) fn pass_next(&mut self) -> bool {
        let deepest = self.levels.len() - 1;
        let mut level = self.levels[deepest];
        let has_next = level.seek(self.width, self.ways(deepest));
        if has_next {
            level.take();
        }
        self.levels[deepest] = level;
        has_next
    }

    /// Returns the number of options that a level has tried, including the current one.
    pub(super) fn tried(&self, level: usize) -> u32 {
        self.levels[level].tried(self.ways(level))
    }
}
