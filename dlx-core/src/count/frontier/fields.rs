//! The fields of the frontier: what a state records about each item, and where.
//!
//! For each item of the frontier, a state records what later steps depend on: whether the item is covered, in
//! which color, or how often. The field of an item appears at the first step that touches it and is dropped
//! at the last one. The fields are adjacent and in the order in which they are dropped, the first one lowest.
//! A new field is inserted among the others, and they move.

use thiserror::Error;

use super::content::FieldContent;
use super::order::{ItemSpans, Order};
use crate::control::limits::{Limits, Stopped};
use crate::engine::unsupported::Unsupported;
use crate::problem::givens::Settled;
use crate::problem::ids::{Color, ItemId, OptionId, wide};
use crate::problem::{Bounds, Holders, Problem, Use};

/// Greatest number of words of a state. A frontier that needs more has too many states for any memory.
pub(super) const MOST_WORDS: usize = 8;

/// The fields of all steps of a problem in one order, before the width of a state is chosen.
#[derive(Debug)]
pub(super) struct FrontierFields {
    pub(super) problem: Problem,
    pub(super) settled: Settled,
    pub(super) holders: Holders,
    pub(super) ranks: Vec<ItemStep>,
    /// By option: the rank that it belongs to, or `u32::MAX` if it belongs to none.
    pub(super) rank_of_option: Vec<u32>,
    /// By item.
    pub(super) contents: Vec<FieldContent>,
    /// By item with a field: the ranks at which the field appears and is dropped.
    pub(super) first: Vec<u32>,
    pub(super) last: Vec<u32>,
    pub(super) words: usize,
}

/// The step of one item of the order.
#[derive(Debug)]
pub(super) struct ItemStep {
    pub(super) item: ItemId,
    pub(super) options: Vec<OptionId>,
    /// The items whose fields appear at this step.
    pub(super) first: Vec<ItemId>,
    pub(super) has_last: bool,
}

/// The reason why an order has no steps.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum NoSteps {
    /// The frontier is too wide.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// A limit stopped the work.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl FrontierFields {
    /// # Errors
    /// If a state has too many bits, or [`Stopped::Asked`].
    pub(super) fn new(
        problem: &Problem,
        settled: &Settled,
        order: &Order,
        limits: &mut Limits<'_>,
    ) -> Result<Self, NoSteps> {
        let holders = Holders::of(problem, |steps| limits.setup(steps))?;
        let spans = ItemSpans::of(problem, settled, &holders, &order.items, limits)?;
        let is_once = |item: ItemId| settled.bounds_left(problem, item).high <= 1;
        let options = spans.options.into_iter();
        let mut ranks: Vec<ItemStep> = order
            .items
            .iter()
            .zip(options)
            .map(|(&item, options)| ItemStep { item, options, first: Vec::new(), has_last: false })
            .collect();
        let mut contents = vec![FieldContent::Nothing; problem.item_count()];
        let mut first = vec![0; problem.item_count()];
        let mut last = first.clone();
        for item in problem.items() {
            let Some(span) = spans.of_items[item.index()] else { continue };
            // Within a step that takes at most one option, nothing has to be remembered.
            if span.first == span.last && is_once(order.items[wide(span.first)]) {
                continue;
            }
            limits.setup(holders.of_item(item).len())?;
            contents[item.index()] = FieldContent::of(problem, settled, &holders, item);
            if contents[item.index()].bits() > 0 {
                (first[item.index()], last[item.index()]) = (span.first, span.last);
                ranks[wide(span.first)].first.push(item);
                ranks[wide(span.last)].has_last = true;
            }
        }
        let mut rank_of_option = vec![u32::MAX; problem.option_count()];
        for (rank, step) in (0..).zip(&ranks) {
            for option in &step.options {
                rank_of_option[option.index()] = rank;
            }
        }
        let (problem, settled) = (problem.clone(), settled.clone());
        let mut fields =
            Self { problem, settled, holders, ranks, rank_of_option, contents, first, last, words: 1 };
        let mut layout = FieldLayout::default();
        let most = 64 * MOST_WORDS;
        for at in 0..fields.ranks.len() {
            let full = layout.with(&fields, at);
            limits.setup(full.fields.len())?;
            if wide(full.width) > most {
                return Err(Unsupported::Frontier { found: wide(full.width), most }.into());
            }
            fields.words = fields.words.max(wide(full.width).div_ceil(64));
            layout = full.without(&fields, at);
        }
        Ok(fields)
    }

    /// Returns the number of words of a state.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// Returns the items of which a state after this rank holds a bit that is set if the item is covered,
    /// ascending, with that bit.
    pub(super) fn bits_after<const W: usize>(&self, rank: u32) -> Vec<(ItemId, [u64; W])> {
        let mut items: Vec<ItemId> = self.problem.items().filter(|&item| self.is_held(item, rank)).collect();
        items.sort_unstable_by_key(|&item| (self.last[item.index()], item));
        let fields = FieldLayout::of(self, items.into_iter()).fields.into_iter();
        let bits = fields.filter(|field| matches!(self.contents[field.item.index()], FieldContent::Bit));
        let mut bits: Vec<(ItemId, [u64; W])> = bits
            .map(|placed| {
                let mut key = [0; W];
                let BitField { word, mask, .. } = placed.field::<W>();
                key[word] = mask;
                (placed.item, key)
            })
            .collect();
        bits.sort_unstable_by_key(|&(item, _)| item);
        bits
    }

    /// Returns true if the states after a rank have a field of this item.
    pub(super) fn is_held(&self, item: ItemId, rank: u32) -> bool {
        let at = item.index();
        self.contents[at].bits() > 0 && self.first[at] <= rank && rank < self.last[at]
    }

    /// Returns how often a primary item must be covered, and may be.
    pub(super) fn bounds(&self, item: ItemId) -> Option<Bounds> {
        let is_primary = item.index() < self.problem.primary_count();
        is_primary.then(|| self.settled.bounds_left(&self.problem, item))
    }

    pub(super) fn item_count(&self) -> usize {
        self.problem.item_count()
    }

    pub(super) fn use_count(&self) -> u64 {
        self.problem.use_count() as u64
    }

    /// Returns the options of the steps after a rank.
    pub(super) fn options_after(&self, rank: u32) -> impl Iterator<Item = OptionId> + '_ {
        self.ranks[wide(rank) + 1..].iter().flat_map(|step| &step.options).copied()
    }

    /// Returns true if an item must be covered.
    pub(super) fn is_required(&self, item: ItemId) -> bool {
        self.bounds(item).is_some_and(|bounds| bounds.low > 0)
    }

    /// Returns all options that use an item.
    pub(super) fn options_of(&self, item: ItemId) -> &[OptionId] {
        self.holders.of_item(item)
    }

    /// Returns the rank of the step at which an option may be taken, if there is one.
    pub(super) fn rank_of(&self, option: OptionId) -> Option<u32> {
        Some(self.rank_of_option[option.index()]).filter(|&rank| rank != u32::MAX)
    }

    /// Returns the uses of a live option by items that are not settled.
    pub(super) fn open_uses(&self, option: OptionId) -> impl Iterator<Item = &Use> + '_ {
        self.settled.open_uses(&self.problem, option)
    }

    /// Returns the items of a live option that are not settled, each with its color or weight, as
    /// [`Problem::marked_uses`] does.
    pub(super) fn marked_uses(&self, option: OptionId) -> impl Iterator<Item = (ItemId, Color)> + '_ {
        self.problem.marked_uses(option).filter(|&(item, _)| !self.settled.is_settled(item))
    }
}

/// The positions of the fields of the frontier between two steps, the lowest one first.
#[derive(Clone, Default)]
pub(super) struct FieldLayout {
    pub(super) fields: Vec<PlacedField>,
    /// Number of bits of all fields, with the gaps that keep each field within a word.
    pub(super) width: u32,
}

#[derive(Clone, Copy)]
pub(super) struct PlacedField {
    pub(super) item: ItemId,
    /// The lowest bit.
    pub(super) at: u32,
    pub(super) bits: u32,
}

impl FieldLayout {
    fn of(all: &FrontierFields, items: impl Iterator<Item = ItemId>) -> Self {
        Self::of_fields(items.map(|item| (item, all.contents[item.index()].bits())))
    }

    /// Returns the layout of the fields of these items, each of which has this number of bits.
    pub(super) fn of_fields(fields: impl Iterator<Item = (ItemId, u32)>) -> Self {
        let mut layout = Self::default();
        for (item, bits) in fields {
            let mut at = layout.width;
            if at % u64::BITS + bits > u64::BITS {
                at = at.next_multiple_of(u64::BITS);
            }
            layout.fields.push(PlacedField { item, at, bits });
            layout.width = at + bits;
        }
        layout
    }

    /// Returns the layout with the fields that appear at a rank.
    pub(super) fn with(&self, all: &FrontierFields, rank: usize) -> Self {
        let first = &all.ranks[rank].first;
        if first.is_empty() {
            return self.clone();
        }
        let mut items: Vec<ItemId> = self.fields.iter().map(|field| field.item).collect();
        items.extend(first);
        items.sort_unstable_by_key(|&item| (all.last[item.index()], item));
        Self::of(all, items.into_iter())
    }

    /// Returns the layout without the fields that are dropped at a rank, which are the lowest ones.
    pub(super) fn without(&self, all: &FrontierFields, rank: usize) -> Self {
        if !all.ranks[rank].has_last {
            return self.clone();
        }
        let items = self.fields.iter().map(|field| field.item);
        Self::of(all, items.filter(|item| wide(all.last[item.index()]) > rank))
    }

    pub(super) fn get(&self, all: &FrontierFields, item: ItemId) -> Option<PlacedField> {
        let order = |item: ItemId| (all.last[item.index()], item);
        let at = self.fields.binary_search_by_key(&order(item), |field| order(field.item)).ok()?;
        Some(self.fields[at])
    }
}

/// Adjacent bits in one word of a state.
#[derive(Clone, Copy)]
pub(super) struct BitField {
    pub(super) word: usize,
    pub(super) shift: u32,
    pub(super) mask: u64,
}

impl PlacedField {
    pub(super) fn field<const W: usize>(self) -> BitField {
        let shift = self.at % u64::BITS;
        let mask = (u64::MAX >> (u64::BITS - self.bits)) << shift;
        BitField { word: W - 1 - wide(self.at / u64::BITS), shift, mask }
    }
}
