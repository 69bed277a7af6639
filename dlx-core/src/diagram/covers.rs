//! The covers one after the other, with an explicit stack and the path that one cover shares with the next.
//!
//! The order: at a branch, the covers with its option come before those without it; at a product, the covers of
//! the second part run through for each of the first. In a diagram with an order this is the lexicographic one.

use super::{Diagram, NodeId, PRODUCT};
use crate::answers::Cover;
use crate::ids::{OptionId, narrow, wide};

/// The covers of a diagram, one after the other: what [`Diagram::iter`] gives.
///
/// As an iterator it gives covers of their own, ascending. [`next_path`](Self::next_path) lends them as they are
/// met, which is many times as fast.
#[derive(Clone, Debug)]
pub struct Covers<'d> {
    diagram: &'d Diagram,
    /// The options taken on the way from the root.
    path: Vec<OptionId>,
    /// Where a way without the option of a branch is still to be gone, the next one last.
    untried: Vec<Fork>,
    /// The second parts of products, each with the one that is to come after it.
    parts: Vec<Part>,
}

/// A way that is still to be gone.
#[derive(Clone, Copy, Debug)]
struct Fork {
    at: NodeId,
    /// How many options of the path lead here.
    depth: u32,
    /// The part that comes after this one, or [`LAST`].
    then: u32,
    /// How many parts were known here.
    parts: u32,
}

/// A part that is to be covered after another one.
#[derive(Clone, Copy, Debug)]
struct Part {
    at: NodeId,
    then: u32,
}

/// In place of a part: there is none left.
const LAST: u32 = u32::MAX;

impl Diagram {
    /// All covers, one after the other. At each branch those with its option come first; in a diagram with an
    /// order they come in lexicographic order. [`nth`](Self::nth) and [`rank`](Self::rank) go by the same order.
    ///
    /// # Complexity
    /// For each cover the nodes on its path that were not on that of the one before.
    #[must_use]
    pub fn iter(&self) -> Covers<'_> {
        let root = Fork { at: self.root, depth: 0, then: LAST, parts: 0 };
        let untried = if self.is_empty() { Vec::new() } else { vec![root] };
        Covers { diagram: self, path: Vec::new(), untried, parts: Vec::new() }
    }
}

impl Covers<'_> {
    /// The next cover, its options in the order of the path to it, not ascending. It is lent until the next call.
    #[inline]
    pub fn next_path(&mut self) -> Option<&[OptionId]> {
        let Fork { mut at, depth, mut then, parts } = self.untried.pop()?;
        self.path.truncate(wide(depth));
        self.parts.truncate(wide(parts));
        loop {
            while !at.is_terminal() {
                let node = self.diagram.nodes[at.index()];
                if node.option == PRODUCT {
                    let part = Part { at: node.hi, then };
                    then = narrow(self.parts.len());
                    self.parts.push(part);
                    at = node.lo;
                    continue;
                }
                if node.lo != NodeId::NONE {
                    let (depth, parts) = (narrow(self.path.len()), narrow(self.parts.len()));
                    self.untried.push(Fork { at: node.lo, depth, then, parts });
                }
                self.path.push(OptionId(node.option));
                at = node.hi;
            }
            if then == LAST {
                return Some(&self.path);
            }
            Part { at, then } = self.parts[wide(then)];
        }
    }
}

impl Iterator for Covers<'_> {
    type Item = Cover;

    fn next(&mut self) -> Option<Cover> {
        let mut cover = self.next_path()?.to_vec();
        cover.sort_unstable();
        Some(cover)
    }
}

impl<'d> IntoIterator for &'d Diagram {
    type Item = Cover;
    type IntoIter = Covers<'d>;

    fn into_iter(self) -> Covers<'d> {
        self.iter()
    }
}
