//! Items with bounds: how many of their options are chosen, and how many are excluded.
//!
//! The numbers are those of the literals that have been propagated. When as many options of an item are chosen as its
//! upper bound allows, the others are excluded; when no more than its lower bound are left, these are chosen. Either
//! consequence is explained by the options of the item that had the other value before it.

use super::literal::Literal;
use crate::control::limits::{Limits, Stopped};
use crate::engine::uses::{Lists, UseTables};
use crate::problem::Problem;
use crate::problem::ids::{ItemId, narrow, wide};

/// The items with bounds, numbered from 0 on.
#[derive(Clone, Debug)]
pub(super) struct Counted {
    items: Vec<CountedItem>,
    options_of_item: Lists,
    items_of_option: Lists,
}

#[derive(Clone, Debug)]
struct CountedItem {
    low: u32,
    high: u32,
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
            tables.options_of_item.get(item).iter().map(move |&option| (number, option))
        });
        let items: Vec<CountedItem> = bounded
            .map(|item| problem.bounds(ItemId(item)))
            .map(|bounds| CountedItem { low: bounds.low, high: bounds.high, chosen: 0, excluded: 0 })
            .collect();
        let by_option = entries.clone().map(|(item, option)| (option, item));
        Ok(Self {
            options_of_item: Lists::new(items.len(), entries, limits)?,
            items_of_option: Lists::new(problem.option_count(), by_option, limits)?,
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

    pub(super) fn items(&self) -> std::ops::Range<u32> {
        0..narrow(self.items.len())
    }

    /// Counts the literal of an option.
    #[inline(always)]
    pub(super) fn add(&mut self, literal: Literal) {
        for &item in self.items_of_option.get(literal.variable()) {
            let item = &mut self.items[wide(item)];
            if literal.is_positive() { item.chosen += 1 } else { item.excluded += 1 }
        }
    }

    /// Takes the literal of an option back.
    #[inline(always)]
    pub(super) fn remove(&mut self, literal: Literal) {
        for &item in self.items_of_option.get(literal.variable()) {
            let item = &mut self.items[wide(item)];
            if literal.is_positive() { item.chosen -= 1 } else { item.excluded -= 1 }
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
        let CountedItem { low, high, chosen, excluded } = self.items[wide(item)];
        let left = self.options_of_item.get(item).len() - wide(excluded);
        if chosen > high {
            Demand::TooMany
        } else if left < wide(low) {
            Demand::TooFew
        } else if chosen == high {
            Demand::NoOther
        } else if left == wide(low) {
            Demand::All
        } else {
            Demand::None
        }
    }
}

/// What is left of the bounds of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Demand {
    /// Some options may be chosen, and some may be excluded.
    None,
    /// All options that are not excluded must be chosen.
    All,
    /// No other option may be chosen.
    NoOther,
    /// More options are chosen than the upper bound allows.
    TooMany,
    /// Fewer options are left than the lower bound asks for.
    TooFew,
}
