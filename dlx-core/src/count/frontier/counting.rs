//! Counting along the frontier, in slices of work, with numbers that become wider when necessary.

use num_bigint::BigUint;
use ruint::aliases::{U128, U256, U512};

use super::layer::Layer;
use super::programs::{FrontierSteps, with_program};
use super::steps::{FrontierStep, Program};
use super::sweep::{Sweep, SweepFigures, SweepHalt};
use crate::control::limits::{Limits, Stopped};
use crate::count::contestant::{BoxedContestant, Contestant, TRANSITION};
use crate::count::number::Number;
use crate::count::report::CountedPart;
use crate::count::semiring::Numbers;
use crate::parallel::pool::Pool;
use crate::problem::Problem;
use crate::problem::ids::narrow;

/// Begins a count in which option `o` counts as `weights[o]` options, or as 1 if `weights` is empty. After an
/// error the count cannot continue.
pub(crate) fn count(
    steps: FrontierSteps,
    problem: &Problem,
    weights: &[u64],
) -> BoxedContestant<'static, BigUint> {
    let heaviest = problem.options().map(|option| weights.get(option.index()).copied().unwrap_or(1)).max();
    let bits = u64::BITS - heaviest.unwrap_or(1).leading_zeros();
    let weights = OptionWeights { by_option: weights.to_vec(), bits };
    with_program!(steps, program => Box::new(FrontierCount::new(program, weights)))
}

/// Number of states of a layer that are sampled to estimate how many partial covers a state stands for.
const LOOKED_AT: usize = 1 << 10;

struct OptionWeights {
    by_option: Vec<u64>,
    /// Number of bits of the greatest weight.
    bits: u32,
}

struct FrontierCount<const W: usize> {
    program: Program<W>,
    weights: OptionWeights,
    values: Values<W>,
    /// Upper bound on the bits of a sum over the layer.
    bits: u32,
}

/// A sweep over numbers of some width.
enum Values<const W: usize> {
    Words(Sweep<W, u64>),
    Pairs(Sweep<W, U128>),
    Fours(Sweep<W, U256>),
    Eights(Sweep<W, U512>),
    Big(Sweep<W, BigUint>),
}

/// Evaluates the expression for the sweep, whatever the width of its numbers.
macro_rules! each_width {
    ($values:expr, $sweep:ident => $does:expr) => {
        match $values {
            Values::Words($sweep) => $does,
            Values::Pairs($sweep) => $does,
            Values::Fours($sweep) => $does,
            Values::Eights($sweep) => $does,
            Values::Big($sweep) => $does,
        }
    };
}

impl<const W: usize> FrontierCount<W> {
    fn new(program: Program<W>, weights: OptionWeights) -> Self {
        let sweep = Sweep::new(1).merge_by_symmetries(weights.by_option.clone());
        Self { program, weights, values: Values::Words(sweep), bits: 1 }
    }

    fn figures(&self) -> SweepFigures {
        each_width!(&self.values, sweep => sweep.figures())
    }

    fn run(
        &mut self,
        until: u64,
        pool: Option<&Pool>,
        limits: &mut Limits<'_>,
    ) -> Result<Option<BigUint>, Stopped> {
        loop {
            if !each_width!(&self.values, sweep => sweep.is_within_step()) {
                self.make_room();
            }
            let (program, weights) = (&self.program, &self.weights.by_option[..]);
            let done = each_width!(&mut self.values, sweep => {
                let numbers = Numbers::new(weights);
                sweep.step(program, &numbers, until, pool, limits).map(|goes_on| {
                    if goes_on { None } else { Some(sweep.value(&numbers).to_big()) }
                })
            });
            match done {
                Ok(None) => {}
                Ok(Some(number)) => return Ok(Some(number)),
                Err(SweepHalt::Paused) => return Ok(None),
                Err(SweepHalt::Stopped(why)) => return Err(why),
                Err(SweepHalt::Overflow) => unreachable!("there was room for every sum over the layer"),
            }
        }
    }

    /// Makes the numbers wide enough for the next step.
    fn make_room(&mut self) {
        let Some(step) = self.program.steps.get(each_width!(&self.values, sweep => sweep.at())) else {
            return;
        };
        let joined = each_width!(&self.values, sweep => sweep.to_join(step).map(bits_of));
        let growth = joined.unwrap_or_else(|| growth(&self.program, step, self.weights.bits));
        if self.bits + growth > each_width!(&self.values, sweep => most_bits(sweep)) {
            self.bits = each_width!(&self.values, sweep => bits_of(sweep.layer()));
            while self.bits + growth > each_width!(&self.values, sweep => most_bits(sweep)) {
                let words = Values::Words(Sweep::new(0));
                self.values = match std::mem::replace(&mut self.values, words) {
                    Values::Words(sweep) => Values::Pairs(sweep.map(Number::widen)),
                    Values::Pairs(sweep) => Values::Fours(sweep.map(Number::widen)),
                    Values::Fours(sweep) => Values::Eights(sweep.map(Number::widen)),
                    Values::Eights(sweep) => Values::Big(sweep.map(Number::widen)),
                    Values::Big(sweep) => Values::Big(sweep),
                };
            }
        }
        self.bits += growth;
    }
}

/// Returns the number of bits that the sum over a layer can gain in a step.
fn growth<const W: usize>(program: &Program<W>, step: &FrontierStep, weight: u32) -> u32 {
    let ways = narrow(program.ways(step).len()) + 1;
    u32::BITS - ways.leading_zeros() + weight
}

fn most_bits<const W: usize, N: Number>(_: &Sweep<W, N>) -> u32 {
    N::BITS
}

/// Returns an upper bound on the bits of a sum over the layer.
fn bits_of<const W: usize, N: Number>(layer: &Layer<W, N>) -> u32 {
    let greatest = layer.values().map(Number::bits).max().unwrap_or(0);
    let states = layer.states.len();
    greatest + (usize::BITS - states.leading_zeros())
}

impl<const W: usize> Contestant for FrontierCount<W> {
    type Value = BigUint;

    fn work(&self) -> u64 {
        self.figures().work()
    }

    fn unit(&self) -> u64 {
        TRANSITION
    }

    fn report(&self) -> CountedPart {
        self.figures().report()
    }

    fn left(&self) -> Option<f64> {
        Some(each_width!(&self.values, sweep => sweep.left(&self.program)))
    }

    fn merged(&self) -> f64 {
        if each_width!(&self.values, sweep => sweep.has_merged_by_symmetries()) {
            return 1.0;
        }
        let covers_of_a_state = each_width!(&self.values, sweep => {
            let of_layer = |layer: &Layer<W, _>| {
                let stride = layer.states.len() / LOOKED_AT + 1;
                let bits = layer.values().step_by(stride).map(Number::bits);
                let (covers, states) = bits.fold((0.0, 0.0), |(covers, states), bits| {
                    (covers + (f64::from(bits) - 1.0).exp2(), states + 1.0)
                });
                (covers / states).log2().max(0.0)
            };
            sweep.layers().map(of_layer).sum::<f64>()
        });
        covers_of_a_state / (self.work() as f64 + 2.0).log2()
    }

    fn held_bytes(&self) -> usize {
        self.figures().held
    }

    fn is_parallel(&self) -> bool {
        true
    }

    fn advance(
        &mut self,
        until: u64,
        pool: Option<&Pool>,
        limits: &mut Limits<'_>,
    ) -> Result<Option<BigUint>, Stopped> {
        match pool {
            None => self.run(until, None, limits),
            Some(pool) => pool.run_polled(limits, |limits| self.run(until, Some(pool), limits)),
        }
    }
}
