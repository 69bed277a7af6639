//! Greedy orders: next is always the item whose options touch the fewest items that are not touched yet.

use super::graph::{ItemGraph, Lists};
use super::placement::Placement;
use crate::control::limits::{Limits, Stopped};
use crate::problem::ids::{narrow, wide};

/// The choice among items that touch equally few others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ties {
    /// The item that became a candidate first: the walk proceeds along the whole border, as breadth-first search does.
    First,
    /// The item that became a candidate last, as in depth-first search: the walk finishes a branch of a tree before it
    /// begins the next one.
    Last,
}

/// The settings of a walk.
#[derive(Clone, Copy, Debug)]
pub(super) struct WalkRule {
    pub(super) ties: Ties,
    /// True if secondary items are ranked as well, where the graph allows it. Otherwise the walk passes through them
    /// to the primary items.
    pub(super) ranks_secondary: bool,
}

impl WalkRule {
    fn may_rank(self, graph: &ItemGraph, item: u32) -> bool {
        graph.may_be_ranked[wide(item)] && (self.ranks_secondary || graph.is_primary(item))
    }
}

/// The greedy walks of a graph. Each reuses the memory of the last one.
pub(super) struct GreedyWalk<'g> {
    graph: &'g ItemGraph,
    neighbors: &'g Lists,
    /// By item: number of its neighbors that have not been touched, counting itself.
    fresh: Vec<u32>,
    /// By item: its place among the candidates, in the order in which they became such, or `NO_CANDIDATE`.
    places: Vec<u32>,
    candidates: Vec<u32>,
    /// By place: the `fresh` of the candidate, as long as it is not taken.
    frontier: LeastOf,
    /// Items touched by the last rank.
    touched: Vec<u32>,
}

const NO_CANDIDATE: u32 = u32::MAX;

impl<'g> GreedyWalk<'g> {
    pub(super) fn new(graph: &'g ItemGraph, neighbors: &'g Lists) -> Self {
        Self {
            graph,
            neighbors,
            fresh: Vec::new(),
            places: Vec::new(),
            candidates: Vec::new(),
            frontier: LeastOf::default(),
            touched: Vec::new(),
        }
    }

    /// Places the greedy order from this item. Returns false if it was given up, as its estimate exceeds `most`.
    ///
    /// # Errors
    /// [`Stopped::Asked`].
    pub(super) fn place(
        &mut self,
        placement: &mut Placement,
        rule: WalkRule,
        start: u32,
        most: f64,
        limits: &mut Limits<'_>,
    ) -> Result<bool, Stopped> {
        let Self { graph, neighbors, .. } = *self;
        placement.restart(graph);
        self.fresh.clear();
        self.fresh.extend((0..graph.item_count()).map(|item| narrow(neighbors.of(item).len())));
        self.places.clear();
        self.places.resize(wide(graph.item_count()), NO_CANDIDATE);
        self.candidates.clear();
        self.frontier.restart(rule.ties);
        self.add(start);
        let mut unseen = graph.primaries.iter();
        loop {
            let Some(place) = self.frontier.take_least() else {
                // The rest shares no option with what came before.
                let Some(next) = unseen.find(|item| !placement.is_ranked(item.0)) else { return Ok(true) };
                self.add(next.0);
                continue;
            };
            let item = self.candidates[place];
            let mut touched = std::mem::take(&mut self.touched);
            touched.clear();
            placement.rank(graph, item, limits, |used| touched.push(used))?;
            if placement.guess() > most {
                return Ok(false);
            }
            for &used in &touched {
                let is_candidate = rule.may_rank(graph, used);
                if is_candidate {
                    self.add(used);
                }
                let near = neighbors.of(used);
                limits.setup(near.len())?;
                for &neighbor in near {
                    self.lower(neighbor);
                    if !is_candidate && rule.may_rank(graph, neighbor) && !placement.is_ranked(neighbor) {
                        self.add(neighbor);
                    }
                }
            }
            self.touched = touched;
        }
    }

    /// Makes an item a candidate.
    fn add(&mut self, item: u32) {
        if self.places[wide(item)] == NO_CANDIDATE {
            self.candidates.push(item);
            self.places[wide(item)] = narrow(self.frontier.push(self.fresh[wide(item)]));
        }
    }

    /// Records that a neighbor of this item was touched.
    fn lower(&mut self, item: u32) {
        let fresh = &mut self.fresh[wide(item)];
        *fresh -= 1;
        let place = self.places[wide(item)];
        if place != NO_CANDIDATE {
            self.frontier.lower(wide(place), *fresh);
        }
    }
}

/// Numbers at places, of which the least one can be taken: the first or the last one, if several are equal. A tree in
/// which each node has the least number of up to 64 nodes below it, so that taking a number does not look at all of
/// them.
#[derive(Default)]
struct LeastOf {
    takes_last: bool,
    /// The numbers, then the least of each 64 of them, and so on, up to 64 numbers or fewer.
    levels: Vec<Vec<u32>>,
}

/// Number of nodes below a node.
const FAN: usize = 64;
/// A number that was taken.
const TAKEN: u32 = u32::MAX;

impl LeastOf {
    /// Removes all numbers.
    fn restart(&mut self, ties: Ties) {
        self.levels.clear();
        self.takes_last = ties == Ties::Last;
    }

    /// Adds a number. Returns its place.
    fn push(&mut self, number: u32) -> usize {
        let place = self.levels.first().map_or(0, Vec::len);
        let mut at = place;
        for level in 0.. {
            if level == self.levels.len() {
                // The level above has one node for each 64 of the level below; the first of them is full.
                let below: Option<&Vec<u32>> = level.checked_sub(1).map(|below| &self.levels[below]);
                if below.is_some_and(|below| below.len() <= FAN) {
                    break;
                }
                let least = |nodes: &[u32]| nodes.iter().copied().min().unwrap_or(TAKEN);
                let nodes = below.map_or_else(Vec::new, |below| below.chunks(FAN).map(least).collect());
                self.levels.push(nodes);
            }
            let nodes = &mut self.levels[level];
            if at == nodes.len() {
                nodes.push(number);
            } else {
                nodes[at] = nodes[at].min(number);
            }
            at /= FAN;
        }
        place
    }

    /// Replaces a number that was not taken by a lower one. A number that was taken stays taken.
    fn lower(&mut self, place: usize, number: u32) {
        if self.levels[0][place] == TAKEN {
            return;
        }
        let mut at = place;
        for nodes in &mut self.levels {
            nodes[at] = nodes[at].min(number);
            at /= FAN;
        }
    }

    /// Takes the least number, and returns its place.
    fn take_least(&mut self) -> Option<usize> {
        let mut at = 0;
        for nodes in self.levels.iter().rev() {
            let begin = at * FAN;
            let end = nodes.len().min(begin + FAN);
            let least = if self.takes_last {
                (begin..end).rev().min_by_key(|&node| nodes[node])
            } else {
                (begin..end).min_by_key(|&node| nodes[node])
            }?;
            if nodes[least] == TAKEN {
                return None;
            }
            at = least;
        }
        let place = at;
        *self.levels.first_mut()?.get_mut(place)? = TAKEN;
        for level in 1..self.levels.len() {
            let begin = at / FAN * FAN;
            let below = &self.levels[level - 1];
            let least = below[begin..below.len().min(begin + FAN)].iter().copied().min();
            at /= FAN;
            self.levels[level][at] = least.unwrap_or(TAKEN);
        }
        Some(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with a list that is searched from its beginning, with so many numbers that the tree has three levels.
    #[test]
    fn the_first_or_the_last_of_the_least_numbers_is_taken() {
        for ties in [Ties::First, Ties::Last] {
            compare_with_a_list(ties);
        }
    }

    fn compare_with_a_list(ties: Ties) {
        let (mut tree, mut list) = (LeastOf::default(), Vec::new());
        tree.restart(ties);
        let mut numbers = (1_u64..).map(|number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40);
        let mut random = move |below: usize| {
            usize::try_from(numbers.next().expect("there is no end")).expect("they have 24 bits") % below
        };
        for round in 0..30_000 {
            if random(8) < 5 {
                let number = narrow(random(50) + 10);
                assert_eq!(tree.push(number), list.len());
                list.push(number);
            }
            if round % 4 == 0 && !list.is_empty() {
                let place = random(list.len());
                if list[place] != TAKEN {
                    list[place] -= list[place].min(3);
                }
                tree.lower(place, list[place]);
            }
            if random(8) < 3 {
                let least = match ties {
                    Ties::First => (0..list.len()).min_by_key(|&place| list[place]),
                    Ties::Last => (0..list.len()).rev().min_by_key(|&place| list[place]),
                };
                let least = least.filter(|&place| list[place] != TAKEN);
                assert_eq!(tree.take_least(), least);
                if let Some(place) = least {
                    list[place] = TAKEN;
                }
            }
        }
        assert_eq!(tree.levels.len(), 3);
    }
}
