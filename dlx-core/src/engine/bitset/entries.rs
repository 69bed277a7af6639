//! The uses of a problem's options in the form from which conflicts are computed.

use hashbrown::HashMap;

use crate::control::limits::{Limits, Stopped};
use crate::problem::ids::{Color, narrow, wide};
use crate::problem::{Problem, Use};

/// The pair of a use without a color.
pub(super) const NO_PAIR: u32 = u32::MAX;

/// One use. Two options that share an item conflict unless both have the same pair there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) item: u32,
    /// The number of the item together with its color, or [`NO_PAIR`].
    pub(super) pair: u32,
}

/// The uses of all options.
#[derive(Debug)]
pub(super) struct Entries {
    entries: Vec<Entry>,
    /// Option `o` has the entries `starts[o]..starts[o + 1]`.
    starts: Vec<u32>,
    /// Items below this number are primary.
    pub(super) primaries: usize,
    pub(super) items: usize,
    /// Number of pairs.
    pub(super) pairs: usize,
}

impl Entries {
    /// # Errors
    /// The limit that was reached.
    pub(super) fn of(problem: &Problem, limits: &mut Limits<'_>) -> Result<Self, Stopped> {
        let mut numbers: HashMap<(u32, u32), u32> = HashMap::new();
        let mut starts = Vec::with_capacity(problem.option_count() + 1);
        let mut entries = Vec::with_capacity(problem.use_count());
        starts.push(0);
        for option in problem.options() {
            limits.setup(problem.uses(option).len())?;
            for &Use { item, color } in problem.uses(option) {
                let pair = if color == Color::NONE {
                    NO_PAIR
                } else {
                    let number = narrow(numbers.len());
                    *numbers.entry((item.0, color.0)).or_insert(number)
                };
                entries.push(Entry { item: item.0, pair });
            }
            starts.push(narrow(entries.len()));
        }
        Ok(Self {
            entries,
            starts,
            primaries: problem.primary_count(),
            items: problem.item_count(),
            pairs: numbers.len(),
        })
    }

    #[inline(always)]
    pub(super) fn of_option(&self, option: u32) -> &[Entry] {
        &self.entries[wide(self.starts[wide(option)])..wide(self.starts[wide(option) + 1])]
    }

    /// Returns the mean number of uses of an option, rounded up.
    pub(super) fn mean(&self) -> usize {
        self.entries.len().div_ceil((self.starts.len() - 1).max(1))
    }
}
