//! Putting results together: each task exactly once, in the order of the search.
//!
//! A place says how many parts there are around it, so the results themselves say which tasks must be there. They are
//! gone through in order, beside the place that must come next.

use dlx_core::{BigUint, OptionId, Problem};
use thiserror::Error;

use crate::outcome::{Outcome, OutcomeError};
use crate::place::Place;
use crate::task::digest;

/// No more missing tasks than that are looked for.
const MOST_MISSING: usize = 1000;
/// No more of them than that are named.
const MOST_NAMED: usize = 10;

/// Results that are put together.
#[derive(Debug)]
pub struct Merge {
    digest: String,
    options: usize,
    outcomes: Vec<Outcome>,
}

/// Why results cannot be put together.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MergeError {
    /// There are no results.
    #[error("found no result, expected those of all tasks")]
    Nothing,
    /// A result of another problem.
    #[error("{file}: found the problem {found}, expected {expected}")]
    OtherProblem {
        /// The result.
        file: String,
        /// The digest in it.
        found: String,
        /// That of the problem.
        expected: String,
    },
    /// Results of tasks that were not made together.
    #[error("{file}: found the split {found}, expected {expected} as in {first}")]
    OtherSplit {
        /// A result.
        file: String,
        /// The digest of its split.
        found: String,
        /// The result before it.
        first: String,
        /// The digest of its split.
        expected: String,
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
    /// Tasks without a result.
    #[error("{}", missing_words(.ids, *.is_all))]
    Missing {
        /// Their ids, in order.
        ids: Vec<String>,
        /// Whether these are all.
        is_all: bool,
    },
    /// A count among covers, or covers among counts.
    #[error("{file}: found {found}, expected {expected}")]
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

const COUNT: &str = "a count";
const COVERS: &str = "covers";

impl Merge {
    /// Nothing yet, for this problem.
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        Self { digest: digest(problem), options: problem.option_count(), outcomes: Vec::new() }
    }

    /// Adds a result; the order does not matter.
    ///
    /// # Errors
    /// A result of another problem or another split.
    pub fn add(&mut self, outcome: Outcome) -> Result<(), MergeError> {
        let (file, expected) = (name(&outcome), &self.digest);
        if outcome.digest != *expected {
            let (found, expected) = (outcome.digest, expected.clone());
            return Err(MergeError::OtherProblem { file, found, expected });
        }
        match self.outcomes.first() {
            Some(first) if first.split != outcome.split => {
                let (found, expected) = (outcome.split, first.split.clone());
                return Err(MergeError::OtherSplit { file, found, first: name(first), expected });
            }
            _ => self.outcomes.push(outcome),
        }
        Ok(())
    }

    /// How many covers there are in all.
    ///
    /// # Errors
    /// Tasks that are missing or there twice, or results that are not counts.
    ///
    /// # Complexity
    /// That of sorting the results.
    pub fn total(&mut self) -> Result<BigUint, MergeError> {
        self.settle()?;
        let mut total = BigUint::ZERO;
        for outcome in &self.outcomes {
            let count = outcome.count.as_ref();
            total += count.ok_or_else(|| kind(outcome, COVERS, COUNT))?;
        }
        Ok(total)
    }

    /// Hands over all covers, in the order of one search, and answers how many they are. Nothing is handed over
    /// unless all results are there.
    ///
    /// # Errors
    /// Tasks that are missing or there twice, results that are not covers or not whole, or what `visit` answers.
    ///
    /// # Complexity
    /// Linear in the size of the results, which are read one after the other.
    pub fn for_each_cover<E: From<MergeError>>(
        &mut self,
        mut visit: impl FnMut(&[OptionId]) -> Result<(), E>,
    ) -> Result<u64, E> {
        self.settle()?;
        if let Some(outcome) = self.outcomes.iter().find(|outcome| outcome.count.is_some()) {
            return Err(kind(outcome, COUNT, COVERS).into());
        }
        let mut covers = 0;
        for outcome in &self.outcomes {
            let read = outcome.for_each_cover(self.options, |cover| visit(cover).map_err(Fault::Visit));
            covers += read.map_err(|fault| match fault {
                Fault::File(error) => MergeError::from(error).into(),
                Fault::Visit(error) => error,
            })?;
        }
        Ok(covers)
    }

    /// Sorts the results, and makes sure that each task has one.
    fn settle(&mut self) -> Result<(), MergeError> {
        self.outcomes.sort_by(|one, other| one.place.cmp(&other.place));
        let first = self.outcomes.first().ok_or(MergeError::Nothing)?;
        let (_, of) = first.place.steps()[0];
        let mut expected = Place::new(0, of).ok();
        let mut missing = Vec::new();
        let mut before = None;
        for outcome in &self.outcomes {
            loop {
                let Some(next) = expected.take() else { return Err(twice(before, outcome)) };
                match meet(&next, outcome)? {
                    Meeting::Same => {
                        expected = next.next();
                        break;
                    }
                    Meeting::Within { of } => expected = next.part(0, of).ok(),
                    Meeting::Beyond => expected = miss(next, &mut missing)?,
                    Meeting::Behind => return Err(twice(before, outcome)),
                }
            }
            before = Some(outcome);
        }
        while let Some(next) = expected.take() {
            expected = miss(next, &mut missing)?;
        }
        if missing.is_empty() { Ok(()) } else { Err(MergeError::Missing { ids: missing, is_all: true }) }
    }
}

/// Where a result stands, seen from the place that must come next.
enum Meeting {
    Same,
    /// It is a part of that place, which was split into so many.
    Within {
        of: u64,
    },
    /// It comes after that place, which is missing.
    Beyond,
    /// It comes before that place: a result for it was there already.
    Behind,
}

fn meet(next: &Place, outcome: &Outcome) -> Result<Meeting, MergeError> {
    for (&(part, expected), &(found_part, found)) in next.steps().iter().zip(outcome.place.steps()) {
        if expected != found {
            let (file, id) = (name(outcome), outcome.place.to_string());
            return Err(MergeError::Parts { file, id, found, expected });
        }
        if part != found_part {
            return Ok(if part < found_part { Meeting::Beyond } else { Meeting::Behind });
        }
    }
    let depth = next.steps().len();
    Ok(match outcome.place.steps().get(depth) {
        Some(&(_, of)) => Meeting::Within { of },
        None if outcome.place.steps().len() == depth => Meeting::Same,
        None => Meeting::Behind,
    })
}

/// Notes that a task is missing. Answers which one comes after it.
fn miss(next: Place, missing: &mut Vec<String>) -> Result<Option<Place>, MergeError> {
    missing.push(next.to_string());
    if missing.len() == MOST_MISSING {
        return Err(MergeError::Missing { ids: std::mem::take(missing), is_all: false });
    }
    Ok(next.next())
}

/// A result that comes too late: the one before it is of the same task, or of one that this is a part of.
fn twice(before: Option<&Outcome>, outcome: &Outcome) -> MergeError {
    let Some(before) = before else { return MergeError::Nothing };
    let (id, part) = (before.place.to_string(), outcome.place.to_string());
    if before.place == outcome.place {
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

/// An error of a file, or of whoever is handed the covers.
enum Fault<E> {
    File(OutcomeError),
    Visit(E),
}

impl<E> From<OutcomeError> for Fault<E> {
    fn from(error: OutcomeError) -> Self {
        Self::File(error)
    }
}
