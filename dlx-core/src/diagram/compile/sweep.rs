//! The forward pass: takes all states from layer to layer and keeps the transitions between the layers.

use super::states::{Seed, StateNumbers, growth};
use crate::control::limits::{Limits, Stopped};
use crate::count::frontier::pay;
use crate::count::frontier::steps::{Program, StateKey};
use crate::problem::ids::wide;

/// A transition from a state to one of the next layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Transition {
    /// The index of the way within the step.
    pub(super) way: u32,
    pub(super) target: u32,
}

/// The transitions of consecutive states in one step.
#[derive(Clone, Debug)]
pub(super) struct Transitions {
    /// State `s` of these has the transitions `starts[s]..starts[s + 1]`.
    pub(super) starts: Vec<u32>,
    pub(super) arcs: Vec<Transition>,
}

/// All transitions of one step, in the order of the states: one part, or several that threads have made.
pub(super) type Level = Vec<Transitions>;

/// All layers with the transitions between them.
pub(super) struct KeptSweep<const W: usize> {
    pub(super) program: Program<W>,
    pub(super) levels: Vec<Level>,
    /// The states of the layer before the next step, by number.
    pub(super) keys: Vec<StateKey<W>>,
    pub(super) seed: Seed,
    pub(super) transitions: u64,
    /// Bytes of the levels.
    pub(super) level_bytes: usize,
}

/// Number of checks of a way in a state between two checks of the limits and the memory.
const LOOK: u64 = 1 << 14;

impl<const W: usize> KeptSweep<W> {
    pub(super) fn new(program: Program<W>) -> Self {
        Self {
            program,
            levels: Vec::new(),
            keys: vec![[0; W]],
            seed: Seed::drawn(),
            transitions: 0,
            level_bytes: 0,
        }
    }

    /// Takes all states through a step, or changes nothing but `next`, whose memory is used again.
    pub(super) fn step(
        &mut self,
        next: &mut StateNumbers<W>,
        limits: &mut Limits<'_>,
    ) -> Result<(), Stopped> {
        next.clear(self.seed.next());
        let step = &self.program.steps[self.levels.len()];
        let mut level = Transitions::new();
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
                self.make_room(&level, next, looks + ways, limits)?;
                pay(limits, done - looked, looks, done, fraction)?;
                (looked, looks) = (done, 0);
            }
        }
        let done = self.transitions + level.arcs.len() as u64;
        let bytes = self.level_bytes + level.bytes() + next.bytes();
        fits(bytes, limits)?;
        pay(limits, done - looked, looks, done, fraction)?;
        level.shrink_to_fit();
        self.finish_step(vec![level], &mut next.keys);
        Ok(())
    }

    /// Makes room for this many more states, unless a level and its states could then exceed the memory limit. Never
    /// inlined: the loop of the caller is faster if its variables stay in registers.
    #[cold]
    #[inline(never)]
    fn make_room(
        &self,
        level: &Transitions,
        next: &mut StateNumbers<W>,
        more: u64,
        limits: &mut Limits<'_>,
    ) -> Result<(), Stopped> {
        let more = usize::try_from(more).unwrap_or(usize::MAX);
        let bytes = self.bytes() + level.bytes() + next.bytes();
        fits(bytes.saturating_add(level.growth(more)).saturating_add(next.growth(more)), limits)?;
        next.make_room(more, limits)
    }

    /// Keeps the transitions of a step, and exchanges the states of the layer for those of the next one.
    pub(super) fn finish_step(&mut self, level: Level, next: &mut Vec<StateKey<W>>) {
        self.level_bytes += level_bytes(&level);
        self.transitions += level.iter().map(|part| part.arcs.len() as u64).sum::<u64>();
        self.levels.push(level);
        self.seed = self.seed.next();
        std::mem::swap(&mut self.keys, next);
    }
}

/// Checks that the levels and tables fit into the memory limit.
pub(super) fn fits(bytes: usize, limits: &Limits<'_>) -> Result<(), Stopped> {
    if bytes > limits.most_bytes() { Err(Stopped::Memory) } else { Ok(()) }
}

impl Transitions {
    pub(super) fn new() -> Self {
        Self { starts: vec![0], arcs: Vec::new() }
    }

    pub(super) fn bytes(&self) -> usize {
        self.starts.capacity() * size_of::<u32>() + self.arcs.capacity() * size_of::<Transition>()
    }

    /// Returns the bytes that may be allocated for this many more states and transitions.
    fn growth(&self, more: usize) -> usize {
        growth(&self.starts, more).saturating_add(growth(&self.arcs, more))
    }

    pub(super) fn shrink_to_fit(&mut self) {
        self.starts.shrink_to_fit();
        self.arcs.shrink_to_fit();
    }

    pub(super) fn states(&self) -> usize {
        self.starts.len() - 1
    }

    pub(super) fn of_state(&self, state: usize) -> &[Transition] {
        &self.arcs[wide(self.starts[state])..wide(self.starts[state + 1])]
    }
}

pub(super) fn level_bytes(level: &Level) -> usize {
    level.iter().map(Transitions::bytes).sum()
}

impl<const W: usize> KeptSweep<W> {
    pub(super) fn left(&self) -> f64 {
        let states = self.levels.iter().map(|level| level.iter().map(|part| part.starts.len()).sum());
        let (peak, peak_at) = states.clone().zip(0..).max().unwrap_or((1, 0));
        let of_a_state = (self.transitions + 1) as f64 / (states.sum::<usize>() + 1) as f64;
        let at = self.levels.len();
        let left = of_a_state * self.program.states_left(at, peak, peak_at);
        if self.program.is_half_done(at) { left.min(self.transitions as f64) } else { left }
    }

    pub(super) fn bytes(&self) -> usize {
        self.level_bytes + self.keys.capacity() * size_of::<StateKey<W>>()
    }
}
