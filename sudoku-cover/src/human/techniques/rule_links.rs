//! Links between candidates that rules make: strong ones where every way to fill the cells of a rule has one of two
//! candidates, weak ones where none has both. Sound on every variant.
//!
//! A digit that a cage needs in two cells, the sum of two cells, and a line that ties one digit to another are such links.

use std::sync::Arc;

use super::deduction::link;
use crate::human::candidates::{Candidates, bits, count};
use crate::human::parts::{Link, LinkRule, Node, Strength};
use crate::model::geometry::rules::Rule;
use crate::work::Work;

/// The greatest number of blank cells of a rule whose links are searched. Rules with more have hardly any.
const MOST_CELLS: usize = 9;
/// The greatest number of transitions of such a rule.
const MOST_TRANSITIONS: usize = 20_000;

/// The links of a state, by candidate.
#[derive(Debug, Default)]
pub(super) struct RuleLinks {
    /// The number of digits.
    digits: usize,
    rules: Vec<Arc<Rule>>,
    /// By the number of a candidate, the numbers of others, each with that of the rule; empty without rules.
    strong: Vec<Vec<(usize, usize)>>,
    weak: Vec<Vec<(usize, usize)>>,
}

impl RuleLinks {
    /// Returns the links of all rules of the board, besides those between candidates that exclude each other anyway.
    pub(super) fn new(board: &Candidates, work: &Work<'_, '_>) -> RuleLinks {
        let layout = board.layout();
        let mut links = RuleLinks { digits: layout.count, ..RuleLinks::default() };
        if layout.reader_count() == 0 {
            return links;
        }
        let candidates = layout.peers.len() * layout.count;
        (links.strong, links.weak) = (vec![Vec::new(); candidates], vec![Vec::new(); candidates]);
        for (rule, readers) in layout.demands() {
            let mut cells: Vec<usize> =
                readers.iter().flat_map(|reader| reader.cells.iter().copied()).collect();
            cells.sort_unstable();
            cells.dedup();
            cells.retain(|&cell| board.value(cell).is_none());
            let transitions: usize = readers.iter().map(|reader| reader.relation.transitions()).sum();
            if !(2..=MOST_CELLS).contains(&cells.len()) || transitions > MOST_TRANSITIONS {
                continue;
            }
            let number = links.rules.len();
            links.rules.push(Arc::clone(rule));
            for &cell in &cells {
                for digit in bits(board.digits(cell)) {
                    for (strength, own) in
                        [(Strength::Weak, 1 << digit), (Strength::Strong, board.digits(cell) & !(1 << digit))]
                    {
                        if work.is_over_after(1 + transitions / 64) {
                            return links;
                        }
                        let restricted = |other| if other == cell { own } else { board.possible(other) };
                        for (other, left) in board.left_within(readers, restricted) {
                            // Without a way the candidate is false, or true, which other techniques find.
                            if other == cell || left == 0 || board.value(other).is_some() {
                                continue;
                            }
                            let linked = match strength {
                                Strength::Weak => board.digits(other) & !left,
                                Strength::Strong if count(left) == 1 && count(board.digits(other)) > 1 => {
                                    left
                                }
                                Strength::Strong => 0,
                            };
                            bits(linked).for_each(|linked| {
                                links.add(board, strength, [(cell, digit), (other, linked)], number);
                            });
                        }
                    }
                }
            }
        }
        links
    }

    fn add(&mut self, board: &Candidates, strength: Strength, ends: [(usize, usize); 2], rule: usize) {
        let is_known = strength == Strength::Weak && board.layout().excludes(ends[0], ends[1]);
        let [one, other] = ends.map(|end| self.number(end));
        for (from, to) in [(one, other), (other, one)] {
            let of = if strength == Strength::Strong { &mut self.strong } else { &mut self.weak };
            if !is_known && of[from].iter().all(|&(known, _)| known != to) {
                of[from].push((to, rule));
            }
        }
    }

    fn number(&self, (cell, digit): (usize, usize)) -> usize {
        cell * self.digits + digit
    }

    /// Returns true if there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    fn of(&self, candidate: (usize, usize), strength: Strength) -> &[(usize, usize)] {
        let of = if strength == Strength::Strong { &self.strong } else { &self.weak };
        of.get(self.number(candidate)).map_or(&[], Vec::as_slice)
    }

    /// Returns the candidates, each a cell and a digit, to which links of this strength lead.
    pub(super) fn linked(
        &self,
        candidate: (usize, usize),
        strength: Strength,
    ) -> impl Iterator<Item = (usize, usize)> + '_ {
        let of = self.of(candidate, strength).iter();
        of.map(|&(other, _)| (other / self.digits, other % self.digits))
    }

    /// Returns the pairs of cells of which one holds the digit by a rule.
    pub(super) fn pairs_of(&self, board: &Candidates, digit: usize) -> Vec<[usize; 2]> {
        let of = |cell| {
            let linked = self.linked((cell, digit), Strength::Strong);
            linked.filter_map(move |(other, same)| (same == digit && cell < other).then_some([cell, other]))
        };
        board.of_digit(digit).iter().flat_map(of).collect()
    }

    /// Returns the rule that makes a link between two candidates.
    pub(super) fn rule(
        &self,
        from: (usize, usize),
        strength: Strength,
        to: (usize, usize),
    ) -> Option<&Arc<Rule>> {
        let to = self.number(to);
        let found = self.of(from, strength).iter().find(|&&(other, _)| other == to)?;
        Some(&self.rules[found.1])
    }

    /// Returns a link between two nodes, with the house or the rule that makes it one.
    pub(super) fn link(&self, board: &Candidates, from: Node, strength: Strength, to: Node) -> Link {
        self.named(board, link(board, from, strength, to))
    }

    /// Returns the link with the rule that makes it one, if neither a house nor a pair of cells that see each other does.
    pub(super) fn named(&self, board: &Candidates, link: Link) -> Link {
        let layout = board.layout();
        let ([one], [other]) = (&link.from.cells[..], &link.to.cells[..]) else { return link };
        if self.is_empty() || link.house.is_some() || one == other {
            return link;
        }
        let candidate = |cell, digit| (layout.number_of(cell), layout.number_of_digit(digit));
        let [from, to] = [candidate(*one, link.from.digit), candidate(*other, link.to.digit)];
        if link.strength == Strength::Weak && layout.excludes(from, to) {
            return link;
        }
        let rule = self.rule(from, link.strength, to).map(|rule| LinkRule(Arc::clone(rule)));
        Link { rule, ..link }
    }
}

#[cfg(test)]
mod tests {
    use dlx_core::Limits;

    use super::*;
    use crate::model::geometry::Geometry;

    /// Links are those of all pairs of digits that a rule of two cells allows.
    #[test]
    fn links_of_pairs_are_those_of_the_digits_that_fit() {
        type Fits = fn(usize, usize) -> bool;
        let rules: [(&str, Fits); 4] = [
            ("sum 5 r1c1 r2c4", |one, other| one + other == 5),
            ("whisper 2 r1c1 r2c4", |one, other| one.abs_diff(other) >= 2),
            ("thermo r1c1 r2c4", |one, other| one < other),
            ("palindrome r1c1 r2c4", |one, other| one == other),
        ];
        for (rule, fits) in rules {
            let rule: Rule = rule.parse().unwrap();
            let geometry = Geometry::of_side(4).unwrap().with_rules(&[rule]).unwrap();
            for masks in 0..225_u32 {
                let masks = [masks % 15 + 1, masks / 15 + 1];
                let mut board = Candidates::new(&geometry);
                board.leave_sums_to_steps();
                for (cell, mask) in [(0, masks[0]), (7, masks[1])] {
                    bits(!mask & 15).for_each(|digit| board.remove(cell, digit));
                }
                // A blank board keeps to its rules from the beginning.
                let masks = [0, 7].map(|cell| board.digits(cell));
                let allowed: Vec<(usize, usize)> = bits(masks[0])
                    .flat_map(|one| bits(masks[1]).map(move |other| (one, other)))
                    .filter(|&(one, other)| fits(one + 1, other + 1))
                    .collect();
                let mut limits = Limits::none();
                let links = RuleLinks::new(&board, &Work::new(&mut limits));
                for (one, other) in
                    bits(masks[0]).flat_map(|one| bits(masks[1]).map(move |other| (one, other)))
                {
                    for strength in [Strength::Strong, Strength::Weak] {
                        let is_linked = links.rule((0, one), strength, (7, other)).is_some();
                        assert_eq!(is_linked, links.rule((7, other), strength, (0, one)).is_some());
                        let holds = allowed.iter().all(|&(first, second)| match strength {
                            Strength::Strong => first == one || second == other,
                            Strength::Weak => first != one || second != other,
                        });
                        assert!(holds || !is_linked, "{masks:?} {one} {other} {strength:?}");
                        // Links that say nothing new are left out.
                        let is_possible = |place: usize, digit: usize| {
                            allowed.iter().any(|&(first, second)| [first, second][place] == digit)
                        };
                        let several = masks.iter().all(|mask| count(*mask) > 1);
                        let without = allowed.iter().any(|&(first, _)| first != one);
                        if holds && several && is_possible(0, one) && is_possible(1, other) && without {
                            assert!(is_linked, "{masks:?} {one} {other} {strength:?}");
                        }
                    }
                }
            }
        }
    }
}
