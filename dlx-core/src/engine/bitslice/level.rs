//! The stack of a search: the open levels, and the row in which each was opened.

use dlx_simd::Line;

use super::tables::Tables;
use crate::problem::ids::{narrow, wide};

/// A level: a choice among the live options of an item.
#[derive(Clone, Copy, Debug)]
pub(super) struct SlotLevel {
    /// The item, by its index in the tables.
    pub(super) item: u32,
    /// The current slot. Has no meaning before the first branch.
    pub(super) slot: u32,
    /// The slots to choose from, one bit each.
    ways: u32,
    /// The slots that have not been tried.
    untried: u32,
}

impl SlotLevel {
    #[inline(always)]
    pub(super) fn new(item: usize, ways: u32) -> Self {
        Self { item: narrow(item), slot: 0, ways, untried: ways }
    }

    /// Returns a level for the same item whose only branch is the current one.
    pub(super) fn alone(self) -> Self {
        let way = 1 << self.slot;
        Self { ways: way, untried: way, ..self }
    }

    #[inline(always)]
    pub(super) fn has_untried(&self) -> bool {
        self.untried != 0
    }

    /// Moves to the next branch, which must exist.
    #[inline(always)]
    pub(super) fn advance(&mut self) {
        self.slot = self.untried.trailing_zeros();
        self.untried &= self.untried - 1;
    }

    /// Returns the number of the current option, in tables with this number of slots.
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

/// The rows from the root down: row `d` is the state after `d` choices and the options they force. The stack
/// grows with the depth and never shrinks, so nothing is allocated once it has been as deep before.
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

    /// The same as [`at`](Self::at), for rows of a length known only at run time.
    pub(super) fn row(&self, depth: usize, lines: usize) -> &[Line] {
        &self.lines[depth * lines..][..lines]
    }

    pub(super) fn row_mut(&mut self, depth: usize, lines: usize) -> &mut [Line] {
        if self.lines.len() < (depth + 1) * lines {
            self.grow((depth + 1) * lines);
        }
        &mut self.lines[depth * lines..][..lines]
    }

    /// Copies a row over the one above it.
    pub(super) fn move_up(&mut self, depth: usize, lines: usize) {
        self.lines.copy_within(depth * lines..(depth + 1) * lines, (depth - 1) * lines);
    }
}
