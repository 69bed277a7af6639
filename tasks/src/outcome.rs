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
use crate::record::{self, Record, RecordError, SCHEMA};
use crate::task::Task;

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
        Self { schema: SCHEMA, id, place, problem, count, checksum: problem }.sealed()
    }
}

impl Record for Head {
    fn checksum(&mut self) -> &mut Digest {
        &mut self.checksum
    }

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

/// Why a result cannot be read, or is not what it should be.
#[derive(Debug, Error)]
#[error("{}: {fault}", file.display())]
pub struct OutcomeError {
    /// Where it is.
    pub file: PathBuf,
    /// What is wrong with it.
    pub fault: OutcomeFault,
}

/// What is wrong with a result.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OutcomeFault {
    /// It could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Its first line is no result.
    #[error("line 1: {0}")]
    Head(#[from] RecordError),
    /// The file was altered behind its first line.
    #[error("line {line}: expected the checksum {expected}, found {found}: the file was altered")]
    Altered {
        /// The line of the checksum, counted from 1.
        line: u64,
        /// The checksum there.
        found: Digest,
        /// That of the data.
        expected: Digest,
    },
    /// A file that goes on behind its end.
    #[error("expected the end of the file, found more data")]
    Trailing,
    /// An id that is not that of the place.
    #[error("expected the id {expected}, found `{}`", found.escape_debug())]
    Id {
        /// The id.
        found: String,
        /// That of the place.
        expected: String,
    },
    /// A set of options that is no cover.
    #[error("line {line}: found `{found}`, which is no cover: {source}")]
    NoCover {
        /// The line, counted from 1.
        line: u64,
        /// What stands there.
        found: String,
        /// What is wrong with it.
        source: Box<CheckError>,
    },
    /// A count that is no number.
    #[error("expected a count in decimal digits, found `{found}`")]
    Count {
        /// What stands there.
        found: String,
    },
    /// A line that is no cover of the problem.
    #[error("line {line}: expected the numbers of options, found `{found}`")]
    Cover {
        /// The line, counted from 1.
        line: u64,
        /// What stands there.
        found: String,
    },
    /// The last line is not there, or speaks of another number of covers.
    #[error("found {found} covers and then {then}; the file is not whole")]
    Cut {
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
        Self::read_head(path).map_err(|fault| OutcomeError { file: path.to_owned(), fault })
    }

    fn read_head(path: &Path) -> Result<Self, OutcomeFault> {
        let mut first = String::new();
        let mut input = BufReader::new(File::open(path)?);
        input.read_line(&mut first)?;
        let Head { id, place, problem, count, checksum, .. } = record::read(&first)?;
        if id != place.to_string() {
            return Err(OutcomeFault::Id { found: id, expected: place.to_string() });
        }
        if count.is_some() && input.read(&mut [0])? > 0 {
            return Err(OutcomeFault::Trailing);
        }
        let number = |text: String| {
            let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let number = if is_number { text.parse().ok() } else { None };
            number.ok_or(OutcomeFault::Count { found: text })
        };
        Ok(Self { place, problem, count: count.map(number).transpose()?, file: path.to_owned(), checksum })
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

    /// The covers in the file, if it lists them.
    pub(crate) fn covers<'o>(&'o self, problem: &'o Problem) -> Result<Covers<'o>, OutcomeError> {
        let open = || {
            let mut input = BufReader::with_capacity(1 << 16, File::open(&self.file)?);
            let mut line = String::new();
            input.read_line(&mut line)?;
            let digester = digester_of_covers(self.checksum);
            Ok(Covers { outcome: self, problem, input, digester, line, cover: Vec::new(), found: 0 })
        };
        open().map_err(|fault| self.error(fault))
    }

    fn error(&self, fault: OutcomeFault) -> OutcomeError {
        OutcomeError { file: self.file.clone(), fault }
    }
}

/// The covers of a result, in their order.
pub(crate) struct Covers<'o> {
    outcome: &'o Outcome,
    problem: &'o Problem,
    input: BufReader<File>,
    digester: Digester,
    line: String,
    cover: Vec<OptionId>,
    /// How many covers were read.
    pub(crate) found: u64,
}

impl Covers<'_> {
    /// The next cover; after the last one, it is made sure that the file is complete and as it was written.
    pub(crate) fn next(&mut self) -> Result<Option<&[OptionId]>, OutcomeError> {
        match self.read() {
            Ok(true) => Ok(Some(&self.cover)),
            Ok(false) => Ok(None),
            Err(fault) => Err(self.outcome.error(fault)),
        }
    }

    /// Reads the next cover, or the end.
    fn read(&mut self) -> Result<bool, OutcomeFault> {
        self.line.clear();
        self.input.read_line(&mut self.line)?;
        let Some(text) = self.line.strip_suffix('\n').filter(|text| !text.starts_with('{')) else {
            return self.end().map(|()| false);
        };
        self.cover.clear();
        for word in text.split(' ').filter(|word| !word.is_empty()) {
            let number = word.parse().ok().filter(|&number: &usize| number < self.problem.option_count());
            let fault = || OutcomeFault::Cover { line: self.found + 2, found: text.to_owned() };
            self.cover.push(OptionId::new(number.ok_or_else(fault)?));
        }
        self.digester.write_all(self.line.as_bytes())?;
        self.found += 1;
        Ok(true)
    }

    fn end(&mut self) -> Result<(), OutcomeFault> {
        let foot = serde_json::from_str(&self.line).ok();
        let id = self.outcome.place.to_string();
        let Some(foot) = foot.filter(|foot: &Foot| foot.covers == self.found && foot.end == id) else {
            let line = self.line.trim_end();
            let then = if self.line.is_empty() { "the end".to_owned() } else { format!("`{line}`") };
            return Err(OutcomeFault::Cut { found: self.found, then });
        };
        let (found, expected) = (foot.checksum, self.digester.digest());
        if found != expected {
            return Err(OutcomeFault::Altered { line: self.found + 2, found, expected });
        }
        if self.input.read(&mut [0])? > 0 {
            return Err(OutcomeFault::Trailing);
        }
        Ok(())
    }

    /// Makes sure that the cover that was read last is one of the problem.
    pub(crate) fn check(&self) -> Result<(), OutcomeError> {
        check(self.problem, &self.cover).map_err(|source| {
            let (line, found) = (self.found + 1, self.line.trim_end().to_owned());
            self.outcome.error(OutcomeFault::NoCover { line, found, source: Box::new(source) })
        })
    }
}

/// Writes the result of a task whose covers were counted.
pub(crate) fn write_count(task: &Task, count: &BigUint, output: impl Write) -> io::Result<()> {
    record::write(&Head::of(task, Some(count)), output)
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
        record::write(&head, &mut output)?;
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
        record::write(&foot, &mut self.output)
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
