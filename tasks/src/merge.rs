//! Putting results together: each task exactly once, in the order of the search.
//!
//! A place says how many parts there are around it, so the results themselves say which tasks must be there. They are
//! sorted and gone through once, with the splits that the current one is in. At the end of each split, the digest that
//! its results state is compared with the one of their tasks, so that results are put together only if they are those
//! of all tasks of one split, each in its place.

use dlx_core::{BigUint, Digest, OptionId, Problem};
use thiserror::Error;

use crate::outcome::{Outcome, OutcomeError};
use crate::place::{Place, SplitDigester, Step};

/// No more missing tasks than that are looked for.
const MOST_MISSING: usize = 1000;
/// No more of them than that are named.
const MOST_NAMED: usize = 10;

/// Results that are put together.
#[derive(Debug)]
pub struct Merge {
    problem: Problem,
    outcomes: Vec<Outcome>,
    /// Whether the files of covers were read and are as they were written.
    is_verified: bool,
}

/// Why results cannot be put together.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MergeError {
    /// There are no results.
    #[error("expected the results of all tasks, found none")]
    Nothing,
    /// A result of another problem.
    #[error("{file}: expected the problem {expected}, found {found}")]
    OtherProblem {
        /// The result.
        file: String,
        /// The digest in it.
        found: Digest,
        /// That of the problem.
        expected: Digest,
    },
    /// Results of tasks that were not made together, or parts of one task that state different tasks.
    #[error("{file}: expected {what} {expected} as in {first}, found {found}")]
    Mixed {
        /// A result.
        file: String,
        /// What they have not in common: the split, or the task that they are parts of.
        what: &'static str,
        /// Its digest in this result.
        found: Digest,
        /// Another result.
        first: String,
        /// The digest in that one.
        expected: Digest,
    },
    /// Two results of one task.
    #[error("task {id} has two results: {first} and {second}")]
    Duplicate {
        /// The task.
        id: String,
        /// A result.
        first: String,
        /// Another.
        second: String,
    },
    /// A task has a result, and so have parts of it.
    #[error("task {id} has a result, {whole}, and so has its part {part}, {piece}")]
    WholeAndPart {
        /// The task.
        id: String,
        /// Its result.
        whole: String,
        /// A part of it.
        part: String,
        /// The result of that.
        piece: String,
    },
    /// A task was split twice, in different ways.
    #[error("{file}: task {id} is one of {found} parts, expected one of {expected}")]
    Parts {
        /// The result.
        file: String,
        /// Its task.
        id: String,
        /// How many parts it speaks of.
        found: u64,
        /// How many others speak of.
        expected: u64,
    },
    /// Results of one split that are not those of its tasks: one was made for another task, or edited.
    #[error("{}expected tasks of the split {expected}, found those of {found}: a result is not of the task that it states", within(.id))]
    OtherTasks {
        /// The task that was split, or nothing for the problem.
        id: String,
        /// The digest of the split into these tasks.
        found: Digest,
        /// The digest that the results state.
        expected: Digest,
    },
    /// Tasks without a result.
    #[error("{}", missing_words(.ids, *.is_all))]
    Missing {
        /// Their ids, in order.
        ids: Vec<String>,
        /// Whether these are all.
        is_all: bool,
    },
    /// A count among covers, or covers among counts.
    #[error("{file}: expected {expected}, found {found}")]
    Kind {
        /// The result.
        file: String,
        /// What it is.
        found: &'static str,
        /// What was wanted.
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

impl Merge {
    /// Nothing yet, for this problem.
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        Self { problem: problem.clone(), outcomes: Vec::new(), is_verified: false }
    }

    /// Adds a result; the order does not matter.
    ///
    /// # Errors
    /// A result of another problem or another split.
    pub fn add(&mut self, outcome: Outcome) -> Result<(), MergeError> {
        let (found, expected) = (outcome.problem, self.problem.digest());
        if found != expected {
            return Err(MergeError::OtherProblem { file: name(&outcome), found, expected });
        }
        if let Some(first) = self.outcomes.first() {
            same_split(first, &outcome, 0)?;
        }
        self.outcomes.push(outcome);
        self.is_verified = false;
        Ok(())
    }

    /// How many covers there are in all.
    ///
    /// # Errors
    /// Tasks that are missing or there twice, or results that are not counts or not those of their tasks.
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

    /// Makes sure that all results are there, complete and as they were written, and that they list covers of the
    /// problem. `go_on` is asked for each cover; its error is returned.
    ///
    /// # Errors
    /// Tasks that are missing or there twice, results that are not covers, not complete, altered, or not those of their
    /// tasks, or what `go_on` returns.
    ///
    /// # Complexity
    /// Linear in the size of the results, each cover being [checked](dlx_core::check()).
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

    /// Hands over all covers, in the order of one search, and returns how many they are. Nothing is handed over
    /// unless [`verify_covers`](Self::verify_covers) has found or finds nothing wrong.
    ///
    /// # Errors
    /// Those of [`verify_covers`](Self::verify_covers), or what `visit` returns.
    ///
    /// # Complexity
    /// Linear in the size of the results, which are read twice, one after the other.
    pub fn for_each_cover<E: From<MergeError>>(
        &mut self,
        mut visit: impl FnMut(&[OptionId]) -> Result<(), E>,
    ) -> Result<u64, E> {
        if !self.is_verified {
            self.verify_covers(|| Ok::<_, E>(()))?;
        }
        let mut found = 0;
        for outcome in &self.outcomes {
            let mut covers = outcome.covers(&self.problem).map_err(MergeError::from)?;
            while let Some(cover) = covers.next().map_err(MergeError::from)? {
                visit(cover)?;
            }
            found += covers.found;
        }
        Ok(found)
    }

    /// Sorts the results, and makes sure that each task has one.
    fn settle(&mut self) -> Result<(), MergeError> {
        self.outcomes.sort_by(|one, other| one.place.parts().cmp(other.place.parts()));
        // The splits that the result before is in, the outermost first.
        let mut splits: Vec<OpenSplit> = Vec::new();
        let mut before = self.outcomes.first().ok_or(MergeError::Nothing)?;
        let mut missing = Vec::new();
        for (number, outcome) in self.outcomes.iter().enumerate() {
            let (last, steps) = (before.place.steps(), outcome.place.steps());
            let mut common = 0;
            if number > 0 {
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
            }
            while splits.len() > common + 1 {
                close(&mut splits, last, &mut missing)?;
            }
            for (level, step) in steps.iter().enumerate().skip(common) {
                if level == splits.len() {
                    let whole = level.checked_sub(1).map_or(self.problem.digest(), |above| steps[above].task);
                    splits.push(OpenSplit::new(whole, step));
                }
                let split = &mut splits[level];
                split.miss(&steps[..level], step.part, &mut missing)?;
                split.next = step.part + 1;
                split.digester.add(step.task);
            }
            before = outcome;
        }
        while !splits.is_empty() {
            close(&mut splits, before.place.steps(), &mut missing)?;
        }
        if missing.is_empty() { Ok(()) } else { Err(MergeError::Missing { ids: missing, is_all: true }) }
    }
}

/// A split whose results are gone through.
struct OpenSplit {
    of: u64,
    stated: Digest,
    digester: SplitDigester,
    /// The part that must come next.
    next: u64,
    is_complete: bool,
}

impl OpenSplit {
    fn new(whole: Digest, step: &Step) -> Self {
        let digester = SplitDigester::new(whole, step.of);
        Self { of: step.of, stated: step.split, digester, next: 0, is_complete: true }
    }

    /// Notes that the parts before this one are missing.
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

/// Ends the innermost split, on the way to this place.
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

/// The id of a part begins with those around it.
fn prefix(above: &[Step]) -> String {
    above.iter().map(|step| format!("{}.", step.part)).collect()
}

/// Makes sure that two results that share all parts above this level are of one split there.
fn same_split(first: &Outcome, outcome: &Outcome, level: usize) -> Result<(), MergeError> {
    same("the split", first, outcome, |place| place.steps()[level].split)?;
    let (expected, found) = (first.place.steps()[level].of, outcome.place.steps()[level].of);
    if expected != found {
        let (file, id) = (name(outcome), outcome.place.to_string());
        return Err(MergeError::Parts { file, id, found, expected });
    }
    Ok(())
}

/// Makes sure that two results have one digest in common.
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

/// A result that comes too late: the one before it is of the same task, or of one that this is a part of.
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

fn name(outcome: &Outcome) -> String {
    outcome.file.display().to_string()
}
