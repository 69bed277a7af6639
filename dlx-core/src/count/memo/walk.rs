//! The walk: one step after the other, on an explicit stack.
//!
//! Every step computes its new value before it changes the arena or the stack. So if the value does not fit,
//! the step can be repeated after all values have been converted to a wider type.

use std::mem;

use super::split::Splitting;
use super::stack::{MemoFrame, NextAction, Stack};
use super::table::{MemoKey, MemoTable};
use super::{MemoFigures, MemoHalt};
use crate::control::limits::Stopped;
use crate::count::semiring::Algebra;
use crate::engine::links::Links;
use crate::engine::{BranchState, NodeState};
use crate::problem::ids::OptionId;

/// The position of a walk, without the arena.
#[derive(Clone, Debug)]
pub(super) struct MemoWalk<V> {
    pub(super) stack: Stack<V>,
    /// By item: its rank in the order. Empty for the rule of the arena.
    pub(super) places: Vec<u32>,
    pub(super) splitting: Splitting,
    pub(super) figures: MemoFigures,
    /// The given options, which are in every cover.
    pub(super) given: Vec<OptionId>,
}

impl<V> MemoWalk<V> {
    /// Returns the same position with other values.
    pub(super) fn map<W>(self, widen: &mut impl FnMut(&V) -> W) -> MemoWalk<W> {
        let Self { stack, places, splitting, figures, given } = self;
        MemoWalk { stack: stack.map(widen), places, splitting, figures, given }
    }
}

/// The parts that a walk uses.
pub(super) struct WalkTools<'t, L, A: Algebra> {
    pub(super) links: &'t mut L,
    pub(super) algebra: &'t mut A,
    pub(super) table: &'t mut MemoTable<A::Value>,
    /// Upper bound on the bytes of the table.
    pub(super) most_bytes: usize,
}

impl<V: Clone> MemoWalk<V> {
    /// Continues for at most `fuel` nodes, or to the end. Returns the number of nodes entered.
    pub(super) fn go_on<const COLORED: bool, const BOUNDED: bool, A: Algebra<Value = V>>(
        &mut self,
        tools: &mut WalkTools<'_, Links<COLORED, BOUNDED, true>, A>,
        fuel: u64,
    ) -> (u64, Result<(), MemoHalt>) {
        let one = tools.algebra.one();
        let mut left = fuel;
        let mut next = mem::replace(&mut self.stack.next, NextAction::Begin);
        let result = loop {
            next = match next {
                NextAction::Begin => match tools.links.here() {
                    NodeState::Open => NextAction::Arrive,
                    NodeState::Solved => NextAction::Return(one.clone()),
                    NodeState::Dead => NextAction::Return(tools.algebra.zero()),
                },
                NextAction::Arrive => self.arrive(tools, true),
                NextAction::ArriveAtPart => self.arrive(tools, false),
                NextAction::Take if left == 0 => break Ok(()),
                NextAction::Take => match tools.links.take_next() {
                    BranchState::Closed => NextAction::Close,
                    taken => {
                        left -= 1;
                        match taken {
                            BranchState::Open => NextAction::Arrive,
                            BranchState::Solved => NextAction::Return(one.clone()),
                            BranchState::Dead | BranchState::Closed => NextAction::Take,
                        }
                    }
                },
                NextAction::Return(value) => match self.hand_over(tools, &value) {
                    Ok(next) => next,
                    Err(halt) => {
                        next = NextAction::Return(value);
                        break Err(halt);
                    }
                },
                NextAction::Close => match self.close(tools) {
                    Ok(next) => next,
                    Err(halt) => break Err(halt),
                },
                NextAction::Join => match self.join(tools) {
                    Ok(next) => next,
                    Err(halt) => break Err(halt),
                },
                NextAction::Done(_) => break Ok(()),
            };
        };
        self.stack.next = next;
        self.figures.nodes += fuel - left;
        (fuel - left, result)
    }

    /// Examines a node: looks its value up, splits it into independent parts, or opens a level.
    #[inline(always)]
    fn arrive<const COLORED: bool, const BOUNDED: bool, A: Algebra<Value = V>>(
        &mut self,
        tools: &mut WalkTools<'_, Links<COLORED, BOUNDED, true>, A>,
        may_split: bool,
    ) -> NextAction<V> {
        let item = tools.links.next_item(&self.places);
        let mut key = None;
        if tools.links.is_branching(item) {
            let found = MemoKey::of(tools.links.key());
            self.figures.lookups += 1;
            if let Some(value) = tools.table.get(found) {
                self.figures.hits += 1;
                return NextAction::Return(value.clone());
            }
            self.figures.branches += 1;
            key = Some(found);
            if may_split && self.splitting.is_due() {
                self.figures.checks += 1;
                let parts = tools.links.parts();
                self.splitting.note(parts.is_some());
                if let Some(parts) = parts {
                    self.figures.splits += 1;
                    let product = tools.algebra.one();
                    self.stack.frames.push(MemoFrame::Split { key: found, product, parts, begun: 0 });
                    return NextAction::Join;
                }
            }
        }
        tools.links.open_here(item);
        let waiting = tools.links.is_put_together_backwards().then_some(self.stack.ways.len());
        self.stack.frames.push(MemoFrame::Level { key, sum: tools.algebra.zero(), waiting });
        NextAction::Take
    }

    /// Passes the value of a node to the frame above.
    #[inline(always)]
    fn hand_over<const COLORED: bool, const BOUNDED: bool, A: Algebra<Value = V>>(
        &mut self,
        tools: &mut WalkTools<'_, Links<COLORED, BOUNDED, true>, A>,
        value: &V,
    ) -> Result<NextAction<V>, MemoHalt> {
        let algebra = &mut *tools.algebra;
        match self.stack.frames.last_mut() {
            Some(MemoFrame::Level { sum, waiting, .. }) => {
                if !algebra.is_zero(value) {
                    match tools.links.taken() {
                        None => *sum = value.clone(),
                        Some(option) if waiting.is_some() => self.stack.ways.push((option, value.clone())),
                        Some(option) => *sum = algebra.branch(sum.clone(), option, value)?,
                    }
                }
                Ok(NextAction::Take)
            }
            Some(MemoFrame::Split { product, parts, begun, .. }) => {
                *product = algebra.join(product, value)?;
                tools.links.exchange(&mut parts[*begun - 1]);
                if algebra.is_zero(product) {
                    *begun = parts.len();
                }
                Ok(NextAction::Join)
            }
            None => {
                let zero = algebra.zero();
                let mut whole = value.clone();
                if !algebra.is_zero(value) {
                    for &option in &self.given {
                        whole = algebra.branch(zero.clone(), option, &whole)?;
                    }
                }
                Ok(NextAction::Done(whole))
            }
        }
    }

    /// Ends a level.
    #[inline(always)]
    fn close<L, A: Algebra<Value = V>>(
        &mut self,
        tools: &mut WalkTools<'_, L, A>,
    ) -> Result<NextAction<V>, MemoHalt> {
        let Some(MemoFrame::Level { key, sum, waiting }) = self.stack.frames.last_mut() else {
            unreachable!("the deepest frame is that of the level that was closed")
        };
        if let Some(first) = *waiting {
            while self.stack.ways.len() > first {
                let (option, value) = self.stack.ways.last().expect("there are more ways than before");
                *sum = tools.algebra.branch(sum.clone(), *option, value)?;
                self.stack.ways.pop();
            }
        }
        if let Some(key) = *key {
            tools.table.put(key, sum, tools.most_bytes).map_err(|_| MemoHalt::Stopped(Stopped::Memory))?;
        }
        match self.stack.frames.pop() {
            Some(MemoFrame::Level { sum, .. }) => Ok(NextAction::Return(sum)),
            _ => unreachable!("the frame is still there"),
        }
    }

    /// Begins the next part of a split, or ends the split.
    #[inline(never)]
    fn join<const COLORED: bool, const BOUNDED: bool, A: Algebra<Value = V>>(
        &mut self,
        tools: &mut WalkTools<'_, Links<COLORED, BOUNDED, true>, A>,
    ) -> Result<NextAction<V>, MemoHalt> {
        let Some(MemoFrame::Split { key, product, parts, begun }) = self.stack.frames.last_mut() else {
            unreachable!("the deepest frame is that of the split")
        };
        if *begun < parts.len() {
            tools.links.exchange(&mut parts[*begun]);
            *begun += 1;
            return Ok(NextAction::ArriveAtPart);
        }
        tools.table.put(*key, product, tools.most_bytes).map_err(|_| MemoHalt::Stopped(Stopped::Memory))?;
        match self.stack.frames.pop() {
            Some(MemoFrame::Split { product, .. }) => Ok(NextAction::Return(product)),
            _ => unreachable!("the frame is still there"),
        }
    }
}
