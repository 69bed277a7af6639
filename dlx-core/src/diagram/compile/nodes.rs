//! The nodes of a diagram from its last option back to the first.

use super::sweep::Transition;
use crate::control::limits::{Limits, Stopped};
use crate::count::frontier::pay;
use crate::count::frontier::steps::StateWay;
use crate::count::semiring::AlgebraError;
use crate::diagram::{DiagramBuilder, NodeId};
use crate::problem::ids::wide;

/// The nodes under construction.
pub(super) struct Nodes<'b> {
    pub(super) builder: &'b mut DiagramBuilder,
    /// By state of the layer after the step: the node of all its completions.
    pub(super) after: Vec<NodeId>,
    /// Number of transitions and of states built so far. It grows in both passes, as the question of the
    /// limits is asked when it has grown.
    pub(super) done: u64,
}

impl Nodes<'_> {
    /// Charges states to the limits.
    pub(super) fn pay(&mut self, states: usize, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        self.done += states as u64;
        pay(limits, states as u64, 0, self.done, 1.0)
    }

    /// Returns the `lo` child of the last branch of a state, and the transitions of its branches, the last
    /// branch last. The way without an option is the first one; its target is that child.
    #[inline(always)]
    pub(super) fn split<'a, const W: usize>(
        &self,
        arcs: &'a [Transition],
        ways: &[StateWay<W>],
    ) -> (NodeId, &'a [Transition]) {
        match arcs.split_first() {
            Some((first, rest)) if ways[wide(first.way)].option.is_none() => {
                (self.after[wide(first.target)], rest)
            }
            _ => (NodeId::NONE, arcs),
        }
    }
}

/// Why a transition that is not the first one of its state has an option.
pub(super) const ONE_WITHOUT_OPTION: &str = "one way at most is without an option";

pub(super) fn stopped(unfit: AlgebraError) -> Stopped {
    match unfit {
        AlgebraError::Memory => Stopped::Memory,
        AlgebraError::Overflow => Stopped::Overflow,
    }
}
