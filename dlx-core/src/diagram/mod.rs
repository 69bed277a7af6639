//! All covers of a problem as one decision diagram: counted, listed, sampled and ranked by cost without
//! enumeration.
//!
//! A node represents a set of covers of a part of the problem. It is a branch on an option, with the covers
//! without it (`lo`) and those with it (`hi`, the option itself left out), or a product: every cover of one
//! part with every cover of another. Every operation relies on these rules:
//!
//! - The children of a node have smaller numbers, so that every pass is one loop over the nodes.
//! - No branch has `hi` = none: such a node is its `lo` (zero-suppression). So there is a branch on an option
//!   only if some cover contains it, and no option occurs twice on a path.
//! - The two parts of a product have no option in common. Together with the rule before, each cover is
//!   reached on one path only, which its options determine.
//! - With an order, the options ascend in it on every path and there is no product. Then equal sets of covers
//!   are equal nodes, and two diagrams can be combined.
//!
//! Sources: S. Minato, *Zero-suppressed BDDs for set manipulation in combinatorial problems* (1993); D. E.
//! Knuth, *The Art of Computer Programming* 4A, section 7.1.4; M. Nishino, N. Yasuda, S. Minato, M. Nagata,
//! *Dancing with decision diagrams: a combined approach to exact cover* (2017).

mod best;
mod branches;
mod builder;
pub(crate) mod compile;
mod counts;
mod covers;
mod dot;
mod file;
mod given;
mod marginals;
mod rank;
mod sampler;
mod sets;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::{Arc, OnceLock};

pub use branches::Branch;
pub(crate) use builder::DiagramBuilder;
pub use covers::Covers;
pub use file::DiagramFileError;
pub use sampler::Sampler;
pub use sets::SetError;

use crate::count::number::Overflow;
use crate::count::semiring::Semiring;
use crate::problem::Problem;
use crate::problem::ids::{MOST, OptionId, narrow, wide};
use counts::CountTable;

/// All covers of a problem as a graph whose size depends on what the covers share rather than on their
/// number.
///
/// ```
/// use dlx_core::{Diagram, Givens, Limits, OptionId, Problem};
///
/// let problem = Problem::builder().primary(["a", "b"]).option(["a"]).option(["a"]).option(["b"]).build()?;
/// let all = Diagram::compile(&problem, Givens::none(), &mut Limits::none())?;
/// assert_eq!(all.count(), 2u32.into());
/// for cover in &all {
///     assert_eq!(cover.len(), 2);
/// }
/// assert_eq!(all.without(OptionId::new(0)).count(), 1u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Diagram {
    problem: Problem,
    /// By number of the node; the first two are the terminals "none" and "the empty cover", whose fields have
    /// no meaning.
    nodes: Vec<DiagramNode>,
    root: NodeId,
    /// By option, its place in the order, if the diagram has one.
    order: Option<Arc<[u32]>>,
    counts: OnceLock<Arc<dyn CountTable>>,
}

/// The number of a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct NodeId(u32);

impl NodeId {
    /// No cover.
    pub(crate) const NONE: Self = Self(0);
    /// One cover, without options.
    pub(crate) const EMPTY: Self = Self(1);

    pub(crate) const fn index(self) -> usize {
        wide(self.0)
    }

    const fn is_terminal(self) -> bool {
        self.0 <= Self::EMPTY.0
    }
}

impl fmt::Debug for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NodeId({})", self.0)
    }
}

/// A branch or a product. Code whose speed does not matter reads it with [`kind`](Self::kind).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct DiagramNode {
    /// The option of a branch, or [`PRODUCT`].
    option: u32,
    lo: NodeId,
    hi: NodeId,
}

/// In place of an option: the node is a product. No option has this number.
const PRODUCT: u32 = u32::MAX;
/// In place of an option: the node is one of the first two.
const TERMINAL: u32 = u32::MAX - 1;
const _: () = assert!(MOST < wide(TERMINAL));

/// The first two nodes.
const TERMINALS: [DiagramNode; 2] = [DiagramNode { option: TERMINAL, lo: NodeId::NONE, hi: NodeId::NONE }; 2];

/// The kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NodeKind {
    /// The covers of `lo`, and those of `hi` with the option added to each.
    Branch { option: OptionId, lo: NodeId, hi: NodeId },
    /// Each cover of one with each of the other.
    Product(NodeId, NodeId),
}

impl DiagramNode {
    const fn kind(self) -> NodeKind {
        match self.option {
            PRODUCT => NodeKind::Product(self.lo, self.hi),
            option => NodeKind::Branch { option: OptionId(option), lo: self.lo, hi: self.hi },
        }
    }
}

impl Diagram {
    fn new(problem: &Problem, nodes: Vec<DiagramNode>, root: NodeId, order: Option<Arc<[u32]>>) -> Self {
        Self { problem: problem.clone(), nodes, root, order, counts: OnceLock::new() }
    }

    /// Returns the problem.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns the number of nodes, without the two terminals.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len() - TERMINALS.len()
    }

    /// Returns true if there is no cover.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.root == NodeId::NONE
    }

    /// Returns true if the diagram has an order: the options ascend in it on every path, and there is no
    /// product. Only such diagrams can be combined by [`union`](Self::union),
    /// [`intersection`](Self::intersection) and [`difference`](Self::difference).
    #[doc(hidden)]
    #[must_use]
    pub fn is_ordered(&self) -> bool {
        self.order.is_some()
    }

    /// Returns the number of bytes, without the problem: 12 for each node, 4 for each option if there is an
    /// order, and the counts once they are known.
    #[doc(hidden)]
    #[must_use]
    pub fn bytes(&self) -> usize {
        let order = self.order.as_ref().map_or(0, |order| size_of_val::<[u32]>(order));
        let counts = self.counts.get().map_or(0, |counts| counts.bytes());
        self.nodes.capacity() * size_of::<DiagramNode>() + order + counts
    }

    /// Returns the total of the covers in a semiring.
    ///
    /// # Errors
    /// A value that does not fit into its type.
    ///
    /// # Complexity
    /// One value and one operation for each node.
    pub fn total<S: Semiring>(&self, semiring: &S) -> Result<S::Value, Overflow> {
        let mut values = vec![semiring.zero(), semiring.one()];
        values.reserve(self.len());
        for (_, kind) in self.inner() {
            values.push(match kind {
                NodeKind::Branch { option, lo, hi } => {
                    semiring.branch(&values[lo.index()], option, &values[hi.index()])?
                }
                NodeKind::Product(one, other) => {
                    semiring.times(&values[one.index()], &values[other.index()])?
                }
            });
        }
        Ok(values.swap_remove(self.root.index()))
    }

    /// Returns the nodes except the terminals, children before parents.
    fn inner(&self) -> impl DoubleEndedIterator<Item = (NodeId, NodeKind)> + ExactSizeIterator + '_ {
        let inner = self.nodes.iter().enumerate().skip(TERMINALS.len());
        inner.map(|(at, node)| (NodeId(narrow(at)), node.kind()))
    }

    fn kind(&self, node: NodeId) -> NodeKind {
        debug_assert!(!node.is_terminal());
        self.nodes[node.index()].kind()
    }
}

impl fmt::Debug for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Diagram")
            .field("problem", &self.problem)
            .field("nodes", &self.len())
            .field("is_ordered", &self.is_ordered())
            .finish_non_exhaustive()
    }
}
