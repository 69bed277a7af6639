//! The states that a step produces, in streams that are merged.

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

/// Part of the states that one way produces, or part of those that were sorted beforehand.
#[derive(Debug)]
pub(super) enum Stream {
    /// The states that a way produces from the states `at..end` of the layer.
    StateWay { way: u32, at: StateIndex, end: StateIndex },
    /// The sorted arrivals `at..end`.
    Sorted { at: usize, end: usize },
}
