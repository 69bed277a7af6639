//! The puzzles of a run, read one after the other from files, standard input or arguments, in chunks of
//! records of one input.
//!
//! A chunk holds the records that can be read without waiting after its first one. So each puzzle that is
//! typed, or written to a pipe, is answered before the next one arrives. Rules below a puzzle are read with it if they
//! come at once, that is, within [`PATIENCE`] of a stream whose puzzles have had rules or that is young.

use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Cursor, IsTerminal, Read};
#[cfg(unix)]
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use dlx_core::inner::escape_controls;
use sudoku_cover::{Format, Geometry, Key, ReadError, ReadErrorKind, Reader, Record, resembles_puzzle};

use crate::shared::excerpt::{SharedWindow, Watched};
use crate::shared::fault::{Fault, InputError};
use crate::shared::flags::{PuzzleFormat, Puzzles};
use crate::shared::input::path_or_standard;
use crate::shared::message::{self, Kind};
use crate::shared::output::BUFFER;
use crate::shared::session::Session;

/// The reason why a record holds no puzzle.
pub(crate) enum Unreadable {
    Source(Fault),
    Record(InputError),
}

impl Unreadable {
    /// Returns the error and its position on one line.
    pub(crate) fn words(&self) -> String {
        let words = match self {
            Self::Source(fault) => fault.to_string(),
            Self::Record(misread) => misread.to_string(),
        };
        // Commands print this among their answers.
        escape_controls(&words).into_owned()
    }

    /// Returns the message for standard error, with the line of the input.
    pub(crate) fn report(&self) -> String {
        match self {
            Self::Source(fault) => message::error_line(fault),
            Self::Record(misread) => misread.report(),
        }
    }
}

type Outcome = Result<Record, Box<Unreadable>>;

/// Consecutive records of one input.
#[derive(Default)]
pub(crate) struct Chunk {
    /// Index of the chunk, counted from 0.
    pub(crate) number: u64,
    /// The name of the input.
    pub(crate) source: Arc<str>,
    /// Number of the first record among those of all inputs, counted from 1.
    pub(crate) first: u64,
    pub(crate) records: Vec<Outcome>,
    /// Bytes of all inputs read up to the end of this chunk.
    pub(crate) bytes: u64,
}

/// A record with the name of its input.
type Sourced = (Arc<str>, Outcome);

/// An opened input.
struct Opened {
    source: Arc<str>,
    reader: Reader<BufReader<Watched<Box<dyn Read + Send>>>>,
    /// The bytes read last, for error messages.
    window: SharedWindow,
    /// Present if reading may block indefinitely.
    wait: Option<Wait>,
    /// Whether a record was read, or an error in its place.
    has_records: bool,
}

/// How long a complete puzzle waits for rules below it.
const PATIENCE: Duration = Duration::from_millis(20);

/// The number of puzzles without rules after which a stream is taken for one without any.
const YOUTH: u32 = 8;

/// An input whose bytes come while it is read.
struct Wait {
    /// The input, to ask whether bytes have come.
    #[cfg(unix)]
    handle: Option<OwnedFd>,
    /// The number of puzzles in succession without rules.
    plain: u32,
}

impl Wait {
    /// Counts a puzzle.
    fn note(&mut self, record: Option<&Record>) {
        let has_rules = record.is_some_and(|record| !record.rules().is_empty());
        self.plain = if has_rules { 0 } else { self.plain.saturating_add(1) };
    }

    /// Whether bytes, or the end of the input, come soon.
    #[cfg(unix)]
    fn comes_more(&self) -> bool {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};

        let Some(handle) = &self.handle else { return false };
        let patience = if self.plain < YOUTH { PATIENCE } else { Duration::ZERO };
        let patience = Timespec::try_from(patience).ok();
        // An error is found again, and reported, by reading.
        poll(&mut [PollFd::new(handle, PollFlags::IN)], patience.as_ref()).map_or(true, |ready| ready > 0)
    }

    #[cfg(not(unix))]
    fn comes_more(&self) -> bool {
        false
    }
}

impl Opened {
    /// Returns the next record; with `is_ready`, only if it can be read without waiting.
    fn next(&mut self, is_ready: bool) -> Option<Outcome> {
        let record = match &mut self.wait {
            None => self.reader.next(),
            Some(_) if is_ready => self.reader.next_ready(),
            Some(wait) => {
                let record = self.reader.next_available(|| wait.comes_more());
                wait.note(record.as_ref().and_then(|record| record.as_ref().ok()));
                record
            }
        };
        self.has_records |= record.is_some();
        record.map(|record| record.map_err(|error| Box::new(self.unreadable(error))))
    }

    fn unreadable(&self, error: ReadError) -> Unreadable {
        if let ReadErrorKind::Io(_) = error.kind {
            return Unreadable::Source(Fault::named(&*self.source, error.kind));
        }
        let line = usize::try_from(error.line).unwrap_or(usize::MAX);
        Unreadable::Record(InputError::new(&self.source, line, error.column, &error.reason(), &self.window))
    }
}

/// The records of all inputs.
pub(crate) struct Records<'s> {
    session: &'s Session,
    inputs: std::vec::IntoIter<String>,
    current: Option<Opened>,
    geometry: Option<Geometry>,
    format: PuzzleFormat,
    /// Records read ahead.
    ahead: VecDeque<Sourced>,
    chunks: u64,
    given: u64,
    bytes_read: Arc<AtomicU64>,
}

impl<'s> Records<'s> {
    /// Opens the records of these inputs; `geometry` is the board if the flags fix it.
    ///
    /// # Errors
    /// [`Fault::NoInput`] if no input is named and standard input is a terminal.
    pub(crate) fn new(
        puzzles: &Puzzles,
        geometry: Option<Geometry>,
        session: &'s Session,
    ) -> Result<Self, Fault> {
        let mut inputs = puzzles.inputs.clone();
        if inputs.is_empty() {
            path_or_standard(None)?;
            inputs.push("-".to_owned());
        }
        Ok(Self {
            session,
            inputs: inputs.into_iter(),
            current: None,
            geometry,
            format: puzzles.format.clone(),
            ahead: VecDeque::new(),
            chunks: 0,
            given: 0,
            bytes_read: Arc::default(),
        })
    }

    /// Returns the total size of the inputs in bytes, if known. To be called before anything is read.
    pub(crate) fn total_bytes(&self) -> Option<u64> {
        self.inputs.as_slice().iter().map(|input| self.bytes_of(input)).sum()
    }

    /// Whether puzzles are typed on the terminal that shows the answers.
    pub(crate) fn is_typed(&self) -> bool {
        self.inputs.as_slice().iter().all(|input| input == "-") && io::stdin().is_terminal()
    }

    /// Whether there is exactly one record. To be called before any is taken. Waits for the second record or
    /// the end of the input, except when puzzles are typed.
    pub(crate) fn is_single(&mut self) -> bool {
        let most = if self.is_typed() { 1 } else { 2 };
        while self.ahead.len() < most {
            let Some(entry) = self.read() else { break };
            self.ahead.push_back(entry);
        }
        self.ahead.len() == 1
    }

    /// Refills the chunk with at most `most` records. Waits for the first one. Returns `false` at the end of
    /// the inputs.
    pub(crate) fn fill(&mut self, chunk: &mut Chunk, most: usize) -> bool {
        chunk.records.clear();
        let Some((source, outcome)) = self.ahead.pop_front().or_else(|| self.read()) else { return false };
        chunk.source = source;
        chunk.records.push(outcome);
        while chunk.records.len() < most
            && let Some(outcome) = self.next_of(&chunk.source)
        {
            chunk.records.push(outcome);
        }
        (chunk.number, chunk.first) = (self.chunks, self.given + 1);
        self.chunks += 1;
        self.given += chunk.records.len() as u64;
        chunk.bytes = self.position();
        true
    }

    /// Returns `false` only if it is known without waiting that there are no more records.
    pub(crate) fn may_have_more(&mut self) -> bool {
        if self.ahead.is_empty()
            && let Some(current @ Opened { wait: None, .. }) = &mut self.current
        {
            match current.next(true) {
                Some(outcome) => self.ahead.push_back((Arc::clone(&current.source), outcome)),
                // The error that it is empty comes next.
                None if !current.has_records => {}
                None => self.current = None,
            }
        }
        !self.ahead.is_empty() || self.current.is_some() || self.inputs.len() > 0
    }

    /// Returns the next record if it belongs to this input and can be read without waiting.
    fn next_of(&mut self, source: &Arc<str>) -> Option<Outcome> {
        if let Some((other, _)) = self.ahead.front() {
            let is_of_source = Arc::ptr_eq(other, source);
            return if is_of_source { self.ahead.pop_front().map(|(_, outcome)| outcome) } else { None };
        }
        self.current.as_mut().filter(|current| Arc::ptr_eq(&current.source, source))?.next(true)
    }

    /// Returns the next record of any input.
    fn read(&mut self) -> Option<Sourced> {
        loop {
            if let Some(current) = &mut self.current {
                if let Some(outcome) = current.next(false) {
                    return Some((Arc::clone(&current.source), outcome));
                }
                let (source, has_records) = (Arc::clone(&current.source), current.has_records);
                self.current = None;
                if !has_records {
                    let empty = Fault::named(&*source, "expected a puzzle, found none");
                    return Some((source, Err(Box::new(Unreadable::Source(empty)))));
                }
            }
            let input = self.inputs.next()?;
            match self.open(&input) {
                Ok(opened) => self.current = Some(opened),
                Err(fault) => return Some((input.into(), Err(Box::new(Unreadable::Source(fault))))),
            }
        }
    }

    fn position(&self) -> u64 {
        let buffered = self.current.as_ref().map_or(0, |current| current.reader.input().buffer().len());
        self.bytes_read.load(Ordering::Relaxed) - buffered as u64
    }

    fn open(&self, input: &str) -> Result<Opened, Fault> {
        let (source, wait, bytes): (Arc<str>, Option<Wait>, Box<dyn Read + Send>) = if input == "-" {
            let wait = stdin_bytes().is_none().then(|| waiting(&io::stdin()));
            ("standard input".into(), wait, Box::new(io::stdin()))
        } else if self.is_puzzle(input) {
            ("argument".into(), None, Box::new(Cursor::new(input.to_owned())))
        } else {
            let name = input.to_owned();
            let file = File::open(input).map_err(|source| Fault::open(name, source))?;
            let is_file = file.metadata().is_ok_and(|metadata| metadata.is_file());
            let wait = (!is_file).then(|| waiting(&file));
            (input.into(), wait, Box::new(file))
        };
        let watched: Box<dyn Read + Send> = Box::new(self.session.watched_input(bytes, &self.bytes_read));
        let window = SharedWindow::default();
        let reader = BufReader::with_capacity(BUFFER, window.over(watched));
        Ok(Opened {
            source,
            reader: self.reader(reader, format_of_name(input)),
            window,
            wait,
            has_records: false,
        })
    }

    /// Returns a reader with the settings of the run. `format` is assumed if the run does not fix one.
    fn reader<R: BufRead>(&self, input: R, format: Option<Format>) -> Reader<R> {
        let mut reader = Reader::new(input).with_rules_below();
        if let Some(geometry) = &self.geometry {
            reader = reader.with_geometry(geometry);
        }
        if let Some(format) = self.format.from.or(format) {
            reader = reader.with_format(format);
        }
        if let Some(column) = &self.format.column {
            reader = reader.with_column(column.clone());
        }
        if let Some(symbols) = &self.format.symbols {
            reader = reader.with_symbols(symbols);
        }
        reader
    }

    /// Whether an argument is a puzzle rather than a file: no file has this name, and standard input would read a puzzle
    /// in it, or one with an error.
    fn is_puzzle(&self, input: &str) -> bool {
        let is_read = || self.reader(input.as_bytes(), None).next().is_some_and(|record| record.is_ok());
        !Path::new(input).exists() && (resembles_puzzle(input) || is_read())
    }

    /// The size of an input in bytes, if known. An input that cannot be opened counts as empty.
    fn bytes_of(&self, input: &str) -> Option<u64> {
        if input == "-" {
            stdin_bytes()
        } else if self.is_puzzle(input) {
            Some(input.len() as u64)
        } else {
            fs::metadata(input).map_or(Some(0), |metadata| metadata.is_file().then_some(metadata.len()))
        }
    }
}

#[cfg(unix)]
fn waiting(input: &impl AsFd) -> Wait {
    Wait { handle: input.as_fd().try_clone_to_owned().ok(), plain: 0 }
}

#[cfg(not(unix))]
fn waiting<T>(_: &T) -> Wait {
    Wait { plain: 0 }
}

/// Returns messages about parts of a puzzle's text that the puzzle does not keep.
pub(crate) fn left_out(source: &str, number: u64, record: &Record) -> Vec<String> {
    let parts: Vec<String> = record.left_out().iter().map(ToString::to_string).collect();
    if parts.is_empty() {
        return Vec::new();
    }
    let warning = format!(
        "{source}: puzzle {number}: left out {}, which have no meaning here; this may be another puzzle",
        parts.join(", ")
    );
    let mut lines: Vec<String> =
        message::line(Kind::Warning, format_args!("{warning}")).into_iter().collect();
    for rules in record.details().iter().filter(|detail| detail.key == Key::Description) {
        let words = rules.text.split_whitespace().collect::<Vec<_>>().join(" ");
        lines.extend(message::line(Kind::Note, format_args!("its rules in words: {words}")));
    }
    lines
}

/// The format of a file by its extension, for formats whose text could be mistaken for another.
fn format_of_name(input: &str) -> Option<Format> {
    let extension = Path::new(input).extension()?.to_str()?;
    let formats = [Format::Sdk, Format::Sdx, Format::SimpleSudoku];
    formats.into_iter().find(|format| format.name().eq_ignore_ascii_case(extension))
}

/// The bytes left in standard input, if it is a file.
#[cfg(unix)]
fn stdin_bytes() -> Option<u64> {
    use std::io::Seek;

    let mut file = File::from(io::stdin().as_fd().try_clone_to_owned().ok()?);
    let metadata = file.metadata().ok().filter(fs::Metadata::is_file)?;
    Some(metadata.len().saturating_sub(file.stream_position().ok()?))
}

#[cfg(not(unix))]
fn stdin_bytes() -> Option<u64> {
    None
}
