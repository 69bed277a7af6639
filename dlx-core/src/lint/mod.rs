//! Mistakes in a problem that are found without a search: items without options, repeated options, totals that
//! cannot match, words that look like comments or typing errors.
//!
//! A finding is a *proof* if it shows that the problem has no cover. All other findings are warnings: each of them
//! can be intended. Options without a primary item, and options that alone cover an item more often than it may be,
//! are never chosen; proofs leave them out.

mod finding;
mod spelling;
mod survey;
mod totals;

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

pub use finding::{Finding, FindingKind, TotalsFound};
use spelling::{comment, misspelt};
use survey::Survey;
use totals::{Totals, unmatched};

use crate::control::limits::{Limits, Stopped};
use crate::problem::Problem;
use crate::problem::ids::{Color, ItemId, OptionId};

/// Looks a problem over for mistakes. Returns the findings, proofs first.
///
/// ```
/// use dlx_core::{Limits, Problem, lint};
///
/// // Pieces of 2 and 3 cells do not fill 6 cells.
/// let problem = Problem::builder()
///     .primary(["I2", "I3", "c1", "c2", "c3", "c4", "c5", "c6"])
///     .option(["I2", "c1", "c2"])
///     .option(["I2", "c5", "c6"])
///     .option(["I3", "c1", "c2", "c3"])
///     .option(["I3", "c4", "c5", "c6"])
///     .build()?;
/// let findings = lint(&problem, &mut Limits::none())?;
/// assert!(findings[0].is_proof);
/// assert_eq!(
///     findings[0].display(&problem).to_string(),
///     "options of `I2`, `I3` cover 5 others in total, but 6 must be covered"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Complexity
/// Linear in the problem, except that options are sorted to compare them.
///
/// # Errors
/// [`Stopped::Asked`] if the question of the limits was answered with [`Break`](std::ops::ControlFlow::Break).
pub fn lint(problem: &Problem, limits: &mut Limits<'_>) -> Result<Vec<Finding>, Stopped> {
    let survey = Survey::of(problem, limits)?;
    let mut findings = survey.proofs(limits)?;
    findings.extend(survey.warnings(limits)?);
    findings.sort_by_key(|finding| !finding.is_proof);
    Ok(findings)
}

/// Returns a finding of [`lint()`] that proves that the problem has no cover, if there is one.
///
/// # Complexity
/// Linear in the problem.
///
/// # Errors
/// Those of [`lint()`].
pub fn obstacle(problem: &Problem, limits: &mut Limits<'_>) -> Result<Option<Finding>, Stopped> {
    let proofs = Survey::of(problem, limits)?.proofs(limits)?;
    Ok(proofs.into_iter().find(|finding| finding.is_proof))
}

impl Survey<'_> {
    /// Returns the findings that can be proofs.
    fn proofs(&self, limits: &mut Limits<'_>) -> Result<Vec<Finding>, Stopped> {
        let comment = comment(self, limits)?;
        let words = comment.as_ref().map_or_else(Vec::new, |comment| comment.items.clone());
        let mut findings: Vec<Finding> = comment.into_iter().collect();
        for kind in [FindingKind::NoOptions, FindingKind::TooFewOptions] {
            limits.setup(self.problem.primary_count())?;
            let has_options = kind == FindingKind::TooFewOptions;
            let items = self.primary().filter(|item| {
                let (choices, supply) = (self.choices[item.index()], self.supply[item.index()]);
                supply < self.problem.bounds(*item).low && (choices > 0) == has_options
            });
            let items = items.filter(|item| words.binary_search(item).is_err()).collect();
            findings.extend(some_items(kind, items, true));
        }
        findings.extend(self.unmatched(limits)?);
        Ok(findings)
    }

    fn unmatched(&self, limits: &mut Limits<'_>) -> Result<Option<Finding>, Stopped> {
        // With too few options for an item the totals are wrong for that reason alone.
        if self.primary().any(|item| self.supply[item.index()] < self.problem.bounds(item).low) {
            return Ok(None);
        }
        // The totals are numbers of uses, which say little about items that an option covers several times.
        if self.problem.is_weighted() {
            return Ok(None);
        }
        let finding = |Totals { group, found }| Finding {
            kind: FindingKind::Totals(found),
            items: group,
            options: Vec::new(),
            is_proof: true,
        };
        Ok(unmatched(self, limits)?.map(finding))
    }

    fn warnings(&self, limits: &mut Limits<'_>) -> Result<Vec<Finding>, Stopped> {
        let problem = self.problem;
        let words = comment(self, limits)?.map_or_else(Vec::new, |comment| comment.items);
        let unused = problem.items().skip(problem.primary_count());
        let unused = unused.filter(|item| self.uses[item.index()] == 0);
        // The words of a comment are named already.
        let unused = unused.filter(|item| words.binary_search(item).is_err());
        let mut findings: Vec<Finding> =
            some_items(FindingKind::UnusedSecondary, unused.collect(), false).into_iter().collect();
        findings.extend(self.repeated(limits)?);
        let (mut idle, mut excluded) = (Vec::new(), Vec::new());
        for option in problem.options() {
            limits.setup(problem.uses(option).len())?;
            if !problem.has_primary(option) {
                idle.push(option);
            }
            if self.is_excluded(option) {
                excluded.push(option);
            }
        }
        findings.extend(some_options(FindingKind::NoPrimary, idle));
        findings.extend(some_options(FindingKind::Excluded, excluded));
        findings.extend(misspelt(self, limits)?);
        Ok(findings)
    }

    fn repeated(&self, limits: &mut Limits<'_>) -> Result<Option<Finding>, Stopped> {
        let problem = self.problem;
        let hasher = BuildHasherDefault::<DefaultHasher>::new();
        // So many that few options of a bucket are sorted between two questions.
        let buckets = (problem.option_count() / OPTIONS_OF_A_BUCKET + 1).next_power_of_two();
        let mut buckets: Vec<Vec<(u64, OptionId)>> = vec![Vec::new(); buckets];
        let mask = buckets.len() as u64 - 1;
        for option in problem.options() {
            limits.setup(HASHING * problem.uses(option).len())?;
            // The order of the uses does not matter, so that their hashes are added.
            let hash =
                problem.marked_uses(option).fold(0u64, |sum, used| sum.wrapping_add(hasher.hash_one(used)));
            buckets[usize::try_from(hash & mask).unwrap_or(0)].push((hash, option));
        }
        // By option that repeats another one: the first option that is like it.
        let mut firsts: Vec<Option<OptionId>> = vec![None; problem.option_count()];
        for bucket in &mut buckets {
            bucket.sort_unstable();
            limits.setup(HASHING * bucket.len())?;
            for alike in bucket.chunk_by(|one, other| one.0 == other.0).filter(|alike| alike.len() > 1) {
                // Only options that differ and have the same hash make this longer than one.
                let mut different: Vec<(Vec<(ItemId, Color)>, OptionId)> = Vec::new();
                for &(_, option) in alike {
                    let mut uses: Vec<(ItemId, Color)> = problem.marked_uses(option).collect();
                    uses.sort_unstable();
                    limits.setup(HASHING * uses.len() + different.len())?;
                    match different.iter().find(|(others, _)| *others == uses) {
                        Some(&(_, first)) => firsts[option.index()] = Some(first),
                        None => different.push((uses, option)),
                    }
                }
            }
        }
        let Some(&first) = firsts.iter().flatten().next() else { return Ok(None) };
        let repeated = problem.options().filter(|option| firsts[option.index()].is_some()).collect();
        Ok(some_options(FindingKind::Repeated { first }, repeated))
    }
}

/// Mean number of options that are sorted at once.
const OPTIONS_OF_A_BUCKET: usize = 1 << 10;
/// Steps of a setup that hashing or sorting a use takes.
const HASHING: usize = 4;

fn some_items(kind: FindingKind, items: Vec<ItemId>, is_proof: bool) -> Option<Finding> {
    (!items.is_empty()).then(|| Finding { kind, items, options: Vec::new(), is_proof })
}

fn some_options(kind: FindingKind, options: Vec<OptionId>) -> Option<Finding> {
    (!options.is_empty()).then(|| Finding { kind, items: Vec::new(), options, is_proof: false })
}
