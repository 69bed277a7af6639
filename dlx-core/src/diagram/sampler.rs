//! Covers drawn at random, each as likely as any other, exactly.
//!
//! At a branch the covers with its option are a share `p` of all below it. A random real number in [0, 1) decides,
//! of which 32 binary digits are drawn; the first 32 digits of `p` stand in a table. Only if they are equal, which
//! happens once in 2^32 draws, further digits of both are made. So no rounding enters the probabilities.
//!
//! A walk waits for memory at each node, so several go down side by side, and their covers are lent one by one.

use std::hint::select_unpredictable;

use num_bigint::BigUint;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::{Diagram, NodeId, PRODUCT, TERMINALS};
use crate::control::answers::Cover;
use crate::problem::ids::{OptionId, narrow};

/// Draws covers at random, all equally likely, each independent of those before: what [`Diagram::sampler`] makes.
///
/// As an iterator it gives covers of their own, ascending, without end unless there is no cover.
/// [`draw`](Self::draw) lends them as they are met.
#[derive(Clone, Debug)]
pub struct Sampler<'d> {
    diagram: &'d Diagram,
    /// By node.
    steps: Vec<WeightedNode>,
    random: ChaCha8Rng,
    /// Random binary digits, of which the first `used` have decided.
    digits: [u32; DIGITS],
    used: usize,
    walks: [Descent; WALKS],
    /// So many of the walks have had their covers lent.
    lent: usize,
}

/// So many go down side by side. Covers of dominoes 12x12 take 0.64 of the time that they take with one, and no less
/// with 8 or 16.
const WALKS: usize = 4;

/// So many times 32 digits are made in one go.
const DIGITS: usize = 64;

/// A node with the share of its covers that have its option.
#[derive(Clone, Copy, Debug)]
struct WeightedNode {
    /// The first 32 binary digits of the share; all ones where it is the whole.
    share: u32,
    option: u32,
    lo: NodeId,
    hi: NodeId,
}

/// A way from the root to the end.
#[derive(Clone, Debug, Default)]
struct Descent {
    /// The options of the cover come first; there is room for all.
    path: Vec<OptionId>,
    depth: usize,
    /// The parts of products that are still to be drawn from.
    parts: Vec<NodeId>,
}

impl Diagram {
    /// Draws covers at random. The same seed gives the same covers from the same diagram, on every machine and in
    /// every version (ChaCha8, 32 bits for each node with two ways on, of four covers by turns).
    ///
    /// # Complexity
    /// A division for each node, beside [counting](Self::count) them, and 16 bytes for each; 16 for each option of the
    /// problem. Then for each cover the nodes on its path.
    #[must_use]
    pub fn sampler(&self, seed: u64) -> Sampler<'_> {
        let counts = self.counts();
        let share = |at: usize| {
            let node = self.nodes[at];
            let is_fork = at >= TERMINALS.len() && node.option != PRODUCT && node.lo != NodeId::NONE;
            let digits = if is_fork { counts.share(node.hi, NodeId(narrow(at))) } else { u64::MAX };
            let [one, two, three, four, ..] = digits.to_be_bytes();
            u32::from_be_bytes([one, two, three, four])
        };
        let nodes = self.nodes.iter().enumerate();
        let steps = nodes.map(|(at, node)| WeightedNode {
            share: share(at),
            option: node.option,
            lo: node.lo,
            hi: node.hi,
        });
        let path = vec![OptionId(0); self.problem.option_count()];
        Sampler {
            diagram: self,
            steps: steps.collect(),
            random: ChaCha8Rng::seed_from_u64(seed),
            digits: [0; DIGITS],
            used: DIGITS,
            walks: std::array::from_fn(|_| Descent { path: path.clone(), ..Descent::default() }),
            lent: WALKS,
        }
    }
}

impl Sampler<'_> {
    /// A random cover, its options in the order of the path to it, not ascending. It is lent until the next call.
    /// `None` if there is no cover.
    pub fn draw(&mut self) -> Option<&[OptionId]> {
        if self.diagram.is_empty() {
            return None;
        }
        if self.lent == WALKS {
            self.walk();
            self.lent = 0;
        }
        self.lent += 1;
        let Descent { path, depth, .. } = &self.walks[self.lent - 1];
        Some(&path[..*depth])
    }

    /// All go down from the root, by turns.
    fn walk(&mut self) {
        let steps = self.steps.as_slice();
        let mut at = [self.diagram.root; WALKS];
        for walk in &mut self.walks {
            walk.depth = 0;
        }
        let mut is_over = false;
        while !is_over {
            is_over = true;
            for (at, walk) in at.iter_mut().zip(&mut self.walks) {
                if at.is_terminal() {
                    if let Some(part) = walk.parts.pop() {
                        *at = part;
                        is_over = false;
                    }
                    continue;
                }
                is_over = false;
                let WeightedNode { share, option, lo, hi } = steps[at.index()];
                if option == PRODUCT {
                    walk.parts.push(hi);
                    *at = lo;
                    continue;
                }
                if self.used == DIGITS {
                    self.digits.fill_with(|| self.random.next_u32());
                    self.used = 0;
                }
                let digits = self.digits[self.used];
                // Where there is but one way on, they can decide again.
                self.used += usize::from(lo != NodeId::NONE);
                let is_with = if digits == share {
                    decide(self.diagram, *at, &mut self.random)
                } else {
                    digits < share
                };
                // Half of these steps are not foreseen, so nothing branches on them.
                walk.path[walk.depth] = OptionId(option);
                walk.depth += usize::from(is_with);
                *at = select_unpredictable(is_with, hi, lo);
            }
        }
    }
}

/// Whether a random number whose first 32 digits are those of the share is below the share.
#[cold]
#[inline(never)]
fn decide(diagram: &Diagram, at: NodeId, random: &mut ChaCha8Rng) -> bool {
    let node = diagram.nodes[at.index()];
    if node.lo == NodeId::NONE {
        return true;
    }
    let counts = diagram.counts();
    let (all, with) = (counts.get(at), counts.get(node.hi));
    is_below((with << 32u32) % &all, &all, &mut || random.next_u64())
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
