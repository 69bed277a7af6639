//! The search in the order of its tree.

use super::attempt::Answer;
use super::found::{FindEngine, Found};
use crate::control::answers::Cover;
use crate::control::counters::Counters;
use crate::control::limits::{Limits, Stopped};
use crate::problem::Problem;
use crate::problem::givens::Givens;
use crate::search::Search;

/// The number of nodes between two looks at the work done.
const NODES_BETWEEN_LOOKS: u64 = 256;

/// Returns the approximate nanoseconds that a search has taken. To choose an item, a node looks at most of them, which its
/// counters do not contain (Latin squares of 40: 2.6 microseconds for each node of 2,000 items and 100 updates).
pub(super) fn nanoseconds(counters: Counters, items: u64) -> u64 {
    counters.trial_work() + items * counters.nodes
}

pub(super) struct Planned {
    search: Search,
    /// The number of items.
    items: u64,
    covers: Vec<Cover>,
}

impl Planned {
    /// Returns the search of a problem with givens that do not contradict one another.
    pub(super) fn new(problem: &Problem, givens: Givens<'_>) -> Self {
        let mut search = Search::new(problem);
        if givens != Givens::none() {
            search.restart(givens).expect("the givens are consistent");
        }
        Self::of(search, problem)
    }

    /// Returns the rest of a search that has found no cover.
    pub(super) fn of(search: Search, problem: &Problem) -> Self {
        Self { search, items: problem.item_count() as u64, covers: Vec::new() }
    }

    pub(super) fn counters(&self) -> Counters {
        self.search.counters()
    }

    pub(super) fn spent(&self) -> u64 {
        nanoseconds(self.counters(), self.items)
    }

    pub(super) fn advance(
        &mut self,
        until: u64,
        wanted: u64,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Answer>, Stopped> {
        while self.spent() < until {
            let nodes = if until == u64::MAX { u64::MAX } else { NODES_BETWEEN_LOOKS };
            let Self { search, covers, .. } = self;
            let find = |limits: &mut Limits<'_>| Ok(search.next_solution(limits)?.map(<[_]>::to_vec));
            if let Some(answer) = Answer::next(covers, wanted, nodes, limits, find)? {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    /// Returns the covers found until a limit was reached.
    pub(super) fn into_found(self, why: Stopped) -> Found {
        let counters = self.counters();
        Found { covers: self.covers, stopped: Some(why), engine: FindEngine::Search, counters }
    }
}
