//! Forcing chains with branches: contradictions, and conclusions from all candidates of a cell or all places of
//! a digit.

use super::board::{Board, Deduction, GEOMETRY, bits, count};
use super::implications::Implications;
use super::links::{CANDIDATES, Cause, Finds, Found, Literal, Proof, length_value};
use super::rule::{Kind, Rule};
use crate::work::Work;

/// What follows from each assumption, as far as it was asked for.
pub(super) struct Net<'b, 'w, 'l, 'q> {
    board: &'b Board,
    rule: Rule,
    work: &'w Work<'l, 'q>,
    known: Vec<Implications>,
    /// The place of the implications of each assumption.
    of: Vec<Option<usize>>,
}

/// A set of implications, and a node.
type Target = (usize, u16);

impl<'b, 'w, 'l, 'q> Net<'b, 'w, 'l, 'q> {
    pub(super) fn new(board: &'b Board, rule: Rule, work: &'w Work<'l, 'q>) -> Net<'b, 'w, 'l, 'q> {
        Net { board, rule, work, known: Vec::new(), of: vec![None; CANDIDATES * 2] }
    }

    pub(super) fn implications(&self, place: usize) -> &Implications {
        &self.known[place]
    }

    /// Returns the place of what follows from an assumption.
    fn assume(&mut self, assumption: Literal) -> usize {
        *self.of[assumption.number()].get_or_insert_with(|| {
            self.known.push(Implications::of(assumption, self.board, self.rule, self.work));
            self.known.len() - 1
        })
    }

    /// Finds all deductions.
    pub(super) fn find(&mut self, finds: &mut Finds) {
        let is_dynamic = self.rule.kind != Kind::Multiple;
        let least = if is_dynamic { 2 } else { 3 };
        for cell in (0..81).filter(|&cell| count(self.board.digits(cell)) >= least) {
            let mut all = Vec::new();
            for digit in bits(self.board.digits(cell)) {
                let on = self.assume(Literal::on(cell, digit));
                if is_dynamic {
                    self.both_ways(cell, digit, finds);
                }
                if self.rule.kind != Kind::Nishio {
                    for house in GEOMETRY.houses[cell] {
                        self.places(house, cell, digit, finds);
                    }
                }
                all.push(on);
                if self.work.is_over() {
                    return;
                }
            }
            if self.rule.kind != Kind::Nishio {
                self.common(&all, 5, Cause::Cell, finds);
            }
        }
    }

    /// Finds contradictions from a candidate that is on or off, and what follows from both.
    fn both_ways(&mut self, cell: usize, digit: usize, finds: &mut Finds) {
        let on = self.assume(Literal::on(cell, digit));
        let off = self.assume(Literal::off(cell, digit));
        for (place, conclusion) in [(on, Literal::off(cell, digit)), (off, Literal::on(cell, digit))] {
            if let Some([one, other]) = self.known[place].contradiction {
                self.take(conclusion, 7, &[(place, one), (place, other)], Cause::Assumption, finds);
            }
        }
        if count(self.board.digits(cell)) >= 3 && self.rule.kind == Kind::Dynamic {
            self.common(&[on, off], 1, Cause::Assumption, finds);
        }
    }

    /// Finds what follows from each place of a digit in a house, if the cell is the first one.
    fn places(&mut self, house: usize, cell: usize, digit: usize, finds: &mut Finds) {
        let places = self.board.places(house, digit);
        let mut cells = bits(places).map(|place| GEOMETRY.cells[house][place]);
        if count(places) >= 2 && cells.clone().next() == Some(cell) {
            let all: Vec<usize> = cells.by_ref().map(|cell| self.assume(Literal::on(cell, digit))).collect();
            self.common(&all, 6, Cause::House(house / 9), finds);
        }
    }

    /// Finds what is on, then what is off, in all of these implications.
    fn common(&mut self, all: &[usize], rank: u8, origin: Cause, finds: &mut Finds) {
        let mut targets = Vec::with_capacity(all.len());
        for state in [1, 0] {
            for number in 0..self.known[all[0]].order[state].len() {
                let node = self.known[all[0]].order[state][number];
                let literal = self.known[all[0]].literal(node);
                targets.clear();
                targets
                    .extend(all.iter().map_while(|&place| Some((place, self.known[place].node(literal)?))));
                if targets.len() == all.len() {
                    self.take(literal, rank, &targets, origin, finds);
                }
            }
        }
    }

    /// Takes a literal that is true, if it eliminates something.
    fn take(&self, conclusion: Literal, rank: u8, targets: &[Target], origin: Cause, finds: &mut Finds) {
        let removed = conclusion.removed(self.board);
        if removed.is_empty() || self.work.is_over() {
            return;
        }
        let most = finds.most();
        let mut complexity = 0;
        for &(place, node) in targets {
            complexity += self.known[place].size(node, most);
            if complexity > most {
                return;
            }
        }
        let mut nested = Vec::new();
        targets.iter().for_each(|&(place, node)| self.known[place].add_nested(node, &mut nested));
        complexity += nested.iter().map(|nested| nested.complexity).sum::<u32>();
        let value = self.rule.value() + length_value(complexity);
        if finds.wants((value, complexity, rank)) {
            let deduction = Deduction { value, removed, placed: conclusion.placed() };
            let proof = Proof::Net { targets: targets.to_vec(), origin };
            finds.take(Found { deduction, complexity, rank, proof });
        }
    }
}

/// Returns the best deduction of a rule.
pub(super) fn best(board: &Board, rule: Rule, work: &Work<'_, '_>) -> Option<Deduction> {
    let mut finds = Finds::best();
    Net::new(board, rule, work).find(&mut finds);
    finds.into_best()
}
