//! Counting with every means that keeps the number of covers: reduction, merged options, independent parts.
//!
//! None of these may cost more than it can save, and whether it saves anything is not known beforehand. So the
//! plain search begins. When it has gone on for much longer than the cheap rules take, they are tried, and
//! random dives guess how large its tree is; only if that is many times what has been walked, the walk is
//! given up for one of the reduced problem. Where nothing was found, the plain search goes on where it stood.

#[cfg(test)]
mod tests;

use std::num::NonZeroUsize;

use crate::answers::Count;
use crate::limits::{Limits, Position, Stopped, Underway};
use crate::parallel::{Goal, Grain, Number, Step, Tour, Weights};
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
    count_with(problem, NonZeroUsize::MIN, limits)
}

/// As [`count()`], with so many threads at each search that takes long, as in a [`Crew`](crate::Crew).
///
/// A limit of nodes means the nodes of one thread, which then counts alone.
#[must_use]
pub fn count_with(problem: &Problem, threads: NonZeroUsize, limits: &mut Limits<'_>) -> Count {
    let most = limits.solutions_left();
    let threads = if limits.nodes_left() == u64::MAX { threads } else { NonZeroUsize::MIN };
    let count = count_to(problem, threads, most, limits);
    limits.settle_solutions(count.at_least());
    count
}

fn count_to(problem: &Problem, threads: NonZeroUsize, most: u64, limits: &mut Limits<'_>) -> Count {
    let mut plain = Part::plain(problem, threads);
    // Nobody else works while something better is looked for.
    let part = PART.saturating_mul(threads.get() as u64);
    let mut next_look = WORK_PER_USE.saturating_mul(problem.use_count() as u64 + 1);
    let mut reducer = None;
    let mut share = Share { own: 1.0, ..Share::default() };
    loop {
        match plain.advance(most, next_look, &mut share, limits) {
            Ok(Step::Paused) => {}
            Ok(Step::Ended) => return Count::Exact(plain.found()),
            Ok(Step::Enough) => return Count::AtLeast(most, Stopped::Solutions),
            Err(why) => return Count::AtLeast(plain.found().min(most), why),
        }
        let work = plain.work();
        let mut looking = reducer.take().unwrap_or_else(|| Reducer::new(problem));
        let tree = looking.guess(work / part);
        if tree / WORTH_WHILE < work {
            next_look = work.saturating_mul(WORTH_WHILE);
            reducer = Some(looking);
            continue;
        }
        if let Err(why) = looking.block(tree / part, limits) {
            return Count::AtLeast(plain.found(), why);
        }
        let reduction = looking.finish();
        if reduction.unsolvable().is_some() {
            return Count::Exact(0);
        }
        // Items that are gone alone save too little to begin again for them.
        let left = reduction.problem().option_count() + problem.idle_options().count();
        let mut parts = parts(&reduction, threads);
        if left < problem.option_count() || parts.len() > 1 || parts.iter().any(Part::is_weighted) {
            let found = plain.found();
            drop(plain);
            return count_parts(&mut parts, most, found, share, limits);
        }
        next_look = u64::MAX;
    }
}

/// The parts of a reduced problem, the smallest first.
fn parts(reduction: &Reduction, threads: NonZeroUsize) -> Vec<Part> {
    let twins = Twins::of(reduction.problem());
    let mut parts: Vec<(usize, Part)> = components(twins.problem())
        .into_iter()
        .map(|component| {
            let problem = component.problem();
            let weight = |option| twins.class(component.original(option)).len() as u64;
            let weights = problem.options().map(weight).collect();
            (problem.use_count(), Part::new(problem, weights, threads))
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
        let product = parts.iter().fold(1, |product: u64, part| product.saturating_mul(part.found()));
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
                Ok(Step::Ended) if parts[at].found() == 0 => return Count::Exact(0),
                Ok(_) => {}
                Err(why) => return Count::AtLeast(lower(parts), why),
            }
        }
    }
    let product = parts.iter().try_fold(1, |product: u64, part| product.checked_mul(part.found()));
    match product {
        Some(product) if product <= most && parts.iter().all(Part::is_ended) => Count::Exact(product),
        // Without a limit, a part ends unless its own number does not fit.
        _ if most == u64::MAX => Count::AtLeast(u64::MAX, Stopped::Overflow),
        _ => Count::AtLeast(lower(parts), Stopped::Solutions),
    }
}

/// A problem that is being counted, and how far it has come.
struct Part {
    search: Search,
    tour: Tour,
    /// By option: how many options it stands for. Empty where each stands for itself.
    weights: Vec<u64>,
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
    fn underway(&mut self, position: &dyn Position) -> Underway {
        self.told = self.told.max(self.before + self.own * position.fraction());
        Underway { counters: position.counters(), fraction: self.told }
    }
}

impl Part {
    fn plain(problem: &Problem, threads: NonZeroUsize) -> Self {
        Self::new(problem, Vec::new(), threads)
    }

    fn new(problem: &Problem, mut weights: Vec<u64>, threads: NonZeroUsize) -> Self {
        if weights.iter().all(|&weight| weight == 1) {
            weights.clear();
        }
        Self { search: Search::new(problem), tour: Tour::new(threads, Grain::DEFAULT), weights }
    }

    fn is_weighted(&self) -> bool {
        !self.weights.is_empty()
    }

    fn found(&self) -> u64 {
        self.tour.found()
    }

    fn is_ended(&self) -> bool {
        self.tour.is_ended()
    }

    /// The work so far, comparable to that of a reduction.
    fn work(&self) -> u64 {
        self.tour.work(&self.search)
    }

    /// Goes on until `want` covers are found, so much work is done in all, or all is done.
    fn advance(
        &mut self,
        want: u64,
        work: u64,
        share: &mut Share,
        limits: &mut Limits<'_>,
    ) -> Result<Step, Stopped> {
        let goal = Goal { want, work };
        let view = &mut |position: &dyn Position| share.underway(position);
        if self.weights.is_empty() {
            self.tour.advance(&mut self.search, &Number, goal, limits, view)
        } else {
            self.tour.advance(&mut self.search, &Weights(&self.weights), goal, limits, view)
        }
    }
}
