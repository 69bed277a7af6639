//! A task: a part of a search as a line of JSON, and the digest of the problem it is of.
//!
//! ```text
//! {"schema":1,"id":"17.2","place":[[17,128],[2,4]],"digest":"9c0e…","split":"51b7…","nodes":48210.5,
//!  "checkpoint":"dlx checkpoint 1\nproblem 38e2…\n…\nend\n"}
//! ```
//!
//! `digest` is that of the problem, with its names; `split` is that of all tasks that were made together, so that
//! results of two different splits are not mixed up. `nodes` is a guess, for schedulers. The `checkpoint` is the
//! part itself: the options that were chosen on the way to it, none of which is gone back to.

use std::fmt::Write as _;
use std::io::{self, BufRead, Write};

use dlx_core::formats::json;
use dlx_core::{Checkpoint, CheckpointError, OptionId, Problem, Search};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::place::{Id, Place, PlaceError};

/// The version of the lines; it changes when a field changes its meaning.
pub(crate) const SCHEMA: u32 = 1;

/// A part of a search, to be run anywhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// Which part of how many.
    pub place: Place,
    /// The [`digest`] of the problem.
    pub digest: String,
    /// The digest of all tasks that were made together.
    pub split: String,
    /// How many nodes it is guessed to have.
    pub nodes: f64,
    /// Where the part begins; it ends where the part does.
    pub checkpoint: Checkpoint,
}

/// A task as it is written.
#[derive(Serialize, Deserialize)]
struct Line {
    schema: u32,
    id: String,
    place: Place,
    digest: String,
    split: String,
    nodes: f64,
    checkpoint: String,
}

/// Why a task cannot be read or is not to be had.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TaskError {
    /// A line that is no object, or lacks something.
    #[error("line {line}: {source}")]
    Json {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// A version that this program does not know.
    #[error("line {line}: found schema {found}, expected {SCHEMA}")]
    Schema {
        /// The line, counted from 1.
        line: usize,
        /// The version.
        found: u32,
    },
    /// A part that is none.
    #[error("line {line}: the checkpoint of task {id}: {source}")]
    Checkpoint {
        /// The line, counted from 1.
        line: usize,
        /// The task.
        id: String,
        /// What is wrong with it.
        source: CheckpointError,
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
        found: String,
        /// That of the problem.
        expected: String,
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
                tasks.push(Self::of_line(&line, number)?);
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

    fn of_line(text: &str, line: usize) -> Result<Self, TaskError> {
        let read: Line = serde_json::from_str(text).map_err(|source| TaskError::Json { line, source })?;
        let Line { schema, id, place, digest, split, nodes, checkpoint } = read;
        if schema != SCHEMA {
            return Err(TaskError::Schema { line, found: schema });
        }
        let checkpoint = checkpoint.parse().map_err(|source| TaskError::Checkpoint { line, id, source })?;
        Ok(Self { place, digest, split, nodes, checkpoint })
    }

    /// Writes the task as a line.
    ///
    /// # Errors
    /// Those of the output.
    pub fn write(&self, mut output: impl Write) -> io::Result<()> {
        let Self { place, digest, split, nodes, checkpoint } = self.clone();
        let (id, checkpoint) = (place.to_string(), checkpoint.to_string());
        let line = Line { schema: SCHEMA, id, place, digest, split, nodes, checkpoint };
        serde_json::to_writer(&mut output, &line)?;
        output.write_all(b"\n")
    }

    /// Whether the task is of this problem, by its digest.
    ///
    /// # Errors
    /// [`ForeignTask::OtherProblem`] if it is not.
    pub(crate) fn check_problem(&self, problem: &Problem) -> Result<(), ForeignTask> {
        let expected = digest(problem);
        if self.digest == expected {
            return Ok(());
        }
        Err(ForeignTask::OtherProblem { id: self.place.to_string(), found: self.digest.clone(), expected })
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
        let option = |word: &str| {
            let number = word.parse().ok().filter(|&number| number < problem.option_count());
            number.map(OptionId::new)
        };
        let text = self.checkpoint.to_string();
        let mut lines = text.lines();
        let mut listed = |name: &str| -> Option<Vec<OptionId>> {
            lines.find_map(|line| line.strip_prefix(name))?.split_whitespace().map(option).collect()
        };
        let (mut forced, forbidden) = (listed("forced")?, listed("forbidden")?);
        let path = lines.skip_while(|line| !line.starts_with("path ")).collect::<Vec<_>>();
        let [head, path @ .., "end"] = &path[..] else { return None };
        let closed = text.lines().find_map(|line| line.strip_prefix("closed ")?.parse::<usize>().ok());
        if *head != "path entered" || closed != Some(path.len()) {
            return None;
        }
        for level in path {
            forced.push(level.split_once(' ').and_then(|(_, chosen)| option(chosen))?);
        }
        Some((forced, forbidden))
    }
}

/// A digest of a problem, as 32 hexadecimal digits: of its items with their names, kinds and bounds, its options and
/// their costs, in their order. The format that the problem was read from does not matter.
#[must_use]
pub fn digest(problem: &Problem) -> String {
    let mut hash = Sha256::new();
    hash.update(b"dlx problem 1\n");
    let written = json::write(problem, &mut hash);
    // What JSON cannot say is told apart by the fingerprint.
    hash.update(if written.is_ok() { [1] } else { [0] });
    hash.update(problem.fingerprint().to_le_bytes());
    hex(hash)
}

/// The digest of tasks that were made together.
pub(crate) fn digest_of_split<'c>(
    problem: &str,
    checkpoints: impl IntoIterator<Item = &'c Checkpoint>,
) -> String {
    let mut hash = Sha256::new();
    hash.update(b"dlx split 1\n");
    hash.update(problem);
    for checkpoint in checkpoints {
        hash.update(checkpoint.to_string());
    }
    hex(hash)
}

/// The first half of a hash.
fn hex(hash: Sha256) -> String {
    hash.finalize().iter().take(16).fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a string takes all that is written");
        text
    })
}
