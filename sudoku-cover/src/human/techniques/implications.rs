//! Assumptions about candidates, groups and almost locked sets, and the links between them. Sound on every
//! variant.
//!
//! An assumption says of a node that it holds its digit, or that it does not. A link leads from an assumption
//! to a consequence of it alone. An almost locked set without one of its digits is locked: it excludes its
//! other digits from the cells that see all their places.

use super::almost_locked::{self, Set};
use super::graph;
use super::rule_links::RuleLinks;
use crate::human::candidates::{Candidates, CellSet, bits, count, first_bit};
use crate::human::step::{Node, Strength};
use crate::work::Work;

/// The greatest number of links from almost locked sets. Only states with few clues have so many.
const MOST_SET_LINKS: usize = 1_000_000;
/// Number of links that count as one step of work.
const LINKS_OF_A_STEP: usize = 1024;
/// Number of pairs of digits of a cell that count as one step of work: their links are stored, and the lists grow.
const PAIRS_OF_A_STEP: usize = 64;

/// The nodes in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum NodeKinds {
    Candidates,
    Groups,
    AlmostLocked,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeKind {
    Candidate,
    Group,
    /// An almost locked set, by its number.
    AlmostLocked(usize),
}

#[derive(Debug)]
pub(super) struct ChainNode {
    pub(super) kind: NodeKind,
    pub(super) digit: usize,
    /// The cells where the digit may be.
    pub(super) places: CellSet,
    /// The cells that see all of these.
    pub(super) seen: CellSet,
    /// All cells of the node. An almost locked set has more than places for the digit.
    pub(super) cells: CellSet,
    /// The first of the places.
    pub(super) entry: usize,
}

/// An assumption about a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Assumption(u32);

impl Assumption {
    fn new(node: usize, is_true: bool) -> Assumption {
        Assumption(u32::try_from(2 * node + usize::from(is_true)).unwrap_or(u32::MAX))
    }

    /// Returns the assumption of this index.
    pub(super) fn numbered(index: usize) -> Assumption {
        Assumption::new(index / 2, index % 2 == 1)
    }

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the opposite assumption about the same node.
    pub(super) fn opposite(self) -> Assumption {
        Assumption(self.0 ^ 1)
    }

    pub(super) fn node(self) -> usize {
        self.index() / 2
    }

    pub(super) fn is_true(self) -> bool {
        self.0 % 2 == 1
    }
}

#[derive(Clone, Copy, Debug)]
struct Implication {
    other: Assumption,
    length: u8,
}

#[derive(Debug)]
pub(super) struct Implications<'a> {
    pub(super) board: &'a Candidates,
    pub(super) rules: &'a RuleLinks,
    pub(super) nodes: Vec<ChainNode>,
    pub(super) sets: Vec<Set>,
    /// By cell and digit, the node.
    candidates: Vec<usize>,
    /// By assumption, its consequences.
    consequences: Vec<Vec<Implication>>,
}

impl<'a> Implications<'a> {
    pub(super) fn new(
        board: &'a Candidates,
        kinds: NodeKinds,
        rules: &'a RuleLinks,
        work: &Work<'_, '_>,
    ) -> Implications<'a> {
        let layout = board.layout();
        let mut candidates = vec![usize::MAX; layout.peers.len() * layout.count];
        let mut nodes = Vec::new();
        for spot in graph::spots(board, kinds != NodeKinds::Candidates, work) {
            let Some(entry) = spot.cells.first() else { continue };
            let kind = match spot.single {
                Some(cell) => {
                    candidates[cell * layout.count + spot.digit] = nodes.len();
                    NodeKind::Candidate
                }
                None => NodeKind::Group,
            };
            let (places, cells) = (spot.cells, spot.cells);
            nodes.push(ChainNode { kind, digit: spot.digit, places, seen: spot.seen, cells, entry });
        }
        let mut links =
            Implications { board, rules, nodes, sets: Vec::new(), candidates, consequences: Vec::new() };
        links.consequences.resize(2 * links.nodes.len(), Vec::new());
        links.link_cells(work);
        links.link_houses(work);
        links.link_neighbors(work);
        links.link_by_rules(work);
        // On larger boards there would be too many of them.
        if kinds == NodeKinds::AlmostLocked && layout.side <= 9 {
            links.link_almost_locked(work);
        }
        links
    }

    /// Returns the assumption that the cell holds the digit, or does not.
    pub(super) fn candidate(&self, cell: usize, digit: usize, is_true: bool) -> Option<Assumption> {
        let node = self.candidates[cell * self.board.layout().count + digit];
        (node != usize::MAX).then(|| Assumption::new(node, is_true))
    }

    pub(super) fn node_of(&self, assumption: Assumption) -> &ChainNode {
        &self.nodes[assumption.node()]
    }

    /// Returns the cell of a candidate.
    pub(super) fn single(&self, assumption: Assumption) -> Option<usize> {
        let node = self.node_of(assumption);
        (node.kind == NodeKind::Candidate).then_some(node.entry)
    }

    pub(super) fn node_of_step(&self, assumption: Assumption) -> Node {
        let (layout, node) = (self.board.layout(), self.node_of(assumption));
        Node {
            digit: layout.digit(node.digit),
            cells: node.cells.iter().map(|cell| layout.cell(cell)).collect(),
        }
    }

    /// Returns the immediate consequences of this assumption, with the lengths of their links.
    pub(super) fn consequences(&self, of: Assumption) -> impl Iterator<Item = (Assumption, u8)> + '_ {
        self.consequences[of.index()].iter().map(|consequence| (consequence.other, consequence.length))
    }

    fn link(&mut self, from: Assumption, other: Assumption, length: usize) {
        let length = u8::try_from(length).unwrap_or(u8::MAX);
        self.consequences[from.index()].push(Implication { other, length });
    }

    /// Links the digits of each cell.
    fn link_cells(&mut self, work: &Work<'_, '_>) {
        for cell in 0..self.board.layout().peers.len() {
            let digits = self.board.digits(cell);
            if work.is_over_after(1 + count(digits).pow(2) / PAIRS_OF_A_STEP) {
                return;
            }
            for (one, other) in
                bits(digits).flat_map(|one| bits(digits & !(1 << one)).map(move |other| (one, other)))
            {
                for is_true in [true, false] {
                    let ends = (self.candidate(cell, one, is_true), self.candidate(cell, other, !is_true));
                    if let (true, (Some(from), Some(to))) = (is_true || count(digits) == 2, ends) {
                        self.link(from, to, 1);
                    }
                }
            }
        }
    }

    /// Links the candidates and groups of each digit.
    fn link_houses(&mut self, work: &Work<'_, '_>) {
        let layout = self.board.layout();
        let mut of_digit: Vec<Vec<usize>> = vec![Vec::new(); layout.count];
        for (number, node) in self.nodes.iter().enumerate() {
            of_digit[node.digit].push(number);
        }
        for (digit, nodes) in of_digit.iter().enumerate() {
            for &one in nodes {
                if work.is_over_after(1 + nodes.len() / LINKS_OF_A_STEP) {
                    return;
                }
                for &other in nodes {
                    let (here, there) = (&self.nodes[one], &self.nodes[other]);
                    let is_weak = match there.kind {
                        NodeKind::Candidate => here.seen.contains(there.entry),
                        _ => there.places.is_subset_of(&here.seen),
                    };
                    if is_weak {
                        self.link(Assumption::new(one, true), Assumption::new(other, false), 1);
                    }
                    let is_strong = is_weak && self.are_all_places(one, other, digit);
                    if is_strong {
                        self.link(Assumption::new(one, false), Assumption::new(other, true), 1);
                    }
                }
            }
        }
    }

    /// Links consecutive digits in adjacent cells, where a rule forbids them.
    fn link_neighbors(&mut self, work: &Work<'_, '_>) {
        if !self.board.layout().is_non_consecutive() {
            return;
        }
        for one in 0..self.nodes.len() {
            if work.is_over_after(1 + self.nodes.len() / LINKS_OF_A_STEP) {
                return;
            }
            let beside = self.board.layout().beside_all(self.nodes[one].places.iter());
            for other in 0..self.nodes.len() {
                let there = &self.nodes[other];
                if self.nodes[one].digit.abs_diff(there.digit) == 1 && there.places.is_subset_of(&beside) {
                    self.link(Assumption::new(one, true), Assumption::new(other, false), 1);
                }
            }
        }
    }

    /// Links candidates by rules.
    fn link_by_rules(&mut self, work: &Work<'_, '_>) {
        let (board, rules) = (self.board, self.rules);
        if rules.is_empty() {
            return;
        }
        for cell in 0..board.layout().peers.len() {
            for digit in bits(board.digits(cell)) {
                for (strength, is_true) in [(Strength::Weak, true), (Strength::Strong, false)] {
                    for (other, linked) in rules.linked((cell, digit), strength) {
                        let ends =
                            (self.candidate(cell, digit, is_true), self.candidate(other, linked, !is_true));
                        if let (Some(from), Some(to)) = ends
                            && self.consequences[from.index()].iter().all(|known| known.other != to)
                        {
                            self.link(from, to, 1);
                        }
                    }
                }
            }
            if work.is_over() {
                return;
            }
        }
    }

    /// Returns the candidates outside these cells that two candidates or groups both exclude.
    pub(super) fn excluded_by_both(
        &self,
        [one, other]: [Assumption; 2],
        own: &CellSet,
    ) -> Vec<(usize, usize)> {
        let layout = self.board.layout();
        let excluded = |by: Assumption, digit: usize| {
            let node = self.node_of(by);
            match node.digit.abs_diff(digit) {
                0 => node.seen,
                1 => layout.beside_all(node.places.iter()),
                _ => CellSet::EMPTY,
            }
        };
        let common =
            |digit| excluded(one, digit).and(&excluded(other, digit)).and(self.board.of_digit(digit));
        let cells = (0..layout.count).map(|digit| (digit, common(digit).minus(own)));
        let mut lost: Vec<(usize, usize)> =
            cells.flat_map(|(digit, cells)| cells.iter().map(move |cell| (cell, digit))).collect();
        lost.sort_unstable();
        lost
    }

    /// Returns true if the two nodes contain all places of the digit in a house.
    fn are_all_places(&self, one: usize, other: usize, digit: usize) -> bool {
        let (layout, one, other) = (self.board.layout(), &self.nodes[one], &self.nodes[other]);
        layout.common_rooms(one.entry, other.entry).any(|room| {
            let places = self.board.places(room, digit);
            count(places) == one.places.len() + other.places.len()
                && one.places.is_subset_of(&layout.rooms[room].set)
                && other.places.is_subset_of(&layout.rooms[room].set)
        })
    }

    /// Adds the almost locked sets of several cells, with each digit that they may lack, and their links.
    fn link_almost_locked(&mut self, work: &Work<'_, '_>) {
        let (board, layout) = (self.board, self.board.layout());
        let plain = self.nodes.len();
        self.sets = almost_locked::sets_of(board, work);
        self.sets.retain(|set| set.cells.len() > 1);
        // By set and digit, the cells that lose the digit when the set is locked.
        let lost: Vec<Vec<CellSet>> = self
            .sets
            .iter()
            .map(|set| (0..layout.count).map(|digit| set.seen[digit].and(board.of_digit(digit))).collect())
            .collect();
        for (number, set) in self.sets.iter().enumerate() {
            for digit in bits(set.digits) {
                let excludes = bits(set.digits & !(1 << digit)).any(|other| !lost[number][other].is_empty());
                let Some(entry) = set.places[digit].first().filter(|_| excludes) else { continue };
                self.nodes.push(ChainNode {
                    kind: NodeKind::AlmostLocked(number),
                    digit,
                    places: set.places[digit],
                    seen: set.seen[digit],
                    cells: set.cells,
                    entry,
                });
            }
        }
        self.consequences.resize(2 * self.nodes.len(), Vec::new());
        let mut links = 0;
        for node in plain..self.nodes.len() {
            if links > MOST_SET_LINKS {
                return;
            }
            if work.is_over_after(1 + self.nodes.len() / LINKS_OF_A_STEP) {
                return;
            }
            let NodeKind::AlmostLocked(number) = self.nodes[node].kind else { continue };
            let (digit, locked) = (self.nodes[node].digit, Assumption::new(node, false));
            for other in 0..plain {
                if self.nodes[other].digit == digit
                    && self.nodes[other].places.is_subset_of(&lost[number][digit])
                {
                    self.link(Assumption::new(other, true), locked, 1);
                }
            }
            let digits = self.sets[number].digits & !(1 << digit);
            // The links within the set count as well.
            let length = 1 + 2 * count(digits);
            for other in 0..self.nodes.len() {
                let there = &self.nodes[other];
                if digits >> there.digit & 1 == 1
                    && there.places.is_subset_of(&lost[number][there.digit])
                    && (other < plain || there.cells.and(&self.sets[number].cells).is_empty())
                {
                    self.link(locked, Assumption::new(other, false), length);
                }
            }
            links += self.consequences[locked.index()].len();
            let cells = bits(digits).fold(CellSet::EMPTY, |cells, other| cells.or(&lost[number][other]));
            for cell in cells.iter().filter(|&cell| count(board.digits(cell)) > 2) {
                let left = bits(board.digits(cell))
                    .filter(|&other| digits >> other & 1 == 0 || !lost[number][other].contains(cell))
                    .fold(0_u32, |left, other| left | 1 << other);
                if let (1, Some(forced)) = (count(left), first_bit(left))
                    && let Some(to) = self.candidate(cell, forced, true)
                {
                    self.link(locked, to, length + 1);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use dlx_core::Limits;

    use super::*;
    use crate::{Geometry, Grid};

    #[test]
    fn links_of_a_blank_large_board_end_soon_after_the_work_is_over() {
        let geometry = Geometry::of_side(25).unwrap();
        let mut board = Candidates::new(&geometry);
        board.load(&Grid::empty(25).unwrap()).unwrap();
        let (mut stopping, mut endless) = (Limits::none().ask(1, |_| ControlFlow::Break(())), Limits::none());
        let [stopped, whole] = [&mut stopping, &mut endless].map(|limits| {
            let work = Work::new(limits);
            let rules = RuleLinks::default();
            let links = Implications::new(&board, NodeKinds::Groups, &rules, &work);
            links.consequences.iter().map(Vec::len).sum::<usize>()
        });
        assert!(stopped < whole / 100, "{stopped} of {whole} links");
    }
}
