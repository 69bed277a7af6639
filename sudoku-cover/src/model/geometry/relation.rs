//! Relations: what a rule requires of the digits of some cells, in a form that the solver and the checker
//! read.
//!
//! A relation lists cells and the sequences of digits that they may hold, as a layered automaton: reading the
//! digit of a cell moves from a state before the cell to one after it. All sequences from the first state to
//! the end are allowed. States and transitions that are on no such sequence are left out. Every rule is
//! written as such relations, so that searching, checking and explaining need to know nothing else of it.
//! (Pesant, *A regular language membership constraint for finite sequences of variables*, 2004.)

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::sync::Arc;

use super::{Cell, Digit, Values};
use crate::work::IsOver;

/// A step of an automaton: with this digit in the cell, from a state before the cell to one after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Transition {
    /// The number of the state before the cell.
    pub(crate) from: u32,
    /// The digit.
    pub(crate) digit: Digit,
    /// The number of the state after the cell.
    pub(crate) to: u32,
}

/// What a rule requires of some cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// The number of the rule of the board.
    rule: usize,
    cells: Vec<Cell>,
    /// By cell the transitions, in ascending order. The state before the first cell is 0; after the last cell
    /// there is only the state 0. Relations with the same automaton share it.
    layers: Arc<Layers>,
    /// The sum that it requires, if it is one.
    sum: Option<Sum>,
    /// The cells in parts that have the same sum, each in groups that hold different digits, if it requires that.
    equal_sums: Option<Vec<Vec<Vec<Cell>>>>,
}

/// A sum that digits come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sum {
    /// Cells with the factors of their digits, in groups with one factor whose cells hold different digits.
    pub(crate) groups: Vec<Vec<(Cell, i64)>>,
    pub(crate) total: i64,
}

/// By cell the transitions of an automaton.
type Layers = Vec<Vec<Transition>>;

/// The automata of a board, each once.
pub(super) type Automata = HashSet<Arc<Layers>, States>;

/// A hasher of the few small numbers of a state: a rotation and a multiplication for each. States come from rules of at
/// most 25 digits, so that no input can choose many that collide; the standard hasher takes half of the time of building
/// a relation.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StateHasher(u64);

pub(super) type States = BuildHasherDefault<StateHasher>;

impl StateHasher {
    fn add(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for StateHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.add(u64::from(byte)));
    }

    fn write_u8(&mut self, number: u8) {
        self.add(u64::from(number));
    }

    fn write_u16(&mut self, number: u16) {
        self.add(u64::from(number));
    }

    fn write_u32(&mut self, number: u32) {
        self.add(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.add(number);
    }

    fn write_usize(&mut self, number: usize) {
        self.add(number as u64);
    }

    // The upper bits of a product depend on all bits of the number, and tables use the lower ones.
    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }
}

impl Relation {
    /// Returns the relation of the sequences of digits that `step` leads from `start` to a state that
    /// `accepts`; `None` if it has more than `most` transitions, or the work is over. `step` gets the state, the
    /// position of the cell, and its digit, and returns `None` where no allowed sequence continues.
    ///
    /// # Complexity
    /// Linear in the states that can be reached, times the digits; no more than `most` transitions are made.
    #[expect(clippy::too_many_arguments, reason = "an automaton, its cells, and two limits")]
    pub(crate) fn new<S: Clone + Eq + Hash>(
        rule: usize,
        cells: Vec<Cell>,
        values: Values,
        most: usize,
        is_over: IsOver<'_>,
        start: S,
        step: impl Fn(&S, usize, u8) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Option<Relation> {
        let mut layers: Vec<Vec<Transition>> = Vec::with_capacity(cells.len());
        let mut states = vec![start];
        let mut count = 0;
        for position in 0..cells.len() {
            let is_last = position + 1 == cells.len();
            let mut numbers: HashMap<S, u32, States> = HashMap::default();
            let mut next = Vec::new();
            let mut layer = Vec::new();
            for (from, state) in (0..).zip(&states) {
                if count + layer.len() > most || is_over(values.count()) {
                    return None;
                }
                for digit in values.digits() {
                    let Some(after) = step(state, position, digit.value()) else { continue };
                    let to = if !is_last {
                        *numbers.entry(after).or_insert_with_key(|after| {
                            next.push(after.clone());
                            u32::try_from(next.len() - 1).unwrap_or(u32::MAX)
                        })
                    } else if accepts(&after) {
                        0
                    } else {
                        continue;
                    };
                    layer.push(Transition { from, digit, to });
                }
            }
            count += layer.len();
            if count > most {
                return None;
            }
            layers.push(layer);
            states = next;
        }
        trim(&mut layers);
        Some(Relation { rule, cells, layers: Arc::new(layers), sum: None, equal_sums: None })
    }

    /// Returns the number of the rule of the board.
    #[must_use]
    pub fn rule(&self) -> usize {
        self.rule
    }

    /// Returns the cells, in the order in which the automaton reads them. A cell may occur several times.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns the sum that it requires, if it is one.
    pub(crate) fn sum(&self) -> Option<&Sum> {
        self.sum.as_ref()
    }

    /// Notes that it requires a sum.
    pub(super) fn note_sum(&mut self, sum: Sum) {
        self.sum = Some(sum);
    }

    /// Returns the parts that have the same sum, each in groups of cells that hold different digits, if it requires that.
    pub(crate) fn equal_sums(&self) -> Option<&[Vec<Vec<Cell>>]> {
        self.equal_sums.as_deref()
    }

    /// Notes that it requires the same sum of parts.
    pub(super) fn note_equal_sums(&mut self, parts: Vec<Vec<Vec<Cell>>>) {
        self.equal_sums = Some(parts);
    }

    /// Returns by cell the transitions, in ascending order.
    pub(crate) fn layers(&self) -> &[Vec<Transition>] {
        &self.layers
    }

    /// Returns the number of transitions.
    pub(crate) fn transitions(&self) -> usize {
        self.layers.iter().map(Vec::len).sum()
    }

    /// Returns the number of options that the relation adds to the exact cover problem of a board with this number of
    /// digits: that number in place of some items if it has two cells and forbids fewer pairs of digits than it allows.
    pub(crate) fn steps(&self, digits: usize) -> usize {
        match &self.layers[..] {
            [_, last] if 2 * last.len() > digits * digits => digits,
            [_, last] => last.len(),
            _ => self.transitions(),
        }
    }

    /// Shares the automaton with that of an earlier relation if they are equal.
    pub(super) fn share(&mut self, earlier: &mut Automata) {
        match earlier.get(&self.layers) {
            Some(layers) => self.layers = Arc::clone(layers),
            None => {
                earlier.insert(Arc::clone(&self.layers));
            }
        }
    }

    /// Shares the automaton with that of another relation if they are equal.
    pub(super) fn share_with(&mut self, other: &Relation) {
        if self.layers == other.layers {
            self.layers = Arc::clone(&other.layers);
        }
    }

    /// Returns by cell the digits, each as a bit of its value, that an allowed sequence has there if each cell
    /// holds one of the given digits. All are empty if there is no such sequence.
    ///
    /// # Complexity
    /// Linear in the transitions.
    #[must_use]
    pub fn supported(&self, digits: impl Fn(Cell) -> u32) -> Vec<u32> {
        // Asked once for each cell: there are many transitions.
        let masks: Vec<u32> = self.cells.iter().map(|&cell| digits(cell)).collect();
        let is_live =
            |place: usize, transition: &Transition| masks[place] >> transition.digit.value() & 1 == 1;
        // By layer the states before it that can be reached. The transitions are in the order of the states before them.
        let states = |place: usize| {
            self.layers.get(place).map_or(1, |layer| layer.last().map_or(0, |last| at(last.from) + 1))
        };
        let mut reached: Vec<Vec<bool>> = vec![vec![true]];
        for (place, layer) in self.layers.iter().enumerate() {
            let mut after = vec![false; states(place + 1)];
            let before = &reached[place];
            for transition in layer.iter().filter(|transition| is_live(place, transition)) {
                if before.get(at(transition.from)) == Some(&true)
                    && let Some(after) = after.get_mut(at(transition.to))
                {
                    *after = true;
                }
            }
            reached.push(after);
        }
        let mut found = vec![0; self.cells.len()];
        let mut leads = vec![true];
        for (place, layer) in self.layers.iter().enumerate().rev() {
            let before = &reached[place];
            let mut leads_before = vec![false; before.len()];
            for transition in layer.iter().filter(|transition| is_live(place, transition)) {
                let is_reached = before.get(at(transition.from)) == Some(&true);
                if is_reached && leads.get(at(transition.to)) == Some(&true) {
                    found[place] |= 1 << transition.digit.value();
                    leads_before[at(transition.from)] = true;
                }
            }
            leads = leads_before;
        }
        found
    }
}

/// Removes the transitions that lead to no accepted end, and numbers the states that are left.
fn trim(layers: &mut Layers) {
    // By state after the current layer, if it leads to an end: its new number; after the last layer there is only 0.
    let mut leads: Vec<Option<u32>> = vec![Some(0)];
    for layer in layers.iter_mut().rev() {
        layer.retain_mut(|transition| match leads.get(at(transition.to)).copied().flatten() {
            Some(to) => {
                transition.to = to;
                true
            }
            None => false,
        });
        // The transitions are in the order of the states before them.
        leads.clear();
        let mut count = 0;
        for transition in layer {
            if leads.len() <= at(transition.from) {
                leads.resize(at(transition.from), None);
                leads.push(Some(count));
                count += 1;
            }
            transition.from = count - 1;
        }
    }
}

fn at(state: u32) -> usize {
    usize::try_from(state).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(count: u8) -> Vec<Cell> {
        (0..count).map(|column| Cell::new(0, column)).collect()
    }

    fn relation<S: Clone + Eq + Hash>(
        cells: Vec<Cell>,
        most: usize,
        start: S,
        step: impl Fn(&S, usize, u8) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Option<Relation> {
        Relation::new(0, cells, Values::of_side(4), most, &|_| false, start, step, accepts)
    }

    /// Three cells with a sum of 6, digits 1 to 4.
    fn sum_of_six() -> Relation {
        let step = |sum: &u8, _: usize, digit: u8| Some(sum + digit).filter(|&sum| sum <= 6);
        relation(cells(3), 100, 0, step, |&sum| sum == 6).unwrap()
    }

    #[test]
    fn supported_digits_are_those_of_allowed_sequences() {
        let relation = sum_of_six();
        for masks in 0..15_u32.pow(3) {
            let masks = [masks % 15 + 1, masks / 15 % 15 + 1, masks / 225 + 1].map(|mask| mask << 1);
            let mut expected = [0; 3];
            for digits in (0..64).map(|number| [number % 4 + 1, number / 4 % 4 + 1, number / 16 + 1]) {
                let is_live = digits.iter().zip(masks).all(|(digit, mask)| mask >> digit & 1 == 1);
                if is_live && digits.iter().sum::<u32>() == 6 {
                    for (expected, digit) in expected.iter_mut().zip(digits) {
                        *expected |= 1 << digit;
                    }
                }
            }
            assert_eq!(relation.supported(|cell| masks[cell.column()]), expected);
        }
    }

    #[test]
    fn transitions_that_lead_nowhere_are_left_out() {
        let counts: Vec<usize> = sum_of_six().layers().iter().map(Vec::len).collect();
        // The first digit is 1 to 4, the first two come to 2 to 5, and the last one follows.
        assert_eq!(counts, [4, 10, 4]);
        let none = relation(cells(2), 100, (), |(), _, _| Some(()), |()| false).unwrap();
        assert!(none.layers().iter().all(Vec::is_empty));
        assert_eq!(none.supported(|_| u32::MAX), [0, 0]);
        assert_eq!(relation(cells(3), 9, (), |(), _, _| Some(()), |()| true), None);
    }
}
