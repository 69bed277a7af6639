//! From layer to layer: all states of one go through a step, and those that come out the same are one from there on.

use super::layer::{Layer, MOST_CHUNKS, Spare, StateIndex};
use super::merge::Merger;
use super::passage::Passage;
use super::steps::{LayerSizes, Program};
use super::stream::Arrival;
use crate::control::counters::Counters;
use crate::control::limits::{Limits, Stopped, Underway};
use crate::count::number::Overflow;
use crate::count::report::{CountEngine, CountedPart};
use crate::count::semiring::Semiring;
use crate::parallel::pool::Pool;
use crate::problem::ids::{narrow, wide};

/// The question is asked, and the memory looked at, after so many ways were looked at in each section.
const LOOKS: u64 = 1 << 15;
/// How many times as far each section goes on before the threads wait for one another.
const LOOKS_OF_A_PART: u64 = 4 * LOOKS;

/// A layer on its way through the steps of a program.
#[derive(Debug)]
pub(super) struct Sweep<const W: usize, V> {
    /// The step that the layer goes through next.
    at: usize,
    layer: Layer<W, V>,
    spare: Spare<W, V>,
    begun: Option<Begun<W, V>>,
    figures: SweepFigures,
}

/// A step in work.
#[derive(Debug)]
struct Begun<const W: usize, V> {
    /// What comes by ways that do not keep the order.
    sorted: Vec<Arrival<W>>,
    /// Up to here the states were looked at for that.
    at: StateIndex,
    /// Empty until all were.
    sections: Vec<Section<W, V>>,
}

/// Part of what comes out of a step: the states from one to another.
#[derive(Debug)]
struct Section<const W: usize, V> {
    merger: Merger<W>,
    next: Layer<W, V>,
    is_done: bool,
}

/// What a sweep has done.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SweepFigures {
    /// How many states all layers had together.
    pub(crate) states: u64,
    /// How many states the largest one had, and which step it went through.
    pub(crate) peak: usize,
    pub(crate) peak_at: usize,
    /// How many ways were taken, and states passed on.
    pub(crate) transitions: u64,
    /// How many ways were looked at.
    pub(crate) looks: u64,
    /// The bytes that two layers take, and the most that they took.
    pub(crate) held: usize,
    pub(crate) bytes: usize,
}

impl SweepFigures {
    /// The work so far, in transitions: to look at a way that a state does not allow is a small section of one.
    pub(crate) fn work(&self) -> u64 {
        self.transitions + self.looks / LOOKS_OF_A_TRANSITION
    }

    pub(super) fn report(&self) -> CountedPart {
        let &Self { transitions, states, bytes, .. } = self;
        CountedPart { options: 0, engine: CountEngine::Frontier, nodes: transitions, states, bytes }
    }
}

const LOOKS_OF_A_TRANSITION: u64 = 16;

/// Why a sweep came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SweepHalt {
    /// So much work was allowed.
    Paused,
    Stopped(Stopped),
    Overflow,
}

impl From<Overflow> for SweepHalt {
    fn from(_: Overflow) -> Self {
        Self::Overflow
    }
}

impl From<Stopped> for SweepHalt {
    fn from(why: Stopped) -> Self {
        Self::Stopped(why)
    }
}

impl<const W: usize, V: Clone + Send + Sync> Sweep<W, V> {
    /// Before the first step: nothing is covered.
    pub(super) fn new(one: V) -> Self {
        let (layer, spare) = (Layer::of([0; W], one), Spare::none());
        Self { at: 0, layer, spare, begun: None, figures: SweepFigures::default() }
    }

    pub(super) fn figures(&self) -> SweepFigures {
        self.figures
    }

    /// The step that comes next, or is in work.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// The layer before that step.
    pub(super) fn layer(&self) -> &Layer<W, V> {
        &self.layer
    }

    /// A guess at the work that is left, as if none had been done of a step in work.
    pub(super) fn left(&self, program: &Program<W>) -> f64 {
        let of_a_state = (self.figures.work() + 1) as f64 / (self.figures.states + 1) as f64;
        let left = of_a_state * program.states_left(self.at, self.figures.peak, self.figures.peak_at);
        if program.is_half_done(self.at) { left.min(self.figures.work() as f64) } else { left }
    }

    /// Whether a step is in work.
    pub(super) fn is_within_step(&self) -> bool {
        self.begun.is_some()
    }

    /// The same sweep with other values. Not called within a step.
    pub(super) fn map<N>(self, other: impl FnMut(&V) -> N) -> Sweep<W, N> {
        let layer = self.layer.map(other);
        Sweep { at: self.at, layer, spare: Spare::none(), begun: None, figures: self.figures }
    }

    /// Goes through one step, or continues it, until so much work has been done in all. Returns `false`
    /// behind the last one.
    pub(super) fn step<S: Semiring<Value = V>>(
        &mut self,
        program: &Program<W>,
        semiring: &S,
        until: u64,
        pool: Option<&Pool>,
        limits: &mut Limits<'_>,
    ) -> Result<bool, SweepHalt> {
        let Some(step) = program.steps.get(self.at) else { return Ok(false) };
        let begun = self.begun.get_or_insert_with(|| {
            let states = self.layer.states.len();
            self.figures.states += states as u64;
            if states > self.figures.peak {
                (self.figures.peak, self.figures.peak_at) = (states, self.at);
            }
            Begun { sorted: Vec::new(), at: self.layer.states.place(0), sections: Vec::new() }
        });
        let passage = Passage { program, step, ways: program.ways(step), states: &self.layer.states };
        let fraction = self.at as f64 / program.steps.len() as f64;
        let held = self.layer.bytes();
        while begun.goes_on() {
            let bytes = held + begun.bytes() + self.spare.bytes();
            self.figures.held = bytes;
            self.figures.bytes = self.figures.bytes.max(bytes);
            if bytes > limits.most_bytes() || begun.is_full() {
                return Err(Stopped::Memory.into());
            }
            if self.figures.work() >= until {
                return Err(SweepHalt::Paused);
            }
            let done = if begun.sections.is_empty() {
                StepWork { transitions: 0, looks: begun.prepare(&passage, pool) }
            } else {
                begun.advance(&passage, &self.layer, &self.spare, semiring, pool)?
            };
            self.figures.transitions += done.transitions;
            self.figures.looks += done.looks;
            pay(limits, done.transitions, done.looks, self.figures.transitions, fraction)?;
        }
        let sections = self.begun.take().map_or_else(Vec::new, |begun| begun.sections);
        let next = Layer::concat(sections.into_iter().map(|section| section.next));
        let most = next.states.chunks.len();
        self.spare.keep(std::mem::replace(&mut self.layer, next), most);
        self.at += 1;
        Ok(true)
    }

    /// What the problem is worth. Called behind the last step, where nothing is left to tell states apart.
    pub(super) fn value<S: Semiring<Value = V>>(&self, semiring: &S) -> V {
        debug_assert!(self.layer.states.len() <= 1, "no item is left");
        self.layer.values().next().cloned().unwrap_or_else(|| semiring.zero())
    }
}

/// What was done.
#[derive(Clone, Copy, Default)]
struct StepWork {
    transitions: u64,
    looks: u64,
}

impl StepWork {
    fn plus(self, other: Self) -> Self {
        Self { transitions: self.transitions + other.transitions, looks: self.looks + other.looks }
    }
}

impl<const W: usize, V: Clone + Send + Sync> Begun<W, V> {
    fn goes_on(&self) -> bool {
        self.sections.is_empty() || self.sections.iter().any(|section| !section.is_done)
    }

    fn bytes(&self) -> usize {
        let sorted = self.sorted.capacity() * size_of::<Arrival<W>>();
        let sections = self.sections.iter().map(|section| section.next.bytes() + section.merger.bytes());
        sorted + sections.sum::<usize>()
    }

    /// Whether no further state has a place.
    fn is_full(&self) -> bool {
        self.sections.iter().map(|section| section.next.states.chunks.len()).sum::<usize>() >= MOST_CHUNKS
    }

    /// Looks at states for what has to be sorted; when that is done the sections are made. Returns how many ways were
    /// looked at.
    fn prepare(&mut self, passage: &Passage<'_, W>, pool: Option<&Pool>) -> u64 {
        let LayerSizes { few_states, worth_a_thread, .. } = passage.program.sizes;
        let states = passage.states.len();
        let ways = 0..passage.ways.len();
        let (ordered, unordered): (Vec<usize>, Vec<usize>) =
            ways.partition(|&way| states > few_states && passage.ways[way].keeps_order);
        let mut looks = 0;
        if !unordered.is_empty() {
            for (from, key) in passage.states.from(self.at) {
                if looks >= LOOKS {
                    self.at = from;
                    return looks;
                }
                for &way in &unordered {
                    if let Some(key) = passage.take(way, key) {
                        self.sorted.push(Arrival { key, from, way: narrow(way) });
                    }
                }
                looks += unordered.len() as u64;
            }
        }
        let pool = pool.filter(|_| states > worth_a_thread);
        match pool.filter(|_| self.sorted.len() > worth_a_thread) {
            Some(pool) => pool.sort(&mut self.sorted),
            None => self.sorted.sort_unstable(),
        }
        let streams = passage.streams(ordered, &self.sorted, pool);
        let section = |streams| Section { merger: Merger::new(streams), next: Layer::new(), is_done: false };
        self.sections = streams.into_iter().map(section).collect();
        looks
    }

    /// Goes on with every section if there are threads for it, otherwise with the first that is not done.
    fn advance<S: Semiring<Value = V>>(
        &mut self,
        passage: &Passage<'_, W>,
        layer: &Layer<W, V>,
        spare: &Spare<W, V>,
        semiring: &S,
        pool: Option<&Pool>,
    ) -> Result<StepWork, Overflow> {
        let sorted = &self.sorted;
        if let Some(pool) = pool.filter(|_| self.sections.len() > 1) {
            let sections = self.sections.iter_mut().filter(|section| !section.is_done).collect();
            let done = pool.map(sections, |section: &mut Section<W, V>| {
                section.advance(passage, layer, spare, sorted, semiring, LOOKS_OF_A_PART)
            });
            return done.into_iter().try_fold(StepWork::default(), |sum, done| Ok(sum.plus(done?)));
        }
        let section = self.sections.iter_mut().find(|section| !section.is_done);
        section.map_or(Ok(StepWork::default()), |section| {
            section.advance(passage, layer, spare, sorted, semiring, LOOKS)
        })
    }
}

impl<const W: usize, V: Clone> Section<W, V> {
    fn advance<S: Semiring<Value = V>>(
        &mut self,
        passage: &Passage<'_, W>,
        layer: &Layer<W, V>,
        spare: &Spare<W, V>,
        sorted: &[Arrival<W>],
        semiring: &S,
        most: u64,
    ) -> Result<StepWork, Overflow> {
        let zero = semiring.zero();
        let plus = |sum: &V, Arrival { from, way, .. }: &Arrival<W>| {
            let value = layer.value(*from);
            match passage.ways[wide(*way)].option {
                None => semiring.plus(sum, value),
                Some(option) => semiring.branch(sum, option, value),
            }
        };
        let mut done = StepWork::default();
        while done.looks + done.transitions < most {
            let (mut arrivals, looks) = self.merger.next(passage, sorted);
            done.looks += looks;
            done.transitions += arrivals.len() as u64;
            if arrivals.is_empty() {
                self.is_done = true;
                break;
            }
            // The last state may go on here; the others may need a new piece.
            while let (Some((first, rest)), Some((key, sum))) = (arrivals.split_first(), self.next.last()) {
                if first.key != *key {
                    break;
                }
                *sum = plus(sum, first)?;
                arrivals = rest;
            }
            let (keys, values) = self.next.end(arrivals.len(), passage.program.sizes.chunk, spare);
            for arrival in arrivals {
                if keys.last() == Some(&arrival.key)
                    && let Some(sum) = values.last_mut()
                {
                    *sum = plus(sum, arrival)?;
                } else {
                    keys.push(arrival.key);
                    values.push(plus(&zero, arrival)?);
                }
            }
        }
        Ok(done)
    }
}

/// Pays for transitions, each of which is a node, and asks the question if it is due. It is due after so many looks at
/// states too, of which a step may take many without a transition.
pub(crate) fn pay(
    limits: &mut Limits<'_>,
    paid: u64,
    looks: u64,
    transitions: u64,
    fraction: f64,
) -> Result<(), Stopped> {
    limits.settle_nodes(paid);
    let counters = Counters { nodes: transitions, ..Counters::default() };
    limits.pass(paid + looks, &Underway { counters, fraction })?;
    if limits.nodes_left() == 0 { Err(Stopped::Nodes) } else { Ok(()) }
}
