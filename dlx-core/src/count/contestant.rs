//! The interface of the engines of a portfolio.

use num_bigint::BigUint;

use super::report::CountedPart;
use crate::control::limits::{Limits, Stopped};
use crate::parallel::pool::Pool;

/// An engine that has begun to compute a value: a count, a total or a diagram.
pub(crate) trait Contestant {
    /// The value that it computes.
    type Value;

    /// Returns the work done, in units of the engine.
    fn work(&self) -> u64;
    /// Returns the approximate time of a unit in nanoseconds.
    fn unit(&self) -> u64;
    /// Returns the report of its work; the number of options is left at 0.
    fn report(&self) -> CountedPart;
    /// Estimates the work that is left, in the same units.
    fn left(&self) -> Option<f64> {
        None
    }
    /// Estimates how much states have merged: the logarithm of the mean number of partial covers that a state
    /// stands for, divided by the logarithm of the work so far. The ratio is used because states merge late
    /// in a sweep in any problem. 1 if symmetries were last found to merge states.
    fn merged(&self) -> f64 {
        0.0
    }
    /// Returns the number of bytes that it holds.
    fn held_bytes(&self) -> usize;
    /// Returns true if its work so far shows that it will not win.
    fn is_useless(&self) -> bool {
        false
    }
    /// Returns true if it uses the threads of the pool.
    fn is_parallel(&self) -> bool {
        false
    }
    /// Returns a lower bound of the number of covers.
    fn at_least(&self) -> BigUint {
        BigUint::ZERO
    }
    /// As [`at_least`](Self::at_least), for an engine that is given up: it may free its tables to make room.
    fn into_at_least(self: Box<Self>) -> BigUint {
        self.at_least()
    }
    /// Continues until the total work reaches `until`; returns the value if it is complete. After
    /// [`Stopped::Memory`] it can continue with more memory.
    fn advance(
        &mut self,
        until: u64,
        pool: Option<&Pool>,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Self::Value>, Stopped>;
}

/// Any engine of a portfolio.
pub(crate) type BoxedContestant<'c, V> = Box<dyn Contestant<Value = V> + Send + 'c>;

/// Nanoseconds of a transition from one state of the frontier to another; of a transition whose states and
/// steps are numbered and stored; and of a node of the memo.
pub(crate) const TRANSITION: u64 = 20;
pub(crate) const KEPT_TRANSITION: u64 = 50;
pub(crate) const NODE: u64 = 400;
