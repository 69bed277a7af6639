//! Elimination orders: the items of a graph are removed one by one, and the neighbors of a removed item become
//! neighbors of one another. The sets of neighbors at their removal are the bags of a tree decomposition, whose width
//! bounds the states of each item. (Rose, *A graph-theoretic study of the numerical solution of sparse positive
//! definite systems*, 1972; for counting: Dechter, *Bucket elimination*, 1999.)
//!
//! The frontier needs a line. A postorder of the tree, in which each subtree follows those that hold fewer bits while
//! it is processed (Liu, *On the storage requirement in the out-of-core multifrontal method*, 1986), keeps the line
//! narrow: it is wider than the tree by at most a factor logarithmic in the number of items.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::graph::Lists;
use crate::control::limits::{Limits, Stopped};
use crate::problem::ids::{ItemId, narrow, wide};

/// The greatest work of the greedy orders, and of the elimination orders: items, uses and neighbors looked at. Two walks
/// are always made.
pub(super) const MOST_STEPS: usize = 1 << 25;

/// The greatest work of an elimination order for each use and each pair of neighbors.
pub(super) const MOST_STEPS_OF_A_USE: usize = 64;

/// What the item removed next has the least of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Least {
    /// Neighbors.
    Degree,
    /// Pairs of neighbors that are not neighbors of one another.
    Fill,
}

/// A graph whose vertices are items.
#[derive(Clone, Copy)]
pub(super) struct EliminationGraph<'g> {
    /// By item.
    pub(super) neighbors: &'g Lists,
    /// By item: the bits of its field, as a logarithm.
    pub(super) bits: &'g [f64],
    /// By item: true if it is a vertex.
    pub(super) has: &'g [bool],
}

/// An elimination order.
pub(super) struct Elimination {
    /// A postorder of its tree.
    pub(super) line: Vec<ItemId>,
    /// By place in the line: the number of children in the tree, whose subtrees come before it.
    pub(super) child_counts: Vec<u32>,
    /// The greatest number of bits of an item and its neighbors at its removal.
    pub(super) width: f64,
    /// Logarithm to base 2 of the number of values of all these bits, for all items together.
    pub(super) guess: f64,
}

/// Returns the elimination order, or `None` if an item and its neighbors have more than `most` bits, or it takes more
/// than `steps` steps.
///
/// # Errors
/// [`Stopped::Asked`].
pub(super) fn eliminate(
    graph: EliminationGraph<'_>,
    least: Least,
    most: f64,
    steps: usize,
    limits: &mut Limits<'_>,
) -> Result<Option<Elimination>, Stopped> {
    let mut game = Game::new(graph, least, steps);
    while let Some(item) = game.next() {
        let (bits, work) = game.remove(graph, item);
        limits.setup(work)?;
        if bits > most || game.steps == 0 {
            return Ok(None);
        }
    }
    Ok(Some(game.end(graph)))
}

/// An elimination in progress.
struct Game {
    least: Least,
    /// By item: its neighbors that are not removed, ascending, without itself; from its removal on, those that it had
    /// then.
    neighbors: Vec<Vec<u32>>,
    /// By item: the number at which it was removed, or `u32::MAX`.
    removed: Vec<u32>,
    /// By item: the number that the choice depends on.
    costs: Vec<usize>,
    /// Costs with their items; out of date if the item has another cost now.
    queue: BinaryHeap<Reverse<(usize, u32)>>,
    sequence: Vec<u32>,
    width: f64,
    /// Number of values of the bits of all items removed.
    values: f64,
    /// Steps that are left.
    steps: usize,
    merged: Vec<u32>,
}

impl Game {
    fn new(graph: EliminationGraph<'_>, least: Least, steps: usize) -> Self {
        let items = 0..narrow(graph.has.len());
        let of_item = |item: u32| -> Vec<u32> {
            let mut others: Vec<u32> =
                graph.neighbors.of(item).iter().copied().filter(|&other| other != item).collect();
            others.sort_unstable();
            others
        };
        let mut game = Self {
            least,
            neighbors: items.clone().map(of_item).collect(),
            removed: vec![u32::MAX; graph.has.len()],
            costs: vec![0; graph.has.len()],
            queue: BinaryHeap::new(),
            sequence: Vec::new(),
            width: 0.0,
            values: 0.0,
            steps,
            merged: Vec::new(),
        };
        for item in items.filter(|&item| graph.has[wide(item)]) {
            game.look_at(item);
        }
        game
    }

    /// Computes the cost of an item, and adds it to the queue.
    fn look_at(&mut self, item: u32) {
        let near = &self.neighbors[wide(item)];
        let cost = match self.least {
            Least::Degree => near.len(),
            Least::Fill => {
                let mut missing = 0;
                for &neighbor in near {
                    let others = &self.neighbors[wide(neighbor)];
                    self.steps = self.steps.saturating_sub(others.len() + near.len());
                    missing += near.len() - 1 - common(near, others);
                    if self.steps == 0 {
                        return;
                    }
                }
                missing
            }
        };
        self.costs[wide(item)] = cost;
        self.queue.push(Reverse((cost, item)));
    }

    /// Returns the item to remove next, or `None` if all are removed.
    fn next(&mut self) -> Option<u32> {
        loop {
            let Reverse((cost, item)) = self.queue.pop()?;
            if self.removed[wide(item)] == u32::MAX && self.costs[wide(item)] == cost {
                return Some(item);
            }
        }
    }

    /// Removes an item. Returns the bits of the item and its neighbors, and the number of steps.
    fn remove(&mut self, graph: EliminationGraph<'_>, item: u32) -> (f64, usize) {
        let before = self.steps;
        self.removed[wide(item)] = narrow(self.sequence.len());
        self.sequence.push(item);
        let near = std::mem::take(&mut self.neighbors[wide(item)]);
        let bits = graph.bits[wide(item)] + near.iter().map(|&near| graph.bits[wide(near)]).sum::<f64>();
        self.width = self.width.max(bits);
        self.values += bits.exp2();
        let mut is_changed: Vec<u32> = near.clone();
        for &neighbor in &near {
            self.merged.clear();
            let known = &self.neighbors[wide(neighbor)];
            self.steps = self.steps.saturating_sub(known.len() + near.len());
            let is_other = |&&other: &&u32| other != neighbor && other != item;
            merge(known.iter().filter(is_other), near.iter().filter(is_other), &mut self.merged);
            if self.least == Least::Fill && self.merged.len() >= known.len() {
                // Pairs with the new neighbors matter to the items near both.
                is_changed.extend(&self.merged);
            }
            std::mem::swap(&mut self.neighbors[wide(neighbor)], &mut self.merged);
        }
        is_changed.sort_unstable();
        is_changed.dedup();
        for changed in is_changed {
            self.look_at(changed);
        }
        self.neighbors[wide(item)] = near;
        (bits, before - self.steps)
    }

    /// Returns the order once all items are removed.
    fn end(self, graph: EliminationGraph<'_>) -> Elimination {
        let Self { neighbors, removed, sequence, width, values, .. } = self;
        let bits_of = |items: &[u32]| items.iter().map(|&item| graph.bits[wide(item)]).sum::<f64>();
        let mut children: Vec<Vec<u32>> = vec![Vec::new(); removed.len()];
        let mut roots = Vec::new();
        // By item: the greatest number of bits while its subtree is processed, and the number that it leaves.
        let mut peaks = vec![0.0_f64; removed.len()];
        let mut rests = vec![0.0_f64; removed.len()];
        for &item in &sequence {
            let near = &neighbors[wide(item)];
            let bag = bits_of(near) + graph.bits[wide(item)];
            rests[wide(item)] = bits_of(near);
            let gain = |child: &u32| peaks[wide(*child)] - rests[wide(*child)];
            let own = &mut children[wide(item)];
            own.sort_by(|one, other| gain(other).total_cmp(&gain(one)));
            let (mut peak, mut held) = (bag, 0.0_f64);
            for &child in &*own {
                peak = peak.max(held + peaks[wide(child)]);
                // What the children leave is part of the bag.
                held = (held + rests[wide(child)]).min(bag);
            }
            peaks[wide(item)] = peak;
            match near.iter().min_by_key(|&&near| removed[wide(near)]) {
                Some(&parent) => children[wide(parent)].push(item),
                None => roots.push(item),
            }
        }
        let mut line = Vec::with_capacity(sequence.len());
        let mut child_counts = Vec::with_capacity(sequence.len());
        // Items whose children from the second number on are still to be visited.
        let mut path: Vec<(u32, usize)> = Vec::new();
        for root in roots {
            path.push((root, 0));
            while let Some((item, next)) = path.last_mut() {
                match children[wide(*item)].get(*next) {
                    Some(&child) => {
                        *next += 1;
                        path.push((child, 0));
                    }
                    None => {
                        line.push(ItemId(*item));
                        child_counts.push(narrow(*next));
                        path.pop();
                    }
                }
            }
        }
        Elimination { line, child_counts, width, guess: values.log2() }
    }
}

/// Returns the number of common entries of two ascending lists.
fn common(one: &[u32], other: &[u32]) -> usize {
    let (mut at, mut count) = (0, 0);
    for entry in one {
        while other.get(at).is_some_and(|found| found < entry) {
            at += 1;
        }
        count += usize::from(other.get(at) == Some(entry));
    }
    count
}

/// Appends the entries of two ascending lists, ascending and each once.
fn merge<'l>(
    one: impl Iterator<Item = &'l u32>,
    other: impl Iterator<Item = &'l u32>,
    merged: &mut Vec<u32>,
) {
    let (mut one, mut other) = (one.peekable(), other.peekable());
    loop {
        let next = match (one.peek(), other.peek()) {
            (Some(first), Some(second)) if first == second => {
                other.next();
                one.next()
            }
            (Some(first), Some(second)) if first > second => other.next(),
            (Some(_), _) => one.next(),
            (None, _) => other.next(),
        };
        let Some(&next) = next else { return };
        merged.push(next);
    }
}
