//! Engines run against one another by turns: nobody can tell beforehand how many states a problem has in one order or
//! another, or how often a memory knows the answer, and the first to finish wins.

use num_bigint::BigUint;
use rayon::ThreadPool;

use crate::givens::Settled;
use crate::layers::Layers;
use crate::limits::{Limits, Stopped};
use crate::misfit::Misfit;
use crate::order::{Order, orders};
use crate::problem::Problem;

/// What runs in a race.
pub(crate) trait Racer {
    /// What it comes to.
    type Prize;

    /// The nanoseconds that it has taken, about.
    fn spent(&self) -> u64;
    /// The bytes that it holds.
    fn bytes(&self) -> usize;
    /// It gets this part of the time of others.
    fn part(&self) -> u64 {
        1
    }
    /// Whether it has shown that nothing comes of it.
    fn is_useless(&self) -> bool {
        false
    }
    /// Whether it has shown that it does many things at once.
    fn is_promising(&self) -> bool {
        false
    }
    /// A number of covers that there are at least.
    fn at_least(&self) -> BigUint {
        BigUint::ZERO
    }
    /// Goes on until it has taken so long in all. After [`Stopped::Memory`] it can go on with more room.
    fn advance(
        &mut self,
        allowed: u64,
        pool: Option<&ThreadPool>,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Self::Prize>, Stopped>;
}

/// How long a step from one state to another takes, in nanoseconds, and a node of the links with a memory.
pub(crate) const TRANSITION: u64 = 50;
pub(crate) const NODE: u64 = 200;

/// What each is allowed at first, and the part that it gets more from turn to turn: with small steps the losers cost
/// little more than the winner, and going on where one stopped costs nothing.
const FIRST: u64 = 200_000;
const GROWTH: u64 = 4;
/// Less is not worth a turn.
const LEAST: u64 = 100 * NODE;
/// An order that is guessed to have 2 to this many times the states of the other one is not tried.
const MUCH_WIDER: f64 = 16.0;

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

    pub(crate) fn clear(&mut self) {
        self.racers.clear();
    }

    /// What they have taken together.
    pub(crate) fn spent(&self) -> u64 {
        self.racers.iter().map(Racer::spent).sum()
    }

    /// Whether one of them has shown that it does many things at once.
    pub(crate) fn is_promising(&self) -> bool {
        self.racers.iter().any(Racer::is_promising)
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
                let racer = &mut self.racers[at];
                let allowed = if is_alone { u64::MAX } else { self.allowed / racer.part() };
                let allowed = allowed.min(racer.spent().saturating_add(left));
                let others = held - racer.bytes();
                match limits.reserving(others, |limits| racer.advance(allowed, pool, limits)) {
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

/// The layers of a problem in each order that may be good, and the narrowest order.
///
/// # Errors
/// If no order has a frontier that is narrow enough.
pub(crate) fn layers(problem: &Problem, settled: &Settled) -> (Order, Result<Vec<Layers>, Misfit>) {
    let mut orders = orders(problem, settled);
    let least = orders[0].guess;
    orders.retain(|order| order.guess < least + MUCH_WIDER);
    let (mut layers, mut misfit) = (Vec::new(), None);
    for order in &orders {
        match Layers::new(problem, settled, order) {
            Ok(fits) => layers.push(fits),
            Err(error) => misfit = Some(error),
        }
    }
    let layers = match misfit {
        Some(misfit) if layers.is_empty() => Err(misfit),
        _ => Ok(layers),
    };
    (orders.swap_remove(0), layers)
}
