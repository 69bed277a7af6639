//! The relations of rules: for each rule the cells that it reads, and the automaton over their digits.

mod cells;
mod lines;
mod outside;
mod relations;
mod sums;

use super::relation::Relation;
use super::rules::{Rule, RuleError};
use super::{Cell, Geometry};
use crate::work::IsOver;
use relations::Relations;

impl Geometry {
    /// Returns the relations of a rule with this number, and the groups of cells that it requires to hold
    /// different digits. `rules` are those of the board.
    pub(super) fn relations_of(
        &self,
        number: usize,
        rule: &Rule,
        rules: &[Rule],
        is_over: IsOver<'_>,
    ) -> Result<(Vec<Relation>, Vec<Vec<Cell>>), RuleError> {
        let mut relations = Relations::new(self, number, is_over);
        relations.add(rule, rules)?;
        Ok((relations.found, relations.apart))
    }

    /// Returns the relation of a sum of digits times factors, unless it always holds or has too many combinations.
    /// If all factors are 1 and the cells see each other, it also knows that their digits differ.
    pub(super) fn sum_relation(
        &self,
        terms: &[(Cell, i64)],
        total: i64,
        is_over: IsOver<'_>,
    ) -> Option<Relation> {
        let mut relations = Relations::new(self, self.rules().len(), is_over);
        let cells: Vec<Cell> = terms.iter().map(|&(cell, _)| cell).collect();
        let is_cage =
            terms.iter().all(|&(_, factor)| factor == 1) && relations.groups_apart(terms.to_vec()).len() == 1;
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
            Rule::Sum { sum, cells } => self.sum(cells, *sum),
            Rule::Cells { kind, cells } => self.add_cells(*kind, cells),
            Rule::Line { kind, cells } => self.add_line(*kind, cells),
            Rule::Arrow { circle, cells } => self.arrow(circle, cells),
            Rule::Pair { kind, cells } => self.pair(*cells, |one, other| kind.fits(one, other)),
            Rule::Clone { first, second } => self.add_clone(first, second),
            Rule::Quadruple { corner, digits } => self.add_quadruple(*corner, digits),
            Rule::LittleKiller { sum, first, direction } => {
                let cells = self.geometry.diagonal_from(*first, *direction);
                self.sum(&cells, *sum)
            }
            Rule::Outside { kind, side, number, value } => self.add_outside(*kind, *side, *number, *value),
        }
    }
}
