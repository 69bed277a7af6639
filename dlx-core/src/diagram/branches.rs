//! The diagram as a list of branches without products, for other libraries of decision diagrams.

use super::{Diagram, NodeId, NodeKind, TERMINALS};
use crate::problem::ids::{MOST, OptionId, narrow, wide};

/// A branch of a list of branches, with other branches by number: 0 stands for no cover, 1 for the empty cover, and the
/// first branch of the list has the number 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The option.
    pub option: OptionId,
    /// The covers without the option.
    pub lo: u32,
    /// The covers with the option, the option itself left out.
    pub hi: u32,
}

impl Diagram {
    /// Returns the diagram as branches on options: a zero-suppressed decision diagram whose nodes come after their
    /// children, so that the last one represents all covers. The list is empty if there is no cover, and if the only
    /// one is the empty cover. Returns `None` if it would have more than this number of branches.
    ///
    /// Products of the diagram are written out: the branches of one part are copied, with the other part in place of
    /// the empty cover. Unless the diagram [is ordered](Self::is_ordered), the options may come in different orders on
    /// different paths, and equal sets of covers may be different branches.
    ///
    /// # Complexity
    /// Time and memory linear in the branches: those of the diagram, and for each product those of one part, which may
    /// have products itself.
    #[doc(hidden)]
    #[must_use]
    pub fn branches(&self, most: usize) -> Option<Vec<Branch>> {
        let mut list = List { branches: Vec::new(), most: most.min(MOST - TERMINALS.len()) };
        let mut numbers: Vec<u32> = vec![0, 1];
        for (_, kind) in self.inner() {
            numbers.push(match kind {
                NodeKind::Branch { option, lo, hi } => {
                    list.push(Branch { option, lo: numbers[lo.index()], hi: numbers[hi.index()] })?
                }
                NodeKind::Product(one, other) => list.times(numbers[one.index()], numbers[other.index()])?,
            });
        }
        let root = numbers[self.root.index()];
        Some(list.reached(root))
    }
}

/// Branches, each after its children.
struct List {
    branches: Vec<Branch>,
    most: usize,
}

impl List {
    fn push(&mut self, branch: Branch) -> Option<u32> {
        (self.branches.len() < self.most).then(|| {
            self.branches.push(branch);
            narrow(self.branches.len() + TERMINALS.len() - 1)
        })
    }

    /// Returns for each number up to this one whether it can be reached from it.
    fn below(&self, root: u32) -> Vec<bool> {
        let mut reached = vec![false; wide(root) + 1];
        reached[wide(root)] = true;
        for number in (TERMINALS.len()..=wide(root)).rev() {
            if reached[number] {
                let Branch { lo, hi, .. } = self.branches[number - TERMINALS.len()];
                reached[wide(lo)] = true;
                reached[wide(hi)] = true;
            }
        }
        reached
    }

    /// Returns the number of each cover of one part with each of the other.
    fn times(&mut self, one: u32, other: u32) -> Option<u32> {
        // Smaller parts have smaller numbers, more often than not.
        let (copied, end) = (one.min(other), one.max(other));
        match copied {
            0 => return Some(0),
            1 => return Some(end),
            _ => {}
        }
        let reached = self.below(copied);
        let mut copies = vec![0; reached.len()];
        copies[NodeId::EMPTY.index()] = end;
        for number in TERMINALS.len()..reached.len() {
            if reached[number] {
                let Branch { option, lo, hi } = self.branches[number - TERMINALS.len()];
                copies[number] = self.push(Branch { option, lo: copies[wide(lo)], hi: copies[wide(hi)] })?;
            }
        }
        copies.last().copied()
    }

    /// Returns the branches that are reached from one, numbered anew.
    fn reached(&self, root: u32) -> Vec<Branch> {
        let reached = self.below(root);
        let mut numbers: Vec<u32> = vec![0; reached.len().max(TERMINALS.len())];
        numbers[NodeId::EMPTY.index()] = 1;
        let mut kept = Vec::new();
        for number in TERMINALS.len()..reached.len() {
            if reached[number] {
                let Branch { option, lo, hi } = self.branches[number - TERMINALS.len()];
                kept.push(Branch { option, lo: numbers[wide(lo)], hi: numbers[wide(hi)] });
                numbers[number] = narrow(kept.len() + TERMINALS.len() - 1);
            }
        }
        kept
    }
}
