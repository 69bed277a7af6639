//! The search with the items and options in random order, begun again after a number of steps.
//!
//! Where a problem has covers, the time that a search takes to find one depends on its first choices, and now and then is a
//! thousand times the mean. Another order of equal choices mostly finds one sooner (C. P. Gomes, B. Selman, N. Crato
//! and H. Kautz, *Heavy-tailed phenomena in satisfiability and constraint satisfaction problems*, 2000). The lengths of
//! the runs are those of M. Luby, A. Sinclair and D. Zuckerman, *Optimal speedup of Las Vegas algorithms*, 1993. Orders come from a
//! fixed sequence, so that the same problem gives the same covers.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::attempt::{Answer, Built, Engine, SETUP};
use super::planned::nanoseconds;
use crate::control::answers::Cover;
use crate::control::counters::Counters;
use crate::control::limits::{Limits, Stopped};
use crate::engine::learn::luby;
use crate::problem::Problem;
use crate::problem::ids::{ItemId, OptionId};
use crate::reduce::in_order;
use crate::search::Search;

/// Nanoseconds of the shortest run, in terms of the setup and at least.
const UNIT: u64 = 4;
const LEAST_UNIT: u64 = 1_000_000;

/// The number of nodes between two looks at the work done.
const NODES_BETWEEN_LOOKS: u64 = 64;

struct Restarted<'p> {
    problem: &'p Problem,
    random: ChaCha8Rng,
    /// The number of runs so far.
    runs: u64,
    /// The search of the run, and the original numbers of its options.
    search: Option<(Search, Vec<OptionId>)>,
    /// The work of the runs before.
    done: Counters,
    covers: Vec<Cover>,
}

/// Puts a list into random order.
pub(super) fn shuffle<T>(random: &mut ChaCha8Rng, list: &mut [T]) {
    for at in (1..list.len()).rev() {
        // The remainder is not quite uniform, which does not matter here.
        let other = random.next_u64() % (at as u64 + 1);
        list.swap(at, usize::try_from(other).unwrap_or(0));
    }
}

impl Restarted<'_> {
    /// Returns the numbers from `start` to below `end` in random order.
    fn order(&mut self, start: usize, end: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (start..end).collect();
        shuffle(&mut self.random, &mut order);
        order
    }

    /// Begins the next run.
    fn begin(&mut self, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        let (primaries, items) = (self.problem.primary_count(), self.problem.item_count());
        let mut order = self.order(0, primaries);
        order.extend(self.order(primaries, items));
        let items: Vec<ItemId> = order.into_iter().map(ItemId::new).collect();
        let options = self.order(0, self.problem.option_count()).into_iter().map(OptionId::new);
        let options: Vec<OptionId> = options.collect();
        let problem = in_order(self.problem, &items, &options, limits)?;
        self.search = Some((Search::new(&problem), options));
        self.runs += 1;
        Ok(())
    }

    fn nanoseconds(&self, counters: Counters) -> u64 {
        nanoseconds(counters, self.problem.item_count() as u64)
    }

    /// Returns the nanoseconds to build the tables.
    fn setup(&self) -> u64 {
        SETUP * self.problem.use_count() as u64
    }

    fn of_run(&self) -> Counters {
        self.search.as_ref().map(|(search, _)| search.counters()).unwrap_or_default()
    }

    /// Returns the nanoseconds after which the run ends, unless it has found a cover.
    fn length(&self) -> u64 {
        (UNIT * self.setup()).max(LEAST_UNIT) * luby(self.runs)
    }
}

pub(super) fn build<'p>(problem: &'p Problem, _: &mut Limits<'_>) -> Built<'p> {
    let random = ChaCha8Rng::from_seed([0; 32]);
    let done = Counters::default();
    Ok(Some(Box::new(Restarted { problem, random, runs: 0, search: None, done, covers: Vec::new() })))
}

impl Engine for Restarted<'_> {
    fn spent(&self) -> u64 {
        // The first one is the setup.
        let others = self.runs.saturating_sub(1);
        others * self.setup() + self.nanoseconds(self.counters())
    }

    fn counters(&self) -> Counters {
        let Counters { nodes, updates, .. } = self.of_run();
        Counters { nodes: self.done.nodes + nodes, updates: self.done.updates + updates, solutions: 0 }
    }

    fn advance(
        &mut self,
        until: u64,
        wanted: u64,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Answer>, Stopped> {
        while self.spent() < until {
            if self.covers.is_empty() && self.nanoseconds(self.of_run()) >= self.length() {
                self.done = self.counters();
                self.search = None;
            }
            let Some((search, options)) = &mut self.search else {
                self.begin(limits)?;
                continue;
            };
            let find = |limits: &mut Limits<'_>| {
                let original = |cover: &[OptionId]| {
                    let mut cover: Cover = cover.iter().map(|option| options[option.index()]).collect();
                    cover.sort_unstable();
                    cover
                };
                Ok(search.next_solution(limits)?.map(original))
            };
            if let Some(answer) = Answer::next(&mut self.covers, wanted, NODES_BETWEEN_LOOKS, limits, find)? {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    fn covers(self: Box<Self>) -> Vec<Cover> {
        self.covers
    }
}
