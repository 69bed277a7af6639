//! A task: a part of a search as a line of JSON.
//!
//! ```text
//! {"schema":2,"id":"17.2",
//!  "place":[{"part":17,"of":128,"split":"51b7…","task":"c02d…"},{"part":2,"of":4,"split":"7e19…","task":"08fa…"}],
//!  "problem":"9c0e…","nodes":48210.5,"checkpoint":"dlx checkpoint 3\nproblem 9c0e…\n…\n","checksum":"d3b5…"}
//! ```
//!
//! `problem` is the digest of the problem. `place` contains the part number and the number of parts for each
//! split; its digests are explained at [`Step`](crate::Step). `nodes` is an estimate for schedulers.
//! `checkpoint` is the part itself: the options chosen above it, which are fixed. `checksum` is a digest of
//! the values of all other fields. Formatting does not matter; a line with changed values is rejected.

use std::io::{self, BufRead, Write};

use dlx_core::inner::{Digest, Digester};
use dlx_core::{Checkpoint, CheckpointError, Limits, OptionId, Problem, Stopped};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::enumeration::{Enumeration, Run};
use crate::place::{Id, Place, PlaceError, digest_of_task};
use crate::record::{self, Record, RecordError, SCHEMA};

/// A part of a search that can be run anywhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// The place of the task in its splits.
    pub place: Place,
    /// The [digest](Problem::digest) of the problem.
    pub problem: Digest,
    /// The estimated number of nodes.
    pub nodes: f64,
    /// The beginning of the part, which also determines its end.
    pub checkpoint: Checkpoint,
}

/// The fields of a task in its file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    schema: u32,
    id: String,
    place: Place,
    problem: Digest,
    nodes: f64,
    checkpoint: String,
    checksum: Digest,
}

impl Record for Line {
    fn checksum(&mut self) -> &mut Digest {
        &mut self.checksum
    }

    fn sum(&self) -> Digest {
        let mut digester = Digester::new("dlx task line 2");
        self.place.digest_into(&mut digester);
        digester.text(&self.id).nested(self.problem).number(self.nodes.to_bits()).text(&self.checkpoint);
        digester.digest()
    }
}

/// The reason why a task cannot be read or found.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TaskError {
    /// A line is not a valid task.
    #[error("line {line}: {fault}")]
    Line {
        /// The line number, from 1.
        line: usize,
        /// The kind of error.
        fault: LineFault,
    },
    /// A text is not an id.
    #[error(transparent)]
    Id(#[from] PlaceError),
    /// No task has this id.
    #[error("expected the id of one of {found} tasks, found {id}")]
    Unknown {
        /// The id.
        id: String,
        /// The number of tasks.
        found: usize,
    },
    /// The input cannot be read.
    #[error("cannot read: {0}")]
    Io(#[from] io::Error),
}

/// The reason why a line is not a valid task.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LineFault {
    /// The line is not a valid record.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The checkpoint is invalid.
    #[error("task {id}: checkpoint: {source}")]
    Checkpoint {
        /// The id of the task.
        id: String,
        /// The error in the checkpoint.
        source: CheckpointError,
    },
    /// Fields contradict one another.
    #[error("task {id}: its {field} contradicts its checkpoint and place")]
    Mixed {
        /// The id of the task.
        id: String,
        /// The name of the field.
        field: &'static str,
    },
}

/// The reason why a task does not belong to a problem, or to symmetries of it.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ForeignTask {
    /// The task is of another problem.
    #[error("task {id}: expected the problem {expected}, found {found}")]
    OtherProblem {
        /// The id of the task.
        id: String,
        /// The digest in the task.
        found: Digest,
        /// The digest of the problem.
        expected: Digest,
    },
    /// The checkpoint of the task is that of another task.
    #[error("task {id}: expected the checkpoint of the task {expected}, found that of {found}")]
    OtherCheckpoint {
        /// The id of the task.
        id: String,
        /// The digest of the task to which the checkpoint belongs.
        found: Digest,
        /// The digest of the task.
        expected: Digest,
    },
    /// The checkpoint is one of other symmetries, or not in the tree of its search.
    #[error("task {id}: {source}")]
    Checkpoint {
        /// The id of the task.
        id: String,
        /// The error in the checkpoint.
        source: CheckpointError,
    },
}

impl Task {
    /// Reads the tasks of a text, one per line.
    ///
    /// # Errors
    /// The first line that is not a task.
    pub fn read(input: impl BufRead) -> Result<Vec<Self>, TaskError> {
        let mut tasks = Vec::new();
        for (number, line) in (1..).zip(input.lines()) {
            let line = line?;
            if !line.trim().is_empty() {
                let task = Self::of_line(&line);
                tasks.push(task.map_err(|fault| TaskError::Line { line: number, fault })?);
            }
        }
        Ok(tasks)
    }

    /// Reads a text and returns the tasks with these ids, in the order of the ids.
    ///
    /// # Errors
    /// The first line that is not a task, or an id that no task has.
    pub fn read_some(input: impl BufRead, ids: &[String]) -> Result<Vec<Self>, TaskError> {
        let all = Self::read(input)?;
        ids.iter()
            .map(|id| {
                let wanted: Id = id.parse()?;
                let task = all.iter().find(|task| wanted.is_of(&task.place)).cloned();
                task.ok_or_else(|| TaskError::Unknown { id: id.clone(), found: all.len() })
            })
            .collect()
    }

    fn of_line(text: &str) -> Result<Self, LineFault> {
        let Line { id, place, problem, nodes, checkpoint, .. } = record::read(text)?;
        let checkpoint: Checkpoint = match checkpoint.parse() {
            Ok(checkpoint) => checkpoint,
            Err(source) => return Err(LineFault::Checkpoint { id, source }),
        };
        let mixed = [
            ("id", id != place.to_string()),
            ("problem", checkpoint.problem() != problem),
            ("task", place.last().task != digest_of_task(problem, &checkpoint)),
        ];
        if let Some((field, _)) = mixed.into_iter().find(|&(_, is_mixed)| is_mixed) {
            return Err(LineFault::Mixed { id, field });
        }
        Ok(Self { place, problem, nodes, checkpoint })
    }

    /// Writes the task as a line.
    ///
    /// # Errors
    /// Errors of the output.
    pub fn write(&self, output: impl Write) -> io::Result<()> {
        let Self { place, problem, nodes, checkpoint } = self.clone();
        let (id, checkpoint) = (place.to_string(), checkpoint.to_string());
        let line = Line { schema: SCHEMA, id, place, problem, nodes, checkpoint, checksum: problem };
        record::write(&line.sealed(), output)
    }

    /// Checks that the task is of this enumeration, and has the checkpoint of its place.
    ///
    /// # Errors
    /// [`ForeignTask`] if not.
    pub(crate) fn check(&self, of: Enumeration<'_>) -> Result<(), ForeignTask> {
        let (found, expected) = (self.problem, of.problem().digest());
        if found != expected {
            return Err(ForeignTask::OtherProblem { id: self.place.to_string(), found, expected });
        }
        let (found, expected) = (digest_of_task(expected, &self.checkpoint), self.place.last().task);
        if found != expected {
            return Err(ForeignTask::OtherCheckpoint { id: self.place.to_string(), found, expected });
        }
        match (self.checkpoint.symmetries(), of.symmetries()) {
            (Some(_), None) => Err(self.foreign(CheckpointError::UpToSymmetry)),
            (None, Some(_)) => Err(self.foreign(CheckpointError::NotUpToSymmetry)),
            (Some(found), Some(expected)) if found != expected => {
                Err(self.foreign(CheckpointError::OtherSymmetries { found, expected }))
            }
            _ => Ok(()),
        }
    }

    /// Checks the task, and returns the enumeration at its beginning.
    ///
    /// # Errors
    /// The limit that was reached; within, the errors of [`check`](Self::check), or [`ForeignTask::Checkpoint`] if the
    /// tree has no such position.
    pub(crate) fn open(
        &self,
        of: Enumeration<'_>,
        limits: &mut Limits<'_>,
    ) -> Result<Result<Run, ForeignTask>, Stopped> {
        if let Err(foreign) = self.check(of) {
            return Ok(Err(foreign));
        }
        Ok(of.at(&self.checkpoint, limits)?.map_err(|source| self.foreign(source)))
    }

    fn foreign(&self, source: CheckpointError) -> ForeignTask {
        ForeignTask::Checkpoint { id: self.place.to_string(), source }
    }

    /// Returns the forced and the forbidden options that describe the part, if they describe it completely.
    /// They do on a problem without bounds, because the option chosen for an item excludes all its other
    /// options. With bounds, options already tried for an item are not tried again below, and the givens do
    /// not express this.
    pub(crate) fn givens(&self, problem: &Problem) -> Option<(Vec<OptionId>, Vec<OptionId>)> {
        if problem.is_bounded() {
            return None;
        }
        let (checkpoint, mut forced) = (&self.checkpoint, self.checkpoint.forced().to_vec());
        forced.extend(checkpoint.chosen()?);
        Some((forced, checkpoint.forbidden().to_vec()))
    }
}
