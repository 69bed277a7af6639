//! The numbers of covers below each node, in the narrowest integers that hold them all.

use std::fmt::Debug;
use std::sync::Arc;

use num_bigint::BigUint;

use super::{Diagram, NodeId, NodeKind, marginals};
use crate::count::number::{Number, Overflow};

/// The counts of all nodes, for any width of the numbers.
pub(super) trait CountTable: Debug + Send + Sync {
    /// Returns the number of covers below this node.
    fn get(&self, node: NodeId) -> BigUint;
    /// Returns the fraction of all covers of the second node that those of the first one make up, which is
    /// less than 1: its first 64 binary digits.
    fn share(&self, part: NodeId, of: NodeId) -> u64;
    /// Returns for each option the number of covers that contain it.
    fn marginals(&self, diagram: &Diagram) -> Vec<BigUint>;
    fn bytes(&self) -> usize;
}

impl<N: Number> CountTable for Vec<N> {
    fn get(&self, node: NodeId) -> BigUint {
        self[node.index()].to_big()
    }

    fn share(&self, part: NodeId, of: NodeId) -> u64 {
        self[part.index()].share(&self[of.index()])
    }

    fn marginals(&self, diagram: &Diagram) -> Vec<BigUint> {
        marginals::marginals(diagram, self)
    }

    fn bytes(&self) -> usize {
        self.capacity() * size_of::<N>() + self.iter().map(Number::outside_bytes).sum::<usize>()
    }
}

impl Diagram {
    /// Returns the number of covers.
    ///
    /// # Complexity
    /// Linear in the nodes for the first call, which stores a number for each node: of 8, 16, 32 or 64 bytes
    /// if they suffice, otherwise as long as necessary. Other questions that need these numbers share them.
    #[must_use]
    pub fn count(&self) -> BigUint {
        self.counts().get(self.root)
    }

    pub(super) fn counts(&self) -> &dyn CountTable {
        &**self.counts.get_or_init(|| self.count_in::<u64>())
    }

    /// Returns the counts in numbers of this width, or of the first wider one that holds them.
    fn count_in<N: Number>(&self) -> Arc<dyn CountTable> {
        match self.try_count::<N>() {
            Ok(counts) => Arc::new(counts),
            Err(Overflow) => self.count_in::<N::Wider>(),
        }
    }

    fn try_count<N: Number>(&self) -> Result<Vec<N>, Overflow> {
        let mut counts = vec![N::default(), N::from_word(1)];
        counts.reserve_exact(self.len());
        for (_, kind) in self.inner() {
            counts.push(match kind {
                NodeKind::Branch { lo, hi, .. } => counts[lo.index()].plus(&counts[hi.index()])?,
                NodeKind::Product(one, other) => counts[one.index()].times(&counts[other.index()])?,
            });
        }
        Ok(counts)
    }
}
