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
    #[error("found the end of the text, expected {expected}")]
    Empty {
        /// What should have come.
        expected: &'static str,
    },
    /// The line is not UTF-8.
    #[error("found the byte {byte:#04x}, expected UTF-8")]
    NotUtf8 {
        /// The first byte that is wrong.
        byte: u8,
    },
    /// The line of items in Knuth's format has a second `|`.
    #[error("found a second `|`, expected a secondary item")]
    SecondBar,
    /// An option in Knuth's format has a `|` that no cost follows.
    #[error("found `{}`, expected an item of the option or a cost such as `|7`", found.escape_debug())]
    BarInOption {
        /// The word with the `|`.
        found: String,
    },
    /// A cost that does not fit in 64 bits.
    #[error("found the cost `{found}`, expected at most {}", u64::MAX)]
    BadCost {
        /// The word.
        found: String,
    },
    /// What stands before the `|` of an item in Knuth's format is no bounds.
    #[error("found `{}`, expected bounds such as `2|name` or `0:3|name`, each at most {}", found.escape_debug(), u32::MAX)]
    BadBounds {
        /// The word.
        found: String,
    },
    /// An entry of a dense matrix that is none.
    #[error("found `{}`, expected 0 or 1", found.escape_debug())]
    BadEntry {
        /// The character.
        found: char,
    },
    /// A row of a dense matrix that is longer or shorter than the first one.
    #[error("found a row of {found} entries, expected {expected} as in the first row")]
    RowLength {
        /// How many entries it has.
        found: usize,
        /// How many the first row has.
        expected: usize,
    },
    /// A row of a dense matrix without a 1.
    #[error("found a row of zeros alone, expected a 1: an option covers at least one item")]
    ZeroRow,
    /// A word of a sparse row that is no number.
    #[error("found `{}`, expected the number of an item", found.escape_debug())]
    BadNumber {
        /// The word.
        found: String,
    },
    /// A number that no item has.
    #[error("found item {found}, expected a number from {first} to {last}")]
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
        "found item {found} in rows of {numbers} numbers, expected at most {last}; a first line `p ITEMS OPTIONS` \
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
    #[error("found item {found}, expected no item: the first line says that there are none")]
    NoItems {
        /// The number.
        found: String,
    },
    /// A first line of sparse rows that is none.
    #[error(
        "found `{}`, expected `p`, the number of items, that of options, and perhaps that of primary items",
        found.escape_debug()
    )]
    BadHeader {
        /// The line.
        found: String,
    },
    /// More items than sparse rows may have.
    #[error("found {found} items, expected at most {most}")]
    TooManyItems {
        /// How many.
        found: usize,
        /// The most there may be.
        most: usize,
    },
    /// Not as many options as the first line says.
    #[error("found {found} options, expected {expected} as the first line says")]
    OptionCount {
        /// How many there are, as far as they were read.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// More primary items than items.
    #[error("found {items} items, expected at least the {primary} primary ones")]
    TooFewItems {
        /// How many items there are.
        items: usize,
        /// How many of them are to be primary.
        primary: usize,
    },
    /// The first line and the caller disagree on the number of primary items.
    #[error("found {found} primary items in the first line, expected {expected} as asked for")]
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
    #[error("found schema {found}, expected {expected}")]
    Schema {
        /// The version.
        found: u32,
        /// The version that can be read.
        expected: u32,
    },
    /// A JSON problem in which an option comes before the items.
    #[error("found `options` before `items`, expected `items` first")]
    OptionsBeforeItems,
    /// A JSON item with one bound.
    #[error("item `{}`: found one of `low` and `high`, expected both or none", name.escape_debug())]
    OneBound {
        /// The item.
        name: String,
    },
    /// Only primary items have bounds.
    #[error("item `{}`: found bounds, expected none, as it is secondary", name.escape_debug())]
    BoundedSecondary {
        /// The item.
        name: String,
    },
    /// An option has an item that was not declared.
    #[error(
        "unknown item `{}`, expected one of the items{}",
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
    #[error("found {found} clauses, expected at most {most}")]
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
