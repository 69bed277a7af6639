//! The engines that meet no cover, run against one another: nobody can tell beforehand how many states a problem has
//! in one order or another, and the first to finish wins.

use std::num::NonZeroUsize;

use num_bigint::BigUint;
use rayon::ThreadPool;

use super::report::{CountEngine, CountedPart};
use crate::givens::{Givens, Settled};
use crate::ids::ItemId;
use crate::layers::{LayerCount, Layers};
use crate::limits::{Limits, Stopped};
use crate::memo::{CountByMemo, Policy, Splits, Step};
use crate::misfit::Misfit;
use crate::order::{Order, orders};
use crate::problem::Problem;

/// One engine with all it has done.
enum Rival {
    Layers(LayerCount),
    Memo(CountByMemo),
}

/// The engines that are still in the race.
#[derive(Default)]
pub(super) struct Rivals {
    rivals: Vec<Rival>,
    /// Each has been allowed so many nanoseconds.
    allowed: u64,
    /// Whether they race against a search, so that what does not pay is given up.
    is_race: bool,
}

/// How long a step from one state to another takes, in nanoseconds, and a node of the links with a memory.
const TRANSITION: u64 = 50;
const NODE: u64 = 200;
/// A memory that is asked at so many nodes has shown whether it is of use, and is not where it knows less than
/// this part of them.
const MANY_BRANCHES: u64 = 20_000;
const FEW_HITS: f64 = 0.4;
/// Most problems that a memory suits are better counted in layers, so in a race it gets a part of the time.
const MEMO_PART: u64 = 4;
/// What each is allowed at first, and how much more from turn to turn: with small steps the losers cost little more
/// than the winner, and going on where one stopped costs nothing.
const FIRST: u64 = 200_000;
const GROWTH: u64 = 4;
/// Less is not worth a turn.
const LEAST: u64 = 100 * TRANSITION;
/// An order that is guessed to have 2 to this many times the states of the other one is not tried.
const MUCH_WIDER: f64 = 16.0;

impl Rivals {
    /// One engine alone, in each order that it may be good in.
    ///
    /// # Errors
    /// If it does not take the problem.
    pub(super) fn of(
        engine: CountEngine,
        problem: &Problem,
        weights: &[u64],
        threads: NonZeroUsize,
    ) -> Result<Self, Misfit> {
        let mut rivals = Self::default();
        match engine {
            CountEngine::Search => {}
            CountEngine::Layers => rivals.add_layers(problem, weights)?,
            CountEngine::Memo if threads.get() > 1 => {
                let order = greedy(problem);
                let (policy, splits) = (Policy::Static(order), Splits::WhilePaying);
                let givens = Givens::none();
                let team = CountByMemo::with_threads(problem, givens, &policy, splits, weights, threads);
                rivals.rivals.push(Rival::Memo(team.expect("nothing is given")));
            }
            CountEngine::Memo => {
                rivals.add_memo(problem, weights, &Policy::Static(greedy(problem)));
                rivals.add_memo(problem, weights, &Policy::Fewest);
            }
        }
        Ok(rivals)
    }

    /// Whatever takes the problem.
    pub(super) fn all(problem: &Problem, weights: &[u64]) -> Self {
        let mut rivals = Self { is_race: true, ..Self::default() };
        // If no layer holds the frontier, the others race.
        drop(rivals.add_layers(problem, weights));
        rivals.add_memo(problem, weights, &Policy::Fewest);
        rivals
    }

    fn add_memo(&mut self, problem: &Problem, weights: &[u64], policy: &Policy) {
        let memo = CountByMemo::new(problem, Givens::none(), policy, Splits::WhilePaying, weights);
        self.rivals.push(Rival::Memo(memo.expect("nothing is given")));
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
        limits: &mut Limits<'_>,
    ) -> Result<Option<(BigUint, CountedPart)>, Stopped> {
        while !self.rivals.is_empty() && self.spent() + LEAST < most {
            self.allowed = (self.allowed + self.allowed / GROWTH).max(FIRST);
            let mut at = 0;
            while at < self.rivals.len() {
                let spent = self.spent();
                let rival = &mut self.rivals[at];
                let part = if self.is_race { rival.part() } else { 1 };
                let allowed =
                    (self.allowed / part).min(rival.spent().saturating_add(most.saturating_sub(spent)));
                match rival.advance(allowed, pool, limits) {
                    Ok(Some(count)) => return Ok(Some((count, rival.report()))),
                    Ok(None) if self.is_race && rival.is_useless() => {
                        self.rivals.remove(at);
                    }
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

/// The narrowest order.
fn greedy(problem: &Problem) -> Vec<ItemId> {
    let mut settled = Settled::default();
    settled.settle(problem, Givens::none()).expect("nothing is given");
    orders(problem, &settled).swap_remove(0).items
}

impl Rival {
    fn spent(&self) -> u64 {
        match self {
            Self::Layers(count) => count.figures().work() * TRANSITION,
            Self::Memo(count) => count.figures().nodes * NODE,
        }
    }

    fn lower_bound(&self) -> BigUint {
        match self {
            Self::Layers(_) => BigUint::ZERO,
            Self::Memo(count) => count.lower_bound(),
        }
    }

    fn is_useless(&self) -> bool {
        match self {
            Self::Layers(_) => false,
            Self::Memo(count) => {
                let figures = count.figures();
                figures.branches > MANY_BRANCHES && figures.hits_per_branch() < FEW_HITS
            }
        }
    }

    /// The part of the time that it gets in a race.
    fn part(&self) -> u64 {
        match self {
            Self::Layers(_) => 1,
            Self::Memo(_) => MEMO_PART,
        }
    }

    fn advance(
        &mut self,
        allowed: u64,
        pool: Option<&ThreadPool>,
        limits: &mut Limits<'_>,
    ) -> Result<Option<BigUint>, Stopped> {
        match self {
            Self::Layers(count) => count.advance(allowed / TRANSITION, pool, limits),
            Self::Memo(count) => {
                let nodes = (allowed / NODE).saturating_sub(count.figures().nodes);
                Ok(match count.advance(nodes, limits)? {
                    Step::Done(number) => Some(number),
                    Step::Paused => None,
                })
            }
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
            Self::Memo(count) => CountedPart {
                options: 0,
                engine: CountEngine::Memo,
                nodes: count.figures().nodes,
                states: count.entries() as u64,
                bytes: count.bytes(),
            },
        }
    }
}
