//! All that follows from one assumption, and how.
//!
//! Every literal has at most one node, the first that was found, and the parents of a node come before it.

use std::collections::VecDeque;
use std::rc::Rc;

use super::board::{Board, GEOMETRY, bits};
use super::links::{CANDIDATES, Cause, LinkKinds, Literal, Trail, strong, weak};
use super::rule::{Kind, Nested, Rule};
use super::sets::{self, Take};
use crate::work::Work;

/// No node, or no nested chain.
const NONE: u16 = u16::MAX;

#[derive(Clone, Copy, Debug)]
struct Node {
    literal: Literal,
    cause: Cause,
    /// The place of its nested chain.
    nested: u16,
    /// The places of its parents.
    first_parent: u32,
    parents: u16,
}

/// What follows from an assumption.
#[derive(Debug)]
pub(super) struct Implications {
    nodes: Vec<Node>,
    parents: Vec<u16>,
    /// The node of each literal.
    of: Vec<u16>,
    /// The nodes of the literals that are off, and of those that are on, in the order of their discovery.
    pub(super) order: [Vec<u16>; 2],
    /// A literal that is on and off.
    pub(super) contradiction: Option<[u16; 2]>,
    nested: Vec<Rc<Nested>>,
}

impl Implications {
    /// Returns what follows from an assumption. It ends at the first contradiction.
    pub(super) fn of(assumption: Literal, start: &Board, rule: Rule, work: &Work<'_, '_>) -> Implications {
        let mut found = Implications {
            nodes: Vec::new(),
            parents: Vec::new(),
            of: vec![NONE; CANDIDATES * 2],
            order: [Vec::new(), Vec::new()],
            contradiction: None,
            nested: Vec::new(),
        };
        found.extend(assumption, start, rule, work);
        found
    }

    fn extend(&mut self, assumption: Literal, start: &Board, rule: Rule, work: &Work<'_, '_>) {
        let mut board = *start;
        let kinds = if rule.kind == Kind::Nishio { LinkKinds::X } else { LinkKinds::Both };
        let mut pending = [VecDeque::new(), VecDeque::new()];
        let mut links = Vec::new();
        let node = self.push(assumption, Cause::Assumption, &[]);
        self.register(node);
        pending[usize::from(assumption.is_on())].push_back(node);
        while !work.is_over() {
            // What is on goes first.
            let Some(node) = pending[1].pop_front().or_else(|| pending[0].pop_front()) else {
                if rule.level == 0 || !self.eliminate(start, &board, rule, &mut pending[0], work) {
                    return;
                }
                continue;
            };
            let literal = self.nodes[usize::from(node)].literal;
            if literal.is_on() {
                weak(&board, literal, kinds, &mut links);
            } else {
                strong(&board, literal, kinds, &mut links);
            }
            for &(implied, cause) in &links {
                let opposite = self.of[implied.negated().number()];
                if opposite == NONE && self.of[implied.number()] != NONE {
                    continue;
                }
                let parents = self.parents_of(node, (implied, cause), start, &board);
                let new = self.push(implied, cause, &parents);
                if opposite != NONE {
                    self.contradiction =
                        Some(if implied.is_on() { [new, opposite] } else { [opposite, new] });
                    return;
                }
                self.register(new);
                pending[usize::from(implied.is_on())].push_back(new);
            }
            if !literal.is_on() && rule.kind != Kind::Multiple {
                board.remove(literal.cell(), literal.digit());
            }
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "there are at most 1459 nodes")]
    fn push(&mut self, literal: Literal, cause: Cause, parents: &[u16]) -> u16 {
        let first_parent = self.parents.len() as u32;
        self.parents.extend_from_slice(parents);
        self.nodes.push(Node { literal, cause, nested: NONE, first_parent, parents: parents.len() as u16 });
        self.nodes.len() as u16 - 1
    }

    fn register(&mut self, node: u16) {
        let literal = self.nodes[usize::from(node)].literal;
        self.of[literal.number()] = node;
        self.order[usize::from(literal.is_on())].push(node);
    }

    /// Returns the parents of a literal that follows from a node: the node, and what took the other candidates
    /// of its cell or house.
    fn parents_of(
        &self,
        node: u16,
        (literal, cause): (Literal, Cause),
        start: &Board,
        board: &Board,
    ) -> Vec<u16> {
        let mut parents = vec![node];
        if !literal.is_on() {
            return parents;
        }
        let (cell, digit) = (literal.cell(), literal.digit());
        match cause {
            Cause::Cell => {
                let lost = bits(start.digits(cell) & !board.digits(cell));
                parents.extend(lost.map(|digit| self.off(cell, digit)));
            }
            Cause::House(kind) => {
                let house = GEOMETRY.houses[cell][kind];
                let lost = bits(start.places(house, digit) & !board.places(house, digit));
                parents.extend(lost.map(|place| self.off(GEOMETRY.cells[house][place], digit)));
            }
            Cause::Assumption | Cause::Elimination => {}
        }
        parents
    }

    /// Returns the node of a candidate that is off.
    fn off(&self, cell: usize, digit: usize) -> u16 {
        let node = self.of[Literal::off(cell, digit).number()];
        debug_assert_ne!(node, NONE, "only what is off is taken from the board");
        node
    }

    /// Adds what sets and nested chains of the board eliminate. Returns false if there is nothing.
    fn eliminate(
        &mut self,
        start: &Board,
        board: &Board,
        rule: Rule,
        pending: &mut VecDeque<u16>,
        work: &Work<'_, '_>,
    ) -> bool {
        let searches: [fn(&Board, Take<'_>) -> bool; 4] = [
            sets::locked,
            |board, take| sets::hidden(board, 2, take),
            |board, take| sets::naked(board, 2, take),
            |board, take| sets::fish(board, 2, take),
        ];
        for search in searches {
            let mut is_found = false;
            search(board, &mut |set| {
                let reasons = set.reasons(start, board);
                is_found |= self.exclude(&reasons, &set.deduction.removed, None, pending);
                false
            });
            if is_found {
                return true;
            }
        }
        for search in rule.nested {
            let mut is_found = false;
            search(start, board, rule, work, &mut |reasons, removed, nested| {
                is_found |= self.exclude(reasons, removed, Some(nested), pending);
            });
            if is_found {
                return true;
            }
        }
        false
    }

    /// Adds eliminations that follow from other eliminations. Returns false if they do not, so that they have
    /// nothing to do with the assumption.
    #[expect(clippy::cast_possible_truncation, reason = "there are fewer parents and nested chains")]
    fn exclude(
        &mut self,
        reasons: &[(usize, usize)],
        removed: &[(usize, u16)],
        nested: Option<Nested>,
        pending: &mut VecDeque<u16>,
    ) -> bool {
        if reasons.is_empty() {
            return false;
        }
        let parents: Vec<u16> = reasons.iter().map(|&(cell, digit)| self.off(cell, digit)).collect();
        let place = nested.map_or(NONE, |nested| {
            self.nested.push(Rc::new(nested));
            self.nested.len() as u16 - 1
        });
        for (cell, digits) in in_hash_order(removed) {
            for literal in bits(digits).map(|digit| Literal::off(cell, digit)) {
                if self.of[literal.number()] == NONE {
                    let node = self.push(literal, Cause::Elimination, &parents);
                    self.nodes[usize::from(node)].nested = place;
                    self.register(node);
                    pending.push_back(node);
                }
            }
        }
        true
    }

    /// Returns the node of a literal, if it follows.
    pub(super) fn node(&self, literal: Literal) -> Option<u16> {
        Some(self.of[literal.number()]).filter(|&node| node != NONE)
    }

    pub(super) fn literal(&self, node: u16) -> Literal {
        self.nodes[usize::from(node)].literal
    }

    fn parents(&self, node: &Node) -> &[u16] {
        let first = node.first_parent as usize;
        &self.parents[first..first + usize::from(node.parents)]
    }

    /// Returns the number of literals that a node follows from, itself included, or any number above `most`.
    pub(super) fn size(&self, node: u16, most: u32) -> u32 {
        let mut known = [0_u64; CANDIDATES * 2 / 64 + 1];
        let mut is_new = |node: u16| {
            let (word, bit) = (usize::from(node / 64), 1 << (node % 64));
            let is_new = known[word] & bit == 0;
            known[word] |= bit;
            is_new
        };
        is_new(node);
        let (mut pending, mut size) = (vec![node], 0);
        while let Some(node) = pending.pop() {
            size += 1;
            if size > most {
                break;
            }
            let parents = self.parents(&self.nodes[usize::from(node)]);
            pending.extend(parents.iter().copied().filter(|&parent| is_new(parent)));
        }
        size
    }

    /// Calls a function with the literals that a node follows from, breadth first from itself on, with their
    /// causes and nested chains.
    fn visit(&self, node: u16, mut visit: impl FnMut(Literal, Cause, Option<&Rc<Nested>>)) {
        let mut known = vec![false; self.nodes.len()];
        let mut pending = VecDeque::from([node]);
        while let Some(node) = pending.pop_front() {
            if !std::mem::replace(&mut known[usize::from(node)], true) {
                let node = &self.nodes[usize::from(node)];
                visit(node.literal, node.cause, self.nested.get(usize::from(node.nested)));
                pending.extend(self.parents(node));
            }
        }
    }

    /// Returns the literals that a node follows from, breadth first from itself on.
    pub(super) fn trail(&self, node: u16) -> Trail {
        let mut trail = Trail::new();
        self.visit(node, |literal, cause, _| trail.push((literal, cause)));
        trail
    }

    /// Adds the nested chains that a node follows from, without equal ones.
    pub(super) fn add_nested(&self, node: u16, all: &mut Vec<Rc<Nested>>) {
        if self.nested.is_empty() {
            return;
        }
        self.visit(node, |_, _, nested| {
            if let Some(nested) =
                nested.filter(|&nested| all.iter().all(|known| known.trails != nested.trails))
            {
                all.push(Rc::clone(nested));
            }
        });
    }
}

/// Returns the eliminations in the order in which Sudoku Explainer visits them: that of a hash table of the
/// cells, whose size is a power of two above 4/3 of their number.
fn in_hash_order(removed: &[(usize, u16)]) -> Vec<(usize, u16)> {
    let mut size = 16;
    while removed.len() > size / 4 * 3 {
        size *= 2;
    }
    let mut removed = removed.to_vec();
    removed.sort_by_key(|&(cell, _)| cell % size);
    removed
}
