//! A minimal reason why a problem has no cover: a few items that cannot be covered together, and the items
//! that their options conflict in.
//!
//! A set of items is *uncoverable* if no options of the problem cover each of them as often as its bounds say
//! without covering any other item more often than allowed. A problem without a cover has such a set: all its
//! primary items. It is uncoverable because of *demands*, that items of the set are covered, and *ceilings*,
//! that others are not covered too often. Leaving out some of both never makes an uncoverable set of a
//! coverable one, so that trying each of them once is enough for a core from which nothing more can be left
//! out: the deletion filter of J. W. Chinneck and E. W. Dravnieks, "Locating minimal infeasible constraint
//! sets in linear programs", *ORSA Journal on Computing* 3, 1991. Large halves are tried before smaller ones,
//! so that a small core of many items takes few searches.
//!
//! A search with fewer demands can be much harder than one with all of them. A search that takes too many
//! nodes is therefore postponed, and the limit on nodes is raised for postponed searches when all others are
//! done.

mod subproblem;
mod words;

use std::cmp::Reverse;
use std::collections::HashSet;

use subproblem::{Subject, Subproblem};

use crate::control::answers::Cover;
use crate::control::counters::Counters;
use crate::control::limits::{Limits, Stopped, Underway};
use crate::control::query::Query;
use crate::control::rule::Rule;
use crate::first::Finder;
use crate::problem::Problem;
use crate::problem::givens::{GivenError, Givens, Settled};
use crate::problem::ids::{ItemId, OptionId};
use crate::search::Search;

/// Whether a problem has a cover, and the reason if it has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The problem has this cover.
    Solvable(Cover),
    /// The problem has no cover, for this reason.
    Core(Core),
    /// The run stopped before it was known whether there is a cover.
    Unknown(Stopped),
}

/// A reason why there is no cover. All lists are in ascending order.
///
/// It is complete: no choice of the `options`, which are all that cover the `items`, covers each of the
/// `items` without covering one of the `items` or `conflicts` too often.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Core {
    /// Primary items that cannot be covered together, even if no other item had to be covered.
    pub items: Vec<ItemId>,
    /// The options that use one of these items, without forbidden ones. Options excluded by a given one are
    /// included.
    pub options: Vec<OptionId>,
    /// The given options that use one of these items or of the conflicts.
    pub given: Vec<OptionId>,
    /// The other items, primary or secondary, in which the options conflict. The reason requires that they
    /// are not covered too often; all other items could be covered by any number of options in any colors.
    pub conflicts: Vec<ItemId>,
    /// Whether the core is proved to be minimal.
    pub minimality: Minimality,
}

/// Whether a core is minimal. Another core may still have fewer items.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Minimality {
    /// It is minimal: if any one of the items need not be covered, the others can be; and if any one of the
    /// conflicts may be covered without limit, the items can be covered.
    Proved,
    /// The run stopped before that was known. The core is a valid reason nevertheless.
    Unknown(Stopped),
}

/// Finds out why a problem has no cover with these givens: a minimal core of items that cannot be covered
/// together.
///
/// The nodes of all searches are taken from the limits. The budget of solutions is not used: covers found on
/// the way are not answers. The question of the limits sees the nodes of all searches; the fraction done is
/// unknown and reported as 0, and there is no checkpoint.
///
/// # Errors
/// Givens that contradict one another.
///
/// # Complexity
/// That of [`Query::why`].
pub fn why(problem: &Problem, givens: Givens<'_>, limits: &mut Limits<'_>) -> Result<Why, GivenError> {
    let mut settled = Settled::default();
    settled.resolve(problem, givens)?;
    let mut search = match Search::with_rule(problem, Rule::default(), limits) {
        Ok(search) => search,
        Err(why) => return Ok(Why::Unknown(why)),
    };
    search.restart(givens)?;
    limits.attune(problem.use_count());
    let mut prover = Prover { problem, settled: &settled, limits, nodes: 0 };
    let budget = if prover.limits.nodes_left() == u64::MAX { NODES_ALONE } else { u64::MAX };
    let attempted = prover.attempt(&mut search, budget);
    Ok(match attempted.and_then(|proof| prover.settle(proof, search, givens)) {
        Ok(Proof::Cover(cover)) => Why::Solvable(cover),
        Ok(Proof::None) => Why::Core(explain(&mut prover)),
        Ok(Proof::PutOff) => Why::Unknown(Stopped::Nodes),
        Err(why) => Why::Unknown(why),
    })
}

impl Query<'_> {
    /// Returns a cover, or a minimal reason why there is none: a core of items that cannot be covered together.
    ///
    /// ```
    /// use dlx_core::{Problem, Query, Why};
    ///
    /// // Two of the three can only come on Monday, when there is one chair.
    /// let problem = Problem::builder()
    ///     .primary(["ada", "ben", "eve"])
    ///     .secondary(["monday", "tuesday"])
    ///     .option(["ada", "monday"])
    ///     .option(["ben", "monday"])
    ///     .option(["eve", "monday"])
    ///     .option(["eve", "tuesday"])
    ///     .build()?;
    /// let Why::Core(core) = Query::new(&problem).why()? else { panic!("no cover") };
    /// let names = |items: &[_]| items.iter().map(|&item| problem.name(item).to_owned()).collect::<Vec<_>>();
    /// assert_eq!(names(&core.items), ["ada", "ben"]);
    /// assert_eq!(names(&core.conflicts), ["monday"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Options that the problem does not have, or that contradict one another: that is the reason.
    ///
    /// # Complexity
    /// If no search is postponed, the number of searches for a core of `k` among `n` demands or ceilings is of
    /// the order of `k log(n / k)`. Each is prepared in time linear in the uses of the problem, and may take time
    /// exponential in its size.
    pub fn why(&self) -> Result<Why, GivenError> {
        why(self.problem(), self.givens(), &mut self.limits())
    }
}

/// Number of nodes of the search for a cover before other engines are asked too.
const NODES_ALONE: u64 = 1 << 14;

/// Number of nodes that a search may take at first, unless the problem itself took more.
const NODES_AT_FIRST: u64 = 1000;

/// Factor by which this number is raised when the search is repeated.
const RAISE: u64 = 8;

/// Returns a core of a problem without a cover.
fn explain(prover: &mut Prover<'_, '_, '_>) -> Core {
    let (problem, settled) = (prover.problem, prover.settled);
    let mut is_allowed = vec![true; problem.option_count()];
    for option in settled.forbidden() {
        is_allowed[option.index()] = false;
    }
    let subject = Subject { problem, is_allowed, given: settled.given.clone() };

    let allowed = problem.options().filter(|&option| subject.is_allowed[option.index()]);
    let allowed = lengths(problem, allowed);
    let live = lengths(problem, problem.options().filter(|&option| settled.is_live(problem, option)));
    let times = lengths(problem, subject.given.iter().copied());
    let mut items: Vec<ItemId> =
        problem.items().take(problem.primary_count()).filter(|&item| problem.bounds(item).low > 0).collect();
    let most = |item: ItemId| times[item.index()] + live[item.index()];
    let starved = items.iter().filter(|&&item| most(item) < problem.bounds(item).low);
    if let Some(&starved) = starved.min_by_key(|item| allowed[item.index()]) {
        items = vec![starved];
    }
    // Items with many options are tried first: what remains is then short to explain and quick to prove.
    items.sort_by_key(|item| Reverse(live[item.index()]));

    let all: Vec<ItemId> = problem.items().collect();
    let budget = NODES_AT_FIRST.max(prover.nodes.saturating_mul(2));
    let mut minimality = Minimality::Proved;
    if let Err(why) = prover.thin(&mut items, budget, |fewer, limits| subject.part(fewer, &all, limits)) {
        minimality = Minimality::Unknown(why);
    }
    let mut conflicts = subject.conflicts(&items, &all);
    if minimality == Minimality::Proved
        && let Err(why) =
            prover.thin(&mut conflicts, budget, |fewer, limits| subject.part(&items, fewer, limits))
    {
        minimality = Minimality::Unknown(why);
    }
    items.sort_unstable();
    conflicts.sort_unstable();
    let uses = |option: OptionId, set: &[ItemId]| {
        problem.uses(option).iter().any(|used| set.binary_search(&used.item).is_ok())
    };
    let mut given = subject.given.clone();
    given.retain(|&option| uses(option, &items) || uses(option, &conflicts));
    given.sort_unstable();
    let options = problem.options().filter(|&option| subject.is_allowed[option.index()]);
    let options = options.filter(|&option| uses(option, &items)).collect();
    Core { items, options, given, conflicts, minimality }
}

/// Returns by item how often these options cover it together.
fn lengths(problem: &Problem, options: impl Iterator<Item = OptionId>) -> Vec<u32> {
    let mut lengths = vec![0; problem.item_count()];
    for option in options {
        for (used, weight) in problem.weighted_uses(option) {
            lengths[used.item.index()] += weight;
        }
    }
    lengths
}

/// The result of a search.
enum Proof {
    /// A cover was found.
    Cover(Cover),
    /// There is no cover.
    None,
    /// The search took too many nodes and is postponed.
    PutOff,
}

/// Runs searches that draw from the same limits.
struct Prover<'p, 'l, 'q> {
    problem: &'p Problem,
    settled: &'p Settled,
    limits: &'l mut Limits<'q>,
    /// Number of nodes of all searches.
    nodes: u64,
}

impl Prover<'_, '_, '_> {
    /// Removes elements from a set as long as the part that the set determines has no cover. If the limits
    /// stop this, the set remains as small as it has become.
    fn thin(
        &mut self,
        set: &mut Vec<ItemId>,
        mut budget: u64,
        part: impl Fn(&[ItemId], &mut Limits<'_>) -> Result<Subproblem, Stopped>,
    ) -> Result<(), Stopped> {
        let mut pending = vec![set.clone()];
        while !pending.is_empty() {
            let mut put_off = Vec::new();
            while let Some(chunk) = pending.pop() {
                let leaving: HashSet<ItemId> = chunk.iter().copied().collect();
                let rest: Vec<ItemId> = set.iter().copied().filter(|item| !leaving.contains(item)).collect();
                let mut search = part(&rest, self.limits)?.search(self.limits)?;
                match self.attempt(&mut search, budget)? {
                    Proof::None => *set = rest,
                    Proof::Cover(_) | Proof::PutOff if chunk.len() > 1 => {
                        let (first, second) = chunk.split_at(chunk.len() / 2);
                        pending.push(second.to_vec());
                        pending.push(first.to_vec());
                    }
                    Proof::Cover(_) => {}
                    Proof::PutOff => put_off.push(chunk),
                }
            }
            pending = put_off;
            budget = budget.saturating_mul(RAISE);
        }
        Ok(())
    }

    /// Lets the first of several engines decide whether there is a cover, if the search took too many nodes and they are
    /// not limited. The search is one of them.
    fn settle(&mut self, proof: Proof, search: Search, givens: Givens<'_>) -> Result<Proof, Stopped> {
        if !matches!(proof, Proof::PutOff) || self.limits.nodes_left() != u64::MAX {
            return Ok(proof);
        }
        let finder = Finder::of(self.problem).givens(givens);
        let found = self.limits.with_solutions(1, |limits| finder.run_after(Some(search), limits));
        let found = found.expect("the givens are consistent");
        match (found.covers.into_iter().next(), found.stopped) {
            (Some(cover), _) => Ok(Proof::Cover(cover)),
            (None, None) => Ok(Proof::None),
            (None, Some(why)) => Err(why),
        }
    }

    /// Searches for one cover with at most `budget` nodes.
    fn attempt(&mut self, search: &mut Search, budget: u64) -> Result<Proof, Stopped> {
        loop {
            // The number of searches is not known beforehand.
            let counters = Counters { nodes: self.nodes, ..Counters::default() };
            self.limits.refuel(&Underway::of(counters, 0.0))?;
            search.build(self.limits)?;
            let before = search.counters().nodes;
            let nodes = self.limits.fuel().min(budget - before);
            let mut slice = Limits::slice(nodes, nodes, u64::MAX);
            let found = search.next_solution(&mut slice).map(|cover| cover.map(<[OptionId]>::to_vec));
            let spent = search.counters().nodes - before;
            self.limits.spend(spent);
            self.nodes += spent;
            match found {
                Ok(Some(cover)) => return Ok(Proof::Cover(cover)),
                Ok(None) => return Ok(Proof::None),
                Err(_) if before + spent >= budget => return Ok(Proof::PutOff),
                // A question of the limits is due, or the limits are used up.
                Err(_) => {}
            }
        }
    }
}
