//! A few covers: whether there is one, whether there are several, or any so many of them.
//!
//! The search tree in its order is the fastest way to a cover of most problems. On others it finds none in any time,
//! although another engine answers at once: there is an argument that no cover exists ([`algebra`]), states merge
//! ([`counted`]), what a dead end has shown rules out most of the tree ([`learned`]), another order of equal choices
//! leads to a cover ([`restarted`]), pieces that fill a region are placed a hundred times as fast without a choice of the
//! item ([`lowest`]), or a few changes turn any choice of options into one ([`programs`]). Which it is
//! cannot be predicted. So the search begins alone, and from then on the others take turns with it; the first to know
//! answers. Work is measured in units of the engines and not by a clock, so that the same problem gives the same covers.

mod algebra;
mod attempt;
mod counted;
mod found;
mod learned;
mod lowest;
mod planned;
mod programs;
mod restarted;
#[cfg(test)]
mod tests;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use attempt::{Answer, Attempt, SETUP};
pub use found::{FindEngine, Found};
use planned::Planned;

use crate::control::answers::{Cover, Uniqueness};
use crate::control::counters::Counters;
use crate::control::limits::{Limits, Stopped};
use crate::control::query::{Query, QueryError};
use crate::count::counters;
use crate::parallel::pool::run_both;
use crate::parallel::sync::{AtomicBool, Ordering};
use crate::problem::Problem;
use crate::problem::check::check;
use crate::problem::givens::{GivenError, Givens, Settled};
use crate::problem::ids::OptionId;
use crate::reduce::left_by;
use crate::search::Search;

/// Nanoseconds that the search has alone, and the least that a turn of it takes later.
const FIRST: u64 = 5_000_000;
/// Turns grow by this part of the time that the search has had, up to the longest one. With several threads, a turn ends
/// when both have ended theirs.
const GROWTH: u64 = 4;
const LONGEST: u64 = 50_000_000;
/// While the search has had less than `SURE` nanoseconds, the others get an eighth of that: most searches that end at
/// all end before. From then on they get as much as the search, and share it equally, so that `n` of them take at most
/// `2n` times as long as one that answers alone. An engine that is promising gets half instead.
const SURE: u64 = 500_000_000;
const PART_BEFORE: u64 = 8;
/// Nanoseconds to set up the equations, for each use.
const SETUP_OF_ALGEBRA: u64 = 10;
/// The number of nodes between two questions of an engine on another thread.
const NODES_BETWEEN_LOOKS: u64 = 64;

/// A question for a few covers, with its settings. The number wanted is the limit of solutions.
///
/// ```
/// use dlx_core::Limits;
/// use dlx_core::inner::{FindEngine, Finder};
/// use dlx_instances::{dominoes, region::Region, shape::Cell};
///
/// // A board without two opposite corners has more cells of one color than of the other.
/// let board = Region::rectangle(12, 12)?.without(&[Cell::new(0, 0), Cell::new(11, 11)])?;
/// let problem = dominoes::problem(&board)?;
/// let found = Finder::of(&problem).run(&mut Limits::none().solutions(1))?;
/// assert!(found.covers.is_empty() && found.stopped.is_none());
/// assert_eq!(found.engine, FindEngine::Algebra);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Finder<'p> {
    problem: &'p Problem,
    givens: Givens<'p>,
    threads: NonZeroUsize,
}

impl<'p> Finder<'p> {
    /// Returns the question for covers of this problem, with one thread.
    #[must_use]
    pub fn of(problem: &'p Problem) -> Self {
        Self { problem, givens: Givens::none(), threads: NonZeroUsize::MIN }
    }

    /// Sets the givens: only covers with the given options and without the forbidden ones count.
    #[must_use]
    pub fn givens(self, givens: Givens<'p>) -> Self {
        Self { givens, ..self }
    }

    /// Sets the number of threads. Two are used: one for the search, one for the other engines. The covers do not
    /// depend on it.
    #[must_use]
    pub fn threads(self, threads: NonZeroUsize) -> Self {
        Self { threads, ..self }
    }

    /// Finds as many covers as the limit of solutions says, or all if there are fewer. Each is checked. Givens that
    /// contradict one another are in no cover.
    ///
    /// With a limit of nodes, the search runs alone.
    ///
    /// # Errors
    /// Givens that the problem does not have.
    pub fn run(&self, limits: &mut Limits<'_>) -> Result<Found, GivenError> {
        self.run_after(None, limits)
    }

    /// Finds covers like [`run`](Self::run). A search with the same givens that has found no cover is continued.
    pub(crate) fn run_after(
        &self,
        search: Option<Search>,
        limits: &mut Limits<'_>,
    ) -> Result<Found, GivenError> {
        let wanted = limits.solutions_left();
        let mut settled = Settled::default();
        if !settled.resolve_if_consistent(self.problem, self.givens)? {
            return Ok(nothing(None));
        }
        if wanted == 0 {
            return Ok(nothing(Some(Stopped::Solutions)));
        }
        let planned = match search {
            Some(search) => Planned::of(search, self.problem),
            None => Planned::new(self.problem, self.givens),
        };
        let found = limits.without_solutions(|limits| self.find(planned, &settled, wanted, limits));
        limits.spend_solutions(found.covers.len() as u64);
        Ok(found)
    }

    fn find(&self, mut planned: Planned, settled: &Settled, wanted: u64, limits: &mut Limits<'_>) -> Found {
        let is_alone = limits.nodes_left() != u64::MAX;
        let first = if is_alone { u64::MAX } else { FIRST };
        match planned.advance(first, wanted, limits) {
            Ok(Some(answer)) => return answer.found(FindEngine::Search, planned.counters()),
            Ok(None) => {}
            Err(why) => return planned.into_found(why),
        }
        let (left, options) = match left_by(self.problem, settled, limits) {
            Ok(left) => left,
            Err(why) => return planned.into_found(why),
        };
        let mut others = Others::of(&left);
        let engine;
        let answer = loop {
            match self.turn(&mut planned, &mut others, wanted, limits) {
                Ok(None) => {}
                Ok(Some((FindEngine::Search, answer))) => {
                    return answer.found(FindEngine::Search, planned.counters());
                }
                Ok(Some((other, mut answer))) => {
                    answer.restore(&options, &settled.given);
                    let is_right = answer.covers.iter().all(|cover| check(self.problem, cover).is_ok());
                    debug_assert!(is_right, "{other} found what is not a cover");
                    if is_right {
                        engine = other;
                        break answer;
                    }
                    others.give_up(other);
                }
                Err(why) => {
                    let mut found = planned.into_found(why);
                    if let Some((other, counters, mut answer)) = others.best(found.covers.len()) {
                        answer.restore(&options, &settled.given);
                        (found.covers, found.engine, found.counters) = (answer.covers, other, counters);
                    }
                    return found;
                }
            }
        };
        answer.found(engine, others.counters(engine))
    }

    /// Runs the search for a turn, and the others for theirs, on another thread if there are several. Returns the answer
    /// of the first engine that has one.
    fn turn(
        &self,
        planned: &mut Planned,
        others: &mut Others<'_>,
        wanted: u64,
        limits: &mut Limits<'_>,
    ) -> Result<Option<(FindEngine, Answer)>, Stopped> {
        let spent = planned.spent();
        let until = spent + (spent / GROWTH).clamp(FIRST, LONGEST);
        let allowed = if until < SURE { until / PART_BEFORE } else { until };
        if self.threads == NonZeroUsize::MIN {
            if let Some(answer) = planned.advance(until, wanted, limits)? {
                return Ok(Some((FindEngine::Search, answer)));
            }
            return others.advance(allowed, wanted, limits);
        }
        let is_over = AtomicBool::new(false);
        let bytes = limits.most_bytes();
        let run_others = || {
            let mut limits = Limits::none().bytes(bytes).ask(NODES_BETWEEN_LOOKS, |_| {
                if is_over.load(Ordering::Relaxed) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            others.advance(allowed, wanted, &mut limits)
        };
        let (of_others, of_search) = run_both(run_others, |aside| {
            let answer = planned.advance(until, wanted, limits);
            if !matches!(answer, Ok(None)) {
                is_over.store(true, Ordering::Relaxed);
            }
            let mut asked = Ok(());
            aside.wait(|| {
                if asked.is_ok() {
                    asked = limits.step(u64::MAX);
                }
                if asked.is_err() {
                    is_over.store(true, Ordering::Relaxed);
                }
            });
            answer.and_then(|answer| asked.map(|()| answer))
        });
        match of_search? {
            Some(answer) => Ok(Some((FindEngine::Search, answer))),
            None => of_others,
        }
    }
}

/// Returns that nothing was looked for.
fn nothing(stopped: Option<Stopped>) -> Found {
    Found { covers: Vec::new(), stopped, engine: FindEngine::Search, counters: Counters::default() }
}

/// The engines beside the search, which take turns.
struct Others<'p> {
    attempts: Vec<(FindEngine, Attempt<'p>)>,
}

impl<'p> Others<'p> {
    fn of(problem: &'p Problem) -> Self {
        let uses = problem.use_count() as u64;
        let attempts = vec![
            (FindEngine::Algebra, Attempt::new(problem, SETUP_OF_ALGEBRA * uses, algebra::build)),
            (FindEngine::Counting, Attempt::new(problem, counters::setup(problem), counted::build)),
            (FindEngine::Learning, Attempt::new(problem, SETUP * uses, learned::build)),
            (FindEngine::Linear, Attempt::new(problem, SETUP * uses, programs::build).promising()),
            (FindEngine::Restarts, Attempt::new(problem, SETUP * uses, restarted::build)),
            (FindEngine::LowestFirst, Attempt::new(problem, SETUP * uses, lowest::build)),
        ];
        Self { attempts }
    }

    /// Continues each engine until they have taken these nanoseconds together. One that cannot answer gives up.
    fn advance(
        &mut self,
        allowed: u64,
        wanted: u64,
        limits: &mut Limits<'_>,
    ) -> Result<Option<(FindEngine, Answer)>, Stopped> {
        let mut at = 0;
        while at < self.attempts.len() {
            let count = self.attempts.len() as u64;
            let (engine, attempt) = &mut self.attempts[at];
            let share = if attempt.is_promising() { allowed / 2 } else { allowed / count };
            if attempt.spent() >= share {
                at += 1;
                continue;
            }
            match attempt.advance(share, wanted, limits) {
                Ok(Some(answer)) => return Ok(Some((*engine, answer))),
                Ok(None) if attempt.is_useless() => drop(self.attempts.remove(at)),
                Ok(None) => at += 1,
                Err(Stopped::Asked) => return Err(Stopped::Asked),
                // Others may do with the memory.
                Err(_) => drop(self.attempts.remove(at)),
            }
        }
        Ok(None)
    }

    fn give_up(&mut self, engine: FindEngine) {
        self.attempts.retain(|&(other, _)| other != engine);
    }

    /// Returns the work of an engine.
    fn counters(&self, engine: FindEngine) -> Counters {
        let attempt = self.attempts.iter().find(|&&(other, _)| other == engine);
        attempt.map(|(_, attempt)| attempt.counters()).unwrap_or_default()
    }

    /// Returns the engine that has found most covers, if they are more than this many.
    fn best(self, found: usize) -> Option<(FindEngine, Counters, Answer)> {
        let attempts = self.attempts.into_iter();
        let covers = attempts.map(|(engine, attempt)| (engine, attempt.counters(), attempt.covers()));
        let (engine, counters, covers) = covers.max_by_key(|(.., covers)| covers.len())?;
        (covers.len() > found).then_some((engine, counters, Answer { covers, is_complete: false }))
    }
}

impl Query<'_> {
    /// Returns any cover, or `None` if there is none. It is the first one of [`covers`](Self::covers) if that comes at once.
    /// If not, other engines take turns with the search, or run beside it if the query has [threads](Self::threads), and the
    /// first to know answers: clause learning, counting, linear equations, linear programs and restarts in random order.
    ///
    /// # Errors
    /// Options that the problem does not have, or a limit that was reached before the answer was known.
    pub fn first(&self) -> Result<Option<Cover>, QueryError> {
        let Found { mut covers, stopped, .. } = self.find(1)?;
        match (covers.pop(), stopped) {
            (None, Some(why)) => Err(why.into()),
            (cover, _) => Ok(cover),
        }
    }

    /// Returns whether there is no cover, one, or several, and up to two of them.
    ///
    /// # Errors
    /// Options that the problem does not have.
    pub fn unique(&self) -> Result<Uniqueness, GivenError> {
        let Found { mut covers, stopped, .. } = self.find(2)?;
        let (second, first) =
            if covers.len() > 1 { (covers.pop(), covers.pop()) } else { (None, covers.pop()) };
        Ok(match (first, second, stopped) {
            (Some(first), Some(second), _) => Uniqueness::Several(first, second),
            (found, _, Some(why)) => Uniqueness::Unknown { found, why },
            (Some(cover), None, None) => Uniqueness::One(cover),
            (None, _, None) => Uniqueness::None,
        })
    }

    /// Returns at most this many covers, also limited by [`solutions`](Self::solutions).
    fn find(&self, most: u64) -> Result<Found, GivenError> {
        let mut limits = self.limits();
        let most = limits.solutions_left().min(most);
        let finder = Finder::of(self.problem()).givens(self.givens()).threads(self.thread_count());
        limits.with_solutions(most, |limits| finder.run(limits))
    }
}

impl Answer {
    fn found(self, engine: FindEngine, counters: Counters) -> Found {
        let stopped = (!self.is_complete).then_some(Stopped::Solutions);
        Found { covers: self.covers, stopped, engine, counters }
    }

    /// Turns covers of what the givens leave into covers of the problem.
    fn restore(&mut self, options: &[OptionId], given: &[OptionId]) {
        for cover in &mut self.covers {
            cover.iter_mut().for_each(|option| *option = options[option.index()]);
            cover.extend_from_slice(given);
            cover.sort_unstable();
        }
    }
}
