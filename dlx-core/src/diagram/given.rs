//! Restriction of a diagram to the covers with some options and without others.

use std::cmp::Ordering;

use super::{Diagram, DiagramBuilder, NodeId, NodeKind};
use crate::problem::givens::Givens;
use crate::problem::ids::OptionId;

impl Diagram {
    /// Returns the covers that contain this option.
    ///
    /// # Complexity
    /// That of [`given`](Self::given).
    #[must_use]
    pub fn with(&self, option: OptionId) -> Self {
        self.given(Givens::none().force(&[option]))
    }

    /// Returns the covers that do not contain this option.
    ///
    /// # Complexity
    /// That of [`given`](Self::given).
    #[must_use]
    pub fn without(&self, option: OptionId) -> Self {
        self.given(Givens::none().forbid(&[option]))
    }

    /// Returns the covers that contain all of the forced options and none of the forbidden ones. Givens that
    /// contradict one another are not an error: the result is then empty.
    ///
    /// # Panics
    /// If there is not enough memory for as many nodes again.
    ///
    /// # Complexity
    /// Linear in the nodes; the result has no more nodes. Takes 30 to 40 bytes for each temporarily.
    #[must_use]
    pub fn given(&self, givens: Givens<'_>) -> Self {
        let mut standings = vec![Demanded::Free; self.problem.option_count()];
        for option in givens.forbidden() {
            if let Some(standing) = standings.get_mut(option.index()) {
                *standing = Demanded::Forbidden;
            }
        }
        let mut forced = 0;
        for option in givens.forced() {
            match standings.get_mut(option.index()) {
                Some(Demanded::Forced) => {}
                Some(standing @ Demanded::Free) => {
                    *standing = Demanded::Forced;
                    forced += 1;
                }
                Some(Demanded::Forbidden) | None => return self.nothing(),
            }
        }

        // Below each node the covers with the most of the forced options are kept; all forced options are in
        // a cover only if that holds everywhere.
        let mut builder = DiagramBuilder::new(usize::MAX);
        let mut kept =
            vec![MostForced { node: NodeId::NONE, most: 0 }, MostForced { node: NodeId::EMPTY, most: 0 }];
        kept.reserve_exact(self.len());
        for (_, kind) in self.inner() {
            let made = match kind {
                NodeKind::Branch { option, lo, hi } => {
                    let (lo, mut hi) = (kept[lo.index()], kept[hi.index()]);
                    match standings[option.index()] {
                        Demanded::Forbidden => hi.node = NodeId::NONE,
                        Demanded::Forced => hi.most += 1,
                        Demanded::Free => {}
                    }
                    let (lo, hi, most) = most_of(lo, hi);
                    builder.node(option, lo, hi).map(|node| MostForced { node, most })
                }
                NodeKind::Product(one, other) => {
                    let (one, other) = (kept[one.index()], kept[other.index()]);
                    let most = one.most.saturating_add(other.most);
                    builder.product(one.node, other.node).map(|node| MostForced { node, most })
                }
            };
            // Each node becomes at most one node, so that their numbers fit.
            kept.push(made.expect("the machine has memory for as many nodes again"));
        }
        let MostForced { node: root, most } = kept[self.root.index()];
        if most < forced {
            return self.nothing();
        }
        builder.finish(&self.problem, root, self.order.clone())
    }

    /// Returns the empty diagram in the order of this one.
    pub(super) fn nothing(&self) -> Self {
        Self::new(&self.problem, super::TERMINALS.to_vec(), NodeId::NONE, self.order.clone())
    }
}

/// The requirement on an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Demanded {
    Free,
    Forced,
    Forbidden,
}

/// The part of a node that is kept: the covers with the most of the forced options, and that number.
#[derive(Clone, Copy, Debug)]
struct MostForced {
    node: NodeId,
    most: u32,
}

/// Returns those of the covers without an option and with it that have the most forced options, and that
/// number.
fn most_of(lo: MostForced, hi: MostForced) -> (NodeId, NodeId, u32) {
    let (is_lo, is_hi) = (lo.node != NodeId::NONE, hi.node != NodeId::NONE);
    match lo.most.cmp(&hi.most) {
        Ordering::Equal => (lo.node, hi.node, lo.most),
        Ordering::Less if is_hi => (NodeId::NONE, hi.node, hi.most),
        Ordering::Greater if !is_lo => (NodeId::NONE, hi.node, hi.most),
        Ordering::Less | Ordering::Greater => (lo.node, NodeId::NONE, lo.most),
    }
}
