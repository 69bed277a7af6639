//! A diagram from the layers of the frontier. The states of every layer and the transitions between layers
//! are kept. Then, from the last layer back to the first, each state becomes the diagram of all its
//! completions.
//!
//! The options of a step come before those of all later ones on every path, so the diagram is ordered.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use crate::control::limits::{Limits, Stopped};
use crate::count::contestant::{BoxedContestant, Contestant, KEPT_TRANSITION};
use crate::count::frontier::steps::{FrontierStep, Program, StateKey};
use crate::count::frontier::{FrontierSteps, pay, with_program};
use crate::count::report::{CountEngine, CountedPart};
use crate::count::semiring::Unfit;
use crate::diagram::{Diagram, DiagramBuilder, NodeId};
use crate::parallel::pool::Pool;
use crate::problem::Problem;
use crate::problem::givens::Settled;
use crate::problem::ids::{OptionId, narrow, wide};

/// The rest of the work when an engine has found all states.
pub(super) type Finish<'p> = Box<dyn FnOnce(&mut Limits<'_>) -> Result<Diagram, Stopped> + 'p>;

/// Begins to compile a diagram.
pub(super) fn diagram<'p>(
    steps: FrontierSteps,
    problem: &'p Problem,
    settled: &'p Settled,
) -> BoxedContestant<'p, Finish<'p>> {
    with_program!(steps, program => {
        Box::new(DiagramByFrontier { problem, settled, sweep: KeptSweep::new(program) })
    })
}

struct DiagramByFrontier<'p, const W: usize> {
    problem: &'p Problem,
    settled: &'p Settled,
    sweep: KeptSweep<W>,
}

fn stopped(unfit: Unfit) -> Stopped {
    match unfit {
        Unfit::Memory => Stopped::Memory,
        Unfit::Overflow => Stopped::Overflow,
    }
}

/// A transition from a state to one of the next layer.
#[derive(Clone, Copy, Debug)]
struct Transition {
    /// The index of the way within the step.
    way: u32,
    target: u32,
}

/// All transitions of one step.
#[derive(Debug, Default)]
struct StepTransitions {
    /// State `s` has the transitions `starts[s]..starts[s + 1]`.
    starts: Vec<u32>,
    arcs: Vec<Transition>,
}

/// All layers with the transitions between them.
struct KeptSweep<const W: usize> {
    program: Program<W>,
    levels: Vec<StepTransitions>,
    /// The states of the layer before the next step, by number.
    keys: Vec<StateKey<W>>,
    seed: Seed,
    transitions: u64,
    /// Bytes of the levels.
    bytes: usize,
}

/// Number of checks of a way in a state between two checks of the limits and the memory.
const LOOK: u64 = 1 << 14;

impl<const W: usize> KeptSweep<W> {
    fn new(program: Program<W>) -> Self {
        Self {
            program,
            levels: Vec::new(),
            keys: vec![[0; W]],
            seed: Seed::drawn(),
            transitions: 0,
            bytes: 0,
        }
    }

    /// Takes all states through a step.
    fn step(&mut self, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        let step = &self.program.steps[self.levels.len()];
        let mut level = StepTransitions { starts: vec![0], arcs: Vec::new() };
        let mut next = StateNumbers { keys: Vec::new(), table: HashTable::new(), seed: self.seed.next() };
        let mut looked = self.transitions;
        let mut looks = 0;
        let ways = self.program.ways(step).len() as u64;
        let fraction = self.levels.len() as f64 / self.program.steps.len() as f64;
        let dead_ends = self.program.dead_ends(self.levels.len(), self.keys.len());
        for key in &self.keys {
            for (way, number) in self.program.ways(step).iter().zip(0..) {
                if self.program.allows(way, key) {
                    let after = self.program.after(step, way, key);
                    if dead_ends.contain(wide(number), &after) {
                        continue;
                    }
                    level.arcs.push(Transition { way: number, target: next.number(after) });
                }
            }
            level.starts.push(u32::try_from(level.arcs.len()).map_err(|_| Stopped::Memory)?);
            let done = self.transitions + level.arcs.len() as u64;
            looks += ways + 1;
            if looks >= LOOK {
                let bytes = self.bytes
                    + level.bytes()
                    + next.bytes()
                    + self.keys.capacity() * size_of::<StateKey<W>>();
                fits(bytes, limits)?;
                pay(limits, done - looked, looks, done, fraction)?;
                (looked, looks) = (done, 0);
            }
        }
        let done = self.transitions + level.arcs.len() as u64;
        let bytes = self.bytes + level.bytes() + next.bytes();
        fits(bytes, limits)?;
        pay(limits, done - looked, looks, done, fraction)?;
        level.starts.shrink_to_fit();
        level.arcs.shrink_to_fit();
        self.bytes += level.bytes();
        self.transitions = done;
        self.levels.push(level);
        self.seed = next.seed;
        self.keys = next.keys;
        Ok(())
    }
}

/// Checks that the levels and tables fit into the memory limit.
fn fits(bytes: usize, limits: &Limits<'_>) -> Result<(), Stopped> {
    if bytes > limits.most_bytes() { Err(Stopped::Memory) } else { Ok(()) }
}

impl StepTransitions {
    fn bytes(&self) -> usize {
        self.starts.capacity() * size_of::<u32>() + self.arcs.capacity() * size_of::<Transition>()
    }

    fn of_state(&self, state: usize) -> &[Transition] {
        &self.arcs[wide(self.starts[state])..wide(self.starts[state + 1])]
    }
}

/// A seed that makes the hashes of one layer different from those of the next. Otherwise a layer that is
/// filled in the order of another one would fill each part of its table in turn, and probing would become
/// quadratic. The first seed is random, so that no problem can be constructed whose states all have the same
/// hash.
#[derive(Clone, Copy, Debug)]
struct Seed(u64);

/// An odd number with irregular bits: the fraction of the golden ratio.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

impl Seed {
    fn drawn() -> Self {
        Self(RandomState::new().hash_one(0))
    }

    fn next(self) -> Self {
        Self(self.0.wrapping_add(MIX))
    }

    #[inline(always)]
    fn hash<const W: usize>(self, key: &StateKey<W>) -> u64 {
        let mut hash = self.0;
        for &word in key {
            let product = u128::from(hash ^ word) * u128::from(MIX);
            let halves = [product, product >> 64].map(|half| half & u128::from(u64::MAX));
            hash = u64::try_from(halves[0] ^ halves[1]).expect("half of 128 bits");
            hash = hash.rotate_left(29);
        }
        hash
    }
}

/// The states of the next layer, numbered in the order in which they are found.
struct StateNumbers<const W: usize> {
    keys: Vec<StateKey<W>>,
    table: HashTable<u32>,
    seed: Seed,
}

impl<const W: usize> StateNumbers<W> {
    fn number(&mut self, key: StateKey<W>) -> u32 {
        let Self { keys, table, seed } = self;
        let is_it = |&number: &u32| keys[wide(number)] == key;
        match table.entry(seed.hash(&key), is_it, |&number| seed.hash(&keys[wide(number)])) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(entry) => {
                let number = narrow(keys.len());
                entry.insert(number);
                keys.push(key);
                number
            }
        }
    }

    fn bytes(&self) -> usize {
        self.keys.capacity() * size_of::<StateKey<W>>() + self.table.allocation_size()
    }
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
        let KeptSweep { transitions, bytes, .. } = self.sweep;
        CountedPart { options: 0, engine: CountEngine::Frontier, nodes: transitions, states: 0, bytes }
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
        if !self.sweep.advance(until, limits)? {
            return Ok(None);
        }
        let (problem, settled) = (self.problem, self.settled);
        let sweep = std::mem::replace(&mut self.sweep, KeptSweep::new(Program::default()));
        Ok(Some(Box::new(move |limits| sweep.finish(problem, settled, limits))))
    }
}

impl<const W: usize> KeptSweep<W> {
    fn advance(&mut self, until: u64, limits: &mut Limits<'_>) -> Result<bool, Stopped> {
        while self.levels.len() < self.program.steps.len() {
            if self.transitions >= until {
                return Ok(false);
            }
            self.step(limits)?;
        }
        Ok(true)
    }

    fn left(&self) -> f64 {
        let states = self.levels.iter().map(|level| level.starts.len());
        let (peak, peak_at) = states.clone().zip(0..).max().unwrap_or((1, 0));
        let of_a_state = (self.transitions + 1) as f64 / (states.sum::<usize>() + 1) as f64;
        let at = self.levels.len();
        let left = of_a_state * self.program.states_left(at, peak, peak_at);
        if self.program.is_half_done(at) { left.min(self.transitions as f64) } else { left }
    }

    fn bytes(&self) -> usize {
        self.bytes + self.keys.capacity() * size_of::<StateKey<W>>()
    }

    /// Returns the diagram. Called when all transitions have been followed.
    fn finish(
        self,
        problem: &Problem,
        settled: &Settled,
        limits: &mut Limits<'_>,
    ) -> Result<Diagram, Stopped> {
        let mut builder = DiagramBuilder::new(limits.most_bytes());
        let mut places = Vec::new();
        let mut root = self.build(&mut builder, &mut places, limits)?;
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
        Ok(builder.finish(problem, root, Some(Arc::from(order))))
    }

    /// Returns the root, and appends the options in the reverse order of the diagram.
    fn build(
        mut self,
        builder: &mut DiagramBuilder,
        backwards: &mut Vec<OptionId>,
        limits: &mut Limits<'_>,
    ) -> Result<NodeId, Stopped> {
        // After the last step all states are equal.
        let mut after = vec![NodeId::EMPTY; self.keys.len()];
        while let Some(level) = self.levels.pop() {
            let step: &FrontierStep = &self.program.steps[self.levels.len()];
            let ways = self.program.ways(step);
            let states = level.starts.len() - 1;
            let mut nodes = Vec::with_capacity(states);
            self.bytes -= level.bytes();
            for state in 0..states {
                let mut node = NodeId::NONE;
                // The way without an option is the first one; its target is the `lo` child of the other ways'
                // branches.
                let mut arcs = level.of_state(state);
                if let Some((first, rest)) = arcs.split_first()
                    && ways[wide(first.way)].option.is_none()
                {
                    node = after[wide(first.target)];
                    arcs = rest;
                }
                for arc in arcs.iter().rev() {
                    let option = ways[wide(arc.way)].option.expect("one way at most is without an option");
                    node = builder.node(option, node, after[wide(arc.target)]).map_err(stopped)?;
                }
                nodes.push(node);
            }
            after = nodes;
            // Each option belongs to one step.
            builder.forget_nodes();
            let fuel = states as u64;
            let bytes = self.bytes + builder.bytes() + level.bytes();
            fits(bytes, limits)?;
            pay(limits, fuel, 0, self.transitions, 1.0)?;
            backwards.extend(ways.iter().rev().filter_map(|way| way.option));
        }
        Ok(after.first().copied().unwrap_or(NodeId::NONE))
    }
}
