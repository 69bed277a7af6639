//! Reduction before search: a smaller problem with the same covers, and the way back.
//!
//! Every rule keeps the covers: those of the reduced problem, with the forced options added, are those of the
//! original, one for one, at the same cost. So whatever is found out about the reduced problem, in any way, is
//! found out about the original. The state of a reduction is in `table`, the rules are in `rules` and
//! `blocking`, what tells how much they may cost is in `dives`.
//!
//! The rules are those of Knuth's DLX-PRE (forcing and blocking), and some that cost next to nothing. Options
//! that use the same items are all kept, as each is in covers of its own; [`Twins`] merges them where only the
//! number of covers matters. [`components`] splits a problem into parts that have nothing to do with one
//! another.

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

/// A smaller problem with the same covers, and the way back to the original.
///
/// ```
/// use dlx_core::{Effort, Limits, OptionId, Problem, Reduction, Search};
///
/// // Item a has one option, which takes b as well; what is left of c are two ways.
/// let problem = Problem::builder()
///     .primary(["a", "b", "c"])
///     .option(["b", "c"])
///     .option(["a", "b"])
///     .option(["c"])
///     .option(["c"])
///     .build()?;
/// let reduction = Reduction::of(&problem, Effort::Full);
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

/// How hard a reduction tries. Whatever the effort, the covers are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Effort {
    /// The cheap rules alone.
    Cheap,
    /// Choosing each option is tried too, as long as that costs a small part of what the search is guessed to
    /// cost, after some random dives into its tree.
    #[default]
    Guessed,
    /// Until no rule finds anything.
    Full,
}

/// The part of the guessed work of a search that may go into making it smaller.
const PART_OF_TREE: u64 = 32;

/// Dives take at most so much work for each use of the problem.
const DIVES_PER_USE: u64 = 64;

impl Reduction {
    /// The reduction of a problem.
    ///
    /// # Complexity
    /// The cheap rules look at an item again whenever its list became shorter, which takes time linear in the
    /// uses where few do. Trying each option once takes the sum over all items of the square of their number
    /// of options, times the length of an option; it is repeated until nothing is removed.
    #[must_use]
    pub fn of(problem: &Problem, effort: Effort) -> Self {
        Self::within(problem, effort, &mut Limits::none())
    }

    /// The reduction that is reached within these limits. The option whose choice is tried counts as a node;
    /// the cheap rules are not limited. A reduction that was stopped is as right as any, only larger.
    #[must_use]
    pub fn within(problem: &Problem, effort: Effort, limits: &mut Limits<'_>) -> Self {
        let mut reducer = Reducer::new(problem);
        let most_work = match effort {
            Effort::Cheap => Ok(0),
            Effort::Full => Ok(u64::MAX),
            Effort::Guessed => {
                let most = DIVES_PER_USE.saturating_mul(problem.use_count() as u64);
                reducer.guess(most, limits).map(|guess| guess / PART_OF_TREE)
            }
        };
        let stopped = match most_work {
            Ok(0) => None,
            Ok(most_work) => reducer.block(most_work, None, limits).err(),
            Err(why) => Some(why),
        };
        Self { stopped, ..reducer.finish() }
    }

    /// The reduced problem. Its items have their names, its options their costs; bounds are lower by what the
    /// forced options cover. If the original has no cover, this is one item that no option uses.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The problem that was reduced.
    #[must_use]
    pub fn original_problem(&self) -> &Problem {
        &self.original
    }

    /// The options that are in every cover, numbered as in the original, in the order found. The cheapest
    /// covers of the original cost what the cheapest of the reduced problem and these cost together.
    pub fn forced(&self) -> impl ExactSizeIterator<Item = OptionId> + '_ {
        self.forced.iter().map(|forced| forced.option)
    }

    /// Each forced option with the item that needs it: one that has no more options than it needs.
    pub fn forced_for(&self) -> impl ExactSizeIterator<Item = (OptionId, ItemId)> + '_ {
        self.forced.iter().map(|forced| (forced.option, forced.item))
    }

    /// The number in the original of an option of the reduced problem.
    ///
    /// # Panics
    /// If the reduced problem has no such option.
    #[must_use]
    pub fn original(&self, option: OptionId) -> OptionId {
        self.options[option.index()]
    }

    /// The cover of the original that a cover of the reduced problem stands for: the forced options and those of the
    /// cover, numbered as in the original, ascending.
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

    /// The options that are in no cover, in the order removed, each with its reason.
    pub fn removed(&self) -> impl ExactSizeIterator<Item = Removal<'_>> {
        self.removed.iter().map(|&(option, reason)| Removal { problem: &self.original, option, reason })
    }

    /// The items that need not be looked at, in the order dropped, each with its reason.
    pub fn dropped(&self) -> impl ExactSizeIterator<Item = Dropped<'_>> {
        self.dropped.iter().map(|&(item, reason)| Dropped { problem: &self.original, item, reason })
    }

    /// An item of the original that cannot be covered as often as it must be, if one was found: there is no
    /// cover. Then the reduction ended there.
    #[must_use]
    pub fn unsolvable(&self) -> Option<ItemId> {
        self.hopeless
    }

    /// Why the reduction stopped, if the limits ended it.
    #[must_use]
    pub fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }

    /// Whether no rule would find anything more, or the problem was found to have no cover.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Whether the reduced problem is the original.
    #[must_use]
    pub fn is_unchanged(&self) -> bool {
        self.problem == self.original
    }
}

/// A reduction in work, so that a caller can look at what was found before it pays for more.
#[derive(Debug)]
pub(crate) struct Reducer<'p> {
    table: ReductionTable<'p>,
    rules: Rules,
    blocking: Option<Blocking>,
    /// How many options the threads of a pool try before what they found is removed.
    pub(crate) tried_at_once: usize,
    is_complete: bool,
}

impl<'p> Reducer<'p> {
    /// What the cheap rules leave.
    pub(crate) fn new(problem: &'p Problem) -> Self {
        let mut table = ReductionTable::new(problem);
        let mut rules = Rules::new(&table);
        rules.propagate(&mut table);
        let is_complete = table.hopeless.is_some();
        Self { table, rules, blocking: None, tried_at_once: 512, is_complete }
    }

    /// Whether anything was found.
    fn is_changed(&self) -> bool {
        let table = &self.table;
        let found = table.removed.len() + table.forced.len() + table.dropped.len();
        found > 0 || table.is_tightened || table.hopeless.is_some()
    }

    /// Guesses the work of a search of what is left.
    pub(crate) fn guess(&self, most_work: u64, limits: &mut Limits<'_>) -> Result<u64, Stopped> {
        dives::guess(&self.table, most_work, limits)
    }

    /// Tries options, doing about as much work as allowed, in all threads of a pool together.
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

    /// The reduction as it stands.
    pub(crate) fn finish(self) -> Reduction {
        let is_changed = self.is_changed();
        let Self { table, is_complete, .. } = self;
        let (problem, options) = match table.hopeless {
            Some(item) => (hopeless(table.problem, item), Vec::new()),
            None if is_changed => remaining(&table),
            None => (table.problem.clone(), table.problem.options().collect()),
        };
        Reduction {
            original: table.problem.clone(),
            problem,
            options,
            forced: table.forced,
            removed: table.removed,
            dropped: table.dropped,
            hopeless: table.hopeless,
            stopped: None,
            is_complete,
        }
    }
}

/// One item, as often to be covered as in the original, and no option.
fn hopeless(problem: &Problem, item: ItemId) -> Problem {
    let bounds = problem.bounds(item);
    let built = Problem::builder().bounded(problem.name(item), bounds.low..=bounds.high).build();
    built.expect("an item of a problem can be declared again")
}

/// The open items and the live options, and the numbers of these in the original.
fn remaining(table: &ReductionTable<'_>) -> (Problem, Vec<OptionId>) {
    let problem = table.problem;
    let options: Vec<OptionId> = problem.options().filter(|&option| table.is_live(option)).collect();
    let items: Vec<ItemId> = problem.items().filter(|&item| table.is_open(item)).collect();
    let mut numbers = vec![u32::MAX; problem.item_count()];
    (part::part(problem, &items, &options, &mut numbers, |item| table.bounds(item)), options)
}

/// What givens leave of a problem, and the numbers of its options in the original: its covers are those of the
/// original that have the given options, without them.
pub(crate) fn left_by(problem: &Problem, settled: &Settled) -> (Problem, Vec<OptionId>) {
    let options: Vec<OptionId> =
        problem.options().filter(|&option| settled.is_live(problem, option)).collect();
    let items: Vec<ItemId> = problem.items().filter(|&item| !settled.is_settled(item)).collect();
    let mut numbers = vec![u32::MAX; problem.item_count()];
    let left = |item| settled.bounds_left(problem, item);
    (part::part(problem, &items, &options, &mut numbers, left), options)
}
