//! The digits that houses lack, as places of the search after those of the board: with its missing digit, a house holds each
//! digit once. The rules are [`Variant::Doppelganger`], and [`Variant::SameDigits`] where one digit is missing.

use std::sync::Arc;

use super::automaton::Automaton;
use super::cell::{CellNumber, number_of};
use crate::model::geometry::rules::{CellsKind, Join, Meaning, Open, Rule, Variant};
use crate::model::geometry::{Cell, Geometry, House, Relation};

/// Cells, and the automaton that reads their digits.
type Sequence = (Vec<CellNumber>, Arc<Automaton>);

/// The places of missing digits.
#[derive(Debug)]
pub(super) struct MissingDigits {
    /// Number of places that are added to those of the board.
    pub(super) added: usize,
    /// Cells that hold each digit once: the cells of a house with its missing digit, and the missing digits of the houses of
    /// a kind with a place that holds 0.
    pub(super) groups: Vec<Vec<CellNumber>>,
    /// The place that holds 0, if houses lack different digits.
    pub(super) zero: Option<CellNumber>,
    /// By cell of the board the cell and the places of the digits that its houses lack.
    cells: Vec<Vec<CellNumber>>,
}

impl MissingDigits {
    /// Returns the places, or `None` if the board does not have one of the rules.
    pub(super) fn new(geometry: &Geometry) -> Option<Self> {
        let are_different = geometry.has(Variant::Doppelganger);
        let are_same = geometry.has(Variant::SameDigits) && geometry.values().count() == geometry.side() + 1;
        if !are_different && !are_same {
            return None;
        }
        let number = |cell| number_of(geometry, cell);
        let mut next = geometry.place_count();
        let mut add = || {
            next += 1;
            CellNumber::try_from(next - 1).unwrap_or(CellNumber::MAX)
        };
        // It holds 0, or the digit that all houses lack.
        let first = add();
        let mut cells: Vec<Vec<CellNumber>> = geometry.cells().map(|cell| vec![number(cell)]).collect();
        let mut groups = Vec::new();
        for kind in geometry.own_houses().chunks(geometry.side()) {
            let mut missing = vec![first];
            for house in kind {
                let place = match are_different {
                    true => variable_of(geometry, house).map_or_else(&mut add, number),
                    false => first,
                };
                house.cells().iter().for_each(|&cell| cells[usize::from(number(cell))].push(place));
                groups.push(house.cells().iter().map(|&cell| number(cell)).chain([place]).collect());
                missing.push(place);
            }
            if are_different {
                groups.push(missing);
            }
        }
        let added = next - geometry.place_count();
        Some(Self { added, groups, zero: are_different.then_some(first), cells })
    }

    /// Returns what a rule requires of these places besides the groups, as sequences of digits, or `None` if they do not stand for
    /// the rule.
    pub(super) fn of_rule(&self, geometry: &Geometry, rule: &Rule) -> Option<Vec<Sequence>> {
        match rule {
            Rule::Variant(Variant::Doppelganger) => Some(self.of_zeros(geometry)),
            Rule::Variant(Variant::SameDigits) if self.zero.is_none() => Some(Vec::new()),
            Rule::Open(open) if self.zero.is_some() => {
                geometry.own_houses().iter().find_map(|house| variable_by(open, house)).map(|_| Vec::new())
            }
            _ => None,
        }
    }

    /// Returns for each cell of the board that its houses lack different digits if it holds 0.
    fn of_zeros(&self, geometry: &Geometry) -> Vec<Sequence> {
        let Some(first) = self.cells.first() else { return Vec::new() };
        let step = |&lacking: &Option<u32>, place: usize, digit: u8| match (place, lacking) {
            (0, _) => Some((digit == 0).then_some(0)),
            (_, None) => Some(None),
            (_, Some(others)) => (others >> digit & 1 == 0).then_some(Some(others | 1 << digit)),
        };
        let cells = vec![Cell::new(0, 0); first.len()];
        let values = geometry.values();
        let relation = Relation::new(0, cells, values, usize::MAX, &|_| false, None, step, |_| true);
        let Some(relation) = relation else { return Vec::new() };
        let automaton = Arc::new(Automaton::new(relation.layers(), values));
        self.cells.iter().map(|cells| (cells.clone(), Arc::clone(&automaton))).collect()
    }
}

/// Returns the variable that holds the digit that a house lacks, if there is one.
fn variable_of(geometry: &Geometry, house: &House) -> Option<Cell> {
    geometry.rules().iter().find_map(|rule| match rule {
        Rule::Open(open) => variable_by(open, house),
        _ => None,
    })
}

/// Returns the variable that differs, by this rule, from all cells of a house.
fn variable_by(open: &Open, house: &House) -> Option<Cell> {
    let Meaning::Joined { by: Join::All, rules } = open.meaning() else { return None };
    let [Rule::Cells { kind: CellsKind::Different, cells }] = &rules[..] else { return None };
    let &variable = cells.iter().find(|cell| cell.is_variable())?;
    let is_whole = cells.len() == house.cells().len() + 1;
    (is_whole && house.cells().iter().all(|cell| cells.contains(cell))).then_some(variable)
}
