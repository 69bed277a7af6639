//! The stack of a walk with memoization: the partial sums and products of each level, as values that can be
//! mapped to a wider type and read at any position of the walk.

use super::table::MemoKey;
use crate::count::semiring::{Algebra, AlgebraError};
use crate::engine::links::Part;
use crate::problem::ids::OptionId;

/// The partial value of a node.
#[derive(Clone, Debug)]
pub(super) enum MemoFrame<V> {
    /// An open level of the arena.
    Level {
        /// The key under which the value is stored; `None` if there is only one branch.
        key: Option<MemoKey>,
        /// The sum over the branches that are added.
        sum: V,
        /// The index in [`Stack::ways`] of the first branch that waits to be added after the later ones, if
        /// the level is added in reverse.
        waiting: Option<usize>,
    },
    /// The independent parts of a node.
    Split {
        key: MemoKey,
        /// The product of the parts that are complete.
        product: V,
        parts: Vec<Part>,
        /// Number of parts begun. The last of them is in the arena; its entry holds what the other parts
        /// need.
        begun: usize,
    },
}

/// The next action of the walk.
#[derive(Clone, Debug)]
pub(super) enum NextAction<V> {
    /// Examine the root.
    Begin,
    /// Examine the node of the arena, which is neither solved nor dead.
    Arrive,
    /// As [`Arrive`](Self::Arrive), at a node that has no independent parts.
    ArriveAtPart,
    /// Take the next branch of the deepest level.
    Take,
    /// Pass the value of a node to the frame above.
    Return(V),
    /// Add the waiting branches of the deepest level, which the arena has closed.
    Close,
    /// Begin the next part, or end the split.
    Join,
    /// The value of the whole problem.
    Done(V),
}

#[derive(Clone, Debug)]
pub(super) struct Stack<V> {
    pub(super) frames: Vec<MemoFrame<V>>,
    /// The branches of the levels that are added in reverse.
    pub(super) ways: Vec<(OptionId, V)>,
    pub(super) next: NextAction<V>,
}

impl<V> Stack<V> {
    pub(super) fn new() -> Self {
        Self { frames: Vec::new(), ways: Vec::new(), next: NextAction::Begin }
    }

    /// Returns the same stack with other values.
    pub(super) fn map<W>(self, widen: &mut impl FnMut(&V) -> W) -> Stack<W> {
        let frames = self.frames.into_iter().map(|frame| match frame {
            MemoFrame::Level { key, sum, waiting } => MemoFrame::Level { key, sum: widen(&sum), waiting },
            MemoFrame::Split { key, product, parts, begun } => {
                MemoFrame::Split { key, product: widen(&product), parts, begun }
            }
        });
        Stack {
            frames: frames.collect(),
            ways: self.ways.iter().map(|(option, value)| (*option, widen(value))).collect(),
            next: match self.next {
                NextAction::Begin => NextAction::Begin,
                NextAction::Arrive => NextAction::Arrive,
                NextAction::ArriveAtPart => NextAction::ArriveAtPart,
                NextAction::Take => NextAction::Take,
                NextAction::Return(value) => NextAction::Return(widen(&value)),
                NextAction::Close => NextAction::Close,
                NextAction::Join => NextAction::Join,
                NextAction::Done(value) => NextAction::Done(widen(&value)),
            },
        }
    }

    /// Returns the value of the covers found so far. `taken` contains the current option of each open level,
    /// the shallowest first; `lift` maps a value to the algebra in which the sum is computed.
    ///
    /// A product counts only once its last part has begun, because nothing is known of a part before: a cover
    /// of the whole needs a cover of each part.
    pub(super) fn known<A: Algebra>(
        &self,
        algebra: &mut A,
        taken: &[Option<OptionId>],
        lift: impl Fn(&V) -> A::Value,
    ) -> Result<A::Value, AlgebraError> {
        // All levels except for one that the arena has closed.
        let mut taken = taken.iter().rev().copied();
        let mut ways = self.ways.len();
        let mut is_closed = matches!(self.next, NextAction::Close);
        let mut below = match &self.next {
            NextAction::Return(value) | NextAction::Done(value) => lift(value),
            _ => algebra.zero(),
        };
        // While the arena goes from one branch to the next, there is no value of a branch.
        let mut has_way =
            matches!(self.next, NextAction::Return(_) | NextAction::Arrive | NextAction::ArriveAtPart);
        let mut has_part = has_way;
        for frame in self.frames.iter().rev() {
            match frame {
                MemoFrame::Level { sum, waiting, .. } => {
                    let option = if is_closed { None } else { taken.next().flatten() };
                    let mut base = lift(sum);
                    let is_way = has_way && !algebra.is_zero(&below);
                    if is_way && option.is_none() {
                        base = below;
                        below = algebra.zero();
                    }
                    if let (true, Some(option)) = (is_way, option) {
                        base = algebra.branch(base, option, &below)?;
                    }
                    for (option, value) in self.ways[waiting.unwrap_or(ways)..ways].iter().rev() {
                        base = algebra.branch(base, *option, &lift(value))?;
                    }
                    ways = waiting.unwrap_or(ways);
                    below = base;
                    is_closed = false;
                }
                MemoFrame::Split { product, parts, begun, .. } => {
                    let product = lift(product);
                    below = if *begun < parts.len() {
                        algebra.zero()
                    } else if has_part {
                        algebra.join(&product, &below)?
                    } else {
                        product
                    };
                }
            }
            (has_way, has_part) = (true, true);
        }
        Ok(below)
    }
}
