//! The position of a cover among all covers in the order of [`Diagram::iter`], and the cover at a position.

use num_bigint::BigUint;

use super::{Diagram, NodeId, NodeKind};
use crate::control::answers::Cover;
use crate::problem::ids::OptionId;

impl Diagram {
    /// Returns the cover at this position, in ascending order; the first one is at 0. `None` if there are
    /// fewer covers.
    ///
    /// ```
    /// use dlx_core::{Diagram, Givens, Limits};
    /// use dlx_instances::queens::{self, Board};
    ///
    /// let problem = queens::problem(6, Board::Plain)?;
    /// let diagram = Diagram::compile(&problem, Givens::none(), &mut Limits::none())?;
    /// let last = diagram.count() - 1u32;
    /// let cover = diagram.nth(&last).expect("there are covers");
    /// assert_eq!(diagram.rank(&cover), Some(last));
    /// assert_eq!(diagram.nth(&diagram.count()), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Complexity
    /// Linear in the path to it, with numbers as long as the count, once the nodes are
    /// [counted](Self::count).
    #[must_use]
    pub fn nth(&self, place: &BigUint) -> Option<Cover> {
        let counts = self.counts();
        if *place >= self.count() {
            return None;
        }
        let mut cover = Cover::new();
        let mut left = vec![(self.root, place.clone())];
        while let Some((mut at, mut place)) = left.pop() {
            while !at.is_terminal() {
                match self.kind(at) {
                    NodeKind::Branch { option, lo, hi } => {
                        let with = counts.get(hi);
                        if place < with {
                            cover.push(option);
                            at = hi;
                        } else {
                            place -= with;
                            at = lo;
                        }
                    }
                    NodeKind::Product(one, other) => {
                        let inner = counts.get(other);
                        left.push((other, &place % &inner));
                        place /= inner;
                        at = one;
                    }
                }
            }
        }
        cover.sort_unstable();
        Some(cover)
    }

    /// Returns the position of this cover, whose options may be in any order; `None` if it is not among the
    /// covers.
    ///
    /// # Complexity
    /// That of [`nth`](Self::nth), and a bit for each option of the problem.
    #[must_use]
    pub fn rank(&self, cover: &[OptionId]) -> Option<BigUint> {
        let counts = self.counts();
        let mut rank = BigUint::ZERO;
        // For each position among the covers of a node, the number of covers of the whole.
        let mut left = vec![(self.root, BigUint::from(1u32))];
        let mut set = Members::new(self, cover)?;
        while let Some((mut at, mut each)) = left.pop() {
            while !at.is_terminal() {
                match self.kind(at) {
                    NodeKind::Branch { option, lo, hi } => {
                        if set.take(option) {
                            at = hi;
                        } else {
                            rank += counts.get(hi) * &each;
                            at = lo;
                        }
                    }
                    NodeKind::Product(one, other) => {
                        let inner = counts.get(other);
                        let outer = &each * inner;
                        left.push((other, each));
                        (at, each) = (one, outer);
                    }
                }
            }
            if at == NodeId::NONE {
                return None;
            }
        }
        set.is_used_up().then_some(rank)
    }

    /// Returns true if these options, in any order and each listed once, are one of the covers.
    ///
    /// # Complexity
    /// Linear in the path that they determine, and a bit for each option of the problem.
    #[must_use]
    pub fn contains(&self, cover: &[OptionId]) -> bool {
        let Some(mut set) = Members::new(self, cover) else { return false };
        let mut left = vec![self.root];
        while let Some(mut at) = left.pop() {
            while !at.is_terminal() {
                at = match self.kind(at) {
                    // No cover without the branch has its option.
                    NodeKind::Branch { option, lo, hi } => {
                        if set.take(option) {
                            hi
                        } else {
                            lo
                        }
                    }
                    NodeKind::Product(one, other) => {
                        left.push(other);
                        one
                    }
                };
            }
            if at == NodeId::NONE {
                return false;
            }
        }
        set.is_used_up()
    }
}

/// The options of a set that were not found yet.
struct Members {
    /// A bit for each option of the problem.
    bits: Vec<u64>,
    left: usize,
}

impl Members {
    /// Returns `None` if an option is listed twice, or the problem has no such option.
    fn new(diagram: &Diagram, options: &[OptionId]) -> Option<Self> {
        let count = diagram.problem.option_count();
        let mut bits = vec![0_u64; count.div_ceil(64)];
        for &option in options {
            let bit = 1 << (option.index() % 64);
            let word = bits.get_mut(option.index() / 64).filter(|_| option.index() < count)?;
            if *word & bit != 0 {
                return None;
            }
            *word |= bit;
        }
        Some(Self { bits, left: options.len() })
    }

    /// Removes the option from the set. Returns whether it was there.
    fn take(&mut self, option: OptionId) -> bool {
        let (place, bit) = (option.index() / 64, 1 << (option.index() % 64));
        let is_in = self.bits[place] & bit != 0;
        if is_in {
            self.bits[place] ^= bit;
            self.left -= 1;
        }
        is_in
    }

    fn is_used_up(&self) -> bool {
        self.left == 0
    }
}
