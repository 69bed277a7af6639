//! Sweeps from layer to layer: every state goes through a step, and equal results are merged into one state.

use std::ops::Range;

use super::join::{Kept, KeptStates};
use super::layer::{Layer, MOST_CHUNKS, Spare, StateIndex};
use super::lookahead::DeadEnds;
use super::merge::Merger;
use super::passage::Passage;
use super::steps::{FrontierStep, LayerSizes, Program, StateKey, StateWay};
use super::stream::Arrival;
use super::symmetry::{self, Swap, least};
use crate::control::counters::Counters;
use crate::control::limits::{Limits, Stopped, Underway};
use crate::count::number::Overflow;
use crate::count::report::{CountEngine, CountedPart};
use crate::count::semiring::Semiring;
use crate::parallel::pool::Pool;
use crate::problem::ids::{narrow, wide};

/// Number of checks of a way in a state, for each section, between two checks of the limits and the memory.
const LOOKS: u64 = 1 << 15;
/// The same for sections that several threads work on, before the threads wait for one another.
const LOOKS_OF_A_PART: u64 = 4 * LOOKS;

/// A layer on its way through the steps of a program.
#[derive(Debug)]
pub(super) struct Sweep<const W: usize, V> {
    /// The step that comes next or is in progress.
    at: usize,
    layer: Layer<W, V>,
    /// The layers of the subtrees before the present one, which are still to be joined.
    kept: Vec<Layer<W, V>>,
    spare: Spare<W, V>,
    begun: Option<Begun<W, V>>,
    /// Of the step in progress.
    dead_ends: DeadEnds<W>,
    /// If not empty, the states of the layer are being merged by these symmetries before the step.
    swaps: Vec<Swap<W>>,
    /// True if they have been merged before the step.
    is_merged: bool,
    /// `None` if no symmetries are looked for.
    search: Option<SymmetrySearch>,
    figures: SweepFigures,
}

/// A step in progress.
#[derive(Debug)]
struct Begun<const W: usize, V> {
    /// The states produced by ways that do not keep the order, and those that symmetries merge.
    sorted: Vec<Arrival<W>>,
    /// The parts of `sorted` that are sorted.
    runs: Vec<Range<usize>>,
    /// The states before this index have been checked for them.
    at: StateIndex,
    /// The states of the kept layer, if the step joins it.
    kept: Option<KeptStates<W>>,
    /// Empty until all states have been checked.
    sections: Vec<Section<W, V>>,
}

/// Part of the states that a step produces: an interval in their order.
#[derive(Debug)]
struct Section<const W: usize, V> {
    merger: Merger<W>,
    next: Layer<W, V>,
    is_done: bool,
}

/// When symmetries are looked for.
#[derive(Debug)]
struct SymmetrySearch {
    /// By option.
    weights: Vec<u64>,
    /// The work of the sweep at the last search.
    since: u64,
    /// The work until the next one is this many times that of a search.
    wait: u64,
}

/// The work before the first search, relative to that of the search; and before the next one, when a search has found
/// symmetries that merge states.
const FIRST_WAIT: u64 = 1 << 5;
const WORTHWHILE: u64 = 1;
/// Number of states of a layer that are sampled to estimate how many symmetries merge.
const SAMPLED: usize = 1 << 8;
/// The number of states that symmetries must merge into one on average.
const LEAST_MERGED: usize = 4;
/// Number of times that all exchanges are expected to be tried on a state, so that some states take about as long as
/// the checks of ways between two checks of the limits.
const EXPECTED_ROUNDS: u64 = 4;
/// Least number of arrivals that are sorted at once, which takes a millisecond.
const SORTED_AT_ONCE: usize = 1 << 14;
/// In place of a way: a state is merged with one that has the same completions.
const MERGED: u32 = u32::MAX;

/// The measurements of a sweep.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SweepFigures {
    /// Number of states of all layers together.
    pub(crate) states: u64,
    /// Number of states of the largest layer, and the step that followed it.
    pub(crate) peak: usize,
    pub(crate) peak_at: usize,
    /// Number of transitions: ways that were taken in a state.
    pub(crate) transitions: u64,
    /// Number of times a way was checked in a state.
    pub(crate) looks: u64,
    /// The work of finding symmetries, and of merging states by them, in looks.
    merging: u64,
    /// Present and greatest size of the layers, in bytes.
    pub(crate) held: usize,
    pub(crate) bytes: usize,
}

impl SweepFigures {
    /// Returns the work so far, in transitions. A check of a way that a state does not allow is a small part
    /// of one.
    pub(crate) fn work(&self) -> u64 {
        self.transitions + (self.looks + self.merging) / LOOKS_OF_A_TRANSITION
    }

    /// Returns the mean work that the steps have taken for a state. Merging by symmetries is no part of it, as its end
    /// shows how many states are left.
    fn work_of_a_state(&self) -> f64 {
        (self.transitions + self.looks / LOOKS_OF_A_TRANSITION + 1) as f64 / (self.states + 1) as f64
    }

    pub(super) fn report(&self) -> CountedPart {
        let &Self { transitions, states, bytes, .. } = self;
        CountedPart {
            options: 0,
            engine: CountEngine::Frontier,
            symmetries: 1,
            nodes: transitions,
            states,
            bytes,
        }
    }
}

const LOOKS_OF_A_TRANSITION: u64 = 16;

/// The reason why a sweep returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SweepHalt {
    /// The allowed work is done.
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
    /// Returns a sweep before the first step, with nothing covered.
    pub(super) fn new(one: V) -> Self {
        let (layer, spare) = (Layer::of([0; W], one), Spare::none());
        Self {
            at: 0,
            layer,
            kept: Vec::new(),
            spare,
            begun: None,
            dead_ends: DeadEnds::default(),
            swaps: Vec::new(),
            is_merged: false,
            search: None,
            figures: SweepFigures::default(),
        }
    }

    /// Lets the sweep merge states by symmetries. The value of an option must depend on `weights` alone: option
    /// `o` counts as `weights[o]` options, or as 1 if `weights` is empty.
    pub(super) fn merge_by_symmetries(self, weights: Vec<u64>) -> Self {
        Self { search: Some(SymmetrySearch { weights, since: 0, wait: FIRST_WAIT }), ..self }
    }

    pub(super) fn figures(&self) -> SweepFigures {
        self.figures
    }

    /// Returns the step that comes next or is in progress.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Returns the layer before that step.
    pub(super) fn layer(&self) -> &Layer<W, V> {
        &self.layer
    }

    /// Returns the layers that are in memory between two steps. The states of different ones are independent.
    pub(super) fn layers(&self) -> impl Iterator<Item = &Layer<W, V>> {
        self.kept.iter().chain([&self.layer])
    }

    /// Returns the layer that the next step joins with the present one, if it joins any.
    pub(super) fn to_join(&self, step: &FrontierStep) -> Option<&Layer<W, V>> {
        step.kept.as_ref().and(self.kept.last())
    }

    /// Estimates the work that is left, including all of a step in progress.
    pub(super) fn left(&self, program: &Program<W>) -> f64 {
        let left = self.figures.work_of_a_state()
            * program.states_left(self.at, self.figures.peak, self.figures.peak_at);
        if program.is_half_done(self.at) { left.min(self.figures.work() as f64) } else { left }
    }

    /// Returns true if the last search for symmetries found some that merge states.
    pub(super) fn has_merged_by_symmetries(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.wait == WORTHWHILE)
    }

    /// Returns true if a step is in progress.
    pub(super) fn is_within_step(&self) -> bool {
        self.begun.is_some()
    }

    /// Returns the same sweep with other values. Must not be called within a step.
    pub(super) fn map<N>(self, mut other: impl FnMut(&V) -> N) -> Sweep<W, N> {
        let layer = self.layer.map(&mut other);
        let kept = self.kept.into_iter().map(|layer| layer.map(&mut other)).collect();
        Sweep {
            at: self.at,
            layer,
            kept,
            spare: Spare::none(),
            begun: None,
            dead_ends: self.dead_ends,
            swaps: self.swaps,
            is_merged: self.is_merged,
            search: self.search,
            figures: self.figures,
        }
    }

    /// Goes through one step, or continues it, until the total work reaches `until`. Returns `false` after
    /// the last step.
    pub(super) fn step<S: Semiring<Value = V>>(
        &mut self,
        program: &Program<W>,
        semiring: &S,
        until: u64,
        pool: Option<&Pool>,
        limits: &mut Limits<'_>,
    ) -> Result<bool, SweepHalt> {
        let Some(step) = program.steps.get(self.at) else { return Ok(false) };
        let held = self.layers().map(Layer::bytes).sum::<usize>();
        if self.begun.is_none() {
            self.look_for_swaps(program);
        }
        let is_merging = !self.swaps.is_empty();
        let begun = self.begun.get_or_insert_with(|| {
            let states = self.layer.states.len();
            self.figures.states += states as u64;
            if states > self.figures.peak {
                (self.figures.peak, self.figures.peak_at) = (states, self.at);
            }
            self.dead_ends = program.dead_ends(self.at, states);
            Begun {
                sorted: Vec::new(),
                runs: Vec::new(),
                at: self.layer.states.place(0),
                kept: None,
                sections: Vec::new(),
            }
        });
        let passage = Passage {
            program,
            step,
            ways: program.ways(step),
            own_of_next: program.own(if is_merging { self.at } else { self.at + 1 }),
            dead_ends: &self.dead_ends,
            swaps: &self.swaps,
            states: &self.layer.states,
        };
        let fraction = self.at as f64 / program.steps.len() as f64;
        let layer = self.kept.last().zip(step.kept.clone());
        let kept = layer.map(|(layer, moves)| Kept { layer, moves: &program.moves[moves] });
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
                let looks = begun.prepare(&passage, kept.as_ref(), pool);
                let sum = if is_merging { &mut self.figures.merging } else { &mut self.figures.looks };
                *sum += looks;
                StepWork { transitions: 0, looks }
            } else {
                let done =
                    begun.advance(&passage, (&self.layer, kept.as_ref()), &self.spare, semiring, pool)?;
                self.figures.transitions += done.transitions;
                self.figures.looks += done.looks;
                done
            };
            pay(limits, done.transitions, done.looks, self.figures.transitions, fraction)?;
        }
        let sections = self.begun.take().map_or_else(Vec::new, |begun| begun.sections);
        let next = Layer::concat(sections.into_iter().map(|section| section.next));
        let most = next.states.chunks.len();
        self.spare.keep(std::mem::replace(&mut self.layer, next), most);
        self.swaps.clear();
        self.is_merged = is_merging;
        if step.kept.is_some() {
            self.kept.pop();
        }
        self.at += usize::from(!is_merging);
        if !is_merging && program.steps.get(self.at).is_some_and(|next| next.begins_subtree) {
            let empty = Layer::of([0; W], semiring.one());
            self.kept.push(std::mem::replace(&mut self.layer, empty));
        }
        Ok(true)
    }

    /// Looks for symmetries by which to merge the states of the layer, if that may be worth it: if the states
    /// are many, the search costs little compared to the work since the last one, and at most one in
    /// [`LEAST_MERGED`] states is the least of those that are merged with it.
    fn look_for_swaps(&mut self, program: &Program<W>) {
        let (work, states) = (self.figures.work(), &self.layer.states);
        let Some(search) = self.search.as_mut().filter(|_| !self.is_merged) else { return };
        let Some(before) = self.at.checked_sub(1).map(|before| &program.steps[before]) else { return };
        let is_within_rank = program.steps[self.at].rank == before.rank;
        if is_within_rank || states.len() <= program.sizes.worth_merging {
            return;
        }
        let cost = symmetry::work(program, before.rank);
        if cost.saturating_mul(search.wait.min(program.sizes.longest_wait)) > work - search.since {
            return;
        }
        self.figures.merging += cost.saturating_mul(LOOKS_OF_A_TRANSITION);
        search.since = self.figures.work();
        let swaps = program.swaps(before.rank, &search.weights);
        let stride = states.len() / SAMPLED + 1;
        let sampled = (0..states.len()).step_by(stride).map(|number| states.at(number));
        let (all, kept) = sampled
            .fold((0, 0), |(all, kept), key| (all + 1, kept + usize::from(least(&swaps, key).0 == *key)));
        if kept * LEAST_MERGED <= all {
            // Later searches are likely to be worth their time, too.
            search.wait = WORTHWHILE;
            self.swaps = swaps;
        } else {
            search.wait = search.wait.saturating_mul(4);
        }
    }

    /// Returns the value of the problem. Called after the last step, when all states are equal.
    pub(super) fn value<S: Semiring<Value = V>>(&self, semiring: &S) -> V {
        debug_assert!(self.layer.states.len() <= 1, "no item is left");
        self.layer.values().next().cloned().unwrap_or_else(|| semiring.zero())
    }
}

/// The work of one call.
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
        sorted + sections.sum::<usize>() + self.kept.as_ref().map_or(0, KeptStates::bytes)
    }

    /// Returns true if no further state has an index.
    fn is_full(&self) -> bool {
        self.sections.iter().map(|section| section.next.states.chunks.len()).sum::<usize>() >= MOST_CHUNKS
    }

    /// Checks states for the ways that do not keep the order, or joins them with those of the kept layer; when all are
    /// checked, creates the sections. Returns the number of checks.
    fn prepare(
        &mut self,
        passage: &Passage<'_, W>,
        kept: Option<&Kept<'_, W, V>>,
        pool: Option<&Pool>,
    ) -> u64 {
        let LayerSizes { few_states, worth_a_thread, .. } = passage.program.sizes;
        let states = passage.states.len();
        let ways = 0..if passage.swaps.is_empty() { passage.ways.len() } else { 0 };
        let (ordered, unordered): (Vec<usize>, Vec<usize>) =
            ways.partition(|&way| states > few_states && passage.ways[way].keeps_order);
        let mut looks = 0;
        if let Some(kept) = kept {
            let moves = passage.program.moves(passage.step);
            let kept = self.kept.get_or_insert_with(|| KeptStates::of(kept, moves));
            (looks, self.at) = kept.join_some(passage.states, self.at, moves, LOOKS, &mut self.sorted);
            if self.at < passage.states.place(states) {
                self.sort(SORTED_AT_ONCE, pool);
                return looks;
            }
        } else if !passage.swaps.is_empty() {
            looks = self.merge_some(passage, pool);
            if self.at < passage.states.place(states) {
                self.sort(SORTED_AT_ONCE, pool);
                return looks;
            }
        } else if !unordered.is_empty() {
            for (from, key) in passage.states.from(self.at) {
                if looks >= LOOKS {
                    self.at = from;
                    self.sort(SORTED_AT_ONCE, pool);
                    return looks;
                }
                for &way in &unordered {
                    if let Some(key) = passage.take(way, key)
                        && !passage.dead_ends.contain(way, &key)
                    {
                        self.sorted.push(Arrival { key, from, way: narrow(way) });
                    }
                }
                looks += unordered.len() as u64;
            }
        }
        let pool = pool.filter(|_| states > worth_a_thread);
        self.sort(1, pool.filter(|_| self.sorted.len() > worth_a_thread));
        let streams = passage.streams(ordered, &self.sorted, &self.runs, pool);
        let section = |streams| Section { merger: Merger::new(streams), next: Layer::new(), is_done: false };
        self.sections = streams.into_iter().map(section).collect();
        looks
    }

    /// Sorts the arrivals that are in no run yet and makes them one, if there are at least so many.
    fn sort(&mut self, least: usize, pool: Option<&Pool>) {
        let begin = self.runs.last().map_or(0, |run| run.end);
        let end = self.sorted.len();
        if end - begin < least {
            return;
        }
        match pool {
            Some(pool) => pool.sort(&mut self.sorted[begin..]),
            None => self.sorted[begin..].sort_unstable(),
        }
        self.runs.push(begin..end);
    }

    /// Finds the least states for the next ones of the layer. Returns the work of the exchanges that were tried, in
    /// looks.
    fn merge_some(&mut self, passage: &Passage<'_, W>, pool: Option<&Pool>) -> u64 {
        let swaps = passage.swaps;
        let looks_of_a_round: u64 = swaps.iter().map(Swap::looks).sum();
        let (looks, threads) = pool.map_or((LOOKS, 1), |pool| (LOOKS_OF_A_PART, pool.thread_count()));
        let of_a_part = looks / (looks_of_a_round * EXPECTED_ROUNDS) + 1;
        let of_a_part = usize::try_from(of_a_part).unwrap_or(usize::MAX);
        let mut states = passage.states.from(self.at);
        let some: Vec<(StateIndex, &StateKey<W>)> = states.by_ref().take(threads * of_a_part).collect();
        self.at = states.next().map_or(passage.states.place(passage.states.len()), |(at, _)| at);
        let merge = |part: &[(StateIndex, &StateKey<W>)]| -> (Vec<Arrival<W>>, u64) {
            let mut rounds = 0;
            let arrival = |&(from, key)| {
                let (key, tried) = least(swaps, key);
                rounds += tried;
                Arrival { key, from, way: MERGED }
            };
            (part.iter().map(arrival).collect(), rounds)
        };
        let parts = some.chunks(of_a_part);
        let merged = match pool {
            Some(pool) => pool.map(parts.collect(), merge),
            None => parts.map(merge).collect(),
        };
        let rounds: u64 = merged.iter().map(|(_, rounds)| rounds).sum();
        self.sorted.extend(merged.into_iter().flat_map(|(arrivals, _)| arrivals));
        rounds * looks_of_a_round
    }

    /// Advances every section if there are threads, otherwise the first that is not done.
    fn advance<S: Semiring<Value = V>>(
        &mut self,
        passage: &Passage<'_, W>,
        layers: (&Layer<W, V>, Option<&Kept<'_, W, V>>),
        spare: &Spare<W, V>,
        semiring: &S,
        pool: Option<&Pool>,
    ) -> Result<StepWork, Overflow> {
        let sorted = &self.sorted;
        if let Some(pool) = pool.filter(|_| self.sections.len() > 1) {
            let sections = self.sections.iter_mut().filter(|section| !section.is_done).collect();
            let done = pool.map(sections, |section: &mut Section<W, V>| {
                section.advance(passage, layers, spare, sorted, semiring, LOOKS_OF_A_PART)
            });
            return done.into_iter().try_fold(StepWork::default(), |sum, done| Ok(sum.plus(done?)));
        }
        let section = self.sections.iter_mut().find(|section| !section.is_done);
        section.map_or(Ok(StepWork::default()), |section| {
            section.advance(passage, layers, spare, sorted, semiring, LOOKS)
        })
    }
}

impl<const W: usize, V: Clone> Section<W, V> {
    fn advance<S: Semiring<Value = V>>(
        &mut self,
        passage: &Passage<'_, W>,
        (layer, kept): (&Layer<W, V>, Option<&Kept<'_, W, V>>),
        spare: &Spare<W, V>,
        sorted: &[Arrival<W>],
        semiring: &S,
        most: u64,
    ) -> Result<StepWork, Overflow> {
        let zero = semiring.zero();
        let sums = Sums { ways: passage.ways, layer, kept, semiring };
        let mut done = StepWork::default();
        while done.looks + done.transitions < most {
            let (mut arrivals, looks) = self.merger.next(passage, sorted);
            done.looks += looks;
            done.transitions += arrivals.len() as u64;
            if arrivals.is_empty() {
                self.is_done = true;
                break;
            }
            // The last state may be continued here; the others may need a new chunk.
            while let (Some((first, rest)), Some((key, sum))) = (arrivals.split_first(), self.next.last()) {
                if first.key != *key {
                    break;
                }
                *sum = sums.plus(sum, first)?;
                arrivals = rest;
            }
            let mut end = self.next.end(arrivals.len(), passage.program.sizes.chunk, spare);
            let begin = end.keys.len();
            for arrival in arrivals {
                if end.keys.last() == Some(&arrival.key)
                    && let Some(sum) = end.values.last_mut()
                {
                    *sum = sums.plus(sum, arrival)?;
                } else {
                    end.keys.push(arrival.key);
                    end.values.push(sums.plus(&zero, arrival)?);
                }
            }
            end.list_open(begin, passage.own_of_next);
        }
        Ok(done)
    }
}

/// What the values of the next layer are computed from.
struct Sums<'s, const W: usize, V, S> {
    ways: &'s [StateWay<W>],
    layer: &'s Layer<W, V>,
    kept: Option<&'s Kept<'s, W, V>>,
    semiring: &'s S,
}

impl<const W: usize, V: Clone, S: Semiring<Value = V>> Sums<'_, W, V, S> {
    /// Returns the sum with the value of an arrival.
    #[inline(always)]
    fn plus(&self, sum: &V, &Arrival { from, way, .. }: &Arrival<W>) -> Result<V, Overflow> {
        let value = self.layer.value(from);
        match self.ways.get(wide(way)).and_then(|way| way.option) {
            None => match self.kept {
                None => self.semiring.plus(sum, value),
                Some(kept) => self.plus_joined(sum, value, kept, way),
            },
            Some(option) => self.semiring.branch(sum, option, value),
        }
    }

    /// Returns the sum with the product of a value and that of a state of the kept layer. Not inlined, so that the loop of
    /// all other steps is short.
    #[inline(never)]
    fn plus_joined(&self, sum: &V, value: &V, kept: &Kept<'_, W, V>, state: u32) -> Result<V, Overflow> {
        let other = kept.layer.value(StateIndex::of_number(state));
        self.semiring.plus(sum, &self.semiring.times(value, other)?)
    }
}

/// Charges transitions to the limits, each as a node, and checks the limits if a check is due. Checks of ways
/// count as well, as a step may do many of them without a transition.
pub(crate) fn pay(
    limits: &mut Limits<'_>,
    paid: u64,
    looks: u64,
    transitions: u64,
    fraction: f64,
) -> Result<(), Stopped> {
    limits.settle_nodes(paid);
    let counters = Counters { nodes: transitions, ..Counters::default() };
    limits.pass(paid + looks, &Underway::of(counters, fraction))?;
    if limits.nodes_left() == 0 { Err(Stopped::Nodes) } else { Ok(()) }
}
