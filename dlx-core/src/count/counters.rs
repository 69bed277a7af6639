//! The engines that count without enumerating, for the portfolio of a count.

use num_bigint::BigUint;

use super::report::{CountEngine, CountedPart};
use crate::control::limits::{Limits, Stopped};
use crate::count::contestant::BoxedContestant;
use crate::count::frontier::order::Orders;
use crate::count::frontier::{self, FrontierSteps, NoSteps};
use crate::count::memo::{CountByMemo, Policy};
use crate::count::portfolio::{NEAR, Portfolio};
use crate::engine::unsupported::Unsupported;
use crate::parallel::pool::Pool;
use crate::problem::Problem;
use crate::problem::givens::{Givens, Settled};

/// Returns one engine alone, in each order that may be good for it.
///
/// # Errors
/// If it does not support the problem, or [`Stopped::Asked`].
pub(super) fn by(
    engine: CountEngine,
    problem: &Problem,
    weights: &[u64],
    limits: &mut Limits<'_>,
) -> Result<Portfolio<'static, BigUint>, NoSteps> {
    let (orders, frontiers) = frontiers(problem, weights, limits)?;
    Ok(Portfolio::of(match engine {
        CountEngine::Search => Vec::new(),
        CountEngine::Frontier => frontiers?,
        CountEngine::Memo => memos(problem, weights, orders, limits)?,
    }))
}

/// The engines of a count other than the search.
#[derive(Default)]
pub(super) enum OtherEngines {
    #[default]
    Out,
    /// They are set up when they are allowed the time for that.
    Waiting { problem: Problem, weights: Vec<u64> },
    /// `setup` is the estimated time of their setup in nanoseconds.
    In { setup: u64, portfolio: Portfolio<'static, BigUint> },
}

/// Nanoseconds to set the engines up, for each use of an item; measured were 700 to 2500.
const SETUP_OF_A_USE: u64 = 1_300;

/// Estimates the nanoseconds that the setup of the other engines takes.
pub(crate) fn setup(problem: &Problem) -> u64 {
    SETUP_OF_A_USE * problem.use_count() as u64
}

impl OtherEngines {
    fn portfolio(&self) -> Option<&Portfolio<'static, BigUint>> {
        match self {
            Self::In { portfolio, .. } => Some(portfolio),
            Self::Out | Self::Waiting { .. } => None,
        }
    }

    /// Returns true if there are none.
    pub(super) fn is_out(&self) -> bool {
        match self {
            Self::Out => true,
            Self::Waiting { .. } => false,
            Self::In { portfolio, .. } => portfolio.is_empty(),
        }
    }

    /// Returns the approximate nanoseconds that they have taken together; before the setup, those of the
    /// setup.
    pub(super) fn spent(&self) -> u64 {
        match self {
            Self::Out => 0,
            Self::Waiting { problem, .. } => setup(problem),
            Self::In { setup, portfolio } => setup + portfolio.spent(),
        }
    }

    /// Returns the same without a setup that is still to come.
    pub(super) fn work(&self) -> u64 {
        self.portfolio().map_or(0, |_| self.spent())
    }

    /// Estimates the nanoseconds until the first one finishes, if it is near its end. The first layers of a
    /// frontier do not predict its growth.
    pub(super) fn left(&self) -> Option<f64> {
        let portfolio = self.portfolio()?;
        portfolio.left().filter(|&left| left < NEAR * portfolio.spent() as f64)
    }

    /// Estimates the same at any time.
    pub(super) fn predicted(&self) -> Option<f64> {
        self.portfolio()?.left()
    }

    /// Returns true if the work so far shows that none of them will win.
    pub(super) fn are_useless(&self) -> bool {
        self.portfolio().is_some_and(|portfolio| portfolio.iter().all(|engine| engine.is_useless()))
    }

    /// Returns the greatest [`merged`](crate::count::contestant::Contestant::merged) of the engines.
    pub(super) fn merged(&self) -> f64 {
        self.portfolio().map_or(0.0, Portfolio::merged)
    }

    /// Returns a lower bound of the number of covers.
    pub(super) fn at_least(&self) -> BigUint {
        self.portfolio().map(Portfolio::at_least).unwrap_or_default()
    }

    /// Continues until they have taken `most` nanoseconds in all, or one of them has finished.
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
            *self = Self::In { setup: setup(problem), portfolio: all(problem, weights, limits)? };
        }
        match self {
            Self::In { setup, portfolio } => portfolio.advance(most - *setup, pool, limits),
            Self::Out | Self::Waiting { .. } => Ok(None),
        }
    }
}

/// Returns all engines that support the problem. If no frontier is narrow enough, that is the memo alone.
pub(crate) fn all(
    problem: &Problem,
    weights: &[u64],
    limits: &mut Limits<'_>,
) -> Result<Portfolio<'static, BigUint>, Stopped> {
    let (orders, frontiers) = frontiers(problem, weights, limits)?;
    let mut contestants = frontiers.unwrap_or_default();
    contestants.extend(memos(problem, weights, orders, limits)?);
    Ok(Portfolio::of(contestants))
}

/// The frontier engine in each order that may be good, or the reason why no frontier is narrow enough.
type Frontiers = Result<Vec<BoxedContestant<'static, BigUint>>, Unsupported>;

/// Returns the orders, and the frontier engines.
fn frontiers(
    problem: &Problem,
    weights: &[u64],
    limits: &mut Limits<'_>,
) -> Result<(Orders, Frontiers), Stopped> {
    let mut settled = Settled::default();
    settled.resolve(problem, Givens::none()).expect(NOTHING_GIVEN);
    let (orders, steps) = FrontierSteps::in_good_orders_or_along_a_tree(problem, &settled, limits)?;
    let count = |steps| frontier::count(steps, problem, weights);
    Ok((orders, steps.map(|steps| steps.into_iter().map(count).collect())))
}

const NOTHING_GIVEN: &str = "nothing is given";

/// Returns the memo in each order that may be good for it: that of the narrowest frontier, that of the tree if it is
/// narrower than any line, and the fewest options first.
fn memos(
    problem: &Problem,
    weights: &[u64],
    mut orders: Orders,
    limits: &mut Limits<'_>,
) -> Result<Vec<BoxedContestant<'static, BigUint>>, Stopped> {
    let line = Policy::Static(orders.lines.swap_remove(0).items);
    let tree = orders.separators_first.map(Policy::Static);
    let policies = [Some(line), tree, Some(Policy::Fewest)];
    policies.iter().flatten().map(|policy| memo(problem, weights, policy, limits)).collect()
}

fn memo(
    problem: &Problem,
    weights: &[u64],
    policy: &Policy,
    limits: &mut Limits<'_>,
) -> Result<BoxedContestant<'static, BigUint>, Stopped> {
    limits.setup(problem.use_count())?;
    Ok(Box::new(CountByMemo::new(problem, Givens::none(), policy, weights).expect(NOTHING_GIVEN)))
}
