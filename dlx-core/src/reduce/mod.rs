//! Reduction before search: a smaller problem with the same covers, and the mapping back.
//!
//! Every rule preserves the covers: those of the reduced problem, with the forced options added, are those of
//! the original, one to one, at the same cost. Therefore any answer about the reduced problem is one about
//! the original. The state of a reduction is in `table`, the rules are in `rules` and `blocking`, the
//! estimate of what they may cost is in `dives`.
//!
//! The rules are those of Knuth's DLX-PRE (forcing and blocking), and some that cost very little. Options
//! that use the same items are all kept, as each is in covers of its own; [`Twins`] merges them where only
//! the number of covers matters. [`components`] splits a problem into independent parts.

mod blocking;
mod components;
mod dives;
mod part;
mod reason;
mod rules;
mod slack;
mod table;
mod twins;

use blocking::{Blocking, Passes};
pub use components::{Component, components};
pub use reason::{Dropped, ItemReason, Reason, Removal};
use rules::Rules;
pub(crate) use slack::without_slack;
use table::{Forced, ReductionTable};
pub use twins::Twins;

use crate::control::limits::{Limits, Stopped};
use crate::parallel::pool::Pool;
use crate::problem::Problem;
use crate::problem::givens::Settled;
use crate::problem::ids::{ItemId, OptionId};

/// A smaller problem with the same covers, and the mapping back to the original.
///
/// ```
/// use dlx_core::inner::{Effort, Reduction};
/// use dlx_core::{Limits, OptionId, Problem, Search};
///
/// // Item a has only one option, which covers b as well. That leaves two options for c.
/// let problem = Problem::builder()
///     .primary(["a", "b", "c"])
///     .option(["b", "c"])
///     .option(["a", "b"])
///     .option(["c"])
///     .option(["c"])
///     .build()?;
/// let reduction = Reduction::of(&problem, Effort::Full, &mut Limits::none());
/// assert_eq!(reduction.forced().collect::<Vec<_>>(), [OptionId::new(1)]);
/// let why = reduction.removed().next().expect("option 0 is removed").to_string();
/// assert_eq!(why, "option 0 `b c`: in conflict over item `b` with option 1, without which item `a` has too few");
///
/// let cover = Search::new(reduction.problem()).first(&mut Limits::none())?.expect("there is one");
/// assert_eq!(reduction.restore(&cover), [OptionId::new(1), OptionId::new(2)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reduction {
    original: Problem,
    problem: Problem,
    /// By option of the reduced problem: its number in the original.
    options: Vec<OptionId>,
    forced: Vec<Forced>,
    removed: Vec<(OptionId, Reason)>,
    dropped: Vec<(ItemId, ItemReason)>,
    hopeless: Option<ItemId>,
    stopped: Option<Stopped>,
    is_complete: bool,
}

/// The effort of a reduction. The covers are the same for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Effort {
    /// Only the cheap rules.
    Cheap,
    /// Trying each option as well, as long as this costs a small part of the estimated work of the search.
    #[default]
    Guessed,
    /// All rules, until none of them finds anything.
    Full,
}

/// The part of the estimated work of a search that may go into reducing the problem.
const PART_OF_TREE: u64 = 32;

/// Greatest work of the probes, for each use of the problem.
const DIVES_PER_USE: u64 = 64;

impl Reduction {
    /// Reduces a problem within these limits. An option that is tried counts as a node; the cheap rules count none,
    /// but ask the question. A reduction that was stopped is as correct as any, only larger; where building a large
    /// reduced problem is stopped as well, it is the original.
    ///
    /// # Complexity
    /// The cheap rules examine an item again whenever its list became shorter, which takes time linear in the
    /// uses if few do. Trying each option once takes the sum over all items of the square of their number of
    /// options, times the length of an option; it is repeated until nothing is removed.
    #[must_use]
    pub fn of(problem: &Problem, effort: Effort, limits: &mut Limits<'_>) -> Self {
        let mut reducer = match Reducer::new(problem, limits) {
            Ok(reducer) => reducer,
            Err(why) => return Self::unchanged(problem, why),
        };
        let most_work = reducer.propagate(limits).and_then(|()| match effort {
            Effort::Cheap => Ok(0),
            Effort::Full => Ok(u64::MAX),
            Effort::Guessed => {
                let most = DIVES_PER_USE.saturating_mul(problem.use_count() as u64);
                reducer.guess(most, limits).map(|guess| guess / PART_OF_TREE)
            }
        });
        let stopped = match most_work {
            Ok(0) => None,
            Ok(most_work) => reducer.block(most_work, None, limits).err(),
            Err(why) => Some(why),
        };
        match reducer.finish(limits) {
            Ok(reduction) => Self { stopped, ..reduction },
            Err(why) => Self::unchanged(problem, stopped.unwrap_or(why)),
        }
    }

    /// Returns the reduction that changes nothing.
    fn unchanged(problem: &Problem, why: Stopped) -> Self {
        Self {
            original: problem.clone(),
            problem: problem.clone(),
            options: problem.options().collect(),
            forced: Vec::new(),
            removed: Vec::new(),
            dropped: Vec::new(),
            hopeless: None,
            stopped: Some(why),
            is_complete: false,
        }
    }

    /// Returns the reduced problem. Items keep their names, options their costs; bounds are reduced by what
    /// the forced options cover. If the original has no cover, this is a problem with one item that no option
    /// uses.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns the options that are in every cover, numbered as in the original, in the order found. The
    /// least cost of the original is that of the reduced problem plus the costs of these.
    pub fn forced(&self) -> impl ExactSizeIterator<Item = OptionId> + '_ {
        self.forced.iter().map(|forced| forced.option)
    }

    /// Returns each forced option with the item that requires it: one without more options than it needs.
    pub fn forced_for(&self) -> impl ExactSizeIterator<Item = (OptionId, ItemId)> + '_ {
        self.forced.iter().map(|forced| (forced.option, forced.item))
    }

    /// Returns the number in the original of an option of the reduced problem.
    ///
    /// # Panics
    /// If the reduced problem has no such option.
    #[must_use]
    pub fn original(&self, option: OptionId) -> OptionId {
        self.options[option.index()]
    }

    /// Returns the cover of the original for a cover of the reduced problem: the forced options and those of
    /// the cover, numbered as in the original, in ascending order.
    ///
    /// # Panics
    /// If the reduced problem has no such options.
    #[must_use]
    pub fn restore(&self, cover: &[OptionId]) -> Vec<OptionId> {
        let own = cover.iter().map(|&option| self.original(option));
        let mut restored: Vec<OptionId> = self.forced().chain(own).collect();
        restored.sort_unstable();
        restored
    }

    /// Returns the removed options in the order removed, each with its reason.
    pub fn removed(&self) -> impl ExactSizeIterator<Item = Removal<'_>> {
        self.removed.iter().map(|&(option, reason)| Removal { problem: &self.original, option, reason })
    }

    /// Returns the items that were dropped because they restrict nothing, in the order dropped, each with its
    /// reason.
    pub fn dropped(&self) -> impl ExactSizeIterator<Item = Dropped<'_>> {
        self.dropped.iter().map(|&(item, reason)| Dropped { problem: &self.original, item, reason })
    }

    /// Returns an item of the original that cannot be covered as often as required, if one was found: there
    /// is no cover, and the reduction ended there.
    #[must_use]
    pub fn unsolvable(&self) -> Option<ItemId> {
        self.hopeless
    }

    /// Returns the reason why the reduction stopped, if the limits ended it.
    #[must_use]
    pub fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }

    /// Returns true if no rule would find anything more, or the problem was found to have no cover.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Returns true if the reduced problem is the original.
    #[must_use]
    pub fn is_unchanged(&self) -> bool {
        self.problem == self.original
    }
}

/// A reduction in progress, so that a caller can look at the result before investing more.
#[derive(Debug)]
pub(crate) struct Reducer<'p> {
    table: ReductionTable<'p>,
    rules: Rules,
    blocking: Option<Blocking>,
    /// Number of options that the threads of a pool try before the results are applied.
    pub(crate) tried_at_once: usize,
    is_complete: bool,
}

impl<'p> Reducer<'p> {
    /// Returns a reduction that has found nothing yet.
    ///
    /// # Errors
    /// [`Stopped::Asked`].
    pub(crate) fn new(problem: &'p Problem, limits: &mut Limits<'_>) -> Result<Self, Stopped> {
        let table = ReductionTable::new(problem, limits)?;
        let rules = Rules::new(&table);
        Ok(Self { table, rules, blocking: None, tried_at_once: 512, is_complete: false })
    }

    /// Applies the cheap rules.
    pub(crate) fn propagate(&mut self, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        self.rules.propagate(&mut self.table, limits)?;
        self.is_complete |= self.table.hopeless.is_some();
        Ok(())
    }

    /// Returns true if the rules found anything.
    fn is_changed(&self) -> bool {
        let table = &self.table;
        let found = table.removed.len() + table.forced.len() + table.dropped.len();
        found > 0 || table.is_tightened || table.hopeless.is_some()
    }

    /// Estimates the work of a search of the rest.
    pub(crate) fn guess(&self, most_work: u64, limits: &mut Limits<'_>) -> Result<u64, Stopped> {
        dives::guess(&self.table, most_work, limits)
    }

    /// Tries options with all threads of a pool, for about as much work as allowed.
    pub(crate) fn block(
        &mut self,
        most_work: u64,
        pool: Option<&Pool>,
        limits: &mut Limits<'_>,
    ) -> Result<(), Stopped> {
        if self.is_complete {
            return Ok(());
        }
        let blocking = self.blocking.get_or_insert_with(|| Blocking::new(&self.table));
        let at_once = self.tried_at_once;
        match blocking.run(
            &mut self.table,
            &mut self.rules,
            most_work,
            pool.map(|pool| (pool, at_once)),
            limits,
        ) {
            Passes::Complete => self.is_complete = true,
            Passes::Spent => {}
            Passes::Stopped(why) => return Err(why),
        }
        Ok(())
    }

    /// Returns the reduction in its current state.
    ///
    /// # Errors
    /// [`Stopped::Asked`].
    pub(crate) fn finish(self, limits: &mut Limits<'_>) -> Result<Reduction, Stopped> {
        let is_changed = self.is_changed();
        let Self { table, is_complete, .. } = self;
        let (problem, options) = match table.hopeless {
            Some(item) => (hopeless(table.problem, item), Vec::new()),
            None if is_changed => remaining(&table, limits)?,
            None => (table.problem.clone(), table.problem.options().collect()),
        };
        Ok(Reduction {
            original: table.problem.clone(),
            problem,
            options,
            forced: table.forced,
            removed: table.removed,
            dropped: table.dropped,
            hopeless: table.hopeless,
            stopped: None,
            is_complete,
        })
    }
}

/// Returns a problem of one item with its original bounds and without options.
fn hopeless(problem: &Problem, item: ItemId) -> Problem {
    let bounds = problem.bounds(item);
    let built = Problem::builder().bounded(problem.name(item), bounds.low..=bounds.high).build();
    built.expect("an item of a problem can be declared again")
}

/// Returns the open items and the live options as a problem, with the original numbers of the options.
fn remaining(
    table: &ReductionTable<'_>,
    limits: &mut Limits<'_>,
) -> Result<(Problem, Vec<OptionId>), Stopped> {
    let problem = table.problem;
    let options: Vec<OptionId> = problem.options().filter(|&option| table.is_live(option)).collect();
    let items: Vec<ItemId> = problem.items().filter(|&item| table.is_open(item)).collect();
    let mut numbers = vec![u32::MAX; problem.item_count()];
    let bounds = |item| table.bounds(item);
    let part = part::part(problem, &items, &options, &mut numbers, bounds, limits)?;
    Ok((part, options))
}

/// Returns a problem with its items and options in another order; primary items come first.
///
/// # Errors
/// [`Stopped::Asked`].
pub(crate) fn in_order(
    problem: &Problem,
    items: &[ItemId],
    options: &[OptionId],
    limits: &mut Limits<'_>,
) -> Result<Problem, Stopped> {
    let mut numbers = vec![u32::MAX; problem.item_count()];
    part::part(problem, items, options, &mut numbers, |item| problem.bounds(item), limits)
}

/// Returns what givens leave of a problem, with the original numbers of its options: its covers are those of
/// the original that contain the given options, without them.
///
/// # Errors
/// [`Stopped::Asked`].
pub(crate) fn left_by(
    problem: &Problem,
    settled: &Settled,
    limits: &mut Limits<'_>,
) -> Result<(Problem, Vec<OptionId>), Stopped> {
    let options: Vec<OptionId> =
        problem.options().filter(|&option| settled.is_live(problem, option)).collect();
    let items: Vec<ItemId> = problem.items().filter(|&item| !settled.is_settled(item)).collect();
    let mut numbers = vec![u32::MAX; problem.item_count()];
    let left = |item| settled.bounds_left(problem, item);
    let part = part::part(problem, &items, &options, &mut numbers, left, limits)?;
    Ok((part, options))
}
