//! Given and forbidden options, settled before a search is prepared: the options in conflict with a given
//! one never reach an engine.

use thiserror::Error;

use crate::ids::{Color, ItemId, OptionId};
use crate::problem::{ItemKind, Problem, Use};

/// Options that must be in every solution, and options that must not be in any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Givens<'a> {
    forced: &'a [OptionId],
    forbidden: &'a [OptionId],
}

impl<'a> Givens<'a> {
    /// Nothing given, nothing forbidden.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// These options are in every solution. Naming one twice is the same as naming it once.
    #[must_use]
    pub fn force(mut self, options: &'a [OptionId]) -> Self {
        self.forced = options;
        self
    }

    /// These options are in no solution.
    #[must_use]
    pub fn forbid(mut self, options: &'a [OptionId]) -> Self {
        self.forbidden = options;
        self
    }
}

/// Why options cannot be given together.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GivenError {
    /// The problem has no such option.
    #[error("unknown option {option}: the problem has {count} options, numbered from 0")]
    Unknown {
        /// The option.
        option: OptionId,
        /// How many options there are.
        count: usize,
    },
    /// Two given options cover one item that they may not share.
    #[error("given options {first} and {second} are in conflict over item `{name}`")]
    Conflict {
        /// The option given first.
        first: OptionId,
        /// The option given second.
        second: OptionId,
        /// The item they fight over.
        item: ItemId,
        /// Its name.
        name: String,
    },
    /// An option is both given and forbidden.
    #[error("option {option} is both given and forbidden")]
    Forbidden {
        /// The option.
        option: OptionId,
    },
}

/// What givens leave of a problem: the state of each item, and which options are out.
///
/// Kept by an engine from one restart to the next, so that restarting does not allocate.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settled {
    /// The given options in the order given, each once.
    pub(crate) given: Vec<OptionId>,
    /// By item: the given option that settled it and the color it has there.
    owners: Vec<Option<(OptionId, Color)>>,
    /// By option: neither given nor forbidden.
    open: Vec<bool>,
    /// What has been changed in `owners` and `open` since they were clean.
    settled_items: Vec<ItemId>,
    closed_options: Vec<OptionId>,
}

impl Settled {
    /// Settles these givens; after an error nothing is given.
    pub(crate) fn settle(&mut self, problem: &Problem, givens: Givens<'_>) -> Result<(), GivenError> {
        self.clear();
        self.owners.resize(problem.item_count(), None);
        self.open.resize(problem.option_count(), true);
        let result = self.forbid(problem, givens.forbidden).and_then(|()| self.force(problem, givens.forced));
        if result.is_err() {
            self.clear();
        }
        result
    }

    fn forbid(&mut self, problem: &Problem, options: &[OptionId]) -> Result<(), GivenError> {
        for &option in options {
            is_known(problem, option)?;
            self.close(option);
        }
        Ok(())
    }

    fn force(&mut self, problem: &Problem, options: &[OptionId]) -> Result<(), GivenError> {
        let forbidden = self.closed_options.len();
        for &option in options {
            is_known(problem, option)?;
            if !self.open[option.index()] {
                if self.closed_options[..forbidden].contains(&option) {
                    return Err(GivenError::Forbidden { option });
                }
                continue;
            }
            for used in problem.uses(option) {
                match self.owners[used.item.index()] {
                    None => {
                        self.owners[used.item.index()] = Some((option, used.color));
                        self.settled_items.push(used.item);
                    }
                    Some((_, color)) if color == used.color && color != Color::NONE => {}
                    Some((first, _)) => {
                        let name = problem.name(used.item).to_owned();
                        return Err(GivenError::Conflict { first, second: option, item: used.item, name });
                    }
                }
            }
            self.close(option);
            self.given.push(option);
        }
        Ok(())
    }

    fn close(&mut self, option: OptionId) {
        self.open[option.index()] = false;
        self.closed_options.push(option);
    }

    fn clear(&mut self) {
        for item in self.settled_items.drain(..) {
            self.owners[item.index()] = None;
        }
        for option in self.closed_options.drain(..) {
            self.open[option.index()] = true;
        }
        self.given.clear();
    }

    /// Whether a search may choose this option.
    #[inline]
    pub(crate) fn is_live(&self, problem: &Problem, option: OptionId) -> bool {
        let uses = problem.uses(option);
        self.open[option.index()]
            && uses.iter().all(|used| match self.owners[used.item.index()] {
                None => true,
                Some((_, color)) => color == used.color && color != Color::NONE,
            })
            && uses.iter().any(|used| problem.kind(used.item) == ItemKind::Primary)
    }

    /// Whether a given option has already covered or colored this item.
    #[inline]
    pub(crate) fn is_settled(&self, item: ItemId) -> bool {
        self.owners[item.index()].is_some()
    }

    /// The uses of a live option that are still in question: without those in the color that a given option
    /// has settled.
    #[inline]
    pub(crate) fn open_uses<'p>(
        &self,
        problem: &'p Problem,
        option: OptionId,
    ) -> impl Iterator<Item = &'p Use> {
        problem.uses(option).iter().filter(|used| !self.is_settled(used.item))
    }
}

fn is_known(problem: &Problem, option: OptionId) -> Result<(), GivenError> {
    if option.index() < problem.option_count() {
        Ok(())
    } else {
        Err(GivenError::Unknown { option, count: problem.option_count() })
    }
}
