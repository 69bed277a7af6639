//! A part of the problem as bit sets: the options that are live at one node, the items that are open there, and
//! the levels opened in it.
//!
//! Options and items are numbered anew, in their old order, so that ties between items and the order of options
//! are those of the whole problem. Nothing is ever undone: a level holds the node at which it was opened, and
//! each way on is computed from that afresh.

use super::level::{NONE, OptionLevel};
use crate::engine::simd::Line;
use crate::problem::ids::wide;

/// How a part's masks are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// Eight items side by side: line `block * width + word` holds that word of the masks of eight items.
    Blocks,
    /// One item after the other.
    Items,
}

/// The tables of a part, and the levels opened in it.
#[derive(Clone, Debug)]
pub(super) struct SubProblem {
    /// Words of a set of options.
    pub(super) width: usize,
    /// Words of a set of items.
    pub(super) breadth: usize,
    pub(super) layout: Layout,
    /// By number in the part: the option of the problem. Ascending.
    pub(super) options: Vec<u32>,
    /// By number in the part: the item of the problem. Ascending.
    pub(super) items: Vec<u32>,
    /// The options of each item, where eight items lie side by side.
    pub(super) lines: Vec<Line>,
    /// The options of each item, where they lie one after the other.
    pub(super) masks: Vec<u64>,
    /// By option: the options that can be chosen beside it, itself not among them.
    pub(super) allows: Vec<u64>,
    /// By option: its primary items.
    pub(super) covers: Vec<u64>,
    pub(super) levels: Vec<OptionLevel>,
    /// By level: the live options, and then the open items, of the node at which it was opened.
    pub(super) nodes: Vec<u64>,
    /// The live options and the open items of the node that was computed last outside a run.
    pub(super) here: Vec<u64>,
    /// By option: the block of items in which a node right after it was last found to be dead. That is likely to
    /// be where the next one is found (packings: 2 to 5 % of the time).
    pub(super) hot: Vec<u32>,
    /// How deep the walk was when the part was entered.
    pub(super) base: usize,
    /// What `Level::sort` and `Level::scans` are to a level, for the node that the part was made for.
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

    /// One word of the options of an item.
    #[inline(always)]
    pub(super) fn mask(&self, item: u32, word: usize) -> u64 {
        let item = wide(item);
        match self.layout {
            Layout::Blocks => self.lines[item / 8 * self.width + word].0[item % 8],
            Layout::Items => self.masks[item * self.width + word],
        }
    }

    /// The live options of a level's item, by word.
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

    /// Closes the deepest level, and goes back to the node at which it was opened.
    pub(super) fn close(&mut self) -> Option<OptionLevel> {
        let level = self.levels.pop()?;
        let size = self.width + self.breadth;
        let from = self.levels.len() * size;
        self.here.clear();
        self.here.extend_from_slice(&self.nodes[from..from + size]);
        Some(level)
    }

    /// Puts the node that the deepest level's option leads to in `here`, before anything is forced there. Answers
    /// the option of the problem.
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

    /// Goes on to the next option of the deepest level: whether there is one.
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

    /// How many options a level has tried, the one in work included.
    pub(super) fn tried(&self, level: usize) -> u32 {
        self.levels[level].tried(0, self.ways(level))
    }
}
