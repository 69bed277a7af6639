//! The puzzles of a run: from files, standard input or arguments, one after the other, in chunks of records that
//! stand in one input.
//!
//! A chunk holds what can be read without waiting once its first record is there. So puzzles that are typed or
//! written into a pipe are each answered before the next one comes.

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

/// Why there is no puzzle in a record.
pub(crate) enum Unreadable {
    Source(Fault),
    Record(Misread),
}

impl Unreadable {
    /// What is wrong, and where, on one line.
    pub(crate) fn words(&self) -> String {
        let words = match self {
            Self::Source(fault) => fault.to_string(),
            Self::Record(misread) => misread.to_string(),
        };
        // Commands print this among their answers.
        escape_controls(&words).into_owned()
    }

    /// The message for standard error, with the line of the input.
    pub(crate) fn report(&self) -> String {
        match self {
            Self::Source(fault) => message::error_line(fault),
            Self::Record(misread) => misread.report(),
        }
    }
}

type Outcome = Result<Record, Box<Unreadable>>;

/// Records of one input that follow one another.
#[derive(Default)]
pub(crate) struct Chunk {
    /// Which chunk this is, counted from 0.
    pub(crate) number: u64,
    /// The name of the input.
    pub(crate) source: Arc<str>,
    /// The number of the first record among those of all inputs, from 1.
    pub(crate) first: u64,
    pub(crate) records: Vec<Outcome>,
    /// How many bytes have been read up to its end, of all inputs.
    pub(crate) bytes: u64,
}

/// A record with the name of its input.
type Sourced = (Arc<str>, Outcome);

/// An input that was opened.
struct Opened {
    source: Arc<str>,
    reader: Reader<BufReader<Watched<Box<dyn Read + Send>>>>,
    /// What was read of it last, for errors.
    window: SharedWindow,
    /// Whether reading may take any time.
    may_wait: bool,
}

impl Opened {
    /// The next record; with `is_ready`, only if it need not be waited for.
    fn next(&mut self, is_ready: bool) -> Option<Outcome> {
        let record = if is_ready && self.may_wait { self.reader.next_ready() } else { self.reader.next() };
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
    /// What was read to see what comes.
    ahead: VecDeque<Sourced>,
    chunks: u64,
    given: u64,
    bytes_read: Arc<AtomicU64>,
}

impl<'s> Records<'s> {
    /// The records of these inputs; `geometry` is the board if it is known beforehand.
    ///
    /// # Errors
    /// [`Fault::NoInput`] if nothing is named and standard input is a terminal.
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

    /// The bytes of all inputs, if they are known; asked before anything is read.
    pub(crate) fn total_bytes(&self) -> Option<u64> {
        self.inputs.as_slice().iter().map(|input| bytes_of(input)).sum()
    }

    /// Whether the puzzles are typed at the terminal that shows the answers.
    pub(crate) fn is_typed(&self) -> bool {
        self.inputs.as_slice().iter().all(|input| input == "-") && io::stdin().is_terminal()
    }

    /// Whether there is just one record, asked before any is given. Waits for the second one or the end of the
    /// input, but not where puzzles are typed.
    pub(crate) fn is_single(&mut self) -> bool {
        let most = if self.is_typed() { 1 } else { 2 };
        while self.ahead.len() < most {
            let Some(entry) = self.read() else { break };
            self.ahead.push_back(entry);
        }
        self.ahead.len() == 1
    }

    /// Fills the chunk anew with at most so many records. Waits for the first one; `false` if there are no more.
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

    /// Whether there may be more records; says no only if it is known without waiting that there are none.
    pub(crate) fn may_have_more(&mut self) -> bool {
        if self.ahead.is_empty()
            && let Some(current @ Opened { may_wait: false, .. }) = &mut self.current
        {
            match current.next(true) {
                Some(outcome) => self.ahead.push_back((Arc::clone(&current.source), outcome)),
                None => self.current = None,
            }
        }
        !self.ahead.is_empty() || self.current.is_some() || self.inputs.len() > 0
    }

    /// The next record of the current input, if it is this one and need not be waited for.
    fn next_of(&mut self, source: &Arc<str>) -> Option<Outcome> {
        if let Some((other, _)) = self.ahead.front() {
            let is_of_source = Arc::ptr_eq(other, source);
            return if is_of_source { self.ahead.pop_front().map(|(_, outcome)| outcome) } else { None };
        }
        self.current.as_mut().filter(|current| Arc::ptr_eq(&current.source, source))?.next(true)
    }

    /// The next record of any input.
    fn read(&mut self) -> Option<Sourced> {
        loop {
            if let Some(current) = &mut self.current {
                if let Some(outcome) = current.next(false) {
                    return Some((Arc::clone(&current.source), outcome));
                }
                self.current = None;
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
        if let Some(format) = self.format.from.or_else(|| format_of_name(input)) {
            reader = reader.with_format(format);
        }
        if let Some(column) = &self.format.column {
            reader = reader.with_column(column.clone());
        }
        Ok(Opened { source, reader, window, may_wait })
    }
}

/// The format of a file whose name ends with it, where the text alone may be taken for another.
fn format_of_name(input: &str) -> Option<Format> {
    let extension = Path::new(input).extension()?.to_str()?;
    let formats = [Format::Sdk, Format::Sdx, Format::SimpleSudoku];
    formats.into_iter().find(|format| format.name().eq_ignore_ascii_case(extension))
}

/// How long an input is, if it says so. What cannot be opened counts as empty.
fn bytes_of(input: &str) -> Option<u64> {
    if input == "-" {
        stdin_bytes()
    } else if is_puzzle(input) {
        Some(input.len() as u64)
    } else {
        fs::metadata(input).map_or(Some(0), |metadata| metadata.is_file().then_some(metadata.len()))
    }
}

/// What is left of standard input, if that is a file.
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

/// Whether an argument is a puzzle: it looks like one, and there is no file of this name.
fn is_puzzle(input: &str) -> bool {
    !Path::new(input).exists() && looks_like_puzzle(input)
}

/// Whether an argument that names no file can be meant as a puzzle: cells and what separates them, and not
/// much else.
fn looks_like_puzzle(input: &str) -> bool {
    let is_cell = |c: &char| c.is_numeric() || matches!(c, '.' | '_' | '*');
    let cells = input.chars().filter(is_cell).count();
    let others = input.chars().filter(|c| !is_cell(c) && !c.is_whitespace() && !",;|+-".contains(*c)).count();
    cells >= 16 && others * 4 <= cells
}
