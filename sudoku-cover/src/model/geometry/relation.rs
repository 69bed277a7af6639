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

    /// Returns the relation of its sequences without a repeated digit, or `None` if no sequence repeats one, if that relation has
    /// more than `most` transitions, or if the work is over.
    pub(crate) fn without_repeats(
        &self,
        values: Values,
        most: usize,
        is_over: IsOver<'_>,
    ) -> Option<Relation> {
        let step = |&(from, used): &(u32, u32), place: usize, digit: u8| {
            let layer = &self.layers[place];
            let at = layer.binary_search_by_key(&(from, digit), |step| (step.from, step.digit.value()));
            let bit = 1 << digit;
            (used & bit == 0).then_some((layer[at.ok()?].to, used | bit))
        };
        let cells = self.cells.clone();
        let found = Relation::new(self.rule, cells, values, most, is_over, (0, 0_u32), step, |_| true)?;
        (found.sequences() < self.sequences()).then_some(found)
    }

    /// Returns true if exchanging two of the first digits, of which there are `count`, in all cells that are of some kind leads
    /// from each allowed sequence to one. It may return false where that is so.
    ///
    /// # Complexity
    /// Linear in the transitions, times the digits.
    pub(crate) fn is_symmetric(&self, values: Values, count: usize, is_of: impl Fn(Cell) -> bool) -> bool {
        let of: Vec<bool> = self.cells.iter().map(|&cell| is_of(cell)).collect();
        // Exchanges of successive digits lead to all others.
        let mut pairs = values.digits().zip(values.digits().skip(1)).take(count.saturating_sub(1));
        pairs.all(|pair| self.is_same_after(pair, &of))
    }

    /// Returns true if the exchange of two digits at these places leads from each state to one state.
    fn is_same_after(&self, pair: (Digit, Digit), of: &[bool]) -> bool {
        let mut images = vec![Some(0)];
        for (layer, &is_of) in self.layers.iter().zip(of) {
            let mut next: Vec<Option<u32>> = Vec::new();
            for step in layer {
                let digit = match step.digit {
                    digit if !is_of => digit,
                    digit if digit == pair.0 => pair.1,
                    digit if digit == pair.1 => pair.0,
                    digit => digit,
                };
                let Some(from) = images[at(step.from)] else { return false };
                let Ok(found) = layer.binary_search_by_key(&(from, digit), |step| (step.from, step.digit))
                else {
                    return false;
                };
                if next.len() <= at(step.to) {
                    next.resize(at(step.to) + 1, None);
                }
                let image = next[at(step.to)].get_or_insert(layer[found].to);
                if *image != layer[found].to {
                    return false;
                }
            }
            images = next;
        }
        true
    }

    /// Returns the number of allowed sequences, rounded where it is large.
    fn sequences(&self) -> f64 {
        let mut counts = vec![1.0];
        for layer in self.layers.iter().rev() {
            let mut before = vec![0.0; layer.last().map_or(0, |last| at(last.from) + 1)];
            layer.iter().for_each(|step| before[at(step.from)] += counts[at(step.to)]);
            counts = before;
        }
        counts.first().copied().unwrap_or(0.0)
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

    #[test]
    fn exchanges_of_digits_leave_symmetric_relations_as_they_are() {
        let values = Values::of_side(4);
        let is_symmetric = |relation: &Relation, of: &[usize]| {
            relation.is_symmetric(values, 4, |cell| of.contains(&cell.column()))
        };
        // Two cells with the same digit, and one with another.
        let step = |&first: &u8, place: usize, digit: u8| match place {
            0 => Some(digit),
            1 => (digit == first).then_some(first),
            _ => (digit != first).then_some(0),
        };
        let equal = relation(cells(3), 1000, 0, step, |_| true).unwrap();
        assert!(is_symmetric(&equal, &[0, 1, 2]));
        assert!(is_symmetric(&equal, &[]));
        assert!(!is_symmetric(&equal, &[0, 1]));
        assert!(!is_symmetric(&sum_of_six(), &[0, 1, 2]));
        // The last digit is the number of those before it that are 1.
        let step = |&ones: &u8, place: usize, digit: u8| match place {
            2 => (digit == ones).then_some(0),
            _ => Some(ones + u8::from(digit == 1)),
        };
        let count = relation(cells(3), 1000, 0, step, |_| true).unwrap();
        assert!(!is_symmetric(&count, &[0, 1]));
    }

    #[test]
    fn sequences_with_repeated_digits_are_left_out() {
        let values = Values::of_side(4);
        let never = |_| false;
        let step = |sum: &u8, _: usize, digit: u8| Some(sum + digit).filter(|&sum| sum <= 8);
        let sum_of_eight = relation(cells(3), 1000, 0, step, |&sum| sum == 8).unwrap();
        let narrow = sum_of_eight.without_repeats(values, 1000, &never).unwrap();
        let all: Vec<[u8; 3]> =
            (0..64).map(|number| [number % 4 + 1, number / 4 % 4 + 1, number / 16 + 1]).collect();
        let fits = |digits: &&[u8; 3]| {
            let [one, two, three] = **digits;
            one + two + three == 8 && one != two && two != three && one != three
        };
        assert_eq!(narrow.sequences(), all.iter().filter(fits).count() as f64);
        for masks in 0..15_u32.pow(3) {
            let masks = [masks % 15 + 1, masks / 15 % 15 + 1, masks / 225 + 1].map(|mask| mask << 1);
            let mut expected = [0; 3];
            for digits in all.iter().filter(fits) {
                if digits.iter().zip(masks).all(|(digit, mask)| mask >> digit & 1 == 1) {
                    for (expected, digit) in expected.iter_mut().zip(digits) {
                        *expected |= 1 << digit;
                    }
                }
            }
            assert_eq!(narrow.supported(|cell| masks[cell.column()]), expected);
        }
        assert_eq!(narrow.without_repeats(values, 1000, &never), None, "none has a repeat");
        assert_eq!(sum_of_eight.without_repeats(values, 5, &never), None, "too large");
        assert_eq!(sum_of_eight.without_repeats(values, 1000, &|_| true), None, "the work is over");
    }
}
