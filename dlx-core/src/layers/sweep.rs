//! From layer to layer: all states of one go through a step, and those that come out the same are one from there on.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use hashbrown::hash_table;
use rayon::ThreadPool;

use super::steps::{Key, Program, Step};
use super::table::{Layer, Seed, Shard, add, shard_of};
use crate::counters::Counters;
use crate::limits::{Limits, Stopped, Underway};
use crate::number::Overflow;
use crate::semiring::Semiring;

/// A shard is to hold about so many states: some hundred kilobytes while it is filled.
const STATES_OF_A_SHARD: usize = 8192;
const MOST_SHARDS: usize = 256;
/// States wait in batches of so many for their shard.
const BATCH: usize = 64;
/// The question is asked, and the memory looked at, after so many ways were looked at; after more where states wait
/// in batches, all of which are emptied then.
const LOOKS: u64 = 1 << 13;
const MANY_LOOKS: u64 = 1 << 16;

/// A layer on its way through the steps of a program.
#[derive(Debug)]
pub(super) struct Sweep<const W: usize, V> {
    /// The step that the layer goes through next.
    at: usize,
    layer: Layer<W, V>,
    begun: Option<Begun<W, V>>,
    figures: Figures,
}

/// A step in work.
#[derive(Debug)]
struct Begun<const W: usize, V> {
    /// What has come out of it already.
    next: Layer<W, V>,
    /// The shard that goes through it next.
    at: usize,
    /// What is left of the one before, and what its table takes.
    rest: Rest<W, V>,
    rest_bytes: usize,
}

/// The states of a shard that have not been looked at.
type Rest<const W: usize, V> = hash_table::IntoIter<(Key<W>, V)>;

/// What a sweep has done.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Figures {
    /// How many states all layers had together.
    pub(crate) states: u64,
    /// How many states the largest one had.
    pub(crate) peak: usize,
    /// How many ways were taken, and states passed on.
    pub(crate) transitions: u64,
    /// How many ways were looked at.
    pub(crate) looks: u64,
    /// The bytes that two layers take, and the most that they took.
    pub(crate) held: usize,
    pub(crate) bytes: usize,
}

impl Figures {
    /// The work so far, in transitions: to look at a way that a state does not allow is a small part of one.
    pub(crate) fn work(&self) -> u64 {
        self.transitions + self.looks / LOOKS_OF_A_TRANSITION
    }
}

const LOOKS_OF_A_TRANSITION: u64 = 16;

/// Why a sweep came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// So much work was allowed.
    Paused,
    Stopped(Stopped),
    Overflow,
}

impl From<Overflow> for Halt {
    fn from(_: Overflow) -> Self {
        Self::Overflow
    }
}

impl From<Stopped> for Halt {
    fn from(why: Stopped) -> Self {
        Self::Stopped(why)
    }
}

impl<const W: usize, V: Clone + Send + Sync> Sweep<W, V> {
    /// Before the first step: nothing is covered.
    pub(super) fn new(one: V) -> Self {
        let mut layer = Layer::new(1, Seed::default());
        let key = [0; W];
        let seed = layer.seed;
        layer.shards[0].insert_unique(seed.hash(&key), (key, one), |(key, _)| seed.hash(key));
        Self { at: 0, layer, begun: None, figures: Figures::default() }
    }

    pub(super) fn figures(&self) -> Figures {
        self.figures
    }

    /// The step that comes next, or is in work.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// The layer before that step. Not called within a step.
    pub(super) fn layer(&self) -> &Layer<W, V> {
        &self.layer
    }

    /// Whether a step is in work.
    pub(super) fn is_within_step(&self) -> bool {
        self.begun.is_some()
    }

    /// The same sweep with other values. Not called within a step.
    pub(super) fn map<N>(self, other: impl FnMut(&V) -> N) -> Sweep<W, N> {
        Sweep { at: self.at, layer: self.layer.map(other), begun: None, figures: self.figures }
    }

    /// Goes through one step, or goes on with it, until so much work has been done in all. Answers `false`
    /// behind the last one.
    pub(super) fn step<S: Semiring<Value = V>>(
        &mut self,
        program: &Program<W>,
        semiring: &S,
        until: u64,
        pool: Option<&ThreadPool>,
        limits: &mut Limits<'_>,
    ) -> Result<bool, Halt> {
        let Some(step) = program.steps.get(self.at) else { return Ok(false) };
        let mut begun = self.begun.take().unwrap_or_else(|| {
            let states = self.layer.len();
            self.figures.states += states as u64;
            self.figures.peak = self.figures.peak.max(states);
            let shards = (states / STATES_OF_A_SHARD).next_power_of_two().min(MOST_SHARDS);
            let next = Layer::new(shards, self.layer.seed.next());
            Begun { next, at: 0, rest: Shard::new().into_iter(), rest_bytes: 0 }
        });
        let worker = Worker { program, step, semiring, seed: begun.next.seed };
        let fraction = self.at as f64 / program.steps.len() as f64;
        let pool = pool.filter(|_| begun.next.shards.len() > 1 && self.layer.shards.len() > 1);
        loop {
            let bytes = self.layer.bytes() + begun.rest_bytes + begun.next.bytes();
            self.figures.held = bytes;
            self.figures.bytes = self.figures.bytes.max(bytes);
            if bytes > limits.most_bytes() {
                self.begun = Some(begun);
                return Err(Stopped::Memory.into());
            }
            if self.figures.work() >= until {
                self.begun = Some(begun);
                return Err(Halt::Paused);
            }
            let done = if begun.rest.len() > 0 {
                worker.alone(&mut begun.rest, &mut begun.next)?
            } else if begun.at == self.layer.shards.len() {
                break;
            } else if let Some(pool) = pool {
                let end = self.layer.shards.len().min(begun.at + 4 * pool.current_num_threads());
                let sources = &mut self.layer.shards[begun.at..end];
                begun.at = end;
                begun.rest_bytes = 0;
                worker.in_parallel(sources, &mut begun.next, pool)?
            } else {
                let source = std::mem::take(&mut self.layer.shards[begun.at]);
                begun.at += 1;
                begun.rest_bytes = source.allocation_size();
                begun.rest = source.into_iter();
                continue;
            };
            self.figures.transitions += done.transitions;
            self.figures.looks += done.looks;
            pay(limits, done.transitions, self.figures, fraction)?;
        }
        self.layer = begun.next;
        self.at += 1;
        Ok(true)
    }

    /// What the problem is worth. Called behind the last step, where nothing is left to tell states apart.
    pub(super) fn value<S: Semiring<Value = V>>(&self, semiring: &S) -> V {
        debug_assert!(self.layer.len() <= 1, "no item is left");
        self.layer.iter().next().map_or_else(|| semiring.zero(), |(_, value)| value.clone())
    }
}

/// What was done.
#[derive(Clone, Copy, Default)]
struct Done {
    transitions: u64,
    looks: u64,
}

/// Pays for transitions, each of which is a node, and asks the question if it is due.
fn pay(limits: &mut Limits<'_>, done: u64, figures: Figures, fraction: f64) -> Result<(), Stopped> {
    limits.settle_nodes(done);
    let counters = Counters { nodes: figures.transitions, ..Counters::default() };
    limits.pass(done, &Underway { counters, fraction })?;
    if limits.nodes_left() == 0 { Err(Stopped::Nodes) } else { Ok(()) }
}

/// One step with all that it takes.
struct Worker<'w, const W: usize, S> {
    program: &'w Program<W>,
    step: &'w Step<W>,
    semiring: &'w S,
    seed: Seed,
}

impl<const W: usize, S: Semiring> Worker<'_, W, S> {
    /// What comes of a state.
    #[inline(always)]
    fn expand(
        &self,
        (key, value): &(Key<W>, S::Value),
        done: &mut Done,
        mut emit: impl FnMut(Key<W>, S::Value) -> Result<(), Overflow>,
    ) -> Result<(), Overflow> {
        if let Some(next) = self.program.pass(self.step, key) {
            emit(next, value.clone())?;
            done.transitions += 1;
        }
        if Program::may_take(self.step, key) {
            let ways = self.program.ways(self.step);
            done.looks += ways.len() as u64;
            for way in ways {
                if let Some(next) = self.program.take(self.step, way, key) {
                    emit(next, self.semiring.branch(&self.semiring.zero(), way.option, value)?)?;
                    done.transitions += 1;
                }
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn add(
        &self,
        shard: &mut Shard<W, S::Value>,
        hash: u64,
        state: (Key<W>, S::Value),
    ) -> Result<(), Overflow> {
        add(shard, self.seed, hash, state, |one, other| self.semiring.plus(one, other))
    }

    /// Takes states of a shard through the step, for about so long as between two questions.
    fn alone(&self, rest: &mut Rest<W, S::Value>, next: &mut Layer<W, S::Value>) -> Result<Done, Overflow> {
        let mut done = Done::default();
        let shards = next.shards.len();
        let mut batches: Vec<Batch<W, S::Value>> = Vec::new();
        if shards > 1 {
            batches.resize_with(shards, || Vec::with_capacity(BATCH));
        }
        let most = if shards > 1 { MANY_LOOKS } else { LOOKS };
        for state in rest.by_ref() {
            self.expand(&state, &mut done, |key, value| {
                let hash = self.seed.hash(&key);
                if shards == 1 {
                    return self.add(&mut next.shards[0], hash, (key, value));
                }
                let at = shard_of(hash, shards);
                batches[at].push((hash, (key, value)));
                if batches[at].len() == BATCH {
                    self.empty(&mut batches[at], &mut next.shards[at])?;
                }
                Ok(())
            })?;
            if done.transitions + done.looks >= most {
                break;
            }
        }
        for (batch, shard) in batches.iter_mut().zip(&mut next.shards) {
            self.empty(batch, shard)?;
        }
        Ok(done)
    }

    fn empty(&self, batch: &mut Batch<W, S::Value>, shard: &mut Shard<W, S::Value>) -> Result<(), Overflow> {
        batch.drain(..).try_for_each(|(hash, state)| self.add(shard, hash, state))
    }

    /// Takes the states of several shards through the step, a shard at a time for each thread.
    fn in_parallel(
        &self,
        sources: &mut [Shard<W, S::Value>],
        next: &mut Layer<W, S::Value>,
        pool: &ThreadPool,
    ) -> Result<Done, Overflow> {
        let sources: Vec<Mutex<Shard<W, S::Value>>> =
            sources.iter_mut().map(|source| Mutex::new(std::mem::take(source))).collect();
        let targets: Vec<Mutex<&mut Shard<W, S::Value>>> = next.shards.iter_mut().map(Mutex::new).collect();
        let (at, broken) = (AtomicUsize::new(0), Mutex::new(None));
        let counts = pool.broadcast(|_| {
            let mut done = Done::default();
            let mut batches: Vec<Batch<W, S::Value>> = Vec::new();
            batches.resize_with(targets.len(), || Vec::with_capacity(BATCH));
            let flow = (|| -> Result<(), Overflow> {
                while let Some(source) = sources.get(at.fetch_add(1, Ordering::Relaxed)) {
                    let source = std::mem::take(&mut *lock(source));
                    for state in source {
                        self.expand(&state, &mut done, |key, value| {
                            let hash = self.seed.hash(&key);
                            let at = shard_of(hash, targets.len());
                            batches[at].push((hash, (key, value)));
                            if batches[at].len() == BATCH {
                                self.empty(&mut batches[at], &mut lock(&targets[at]))?;
                            }
                            Ok(())
                        })?;
                    }
                }
                for (batch, target) in batches.iter_mut().zip(&targets) {
                    self.empty(batch, &mut lock(target))?;
                }
                Ok(())
            })();
            if let Err(overflow) = flow {
                *lock(&broken) = Some(overflow);
            }
            done
        });
        let broken = *lock(&broken);
        let all = |sum: Done, done: Done| Done {
            transitions: sum.transitions + done.transitions,
            looks: sum.looks + done.looks,
        };
        broken.map_or(Ok(counts.into_iter().fold(Done::default(), all)), Err)
    }
}

/// States on their way to a shard, with their hashes.
type Batch<const W: usize, V> = Vec<(u64, (Key<W>, V))>;

/// What a mutex holds; a thread that panicked has taken the whole run with it.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().expect("no thread has panicked")
}
