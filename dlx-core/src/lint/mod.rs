//! Mistakes in a problem that are found without a search: items without options, repeated options, totals that
//! cannot match, words that look like comments or typing errors.
//!
//! A finding is a *proof* if it shows that the problem has no cover. All other findings are warnings: each of them
//! can be intended. Options without a primary item, and options with an item that must not be covered, are never
//! chosen; proofs leave them out.

mod finding;
mod spelling;
mod survey;
mod totals;

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

pub use finding::{Finding, FindingKind, TotalsFound};
use spelling::{comment, misspelt};
use survey::Survey;
use totals::{Totals, unmatched};

use crate::problem::ids::{ItemId, OptionId};
use crate::problem::{Problem, Use};

/// Looks a problem over for mistakes. Returns the findings, proofs first.
///
/// ```
/// use dlx_core::{FindingKind, Problem, lint};
///
/// // Pieces of 2 and 3 cells do not fill 6 cells.
/// let problem = Problem::builder()
///     .primary(["I2", "I3", "c1", "c2", "c3", "c4", "c5", "c6"])
///     .option(["I2", "c1", "c2"])
///     .option(["I2", "c5", "c6"])
///     .option(["I3", "c1", "c2", "c3"])
///     .option(["I3", "c4", "c5", "c6"])
///     .build()?;
/// let findings = lint(&problem);
/// assert!(matches!(findings[0].kind, FindingKind::Totals(_)) && findings[0].is_proof);
/// assert_eq!(
///     findings[0].display(&problem).to_string(),
///     "options of `I2`, `I3` cover 5 others in total, but 6 must be covered"
/// );
/// # Ok::<(), dlx_core::BuildError>(())
/// ```
///
/// # Complexity
/// Linear in the problem, except that options are sorted to compare them.
#[must_use]
pub fn lint(problem: &Problem) -> Vec<Finding> {
    let survey = Survey::of(problem);
    let mut findings: Vec<Finding> = survey.proofs().chain(survey.warnings()).collect();
    findings.sort_by_key(|finding| !finding.is_proof);
    findings
}

/// Returns a finding of [`lint()`] that proves that the problem has no cover, if there is one.
///
/// # Complexity
/// Linear in the problem.
#[must_use]
pub fn obstacle(problem: &Problem) -> Option<Finding> {
    Survey::of(problem).proofs().find(|finding| finding.is_proof)
}

impl Survey<'_> {
    /// Returns the findings that can be proofs, each of them when it is asked for.
    fn proofs(&self) -> impl Iterator<Item = Finding> {
        let comment = comment(self);
        let words = comment.as_ref().map_or_else(Vec::new, |comment| comment.items.clone());
        let too_few =
            [FindingKind::NoOptions, FindingKind::TooFewOptions].into_iter().filter_map(move |kind| {
                let has_options = kind == FindingKind::TooFewOptions;
                let items = self.primary().filter(|item| {
                    let choices = self.choices[item.index()];
                    choices < self.problem.bounds(*item).low && (choices > 0) == has_options
                });
                some_items(kind, items.filter(|item| words.binary_search(item).is_err()).collect(), true)
            });
        comment.into_iter().chain(too_few).chain(std::iter::once_with(|| self.unmatched()).flatten())
    }

    fn unmatched(&self) -> Option<Finding> {
        // With too few options for an item the totals are wrong for that reason alone.
        if self.primary().any(|item| self.choices[item.index()] < self.problem.bounds(item).low) {
            return None;
        }
        let Totals { group, found } = unmatched(self)?;
        Some(Finding { kind: FindingKind::Totals(found), items: group, options: Vec::new(), is_proof: true })
    }

    fn warnings(&self) -> impl Iterator<Item = Finding> {
        let words = comment(self).map_or_else(Vec::new, |comment| comment.items);
        let unused = self.problem.items().skip(self.problem.primary_count());
        let unused = unused.filter(|item| self.uses[item.index()] == 0);
        // The words of a comment are named already.
        let unused = unused.filter(|item| words.binary_search(item).is_err());
        let excluded = self.problem.options().filter(|&option| self.is_excluded(option)).collect();
        [
            some_items(FindingKind::UnusedSecondary, unused.collect(), false),
            self.repeated(),
            some_options(FindingKind::NoPrimary, self.problem.idle_options().collect()),
            some_options(FindingKind::Excluded, excluded),
        ]
        .into_iter()
        .flatten()
        .chain(misspelt(self))
    }

    fn repeated(&self) -> Option<Finding> {
        let problem = self.problem;
        let hasher = BuildHasherDefault::<DefaultHasher>::new();
        // The order of the uses does not matter, so that their hashes are added.
        let hash = |option| {
            problem.uses(option).iter().fold(0u64, |sum, used| sum.wrapping_add(hasher.hash_one(used)))
        };
        let mut hashes: Vec<(u64, OptionId)> =
            problem.options().map(|option| (hash(option), option)).collect();
        hashes.sort_unstable();
        // Each option that repeats another one, with the first option that is like it.
        let mut repeated: Vec<(OptionId, OptionId)> = Vec::new();
        for alike in hashes.chunk_by(|one, other| one.0 == other.0).filter(|alike| alike.len() > 1) {
            let mut alike: Vec<(Vec<(ItemId, u32)>, OptionId)> =
                alike.iter().map(|&(_, option)| (sorted(problem.uses(option)), option)).collect();
            alike.sort_unstable();
            for equal in alike.chunk_by(|one, other| one.0 == other.0) {
                repeated.extend(equal[1..].iter().map(|(_, option)| (*option, equal[0].1)));
            }
        }
        repeated.sort_unstable();
        let &(_, first) = repeated.first()?;
        some_options(
            FindingKind::Repeated { first },
            repeated.into_iter().map(|(option, _)| option).collect(),
        )
    }
}

fn sorted(uses: &[Use]) -> Vec<(ItemId, u32)> {
    let mut uses: Vec<(ItemId, u32)> = uses.iter().map(|used| (used.item, used.color.0)).collect();
    uses.sort_unstable();
    uses
}

fn some_items(kind: FindingKind, items: Vec<ItemId>, is_proof: bool) -> Option<Finding> {
    (!items.is_empty()).then(|| Finding { kind, items, options: Vec::new(), is_proof })
}

fn some_options(kind: FindingKind, options: Vec<OptionId>) -> Option<Finding> {
    (!options.is_empty()).then(|| Finding { kind, items: Vec::new(), options, is_proof: false })
}
