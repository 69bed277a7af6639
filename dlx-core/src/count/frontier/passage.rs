//! One step of a layer: the states that each way leads to, and the division of the result into consecutive
//! sections.

use std::iter::once;
use std::ops::Range;

use super::layer::{BATCH, StateIndex, States};
use super::lookahead::{DeadEnd, DeadEnds, is_lost};
use super::steps::{BitMove, FrontierStep, OwnBit, Program, StateKey, StateWay};
use super::stream::{Arrival, Stream, WeighedStream};
use super::symmetry::Swap;
use crate::parallel::pool::Pool;
use crate::problem::ids::{narrow, wide};

/// Sections for each thread, as sections do not turn out equally large.
const PARTS_OF_A_THREAD: usize = 2;
/// Number of states that are sampled for each section, to make the sections about equally large.
const TRIED_STATES: usize = 24;

/// One step, with the layer that it is applied to.
pub(super) struct Passage<'p, const W: usize> {
    pub(super) program: &'p Program<W>,
    pub(super) step: &'p FrontierStep,
    pub(super) ways: &'p [StateWay<W>],
    pub(super) own_of_next: Option<OwnBit>,
    pub(super) dead_ends: &'p DeadEnds<W>,
    /// If there are any, the layer is not taken through the step, but its states are merged by them.
    pub(super) swaps: &'p [Swap<W>],
    pub(super) states: &'p States<W>,
}

impl<const W: usize> Passage<'_, W> {
    /// Adds the states that a way produces from the next states, until the batch is full or `end` is reached.
    /// Returns true if `end` is reached.
    pub(super) fn follow(
        &self,
        (way, of_open): (u32, bool),
        at: &mut StateIndex,
        end: StateIndex,
        batch: &mut Vec<Arrival<W>>,
        looks: &mut u64,
    ) -> bool {
        let own = &self.ways[wide(way)];
        let (fields, moves) = (self.program.fields(own), self.program.moves(self.step));
        while *at < end && batch.len() < BATCH {
            let keys = &self.states.chunks[at.chunk()];
            let open = of_open.then(|| self.states.open(at.chunk()));
            let count = open.map_or(keys.len(), <[u16]>::len);
            let stop = if at.chunk() == end.chunk() { end.at() } else { count };
            let range = at.at()..stop.min(at.at() + BATCH - batch.len());
            let (looked, next) = (range.len(), range.end);
            let dead_ends = self.dead_ends.of_way(wide(way));
            let source = Source { keys, open, range, dead_ends, chunk: *at, way };
            // The first two loops handle nearly all states, the third one handles the others.
            match (fields, moves) {
                ([], &[BitMove { from: 0, to: 0, mask, turn }]) if W == 1 => {
                    let after =
                        |key: &StateKey<W>| key.map(|word| (word & mask).rotate_left(turn) | own.set[0]);
                    let allows = |key: &StateKey<W>| own.has_bits(key);
                    source.follow(allows, after, batch);
                }
                ([], _) => {
                    let after = |key: &StateKey<W>| own.after(&[], moves, key);
                    let allows = |key: &StateKey<W>| own.has_bits(key);
                    source.follow(allows, after, batch);
                }
                _ => {
                    let allows =
                        |key: &StateKey<W>| own.has_bits(key) && fields.iter().all(|field| field.allows(key));
                    let after = |key: &StateKey<W>| own.after(fields, moves, key);
                    source.follow(allows, after, batch);
                }
            }
            *looks += looked as u64;
            *at = if next == count {
                StateIndex::new(at.chunk() + 1, 0)
            } else {
                StateIndex::new(at.chunk(), next)
            };
        }
        *at >= end
    }

    /// Returns the state that a way leads to, if the way is allowed. It may be a dead end.
    pub(super) fn take(&self, way: usize, key: &StateKey<W>) -> Option<StateKey<W>> {
        let way = &self.ways[way];
        self.program.allows(way, key).then(|| self.program.after(self.step, way, key))
    }

    /// Returns the streams of each section of the states that the step produces. There are several sections
    /// of about the same size for each thread of a pool, and one without a pool. The arrivals of each run are
    /// sorted.
    pub(super) fn streams(
        &self,
        ordered: Vec<usize>,
        sorted: &[Arrival<W>],
        runs: &[Range<usize>],
        pool: Option<&Pool>,
    ) -> Vec<Vec<WeighedStream>> {
        let end = self.states.len();
        let sections = pool.map_or(1, |pool| PARTS_OF_A_THREAD * pool.thread_count());
        let stride = end / (TRIED_STATES * sections) + 1;
        let try_some = |way| self.try_some(way, stride);
        let tried: Vec<Tried<W>> = match pool {
            Some(pool) => pool.map(ordered, try_some),
            None => ordered.into_iter().map(try_some).collect(),
        };
        let sorted_keys = sorted.iter().step_by(stride).map(|arrival| arrival.key);
        let bounds = match sections {
            1 => Vec::new(),
            _ => bounds(sorted_keys.chain(tried.iter().flat_map(Tried::keys)).collect(), sections),
        };
        let cut = |tried: &Tried<W>| -> Vec<StateIndex> {
            let cuts = bounds.iter().map(|bound| self.first_that_leads_to(tried, bound));
            let places = once(0).chain(cuts).chain(once(end)).map(|number| self.states.place(number));
            places.map(|place| if tried.of_open { self.states.open_from(place) } else { place }).collect()
        };
        let cuts: Vec<Vec<StateIndex>> = match pool {
            Some(pool) => pool.map(tried.iter().collect(), cut),
            None => tried.iter().map(cut).collect(),
        };
        let cuts_of_run = |run: &Range<usize>| -> Vec<usize> {
            let arrivals = &sorted[run.clone()];
            let cuts = bounds.iter().map(|bound| arrivals.partition_point(|arrival| arrival.key < *bound));
            once(0).chain(cuts).chain(once(run.len())).map(|cut| run.start + cut).collect()
        };
        let cuts_of_runs: Vec<Vec<usize>> = runs.iter().map(cuts_of_run).collect();
        (0..=bounds.len())
            .map(|section| {
                let ways = tried.iter().zip(&cuts).map(|(tried, cuts)| WeighedStream {
                    stream: Stream::StateWay {
                        way: narrow(tried.way),
                        of_open: tried.of_open,
                        at: cuts[section],
                        end: cuts[section + 1],
                    },
                    weight: tried.led_to.len(),
                });
                let sorted = cuts_of_runs.iter().map(|cuts| {
                    let (at, end) = (cuts[section], cuts[section + 1]);
                    WeighedStream { stream: Stream::Sorted { at, end }, weight: (end - at) / stride }
                });
                ways.chain(sorted).collect()
            })
            .collect()
    }

    /// Returns the states that a way leads to from one state in every `stride`.
    fn try_some(&self, way: usize, stride: usize) -> Tried<W> {
        let numbers = (0..self.states.len()).step_by(stride);
        let led_to = numbers.filter_map(|number| Some((self.take(way, self.states.at(number))?, number)));
        let of_open = self.step.own.is_some() && self.ways[way].option.is_some();
        Tried { way, of_open, led_to: led_to.collect() }
    }

    /// Returns the first number from which on the states lead to `least` or a greater state by a way that
    /// keeps the order.
    fn first_that_leads_to(&self, tried: &Tried<W>, least: &StateKey<W>) -> usize {
        // Where the way is not allowed in a state, the next state in which it is allowed decides. That one
        // may be far away, so the sampled states narrow the range first.
        let own = &self.ways[tried.way];
        let next = tried.led_to.partition_point(|(key, _)| key < least);
        let mut low = next.checked_sub(1).map_or(0, |before| tried.led_to[before].1 + 1);
        let mut high = tried.led_to.get(next).map_or(self.states.len(), |&(_, number)| number);
        while low < high {
            let middle = low + (high - low) / 2;
            let find = |key: &StateKey<W>| self.take(tried.way, key);
            match self.states.find_map(middle..high, tried.of_open, |key| own.has_bits(key), find) {
                Some((number, key)) if key < *least => low = number + 1,
                _ => high = middle,
            }
        }
        low
    }
}

/// The states that an order-preserving way leads to from some states, with the numbers of these.
struct Tried<const W: usize> {
    way: usize,
    /// True if the way is allowed in open states alone.
    of_open: bool,
    led_to: Vec<(StateKey<W>, usize)>,
}

impl<const W: usize> Tried<W> {
    fn keys(&self) -> impl Iterator<Item = StateKey<W>> + '_ {
        self.led_to.iter().map(|&(key, _)| key)
    }
}

/// Returns at most `sections - 1` states that divide the result of a step into sections of about the same
/// size, chosen from a sample of its states.
fn bounds<const W: usize>(mut keys: Vec<StateKey<W>>, sections: usize) -> Vec<StateKey<W>> {
    keys.sort_unstable();
    let mut bounds: Vec<StateKey<W>> =
        (1..sections).filter_map(|section| keys.get(section * keys.len() / sections).copied()).collect();
    bounds.dedup();
    bounds
}

/// At most [`BATCH`] states of a chunk, to which a way is applied.
struct Source<'s, const W: usize> {
    keys: &'s [StateKey<W>],
    /// The positions of the open states, if the way is of these alone.
    open: Option<&'s [u16]>,
    /// The states: positions, or numbers of open states.
    range: Range<usize>,
    dead_ends: &'s [DeadEnd<W>],
    /// Any index in the chunk.
    chunk: StateIndex,
    way: u32,
}

impl<const W: usize> Source<'_, W> {
    /// Adds the results of the way for the states in which it is allowed. These are found first and
    /// transformed second, because a branch on whether a way is allowed would be unpredictable.
    #[inline(always)]
    fn follow(
        self,
        allows: impl Fn(&StateKey<W>) -> bool,
        after: impl Fn(&StateKey<W>) -> StateKey<W>,
        batch: &mut Vec<Arrival<W>>,
    ) {
        let (mut allowed, mut count) = ([0_u16; BATCH], 0);
        if let Some(open) = self.open {
            for &at in &open[self.range] {
                allowed[count & (BATCH - 1)] = at;
                count += usize::from(allows(&self.keys[usize::from(at)]));
            }
        } else if let Ok(mut at) = u16::try_from(self.range.start) {
            for key in &self.keys[self.range] {
                allowed[count & (BATCH - 1)] = at;
                count += usize::from(allows(key));
                at = at.wrapping_add(1);
            }
        }
        if !self.dead_ends.is_empty() {
            let mut kept = 0;
            for number in 0..count {
                let at = allowed[number];
                allowed[kept] = at;
                kept += usize::from(!is_lost(self.dead_ends, &after(&self.keys[usize::from(at)])));
            }
            count = kept;
        }
        batch.extend(allowed[..count].iter().map(|&at| Arrival {
            key: after(&self.keys[usize::from(at)]),
            from: self.chunk.in_chunk(at),
            way: self.way,
        }));
    }
}
