//! Given and forbidden options. They are resolved before a search is prepared: options that conflict with a
//! given one never reach an engine.

use thiserror::Error;

use crate::problem::ids::{Color, ItemId, OptionId};
use crate::problem::size::Size;
use crate::problem::{Bounds, Problem, Use};

/// Options that must be in every solution, and options that must not be in any.
///
/// ```
/// use dlx_core::{Givens, Limits, OptionId, Problem, Search};
///
/// let problem =
///     Problem::builder().primary(["a", "b"]).option(["a"]).option(["b"]).option(["a", "b"]).build()?;
/// let mut search = Search::new(&problem);
/// search.restart(Givens::none().forbid(&[OptionId::new(2)]))?;
/// assert_eq!(search.count(&mut Limits::none()).exact()?, 1);
/// // Options 0 and 2 both cover a, so they cannot be given together.
/// assert!(search.restart(Givens::none().force(&[OptionId::new(0), OptionId::new(2)])).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Givens<'a> {
    forced: &'a [OptionId],
    forbidden: &'a [OptionId],
}

impl<'a> Givens<'a> {
    /// Returns givens without any option.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// Sets the options that are in every solution. Listing one twice is the same as listing it once.
    #[must_use]
    pub fn force(mut self, options: &'a [OptionId]) -> Self {
        self.forced = options;
        self
    }

    /// Sets the options that are in no solution.
    #[must_use]
    pub fn forbid(mut self, options: &'a [OptionId]) -> Self {
        self.forbidden = options;
        self
    }

    /// Returns why no solution can satisfy these givens, if they contradict one another. What has no position in a
    /// tree, such as a [count](crate::Query::count) or a [diagram](crate::Diagram), then has no cover; a search refuses
    /// them.
    ///
    /// ```
    /// use dlx_core::{Givens, OptionId, Problem};
    ///
    /// let problem = Problem::builder().primary(["a"]).option(["a"]).option(["a"]).build()?;
    /// let why = Givens::none().force(&[OptionId::new(0), OptionId::new(1)]).contradiction(&problem)?;
    /// let why = why.expect("both cover a").to_string();
    /// assert_eq!(why, "given options 0 and 1 are in conflict over item `a`");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Options that the problem does not have.
    #[doc(hidden)]
    pub fn contradiction(self, problem: &Problem) -> Result<Option<GivenError>, GivenError> {
        match Settled::default().resolve(problem, self) {
            Ok(()) => Ok(None),
            Err(error) if error.is_contradiction() => Ok(Some(error)),
            Err(error) => Err(error),
        }
    }

    /// Returns the options that are in every solution.
    pub(crate) fn forced(&self) -> &'a [OptionId] {
        self.forced
    }

    /// Returns the options that are in no solution.
    pub(crate) fn forbidden(&self) -> &'a [OptionId] {
        self.forbidden
    }
}

/// The reason why options cannot be given together.
/// The message says what is wrong; the variants carry no promise of stability.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GivenError {
    /// The problem has no such option.
    #[error("unknown option {option}: the problem has {count} options, numbered from 0")]
    #[doc(hidden)]
    Unknown {
        /// The option.
        option: OptionId,
        /// The number of options of the problem.
        count: usize,
    },
    /// Two given options cover an item that only one may cover.
    #[error("given options {first} and {second} are in conflict over item `{name}`")]
    #[doc(hidden)]
    Conflict {
        /// The option given first.
        first: OptionId,
        /// The option given second.
        second: OptionId,
        /// The item that both cover.
        item: ItemId,
        /// Its name.
        name: String,
    },
    /// More given options cover an item than its bounds allow.
    #[error("given option {option} covers item `{name}` more often than the {high} times allowed")]
    #[doc(hidden)]
    Exceeded {
        /// The first option too many.
        option: OptionId,
        /// The item.
        item: ItemId,
        /// Its name.
        name: String,
        /// The upper bound of the item.
        high: u32,
    },
    /// Options cannot be given or forbidden on a part of a split search.
    #[error("options are given or forbidden on a whole search, this is a part of a split one")]
    #[doc(hidden)]
    Part,
    /// An option is both given and forbidden.
    #[error("option {option} is both given and forbidden")]
    #[doc(hidden)]
    Forbidden {
        /// The option.
        option: OptionId,
    },
}

impl GivenError {
    /// Returns true if the givens contradict one another, so that no cover satisfies them. Other errors are questions
    /// that have no answer.
    #[must_use]
    pub fn is_contradiction(&self) -> bool {
        match self {
            Self::Conflict { .. } | Self::Exceeded { .. } | Self::Forbidden { .. } => true,
            Self::Unknown { .. } | Self::Part => false,
        }
    }
}

/// The part of a problem that is left by givens: the state of each item, and the options that are excluded.
///
/// The tables are kept from one restart to the next, so that restarting does not allocate. Every change is
/// recorded on a trail and can be undone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settled {
    /// The given options in the order given, each once.
    pub(crate) given: Vec<OptionId>,
    /// By item: the color that a given option fixed for it, 0 for none, or [`FREE`]. A primary item is fixed
    /// when it may not be covered again.
    states: Vec<u32>,
    /// By item that is not free: the given option that fixed it. Empty until something is given.
    owners: Vec<OptionId>,
    /// By primary item, if the problem has bounds: how often the given options cover it.
    times: Vec<u32>,
    standings: Vec<Standing>,
    trail: Vec<SettledChange>,
}

/// The status of an option, apart from conflicts with given ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// It may be chosen.
    Open,
    /// It has no primary item and can only be given.
    Idle,
    Given,
    Forbidden,
}

/// A change to be undone.
#[derive(Clone, Copy, Debug)]
enum SettledChange {
    /// The item, free before, was fixed.
    Settled(ItemId),
    /// The item was covered this many times more.
    Covered(ItemId, u32),
    /// The option had this status before.
    Stood(OptionId, Standing),
}

/// The state of an item that may still be covered. No color has this number: there are fewer colors.
const FREE: u32 = u32::MAX;

impl Settled {
    /// Resolves these givens in place of all earlier ones. After an error nothing is given.
    pub(crate) fn resolve(&mut self, problem: &Problem, givens: Givens<'_>) -> Result<(), GivenError> {
        self.prepare(problem);
        let result = self.resolve_all(problem, givens);
        if result.is_err() {
            self.undo_to(0);
        }
        result
    }

    /// Like [`resolve`](Self::resolve), but returns false if the givens contradict one another.
    pub(crate) fn resolve_if_consistent(
        &mut self,
        problem: &Problem,
        givens: Givens<'_>,
    ) -> Result<bool, GivenError> {
        match self.resolve(problem, givens) {
            Err(error) if error.is_contradiction() => Ok(false),
            resolved => resolved.map(|()| true),
        }
    }

    fn resolve_all(&mut self, problem: &Problem, givens: Givens<'_>) -> Result<(), GivenError> {
        for &option in givens.forbidden {
            self.forbid(problem, option)?;
        }
        for &option in givens.forced {
            self.force(problem, option)?;
        }
        Ok(())
    }

    /// Resizes the tables for the problem, with nothing given.
    fn prepare(&mut self, problem: &Problem) {
        if !self.states.is_empty() || problem.item_count() == 0 {
            self.undo_to(0);
            return;
        }
        let standing = |option| if problem.has_primary(option) { Standing::Open } else { Standing::Idle };
        self.standings.extend(problem.options().map(standing));
        // An item that may not be covered at all is fixed from the beginning.
        let state = |item| if problem.bounds(item).high == 0 { 0 } else { FREE };
        self.states.extend(problem.items().map(state));
        if problem.is_bounded() {
            self.times.resize(problem.primary_count(), 0);
        }
    }

    /// Forbids an option. Returns true if it could have been chosen before.
    pub(crate) fn forbid(&mut self, problem: &Problem, option: OptionId) -> Result<bool, GivenError> {
        is_known(problem, option)?;
        if self.standings[option.index()] == Standing::Given {
            return Err(GivenError::Forbidden { option });
        }
        let was_live = self.is_live(problem, option);
        self.set_standing(option, Standing::Forbidden);
        Ok(was_live)
    }

    /// Gives an option. Returns true if it was not given before. After an error nothing has changed.
    pub(crate) fn force(&mut self, problem: &Problem, option: OptionId) -> Result<bool, GivenError> {
        is_known(problem, option)?;
        match self.standings[option.index()] {
            Standing::Forbidden => return Err(GivenError::Forbidden { option }),
            Standing::Given => return Ok(false),
            Standing::Open | Standing::Idle => {}
        }
        if let Some(used) = problem.uses(option).iter().find(|used| !self.is_open(used)) {
            return Err(self.conflict(problem, option, used.item));
        }
        if let Some(item) = self.overfilled(problem, option) {
            return Err(self.conflict(problem, option, item));
        }
        for (used, weight) in problem.weighted_uses(option) {
            self.cover(problem, option, used, weight);
        }
        self.set_standing(option, Standing::Given);
        self.given.push(option);
        Ok(true)
    }

    fn cover(&mut self, problem: &Problem, option: OptionId, used: &Use, weight: u32) {
        let item = used.item;
        if let Some(times) = self.times.get_mut(item.index()) {
            *times += weight;
            self.trail.push(SettledChange::Covered(item, weight));
            if *times < problem.bounds(item).high {
                return;
            }
        }
        if self.states[item.index()] == FREE {
            self.states[item.index()] = used.color.0;
            if self.owners.is_empty() {
                self.owners.resize(self.states.len(), OptionId(0));
            }
            self.owners[item.index()] = option;
            self.trail.push(SettledChange::Settled(item));
        }
    }

    fn conflict(&self, problem: &Problem, option: OptionId, item: ItemId) -> GivenError {
        let name = problem.name(item).to_owned();
        let Bounds { high, .. } = problem.bounds(item);
        if high == 1 && self.is_settled(item) {
            GivenError::Conflict { first: self.owners[item.index()], second: option, item, name }
        } else {
            GivenError::Exceeded { option, item, name, high }
        }
    }

    fn set_standing(&mut self, option: OptionId, standing: Standing) {
        let before = std::mem::replace(&mut self.standings[option.index()], standing);
        self.trail.push(SettledChange::Stood(option, before));
    }

    /// Returns the forbidden options in ascending order.
    pub(crate) fn forbidden(&self) -> impl Iterator<Item = OptionId> {
        let standings = self.standings.iter().enumerate();
        let forbidden = standings.filter(|&(_, &standing)| standing == Standing::Forbidden);
        forbidden.map(|(option, _)| OptionId::new(option))
    }

    /// Returns the uses by which an option that was given after this [`mark`](Self::mark) has covered items, each with
    /// its weight.
    pub(crate) fn covered_since(&self, problem: &Problem, mark: usize, option: OptionId) -> Vec<(Use, u32)> {
        // The changes are in the order of the uses.
        let mut changes = self.trail[mark..].iter().peekable();
        let mut is_covered = |used: &&Use| {
            let is_of = |change: &&SettledChange| matches!(**change, SettledChange::Settled(item) | SettledChange::Covered(item, _) if item == used.item);
            std::iter::from_fn(|| changes.next_if(is_of)).count() > 0
        };
        let covered = problem.weighted_uses(option).filter(|(used, _)| is_covered(used));
        covered.map(|(used, weight)| (*used, weight)).collect()
    }

    /// Returns the number of changes, to which [`undo_to`](Self::undo_to) can return.
    pub(crate) fn mark(&self) -> usize {
        self.trail.len()
    }

    pub(crate) fn undo_to(&mut self, mark: usize) {
        for change in self.trail.drain(mark..).rev() {
            match change {
                SettledChange::Settled(item) => self.states[item.index()] = FREE,
                SettledChange::Covered(item, weight) => self.times[item.index()] -= weight,
                SettledChange::Stood(option, before) => {
                    let standing = std::mem::replace(&mut self.standings[option.index()], before);
                    if standing == Standing::Given {
                        self.given.pop();
                    }
                }
            }
        }
    }

    /// Returns how often a primary item must still be covered, and may still be.
    pub(crate) fn bounds_left(&self, problem: &Problem, item: ItemId) -> Bounds {
        let Bounds { low, high } = problem.bounds(item);
        let times = self.times.get(item.index()).copied().unwrap_or(0);
        Bounds { low: low.saturating_sub(times), high: high - times }
    }

    /// Returns true if an option may still use this item in this color.
    fn is_open(&self, used: &Use) -> bool {
        let state = self.states[used.item.index()];
        state == FREE || state == used.color.0 && used.color != Color::NONE
    }

    /// Returns true if a search may choose this option.
    #[inline]
    pub(crate) fn is_live(&self, problem: &Problem, option: OptionId) -> bool {
        self.standings[option.index()] == Standing::Open && self.allows(problem, option)
    }

    /// Returns true if an option is in conflict with none of the given ones.
    #[inline]
    pub(crate) fn allows(&self, problem: &Problem, option: OptionId) -> bool {
        problem.uses(option).iter().all(|used| self.is_open(used))
            && (!problem.is_weighted() || self.overfilled(problem, option).is_none())
    }

    /// Returns an item that an option, which uses items that are open, would cover too often with its weight.
    fn overfilled(&self, problem: &Problem, option: OptionId) -> Option<ItemId> {
        if !problem.is_weighted() {
            return None;
        }
        let is_over = |item: ItemId, weight| {
            item.index() < self.times.len() && weight > self.bounds_left(problem, item).high
        };
        problem
            .weighted_uses(option)
            .find(|&(used, weight)| is_over(used.item, weight))
            .map(|(used, _)| used.item)
    }

    /// Returns true if an option is given.
    pub(crate) fn is_given(&self, option: OptionId) -> bool {
        self.standings[option.index()] == Standing::Given
    }

    /// Returns the size of what is left of the problem, without the tables of an engine.
    pub(crate) fn size(&self, problem: &Problem) -> Size {
        let live = || problem.options().filter(|&option| self.is_live(problem, option));
        let uses = live().chain(self.given.iter().copied()).map(|option| problem.uses(option).len());
        Size {
            given_options: self.given.len() as u64,
            live_options: live().count() as u64,
            matrix_nodes: (problem.item_count() + 1 + uses.sum::<usize>()) as u64,
            ..Size::default()
        }
    }

    /// Returns true if given options have fixed the color of this item, or covered it as often as it may be.
    #[inline]
    pub(crate) fn is_settled(&self, item: ItemId) -> bool {
        self.states[item.index()] != FREE
    }

    /// Returns the uses of a live option that are not decided yet: those in a color fixed by a given option
    /// are left out.
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
