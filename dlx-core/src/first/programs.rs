//! Local search, and linear programs.

use super::attempt::{Answer, Attempt};
use crate::cheapest::AnyCovers;
use crate::control::answers::Cover;
use crate::control::counters::Counters;
use crate::control::limits::{Limits, Stopped};
use crate::problem::Problem;

/// Nanoseconds to build the tables, for each use.
const SETUP: u64 = 100;

pub(super) struct Programs<'p> {
    problem: &'p Problem,
    search: Option<AnyCovers>,
    is_useless: bool,
}

impl<'p> Programs<'p> {
    pub(super) fn new(problem: &'p Problem) -> Self {
        Self { problem, search: None, is_useless: false }
    }
}

impl Attempt for Programs<'_> {
    fn setup(&self) -> u64 {
        SETUP * self.problem.use_count() as u64
    }

    fn spent(&self) -> u64 {
        self.search.as_ref().map_or(0, |search| self.setup() + search.work())
    }

    fn counters(&self) -> Counters {
        self.search.as_ref().map(AnyCovers::counters).unwrap_or_default()
    }

    fn is_quick(&self) -> bool {
        self.search.as_ref().is_none_or(AnyCovers::is_quick)
    }

    fn is_useless(&self) -> bool {
        self.is_useless
    }

    fn advance(
        &mut self,
        until: u64,
        wanted: u64,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Answer>, Stopped> {
        let setup = self.setup();
        if self.search.is_none() {
            self.search = AnyCovers::new(self.problem, limits)?;
        }
        let Some(search) = &mut self.search else {
            self.is_useless = true;
            return Ok(None);
        };
        if search.next_stop() > until.saturating_sub(setup) {
            return Ok(None);
        }
        let found = search.run(until - setup, wanted, limits)?;
        Ok(found.map(|(covers, is_complete)| Answer { covers, is_complete }))
    }

    fn covers(self: Box<Self>) -> Vec<Cover> {
        self.search.map(AnyCovers::covers).unwrap_or_default()
    }
}
