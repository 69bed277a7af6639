//! A diagram from the layers of the frontier. The states of every layer and the transitions between layers
//! are kept. Then, from the last layer back to the first, each state becomes the diagram of all its
//! completions.
//!
//! The options of a step come before those of all later ones on every path, so the diagram is ordered.

use std::sync::Arc;

use super::nodes::stopped;
use super::states::StateNumbers;
use super::step::Scratch;
use super::sweep::KeptSweep;
use super::threads::LayerThreads;
use crate::control::limits::{Limits, Stopped};
use crate::count::contestant::{BoxedContestant, Contestant, KEPT_TRANSITION};
use crate::count::frontier::steps::Program;
use crate::count::frontier::{FrontierSteps, with_program};
use crate::count::report::{CountEngine, CountedPart};
use crate::diagram::{Diagram, DiagramBuilder, NodeId};
use crate::parallel::pool::Pool;
use crate::problem::Problem;
use crate::problem::givens::Settled;
use crate::problem::ids::narrow;

/// The rest of the work when an engine has found all states.
pub(super) type Finish<'p> = Box<dyn FnOnce(&mut Limits<'_>) -> Result<Diagram, Stopped> + 'p>;

/// Begins to compile a diagram.
pub(super) fn diagram<'p>(
    steps: FrontierSteps,
    problem: &'p Problem,
    settled: &'p Settled,
    threads: &'p LayerThreads<'p>,
) -> BoxedContestant<'p, Finish<'p>> {
    with_program!(steps, program => {
        Box::new(DiagramByFrontier { problem, settled, threads, sweep: KeptSweep::new(program) })
    })
}

struct DiagramByFrontier<'p, const W: usize> {
    problem: &'p Problem,
    settled: &'p Settled,
    threads: &'p LayerThreads<'p>,
    sweep: KeptSweep<W>,
}

impl<'p, const W: usize> Contestant for DiagramByFrontier<'p, W> {
    type Value = Finish<'p>;

    fn work(&self) -> u64 {
        self.sweep.transitions
    }

    fn unit(&self) -> u64 {
        KEPT_TRANSITION
    }

    fn report(&self) -> CountedPart {
        let KeptSweep { transitions, level_bytes: bytes, .. } = self.sweep;
        CountedPart {
            options: 0,
            engine: CountEngine::Frontier,
            symmetries: 1,
            nodes: transitions,
            states: 0,
            bytes,
        }
    }

    fn left(&self) -> Option<f64> {
        Some(self.sweep.left())
    }

    fn held_bytes(&self) -> usize {
        self.sweep.bytes()
    }

    fn advance(
        &mut self,
        until: u64,
        _: Option<&Pool>,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Finish<'p>>, Stopped> {
        if !self.sweep.advance(until, self.threads, limits)? {
            return Ok(None);
        }
        let (problem, settled, threads) = (self.problem, self.settled, self.threads);
        let sweep = std::mem::replace(&mut self.sweep, KeptSweep::new(Program::default()));
        Ok(Some(Box::new(move |limits| sweep.finish(problem, settled, threads, limits))))
    }
}

impl<const W: usize> KeptSweep<W> {
    /// Continues until the total number of transitions reaches `until`. Returns true after the last step.
    ///
    /// A pause depends on the transitions alone, not on the threads: otherwise another engine of a portfolio
    /// could win with several threads, whose diagram may have other nodes.
    fn advance(
        &mut self,
        until: u64,
        threads: &LayerThreads<'_>,
        limits: &mut Limits<'_>,
    ) -> Result<bool, Stopped> {
        let mut next = StateNumbers::new(self.seed);
        while self.levels.len() < self.program.steps.len() {
            if self.transitions >= until {
                return Ok(false);
            }
            match threads.of_layer(self.keys.len()) {
                None => self.step(&mut next, limits)?,
                Some(pool) => {
                    pool.run_polled(limits, |limits| self.advance_on(pool, until, threads, limits))?;
                }
            }
        }
        Ok(true)
    }

    /// Takes steps on several threads as long as the layers are large enough.
    fn advance_on(
        &mut self,
        pool: &Pool,
        until: u64,
        threads: &LayerThreads<'_>,
        limits: &mut Limits<'_>,
    ) -> Result<(), Stopped> {
        let mut scratch = Scratch::new(self.seed, pool);
        while self.levels.len() < self.program.steps.len()
            && self.transitions < until
            && threads.is_large(self.keys.len())
        {
            match self.step_on(&mut scratch, pool, threads, limits) {
                // Threads need more memory than one; the result must not depend on their number.
                Err(Stopped::Memory) => {
                    scratch = Scratch::new(self.seed, pool);
                    self.step(&mut StateNumbers::new(self.seed), limits)?;
                }
                done => done?,
            }
        }
        Ok(())
    }

    /// Returns the diagram. Called when all transitions have been followed.
    fn finish(
        self,
        problem: &Problem,
        settled: &Settled,
        threads: &LayerThreads<'_>,
        limits: &mut Limits<'_>,
    ) -> Result<Diagram, Stopped> {
        let mut builder = DiagramBuilder::new(limits.most_bytes());
        let mut places = Vec::new();
        let mut root = self.build(&mut builder, &mut places, threads, limits)?;
        for &option in &settled.given {
            root = builder.node(option, NodeId::NONE, root).map_err(stopped)?;
        }
        // The given options come first, the last one before the others; options that no step tries come last.
        places.extend(&settled.given);
        places.reverse();
        let mut order = vec![u32::MAX; problem.option_count()];
        for (place, option) in places.iter().enumerate() {
            order[option.index()] = narrow(place);
        }
        let unplaced = order.iter_mut().filter(|place| **place == u32::MAX);
        for (unplaced, place) in unplaced.zip(narrow(places.len())..) {
            *unplaced = place;
        }
        builder.finish(problem, root, Some(Arc::from(order)), limits)
    }
}
