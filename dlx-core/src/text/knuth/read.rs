//! Reading: one line at a time into the builder, with the place of the first fault.

use std::io::{self, BufRead};
use std::ops::RangeInclusive;

use smallvec::SmallVec;
use thiserror::Error;

use super::line::{Line, LineError, Lines};
use crate::problem::{BuildError, Mention, Problem, ProblemBuilder};

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
    /// The column in characters, counted from 1.
    pub column: usize,
    /// What is wrong there.
    pub kind: ParseErrorKind,
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// The text ended before the line of items.
    #[error("found the end of the text, expected a line of items")]
    NoItems,
    /// The line is not UTF-8.
    #[error("found the byte {byte:#04x}, expected UTF-8")]
    NotUtf8 {
        /// The first byte that is wrong.
        byte: u8,
    },
    /// The item line has a second `|`.
    #[error("found a second `|`, expected a secondary item")]
    SecondBar,
    /// An option has a `|` that no cost follows.
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
    /// What stands before the `|` of an item is no bounds.
    #[error("found `{}`, expected bounds such as `2|name` or `0:3|name`, each at most {}", found.escape_debug(), u32::MAX)]
    BadBounds {
        /// The word.
        found: String,
    },
    /// Only primary items have bounds.
    #[error("found bounds in `{}`, expected a secondary item, which has none", found.escape_debug())]
    BoundedSecondary {
        /// The word.
        found: String,
    },
    /// An option has an item that was not declared.
    #[error(
        "unknown item `{}`, expected one of the items of the first line{}",
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

/// Reads a problem. The grammar is in the [module's documentation](super).
///
/// # Errors
/// An input that fails, or the first fault of the text with its line and column.
///
/// # Complexity
/// Linear in the length of the text. Holds one line of it and the problem's tables: 8 bytes for each use, 4
/// for each option, and each item's name once.
pub fn read(input: impl BufRead) -> Result<Problem, ReadError> {
    let mut builder = Problem::builder();
    let mut lines = Lines::new(input);
    let mut has_items = false;
    while let Some(line) = lines.next()? {
        let text = Text(line);
        let is_comment = line.words().next().is_none_or(|(_, word)| word.starts_with('|'));
        if is_comment {
            continue;
        }
        if has_items {
            text.option(&mut builder)?;
        } else {
            text.items(&mut builder)?;
            has_items = true;
        }
    }
    let line = lines.number();
    if !has_items {
        return Err(ParseError { line: line + 1, column: 1, kind: ParseErrorKind::NoItems }.into());
    }
    let problem = builder.build().map_err(ParseErrorKind::Build);
    problem.map_err(|kind| ParseError { line, column: 1, kind }.into())
}

impl From<LineError> for ReadError {
    fn from(error: LineError) -> Self {
        match error {
            LineError::Io(error) => Self::Io(error),
            LineError::NotUtf8 { line, column, byte } => {
                ParseError { line, column, kind: ParseErrorKind::NotUtf8 { byte } }.into()
            }
        }
    }
}

/// One line of a problem.
struct Text<'a>(Line<'a>);

impl Text<'_> {
    fn items(&self, builder: &mut ProblemBuilder) -> Result<(), ParseError> {
        let mut is_secondary = false;
        for (start, word) in self.0.words() {
            let added = match word {
                "|" if is_secondary => Err(ParseErrorKind::SecondBar),
                "|" => {
                    is_secondary = true;
                    continue;
                }
                word if is_secondary && word.contains('|') => {
                    Err(ParseErrorKind::BoundedSecondary { found: word.to_owned() })
                }
                name if is_secondary => builder.add_secondary(name).map_err(ParseErrorKind::Build),
                word => match word.split_once('|') {
                    None => builder.add_primary(word).map_err(ParseErrorKind::Build),
                    Some((bounds, name)) => match bounds_of(bounds) {
                        Some(times) => builder.add_bounded(name, times).map_err(ParseErrorKind::Build),
                        None => Err(ParseErrorKind::BadBounds { found: word.to_owned() }),
                    },
                },
            };
            added.map_err(|kind| self.error(start, kind))?;
        }
        Ok(())
    }

    fn option(&self, builder: &mut ProblemBuilder) -> Result<(), ParseError> {
        // The costs of the option, each with the byte where it begins: they are added when it is complete.
        let mut costs: SmallVec<[(usize, u64); 1]> = SmallVec::new();
        for (start, word) in self.0.words() {
            let added = if let Some(number) = word.strip_prefix('|') {
                cost_of(number).map(|cost| costs.push((start, cost)))
            } else {
                builder.mention(Mention::from(word)).map_err(|error| match error {
                    BuildError::UnknownItem { name, .. } => {
                        let nearest = nearest(&name, builder.item_names());
                        ParseErrorKind::UnknownItem { name, nearest }
                    }
                    error => ParseErrorKind::Build(error),
                })
            };
            added.map_err(|kind| self.error(start, kind))?;
        }
        builder.end_option().map_err(|error| self.error(0, ParseErrorKind::Build(error)))?;
        for (start, cost) in costs {
            builder.add_cost(cost).map_err(|error| self.error(start, ParseErrorKind::Build(error)))?;
        }
        Ok(())
    }

    fn error(&self, byte: usize, kind: ParseErrorKind) -> ParseError {
        ParseError { line: self.0.number, column: self.0.column(byte), kind }
    }
}

/// The number after the bar of a cost.
fn cost_of(number: &str) -> Result<u64, ParseErrorKind> {
    let found = || format!("|{number}");
    if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(ParseErrorKind::BarInOption { found: found() });
    }
    number.parse().map_err(|_| ParseErrorKind::BadCost { found: found() })
}

/// The bounds before the bar of an item: `low:high`, or one number that is both.
fn bounds_of(bounds: &str) -> Option<RangeInclusive<u32>> {
    let number = |text: &str| -> Option<u32> {
        // `parse` alone would also take a sign.
        text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
    };
    let (low, high) = bounds.split_once(':').unwrap_or((bounds, bounds));
    Some(number(low)?..=number(high)?)
}

/// How many names are looked at, how long a name may be, in characters, and how many pairs of characters are compared, at
/// most: a hint is not worth a wait, and each comparison takes time in the product of two lengths.
const LOOKED_AT: usize = 100_000;
const LONGEST: usize = 64;
const COMPARED: usize = 1 << 22;

/// The name that is nearest, if it is near: one typing error away, or two in names of five or more
/// characters, and fewer than the name has characters. `None` for a name of more than 64 characters. Takes time linear in
/// the length of the names, and a bounded time beside that.
pub(crate) fn nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<String> {
    let length = name.chars().take(LONGEST + 1).count();
    if length > LONGEST {
        return None;
    }
    let most = if length >= 5 { 2 } else { length.saturating_sub(1).min(1) };
    names
        .take(LOOKED_AT)
        .filter(|known| known.chars().count().abs_diff(length) <= most)
        .take(COMPARED / (length * length).max(1))
        .map(|known| (strsim::damerau_levenshtein(name, known), known))
        .filter(|&(distance, _)| distance <= most)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, known)| known.to_owned())
}
