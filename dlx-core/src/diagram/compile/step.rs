//! A step of the forward pass on several threads. The states of the next layer get the numbers that one
//! thread gives them.

use super::shards::{Buckets, ShardChooser, Shards, begins, bucket_bytes, check_room, clear};
use super::states::{Seed, growth};
use super::sweep::{KeptSweep, Level, Transition, Transitions, fits, level_bytes};
use super::threads::LayerThreads;
use crate::control::limits::{Limits, Stopped};
use crate::count::frontier::lookahead::DeadEnds;
use crate::count::frontier::pay;
use crate::count::frontier::steps::StateKey;
use crate::parallel::pool::Pool;
use crate::problem::ids::{narrow, wide};

/// A transition whose target has no number yet.
#[derive(Debug)]
struct Arrival<const W: usize> {
    key: StateKey<W>,
    /// The index of the transition within the part.
    arc: u32,
    /// The number of the target within its shard.
    number: u32,
}

/// The transitions of some states of the layer.
#[derive(Debug)]
struct Part<const W: usize> {
    transitions: Transitions,
    buckets: Buckets<Arrival<W>>,
    /// The states that this part reaches first.
    new: Vec<StateKey<W>>,
}

/// The tables of a step, whose memory the next step uses again.
#[derive(Debug)]
pub(super) struct Scratch<const W: usize> {
    shards: Shards<W>,
    /// The parts of a round.
    parts: Vec<Part<W>>,
    next: Vec<StateKey<W>>,
}

impl<const W: usize> Scratch<W> {
    pub(super) fn new(seed: Seed, pool: &Pool) -> Self {
        Self { shards: Shards::new(seed, pool), parts: Vec::new(), next: Vec::new() }
    }

    fn bytes(&self) -> usize {
        let keys = |keys: &Vec<StateKey<W>>| keys.capacity() * size_of::<StateKey<W>>();
        let of_part =
            |part: &Part<W>| part.transitions.bytes() + bucket_bytes(&part.buckets) + keys(&part.new);
        self.shards.bytes() + self.parts.iter().map(of_part).sum::<usize>() + keys(&self.next)
    }
}

impl<const W: usize> KeptSweep<W> {
    /// Takes all states through a step, or changes nothing but the tables.
    pub(super) fn step_on(
        &mut self,
        scratch: &mut Scratch<W>,
        pool: &Pool,
        threads: &LayerThreads<'_>,
        limits: &mut Limits<'_>,
    ) -> Result<(), Stopped> {
        let ways = self.program.ways(&self.program.steps[self.levels.len()]).len();
        let dead_ends = self.program.dead_ends(self.levels.len(), self.keys.len());
        let fraction = self.levels.len() as f64 / self.program.steps.len() as f64;
        let [of_a_round, of_a_part] = threads.round(self.keys.len(), ways, pool);
        let Scratch { shards, parts, next } = scratch;
        shards.clear(self.seed.next(), pool);
        let chooser = shards.chooser();
        parts.resize_with(of_a_round, || Part::new(shards));
        next.clear();
        let mut level = Level::new();
        let mut done = self.transitions;
        for round in self.keys.chunks(of_a_round * of_a_part) {
            let Scratch { shards, parts, next } = &mut *scratch;
            let states = round.chunks(of_a_part);
            let parts = &mut parts[..states.len()];
            pool.map(parts.iter_mut().zip(states).collect(), |(part, states)| {
                part.follow(self, states, chooser, &dead_ends);
            });
            check_room(next.len(), parts.iter().map(|part| part.transitions.arcs.len()).sum())?;
            shards.find(parts.iter_mut().map(|part| &mut part.buckets), pool, |found, arrival| {
                arrival.number = found.number(arrival.key);
            });
            let begins = begins(next.len(), parts.iter().map(|part| &part.buckets));
            pool.map(parts.iter_mut().zip(begins).collect(), |(part, begin)| part.number_new(begin));
            for part in &*parts {
                next.extend_from_slice(&part.new);
                shards.add_numbers(&part.buckets);
            }
            let transitions = pool.map(parts.iter_mut().collect(), |part| part.finish(shards));
            let paid = transitions.iter().map(|part| part.arcs.len() as u64).sum();
            level.extend(transitions);
            let keys = self.keys.capacity() * size_of::<StateKey<W>>();
            // The next round may find as many states as this one.
            let more = usize::try_from(paid).unwrap_or(usize::MAX);
            let growth = scratch.shards.growth(more).saturating_add(growth(&scratch.next, more));
            let bytes = self.level_bytes + level_bytes(&level) + keys + scratch.bytes();
            fits(bytes.saturating_add(growth), limits)?;
            done += paid;
            pay(limits, paid, (round.len() * (ways + 1)) as u64, done, fraction)?;
        }
        self.finish_step(level, &mut scratch.next);
        Ok(())
    }
}

/// In place of a target: this transition is the first one to its target.
const FIRST: u32 = u32::MAX;

impl<const W: usize> Part<W> {
    fn new(shards: &Shards<W>) -> Self {
        Self { transitions: Transitions::new(), buckets: shards.buckets(), new: Vec::new() }
    }

    /// Finds the transitions of some states, and hands their targets to the shards.
    fn follow(
        &mut self,
        sweep: &KeptSweep<W>,
        states: &[StateKey<W>],
        chooser: ShardChooser,
        dead_ends: &DeadEnds<W>,
    ) {
        let Self { transitions: Transitions { starts, arcs }, buckets, .. } = self;
        clear(buckets);
        starts.truncate(1);
        arcs.clear();
        let (program, step) = (&sweep.program, &sweep.program.steps[sweep.levels.len()]);
        for key in states {
            for (way, number) in program.ways(step).iter().zip(0..) {
                if program.allows(way, key) {
                    let after = program.after(step, way, key);
                    if dead_ends.contain(wide(number), &after) {
                        continue;
                    }
                    let arc = narrow(arcs.len());
                    buckets[chooser.of(&after)].entries.push(Arrival { key: after, arc, number: 0 });
                    arcs.push(Transition { way: number, target: 0 });
                }
            }
            starts.push(narrow(arcs.len()));
        }
    }

    /// Numbers the states that this part reaches first, from `begin` on in the order of the transitions.
    fn number_new(&mut self, begin: u32) {
        let arcs = &mut self.transitions.arcs;
        for bucket in &self.buckets {
            let mut new = bucket.first;
            for arrival in &bucket.entries {
                if arrival.number == new {
                    arcs[wide(arrival.arc)].target = FIRST;
                    new += 1;
                }
            }
        }
        let mut next = begin;
        for arc in arcs.iter_mut() {
            let is_first = arc.target == FIRST;
            arc.target = next;
            next += u32::from(is_first);
        }
        self.new.clear();
        self.new.resize(wide(next - begin), [0; W]);
        for bucket in &mut self.buckets {
            let mut new = bucket.first;
            for arrival in &bucket.entries {
                if arrival.number == new {
                    let number = arcs[wide(arrival.arc)].target;
                    self.new[wide(number - begin)] = arrival.key;
                    bucket.numbers.push(number);
                    new += 1;
                }
            }
        }
    }

    /// Returns the transitions with their targets.
    fn finish(&mut self, shards: &Shards<W>) -> Transitions {
        for (bucket, shard) in self.buckets.iter().zip(shards.iter()) {
            for arrival in &bucket.entries {
                self.transitions.arcs[wide(arrival.arc)].target = shard.numbers[wide(arrival.number)];
            }
        }
        self.transitions.clone()
    }
}
