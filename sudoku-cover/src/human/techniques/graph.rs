//! The graph of candidates and links in which chains are found.
//!
//! A node is a digit in a cell, or in one of the cells that two houses have in common. A strong link means
//! that one of two nodes is true, a weak link that they are not both true. Sound on every variant, as both
//! follow from houses and peers alone.

use crate::human::candidates::{Candidates, CellSet, bits, count};
use crate::human::step::{Node, Step};
use crate::work::Work;

/// Number of nodes that count as one step of work.
pub(super) const SPOTS_OF_A_STEP: usize = 256;

/// The links in use.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LinkKinds {
    /// Links of one digit: strong ones in houses.
    Digit,
    /// Strong links within cells, weak ones between cells.
    Cells,
    /// All links between single candidates.
    All,
    /// All links, including those of groups.
    Groups,
}

pub(super) struct Spot {
    pub(super) digit: usize,
    pub(super) cells: CellSet,
    /// The cells that see all of these.
    pub(super) seen: CellSet,
    /// The cell, if the node is a single cell.
    pub(super) single: Option<usize>,
}

pub(super) struct Graph<'a> {
    pub(super) board: &'a Candidates,
    pub(super) kind: LinkKinds,
    pub(super) spots: Vec<Spot>,
    /// By node, the nodes connected by strong links.
    pub(super) strong: Vec<Vec<usize>>,
    /// By node, the nodes connected by weak links that have strong links themselves.
    pub(super) weak: Vec<Vec<usize>>,
}

impl<'a> Graph<'a> {
    pub(super) fn new(board: &'a Candidates, kind: LinkKinds, work: &Work<'_, '_>) -> Graph<'a> {
        let spots = spots(board, kind);
        let strong = strong_links(board, &spots, kind, work);
        let weak = weak_links(&spots, &strong, kind, work);
        Graph { board, kind, spots, strong, weak }
    }

    /// Returns true if the nodes are not both true.
    pub(super) fn is_weak(&self, one: usize, other: usize) -> bool {
        let (one, other) = (&self.spots[one], &self.spots[other]);
        if one.digit == other.digit {
            other.cells.is_subset_of(&one.seen)
        } else {
            one.single.is_some() && one.single == other.single
        }
    }

    /// Eliminates candidates that both nodes exclude.
    pub(super) fn eliminate_beside(&self, one: usize, other: usize, step: &mut Step) {
        let board = self.board;
        let (one, other) = (&self.spots[one], &self.spots[other]);
        if one.digit == other.digit {
            super::deduction::eliminate_from(board, step, &one.seen.and(&other.seen), one.digit);
            return;
        }
        for (here, there) in [(one, other), (other, one)] {
            let Some(cell) = here.single else { continue };
            if there.single == Some(cell) {
                super::deduction::eliminate_digits(board, step, cell, !(1 << here.digit | 1 << there.digit));
            } else if there.seen.contains(cell) {
                super::deduction::eliminate(board, step, cell, there.digit);
            }
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

pub(super) fn spots(board: &Candidates, kind: LinkKinds) -> Vec<Spot> {
    let layout = board.layout();
    let mut spots = Vec::new();
    for cell in 0..layout.peers.len() {
        if kind == LinkKinds::Cells && count(board.digits(cell)) != 2 {
            continue;
        }
        for digit in bits(board.digits(cell)) {
            let cells = [cell].into_iter().collect();
            spots.push(Spot { digit, cells, seen: layout.peers[cell], single: Some(cell) });
        }
    }
    if kind == LinkKinds::Groups {
        for crossing in layout.crossings.iter().filter(|crossing| crossing.first < crossing.second) {
            for digit in 0..layout.side {
                let places = board.places(crossing.first, digit) & crossing.in_first;
                if count(places) > 1 {
                    let cells: CellSet = board.cells_at(crossing.first, places).collect();
                    let seen = layout.seen_by_all(cells.iter());
                    spots.push(Spot { digit, cells, seen, single: None });
                }
            }
        }
    }
    spots
}

fn strong_links(board: &Candidates, spots: &[Spot], kind: LinkKinds, work: &Work<'_, '_>) -> Vec<Vec<usize>> {
    let layout = board.layout();
    let mut strong: Vec<Vec<usize>> = vec![Vec::new(); spots.len()];
    let mut join = |one: usize, other: usize| {
        if !strong[one].contains(&other) {
            strong[one].push(other);
            strong[other].push(one);
        }
    };
    if kind != LinkKinds::Digit {
        // The two digits of a cell are adjacent.
        for (one, pair) in spots.windows(2).enumerate() {
            if let (Some(cell), true) = (pair[0].single, pair[0].single == pair[1].single)
                && count(board.digits(cell)) == 2
            {
                join(one, one + 1);
            }
        }
    }
    if kind == LinkKinds::Cells {
        return strong;
    }
    let mut of_digit: Vec<Vec<usize>> = vec![Vec::new(); layout.side];
    for (spot, found) in spots.iter().enumerate() {
        of_digit[found.digit].push(spot);
    }
    for (number, room) in layout.rooms.iter().enumerate() {
        for digit in bits(board.missing(number)) {
            let places = count(board.places(number, digit));
            if places < 2 || places > 2 && kind != LinkKinds::Groups || work.is_over() {
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
    spots: &[Spot],
    strong: &[Vec<usize>],
    kind: LinkKinds,
    work: &Work<'_, '_>,
) -> Vec<Vec<usize>> {
    let has_strong = |spot: &usize| !strong[*spot].is_empty();
    (0..spots.len())
        .map(|from| {
            if !has_strong(&from) || work.is_over_after(1 + spots.len() / SPOTS_OF_A_STEP) {
                return Vec::new();
            }
            let here = &spots[from];
            let is_weak = |&to: &usize| {
                let there = &spots[to];
                if here.digit == there.digit {
                    to != from && there.cells.is_subset_of(&here.seen)
                } else {
                    kind != LinkKinds::Digit
                        && kind != LinkKinds::Cells
                        && here.single.is_some()
                        && here.single == there.single
                }
            };
            (0..spots.len()).filter(has_strong).filter(is_weak).collect()
        })
        .collect()
}
