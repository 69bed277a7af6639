//! Automata of relations in a form for propagation: by state and digit the next state.

use crate::model::geometry::relation::Transition;
use crate::model::geometry::{Relation, Values};

/// The state after which nothing is allowed, and the digits of no sequence.
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

/// Memory for one propagation.
#[derive(Clone, Debug, Default)]
pub(super) struct StateSets {
    /// The states that are reached before and after a place, as bits.
    before: Vec<u64>,
    after: Vec<u64>,
    /// The steps from states that are reached, place after place.
    steps: Vec<Step>,
    /// By place the number of steps up to there.
    ends: Vec<usize>,
    /// By state after and before a place the digits that every allowed sequence from there on has, or [`NONE`].
    needed: [Vec<u32>; 2],
    pub(super) supported: Vec<u32>,
    /// The digits that every allowed sequence has.
    pub(super) required: u32,
}

/// Digits that lead from a state before a place to one after it.
#[derive(Clone, Copy, Debug)]
struct Step {
    from: u32,
    to: u32,
    digits: u32,
}

impl Automaton {
    /// Returns an upper estimate of the bytes of the automaton of a relation, or of its sequences without a repeated digit
    /// if that has at most so many transitions.
    pub(super) fn bytes(relation: &Relation, values: Values, most_without_repeats: usize) -> usize {
        let (mut states, mut without_repeats, mut sets) = (0_usize, 0_usize, 1_usize);
        for (place, layer) in relation.layers().iter().enumerate() {
            states += states_before(layer);
            without_repeats = without_repeats.saturating_add(states_before(layer).saturating_mul(sets));
            // The number of sets of one digit more.
            sets = sets.saturating_mul(values.count().saturating_sub(place)) / (place + 1);
        }
        states.max(without_repeats.min(most_without_repeats)) * (3 * values.count() + 2) * size_of::<u32>()
    }

    pub(super) fn new(layers: &[Vec<Transition>], values: Values) -> Self {
        let digits = values.count();
        let mut states: Vec<usize> = layers.iter().map(|layer| states_before(layer)).collect();
        let firsts: Vec<usize> = states
            .iter()
            .scan(0, |sum, &count| {
                *sum += count;
                Some(*sum - count)
            })
            .collect();
        let count: usize = states.iter().sum();
        let (mut next, mut digits_of) = (vec![NONE; count * digits], vec![0; count]);
        for (&first, layer) in firsts.iter().zip(layers) {
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
    fn each_next(&self, row: usize, digits: u32, mut act: impl FnMut(u32, u32)) {
        let [first, last] = [self.first_arrows[row], self.first_arrows[row + 1]];
        if digits.count_ones() <= last - first {
            let next = &self.next[row * self.digits..(row + 1) * self.digits];
            let mut digits = digits;
            while digits != 0 {
                let digit = digits & digits.wrapping_neg();
                act(digit, next[digit.trailing_zeros() as usize]);
                digits ^= digit;
            }
        } else {
            for arrow in &self.arrows[first as usize..last as usize] {
                if arrow.digits & digits != 0 {
                    act(arrow.digits & digits, arrow.to);
                }
            }
        }
    }

    /// Finds by place the digits that an allowed sequence has there if each place holds one of the given digits,
    /// in `sets.supported`, and those that every such sequence has, in `sets.required`. Returns the work, in states; `None`
    /// if there is no such sequence.
    pub(super) fn support(&self, given: impl Fn(usize) -> u32, sets: &mut StateSets) -> Option<usize> {
        let places = self.firsts.len();
        if self.size() == 0 {
            return None;
        }
        let mut work = 0;
        sets.steps.clear();
        sets.ends.clear();
        sets.before.clear();
        sets.before.push(1);
        for place in 0..places {
            let allowed = given(place);
            sets.after.clear();
            sets.after.resize(self.states[place + 1].div_ceil(64), 0);
            let start = sets.steps.len();
            each(&sets.before, |state| {
                work += 1;
                let row = self.firsts[place] + state as usize;
                let digits = self.digits_of[row] & allowed;
                self.each_next(row, digits, |digits, to| {
                    sets.after[to as usize / 64] |= 1 << (to % 64);
                    sets.steps.push(Step { from: state, to, digits });
                });
            });
            if sets.steps.len() == start {
                return None;
            }
            sets.ends.push(sets.steps.len());
            std::mem::swap(&mut sets.before, &mut sets.after);
        }
        sets.supported.clear();
        sets.supported.resize(places, 0);
        // By state after the place the digits of what follows, or nothing if the end is not reached.
        sets.needed[0].clear();
        sets.needed[0].push(0);
        let mut end = sets.steps.len();
        for place in (0..places).rev() {
            let first = if place == 0 { 0 } else { sets.ends[place - 1] };
            let [after, before] = &mut sets.needed;
            before.clear();
            before.resize(self.states[place], NONE);
            let mut supported = 0;
            for &Step { from, to, digits } in &sets.steps[first..end] {
                let needed = after[to as usize];
                if needed != NONE {
                    supported |= digits;
                    let digit = if digits.is_power_of_two() { digits } else { 0 };
                    before[from as usize] &= needed | digit;
                }
            }
            if supported == 0 {
                return None;
            }
            sets.supported[place] = supported;
            sets.needed.swap(0, 1);
            end = first;
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
fn each(set: &[u64], mut act: impl FnMut(u32)) {
    for (number, &word) in (0..).zip(set) {
        let mut word = word;
        while word != 0 {
            act(number * 64 + word.trailing_zeros());
            word &= word - 1;
        }
    }
}
