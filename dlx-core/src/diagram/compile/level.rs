//! A level of the backward pass on several threads. The nodes get the numbers that one thread gives them.
//!
//! The branches of a state form a chain: each one is the `lo` child of the next. Equal branches have equal
//! chains below them, so they occur only in states whose chains begin with the same branch. That branch
//! chooses the shard of a state.

use super::nodes::{Nodes, ONE_WITHOUT_OPTION, stopped};
use super::shards::{Bucket, Buckets, Shard, ShardChooser, Shards, begins, bucket_bytes, check_room, clear};
use super::states::{Seed, StateNumbers};
use super::sweep::{KeptSweep, Transition, Transitions, fits, level_bytes};
use super::threads::PARTS;
use crate::control::limits::{Limits, Stopped};
use crate::count::frontier::steps::{StateKey, StateWay};
use crate::count::semiring::Algebra;
use crate::diagram::{DiagramNode, NodeId};
use crate::parallel::pool::Pool;
use crate::problem::ids::{narrow, wide};

/// A state with branches.
#[derive(Debug)]
struct Chain {
    /// The number of the part, and of the state within the part.
    part: u32,
    state: u32,
    /// Number of branches that occur in no state before.
    new: u32,
    /// The last branch, by its number within the shard.
    top: u32,
}

/// The nodes of some states.
#[derive(Debug)]
struct Part {
    /// By state; of the states with branches, not before the end.
    roots: Vec<NodeId>,
    buckets: Buckets<Chain>,
    /// By state: the number of its first new node.
    starts: Vec<u32>,
    nodes: Vec<DiagramNode>,
}

/// The tables of a level, whose memory the next level uses again.
#[derive(Debug)]
pub(super) struct LevelScratch {
    shards: Shards<2>,
    /// The parts of a round.
    parts: Vec<Part>,
    /// By state of the level: its node.
    roots: Vec<NodeId>,
}

impl LevelScratch {
    pub(super) fn new(seed: Seed, pool: &Pool) -> Self {
        Self { shards: Shards::new(seed, pool), parts: Vec::new(), roots: Vec::new() }
    }

    fn bytes(&self) -> usize {
        let of_part = |part: &Part| {
            bucket_bytes(&part.buckets)
                + (part.roots.capacity() + part.starts.capacity()) * size_of::<u32>()
                + part.nodes.capacity() * size_of::<DiagramNode>()
        };
        let roots = self.roots.capacity() * size_of::<NodeId>();
        self.shards.bytes() + self.parts.iter().map(of_part).sum::<usize>() + roots
    }
}

/// A level in progress.
struct LevelNodes<'l, const W: usize> {
    nodes: &'l Nodes<'l>,
    ways: &'l [StateWay<W>],
    /// Number of nodes before this level. A `lo` child from here on is the branch of this level with the
    /// number that remains, within the shard.
    base: u32,
}

/// The option and `lo` child of a branch in one word, and the `hi` child.
fn key(option: u32, lo: u32, hi: NodeId) -> StateKey<2> {
    [u64::from(option) << u32::BITS | u64::from(lo), u64::from(hi.0)]
}

impl<const W: usize> KeptSweep<W> {
    pub(super) fn build_level_on(
        &mut self,
        nodes: &mut Nodes<'_>,
        scratch: &mut LevelScratch,
        pool: &Pool,
        limits: &mut Limits<'_>,
    ) -> Result<(), Stopped> {
        let Some(level) = self.levels.pop() else { return Ok(()) };
        let ways = self.program.ways(&self.program.steps[self.levels.len()]);
        let bytes = self.level_bytes;
        nodes.builder.allow(limits.most_bytes().saturating_sub(bytes));
        self.level_bytes -= level_bytes(&level);
        self.seed = self.seed.next();
        let base = narrow(nodes.builder.len());
        let of_a_round = PARTS * pool.thread_count();
        let LevelScratch { shards, parts, roots } = scratch;
        shards.clear(self.seed, pool);
        parts.resize_with(of_a_round, || Part::new(shards));
        roots.clear();
        for round in level.chunks(of_a_round) {
            let LevelScratch { shards, parts, roots } = &mut *scratch;
            let parts = &mut parts[..round.len()];
            check_room(nodes.builder.len(), round.iter().map(|part| part.arcs.len()).sum())?;
            LevelNodes { nodes, ways, base }.round(round, parts, shards, pool);
            for part in &*parts {
                nodes.builder.append(&part.nodes).map_err(stopped)?;
                roots.extend_from_slice(&part.roots);
            }
            fits(bytes + nodes.builder.bytes() + scratch.bytes(), limits)?;
            nodes.pay(round.iter().map(Transitions::states).sum(), limits)?;
        }
        std::mem::swap(&mut nodes.after, &mut scratch.roots);
        Ok(())
    }
}

impl<const W: usize> LevelNodes<'_, W> {
    /// Makes the nodes of a round, one part for each part of the level.
    fn round(&self, round: &[Transitions], parts: &mut [Part], shards: &mut Shards<2>, pool: &Pool) {
        let chooser = shards.chooser();
        let work = (0..).zip(parts.iter_mut().zip(round)).collect();
        pool.map(work, |(number, (part, transitions))| part.distribute(number, self, transitions, chooser));
        shards.find(parts.iter_mut().map(|part| &mut part.buckets), pool, |found, chain| {
            self.number(&round[wide(chain.part)], found, chain);
        });
        let begins = begins(self.nodes.builder.len(), parts.iter().map(|part| &part.buckets));
        pool.map(parts.iter_mut().zip(begins).collect(), |(part, begin)| part.number_new(begin));
        for part in &*parts {
            shards.add_numbers(&part.buckets);
        }
        pool.map(parts.iter_mut().collect(), |part| part.finish(self.base, shards));
    }

    fn branches<'a>(
        &self,
        arcs: &'a [Transition],
    ) -> (NodeId, impl Iterator<Item = (u32, NodeId)> + use<'a, '_, W>) {
        let (lo, arcs) = self.nodes.split(arcs, self.ways);
        let branches = arcs.iter().rev().map(|arc| {
            let option = self.ways[wide(arc.way)].option.expect(ONE_WITHOUT_OPTION);
            (option.0, self.nodes.after[wide(arc.target)])
        });
        (lo, branches.filter(|&(_, hi)| hi != NodeId::NONE))
    }

    /// Numbers the branches of a state within the shard.
    fn number(&self, transitions: &Transitions, found: &mut StateNumbers<2>, chain: &mut Chain) {
        let known = found.keys.len();
        let (lo, branches) = self.branches(transitions.of_state(wide(chain.state)));
        let mut lo = lo.0;
        for (option, hi) in branches {
            chain.top = found.number(key(option, lo, hi));
            lo = self.base + chain.top;
        }
        chain.new = narrow(found.keys.len() - known);
    }
}

impl Part {
    fn new(shards: &Shards<2>) -> Self {
        Self { roots: Vec::new(), buckets: shards.buckets(), starts: Vec::new(), nodes: Vec::new() }
    }

    /// Hands the states with branches to the shards.
    fn distribute<const W: usize>(
        &mut self,
        number: u32,
        level: &LevelNodes<'_, W>,
        transitions: &Transitions,
        chooser: ShardChooser,
    ) {
        let Self { roots, buckets, .. } = self;
        clear(buckets);
        roots.clear();
        roots.extend((0..transitions.states()).map(|state| {
            let (lo, mut branches) = level.branches(transitions.of_state(state));
            if let Some((option, hi)) = branches.next() {
                let chain = Chain { part: number, state: narrow(state), new: 0, top: 0 };
                buckets[chooser.of(&key(option, lo.0, hi))].entries.push(chain);
            }
            lo
        }));
    }

    /// Numbers the new nodes of this part, from `begin` on in the order of the states.
    fn number_new(&mut self, begin: u32) {
        let starts = &mut self.starts;
        starts.clear();
        starts.resize(self.roots.len(), 0);
        for chain in self.buckets.iter().flat_map(|bucket| &bucket.entries) {
            starts[wide(chain.state)] = chain.new;
        }
        let mut next = begin;
        for start in starts.iter_mut() {
            let count = *start;
            *start = next;
            next += count;
        }
        for bucket in &mut self.buckets {
            let numbers = bucket.entries.iter().flat_map(|chain| {
                let start = starts[wide(chain.state)];
                start..start + chain.new
            });
            bucket.numbers.extend(numbers);
        }
        let nothing = DiagramNode { option: 0, lo: NodeId::NONE, hi: NodeId::NONE };
        self.nodes.clear();
        self.nodes.resize(wide(next - begin), nothing);
    }

    /// Makes the new nodes, and sets the roots of the states with branches.
    fn finish(&mut self, base: u32, shards: &Shards<2>) {
        let begin = self.starts.first().copied().unwrap_or(0);
        for (Bucket { entries, first, .. }, Shard { found, numbers }) in
            self.buckets.iter().zip(shards.iter())
        {
            let mut new = wide(*first);
            for chain in entries {
                for _ in 0..chain.new {
                    let [option_and_lo, hi] = found.keys[new];
                    let lo = half(option_and_lo & u64::from(u32::MAX));
                    let lo = lo.checked_sub(base).map_or(lo, |of_shard| numbers[wide(of_shard)]);
                    let option = half(option_and_lo >> u32::BITS);
                    self.nodes[wide(numbers[new] - begin)] =
                        DiagramNode { option, lo: NodeId(lo), hi: NodeId(half(hi)) };
                    new += 1;
                }
                self.roots[wide(chain.state)] = NodeId(numbers[wide(chain.top)]);
            }
        }
    }
}

fn half(word: u64) -> u32 {
    u32::try_from(word).expect("the higher half is 0")
}
