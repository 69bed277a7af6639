//! The stack of a walk: the levels that are open, and the row above each.

use super::tables::Tables;
use crate::engine::simd::Line;
use crate::problem::ids::{narrow, wide};

/// A choice in work.
#[derive(Clone, Copy, Debug)]
pub(super) struct SlotLevel {
    /// The place of the item.
    pub(super) item: u32,
    /// The slot that is tried. Of no meaning before the first.
    pub(super) slot: u32,
    /// The slots that there are, a bit each.
    ways: u32,
    /// Those that have not been tried.
    untried: u32,
}

impl SlotLevel {
    #[inline(always)]
    pub(super) fn new(item: usize, ways: u32) -> Self {
        Self { item: narrow(item), slot: 0, ways, untried: ways }
    }

    /// A level at the same item whose one way is the one that this has come to.
    pub(super) fn alone(self) -> Self {
        let way = 1 << self.slot;
        Self { ways: way, untried: way, ..self }
    }

    #[inline(always)]
    pub(super) fn has_untried(&self) -> bool {
        self.untried != 0
    }

    /// Goes on to the next way, which is there.
    #[inline(always)]
    pub(super) fn advance(&mut self) {
        self.slot = self.untried.trailing_zeros();
        self.untried &= self.untried - 1;
    }

    /// The number of the option that is tried, in tables of so many slots.
    #[inline(always)]
    pub(super) fn number(&self, tables: &Tables, slots: usize) -> u16 {
        tables.live_at[wide(self.item) * slots + wide(self.slot)]
    }

    pub(super) fn tried(&self) -> u32 {
        self.of() - self.untried.count_ones()
    }

    pub(super) fn of(&self) -> u32 {
        self.ways.count_ones()
    }
}

/// The rows from the root down: row `d` is what so many choices and what they force have left. It grows with the
/// depth and stays, so that nothing is allocated once it has been as deep before.
#[derive(Clone, Debug, Default)]
pub(super) struct RowStack {
    lines: Vec<Line>,
}

impl RowStack {
    #[inline(always)]
    pub(super) fn at<const LINES: usize>(&self, depth: usize) -> &[Line; LINES] {
        &self.lines.as_chunks().0[depth]
    }

    #[inline(always)]
    pub(super) fn at_mut<const LINES: usize>(&mut self, depth: usize) -> &mut [Line; LINES] {
        if self.lines.len() < (depth + 1) * LINES {
            self.grow((depth + 1) * LINES);
        }
        &mut self.lines.as_chunks_mut().0[depth]
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, lines: usize) {
        self.lines.resize(2 * lines, Line::default());
    }

    /// As [`at`](Self::at), for rows of a length that is not known when this is compiled.
    pub(super) fn row(&self, depth: usize, lines: usize) -> &[Line] {
        &self.lines[depth * lines..][..lines]
    }

    pub(super) fn row_mut(&mut self, depth: usize, lines: usize) -> &mut [Line] {
        if self.lines.len() < (depth + 1) * lines {
            self.grow((depth + 1) * lines);
        }
        &mut self.lines[depth * lines..][..lines]
    }

    /// Puts a row in the place of the one above it.
    pub(super) fn move_up(&mut self, depth: usize, lines: usize) {
        self.lines.copy_within(depth * lines..(depth + 1) * lines, (depth - 1) * lines);
    }
}
