//! An engine for many questions with different givens, one after the other, where the order of the solutions
//! does not matter: sets of items as bits, as in the bitslice engine of dlx-core.
//!
//! It differs from that engine in three ways, which are possible because there is no order to preserve: items
//! and options are placed where this is fastest, facts about [components] of items are deduced before
//! branching, and branches are made on components. It returns the number of covers, up to a limit, and keeps
//! the first two.

#![allow(
    clippy::needless_range_loop,
    reason = "loops over the same places of several arrays, which become vector instructions"
)]

mod components;
mod deduce;
mod layout;
mod numbers;
mod propagate;
mod search;
mod tables;
#[cfg(test)]
mod tests;
mod tuning;

use std::sync::Arc;

use dlx_core::inner::Simd;
use dlx_core::{Counters, Limits, OptionId, Problem, Stopped};
use dlx_simd::{Instructions, Kernel, Lanes, Line};

use numbers::{narrow, wide};
pub(super) use search::SearchEnd;
use search::Work;
use tables::{ItemRanks, UnorderedTables};
use tuning::Tuning;

/// Square of the number of lines of a row for which a node has weight 1. The rows of a 9x9 Sudoku have 8
/// lines.
const LINES_OF_A_NODE: u64 = 512;

/// Value in [`Counters::updates`] of one round that looks for forced options: that of the engines of dlx-core,
/// which are on bits as well.
pub(super) const UPDATES_OF_A_ROUND: u64 = 32;

/// A problem compiled for questions. Clones share the tables.
#[derive(Clone, Debug)]
pub(super) struct Unordered {
    tables: Arc<UnorderedTables>,
    instructions: Instructions,
    work: Work,
}

impl Unordered {
    /// Returns the engine for a problem, with these instructions or the best below them that the machine has;
    /// `None` if the problem is too large for the tables, or has bounds or colors. The first `side * side`
    /// items can be given by rank: item `k` has the options from `side * k` on, `side` of them.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn new(
        problem: &Problem,
        side: usize,
        simd: Simd,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Self>, Stopped> {
        Self::with_tuning(Tuning::DEFAULT, problem, side, simd, limits)
    }

    fn with_tuning(
        tuning: Tuning,
        problem: &Problem,
        side: usize,
        simd: Simd,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Self>, Stopped> {
        let Some(tables) = UnorderedTables::new(problem, side, tuning, limits)? else { return Ok(None) };
        let tables = Arc::new(tables);
        let work = Work::new(&tables);
        Ok(Some(Self { tables, instructions: Instructions::of(simd), work }))
    }

    pub(super) fn simd(&self) -> Simd {
        self.instructions.level()
    }

    /// Begins a question about the covers that contain certain options, given for the first items of the
    /// problem: `ranks[k]` is the rank of an option among those of item `k`, from 1, or 0 for none. If the
    /// options conflict, there are no covers.
    pub(super) fn begin(&mut self, ranks: &[u8]) {
        let side = self.tables.side;
        debug_assert!(ranks.len() <= side * side && ranks.iter().all(|&rank| usize::from(rank) <= side));
        let numbers = self.work.begin(self.tables.tuning);
        self.instructions.run_on_words(NumberRanks { side, ranks, numbers });
    }

    /// Excludes options, which are not given, from the question that was just begun.
    pub(super) fn forbid(&mut self, options: &[OptionId]) {
        self.work.forbid(&self.tables, options);
    }

    /// Continues until `wanted` covers have been found in total, or `fuel` more nodes have been entered.
    pub(super) fn go_on(&mut self, wanted: u64, fuel: u64) -> SearchEnd {
        self.work.go_on(&self.tables, self.instructions, wanted, fuel)
    }

    /// Returns the weight of a node between two checks of the limits, relative to a node of a small problem
    /// such as a 9x9 Sudoku. The time of a node grows with the lines of a row, and with the options deleted
    /// in it, each of which reads as many lines.
    pub(super) fn node_weight(&self) -> u64 {
        let lines = self.tables.form.lines as u64;
        (lines * lines / LINES_OF_A_NODE).max(1)
    }

    /// Returns the number of covers found.
    pub(super) fn found(&self) -> u64 {
        self.work.found
    }

    /// Returns the number of covers that can be shown, at most 2.
    pub(super) fn shown(&self) -> usize {
        self.work.solutions.len().min(usize::try_from(self.work.found).unwrap_or(usize::MAX))
    }

    /// Returns the number of nodes entered.
    pub(super) fn nodes(&self) -> u64 {
        self.work.nodes
    }

    pub(super) fn counters(&self) -> Counters {
        let mut counters = Counters::default();
        counters.nodes = self.work.nodes;
        counters.updates = self.work.rounds * UPDATES_OF_A_ROUND;
        counters.solutions = self.work.found;
        counters
    }

    /// Sets `ranks`, for the first items of the problem, to the ranks of the options that cover them in the
    /// first or second cover found. Ranks are from 0; `number` is 0 or 1.
    pub(super) fn ranks_of_items(&self, number: usize, ranks: &mut [u8]) {
        let tables = &*self.tables;
        let row = &self.work.solutions[number];
        let done = self.instructions.run(ReadStretches { tables, row, ranks });
        for (ItemRanks { place, ranks: of_slots }, rank) in tables.seats.iter().zip(ranks).skip(done) {
            *rank = of_slots[tables.slot_of(row, *place)];
        }
    }
}

/// The kernel that lists the numbers of options given by item and rank.
struct NumberRanks<'s> {
    side: usize,
    ranks: &'s [u8],
    numbers: &'s mut Vec<u32>,
}

impl Kernel for NumberRanks<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let Self { side, ranks, numbers } = self;
        numbers.resize(ranks.len(), 0);
        let list = &mut numbers[..];
        let mut count = 0;
        for (part, first) in ranks.chunks(64).zip((0..).step_by(64)) {
            // Visits only the items that have a rank: a branch for each item would be mispredicted.
            let mut given = filled(part);
            while given != 0 {
                let at = wide(given.trailing_zeros());
                given &= given - 1;
                list[count] = narrow((first + at) * side + usize::from(part[at]) - 1);
                count += 1;
            }
        }
        numbers.truncate(count);
    }
}

/// Returns which of up to 64 bytes are not 0, one bit each. Processes eight bytes at a time.
#[inline(always)]
fn filled(bytes: &[u8]) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let (eights, rest) = bytes.as_chunks::<8>();
    let mut filled = rest.iter().rev().fold(0, |filled, &byte| filled << 1 | u64::from(byte != 0));
    // From the last to the first, one at a time: as vectors it takes longer.
    for &eight in eights.iter().rev() {
        // Adding 127 to the lower seven bits carries into the highest bit of bytes that are not 0.
        let word = u64::from_le_bytes(eight);
        let highest = (((word & LOW) + LOW) | word) & !LOW;
        filled = filled << 8 | (highest >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    }
    filled
}

/// The kernel that reads the slots of the first items, as far as they are in stretches. Returns the number of
/// items read.
struct ReadStretches<'s> {
    tables: &'s UnorderedTables,
    row: &'s [Line],
    ranks: &'s mut [u8],
}

impl Kernel for ReadStretches<'_> {
    type Output = usize;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> usize {
        let mut done = 0;
        for stretch in &self.tables.stretches {
            if done == self.ranks.len() {
                break;
            }
            let end = stretch.end.min(self.ranks.len());
            stretch.read(lanes, self.row, &mut self.ranks[done..end]);
            done = end;
        }
        done
    }
}
