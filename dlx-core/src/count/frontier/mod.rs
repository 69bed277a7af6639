//! Frontier dynamic programming: counts or weighs covers without enumerating them.
//!
//! Primary items are covered in a fixed [order](crate::count::frontier::order). With all earlier items covered, an item can only be
//! covered by an option of which it is the first, so each option is tried at one step alone, and all that later steps
//! need to know is the state of the frontier: the items that are partly decided. All ways that lead to the same state
//! are merged there. Two layers (the states before and after a step) are held at a time. (Frontier-based search, or
//! dynamic programming over a broken profile; after Knuth's Simpath, *The Art of Computer Programming* 4A, section 7.1.4, exercise 225.)
//!
//! Colors and bounds are fields of the state. There is no look-ahead: a state that cannot be completed lives until
//! the step at which it fails. So problems with few covers among many dead ends are better searched.

mod build;
mod counting;
mod layer;
mod merge;
pub(crate) mod order;
mod passage;
pub(crate) mod steps;
mod sweep;
#[cfg(test)]
mod tests;

pub(crate) use counting::FrontierCount;

use build::StepBuilder;
use steps::Program;
pub(crate) use sweep::SweepFigures;
use sweep::{Sweep, SweepHalt};

use crate::control::counters::Counters;
use crate::control::limits::{Limits, Stopped, Underway};
use crate::count::frontier::order::Order;
use crate::count::semiring::Semiring;
use crate::engine::unsupported::Unsupported;
use crate::problem::Problem;
use crate::problem::givens::Settled;

/// The steps for a problem in an order.
#[derive(Debug)]
pub(crate) struct FrontierSteps {
    pub(crate) steps: Steps,
}

#[derive(Debug)]
pub(crate) enum Steps {
    One(Program<1>),
    Two(Program<2>),
    Four(Program<4>),
    Eight(Program<8>),
}

impl FrontierSteps {
    /// # Errors
    /// If the frontier is too wide.
    pub(crate) fn new(problem: &Problem, settled: &Settled, order: &Order) -> Result<Self, Unsupported> {
        let builder = StepBuilder::new(problem, settled, order)?;
        let steps = match builder.words() {
            0..=1 => Steps::One(builder.program()),
            2 => Steps::Two(builder.program()),
            3..=4 => Steps::Four(builder.program()),
            _ => Steps::Eight(builder.program()),
        };
        Ok(Self { steps })
    }
}

/// What a problem is worth in a semiring, in work.
pub(crate) struct FrontierTotal<V> {
    total: Total<V>,
}

enum Total<V> {
    One(Program<1>, Sweep<1, V>),
    Two(Program<2>, Sweep<2, V>),
    Four(Program<4>, Sweep<4, V>),
    Eight(Program<8>, Sweep<8, V>),
}

impl<V: Clone + Send + Sync> FrontierTotal<V> {
    pub(crate) fn new(layers: FrontierSteps, one: V) -> Self {
        let total = match layers.steps {
            Steps::One(program) => Total::One(program, Sweep::new(one)),
            Steps::Two(program) => Total::Two(program, Sweep::new(one)),
            Steps::Four(program) => Total::Four(program, Sweep::new(one)),
            Steps::Eight(program) => Total::Eight(program, Sweep::new(one)),
        };
        Self { total }
    }

    /// Goes on until so much [work](SweepFigures::work) has been done in all; answers the value if that was enough.
    pub(crate) fn advance<S: Semiring<Value = V>>(
        &mut self,
        semiring: &S,
        until: u64,
        limits: &mut Limits<'_>,
    ) -> Result<Option<V>, Stopped> {
        match &mut self.total {
            Total::One(program, sweep) => advance(program, sweep, semiring, until, limits),
            Total::Two(program, sweep) => advance(program, sweep, semiring, until, limits),
            Total::Four(program, sweep) => advance(program, sweep, semiring, until, limits),
            Total::Eight(program, sweep) => advance(program, sweep, semiring, until, limits),
        }
    }

    /// A guess at the work that is left.
    pub(crate) fn left(&self) -> f64 {
        match &self.total {
            Total::One(program, sweep) => sweep.left(program),
            Total::Two(program, sweep) => sweep.left(program),
            Total::Four(program, sweep) => sweep.left(program),
            Total::Eight(program, sweep) => sweep.left(program),
        }
    }

    pub(crate) fn figures(&self) -> SweepFigures {
        match &self.total {
            Total::One(_, sweep) => sweep.figures(),
            Total::Two(_, sweep) => sweep.figures(),
            Total::Four(_, sweep) => sweep.figures(),
            Total::Eight(_, sweep) => sweep.figures(),
        }
    }
}

fn advance<const W: usize, S: Semiring>(
    program: &Program<W>,
    sweep: &mut Sweep<W, S::Value>,
    semiring: &S,
    until: u64,
    limits: &mut Limits<'_>,
) -> Result<Option<S::Value>, Stopped> {
    loop {
        match sweep.step(program, semiring, until, None, limits) {
            Ok(true) => {}
            Ok(false) => return Ok(Some(sweep.value(semiring))),
            Err(SweepHalt::Paused) => return Ok(None),
            Err(SweepHalt::Stopped(why)) => return Err(why),
            Err(SweepHalt::Overflow) => return Err(Stopped::Overflow),
        }
    }
}

/// Pays for transitions, each of which is a node, and asks the question if it is due. It is due after so many looks at
/// states too, of which a step may take many without a transition.
pub(crate) fn pay(
    limits: &mut Limits<'_>,
    paid: u64,
    looks: u64,
    transitions: u64,
    fraction: f64,
) -> Result<(), Stopped> {
    limits.settle_nodes(paid);
    let counters = Counters { nodes: transitions, ..Counters::default() };
    limits.pass(paid + looks, &Underway { counters, fraction })?;
    if limits.nodes_left() == 0 { Err(Stopped::Nodes) } else { Ok(()) }
}
