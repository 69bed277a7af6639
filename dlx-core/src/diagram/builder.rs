//! Building a diagram from the bottom up, each node once.
//!
//! The table finds the node with the same option and children, if there is one. So with an order, equal sets
//! of covers are one node. The list has 12 bytes for each node; the table holds only ids and has 5 to 10.

use std::hash::BuildHasher;
use std::sync::Arc;

use hashbrown::DefaultHashBuilder;

use super::{Diagram, DiagramNode, NodeId, PRODUCT, TERMINALS};
use crate::control::limits::{Limits, Stopped};
use crate::control::parted::{Full, PartedTable};
use crate::count::semiring::{Algebra, AlgebraError};
use crate::problem::Problem;
use crate::problem::ids::{MOST, OptionId, narrow, wide};

/// The nodes of a diagram under construction.
#[derive(Debug)]
pub(crate) struct DiagramBuilder {
    nodes: Vec<DiagramNode>,
    table: PartedTable<NodeId>,
    hasher: DefaultHashBuilder,
    most_bytes: usize,
}

impl DiagramBuilder {
    /// Returns a builder that holds at most this many bytes, including those needed temporarily to grow.
    pub(crate) fn new(most_bytes: usize) -> Self {
        Self {
            nodes: TERMINALS.to_vec(),
            table: PartedTable::new(),
            hasher: DefaultHashBuilder::default(),
            most_bytes,
        }
    }

    /// Returns the node for the covers of `lo` and for those of `hi` with the option added to each. No cover
    /// of either contains the option.
    pub(crate) fn node(&mut self, option: OptionId, lo: NodeId, hi: NodeId) -> Result<NodeId, AlgebraError> {
        if hi == NodeId::NONE { Ok(lo) } else { self.unique(DiagramNode { option: option.0, lo, hi }) }
    }

    /// Returns the node for each cover of one part with each of another. No option is in covers of both.
    pub(crate) fn product(&mut self, one: NodeId, other: NodeId) -> Result<NodeId, AlgebraError> {
        match (one, other) {
            (NodeId::NONE, _) | (_, NodeId::NONE) => Ok(NodeId::NONE),
            (NodeId::EMPTY, part) | (part, NodeId::EMPTY) => Ok(part),
            _ => self.unique(DiagramNode { option: PRODUCT, lo: one.min(other), hi: one.max(other) }),
        }
    }

    /// Returns the option, lo and hi of this node, if it is a branch.
    pub(super) fn branch_of(&self, node: NodeId) -> Option<(OptionId, NodeId, NodeId)> {
        let DiagramNode { option, lo, hi } = self.nodes[node.index()];
        (!node.is_terminal() && option != PRODUCT).then_some((OptionId(option), lo, hi))
    }

    /// Returns by node the number of covers below it, saturated at 64 bits.
    pub(crate) fn into_counts(self) -> Vec<u64> {
        let Self { nodes, table, .. } = self;
        // This frees room for the counts.
        drop(table);
        let mut counts: Vec<u64> = Vec::with_capacity(nodes.len());
        for (id, node) in nodes.iter().enumerate() {
            let count = match node.option {
                _ if id < TERMINALS.len() => u64::from(id == NodeId::EMPTY.index()),
                PRODUCT => counts[node.lo.index()].saturating_mul(counts[node.hi.index()]),
                _ => counts[node.lo.index()].saturating_add(counts[node.hi.index()]),
            };
            counts.push(count);
        }
        counts
    }

    /// Returns the number of nodes, including the two terminals.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Appends nodes, none of which equals another one. Later nodes with the same option are not compared
    /// with them.
    pub(super) fn append(&mut self, nodes: &[DiagramNode]) -> Result<(), AlgebraError> {
        self.make_room_for(nodes.len())?;
        self.nodes.extend_from_slice(nodes);
        Ok(())
    }

    /// Returns the number of bytes of the list and the table.
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<DiagramNode>() + self.table.bytes()
    }

    /// Forgets which nodes there are, so that the table stays small. No node that equals one of them may be
    /// made later.
    pub(super) fn forget_nodes(&mut self) {
        self.table.clear();
    }

    fn unique(&mut self, node: DiagramNode) -> Result<NodeId, AlgebraError> {
        debug_assert!(node.lo.index() < self.nodes.len() && node.hi.index() < self.nodes.len());
        let hash = self.hasher.hash_one(node);
        if let Some(&known) = self.table.find(hash, |&known| self.nodes[known.index()] == node) {
            return Ok(known);
        }
        self.make_room_for(1)?;
        let room = self.most_bytes.saturating_sub(self.bytes());
        let Self { nodes, table, hasher, .. } = self;
        let hash_of = |nodes: &[DiagramNode], id: NodeId| hasher.hash_one(nodes[id.index()]);
        table.make_room(hash, room, |&other| hash_of(nodes, other)).map_err(|Full| AlgebraError::Memory)?;
        let id = NodeId(narrow(nodes.len()));
        nodes.push(node);
        table.insert_unique(hash, id, |&other| hash_of(nodes, other));
        Ok(id)
    }

    /// Makes room for more nodes in the list.
    #[inline(always)]
    fn make_room_for(&mut self, more: usize) -> Result<(), AlgebraError> {
        let count = self.nodes.len();
        if more > MOST - count {
            return Err(AlgebraError::Memory);
        }
        if more > self.nodes.capacity() - count {
            // Growing by a quarter makes copying cheap enough, and doubling would waste memory where it is
            // short.
            let more = (count / 4).max(FIRST).max(more);
            self.reserve_bytes((count + more) * size_of::<DiagramNode>())?;
            self.nodes.try_reserve_exact(more).map_err(|_| AlgebraError::Memory)?;
        }
        Ok(())
    }

    /// Checks that this many bytes may be allocated in addition.
    fn reserve_bytes(&self, more: usize) -> Result<(), AlgebraError> {
        let after = self.bytes().saturating_add(more);
        if after <= self.most_bytes { Ok(()) } else { Err(AlgebraError::Memory) }
    }

    /// Returns the diagram of all covers below this node. With an order, which gives each option its place,
    /// the options ascend in it on every path and there is no product.
    ///
    /// # Complexity
    /// Linear in the nodes made, including those that are not reached from the root and are dropped.
    pub(crate) fn finish(
        self,
        problem: &Problem,
        root: NodeId,
        order: Option<Arc<[u32]>>,
        limits: &mut Limits<'_>,
    ) -> Result<Diagram, Stopped> {
        let Self { mut nodes, table, .. } = self;
        drop(table);
        // At first 1 for each node that can be reached from the root, then its number among them.
        let mut numbers = vec![0_u32; nodes.len()];
        numbers[root.index()] = 1;
        for at in (TERMINALS.len()..=root.index()).rev() {
            limits.setup(1)?;
            if numbers[at] == 1 {
                let DiagramNode { lo, hi, .. } = nodes[at];
                numbers[lo.index()] = 1;
                numbers[hi.index()] = 1;
            }
        }
        numbers[..TERMINALS.len()].copy_from_slice(&[NodeId::NONE.0, NodeId::EMPTY.0]);
        let mut kept = TERMINALS.len();
        for at in TERMINALS.len()..nodes.len() {
            limits.setup(1)?;
            if numbers[at] == 1 {
                let DiagramNode { option, lo, hi } = nodes[at];
                let number = |child: NodeId| NodeId(numbers[child.index()]);
                nodes[kept] = DiagramNode { option, lo: number(lo), hi: number(hi) };
                numbers[at] = narrow(kept);
                kept += 1;
            }
        }
        let root = NodeId(numbers[root.index()]);
        nodes.truncate(kept);
        nodes.shrink_to_fit();
        let diagram = Diagram::new(problem, nodes, root, order);
        debug_assert!(diagram.order.as_ref().is_none_or(|order| diagram.first_unordered(order).is_none()));
        Ok(diagram)
    }
}

/// Least number of nodes for which the list grows.
const FIRST: usize = 64;

impl Algebra for DiagramBuilder {
    type Value = NodeId;

    fn zero(&self) -> NodeId {
        NodeId::NONE
    }

    fn one(&self) -> NodeId {
        NodeId::EMPTY
    }

    fn is_zero(&self, value: &NodeId) -> bool {
        *value == NodeId::NONE
    }

    fn branch(&mut self, sum: NodeId, option: OptionId, rest: &NodeId) -> Result<NodeId, AlgebraError> {
        self.node(option, sum, *rest)
    }

    fn join(&mut self, one: &NodeId, other: &NodeId) -> Result<NodeId, AlgebraError> {
        self.product(*one, *other)
    }

    fn bytes(&self) -> usize {
        self.bytes()
    }

    fn allow(&mut self, most_bytes: usize) {
        self.most_bytes = most_bytes;
    }
}

impl Diagram {
    /// Returns the first node that does not fit this order: a product, or a node with a child whose option
    /// does not come later.
    pub(super) fn first_unordered(&self, order: &[u32]) -> Option<NodeId> {
        let place = |node: NodeId| match self.nodes[node.index()].option {
            super::TERMINAL => u32::MAX,
            option => order[wide(option)],
        };
        let is_in_order = |node: &DiagramNode| {
            node.option != PRODUCT && {
                let own = order[wide(node.option)];
                own < place(node.lo) && own < place(node.hi)
            }
        };
        // A product fails before its place is needed, as children come first.
        let inner = self.nodes.iter().enumerate().skip(TERMINALS.len());
        inner.filter(|(_, node)| !is_in_order(node)).map(|(at, _)| NodeId(narrow(at))).next()
    }
}
