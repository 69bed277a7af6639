//! Finite automata over the digits of some cells: `0[1-4]1 1[5]2 1[^5]1 accept 2`.
//!
//! Several transitions of a state may have a digit in common; a sequence is accepted if one of its paths ends in an
//! accepting state.

use std::fmt;

use super::pattern::{read_digits, write_digits};

/// The greatest numbers of states and of transitions.
const MOST_STATES: u16 = 4096;
const MOST_TRANSITIONS: usize = 20_000;

/// An automaton whose first state is 0. Displayed as it is written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Automaton {
    /// In ascending order.
    transitions: Vec<Transition>,
    /// In ascending order.
    accepting: Vec<u16>,
}

/// From a state to another with one of these digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Transition {
    pub(crate) from: u16,
    pub(crate) to: u16,
    /// As bits.
    pub(crate) digits: u32,
}

impl Automaton {
    /// Returns the automaton with these transitions and accepting states, unless it is too large.
    pub(crate) fn new(mut transitions: Vec<Transition>, mut accepting: Vec<u16>) -> Option<Automaton> {
        transitions.sort_unstable();
        // Transitions between the same states are one.
        transitions.dedup_by(|later, earlier| {
            let is_same = (later.from, later.to) == (earlier.from, earlier.to);
            earlier.digits |= if is_same { later.digits } else { 0 };
            is_same
        });
        accepting.sort_unstable();
        accepting.dedup();
        let states =
            transitions.iter().flat_map(|step| [step.from, step.to]).chain(accepting.iter().copied());
        let is_small = states.max().unwrap_or(0) < MOST_STATES && transitions.len() <= MOST_TRANSITIONS;
        is_small.then_some(Automaton { transitions, accepting })
    }

    /// Reads a transition such as `0[1-4]1`, or returns what is expected in its place.
    pub(super) fn read_transition(word: &str) -> Result<Transition, &'static str> {
        const FORM: &str = "a transition such as 0[1-4]1, or `accept`";
        let parts = || {
            let (from, rest) = word.split_once('[')?;
            let (digits, to) = rest.split_once(']')?;
            let state = |text: &str| text.parse().ok().filter(|&state: &u16| state < MOST_STATES);
            Some((state(from)?, digits, state(to)?))
        };
        let (from, digits, to) = parts().ok_or(FORM)?;
        Ok(Transition { from, to, digits: read_digits(digits).ok_or(FORM)? })
    }

    /// Returns the states after reading a digit in one of these, in ascending order; `None` if there are none.
    pub(super) fn step(&self, states: &[u16], digit: u8) -> Option<Vec<u16>> {
        let mut next: Vec<u16> = Vec::new();
        for &state in states {
            let first = self.transitions.partition_point(|step| step.from < state);
            let of_state = self.transitions[first..].iter().take_while(|step| step.from == state);
            next.extend(of_state.filter(|step| step.digits >> digit & 1 == 1).map(|step| step.to));
        }
        next.sort_unstable();
        next.dedup();
        (!next.is_empty()).then_some(next)
    }

    pub(super) fn accepts(&self, states: &[u16]) -> bool {
        states.iter().any(|state| self.accepting.binary_search(state).is_ok())
    }

    pub(crate) fn transitions(&self) -> &[Transition] {
        &self.transitions
    }

    pub(crate) fn accepting(&self) -> &[u16] {
        &self.accepting
    }
}

impl fmt::Display for Automaton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for step in &self.transitions {
            write!(f, "{}[{}]{} ", step.from, write_digits(step.digits), step.to)?;
        }
        f.write_str("accept")?;
        self.accepting.iter().try_for_each(|state| write!(f, " {state}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn automaton(words: &[&str], accepting: &[u16]) -> Automaton {
        let transitions = words.iter().map(|word| Automaton::read_transition(word).unwrap()).collect();
        Automaton::new(transitions, accepting.to_vec()).unwrap()
    }

    fn accepts(automaton: &Automaton, digits: &[u8]) -> bool {
        let end = digits.iter().try_fold(vec![0], |states, &digit| automaton.step(&states, digit));
        end.is_some_and(|states| automaton.accepts(&states))
    }

    #[test]
    fn sequences_are_accepted_by_any_path() {
        // A 1 three places before the end.
        let found = automaton(&["0[0-9]0", "0[1]1", "1[0-9]2", "2[^P]3"], &[3]);
        for number in 0..10_000 {
            let digits: Vec<u8> = format!("{number:04}").bytes().map(|digit| digit - b'0').collect();
            assert_eq!(accepts(&found, &digits), digits[1] == 1);
        }
        assert_eq!(found.to_string(), "0[0-9]0 0[1]1 1[0-9]2 2[0-O]3 accept 3");
    }

    #[test]
    fn words_that_are_no_transitions_are_refused() {
        for word in ["", "0", "0[1-4]", "[1]1", "0[x]1", "0[4-1]1x", "9999[1]0", "0[1]1]"] {
            assert!(Automaton::read_transition(word).is_err(), "{word}");
        }
    }
}
