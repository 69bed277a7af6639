//! The options of each item: the table of uses, transposed.

use super::Problem;
use crate::problem::ids::{ItemId, OptionId, narrow, wide};

/// By item, the options that use it, in ascending order. Built on demand, in time linear in the uses.
#[derive(Clone, Debug)]
pub(crate) struct Holders {
    options: Vec<OptionId>,
    /// Item `i` has the options `starts[i]..starts[i + 1]`.
    starts: Vec<u32>,
}

impl Holders {
    /// Calls `ask` with the number of uses that are next, and stops at its first error.
    ///
    /// # Errors
    /// That of `ask`.
    pub(crate) fn of<E>(problem: &Problem, mut ask: impl FnMut(usize) -> Result<(), E>) -> Result<Self, E> {
        let mut starts = vec![0u32; problem.item_count() + 1];
        for option in problem.options() {
            ask(problem.uses(option).len())?;
            for used in problem.uses(option) {
                starts[used.item.index() + 1] += 1;
            }
        }
        for item in 1..starts.len() {
            starts[item] += starts[item - 1];
        }
        let mut ends = starts.clone();
        let mut options = vec![OptionId(0); problem.use_count()];
        for option in problem.options() {
            ask(problem.uses(option).len())?;
            for used in problem.uses(option) {
                let end = &mut ends[used.item.index()];
                options[wide(*end)] = option;
                *end += 1;
            }
        }
        debug_assert_eq!(ends.last().copied(), Some(narrow(problem.use_count())).or(Some(0)));
        Ok(Self { options, starts })
    }

    pub(crate) fn of_item(&self, item: ItemId) -> &[OptionId] {
        &self.options[wide(self.starts[item.index()])..wide(self.starts[item.index() + 1])]
    }
}
