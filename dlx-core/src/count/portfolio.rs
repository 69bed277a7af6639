//! A portfolio of engines that run in turns. It cannot be predicted how many states a problem has in an
//! order, or how often a memo finds a value in its table; the first engine to finish wins.

use num_bigint::BigUint;

use crate::control::limits::{Limits, Stopped};
use crate::count::contestant::{BoxedContestant, Contestant, NODE};
use crate::count::report::CountedPart;
use crate::parallel::pool::Pool;

/// Nanoseconds that each engine is allowed at first, and the divisor for the increase from turn to turn
/// (1/4). With small increases the losers cost little more than the winner, and continuing a stopped engine
/// costs nothing.
const FIRST: u64 = 200_000;
const GROWTH: u64 = 4;
/// Shortest turn in nanoseconds.
pub(crate) const LEAST: u64 = 100 * NODE;
/// Divisors of the share of time: the greatest one for an engine predicted to finish later, as the predictions are not
/// good enough for greater differences; and those for an engine without a prediction, which is a memo, while the first
/// engine is far from its end, or near it. Beside two memos, a single frontier gets at least two thirds of the time, the
/// first of two frontiers half, and a memo an eighth while they are far from their end. On Latin squares of order 8 with
/// 11 givens, 2 in place of 4 let the memos have as much time as the frontier, which needs all of it.
const LATER: f64 = 2.0;
const UNKNOWN: [f64; 2] = [4.0, 8.0];
/// The first engine is near its end when it is estimated to need less than this many times the time that all
/// have taken.
pub(crate) const NEAR: f64 = 8.0;
/// The engines that have not been given up. All compute the same value.
pub(crate) struct Portfolio<'c, V> {
    contestants: Vec<BoxedContestant<'c, V>>,
    /// Nanoseconds allowed to an engine whose divisor is 1.
    allowed: u64,
}

impl<'c, V> Portfolio<'c, V> {
    pub(crate) fn of(contestants: Vec<BoxedContestant<'c, V>>) -> Self {
        Self { contestants, allowed: 0 }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.contestants.is_empty()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &BoxedContestant<'c, V>> {
        self.contestants.iter()
    }

    /// Returns a lower bound of the number of covers, and gives all engines up.
    pub(crate) fn into_at_least(self) -> BigUint {
        self.contestants.into_iter().map(Contestant::into_at_least).max().unwrap_or_default()
    }

    /// Returns the approximate nanoseconds that all engines have taken together.
    pub(crate) fn spent(&self) -> u64 {
        self.contestants.iter().map(spent).sum()
    }

    /// Estimates the nanoseconds until the first engine finishes.
    pub(crate) fn left(&self) -> Option<f64> {
        self.contestants.iter().filter_map(left).min_by(f64::total_cmp)
    }

    /// Returns the greatest [`Contestant::merged`] of the engines.
    pub(crate) fn merged(&self) -> f64 {
        self.contestants.iter().map(|contestant| contestant.merged()).fold(0.0, f64::max)
    }

    /// Returns the divisor of a contestant's share of time; 1 for the engine predicted to finish first.
    fn part(&self, contestant: &BoxedContestant<'_, V>) -> f64 {
        let Some(first) = self.left() else { return 1.0 };
        let is_near = first < NEAR * self.spent() as f64;
        match left(contestant) {
            Some(left) if left <= first => 1.0,
            Some(left) => (left / first).min(LATER),
            None => UNKNOWN[usize::from(is_near)],
        }
    }

    /// Returns a lower bound of the number of covers.
    pub(crate) fn at_least(&self) -> BigUint {
        self.contestants.iter().map(|contestant| contestant.at_least()).max().unwrap_or_default()
    }

    /// Runs the engines in turns until they have taken `most` nanoseconds in all, or one has finished.
    /// Returns the value and the report of that one. The engines share the memory; when it is used up, the
    /// one that holds most is removed, or, if it is the only one, the error is returned. One that is past the half of
    /// its work is removed last: its work would be lost, and the layers of a frontier shrink from there.
    pub(crate) fn advance(
        &mut self,
        most: u64,
        pool: Option<&Pool>,
        limits: &mut Limits<'_>,
    ) -> Result<Option<(V, CountedPart)>, Stopped> {
        while !self.is_empty() && self.spent().saturating_add(LEAST) < most {
            self.allowed = (self.allowed + self.allowed / GROWTH).max(FIRST);
            let mut at = 0;
            while at < self.contestants.len() {
                let left = most.saturating_sub(self.spent());
                let is_alone = self.contestants.len() == 1;
                let held: usize = self.contestants.iter().map(|contestant| contestant.held_bytes()).sum();
                let part = self.part(&self.contestants[at]);
                let contestant = &mut self.contestants[at];
                // While it runs on one thread, the other threads are idle.
                let busy = pool.filter(|_| !contestant.is_parallel()).map_or(1, Pool::thread_count);
                let part = part * busy as f64;
                let allowed = if is_alone { u64::MAX } else { whole(self.allowed as f64 / part) };
                let allowed = allowed.min(spent(contestant).saturating_add(left));
                let others = held - contestant.held_bytes();
                let until = allowed / contestant.unit();
                match limits.reserving(others, |limits| contestant.advance(until, pool, limits)) {
                    Ok(Some(value)) => return Ok(Some((value, contestant.report()))),
                    Ok(None) if !is_alone && contestant.is_useless() => {
                        self.contestants.remove(at);
                    }
                    Ok(None) => at += 1,
                    Err(Stopped::Memory) if !is_alone => {
                        let least_lost = (0..self.contestants.len()).max_by_key(|&at| {
                            let contestant = &self.contestants[at];
                            (!is_half_done(contestant), contestant.held_bytes())
                        });
                        self.contestants.remove(least_lost.expect("there are several"));
                        at = 0;
                    }
                    Err(why) => return Err(why),
                }
            }
        }
        Ok(None)
    }
}

fn spent<V>(contestant: &BoxedContestant<'_, V>) -> u64 {
    contestant.work() * contestant.unit()
}

fn left<V>(contestant: &BoxedContestant<'_, V>) -> Option<f64> {
    Some(contestant.left()? * contestant.unit() as f64)
}

fn is_half_done<V>(contestant: &BoxedContestant<'_, V>) -> bool {
    left(contestant).is_some_and(|left| left <= spent(contestant) as f64)
}

/// Returns a number of nanoseconds as an integer, saturating.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates, and the number is not negative"
)]
pub(crate) fn whole(nanoseconds: f64) -> u64 {
    nanoseconds as u64
}
