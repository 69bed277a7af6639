//! The engines that meet no cover, run against one another: nobody can tell beforehand how many states a problem has
//! in one order or another, and the first to finish wins.

use num_bigint::BigUint;
use rayon::ThreadPool;

use super::report::{CountEngine, CountedPart};
use crate::givens::{Givens, Settled};
use crate::layers::{LayerCount, Layers};
use crate::limits::{Limits, Stopped};
use crate::misfit::Misfit;
use crate::order::{Order, orders};
use crate::problem::Problem;

/// One engine with all it has done.
pub(super) enum Rival {
    Layers(LayerCount),
}

/// The engines that are still in the race.
#[derive(Default)]
pub(super) struct Rivals {
    rivals: Vec<Rival>,
    /// Each has been allowed so many nanoseconds.
    allowed: u64,
}

/// How long a step from one state to another takes, in nanoseconds.
const TRANSITION: u64 = 50;
/// What each is allowed at first, and how much more from turn to turn: with small steps the losers cost little more
/// than the winner, and going on where one stopped costs nothing.
const FIRST: u64 = 200_000;
const GROWTH: u64 = 4;
/// Less is not worth a turn.
const LEAST: u64 = 100 * TRANSITION;
/// An order that is guessed to have 2 to this many times the states of the other one is not tried.
const MUCH_WIDER: f64 = 16.0;

impl Rivals {
    /// One engine alone.
    ///
    /// # Errors
    /// If it does not take the problem.
    pub(super) fn of(engine: CountEngine, problem: &Problem, weights: &[u64]) -> Result<Self, Misfit> {
        let mut rivals = Self::default();
        match engine {
            CountEngine::Search | CountEngine::Memo => {}
            CountEngine::Layers => rivals.add_layers(problem, weights)?,
        }
        Ok(rivals)
    }

    /// Whatever takes the problem.
    pub(super) fn all(problem: &Problem, weights: &[u64]) -> Self {
        CountEngine::ALL.into_iter().fold(Self::default(), |mut rivals, engine| {
            // An engine that does not take the problem does not race.
            if let Ok(more) = Self::of(engine, problem, weights) {
                rivals.rivals.extend(more.rivals);
            }
            rivals
        })
    }

    fn add_layers(&mut self, problem: &Problem, weights: &[u64]) -> Result<(), Misfit> {
        let mut settled = Settled::default();
        settled.settle(problem, Givens::none()).expect("nothing is given");
        let orders = orders(problem, &settled);
        let worth_trying = |order: &&Order| order.guess < orders[0].guess + MUCH_WIDER;
        let mut misfit = None;
        for order in orders.iter().filter(worth_trying) {
            match Layers::new(problem, &settled, order) {
                Ok(layers) => self.rivals.push(Rival::Layers(LayerCount::new(layers, problem, weights))),
                Err(error) => misfit = Some(error),
            }
        }
        match misfit {
            Some(misfit) if self.rivals.is_empty() => Err(misfit),
            _ => Ok(()),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rivals.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.rivals.clear();
    }

    /// The nanoseconds that they have taken together, about.
    pub(super) fn spent(&self) -> u64 {
        self.rivals.iter().map(Rival::spent).sum()
    }

    /// A number of covers that there are at least.
    pub(super) fn lower_bound(&self) -> BigUint {
        self.rivals.iter().map(Rival::lower_bound).max().unwrap_or_default()
    }

    /// Goes on by turns until they have taken so long in all, or one of them has finished. One that has come to the
    /// limit of memory is out; if all have, that is the error.
    pub(super) fn advance(
        &mut self,
        most: u64,
        pool: Option<&ThreadPool>,
        told: f64,
        limits: &mut Limits<'_>,
    ) -> Result<Option<(BigUint, CountedPart)>, Stopped> {
        while !self.rivals.is_empty() && self.spent() + LEAST < most {
            self.allowed = (self.allowed + self.allowed / GROWTH).max(FIRST);
            let mut at = 0;
            while at < self.rivals.len() {
                let spent = self.spent();
                let rival = &mut self.rivals[at];
                let allowed = self.allowed.min(rival.spent().saturating_add(most.saturating_sub(spent)));
                match rival.advance(allowed, pool, told, limits) {
                    Ok(Some(count)) => return Ok(Some((count, rival.report()))),
                    Ok(None) => at += 1,
                    Err(Stopped::Memory) if self.rivals.len() > 1 => {
                        self.rivals.remove(at);
                    }
                    Err(why) => return Err(why),
                }
            }
        }
        Ok(None)
    }
}

impl Rival {
    fn spent(&self) -> u64 {
        match self {
            Self::Layers(count) => count.figures().work() * TRANSITION,
        }
    }

    fn lower_bound(&self) -> BigUint {
        match self {
            Self::Layers(_) => BigUint::ZERO,
        }
    }

    fn advance(
        &mut self,
        allowed: u64,
        pool: Option<&ThreadPool>,
        told: f64,
        limits: &mut Limits<'_>,
    ) -> Result<Option<BigUint>, Stopped> {
        match self {
            Self::Layers(count) => count.advance(allowed / TRANSITION, pool, told, limits),
        }
    }

    fn report(&self) -> CountedPart {
        match self {
            Self::Layers(count) => {
                let figures = count.figures();
                CountedPart {
                    options: 0,
                    engine: CountEngine::Layers,
                    nodes: figures.transitions,
                    states: figures.states,
                    bytes: figures.bytes,
                }
            }
        }
    }
}
