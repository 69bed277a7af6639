//! Errors of reading and writing problems.

use std::fmt;
use std::io;

use thiserror::Error;

use crate::problem::nearest::suggestion;

use crate::problem::BuildError;

/// The reason why a problem could not be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The input failed.
    #[error("cannot read: {0}")]
    Io(#[from] io::Error),
    /// The text is not in the format.
    #[error(transparent)]
    Parse(#[from] ParseError),
}

/// An error in a text, with its place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {kind}")]
#[non_exhaustive]
pub struct ParseError {
    /// The line, counted from 1.
    pub line: usize,
    /// Column, counted from 1: in characters; in JSON in bytes, that of the last byte that was read.
    pub column: usize,
    /// What was expected, and what was found.
    pub(crate) kind: ParseErrorKind,
}

impl ParseError {
    /// Returns what was expected and what was found, without the place.
    #[doc(hidden)]
    pub fn message(&self) -> impl fmt::Display + '_ {
        &self.kind
    }

    /// Returns an error at the end of a text of `lines` lines.
    pub(super) fn at_end(lines: usize, kind: ParseErrorKind) -> Self {
        Self { line: lines + 1, column: 1, kind }
    }
}

/// The kind of an error in a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum ParseErrorKind {
    /// The text is empty.
    #[error("expected {expected}, found the end of the text")]
    Empty {
        /// What was expected.
        expected: &'static str,
    },
    /// The line is not UTF-8.
    #[error("expected UTF-8, found the byte {byte:#04x}")]
    NotUtf8 {
        /// The first invalid byte.
        byte: u8,
    },
    /// A line is too long.
    #[error("expected lines of less than {longest} bytes, found a longer one")]
    LongLine {
        /// Number of bytes that a line must not have.
        longest: u64,
    },
    /// The line of items in Knuth's format has a second `|`.
    #[error("expected a secondary item, found a second `|`")]
    SecondBar,
    /// An option in Knuth's format has a `|` without a cost after it.
    #[error("expected an item of the option or a cost such as `|7`, found `{}`", found.escape_debug())]
    BarInOption {
        /// The word with the `|`.
        found: String,
    },
    /// A cost does not fit into 64 bits.
    #[error("expected a cost of at most {}, found `{found}`", u64::MAX)]
    BadCost {
        /// The word.
        found: String,
    },
    /// The text before the `|` of an item in Knuth's format is not a bound.
    #[error("expected bounds such as `2|name`, `0:3|name`, `2:|name` (at least) or `:3|name` (at most), each at most {}, found `{}`", u32::MAX, found.escape_debug())]
    BadBounds {
        /// The word.
        found: String,
    },
    /// An entry of a dense matrix is neither 0 nor 1.
    #[error("expected 0 or 1, found `{}`", found.escape_debug())]
    BadEntry {
        /// The character.
        found: char,
    },
    /// A row of a dense matrix is longer or shorter than the first one.
    #[error("expected {expected} entries as in the first row, found {found}")]
    RowLength {
        /// Number of entries of the row.
        found: usize,
        /// Number of entries of the first row.
        expected: usize,
    },
    /// A row of a dense matrix has no 1.
    #[error("expected a 1, found a row of zeros alone: an option covers at least one item")]
    ZeroRow,
    /// A word of a sparse row is not a number.
    #[error("expected the number of an item, found `{}`", found.escape_debug())]
    BadNumber {
        /// The word.
        found: String,
    },
    /// No item has this number.
    #[error("expected a number from {first} to {last}, found item {found}")]
    NoSuchItem {
        /// The number.
        found: String,
        /// The number of the first item.
        first: usize,
        /// The highest number that an item can have.
        last: usize,
    },
    /// The number of an item is out of proportion to the rows.
    #[error(
        "expected items up to {last} in rows of {numbers} numbers, found item {found}; a first line `p ITEMS OPTIONS` \
         allows more"
    )]
    FarItem {
        /// The number.
        found: usize,
        /// Number of numbers in the rows.
        numbers: usize,
        /// The highest number that an item can have.
        last: usize,
    },
    /// The first line says that there are no items, but a row has one.
    #[error("expected no item, found item {found}: the first line says that there are none")]
    NoItems {
        /// The number.
        found: String,
    },
    /// The first line of sparse rows is invalid.
    #[error(
        "expected `p`, the number of items, that of options, and perhaps that of primary items, found `{}`",
        found.escape_debug()
    )]
    BadHeader {
        /// The line.
        found: String,
    },
    /// There are more items than sparse rows may have.
    #[error("expected at most {most} items, found {found}")]
    TooManyItems {
        /// Number of items.
        found: usize,
        /// The greatest number.
        most: usize,
    },
    /// The number of options is not that of the first line.
    #[error("expected {expected} options as the first line says, found {found}")]
    OptionCount {
        /// Number of options read.
        found: usize,
        /// The number in the first line.
        expected: usize,
    },
    /// More primary items than items are requested.
    #[error("expected at least the {primary} primary items, found {items} items")]
    TooFewItems {
        /// Number of items.
        items: usize,
        /// Requested number of primary items.
        primary: usize,
    },
    /// The first line and the caller disagree on the number of primary items.
    #[error("expected {expected} primary items as asked for, found {found} in the first line")]
    PrimaryCount {
        /// The number in the text.
        found: usize,
        /// The number of the caller.
        expected: usize,
    },
    /// The text is not JSON, or an object has wrong fields.
    #[cfg(feature = "json")]
    #[error("{message}")]
    Json {
        /// The message of the JSON parser.
        message: String,
    },
    /// The JSON problem has another version of the schema.
    #[cfg(feature = "json")]
    #[error("expected schema {expected}, found {found}")]
    Schema {
        /// The version.
        found: u32,
        /// The version that can be read.
        expected: u32,
    },
    /// An option of a JSON problem comes before the items.
    #[cfg(feature = "json")]
    #[error("expected `items` first, found `options` before `items`")]
    OptionsBeforeItems,
    /// Only primary items have bounds.
    #[error(
        "item `{name}`: expected no bounds, as it is secondary, found some; a primary item such as `0:3|{name}` may be \
        covered so often and need not be",
        name = name.escape_debug()
    )]
    BoundedSecondary {
        /// The item.
        name: String,
    },
    /// An option uses an item that was not declared.
    #[error(
        "expected an item, found `{}`{}",
        name.escape_debug(), suggestion(nearest.as_deref())
    )]
    UnknownItem {
        /// The name.
        name: String,
        /// The declared name nearest to it, if one is near.
        nearest: Option<String>,
    },
    /// Any other error in an item or an option.
    #[error("{0}")]
    Build(BuildError),
}

/// The reason why a problem could not be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The problem has a feature that the format does not support.
    #[error("{format} cannot carry {feature}")]
    Unsupported {
        /// The format.
        format: &'static str,
        /// The feature.
        feature: Feature,
    },
    /// The output failed.
    #[error("cannot write: {0}")]
    Io(#[from] io::Error),
}

/// A feature of problems that a format may not support.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Feature {
    /// Items that may be covered but need not be.
    #[doc(hidden)]
    SecondaryItems,
    /// Colors of secondary items.
    #[doc(hidden)]
    Colors,
    /// Primary items with bounds.
    #[doc(hidden)]
    Bounds,
    /// Options that count more than once towards the bounds of an item.
    #[doc(hidden)]
    Weights,
    /// Costs of options.
    #[doc(hidden)]
    Costs,
    /// More items than the reader of the format accepts.
    #[doc(hidden)]
    ManyItems,
    /// No options, in a format where only the options show the number of items.
    #[doc(hidden)]
    NoOptions,
    /// No primary items: the line of items would be a comment.
    #[doc(hidden)]
    NoPrimaryItems,
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::SecondaryItems => "secondary items",
            Self::Colors => "colors",
            Self::Bounds => "bounds",
            Self::Weights => "weights",
            Self::Costs => "costs",
            Self::ManyItems => "so many items",
            Self::NoOptions => "a problem without options",
            Self::NoPrimaryItems => "a problem without primary items",
        })
    }
}
