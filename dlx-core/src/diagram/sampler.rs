//! Random covers, each with exactly the same probability.
//!
//! At a branch the covers with its option are a fraction `p` of all below it. A random real number in [0, 1)
//! decides, of which 32 binary digits are drawn; the first 32 digits of `p` are in a table. Only if they are
//! equal, which happens once in 2^32 draws, are further digits of both computed. So the probabilities are not
//! rounded.
//!
//! A descent waits for memory at each node, so that several proceed side by side, and their covers are lent
//! one by one.

use std::hint::select_unpredictable;

use num_bigint::BigUint;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::{Diagram, NodeId, PRODUCT, TERMINALS};
use crate::control::answers::Cover;
use crate::problem::ids::{OptionId, narrow};

/// Draws covers at random, all equally likely, each independent of those before. Returned by
/// [`Diagram::sampler`].
///
/// As an iterator it returns owned covers in ascending order, without end unless there is no cover.
/// [`draw`](Self::draw) lends them unsorted.
#[derive(Clone, Debug)]
pub struct Sampler<'d> {
    diagram: &'d Diagram,
    /// By node.
    steps: Vec<WeightedNode>,
    random: ChaCha8Rng,
    /// Random binary digits, of which the first `used` are consumed.
    digits: [u32; DIGITS],
    used: usize,
    walks: [Descent; WALKS],
    /// Number of descents whose covers have been lent.
    lent: usize,
}

/// Number of descents side by side. Covers of dominoes 12x12 take 0.64 of the time that they take with one,
/// and no less with 8 or 16.
const WALKS: usize = 4;

/// Number of words of 32 digits that are generated at once.
const DIGITS: usize = 64;

/// A node with the fraction of its covers that contain its option.
#[derive(Clone, Copy, Debug)]
struct WeightedNode {
    /// The first 32 binary digits of the fraction; all ones if it is 1.
    share: u32,
    option: u32,
    lo: NodeId,
    hi: NodeId,
}

/// A descent from the root to the end.
#[derive(Clone, Debug, Default)]
struct Descent {
    /// The options of the cover come first; there is room for all.
    path: Vec<OptionId>,
    depth: usize,
    /// The parts of products that are still to be drawn from.
    parts: Vec<NodeId>,
}

impl Diagram {
    /// Returns a sampler with this seed. The same seed gives the same covers from the same diagram, on every
    /// machine and in every version (ChaCha8, 32 bits for each node with two branches, for four covers in
    /// turns).
    ///
    /// ```
    /// use dlx_core::{Diagram, Givens, Limits, check};
    /// use dlx_instances::{dominoes, region::Region};
    ///
    /// let problem = dominoes::problem(&Region::rectangle(8, 8)?)?;
    /// let diagram = Diagram::compile(&problem, Givens::none(), &mut Limits::none())?;
    /// for cover in diagram.sampler(1).take(10) {
    ///     assert_eq!(cover.len(), 32);
    ///     check(&problem, &cover)?;
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Complexity
    /// A division for each node, in addition to [counting](Self::count) them, and 16 bytes for each; 16 for
    /// each option of the problem. Then for each cover the nodes on its path.
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
    /// Returns a random cover, its options in the order of the path to it, not ascending. It is lent until
    /// the next call. `None` if there is no cover.
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

    /// Makes all descents from the root, in turns.
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
                // A node with only one branch does not use up digits.
                self.used += usize::from(lo != NodeId::NONE);
                let is_with = if digits == share {
                    decide(self.diagram, *at, &mut self.random)
                } else {
                    digits < share
                };
                // Half of these branches would be mispredicted, so the code does not branch.
                walk.path[walk.depth] = OptionId(option);
                walk.depth += usize::from(is_with);
                *at = select_unpredictable(is_with, hi, lo);
            }
        }
    }
}

/// Returns whether a random number whose first 32 digits equal those of the fraction is below the fraction.
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

/// Returns whether a random real number in [0, 1), made of words of 64 binary digits, is below this fraction.
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
