//! The relations of one rule, under construction.

use crate::model::geometry::relation::Relation;
use crate::model::geometry::rules::RuleError;
use crate::model::geometry::variant::refuse;
use crate::model::geometry::{Cell, Geometry};

/// The greatest number of transitions of a relation.
const MOST_TRANSITIONS: usize = 400_000;
/// The greatest number of transitions of a relation that also knows which digits were read. One that has more
/// reads sums alone: that the digits differ is required of the pairs of cells anyway.
pub(super) const MOST_WITH_SETS: usize = 20_000;

/// The relations of one rule, under construction.
pub(super) struct Relations<'g> {
    pub(super) geometry: &'g Geometry,
    pub(super) rule: usize,
    pub(super) side: u8,
    pub(super) found: Vec<Relation>,
    /// Groups of cells that hold different digits.
    pub(super) apart: Vec<Vec<Cell>>,
}

impl<'g> Relations<'g> {
    /// Returns no relations yet, for the rule with this number.
    pub(super) fn new(geometry: &'g Geometry, rule: usize) -> Self {
        Relations { geometry, rule, side: geometry.side_byte(), found: Vec::new(), apart: Vec::new() }
    }

    /// Adds the relation of some cells, whose automaton has this start, step and end.
    pub(super) fn read<S: Clone + Eq + std::hash::Hash>(
        &mut self,
        cells: &[Cell],
        start: S,
        step: impl Fn(&S, usize, u8) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Result<(), RuleError> {
        let relation =
            Relation::new(self.rule, cells.to_vec(), self.side, MOST_TRANSITIONS, start, step, accepts);
        match relation {
            Some(relation) => self.found.push(relation),
            None => {
                return refuse(
                    "a rule with fewer combinations of digits",
                    format!("one of {} cells", cells.len()),
                );
            }
        }
        Ok(())
    }

    /// Adds a relation of two cells.
    pub(super) fn pair(
        &mut self,
        [first, second]: [Cell; 2],
        fits: impl Fn(u8, u8) -> bool,
    ) -> Result<(), RuleError> {
        if first == second {
            return refuse("two cells", format!("{first} twice"));
        }
        let step = |before: &Option<u8>, _: usize, digit: u8| match before {
            None => Some(Some(digit)),
            Some(before) => fits(*before, digit).then_some(Some(0)),
        };
        self.read(&[first, second], None, step, |_| true)
    }

    /// Adds a relation for any two cells that follow each other on a line.
    pub(super) fn neighbors(
        &mut self,
        cells: &[Cell],
        fits: impl Fn(u8, u8) -> bool,
    ) -> Result<(), RuleError> {
        cells.windows(2).try_for_each(|pair| self.pair([pair[0], pair[1]], &fits))
    }
}
