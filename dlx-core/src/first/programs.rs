//! Local search, and linear programs.

use super::attempt::{Answer, Built, Engine};
use crate::cheapest::AnyCovers;
use crate::control::answers::Cover;
use crate::control::counters::Counters;
use crate::control::limits::{Limits, Stopped};
use crate::problem::Problem;

pub(super) fn build<'p>(problem: &Problem, limits: &mut Limits<'_>) -> Built<'p> {
    Ok(AnyCovers::new(problem, limits)?.map(|search| Box::new(search) as Box<_>))
}

impl Engine for AnyCovers {
    fn spent(&self) -> u64 {
        self.work()
    }

    fn counters(&self) -> Counters {
        self.counters()
    }

    fn is_promising(&self) -> bool {
        self.is_quick()
    }

    fn advance(
        &mut self,
        until: u64,
        wanted: u64,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Answer>, Stopped> {
        let found = self.run(until, wanted, limits)?;
        Ok(found.map(|(covers, is_complete)| Answer { covers, is_complete }))
    }

    fn covers(self: Box<Self>) -> Vec<Cover> {
        AnyCovers::covers(*self)
    }
}
