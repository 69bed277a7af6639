//! Counting with every means that keeps the number of covers: reduction, merged options, independent parts.
//!
//! None of these may cost more than it can save, and whether it saves anything is not known beforehand. So the
//! plain search begins. When it has gone on for much longer than the cheap rules take, they are tried, and
//! random dives guess how large its tree is; only if that is many times what has been walked, the walk is
//! given up for one of the reduced problem. Where nothing was found, the plain search goes on where it stood.

#[cfg(test)]
mod tests;

use crate::answers::Count;
use crate::ids::OptionId;
use crate::limits::{Limits, Stopped, Underway};
use crate::problem::Problem;
use crate::reduce::{Reducer, Reduction, Twins, components};
use crate::search::Search;

/// The cheap rules are tried when the search has taken so many nodes off lists for each use of the problem, which
/// is many times what the rules look at.
const WORK_PER_USE: u64 = 200;

/// How much larger than what was walked a tree must be guessed, to be given up for a smaller one. A guess is
/// that much too high once in so many times at most, and what was walked in vain is that part of the whole.
const WORTH_WHILE: u64 = 16;

/// The part of the work done, or guessed, that may go into looking for something better.
const PART: u64 = 32;

/// Nodes between two looks at the work done.
const NODES_AT_ONCE: u64 = 1 << 12;

/// How many covers a problem has.
///
/// As [`Search::count`], with less work where a reduction pays: options that cannot be in a cover are removed
/// first, options that use the same items are one option with a weight, and the parts of a problem that share
/// no item are counted one by one. A problem of which one part has no cover has none, however long the others
/// take.
///
/// The limits mean the same as for [`Search::count`], but where the problem is searched in parts, a node is
/// one of the tree of a part, or an option that the reduction tried. A limit of solutions stops when so many
/// are known; a number found before a limit was reached is a lower bound. A number of 64 bits that is too
/// small gives [`Count::AtLeast`] that, with [`Stopped::Overflow`].
///
/// ```
/// use dlx_core::{Limits, Problem, count};
///
/// // Forty coins that lie heads or tails: one search would take 2^40 leaves.
/// let names: Vec<String> = (0..40).map(|coin| format!("coin{coin}")).collect();
/// let mut builder = Problem::builder();
/// builder.primary(names.iter().map(String::as_str));
/// for name in &names {
///     builder.option([name]).option([name]);
/// }
/// let problem = builder.build()?;
/// assert_eq!(count(&problem, &mut Limits::none()).exact()?, 1 << 40);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn count(problem: &Problem, limits: &mut Limits<'_>) -> Count {
    let most = limits.solutions_left();
    let count = count_to(problem, most, limits);
    limits.settle_solutions(count.at_least());
    count
}

fn count_to(problem: &Problem, most: u64, limits: &mut Limits<'_>) -> Count {
    let mut plain = Part::plain(problem);
    let mut next_look = WORK_PER_USE.saturating_mul(problem.use_count() as u64 + 1);
    let mut reducer = None;
    let mut share = Share { own: 1.0, ..Share::default() };
    loop {
        while plain.work() < next_look {
            match plain.advance(most, NODES_AT_ONCE, &mut share, limits) {
                Ok(Step::Paused) => {}
                Ok(Step::Ended) => return Count::Exact(plain.found),
                Ok(Step::Enough) => return Count::AtLeast(most, Stopped::Solutions),
                Err(why) => return Count::AtLeast(plain.found, why),
            }
        }
        let work = plain.work();
        let mut looking = reducer.take().unwrap_or_else(|| Reducer::new(problem));
        let tree = looking.guess(work / PART);
        if tree / WORTH_WHILE < work {
            next_look = work.saturating_mul(WORTH_WHILE);
            reducer = Some(looking);
            continue;
        }
        if let Err(why) = looking.block(tree / PART, limits) {
            return Count::AtLeast(plain.found, why);
        }
        let reduction = looking.finish();
        if reduction.unsolvable().is_some() {
            return Count::Exact(0);
        }
        // Items that are gone alone save too little to begin again for them.
        let left = reduction.problem().option_count() + problem.idle_options().count();
        let mut parts = parts(&reduction);
        if left < problem.option_count() || parts.len() > 1 || parts.iter().any(Part::is_weighted) {
            let found = plain.found;
            drop(plain);
            return count_parts(&mut parts, most, found, share, limits);
        }
        next_look = u64::MAX;
    }
}

/// The parts of a reduced problem, the smallest first.
fn parts(reduction: &Reduction) -> Vec<Part> {
    let twins = Twins::of(reduction.problem());
    let mut parts: Vec<(usize, Part)> = components(twins.problem())
        .into_iter()
        .map(|component| {
            let problem = component.problem();
            let weight = |option| twins.class(component.original(option)).len() as u64;
            let weights = problem.options().map(weight).collect();
            (problem.use_count(), Part::new(problem, weights))
        })
        .collect();
    parts.sort_by_key(|&(uses, _)| uses);
    parts.into_iter().map(|(_, part)| part).collect()
}

/// Multiplies the counts of parts. `found` covers of the whole are known already, and are among them.
fn count_parts(
    parts: &mut [Part],
    most: u64,
    found: u64,
    mut share: Share,
    limits: &mut Limits<'_>,
) -> Count {
    let lower = |parts: &[Part]| {
        let product = parts.iter().fold(1, |product: u64, part| product.saturating_mul(part.found));
        product.max(found).min(most)
    };
    // A first cover of each part, so that one without any is found out before another is counted.
    let own = 1.0 / f64::from(u32::try_from(parts.len()).unwrap_or(u32::MAX));
    for (want, own) in [(most.min(1), 0.0), (most, own)] {
        (share.before, share.own) = (0.0, own);
        for at in 0..parts.len() {
            let step = parts[at].advance(want, u64::MAX, &mut share, limits);
            share.before += own;
            match step {
                Ok(Step::Ended) if parts[at].found == 0 => return Count::Exact(0),
                Ok(_) => {}
                Err(why) => return Count::AtLeast(lower(parts), why),
            }
        }
    }
    let product = parts.iter().try_fold(1, |product: u64, part| product.checked_mul(part.found));
    match product {
        Some(product) if product <= most && parts.iter().all(|part| part.is_ended) => Count::Exact(product),
        // Without a limit, a part ends unless its own number does not fit.
        _ if most == u64::MAX => Count::AtLeast(u64::MAX, Stopped::Overflow),
        _ => Count::AtLeast(lower(parts), Stopped::Solutions),
    }
}

/// A problem that is being counted, and how far it has come.
struct Part {
    search: Search,
    /// By option: how many options it stands for. Empty where each stands for itself.
    weights: Vec<u64>,
    found: u64,
    is_ended: bool,
}

/// What a search is of the whole run: the fraction that was done before it, and its own.
#[derive(Default)]
struct Share {
    before: f64,
    own: f64,
    /// The greatest fraction that was told, as the fraction is not to decrease when a run begins again.
    told: f64,
}

impl Share {
    fn underway(&mut self, search: &Search) -> Underway {
        self.told = self.told.max(self.before + self.own * search.fraction());
        Underway { counters: search.counters(), fraction: self.told }
    }
}

/// Where a part stands after some work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// All its covers are found.
    Ended,
    /// As many as were wanted are found.
    Enough,
    /// The nodes are spent.
    Paused,
}

impl Part {
    fn plain(problem: &Problem) -> Self {
        Self::new(problem, Vec::new())
    }

    fn new(problem: &Problem, mut weights: Vec<u64>) -> Self {
        if weights.iter().all(|&weight| weight == 1) {
            weights.clear();
        }
        Self { search: Search::new(problem), weights, found: 0, is_ended: false }
    }

    fn is_weighted(&self) -> bool {
        !self.weights.is_empty()
    }

    /// The work so far, comparable to that of a reduction.
    fn work(&self) -> u64 {
        let counters = self.search.counters();
        counters.updates + counters.nodes
    }

    /// Goes on until `want` covers are found, about so many nodes are walked, or all is done.
    fn advance(
        &mut self,
        want: u64,
        nodes: u64,
        share: &mut Share,
        limits: &mut Limits<'_>,
    ) -> Result<Step, Stopped> {
        let mut left = nodes;
        loop {
            if self.is_ended {
                return Ok(Step::Ended);
            }
            if self.found >= want {
                return Ok(Step::Enough);
            }
            if left == 0 {
                return Ok(Step::Paused);
            }
            // The search draws from a purse of its own, as a cover of a part is none of the whole.
            let granted = limits.fuel().min(left);
            let mut purse = Limits::none().nodes(granted);
            let why = self.walk(want, &mut purse);
            let spent = granted - purse.nodes_left().min(granted);
            left -= spent;
            limits.settle(spent);
            if why == Some(Stopped::Nodes) {
                let underway = share.underway(&self.search);
                limits.refuel(&underway)?;
            }
        }
    }

    /// Counts until `want` are found, the end, or the end of the purse.
    fn walk(&mut self, want: u64, purse: &mut Limits<'_>) -> Option<Stopped> {
        if self.weights.is_empty() {
            let mut limits = std::mem::replace(purse, Limits::none()).solutions(want - self.found);
            let count = self.search.count_rest(&mut limits);
            *purse = limits;
            self.found += count.at_least();
            self.is_ended = count.exact().is_ok();
            return count.exact().err();
        }
        while self.found < want {
            match self.search.next_solution(purse) {
                Ok(Some(cover)) => {
                    let weight = weight(&self.weights, cover);
                    self.found = weight.and_then(|weight| self.found.checked_add(weight)).unwrap_or(u64::MAX);
                }
                Ok(None) => {
                    self.is_ended = true;
                    return None;
                }
                Err(why) => return Some(why),
            }
        }
        Some(Stopped::Solutions)
    }
}

/// How many covers a cover of merged options stands for, if that fits.
fn weight(weights: &[u64], cover: &[OptionId]) -> Option<u64> {
    cover.iter().try_fold(1, |product: u64, option| product.checked_mul(weights[option.index()]))
}
