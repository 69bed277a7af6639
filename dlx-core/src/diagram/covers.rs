//! The covers one after the other, with an explicit stack and the path that one cover shares with the next.
//!
//! The order: at a branch, the covers with its option come before those without it; at a product, the covers of
//! the second part run through for each of the first. In a diagram with an order this is the lexicographic one.

use super::{Diagram, Kind, Node, NodeId, PRODUCT};
use crate::answers::Cover;
use crate::ids::{OptionId, narrow, wide};

/// The covers of a diagram, one after the other: what [`Diagram::iter`] gives.
///
/// As an iterator it gives covers of their own, ascending. [`next_path`](Self::next_path) lends them as they are
/// met, which is many times as fast.
#[derive(Clone, Debug)]
pub struct Covers<'d> {
    diagram: &'d Diagram,
    /// By node, its tail, or [`NO_TAIL`].
    tail_of: Vec<u32>,
    tails: Vec<Tail>,
    /// The options taken on the way from the root come first; there is room for all, and for a tail more.
    path: Vec<OptionId>,
    /// Where a way without the option of a branch is still to be gone, the next one last: the first `pending`.
    /// Each is for another option of the path.
    untried: Vec<Fork>,
    pending: usize,
    /// The second parts of products, each with the one that is to come after it.
    parts: Vec<Part>,
}

/// What is left of a cover where there is but one way on: most nodes that are met are on such ways, and to go
/// along them node by node takes twice as long.
#[derive(Clone, Copy, Debug)]
struct Tail {
    options: [OptionId; LONGEST_TAIL],
    len: u32,
}

/// Longer ways are gone node by node until so many are left. All of a tail is copied, whatever its length.
const LONGEST_TAIL: usize = 8;

/// In place of a tail: there are several ways on, or it is too long.
const NO_TAIL: u32 = u32::MAX;

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
    /// A pass over the nodes at first. Then for each cover the nodes on its path that were not on that of the one
    /// before. Holds 20 bytes for each option of the problem, 4 for each node, and 36 more for each node that has
    /// one cover of up to 8 options.
    #[must_use]
    pub fn iter(&self) -> Covers<'_> {
        let most = self.problem.option_count();
        let (tail_of, tails) = self.tails();
        let root = Fork { at: self.root, depth: 0, then: LAST, parts: 0 };
        Covers {
            diagram: self,
            tail_of,
            tails,
            path: vec![OptionId(0); most + LONGEST_TAIL],
            untried: vec![root; most + 1],
            pending: usize::from(!self.is_empty()),
            parts: Vec::new(),
        }
    }

    /// The tails, and by node which one is its own. The empty cover has the empty one.
    fn tails(&self) -> (Vec<u32>, Vec<Tail>) {
        let mut tail_of = vec![NO_TAIL, 0];
        tail_of.reserve_exact(self.len());
        let mut tails = vec![Tail { options: [OptionId(0); LONGEST_TAIL], len: 0 }];
        for (_, kind) in self.inner() {
            let own = match kind {
                Kind::Branch { option, lo: NodeId::NONE, hi } => {
                    let after = tails.get(wide(tail_of[hi.index()])).copied();
                    after.filter(|tail| wide(tail.len) < LONGEST_TAIL).map(|mut tail| {
                        tail.options[wide(tail.len)] = option;
                        tail.len += 1;
                        tail
                    })
                }
                _ => None,
            };
            tail_of.push(own.map_or(NO_TAIL, |_| narrow(tails.len())));
            tails.extend(own);
        }
        (tail_of, tails)
    }
}

impl Covers<'_> {
    /// The next cover, its options in no particular order. It is lent until the next call.
    #[inline]
    pub fn next_path(&mut self) -> Option<&[OptionId]> {
        let nodes = self.diagram.nodes.as_slice();
        let (path, untried) = (self.path.as_mut_slice(), self.untried.as_mut_slice());
        let mut pending = self.pending.checked_sub(1)?;
        let Fork { mut at, depth, mut then, parts } = untried[pending];
        let mut depth = wide(depth);
        self.parts.truncate(wide(parts));
        loop {
            let tail = loop {
                if let Some(tail) = self.tails.get(wide(self.tail_of[at.index()])) {
                    break tail;
                }
                let Node { option, lo, hi } = nodes[at.index()];
                if option == PRODUCT {
                    let part = Part { at: hi, then };
                    then = narrow(self.parts.len());
                    self.parts.push(part);
                    at = lo;
                    continue;
                }
                // Written in any case, as whether it counts can hardly be foreseen.
                untried[pending] =
                    Fork { at: lo, depth: narrow(depth), then, parts: narrow(self.parts.len()) };
                pending += usize::from(lo != NodeId::NONE);
                path[depth] = OptionId(option);
                depth += 1;
                at = hi;
            };
            path[depth..depth + LONGEST_TAIL].copy_from_slice(&tail.options);
            depth += wide(tail.len);
            if then == LAST {
                self.pending = pending;
                return Some(&path[..depth]);
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
