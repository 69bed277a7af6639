//! Errors of reading and writing.

use std::io;

use dlx_core::BuildError;
use dlx_core::text::{self, ParseError};
use thiserror::Error;

/// The reason why a text could not be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The input failed.
    #[error("cannot read: {0}")]
    Io(#[from] io::Error),
    /// The text is not in the format, or says what an exact cover problem cannot.
    #[error("line {line}, column {column}: {kind}")]
    Invalid {
        /// The line, counted from 1.
        line: usize,
        /// The column in characters, counted from 1.
        column: usize,
        /// What was expected, and what was found.
        kind: ReadErrorKind,
    },
}

/// The kind of an error in a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// Something else was expected.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What was expected.
        expected: &'static str,
        /// What was found: a word in back quotes, or the end of the text.
        found: String,
    },
    /// A part of the format that no exact cover problem can express.
    #[error("expected sums of binary variables, found {what}")]
    Unsupported {
        /// What was found.
        what: &'static str,
    },
    /// A variable with other values than 0 and 1.
    #[error("expected a variable with the values 0 and 1, found `{}`, {values}", name.escape_debug())]
    NotBinary {
        /// Its name.
        name: String,
        /// Its values, in words.
        values: String,
    },
    /// Coefficients that have no common multiple that fits.
    #[error(
        "expected coefficients that are multiples of one number, by at most {most}, found a sum without such a number"
    )]
    Coefficients {
        /// The greatest multiple.
        most: u32,
    },
    /// A name that stands for two things.
    #[error("`{}` is already the name of {what}", name.escape_debug())]
    NameTaken {
        /// The name.
        name: String,
        /// What has this name.
        what: &'static str,
    },
    /// A number that the text states and that its content contradicts.
    #[error("expected {expected} {what}, as the text says, found {found}")]
    Count {
        /// What is counted.
        what: &'static str,
        /// The number stated.
        expected: usize,
        /// The number found.
        found: usize,
    },
    /// A stated number that is too large.
    #[error("expected at most {most} {what}, found {found}")]
    TooMany {
        /// What is counted.
        what: &'static str,
        /// The greatest number.
        most: usize,
        /// The number stated.
        found: usize,
    },
    /// The problem could not be built.
    #[error(transparent)]
    Build(BuildError),
    /// A line that cannot be read.
    #[error("{}", .0.message())]
    Line(ParseError),
}

/// The reason why a problem could not be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// Clauses have no weights.
    #[error("clauses cannot carry weights")]
    Weights,
    /// The problem needs more clauses than allowed.
    #[error("expected at most {most} clauses, found {found}")]
    TooManyClauses {
        /// Number of clauses needed.
        found: u64,
        /// The greatest number allowed.
        most: u64,
    },
    /// The output failed.
    #[error("cannot write: {0}")]
    Io(#[from] io::Error),
}

/// A place in a text and the kind of the error there.
pub(crate) type Found = ((usize, usize), ReadErrorKind);

impl From<Found> for ReadError {
    fn from(((line, column), kind): Found) -> Self {
        Self::Invalid { line, column, kind }
    }
}

impl From<text::ReadError> for ReadError {
    fn from(error: text::ReadError) -> Self {
        match error {
            text::ReadError::Io(error) => Self::Io(error),
            text::ReadError::Parse(error) => {
                let (line, column) = (error.line, error.column);
                Self::Invalid { line, column, kind: ReadErrorKind::Line(error) }
            }
            other => Self::Io(io::Error::other(other)),
        }
    }
}

/// Returns the error that something else was expected than this word.
pub(crate) fn expected(expected: &'static str, found: &str) -> ReadErrorKind {
    ReadErrorKind::Expected { expected, found: format!("`{}`", shortened(found)) }
}

/// Longest part of a word that is quoted, in characters.
const LONGEST: usize = 40;

fn shortened(word: &str) -> String {
    let dots = if word.chars().nth(LONGEST).is_some() { "..." } else { "" };
    word.chars().take(LONGEST).flat_map(char::escape_debug).chain(dots.chars()).collect()
}
