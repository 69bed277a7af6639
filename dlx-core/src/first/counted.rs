//! Counting: there are no covers if their number is 0, and otherwise a diagram has them.
//!
//! The engines count first, because a diagram takes two to three times as long and much more memory.

use num_bigint::BigUint;

use super::attempt::{Answer, Built, Engine};
use crate::control::counters::Counters;
use crate::control::limits::{Limits, Stopped};
use crate::count::counters;
use crate::count::portfolio::Portfolio;
use crate::diagram::Diagram;
use crate::diagram::compile::CompileError;
use crate::problem::Problem;
use crate::problem::givens::Givens;

struct ByCounting<'p> {
    problem: &'p Problem,
    portfolio: Portfolio<'static, BigUint>,
    /// Those of the engine that counted.
    counters: Counters,
}

pub(super) fn build<'p>(problem: &'p Problem, limits: &mut Limits<'_>) -> Built<'p> {
    let portfolio = counters::all(problem, &[], limits)?;
    Ok(Some(Box::new(ByCounting { problem, portfolio, counters: Counters::default() })))
}

impl Engine for ByCounting<'_> {
    fn spent(&self) -> u64 {
        self.portfolio.spent()
    }

    fn counters(&self) -> Counters {
        self.counters
    }

    fn is_useless(&self) -> bool {
        self.portfolio.is_empty()
    }

    fn advance(
        &mut self,
        until: u64,
        wanted: u64,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Answer>, Stopped> {
        let Some((count, part)) = self.portfolio.advance(until, None, limits)? else {
            return Ok(None);
        };
        self.counters = Counters { nodes: part.nodes, updates: part.states, solutions: 0 };
        if count == BigUint::ZERO {
            return Ok(Some(Answer::none()));
        }
        // The tables of the count are not needed any more.
        self.portfolio = Portfolio::of(Vec::new());
        let diagram = match Diagram::compile(self.problem, Givens::none(), limits) {
            Ok(diagram) => diagram,
            Err(CompileError::Stopped { why, .. }) => return Err(why),
            Err(CompileError::Given(_)) => unreachable!("nothing is given"),
        };
        let most = usize::try_from(wanted).unwrap_or(usize::MAX);
        Ok(Some(Answer { covers: diagram.iter().take(most).collect(), is_complete: count < wanted.into() }))
    }
}
