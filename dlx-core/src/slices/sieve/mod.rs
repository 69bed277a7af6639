//! The sieve: slices for questions about many givens, one after the other, where any order of the covers will do.
//!
//! It is the engine of the slices with three liberties, which come from there being no order to keep: items and
//! options stand where it suits, what [components] of items say is deduced before anything is guessed, and guesses
//! are made on components. It answers how many covers there are, up to a limit, and shows the first two.

mod components;
mod deduce;
mod layout;
mod search;
mod settle;
mod tables;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use search::Work;
use tables::{NO_NUMBER, Seat, Tables};

use crate::counters::{Counters, UPDATES_OF_A_SCAN};
use crate::givens::GivenError;
use crate::ids::{OptionId, narrow};
use crate::misfit::Misfit;
use crate::problem::Problem;
use crate::rule::Rule;
use crate::simd::{Instructions, Kernel, Lanes, Line, Simd};
use crate::slices::tables::Fate;
use crate::walk::Event;

/// A problem compiled for questions. Clones share the tables.
#[derive(Clone, Debug)]
pub(crate) struct Sieve {
    problem: Problem,
    tables: Arc<Tables>,
    instructions: Instructions,
    /// The given options, where some were not live before anything was given.
    given: Vec<OptionId>,
    /// Whether it is known without search that there is no cover.
    is_dead: bool,
    work: Work,
}

impl Sieve {
    /// The sieve of a problem, with these instructions or the best that the machine has below them.
    ///
    /// # Errors
    /// A problem with bounds, or too large for the tables.
    pub(crate) fn new(problem: &Problem, simd: Simd) -> Result<Self, Misfit> {
        Self::with_components_from(components::FEWEST, problem, simd)
    }

    /// As [`new`](Self::new), with classes of so many components at least.
    fn with_components_from(fewest: usize, problem: &Problem, simd: Simd) -> Result<Self, Misfit> {
        if let Some(misfit) = Misfit::of_bits(problem, Rule::Fewest) {
            return Err(misfit);
        }
        let tables = Arc::new(Tables::new(problem, fewest)?);
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
        let numbers = self.work.begin();
        // Nearly always all are live. A match on each would be guessed wrong too often.
        let mut is_plain = true;
        if tables.are_all_live {
            let last = given.iter().map(|option| option.index()).max().unwrap_or(0);
            if last < tables.fates.len() {
                numbers.extend(given.iter().map(|option| narrow(option.index())));
                return Ok(());
            }
        }
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

/// Reads the slots of the first items, as far as they stand in stretches. Answers how many they are.
struct ReadStretches<'s> {
    tables: &'s Tables,
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
