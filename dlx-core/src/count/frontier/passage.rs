//! One step, seen from the states of the layer that goes through it: what a way leads to, and how the whole is cut
//! into sections that come out one behind the other.

use std::iter::once;

use super::layer::{BATCH, StateIndex, States};
use super::steps::{BitMove, FrontierStep, Program, StateKey, StateWay};
use super::stream::{Arrival, Stream};
use crate::parallel::pool::Pool;
use crate::problem::ids::{narrow, wide};

/// Parts for each thread, as they do not come out equally large.
const PARTS_OF_A_THREAD: usize = 2;
/// States that are tried for each section, to make the sections about equally large.
const TRIED_STATES: usize = 24;

/// One step with the layer that goes through it.
pub(super) struct Passage<'p, const W: usize> {
    pub(super) program: &'p Program<W>,
    pub(super) step: &'p FrontierStep,
    pub(super) ways: &'p [StateWay<W>],
    pub(super) states: &'p States<W>,
}

impl<const W: usize> Passage<'_, W> {
    /// What comes by a way out of the next states, until a batch is full or the end is reached; returns whether it
    /// is.
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
            // The two loops that nearly all states go through, and one for all others.
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

    /// The streams of the sections of what comes out of the step, about equally large, some for each thread of a pool.
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

    /// What a way leads to out of one state in so many.
    fn try_some(&self, way: usize, stride: usize) -> Tried<W> {
        let numbers = (0..self.states.len()).step_by(stride);
        let led_to = numbers.filter_map(|number| Some((self.take(way, self.states.at(number))?, number)));
        Tried { way, led_to: led_to.collect() }
    }

    /// The number of a state so that those before it lead to lesser states than this one by a way that keeps the
    /// order, and those from it on do not.
    fn first_that_leads_to(&self, tried: &Tried<W>, least: &StateKey<W>) -> usize {
        // In some states the way is not allowed, and the next one in which it is answers for them. That may be far
        // away, so those that were tried are asked first.
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

/// What a way that keeps the order leads to out of some states, with their numbers.
struct Tried<const W: usize> {
    way: usize,
    led_to: Vec<(StateKey<W>, usize)>,
}

impl<const W: usize> Tried<W> {
    fn keys(&self) -> impl Iterator<Item = StateKey<W>> + '_ {
        self.led_to.iter().map(|&(key, _)| key)
    }
}

/// States that section what comes out of a step into so many sections, or fewer, of about the same size, by some of
/// them.
fn bounds<const W: usize>(mut keys: Vec<StateKey<W>>, sections: usize) -> Vec<StateKey<W>> {
    keys.sort_unstable();
    let mut bounds: Vec<StateKey<W>> =
        (1..sections).filter_map(|section| keys.get(section * keys.len() / sections).copied()).collect();
    bounds.dedup();
    bounds
}

/// Adds what comes of those of some states, [`BATCH`] at most, in which a way is allowed: first which, then what, as
/// whether one is allowed cannot be guessed.
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
