//! Merges the states that all ways of a step produce from an ascending layer, in ascending order.
//!
//! The states that one way produces are in order ([`steps`](super::steps)), so each way is a stream. The
//! streams are merged in pairs, and the pairs in pairs, one batch at a time, the smallest first. The choice between two states
//! needs no branch that a processor would have to predict, and no hash table is needed. The states from ways
//! that do not keep the order, and those from few states, are sorted beforehand and form one more stream.

use super::layer::BATCH;
use super::passage::Passage;
use super::stream::{Arrival, Stream, WeighedStream};

/// Streams that are being merged.
#[derive(Debug)]
pub(super) struct Merger<const W: usize> {
    streams: Vec<Stream>,
    /// The waiting batch of each stream, then of each pair. The last one is the result.
    waiting: Vec<Waiting<W>>,
    /// The two nodes that are merged into node `streams.len() + i`.
    pairs: Vec<[usize; 2]>,
}

#[derive(Debug, Default)]
struct Waiting<const W: usize> {
    batch: Vec<Arrival<W>>,
    /// Number of arrivals of the batch that have been consumed.
    gone: usize,
    /// True if no batch follows. The last batch may be empty.
    is_last: bool,
}

impl<const W: usize> Waiting<W> {
    fn rest(&self) -> &[Arrival<W>] {
        &self.batch[self.gone..]
    }
}

impl<const W: usize> Merger<W> {
    /// Begins to merge. The two smallest nodes are paired until one is left, so that large streams go through
    /// few pairs (Huffman 1952).
    pub(super) fn new(streams: Vec<WeighedStream>) -> Self {
        let mut pairs = Vec::new();
        // The smallest node comes last.
        let mut nodes: Vec<(usize, usize)> = streams.iter().map(|stream| stream.weight).zip(0..).collect();
        nodes.sort_unstable_by(|one, other| other.cmp(one));
        while let [.., (other_weight, other), (weight, one)] = nodes[..] {
            nodes.truncate(nodes.len() - 2);
            let pair = (weight + other_weight, streams.len() + pairs.len());
            pairs.push([one, other]);
            nodes.insert(nodes.partition_point(|node| *node > pair), pair);
        }
        let streams: Vec<Stream> = streams.into_iter().map(|weighed| weighed.stream).collect();
        let mut waiting = Vec::new();
        waiting.resize_with(streams.len() + pairs.len(), Waiting::default);
        Self { streams, waiting, pairs }
    }

    pub(super) fn bytes(&self) -> usize {
        self.waiting.len() * BATCH * size_of::<Arrival<W>>()
    }

    /// Returns the next arrivals, none at the end, and the number of states that were checked for them.
    pub(super) fn next(&mut self, passage: &Passage<'_, W>, sorted: &[Arrival<W>]) -> (&[Arrival<W>], u64) {
        let Some(top) = self.waiting.len().checked_sub(1) else { return (&[], 0) };
        let mut looks = 0;
        self.fill(top, passage, sorted, &mut looks);
        (&self.waiting[top].batch, looks)
    }

    /// Fills the batch of a node. The recursion is as deep as the tree of pairs.
    fn fill(&mut self, node: usize, passage: &Passage<'_, W>, sorted: &[Arrival<W>], looks: &mut u64) {
        let mut batch = std::mem::take(&mut self.waiting[node].batch);
        batch.clear();
        let is_last = match self.streams.get_mut(node) {
            Some(Stream::StateWay { way, of_open, at, end }) => {
                passage.follow((*way, *of_open), at, *end, &mut batch, looks)
            }
            Some(Stream::Sorted { at, end }) => {
                let next = *end.min(&mut (*at + BATCH));
                batch.extend_from_slice(&sorted[*at..next]);
                *at = next;
                next == *end
            }
            None => self.merge(self.pairs[node - self.streams.len()], passage, sorted, &mut batch, looks),
        };
        self.waiting[node] = Waiting { batch, gone: 0, is_last };
    }

    /// Merges two nodes until the batch is full or both have ended. Returns true if both have ended.
    fn merge(
        &mut self,
        pair: [usize; 2],
        passage: &Passage<'_, W>,
        sorted: &[Arrival<W>],
        batch: &mut Vec<Arrival<W>>,
        looks: &mut u64,
    ) -> bool {
        while batch.len() < BATCH {
            for node in pair {
                let waiting = &self.waiting[node];
                if waiting.rest().is_empty() && !waiting.is_last {
                    self.fill(node, passage, sorted, looks);
                }
            }
            let [one, other] = pair.map(|node| self.waiting[node].rest());
            let room = BATCH - batch.len();
            let (mut from_one, mut from_other) = (0, 0);
            // A node with nothing left has ended.
            match (one.is_empty(), other.is_empty()) {
                (true, true) => return true,
                (true, false) => {
                    from_other = room.min(other.len());
                    batch.extend_from_slice(&other[..from_other]);
                }
                (false, true) => {
                    from_one = room.min(one.len());
                    batch.extend_from_slice(&one[..from_one]);
                }
                (false, false) => [from_one, from_other] = merge_fronts([one, other], room, batch),
            }
            self.waiting[pair[0]].gone += from_one;
            self.waiting[pair[1]].gone += from_other;
        }
        false
    }
}

/// Merges as many arrivals as the shorter slice has, at most `room`. Returns the numbers taken from the slices.
fn merge_fronts<const W: usize>(
    slices: [&[Arrival<W>]; 2],
    room: usize,
    batch: &mut Vec<Arrival<W>>,
) -> [usize; 2] {
    let [one, other] = slices;
    let count = one.len().min(other.len()).min(room);
    let begin = batch.len();
    batch.extend_from_slice(&one[..count]);
    // Both halves of the result are merged in the same loop: an arrival depends on the choice before it, and
    // a processor waits for that choice most of the time.
    let half = count / 2;
    let (low, high) = batch[begin..].split_at_mut(half);
    let mut at = [0, 0];
    let middle = split(slices, half);
    let mut later = middle;
    for (low, high) in low.iter_mut().zip(&mut *high) {
        *low = take_least(slices, &mut at);
        *high = take_least(slices, &mut later);
    }
    debug_assert_eq!(at, middle, "the first half ends where the second one begins");
    if let Some(last) = high.get_mut(half) {
        *last = take_least(slices, &mut later);
    }
    later
}

/// Returns the lesser of the next arrivals of both slices, the first one if they are equal.
#[inline(always)]
fn take_least<const W: usize>([one, other]: [&[Arrival<W>]; 2], at: &mut [usize; 2]) -> Arrival<W> {
    let (first, second) = (&one[at[0]], &other[at[1]]);
    let is_one = first.key <= second.key;
    at[0] += usize::from(is_one);
    at[1] += usize::from(!is_one);
    Arrival::select(is_one, first, second)
}

/// Returns how many of the `count` least arrivals come from each slice. Each slice has at least as many.
fn split<const W: usize>([one, other]: [&[Arrival<W>]; 2], count: usize) -> [usize; 2] {
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = low + (high - low) / 2;
        if one[middle].key <= other[count - 1 - middle].key {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    [low, count - low]
}
