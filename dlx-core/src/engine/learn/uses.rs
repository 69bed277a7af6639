//! The uses of a problem by options, in all directions. They do not change during a search.

use crate::control::limits::{Limits, Stopped};
use crate::problem::ids::{Color, ItemId, narrow, wide};
use crate::problem::{Problem, Use};

/// Lists of numbers, one after the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lists {
    starts: Vec<u32>,
    entries: Vec<u32>,
}

impl Lists {
    /// Returns `count` lists with these entries, each given with the number of its list.
    ///
    /// # Errors
    /// The limit that was reached. Its question is asked between the passes over the entries.
    pub(crate) fn new(
        count: usize,
        entries: impl Iterator<Item = (u32, u32)> + Clone,
        limits: &mut Limits<'_>,
    ) -> Result<Self, Stopped> {
        let mut starts = vec![0; count + 1];
        for (list, _) in entries.clone() {
            starts[wide(list) + 1] += 1;
        }
        for list in 0..count {
            starts[list + 1] += starts[list];
        }
        limits.step(u64::from(starts[count]) + count as u64)?;
        let mut next = starts.clone();
        let mut all = vec![0; wide(starts[count])];
        for (list, entry) in entries {
            let place = &mut next[wide(list)];
            all[wide(*place)] = entry;
            *place += 1;
        }
        limits.step(all.len() as u64)?;
        Ok(Self { starts, entries: all })
    }

    #[inline(always)]
    pub(crate) fn get(&self, list: u32) -> &[u32] {
        &self.entries[wide(self.starts[wide(list)])..wide(self.starts[wide(list) + 1])]
    }

    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }
}

/// A color of an item, numbered among all colors of all items, is called a *value*. A primary item that must be covered
/// *binds* a colored item if each of its options uses that item: then a value that none of these options has is in no
/// cover. The number of live options of the primary item with the value is the *support* of the value.
#[derive(Clone, Debug)]
pub(crate) struct UseTables {
    pub(crate) primaries: u32,
    /// By item: its options, in ascending order.
    pub(crate) options_of_item: Lists,
    /// By option: its primary items.
    pub(crate) primaries_of_option: Lists,
    /// By option: its items without a color.
    pub(crate) plain_items_of_option: Lists,
    /// By option: its values.
    pub(crate) values_of_option: Lists,
    /// By value: its options.
    pub(crate) options_of_value: Lists,
    /// By value: the number of its item.
    pub(crate) item_of_value: Vec<u32>,
    /// By option: the supports that count it.
    pub(crate) supports_of_option: Lists,
    /// By support: its value.
    pub(crate) value_of_support: Vec<u32>,
    /// By support: the number of options that it counts.
    pub(crate) options_of_support: Vec<u32>,
}

impl UseTables {
    /// Returns the tables.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(crate) fn new(problem: &Problem, limits: &mut Limits<'_>) -> Result<Self, Stopped> {
        let options = problem.option_count();
        let all: Vec<(u32, Use)> = problem
            .options()
            .flat_map(|option| problem.uses(option).iter().map(move |&used| (option.0, used)))
            .collect();
        let uses = || all.iter().copied();
        let is_colored = |used: Use| used.color != Color::NONE;
        let options_of_item =
            Lists::new(problem.item_count(), uses().map(|(option, used)| (used.item.0, option)), limits)?;
        let primaries = narrow(problem.primary_count());
        let primaries_of_option = Lists::new(
            options,
            uses().filter(|(_, used)| used.item.0 < primaries).map(|(option, used)| (option, used.item.0)),
            limits,
        )?;
        let plain_items_of_option = Lists::new(
            options,
            uses().filter(|&(_, used)| !is_colored(used)).map(|(option, used)| (option, used.item.0)),
            limits,
        )?;

        // The values, in the order of their items and colors: the uses are sorted by color, and then by item.
        let with_values: Vec<(u32, Use)> = uses().filter(|&(_, used)| is_colored(used)).collect();
        let by_color = (0..).zip(&with_values).map(|(place, (_, used))| (used.color.0, place));
        let by_color = Lists::new(problem.color_count() + 1, by_color, limits)?.entries;
        let by_item = by_color.iter().map(|&place| (with_values[wide(place)].1.item.0, place));
        let by_item = Lists::new(problem.item_count(), by_item, limits)?.entries;
        let mut values: Vec<(u32, u32)> = Vec::new();
        let mut value_of_use = vec![0; with_values.len()];
        for place in by_item {
            let (_, used) = with_values[wide(place)];
            let value = (used.item.0, used.color.0);
            if values.last() != Some(&value) {
                values.push(value);
            }
            value_of_use[wide(place)] = narrow(values.len() - 1);
        }
        let with_values =
            || with_values.iter().zip(&value_of_use).map(|((option, _), &value)| (*option, value));
        let values_of_option = Lists::new(options, with_values(), limits)?;
        let by_value = with_values().map(|(option, value)| (value, option));
        let options_of_value = Lists::new(values.len(), by_value, limits)?;
        let item_of_value: Vec<u32> = values.iter().map(|&(item, _)| item).collect();

        let mut tables = Self {
            primaries,
            options_of_item,
            primaries_of_option,
            plain_items_of_option,
            values_of_option,
            options_of_value,
            item_of_value,
            supports_of_option: Lists::default(),
            value_of_support: Vec::new(),
            options_of_support: Vec::new(),
        };
        tables.add_supports(problem, &values, limits)?;
        Ok(tables)
    }

    /// Finds the colored items that each primary item binds, and numbers the supports of their values.
    fn add_supports(
        &mut self,
        problem: &Problem,
        values: &[(u32, u32)],
        limits: &mut Limits<'_>,
    ) -> Result<(), Stopped> {
        let mut supports: Vec<(u32, u32)> = Vec::new();
        // By item: the number of options of the current primary item that use it with a color.
        let mut times = vec![0_u32; self.options_of_item.len()];
        for primary in 0..self.primaries {
            let options = self.options_of_item.get(primary);
            let Some(&first) = options.first() else { continue };
            if problem.bounds(ItemId(primary)).low == 0 {
                continue;
            }
            limits.step(options.len() as u64)?;
            for &option in options {
                for &value in self.values_of_option.get(option) {
                    times[wide(self.item_of_value[wide(value)])] += 1;
                }
            }
            for &value in self.values_of_option.get(first) {
                let item = self.item_of_value[wide(value)];
                // A primary item needs no support of its own values.
                if wide(times[wide(item)]) == options.len() && item != primary {
                    let start = values.partition_point(|&(other, _)| other < item);
                    let end = values.partition_point(|&(other, _)| other <= item);
                    let base = narrow(self.value_of_support.len());
                    self.value_of_support.extend((start..end).map(narrow));
                    for &option in options {
                        let mut own = self.values_of_option.get(option).iter();
                        let own = own.find(|&&value| self.item_of_value[wide(value)] == item);
                        let own = own.expect("each option of the item uses the colored item");
                        supports.push((option, base + own - narrow(start)));
                    }
                }
            }
            for &option in options {
                for &value in self.values_of_option.get(option) {
                    times[wide(self.item_of_value[wide(value)])] = 0;
                }
            }
        }
        self.options_of_support = vec![0; self.value_of_support.len()];
        for &(_, support) in &supports {
            self.options_of_support[wide(support)] += 1;
        }
        self.supports_of_option = Lists::new(self.values_of_option.len(), supports.iter().copied(), limits)?;
        Ok(())
    }
}
