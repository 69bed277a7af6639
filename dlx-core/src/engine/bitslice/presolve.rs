//! Reduces a problem before any givens: carries out forced options, removes options in no cover, and keeps
//! one of several items with the same options.
//!
//! The search tree stays the same. An option forced here is forced, or the node is a dead end, whatever is
//! given later, and a level is opened only where nothing is forced. Items with the same options here have the
//! same options at every node below, and among equal items the rule takes the lowest, which is the one kept.

use hashbrown::HashSet;

use crate::control::limits::{Limits, Stopped};
use crate::problem::ids::{ItemId, OptionId};
use crate::problem::{Holders, ItemKind, Problem, Use};

/// The reduced problem.
#[derive(Debug, Default)]
pub(super) struct Presolved {
    /// True if it is known that there is no cover. The other fields are then empty.
    pub(super) is_dead: bool,
    /// The forced options.
    pub(super) forced: Vec<OptionId>,
    /// The options that may still be chosen, ascending.
    pub(super) live: Vec<OptionId>,
    /// The items that are still open, ascending, each with its live options, ascending; without items that
    /// have the same options as an earlier one.
    pub(super) items: Vec<(ItemId, Vec<OptionId>)>,
}

/// The reduction in progress.
struct Presolving<'p> {
    problem: &'p Problem,
    holders: &'p Holders,
    is_live: Vec<bool>,
    /// By primary item.
    is_open: Vec<bool>,
    /// By primary item: its number of live options.
    counts: Vec<usize>,
    /// Items that had at most one live option when they were added.
    urgent: Vec<ItemId>,
    forced: Vec<OptionId>,
}

impl Presolved {
    /// # Complexity
    /// Linear in the uses, except that each forced option visits all options of its items.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn of(problem: &Problem, holders: &Holders, limits: &mut Limits<'_>) -> Result<Self, Stopped> {
        limits.setup(problem.option_count() + problem.item_count())?;
        let mut work = Presolving::new(problem, holders);
        if !work.carry_out_all(limits)? {
            return Ok(Self { is_dead: true, ..Self::default() });
        }
        let Presolving { is_live, is_open, forced, .. } = work;
        let live: Vec<OptionId> = problem.options().filter(|option| is_live[option.index()]).collect();
        let mut seen: HashSet<Vec<OptionId>> = HashSet::new();
        let mut items = Vec::new();
        for item in problem.items().take(problem.primary_count()).filter(|item| is_open[item.index()]) {
            limits.setup(holders.of_item(item).len())?;
            let options: Vec<OptionId> =
                holders.of_item(item).iter().copied().filter(|option| is_live[option.index()]).collect();
            if seen.insert(options.clone()) {
                items.push((item, options));
            }
        }
        Ok(Self { is_dead: false, forced, live, items })
    }
}

impl<'p> Presolving<'p> {
    fn new(problem: &'p Problem, holders: &'p Holders) -> Self {
        let primaries = || problem.items().take(problem.primary_count());
        let counts: Vec<usize> = primaries().map(|item| holders.of_item(item).len()).collect();
        Self {
            problem,
            holders,
            is_live: problem.options().map(|option| problem.has_primary(option)).collect(),
            is_open: vec![true; counts.len()],
            urgent: primaries().filter(|item| counts[item.index()] <= 1).collect(),
            counts,
            forced: Vec::new(),
        }
    }

    /// Carries out forced options. Returns true if every item can still be covered.
    fn carry_out_all(&mut self, limits: &mut Limits<'_>) -> Result<bool, Stopped> {
        while let Some(item) = self.urgent.pop() {
            if !self.is_open[item.index()] {
                continue;
            }
            let options = self.holders.of_item(item).iter();
            let Some(&option) = options.into_iter().find(|option| self.is_live[option.index()]) else {
                return Ok(false);
            };
            self.carry_out(option, limits)?;
        }
        Ok(true)
    }

    fn carry_out(&mut self, option: OptionId, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        self.is_live[option.index()] = false;
        self.forced.push(option);
        let problem = self.problem;
        for used in problem.uses(option) {
            if let Some(is_open) = self.is_open.get_mut(used.item.index()) {
                *is_open = false;
            }
        }
        for used in problem.uses(option) {
            limits.setup(self.holders.of_item(used.item).len())?;
            for &other in self.holders.of_item(used.item) {
                if self.is_live[other.index()] && !agrees(problem, used, other) {
                    self.drop(other);
                }
            }
        }
        Ok(())
    }

    fn drop(&mut self, option: OptionId) {
        self.is_live[option.index()] = false;
        for used in self.problem.uses(option) {
            if self.problem.kind(used.item) == ItemKind::Primary {
                let count = &mut self.counts[used.item.index()];
                *count -= 1;
                if *count <= 1 {
                    self.urgent.push(used.item);
                }
            }
        }
    }
}

/// Returns true if another option that also uses the item of this use may be chosen together with it.
fn agrees(problem: &Problem, used: &Use, other: OptionId) -> bool {
    used.color.0 != 0 && problem.uses(other).iter().any(|theirs| theirs == used)
}

/// Returns true if two different options may be chosen together.
pub(super) fn are_compatible(problem: &Problem, one: OptionId, other: OptionId) -> bool {
    problem.uses(one).iter().all(|mine| {
        let theirs = problem.uses(other).iter().find(|theirs| theirs.item == mine.item);
        theirs.is_none() || agrees(problem, mine, other)
    })
}
