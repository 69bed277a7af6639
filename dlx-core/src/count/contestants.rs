//! The engines that count without meeting the covers.

use num_bigint::BigUint;
use rayon::ThreadPool;

use super::report::{CountEngine, CountedPart};
use crate::control::limits::{Limits, Stopped};
use crate::count::frontier::FrontierCount;
use crate::count::memo::{CountByMemo, MemoStep, Policy};
use crate::count::portfolio::{NEAR, NODE, Race, Racer, TRANSITION, frontiers};
use crate::engine::unsupported::Unsupported;
use crate::problem::Problem;
use crate::problem::givens::{Givens, Settled};

/// One engine with all it has done.
pub(super) enum Rival {
    Frontier(FrontierCount),
    Memo(CountByMemo),
}

/// A memory that is asked at so many nodes has shown whether it is of use, and is not where it knows less than
/// this part of them.
const MANY_BRANCHES: u64 = 20_000;
const FEW_HITS: f64 = 0.4;

/// One engine alone, in each order that it may be good in.
///
/// # Errors
/// If it does not take the problem.
pub(super) fn by(
    engine: CountEngine,
    problem: &Problem,
    weights: &[u64],
) -> Result<Race<Rival>, Unsupported> {
    let mut race = Race::default();
    let mut settled = Settled::default();
    settled.resolve(problem, Givens::none()).expect(NOTHING_GIVEN);
    let (narrowest, frontiers) = frontiers(problem, &settled);
    let order = Policy::Static(narrowest.items);
    match engine {
        CountEngine::Search => {}
        CountEngine::Frontier => {
            for frontiers in frontiers? {
                race.add(Rival::Frontier(FrontierCount::new(frontiers, problem, weights)));
            }
        }
        CountEngine::Memo => {
            race.add(memo(problem, weights, &order));
            race.add(memo(problem, weights, &Policy::Fewest));
        }
    }
    Ok(race)
}

/// The other engines of a count.
#[derive(Default)]
pub(super) enum Rivals {
    #[default]
    Out,
    /// They are set up when they are given the time for that.
    Waiting { problem: Problem, weights: Vec<u64> },
    /// To set them up has taken so many nanoseconds.
    In { setup: u64, race: Race<Rival> },
}

/// How many nanoseconds it takes to set engines up, for each use of an item: 0.7 to 2.5 microseconds were seen.
const SETUP_OF_A_USE: u64 = 1_300;

/// How many nanoseconds it takes to set the other engines up, about.
pub(super) fn setup(problem: &Problem) -> u64 {
    SETUP_OF_A_USE * problem.use_count() as u64
}

impl Rivals {
    fn race(&self) -> Option<&Race<Rival>> {
        match self {
            Self::In { race, .. } => Some(race),
            Self::Out | Self::Waiting { .. } => None,
        }
    }

    /// Whether there are none.
    pub(super) fn is_out(&self) -> bool {
        match self {
            Self::Out => true,
            Self::Waiting { .. } => false,
            Self::In { race, .. } => race.is_empty(),
        }
    }

    /// The nanoseconds that they have taken together, about, or will have taken when they are set up.
    pub(super) fn spent(&self) -> u64 {
        match self {
            Self::Out => 0,
            Self::Waiting { problem, .. } => setup(problem),
            Self::In { setup, race } => setup + race.spent(),
        }
    }

    /// A guess at the nanoseconds that the first to finish still takes, if it is near its end: how frontiers grow at first
    /// says little.
    pub(super) fn left(&self) -> Option<f64> {
        let race = self.race()?;
        race.left().filter(|&left| left < NEAR * race.spent() as f64)
    }

    /// How many partial covers a state of one of them stands for, at most, as a logarithm, in parts of that of its work.
    pub(super) fn merged(&self) -> f64 {
        self.race().map_or(0.0, Race::merged)
    }

    /// A number of covers that there are at least.
    pub(super) fn at_least(&self) -> BigUint {
        self.race().map(Race::at_least).unwrap_or_default()
    }

    /// Goes on until they have taken so many nanoseconds in all, or one of them has finished.
    pub(super) fn advance(
        &mut self,
        most: u64,
        pool: Option<&ThreadPool>,
        limits: &mut Limits<'_>,
    ) -> Result<Option<(BigUint, CountedPart)>, Stopped> {
        if most <= self.spent() {
            return Ok(None);
        }
        if let Self::Waiting { problem, weights } = self {
            *self = Self::In { setup: setup(problem), race: all(problem, weights) };
        }
        match self {
            Self::In { setup, race } => race.advance(most - *setup, pool, limits),
            Self::Out | Self::Waiting { .. } => Ok(None),
        }
    }
}

/// Whatever takes the problem.
fn all(problem: &Problem, weights: &[u64]) -> Race<Rival> {
    // If no frontier is narrow enough, the memory runs alone.
    let mut race = by(CountEngine::Frontier, problem, weights).unwrap_or_default();
    race.add(memo(problem, weights, &Policy::Fewest));
    race
}

const NOTHING_GIVEN: &str = "nothing is given";

fn memo(problem: &Problem, weights: &[u64], policy: &Policy) -> Rival {
    let memo = CountByMemo::new(problem, Givens::none(), policy, weights);
    Rival::Memo(memo.expect(NOTHING_GIVEN))
}

impl Racer for Rival {
    type Prize = (BigUint, CountedPart);

    fn work(&self) -> u64 {
        match self {
            Self::Frontier(count) => count.figures().work(),
            Self::Memo(count) => count.figures().nodes,
        }
    }

    fn unit(&self) -> u64 {
        match self {
            Self::Frontier(_) => TRANSITION,
            Self::Memo(_) => NODE,
        }
    }

    fn left(&self) -> Option<f64> {
        match self {
            Self::Frontier(count) => Some(count.left()),
            Self::Memo(_) => None,
        }
    }

    fn merged(&self) -> f64 {
        match self {
            Self::Frontier(count) => count.merged(),
            Self::Memo(_) => 0.0,
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Self::Frontier(count) => count.figures().held,
            Self::Memo(count) => count.bytes(),
        }
    }

    fn is_useless(&self) -> bool {
        match self {
            Self::Frontier(_) => false,
            Self::Memo(count) => {
                let figures = count.figures();
                figures.branches > MANY_BRANCHES && figures.hits_per_branch() < FEW_HITS
            }
        }
    }

    fn is_parallel(&self) -> bool {
        matches!(self, Self::Frontier(_))
    }

    fn at_least(&self) -> BigUint {
        match self {
            Self::Frontier(_) => BigUint::ZERO,
            Self::Memo(count) => count.lower_bound(),
        }
    }

    fn advance(
        &mut self,
        until: u64,
        pool: Option<&ThreadPool>,
        limits: &mut Limits<'_>,
    ) -> Result<Option<(BigUint, CountedPart)>, Stopped> {
        let number = match self {
            Self::Frontier(count) => count.advance(until, pool, limits)?,
            Self::Memo(count) => {
                let nodes = until.saturating_sub(count.figures().nodes);
                match count.advance(nodes, limits)? {
                    MemoStep::Done(number) => Some(number),
                    MemoStep::Paused => None,
                }
            }
        };
        Ok(number.map(|number| (number, self.report())))
    }
}

impl Rival {
    /// What it took.
    fn report(&self) -> CountedPart {
        match self {
            Self::Frontier(count) => {
                let figures = count.figures();
                CountedPart {
                    options: 0,
                    engine: CountEngine::Frontier,
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
