//! Automata of relations in a form for propagation: by state and digit the next state.

use crate::model::geometry::relation::Transition;
use crate::model::geometry::{Relation, Values};

/// The state after which nothing is allowed.
const NONE: u32 = u32::MAX;

/// The layered automaton of a relation; see [`Relation`].
#[derive(Debug)]
pub(super) struct Automaton {
    /// Number of digits of the board.
    digits: usize,
    /// By place the number of states before it, and after the last place 1.
    states: Vec<usize>,
    /// By place the position of its first state in `next`, counted in states.
    firsts: Vec<usize>,
    /// By state, place after place, and digit the state after it.
    next: Vec<u32>,
    /// By state, place after place, the digits that lead on, as bits of their ranks.
    digits_of: Vec<u32>,
    /// By state the position of its first arrow, and the number of all arrows at the end.
    first_arrows: Vec<u32>,
    arrows: Vec<Arrow>,
}

/// The digits, as bits of their ranks, with which a state leads to another one.
#[derive(Clone, Copy, Debug)]
struct Arrow {
    digits: u32,
    to: u32,
}

/// Memory for the sets of states of one propagation.
#[derive(Clone, Debug, Default)]
pub(super) struct StateSets {
    reached: Vec<u64>,
    /// By place the position of its set.
    firsts: Vec<usize>,
    alive: [Vec<u64>; 2],
    /// By state before and after a place the digits that every allowed sequence from there on has.
    needed: [Vec<u32>; 2],
    pub(super) supported: Vec<u32>,
    /// The digits that every allowed sequence has.
    pub(super) required: u32,
}

impl Automaton {
    /// Returns the bytes of the automaton of a relation.
    pub(super) fn bytes(relation: &Relation, values: Values) -> usize {
        let states: usize = relation.layers().iter().map(|layer| states_before(layer)).sum();
        states * (3 * values.count() + 2) * size_of::<u32>()
    }

    pub(super) fn new(relation: &Relation, values: Values) -> Self {
        let digits = values.count();
        let mut states: Vec<usize> = relation.layers().iter().map(|layer| states_before(layer)).collect();
        let firsts: Vec<usize> = states
            .iter()
            .scan(0, |sum, &count| {
                *sum += count;
                Some(*sum - count)
            })
            .collect();
        let count: usize = states.iter().sum();
        let (mut next, mut digits_of) = (vec![NONE; count * digits], vec![0; count]);
        for (&first, layer) in firsts.iter().zip(relation.layers()) {
            for transition in layer {
                let (state, rank) = (first + index(transition.from), values.rank(transition.digit));
                next[state * digits + rank] = transition.to;
                digits_of[state] |= 1 << rank;
            }
        }
        states.push(1);
        let (mut first_arrows, mut arrows) = (Vec::with_capacity(count + 1), Vec::<Arrow>::new());
        for next in next.chunks(digits) {
            let first = arrows.len();
            first_arrows.push(u32::try_from(first).unwrap_or(u32::MAX));
            for (rank, &to) in next.iter().enumerate().filter(|(_, to)| **to != NONE) {
                match arrows[first..].iter_mut().find(|arrow| arrow.to == to) {
                    Some(arrow) => arrow.digits |= 1 << rank,
                    None => arrows.push(Arrow { digits: 1 << rank, to }),
                }
            }
        }
        first_arrows.push(u32::try_from(arrows.len()).unwrap_or(u32::MAX));
        Self { digits, states, firsts, next, digits_of, first_arrows, arrows }
    }

    /// Returns the number of states.
    pub(super) fn size(&self) -> usize {
        self.digits_of.len()
    }

    /// Calls `act` for each state that these digits of a state lead to, with digits that lead there. Where there are fewer
    /// arrows than digits, each state is named once.
    fn each_next(&self, row: usize, digits: u32, mut act: impl FnMut(u32, usize)) {
        let [first, last] = [self.first_arrows[row], self.first_arrows[row + 1]];
        if digits.count_ones() <= last - first {
            let next = &self.next[row * self.digits..(row + 1) * self.digits];
            let mut digits = digits;
            while digits != 0 {
                let digit = digits & digits.wrapping_neg();
                act(digit, next[digit.trailing_zeros() as usize] as usize);
                digits ^= digit;
            }
        } else {
            for arrow in &self.arrows[first as usize..last as usize] {
                if arrow.digits & digits != 0 {
                    act(arrow.digits & digits, arrow.to as usize);
                }
            }
        }
    }

    /// Finds by place the digits that an allowed sequence has there if each place holds one of the given digits,
    /// in `sets.supported`, and those that every such sequence has, in `sets.required`. Returns the work, in states; `None`
    /// if there is no such sequence.
    pub(super) fn support(&self, given: impl Fn(usize) -> u32, sets: &mut StateSets) -> Option<usize> {
        let places = self.firsts.len();
        let mut work = 0;
        sets.firsts.clear();
        let mut words = 0;
        for &states in &self.states {
            sets.firsts.push(words);
            words += states.div_ceil(64);
        }
        sets.reached.clear();
        sets.reached.resize(words, 0);
        if let Some(first) = sets.reached.first_mut() {
            *first = 1;
        }
        for place in 0..places {
            let (before, after) = sets.reached.split_at_mut(sets.firsts[place + 1]);
            let before = &before[sets.firsts[place]..];
            let allowed = given(place);
            let mut any = 0;
            each(before, |state| {
                let row = self.firsts[place] + state;
                let digits = self.digits_of[row] & allowed;
                any |= digits;
                work += 1;
                self.each_next(row, digits, |_, to| after[to / 64] |= 1 << (to % 64));
            });
            if any == 0 {
                return None;
            }
        }
        sets.supported.clear();
        sets.supported.resize(places, 0);
        sets.alive[0].clear();
        sets.alive[0].push(1);
        sets.needed[0].clear();
        sets.needed[0].push(0);
        for place in (0..places).rev() {
            let (first, last) = (sets.firsts[place], sets.firsts[place + 1]);
            let [after, before] = &mut sets.alive;
            before.clear();
            before.resize(last - first, 0);
            let [needed_after, needed] = &mut sets.needed;
            needed.clear();
            needed.resize(self.states[place], 0);
            let allowed = given(place);
            let mut supported = 0;
            each(&sets.reached[first..last], |state| {
                let row = self.firsts[place] + state;
                let (mut live, mut common) = (0, u32::MAX);
                self.each_next(row, self.digits_of[row] & allowed, |digits, to| {
                    if after[to / 64] >> (to % 64) & 1 == 1 {
                        live |= digits;
                        let digit = if digits.is_power_of_two() { digits } else { 0 };
                        common &= needed_after[to] | digit;
                    }
                });
                if live != 0 {
                    before[state / 64] |= 1 << (state % 64);
                    needed[state] = common;
                    supported |= live;
                }
            });
            if supported == 0 {
                return None;
            }
            sets.supported[place] = supported;
            sets.alive.swap(0, 1);
            sets.needed.swap(0, 1);
        }
        sets.required = sets.needed[0].first().copied().unwrap_or(0);
        Some(work)
    }
}

/// Returns the number of states before a layer, whose transitions are in their order.
fn states_before(layer: &[Transition]) -> usize {
    layer.last().map_or(0, |transition| index(transition.from) + 1)
}

fn index(state: u32) -> usize {
    usize::try_from(state).unwrap_or(usize::MAX)
}

/// Calls `act` for each member of a set.
fn each(set: &[u64], mut act: impl FnMut(usize)) {
    for (number, &word) in set.iter().enumerate() {
        let mut word = word;
        while word != 0 {
            act(number * 64 + word.trailing_zeros() as usize);
            word &= word - 1;
        }
    }
}
