//! Any covers by linear programs, for those who do not ask for the cheapest.

use crate::cheapest::found::{Apart, Collector, Gap, Tally, Wanted};
use crate::cheapest::linear::{Linear, LinearEnd};
use crate::control::answers::Cover;
use crate::control::counters::Counters;
use crate::control::limits::{Limits, Stopped};
use crate::problem::Problem;
use crate::problem::givens::{Givens, Settled};

/// A search by linear programs, with the local search before them, for as many covers as wanted.
pub(crate) struct AnyCovers {
    linear: Linear,
    tally: Tally,
    wanted: Wanted,
    found: Apart,
}

impl AnyCovers {
    /// Returns the search, or `None` where linear programs take too long.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(crate) fn new(problem: &Problem, limits: &mut Limits<'_>) -> Result<Option<Self>, Stopped> {
        let mut settled = Settled::default();
        settled.resolve(problem, Givens::none()).expect("nothing is given");
        let wanted = Wanted { number: Some(1), most: None, gap: Gap::Cost(0) };
        let found = Collector::new(wanted, &[], &mut |_| {}).apart();
        let linear = Linear::new(problem, &settled, limits)?;
        Ok(linear.map(|linear| Self { linear, tally: Tally::default(), wanted, found }))
    }

    /// Returns the number of steps of a nanosecond or two.
    pub(crate) fn work(&self) -> u64 {
        self.linear.work()
    }

    /// Returns true during the local search before the first linear program.
    pub(crate) fn is_quick(&self) -> bool {
        self.linear.is_before_programs()
    }

    pub(crate) fn counters(&self) -> Counters {
        Counters { nodes: self.tally.nodes, updates: self.linear.work(), solutions: 0 }
    }

    /// Searches until the work reaches this number. Returns the covers if they are as many as wanted or all, and whether
    /// they are all.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(crate) fn run(
        &mut self,
        until: u64,
        wanted: u64,
        limits: &mut Limits<'_>,
    ) -> Result<Option<(Vec<Cover>, bool)>, Stopped> {
        self.wanted.number = Some(usize::try_from(wanted).unwrap_or(usize::MAX));
        let mut ignore = |_: &_| {};
        let mut collector = self.found.collector_of(self.wanted, &mut ignore);
        let left = wanted.saturating_sub(collector.count() as u64);
        let tally = &mut self.tally;
        let end = limits.with_solutions(left, |limits| self.linear.run(until, tally, &mut collector, limits));
        self.found = collector.apart();
        let is_complete = match end {
            Ok(LinearEnd::Paused) => return Ok(None),
            // With as many as wanted, others of the same cost were not looked for.
            Ok(LinearEnd::Complete) => (collector.count() as u64) < wanted,
            Ok(LinearEnd::OutOfMemory) => return Err(Stopped::Memory),
            Err(Stopped::Solutions) => false,
            Err(why) => return Err(why),
        };
        let covers = collector.into_covers().into_iter().map(|priced| priced.cover);
        Ok(Some((covers.collect(), is_complete)))
    }

    /// Returns the covers found so far.
    pub(crate) fn covers(self) -> Vec<Cover> {
        let mut ignore = |_: &_| {};
        self.found.collector(&mut ignore).into_covers().into_iter().map(|priced| priced.cover).collect()
    }
}
