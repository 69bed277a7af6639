//! A guessed cutoff, as long as there is no cover.
//!
//! Without a cover, no bound cuts a branch off, and a plunge continues although its bound is far above the least bound. The guess
//! is a cost a little above the least bound. It decides most columns at the root, and ends such plunges. If there is no cover of
//! this cost, or if the search takes as much work as all searches before, the search begins again with a greater guess. If there
//! is one, nothing is lost: all branches that were cut off cost more than this cover.

use super::{Linear, OpenNode, bytes_of};
use crate::cheapest::found::Collector;

/// The number of nodes before the first guess: most problems have a cover by then.
pub(super) const NODES: u64 = 10;
/// The first guess is the least bound and at least this part of it.
const PART: i128 = 100;

/// The state of the guesses.
#[derive(Clone, Debug)]
pub(super) enum Guess {
    /// There is none before this many nodes.
    Early { nodes: u64 },
    Made {
        /// Covers that cost as much are not looked for.
        cutoff: i128,
        /// The difference to the least bound.
        gap: i128,
        /// The work after which it is given up.
        until: u64,
    },
    /// There is a cover, or all covers are looked for.
    Over,
}

impl Guess {
    pub(super) fn cutoff(&self) -> Option<i128> {
        match *self {
            Self::Made { cutoff, .. } => Some(cutoff),
            Self::Early { .. } | Self::Over => None,
        }
    }
}

impl Linear {
    /// Makes a guess when one is due, and replaces one that was wrong. Returns false if it has changed nothing.
    pub(super) fn guess(&mut self, collector: &Collector<'_>) -> bool {
        let is_found = collector.best().is_some();
        let is_empty = self.current.is_none() && self.open.is_empty();
        let (least, gap) = match self.guess {
            Guess::Over => return false,
            Guess::Early { .. } if is_found || is_empty => {
                self.guess = Guess::Over;
                return false;
            }
            Guess::Early { nodes } if self.nodes < nodes => return false,
            Guess::Early { .. } => {
                let Some(least) = self.least() else { return false };
                (least, self.divisor.max(least.abs() / PART))
            }
            Guess::Made { cutoff, .. } if is_found => {
                self.guess = Guess::Over;
                let least = self.least().unwrap_or(cutoff);
                let is_enough = collector.cutoff().is_some_and(|known| known - self.given <= cutoff);
                if !is_enough {
                    self.begin_again(least);
                }
                return !is_enough;
            }
            Guess::Made { until, .. } if self.work() < until && !is_empty => return false,
            Guess::Made { cutoff, gap, .. } => (self.least().unwrap_or(cutoff), 2 * gap),
        };
        let cutoff = least + gap;
        self.guess =
            if cutoff > self.all { Guess::Over } else { Guess::Made { cutoff, gap, until: 2 * self.work() } };
        self.begin_again(least);
        true
    }

    /// Returns the least bound of the nodes.
    pub(super) fn least(&self) -> Option<i128> {
        self.open.peek().into_iter().chain(&self.current).map(|node| node.bound).min()
    }

    /// Leaves all nodes, and opens the root with this bound.
    fn begin_again(&mut self, least: i128) {
        self.undo_to(self.settled_mark);
        self.root_mark = self.settled_mark;
        self.root.cutoff = if self.root.net.is_empty() { i128::MIN } else { i128::MAX };
        self.current = None;
        self.open.clear();
        let root = OpenNode { bound: least, number: 0, path: Vec::new() };
        self.bytes = bytes_of(&root);
        self.open.push(root);
        self.next_dive = self.nodes;
    }
}
