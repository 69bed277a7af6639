//! The result of a task: a text, in a file that is complete or does not exist, or in memory. A count is one line,
//! with the number in decimal digits:
//!
//! ```text
//! {"schema":2,"id":"17","place":[{"part":17,"of":128,"split":"51b7…","task":"c02d…"}],"problem":"9c0e…",
//!  "count":"2339","checksum":"40d7…"}
//! ```
//!
//! A list of covers has such a line without `count`, a line for each cover with the numbers of its options,
//! in the order of the search, and a last line:
//!
//! ```text
//! {"schema":2,"id":"17","place":[…],"problem":"9c0e…","checksum":"a1f0…"}
//! 0 14 27
//! 0 15 21
//! {"end":"17","covers":2,"checksum":"6e42…"}
//! ```
//!
//! The first line of a task of representatives has the digest of the symmetries before `checksum`, in a field
//! `symmetries`; each line then begins with the size of the orbit, as `8: 0 14 27`.
//!
//! The checksum of a line is a digest of the values of its other fields; that of the last line is one of the
//! whole file. Results contain nothing that differs between runs, such as times, so running a task twice
//! gives the same bytes.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use dlx_core::inner::{Digest, Digester};
use dlx_core::{BigUint, CheckError, OptionId, Problem, check};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::place::Place;
use crate::record::{self, Record, RecordError, SCHEMA};
use crate::task::Task;

/// The result of a task: the count, or the text with its covers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub(crate) place: Place,
    pub(crate) problem: Digest,
    /// The digest of the symmetries, if the covers are representatives.
    pub(crate) symmetries: Option<Digest>,
    /// The number of covers, or `None` if the text lists them.
    pub(crate) count: Option<BigUint>,
    /// The path of the file, or the name of a text in memory.
    pub(crate) file: PathBuf,
    /// The text, if it is in memory and lists covers.
    text: Option<Arc<[u8]>>,
    /// The checksum of the first line.
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    symmetries: Option<Digest>,
    checksum: Digest,
}

impl Head {
    fn of(task: &Task, count: Option<&BigUint>) -> Self {
        Self::at(&task.place, task, count)
    }

    /// Returns the first line of a result at a place: that of the task, or of the part of it that was done.
    fn at(place: &Place, task: &Task, count: Option<&BigUint>) -> Self {
        let (id, place, problem) = (place.to_string(), place.clone(), task.problem);
        let (count, symmetries) = (count.map(ToString::to_string), task.checkpoint.symmetries());
        Self { schema: SCHEMA, id, place, problem, count, symmetries, checksum: problem }.sealed()
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
        if let Some(symmetries) = self.symmetries {
            digester.text("symmetries").nested(symmetries);
        }
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

/// Starts the checksum of a list of covers with that of the first line.
fn digester_of_covers(head: Digest) -> Digester {
    let mut digester = Digester::new("dlx covers 2");
    digester.nested(head);
    digester
}

/// The reason why a result is invalid or cannot be read.
#[derive(Debug, Error)]
#[error("{}: {fault}", file.display())]
pub struct OutcomeError {
    /// The file of the result.
    pub file: PathBuf,
    /// The kind of error.
    pub fault: OutcomeFault,
}

/// The kinds of errors in a result.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OutcomeFault {
    /// The file cannot be read.
    #[error("cannot read: {0}")]
    Io(io::Error),
    /// The file has bytes that are not text.
    #[error("expected text in UTF-8, found other bytes")]
    NotText,
    /// The first line is not a result.
    #[error("line 1: {0}")]
    Head(#[from] RecordError),
    /// The file was altered after its first line.
    #[error("line {line}: expected the checksum {expected}, found {found}: the file was altered")]
    Altered {
        /// The line of the checksum, from 1.
        line: u64,
        /// The checksum in the file.
        found: Digest,
        /// The checksum of the data.
        expected: Digest,
    },
    /// The file has more data after its end.
    #[error("expected the end of the file, found more data")]
    Trailing,
    /// The id does not match the place.
    #[error("expected the id {expected}, found `{}`", found.escape_debug())]
    Id {
        /// The id in the file.
        found: String,
        /// The id of the place.
        expected: String,
    },
    /// The options of a line are not a cover.
    #[error("line {line}: expected a cover, found `{found}`: {source}")]
    NoCover {
        /// The line number, from 1.
        line: u64,
        /// The text of the line.
        found: String,
        /// The reason why it is not a cover.
        source: Box<CheckError>,
    },
    /// The count is not a number.
    #[error("expected a count in decimal digits, found `{found}`")]
    Count {
        /// The text that was found.
        found: String,
    },
    /// A line does not contain option numbers of the problem.
    #[error("line {line}: expected the numbers of options, found `{found}`")]
    Cover {
        /// The line number, from 1.
        line: u64,
        /// The text of the line.
        found: String,
    },
    /// A line of a list of representatives does not begin with the size of an orbit.
    #[error("line {line}: expected the size of an orbit and `:`, found `{}`", found.escape_debug())]
    Orbit {
        /// The line number, from 1.
        line: u64,
        /// The text of the line.
        found: String,
    },
    /// The last line is missing, or has another number of covers.
    #[error(
        "expected a last line with the number of covers, found {then} after {found} covers: the file is incomplete"
    )]
    Cut {
        /// The number of covers read.
        found: u64,
        /// The text after them.
        then: String,
    },
}

impl From<io::Error> for OutcomeFault {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::InvalidData { Self::NotText } else { Self::Io(error) }
    }
}

impl OutcomeError {
    /// Returns true if the file can be read and its content is no result.
    #[must_use]
    pub fn is_damage(&self) -> bool {
        !matches!(self.fault, OutcomeFault::Io(_))
    }
}

impl Outcome {
    /// Reads the first line of a result.
    ///
    /// # Errors
    /// A file that cannot be read, or is not a result.
    pub fn read(path: &Path) -> Result<Self, OutcomeError> {
        Self::read_head(path).map_err(|fault| OutcomeError { file: path.to_owned(), fault })
    }

    fn read_head(path: &Path) -> Result<Self, OutcomeFault> {
        Self::head(path, BufReader::new(File::open(path)?))
    }

    /// Reads the first line of a result in memory, which this name stands for in messages. The covers are read
    /// later, as those of a file are.
    ///
    /// # Errors
    /// A text that is not a result.
    pub fn of_text(name: &Path, text: &[u8]) -> Result<Self, OutcomeError> {
        let of_head = |fault| OutcomeError { file: name.to_owned(), fault };
        let outcome = Self::head(name, text).map_err(of_head)?;
        let text = outcome.count.is_none().then(|| text.into());
        Ok(Self { text, ..outcome })
    }

    fn head(name: &Path, mut input: impl BufRead) -> Result<Self, OutcomeFault> {
        let mut first = String::new();
        input.read_line(&mut first)?;
        let Head { id, place, problem, count, symmetries, checksum, .. } = record::read(&first)?;
        if id != place.to_string() {
            return Err(OutcomeFault::Id { found: id, expected: place.to_string() });
        }
        if count.is_some() && input.read(&mut [0])? > 0 {
            return Err(OutcomeFault::Trailing);
        }
        let number = |text: String| number(&text).ok_or(OutcomeFault::Count { found: text });
        let (count, file) = (count.map(number).transpose()?, name.to_owned());
        Ok(Self { place, problem, symmetries, count, file, text: None, checksum })
    }

    /// Returns the place of the task.
    #[must_use]
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// Returns the digest of the problem.
    #[must_use]
    pub fn problem(&self) -> Digest {
        self.problem
    }

    /// Returns the digest of the symmetries if the covers are representatives, or else `None`.
    #[must_use]
    pub fn symmetries(&self) -> Option<Digest> {
        self.symmetries
    }

    /// Returns the number of covers, or `None` if the file lists them.
    #[must_use]
    pub fn count(&self) -> Option<&BigUint> {
        self.count.as_ref()
    }

    /// Returns the path of the file, or the name of a text in memory.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Returns true if it is a result of this task.
    pub(crate) fn is_of(&self, task: &Task) -> bool {
        (&self.place, self.problem, self.symmetries)
            == (&task.place, task.problem, task.checkpoint.symmetries())
    }

    /// Checks that the text lists covers and is complete and unaltered, and that the covers are those of the problem, if
    /// there is one. Returns their number.
    ///
    /// # Errors
    /// A text that is not such a list.
    pub fn verify_covers(&self, problem: Option<&Problem>) -> Result<u64, OutcomeError> {
        let mut covers = self.covers_of(problem)?;
        while covers.next()?.is_some() {
            covers.check()?;
        }
        Ok(covers.found)
    }

    /// Opens the text for reading its covers.
    pub(crate) fn covers<'o>(&'o self, problem: &'o Problem) -> Result<Covers<'o>, OutcomeError> {
        self.covers_of(Some(problem))
    }

    fn covers_of<'o>(&'o self, problem: Option<&'o Problem>) -> Result<Covers<'o>, OutcomeError> {
        let open = || {
            let source: Box<dyn Read + 'o> = match &self.text {
                Some(text) => Box::new(&text[..]),
                None => Box::new(File::open(&self.file)?),
            };
            let mut input = BufReader::with_capacity(1 << 16, source);
            let mut line = String::new();
            input.read_line(&mut line)?;
            let digester = digester_of_covers(self.checksum);
            let (cover, orbit) = (Vec::new(), BigUint::ZERO);
            Ok(Covers { outcome: self, problem, input, digester, line, cover, orbit, found: 0 })
        };
        open().map_err(|fault| self.error(fault))
    }

    fn error(&self, fault: OutcomeFault) -> OutcomeError {
        OutcomeError { file: self.file.clone(), fault }
    }
}

/// Returns the number with these decimal digits.
fn number(text: &str) -> Option<BigUint> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { text.parse().ok() } else { None }
}

/// Reads the covers of a result in order.
pub(crate) struct Covers<'o> {
    outcome: &'o Outcome,
    /// The problem that the covers are checked against, if any.
    problem: Option<&'o Problem>,
    input: BufReader<Box<dyn Read + 'o>>,
    digester: Digester,
    line: String,
    pub(crate) cover: Vec<OptionId>,
    /// The size of the orbit of the cover read last, if it is a representative.
    pub(crate) orbit: BigUint,
    /// The number of covers read.
    pub(crate) found: u64,
}

impl Covers<'_> {
    /// Returns the next cover. After the last one, checks that the file is complete and unaltered.
    pub(crate) fn next(&mut self) -> Result<Option<&[OptionId]>, OutcomeError> {
        match self.read() {
            Ok(true) => Ok(Some(&self.cover)),
            Ok(false) => Ok(None),
            Err(fault) => Err(self.outcome.error(fault)),
        }
    }

    /// Reads the next cover; returns false at the end.
    fn read(&mut self) -> Result<bool, OutcomeFault> {
        self.line.clear();
        self.input.read_line(&mut self.line)?;
        let Some(text) = self.line.strip_suffix('\n').filter(|text| !text.starts_with('{')) else {
            return self.end().map(|()| false);
        };
        self.cover.clear();
        let most = self.problem.map_or(u32::MAX as usize, Problem::option_count);
        let mut options = text;
        if self.outcome.symmetries.is_some() {
            let sized = text.split_once(':').and_then(|(orbit, options)| Some((number(orbit)?, options)));
            let sized = sized.filter(|(orbit, _)| *orbit > BigUint::ZERO);
            let fault = || OutcomeFault::Orbit { line: self.found + 2, found: text.to_owned() };
            (self.orbit, options) = sized.ok_or_else(fault)?;
        }
        for word in options.split(' ').filter(|word| !word.is_empty()) {
            let number = word.parse().ok().filter(|&number: &usize| number < most);
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

    /// Checks that the cover read last is a cover of the problem.
    pub(crate) fn check(&self) -> Result<(), OutcomeError> {
        let Some(problem) = self.problem else { return Ok(()) };
        check(problem, &self.cover).map_err(|source| {
            let (line, found) = (self.found + 1, self.line.trim_end().to_owned());
            self.outcome.error(OutcomeFault::NoCover { line, found, source: Box::new(source) })
        })
    }
}

/// Writes a result that is a count.
pub(crate) fn write_count(task: &Task, count: &BigUint, output: impl Write) -> io::Result<()> {
    record::write(&Head::of(task, Some(count)), output)
}

/// Returns the result of a task, or of the part of it at this place: a count, or the lines of its covers, as made by
/// [`append`], with their number.
pub(crate) fn text_of(place: &Place, task: &Task, found: Found<'_>) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    match found {
        Found::Count(count) => record::write(&Head::at(place, task, Some(count)), &mut text)?,
        Found::Covers(lines, covers) => {
            let head = Head::at(place, task, None);
            text.reserve(lines.len() + 1024);
            record::write(&head, &mut text)?;
            let mut digester = digester_of_covers(head.checksum);
            digester.write_all(lines)?;
            text.extend_from_slice(lines);
            let foot = Foot { end: place.to_string(), covers, checksum: digester.digest() };
            record::write(&foot, &mut text)?;
        }
    }
    Ok(text)
}

/// What a result in memory contains.
#[derive(Clone, Copy)]
pub(crate) enum Found<'f> {
    Count(&'f BigUint),
    Covers(&'f [u8], u64),
}

/// Writes a result that lists covers.
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

    /// Writes covers, as lines made by [`append`].
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

/// Appends a representative as a line: the size of its orbit, a colon, and the cover.
pub(crate) fn append_representative(cover: &[OptionId], orbit: &BigUint, line: &mut Vec<u8>) {
    line.extend_from_slice(orbit.to_string().as_bytes());
    line.extend_from_slice(b": ");
    append(cover, line);
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
