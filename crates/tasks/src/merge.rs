//! Merges the results of all tasks, each exactly once, in the order of the search.
//!
//! The place of a task contains the number of parts of each split above it, so the results themselves
//! determine which tasks exist. The results are sorted and processed once, with a stack of the current
//! splits. At the end of each split, the digest recorded in its results is compared with the digest computed
//! from its tasks. Results are therefore merged only if they are those of all tasks of one split, each in its
//! place.

use dlx_core::inner::Digest;
use dlx_core::{BigUint, OptionId, Problem};
use thiserror::Error;

use crate::outcome::{Covers, Outcome, OutcomeError};
use crate::place::{Place, SplitDigester, Step};

/// The search for missing tasks ends at this number.
const MOST_MISSING: usize = 1000;
/// The largest number of missing tasks listed in a message.
const MOST_NAMED: usize = 10;

/// A set of results to merge.
#[derive(Debug)]
pub struct Merge {
    problem: Problem,
    outcomes: Vec<Outcome>,
    /// True if the files of covers have been read and are intact.
    is_verified: bool,
}

/// The reason why results cannot be merged.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MergeError {
    /// There are no results.
    #[error("expected the results of all tasks, found none")]
    Nothing,
    /// A result is of another problem.
    #[error("{file}: expected the problem {expected}, found {found}")]
    OtherProblem {
        /// The file of the result.
        file: String,
        /// The digest in the result.
        found: Digest,
        /// The digest of the problem.
        expected: Digest,
    },
    /// Results are of tasks from different splits, or parts of one task have different digests for that task.
    #[error("{file}: expected {what} {expected} as in {first}, found {found}")]
    Mixed {
        /// The file of a result.
        file: String,
        /// The thing that differs: the split, or the task that contains the parts.
        what: &'static str,
        /// The digest in this result.
        found: Digest,
        /// The file of another result.
        first: String,
        /// The digest in the other result.
        expected: Digest,
    },
    /// A task has two results.
    #[error("task {id} has two results: {first} and {second}")]
    Duplicate {
        /// The id of the task.
        id: String,
        /// The file of one result.
        first: String,
        /// The file of the other result.
        second: String,
    },
    /// Both a task and a part of it have a result.
    #[error(
        "expected a result of task {id} or of its parts, found both for task {id} and its part {part}: {whole} and {piece}"
    )]
    WholeAndPart {
        /// The id of the task.
        id: String,
        /// The file of its result.
        whole: String,
        /// The id of the part.
        part: String,
        /// The file of the part's result.
        piece: String,
    },
    /// A task was split in two different ways.
    #[error("{file}: task {id}: expected one of {expected} parts, found one of {found}")]
    Parts {
        /// The file of a result.
        file: String,
        /// The id of its task.
        id: String,
        /// The number of parts according to this result.
        found: u64,
        /// The number of parts according to other results.
        expected: u64,
    },
    /// The results are not those of the tasks of their split: one was made for another task, or edited.
    #[error("{}expected tasks of the split {expected}, found those of {found}: a result belongs to another task than it says", within(.id))]
    OtherTasks {
        /// The id of the task that was split; empty for the problem.
        id: String,
        /// The digest of the split into the tasks found.
        found: Digest,
        /// The digest of the split recorded in the results.
        expected: Digest,
    },
    /// Some tasks have no result.
    #[error("{}", missing_words(.ids, *.is_all))]
    Missing {
        /// The ids of these tasks, in order.
        ids: Vec<String>,
        /// True if the list is complete.
        is_all: bool,
    },
    /// A count among lists of covers, a list of covers among counts, or all covers among representatives.
    #[error("{file}: expected {expected}, found {found}")]
    Kind {
        /// The file of the result.
        file: String,
        /// The kind of the result.
        found: &'static str,
        /// The expected kind.
        expected: &'static str,
    },
    /// A result that cannot be read.
    #[error(transparent)]
    Outcome(#[from] OutcomeError),
}

fn missing_words(ids: &[String], is_all: bool) -> String {
    let named = ids[..ids.len().min(MOST_NAMED)].join(", ");
    let (or_more, rest) = (if is_all { "" } else { " or more" }, ids.len().saturating_sub(MOST_NAMED));
    let and_more = if rest > 0 { format!(" and {rest}{or_more} others") } else { String::new() };
    let s = if ids.len() == 1 { "" } else { "s" };
    format!("{}{or_more} task{s} without a result: {named}{and_more}", ids.len())
}

fn within(id: &str) -> String {
    if id.is_empty() { String::new() } else { format!("parts of task {id}: ") }
}

const COUNT: &str = "a count";
const COVERS: &str = "covers";
const REPRESENTATIVES: &str = "covers up to symmetry";

impl Merge {
    /// Returns an empty set of results for this problem.
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        Self { problem: problem.clone(), outcomes: Vec::new(), is_verified: false }
    }

    /// Adds a result. The order of results does not matter.
    ///
    /// # Errors
    /// A result of another problem or another split.
    pub fn add(&mut self, outcome: Outcome) -> Result<(), MergeError> {
        belongs(self.problem.digest(), self.outcomes.first(), &outcome)?;
        self.outcomes.push(outcome);
        self.is_verified = false;
        Ok(())
    }

    /// Returns the digest of the symmetries if the results are those of
    /// [representatives](crate::split_representatives), or else `None`.
    #[must_use]
    pub fn symmetries(&self) -> Option<Digest> {
        self.outcomes.first().and_then(Outcome::symmetries)
    }

    /// Returns the total number of covers, or of representatives.
    ///
    /// # Errors
    /// Tasks without a result or with two results, results that are not counts, or results that are not of
    /// their tasks.
    ///
    /// # Complexity
    /// That of sorting the results, whose places are compared in linear time.
    pub fn total(&mut self) -> Result<BigUint, MergeError> {
        self.settle()?;
        let mut total = BigUint::ZERO;
        for outcome in &self.outcomes {
            let count = outcome.count.as_ref();
            total += count.ok_or_else(|| kind(outcome, COVERS, COUNT))?;
        }
        Ok(total)
    }

    /// Checks that all results exist, are complete and unaltered, and list covers of the problem. Calls
    /// `go_on` for each cover and returns its error.
    ///
    /// # Errors
    /// Tasks without a result or with two results; results that are not lists of covers, incomplete, altered,
    /// or not of their tasks; or the error that `go_on` returns.
    ///
    /// # Complexity
    /// Linear in the size of the results. Each cover is [checked](dlx_core::check()).
    pub fn verify_covers<E: From<MergeError>>(
        &mut self,
        mut go_on: impl FnMut() -> Result<(), E>,
    ) -> Result<(), E> {
        self.settle()?;
        if let Some(outcome) = self.outcomes.iter().find(|outcome| outcome.count.is_some()) {
            return Err(kind(outcome, COUNT, COVERS).into());
        }
        for outcome in &self.outcomes {
            let mut covers = outcome.covers(&self.problem).map_err(MergeError::from)?;
            while covers.next().map_err(MergeError::from)?.is_some() {
                covers.check().map_err(MergeError::from)?;
                go_on()?;
            }
        }
        self.is_verified = true;
        Ok(())
    }

    /// Calls `visit` with every cover, in the order of one search, and returns the number of covers. Calls
    /// [`verify_covers`](Self::verify_covers) first if it has not succeeded before, so no cover is passed on
    /// if something is wrong.
    ///
    /// # Errors
    /// Those of [`verify_covers`](Self::verify_covers), or the error that `visit` returns.
    ///
    /// # Complexity
    /// Linear in the size of the results, which are read twice, one after the other.
    pub fn for_each_cover<E: From<MergeError>>(
        &mut self,
        mut visit: impl FnMut(&[OptionId]) -> Result<(), E>,
    ) -> Result<u64, E> {
        self.each(|covers| visit(&covers.cover))
    }

    /// Calls `visit` with every representative and the size of its orbit, in the order of one listing, and returns
    /// their number. Otherwise like [`for_each_cover`](Self::for_each_cover).
    ///
    /// # Errors
    /// Results of all covers, those of [`verify_covers`](Self::verify_covers), or the error that `visit`
    /// returns.
    ///
    /// # Complexity
    /// That of [`for_each_cover`](Self::for_each_cover).
    pub fn for_each_representative<E: From<MergeError>>(
        &mut self,
        mut visit: impl FnMut(&[OptionId], &BigUint) -> Result<(), E>,
    ) -> Result<u64, E> {
        if let Some(outcome) = self.outcomes.iter().find(|outcome| outcome.symmetries.is_none()) {
            return Err(kind(outcome, enumerated(outcome), REPRESENTATIVES).into());
        }
        self.each(|covers| visit(&covers.cover, &covers.orbit))
    }

    /// Calls `visit` at every cover, in the order of one search, and returns the number of covers.
    fn each<E: From<MergeError>>(
        &mut self,
        mut visit: impl FnMut(&Covers<'_>) -> Result<(), E>,
    ) -> Result<u64, E> {
        if !self.is_verified {
            self.verify_covers(|| Ok::<_, E>(()))?;
        }
        let mut found = 0;
        for outcome in &self.outcomes {
            let mut covers = outcome.covers(&self.problem).map_err(MergeError::from)?;
            while covers.next().map_err(MergeError::from)?.is_some() {
                visit(&covers)?;
            }
            found += covers.found;
        }
        Ok(found)
    }

    /// Sorts the results, and checks that each task has exactly one.
    fn settle(&mut self) -> Result<(), MergeError> {
        self.outcomes.sort_by(|one, other| one.place.parts().cmp(other.place.parts()));
        are_complete(self.problem.digest(), self.outcomes.iter())
    }
}

/// Returns the numbers of these results in the order of the search, if they are the results of all tasks of one
/// split, each once. A problem is not needed; covers are checked when they are read.
///
/// # Errors
/// No results, results of several problems or splits, or tasks without a result or with two.
///
/// # Complexity
/// That of sorting the results, whose places are compared in linear time.
pub fn order(outcomes: &[Outcome]) -> Result<Vec<usize>, MergeError> {
    let first = outcomes.first().ok_or(MergeError::Nothing)?;
    for outcome in &outcomes[1..] {
        belongs(first.problem, Some(first), outcome)?;
        if first.count.is_some() != outcome.count.is_some() {
            return Err(kind(outcome, contained(outcome), contained(first)));
        }
    }
    let mut order: Vec<usize> = (0..outcomes.len()).collect();
    order.sort_by(|&one, &other| outcomes[one].place.parts().cmp(outcomes[other].place.parts()));
    are_complete(first.problem, order.iter().map(|&number| &outcomes[number]))?;
    Ok(order)
}

/// Checks that a result is of this problem and of the split and the kind of covers of the first one.
fn belongs(problem: Digest, first: Option<&Outcome>, outcome: &Outcome) -> Result<(), MergeError> {
    let (found, expected) = (outcome.problem, problem);
    if found != expected {
        return Err(MergeError::OtherProblem { file: name(outcome), found, expected });
    }
    if let Some(first) = first {
        same_split(first, outcome, 0)?;
        // The digest of the split contains the symmetries, so that only a forged result has others.
        if first.symmetries != outcome.symmetries {
            return Err(kind(outcome, enumerated(outcome), enumerated(first)));
        }
    }
    Ok(())
}

/// Checks that each task has exactly one of these results, which are in the order of the search.
fn are_complete<'o>(problem: Digest, outcomes: impl Iterator<Item = &'o Outcome>) -> Result<(), MergeError> {
    // The splits that contain the previous result, the outermost first.
    let mut splits: Vec<OpenSplit> = Vec::new();
    let mut previous: Option<&Outcome> = None;
    let mut missing = Vec::new();
    for outcome in outcomes {
        let steps = outcome.place.steps();
        let mut common = 0;
        if let Some(before) = previous {
            let last = before.place.steps();
            let pairs = last.iter().zip(steps);
            common = pairs.take_while(|(one, other)| one.part == other.part).count();
            if common == last.len() {
                return Err(twice(before, outcome));
            }
            for level in 0..=common {
                same_split(before, outcome, level)?;
            }
            for level in 0..common {
                same("a part of the task", before, outcome, |place| place.steps()[level].task)?;
            }
            while splits.len() > common + 1 {
                close(&mut splits, last, &mut missing)?;
            }
        }
        for (level, step) in steps.iter().enumerate().skip(common) {
            if level == splits.len() {
                let whole = level.checked_sub(1).map_or(problem, |above| steps[above].task);
                splits.push(OpenSplit::new(whole, step));
            }
            let split = &mut splits[level];
            split.miss(&steps[..level], step.part, &mut missing)?;
            split.next = step.part + 1;
            split.digester.add(step.task);
        }
        previous = Some(outcome);
    }
    let last = previous.ok_or(MergeError::Nothing)?.place.steps();
    while !splits.is_empty() {
        close(&mut splits, last, &mut missing)?;
    }
    if missing.is_empty() { Ok(()) } else { Err(MergeError::Missing { ids: missing, is_all: true }) }
}

/// A split whose results are being processed.
struct OpenSplit {
    of: u64,
    stated: Digest,
    digester: SplitDigester,
    /// The next part for which a result is expected.
    next: u64,
    is_complete: bool,
}

impl OpenSplit {
    fn new(whole: Digest, step: &Step) -> Self {
        let digester = SplitDigester::new(whole, step.of);
        Self { of: step.of, stated: step.split, digester, next: 0, is_complete: true }
    }

    /// Records the parts before this one as missing.
    fn miss(&mut self, above: &[Step], part: u64, missing: &mut Vec<String>) -> Result<(), MergeError> {
        for part in self.next..part {
            self.is_complete = false;
            missing.push(format!("{}{part}", prefix(above)));
            if missing.len() == MOST_MISSING {
                return Err(MergeError::Missing { ids: std::mem::take(missing), is_all: false });
            }
        }
        Ok(())
    }
}

/// Ends the innermost split; `place` is the place of the previous result.
fn close(splits: &mut Vec<OpenSplit>, place: &[Step], missing: &mut Vec<String>) -> Result<(), MergeError> {
    let Some(mut split) = splits.pop() else { return Ok(()) };
    let above = &place[..splits.len()];
    split.miss(above, split.of, missing)?;
    let (found, expected) = (split.digester.digest(), split.stated);
    if split.is_complete && found != expected {
        let id = prefix(above).trim_end_matches('.').to_owned();
        return Err(MergeError::OtherTasks { id, found, expected });
    }
    Ok(())
}

/// Returns the beginning of the ids of the parts below these steps.
fn prefix(above: &[Step]) -> String {
    above.iter().map(|step| format!("{}.", step.part)).collect()
}

/// Checks that two results whose places agree above this level belong to the same split at this level.
fn same_split(first: &Outcome, outcome: &Outcome, level: usize) -> Result<(), MergeError> {
    same("the split", first, outcome, |place| place.steps()[level].split)?;
    let (expected, found) = (first.place.steps()[level].of, outcome.place.steps()[level].of);
    if expected != found {
        let (file, id) = (name(outcome), outcome.place.to_string());
        return Err(MergeError::Parts { file, id, found, expected });
    }
    Ok(())
}

/// Checks that two results have the same digest.
fn same(
    what: &'static str,
    one: &Outcome,
    other: &Outcome,
    digest: impl Fn(&Place) -> Digest,
) -> Result<(), MergeError> {
    let (expected, found) = (digest(&one.place), digest(&other.place));
    if expected == found {
        return Ok(());
    }
    Err(MergeError::Mixed { file: name(other), what, found, first: name(one), expected })
}

/// Returns the error for a result of the same task as the previous one, or of a part of that task.
fn twice(before: &Outcome, outcome: &Outcome) -> MergeError {
    let (id, part) = (before.place.to_string(), outcome.place.to_string());
    if id == part {
        return MergeError::Duplicate { id, first: name(before), second: name(outcome) };
    }
    MergeError::WholeAndPart { id, whole: name(before), part, piece: name(outcome) }
}

fn kind(outcome: &Outcome, found: &'static str, expected: &'static str) -> MergeError {
    MergeError::Kind { file: name(outcome), found, expected }
}

/// Returns what a result contains.
fn contained(outcome: &Outcome) -> &'static str {
    if outcome.count.is_some() { COUNT } else { COVERS }
}

/// Returns what the covers of a result are.
fn enumerated(outcome: &Outcome) -> &'static str {
    if outcome.symmetries.is_some() { REPRESENTATIVES } else { "all covers" }
}

fn name(outcome: &Outcome) -> String {
    outcome.file.display().to_string()
}
