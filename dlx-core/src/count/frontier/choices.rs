//! The choices of primary items: the options that may cover each of them, and which choices of two items exclude each
//! other.

use std::ops::Range;

use crate::control::limits::{Limits, Stopped};
use crate::problem::givens::Settled;
use crate::problem::ids::{Color, ItemId, OptionId, narrow};
use crate::problem::{Holders, Problem};

/// Greatest number of pairs of options that share an item, and of choices of an item. Problems with more make every tree
/// wide.
const MOST_PAIRS: usize = 1 << 22;
const MOST_CHOICES: usize = 64;

/// The choices of all items, numbered item by item.
///
/// An option is a choice of each primary item that it uses. A choice of one item and a choice of another one exclude each
/// other if their options are different and both use one of the two items, or both use a secondary item that they cannot
/// share. So if no two of the choices made for all items exclude each other, their options are a cover: each item that an
/// option uses chooses it as well.
#[derive(Debug)]
pub(super) struct Choices {
    /// By choice. `None` is the choice to leave the item uncovered.
    pub(super) options: Vec<Option<OptionId>>,
    /// By choice: its item.
    pub(super) items: Vec<ItemId>,
    /// By choice: those that it excludes, of other items.
    pub(super) excluded: Vec<Vec<u32>>,
    /// By choice: the bit of the field of its item that is set for it. Choices that exclude the same ones have the same
    /// bit; those that exclude nothing have none.
    pub(super) bits: Vec<Option<u32>>,
    /// By item.
    of_items: Vec<Range<usize>>,
    /// By item: the number of bits of its field, and the number of values that the field has.
    pub(super) widths: Vec<u32>,
    pub(super) values: Vec<u32>,
}

impl Choices {
    /// Returns the choices, or `None` if there are too many.
    ///
    /// # Errors
    /// [`Stopped::Asked`].
    pub(super) fn of(
        problem: &Problem,
        settled: &Settled,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Self>, Stopped> {
        let holders = Holders::of(problem, |steps| limits.setup(steps))?;
        let mut is_live = Vec::with_capacity(problem.option_count());
        for option in problem.options() {
            limits.setup(problem.uses(option).len())?;
            is_live.push(settled.is_live(problem, option));
        }
        let live = |item| holders.of_item(item).iter().copied().filter(|&option| is_live[option.index()]);
        let primaries =
            || problem.items().take(problem.primary_count()).filter(|&item| !settled.is_settled(item));
        let pairs = problem.items().map(|item| holders.of_item(item).len().saturating_pow(2));
        if pairs.fold(0, usize::saturating_add) > MOST_PAIRS {
            return Ok(None);
        }
        let mut choices = Self {
            options: Vec::new(),
            items: Vec::new(),
            excluded: Vec::new(),
            bits: Vec::new(),
            of_items: vec![0..0; problem.item_count()],
            widths: vec![0; problem.item_count()],
            values: vec![1; problem.item_count()],
        };
        for item in primaries() {
            let is_optional = settled.bounds_left(problem, item).low == 0;
            let begin = choices.options.len();
            choices.options.extend(live(item).map(Some));
            choices.options.extend(is_optional.then_some(None));
            choices.items.resize(choices.options.len(), item);
            choices.of_items[item.index()] = begin..choices.options.len();
            if choices.of_items[item.index()].len() > MOST_CHOICES {
                return Ok(None);
            }
        }
        for (item, &option) in choices.items.iter().zip(&choices.options) {
            let mut excluded = Vec::new();
            let is_primary = |item: ItemId| item.index() < problem.primary_count();
            let mut exclude = |option: OptionId, shared: ItemId| {
                let used = settled.open_uses(problem, option).map(|used| used.item);
                let others = used.filter(|other| other != item && is_primary(*other));
                // The choice of a third item that both options use excludes one of them.
                let others =
                    others.filter(|&other| shared == *item || shared == other || !is_primary(shared));
                excluded.extend(others.filter_map(|other| choices.number(other, Some(option))));
            };
            for used in option.iter().flat_map(|&option| settled.open_uses(problem, option)) {
                let others = live(used.item).filter(|&other| Some(other) != option);
                for other in others {
                    limits.setup(problem.uses(other).len())?;
                    if !share_color(problem, used.item, used.color, other) {
                        exclude(other, used.item);
                    }
                }
            }
            match option {
                None => live(*item).for_each(|other| exclude(other, *item)),
                Some(option) => {
                    let used = settled.open_uses(problem, option).map(|used| used.item);
                    let others = used.filter(|other| other != item);
                    excluded.extend(others.filter_map(|other| choices.number(other, None)));
                }
            }
            excluded.sort_unstable();
            excluded.dedup();
            choices.excluded.push(excluded);
        }
        for item in primaries() {
            choices.place_bits(item);
        }
        Ok(Some(choices))
    }

    /// Returns the choices of an item.
    pub(super) fn of_item(&self, item: ItemId) -> Range<usize> {
        self.of_items[item.index()].clone()
    }

    /// Returns the number of a choice, if it is one.
    fn number(&self, item: ItemId, option: Option<OptionId>) -> Option<u32> {
        let mut choices = self.of_item(item);
        choices.find(|&choice| self.options[choice] == option).map(narrow)
    }

    /// Assigns the bits of an item, which is the next one in the order of the choices.
    fn place_bits(&mut self, item: ItemId) {
        let choices = self.of_item(item);
        let mut kinds: Vec<&Vec<u32>> = self.excluded[choices.clone()].iter().collect();
        kinds.sort_unstable();
        kinds.dedup();
        self.values[item.index()] = narrow(kinds.len());
        // The empty list comes first.
        let free = usize::from(kinds.first().is_some_and(|first| first.is_empty()));
        self.widths[item.index()] = narrow(kinds.len() - free);
        let bit = |choice: usize| {
            let kind = kinds.binary_search(&&self.excluded[choice]).ok()?;
            kind.checked_sub(free).map(narrow)
        };
        let bits: Vec<Option<u32>> = choices.map(bit).collect();
        self.bits.extend(bits);
    }
}

/// Returns true if an option uses an item in this color, so that both may use it.
fn share_color(problem: &Problem, item: ItemId, color: Color, option: OptionId) -> bool {
    color != Color::NONE && problem.uses(option).iter().any(|used| used.item == item && used.color == color)
}
