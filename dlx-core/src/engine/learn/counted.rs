//! Items with bounds: how many of their options are chosen, and how many are excluded, each counted with its weight.
//!
//! The numbers are those of the literals that have been propagated. When as many options of an item are chosen as its
//! upper bound allows, the others are excluded; when no more than its lower bound are left, these are chosen. An option of
//! a greater weight is excluded, or chosen, as soon as the bounds do not allow the other. Either consequence is explained by the options of the item that had the other value before it.

use super::literal::Literal;
use super::uses::{Lists, UseTables};
use crate::control::limits::{Limits, Stopped};
use crate::problem::ids::{ItemId, OptionId, narrow, wide};
use crate::problem::{Bounds, Problem};

/// The items with bounds, numbered from 0 on.
#[derive(Clone, Debug)]
pub(super) struct Counted {
    items: Vec<CountedItem>,
    options_of_item: Lists,
    items_of_option: Lists,
    /// The weights, if there are any, in the order of the lists of options, and of items.
    weights_of_item: Option<Lists>,
    weights_of_option: Option<Lists>,
}

#[derive(Clone, Debug)]
struct CountedItem {
    low: u32,
    high: u32,
    /// How often all options of the item count together, and the greatest weight.
    total: u32,
    heaviest: u32,
    chosen: u32,
    excluded: u32,
}

impl Counted {
    pub(super) fn new(
        problem: &Problem,
        tables: &UseTables,
        limits: &mut Limits<'_>,
    ) -> Result<Self, Stopped> {
        let bounded = (0..tables.primaries).filter(|&item| !problem.bounds(ItemId(item)).is_once());
        let entries = (0..).zip(bounded.clone()).flat_map(|(number, item)| {
            let weight = move |option| problem.weight(OptionId(option), ItemId(item));
            tables.options_of_item.get(item).iter().map(move |&option| (number, option, weight(option)))
        });
        let mut items: Vec<CountedItem> = bounded
            .map(|item| problem.bounds(ItemId(item)))
            .map(|Bounds { low, high }| CountedItem {
                low,
                high,
                total: 0,
                heaviest: 1,
                chosen: 0,
                excluded: 0,
            })
            .collect();
        let entries: Vec<(u32, u32, u32)> = entries.collect();
        for &(item, _, weight) in &entries {
            let item = &mut items[wide(item)];
            item.total += weight;
            item.heaviest = item.heaviest.max(weight);
        }
        let (by_item, by_option) = (entries.iter().copied(), entries.iter().copied());
        let options = problem.option_count();
        let (mut weights_of_item, mut weights_of_option) = (None, None);
        if problem.is_weighted() {
            let of_item = by_item.clone().map(|(item, _, weight)| (item, weight));
            weights_of_item = Some(Lists::new(items.len(), of_item, limits)?);
            let of_option = by_option.clone().map(|(_, option, weight)| (option, weight));
            weights_of_option = Some(Lists::new(options, of_option, limits)?);
        }
        let by_item = by_item.map(|(item, option, _)| (item, option));
        let by_option = by_option.map(|(item, option, _)| (option, item));
        Ok(Self {
            options_of_item: Lists::new(items.len(), by_item, limits)?,
            items_of_option: Lists::new(options, by_option, limits)?,
            weights_of_item,
            weights_of_option,
            items,
        })
    }

    /// Returns the items of an option.
    #[inline(always)]
    pub(super) fn items_of(&self, option: u32) -> &[u32] {
        self.items_of_option.get(option)
    }

    /// Returns the options of an item.
    pub(super) fn options_of(&self, item: u32) -> &[u32] {
        self.options_of_item.get(item)
    }

    /// Returns the weight of the option at a place of the options of an item.
    fn weight(&self, item: u32, place: usize) -> u32 {
        self.weights_of_item.as_ref().map_or(1, |weights| weights.get(item)[place])
    }

    pub(super) fn items(&self) -> std::ops::Range<u32> {
        0..narrow(self.items.len())
    }

    /// Counts the literal of an option.
    #[inline(always)]
    pub(super) fn add(&mut self, literal: Literal) {
        self.change(literal, u32::wrapping_add);
    }

    /// Takes the literal of an option back.
    #[inline(always)]
    pub(super) fn remove(&mut self, literal: Literal) {
        self.change(literal, u32::wrapping_sub);
    }

    #[inline(always)]
    fn change(&mut self, literal: Literal, by: impl Fn(u32, u32) -> u32) {
        let weights =
            self.weights_of_option.as_ref().map_or(&[][..], |weights| weights.get(literal.variable()));
        for (place, &item) in self.items_of_option.get(literal.variable()).iter().enumerate() {
            let item = &mut self.items[wide(item)];
            let count = if literal.is_positive() { &mut item.chosen } else { &mut item.excluded };
            *count = by(*count, weights.get(place).copied().unwrap_or(1));
        }
    }

    /// Forgets all literals.
    pub(super) fn clear(&mut self) {
        for item in &mut self.items {
            (item.chosen, item.excluded) = (0, 0);
        }
    }

    /// Returns what the numbers of an item mean for those of its options that have no value.
    #[inline(always)]
    pub(super) fn demand(&self, item: u32) -> Demand {
        let CountedItem { low, high, total, chosen, excluded, .. } = self.items[wide(item)];
        let left = total - excluded;
        let (Some(room), Some(slack)) = (high.checked_sub(chosen), left.checked_sub(low)) else {
            return if chosen > high { Demand::TooMany } else { Demand::TooFew };
        };
        Demand::Left { room, slack }
    }

    /// Returns the greatest weight of an option of an item.
    #[inline(always)]
    pub(super) fn heaviest(&self, item: u32) -> u32 {
        self.items[wide(item)].heaviest
    }

    /// Returns the value that this demand gives the option at a place of the options of an item, if it has none yet.
    #[inline(always)]
    pub(super) fn wanted(&self, item: u32, place: usize, (room, slack): (u32, u32)) -> Option<bool> {
        match self.weight(item, place) {
            weight if weight > room => Some(false),
            weight if weight > slack => Some(true),
            _ => None,
        }
    }
}

/// What is left of the bounds of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Demand {
    /// The options that count more than `room` cannot be chosen, the others that count more than `slack` must be.
    Left { room: u32, slack: u32 },
    /// More options are chosen than the upper bound allows.
    TooMany,
    /// Fewer options are left than the lower bound asks for.
    TooFew,
}
