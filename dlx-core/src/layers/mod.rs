//! Layers: covers are counted, or weighed, without being met, by what they have in common half-way.
//!
//! Primary items are covered in a fixed [order](crate::order). With all earlier items covered, an item can only be
//! covered by an option of which it is the first, so each option is tried at one step alone, and all that later steps
//! ask of what was done before is the state of the frontier. All ways that lead to the same state are one from there
//! on. Two layers of states are held at a time. (Frontier-based search, or dynamic programming over a broken
//! profile; after Knuth's Simpath, *The Art of Computer Programming* 4A, section 7.1.4, exercise 225.)
//!
//! Colors and bounds are fields of the state. There is no look-ahead: a state that cannot be completed lives until
//! the step at which it fails. So problems with few covers among many dead ends are better searched.

mod counting;
mod steps;
mod sweep;
mod table;
#[cfg(test)]
mod tests;

pub(crate) use counting::LayerCount;

use rayon::ThreadPool;
use steps::{Draft, Program};
use sweep::{Halt, Sweep};

use crate::givens::Settled;
use crate::limits::{Limits, Stopped};
use crate::misfit::Misfit;
use crate::order::Order;
use crate::problem::Problem;
use crate::semiring::Semiring;

/// The steps for a problem in an order.
#[derive(Debug)]
pub(crate) struct Layers {
    steps: Steps,
}

#[derive(Debug)]
enum Steps {
    One(Program<1>),
    Two(Program<2>),
    Four(Program<4>),
    Eight(Program<8>),
}

/// Why there is no total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unfinished {
    Stopped(Stopped),
    Overflow,
}

impl Layers {
    /// # Errors
    /// If the frontier is too wide.
    pub(crate) fn new(problem: &Problem, settled: &Settled, order: &Order) -> Result<Self, Misfit> {
        let draft = Draft::new(problem, settled, order)?;
        let steps = match draft.words() {
            0..=1 => Steps::One(draft.program(problem, settled)),
            2 => Steps::Two(draft.program(problem, settled)),
            3..=4 => Steps::Four(draft.program(problem, settled)),
            _ => Steps::Eight(draft.program(problem, settled)),
        };
        Ok(Self { steps })
    }

    /// What the problem is worth in a semiring.
    pub(crate) fn total<S: Semiring>(
        &self,
        semiring: &S,
        pool: Option<&ThreadPool>,
        limits: &mut Limits<'_>,
    ) -> Result<S::Value, Unfinished> {
        match &self.steps {
            Steps::One(program) => total(program, semiring, pool, limits),
            Steps::Two(program) => total(program, semiring, pool, limits),
            Steps::Four(program) => total(program, semiring, pool, limits),
            Steps::Eight(program) => total(program, semiring, pool, limits),
        }
    }
}

fn total<const W: usize, S: Semiring>(
    program: &Program<W>,
    semiring: &S,
    pool: Option<&ThreadPool>,
    limits: &mut Limits<'_>,
) -> Result<S::Value, Unfinished> {
    let mut sweep: Sweep<W, S::Value> = Sweep::new(semiring.one());
    loop {
        match sweep.step(program, semiring, u64::MAX, pool, limits) {
            Ok(true) | Err(Halt::Paused) => {}
            Ok(false) => return Ok(sweep.value(semiring)),
            Err(Halt::Stopped(why)) => return Err(Unfinished::Stopped(why)),
            Err(Halt::Overflow) => return Err(Unfinished::Overflow),
        }
    }
}
