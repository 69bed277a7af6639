//! The relations of one rule, under construction.

use crate::model::geometry::relation::Relation;
use crate::model::geometry::rules::RuleError;
use crate::model::geometry::variant::refuse;
use crate::model::geometry::{Cell, Geometry};
use crate::work::IsOver;

/// The greatest number of transitions of a relation.
const MOST_TRANSITIONS: usize = 400_000;
/// The greatest number of transitions of a relation that also knows which digits were read. One that has more
/// reads sums alone: that the digits differ is required of the pairs of cells anyway.
const MOST_WITH_SETS: usize = 20_000;

/// The relations of one rule, under construction. Once the work is over, they are incomplete, and results are
/// meaningless.
pub(super) struct Relations<'g> {
    pub(super) geometry: &'g Geometry,
    /// Counts steps of the work, and returns true once it is over.
    pub(super) is_over: IsOver<'g>,
    pub(super) rule: usize,
    pub(super) side: u8,
    pub(super) found: Vec<Relation>,
    /// Groups of cells that hold different digits.
    pub(super) apart: Vec<Vec<Cell>>,
}

impl<'g> Relations<'g> {
    /// Returns no relations yet, for the rule with this number.
    pub(super) fn new(geometry: &'g Geometry, rule: usize, is_over: IsOver<'g>) -> Self {
        Relations {
            geometry,
            is_over,
            rule,
            side: geometry.side_byte(),
            found: Vec::new(),
            apart: Vec::new(),
        }
    }

    /// Adds the relation of some cells, whose automaton has this start, step and end.
    pub(super) fn read<S: Clone + Eq + std::hash::Hash>(
        &mut self,
        cells: &[Cell],
        start: S,
        step: impl Fn(&S, usize, u8) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Result<(), RuleError> {
        if self.read_up_to(MOST_TRANSITIONS, cells, start, step, accepts) {
            return Ok(());
        }
        let found = format!("one of {} cells", cells.len());
        Err(RuleError::too_large("a rule with fewer combinations of digits", found))
    }

    /// Adds the relation of some cells, whose automaton has this start and step, and states that know which
    /// digits were read. Returns false, and adds nothing, if it has too many transitions.
    pub(super) fn read_with_sets<S: Clone + Eq + std::hash::Hash>(
        &mut self,
        cells: &[Cell],
        start: S,
        step: impl Fn(&S, usize, u8) -> Option<S>,
    ) -> bool {
        self.read_up_to(MOST_WITH_SETS, cells, start, step, |_| true)
    }

    /// Adds a relation if it has at most this many transitions, and returns whether it has.
    fn read_up_to<S: Clone + Eq + std::hash::Hash>(
        &mut self,
        most: usize,
        cells: &[Cell],
        start: S,
        step: impl Fn(&S, usize, u8) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> bool {
        let relation =
            Relation::new(self.rule, cells.to_vec(), self.side, most, self.is_over, start, step, accepts);
        let is_small = relation.is_some();
        self.found.extend(relation);
        is_small
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
