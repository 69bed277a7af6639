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
}

/// Memory for the sets of states of one propagation.
#[derive(Clone, Debug, Default)]
pub(super) struct StateSets {
    reached: Vec<u64>,
    /// By place the position of its set.
    firsts: Vec<usize>,
    alive: [Vec<u64>; 2],
    pub(super) supported: Vec<u32>,
}

impl Automaton {
    /// Returns the bytes of the automaton of a relation.
    pub(super) fn bytes(relation: &Relation, values: Values) -> usize {
        let states: usize = relation.layers().iter().map(|layer| states_before(layer)).sum();
        states * (values.count() + 1) * size_of::<u32>()
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
        Self { digits, states, firsts, next, digits_of }
    }

    /// Finds by place the digits that an allowed sequence has there if each place holds one of the given digits,
    /// in `sets.supported`. Returns the work, in states; `None` if there is no such sequence.
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
                let mut digits = self.digits_of[row] & allowed;
                any |= digits;
                work += 1;
                while digits != 0 {
                    let to = self.next[row * self.digits + digits.trailing_zeros() as usize] as usize;
                    after[to / 64] |= 1 << (to % 64);
                    digits &= digits - 1;
                }
            });
            if any == 0 {
                return None;
            }
        }
        sets.supported.clear();
        sets.supported.resize(places, 0);
        sets.alive[0].clear();
        sets.alive[0].push(1);
        for place in (0..places).rev() {
            let (first, last) = (sets.firsts[place], sets.firsts[place + 1]);
            let [after, before] = &mut sets.alive;
            before.clear();
            before.resize(last - first, 0);
            let allowed = given(place);
            let mut supported = 0;
            each(&sets.reached[first..last], |state| {
                let row = self.firsts[place] + state;
                let mut digits = self.digits_of[row] & allowed;
                let mut live = 0;
                while digits != 0 {
                    let digit = digits & digits.wrapping_neg();
                    let to = self.next[row * self.digits + digits.trailing_zeros() as usize] as usize;
                    if after[to / 64] >> (to % 64) & 1 == 1 {
                        live |= digit;
                    }
                    digits ^= digit;
                }
                if live != 0 {
                    before[state / 64] |= 1 << (state % 64);
                    supported |= live;
                }
            });
            if supported == 0 {
                return None;
            }
            sets.supported[place] = supported;
            sets.alive.swap(0, 1);
        }
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
