//! Counting in numbers that grow: the walk begins with words. If a number does not fit, all values are
//! converted to the next wider type, and the walk continues.

use std::fmt::Debug;

use num_bigint::BigUint;

use super::{Memo, MemoFigures, MemoHalt, MemoStep, Policy};
use crate::control::limits::{Limits, Stopped};
use crate::count::contestant::{Contestant, NODE};
use crate::count::number::Number;
use crate::count::report::CountedPart;
use crate::count::semiring::{Numbers, Plain};
use crate::parallel::pool::Pool;
use crate::problem::Problem;
use crate::problem::givens::{GivenError, Givens};

/// A count in progress, in which each option stands for as many options as its weight.
#[derive(Debug)]
pub(crate) struct CountByMemo {
    /// By option; empty if all weights are 1.
    weights: Vec<u64>,
    /// `None` only while it is widened.
    counter: Option<Box<dyn WideningCount>>,
}

impl CountByMemo {
    pub(crate) fn new(
        problem: &Problem,
        givens: Givens<'_>,
        policy: &Policy,
        weights: &[u64],
    ) -> Result<Self, GivenError> {
        let memo: Memo<u64> = Memo::new(problem, givens, policy, u64::outside_bytes)?;
        Ok(Self::beginning_with(memo, weights))
    }

    /// Returns a count that begins with the number type of this walk.
    pub(super) fn beginning_with(counter: impl WideningCount + 'static, weights: &[u64]) -> Self {
        Self { weights: weights.to_vec(), counter: Some(Box::new(counter)) }
    }

    /// Continues for at most `budget` nodes, or to the end.
    ///
    /// # Errors
    /// The limit that stopped it; the walk can be continued.
    pub(super) fn count(
        &mut self,
        budget: u64,
        limits: &mut Limits<'_>,
    ) -> Result<MemoStep<BigUint>, Stopped> {
        let mut left = budget;
        loop {
            let counter = self.counter.as_mut().expect("it is back after widening");
            let before = counter.figures().nodes;
            let halt = match counter.advance(&self.weights, left, limits) {
                Ok(step) => return Ok(step),
                Err(halt) => halt,
            };
            left = left.saturating_sub(counter.figures().nodes - before);
            match halt {
                MemoHalt::Stopped(why) => return Err(why),
                // During the conversion both tables exist, and the entries of the wider one are less than
                // twice as large.
                MemoHalt::Overflow if counter.bytes().saturating_mul(3) > limits.most_bytes() => {
                    return Err(Stopped::Memory);
                }
                MemoHalt::Overflow => {
                    let counter = self.counter.take().expect("it is back after widening");
                    let (wider, asked) = counter.widen(limits);
                    self.counter = Some(wider);
                    asked?;
                }
            }
        }
    }

    pub(super) fn figures(&self) -> MemoFigures {
        self.counter().figures()
    }

    fn counter(&self) -> &dyn WideningCount {
        self.counter.as_deref().expect("it is back after widening")
    }
}

/// Number of branching nodes after which the memo is judged, and the ratio of hits to misses below which it
/// is given up.
const MANY_BRANCHES: u64 = 20_000;
const FEW_HITS: f64 = 0.4;

impl Contestant for CountByMemo {
    type Value = BigUint;

    fn work(&self) -> u64 {
        self.figures().work()
    }

    fn unit(&self) -> u64 {
        NODE
    }

    fn report(&self) -> CountedPart {
        self.counter().report()
    }

    fn held_bytes(&self) -> usize {
        self.counter().bytes()
    }

    fn is_useless(&self) -> bool {
        let figures = self.figures();
        figures.branches > MANY_BRANCHES && figures.hits_per_branch() < FEW_HITS
    }

    fn at_least(&self) -> BigUint {
        self.counter().lower_bound(&self.weights)
    }

    fn advance(
        &mut self,
        until: u64,
        _: Option<&Pool>,
        limits: &mut Limits<'_>,
    ) -> Result<Option<BigUint>, Stopped> {
        let nodes = self.figures().nodes_until(until);
        Ok(self.count(nodes, limits)?.done())
    }
}

/// A count in numbers of some width.
pub(super) trait WideningCount: Debug + Send {
    fn advance(
        &mut self,
        weights: &[u64],
        budget: u64,
        limits: &mut Limits<'_>,
    ) -> Result<MemoStep<BigUint>, MemoHalt>;
    /// Returns the count in wider numbers, and the limit that was reached meanwhile.
    fn widen(self: Box<Self>, limits: &mut Limits<'_>) -> (Box<dyn WideningCount>, Result<(), Stopped>);
    fn lower_bound(&self, weights: &[u64]) -> BigUint;
    fn figures(&self) -> MemoFigures;
    fn report(&self) -> CountedPart;
    fn bytes(&self) -> usize;
}

impl<N: Number> WideningCount for Memo<N> {
    fn advance(
        &mut self,
        weights: &[u64],
        budget: u64,
        limits: &mut Limits<'_>,
    ) -> Result<MemoStep<BigUint>, MemoHalt> {
        let counting = Numbers::<N>::new(weights);
        Ok(match Self::advance(self, &mut Plain(&counting), budget, limits)? {
            MemoStep::Paused => MemoStep::Paused,
            MemoStep::Done(count) => MemoStep::Done(count.to_big()),
        })
    }

    fn widen(self: Box<Self>, limits: &mut Limits<'_>) -> (Box<dyn WideningCount>, Result<(), Stopped>) {
        let (wider, asked) = self.map(N::Leap::outside_bytes, N::leap, limits);
        (Box::new(wider), asked)
    }

    fn lower_bound(&self, weights: &[u64]) -> BigUint {
        let counting = Numbers::<BigUint>::new(weights);
        self.known(&mut Plain(&counting), N::to_big).expect("a big number has any size")
    }

    fn figures(&self) -> MemoFigures {
        Self::figures(self)
    }

    fn report(&self) -> CountedPart {
        Self::report(self)
    }

    fn bytes(&self) -> usize {
        Self::bytes(self)
    }
}
