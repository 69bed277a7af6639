//! The engines that count without enumerating, beside a search.

use num_bigint::BigUint;

use super::report::{CountEngine, CountedPart};
use crate::control::limits::{Limits, Stopped};
use crate::count::contestant::BoxedContestant;
use crate::count::frontier::{self, FrontierSteps};
use crate::count::memo::{CountByMemo, Policy};
use crate::count::portfolio::{NEAR, Portfolio};
use crate::engine::unsupported::Unsupported;
use crate::parallel::pool::Pool;
use crate::problem::Problem;
use crate::problem::givens::{Givens, Settled};
use crate::problem::ids::ItemId;

/// One engine alone, in each order that it may be good in.
///
/// # Errors
/// If it does not take the problem.
pub(super) fn by(
    engine: CountEngine,
    problem: &Problem,
    weights: &[u64],
) -> Result<Portfolio<'static, BigUint>, Unsupported> {
    let (order, frontiers) = frontiers(problem, weights);
    Ok(Portfolio::of(match engine {
        CountEngine::Search => Vec::new(),
        CountEngine::Frontier => frontiers?,
        CountEngine::Memo => {
            vec![memo(problem, weights, &Policy::Static(order)), memo(problem, weights, &Policy::Fewest)]
        }
    }))
}

/// The other engines of a count.
#[derive(Default)]
pub(super) enum OtherEngines {
    #[default]
    Out,
    /// They are set up when they are given the time for that.
    Waiting { problem: Problem, weights: Vec<u64> },
    /// To set them up has taken so many nanoseconds.
    In { setup: u64, portfolio: Portfolio<'static, BigUint> },
}

/// How many nanoseconds it takes to set engines up, for each use of an item: 0.7 to 2.5 microseconds were seen.
const SETUP_OF_A_USE: u64 = 1_300;

/// How many nanoseconds it takes to set the other engines up, about.
pub(super) fn setup(problem: &Problem) -> u64 {
    SETUP_OF_A_USE * problem.use_count() as u64
}

impl OtherEngines {
    fn portfolio(&self) -> Option<&Portfolio<'static, BigUint>> {
        match self {
            Self::In { portfolio, .. } => Some(portfolio),
            Self::Out | Self::Waiting { .. } => None,
        }
    }

    /// Whether there are none.
    pub(super) fn is_out(&self) -> bool {
        match self {
            Self::Out => true,
            Self::Waiting { .. } => false,
            Self::In { portfolio, .. } => portfolio.is_empty(),
        }
    }

    /// The nanoseconds that they have taken together, about, or will have taken when they are set up.
    pub(super) fn spent(&self) -> u64 {
        match self {
            Self::Out => 0,
            Self::Waiting { problem, .. } => setup(problem),
            Self::In { setup, portfolio } => setup + portfolio.spent(),
        }
    }

    /// A guess at the nanoseconds that the first to finish still takes, if it is near its end: how frontiers grow at
    /// first says little.
    pub(super) fn left(&self) -> Option<f64> {
        let portfolio = self.portfolio()?;
        portfolio.left().filter(|&left| left < NEAR * portfolio.spent() as f64)
    }

    /// How many partial covers a state of one of them stands for, at most, as a logarithm, in parts of that of its
    /// work.
    pub(super) fn merged(&self) -> f64 {
        self.portfolio().map_or(0.0, Portfolio::merged)
    }

    /// A lower bound for the number of covers.
    pub(super) fn at_least(&self) -> BigUint {
        self.portfolio().map(Portfolio::at_least).unwrap_or_default()
    }

    /// Goes on until they have taken so many nanoseconds in all, or one of them has finished.
    pub(super) fn advance(
        &mut self,
        most: u64,
        pool: Option<&Pool>,
        limits: &mut Limits<'_>,
    ) -> Result<Option<(BigUint, CountedPart)>, Stopped> {
        if most <= self.spent() {
            return Ok(None);
        }
        if let Self::Waiting { problem, weights } = self {
            *self = Self::In { setup: setup(problem), portfolio: all(problem, weights) };
        }
        match self {
            Self::In { setup, portfolio } => portfolio.advance(most - *setup, pool, limits),
            Self::Out | Self::Waiting { .. } => Ok(None),
        }
    }
}

/// All that take the problem. If no frontier is narrow enough, the memo runs alone.
fn all(problem: &Problem, weights: &[u64]) -> Portfolio<'static, BigUint> {
    let mut contestants = frontiers(problem, weights).1.unwrap_or_default();
    contestants.push(memo(problem, weights, &Policy::Fewest));
    Portfolio::of(contestants)
}

/// The frontier engine in each order that may be good, and the narrowest order.
fn frontiers(
    problem: &Problem,
    weights: &[u64],
) -> (Vec<ItemId>, Result<Vec<BoxedContestant<'static, BigUint>>, Unsupported>) {
    let mut settled = Settled::default();
    settled.resolve(problem, Givens::none()).expect(NOTHING_GIVEN);
    let (narrowest, steps) = FrontierSteps::in_good_orders(problem, &settled);
    let count = |steps| frontier::count(steps, problem, weights);
    (narrowest.items, steps.map(|steps| steps.into_iter().map(count).collect()))
}

const NOTHING_GIVEN: &str = "nothing is given";

fn memo(problem: &Problem, weights: &[u64], policy: &Policy) -> BoxedContestant<'static, BigUint> {
    Box::new(CountByMemo::new(problem, Givens::none(), policy, weights).expect(NOTHING_GIVEN))
}
