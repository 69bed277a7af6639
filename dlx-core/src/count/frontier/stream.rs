//! What comes out of a step, in streams that are merged.

use super::layer::StateIndex;
use super::steps::StateKey;

/// A state that comes out of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Arrival<const W: usize> {
    pub(super) key: StateKey<W>,
    /// From which state it comes, and by which way of the step.
    pub(super) from: StateIndex,
    pub(super) way: u32,
}

/// Part of what one way, or those that are sorted beforehand, lead to.
#[derive(Debug)]
pub(super) enum Stream {
    /// What comes by a way out of the states from one place to another.
    StateWay { way: u32, at: StateIndex, end: StateIndex },
    /// From one number to another of those that were sorted.
    Sorted { at: usize, end: usize },
}
