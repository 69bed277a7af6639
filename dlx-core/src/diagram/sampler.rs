//! Covers drawn at random, each as likely as any other, exactly.
//!
//! At a branch the covers with its option are a share `p` of all below it. A random real number in [0, 1) decides,
//! of which 64 binary digits are drawn; the first 64 digits of `p` stand in a table. Only if they are equal, which
//! happens once in 2^64 draws, further digits of both are made. So no rounding enters the probabilities.

use num_bigint::BigUint;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::{Diagram, NodeId, PRODUCT, TERMINALS};
use crate::answers::Cover;
use crate::ids::{OptionId, narrow};

/// Draws covers at random, all equally likely, each independent of those before: what [`Diagram::sampler`] makes.
///
/// As an iterator it gives covers of their own, ascending, without end unless there is no cover.
/// [`draw`](Self::draw) lends them as they are met.
#[derive(Clone, Debug)]
pub struct Sampler<'d> {
    diagram: &'d Diagram,
    /// By node.
    steps: Vec<Step>,
    random: ChaCha8Rng,
    /// The options of the cover come first; there is room for all.
    path: Vec<OptionId>,
    /// The parts of products that are still to be drawn from.
    parts: Vec<NodeId>,
}

/// A node with the share of its covers that have its option.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// The first 64 binary digits of the share; all ones where it is the whole.
    share: u64,
    option: u32,
    lo: NodeId,
    hi: NodeId,
}

impl Diagram {
    /// Draws covers at random. The same seed gives the same covers from the same diagram, on every machine and in
    /// every version (ChaCha8, 64 bits for each branch on the way).
    ///
    /// # Complexity
    /// A division for each node, beside [counting](Self::count) them, and 24 bytes for each. Then for each cover
    /// the nodes on its path.
    #[must_use]
    pub fn sampler(&self, seed: u64) -> Sampler<'_> {
        let counts = self.counts();
        let share = |at: usize| {
            let node = self.nodes[at];
            let is_fork = at >= TERMINALS.len() && node.option != PRODUCT && node.lo != NodeId::NONE;
            if is_fork { counts.share(node.hi, NodeId(narrow(at))) } else { u64::MAX }
        };
        let nodes = self.nodes.iter().enumerate();
        let steps =
            nodes.map(|(at, node)| Step { share: share(at), option: node.option, lo: node.lo, hi: node.hi });
        Sampler {
            diagram: self,
            steps: steps.collect(),
            random: ChaCha8Rng::seed_from_u64(seed),
            path: vec![OptionId(0); self.problem.option_count()],
            parts: Vec::new(),
        }
    }
}

impl Sampler<'_> {
    /// A random cover, its options in the order of the path to it, not ascending. It is lent until the next call.
    /// `None` if there is no cover.
    pub fn draw(&mut self) -> Option<&[OptionId]> {
        let mut at = self.diagram.root;
        if at == NodeId::NONE {
            return None;
        }
        self.parts.clear();
        let mut depth = 0;
        loop {
            while !at.is_terminal() {
                let Step { share, option, lo, hi } = self.steps[at.index()];
                if option == PRODUCT {
                    self.parts.push(hi);
                    at = lo;
                    continue;
                }
                let digits = self.random.next_u64();
                let is_with = if digits == share { self.decide(at) } else { digits < share };
                // Written in any case, as no one can foresee whether it counts.
                self.path[depth] = OptionId(option);
                depth += usize::from(is_with);
                at = if is_with { hi } else { lo };
            }
            match self.parts.pop() {
                Some(part) => at = part,
                None => return Some(&self.path[..depth]),
            }
        }
    }

    /// Whether a random number whose first 64 digits are those of the share is below the share.
    #[cold]
    #[inline(never)]
    fn decide(&mut self, at: NodeId) -> bool {
        if self.steps[at.index()].lo == NodeId::NONE {
            return true;
        }
        let counts = self.diagram.counts();
        let all = counts.get(at);
        let with = counts.get(self.steps[at.index()].hi);
        is_below((with << 64u32) % &all, &all, &mut || self.random.next_u64())
    }
}

/// Whether a random real number in [0, 1), made of words of 64 binary digits, is below this part of all.
pub(super) fn is_below(mut part: BigUint, all: &BigUint, word: &mut dyn FnMut() -> u64) -> bool {
    while part != BigUint::ZERO {
        part <<= 64u32;
        let digits = &part / all;
        let drawn = BigUint::from(word());
        if drawn != digits {
            return drawn < digits;
        }
        part %= all;
    }
    false
}

impl Iterator for Sampler<'_> {
    type Item = Cover;

    fn next(&mut self) -> Option<Cover> {
        let mut cover = self.draw()?.to_vec();
        cover.sort_unstable();
        Some(cover)
    }
}
