//! The result of a task, as a file that is complete or not there.
//!
//! ```text
//! {"schema":2,"id":"17","place":[{"part":17,"of":128,"split":"51b7…","task":"c02d…"}],"problem":"9c0e…",
//!  "count":"2339","checksum":"40d7…"}
//! ```
//!
//! is a count, in decimal digits, on one line. Covers stand between such a line without `count` and a last one, each as
//! the numbers of its options, in the order of the search:
//!
//! ```text
//! {"schema":2,"id":"17","place":[…],"problem":"9c0e…","checksum":"a1f0…"}
//! 0 14 27
//! 0 15 21
//! {"end":"17","covers":2,"checksum":"6e42…"}
//! ```
//!
//! The checksum of a line is a digest of what its other fields mean; that of the last line is one of the whole file.
//! Results have nothing in them that differs from one run to the next, such as times, so a task that was run twice
//! has left the same bytes.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use dlx_core::{BigUint, CheckError, Digest, Digester, OptionId, Problem, check};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::place::Place;
use crate::task::{SCHEMA, Task};

/// The result of a task: the count, or where its covers are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub(crate) place: Place,
    pub(crate) problem: Digest,
    /// The number of covers, or nothing if the file lists them.
    pub(crate) count: Option<BigUint>,
    pub(crate) file: PathBuf,
    /// That of the first line.
    checksum: Digest,
}

/// The first line of a result.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    schema: u32,
    id: String,
    place: Place,
    problem: Digest,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    count: Option<String>,
    checksum: Digest,
}

impl Head {
    fn of(task: &Task, count: Option<&BigUint>) -> Self {
        let (id, place, problem) = (task.place.to_string(), task.place.clone(), task.problem);
        let count = count.map(ToString::to_string);
        let mut head = Self { schema: SCHEMA, id, place, problem, count, checksum: problem };
        head.checksum = head.sum();
        head
    }

    /// The checksum of the other fields.
    fn sum(&self) -> Digest {
        let mut digester = Digester::new("dlx result 2");
        self.place.digest_into(&mut digester);
        digester.text(&self.id).nested(self.problem);
        match &self.count {
            Some(count) => digester.number(1).text(count),
            None => digester.number(0),
        };
        digester.digest()
    }
}

/// The last line of a list of covers.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Foot {
    end: String,
    covers: u64,
    checksum: Digest,
}

/// The checksum of a list of covers, begun with the first line.
fn digester_of_covers(head: Digest) -> Digester {
    let mut digester = Digester::new("dlx covers 2");
    digester.nested(head);
    digester
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
    /// A line, or the whole file, that was altered.
    #[error("{}: line {line}: found the checksum {found}, expected {expected}: the file was altered", file.display())]
    Altered {
        /// Where it is.
        file: PathBuf,
        /// The line of the checksum, counted from 1.
        line: u64,
        /// The checksum there.
        found: Digest,
        /// That of the data.
        expected: Digest,
    },
    /// A file that goes on behind its end.
    #[error("{}: found more data, expected the end of the file", file.display())]
    Trailing {
        /// Where it is.
        file: PathBuf,
    },
    /// An id that is not that of the place.
    #[error("{}: found the id `{}`, expected {expected}", file.display(), found.escape_debug())]
    Id {
        /// Where it is.
        file: PathBuf,
        /// The id.
        found: String,
        /// That of the place.
        expected: String,
    },
    /// A set of options that is no cover.
    #[error("{}: line {line}: found `{found}`, which is no cover: {source}", file.display())]
    NoCover {
        /// Where it is.
        file: PathBuf,
        /// The line, counted from 1.
        line: u64,
        /// What stands there.
        found: String,
        /// What is wrong with it.
        source: Box<CheckError>,
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
        let io = |source| OutcomeError::Io { file: file(), source };
        let json = |source| OutcomeError::Json { file: file(), source };
        let mut first = String::new();
        let mut input = BufReader::new(File::open(path).map_err(io)?);
        input.read_line(&mut first).map_err(io)?;
        // Of another version no more than this may be known.
        #[derive(Deserialize)]
        struct Version {
            schema: u32,
        }
        let Version { schema } = serde_json::from_str(&first).map_err(json)?;
        if schema != SCHEMA {
            return Err(OutcomeError::Schema { file: file(), found: schema });
        }
        let head: Head = serde_json::from_str(&first).map_err(json)?;
        let (found, expected) = (head.checksum, head.sum());
        if found != expected {
            return Err(OutcomeError::Altered { file: file(), line: 1, found, expected });
        }
        let Head { id, place, problem, count, checksum, .. } = head;
        if id != place.to_string() {
            return Err(OutcomeError::Id { file: file(), found: id, expected: place.to_string() });
        }
        if count.is_some() && input.read(&mut [0]).map_err(io)? > 0 {
            return Err(OutcomeError::Trailing { file: file() });
        }
        let number = |text: String| {
            let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let number = if is_number { text.parse().ok() } else { None };
            number.ok_or_else(|| OutcomeError::Count { file: file(), found: text })
        };
        Ok(Self { place, problem, count: count.map(number).transpose()?, file: file(), checksum })
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
        (&self.place, self.problem) == (&task.place, task.problem)
    }

    /// Makes sure that the file is complete and as it was written, and that it lists covers of the problem. Returns how
    /// many. `go_on` is asked for each.
    pub(crate) fn verify<E: From<OutcomeError>>(
        &self,
        problem: &Problem,
        mut go_on: impl FnMut() -> Result<(), E>,
    ) -> Result<u64, E> {
        let mut line = 1;
        self.for_each_cover(problem.option_count(), |cover| {
            line += 1;
            check(problem, cover).map_err(|source| {
                let mut found = Vec::new();
                append(cover, &mut found);
                let found = String::from_utf8_lossy(&found).trim_end().to_owned();
                OutcomeError::NoCover { file: self.file.clone(), line, found, source: Box::new(source) }
            })?;
            go_on()
        })
    }

    /// Hands over the covers in the file, in their order, and returns how many they are. Options that the problem
    /// does not have, being not below `options`, are refused. The checksum is compared at the end.
    pub(crate) fn for_each_cover<E: From<OutcomeError>>(
        &self,
        options: usize,
        mut visit: impl FnMut(&[OptionId]) -> Result<(), E>,
    ) -> Result<u64, E> {
        let path = || self.file.clone();
        let io = |source| OutcomeError::Io { file: path(), source };
        let mut input = BufReader::with_capacity(1 << 16, File::open(&self.file).map_err(io)?);
        let mut digester = digester_of_covers(self.checksum);
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
            digester.write_all(line.as_bytes()).map_err(io)?;
            visit(&cover)?;
            found += 1;
        }
        let foot = serde_json::from_str(&line).ok();
        let foot = foot.filter(|foot: &Foot| foot.covers == found && foot.end == self.place.to_string());
        let Some(foot) = foot else {
            let then = if line.is_empty() { "the end".to_owned() } else { format!("`{}`", line.trim_end()) };
            return Err(OutcomeError::Cut { file: path(), found, then }.into());
        };
        let expected = digester.digest();
        if foot.checksum != expected {
            let (line, found) = (found + 2, foot.checksum);
            return Err(OutcomeError::Altered { file: path(), line, found, expected }.into());
        }
        if input.read(&mut [0]).map_err(io)? > 0 {
            return Err(OutcomeError::Trailing { file: path() }.into());
        }
        Ok(found)
    }
}

/// Writes the result of a task whose covers were counted.
pub(crate) fn write_count(task: &Task, count: &BigUint, mut output: impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut output, &Head::of(task, Some(count)))?;
    output.write_all(b"\n")
}

/// Writes the result of a task whose covers are listed.
pub(crate) struct Listing<'t, W> {
    task: &'t Task,
    digester: Digester,
    output: W,
}

impl<'t, W: Write> Listing<'t, W> {
    /// Writes the first line.
    pub(crate) fn begin(task: &'t Task, mut output: W) -> io::Result<Self> {
        let head = Head::of(task, None);
        serde_json::to_writer(&mut output, &head)?;
        output.write_all(b"\n")?;
        Ok(Self { task, digester: digester_of_covers(head.checksum), output })
    }

    /// Writes some covers, each a line that [`append`] made.
    pub(crate) fn write(&mut self, lines: &[u8]) -> io::Result<()> {
        self.digester.write_all(lines)?;
        self.output.write_all(lines)
    }

    /// Writes the last line.
    pub(crate) fn end(mut self, covers: u64) -> io::Result<()> {
        let foot = Foot { end: self.task.place.to_string(), covers, checksum: self.digester.digest() };
        serde_json::to_writer(&mut self.output, &foot)?;
        self.output.write_all(b"\n")
    }
}

/// Appends a cover as a line of numbers.
pub(crate) fn append(cover: &[OptionId], line: &mut Vec<u8>) {
    for (place, option) in cover.iter().enumerate() {
        if place > 0 {
            line.push(b' ');
        }
        line.extend_from_slice(itoa::Buffer::new().format(option.index()).as_bytes());
    }
    line.push(b'\n');
}
