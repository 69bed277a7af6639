//! Look-ahead: the states after a step in which some item can no longer be covered.
//!
//! An item that is not covered is lost when each of its options of later steps uses a covered item. So for
//! each item of the frontier, the small sets of other items that hit all its later options are found: if all
//! items of such a set are covered, and the item is not, the state has no completion. Only sets that a way
//! completes are tested after it. Larger sets are rare, or belong to items that are covered in many ways: on
//! tetrominoes in 8x8, with at most 0 to 4 items in a set, 1.21, 1.20, 1.00, 0.73 and 0.61 million states are
//! left, of which 0.54 million have a completion.

use super::fields::FrontierFields;
use super::steps::{Program, StateKey, has_bits};
use crate::problem::ids::OptionId;

/// Greatest number of items in a set.
const MOST_ITEMS: u32 = 3;
/// Greatest numbers of options of an item, of its later ones, and of its sets. An item with more is skipped,
/// or further sets are, which bounds the time for a step to milliseconds.
const MOST_OPTIONS: usize = 1 << 12;
const MOST_LATER_OPTIONS: usize = 1 << 8;
const MOST_SETS: usize = 1 << 8;

/// The states after a way in which an item is lost: those whose `asked` bits have the values `wanted`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DeadEnd<const W: usize> {
    asked: StateKey<W>,
    wanted: StateKey<W>,
}

impl<const W: usize> DeadEnd<W> {
    #[inline(always)]
    fn is_reached(&self, key: &StateKey<W>) -> bool {
        has_bits(key, &self.asked, &self.wanted)
    }
}

/// By way of a step: its dead ends. Empty if there are none.
#[derive(Debug, Default)]
pub(crate) struct DeadEnds<const W: usize>(Vec<Vec<DeadEnd<W>>>);

impl<const W: usize> DeadEnds<W> {
    pub(super) fn of_way(&self, way: usize) -> &[DeadEnd<W>] {
        self.0.get(way).map_or(&[], Vec::as_slice)
    }

    /// Returns true if a state that this way has led to is known to have no completion.
    pub(crate) fn contain(&self, way: usize, after: &StateKey<W>) -> bool {
        is_lost(self.of_way(way), after)
    }
}

/// Returns true if a state is one of these dead ends.
#[inline(always)]
pub(super) fn is_lost<const W: usize>(dead_ends: &[DeadEnd<W>], after: &StateKey<W>) -> bool {
    // A loop without a branch: most states reach no dead end, and the others are not predictable.
    dead_ends.iter().fold(false, |is_lost, dead_end| is_lost | dead_end.is_reached(after))
}

impl<const W: usize> Program<W> {
    /// Returns the dead ends after a step that is applied to this number of states: none if there are too few
    /// to be worth the search for them.
    pub(crate) fn dead_ends(&self, at: usize, states: usize) -> DeadEnds<W> {
        let (step, is_worth_it) = (&self.steps[at], states > self.sizes.worth_looking_ahead);
        let Some(fields) = self.frontier.as_deref().filter(|_| is_worth_it && step.own.is_some()) else {
            return DeadEnds::default();
        };
        let ways = self.ways(step);
        let mut dead_ends = vec![Vec::new(); ways.len()];
        for (item, later) in later_options::<W>(fields, step.rank) {
            let sets = hitting_sets(later);
            for (way, dead_ends) in ways.iter().zip(&mut dead_ends) {
                if way.option.is_none() || intersect(&way.set, &item) {
                    continue;
                }
                for set in sets.iter().filter(|set| intersect(set, &way.set)) {
                    let wanted = each_word(set, &way.set, |set, covered| set & !covered);
                    dead_ends
                        .push(DeadEnd { asked: each_word(&wanted, &item, |one, other| one | other), wanted });
                }
            }
        }
        DeadEnds(dead_ends)
    }
}

/// Returns the items that must be covered at a later step and are bits of the states after the step of this
/// rank, each with its later options: the bits of the other items that an option uses. Items with an option
/// of which no other item is such a bit are left out, as they can be covered in every state.
fn later_options<const W: usize>(fields: &FrontierFields, rank: u32) -> Vec<(StateKey<W>, Vec<StateKey<W>>)> {
    let bits = fields.bits_after::<W>(rank);
    let bit_of = |item| bits.binary_search_by_key(&item, |&(item, _)| item).ok().map(|at| bits[at].1);
    let mut found = Vec::new();
    for &(item, own) in bits.iter().filter(|&&(item, _)| fields.is_required(item)) {
        let options = fields.options_of(item);
        if options.len() > MOST_OPTIONS {
            continue;
        }
        let is_later =
            |option: &&OptionId| fields.rank_of(**option).is_some_and(|of_option| of_option > rank);
        let others = |option: &OptionId| {
            let items = fields.open_uses(*option).map(|used| used.item).filter(|&used| used != item);
            let bits = items.filter_map(bit_of);
            bits.fold([0; W], |sum, bit| each_word(&sum, &bit, |one, other| one | other))
        };
        let later: Vec<StateKey<W>> =
            options.iter().filter(is_later).map(others).take(MOST_LATER_OPTIONS + 1).collect();
        if later.len() <= MOST_LATER_OPTIONS && !later.contains(&[0; W]) {
            found.push((own, later));
        }
    }
    found
}

/// Returns small sets of bits that have a bit of each option, none of which contains another one.
fn hitting_sets<const W: usize>(mut options: Vec<StateKey<W>>) -> Vec<StateKey<W>> {
    // An option that contains another one is hit whenever that one is.
    options.sort_unstable_by_key(size);
    let mut least: Vec<StateKey<W>> = Vec::new();
    for option in options {
        if !least.iter().any(|known| contains(&option, known)) {
            least.push(option);
        }
    }
    let mut sets: Vec<StateKey<W>> = Vec::new();
    let mut begun = vec![[0; W]];
    while let Some(set) = begun.pop() {
        match least.iter().find(|option| !intersect(option, &set)) {
            None if sets.len() < MOST_SETS => sets.push(set),
            Some(option) if size(&set) < MOST_ITEMS && begun.len() < MOST_SETS => {
                begun.extend(single_bits(option).map(|bit| each_word(&set, &bit, |one, other| one | other)));
            }
            _ => {}
        }
    }
    sets.sort_unstable_by_key(size);
    let mut minimal: Vec<StateKey<W>> = Vec::new();
    for set in sets {
        if !minimal.iter().any(|known| contains(&set, known)) {
            minimal.push(set);
        }
    }
    minimal
}

fn size<const W: usize>(key: &StateKey<W>) -> u32 {
    key.iter().map(|word| word.count_ones()).sum()
}

fn intersect<const W: usize>(one: &StateKey<W>, other: &StateKey<W>) -> bool {
    one.iter().zip(other).any(|(one, other)| one & other != 0)
}

fn contains<const W: usize>(whole: &StateKey<W>, part: &StateKey<W>) -> bool {
    has_bits(whole, part, part)
}

fn each_word<const W: usize>(
    one: &StateKey<W>,
    other: &StateKey<W>,
    does: impl Fn(u64, u64) -> u64,
) -> StateKey<W> {
    std::array::from_fn(|word| does(one[word], other[word]))
}

fn single_bits<const W: usize>(key: &StateKey<W>) -> impl Iterator<Item = StateKey<W>> {
    let key = *key;
    (0..W).flat_map(move |word| {
        let bits = (0..u64::BITS).map(|bit| 1 << bit).filter(move |bit| key[word] & bit != 0);
        bits.map(move |bit| std::array::from_fn(|at| if at == word { bit } else { 0 }))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with all sets of at most three of ten bits.
    #[test]
    fn the_sets_of_an_item_are_the_small_ones_that_hit_all_its_options() {
        let mut numbers = (1_u64..).map(|number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20);
        let mut random = move || numbers.next().expect("there is no end");
        for _ in 0..2000 {
            let count = random() % 6 + 1;
            let options: Vec<StateKey<1>> =
                (0..count).map(|_| [(random() & random() & random() & 0x3ff).max(1)]).collect();
            let hits = |set: u64| options.iter().all(|[option]| option & set != 0);
            let small: Vec<u64> =
                (0..0x400_u64).filter(|set| set.count_ones() <= MOST_ITEMS && hits(*set)).collect();
            let is_minimal = |set: &&u64| !small.iter().any(|other| other != *set && **set & other == *other);
            let expected: Vec<u64> = small.iter().filter(is_minimal).copied().collect();
            let mut found: Vec<u64> = hitting_sets(options.clone()).into_iter().map(|[set]| set).collect();
            found.sort_unstable();
            assert_eq!(found, expected, "{options:?}");
        }
    }
}
