//! Given and forbidden options, settled before a search is prepared: the options in conflict with a given
//! one never reach an engine.

use thiserror::Error;

use crate::ids::{Color, ItemId, OptionId};
use crate::problem::{Problem, Use};

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
    /// By item: the color that a given option has settled it to, 0 for none, or [`FREE`].
    states: Vec<u32>,
    /// By item, where it is not free: the given option that settled it.
    owners: Vec<OptionId>,
    standings: Vec<Standing>,
    /// What has been changed in `states` and `standings` since they were clean, options with what they were.
    settled_items: Vec<ItemId>,
    out: Vec<(OptionId, Standing)>,
}

/// How an option stands, conflicts with given ones aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// It may be chosen.
    Open,
    /// It has no primary item, and may only be given.
    Idle,
    /// It is given or forbidden.
    Out,
}

/// The state of an item that no given option uses. No color has this number: there are fewer.
const FREE: u32 = u32::MAX;

impl Settled {
    /// Settles these givens; after an error nothing is given.
    pub(crate) fn settle(&mut self, problem: &Problem, givens: Givens<'_>) -> Result<(), GivenError> {
        self.clear();
        if self.standings.is_empty() {
            let standing = |option| if problem.has_primary(option) { Standing::Open } else { Standing::Idle };
            self.standings.extend(problem.options().map(standing));
        }
        self.states.resize(problem.item_count(), FREE);
        self.owners.resize(problem.item_count(), OptionId(0));
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
        let forbidden = self.out.len();
        for &option in options {
            is_known(problem, option)?;
            if self.standings[option.index()] == Standing::Out {
                if self.out[..forbidden].iter().any(|&(out, _)| out == option) {
                    return Err(GivenError::Forbidden { option });
                }
                continue;
            }
            for used in problem.uses(option) {
                let state = self.states[used.item.index()];
                if state == FREE {
                    self.states[used.item.index()] = used.color.0;
                    self.owners[used.item.index()] = option;
                    self.settled_items.push(used.item);
                } else if used.color == Color::NONE || state != used.color.0 {
                    let first = self.owners[used.item.index()];
                    let name = problem.name(used.item).to_owned();
                    return Err(GivenError::Conflict { first, second: option, item: used.item, name });
                }
            }
            self.close(option);
            self.given.push(option);
        }
        Ok(())
    }

    fn close(&mut self, option: OptionId) {
        let standing = &mut self.standings[option.index()];
        self.out.push((option, std::mem::replace(standing, Standing::Out)));
    }

    fn clear(&mut self) {
        for item in self.settled_items.drain(..) {
            self.states[item.index()] = FREE;
        }
        // Backward, as an option that was named twice is here twice, the second time as it was then.
        for (option, standing) in self.out.drain(..).rev() {
            self.standings[option.index()] = standing;
        }
        self.given.clear();
    }

    /// Whether a search may choose this option.
    #[inline]
    pub(crate) fn is_live(&self, problem: &Problem, option: OptionId) -> bool {
        let is_open = |used: &Use| {
            let state = self.states[used.item.index()];
            state == FREE || state == used.color.0 && used.color != Color::NONE
        };
        self.standings[option.index()] == Standing::Open && problem.uses(option).iter().all(is_open)
    }

    /// Whether a given option has already covered or colored this item.
    #[inline]
    pub(crate) fn is_settled(&self, item: ItemId) -> bool {
        self.states[item.index()] != FREE
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
