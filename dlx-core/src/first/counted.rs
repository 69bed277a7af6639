//! Counting: there are no covers if their number is 0, and otherwise a diagram has them.
//!
//! The engines count first, because a diagram takes two to three times as long and much more memory.

use num_bigint::BigUint;

use super::attempt::{Answer, Attempt};
use crate::control::counters::Counters;
use crate::control::limits::{Limits, Stopped};
use crate::count::counters;
use crate::count::portfolio::Portfolio;
use crate::diagram::Diagram;
use crate::diagram::compile::CompileError;
use crate::problem::Problem;
use crate::problem::givens::Givens;

pub(super) struct ByCounting<'p> {
    problem: &'p Problem,
    portfolio: Option<Portfolio<'static, BigUint>>,
    /// Those of the engine that counted.
    counters: Counters,
}

impl<'p> ByCounting<'p> {
    pub(super) fn new(problem: &'p Problem) -> Self {
        Self { problem, portfolio: None, counters: Counters::default() }
    }
}

impl Attempt for ByCounting<'_> {
    fn setup(&self) -> u64 {
        counters::setup(self.problem)
    }

    fn spent(&self) -> u64 {
        self.portfolio.as_ref().map_or(0, |portfolio| self.setup() + portfolio.spent())
    }

    fn counters(&self) -> Counters {
        self.counters
    }

    fn is_useless(&self) -> bool {
        self.portfolio.as_ref().is_some_and(Portfolio::is_empty)
    }

    fn advance(
        &mut self,
        until: u64,
        wanted: u64,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Answer>, Stopped> {
        let setup = self.setup();
        if self.portfolio.is_none() {
            self.portfolio = Some(counters::all(self.problem, &[], limits)?);
        }
        let portfolio = self.portfolio.as_mut().expect("it has been built");
        let Some((count, part)) = portfolio.advance(until.saturating_sub(setup), None, limits)? else {
            return Ok(None);
        };
        self.counters = Counters { nodes: part.nodes, updates: part.states, solutions: 0 };
        if count == BigUint::ZERO {
            return Ok(Some(Answer { covers: Vec::new(), is_complete: true }));
        }
        // The tables of the count are not needed any more.
        self.portfolio = None;
        let diagram = match Diagram::compile(self.problem, Givens::none(), limits) {
            Ok(diagram) => diagram,
            Err(CompileError::Stopped { why, .. }) => return Err(why),
            Err(CompileError::Given(_)) => unreachable!("nothing is given"),
        };
        let most = usize::try_from(wanted).unwrap_or(usize::MAX);
        Ok(Some(Answer { covers: diagram.iter().take(most).collect(), is_complete: count < wanted.into() }))
    }
}
