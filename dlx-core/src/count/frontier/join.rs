//! Joins of the layers of two subtrees: the pairs of states that agree in the fields that both have.

use super::layer::{Layer, StateIndex, States};
use super::steps::{BitMove, StateKey, moved};
use super::stream::Arrival;

/// A layer that is joined with the present one.
pub(super) struct Kept<'l, const W: usize, V> {
    pub(super) layer: &'l Layer<W, V>,
    /// The moves of its bits.
    pub(super) moves: &'l [BitMove],
}

/// The states of the kept layer after their bits have moved, in the order of the fields that both layers have.
#[derive(Debug)]
pub(super) struct KeptStates<const W: usize> {
    /// The bits of these fields.
    common: StateKey<W>,
    states: Vec<(StateKey<W>, StateIndex)>,
}

impl<const W: usize> KeptStates<W> {
    /// `moves` are those of the present layer.
    pub(super) fn of<V>(kept: &Kept<'_, W, V>, moves: &[BitMove]) -> Self {
        let all = [u64::MAX; W];
        let (one, other) = (moved(moves, &all, [0; W]), moved(kept.moves, &all, [0; W]));
        let common = std::array::from_fn(|word| one[word] & other[word]);
        let states = &kept.layer.states;
        let moved = |(at, key)| (moved(kept.moves, key, [0; W]), at);
        let mut states: Vec<(StateKey<W>, StateIndex)> = states.from(states.place(0)).map(moved).collect();
        states.sort_unstable_by_key(|(key, _)| both(key, &common));
        Self { common, states }
    }

    pub(super) fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<(StateKey<W>, StateIndex)>()
    }

    /// Adds the pairs with the states from `at` on, until this many have been looked at. Returns their number, and the
    /// next state.
    pub(super) fn join_some(
        &self,
        states: &States<W>,
        at: StateIndex,
        moves: &[BitMove],
        most: u64,
        arrivals: &mut Vec<Arrival<W>>,
    ) -> (u64, StateIndex) {
        let mut looks = 0;
        for (from, key) in states.from(at) {
            if looks >= most {
                return (looks, from);
            }
            let own = moved(moves, key, [0; W]);
            let wanted = both(&own, &self.common);
            let first = self.states.partition_point(|(key, _)| both(key, &self.common) < wanted);
            let equal = self.states[first..].iter().take_while(|(key, _)| both(key, &self.common) == wanted);
            let before = arrivals.len();
            arrivals.extend(equal.map(|(key, place)| Arrival {
                key: std::array::from_fn(|word| own[word] | key[word]),
                from,
                way: place.number(),
            }));
            looks += (arrivals.len() - before) as u64 + 1;
        }
        (looks, states.place(states.len()))
    }
}

fn both<const W: usize>(one: &StateKey<W>, other: &StateKey<W>) -> StateKey<W> {
    std::array::from_fn(|word| one[word] & other[word])
}
