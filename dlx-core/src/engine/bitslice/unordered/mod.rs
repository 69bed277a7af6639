//! Bitslice without an order of covers, for many questions with different givens, one after the other, where
//! the order of the covers does not matter.
//!
//! It differs from the bitslice engine in three ways, which are possible because there is no order to
//! preserve: items and options are placed where this is fastest, facts about [components] of items are
//! deduced before branching, and branches are made on components. It returns the number of covers, up to a
//! limit, and keeps the first two.

mod components;
mod deduce;
mod layout;
mod propagate;
mod search;
mod tables;
#[cfg(test)]
mod tests;
mod tuning;

use std::sync::Arc;

use dlx_simd::{Instructions, Kernel, Lanes, Line, Simd};

use search::Work;
use tables::{NO_NUMBER, Seat, UnorderedTables};
use tuning::Tuning;

use crate::control::counters::{Counters, UPDATES_OF_A_SCAN};
use crate::control::limits::Limits;
use crate::control::rule::Rule;
use crate::engine::Event;
use crate::engine::bitslice::tables::Fate;
use crate::engine::unsupported::{Refused, Unsupported};
use crate::problem::Problem;
use crate::problem::givens::GivenError;
use crate::problem::ids::{OptionId, wide};

/// Square of the number of lines of a row for which a node has weight 1. The rows of a 9x9 Sudoku have 8
/// lines.
const LINES_OF_A_NODE: u64 = 512;

/// A problem compiled for questions. Clones share the tables.
#[derive(Clone, Debug)]
pub(crate) struct Unordered {
    problem: Problem,
    tables: Arc<UnorderedTables>,
    instructions: Instructions,
    /// The given options, if some of them were not live before any givens.
    given: Vec<OptionId>,
    /// True if it is known without search that there is no cover.
    is_dead: bool,
    work: Work,
}

impl Unordered {
    /// Returns the engine for a problem, with these instructions or the best below them that the machine has.
    ///
    /// # Errors
    /// A problem with bounds, or one that is too large for the tables, and the limit that was reached.
    pub(crate) fn new(problem: &Problem, simd: Simd, limits: &mut Limits<'_>) -> Result<Self, Refused> {
        Self::with_tuning(Tuning::DEFAULT, problem, simd, limits)
    }

    fn with_tuning(
        tuning: Tuning,
        problem: &Problem,
        simd: Simd,
        limits: &mut Limits<'_>,
    ) -> Result<Self, Refused> {
        if let Some(unsupported) = Unsupported::of_bits(problem, Rule::Fewest) {
            return Err(unsupported.into());
        }
        let tables = Arc::new(UnorderedTables::new(problem, tuning, limits)?);
        let work = Work::new(&tables);
        Ok(Self {
            problem: problem.clone(),
            tables,
            instructions: Instructions::of(simd),
            given: Vec::new(),
            is_dead: false,
            work,
        })
    }

    pub(crate) fn simd(&self) -> Simd {
        self.instructions.level()
    }

    /// Begins a question about the covers that contain these options. If the options conflict, there are
    /// none.
    ///
    /// # Errors
    /// An option that the problem does not have.
    pub(crate) fn begin(&mut self, given: &[OptionId]) -> Result<(), GivenError> {
        let tables = &*self.tables;
        self.given.clear();
        self.is_dead = tables.is_dead;
        let numbers = self.work.begin(self.tables.tuning);
        // Nearly always all options are live. A match on each would be mispredicted too often.
        let mut is_plain = true;
        for option in given {
            let Some(&number) = tables.numbers.get(option.index()) else {
                return Err(GivenError::Unknown { option: *option, count: tables.fates.len() });
            };
            is_plain &= number != NO_NUMBER;
            numbers.push(number);
        }
        if !is_plain {
            self.begin_with_others(given);
        }
        Ok(())
    }

    /// Begins a question about the covers that contain certain options, given for the first items of the
    /// problem: `ranks[i]` is the rank of an option among those of item `i`, in input order from 1, or 0 for
    /// none. Returns false, and begins nothing, if an item has no option of this rank or the option is not
    /// live before any givens.
    pub(crate) fn begin_ranked(&mut self, ranks: &[u8]) -> bool {
        let tables = &*self.tables;
        self.given.clear();
        self.is_dead = tables.is_dead;
        let numbers = self.work.begin(self.tables.tuning);
        self.instructions.run_on_words(NumberRanks { tables, ranks, numbers })
    }

    /// Begins a question with options of which some are not live before any givens.
    #[cold]
    fn begin_with_others(&mut self, given: &[OptionId]) {
        let tables = &*self.tables;
        let (root, numbers) = self.work.begin_with_root(tables);
        let mut is_dead = tables.is_dead || !tables.are_idle_compatible(&self.problem, given);
        for &option in given {
            match tables.fates[option.index()] {
                Fate::Live(number) => numbers.push(u32::from(number)),
                Fate::Forced => {}
                Fate::Dead => is_dead = true,
                Fate::Idle => is_dead |= !tables.delete_for_idle(&self.problem, root, option),
            }
        }
        self.is_dead = is_dead;
        self.given.extend_from_slice(given);
    }

    /// Continues until `wanted` covers have been found in total, or `fuel` more nodes have been entered.
    pub(crate) fn go_on(&mut self, wanted: u64, fuel: u64) -> Event {
        if self.is_dead {
            return Event::End;
        }
        self.work.go_on(&self.tables, self.instructions, wanted, fuel)
    }

    /// Returns the weight of a node between two checks of the limits, relative to a node of a small problem
    /// such as a 9x9 Sudoku. The time of a node grows with the lines of a row, and with the options deleted
    /// in it, each of which reads as many lines.
    pub(crate) fn node_weight(&self) -> u64 {
        let lines = self.tables.form.lines as u64;
        (lines * lines / LINES_OF_A_NODE).max(1)
    }

    /// Returns the number of covers found.
    pub(crate) fn found(&self) -> u64 {
        self.work.found
    }

    /// Returns the number of covers that can be shown, at most 2.
    pub(crate) fn shown(&self) -> usize {
        self.work.solutions.len().min(usize::try_from(self.work.found).unwrap_or(usize::MAX))
    }

    pub(crate) fn counters(&self) -> Counters {
        let Work { nodes, rounds, found, .. } = self.work;
        Counters { nodes, updates: rounds * UPDATES_OF_A_SCAN, solutions: found }
    }

    /// Sets `cover` to the options of the first or second cover found, ascending; `number` is 0 or 1.
    pub(crate) fn cover(&self, number: usize, cover: &mut Vec<OptionId>) {
        let tables = &*self.tables;
        let row = &self.work.solutions[number];
        cover.clear();
        cover.extend_from_slice(&tables.forced);
        let is_idle = |option: &OptionId| tables.fates[option.index()] == Fate::Idle;
        cover.extend(self.given.iter().copied().filter(is_idle));
        for &place in &tables.places {
            let slot = tables.slot_of(row, place);
            let number = tables.number_at(slot, place);
            if tables.spots.of(number)[0] == tables.form.spot(slot, place) {
                cover.push(tables.options[number]);
            }
        }
        cover.sort_unstable();
        cover.dedup();
    }

    /// Sets `ranks`, for the first items of the problem, to the ranks of the options that cover them in the
    /// first or second cover found. Ranks are in input order from 0; `number` is 0 or 1.
    ///
    /// # Panics
    /// If one of these items has more than 256 options.
    pub(crate) fn ranks_of_items(&self, number: usize, ranks: &mut [u8]) {
        let tables = &*self.tables;
        assert!(ranks.len() <= tables.ranked, "the items have 256 options at most");
        let row = &self.work.solutions[number];
        let done = self.instructions.run(ReadStretches { tables, row, ranks });
        for (seat, rank) in tables.seats.iter().zip(ranks).skip(done) {
            *rank = match seat {
                Seat::At { place, ranks } => ranks[tables.slot_of(row, *place)],
                Seat::Taken { rank } => *rank,
            };
        }
    }
}

/// The kernel that lists the numbers of options given by item and rank. Returns true if all of them have a
/// number.
struct NumberRanks<'s> {
    tables: &'s UnorderedTables,
    ranks: &'s [u8],
    numbers: &'s mut Vec<u32>,
}

impl Kernel for NumberRanks<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> bool {
        let Self { tables, ranks, numbers } = self;
        let (table, shift) = (&tables.number_of_rank[..], tables.rank_bits % 64);
        numbers.resize(ranks.len(), 0);
        let list = &mut numbers[..];
        // A rank that is too large would index into the next item.
        let all_ranks = ranks.iter().fold(0, |all, rank| all | rank);
        let are_ranks = usize::from(all_ranks) >> shift == 0;
        let (mut count, mut all_numbers) = (0, 0);
        for (part, first) in ranks.chunks(64).zip((0..).step_by(64)) {
            // Visits only the items that have a rank: a branch for each item would be mispredicted.
            let mut given = filled(part);
            while given != 0 {
                let at = wide(given.trailing_zeros());
                given &= given - 1;
                let index = ((first + at) << shift) + usize::from(part[at]);
                let number = table.get(index).copied().unwrap_or(NO_NUMBER);
                all_numbers |= number;
                list[count] = number;
                count += 1;
            }
        }
        numbers.truncate(count);
        // Of all numbers, only [`NO_NUMBER`] has the highest bit set.
        are_ranks && all_numbers >> 31 == 0
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
