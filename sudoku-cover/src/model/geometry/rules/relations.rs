//! The relations of one rule: built for a board, or tried on digits.

use super::error::{RuleError, refuse};
use crate::model::geometry::relation::Relation;
use crate::model::geometry::{Cell, Geometry, Global, Values};
use crate::work::IsOver;

/// The greatest number of transitions of all relations together: each is an option of the exact cover problem, for
/// which a search takes about 600 bytes. Killers of side 25 with cages of four cells have 440,000.
pub(in crate::model::geometry) const MOST_STEPS: usize = 600_000;
/// The greatest number of transitions of a relation.
const MOST_TRANSITIONS: usize = 400_000;
/// The greatest number of transitions of a relation that also knows which digits were read. One that has more
/// reads sums alone: that the digits differ is required of the pairs of cells anyway.
const MOST_WITH_SETS: usize = 20_000;

/// The relations of one rule, under construction. Once the work is over, they are incomplete, and results are
/// meaningless. In a trial nothing is built: the automata read known digits instead.
pub(in crate::model::geometry) struct Relations<'g> {
    pub(super) geometry: &'g Geometry,
    /// Counts steps of the work, and returns true once it is over.
    pub(super) is_over: IsOver<'g>,
    pub(super) rule: usize,
    pub(super) side: u8,
    /// The digits of the board.
    pub(super) values: Values,
    pub(in crate::model::geometry) found: Vec<Relation>,
    /// Groups of cells that hold different digits.
    pub(in crate::model::geometry) apart: Vec<Vec<Cell>>,
    /// What the rule requires of the whole board.
    pub(super) globals: Vec<Global>,
    /// The number of steps of the relations that were found.
    steps: usize,
    trial: Option<Trial<'g>>,
    /// True within another rule, where single cells and houses say nothing.
    pub(super) is_nested: bool,
}

/// Digits on which a rule is tried.
struct Trial<'g> {
    /// Returns the digit of a cell, unless it is unknown.
    digits: &'g dyn Fn(Cell) -> Option<u8>,
    /// False once digits do not fit the rule.
    fits: bool,
    /// True if the rule requires something.
    is_read: bool,
}

impl Trial<'_> {
    fn require(&mut self, holds: bool) {
        self.fits &= holds;
        self.is_read = true;
    }
}

impl<'g> Relations<'g> {
    /// Returns no relations yet, for the rule with this number.
    pub(in crate::model::geometry) fn new(geometry: &'g Geometry, rule: usize, is_over: IsOver<'g>) -> Self {
        Relations {
            geometry,
            is_over,
            rule,
            side: geometry.side_byte(),
            values: geometry.values(),
            found: Vec::new(),
            apart: Vec::new(),
            globals: Vec::new(),
            steps: 0,
            trial: None,
            is_nested: false,
        }
    }

    /// Returns a trial of these digits, of which some may be unknown.
    pub(super) fn trial(geometry: &'g Geometry, digits: &'g dyn Fn(Cell) -> Option<u8>) -> Self {
        let trial = Some(Trial { digits, fits: true, is_read: false });
        Relations { trial, ..Relations::new(geometry, 0, &|_| false) }
    }

    pub(super) fn is_trial(&self) -> bool {
        self.trial.is_some()
    }

    /// Returns true if the rule requires something, and the digits of the trial do not break it.
    pub(super) fn is_met(&self) -> bool {
        self.trial.as_ref().is_some_and(|trial| trial.fits && trial.is_read)
    }

    /// Requires of the digits of a sum that they can come to the total. Returns false, and does nothing, if this is no
    /// trial.
    pub(super) fn try_total(&mut self, terms: &[(Cell, i64)], total: i64) -> bool {
        let Some(trial) = &mut self.trial else { return false };
        let (mut least, mut most) = (0, 0);
        for &(cell, factor) in terms {
            let (low, high) = (trial.digits)(cell)
                .map_or((self.values.least(), self.values.greatest()), |digit| (digit, digit));
            let ends = [low, high].map(|digit| factor * i64::from(digit));
            least += ends[0].min(ends[1]);
            most += ends[0].max(ends[1]);
        }
        trial.require((least..=most).contains(&total));
        true
    }

    /// Returns the third of the digits of the board to which a digit belongs: 0, 1 or 2.
    pub(super) fn third(&self) -> Result<impl Fn(u8) -> u8 + use<>, RuleError> {
        let (least, count) = (self.values.least(), self.values.count());
        if !count.is_multiple_of(3) {
            return refuse("a number of digits that 3 divides", count);
        }
        let third = (self.values.greatest() - least + 1) / 3;
        Ok(move |digit: u8| (digit - least) / third)
    }

    /// Requires of each cell a digit with this remainder of division by 2. On a board, [parities](Geometry::parity) do.
    pub(super) fn try_parity(&mut self, cells: &[Cell], parity: u8) {
        if let Some(trial) = &mut self.trial {
            let fits = cells.iter().all(|&cell| (trial.digits)(cell).is_none_or(|digit| digit % 2 == parity));
            trial.require(fits);
        }
    }

    /// Requires of the cells to hold different digits.
    pub(super) fn differ(&mut self, cells: &[Cell]) {
        let Some(trial) = &mut self.trial else { return self.apart.push(cells.to_vec()) };
        let mut seen = 0_u32;
        let fits = cells.iter().filter_map(|&cell| (trial.digits)(cell)).all(|digit| {
            let is_new = seen >> digit & 1 == 0;
            seen |= 1 << digit;
            is_new
        });
        trial.require(fits);
    }

    /// Requires something of the whole board. In a trial it counts only if all digits are known.
    pub(super) fn require(&mut self, global: Global) {
        let geometry = self.geometry;
        let Some(trial) = &mut self.trial else { return self.globals.push(global) };
        let digits: Option<Vec<u8>> = geometry.cells().map(trial.digits).collect();
        trial.require(
            digits.is_none_or(|digits| global.holds(geometry, &|cell| digits[geometry.index(cell)])),
        );
    }

    /// Adds the relation of some cells, whose automaton has this start, step and end.
    pub(super) fn read<S: Clone + Eq + std::hash::Hash>(
        &mut self,
        cells: &[Cell],
        start: S,
        step: impl Fn(&S, usize, u8) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Result<(), RuleError> {
        // A rule of all pairs of cells may have many small relations.
        if self.read_up_to(MOST_TRANSITIONS, cells, start, step, accepts) && self.steps <= MOST_STEPS {
            return Ok(());
        }
        let found = format!("one of {} cells", cells.len());
        Err(RuleError::too_large("a rule with fewer combinations of digits", found))
    }

    /// Like [`read`](Self::read); returns false, and adds nothing, if the relation has too many transitions.
    pub(super) fn try_read<S: Clone + Eq + std::hash::Hash>(
        &mut self,
        cells: &[Cell],
        start: S,
        step: impl Fn(&S, usize, u8) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> bool {
        self.read_up_to(MOST_TRANSITIONS, cells, start, step, accepts)
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
        if let Some(trial) = &mut self.trial {
            let mut read = (0..).zip(cells).map(|(place, &cell)| (place, (trial.digits)(cell)));
            let end = read.try_fold(start, |state, (place, digit)| match digit {
                Some(digit) => step(&state, place, digit).ok_or(false),
                // What follows may be anything.
                None => Err(true),
            });
            let fits = end.map_or_else(|fits| fits, |state| accepts(&state));
            trial.require(fits);
            return true;
        }
        let relation =
            Relation::new(self.rule, cells.to_vec(), self.values, most, self.is_over, start, step, accepts);
        let is_small = relation.is_some();
        let relation = relation.map(|mut relation| {
            self.steps += relation.steps(self.values.count());
            if let Some(last) = self.found.last() {
                relation.share_with(last);
            }
            relation
        });
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

    /// Adds a relation for any two cells.
    pub(super) fn all_pairs(
        &mut self,
        cells: &[Cell],
        fits: impl Fn(u8, u8) -> bool,
    ) -> Result<(), RuleError> {
        for (place, &one) in cells.iter().enumerate() {
            cells[place + 1..].iter().try_for_each(|&other| self.pair([one, other], &fits))?;
        }
        Ok(())
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
