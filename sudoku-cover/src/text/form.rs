//! What a format is to readers and writers.
//!
//! Each format implements [`Form`] in its own file. The list of all is in the [module](super), which hands it to the readers and
//! writers: they know no format by name, but for the formats of rows, which share one [parser](super::parser).

use std::fmt;

use super::Format;
use super::document::Document;
use super::fault::Fault;
use super::format::Part;
use super::loss::Loss;
use super::record::{Detail, Record};
use super::settings::{Column, unusual_values};
use super::symbols::Symbols;
use super::write_error::WriteError;
use super::written::forbidden;
use crate::model::geometry::{Cell, Geometry, Values};

/// All formats, from the plainest to the most particular.
pub(super) type Forms = &'static [&'static dyn Form];

/// A format: how it is recognized, read and written, and which details it holds. What else it holds is in the row of its
/// [`Format`].
pub(super) trait Form: fmt::Debug + Send + Sync {
    fn format(&self) -> Format;

    /// Returns true if a document in this format begins with these bytes of a line.
    fn begins_with(&self, _start: &Start<'_>) -> bool {
        false
    }

    /// Returns the reader of a document in this format; `None` if it is made of lines.
    fn document(&self, _settings: &Settings) -> Option<Box<dyn Document>> {
        None
    }

    /// Returns the puzzle of a line that is not rows or cells; `None` if the line is not in this format.
    fn line(&self, _line: &Whole<'_>) -> Option<Result<Record, Fault>> {
        None
    }

    fn writer(&self) -> Box<dyn PuzzleWriter>;

    /// Returns the writer that writes digits as these symbols; `None` if the format has numbers alone.
    fn writer_with(&self, _symbols: &Symbols) -> Option<Box<dyn PuzzleWriter>> {
        None
    }

    /// Returns true if the format holds this detail.
    fn holds(&self, _detail: &Detail) -> bool {
        false
    }

    /// Returns the first cell without candidates, if the format cannot represent one in this record. A given that is not
    /// among the candidates leaves none either, because elsewhere it is the only candidate of its cell.
    fn first_without_candidates(&self, record: &Record, _board: &Geometry) -> Option<Cell> {
        if self.format().holds(Part::Candidates) { forbidden(record) } else { None }
    }
}

/// The beginning of what may be a document.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start<'a> {
    pub(super) bytes: &'a [u8],
    /// True at the start of the input.
    pub(super) is_first: bool,
    /// The column of the puzzles in a table, if one was requested.
    pub(super) column: Option<&'a Column>,
}

impl<'a> Start<'a> {
    /// Returns the bytes without white space before them.
    pub(super) fn content(&self) -> &'a [u8] {
        self.bytes.trim_ascii_start()
    }
}

/// A line that may be a whole puzzle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Whole<'a> {
    pub(super) number: u64,
    pub(super) content: &'a str,
    /// The side of the puzzles, if it is fixed.
    pub(super) side: Option<usize>,
    pub(super) geometry: Option<&'a Geometry>,
    /// The only word of the line and its column, if it has letters.
    pub(super) word: Option<(usize, &'a str)>,
}

impl<'a> Whole<'a> {
    pub(super) fn new(
        number: u64,
        content: &'a str,
        side: Option<usize>,
        geometry: Option<&'a Geometry>,
    ) -> Self {
        let word = content.trim();
        let is_word =
            word.bytes().any(|byte| byte.is_ascii_alphabetic()) && !word.contains(char::is_whitespace);
        let whole = Whole { number, content, side, geometry, word: None };
        Whole { word: is_word.then(|| (whole.column(), word)), ..whole }
    }

    /// Returns the column of the first character that is no white space.
    pub(super) fn column(&self) -> usize {
        1 + self.content.chars().count() - self.content.trim_start().chars().count()
    }
}

/// Writes the puzzles of a text in one format.
pub(super) trait PuzzleWriter: fmt::Debug + Send + Sync {
    /// Appends a puzzle. Returns what is lost besides what the format never holds.
    ///
    /// # Errors
    /// A puzzle that the format cannot represent.
    fn write(&mut self, record: &Record, board: &Geometry, out: &mut Vec<u8>) -> Result<Loss, WriteError>;

    /// Appends the end of the text after this number of puzzles.
    fn finish(&mut self, _count: u64, _out: &mut Vec<u8>) {}
}

/// A writer that keeps nothing from one puzzle to the next.
type Write = fn(&Record, &Geometry, &mut Vec<u8>) -> Result<Loss, WriteError>;

#[derive(Debug)]
struct Stateless(Write);

impl PuzzleWriter for Stateless {
    fn write(&mut self, record: &Record, board: &Geometry, out: &mut Vec<u8>) -> Result<Loss, WriteError> {
        (self.0)(record, board, out)
    }
}

/// Returns the writer of a format whose puzzles are written independently of each other.
pub(super) fn each(write: Write) -> Box<dyn PuzzleWriter> {
    Box::new(Stateless(write))
}

/// Settings of a reader, fixed before anything is read.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub(super) forms: Forms,
    /// The board of all grids.
    pub(super) geometry: Option<Geometry>,
    /// The format, if it is not to be recognized.
    pub(super) format: Option<Format>,
    /// The column of a table that contains the puzzles.
    pub(super) column: Option<Column>,
    /// True if lines with rules of the board may follow a puzzle.
    pub(super) has_rules_below: bool,
    /// The symbols of the digits in rows and lines, if they are not to be recognized.
    pub(super) symbols: Option<Symbols>,
}

impl Settings {
    pub(super) fn new(forms: Forms) -> Settings {
        Settings { forms, geometry: None, format: None, column: None, has_rules_below: false, symbols: None }
    }

    /// Returns the digits of all grids, if they are fixed and not the usual ones.
    pub(super) fn values(&self) -> Option<Values> {
        self.geometry.as_ref().and_then(unusual_values)
    }

    /// Returns the side of all grids, if fixed: that of the board, or the number of the symbols.
    pub(super) fn side(&self) -> Option<usize> {
        let side = self.geometry.as_ref().map(Geometry::side);
        side.or_else(|| self.symbols.as_ref().map(Symbols::count))
    }
}
