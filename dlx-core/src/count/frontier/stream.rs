//! The states that a step produces, in streams that are merged.

use std::array;
use std::hint::select_unpredictable;

use super::layer::StateIndex;
use super::steps::StateKey;

/// A state that a step produces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Arrival<const W: usize> {
    pub(super) key: StateKey<W>,
    /// The state that it comes from, and the way of the step.
    pub(super) from: StateIndex,
    pub(super) way: u32,
}

impl<const W: usize> Arrival<W> {
    /// Returns the first arrival or the second one, field by field: a selection of a reference is compiled to
    /// a branch, which is predicted wrongly every other time.
    #[inline(always)]
    pub(super) fn select(is_first: bool, first: &Self, second: &Self) -> Self {
        Self {
            key: array::from_fn(|word| select_unpredictable(is_first, first.key[word], second.key[word])),
            from: select_unpredictable(is_first, first.from, second.from),
            way: select_unpredictable(is_first, first.way, second.way),
        }
    }
}

/// Part of the states that one way produces, or part of those that were sorted beforehand.
#[derive(Debug)]
pub(super) enum Stream {
    /// The states that a way produces from the states `at..end` of the layer. If the way is `of_open` states
    /// alone, these are numbers of open states in their chunks.
    StateWay { way: u32, of_open: bool, at: StateIndex, end: StateIndex },
    /// The sorted arrivals `at..end`.
    Sorted { at: usize, end: usize },
}

/// A stream with its size relative to the other streams of the step, estimated from a sample.
#[derive(Debug)]
pub(super) struct WeighedStream {
    pub(super) stream: Stream,
    pub(super) weight: usize,
}
