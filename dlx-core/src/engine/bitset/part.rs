//! A subproblem as bit sets: the options that are live at one node, the items that are open there, and the
//! levels opened in it.
//!
//! Options and items are renumbered in their old order, so that ties between items and the order of options
//! are those of the whole problem. Nothing is ever undone: a level stores the node at which it was opened,
//! and each branch is computed from that node.

use super::level::{NONE, OptionLevel};
use crate::engine::simd::Line;
use crate::problem::ids::wide;

/// The layout of the masks of a subproblem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// Eight items side by side: line `block * width + word` contains that word of the masks of eight items.
    Blocks,
    /// One item after the other.
    Items,
}

/// The tables of a subproblem, and the levels opened in it.
#[derive(Clone, Debug)]
pub(super) struct SubProblem {
    /// Number of words of a set of options.
    pub(super) width: usize,
    /// Number of words of a set of items.
    pub(super) breadth: usize,
    pub(super) layout: Layout,
    /// By number in the subproblem: the option of the problem. Ascending.
    pub(super) options: Vec<u32>,
    /// By number in the subproblem: the item of the problem. Ascending.
    pub(super) items: Vec<u32>,
    /// The options of each item, with the layout [`Layout::Blocks`].
    pub(super) lines: Vec<Line>,
    /// The options of each item, with the layout [`Layout::Items`].
    pub(super) masks: Vec<u64>,
    /// By option: the options that can be chosen together with it, without the option itself.
    pub(super) allows: Vec<u64>,
    /// By option: its primary items.
    pub(super) covers: Vec<u64>,
    pub(super) levels: Vec<OptionLevel>,
    /// By level: the live options, and then the open items, of the node at which it was opened.
    pub(super) nodes: Vec<u64>,
    /// The live options and the open items of the node that was computed last outside a run.
    pub(super) here: Vec<u64>,
    /// By option: the block of items in which a node directly below it was last found to be dead. The next
    /// dead end is likely to be found there (packings: 2 to 5 % of the time).
    pub(super) hot: Vec<u32>,
    /// The depth of the search when the subproblem was entered.
    pub(super) base: usize,
    /// What [`OptionLevel::sort`] and [`OptionLevel::scans`] are for a level, for the node that the
    /// subproblem was built for.
    pub(super) sort: u32,
    pub(super) scans: u64,
}

impl SubProblem {
    pub(super) fn empty(layout: Layout) -> Self {
        Self {
            width: 0,
            breadth: 0,
            layout,
            options: Vec::new(),
            items: Vec::new(),
            lines: Vec::new(),
            masks: Vec::new(),
            allows: Vec::new(),
            covers: Vec::new(),
            levels: Vec::new(),
            nodes: Vec::new(),
            here: Vec::new(),
            hot: Vec::new(),
            base: 0,
            sort: NONE,
            scans: 0,
        }
    }

    pub(super) fn bytes(&self) -> usize {
        let words = self.masks.len() + self.allows.len() + self.covers.len();
        size_of_val(self.lines.as_slice()) + words * size_of::<u64>()
    }

    /// Returns one word of the options of an item.
    #[inline(always)]
    pub(super) fn mask(&self, item: u32, word: usize) -> u64 {
        let item = wide(item);
        match self.layout {
            Layout::Blocks => self.lines[item / 8 * self.width + word].0[item % 8],
            Layout::Items => self.masks[item * self.width + word],
        }
    }

    /// Returns the live options of a level's item, by word.
    fn ways(&self, level: usize) -> impl Fn(usize) -> u64 {
        let item = self.levels[level].item;
        let node = &self.nodes[level * (self.width + self.breadth)..];
        move |word| node[word] & self.mask(item, word)
    }

    /// Opens a level at the node that was computed last.
    pub(super) fn open(&mut self, mut level: OptionLevel) {
        self.nodes.truncate(self.levels.len() * (self.width + self.breadth));
        self.nodes.extend_from_slice(&self.here);
        let item = level.item;
        level.begin(0, |word| self.here[word] & self.mask(item, word));
        self.levels.push(level);
    }

    /// Closes the deepest level, and returns to the node at which it was opened.
    pub(super) fn close(&mut self) -> Option<OptionLevel> {
        let level = self.levels.pop()?;
        let size = self.width + self.breadth;
        let from = self.levels.len() * size;
        self.here.clear();
        self.here.extend_from_slice(&self.nodes[from..from + size]);
        Some(level)
    }

    /// Sets `here` to the node below this option of the deepest level, before forced options. Returns the
    /// option of the problem.
    pub(super) fn choose(&mut self, option: u32) -> u32 {
        let option = wide(option);
        let from = (self.levels.len() - 1) * (self.width + self.breadth);
        self.here.clear();
        let live = self.nodes[from..from + self.width].iter().zip(&self.allows[option * self.width..]);
        self.here.extend(live.map(|(live, allows)| live & allows));
        let from = from + self.width;
        let open = self.nodes[from..from + self.breadth].iter().zip(&self.covers[option * self.breadth..]);
        self.here.extend(open.map(|(open, covers)| open & !covers));
        self.options[option]
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
        self.levels[level].tried(0, self.ways(level))
    }
}
