//! X-chains, XY-chains, alternating inference chains and nice loops, with and without groups. Sound on every
//! variant.
//!
//! If one node being false makes another one true, one of the two is true, and candidates that both exclude
//! are eliminated. The shortest chain that eliminates something is used, found by a breadth-first search from
//! each node. All chains of a state are found by [`nice_loops`](super::nice_loops) and
//! [`simple_chains`](super::simple_chains) instead.

use super::finds::Finds;
use super::graph::{Graph, LinkKinds, SPOTS_OF_A_STEP};
use crate::human::candidates::{Candidates, bits};
use crate::human::step::{Link, Node, Step, Strength};
use crate::human::technique::Technique;
use crate::work::Work;

/// Finds a chain of this kind. Nice loops and chains with two kinds of links are named by their result; they
/// are searched together, under the first of the names.
pub(super) fn find(
    board: &Candidates,
    technique: Technique,
    finds: &mut Finds<'_>,
    work: &Work<'_, '_>,
) -> bool {
    let kind = match technique {
        Technique::XChain => LinkKinds::Digit,
        Technique::XyChain => LinkKinds::Cells,
        Technique::ContinuousNiceLoop => LinkKinds::All,
        Technique::GroupedContinuousNiceLoop => LinkKinds::Groups,
        _ => return false,
    };
    let graph = Graph::new(board, kind, work);
    let mut search =
        Search { graph: &graph, states: vec![Reached::default(); graph.spots.len()], queue: Vec::new() };
    let mut best: Option<Vec<usize>> = None;
    for start in 0..graph.spots.len() {
        if graph.strong[start].is_empty() {
            continue;
        }
        if work.is_over_after(1 + graph.spots.len() / SPOTS_OF_A_STEP) {
            return false;
        }
        // A chain of n links has n + 1 nodes.
        let most = best.as_ref().map_or(usize::MAX, |path| path.len() - 2);
        if let Some(path) = search.chain_from(start, most, finds.step, work) {
            best = Some(path);
        }
    }
    let Some(path) = best else { return false };
    describe(&graph, technique, &path, finds.step);
    finds.take()
}

/// Writes a chain and its conclusions into a step, with its name.
fn describe(graph: &Graph<'_>, technique: Technique, path: &[usize], step: &mut Step) {
    step.eliminations.clear();
    step.placements.clear();
    let shape = conclude(graph, path, step);
    step.technique = name(technique, shape);
    let mut chain: Vec<Assumption> =
        path.iter().enumerate().map(|(place, &spot)| (graph.node(spot), place % 2 == 1)).collect();
    match step.technique {
        Technique::ContinuousNiceLoop | Technique::GroupedContinuousNiceLoop => close(&mut chain),
        Technique::DiscontinuousNiceLoop | Technique::GroupedDiscontinuousNiceLoop => {
            return_to_start(&mut chain, step);
        }
        _ => {}
    }
    for ends in chain.windows(2) {
        let strength = if ends[1].1 { Strength::Strong } else { Strength::Weak };
        step.links.push(Link { from: ends[0].0.clone(), strength, to: ends[1].0.clone() });
    }
    let layout = graph.board.layout();
    let concluded = step.eliminations.iter().chain(&step.placements);
    let digits = concluded.fold(0_u32, |digits, candidate| digits | 1 << (candidate.digit.value() - 1));
    step.digits.extend(bits(digits).map(|digit| layout.digit(digit)));
}

/// A node and whether it is true.
type Assumption = (Node, bool);

/// Lets a loop begin with a candidate whose first link leaves its cell, and end in that cell.
fn close(chain: &mut Vec<Assumption>) {
    for _ in 0..chain.len() {
        if chain[0].0.cells.len() == 1 && chain[0].0.cells != chain[1].0.cells {
            break;
        }
        chain.rotate_left(1);
    }
    if chain[0].0.cells != chain[chain.len() - 1].0.cells {
        chain.push(chain[0].clone());
    }
}

/// Lets a discontinuous loop begin and end in the cell of its eliminations.
fn return_to_start(chain: &mut Vec<Assumption>, step: &Step) {
    if let (Some(lost), [(first, _), .., (last, _)]) = (step.eliminations.first(), &chain[..])
        && first.cells != last.cells
    {
        let cells = [lost.cell].into_iter().collect();
        if first.cells == cells {
            chain.push((Node { digit: last.digit, cells }, false));
        } else {
            chain.insert(0, (Node { digit: first.digit, cells }, true));
        }
    }
    while chain.len() > 2 && chain[0].0.cells == chain[1].0.cells {
        chain.remove(0);
    }
    while chain.len() > 2 && chain[chain.len() - 1].0.cells == chain[chain.len() - 2].0.cells {
        chain.pop();
    }
}

fn name(technique: Technique, shape: ChainShape) -> Technique {
    match (technique, shape) {
        (Technique::ContinuousNiceLoop, ChainShape::Chain) => Technique::Aic,
        (Technique::ContinuousNiceLoop, ChainShape::Discontinuous) => Technique::DiscontinuousNiceLoop,
        (Technique::GroupedContinuousNiceLoop, ChainShape::Chain) => Technique::GroupedAic,
        (Technique::GroupedContinuousNiceLoop, ChainShape::Discontinuous) => {
            Technique::GroupedDiscontinuousNiceLoop
        }
        _ => technique,
    }
}

/// The relation between the ends of a chain.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ChainShape {
    /// They are not both true: exactly one is.
    Loop,
    /// They are two digits of one cell, or one of them is eliminated from the other's cell.
    Discontinuous,
    Chain,
}

/// How a node was reached: as true and as false, in which round and from where.
#[derive(Clone, Copy, Default)]
struct Reached {
    is_true: Option<(usize, usize)>,
    is_false: Option<(usize, usize)>,
}

struct Search<'a> {
    graph: &'a Graph<'a>,
    states: Vec<Reached>,
    queue: Vec<(usize, bool)>,
}

impl Search<'_> {
    /// Returns the shortest chain that begins with this node being false and eliminates something, if it has
    /// at most `most` links.
    fn chain_from(
        &mut self,
        start: usize,
        most: usize,
        step: &mut Step,
        work: &Work<'_, '_>,
    ) -> Option<Vec<usize>> {
        let graph = self.graph;
        self.states.fill(Reached::default());
        self.queue.clear();
        self.queue.push((start, false));
        self.states[start].is_false = Some((0, start));
        let mut next = 0;
        while let Some(&(spot, is_true)) = self.queue.get(next) {
            next += 1;
            if work.is_over() {
                return None;
            }
            let state = self.states[spot];
            let Some((before, _)) = (if is_true { state.is_true } else { state.is_false }) else {
                return None;
            };
            let links = before + 1;
            if links > most {
                return None;
            }
            if is_true {
                for &to in &graph.weak[spot] {
                    if self.states[to].is_false.is_none() {
                        self.states[to].is_false = Some((links, spot));
                        self.queue.push((to, false));
                    }
                }
                continue;
            }
            for &to in &graph.strong[spot] {
                if self.states[to].is_true.is_none() {
                    self.states[to].is_true = Some((links, spot));
                    self.queue.push((to, true));
                    if links < 3 {
                        continue;
                    }
                    step.eliminations.clear();
                    step.placements.clear();
                    graph.conclude_ends(start, to, step);
                    let is_loop = graph.is_weak(start, to);
                    if step.eliminations.is_empty() && step.placements.is_empty() && !is_loop {
                        continue;
                    }
                    let path = self.path(start, to);
                    if is_loop {
                        conclude(graph, &path, step);
                    }
                    let is_fruitful = !step.eliminations.is_empty() || !step.placements.is_empty();
                    if is_fruitful {
                        return Some(path);
                    }
                }
            }
        }
        None
    }

    /// Returns the nodes from the start, being false, to the end, being true.
    fn path(&self, start: usize, end: usize) -> Vec<usize> {
        let mut path = vec![end];
        let (mut spot, mut is_true) = (end, true);
        while (spot, is_true) != (start, false) {
            let state = self.states[spot];
            let Some((_, from)) = (if is_true { state.is_true } else { state.is_false }) else { break };
            (spot, is_true) = (from, !is_true);
            path.push(spot);
        }
        path.reverse();
        path
    }
}

impl Graph<'_> {
    /// Writes the conclusions that follow because one of the two nodes is true.
    fn conclude_ends(&self, start: usize, end: usize, step: &mut Step) {
        let (one, other) = (&self.spots[start], &self.spots[end]);
        if start == end {
            if let Some(cell) = one.single {
                step.placements.push(self.board.layout().candidate(cell, one.digit));
            }
        } else if self.kind != LinkKinds::Cells || one.digit == other.digit {
            self.eliminate_beside(start, end, step);
        }
    }
}

/// Writes the conclusions from the chain.
fn conclude(graph: &Graph<'_>, path: &[usize], step: &mut Step) -> ChainShape {
    let (start, end) = (path[0], path[path.len() - 1]);
    graph.conclude_ends(start, end, step);
    if start != end && graph.is_weak(start, end) {
        // Of each two nodes with a weak link one is true.
        for pair in path[1..path.len() - 1].chunks_exact(2) {
            graph.eliminate_beside(pair[0], pair[1], step);
        }
        return ChainShape::Loop;
    }
    let has_two_digits = graph.spots[start].digit != graph.spots[end].digit;
    let is_one_cell = step.eliminations.windows(2).all(|pair| pair[0].cell == pair[1].cell);
    if start == end || has_two_digits && is_one_cell { ChainShape::Discontinuous } else { ChainShape::Chain }
}
