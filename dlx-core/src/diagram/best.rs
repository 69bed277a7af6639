//! The cheapest covers: the least cost below each node in one pass, and further covers on demand.
//!
//! The covers of a node in the order of cost are a merge of those of its children, of which only as many are
//! computed as are needed: algorithm 3 of L. Huang and D. Chiang, *Better k-best parsing* (2005), with a
//! stack in place of recursion.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use hashbrown::HashMap;

use super::{Diagram, NodeId, NodeKind};
use crate::cheapest::{Best, Priced};
use crate::control::answers::Cover;
use crate::control::counters::Counters;
use crate::control::limits::{Limits, Stopped, Underway};
use crate::problem::ids::OptionId;

impl Diagram {
    /// Returns the cheapest cover by the [costs](crate::Problem::cost) of the problem, with its cost; `None`
    /// if there is no cover.
    ///
    /// # Complexity
    /// Linear in the nodes.
    #[must_use]
    pub fn cheapest(&self) -> Option<Priced> {
        self.k_best(1, &mut Limits::none()).covers.pop()
    }

    /// Returns the `k` cheapest covers by the costs of the problem, or all if there are fewer: the cheapest
    /// first, those of equal cost in the order of their options.
    ///
    /// The limits are those of solutions and bytes; their question is asked as if each cover were a node. All covers of
    /// the answer are proved to be the cheapest, even if the limits stopped it.
    ///
    /// If several covers cost as much as the last one, the diagram decides which of them are listed; the same
    /// diagram gives the same ones.
    ///
    /// ```
    /// use dlx_core::{Diagram, Givens, Limits, Problem};
    ///
    /// let problem = Problem::builder()
    ///     .primary(["a", "b"])
    ///     .option(["a", "b"]).cost(5)
    ///     .option(["a"]).cost(1)
    ///     .option(["b"]).cost(2)
    ///     .build()?;
    /// let diagram = Diagram::compile(&problem, Givens::none(), &mut Limits::none())?;
    /// let costs: Vec<i128> = diagram.k_best(10, &mut Limits::none()).covers.iter().map(|priced| priced.cost).collect();
    /// assert_eq!(costs, [3, 5]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Complexity
    /// Linear in the nodes for the first cover; for each further one, at most a step in a heap for each node
    /// on its path.
    pub fn k_best(&self, k: usize, limits: &mut Limits<'_>) -> Best {
        self.ranked(k, &self.costs(), limits)
    }

    /// Returns the costs by option.
    fn costs(&self) -> Vec<i128> {
        self.problem.options().map(|option| self.problem.cost(option)).collect()
    }

    /// Like [`k_best`](Self::k_best), with these costs of the options, which together fit into 64 bits without their signs.
    ///
    /// # Panics
    /// If an option has no cost.
    #[doc(hidden)]
    pub fn ranked(&self, k: usize, costs: &[i128], limits: &mut Limits<'_>) -> Best {
        let mut covers = Vec::new();
        let mut stopped = None;
        let mut lower_bound = None;
        if !self.is_empty() {
            let mut ranking = match Ranking::new(self, costs, limits) {
                Ok(ranking) => ranking,
                Err(why) => return Best { covers, lower_bound, proved: 0, stopped: Some(why) },
            };
            lower_bound = Some(ranking.least[self.root.index()]);
            let mut bytes_of_covers = 0;
            while covers.len() < k {
                let bytes = ranking.bytes() + covers.capacity() * size_of::<Priced>() + bytes_of_covers;
                stopped = next_is_allowed(covers.len(), bytes, limits).err();
                if stopped.is_some() || !ranking.make(self.root, covers.len()) {
                    break;
                }
                let priced = ranking.priced(self.root, covers.len());
                bytes_of_covers += priced.cover.capacity() * size_of::<OptionId>();
                covers.push(priced);
                limits.settle_solution();
            }
        }
        covers.sort_unstable();
        let proved = covers.len();
        Best { covers, lower_bound, proved, stopped }
    }
}

/// Checks that the limits allow another cover, after this many covers and bytes.
fn next_is_allowed(covers: usize, bytes: usize, limits: &mut Limits<'_>) -> Result<(), Stopped> {
    let counters = Counters { solutions: covers as u64, ..Counters::default() };
    limits.pass(1, &Underway::of(counters, 0.0))?;
    if limits.solutions_left() == 0 {
        return Err(Stopped::Solutions);
    }
    if bytes > limits.most_bytes() { Err(Stopped::Memory) } else { Ok(()) }
}

/// The composition of a cover of a node from covers of its children, by their rank there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Composition {
    Without(usize),
    With(usize),
    Pair(usize, usize),
}

/// A cover of a node that is still to be compared with others. The cheapest is first; ties go to the first
/// composition.
type NextCover = Reverse<(i128, Composition)>;

/// The known covers of a node, by cost.
#[derive(Debug, Default)]
struct Ranked {
    known: Vec<(i128, Composition)>,
    candidates: BinaryHeap<NextCover>,
    /// Number of known covers whose successors have been requested.
    followed: usize,
}

impl Ranked {
    fn bytes(&self) -> usize {
        self.known.capacity() * size_of::<(i128, Composition)>()
            + self.candidates.capacity() * size_of::<NextCover>()
    }
}

/// The covers below all nodes in the order of cost, computed on demand.
struct Ranking<'d> {
    diagram: &'d Diagram,
    /// By option.
    costs: &'d [i128],
    /// By node, the cost of its cheapest cover; not used for the node without covers.
    least: Vec<i128>,
    ranked: HashMap<NodeId, Ranked>,
    /// Bytes of the entries outside the map.
    outside: usize,
}

impl<'d> Ranking<'d> {
    fn new(diagram: &'d Diagram, costs: &'d [i128], limits: &mut Limits<'_>) -> Result<Self, Stopped> {
        let mut least = vec![i128::MAX, 0];
        least.reserve_exact(diagram.len());
        for (_, kind) in diagram.inner() {
            limits.setup(1)?;
            // No sum exceeds that of all costs, unless the diagram is from an invalid file.
            least.push(match kind {
                NodeKind::Branch { option, lo, hi } => {
                    least[lo.index()].min(least[hi.index()].saturating_add(costs[option.index()]))
                }
                NodeKind::Product(one, other) => least[one.index()].saturating_add(least[other.index()]),
            });
        }
        Ok(Self { diagram, costs, least, ranked: HashMap::new(), outside: 0 })
    }

    fn bytes(&self) -> usize {
        self.least.capacity() * size_of::<i128>() + self.ranked.allocation_size() + self.outside
    }

    /// Computes the covers of a node up to this rank. Returns true if there are that many.
    fn make(&mut self, node: NodeId, rank: usize) -> bool {
        // Each entry waits for the one after it.
        let mut asked = vec![(node, rank)];
        let mut is_there = false;
        while let Some(&(node, rank)) = asked.last() {
            match self.advance(node, rank) {
                Advance::Needs(child, rank) => asked.push((child, rank)),
                Advance::Done(found) => {
                    is_there = found;
                    asked.pop();
                }
            }
        }
        is_there
    }

    /// Computes covers of a node up to this rank, as far as the known covers of the children allow.
    fn advance(&mut self, node: NodeId, rank: usize) -> Advance {
        if node.is_terminal() {
            return Advance::Done(node == NodeId::EMPTY && rank == 0);
        }
        let kind = self.diagram.kind(node);
        if !self.ranked.contains_key(&node) {
            let candidates = self.first_ways(kind);
            let ranked = Ranked { candidates, ..Ranked::default() };
            self.outside += ranked.bytes();
            self.ranked.insert(node, ranked);
        }
        loop {
            let ranked = &self.ranked[&node];
            if ranked.known.len() > rank {
                return Advance::Done(true);
            }
            // The successors of a known cover are computed only when another cover is needed.
            if let Some(&(_, way)) = ranked.known.get(ranked.followed) {
                let mut following = [None; 2];
                for (place, next) in following.iter_mut().zip(next_ways(way)) {
                    *place = match next.map(|next| self.cost_of(kind, next)) {
                        None | Some(Cost::Never) => None,
                        Some(Cost::Known(cost)) => next.map(|next| Reverse((cost, next))),
                        Some(Cost::Needs(child, rank)) => return Advance::Needs(child, rank),
                    };
                }
                let ranked = self.ranked.get_mut(&node).expect("the node is there");
                let before = ranked.bytes();
                ranked.candidates.extend(following.into_iter().flatten());
                ranked.followed += 1;
                self.outside += ranked.bytes() - before;
                continue;
            }
            let ranked = self.ranked.get_mut(&node).expect("the node is there");
            let before = ranked.bytes();
            match ranked.candidates.pop() {
                Some(Reverse(next)) => ranked.known.push(next),
                None => return Advance::Done(false),
            }
            self.outside += ranked.bytes() - before;
        }
    }

    /// Returns the cheapest composition of each kind, from which the others follow.
    fn first_ways(&self, kind: NodeKind) -> BinaryHeap<NextCover> {
        let mut candidates = BinaryHeap::new();
        match kind {
            NodeKind::Branch { option, lo, hi } => {
                if lo != NodeId::NONE {
                    candidates.push(Reverse((self.least[lo.index()], Composition::Without(0))));
                }
                let cost = self.least[hi.index()].saturating_add(self.costs[option.index()]);
                candidates.push(Reverse((cost, Composition::With(0))));
            }
            NodeKind::Product(one, other) => {
                let cost = self.least[one.index()].saturating_add(self.least[other.index()]);
                candidates.push(Reverse((cost, Composition::Pair(0, 0))));
            }
        }
        candidates
    }

    fn cost_of(&self, kind: NodeKind, way: Composition) -> Cost {
        match (kind, way) {
            (NodeKind::Branch { lo, .. }, Composition::Without(rank)) => self.known_cost(lo, rank),
            (NodeKind::Branch { option, hi, .. }, Composition::With(rank)) => {
                self.known_cost(hi, rank).plus(self.costs[option.index()])
            }
            (NodeKind::Product(one, other), Composition::Pair(first, second)) => {
                match self.known_cost(one, first) {
                    Cost::Known(cost) => self.known_cost(other, second).plus(cost),
                    unknown => unknown,
                }
            }
            _ => Cost::Never,
        }
    }

    /// Returns the cost of the cover of this rank, or that it is not known, or that there is no such cover.
    fn known_cost(&self, node: NodeId, rank: usize) -> Cost {
        if rank == 0 {
            return if node == NodeId::NONE { Cost::Never } else { Cost::Known(self.least[node.index()]) };
        }
        if node.is_terminal() {
            return Cost::Never;
        }
        let Some(ranked) = self.ranked.get(&node) else { return Cost::Needs(node, rank) };
        match ranked.known.get(rank) {
            Some(&(cost, _)) => Cost::Known(cost),
            None if ranked.candidates.is_empty() && ranked.followed == ranked.known.len() => Cost::Never,
            None => Cost::Needs(node, rank),
        }
    }

    /// Returns the cover of this rank, which is known.
    fn priced(&mut self, node: NodeId, rank: usize) -> Priced {
        let mut cover = Cover::new();
        let mut cost = None;
        let mut left = vec![(node, rank)];
        while let Some((node, rank)) = left.pop() {
            if node.is_terminal() {
                continue;
            }
            // The cost of the first cover of a child is known before its composition.
            self.make(node, rank);
            let (sum, way) = self.ranked[&node].known[rank];
            cost.get_or_insert(sum);
            match (self.diagram.kind(node), way) {
                (NodeKind::Branch { lo, .. }, Composition::Without(rank)) => left.push((lo, rank)),
                (NodeKind::Branch { option, hi, .. }, Composition::With(rank)) => {
                    cover.push(option);
                    left.push((hi, rank));
                }
                (NodeKind::Product(one, other), Composition::Pair(first, second)) => {
                    left.extend([(one, first), (other, second)]);
                }
                _ => {}
            }
        }
        cover.sort_unstable();
        Priced { cost: cost.unwrap_or(0), cover }
    }
}

/// Returns the compositions that follow this one and no other.
fn next_ways(way: Composition) -> [Option<Composition>; 2] {
    match way {
        Composition::Without(rank) => [Some(Composition::Without(rank + 1)), None],
        Composition::With(rank) => [Some(Composition::With(rank + 1)), None],
        Composition::Pair(0, second) => {
            [Some(Composition::Pair(0, second + 1)), Some(Composition::Pair(1, second))]
        }
        Composition::Pair(first, second) => [Some(Composition::Pair(first + 1, second)), None],
    }
}

/// The result of advancing a node.
enum Advance {
    /// True if there is a cover of this rank.
    Done(bool),
    /// The cover of this rank of a child is needed first.
    Needs(NodeId, usize),
}

/// The known part of the cost of a cover.
#[derive(Clone, Copy)]
enum Cost {
    Known(i128),
    /// There is no such cover.
    Never,
    Needs(NodeId, usize),
}

impl Cost {
    fn plus(self, more: i128) -> Self {
        match self {
            Self::Known(cost) => Self::Known(cost.saturating_add(more)),
            other => other,
        }
    }
}
