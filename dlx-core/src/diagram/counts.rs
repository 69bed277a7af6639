//! The numbers of covers below each node, in the narrowest integers that hold them all.

use std::fmt::Debug;
use std::sync::Arc;

use num_bigint::BigUint;

use super::{Diagram, NodeId, NodeKind, TERMINALS, marginals};
use crate::control::limits::{Limits, Stopped};
use crate::count::number::{Number, Overflow};

/// Number of nodes between two checks of the limits.
const NODES: usize = 1 << 14;

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

    /// Computes the numbers that [`count`](Self::count) returns and other questions share, within limits. The diagram
    /// itself counts as memory too.
    ///
    /// ```
    /// use dlx_core::{Diagram, Givens, Limits, Problem, Stopped};
    ///
    /// let problem = Problem::builder().primary(["a"]).option(["a"]).option(["a"]).build()?;
    /// let diagram = Diagram::compile(&problem, Givens::none(), &mut Limits::none())?;
    /// assert_eq!(diagram.number(&mut Limits::none().bytes(10)), Err(Stopped::Memory));
    /// assert_eq!(diagram.number(&mut Limits::none()), Ok(()));
    /// assert_eq!(diagram.count(), 2u32.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The limit.
    #[doc(hidden)]
    pub fn number(&self, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        if self.counts.get().is_none() {
            let counts = self.count_in::<u64>(limits)?;
            self.counts.get_or_init(|| counts);
        }
        Ok(())
    }

    pub(super) fn counts(&self) -> &dyn CountTable {
        let all = || self.count_in::<u64>(&mut Limits::none()).expect("nothing stops it");
        &**self.counts.get_or_init(all)
    }

    /// Returns the counts in numbers of this width, or of the first wider one that holds them.
    fn count_in<N: Number>(&self, limits: &mut Limits<'_>) -> Result<Arc<dyn CountTable>, Stopped> {
        match self.try_count::<N>(limits)? {
            Ok(counts) => Ok(Arc::new(counts)),
            Err(Overflow) => self.count_in::<N::Wider>(limits),
        }
    }

    fn try_count<N: Number>(&self, limits: &mut Limits<'_>) -> Result<Result<Vec<N>, Overflow>, Stopped> {
        let count = self.len() + TERMINALS.len();
        let mut bytes = self.bytes().saturating_add(count.saturating_mul(size_of::<N>()));
        let mut counts = vec![N::default(), N::from_word(1)];
        for (number, (_, kind)) in self.inner().enumerate() {
            if number % NODES == 0 {
                let outside = counts[counts.len().saturating_sub(NODES)..].iter().map(Number::outside_bytes);
                bytes = bytes.saturating_add(outside.sum());
                if bytes > limits.most_bytes() {
                    return Err(Stopped::Memory);
                }
                limits.step(NODES as u64)?;
                // After the first look at the limit.
                counts.reserve_exact(count - counts.len());
            }
            let counted = match kind {
                NodeKind::Branch { lo, hi, .. } => counts[lo.index()].plus(&counts[hi.index()]),
                NodeKind::Product(one, other) => counts[one.index()].times(&counts[other.index()]),
            };
            match counted {
                Ok(counted) => counts.push(counted),
                Err(overflow) => return Ok(Err(overflow)),
            }
        }
        Ok(Ok(counts))
    }
}
