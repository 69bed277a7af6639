//! What the maker of a puzzle asks about a problem: how many solutions it has, how hard they are to find, and which pieces are
//! not needed.

use num_bigint::BigUint;

use crate::control::answers::Count;
use crate::control::limits::{Limits, Stopped};
use crate::control::rule::Rule;
use crate::engine::unsupported::EngineError;
use crate::first::Finder;
use crate::problem::Problem;
use crate::problem::givens::Givens;
use crate::problem::ids::{ItemId, OptionId};
use crate::search::Search;
use crate::search::plan::{EngineKind, Plan};
use crate::symmetry::Symmetries;

/// The answers to the questions about one problem.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Survey {
    /// The number of covers; at least this many if the limit of solutions, or another one, was reached.
    pub count: Count,
    /// The number of covers up to symmetry, if the number of covers is exact.
    pub distinct: Option<BigUint>,
    /// The number of nodes of dancing links: each option tried is one, also where there was no choice.
    pub nodes: u64,
    /// The share of random descents that reach a cover, each choosing an option of the item with the fewest at every node; `None`
    /// without a cover.
    pub success: Option<f64>,
    /// Those of the items asked about that no cover covers. Items that every cover must cover are neither among them nor in
    /// `spare`.
    pub unused: Vec<ItemId>,
    /// The items that some covers cover and others do not.
    pub spare: Vec<ItemId>,
    /// Why the survey is not complete, if it is not; the limit of solutions is no reason.
    pub stopped: Option<Stopped>,
}

/// The number of random descents, which is enough for a share with an error of some percent.
const TRIES: u64 = 1000;

/// Counts the covers of a problem, up to the limit of solutions, with the nodes of the search; counts them up to symmetry; tries
/// random choices; and finds those of these items that covers do not need. Unless limits stop it, the numbers are the same in
/// every run.
///
/// ```
/// use dlx_core::inner::survey;
/// use dlx_core::text::knuth;
/// use dlx_core::{Count, Limits};
///
/// // A region of three cells, and four pieces that may be left out.
/// let problem = knuth::read(&b"0 1 2 | one two three four\none 0\ntwo 1 2\nthree 0 1 2\n"[..])?;
/// let items: Vec<_> = problem.items().collect();
/// let survey = survey(&problem, &items, &mut Limits::none());
/// assert_eq!(survey.count, Count::Exact(2));
/// let names = |items: &[_]| items.iter().map(|&item| problem.name(item).to_owned()).collect::<Vec<_>>();
/// assert_eq!(names(&survey.unused), ["four"]);
/// assert_eq!(names(&survey.spare), ["one", "two", "three"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn survey(problem: &Problem, items: &[ItemId], limits: &mut Limits<'_>) -> Survey {
    let mut survey = Survey {
        count: Count::AtLeast(0, Stopped::Asked),
        distinct: None,
        nodes: 0,
        success: None,
        unused: Vec::new(),
        spare: Vec::new(),
        stopped: None,
    };
    survey.stopped = survey.fill(problem, items, limits).err();
    survey
}

impl Survey {
    /// Finds all answers, or as many as the limits allow.
    fn fill(&mut self, problem: &Problem, items: &[ItemId], limits: &mut Limits<'_>) -> Result<(), Stopped> {
        let plan = Plan::by(EngineKind::Links, Rule::default());
        let mut search = Search::with_plan(problem, &plan, limits).map_err(|error| match error {
            EngineError::Stopped(why) => why,
            EngineError::Unsupported(_) => unreachable!("links support every problem"),
        })?;
        self.count = search.count(limits);
        self.nodes = search.counters().nodes;
        match self.count {
            Count::Exact(0) => return Ok(()),
            Count::Exact(_) | Count::AtLeast(_, Stopped::Solutions) => {}
            Count::AtLeast(_, why) => return Err(why),
        }
        limits.without_solutions(|limits| {
            let estimate = search.estimate(TRIES, 0, limits);
            estimate.stopped.map_or(Ok(()), Err)?;
            self.success = Some(estimate.reached as f64 / estimate.probes as f64);
            if matches!(self.count, Count::Exact(_)) {
                self.distinct = Some(Symmetries::of(problem, limits)?.count(limits).exact()?);
            }
            for &item in items.iter().filter(|&&item| !is_required(problem, item)) {
                let has_item = |option: &OptionId| problem.uses(*option).iter().any(|used| used.item == item);
                let options: Vec<OptionId> = problem.options().filter(has_item).collect();
                if !is_used(problem, &options, limits)? {
                    self.unused.push(item);
                } else if has_cover(problem, Givens::none().forbid(&options), limits)? {
                    self.spare.push(item);
                }
            }
            Ok(())
        })
    }
}

/// Whether every cover covers this item.
fn is_required(problem: &Problem, item: ItemId) -> bool {
    item.index() < problem.primary_count() && problem.bounds(item).low > 0
}

/// Whether a cover has one of these options.
fn is_used(problem: &Problem, options: &[OptionId], limits: &mut Limits<'_>) -> Result<bool, Stopped> {
    for option in options {
        if has_cover(problem, Givens::none().force(std::slice::from_ref(option)), limits)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn has_cover(problem: &Problem, givens: Givens<'_>, limits: &mut Limits<'_>) -> Result<bool, Stopped> {
    let found = limits.with_solutions(1, |limits| Finder::of(problem).givens(givens).run(limits));
    // The options are those of the problem.
    match found {
        Err(_) => Ok(false),
        Ok(found) if !found.covers.is_empty() => Ok(true),
        Ok(found) => found.stopped.map_or(Ok(false), Err),
    }
}
