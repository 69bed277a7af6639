//! The states of a layer in ascending order, with their values.
//!
//! The chunks of a finished layer are reused for the layer after the next: returning megabytes to the system
//! and requesting them again at each step would cost a page fault for every few hundred states.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::steps::{OwnBit, StateKey};
use crate::problem::ids::{narrow, wide};

/// Number of states in a batch of a merge; batches stay in the cache.
pub(super) const BATCH: usize = 128;

/// Number of chunks at which a layer is full. It is below 2¹⁶, so that the states of the last batches still
/// have indices.
pub(super) const MOST_CHUNKS: usize = (1 << 16) - (1 << 10);

/// The states of a layer and their values.
#[derive(Debug)]
pub(super) struct Layer<const W: usize, V> {
    pub(super) states: States<W>,
    /// The values, in the same chunks.
    values: Vec<Vec<V>>,
}

/// Chunks that are not in use, for layers that grow.
#[derive(Debug)]
pub(super) struct Spare<const W: usize, V>(Mutex<Vec<SpareChunk<W, V>>>);

/// The memory of a chunk: states, open states and values.
type SpareChunk<const W: usize, V> = (Vec<StateKey<W>>, Vec<u16>, Vec<V>);

/// The states alone.
#[derive(Debug)]
pub(super) struct States<const W: usize> {
    pub(super) chunks: Vec<Vec<StateKey<W>>>,
    /// By chunk: the positions of the open states, in which the item of the next step is not covered. Every
    /// state is open if the step has no [`own`](super::steps::FrontierStep::own) bit.
    open: Vec<Vec<u16>>,
}

/// The index of a state in a layer: chunk and position. Indices are in the order of the states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct StateIndex(u32);

impl StateIndex {
    pub(super) fn new(chunk: usize, at: usize) -> Self {
        debug_assert!(chunk < 1 << 16 && at < 1 << 16, "a layer does not grow further");
        Self(narrow(chunk << 16 | at))
    }

    #[inline(always)]
    pub(super) fn chunk(self) -> usize {
        wide(self.0 >> 16)
    }

    #[inline(always)]
    pub(super) fn at(self) -> usize {
        wide(self.0 & 0xffff)
    }

    /// Returns the index as a number, from which [`of_number`](Self::of_number) makes it again.
    pub(super) fn number(self) -> u32 {
        self.0
    }

    pub(super) fn of_number(number: u32) -> Self {
        Self(number)
    }

    /// Returns the index of this position in the same chunk.
    #[inline(always)]
    pub(super) fn in_chunk(self, at: u16) -> Self {
        Self(self.0 & 0xffff_0000 | u32::from(at))
    }
}

impl<const W: usize> States<W> {
    pub(super) fn len(&self) -> usize {
        self.chunks.iter().map(Vec::len).sum()
    }

    /// Returns the index of the state with this number, or the end if there is none.
    pub(super) fn place(&self, mut number: usize) -> StateIndex {
        for (chunk, states) in self.chunks.iter().enumerate() {
            if number < states.len() {
                return StateIndex::new(chunk, number);
            }
            number -= states.len();
        }
        StateIndex::new(self.chunks.len(), 0)
    }

    /// Returns the state with this number.
    pub(super) fn at(&self, number: usize) -> &StateKey<W> {
        let place = self.place(number);
        &self.chunks[place.chunk()][place.at()]
    }

    /// Returns the states from an index on.
    pub(super) fn from(&self, place: StateIndex) -> impl Iterator<Item = (StateIndex, &StateKey<W>)> {
        self.chunks.iter().enumerate().skip(place.chunk()).flat_map(move |(chunk, states)| {
            let begin = if chunk == place.chunk() { place.at() } else { 0 };
            states.iter().enumerate().skip(begin).map(move |(at, key)| (StateIndex::new(chunk, at), key))
        })
    }

    /// Returns the first of the states with these numbers for which `find` returns a result, as number and
    /// result. `find` must return `None` for every state that is not likely, and with `of_open` for every state
    /// that is not open.
    pub(super) fn find_map<T>(
        &self,
        numbers: Range<usize>,
        of_open: bool,
        is_likely: impl Fn(&StateKey<W>) -> bool,
        find: impl Fn(&StateKey<W>) -> Option<T>,
    ) -> Option<(usize, T)> {
        let mut before = 0;
        for (chunk, open) in self.chunks.iter().zip(&self.open) {
            let [start, end] =
                [numbers.start, numbers.end].map(|number| number.saturating_sub(before).min(chunk.len()));
            if of_open {
                let first = open.partition_point(|&at| usize::from(at) < start);
                let positions = open[first..].iter().map(|&at| usize::from(at)).take_while(|&at| at < end);
                let mut likely = positions.filter(|&at| is_likely(&chunk[at]));
                if let Some(found) = likely.find_map(|at| Some((before + at, find(&chunk[at])?))) {
                    return Some(found);
                }
                before += chunk.len();
                continue;
            }
            let mut at = start;
            while let Some(ahead) = chunk[at..end].iter().position(&is_likely) {
                at += ahead;
                if let Some(found) = find(&chunk[at]) {
                    return Some((before + at, found));
                }
                at += 1;
            }
            before += chunk.len();
        }
        None
    }

    /// Returns the positions of the open states of a chunk.
    pub(super) fn open(&self, chunk: usize) -> &[u16] {
        &self.open[chunk]
    }

    /// Returns the first open state from an index on: its chunk, and its number among the open states of the
    /// chunk.
    pub(super) fn open_from(&self, place: StateIndex) -> StateIndex {
        let open = self.open.get(place.chunk()).map_or(&[][..], Vec::as_slice);
        StateIndex::new(place.chunk(), open.partition_point(|&at| usize::from(at) < place.at()))
    }
}

impl<const W: usize, V> Layer<W, V> {
    pub(super) fn new() -> Self {
        Self { states: States { chunks: Vec::new(), open: Vec::new() }, values: Vec::new() }
    }

    /// Returns a layer of one state, which is open.
    pub(super) fn of(key: StateKey<W>, value: V) -> Self {
        Self { states: States { chunks: vec![vec![key]], open: vec![vec![0]] }, values: vec![vec![value]] }
    }

    /// Returns the layers joined in this order.
    pub(super) fn concat(layers: impl Iterator<Item = Self>) -> Self {
        let mut whole = Self::new();
        for layer in layers {
            whole.states.chunks.extend(layer.states.chunks);
            whole.states.open.extend(layer.states.open);
            whole.values.extend(layer.values);
        }
        whole
    }

    pub(super) fn bytes(&self) -> usize {
        let keys: usize = self.states.chunks.iter().map(Vec::capacity).sum();
        let open: usize = self.states.open.iter().map(Vec::capacity).sum();
        let values: usize = self.values.iter().map(Vec::capacity).sum();
        keys * size_of::<StateKey<W>>() + open * size_of::<u16>() + values * size_of::<V>()
    }

    pub(super) fn values(&self) -> impl Iterator<Item = &V> {
        self.values.iter().flatten()
    }

    #[inline(always)]
    pub(super) fn value(&self, place: StateIndex) -> &V {
        &self.values[place.chunk()][place.at()]
    }

    /// Returns the last state and its value.
    pub(super) fn last(&mut self) -> Option<(&StateKey<W>, &mut V)> {
        self.states.chunks.last()?.last().zip(self.values.last_mut()?.last_mut())
    }

    /// Returns the last chunk, to which `more` states can be added without exceeding `most`; begins a new
    /// chunk if necessary.
    pub(super) fn end(&mut self, more: usize, most: usize, spare: &Spare<W, V>) -> ChunkEnd<'_, W, V> {
        let States { chunks, open } = &mut self.states;
        if chunks.last().is_none_or(|chunk| chunk.len() + more > most) {
            let (keys, positions, values) = spare.take().unwrap_or_else(|| {
                let room = if chunks.is_empty() { more } else { most };
                (Vec::with_capacity(room), Vec::new(), Vec::with_capacity(room))
            });
            chunks.push(keys);
            open.push(positions);
            self.values.push(values);
        }
        let (Some(keys), Some(open), Some(values)) =
            (chunks.last_mut(), open.last_mut(), self.values.last_mut())
        else {
            unreachable!("there is a chunk");
        };
        keys.reserve(more);
        values.reserve(more);
        ChunkEnd { keys, open, values }
    }

    /// Returns the same states with other values.
    pub(super) fn map<N>(self, mut other: impl FnMut(&V) -> N) -> Layer<W, N> {
        let map = |values: Vec<V>| values.iter().map(&mut other).collect();
        Layer { states: self.states, values: self.values.into_iter().map(map).collect() }
    }
}

/// The last chunk of a layer that grows.
pub(super) struct ChunkEnd<'l, const W: usize, V> {
    pub(super) keys: &'l mut Vec<StateKey<W>>,
    pub(super) values: &'l mut Vec<V>,
    open: &'l mut Vec<u16>,
}

impl<const W: usize, V> ChunkEnd<'_, W, V> {
    /// Lists the open states among those from this position on, after they have been added. `own` is the bit
    /// of the next step.
    pub(super) fn list_open(&mut self, begin: usize, own: Option<OwnBit>) {
        let Some(OwnBit { word, mask }) = own.filter(|_| begin < self.keys.len()) else { return };
        // A branch on whether a state is open would be unpredictable.
        let mut at = u16::try_from(begin).expect("a state is added, and a chunk has at most 2^16");
        for keys in self.keys[begin..].chunks(BATCH) {
            let (mut open, mut count) = ([0; BATCH], 0);
            for key in keys {
                open[count & (BATCH - 1)] = at;
                count += usize::from(key[word] & mask == 0);
                at = at.wrapping_add(1);
            }
            self.open.extend_from_slice(&open[..count]);
        }
    }
}

impl<const W: usize, V> Spare<W, V> {
    pub(super) fn none() -> Self {
        Self(Mutex::default())
    }

    fn lock(&self) -> MutexGuard<'_, Vec<SpareChunk<W, V>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the chunk that was kept last, which is likely to be in a cache.
    fn take(&self) -> Option<SpareChunk<W, V>> {
        self.lock().pop()
    }

    /// Keeps the chunks of a layer, at most `most` chunks in all.
    pub(super) fn keep(&self, layer: Layer<W, V>, most: usize) {
        let mut kept = self.lock();
        let States { chunks, open } = layer.states;
        let chunks = chunks.into_iter().zip(open).zip(layer.values);
        kept.extend(chunks.map(|((mut keys, mut open), mut values)| {
            keys.clear();
            open.clear();
            values.clear();
            (keys, open, values)
        }));
        kept.truncate(most);
    }

    pub(super) fn bytes(&self) -> usize {
        let of_piece = |(keys, open, values): &SpareChunk<W, V>| {
            keys.capacity() * size_of::<StateKey<W>>()
                + open.capacity() * size_of::<u16>()
                + values.capacity() * size_of::<V>()
        };
        self.lock().iter().map(of_piece).sum()
    }
}
