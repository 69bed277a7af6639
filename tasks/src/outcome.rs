//! The result of a task, as a file that is whole or not there.
//!
//! ```text
//! {"schema":1,"id":"17","place":[[17,128]],"digest":"9c0e…","split":"51b7…","count":"2339"}
//! ```
//!
//! is a count, in decimal digits. Covers stand between such a line without `count` and a last one, each as the
//! numbers of its options, in the order of the search:
//!
//! ```text
//! {"schema":1,"id":"17","place":[[17,128]],"digest":"9c0e…","split":"51b7…"}
//! 0 14 27
//! 0 15 21
//! {"end":"17","covers":2}
//! ```
//!
//! Results have nothing in them that differs from one run to the next, such as times, so a task that was run twice
//! has left the same bytes.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use dlx_core::{BigUint, OptionId};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::place::Place;
use crate::task::{SCHEMA, Task};

/// The result of a task: the count, or where its covers are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub(crate) place: Place,
    pub(crate) digest: String,
    pub(crate) split: String,
    /// How many covers, or nothing if the file lists them.
    pub(crate) count: Option<BigUint>,
    pub(crate) file: PathBuf,
}

/// The first line of a result.
#[derive(Serialize, Deserialize)]
struct Head {
    schema: u32,
    id: String,
    place: Place,
    digest: String,
    split: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    count: Option<String>,
}

/// The last line of a list of covers.
#[derive(Serialize, Deserialize)]
struct Foot {
    end: String,
    covers: u64,
}

/// Why a result cannot be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OutcomeError {
    /// It could not be read.
    #[error("{}: {source}", file.display())]
    Io {
        /// Where it is.
        file: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Its first line is no result.
    #[error("{}: line 1: {source}", file.display())]
    Json {
        /// Where it is.
        file: PathBuf,
        /// What is wrong with the line.
        source: serde_json::Error,
    },
    /// A version that this program does not know.
    #[error("{}: found schema {found}, expected {SCHEMA}", file.display())]
    Schema {
        /// Where it is.
        file: PathBuf,
        /// The version.
        found: u32,
    },
    /// A count that is no number.
    #[error("{}: found the count `{found}`, expected decimal digits", file.display())]
    Count {
        /// Where it is.
        file: PathBuf,
        /// What stands there.
        found: String,
    },
    /// A line that is no cover of the problem.
    #[error("{}: line {line}: found `{found}`, expected the numbers of options", file.display())]
    Cover {
        /// Where it is.
        file: PathBuf,
        /// The line, counted from 1.
        line: u64,
        /// What stands there.
        found: String,
    },
    /// The last line is not there, or speaks of another number of covers.
    #[error("{}: found {found} covers and then {then}; the file is not whole", file.display())]
    Cut {
        /// Where it is.
        file: PathBuf,
        /// How many covers were read.
        found: u64,
        /// What followed.
        then: String,
    },
}

impl Outcome {
    /// Reads the first line of a result.
    ///
    /// # Errors
    /// A file that cannot be read, or is no result.
    pub fn read(path: &Path) -> Result<Self, OutcomeError> {
        let file = || path.to_owned();
        let mut first = String::new();
        let read = File::open(path).and_then(|opened| BufReader::new(opened).read_line(&mut first));
        read.map_err(|source| OutcomeError::Io { file: file(), source })?;
        let head: Head =
            serde_json::from_str(&first).map_err(|source| OutcomeError::Json { file: file(), source })?;
        let Head { schema, place, digest, split, count, .. } = head;
        if schema != SCHEMA {
            return Err(OutcomeError::Schema { file: file(), found: schema });
        }
        let number = |text: String| {
            let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
            let number = if is_number { text.parse().ok() } else { None };
            number.ok_or_else(|| OutcomeError::Count { file: file(), found: text })
        };
        Ok(Self { place, digest, split, count: count.map(number).transpose()?, file: file() })
    }

    /// The place of the task.
    #[must_use]
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// How many covers there are, or nothing if the file lists them.
    #[must_use]
    pub fn count(&self) -> Option<&BigUint> {
        self.count.as_ref()
    }

    /// Where it is.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Whether it is a result of this task.
    pub(crate) fn is_of(&self, task: &Task) -> bool {
        (&self.place, &self.digest, &self.split) == (&task.place, &task.digest, &task.split)
    }

    /// Hands over the covers in the file, in their order, and answers how many they are. Options that the problem
    /// does not have, being not below `options`, are refused.
    pub(crate) fn for_each_cover<E: From<OutcomeError>>(
        &self,
        options: usize,
        mut visit: impl FnMut(&[OptionId]) -> Result<(), E>,
    ) -> Result<u64, E> {
        let path = || self.file.clone();
        let io = |source| OutcomeError::Io { file: path(), source };
        let mut input = BufReader::with_capacity(1 << 16, File::open(&self.file).map_err(io)?);
        let mut line = String::new();
        let mut cover = Vec::new();
        input.read_line(&mut line).map_err(io)?;
        let mut found = 0;
        loop {
            line.clear();
            input.read_line(&mut line).map_err(io)?;
            let Some(text) = line.strip_suffix('\n').filter(|text| !text.starts_with('{')) else { break };
            cover.clear();
            let option = |word: &str| word.parse().ok().filter(|&number: &usize| number < options);
            for word in text.split(' ').filter(|word| !word.is_empty()) {
                let number = option(word).ok_or_else(|| OutcomeError::Cover {
                    file: path(),
                    line: found + 2,
                    found: text.to_owned(),
                })?;
                cover.push(OptionId::new(number));
            }
            visit(&cover)?;
            found += 1;
        }
        let is_whole = serde_json::from_str(&line)
            .is_ok_and(|foot: Foot| foot.covers == found && foot.end == self.place.to_string());
        if !is_whole {
            let then = if line.is_empty() { "the end".to_owned() } else { format!("`{}`", line.trim_end()) };
            return Err(OutcomeError::Cut { file: path(), found, then }.into());
        }
        Ok(found)
    }

    /// How many covers the last line of the file speaks of.
    pub(crate) fn listed(&self, options: usize) -> Result<u64, OutcomeError> {
        self.for_each_cover(options, |_| Ok(()))
    }
}

/// Writes the first line of the result of a task.
pub(crate) fn write_head(task: &Task, count: Option<&BigUint>, mut output: impl Write) -> io::Result<()> {
    let head = Head {
        schema: SCHEMA,
        id: task.place.to_string(),
        place: task.place.clone(),
        digest: task.digest.clone(),
        split: task.split.clone(),
        count: count.map(ToString::to_string),
    };
    serde_json::to_writer(&mut output, &head)?;
    output.write_all(b"\n")
}

/// Writes the last line of a list of covers.
pub(crate) fn write_foot(task: &Task, covers: u64, mut output: impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut output, &Foot { end: task.place.to_string(), covers })?;
    output.write_all(b"\n")
}
