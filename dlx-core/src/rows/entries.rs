//! The uses of a problem's options in the form in which conflicts are computed from them.

use crate::ids::{Color, narrow, wide};
use crate::problem::Problem;

/// The pair of a use without a color.
pub(super) const NO_PAIR: u32 = u32::MAX;

/// One use. Two options are in conflict over an item unless both have the same pair there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) item: u32,
    /// The number of the item and its color together, or [`NO_PAIR`].
    pub(super) pair: u32,
}

/// The uses of all options.
#[derive(Debug)]
pub(super) struct Entries {
    entries: Vec<Entry>,
    /// Option `o` has the entries `starts[o]..starts[o + 1]`.
    starts: Vec<u32>,
    /// Items below this number must be covered.
    pub(super) primaries: usize,
    pub(super) items: usize,
    /// The items of the pairs.
    pairs: Vec<u32>,
}

impl Entries {
    pub(super) fn of(problem: &Problem) -> Self {
        let colored = problem.options().flat_map(|option| problem.uses(option));
        let mut pairs: Vec<(u32, u32)> = colored
            .filter(|used| used.color != Color::NONE)
            .map(|used| (used.item.0, used.color.0))
            .collect();
        pairs.sort_unstable();
        pairs.dedup();
        let mut starts = Vec::with_capacity(problem.option_count() + 1);
        let mut entries = Vec::with_capacity(problem.use_count());
        starts.push(0);
        for option in problem.options() {
            for used in problem.uses(option) {
                let pair = pairs.binary_search(&(used.item.0, used.color.0));
                entries.push(Entry { item: used.item.0, pair: pair.map_or(NO_PAIR, narrow) });
            }
            starts.push(narrow(entries.len()));
        }
        Self {
            entries,
            starts,
            primaries: problem.primary_count(),
            items: problem.item_count(),
            pairs: pairs.iter().map(|&(item, _)| item).collect(),
        }
    }

    #[inline(always)]
    pub(super) fn of_option(&self, option: u32) -> &[Entry] {
        &self.entries[wide(self.starts[wide(option)])..wide(self.starts[wide(option) + 1])]
    }

    /// By pair: its item.
    pub(super) fn items_of_pairs(&self) -> impl Iterator<Item = u32> {
        self.pairs.iter().copied()
    }

    pub(super) fn pair_count(&self) -> usize {
        self.pairs.len()
    }

    /// The mean number of uses of an option.
    pub(super) fn mean(&self) -> usize {
        self.entries.len().div_ceil((self.starts.len() - 1).max(1))
    }
}
