//! Restriction of a diagram to the covers with some options and without others.

use std::cmp::{Ordering, Reverse};

use super::{Diagram, DiagramBuilder, NodeId, NodeKind};
use crate::control::limits::Limits;
use crate::problem::givens::{GivenError, Givens, Settled};
use crate::problem::ids::OptionId;

impl Diagram {
    /// Returns the covers that contain this option.
    ///
    /// # Complexity
    /// That of [`given`](Self::given).
    #[doc(hidden)]
    #[must_use]
    pub fn with(&self, option: OptionId) -> Self {
        self.given(Givens::none().force(&[option]))
    }

    /// Returns the covers that do not contain this option.
    ///
    /// # Complexity
    /// That of [`given`](Self::given).
    #[doc(hidden)]
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
        self.restricted(givens, &[])
    }

    /// Returns the covers that the problem has under these givens, where [`given`](Self::given) selects among the covers
    /// that are there: an option without a primary item is in no cover by itself, and giving it adds it to the covers
    /// without an option in conflict with it. Givens that contradict one another are in no cover.
    ///
    /// ```
    /// use dlx_core::{Diagram, Givens, Limits, OptionId, Problem};
    ///
    /// let mut builder = Problem::builder();
    /// builder.primary(["a"]).secondary(["s"]).option(["a"]).option(["a", "s"]).option(["s"]);
    /// let problem = builder.build()?;
    /// let all = Diagram::compile(&problem, Givens::none(), &mut Limits::none())?;
    /// let given = [OptionId::new(2)];
    /// let covers: Vec<_> = all.assuming(Givens::none().force(&given))?.iter().collect();
    /// assert_eq!(covers, [[OptionId::new(0), OptionId::new(2)]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Options that the problem does not have.
    ///
    /// # Panics
    /// If there is not enough memory for as many nodes again.
    ///
    /// # Complexity
    /// That of [`given`](Self::given), and linear in the uses of the problem.
    #[doc(hidden)]
    pub fn assuming(&self, givens: Givens<'_>) -> Result<Self, GivenError> {
        let mut settled = Settled::default();
        if !settled.resolve_if_consistent(&self.problem, givens)? {
            return Ok(self.nothing());
        }
        let mut added: Vec<OptionId> =
            settled.given.iter().copied().filter(|&option| !self.problem.has_primary(option)).collect();
        for (_, kind) in self.inner() {
            match kind {
                NodeKind::Branch { option, .. } if !added.is_empty() => added.retain(|&idle| idle != option),
                _ => {}
            }
        }
        // Options in conflict with one that is given have to be left out, as no cover shows the conflict.
        let is_out =
            |option: &OptionId| !settled.is_given(*option) && !settled.allows(&self.problem, *option);
        let mut forbidden = givens.forbidden().to_vec();
        if !added.is_empty() {
            forbidden.extend(self.problem.options().filter(is_out));
            added.sort_unstable_by_key(|option| Reverse(self.place(*option)));
        }
        let forced: Vec<OptionId> =
            settled.given.iter().copied().filter(|option| !added.contains(option)).collect();
        Ok(self.restricted(Givens::none().force(&forced).forbid(&forbidden), &added))
    }

    /// Returns the place of an option in the order, or its number.
    fn place(&self, option: OptionId) -> u32 {
        self.order.as_ref().map_or(option.0, |order| order[option.index()])
    }

    /// Returns the covers that [`given`](Self::given) selects, with these options added to each, the last of the order
    /// first.
    fn restricted(&self, givens: Givens<'_>, added: &[OptionId]) -> Self {
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
        // In an order, options without a primary item come last, so that they are added to the empty cover.
        let mut last = NodeId::EMPTY;
        if self.order.is_some() {
            last = add(&mut builder, added, last);
        }
        let mut kept = vec![MostForced { node: NodeId::NONE, most: 0 }, MostForced { node: last, most: 0 }];
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
        let root = if self.order.is_some() { root } else { add(&mut builder, added, root) };
        let finished = builder.finish(&self.problem, root, self.order.clone(), &mut Limits::none());
        finished.expect("there are no limits")
    }

    /// Returns the empty diagram in the order of this one.
    pub(super) fn nothing(&self) -> Self {
        Self::new(&self.problem, super::TERMINALS.to_vec(), NodeId::NONE, self.order.clone())
    }
}

/// Adds options, the last of the order first, to each cover of a node.
fn add(builder: &mut DiagramBuilder, options: &[OptionId], node: NodeId) -> NodeId {
    let add = |node, &option| builder.node(option, NodeId::NONE, node);
    options.iter().try_fold(node, add).expect("the machine has memory for a few nodes")
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
