//! Totals along the frontier, in any semiring.

use super::programs::{FrontierSteps, with_program};
use super::steps::Program;
use super::sweep::{Sweep, SweepHalt};
use crate::control::limits::{Limits, Stopped};
use crate::count::contestant::{BoxedContestant, Contestant, TRANSITION};
use crate::count::report::CountedPart;
use crate::count::semiring::Semiring;
use crate::parallel::pool::Pool;
use crate::problem::givens::Settled;

/// Begins to compute the total over all covers in a semiring.
pub(crate) fn total<'s, S: Semiring>(
    steps: FrontierSteps,
    semiring: &'s S,
    settled: &'s Settled,
) -> BoxedContestant<'s, S::Value> {
    with_program!(steps, program => {
        Box::new(FrontierTotal { program, sweep: Sweep::new(semiring.one()), semiring, settled })
    })
}

struct FrontierTotal<'s, const W: usize, S: Semiring> {
    program: Program<W>,
    sweep: Sweep<W, S::Value>,
    semiring: &'s S,
    settled: &'s Settled,
}

impl<const W: usize, S: Semiring> Contestant for FrontierTotal<'_, W, S> {
    type Value = S::Value;

    fn work(&self) -> u64 {
        self.sweep.figures().work()
    }

    fn unit(&self) -> u64 {
        TRANSITION
    }

    fn report(&self) -> CountedPart {
        self.sweep.figures().report()
    }

    fn left(&self) -> Option<f64> {
        Some(self.sweep.left(&self.program))
    }

    fn held_bytes(&self) -> usize {
        self.sweep.figures().held
    }

    fn advance(
        &mut self,
        until: u64,
        _: Option<&Pool>,
        limits: &mut Limits<'_>,
    ) -> Result<Option<S::Value>, Stopped> {
        loop {
            match self.sweep.step(&self.program, self.semiring, until, None, limits) {
                Ok(true) => {}
                Ok(false) => break,
                Err(SweepHalt::Paused) => return Ok(None),
                Err(SweepHalt::Stopped(why)) => return Err(why),
                Err(SweepHalt::Overflow) => return Err(Stopped::Overflow),
            }
        }
        let mut product = self.sweep.value(self.semiring);
        for &option in &self.settled.given {
            let branched = self.semiring.branch(&self.semiring.zero(), option, &product);
            product = branched.map_err(|_| Stopped::Overflow)?;
        }
        Ok(Some(product))
    }
}
