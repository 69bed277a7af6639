//! Where the input comes from: files, standard input, or puzzles written as arguments.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, IsTerminal};
use std::path::Path;
use std::rc::Rc;

use clap::ValueEnum;
use dlx_core::formats::sparse::{self, Base};
use dlx_core::formats::{dense, json};
use dlx_core::{Problem, text};
use sudoku_cover::{Geometry, ReadError, Reader, Record};

use crate::args::{Input, Puzzles, ReadFormat};
use crate::fault::Fault;
use crate::session::{BUFFER, Session};

/// Opens a file, or standard input for `-`, and its name for messages.
pub(crate) fn open(path: &Path, session: &Session) -> Result<(String, Box<dyn BufRead>), Fault> {
    if path == Path::new("-") {
        return Ok(("standard input".to_owned(), Box::new(session.input())));
    }
    let name = path.display().to_string();
    match File::open(path) {
        Ok(file) => Ok((name, Box::new(BufReader::with_capacity(BUFFER, file)))),
        Err(source) => Err(Fault::Open { name, source }),
    }
}

/// Reads an exact cover problem, and mentions options that can never be chosen.
pub(crate) fn read_problem(input: &Input, session: &Session) -> Result<Problem, Fault> {
    let format = format_of(input);
    if input.primary.is_some()
        && !matches!(format, ReadFormat::Dense | ReadFormat::Sparse0 | ReadFormat::Sparse1)
    {
        let message =
            "--primary goes with a dense or sparse matrix: other formats say which items are primary";
        return Err(Fault::Usage(message.to_owned()));
    }
    let (name, bytes) = open(&input.file, session)?;
    let other = |source| Fault::OtherFormat { name: name.clone(), source };
    let problem = match format {
        ReadFormat::Auto | ReadFormat::Knuth => {
            text::read(bytes).map_err(|source| Fault::Problem { name: name.clone(), source })
        }
        ReadFormat::Dense => dense::read(bytes, input.primary).map_err(other),
        ReadFormat::Sparse0 => sparse::read(bytes, Base::Zero, input.primary).map_err(other),
        ReadFormat::Sparse1 => sparse::read(bytes, Base::One, input.primary).map_err(other),
        ReadFormat::Json => json::read(bytes).map_err(other),
    }?;
    let count = problem.idle_options().count();
    if let Some(first) = problem.idle_options().next() {
        let text = problem.display_option(first);
        tell!(
            "dlx: {name}: options without a primary item are never chosen: {count}, first option {first} `{text}`"
        );
    }
    Ok(problem)
}

/// The format that is asked for, or else the one that the name of the file ends with, if it is one.
fn format_of(input: &Input) -> ReadFormat {
    if input.from != ReadFormat::Auto {
        return input.from;
    }
    let extension = input.file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    match ReadFormat::from_str(extension, true) {
        Ok(ReadFormat::Auto) | Err(_) => ReadFormat::Knuth,
        Ok(format) => format,
    }
}

/// One record of the puzzles, and where it stands.
pub(crate) struct Entry {
    /// The input.
    pub(crate) source: Rc<str>,
    /// The number of the record among those of all inputs, from 1.
    pub(crate) number: u64,
    pub(crate) record: Result<Record, Unreadable>,
}

/// Why there is no puzzle in an entry.
pub(crate) enum Unreadable {
    Source(Fault),
    Record(ReadError),
}

/// An input and its name.
type Opened = (Rc<str>, Reader<Box<dyn BufRead>>);

/// The records of all inputs, one after the other.
pub(crate) struct Records<'s> {
    session: &'s Session,
    inputs: std::vec::IntoIter<String>,
    current: Option<Opened>,
    geometry: Option<Geometry>,
    number: u64,
}

impl<'s> Records<'s> {
    /// The records that the arguments name; `geometry` is the board if it is known beforehand.
    pub(crate) fn new(puzzles: &Puzzles, geometry: Option<Geometry>, session: &'s Session) -> Self {
        let mut inputs = puzzles.inputs.clone();
        if inputs.is_empty() {
            if io::stdin().is_terminal() {
                tell!("dlx: reading puzzles from the terminal, to the end of input");
            }
            inputs.push("-".to_owned());
        }
        Self { session, inputs: inputs.into_iter(), current: None, geometry, number: 0 }
    }

    fn entry(&mut self, source: Rc<str>, record: Result<Record, Unreadable>) -> Entry {
        self.number += 1;
        Entry { source, number: self.number, record }
    }
}

impl Iterator for Records<'_> {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        loop {
            if let Some((source, reader)) = &mut self.current {
                let source = Rc::clone(source);
                match reader.next() {
                    Some(record) => return Some(self.entry(source, record.map_err(Unreadable::Record))),
                    None => self.current = None,
                }
            }
            let input = self.inputs.next()?;
            match open_puzzles(&input, self.session) {
                Ok((source, bytes)) => {
                    let reader = Reader::new(bytes);
                    let reader = match &self.geometry {
                        Some(geometry) => reader.with_geometry(geometry),
                        None => reader,
                    };
                    self.current = Some((source.into(), reader));
                }
                Err(fault) => return Some(self.entry(input.into(), Err(Unreadable::Source(fault)))),
            }
        }
    }
}

/// A file if there is one of this name, otherwise a puzzle if the argument looks like one.
fn open_puzzles(input: &str, session: &Session) -> Result<(String, Box<dyn BufRead>), Fault> {
    let path = Path::new(input);
    if input != "-" && !path.exists() && looks_like_puzzle(input) {
        return Ok(("the argument".to_owned(), Box::new(Cursor::new(input.to_owned()))));
    }
    open(path, session)
}

/// Whether an argument that names no file can be meant as a puzzle: cells and what separates them, and not
/// much else.
fn looks_like_puzzle(input: &str) -> bool {
    let is_cell = |c: &char| c.is_numeric() || matches!(c, '.' | '_' | '*');
    let cells = input.chars().filter(is_cell).count();
    let others = input.chars().filter(|c| !is_cell(c) && !c.is_whitespace() && !",;|+-".contains(*c)).count();
    cells >= 16 && others * 4 <= cells
}
