//! The errors of puzzle streams, with their places.

use std::fmt;
use std::io;

use super::Format;
use crate::model::geometry::{Digit, RuleTextError, Values, checked_side};
use crate::model::unexpected::{Unexpected, shown};

/// A record that is not a puzzle, or a stream that cannot be read further.
///
/// Displayed as `line 3, column 81: expected 81 cells, found 80`, without the column if a whole line is
/// wrong.
#[derive(Debug, thiserror::Error)]
#[error("line {line}{}: {}", column.map_or_else(String::new, |column| format!(", column {column}")), self.reason())]
#[non_exhaustive]
pub struct ReadError {
    /// The number of the record in the stream, counted from 1.
    pub number: u64,
    /// The line of the error, counted from 1. For a grid with too few or too many rows: its last row.
    pub line: u64,
    /// The column of the error, counted in characters from 1. A missing cell is reported right after the last
    /// one of its line.
    pub column: Option<usize>,
    /// The kind of error.
    pub kind: ReadErrorKind,
    /// The number of lines below that cannot be read either and belong to the same record.
    pub further: u64,
}

impl ReadError {
    /// Returns what is wrong, without the place.
    #[must_use]
    pub fn reason(&self) -> String {
        match self.further {
            0 => self.kind.to_string(),
            further => format!("{}; skipped with {} below", self.kind, counted(further, "line")),
        }
    }
}

/// The kinds of errors in a record.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// The text differs from the format.
    // In a box, so that errors, and with them the records that they stand in for, stay small.
    #[error(transparent)]
    Unexpected(Box<Unexpected>),
    /// The text breaks the rules of the format.
    #[error("invalid {format}: {message}")]
    Syntax {
        /// The format.
        format: Format,
        /// The message of its parser.
        message: Box<str>,
    },
    /// A line that is meant as a rule of the puzzle above cannot be read.
    #[error(transparent)]
    Rule(Box<RuleTextError>),
    /// A rule came after its puzzle had been [released](crate::Reader::next_available).
    #[error(
        "expected a puzzle, found a rule after its puzzle was answered; write both at once, or to a file"
    )]
    LateRule,
    /// The stream starts with the number of its puzzles, and has more. The rest is not read.
    #[error("expected {}, found more", counted(*.promised, "puzzle"))]
    MorePuzzles {
        /// The number at the start.
        promised: u64,
    },
    /// The stream begins as compressed files do. This is its last item.
    #[error("expected text, found compressed bytes; unpack them first")]
    Compressed,
    /// The input failed. This is the last item of the stream.
    #[error("cannot read: {0}")]
    Io(io::Error),
}

impl ReadErrorKind {
    pub(super) fn unexpected(expected: impl Into<String>, found: impl fmt::Display) -> ReadErrorKind {
        ReadErrorKind::Unexpected(Box::new(Unexpected::new(expected, found)))
    }

    /// Returns an error for a text of the input.
    pub(super) fn found_text(expected: impl Into<String>, found: &str) -> ReadErrorKind {
        ReadErrorKind::unexpected(expected, shown(found))
    }

    /// Returns an error for a character of the input.
    pub(super) fn found_char(expected: impl Into<String>, found: char) -> ReadErrorKind {
        ReadErrorKind::found_text(expected, found.encode_utf8(&mut [0; 4]))
    }

    /// Returns an error for a wrong number of something.
    pub(super) fn count(expected: usize, noun: &str, found: usize) -> ReadErrorKind {
        ReadErrorKind::unexpected(counted(expected, noun), found)
    }

    /// Returns an error for a stream that ends after `found` of these.
    pub(super) fn end_after(expected: usize, noun: &str, found: usize) -> ReadErrorKind {
        let found = format_args!("the end of the input after {found}").to_string();
        ReadErrorKind::unexpected(counted(expected, noun), found)
    }

    /// Returns an error for a stream that ends inside something.
    pub(super) fn end_inside(what: &str) -> ReadErrorKind {
        ReadErrorKind::unexpected(format!("the end of {what}"), "the end of the input")
    }

    /// Returns an error for something too long to be kept in memory; the rest of it was skipped.
    pub(super) fn too_long(what: &str, most: usize) -> ReadErrorKind {
        ReadErrorKind::unexpected(format!("{what} of at most {most} bytes"), "more")
    }

    pub(super) fn syntax(format: Format, error: impl fmt::Display) -> ReadErrorKind {
        ReadErrorKind::Syntax { format, message: error.to_string().into() }
    }
}

/// Returns the digit in a cell of a usual grid of this side, none for 0.
pub(super) fn digit_up_to(side: usize, found: u32) -> Result<Option<Digit>, ReadErrorKind> {
    digit_of(Values::of_side(checked_side(side).unwrap_or(1)), Some(found))
}

/// Returns the digit in a cell that may hold these, if it has a number. 0 is a blank cell where it is no digit.
pub(super) fn digit_of(values: Values, found: Option<u32>) -> Result<Option<Digit>, ReadErrorKind> {
    let Some(found) = found.filter(|&found| found > 0 || values.least() == 0) else { return Ok(None) };
    let expected = || ReadErrorKind::unexpected(format!("a digit up to {}", values.greatest()), found);
    values.digit(found).map(Some).ok_or_else(expected)
}

/// Returns a number of things, in the plural except for one.
pub(super) fn counted(number: impl fmt::Display, noun: &str) -> String {
    let number = number.to_string();
    let plural = if number == "1" { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// An error inside a line whose number is known elsewhere.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) column: Option<usize>,
    pub(super) kind: ReadErrorKind,
}

impl Fault {
    pub(super) fn at(column: usize, kind: ReadErrorKind) -> Fault {
        Fault { column: Some(column), kind }
    }

    pub(super) fn of_line(kind: ReadErrorKind) -> Fault {
        Fault { column: None, kind }
    }

    pub(super) fn unexpected(expected: impl Into<String>, found: impl fmt::Display) -> Fault {
        Fault::of_line(ReadErrorKind::unexpected(expected, found))
    }

    /// Returns the error, which is numbered when it leaves the reader.
    pub(super) fn in_line(self, line: u64) -> ReadError {
        ReadError { number: 0, line, column: self.column, kind: self.kind, further: 0 }
    }

    /// Returns the error of a line that is meant as a rule.
    pub(super) fn of_rule(error: RuleTextError, text: &str) -> Fault {
        match error {
            RuleTextError::Unexpected { column, unexpected } => {
                Fault::at(column, ReadErrorKind::Unexpected(Box::new(unexpected)))
            }
            error => {
                let column = 1 + text.chars().take_while(|character| character.is_whitespace()).count();
                Fault::at(column, ReadErrorKind::Rule(Box::new(error)))
            }
        }
    }
}

/// Returns the error further to the left.
pub(super) fn leftmost(one: Option<Fault>, other: Option<Fault>) -> Option<Fault> {
    match (one, other) {
        (Some(one), Some(other)) => Some(if other.column < one.column { other } else { one }),
        (one, other) => one.or(other),
    }
}
