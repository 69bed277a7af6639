//! One step of a layer: the states that each way leads to, and the division of the result into consecutive
//! sections.

use std::iter::once;

use super::layer::{BATCH, StateIndex, States};
use super::steps::{BitMove, FrontierStep, Program, StateKey, StateWay};
use super::stream::{Arrival, Stream};
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
    pub(super) states: &'p States<W>,
}

impl<const W: usize> Passage<'_, W> {
    /// Adds the states that a way produces from the next states, until the batch is full or `end` is reached.
    /// Returns true if `end` is reached.
    pub(super) fn follow(
        &self,
        way: u32,
        at: &mut StateIndex,
        end: StateIndex,
        batch: &mut Vec<Arrival<W>>,
        looks: &mut u64,
    ) -> bool {
        let own = &self.ways[wide(way)];
        let (fields, moves) = (self.program.fields(own), self.program.moves(self.step));
        while *at < end && batch.len() < BATCH {
            let keys = &self.states.chunks[at.chunk()];
            let stop = if at.chunk() == end.chunk() { end.at() } else { keys.len() };
            let keys = &keys[at.at()..stop.min(at.at() + BATCH - batch.len())];
            let from = *at;
            // The first two loops handle nearly all states, the third one handles the others.
            match (fields, moves) {
                ([], &[BitMove { from: 0, to: 0, mask, turn }]) if W == 1 => {
                    let after =
                        |key: &StateKey<W>| key.map(|word| (word & mask).rotate_left(turn) | own.set[0]);
                    follow(keys, |key| own.has_bits(key), after, from, way, batch);
                }
                ([], _) => {
                    let after = |key: &StateKey<W>| own.after(&[], moves, key);
                    follow(keys, |key| own.has_bits(key), after, from, way, batch);
                }
                _ => {
                    let allows =
                        |key: &StateKey<W>| own.has_bits(key) && fields.iter().all(|field| field.allows(key));
                    follow(keys, allows, |key| own.after(fields, moves, key), from, way, batch);
                }
            }
            *looks += keys.len() as u64;
            *at = self.states.behind(from, keys.len());
        }
        *at >= end
    }

    pub(super) fn take(&self, way: usize, key: &StateKey<W>) -> Option<StateKey<W>> {
        let way = &self.ways[way];
        self.program.allows(way, key).then(|| self.program.after(self.step, way, key))
    }

    /// Returns the streams of each section of the states that the step produces. There are several sections
    /// of about the same size for each thread of a pool, and one without a pool.
    pub(super) fn streams(
        &self,
        ordered: Vec<usize>,
        sorted: &[Arrival<W>],
        pool: Option<&Pool>,
    ) -> Vec<Vec<Stream>> {
        let end = self.states.len();
        let Some(pool) = pool else {
            let all = self.states.place(0)..self.states.place(end);
            let ways = ordered.into_iter().map(|way| Stream::StateWay {
                way: narrow(way),
                at: all.start,
                end: all.end,
            });
            let sorted = (!sorted.is_empty()).then_some(Stream::Sorted { at: 0, end: sorted.len() });
            return vec![ways.chain(sorted).collect()];
        };
        let sections = PARTS_OF_A_THREAD * pool.thread_count();
        let stride = end / (TRIED_STATES * sections) + 1;
        let tried = pool.map(ordered, |way| self.try_some(way, stride));
        let sorted_keys = sorted.iter().step_by(stride).map(|arrival| arrival.key);
        let bounds = bounds(sorted_keys.chain(tried.iter().flat_map(Tried::keys)).collect(), sections);
        let cuts: Vec<Vec<StateIndex>> = pool.map(tried.iter().collect(), |tried: &Tried<W>| {
            let cuts = bounds.iter().map(|bound| self.first_that_leads_to(tried, bound));
            once(0).chain(cuts).chain(once(end)).map(|number| self.states.place(number)).collect()
        });
        let cuts_of_sorted: Vec<usize> = once(0)
            .chain(bounds.iter().map(|bound| sorted.partition_point(|arrival| arrival.key < *bound)))
            .chain(once(sorted.len()))
            .collect();
        (0..=bounds.len())
            .map(|section| {
                let ways = tried.iter().zip(&cuts).map(|(tried, cuts)| Stream::StateWay {
                    way: narrow(tried.way),
                    at: cuts[section],
                    end: cuts[section + 1],
                });
                let (at, end) = (cuts_of_sorted[section], cuts_of_sorted[section + 1]);
                let sorted = (at < end).then_some(Stream::Sorted { at, end });
                ways.chain(sorted).collect()
            })
            .collect()
    }

    /// Returns the states that a way leads to from one state in every `stride`.
    fn try_some(&self, way: usize, stride: usize) -> Tried<W> {
        let numbers = (0..self.states.len()).step_by(stride);
        let led_to = numbers.filter_map(|number| Some((self.take(way, self.states.at(number))?, number)));
        Tried { way, led_to: led_to.collect() }
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
            match self.states.find_map(middle..high, |key| own.has_bits(key), |key| self.take(tried.way, key))
            {
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

/// Adds the results of a way for those of at most [`BATCH`] states in which it is allowed. The allowed states
/// are found first and transformed second, because a branch on whether a way is allowed would be
/// unpredictable.
#[inline(always)]
fn follow<const W: usize>(
    keys: &[StateKey<W>],
    allows: impl Fn(&StateKey<W>) -> bool,
    after: impl Fn(&StateKey<W>) -> StateKey<W>,
    from: StateIndex,
    way: u32,
    batch: &mut Vec<Arrival<W>>,
) {
    let (mut allowed, mut count) = ([0; BATCH], 0);
    for (ahead, key) in (0..).zip(keys) {
        allowed[count & (BATCH - 1)] = ahead;
        count += usize::from(allows(key));
    }
    batch.extend(allowed[..count].iter().map(|&ahead| Arrival {
        key: after(&keys[wide(ahead)]),
        from: from.plus(ahead),
        way,
    }));
}
