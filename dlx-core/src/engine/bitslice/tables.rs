//! The tables of a problem: the slices at the root, and for each option the mask that chooses it. Immutable.
//!
//! A *row* is a list of `slots + 1` sets of items, arranged in lines so that each row begins a cache line. In
//! a state, set `j` contains the items whose `j`-th option is live, with options in input order, and the last
//! set contains the open items. In the mask of an option, set `j` lacks the items whose `j`-th option
//! conflicts with it, and the last set lacks its own items: choosing the option is one AND of rows. The
//! option itself stays live in its items, so masks can be applied in any order and more than once. Two
//! conflicting options delete each other, which leaves an item without any.

use dlx_simd::Line;

use super::presolve::{Presolved, are_compatible};
use super::shape::Shape;
use crate::control::limits::{Limits, Stopped};
use crate::engine::unsupported::{EngineError, Unsupported};
use crate::problem::ids::{Color, ItemId, OptionId};
use crate::problem::{Holders, Problem};

/// Greatest number of options of an item.
pub(super) const MOST_OPTIONS: usize = 16;
/// Greatest number of items.
pub(super) const MOST_ITEMS: usize = 1024;

/// The status of an option before any givens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It may be chosen. The number of its mask.
    Live(u16),
    /// It is in every cover, and has been carried out.
    Forced,
    /// It is in no cover.
    Dead,
    /// It has no primary item, and is chosen only if given.
    Idle,
}

impl Fate {
    /// Returns the fate of each option. Live options are numbered in their order.
    pub(super) fn of_options(problem: &Problem, forced: &[OptionId], live: &[OptionId]) -> Vec<Self> {
        let idle = |option| if problem.has_primary(option) { Self::Dead } else { Self::Idle };
        let mut fates: Vec<Self> = problem.options().map(idle).collect();
        for option in forced {
            fates[option.index()] = Self::Forced;
        }
        for (number, option) in live.iter().enumerate() {
            fates[option.index()] =
                Self::Live(u16::try_from(number).expect("there are not too many options"));
        }
        fates
    }
}

/// Returns the numbers of the live ones among the options of an item, sorted by the color that they give it.
pub(super) fn by_color(
    problem: &Problem,
    fates: &[Fate],
    item: ItemId,
    options: &[OptionId],
) -> Vec<(Color, u16)> {
    let live = options.iter().filter_map(|&option| match fates[option.index()] {
        Fate::Live(number) => {
            let used = problem.uses(option).iter().find(|used| used.item == item);
            Some((used.expect("the option uses the item").color, number))
        }
        Fate::Forced | Fate::Dead | Fate::Idle => None,
    });
    let mut live: Vec<(Color, u16)> = live.collect();
    live.sort_unstable();
    live
}

#[derive(Debug)]
pub(super) struct Tables {
    pub(super) shape: Shape,
    /// True if it is known that there is no cover.
    pub(super) is_dead: bool,
    /// True if options may conflict over a secondary item. If false, a state in which each item has one
    /// option is a cover.
    pub(super) has_secondaries: bool,
    /// By option of the problem.
    pub(super) fates: Vec<Fate>,
    /// The forced options.
    pub(super) forced: Vec<OptionId>,
    /// By number: the live option.
    pub(super) options: Vec<OptionId>,
    /// The items, ascending.
    pub(super) items: Vec<ItemId>,
    /// By item and slot: the number of the live option. After the last item there is one more, whose only
    /// option is the number after the last.
    pub(super) live_at: Vec<u16>,
    /// The row of the root.
    pub(super) root: Vec<Line>,
    /// A row in which each option is live only in the first of its items.
    pub(super) firsts: Vec<Line>,
    /// One row for each live option. After the last, the mask that changes nothing.
    pub(super) masks: Vec<Line>,
}

impl Tables {
    /// # Errors
    /// An item with too many options, or too many items, and the limit that was reached.
    pub(super) fn new(problem: &Problem, limits: &mut Limits<'_>) -> Result<Self, EngineError> {
        let holders = Holders::of(problem, |steps| limits.setup(steps))?;
        let Presolved { is_dead, forced, live, items, .. } = Presolved::of(problem, &holders, limits)?;
        if let Some((item, options)) = items.iter().find(|(_, options)| options.len() > MOST_OPTIONS) {
            let name = problem.name(*item).to_owned();
            let found = options.len();
            return Err(Unsupported::OptionsOfItem { name, found, most: MOST_OPTIONS }.into());
        }
        if items.len() > MOST_ITEMS {
            return Err(Unsupported::Items { found: items.len(), most: MOST_ITEMS }.into());
        }
        let most = items.iter().map(|(_, options)| options.len()).max().unwrap_or(0);
        let shape = Shape::of(items.len(), most).expect("there is a shape for the largest problem");
        let fates = Fate::of_options(problem, &forced, &live);
        let lines = shape.lines;
        let mut tables = Self {
            shape,
            is_dead,
            has_secondaries: problem.item_count() > problem.primary_count(),
            fates,
            forced,
            items: items.iter().map(|&(item, _)| item).collect(),
            live_at: vec![0; (items.len() + 1) * shape.slots],
            root: vec![Line::default(); lines],
            firsts: vec![Line::default(); lines],
            masks: vec![Line([u64::MAX; 8]); (live.len() + 1) * lines],
            options: live,
        };
        tables.lay_out(problem, &holders, &items, limits)?;
        Ok(tables)
    }

    fn lay_out(
        &mut self,
        problem: &Problem,
        holders: &Holders,
        items: &[(ItemId, Vec<OptionId>)],
        limits: &mut Limits<'_>,
    ) -> Result<(), Stopped> {
        let shape = self.shape;
        // By live option: the sets and items in which its bits are.
        let mut places: Vec<Vec<(usize, usize)>> = vec![Vec::new(); self.options.len()];
        for (item, (_, options)) in items.iter().enumerate() {
            shape.insert(&mut self.root, shape.slots, item);
            for (slot, option) in options.iter().enumerate() {
                let Fate::Live(number) = self.fates[option.index()] else { unreachable!("it is live") };
                self.live_at[item * shape.slots + slot] = number;
                let number = usize::from(number);
                shape.insert(&mut self.root, slot, item);
                if places[number].is_empty() {
                    shape.insert(&mut self.firsts, slot, item);
                }
                places[number].push((slot, item));
            }
        }
        let nothing = u16::try_from(self.options.len()).expect("16 options an item at most");
        self.live_at[items.len() * shape.slots] = nothing;
        for item in problem.items() {
            limits.setup((holders.of_item(item).len() + 1) * shape.lines)?;
            self.part_at(problem, item, holders.of_item(item), &places);
        }
        for (mask, places) in self.masks.chunks_exact_mut(shape.lines).zip(&places) {
            for &(slot, item) in places {
                shape.insert(mask, slot, item);
                shape.remove(mask, shape.slots, item);
            }
        }
        Ok(())
    }

    /// Removes, from the mask of each option that uses the item, the options that may not share the item with
    /// it, including itself.
    fn part_at(
        &mut self,
        problem: &Problem,
        item: ItemId,
        options: &[OptionId],
        places: &[Vec<(usize, usize)>],
    ) {
        let shape = self.shape;
        let live = by_color(problem, &self.fates, item, options);
        let mut all = vec![Line([u64::MAX; 8]); shape.lines];
        for &(slot, item) in live.iter().flat_map(|&(_, number)| &places[usize::from(number)]) {
            shape.remove(&mut all, slot, item);
        }
        for group in live.chunk_by(|one, other| one.0 == other.0) {
            let mut kept = all.clone();
            if group[0].0 != Color::NONE {
                for &(slot, item) in group.iter().flat_map(|&(_, number)| &places[usize::from(number)]) {
                    shape.insert(&mut kept, slot, item);
                }
            }
            for &(_, number) in group {
                let mask = &mut self.masks[usize::from(number) * shape.lines..][..shape.lines];
                for (line, kept) in mask.iter_mut().zip(&kept) {
                    for (word, kept) in line.0.iter_mut().zip(kept.0) {
                        *word &= kept;
                    }
                }
            }
        }
    }

    /// Returns the live option at a slot of an item.
    pub(super) fn option_at(&self, item: usize, slot: usize) -> OptionId {
        self.options[usize::from(self.live_at[item * self.shape.slots + slot])]
    }

    /// Returns the slot of a live option in an item, if it uses the item.
    pub(super) fn slot_of(&self, item: usize, number: u16) -> Option<usize> {
        let slots = &self.live_at[item * self.shape.slots..][..self.shape.slots];
        let is_set = |slot: usize| self.shape.contains(&self.root, slot, item);
        slots.iter().enumerate().position(|(slot, &live)| live == number && is_set(slot))
    }

    /// Returns the index of an item in `items`, if it is kept.
    pub(super) fn place_of(&self, item: ItemId) -> Option<usize> {
        self.items.binary_search(&item).ok()
    }

    /// Deletes a live option from a row.
    pub(super) fn delete(&self, problem: &Problem, row: &mut [Line], number: u16) {
        for used in problem.uses(self.options[usize::from(number)]) {
            if let Some(item) = self.place_of(used.item)
                && let Some(slot) = self.slot_of(item, number)
            {
                self.shape.remove(row, slot, item);
            }
        }
    }

    /// Deletes from a row the options that conflict with an option without primary items. Returns false if a
    /// forced option conflicts with it.
    pub(super) fn delete_for_idle(&self, problem: &Problem, row: &mut [Line], idle: OptionId) -> bool {
        for (number, &option) in (0..).zip(&self.options) {
            if !are_compatible(problem, idle, option) {
                self.delete(problem, row, number);
            }
        }
        self.forced.iter().all(|&option| are_compatible(problem, idle, option))
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.masks.as_slice())
            + size_of_val(self.root.as_slice())
            + size_of_val(self.firsts.as_slice())
            + size_of_val(self.live_at.as_slice())
            + size_of_val(self.fates.as_slice())
            + size_of_val(self.options.as_slice())
    }
}
