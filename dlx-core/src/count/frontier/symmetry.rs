//! Symmetries of what is left after a step: states that differ by one have equally many completions, and are
//! merged into the least of them.
//!
//! An exchange of items is a symmetry if it maps the later options onto themselves, with the same weights,
//! and each item to one with the same demands. If it also maps the items of the frontier onto themselves, it
//! maps each state to one with as many completions. On Latin squares the exchanges are those of two columns
//! or two symbols. Only exchanges that follow from that of two items of the frontier are looked for: an
//! option of the one item becomes the option of the other item that has most in common with it, and the items
//! in which these differ are exchanged, too. This is a guess, which finds few kinds of symmetry, but every
//! exchange is verified.

use std::collections::HashMap;

use super::fields::FrontierFields;
use super::steps::{BitMove, Program, StateKey, moved};
use crate::problem::Bounds;
use crate::problem::ids::{Color, ItemId, narrow, wide};

/// Greatest number of uses of a problem in which symmetries are looked for, and of comparisons of items in a
/// search for them, which bound its time to some hundredths of a second.
const MOST_USES: u64 = 1 << 17;
const MOST_COMPARISONS: u64 = 1 << 24;
/// Comparisons that take as long as looking an option up.
const COMPARISONS_OF_A_LOOKUP: u64 = 64;
/// Greatest number of exchanges that are kept.
const MOST_SWAPS: usize = 1 << 7;
/// Greatest number of times that all exchanges are tried on a state. Every state that is reached on the way
/// to the least one would do.
const MOST_ROUNDS: u64 = 1 << 6;

/// The words of a state on which an exchange is tried, and the moves of bits, that take as long as checking a way.
const MOVES_OF_A_LOOK: u64 = 2;

/// An exchange of bits of a state.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Swap<const W: usize> {
    kept: StateKey<W>,
    moves: Vec<BitMove>,
}

impl<const W: usize> Swap<W> {
    /// Returns the work of applying it, in looks.
    pub(super) fn looks(&self) -> u64 {
        (W as u64 + self.moves.len() as u64).div_ceil(MOVES_OF_A_LOOK)
    }

    #[inline(always)]
    fn apply(&self, key: &StateKey<W>) -> StateKey<W> {
        moved(&self.moves, key, std::array::from_fn(|word| key[word] & self.kept[word]))
    }
}

/// Returns a state that these exchanges make of a state, the same one for many of the states that they make
/// of each other, and how many times all of them were tried.
pub(super) fn least<const W: usize>(swaps: &[Swap<W>], key: &StateKey<W>) -> (StateKey<W>, u64) {
    let mut least = *key;
    for round in 1..MOST_ROUNDS {
        let before = least;
        for swap in swaps {
            least = least.min(swap.apply(&least));
        }
        if least == before {
            return (least, round);
        }
    }
    (least, MOST_ROUNDS)
}

/// Returns the approximate work of [`Program::swaps`] after a rank, in transitions.
pub(super) fn work<const W: usize>(program: &Program<W>, rank: u32) -> u64 {
    let Some(fields) = &program.frontier else { return 0 };
    let bits = fields.bits_after::<W>(rank).len() as u64;
    10 * bits * bits + 4 * fields.use_count()
}

impl<const W: usize> Program<W> {
    /// Returns exchanges that map each state after a rank to one with equally many completions. Option `o`
    /// counts as `weights[o]` options, or as 1 if `weights` is empty.
    pub(super) fn swaps(&self, rank: u32, weights: &[u64]) -> Vec<Swap<W>> {
        let Some(fields) = self.frontier.as_ref().filter(|fields| fields.use_count() <= MOST_USES) else {
            return Vec::new();
        };
        let bits = fields.bits_after::<W>(rank);
        let later = LaterOptions::new(fields, rank, weights, &bits);
        let mut found = Vec::new();
        let mut left = MOST_COMPARISONS;
        // By number of an item: the class of the items that the exchanges found so far connect with it. An
        // exchange within a class is not looked for: near items come first, so that exchanges of neighbors
        // are found, which sort a state as well as all exchanges (Latin squares of order 7: 0.36 s instead of
        // 0.48).
        let mut classes: Vec<usize> = (0..bits.len()).collect();
        for gap in 1..bits.len() {
            for (at, to) in (0..).zip(gap..bits.len()) {
                if left == 0 || found.len() >= MOST_SWAPS {
                    return found;
                }
                if classes[at] == classes[to] {
                    continue;
                }
                let Some(pairs) = later.exchange(bits[at].0, bits[to].0, &mut left) else { continue };
                found.push(swap(&bits, &pairs));
                for (one, other) in pairs {
                    let number = |item| bits.binary_search_by_key(&item, |&(item, _)| item).ok();
                    if let (Some(one), Some(other)) = (number(one), number(other)) {
                        let (joined, kept) = (classes[one], classes[other]);
                        classes.iter_mut().filter(|class| **class == joined).for_each(|class| *class = kept);
                    }
                }
            }
        }
        found
    }
}

/// Returns the exchange of the bits of these pairs of items.
fn swap<const W: usize>(bits: &[(ItemId, StateKey<W>)], pairs: &[(ItemId, ItemId)]) -> Swap<W> {
    let mut swap = Swap { kept: [u64::MAX; W], moves: Vec::new() };
    let place = |item: ItemId| {
        let (_, bit) = bits[bits.binary_search_by_key(&item, |&(item, _)| item).ok()?];
        let word = bit.iter().position(|&word| word != 0)?;
        Some((word, bit[word]))
    };
    for &(one, other) in pairs {
        let (Some((from, mask)), Some((to, target))) = (place(one), place(other)) else { continue };
        swap.kept[from] &= !mask;
        let turn = (target.trailing_zeros() + u64::BITS - mask.trailing_zeros()) % u64::BITS;
        match swap.moves.iter_mut().find(|known| (known.from, known.to, known.turn) == (from, to, turn)) {
            Some(known) => known.mask |= mask,
            None => swap.moves.push(BitMove { from, to, mask, turn }),
        }
    }
    swap
}

/// The uses of an option by items that are not settled, ascending; a weight stands in place of a color.
type Uses = Vec<(ItemId, Color)>;

/// The options after a rank.
struct LaterOptions {
    /// Each once.
    options: Vec<Uses>,
    /// The sum of the weights of the options with these uses.
    weights: HashMap<Uses, u128>,
    /// By item, its options.
    of_item: Vec<Vec<u32>>,
    /// By item, what an item must have in common with it to be exchanged; `None` if it may not be exchanged.
    demands: Vec<Option<Demands>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Demands {
    /// True if a state says whether the item is covered; false if it is not covered in any state, or need not
    /// be known.
    is_in_frontier: bool,
    /// Of a primary item.
    bounds: Option<Bounds>,
    options: usize,
}

impl LaterOptions {
    fn new<const W: usize>(
        fields: &FrontierFields,
        rank: u32,
        weights: &[u64],
        bits: &[(ItemId, StateKey<W>)],
    ) -> Self {
        let mut later =
            Self { options: Vec::new(), weights: HashMap::new(), of_item: Vec::new(), demands: Vec::new() };
        later.of_item.resize_with(fields.item_count(), Vec::new);
        for option in fields.options_after(rank) {
            let mut uses: Uses = fields.marked_uses(option).collect();
            uses.sort_unstable();
            let weight = weights.get(option.index()).copied().unwrap_or(1);
            if let Some(sum) = later.weights.get_mut(&uses) {
                *sum += u128::from(weight);
                continue;
            }
            for (item, _) in &uses {
                later.of_item[item.index()].push(narrow(later.options.len()));
            }
            later.options.push(uses.clone());
            later.weights.insert(uses, weight.into());
        }
        later.demands = (0..)
            .map(ItemId)
            .zip(&later.of_item)
            .map(|(item, options)| {
                let is_in_frontier = bits.binary_search_by_key(&item, |&(item, _)| item).is_ok();
                let is_movable = is_in_frontier || !fields.is_held(item, rank);
                let bounds = fields.bounds(item);
                is_movable.then_some(Demands { is_in_frontier, bounds, options: options.len() })
            })
            .collect();
        later
    }

    /// Returns the exchange of these two items and of all that have to be exchanged with them, as pairs in
    /// both directions, if it is a symmetry. Takes the comparisons from those that are `left`.
    fn exchange(&self, one: ItemId, other: ItemId, left: &mut u64) -> Option<Vec<(ItemId, ItemId)>> {
        let mut exchange = Exchange { later: self, images: HashMap::new(), pairs: Vec::new() };
        exchange.add(one, other)?;
        let mut next = 0;
        while let Some(&(one, other)) = exchange.pairs.get(next) {
            for &option in &self.of_item[one.index()] {
                let uses = &self.options[wide(option)];
                let size = uses.len() as u64;
                let candidates = self.of_item[other.index()].len() as u64;
                *left = left.saturating_sub(candidates * size * size + COMPARISONS_OF_A_LOOKUP);
                if *left == 0 {
                    return None;
                }
                exchange.follow(one, other, uses)?;
            }
            next += 1;
        }
        exchange.is_symmetry().then_some(exchange.pairs)
    }
}

/// An exchange that is being found.
struct Exchange<'l> {
    later: &'l LaterOptions,
    images: HashMap<ItemId, ItemId>,
    pairs: Vec<(ItemId, ItemId)>,
}

impl Exchange<'_> {
    /// Exchanges two items, or returns `None` if that is impossible.
    fn add(&mut self, one: ItemId, other: ItemId) -> Option<()> {
        if self.images.get(&one) == Some(&other) {
            return Some(());
        }
        let demands = self.later.demands[one.index()];
        let is_possible = one != other
            && demands.is_some()
            && demands == self.later.demands[other.index()]
            && !self.images.contains_key(&one)
            && !self.images.contains_key(&other);
        is_possible.then(|| {
            for (from, to) in [(one, other), (other, one)] {
                self.images.insert(from, to);
                self.pairs.push((from, to));
            }
        })
    }

    fn image(&self, item: ItemId) -> ItemId {
        self.images.get(&item).copied().unwrap_or(item)
    }

    /// Exchanges the items in which an option of `one` differs from the option of `other` that has most in
    /// common with it.
    fn follow(&mut self, one: ItemId, other: ItemId, uses: &Uses) -> Option<()> {
        let images: Vec<ItemId> = uses.iter().map(|&(item, _)| self.image(item)).collect();
        if uses.iter().any(|&(item, _)| item == other) {
            return Some(());
        }
        let candidates =
            self.later.of_item[other.index()].iter().map(|&option| &self.later.options[wide(option)]);
        let in_common = |target: &Uses| target.iter().filter(|(item, _)| images.contains(item)).count();
        let target =
            candidates.filter(|target| target.len() == uses.len()).max_by_key(|target| in_common(target))?;
        // Items beside `other` should be in common, or the choice is arbitrary.
        if uses.len() > 1 && in_common(target) < 2 {
            return None;
        }
        let differ =
            uses.iter().zip(&images).filter(|(_, image)| target.iter().all(|(item, _)| item != *image));
        let differ: Vec<ItemId> = differ.map(|(&(item, _), _)| item).collect();
        let missing = target.iter().map(|&(item, _)| item).filter(|item| !images.contains(item));
        let missing: Vec<ItemId> = missing.collect();
        differ.into_iter().zip(missing).try_for_each(|(item, image)| {
            debug_assert_ne!(item, one, "its image is in the other option");
            self.add(item, image)
        })
    }

    /// Returns true if each later option with an exchanged item becomes one of the same weight.
    fn is_symmetry(&self) -> bool {
        let touched = self.pairs.iter().flat_map(|(item, _)| &self.later.of_item[item.index()]);
        touched.map(|&option| &self.later.options[wide(option)]).all(|uses| {
            let mut image: Uses = uses.iter().map(|&(item, color)| (self.image(item), color)).collect();
            image.sort_unstable();
            self.later.weights.get(&image) == self.later.weights.get(uses)
        })
    }
}
