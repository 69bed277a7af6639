//! The place of a task: its part number in each split that it comes from, with digests that bind it to these
//! splits.
//!
//! Places are ordered as in the search. The splits form a Merkle tree: the digest of a task covers the
//! problem and the task's checkpoint; the digest of a split covers the task that was split (or the problem)
//! and all resulting tasks, in order. Therefore the places of results are enough to determine which other
//! tasks must exist, and whether all results are of tasks that were made together.

use std::fmt;
use std::str::FromStr;

use dlx_core::Checkpoint;
use dlx_core::inner::{Digest, Digester};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The largest number of nested splits; records of deeper places are rejected.
const DEEPEST: usize = 1000;

/// One split in the place of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The number of the part, from 0.
    pub part: u64,
    /// The number of parts.
    pub of: u64,
    /// The digest of the split: of what was split, and of all resulting tasks.
    pub split: Digest,
    /// The digest of the task: of the problem and the task's checkpoint.
    pub task: Digest,
}

/// The place of a task: one step for the first split, and one for each time that a part was split again.
///
/// Its text form is the id of the task: the part numbers separated by dots, such as `17` or `17.2`, counted
/// from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Step>", into = "Vec<Step>")]
pub struct Place(Vec<Step>);

/// The reason why a list of steps or a text is not a place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlaceError {
    /// There are no steps.
    #[error("expected at least one part, found none")]
    Empty,
    /// There are too many steps.
    #[error("expected a place of at most {DEEPEST} splits, found {found}")]
    Deep {
        /// The number of steps.
        found: usize,
    },
    /// A part number that is too large.
    #[error("expected a part below {of}, counted from 0, found part {part} of {of}")]
    Beyond {
        /// The part number.
        part: u64,
        /// The number of parts.
        of: u64,
    },
    /// A text that is not an id.
    #[error("expected an id such as 17 or 17.2, found `{}`", .0.escape_debug())]
    Id(String),
}

impl Place {
    /// Returns the steps, the outermost first.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.0
    }

    /// Returns the part numbers, whose order is that of the search.
    pub(crate) fn parts(&self) -> impl Iterator<Item = u64> + '_ {
        self.0.iter().map(|step| step.part)
    }

    /// Returns the step of the task itself.
    pub(crate) fn last(&self) -> &Step {
        self.0.last().expect("a place has a step")
    }

    /// Adds the place to a digest.
    pub(crate) fn digest_into(&self, digester: &mut Digester) {
        digester.number(self.0.len() as u64);
        for Step { part, of, split, task } in &self.0 {
            digester.number(*part).number(*of).nested(*split).nested(*task);
        }
    }
}

/// Returns the places of all tasks of a split, given their digests: parts of the task at `above`, or of the
/// problem.
pub(crate) fn places(
    problem: Digest,
    above: Option<&Place>,
    tasks: &[Digest],
) -> Result<Vec<Place>, PlaceError> {
    let of = tasks.len() as u64;
    let mut split = SplitDigester::new(above.map_or(problem, |above| above.last().task), of);
    tasks.iter().for_each(|&task| split.add(task));
    let split = split.digest();
    let above = above.map_or(&[][..], Place::steps);
    let place = |(part, &task)| Place::try_from([above, &[Step { part, of, split, task }]].concat());
    (0..).zip(tasks).map(place).collect()
}

/// Returns the digest of a task.
pub(crate) fn digest_of_task(problem: Digest, checkpoint: &Checkpoint) -> Digest {
    Digester::new("dlx task 2").nested(problem).text(&checkpoint.to_string()).digest()
}

/// Returns the digest of the part of a task that was done before the task was stopped, and its rest split into
/// these tasks.
pub(crate) fn digest_of_done(task: Digest, rest: &[Digest]) -> Digest {
    let mut digester = Digester::new("dlx task done 2");
    digester.nested(task).number(rest.len() as u64);
    rest.iter().for_each(|&part| {
        digester.nested(part);
    });
    digester.digest()
}

/// Computes the digest of a split.
#[derive(Debug)]
pub(crate) struct SplitDigester(Digester);

impl SplitDigester {
    /// Starts with the digest of the task or problem that is split, and the number of tasks.
    pub(crate) fn new(whole: Digest, of: u64) -> Self {
        let mut digester = Digester::new("dlx task split 2");
        digester.nested(whole).number(of);
        Self(digester)
    }

    /// Adds the next task.
    pub(crate) fn add(&mut self, task: Digest) {
        self.0.nested(task);
    }

    pub(crate) fn digest(&self) -> Digest {
        self.0.digest()
    }
}

impl TryFrom<Vec<Step>> for Place {
    type Error = PlaceError;

    fn try_from(steps: Vec<Step>) -> Result<Self, PlaceError> {
        match steps.iter().find(|step| step.part >= step.of) {
            _ if steps.is_empty() => Err(PlaceError::Empty),
            _ if steps.len() > DEEPEST => Err(PlaceError::Deep { found: steps.len() }),
            Some(&Step { part, of, .. }) => Err(PlaceError::Beyond { part, of }),
            None => Ok(Self(steps)),
        }
    }
}

impl From<Place> for Vec<Step> {
    fn from(place: Place) -> Self {
        place.0
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (depth, step) in self.0.iter().enumerate() {
            if depth > 0 {
                f.write_str(".")?;
            }
            write!(f, "{}", step.part)?;
        }
        Ok(())
    }
}

/// The part numbers of an id, without the numbers of parts.
pub(crate) struct Id(Vec<u64>);

impl FromStr for Id {
    type Err = PlaceError;

    fn from_str(text: &str) -> Result<Self, PlaceError> {
        let parts: Option<Vec<u64>> = text.split('.').map(|part| part.parse().ok()).collect();
        parts.map(Self).ok_or_else(|| PlaceError::Id(text.to_owned()))
    }
}

impl Id {
    pub(crate) fn is_of(&self, place: &Place) -> bool {
        self.0.len() == place.0.len() && self.0.iter().zip(place.parts()).all(|(&id, part)| id == part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_that_cannot_be_are_refused() {
        let digest = Digester::new("test").digest();
        let step = |part, of| Step { part, of, split: digest, task: digest };
        assert_eq!(Place::try_from(vec![step(3, 3)]), Err(PlaceError::Beyond { part: 3, of: 3 }));
        assert_eq!(Place::try_from(Vec::new()), Err(PlaceError::Empty));
        assert_eq!(Place::try_from(vec![step(0, 2); 1001]), Err(PlaceError::Deep { found: 1001 }));
        assert_eq!(Place::try_from(vec![step(1, 2); 1000]).map(|place| place.steps().len()), Ok(1000));
        assert_eq!(
            Place::try_from(vec![step(1, 3), step(2, 4)]).map(|place| place.to_string()),
            Ok("1.2".into())
        );
        assert!("1..2".parse::<Id>().is_err());
    }
}
