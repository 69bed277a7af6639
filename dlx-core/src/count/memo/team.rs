//! Several threads at one memoised walk, with one table.
//!
//! The tree is cut near its root into places that wait in a line; each thread takes one after the other and walks it
//! to the end, looking up what the others have kept. Then one thread walks from the root and finds all of them in the
//! table. So the value does not depend on the threads: only the nodes do, where two of them were at one place at the same
//! time.

use std::collections::VecDeque;
use std::fmt::Debug;
use std::num::NonZeroUsize;
use std::time::Duration;

use hashbrown::HashMap;

use super::frontier::{Job, enter, expand, leave};
use super::stack::NextAction;
use super::table::{Full, MemoKey, MemoTable, Shards};
use super::walk::MemoWalk;
use super::{Arena, Memo, MemoFigures, MemoHalt, MemoStep, OutsideBytes, Splits, over};
use crate::control::counters::Counters;
use crate::control::limits::{Limits, STEPS_BETWEEN_QUESTIONS, Stopped, Underway};
use crate::count::semiring::{Algebra, Plain, Semiring, Unfit};
use crate::engine::Engine;
use crate::parallel::sync::{Condvar, Mutex, MutexGuard, PoisonError, panicking};
use crate::problem::ids::OptionId;

/// Places to begin at: enough that the last ones to end are short.
const JOBS: usize = 64;
/// Nodes that a thread walks between two looks at the others, at most; fewer where a node may take long.
const SLICE: u64 = 4096;
/// The calling thread looks at the limits at least so often.
const PERIOD: Duration = Duration::from_millis(20);

/// What is left to do, and what is kept.
#[derive(Debug)]
pub(crate) struct Team<V> {
    arena: Arena,
    given: Vec<OptionId>,
    places: Vec<u32>,
    splits: Splits,
    shards: Shards<V>,
    jobs: VecDeque<Job>,
    /// What was met of the places that were left before they were done.
    begun: HashMap<MemoKey, V>,
    figures: MemoFigures,
}

/// What the threads of a run share.
struct Shared<'r, V> {
    line: Mutex<Line<V>>,
    /// For workers: there may be a job, or it is over.
    work: Condvar,
    /// For the calling thread: it is over.
    news: Condvar,
    shards: &'r Shards<V>,
    most_bytes: usize,
}

/// What changes under the lock.
struct Line<V> {
    jobs: VecDeque<Job>,
    /// How many threads are at a job.
    busy: usize,
    is_over: bool,
    halt: Option<MemoHalt>,
    figures: MemoFigures,
    /// Bytes of the stacks of all threads, as they were last told.
    stacks: usize,
    /// The jobs that were left before they were done, with what was met of them.
    left: Vec<(Job, Option<V>)>,
}

impl<V: Clone + Debug + Send> Team<V> {
    /// The walk of a memo that has not begun, by several threads.
    pub(super) fn of(memo: Memo<V>) -> Self {
        let Memo { mut arena, core: MemoWalk { stack, places, splitting, figures, given }, table } = memo;
        debug_assert!(matches!(stack.next, NextAction::Begin), "the walk stands at its root");
        let splits = splitting.splits();
        let jobs = over!(&mut arena, links => expand(links, &places, splits, JOBS));
        Self { arena, given, places, splits, shards: table.to_shards(), jobs, begun: HashMap::new(), figures }
    }

    /// The same with other values. Jobs that were under way begin again, and find what they had kept.
    pub(crate) fn map<W: Clone + Debug + Send>(
        self,
        outside: OutsideBytes<W>,
        widen: impl FnMut(&V) -> W,
    ) -> Team<W> {
        let Self { arena, given, places, splits, shards, jobs, figures, .. } = self;
        Team {
            arena,
            given,
            places,
            splits,
            shards: shards.map(outside, widen),
            jobs,
            begun: HashMap::new(),
            figures,
        }
    }

    /// The value of the problem, by so many threads. The question of the limits is put on the calling thread.
    ///
    /// After an error it can be run again: what is kept is not lost.
    pub(crate) fn run<S: Semiring<Value = V>>(
        &mut self,
        semiring: &S,
        threads: NonZeroUsize,
        limits: &mut Limits<'_>,
    ) -> Result<V, MemoHalt> {
        // Without threads the last walk does all the work.
        if let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(threads.get()).build()
            && !self.jobs.is_empty()
        {
            let line = Line {
                jobs: std::mem::take(&mut self.jobs),
                busy: 0,
                is_over: false,
                halt: None,
                figures: self.figures,
                stacks: 0,
                left: Vec::new(),
            };
            let shared = Shared {
                line: Mutex::new(line),
                work: Condvar::new(),
                news: Condvar::new(),
                shards: &self.shards,
                most_bytes: limits.most_bytes(),
            };
            // A place was looked at for parts before it became a job.
            let below = if self.splits == Splits::WhilePaying { self.splits } else { Splits::Never };
            let (arena, places) = (&self.arena, &self.places);
            pool.in_place_scope(|scope| {
                let _leaving = Leaving(&shared);
                for _ in 0..threads.get() {
                    // The last walk adds the given options.
                    let memo = Memo::over(arena.clone(), Vec::new(), places.clone(), below, shared.shards);
                    scope.spawn(|_| shared.work(memo, semiring));
                }
                shared.watch(limits);
            });
            let line = shared.line.into_inner().unwrap_or_else(PoisonError::into_inner);
            self.figures = line.figures;
            self.jobs = line.jobs;
            for (job, value) in line.left {
                if let Some(value) = value {
                    self.begun.insert(job.key, value);
                }
                self.jobs.push_front(job);
            }
            if let Some(halt) = line.halt {
                return Err(halt);
            }
        }
        let mut last = self.last_walk(&self.shards);
        let step = last.advance(&mut Plain(semiring), u64::MAX, limits)?;
        self.figures.add(last.figures());
        match step {
            MemoStep::Done(value) => Ok(value),
            MemoStep::Paused => unreachable!("the budget is endless"),
        }
    }

    /// A walk from the root, over this table.
    fn last_walk<W: Clone + Debug, T: MemoTable<W>>(&self, table: T) -> Memo<W, T> {
        // Parts are looked for where they were when the jobs were found.
        let splits = if self.splits == Splits::Never { Splits::Never } else { Splits::Root };
        Memo::over(self.arena.clone(), self.given.clone(), self.places.clone(), splits, table)
    }

    /// As [`Memo::known`], between two runs.
    pub(crate) fn known<A: Algebra>(
        &self,
        algebra: &mut A,
        lift: impl Fn(&V) -> A::Value,
    ) -> Result<A::Value, Unfit> {
        let waiting: HashMap<MemoKey, A::Value> = self
            .jobs
            .iter()
            .map(|job| (job.key, self.begun.get(&job.key).map_or_else(|| algebra.zero(), &lift)))
            .collect();
        let survey = Survey { shards: &self.shards, waiting, lift };
        match self.last_walk(survey).advance(algebra, u64::MAX, &mut Limits::none()) {
            Ok(MemoStep::Done(value)) => Ok(value),
            Ok(MemoStep::Paused) | Err(MemoHalt::Stopped(_)) => unreachable!("the budget is endless"),
            Err(MemoHalt::Overflow) => Err(Unfit::Overflow),
        }
    }

    pub(crate) fn figures(&self) -> MemoFigures {
        self.figures
    }

    /// How many places are kept.
    pub(crate) fn entries(&self) -> usize {
        (&self.shards).entries()
    }

    /// Bytes of the table.
    pub(crate) fn bytes(&self) -> usize {
        (&self.shards).bytes()
    }
}

/// A table that only tells: of a job that is not done it tells what was met.
struct Survey<'s, V, W, F> {
    shards: &'s Shards<V>,
    waiting: HashMap<MemoKey, W>,
    lift: F,
}

impl<V: Clone, W: Clone, F: Fn(&V) -> W> MemoTable<W> for Survey<'_, V, W, F> {
    fn get(&self, key: MemoKey) -> Option<W> {
        let kept = self.shards.get(key).map(|value| (self.lift)(&value));
        kept.or_else(|| self.waiting.get(&key).cloned())
    }

    fn put(&mut self, _: MemoKey, _: &W, _: usize) -> Result<(), Full> {
        Ok(())
    }

    fn entries(&self) -> usize {
        self.waiting.len()
    }

    fn bytes(&self) -> usize {
        0
    }
}

/// Ends the run for all if a thread leaves it in a panic.
struct Leaving<'a, 'r, V>(&'a Shared<'r, V>);

impl<V> Drop for Leaving<'_, '_, V> {
    fn drop(&mut self) {
        if panicking() {
            self.0.end(&mut self.0.lock());
        }
    }
}

impl<V> Shared<'_, V> {
    /// A thread that panicked held the line only between two changes.
    fn lock(&self) -> MutexGuard<'_, Line<V>> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn end(&self, line: &mut Line<V>) {
        line.is_over = true;
        self.work.notify_all();
        self.news.notify_all();
    }

    fn stop(&self, line: &mut Line<V>, halt: MemoHalt) {
        // More numbers fit in a wider type, but nothing helps against the other reasons.
        if line.halt.is_none_or(|before| before == MemoHalt::Overflow) {
            line.halt = Some(halt);
        }
        self.end(line);
    }

    /// Puts the question of the limits now and then, until the run is over.
    fn watch(&self, limits: &mut Limits<'_>) {
        let mut line = self.lock();
        let mut paid = line.figures.nodes;
        while !line.is_over {
            let waited = self.news.wait_timeout(line, PERIOD);
            line = waited.unwrap_or_else(PoisonError::into_inner).0;
            let nodes = line.figures.nodes;
            drop(line);
            let place = Underway { counters: Counters { nodes, ..Counters::default() }, fraction: 0.0 };
            limits.settle_nodes(nodes - paid);
            let answer = limits.pass(nodes - paid, &place);
            paid = nodes;
            line = self.lock();
            match answer {
                Err(why) => self.stop(&mut line, MemoHalt::Stopped(why)),
                Ok(()) if limits.nodes_left() == 0 => self.stop(&mut line, MemoHalt::Stopped(Stopped::Nodes)),
                Ok(()) => {}
            }
        }
    }
}

impl<V: Clone + Debug + Send> Shared<'_, V> {
    /// Walks jobs until there are no more.
    fn work<S: Semiring<Value = V>>(&self, mut memo: Memo<V, &Shards<V>>, semiring: &S) {
        let _leaving = Leaving(self);
        let mut stack = 0;
        let slice = (STEPS_BETWEEN_QUESTIONS / (memo.arena.uses() as u64).max(1)).clamp(1, SLICE);
        let mut line = self.lock();
        while !line.is_over {
            let Some(job) = line.jobs.pop_front() else {
                if line.busy == 0 {
                    self.end(&mut line);
                    break;
                }
                line = self.work.wait(line).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            line.busy += 1;
            let mut other_stacks = line.stacks - stack;
            drop(line);
            let trail = over!(&mut memo.arena, links => enter(links, &job));
            let floor = over!(&memo.arena, links => links.depth());
            memo.core.stack.next = NextAction::Begin;
            let mut told = memo.figures();
            loop {
                let mut limits = Limits::none().bytes(self.most_bytes.saturating_sub(other_stacks));
                let step = memo.advance(&mut Plain(semiring), slice, &mut limits);
                line = self.lock();
                other_stacks = line.stacks - stack;
                stack = memo.stack_bytes();
                line.stacks = other_stacks + stack;
                line.figures.add(memo.figures().since(told));
                told = memo.figures();
                if let Err(halt) = step {
                    self.stop(&mut line, halt);
                }
                if matches!(step, Ok(MemoStep::Done(_))) {
                    break;
                }
                if line.is_over {
                    let met = memo.known_below(floor, &mut Plain(semiring), V::clone).ok();
                    line.left.push((job, met));
                    line.busy -= 1;
                    return;
                }
                drop(line);
            }
            line.busy -= 1;
            if line.busy == 0 && line.jobs.is_empty() {
                self.end(&mut line);
            }
            drop(line);
            over!(&mut memo.arena, links => leave(links, trail));
            line = self.lock();
        }
    }
}
