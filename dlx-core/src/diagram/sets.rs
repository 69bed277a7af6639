//! Union, intersection and difference of two diagrams with the same order.
//!
//! Both are read into one builder, in which equal sets of covers are equal nodes. Then each pair of nodes is
//! combined once, from the first option of either: R. E. Bryant's method, in the form that S. Minato gave for
//! sets.

use std::hash::BuildHasher;

use hashbrown::DefaultHashBuilder;
use thiserror::Error;

use super::{Diagram, DiagramBuilder, NodeId, NodeKind};
use crate::control::limits::{Limits, Stopped, Underway};
use crate::control::parted::{Full, PartedTable};
use crate::count::semiring::AlgebraError;
use crate::problem::digest::Digest;
use crate::problem::ids::OptionId;

/// The reason why two diagrams cannot be combined.
/// The message says what is wrong; the variants carry no promise of stability.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SetError {
    /// They belong to different problems.
    #[error("the diagrams are of different problems: expected the problem {expected}, found {found}")]
    #[doc(hidden)]
    OtherProblem {
        /// The digest of the second problem.
        found: Digest,
        /// The digest of the first problem.
        expected: Digest,
    },
    /// One of them has no order.
    #[error("expected a diagram whose options ascend on every path, found one without an order")]
    #[doc(hidden)]
    Free,
    /// They have different orders.
    #[error("the diagrams have different orders: expected {expected}, found option {found} at place {place}")]
    #[doc(hidden)]
    OtherOrder {
        /// The first position at which they differ, counted from 0.
        place: usize,
        /// The option there in the second order.
        found: OptionId,
        /// The option there in the first order.
        expected: OptionId,
    },
    /// The limits stopped the operation.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// An operation on two sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operation {
    Union,
    Intersection,
    Difference,
}

impl Diagram {
    /// Returns the covers that are in this diagram, in the other, or in both.
    ///
    /// The limit of bytes applies, and the question of the limits is asked; a pair of nodes counts as a node.
    ///
    /// ```
    /// use dlx_core::{Diagram, Givens, Limits, OptionId};
    /// use dlx_instances::{dominoes, region::Region};
    ///
    /// let problem = dominoes::problem(&Region::rectangle(6, 6)?)?;
    /// let all = Diagram::compile(&problem, Givens::none(), &mut Limits::none())?;
    /// let (with, without) = (all.with(OptionId::new(0)), all.without(OptionId::new(0)));
    /// assert_eq!(with.union(&without, &mut Limits::none())?.count(), all.count());
    /// assert!(with.intersection(&without, &mut Limits::none())?.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Diagrams of different problems, without an order, or with different orders; and the limits.
    ///
    /// # Complexity
    /// At most the product of the numbers of nodes, and about their sum if the sets have little in common.
    /// Takes 20 to 60 bytes for each pair of nodes reached, in addition to both diagrams.
    pub fn union(&self, other: &Self, limits: &mut Limits<'_>) -> Result<Self, SetError> {
        self.combine(other, Operation::Union, limits)
    }

    /// Returns the covers that are in both diagrams.
    ///
    /// # Errors
    /// Those of [`union`](Self::union).
    ///
    /// # Complexity
    /// That of [`union`](Self::union).
    pub fn intersection(&self, other: &Self, limits: &mut Limits<'_>) -> Result<Self, SetError> {
        self.combine(other, Operation::Intersection, limits)
    }

    /// Returns the covers that are in this diagram and not in the other.
    ///
    /// # Errors
    /// Those of [`union`](Self::union).
    ///
    /// # Complexity
    /// That of [`union`](Self::union).
    pub fn difference(&self, other: &Self, limits: &mut Limits<'_>) -> Result<Self, SetError> {
        self.combine(other, Operation::Difference, limits)
    }

    fn combine(&self, other: &Self, operation: Operation, limits: &mut Limits<'_>) -> Result<Self, SetError> {
        let order = self.common_order(other)?;
        let mut merge = Merge {
            builder: DiagramBuilder::new(limits.most_bytes()),
            order,
            operation,
            known: PartedTable::new(),
            hasher: DefaultHashBuilder::default(),
            tasks: Vec::new(),
            made: Vec::new(),
        };
        let (one, other) = (merge.read(self, limits)?, merge.read(other, limits)?);
        let root = merge.run(one, other, limits)?;
        Ok(merge.builder.finish(&self.problem, root, self.order.clone(), limits)?)
    }

    /// Returns the common order, by option.
    fn common_order(&self, other: &Self) -> Result<&[u32], SetError> {
        let (expected, found) = (self.problem.digest(), other.problem.digest());
        if found != expected {
            return Err(SetError::OtherProblem { found, expected });
        }
        let (Some(one), Some(two)) = (&self.order, &other.order) else { return Err(SetError::Free) };
        let sorted = |order: &[u32]| {
            let mut options: Vec<OptionId> = self.problem.options().collect();
            options.sort_by_key(|option| order[option.index()]);
            options
        };
        if one != two {
            let (one, two) = (sorted(one), sorted(two));
            let differs = one.iter().zip(&two).enumerate().find(|(_, (one, two))| one != two);
            if let Some((place, (&expected, &found))) = differs {
                return Err(SetError::OtherOrder { place, found, expected });
            }
        }
        Ok(one)
    }
}

/// Two nodes that are combined.
type Pair = (NodeId, NodeId);

/// An operation in progress.
struct Merge<'o> {
    builder: DiagramBuilder,
    /// By option.
    order: &'o [u32],
    operation: Operation,
    /// The pairs that were combined, with their results.
    known: PartedTable<(Pair, NodeId)>,
    hasher: DefaultHashBuilder,
    tasks: Vec<PendingPair>,
    /// Results of finished steps, for the steps that wait for them.
    made: Vec<NodeId>,
}

#[derive(Clone, Copy)]
enum PendingPair {
    Combine(NodeId, NodeId),
    /// The last two results are the lo and the hi of a branch, the result of the pair.
    Join {
        option: OptionId,
        pair: Pair,
    },
}

impl Merge<'_> {
    /// Reads a diagram with an order into the builder.
    fn read(&mut self, diagram: &Diagram, limits: &mut Limits<'_>) -> Result<NodeId, Stopped> {
        let mut numbers = vec![NodeId::NONE, NodeId::EMPTY];
        numbers.reserve_exact(diagram.len());
        for (_, kind) in diagram.inner() {
            limits.pass(1, &Underway::default())?;
            let made = match kind {
                NodeKind::Branch { option, lo, hi } => {
                    self.builder.node(option, numbers[lo.index()], numbers[hi.index()])
                }
                NodeKind::Product(one, other) => {
                    self.builder.product(numbers[one.index()], numbers[other.index()])
                }
            };
            numbers.push(made.map_err(stopped)?);
        }
        Ok(numbers[diagram.root.index()])
    }

    fn run(&mut self, one: NodeId, other: NodeId, limits: &mut Limits<'_>) -> Result<NodeId, Stopped> {
        self.tasks.push(PendingPair::Combine(one, other));
        while let Some(task) = self.tasks.pop() {
            match task {
                PendingPair::Combine(one, other) => self.combine(one, other, limits)?,
                PendingPair::Join { option, pair } => {
                    let hi = self.made.pop().unwrap_or(NodeId::NONE);
                    let lo = self.made.pop().unwrap_or(NodeId::NONE);
                    let node = self.builder.node(option, lo, hi).map_err(stopped)?;
                    self.note(pair, node, limits.most_bytes())?;
                    self.made.push(node);
                }
            }
        }
        Ok(self.made.pop().unwrap_or(NodeId::NONE))
    }

    /// Computes the result of a pair, or pushes the steps that will.
    fn combine(&mut self, one: NodeId, other: NodeId, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        if let Some(node) = self.at_once(one, other) {
            self.made.push(node);
            return Ok(());
        }
        let is_difference = self.operation == Operation::Difference;
        let pair = if is_difference { (one, other) } else { (one.min(other), one.max(other)) };
        let known = self.known.find(self.hasher.hash_one(pair), |(other, _)| *other == pair);
        if let Some(&(_, node)) = known {
            self.made.push(node);
            return Ok(());
        }
        limits.pass(1, &Underway::default())?;

        let (first, second) = (self.builder.branch_of(one), self.builder.branch_of(other));
        let place = |branch: Option<(OptionId, NodeId, NodeId)>| {
            branch.map_or(u32::MAX, |(option, ..)| self.order[option.index()])
        };
        // The first option of either; a node that begins with a later one has no covers with it.
        let own = place(first).min(place(second));
        let split = |node, branch| match branch {
            Some((option, lo, hi)) if place(branch) == own => (Some(option), lo, hi),
            _ => (None, node, NodeId::NONE),
        };
        let (one_option, one_lo, one_hi) = split(one, first);
        let (other_option, other_lo, other_hi) = split(other, second);
        let Some(option) = one_option.or(other_option) else {
            // Both are terminals, which are combined at once.
            self.made.push(NodeId::NONE);
            return Ok(());
        };
        self.tasks.push(PendingPair::Join { option, pair });
        self.tasks.push(PendingPair::Combine(one_hi, other_hi));
        self.tasks.push(PendingPair::Combine(one_lo, other_lo));
        Ok(())
    }

    fn at_once(&self, one: NodeId, other: NodeId) -> Option<NodeId> {
        let is_none = |node| node == NodeId::NONE;
        match self.operation {
            Operation::Union if is_none(one) => Some(other),
            Operation::Union if is_none(other) || one == other => Some(one),
            Operation::Intersection if is_none(one) || is_none(other) => Some(NodeId::NONE),
            Operation::Intersection if one == other => Some(one),
            Operation::Difference if is_none(one) || one == other => Some(NodeId::NONE),
            Operation::Difference if is_none(other) => Some(one),
            _ => None,
        }
    }

    /// Notes the result of a pair that is not known yet.
    fn note(&mut self, pair: Pair, node: NodeId, most_bytes: usize) -> Result<(), Stopped> {
        let Self { builder, known, hasher, tasks, .. } = self;
        let hash = hasher.hash_one(pair);
        let hash_of = |(pair, _): &(Pair, NodeId)| hasher.hash_one(pair);
        let bytes = builder.bytes() + known.bytes() + tasks.capacity() * size_of::<PendingPair>();
        let room = most_bytes.saturating_sub(bytes);
        known.make_room(hash, room, hash_of).map_err(|Full| Stopped::Memory)?;
        known.insert_unique(hash, (pair, node), hash_of);
        Ok(())
    }
}

fn stopped(unfit: AlgebraError) -> Stopped {
    match unfit {
        AlgebraError::Overflow => Stopped::Overflow,
        AlgebraError::Memory => Stopped::Memory,
    }
}
