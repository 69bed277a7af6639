//! The answer, and the k cheapest covers found so far.

use std::collections::BinaryHeap;

use crate::control::answers::Cover;
use crate::control::limits::Stopped;
use crate::problem::ids::OptionId;

/// A cover and its cost.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Priced {
    /// The sum of the costs of its options.
    pub cost: u64,
    /// Its options in ascending order.
    pub cover: Cover,
}

/// The cheapest covers, or what is known of them.
///
/// There are three cases. If `stopped` is `None`, these are the cheapest covers, and an empty list means that
/// there is none. If `stopped` is a limit and the list is empty, no cover is known, and none costs less than
/// `lower_bound`. If `stopped` is a limit and there are covers, they are the cheapest of those found, and the
/// first `proved` of them are proved to be the cheapest of all.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Best {
    /// Up to `k` covers, the cheapest first, those of equal cost in the order of their options.
    ///
    /// If several covers cost as much as the last one, the search decides which of them are listed; the same
    /// problem gives the same ones.
    pub covers: Vec<Priced>,
    /// A proved lower bound on the cost of every cover; `None` if it is proved that there is no cover.
    pub lower_bound: Option<u64>,
    /// The number of covers, from the first on, that are proved to be the cheapest: no cover missing from the
    /// list costs less than they do. All of them if the search was not stopped.
    pub proved: usize,
    /// The reason why the search ended early, if it did.
    pub stopped: Option<Stopped>,
}

impl Best {
    /// Returns the cheapest cover found.
    #[must_use]
    pub fn cheapest(&self) -> Option<&Priced> {
        self.covers.first()
    }
}

/// The cheapest covers so far, the dearest of them on top.
pub(super) struct CheapestFound {
    pub(super) k: usize,
    pub(super) heap: BinaryHeap<Priced>,
    /// Bytes of the covers outside the heap.
    pub(super) outside: usize,
}

/// Returns the bytes of a cover outside the heap.
fn bytes_of(priced: &Priced) -> usize {
    priced.cover.capacity() * size_of::<OptionId>()
}

impl CheapestFound {
    /// Returns the cost below which a further cover is kept; `None` if any is kept.
    pub(super) fn cutoff(&self) -> Option<u64> {
        if self.heap.len() < self.k { None } else { self.heap.peek().map(|priced| priced.cost) }
    }

    /// Returns the greatest number of bytes in use while this cover is added.
    pub(super) fn bytes_with(&self, found: &Priced) -> usize {
        let one = size_of::<Priced>();
        let capacity = self.heap.capacity();
        // The old heap and one of twice the size exist at the same time; the first one has room for four.
        let grows = self.heap.len() == capacity && self.heap.len() < self.k;
        let room = if grows { (capacity * 3).max(4) } else { capacity };
        room * one + self.outside + bytes_of(found)
    }

    pub(super) fn keep(&mut self, found: Priced) {
        self.outside += bytes_of(&found);
        if self.heap.len() < self.k {
            self.heap.push(found);
        } else if let Some(mut dearest) = self.heap.peek_mut() {
            self.outside -= bytes_of(&dearest);
            *dearest = found;
        }
    }
}
