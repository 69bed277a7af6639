//! Bitslice without an order of covers: for questions about many givens, one after the other, where any order of the
//! covers will do.
//!
//! It is the bitslice engine with three liberties, which come from there being no order to keep: items and
//! options stand where it suits, what [components] of items say is deduced before anything is guessed, and guesses
//! are made on components. It returns how many covers there are, up to a limit, and shows the first two.

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

use search::Work;
use tables::{NO_NUMBER, Seat, UnorderedTables};
use tuning::Tuning;

use crate::control::counters::{Counters, UPDATES_OF_A_SCAN};
use crate::control::rule::Rule;
use crate::engine::Event;
use crate::engine::bitslice::tables::Fate;
use crate::engine::simd::{Instructions, Kernel, Lanes, Line, Simd};
use crate::engine::unsupported::Unsupported;
use crate::problem::Problem;
use crate::problem::givens::GivenError;
use crate::problem::ids::{OptionId, wide};

/// Lines of a row, times themselves, for which a node counts as one: those of a board of side 9 are 100.
const LINES_OF_A_NODE: u64 = 512;

/// A problem compiled for questions. Clones share the tables.
#[derive(Clone, Debug)]
pub(crate) struct Unordered {
    problem: Problem,
    tables: Arc<UnorderedTables>,
    instructions: Instructions,
    /// The given options, where some were not live before anything was given.
    given: Vec<OptionId>,
    /// Whether it is known without search that there is no cover.
    is_dead: bool,
    work: Work,
}

impl Unordered {
    /// The engine for a problem, with these instructions or the best that the machine has below them.
    ///
    /// # Errors
    /// A problem with bounds, or too large for the tables.
    pub(crate) fn new(problem: &Problem, simd: Simd) -> Result<Self, Unsupported> {
        Self::with_tuning(Tuning::DEFAULT, problem, simd)
    }

    fn with_tuning(tuning: Tuning, problem: &Problem, simd: Simd) -> Result<Self, Unsupported> {
        if let Some(unsupported) = Unsupported::of_bits(problem, Rule::Fewest) {
            return Err(unsupported);
        }
        let tables = Arc::new(UnorderedTables::new(problem, tuning)?);
        let work = Work::new(&tables);
        Ok(Self {
            problem: problem.clone(),
            tables,
            instructions: simd.instructions(),
            given: Vec::new(),
            is_dead: false,
            work,
        })
    }

    pub(crate) fn simd(&self) -> Simd {
        self.instructions.level()
    }

    /// Begins a question: what covers there are that have these options. Options in conflict leave none.
    ///
    /// # Errors
    /// An option that the problem has not.
    pub(crate) fn begin(&mut self, given: &[OptionId]) -> Result<(), GivenError> {
        let tables = &*self.tables;
        self.given.clear();
        self.is_dead = tables.is_dead;
        let numbers = self.work.begin(self.tables.tuning);
        // Nearly always all are live. A match on each would be guessed wrong too often.
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

    /// Begins a question about covers that have these options: by item, for the first items of the problem, which of
    /// its options in input order, from 1, or 0 for none. Returns whether it has: not where an item has no such
    /// option, or an option is not live before anything is given.
    pub(crate) fn begin_ranked(&mut self, ranks: &[u8]) -> bool {
        let tables = &*self.tables;
        self.given.clear();
        self.is_dead = tables.is_dead;
        let numbers = self.work.begin(self.tables.tuning);
        self.instructions.run_on_words(NumberRanks { tables, ranks, numbers })
    }

    /// Begins with options of which some are not live before anything is given.
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

    /// Goes on until so many covers have been found in all, or so many nodes entered.
    pub(crate) fn go_on(&mut self, wanted: u64, fuel: u64) -> Event {
        if self.is_dead {
            return Event::End;
        }
        self.work.go_on(&self.tables, self.instructions, wanted, fuel)
    }

    /// As how many nodes of a small problem, such as a board of side 9, a node counts between two questions: its time
    /// grows with the lines of a row, and with the options that are deleted in it, each of which reads as many.
    pub(crate) fn node_weight(&self) -> u64 {
        let lines = self.tables.form.lines as u64;
        (lines * lines / LINES_OF_A_NODE).max(1)
    }

    /// How many covers have been found.
    pub(crate) fn found(&self) -> u64 {
        self.work.found
    }

    /// How many of them can be shown.
    pub(crate) fn shown(&self) -> usize {
        self.work.solutions.len().min(usize::try_from(self.work.found).unwrap_or(usize::MAX))
    }

    pub(crate) fn counters(&self) -> Counters {
        let Work { nodes, rounds, found, .. } = self.work;
        Counters { nodes, updates: rounds * UPDATES_OF_A_SCAN, solutions: found }
    }

    /// The options of the first cover found, or of the second, ascending.
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

    /// By item, for the first items of the problem: which of its options, in input order, covers it in the first
    /// cover found, or in the second.
    ///
    /// # Panics
    /// If one of them has more than 256 options.
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

/// Lists the numbers of options told by item and rank. Returns whether all have a number.
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
        // A rank that is too large reaches into the next item.
        let all_ranks = ranks.iter().fold(0, |all, rank| all | rank);
        let are_ranks = usize::from(all_ranks) >> shift == 0;
        let (mut count, mut all_numbers) = (0, 0);
        for (part, first) in ranks.chunks(64).zip((0..).step_by(64)) {
            // Only the items that have one are looked at: a branch for each item would be guessed wrong.
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
        // Of the numbers, that of no option alone has the highest bit.
        are_ranks && all_numbers >> 31 == 0
    }
}

/// Which of up to 64 bytes are not 0, a bit each: eight at a time.
#[inline(always)]
fn filled(bytes: &[u8]) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let (eights, rest) = bytes.as_chunks::<8>();
    let mut filled = rest.iter().rev().fold(0, |filled, &byte| filled << 1 | u64::from(byte != 0));
    // From the last on, one after the other: as vectors it takes longer.
    for &eight in eights.iter().rev() {
        // Adding 127 to the lower bits carries into the highest bit of those that are not 0.
        let word = u64::from_le_bytes(eight);
        let highest = (((word & LOW) + LOW) | word) & !LOW;
        filled = filled << 8 | (highest >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    }
    filled
}

/// Reads the slots of the first items, as far as they stand in stretches. Returns how many they are.
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
