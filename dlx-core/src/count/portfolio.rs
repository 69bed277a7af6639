//! Engines run against one another by turns: nobody can tell beforehand how many states a problem has in one order or
//! another, or how often a memory knows the answer, and the first to finish wins.

use num_bigint::BigUint;
use rayon::ThreadPool;

use crate::control::limits::{Limits, Stopped};
use crate::count::frontier::FrontierSteps;
use crate::count::frontier::order::{Order, orders};
use crate::engine::unsupported::Unsupported;
use crate::problem::Problem;
use crate::problem::givens::Settled;

/// What runs in a race.
pub(crate) trait Racer {
    /// What it comes to.
    type Prize;

    /// The work that it has done, in units of its own.
    fn work(&self) -> u64;
    /// How many nanoseconds a unit takes, about.
    fn unit(&self) -> u64;
    /// A guess at the work that is left.
    fn left(&self) -> Option<f64> {
        None
    }
    /// How many partial covers a state stands for where it stands, as a logarithm, in parts of that of the work so far.
    fn merged(&self) -> f64 {
        0.0
    }
    /// The bytes that it holds.
    fn bytes(&self) -> usize;
    /// Whether it has shown that nothing comes of it.
    fn is_useless(&self) -> bool {
        false
    }
    /// Whether it uses the threads that it is offered.
    fn is_parallel(&self) -> bool {
        false
    }
    /// A number of covers that there are at least.
    fn at_least(&self) -> BigUint {
        BigUint::ZERO
    }
    /// Goes on until it has done so much work in all. After [`Stopped::Memory`] it can go on with more room.
    fn advance(
        &mut self,
        until: u64,
        pool: Option<&ThreadPool>,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Self::Prize>, Stopped>;
}

/// How long a step from one state to another takes in a sweep, in nanoseconds; the same where its states and steps
/// are numbered and kept; and a node of the links with a memory.
pub(crate) const TRANSITION: u64 = 20;
pub(crate) const KEPT_TRANSITION: u64 = 50;
pub(crate) const NODE: u64 = 400;

/// What each is allowed at first, and the part that it gets more from turn to turn: with small steps the losers cost
/// little more than the winner, and going on where one stopped costs nothing.
const FIRST: u64 = 200_000;
const GROWTH: u64 = 4;
/// Less is not worth a turn.
pub(crate) const LEAST: u64 = 100 * NODE;
/// Who is guessed to come in later gets this part of the time of the first, at least; and who of whom nothing is
/// known, while the first is far from its end, or near. The guesses are not good enough for more.
const LATER: f64 = 2.0;
const UNKNOWN: [f64; 2] = [2.0, 8.0];
/// The first is near its end when it is guessed to need so many times what all have taken.
pub(crate) const NEAR: f64 = 8.0;
/// An order that is guessed to have 2 to this many times the states of the other one is not tried.
const MUCH_WIDER: f64 = 8.0;

/// Those that are still in the race.
pub(crate) struct Race<R> {
    racers: Vec<R>,
    /// Each has been allowed so many nanoseconds.
    allowed: u64,
}

impl<R> Default for Race<R> {
    fn default() -> Self {
        Self { racers: Vec::new(), allowed: 0 }
    }
}

impl<R: Racer> Race<R> {
    pub(crate) fn add(&mut self, racer: R) {
        self.racers.push(racer);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.racers.is_empty()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &R> {
        self.racers.iter()
    }

    pub(crate) fn into_racers(self) -> impl Iterator<Item = R> {
        self.racers.into_iter()
    }

    /// The nanoseconds that they have taken together, about.
    pub(crate) fn spent(&self) -> u64 {
        self.racers.iter().map(spent).sum()
    }

    /// A guess at the nanoseconds that the first to finish still takes.
    pub(crate) fn left(&self) -> Option<f64> {
        self.racers.iter().filter_map(left).min_by(f64::total_cmp)
    }

    /// How many partial covers a state of one of them stands for, at most, as a logarithm, in parts of that of its work.
    pub(crate) fn merged(&self) -> f64 {
        self.racers.iter().map(Racer::merged).fold(0.0, f64::max)
    }

    /// What a racer gets of the time of the first, as a divisor.
    fn part(&self, racer: &R) -> f64 {
        let Some(first) = self.left() else { return 1.0 };
        let is_near = first < NEAR * self.spent() as f64;
        match left(racer) {
            Some(left) if left <= first => 1.0,
            Some(left) => (left / first).min(LATER),
            None => UNKNOWN[usize::from(is_near)],
        }
    }

    /// A number of covers that there are at least.
    pub(crate) fn at_least(&self) -> BigUint {
        self.racers.iter().map(Racer::at_least).max().unwrap_or_default()
    }

    /// Goes on by turns until they have taken so long in all, or one of them has finished. They share the memory;
    /// when that is used up the one that holds most of it is out, and if it is alone, that is the error.
    pub(crate) fn advance(
        &mut self,
        most: u64,
        pool: Option<&ThreadPool>,
        limits: &mut Limits<'_>,
    ) -> Result<Option<R::Prize>, Stopped> {
        while !self.is_empty() && self.spent().saturating_add(LEAST) < most {
            self.allowed = (self.allowed + self.allowed / GROWTH).max(FIRST);
            let mut at = 0;
            while at < self.racers.len() {
                let left = most.saturating_sub(self.spent());
                let is_alone = self.racers.len() == 1;
                let held: usize = self.racers.iter().map(Racer::bytes).sum();
                let part = self.part(&self.racers[at]);
                let racer = &mut self.racers[at];
                // With one thread it takes the time of them all.
                let busy = pool.filter(|_| !racer.is_parallel()).map_or(1, ThreadPool::current_num_threads);
                let part = part * busy as f64;
                let allowed = if is_alone { u64::MAX } else { whole(self.allowed as f64 / part) };
                let allowed = allowed.min(spent(racer).saturating_add(left));
                let others = held - racer.bytes();
                let until = allowed / racer.unit();
                match limits.reserving(others, |limits| racer.advance(until, pool, limits)) {
                    Ok(Some(prize)) => return Ok(Some(prize)),
                    Ok(None) if !is_alone && racer.is_useless() => {
                        self.racers.remove(at);
                    }
                    Ok(None) => at += 1,
                    Err(Stopped::Memory) if !is_alone => {
                        let largest = (0..self.racers.len()).max_by_key(|&at| self.racers[at].bytes());
                        self.racers.remove(largest.expect("there are several"));
                        at = 0;
                    }
                    Err(why) => return Err(why),
                }
            }
        }
        Ok(None)
    }
}

fn spent(racer: &impl Racer) -> u64 {
    racer.work() * racer.unit()
}

fn left(racer: &impl Racer) -> Option<f64> {
    Some(racer.left()? * racer.unit() as f64)
}

/// A number of nanoseconds, as far as words hold it.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates, and the number is not negative"
)]
pub(crate) fn whole(nanoseconds: f64) -> u64 {
    nanoseconds as u64
}

/// The frontiers of a problem in each order that may be good, and the narrowest order.
///
/// # Errors
/// If no order has a frontier that is narrow enough.
pub(crate) fn frontiers(
    problem: &Problem,
    settled: &Settled,
) -> (Order, Result<Vec<FrontierSteps>, Unsupported>) {
    let mut orders = orders(problem, settled);
    let least = orders[0].guess;
    orders.retain(|order| order.guess < least + MUCH_WIDER);
    let (mut frontiers, mut unsupported) = (Vec::new(), None);
    for order in &orders {
        match FrontierSteps::new(problem, settled, order) {
            Ok(fits) => frontiers.push(fits),
            Err(error) => unsupported = Some(error),
        }
    }
    let frontiers = match unsupported {
        Some(unsupported) if frontiers.is_empty() => Err(unsupported),
        _ => Ok(frontiers),
    };
    (orders.swap_remove(0), frontiers)
}
