//! What can be wrong with a puzzle in a stream, and where.

use std::fmt;
use std::io;

use super::format::Format;
use crate::model::geometry::Digit;

/// A record that is not a puzzle, or a stream that cannot be read on.
///
/// Shown as `line 3, column 81: 81 cells expected, 80 found`, without the column when a line as a
/// whole is at fault.
#[derive(Debug, thiserror::Error)]
#[error("line {line}{}: {kind}", InColumn(*.column))]
#[non_exhaustive]
pub struct ReadError {
    /// Which record of the stream this would have been, counted from 1.
    pub number: u64,
    /// The line of the fault, counted from 1. For a grid with too few or too many rows: its last row.
    pub line: u64,
    /// The place of the fault in the line, counted in characters from 1. A cell that is missing is
    /// looked for right after the last one of its line.
    pub column: Option<usize>,
    /// What is wrong.
    pub kind: ReadErrorKind,
}

struct InColumn(Option<usize>);

impl fmt::Display for InColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |column| write!(f, ", column {column}"))
    }
}

/// The ways in which a record can be wrong.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// A character that stands neither for a digit nor for a blank cell. Bytes that are not UTF-8
    /// are found as U+FFFD.
    #[error("illegal character `{}`", Visible(*.found))]
    IllegalCharacter {
        /// The character.
        found: char,
    },
    /// A digit that is larger than the side of the grid.
    #[error("digit {found} is above {side}")]
    DigitAboveSide {
        /// The number in the cell.
        found: u32,
        /// The side of the grid, which is its largest digit.
        side: usize,
    },
    /// A number of so many digits that it is none of a puzzle.
    #[error("a number of at most {expected} digits expected, {found} found")]
    LongNumber {
        /// The most digits that are read.
        expected: usize,
        /// Its number of digits.
        found: usize,
    },
    /// Too few or too many cells in a line.
    #[error("{} expected, {found} found", Counted(*.expected, "cell"))]
    CellCount {
        /// Cells of a row, or of the whole grid if the line was taken for one.
        expected: usize,
        /// Cells in the line.
        found: usize,
    },
    /// The groups of cells in a line are not of one length, so that it is unclear what they mean.
    #[error("groups of {} expected, {found} found", Counted(*.expected, "cell"))]
    GroupLength {
        /// Cells of the first group.
        expected: usize,
        /// Cells of the group that differs.
        found: usize,
    },
    /// A grid has too few or too many rows.
    #[error("{} expected, {found} found", Counted(*.expected, "row"))]
    RowCount {
        /// The side of the grid.
        expected: usize,
        /// The rows that belong together.
        found: usize,
    },
    /// The stream ends inside a grid.
    #[error("input ended after {found} of {}", Counted(*.expected, "row"))]
    EndOfInput {
        /// The side of the grid.
        expected: usize,
        /// The rows up to the end.
        found: usize,
    },
    /// A line that is too long to be kept in memory; the rest of it was skipped.
    #[error("a line of at most {expected} bytes expected, more found")]
    LongLine {
        /// The most bytes of a line that are read.
        expected: usize,
    },
    /// The stream starts with the number of its puzzles, and ends before so many were found.
    #[error("{} promised, {found} found", Counted(*.promised, "puzzle"))]
    FewerPuzzles {
        /// The number at the start.
        promised: u64,
        /// The records up to the end, bad ones included.
        found: u64,
    },
    /// The stream starts with the number of its puzzles, and goes on after them. The rest is not read.
    #[error("{} promised, more found", Counted(*.promised, "puzzle"))]
    MorePuzzles {
        /// The number at the start.
        promised: u64,
    },
    /// A character that cannot stand for this candidate.
    #[error("{candidate} or a blank expected, `{}` found", Visible(*.found))]
    OtherCandidate {
        /// The digit of this place.
        candidate: Digit,
        /// The character.
        found: char,
    },
    /// A group of candidates with a digit that it has already.
    #[error("digit {digit} twice among the candidates of a cell")]
    RepeatedCandidate {
        /// The digit.
        digit: Digit,
    },
    /// Text where the name of a candidate is expected.
    #[error("{expected} expected, `{found}` found")]
    OtherName {
        /// What it should have been.
        expected: Expected,
        /// The text, or its beginning.
        found: Box<str>,
    },
    /// The stream ends inside a puzzle that is written as digits amid anything.
    #[error("input ended after {found} of {}", Counted(*.expected, "cell"))]
    EndOfCells {
        /// Cells of the grid.
        expected: usize,
        /// The cells up to the end.
        found: usize,
    },
    /// The stream ends inside an object, a tag or a quoted field.
    #[error("input ended inside {inside}")]
    EndInside {
        /// What is not complete.
        inside: Expected,
    },
    /// A record that is too long to be kept in memory; the rest of it was skipped.
    #[error("{what} of at most {expected} bytes expected, more found")]
    LongRecord {
        /// What is too long.
        what: Expected,
        /// The most bytes that are kept.
        expected: usize,
    },
    /// Text that breaks the rules of the format.
    #[error("no {format}: {message}")]
    Syntax {
        /// The format.
        format: Format,
        /// What is wrong.
        message: Box<str>,
    },
    /// A record without a puzzle in it.
    #[error("{expected} expected, none found")]
    NoPuzzle {
        /// Where it is looked for.
        expected: Expected,
    },
    /// A table without the column of the puzzles.
    #[error("{0}")]
    NoColumn(Box<NoColumn>),
    /// A record of a table that ends before the column of the puzzles.
    #[error("{} expected, {found} found", Counted(*.expected, "field"))]
    FieldCount {
        /// The number of that column, from 1.
        expected: usize,
        /// Fields of the record.
        found: usize,
    },
    /// The stream begins as compressed files do. This is its last item.
    #[error("compressed bytes found, text expected: unpack them first")]
    Compressed,
    /// The input failed. This is the last item of the stream.
    #[error("reading failed: {0}")]
    Io(io::Error),
}

/// What a table should have, and what it has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a column {expected} expected, found {found}")]
pub struct NoColumn {
    /// The column that was asked for, or the usual one.
    pub expected: String,
    /// Those that there are.
    pub found: String,
}

/// What is expected in a place of a format.
// A byte, so that errors, and with them the records that they stand in for, stay small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expected {
    /// The candidates of a cell.
    Group,
    /// A candidate of a library line.
    LibraryCandidate,
    /// What a line about a cell holds.
    CellAndDigit,
    /// The number of a cell.
    CellNumber,
    /// A digit of one character.
    OneDigit,
    /// A digit of three characters.
    ThreeDigits,
    /// A digit.
    Digit,
    /// Whether something is so.
    Flag,
    /// The notes of a cell.
    Notes,
    /// The outermost element.
    Root,
    /// An element.
    Element,
    /// A tag.
    Tag,
    /// An attribute with a puzzle.
    GameData,
    /// An object.
    Object,
    /// Several objects.
    Objects,
    /// A member with a puzzle.
    Givens,
    /// A record of a table.
    TableRecord,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Expected::Group => "a group of candidates",
            Expected::LibraryCandidate => "a candidate as digit, row and column",
            Expected::CellAndDigit => "a cell and a digit",
            Expected::CellNumber => "a cell from 00 to 80",
            Expected::OneDigit => "a digit from 1 to 9",
            Expected::ThreeDigits => "a digit from 001 to 009",
            Expected::Digit => "a digit",
            Expected::Flag => "0 or 1",
            Expected::Notes => "the notes of a cell",
            Expected::Root => "the element `opensudoku`",
            Expected::Element => "an element",
            Expected::Tag => "a tag",
            Expected::GameData => "an attribute `data` of the game",
            Expected::Object => "an object",
            Expected::Objects => "a list of objects",
            Expected::Givens => "a puzzle as `givens` of an object",
            Expected::TableRecord => "a record",
        })
    }
}

/// A character that cannot garble the message it stands in.
struct Visible(char);

impl fmt::Display for Visible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            '"' | '\'' | '\\' => self.0.fmt(f),
            _ => self.0.escape_debug().fmt(f),
        }
    }
}

/// A number of things, with the plural where there is not just one.
struct Counted<N>(N, &'static str);

impl<N: fmt::Display + PartialEq + From<u8>> fmt::Display for Counted<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}{}", self.0, self.1, if self.0 == N::from(1) { "" } else { "s" })
    }
}

/// A fault inside a line whose number is known elsewhere.
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

    /// The error, numbered only when it leaves the reader.
    pub(super) fn in_line(self, line: u64) -> ReadError {
        ReadError { number: 0, line, column: self.column, kind: self.kind }
    }
}

/// The fault further to the left.
pub(super) fn leftmost(one: Option<Fault>, other: Option<Fault>) -> Option<Fault> {
    match (one, other) {
        (Some(one), Some(other)) => Some(if other.column < one.column { other } else { one }),
        (one, other) => one.or(other),
    }
}

/// The beginning of a text that is shown in a message.
pub(super) fn shown(text: &str) -> Box<str> {
    text.chars().take(24).flat_map(char::escape_debug).collect::<String>().into_boxed_str()
}
