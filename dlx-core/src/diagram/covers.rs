//! Iteration over the covers, with an explicit stack and the path that one cover shares with the next.
//!
//! The order: at a branch, the covers with its option come before those without it; at a product, the covers
//! of the second part are listed for each of the first. In a diagram with an order this is the lexicographic
//! order.

use std::ops::Range;

use super::{Diagram, DiagramNode, NodeId, NodeKind, PRODUCT};
use crate::control::answers::Cover;
use crate::problem::ids::{OptionId, narrow, wide};

/// An iterator over the covers of a diagram, returned by [`Diagram::iter`].
///
/// As an iterator it returns owned covers in ascending order. [`next_path`](Self::next_path) lends them in no
/// order, which is many times as fast.
#[derive(Clone, Debug)]
pub struct Covers<'d> {
    diagram: &'d Diagram,
    /// By node, the first of its tails, or [`NO_TAIL`].
    tail_of: Vec<u32>,
    tails: Vec<Tail>,
    /// The tails that complete the path.
    ends: Range<usize>,
    /// Number of options of the path before these tails.
    depth: usize,
    /// The options taken from the root come first; there is room for all options and a tail.
    path: Vec<OptionId>,
    /// The branches whose covers without the option are still to be listed, the next one last: the first
    /// `pending`. Each belongs to another option of the path.
    untried: Vec<Fork>,
    pending: usize,
    /// The second parts of products, each with the one that follows it.
    parts: Vec<PendingFactor>,
}

/// The end of a cover below a node with few covers: most visited nodes are on such paths, and following them
/// node by node takes several times as long.
#[derive(Clone, Copy, Debug)]
struct Tail {
    options: [OptionId; LONGEST_TAIL],
    len: u16,
    /// Number of tails of the same node after this one.
    after: u16,
}

impl Tail {
    const EMPTY: Self = Self { options: [OptionId(0); LONGEST_TAIL], len: 0, after: 0 };
}

/// Longer paths are followed node by node until this many options are left. A tail is copied as a whole,
/// whatever its length.
const LONGEST_TAIL: usize = 8;

/// Nodes with more covers are followed node by node.
const MOST_TAILS: u8 = 8;

/// There are at most as many tails as nodes, or this many.
const FREE_TAILS: usize = 1 << 18;

/// In place of a tail: there are too many paths, or one is too long.
const NO_TAIL: u32 = u32::MAX;

/// A path that is still to be followed.
#[derive(Clone, Copy, Debug)]
struct Fork {
    at: NodeId,
    /// Number of options of the path up to here.
    depth: u32,
    /// The part that follows this one, or [`LAST`].
    then: u32,
    /// Number of parts known here.
    parts: u32,
}

/// A part of a product that is to be covered after another one.
#[derive(Clone, Copy, Debug)]
struct PendingFactor {
    at: NodeId,
    then: u32,
}

/// In place of a part: there is none left.
const LAST: u32 = u32::MAX;

impl Diagram {
    /// Returns an iterator over all covers. At each branch those with its option come first; in a diagram
    /// with an order they come in lexicographic order. [`nth`](Self::nth) and [`rank`](Self::rank) use the
    /// same order.
    ///
    /// # Complexity
    /// One pass over the nodes at first. Then for each cover at most the nodes on its path that were not on
    /// that of the one before. Holds 20 bytes for each option of the problem, 4 for each node, and 36 for
    /// each stored end of a cover: nodes with up to 8 covers of up to 8 options have their covers stored, at
    /// most as many as there are nodes, or 262,144.
    #[must_use]
    pub fn iter(&self) -> Covers<'_> {
        self.covers(FREE_TAILS)
    }

    /// Returns an iterator with at most as many tails as there are nodes, or this many.
    pub(super) fn covers(&self, free_tails: usize) -> Covers<'_> {
        let most = self.problem.option_count();
        let (tail_of, tails) = self.tails(free_tails);
        let root = Fork { at: self.root, depth: 0, then: LAST, parts: 0 };
        Covers {
            diagram: self,
            tail_of,
            tails,
            ends: 0..0,
            depth: 0,
            path: vec![OptionId(0); most + LONGEST_TAIL],
            untried: vec![root; most + 1],
            pending: usize::from(!self.is_empty()),
            parts: Vec::new(),
        }
    }

    /// Returns the tails, and by node the index of its first one. The empty cover has the empty one. Nodes
    /// below such nodes alone have none.
    fn tails(&self, free_tails: usize) -> (Vec<u32>, Vec<Tail>) {
        let sizes = self.sizes();
        let is_small = |node: NodeId| sizes[node.index()].is_some();
        let mut is_met = vec![false; self.nodes.len()];
        is_met[self.root.index()] = true;
        for (at, kind) in self.inner() {
            if !is_small(at) {
                let (NodeKind::Branch { lo: one, hi: other, .. } | NodeKind::Product(one, other)) = kind;
                is_met[one.index()] = true;
                is_met[other.index()] = true;
            }
        }
        let mut tails = vec![Tail::EMPTY];
        let mut tail_of = vec![NO_TAIL, 0];
        let most = self.len().max(free_tails);
        for (at, _) in self.inner() {
            let has_tails = is_met[at.index()] && is_small(at) && tails.len() < most;
            tail_of.push(if has_tails { narrow(tails.len()) } else { NO_TAIL });
            if has_tails {
                self.push_tails(at, &mut tails);
            }
        }
        (tail_of, tails)
    }

    /// Returns by node the number of its covers and the length of the longest, if they are few and short.
    fn sizes(&self) -> Vec<Option<(u8, u8)>> {
        let mut sizes = vec![Some((0, 0)), Some((1, 0))];
        sizes.reserve_exact(self.len());
        for (_, kind) in self.inner() {
            sizes.push(match kind {
                NodeKind::Branch { lo, hi, .. } => sizes[lo.index()].zip(sizes[hi.index()]).and_then(
                    |((without, shorter), (with, longer))| {
                        let size = (without + with, shorter.max(longer + 1));
                        (size.0 <= MOST_TAILS && usize::from(size.1) <= LONGEST_TAIL).then_some(size)
                    },
                ),
                NodeKind::Product(..) => None,
            });
        }
        sizes
    }

    /// Appends the covers of a node with few and short ones, without a product.
    fn push_tails(&self, node: NodeId, tails: &mut Vec<Tail>) {
        let first = tails.len();
        let mut untried = vec![(node, Tail::EMPTY)];
        while let Some((mut at, mut tail)) = untried.pop() {
            while !at.is_terminal() {
                let DiagramNode { option, lo, hi } = self.nodes[at.index()];
                if lo != NodeId::NONE {
                    untried.push((lo, tail));
                }
                tail.options[usize::from(tail.len)] = OptionId(option);
                tail.len += 1;
                at = hi;
            }
            tails.push(tail);
        }
        for (tail, after) in tails[first..].iter_mut().rev().zip(0..) {
            tail.after = after;
        }
    }
}

impl Covers<'_> {
    /// Returns the next cover, its options in no particular order. It is lent until the next call.
    #[doc(hidden)]
    #[inline]
    pub fn next_path(&mut self) -> Option<&[OptionId]> {
        let (path, tails) = (self.path.as_mut_slice(), self.tails.as_slice());
        if let Some(end) = self.ends.next() {
            return Some(ended(path, self.depth, &tails[end]));
        }
        let nodes = self.diagram.nodes.as_slice();
        let untried = self.untried.as_mut_slice();
        let mut pending = self.pending.checked_sub(1)?;
        let Fork { mut at, depth, mut then, parts } = untried[pending];
        let mut depth = wide(depth);
        self.parts.truncate(wide(parts));
        loop {
            let (end, tail) = loop {
                let end = wide(self.tail_of[at.index()]);
                // If another part follows this one, several tails would have to be tried with each of its
                // covers.
                if let Some(tail) = tails.get(end)
                    && (then == LAST || tail.after == 0)
                {
                    break (end, tail);
                }
                let DiagramNode { option, lo, hi } = nodes[at.index()];
                if option == PRODUCT {
                    let part = PendingFactor { at: hi, then };
                    then = narrow(self.parts.len());
                    self.parts.push(part);
                    at = lo;
                    continue;
                }
                // Written in any case, as the branch would be unpredictable.
                untried[pending] =
                    Fork { at: lo, depth: narrow(depth), then, parts: narrow(self.parts.len()) };
                pending += usize::from(lo != NodeId::NONE);
                path[depth] = OptionId(option);
                depth += 1;
                at = hi;
            };
            if then == LAST {
                self.pending = pending;
                self.depth = depth;
                self.ends = end + 1..end + 1 + usize::from(tail.after);
                return Some(ended(path, depth, tail));
            }
            depth = ended(path, depth, tail).len();
            PendingFactor { at, then } = self.parts[wide(then)];
        }
    }
}

/// Returns the options of the path before a tail, followed by those of the tail.
#[inline]
fn ended<'p>(path: &'p mut [OptionId], depth: usize, tail: &Tail) -> &'p [OptionId] {
    path[depth..depth + LONGEST_TAIL].copy_from_slice(&tail.options);
    &path[..depth + usize::from(tail.len)]
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
