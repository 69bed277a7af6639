//! A task: a part of a search as a line of JSON.
//!
//! ```text
//! {"schema":2,"id":"17.2",
//!  "place":[{"part":17,"of":128,"split":"51b7…","task":"c02d…"},{"part":2,"of":4,"split":"7e19…","task":"08fa…"}],
//!  "problem":"9c0e…","nodes":48210.5,"checkpoint":"dlx checkpoint 2\nproblem 9c0e…\n…\n","checksum":"d3b5…"}
//! ```
//!
//! `problem` is the digest of the problem. `place` says which part of which split the task is; the digests in it are
//! those of [`Step`](crate::Step). `nodes` is a guess, for schedulers. The `checkpoint` is the part itself: the options
//! that were chosen on the way to it, none of which is gone back to. `checksum` is a digest of what all other fields
//! mean: a line that was formatted otherwise is read, and one that says something else is refused.

use std::io::{self, BufRead, Write};

use dlx_core::{Checkpoint, CheckpointError, Digest, Digester, OptionId, Problem, Search};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::place::{Id, Place, PlaceError, digest_of_task};
use crate::record::{self, Record, RecordError, SCHEMA};

/// A part of a search, to be run anywhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// Which part of how many, and of which split.
    pub place: Place,
    /// The [digest](Problem::digest) of the problem.
    pub problem: Digest,
    /// The guessed number of nodes.
    pub nodes: f64,
    /// Where the part begins; it ends where the part does.
    pub checkpoint: Checkpoint,
}

/// A task as it is written.
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

/// Why a task cannot be read or is not to be had.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TaskError {
    /// A line that is no task.
    #[error("line {line}: {fault}")]
    Line {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        fault: LineFault,
    },
    /// An id that no task can have.
    #[error(transparent)]
    Id(#[from] PlaceError),
    /// An id that no task here has.
    #[error("there is no task {id} among {found}")]
    Unknown {
        /// The id.
        id: String,
        /// How many tasks there are.
        found: usize,
    },
    /// The input failed.
    #[error("cannot read: {0}")]
    Io(#[from] io::Error),
}

/// Why a line is no task.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LineFault {
    /// It is no record.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A part that is none.
    #[error("the checkpoint of task {id}: {source}")]
    Checkpoint {
        /// The task.
        id: String,
        /// What is wrong with it.
        source: CheckpointError,
    },
    /// Fields that do not go together.
    #[error("the {field} of task {id} does not go with its checkpoint and place")]
    Mixed {
        /// The task.
        id: String,
        /// What does not.
        field: &'static str,
    },
}

/// Why a task is not one of a problem.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ForeignTask {
    /// The task is of another problem.
    #[error("task {id} is of the problem {found}, this is the problem {expected}")]
    OtherProblem {
        /// The task.
        id: String,
        /// The digest in the task.
        found: Digest,
        /// That of the problem.
        expected: Digest,
    },
    /// The checkpoint of the task is that of another task.
    #[error("task {id}: expected the checkpoint of the task {expected}, found that of {found}")]
    OtherCheckpoint {
        /// The task.
        id: String,
        /// The digest of the task whose checkpoint it is.
        found: Digest,
        /// The digest of the task.
        expected: Digest,
    },
    /// The part is not one of its search.
    #[error("task {id}: {source}")]
    Checkpoint {
        /// The task.
        id: String,
        /// What is wrong with it.
        source: CheckpointError,
    },
}

impl Task {
    /// The tasks of a text, one a line.
    ///
    /// # Errors
    /// The first line that is no task.
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

    /// The tasks of a text with one of these ids, in the order of the ids.
    ///
    /// # Errors
    /// The first line that is no task, or an id that none has.
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
    /// Those of the output.
    pub fn write(&self, output: impl Write) -> io::Result<()> {
        let Self { place, problem, nodes, checkpoint } = self.clone();
        let (id, checkpoint) = (place.to_string(), checkpoint.to_string());
        let line = Line { schema: SCHEMA, id, place, problem, nodes, checkpoint, checksum: problem };
        record::write(&line.sealed(), output)
    }

    /// Whether the task is of this problem, and the one of its place.
    ///
    /// # Errors
    /// [`ForeignTask::OtherProblem`] or [`ForeignTask::OtherCheckpoint`] if it is not.
    pub(crate) fn check(&self, problem: &Problem) -> Result<(), ForeignTask> {
        let (found, expected) = (self.problem, problem.digest());
        if found != expected {
            return Err(ForeignTask::OtherProblem { id: self.place.to_string(), found, expected });
        }
        let (found, expected) = (digest_of_task(expected, &self.checkpoint), self.place.last().task);
        if found != expected {
            return Err(ForeignTask::OtherCheckpoint { id: self.place.to_string(), found, expected });
        }
        Ok(())
    }

    /// A search of the problem that stands where the task begins.
    ///
    /// # Errors
    /// [`ForeignTask::Checkpoint`] if there is no such place.
    pub(crate) fn search(&self, problem: &Problem) -> Result<Search, ForeignTask> {
        let mut search = Search::with_rule(problem, self.checkpoint.rule());
        match search.resume(&self.checkpoint) {
            Ok(()) => Ok(search),
            Err(source) => Err(ForeignTask::Checkpoint { id: self.place.to_string(), source }),
        }
    }

    /// The options that are given and those that are not to be chosen, if these alone make the part: on a problem
    /// without bounds, as all other options of an item exclude the one that was chosen for it. With bounds, what was
    /// tried at an item is not tried again below, and the part is more than its givens.
    pub(crate) fn givens(&self, problem: &Problem) -> Option<(Vec<OptionId>, Vec<OptionId>)> {
        if problem.is_bounded() {
            return None;
        }
        let (checkpoint, mut forced) = (&self.checkpoint, self.checkpoint.forced().to_vec());
        forced.extend(checkpoint.chosen()?);
        Some((forced, checkpoint.forbidden().to_vec()))
    }
}
