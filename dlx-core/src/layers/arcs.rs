//! A diagram from layers: the states of every layer with what leads from one to the next are kept, and from the last
//! layer back each state becomes the diagram of all ways to go on from it.
//!
//! The options of a step come before those of all later ones on every path, so the diagram is ordered.

use std::sync::Arc;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use super::steps::{Key, Program, Step};
use super::table::Seed;
use super::{Layers, Steps};
use crate::counters::Counters;
use crate::diagram::{Builder, Diagram, NodeId};
use crate::givens::Settled;
use crate::ids::{OptionId, narrow, wide};
use crate::limits::{Limits, Stopped, Underway};
use crate::problem::Problem;
use crate::semiring::Unfit;

/// A diagram in the making; without steps by default.
pub(crate) struct LayerDiagram {
    maker: Box<dyn Maker>,
}

impl Default for LayerDiagram {
    fn default() -> Self {
        Self { maker: Box::new(Making::<1>::new(Program::default())) }
    }
}

impl LayerDiagram {
    pub(crate) fn new(layers: Layers) -> Self {
        let maker: Box<dyn Maker> = match layers.steps {
            Steps::One(program) => Box::new(Making::new(program)),
            Steps::Two(program) => Box::new(Making::new(program)),
            Steps::Four(program) => Box::new(Making::new(program)),
            Steps::Eight(program) => Box::new(Making::new(program)),
        };
        Self { maker }
    }

    /// Goes on until so many transitions have been followed in all; answers whether all have been.
    pub(crate) fn advance(&mut self, until: u64, limits: &mut Limits<'_>) -> Result<bool, Stopped> {
        self.maker.advance(until, limits)
    }

    /// The bytes of all layers so far.
    pub(crate) fn bytes(&self) -> usize {
        self.maker.bytes()
    }

    /// How many transitions have been followed.
    pub(crate) fn transitions(&self) -> u64 {
        self.maker.transitions()
    }

    /// The diagram. Called when all transitions have been followed.
    pub(crate) fn finish(
        self,
        problem: &Problem,
        settled: &Settled,
        limits: &mut Limits<'_>,
    ) -> Result<Diagram, Stopped> {
        let mut builder = Builder::new(limits.most_bytes());
        let mut places = Vec::new();
        let mut root = self.maker.build(&mut builder, &mut places, limits)?;
        for &option in &settled.given {
            root = builder.node(option, NodeId::NONE, root).map_err(stopped)?;
        }
        // Given options come first, the last one given before the others; those that no step tries come last.
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
}

fn stopped(unfit: Unfit) -> Stopped {
    match unfit {
        Unfit::Memory => Stopped::Memory,
        Unfit::Overflow => Stopped::Overflow,
    }
}

/// The making in states of any width.
trait Maker {
    fn advance(&mut self, until: u64, limits: &mut Limits<'_>) -> Result<bool, Stopped>;
    fn transitions(&self) -> u64;
    fn bytes(&self) -> usize;
    /// Answers the root, and names the options in the order of the diagram backwards.
    fn build(
        self: Box<Self>,
        builder: &mut Builder,
        backwards: &mut Vec<OptionId>,
        limits: &mut Limits<'_>,
    ) -> Result<NodeId, Stopped>;
}

/// What leads from a state to one of the next layer.
#[derive(Clone, Copy, Debug)]
struct Link {
    /// The way, numbered within the step, or [`PASS`].
    way: u32,
    target: u32,
}

/// No option is taken.
const PASS: u32 = u32::MAX;

/// All arcs of one step.
#[derive(Debug, Default)]
struct Level {
    /// State `s` has the arcs `starts[s]..starts[s + 1]`.
    starts: Vec<u32>,
    arcs: Vec<Link>,
}

struct Making<const W: usize> {
    program: Program<W>,
    levels: Vec<Level>,
    /// The states of the layer that goes through a step next, by number.
    keys: Vec<Key<W>>,
    seed: Seed,
    transitions: u64,
    /// What the levels take.
    bytes: usize,
}

/// The question is asked, and the memory looked at, after so many transitions.
const LOOK: u64 = 1 << 14;

impl<const W: usize> Making<W> {
    fn new(program: Program<W>) -> Self {
        Self {
            program,
            levels: Vec::new(),
            keys: vec![[0; W]],
            seed: Seed::default(),
            transitions: 0,
            bytes: 0,
        }
    }

    /// Takes all states through a step.
    fn step(&mut self, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        let step = &self.program.steps[self.levels.len()];
        let mut level = Level { starts: vec![0], arcs: Vec::new() };
        let mut next = Numbers { keys: Vec::new(), table: HashTable::new(), seed: self.seed.next() };
        let mut looked = self.transitions;
        for key in &self.keys {
            if let Some(after) = self.program.pass(step, key) {
                level.arcs.push(Link { way: PASS, target: next.number(after) });
            }
            if Program::may_take(step, key) {
                for (way, number) in self.program.ways(step).iter().zip(0..) {
                    if let Some(after) = self.program.take(step, way, key) {
                        level.arcs.push(Link { way: number, target: next.number(after) });
                    }
                }
            }
            level.starts.push(u32::try_from(level.arcs.len()).map_err(|_| Stopped::Memory)?);
            let done = self.transitions + level.arcs.len() as u64;
            if done - looked >= LOOK {
                let bytes =
                    self.bytes + level.bytes() + next.bytes() + self.keys.capacity() * size_of::<Key<W>>();
                look(done - looked, done, self.levels.len(), self.program.steps.len(), bytes, limits)?;
                looked = done;
            }
        }
        let done = self.transitions + level.arcs.len() as u64;
        let bytes = self.bytes + level.bytes() + next.bytes();
        look(done - looked, done, self.levels.len(), self.program.steps.len(), bytes, limits)?;
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

/// Pays for transitions and asks the question; half of the memory is left for the diagram.
fn look(
    paid: u64,
    done: u64,
    at: usize,
    of: usize,
    bytes: usize,
    limits: &mut Limits<'_>,
) -> Result<(), Stopped> {
    limits.settle_nodes(paid);
    let counters = Counters { nodes: done, ..Counters::default() };
    limits.pass(paid, &Underway { counters, fraction: at as f64 / of as f64 })?;
    if bytes > limits.most_bytes() {
        return Err(Stopped::Memory);
    }
    if limits.nodes_left() == 0 { Err(Stopped::Nodes) } else { Ok(()) }
}

impl Level {
    fn bytes(&self) -> usize {
        self.starts.capacity() * size_of::<u32>() + self.arcs.capacity() * size_of::<Link>()
    }

    fn of_state(&self, state: usize) -> &[Link] {
        &self.arcs[wide(self.starts[state])..wide(self.starts[state + 1])]
    }
}

/// The states of the next layer, numbered as they are met.
struct Numbers<const W: usize> {
    keys: Vec<Key<W>>,
    table: HashTable<u32>,
    seed: Seed,
}

impl<const W: usize> Numbers<W> {
    fn number(&mut self, key: Key<W>) -> u32 {
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
        self.keys.capacity() * size_of::<Key<W>>() + self.table.allocation_size()
    }
}

impl<const W: usize> Maker for Making<W> {
    fn advance(&mut self, until: u64, limits: &mut Limits<'_>) -> Result<bool, Stopped> {
        while self.levels.len() < self.program.steps.len() {
            if self.transitions >= until {
                return Ok(false);
            }
            self.step(limits)?;
        }
        Ok(true)
    }

    fn transitions(&self) -> u64 {
        self.transitions
    }

    fn bytes(&self) -> usize {
        self.bytes + self.keys.capacity() * size_of::<Key<W>>()
    }

    fn build(
        mut self: Box<Self>,
        builder: &mut Builder,
        backwards: &mut Vec<OptionId>,
        limits: &mut Limits<'_>,
    ) -> Result<NodeId, Stopped> {
        // Behind the last step nothing is left to tell states apart.
        let mut after = vec![NodeId::EMPTY; self.keys.len()];
        while let Some(level) = self.levels.pop() {
            let step: &Step<W> = &self.program.steps[self.levels.len()];
            let ways = self.program.ways(step);
            let states = level.starts.len() - 1;
            let mut nodes = Vec::with_capacity(states);
            self.bytes -= level.bytes();
            for state in 0..states {
                let mut node = NodeId::NONE;
                let arcs = level.of_state(state);
                // Passing on is the first arc, and the base of the others.
                let (pass, takes) = match arcs.split_first() {
                    Some((first, rest)) if first.way == PASS => (Some(first), rest),
                    _ => (None, arcs),
                };
                if let Some(pass) = pass {
                    node = after[wide(pass.target)];
                }
                for arc in takes.iter().rev() {
                    let hi = after[wide(arc.target)];
                    node = builder.node(ways[wide(arc.way)].option, node, hi).map_err(stopped)?;
                }
                nodes.push(node);
            }
            after = nodes;
            let fuel = states as u64;
            let bytes = self.bytes + builder.bytes() + level.bytes();
            look(fuel, self.transitions, self.program.steps.len(), self.program.steps.len(), bytes, limits)?;
            backwards.extend(ways.iter().rev().map(|way| way.option));
        }
        Ok(after.first().copied().unwrap_or(NodeId::NONE))
    }
}
