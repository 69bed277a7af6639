//! The relations of rules: for each rule the cells that it reads, and the automaton over their digits.

mod cells;
mod lines;
mod outside;
mod relations;
mod sums;

use super::relation::Relation;
use super::rules::{Rule, RuleError};
use super::variant::refuse;
use super::{Cell, Geometry};
use relations::Relations;

impl Geometry {
    /// Returns the relations of a rule with this number, and the groups of cells that it requires to hold
    /// different digits. `rules` are those of the board.
    pub(super) fn relations_of(
        &self,
        number: usize,
        rule: &Rule,
        rules: &[Rule],
    ) -> Result<(Vec<Relation>, Vec<Vec<Cell>>), RuleError> {
        let mut relations = Relations::new(self, number);
        relations.add(rule, rules)?;
        Ok((relations.found, relations.apart))
    }

    /// Returns the relation of a sum of digits times factors, unless it always holds or has too many combinations.
    /// If all factors are 1 and the cells see each other, it also knows that their digits differ.
    pub(super) fn sum_relation(&self, terms: &[(Cell, i64)], total: i64) -> Option<Relation> {
        let mut relations = Relations::new(self, self.rules().len());
        let cells: Vec<Cell> = terms.iter().map(|&(cell, _)| cell).collect();
        let differ = |(place, cell): (usize, &Cell)| {
            cells[place + 1..].iter().all(|other| self.peers(*cell).binary_search(other).is_ok())
        };
        let is_cage = terms.iter().all(|&(_, factor)| factor == 1) && cells.iter().enumerate().all(differ);
        let added = match u32::try_from(total) {
            Ok(sum) if is_cage => relations.cage(&cells, sum),
            _ => relations.total(terms, total),
        };
        added.ok().and_then(|()| relations.found.pop())
    }
}

impl Relations<'_> {
    fn add(&mut self, rule: &Rule, rules: &[Rule]) -> Result<(), RuleError> {
        match rule {
            Rule::Variant(variant) => self.add_strict(*variant, rules),
            Rule::Regions(_) => Ok(()),
            Rule::Killer { sum, cells } => {
                if !self.geometry.is_cage(self.rule) {
                    self.apart.push(cells.clone());
                }
                self.cage(cells, *sum)
            }
            Rule::Sum { sum, cells } => {
                self.total(&cells.iter().map(|&cell| (cell, 1)).collect::<Vec<_>>(), i64::from(*sum))
            }
            Rule::Cells { kind, cells } => self.add_cells(*kind, cells),
            Rule::Line { kind, cells } => self.add_line(*kind, cells),
            Rule::Arrow { circle, cells } => {
                let mut terms: Vec<(Cell, i64)> = cells.iter().map(|&cell| (cell, 1)).collect();
                let mut factor = 1_i64;
                for &cell in circle.iter().rev() {
                    terms.push((cell, -factor));
                    factor = factor.saturating_mul(10).min(1_000_000);
                }
                self.total(&terms, 0)
            }
            Rule::Pair { kind, cells } => self.pair(*cells, |one, other| kind.fits(one, other)),
            Rule::Clone { first, second } => {
                if first.len() != second.len() {
                    return refuse(format!("{} cells in the second group", first.len()), second.len());
                }
                let mut pairs = first.iter().zip(second);
                pairs.try_for_each(|(&one, &other)| self.pair([one, other], |one, other| one == other))
            }
            Rule::Quadruple { corner, digits } => {
                let start: Vec<u8> = digits.iter().map(|digit| digit.value()).collect();
                let step = |left: &Vec<u8>, _: usize, digit: u8| {
                    let mut left = left.clone();
                    if let Some(place) = left.iter().position(|&other| other == digit) {
                        left.remove(place);
                    }
                    Some(left)
                };
                self.read(&corner.square(), start, step, Vec::is_empty)
            }
            Rule::LittleKiller { sum, first, direction } => {
                let cells = self.geometry.diagonal_from(*first, *direction);
                self.total(&cells.iter().map(|&cell| (cell, 1)).collect::<Vec<_>>(), i64::from(*sum))
            }
            Rule::Outside { kind, side, number, value } => self.add_outside(*kind, *side, *number, *value),
        }
    }
}
