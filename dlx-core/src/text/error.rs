//! Why a problem cannot be read from a text or written as one.

use std::fmt;
use std::io;

use thiserror::Error;

use crate::problem::BuildError;

/// Why a problem could not be read.
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

/// What is wrong with the text, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {kind}")]
#[non_exhaustive]
pub struct ParseError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1: in characters; in JSON in bytes, that of the last byte that was read.
    pub column: usize,
    /// What is wrong there.
    pub kind: ParseErrorKind,
}

impl ParseError {
    /// A fault that shows at the end of a text of so many lines.
    pub(super) fn at_end(lines: usize, kind: ParseErrorKind) -> Self {
        Self { line: lines + 1, column: 1, kind }
    }
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// The text ended before it began.
    #[error("expected {expected}, found the end of the text")]
    Empty {
        /// What should have come.
        expected: &'static str,
    },
    /// The line is not UTF-8.
    #[error("expected UTF-8, found the byte {byte:#04x}")]
    NotUtf8 {
        /// The first byte that is wrong.
        byte: u8,
    },
    /// The line of items in Knuth's format has a second `|`.
    #[error("expected a secondary item, found a second `|`")]
    SecondBar,
    /// An option in Knuth's format has a `|` that no cost follows.
    #[error("expected an item of the option or a cost such as `|7`, found `{}`", found.escape_debug())]
    BarInOption {
        /// The word with the `|`.
        found: String,
    },
    /// A cost that does not fit in 64 bits.
    #[error("expected a cost of at most {}, found `{found}`", u64::MAX)]
    BadCost {
        /// The word.
        found: String,
    },
    /// What stands before the `|` of an item in Knuth's format is no bounds.
    #[error("expected bounds such as `2|name` or `0:3|name`, each at most {}, found `{}`", u32::MAX, found.escape_debug())]
    BadBounds {
        /// The word.
        found: String,
    },
    /// An entry of a dense matrix that is none.
    #[error("expected 0 or 1, found `{}`", found.escape_debug())]
    BadEntry {
        /// The character.
        found: char,
    },
    /// A row of a dense matrix that is longer or shorter than the first one.
    #[error("expected {expected} entries as in the first row, found {found}")]
    RowLength {
        /// How many entries it has.
        found: usize,
        /// How many the first row has.
        expected: usize,
    },
    /// A row of a dense matrix without a 1.
    #[error("expected a 1, found a row of zeros alone: an option covers at least one item")]
    ZeroRow,
    /// A word of a sparse row that is no number.
    #[error("expected the number of an item, found `{}`", found.escape_debug())]
    BadNumber {
        /// The word.
        found: String,
    },
    /// A number that no item has.
    #[error("expected a number from {first} to {last}, found item {found}")]
    NoSuchItem {
        /// The number.
        found: String,
        /// The number of the first item.
        first: usize,
        /// The highest number that an item can have.
        last: usize,
    },
    /// A number of an item that is out of proportion to the rows.
    #[error(
        "expected items up to {last} in rows of {numbers} numbers, found item {found}; a first line `p ITEMS OPTIONS` \
         allows more"
    )]
    FarItem {
        /// The number.
        found: usize,
        /// How many numbers the rows have.
        numbers: usize,
        /// The highest number that an item can have.
        last: usize,
    },
    /// An item where there are none.
    #[error("expected no item, found item {found}: the first line says that there are none")]
    NoItems {
        /// The number.
        found: String,
    },
    /// A first line of sparse rows that is none.
    #[error(
        "expected `p`, the number of items, that of options, and perhaps that of primary items, found `{}`",
        found.escape_debug()
    )]
    BadHeader {
        /// The line.
        found: String,
    },
    /// More items than sparse rows may have.
    #[error("expected at most {most} items, found {found}")]
    TooManyItems {
        /// How many.
        found: usize,
        /// The most there may be.
        most: usize,
    },
    /// Not as many options as the first line says.
    #[error("expected {expected} options as the first line says, found {found}")]
    OptionCount {
        /// How many there are, as far as they were read.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// More primary items than items.
    #[error("expected at least the {primary} primary items, found {items} items")]
    TooFewItems {
        /// How many items there are.
        items: usize,
        /// How many of them are to be primary.
        primary: usize,
    },
    /// The first line and the caller disagree on the number of primary items.
    #[error("expected {expected} primary items as asked for, found {found} in the first line")]
    PrimaryCount {
        /// What the text says.
        found: usize,
        /// What the caller says.
        expected: usize,
    },
    /// The text is no JSON, or an object has not the right fields.
    #[error("{message}")]
    Json {
        /// What the reader of JSON says.
        message: String,
    },
    /// A JSON problem of another version of the schema.
    #[error("expected schema {expected}, found {found}")]
    Schema {
        /// The version.
        found: u32,
        /// The version that can be read.
        expected: u32,
    },
    /// A JSON problem in which an option comes before the items.
    #[error("expected `items` first, found `options` before `items`")]
    OptionsBeforeItems,
    /// A JSON item with one bound.
    #[error("item `{}`: expected both `low` and `high` or neither, found one", name.escape_debug())]
    OneBound {
        /// The item.
        name: String,
    },
    /// Only primary items have bounds.
    #[error("item `{}`: expected no bounds, as it is secondary, found some", name.escape_debug())]
    BoundedSecondary {
        /// The item.
        name: String,
    },
    /// An option has an item that was not declared.
    #[error(
        "expected an item, found `{}`{}",
        name.escape_debug(), hint(nearest.as_deref())
    )]
    UnknownItem {
        /// The name.
        name: String,
        /// The declared name that is nearest to it, where one is near.
        nearest: Option<String>,
    },
    /// Any other fault of an item or an option.
    #[error("{0}")]
    Build(BuildError),
}

fn hint(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!("; is `{name}` meant?"))
}

/// Why a problem could not be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The problem has something that the format cannot carry.
    #[error("{format} cannot carry {feature}")]
    Unsupported {
        /// The format.
        format: &'static str,
        /// What it cannot carry.
        feature: Feature,
    },
    /// The problem takes more clauses than are allowed.
    #[error("expected at most {most} clauses, found {found}")]
    TooManyClauses {
        /// How many it takes.
        found: u64,
        /// The most that are allowed.
        most: u64,
    },
    /// The output failed.
    #[error("cannot write: {0}")]
    Io(#[from] io::Error),
}

/// Something that a problem can have and a format may be unable to carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Feature {
    /// Items that may be covered and need not be.
    SecondaryItems,
    /// Colors of secondary items.
    Colors,
    /// Primary items that are not covered exactly once.
    Bounds,
    /// Costs of options.
    Costs,
    /// More items than the reader of the format takes.
    ManyItems,
    /// No options, where only the options tell how many items there are.
    NoOptions,
    /// No primary items: the line of items would be a comment.
    NoPrimaryItems,
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::SecondaryItems => "secondary items",
            Self::Colors => "colors",
            Self::Bounds => "bounds",
            Self::Costs => "costs",
            Self::ManyItems => "so many items",
            Self::NoOptions => "a problem without options",
            Self::NoPrimaryItems => "a problem without primary items",
        })
    }
}
