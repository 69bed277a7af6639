//! Clause learning.

use super::attempt::{Answer, Attempt};
use crate::control::answers::Cover;
use crate::control::counters::Counters;
use crate::control::limits::{Limits, Stopped};
use crate::engine::learn::LearningSearch;
use crate::problem::Problem;

/// Nanoseconds to build the tables, for each use; of a literal that is propagated, and of a node.
const SETUP: u64 = 100;
const LITERAL: u64 = 40;
const NODE: u64 = 400;

/// The number of nodes between two looks at the work done.
const NODES_BETWEEN_LOOKS: u64 = 64;

pub(super) struct Learned<'p> {
    problem: &'p Problem,
    search: Option<LearningSearch>,
    covers: Vec<Cover>,
}

impl<'p> Learned<'p> {
    pub(super) fn new(problem: &'p Problem) -> Self {
        Self { problem, search: None, covers: Vec::new() }
    }
}

impl Attempt for Learned<'_> {
    fn setup(&self) -> u64 {
        SETUP * self.problem.use_count() as u64
    }

    fn spent(&self) -> u64 {
        self.search.as_ref().map_or(0, |search| {
            let counters = search.counters();
            self.setup() + LITERAL * counters.updates + NODE * counters.nodes
        })
    }

    fn counters(&self) -> Counters {
        self.search.as_ref().map(LearningSearch::counters).unwrap_or_default()
    }

    fn advance(
        &mut self,
        until: u64,
        wanted: u64,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Answer>, Stopped> {
        if self.search.is_none() {
            self.search = Some(LearningSearch::new(self.problem, limits)?);
        }
        while self.spent() < until {
            let search = self.search.as_mut().expect("it has been built");
            match limits.within_nodes(NODES_BETWEEN_LOOKS, |limits| search.next_solution(limits)) {
                Ok(found) => {
                    if let Some(answer) = Answer::of(&mut self.covers, found, wanted) {
                        return Ok(Some(answer));
                    }
                }
                Err(Stopped::Nodes) => {}
                Err(why) => return Err(why),
            }
        }
        Ok(None)
    }

    fn covers(self: Box<Self>) -> Vec<Cover> {
        self.covers
    }
}
