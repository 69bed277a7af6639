//! Clause learning.

use super::attempt::{Answer, Built, Engine};
use crate::control::answers::Cover;
use crate::control::counters::Counters;
use crate::control::limits::{Limits, Stopped};
use crate::engine::learn::LearningSearch;
use crate::problem::Problem;

/// Nanoseconds of a literal that is propagated, and of a node.
const LITERAL: u64 = 40;
const NODE: u64 = 400;

/// The number of nodes between two looks at the work done.
const NODES_BETWEEN_LOOKS: u64 = 64;

struct Learned {
    search: LearningSearch,
    covers: Vec<Cover>,
}

pub(super) fn build<'p>(problem: &Problem, limits: &mut Limits<'_>) -> Built<'p> {
    Ok(Some(Box::new(Learned { search: LearningSearch::new(problem, limits)?, covers: Vec::new() })))
}

impl Engine for Learned {
    fn spent(&self) -> u64 {
        LITERAL * self.counters().updates + NODE * self.counters().nodes
    }

    fn counters(&self) -> Counters {
        self.search.counters()
    }

    fn advance(
        &mut self,
        until: u64,
        wanted: u64,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Answer>, Stopped> {
        while self.spent() < until {
            let Self { search, covers } = self;
            let find = |limits: &mut Limits<'_>| search.next_solution(limits);
            if let Some(answer) = Answer::next(covers, wanted, NODES_BETWEEN_LOOKS, limits, find)? {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    fn covers(self: Box<Self>) -> Vec<Cover> {
        self.covers
    }
}
