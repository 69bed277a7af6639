//! Bidirectional cycles and forcing chains without branches.

use super::board::{Board, Deduction, GEOMETRY, bits, count, members};
use super::links::{
    CANDIDATES, Cause, Finds, Found, LinkKinds, Literal, Proof, Trail, length_value, strong, weak,
};
use crate::work::Work;

/// No parent.
const NONE: usize = usize::MAX;

/// A literal of a chain.
#[derive(Clone, Copy)]
struct Node {
    literal: Literal,
    cause: Cause,
    parent: usize,
    /// Number of literals up to this one.
    length: u32,
}

/// A search for chains from one literal after another.
struct Search<'b, 'w, 'l, 'q> {
    board: &'b Board,
    work: &'w Work<'l, 'q>,
    kinds: LinkKinds,
    nodes: Vec<Node>,
    /// The number of the search that has reached each literal.
    reached: Vec<u32>,
    search: u32,
    links: Vec<(Literal, Cause)>,
}

/// Finds cycles and forcing chains: of X-links, of Y-links, then of both.
pub(super) fn find(board: &Board, finds: &mut Finds, work: &Work<'_, '_>) {
    let mut search = Search {
        board,
        work,
        kinds: LinkKinds::X,
        nodes: Vec::new(),
        reached: vec![0; CANDIDATES * 2],
        search: 0,
        links: Vec::new(),
    };
    for kinds in [LinkKinds::X, LinkKinds::Y, LinkKinds::Both] {
        search.kinds = kinds;
        for cell in (0..81).filter(|&cell| count(board.digits(cell)) > 1) {
            if kinds == LinkKinds::Y && count(board.digits(cell)) > 2 {
                continue;
            }
            for digit in bits(board.digits(cell)) {
                search.cycles(Literal::on(cell, digit), finds);
                if kinds != LinkKinds::Y {
                    search.contradiction(Literal::on(cell, digit), finds);
                    search.contradiction(Literal::off(cell, digit), finds);
                }
                if work.is_over() {
                    return;
                }
            }
        }
    }
}

impl Search<'_, '_, '_, '_> {
    fn start(&mut self, literal: Literal) {
        self.search += 1;
        self.nodes.clear();
        self.nodes.push(Node { literal, cause: Cause::Assumption, parent: NONE, length: 1 });
        self.reached[literal.number()] = self.search;
    }

    fn node(&self, parent: usize, (literal, cause): (Literal, Cause)) -> Node {
        Node { literal, cause, parent, length: self.nodes[parent].length + 1 }
    }

    /// Marks a literal as reached. Returns true if it was not.
    fn reach(&mut self, literal: Literal) -> bool {
        std::mem::replace(&mut self.reached[literal.number()], self.search) != self.search
    }

    /// Returns the literals from a node to the assumption, without the node.
    fn ancestors(&self, node: usize) -> impl Iterator<Item = &Node> {
        let mut next = self.nodes[node].parent;
        std::iter::from_fn(move || {
            let node = self.nodes.get(next)?;
            next = node.parent;
            Some(node)
        })
    }

    /// Finds the cycles through a literal that is on.
    fn cycles(&mut self, source: Literal, finds: &mut Finds) {
        self.start(source);
        let mut links = std::mem::take(&mut self.links);
        let mut ends = Vec::new();
        let mut level = 0..1;
        let mut is_first = true;
        while !level.is_empty() {
            let first_off = self.nodes.len();
            for node in level {
                if self.work.is_over() {
                    break;
                }
                weak(self.board, self.nodes[node].literal, self.kinds, &mut links);
                for &link in &links {
                    if self.ancestors(node).all(|ancestor| ancestor.literal != link.0) {
                        self.nodes.push(self.node(node, link));
                    }
                }
            }
            let first_on = self.nodes.len();
            for node in first_off..first_on {
                strong(self.board, self.nodes[node].literal, self.kinds, &mut links);
                for &link in &links {
                    if link.0 == source && !is_first {
                        ends.push(self.node(node, link));
                    }
                    if self.reach(link.0) {
                        self.nodes.push(self.node(node, link));
                    }
                }
            }
            level = first_on..self.nodes.len();
            is_first = false;
        }
        self.links = links;
        for end in ends {
            self.nodes.push(end);
            self.cycle(self.nodes.len() - 1, finds);
        }
    }

    /// Takes a cycle: what sees an on and an off literal of the same digit is off.
    fn cycle(&self, end: usize, finds: &mut Finds) {
        let complexity = self.nodes[end].length - 1;
        let (base, rank) = match self.kinds {
            LinkKinds::X => (6.5, 2),
            LinkKinds::Y => (6.5, 3),
            LinkKinds::Both => (7.0, 4),
        };
        let value = base + length_value(complexity);
        if !finds.wants((value, complexity, rank)) {
            return;
        }
        // The nodes but the assumption, which is the same as the end.
        let nodes = || {
            std::iter::once(&self.nodes[end]).chain(self.ancestors(end)).filter(|node| node.parent != NONE)
        };
        let own = nodes().fold(0_u128, |own, node| own | 1 << node.literal.cell());
        let mut seen = [[0_u128; 9]; 2];
        for node in nodes() {
            seen[usize::from(node.literal.is_on())][node.literal.digit()] |=
                GEOMETRY.peers[node.literal.cell()];
        }
        let lost: [u128; 9] =
            std::array::from_fn(|digit| seen[0][digit] & seen[1][digit] & !own & self.board.cells(digit));
        let all = lost.iter().fold(0, |all, lost| all | lost);
        if all == 0 {
            return;
        }
        let digits = |cell: usize| {
            (0..9).filter(|&digit| lost[digit] >> cell & 1 == 1).fold(0, |all, digit| all | 1 << digit)
        };
        let removed = members(all).map(|cell| (cell, digits(cell))).collect();
        let mut paths = Vec::new();
        if finds.wants_all {
            let path: Trail = nodes().map(|node| (node.literal, node.cause)).collect();
            // Read backwards, all literals are negated.
            let source = self.ancestors(end).last().into_iter();
            let back = source.chain(nodes().collect::<Vec<_>>().into_iter().rev());
            let back: Trail =
                back.take(path.len()).map(|node| (node.literal.negated(), node.cause)).collect();
            paths = vec![path, back];
        }
        let deduction = Deduction::removing(value, removed);
        finds.take(Found { deduction, complexity, rank, proof: Proof::Paths(paths) });
    }

    /// Finds the first chain from a literal to its negation.
    fn contradiction(&mut self, source: Literal, finds: &mut Finds) {
        self.start(source);
        let mut links = std::mem::take(&mut self.links);
        let mut next = 0;
        let mut end = None;
        while next < self.nodes.len() && end.is_none() && !self.work.is_over() {
            let literal = self.nodes[next].literal;
            if literal.is_on() {
                weak(self.board, literal, self.kinds, &mut links);
            } else {
                strong(self.board, literal, self.kinds, &mut links);
            }
            for &link in &links {
                if link.0 == source.negated() {
                    end = end.or(Some(self.node(next, link)));
                }
                if self.reach(link.0) {
                    self.nodes.push(self.node(next, link));
                }
            }
            next += 1;
        }
        self.links = links;
        if let Some(end) = end {
            self.nodes.push(end);
            self.negation(self.nodes.len() - 1, finds);
        }
    }

    /// Takes a chain whose last literal is the negation of the first one, and therefore true.
    fn negation(&self, end: usize, finds: &mut Finds) {
        let Node { literal, length: complexity, .. } = self.nodes[end];
        let (base, rank) = if self.kinds == LinkKinds::Both { (7.0, 4) } else { (6.6, 2) };
        let value = base + length_value(complexity);
        if !finds.wants((value, complexity, rank)) {
            return;
        }
        let removed = literal.removed(self.board);
        if removed.is_empty() {
            return;
        }
        let mut paths = Vec::new();
        if finds.wants_all {
            let nodes = std::iter::once(&self.nodes[end]).chain(self.ancestors(end));
            paths.push(nodes.map(|node| (node.literal, node.cause)).collect());
        }
        let deduction = Deduction { value, removed, placed: literal.placed() };
        finds.take(Found { deduction, complexity, rank, proof: Proof::Paths(paths) });
    }
}
