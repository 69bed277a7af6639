//! One step, seen from the states of the layer that goes through it: what a way leads to, and how the whole is cut
//! into parts that come out one behind the other.

use std::iter::once;

use super::layer::{Place, States};
use super::merge::{Arrival, BATCH, Stream};
use super::steps::{Key, Move, Program, Step, Way};
use crate::ids::{narrow, wide};

/// States that are tried for each part, to make the parts about equally large.
const TRIED_STATES: usize = 64;

/// One step with the layer that goes through it.
pub(super) struct Passage<'p, const W: usize> {
    pub(super) program: &'p Program<W>,
    pub(super) step: &'p Step,
    pub(super) ways: &'p [Way<W>],
    pub(super) states: &'p States<W>,
}

impl<const W: usize> Passage<'_, W> {
    /// What comes by a way out of the next states, until a batch is full or the end is reached; answers whether it
    /// is.
    pub(super) fn follow(
        &self,
        way: u32,
        at: &mut Place,
        end: Place,
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
                ([], &[Move { from: 0, to: 0, mask, turn }]) if W == 1 => {
                    let after = |key: &Key<W>| key.map(|word| (word & mask).rotate_left(turn) | own.set[0]);
                    follow(keys, |key| own.has_bits(key), after, from, way, batch);
                }
                ([], _) => {
                    let after = |key: &Key<W>| own.after(&[], moves, key);
                    follow(keys, |key| own.has_bits(key), after, from, way, batch);
                }
                _ => {
                    let allows =
                        |key: &Key<W>| own.has_bits(key) && fields.iter().all(|field| field.allows(key));
                    follow(keys, allows, |key| own.after(fields, moves, key), from, way, batch);
                }
            }
            *looks += keys.len() as u64;
            *at = self.states.behind(from, keys.len());
        }
        *at >= end
    }

    pub(super) fn take(&self, way: usize, key: &Key<W>) -> Option<Key<W>> {
        let way = &self.ways[way];
        self.program.allows(way, key).then(|| self.program.after(self.step, way, key))
    }

    /// States that part what comes out of the step into so many parts, or fewer, of about the same size.
    pub(super) fn bounds(&self, ordered: &[usize], sorted: &[Arrival<W>], parts: usize) -> Vec<Key<W>> {
        let stride = self.states.len() / (TRIED_STATES * parts) + 1;
        let mut tried: Vec<Key<W>> = sorted.iter().step_by(stride).map(|arrival| arrival.key).collect();
        for (_, key) in self.states.from(self.states.place(0)).step_by(stride) {
            tried.extend(ordered.iter().filter_map(|&way| self.take(way, key)));
        }
        tried.sort_unstable();
        let mut bounds: Vec<Key<W>> =
            (1..parts).filter_map(|part| tried.get(part * tried.len() / parts).copied()).collect();
        bounds.dedup();
        bounds
    }

    /// The streams of each part between these states.
    pub(super) fn streams(
        &self,
        ordered: &[usize],
        sorted: &[Arrival<W>],
        bounds: &[Key<W>],
    ) -> Vec<Vec<Stream>> {
        let end = self.states.len();
        let cuts: Vec<Vec<Place>> = ordered
            .iter()
            .map(|&way| {
                let cuts = bounds.iter().map(|bound| self.first_that_leads_to(way, bound));
                let cuts = once(0).chain(cuts).chain(once(end));
                cuts.map(|number| self.states.place(number)).collect()
            })
            .collect();
        let cuts_of_sorted: Vec<usize> = once(0)
            .chain(bounds.iter().map(|bound| sorted.partition_point(|arrival| arrival.key < *bound)))
            .chain(once(sorted.len()))
            .collect();
        (0..=bounds.len())
            .map(|part| {
                let ways = ordered.iter().zip(&cuts).map(|(&way, cuts)| Stream::Way {
                    way: narrow(way),
                    at: cuts[part],
                    end: cuts[part + 1],
                });
                let (at, end) = (cuts_of_sorted[part], cuts_of_sorted[part + 1]);
                let sorted = (at < end).then_some(Stream::Sorted { at, end });
                ways.chain(sorted).collect()
            })
            .collect()
    }

    /// The number of a state so that those before it lead to lesser states than this one by a way that keeps the
    /// order, and those from it on do not.
    fn first_that_leads_to(&self, way: usize, least: &Key<W>) -> usize {
        let (mut low, mut high) = (0, self.states.len());
        while low < high {
            let middle = low + (high - low) / 2;
            // In some states the way is not allowed; the first one in which it is answers for them.
            let states = self.states.from(self.states.place(middle)).zip(middle..high);
            let mut led_to = states.filter_map(|((_, key), number)| Some((number, self.take(way, key)?)));
            match led_to.next() {
                Some((number, key)) if key < *least => low = number + 1,
                _ => high = middle,
            }
        }
        low
    }
}

/// Adds what comes of those of some states, [`BATCH`] at most, in which a way is allowed: first which, then what, as
/// whether one is allowed cannot be guessed.
#[inline(always)]
fn follow<const W: usize>(
    keys: &[Key<W>],
    allows: impl Fn(&Key<W>) -> bool,
    after: impl Fn(&Key<W>) -> Key<W>,
    from: Place,
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
