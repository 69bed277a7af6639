//! Merges the states that all ways of a step produce from an ascending layer, in ascending order.
//!
//! The states that one way produces are in order ([`steps`](super::steps)), so each way is a stream. The
//! streams are merged in pairs, and the pairs in pairs, one batch at a time. The choice between two states
//! needs no branch that a processor would have to predict, and no hash table is needed. The states from ways
//! that do not keep the order, and those from few states, are sorted beforehand and form one more stream.

use super::layer::BATCH;
use super::passage::Passage;
use super::stream::{Arrival, Stream};

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
    pub(super) fn new(streams: Vec<Stream>) -> Self {
        let mut pairs = Vec::new();
        let mut round: Vec<usize> = (0..streams.len()).collect();
        // Adjacent streams are paired, so that equal states come in the order of the streams.
        while round.len() > 1 {
            let mut next = Vec::with_capacity(round.len().div_ceil(2));
            for pair in round.chunks(2) {
                next.push(match *pair {
                    [one, other] => {
                        pairs.push([one, other]);
                        streams.len() + pairs.len() - 1
                    }
                    _ => pair[0],
                });
            }
            round = next;
        }
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
            Some(Stream::StateWay { way, at, end }) => passage.follow(*way, at, *end, &mut batch, looks),
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
                (false, false) => {
                    batch.extend((0..one.len().min(other.len()).min(room)).map(|_| {
                        let (first, second) = (&one[from_one], &other[from_other]);
                        let is_one = first.key <= second.key;
                        from_one += usize::from(is_one);
                        from_other += usize::from(!is_one);
                        *if is_one { first } else { second }
                    }));
                }
            }
            self.waiting[pair[0]].gone += from_one;
            self.waiting[pair[1]].gone += from_other;
        }
        false
    }
}
