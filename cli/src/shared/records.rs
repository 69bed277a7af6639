//! The puzzles of a run, read one after the other from files, standard input or arguments, in chunks of
//! records of one input.
//!
//! A chunk holds the records that can be read without waiting after its first one. So each puzzle that is
//! typed, or written to a pipe, is answered before the next one arrives.

use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{self, BufReader, Cursor, IsTerminal, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use dlx_core::escape_controls;
use sudoku_cover::{Format, Geometry, ReadError, ReadErrorKind, Reader, Record};

use crate::shared::excerpt::{SharedWindow, Watched};
use crate::shared::fault::{Fault, Misread};
use crate::shared::flags::{PuzzleFormat, Puzzles};
use crate::shared::input::path_or_standard;
use crate::shared::message;
use crate::shared::output::BUFFER;
use crate::shared::session::Session;

/// The reason why a record holds no puzzle.
pub(crate) enum Unreadable {
    Source(Fault),
    Record(Misread),
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
    /// Whether the chunk may be short because more records were not there yet.
    pub(crate) may_be_cut: bool,
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
    /// Whether reading may block indefinitely.
    may_wait: bool,
    /// Whether a record was read, or an error in its place.
    has_records: bool,
}

impl Opened {
    /// Returns the next record; with `is_ready`, only if it can be read without waiting.
    fn next(&mut self, is_ready: bool) -> Option<Outcome> {
        let record = if is_ready && self.may_wait { self.reader.next_ready() } else { self.reader.next() };
        self.has_records |= record.is_some();
        record.map(|record| record.map_err(|error| Box::new(self.unreadable(error))))
    }

    fn unreadable(&self, error: ReadError) -> Unreadable {
        if let ReadErrorKind::Io(_) = error.kind {
            return Unreadable::Source(Fault::named(&*self.source, error.kind));
        }
        let line = usize::try_from(error.line).unwrap_or(usize::MAX);
        Unreadable::Record(Misread::new(&self.source, line, error.column, &error.kind, &self.window))
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
        self.inputs.as_slice().iter().map(|input| bytes_of(input)).sum()
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
        chunk.may_be_cut = self.current.as_ref().is_some_and(|current| current.may_wait);
        (chunk.number, chunk.first) = (self.chunks, self.given + 1);
        self.chunks += 1;
        self.given += chunk.records.len() as u64;
        chunk.bytes = self.position();
        true
    }

    /// Returns `false` only if it is known without waiting that there are no more records.
    pub(crate) fn may_have_more(&mut self) -> bool {
        if self.ahead.is_empty()
            && let Some(current @ Opened { may_wait: false, .. }) = &mut self.current
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
        let (source, may_wait, bytes): (Arc<str>, bool, Box<dyn Read + Send>) = if input == "-" {
            ("standard input".into(), stdin_bytes().is_none(), Box::new(io::stdin()))
        } else if is_puzzle(input) {
            ("argument".into(), false, Box::new(Cursor::new(input.to_owned())))
        } else {
            let name = input.to_owned();
            let file = File::open(input).map_err(|source| Fault::open(name, source))?;
            let is_file = file.metadata().is_ok_and(|metadata| metadata.is_file());
            (input.into(), !is_file, Box::new(file))
        };
        let watched: Box<dyn Read + Send> = Box::new(self.session.watched_input(bytes, &self.bytes_read));
        let window = SharedWindow::default();
        let reader = Reader::new(BufReader::with_capacity(BUFFER, window.over(watched)));
        let mut reader = match &self.geometry {
            Some(geometry) => reader.with_geometry(geometry),
            None => reader,
        };
        if !may_wait {
            // A puzzle from a pipe is answered before the next one comes.
            reader = reader.with_rules_below();
        }
        if let Some(format) = self.format.from.or_else(|| format_of_name(input)) {
            reader = reader.with_format(format);
        }
        if let Some(column) = &self.format.column {
            reader = reader.with_column(column.clone());
        }
        Ok(Opened { source, reader, window, may_wait, has_records: false })
    }
}

/// The format of a file by its extension, for formats whose text could be mistaken for another.
fn format_of_name(input: &str) -> Option<Format> {
    let extension = Path::new(input).extension()?.to_str()?;
    let formats = [Format::Sdk, Format::Sdx, Format::SimpleSudoku];
    formats.into_iter().find(|format| format.name().eq_ignore_ascii_case(extension))
}

/// The size of an input in bytes, if known. An input that cannot be opened counts as empty.
fn bytes_of(input: &str) -> Option<u64> {
    if input == "-" {
        stdin_bytes()
    } else if is_puzzle(input) {
        Some(input.len() as u64)
    } else {
        fs::metadata(input).map_or(Some(0), |metadata| metadata.is_file().then_some(metadata.len()))
    }
}

/// The bytes left in standard input, if it is a file.
#[cfg(unix)]
fn stdin_bytes() -> Option<u64> {
    use std::io::Seek;
    use std::os::fd::AsFd;

    let mut file = File::from(io::stdin().as_fd().try_clone_to_owned().ok()?);
    let metadata = file.metadata().ok().filter(fs::Metadata::is_file)?;
    Some(metadata.len().saturating_sub(file.stream_position().ok()?))
}

#[cfg(not(unix))]
fn stdin_bytes() -> Option<u64> {
    None
}

/// Whether an argument is a puzzle rather than a file: it looks like one, and no file has this name.
fn is_puzzle(input: &str) -> bool {
    !Path::new(input).exists() && looks_like_puzzle(input)
}

/// Whether an argument can be a puzzle: it consists mostly of cells and separators, or is in a form of another program.
fn looks_like_puzzle(input: &str) -> bool {
    looks_like_cells(input) || is_of_another_program(input.trim_start())
}

/// Whether an argument begins like a link, an object, constraints, compressed text, or numbers of cages.
fn is_of_another_program(input: &str) -> bool {
    let is_object = input.starts_with('{') && input.ends_with('}');
    let is_long = |prefix: &&str| input.starts_with(prefix) && input.len() > 40;
    let has_constraints = input.starts_with('.') && input.contains('~');
    let has_cages = input.split_once(':').is_some_and(|(_, numbers)| numbers.matches(':').count() > 16);
    let is_link = input.starts_with("https://") || input.starts_with("http://");
    let is_compressed = ["N4I", "fpuzzles", "scl", "SumoCueV1"].iter().any(is_long);
    is_link || is_object || has_constraints || is_compressed || has_cages
}

fn looks_like_cells(input: &str) -> bool {
    let is_cell = |c: &char| c.is_numeric() || matches!(c, '.' | '_' | '*');
    let cells = input.chars().filter(is_cell).count();
    let others = input.chars().filter(|c| !is_cell(c) && !c.is_whitespace() && !",;|+-".contains(*c)).count();
    cells >= 16 && others * 4 <= cells
}
