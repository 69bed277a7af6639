//! Which options of a subproblem can be chosen together.
//!
//! In a wide subproblem most options are never chosen before it is left, so that the row of an option is
//! computed when it is first needed.

use std::cell::Cell;

use dlx_simd::{Kernel, Lanes};

use super::class::is_wide;
use super::entries::NO_PAIR;
use super::sets::{Rows, rows, words};
use crate::problem::ids::{narrow, wide};

/// What conflicts are computed from, and the rows computed so far.
#[derive(Clone, Debug, Default)]
pub(super) struct ConflictTable {
    /// By row: the options of an item, or of an item in a color. The open items have the first rows.
    pub(super) sets: Vec<u64>,
    /// For each use of each option, in order: the rows of its item and of its pair.
    uses: Vec<(u32, u32)>,
    /// By option: where its uses end.
    ends: Vec<u32>,
    /// By option: the options that can be chosen together with it, without the option itself.
    allows: Vec<u64>,
    /// The options whose row is computed.
    known: Vec<u64>,
}

impl ConflictTable {
    /// Becomes the table of a subproblem without options, with this number of rows of items.
    pub(super) fn clear<const W: usize>(&mut self, rows: usize) {
        self.sets.clear();
        self.sets.resize(rows * W, 0);
        self.uses.clear();
        self.ends.clear();
        // Rows are written before they are read.
        if self.allows.len() < W * 64 * W {
            self.allows.resize(W * 64 * W, 0);
        }
        self.known.clear();
        self.known.resize(W, 0);
    }

    /// Adds a use of the option that is added next.
    #[inline(always)]
    pub(super) fn add_use(&mut self, row: u32, pair_row: u32) {
        self.uses.push((row, pair_row));
    }

    /// Adds an option with the uses that were added.
    #[inline(always)]
    pub(super) fn add_option(&mut self) {
        self.ends.push(narrow(self.uses.len()));
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.sets.as_slice()) + size_of_val(self.allows.as_slice())
    }

    /// Returns the table as the search reads it.
    #[inline(always)]
    pub(super) fn conflicts<const W: usize>(&mut self) -> Conflicts<'_, W> {
        let Self { sets, uses, ends, allows, known } = self;
        Conflicts {
            sets,
            uses,
            ends,
            allows: rows(Cell::from_mut(allows.as_mut_slice()).as_slice_of_cells().as_chunks().0),
            known: Cell::from_mut(known.as_mut_slice())
                .as_slice_of_cells()
                .first_chunk()
                .expect("a set has all its words"),
        }
    }
}

/// A [`ConflictTable`] in rows of a constant number of words.
#[derive(Clone, Copy)]
pub(super) struct Conflicts<'p, const W: usize> {
    pub(super) sets: &'p [u64],
    uses: &'p [(u32, u32)],
    ends: &'p [u32],
    allows: &'p Rows<[Cell<u64>; W], W>,
    known: &'p [Cell<u64>; W],
}

impl<'p, const W: usize> Conflicts<'p, W> {
    /// Returns the options that can be chosen together with an option, without the option itself.
    #[inline(always)]
    pub(super) fn allowed<L: Lanes>(self, lanes: L, option: usize) -> &'p [Cell<u64>; W] {
        let (word, bit) = (option / 64, option % 64);
        if is_wide(W) && self.known[word].get() >> bit & 1 == 0 {
            lanes.apart(MakeRow { conflicts: self, option });
        }
        &self.allows[word][bit]
    }

    /// Computes the row of an option. Returns the number of options that it removes, itself included.
    #[inline(always)]
    pub(super) fn make_row(self, option: usize) -> usize {
        let (word, bit) = (option / 64, option % 64);
        let mut removed = [0; W];
        removed[word] = 1 << bit;
        let begin = if option == 0 { 0 } else { wide(self.ends[option - 1]) };
        for &(row, pair_row) in &self.uses[begin..wide(self.ends[option])] {
            let set = words::<W>(self.sets, wide(row));
            if pair_row == NO_PAIR {
                for word in 0..W {
                    removed[word] |= set[word];
                }
            } else {
                let same = words::<W>(self.sets, wide(pair_row));
                for word in 0..W {
                    removed[word] |= set[word] & !same[word];
                }
            }
        }
        let mut count = 0;
        for (allows, removed) in self.allows[word][bit].iter().zip(removed) {
            allows.set(!removed);
            count += removed.count_ones();
        }
        self.known[word].set(self.known[word].get() | 1 << bit);
        wide(count)
    }
}

/// The kernel that computes a row.
struct MakeRow<'p, const W: usize> {
    conflicts: Conflicts<'p, W>,
    option: usize,
}

impl<const W: usize> Kernel for MakeRow<'_, W> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        self.conflicts.make_row(self.option);
    }
}
