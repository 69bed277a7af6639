//! Assumptions about candidates, groups and almost locked sets, and the shortest chains of links between
//! them. Sound on every variant.
//!
//! An assumption says of a node that it holds its digit, or that it does not. A link leads from an assumption
//! to a consequence of it alone. An almost locked set without one of its digits is locked: it excludes its
//! other digits from the cells that see all their places.

use super::almost_locked::{self, Set};
use super::graph;
use crate::human::candidates::{Candidates, CellSet, bits, count, first_bit};
use crate::human::step::Node;
use crate::work::Work;

/// Longer chains are not searched. Links out of almost locked sets count several times, as in HoDoKu.
const LONGEST: usize = 40;
/// The greatest number of chains between two assumptions that are tried, and of links for them.
const MOST_CHAINS: usize = 24;
const MOST_LINKS: usize = 3000;
/// The greatest number of links from almost locked sets. Only states with few clues have so many.
const MOST_SET_LINKS: usize = 1_000_000;
/// Number of links that count as one step of work.
const LINKS_OF_A_STEP: usize = 1024;
const UNREACHED: u8 = u8::MAX;

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
    pub(super) nodes: Vec<ChainNode>,
    pub(super) sets: Vec<Set>,
    /// By cell and digit, the node.
    candidates: Vec<usize>,
    /// By assumption, its consequences, and the assumptions of which it is a consequence.
    consequences: Vec<Vec<Implication>>,
    reasons: Vec<Vec<Implication>>,
}

impl<'a> Implications<'a> {
    pub(super) fn new(board: &'a Candidates, kinds: NodeKinds, work: &Work<'_, '_>) -> Implications<'a> {
        let layout = board.layout();
        let mut candidates = vec![usize::MAX; layout.peers.len() * layout.side];
        let mut nodes = Vec::new();
        for spot in graph::spots(board, kinds != NodeKinds::Candidates) {
            let Some(entry) = spot.cells.first() else { continue };
            let kind = match spot.single {
                Some(cell) => {
                    candidates[cell * layout.side + spot.digit] = nodes.len();
                    NodeKind::Candidate
                }
                None => NodeKind::Group,
            };
            let (places, cells) = (spot.cells, spot.cells);
            nodes.push(ChainNode { kind, digit: spot.digit, places, seen: spot.seen, cells, entry });
        }
        let mut links = Implications {
            board,
            nodes,
            sets: Vec::new(),
            candidates,
            consequences: Vec::new(),
            reasons: Vec::new(),
        };
        links.consequences.resize(2 * links.nodes.len(), Vec::new());
        links.link_cells();
        links.link_houses(work);
        // On larger boards there would be too many of them.
        if kinds == NodeKinds::AlmostLocked && layout.side <= 9 {
            links.link_almost_locked(work);
        }
        links.reasons.resize(links.consequences.len(), Vec::new());
        for (from, consequences) in links.consequences.iter().enumerate() {
            let other = Assumption::new(from / 2, from % 2 == 1);
            for &Implication { other: to, length } in consequences {
                links.reasons[to.index()].push(Implication { other, length });
            }
        }
        links
    }

    /// Returns the assumption that the cell holds the digit, or does not.
    pub(super) fn candidate(&self, cell: usize, digit: usize, is_true: bool) -> Option<Assumption> {
        let node = self.candidates[cell * self.board.layout().side + digit];
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

    /// Returns the immediate consequences of this assumption.
    pub(super) fn consequences(&self, of: Assumption) -> impl Iterator<Item = Assumption> + '_ {
        self.consequences[of.index()].iter().map(|consequence| consequence.other)
    }

    /// Returns the assumptions of which this one is an immediate consequence.
    pub(super) fn reasons(&self, of: Assumption) -> impl Iterator<Item = Assumption> + '_ {
        self.reasons[of.index()].iter().map(|reason| reason.other)
    }

    fn link(&mut self, from: Assumption, other: Assumption, length: usize) {
        let length = u8::try_from(length).unwrap_or(UNREACHED);
        self.consequences[from.index()].push(Implication { other, length });
    }

    /// Links the digits of each cell.
    fn link_cells(&mut self) {
        for cell in 0..self.board.layout().peers.len() {
            let digits = self.board.digits(cell);
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
        let mut of_digit: Vec<Vec<usize>> = vec![Vec::new(); layout.side];
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
            .map(|set| (0..layout.side).map(|digit| set.seen[digit].and(board.of_digit(digit))).collect())
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

/// The shortest chains from one assumption.
#[derive(Debug)]
pub(super) struct Chains<'g, 'a> {
    links: &'g Implications<'a>,
    start: Assumption,
    /// By assumption, the length of the shortest chain to it.
    lengths: Vec<u8>,
    reached: Vec<Assumption>,
    /// By length, assumptions to go on from.
    queues: Vec<Vec<Assumption>>,
}

/// Whether a chain may return to the cell of its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChainForm {
    Open,
    Closed,
}

impl<'g, 'a> Chains<'g, 'a> {
    pub(super) fn new(links: &'g Implications<'a>) -> Chains<'g, 'a> {
        Chains {
            links,
            start: Assumption(0),
            lengths: vec![UNREACHED; links.consequences.len()],
            reached: Vec::new(),
            queues: vec![Vec::new(); LONGEST + 1],
        }
    }

    /// Computes the lengths of the shortest chains from this assumption.
    pub(super) fn begin(&mut self, start: Assumption, work: &Work<'_, '_>) {
        for reached in self.reached.drain(..) {
            self.lengths[reached.index()] = UNREACHED;
        }
        self.start = start;
        self.lengths[start.index()] = 0;
        self.reached.push(start);
        self.queues[0].push(start);
        for length in 0..=LONGEST {
            while let Some(from) = self.queues[length].pop() {
                if usize::from(self.lengths[from.index()]) != length {
                    continue;
                }
                let consequences = &self.links.consequences[from.index()];
                if work.is_over_after(1 + consequences.len() / LINKS_OF_A_STEP) {
                    self.queues.iter_mut().for_each(Vec::clear);
                    return;
                }
                for implication in consequences {
                    let (to, length) = (implication.other, length + usize::from(implication.length));
                    let known = &mut self.lengths[to.index()];
                    if length <= LONGEST && length < usize::from(*known) {
                        if *known == UNREACHED {
                            self.reached.push(to);
                        }
                        *known = u8::try_from(length).unwrap_or(UNREACHED);
                        self.queues[length].push(to);
                    }
                }
            }
        }
    }

    /// Returns the assumptions that follow.
    pub(super) fn reached(&self) -> &[Assumption] {
        &self.reached
    }

    /// Returns the length of the shortest chain to this assumption.
    pub(super) fn length(&self, end: Assumption) -> Option<usize> {
        let length = self.lengths[end.index()];
        (length != UNREACHED).then_some(usize::from(length))
    }

    /// Calls the function with shortest chains to this assumption, until it returns true. No chain returns to
    /// a cell in its middle; a closed one may return to the cell of its start.
    pub(super) fn chains_to(
        &self,
        end: Assumption,
        form: ChainForm,
        work: &Work<'_, '_>,
        mut is_taken: impl FnMut(&[Assumption]) -> bool,
    ) {
        let start_cell = self.links.node_of(self.start).entry;
        let returns = |path: &[(Assumption, usize)], before: Assumption| {
            let node = self.links.node_of(before);
            let is_free = form == ChainForm::Closed && node.entry == start_cell;
            let later = &path[..path.len() - 1];
            !is_free && later.iter().any(|&(after, _)| node.cells.contains(self.links.node_of(after).entry))
        };
        if self.length(end).is_none() {
            return;
        }
        // From the end backward: an assumption and the number of its reasons that were tried.
        let mut path = vec![(end, 0)];
        let (mut chains, mut links) = (0, 0);
        let mut chain = Vec::new();
        while let Some((here, tried)) = path.last_mut() {
            let here = *here;
            if here == self.start {
                chain.clear();
                chain.extend(path.iter().rev().map(|&(assumption, _)| assumption));
                chains += 1;
                if is_taken(&chain) || chains == MOST_CHAINS {
                    return;
                }
                path.pop();
                continue;
            }
            let Some(&Implication { other, length }) = self.links.reasons[here.index()].get(*tried) else {
                path.pop();
                continue;
            };
            *tried += 1;
            links += 1;
            if links > MOST_LINKS || work.is_over_after(usize::from(links % 64 == 0)) {
                return;
            }
            let is_shortest = self
                .length(other)
                .is_some_and(|before| Some(before + usize::from(length)) == self.length(here));
            if is_shortest && !returns(&path, other) {
                path.push((other, 0));
            }
        }
    }
}
