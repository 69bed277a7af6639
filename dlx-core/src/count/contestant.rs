//! What the engines of a portfolio have in common.

use num_bigint::BigUint;

use super::report::CountedPart;
use crate::control::limits::{Limits, Stopped};
use crate::parallel::pool::Pool;

/// An engine that has begun to compute a value: a count, a total or a diagram.
pub(crate) trait Contestant {
    /// What it computes.
    type Value;

    /// The work that it has done, in units of its own.
    fn work(&self) -> u64;
    /// How many nanoseconds a unit takes, about.
    fn unit(&self) -> u64;
    /// What it has done, of no options.
    fn report(&self) -> CountedPart;
    /// A guess at the work that is left.
    fn left(&self) -> Option<f64> {
        None
    }
    /// How many partial covers a state stands for on the average, about, as a logarithm, as a share of that of the work
    /// so far: late in a sweep states merge in any problem.
    fn merged(&self) -> f64 {
        0.0
    }
    /// The bytes that it holds.
    fn held_bytes(&self) -> usize;
    /// Whether what it has done shows that it will not win.
    fn is_useless(&self) -> bool {
        false
    }
    /// Whether it uses the threads that it is offered.
    fn is_parallel(&self) -> bool {
        false
    }
    /// A lower bound for the number of covers.
    fn at_least(&self) -> BigUint {
        BigUint::ZERO
    }
    /// The same where the engine is given up, whose tables may make room for it.
    fn into_at_least(self: Box<Self>) -> BigUint {
        self.at_least()
    }
    /// Goes on until it has done so much work in all. After [`Stopped::Memory`] it can go on with more room.
    fn advance(
        &mut self,
        until: u64,
        pool: Option<&Pool>,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Self::Value>, Stopped>;
}

/// An engine, whichever it is.
pub(crate) type BoxedContestant<'c, V> = Box<dyn Contestant<Value = V> + Send + 'c>;

/// How many nanoseconds a step from one state of the frontier to another takes; the same where its states and steps are
/// numbered and kept; and a node of the memo.
pub(crate) const TRANSITION: u64 = 20;
pub(crate) const KEPT_TRANSITION: u64 = 50;
pub(crate) const NODE: u64 = 400;
