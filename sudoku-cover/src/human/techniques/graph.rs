//! The graph of candidates and links in which chains are found.
//!
//! A node is a digit in a cell, or in one of the cells that two houses have in common. A strong link means
//! that one of two nodes is true, a weak link that they are not both true. Sound on every variant, as strong links
//! follow from houses and cells, and weak ones from pairs of candidates that exclude each other: equal digits in
//! cells that see each other, digits of one cell, and consecutive digits in adjacent cells where a rule forbids
//! them.

use crate::human::candidates::{Candidates, CellSet, Layout, bits, count};
use crate::human::step::Node;
use crate::work::Work;

/// Number of nodes that count as one step of work.
pub(super) const NODES_OF_A_STEP: usize = 256;

pub(super) struct GraphNode {
    pub(super) digit: usize,
    pub(super) cells: CellSet,
    /// The cells that see all of these.
    pub(super) seen: CellSet,
    /// The cell, if the node is a single cell.
    pub(super) single: Option<usize>,
}

impl GraphNode {
    /// Returns the cells that lose the consecutive digits if the node is true.
    pub(super) fn beside(&self, layout: &Layout) -> CellSet {
        layout.beside_all(self.cells.iter())
    }

    /// Returns true if a candidate is false if the node is true.
    pub(super) fn excludes(&self, layout: &Layout, (cell, digit): (usize, usize)) -> bool {
        if self.digit == digit {
            self.seen.contains(cell)
        } else {
            self.single == Some(cell)
                || layout.is_non_consecutive()
                    && self.digit.abs_diff(digit) == 1
                    && self.beside(layout).contains(cell)
        }
    }
}

pub(super) struct Graph<'a> {
    pub(super) board: &'a Candidates,
    pub(super) spots: Vec<GraphNode>,
    /// By node, the nodes connected by strong links.
    pub(super) strong: Vec<Vec<usize>>,
    /// By node, the nodes connected by weak links that have strong links themselves.
    pub(super) weak: Vec<Vec<usize>>,
}

impl<'a> Graph<'a> {
    pub(super) fn new(board: &'a Candidates, work: &Work<'_, '_>) -> Graph<'a> {
        let spots = spots(board, true, work);
        let strong = strong_links(board, &spots, work);
        let weak = weak_links(board.layout(), &spots, &strong, work);
        Graph { board, spots, strong, weak }
    }

    /// Returns true if the nodes are not both true.
    pub(super) fn is_weak(&self, one: usize, other: usize) -> bool {
        let (one, other) = (&self.spots[one], &self.spots[other]);
        if one.digit == other.digit {
            other.cells.is_subset_of(&one.seen)
        } else {
            one.single.is_some() && one.single == other.single
                || self.board.layout().is_non_consecutive()
                    && one.digit.abs_diff(other.digit) == 1
                    && other.cells.is_subset_of(&one.beside(self.board.layout()))
        }
    }

    pub(super) fn node(&self, spot: usize) -> Node {
        let layout = self.board.layout();
        let spot = &self.spots[spot];
        Node {
            digit: layout.digit(spot.digit),
            cells: spot.cells.iter().map(|cell| layout.cell(cell)).collect(),
        }
    }
}

/// Returns the candidates, and with groups those that several cells of a crossing share.
pub(super) fn spots(board: &Candidates, has_groups: bool, work: &Work<'_, '_>) -> Vec<GraphNode> {
    let layout = board.layout();
    let mut spots = Vec::new();
    for cell in 0..layout.peers.len() {
        if work.is_over() {
            return spots;
        }
        for digit in bits(board.digits(cell)) {
            let cells = [cell].into_iter().collect();
            spots.push(GraphNode { digit, cells, seen: layout.peers[cell], single: Some(cell) });
        }
    }
    if has_groups {
        for crossings in layout.crossings.chunk_by(|one, other| one.first == other.first) {
            if work.is_over_after(1 + layout.count * crossings.len() / NODES_OF_A_STEP) {
                return spots;
            }
            let digits = 0..layout.count;
            for (digit, crossing) in
                digits.flat_map(|digit| crossings.iter().map(move |crossing| (digit, crossing)))
            {
                if crossing.first > crossing.second {
                    continue;
                }
                let places = board.places(crossing.first, digit) & crossing.in_first;
                if count(places) > 1 {
                    let cells: CellSet = board.cells_at(crossing.first, places).collect();
                    let seen = layout.seen_by_all(cells.iter());
                    spots.push(GraphNode { digit, cells, seen, single: None });
                }
            }
        }
    }
    spots
}

fn strong_links(board: &Candidates, spots: &[GraphNode], work: &Work<'_, '_>) -> Vec<Vec<usize>> {
    let layout = board.layout();
    let mut strong: Vec<Vec<usize>> = vec![Vec::new(); spots.len()];
    let mut join = |one: usize, other: usize| {
        if !strong[one].contains(&other) {
            strong[one].push(other);
            strong[other].push(one);
        }
    };
    // The two digits of a cell are adjacent.
    for (one, pair) in spots.windows(2).enumerate() {
        if let (Some(cell), true) = (pair[0].single, pair[0].single == pair[1].single)
            && count(board.digits(cell)) == 2
        {
            join(one, one + 1);
        }
    }
    let mut of_digit: Vec<Vec<usize>> = vec![Vec::new(); layout.count];
    for (spot, found) in spots.iter().enumerate() {
        of_digit[found.digit].push(spot);
    }
    for (number, room) in layout.rooms.iter().enumerate() {
        for digit in bits(board.missing(number)) {
            let places = count(board.places(number, digit));
            if places < 2 || work.is_over() {
                continue;
            }
            let inside: Vec<usize> = of_digit[digit]
                .iter()
                .copied()
                .filter(|&spot| spots[spot].cells.is_subset_of(&room.set))
                .collect();
            for (place, &one) in inside.iter().enumerate() {
                for &other in &inside[place + 1..] {
                    let (first, second) = (&spots[one].cells, &spots[other].cells);
                    if first.len() + second.len() == places && first.and(second).is_empty() {
                        join(one, other);
                    }
                }
            }
        }
    }
    strong
}

fn weak_links(
    layout: &Layout,
    spots: &[GraphNode],
    strong: &[Vec<usize>],
    work: &Work<'_, '_>,
) -> Vec<Vec<usize>> {
    let is_non_consecutive = layout.is_non_consecutive();
    let has_strong = |spot: &usize| !strong[*spot].is_empty();
    (0..spots.len())
        .map(|from| {
            if !has_strong(&from) || work.is_over_after(1 + spots.len() / NODES_OF_A_STEP) {
                return Vec::new();
            }
            let here = &spots[from];
            let beside = here.beside(layout);
            let is_weak = |&to: &usize| {
                let there = &spots[to];
                if here.digit == there.digit {
                    to != from && there.cells.is_subset_of(&here.seen)
                } else {
                    here.single.is_some() && here.single == there.single
                        || is_non_consecutive
                            && here.digit.abs_diff(there.digit) == 1
                            && there.cells.is_subset_of(&beside)
                }
            };
            (0..spots.len()).filter(has_strong).filter(is_weak).collect()
        })
        .collect()
}
