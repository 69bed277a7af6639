//! The stack of a memoised walk: what has been put together so far at each level, as values that can be mapped to a
//! wider type, and read while the walk stands anywhere.

use super::table::MemoKey;
use crate::count::semiring::{Algebra, Unfit};
use crate::engine::links::Part;
use crate::problem::ids::OptionId;

/// What is put together on the way back from a node.
#[derive(Clone, Debug)]
pub(super) enum MemoFrame<V> {
    /// An open level of the arena.
    Level {
        /// Where the value is kept; nowhere if there was one way.
        key: Option<MemoKey>,
        /// The sum of the ways that are complete.
        sum: V,
        /// Where the ways begin that wait for those behind them, if they do.
        waiting: Option<usize>,
    },
    /// Parts of a node that have nothing to do with one another.
    Split {
        key: MemoKey,
        /// The product of the parts that are complete.
        product: V,
        parts: Vec<Part>,
        /// How many parts were begun; the last of those is in work, and has what all others need.
        begun: usize,
    },
}

/// What is to be done next.
#[derive(Clone, Debug)]
pub(super) enum NextAction<V> {
    /// Look at the root.
    Begin,
    /// Look at the node where the arena stands, which is neither solved nor dead.
    Arrive,
    /// As [`Arrive`](Self::Arrive), at a node that does not fall into parts.
    ArriveAtPart,
    /// Take the next way of the deepest level.
    Take,
    /// Hand the value of a node to the frame above.
    Return(V),
    /// Put together the ways that have waited at the deepest level, which the arena has closed.
    Close,
    /// Begin the next part, or end the split.
    Join,
    /// The value of the whole.
    Done(V),
}

#[derive(Clone, Debug)]
pub(super) struct Stack<V> {
    pub(super) frames: Vec<MemoFrame<V>>,
    /// The ways of levels that are put together backwards.
    pub(super) ways: Vec<(OptionId, V)>,
    pub(super) next: NextAction<V>,
}

impl<V> Stack<V> {
    pub(super) fn new() -> Self {
        Self { frames: Vec::new(), ways: Vec::new(), next: NextAction::Begin }
    }

    /// The same with other values.
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

    /// What the covers are worth that have been met. `taken` names the option in work at each open level, the
    /// shallowest first; `lift` takes a value to the algebra in which the sum is made.
    ///
    /// A product counts only when its last part is in work, for until then nothing is known of a part: a cover of the
    /// whole needs one of each.
    pub(super) fn known<A: Algebra>(
        &self,
        algebra: &mut A,
        taken: &[Option<OptionId>],
        lift: impl Fn(&V) -> A::Value,
    ) -> Result<A::Value, Unfit> {
        // The levels but for one that the arena has closed.
        let mut taken = taken.iter().rev().copied();
        let mut ways = self.ways.len();
        let mut is_closed = matches!(self.next, NextAction::Close);
        let mut below = match &self.next {
            NextAction::Return(value) | NextAction::Done(value) => lift(value),
            _ => algebra.zero(),
        };
        // The value of a level is not yet that of a way while the arena goes from one to the next.
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
