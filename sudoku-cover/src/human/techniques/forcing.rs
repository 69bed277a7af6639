//! Everything that follows from a candidate by links: why it is false, and the chains of kraken fish. Sound on every
//! variant.
//!
//! If the chains from a candidate lead back to it, or leave a cell without digits or a house without places for
//! one, the candidate is false. Forcing chains as a technique are found in the tables of `tables`.

use super::deduction::{NoCandidates, link};
use super::graph::Graph;
use crate::human::candidates::{Candidates, CellSet, bits};
use crate::human::parts::{Cells, Link, Strength};
use crate::human::pattern::Forcing;
use crate::human::step::Step;
use crate::human::technique::Technique;
use crate::work::Work;

/// Finds the shortest chains which prove that the candidate is false: one that leads back to it, or several
/// that leave a cell or a house without candidates. Returns true if there are any.
pub(crate) fn refute(
    board: &Candidates,
    cell: usize,
    digit: usize,
    step: &mut Step,
    work: &Work<'_, '_>,
) -> bool {
    let graph = Graph::new(board, work);
    let is_start =
        |spot: &usize| graph.spots[*spot].single == Some(cell) && graph.spots[*spot].digit == digit;
    let Some(start) = (0..graph.spots.len()).find(is_start) else { return false };
    let flood = Flood::from(&graph, start, work);
    let back = flood.killer(&graph, (cell, digit)).map(|(links, _)| links + 1);
    let emptied = flood.shortest_contradiction(&graph, work);
    let (place, ends) = match (back, emptied) {
        (Some(links), emptied) if emptied.is_none_or(|(others, _)| links <= others) => {
            (NoCandidates::Cell(cell), vec![(cell, digit)])
        }
        (_, Some((_, emptied))) => (emptied, emptied.candidates(board)),
        _ => return false,
    };
    let links = ends.into_iter().flat_map(|end| flood.links_to(&graph, end)).collect();
    step.begin(Technique::ForcingChainContradiction);
    step.pattern = Forcing { place: place.place(board), held: Cells::new(), cases: Vec::new(), links }.into();
    super::deduction::eliminate(board, step, cell, digit);
    true
}

/// Everything that follows from one candidate by links.
pub(super) struct Flood {
    start: usize,
    /// By node, how it was reached as true: after how many links, and from which node.
    is_true: Vec<Option<(usize, usize)>>,
    is_false: Vec<Option<(usize, usize)>>,
    /// The true nodes, in the order in which they were found.
    trues: Vec<usize>,
}

impl Flood {
    /// Follows the links from a node that is assumed to be true.
    fn from(graph: &Graph<'_>, start: usize, work: &Work<'_, '_>) -> Flood {
        Flood::along(graph, start, &graph.weak[start], work)
    }

    /// Like [`from`](Self::from), also from a node without strong links.
    pub(super) fn from_true(graph: &Graph<'_>, start: usize, work: &Work<'_, '_>) -> Flood {
        let is_weak = |&to: &usize| to != start && !graph.strong[to].is_empty() && graph.is_weak(start, to);
        let weak: Vec<usize> = (0..graph.spots.len()).filter(is_weak).collect();
        Flood::along(graph, start, &weak, work)
    }

    /// Follows the links from a node with these weak links.
    fn along(graph: &Graph<'_>, start: usize, weak: &[usize], work: &Work<'_, '_>) -> Flood {
        let nothing = vec![None; graph.spots.len()];
        let mut flood = Flood { start, is_true: nothing.clone(), is_false: nothing, trues: Vec::new() };
        let mut queue = vec![(start, true, 0)];
        flood.is_true[start] = Some((0, start));
        flood.trues.push(start);
        let mut next = 0;
        while let Some(&(spot, is_true, links)) = queue.get(next) {
            next += 1;
            if work.is_over() {
                break;
            }
            if is_true {
                for &to in if spot == start { weak } else { &graph.weak[spot] } {
                    if flood.is_false[to].is_none() {
                        flood.is_false[to] = Some((links + 1, spot));
                        queue.push((to, false, links + 1));
                    }
                }
            } else {
                for &to in &graph.strong[spot] {
                    if flood.is_true[to].is_none() {
                        flood.is_true[to] = Some((links + 1, spot));
                        flood.trues.push(to);
                        queue.push((to, true, links + 1));
                    }
                }
            }
        }
        flood
    }

    /// Returns by digit the cells where it is false.
    pub(super) fn excluded(&self, graph: &Graph<'_>) -> Vec<CellSet> {
        let (board, layout) = (graph.board, graph.board.layout());
        let mut excluded = vec![CellSet::EMPTY; layout.count];
        for &spot in &self.trues {
            let found = &graph.spots[spot];
            excluded[found.digit] = excluded[found.digit].or(&found.seen);
            if layout.is_non_consecutive() {
                let beside = found.beside(layout);
                bits(layout.next_to(found.digit))
                    .for_each(|digit| excluded[digit] = excluded[digit].or(&beside));
            }
            if let Some(cell) = found.single {
                bits(board.digits(cell) & !(1 << found.digit)).for_each(|digit| excluded[digit].insert(cell));
            }
        }
        excluded
    }

    /// Returns the cell or the house without candidates that takes the fewest links to prove.
    fn shortest_contradiction(
        &self,
        graph: &Graph<'_>,
        work: &Work<'_, '_>,
    ) -> Option<(usize, NoCandidates)> {
        let board = graph.board;
        let layout = board.layout();
        let gone = self.excluded(graph);
        let cells = (0..layout.peers.len()).filter(|&cell| board.digits(cell) != 0).map(NoCandidates::Cell);
        let houses = (0..layout.rooms.len())
            .flat_map(|room| bits(board.missing(room)).map(move |digit| NoCandidates::House(room, digit)));
        let is_empty = |emptied: &NoCandidates| match *emptied {
            NoCandidates::Cell(cell) => bits(board.digits(cell)).all(|digit| gone[digit].contains(cell)),
            NoCandidates::House(room, digit) => {
                layout.rooms[room].set.and(board.of_digit(digit)).is_subset_of(&gone[digit])
            }
        };
        let length = |emptied: NoCandidates| {
            let candidates = emptied.candidates(board);
            candidates
                .into_iter()
                .take_while(|_| !work.is_over())
                .map(|candidate| self.killer(graph, candidate).map_or(0, |(links, _)| links + 1))
                .sum()
        };
        let found = cells.chain(houses).filter(is_empty).map(|emptied| (length(emptied), emptied));
        found.min_by_key(|&(links, _): &(usize, NoCandidates)| links)
    }

    /// Returns the first true node that excludes the candidate, and the number of links to it.
    fn killer(&self, graph: &Graph<'_>, candidate: (usize, usize)) -> Option<(usize, usize)> {
        let layout = graph.board.layout();
        let kills = |&&spot: &&usize| graph.spots[spot].excludes(layout, candidate);
        let spot = *self.trues.iter().find(kills)?;
        Some((self.is_true[spot]?.0, spot))
    }

    /// Returns the chain from the start to the candidate, which is false.
    pub(super) fn links_to(&self, graph: &Graph<'_>, candidate: (usize, usize)) -> Vec<Link> {
        let mut links = Vec::new();
        let Some((_, killer)) = self.killer(graph, candidate) else { return links };
        let to = super::deduction::node(graph.board, candidate.0, candidate.1);
        links.push(link(graph.board, graph.node(killer), Strength::Weak, to));
        let (mut spot, mut is_true) = (killer, true);
        while (spot, is_true) != (self.start, true) {
            let reached = if is_true { self.is_true[spot] } else { self.is_false[spot] };
            let Some((_, from)) = reached else { break };
            let strength = if is_true { Strength::Strong } else { Strength::Weak };
            links.push(link(graph.board, graph.node(from), strength, graph.node(spot)));
            (spot, is_true) = (from, !is_true);
        }
        links.reverse();
        links
    }
}
