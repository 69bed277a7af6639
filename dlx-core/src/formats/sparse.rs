//! Sparse rows: one option a line, the numbers of its items.
//!
//! ```text
//! p 7 6 6        # items, options, and how many of the items are primary
//! 2 4
//! 0, 3, 6        # white space and commas may separate the numbers
//! 1 2 5
//! ```
//!
//! Numbers are counted from 0 or from 1; nothing in a file tells which, so the caller says so. The line that
//! begins with `p` comes first or not at all. It makes items of the numbers that no row has, and a file that
//! was cut off or has an empty row is noticed; its last number may be left out. Where there is no such line,
//! there are as many items as the highest number tells, or as many as are primary if those are more. What
//! follows a `#` is a comment; blank lines are passed over. Items are named by their numbers. There are at
//! most 2^24 items, so that a wrong number does not take all memory. The text is UTF-8, a byte order mark
//! before it is passed over.

use std::io::{BufRead, Write};

use super::{Feature, ParseError, ParseErrorKind, ReadError, WriteError};
use crate::ids::ItemId;
use crate::problem::{Mention, Problem, ProblemBuilder};
use crate::text::line::{Line, Lines, words};

/// The number of the first item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Base {
    /// Items are numbered from 0.
    Zero,
    /// Items are numbered from 1.
    One,
}

impl Base {
    fn first(self) -> usize {
        match self {
            Self::Zero => 0,
            Self::One => 1,
        }
    }
}

/// The most items: enough for every matrix that is worth a search, and little enough to be held.
const MOST_ITEMS: usize = 1 << 24;

/// Reads a problem. Of its items the first `primary` ones are primary and the others secondary; all are
/// primary if it is `None` and the first line says nothing about it.
///
/// ```
/// use dlx_core::formats::sparse::{self, Base};
///
/// let problem = sparse::read("1 3\n2\n2 3\n".as_bytes(), Base::One, Some(2))?;
/// assert_eq!((problem.item_count(), problem.primary_count(), problem.option_count()), (3, 2, 3));
/// # Ok::<(), dlx_core::formats::ReadError>(())
/// ```
///
/// # Errors
/// An input that fails, or the first fault of the text with its line and column.
///
/// # Complexity
/// Linear in the length of the text and the highest number.
pub fn read(input: impl BufRead, base: Base, primary: Option<usize>) -> Result<Problem, ReadError> {
    let mut lines = Lines::new(input);
    let mut rows =
        Rows { builder: Problem::builder(), base, primary, header: None, declared: 0, read: 0, begun: false };
    while let Some(line) = lines.next()? {
        let row = Line { text: line.text.split('#').next().unwrap_or_default(), ..line };
        rows.add(row)?;
    }
    rows.finish(lines.number()).map_err(ReadError::Parse)
}

/// What the line that begins with `p` says.
#[derive(Clone, Copy)]
struct Header {
    items: usize,
    options: usize,
}

/// What has been read.
struct Rows {
    builder: ProblemBuilder,
    base: Base,
    primary: Option<usize>,
    header: Option<Header>,
    /// How many items the builder has.
    declared: usize,
    /// How many options were read.
    read: usize,
    /// Whether a line that is not blank was read.
    begun: bool,
}

impl Rows {
    fn add(&mut self, line: Line<'_>) -> Result<(), ParseError> {
        let Some((start, first)) = numbers(line.text).next() else {
            return match line.text.find(',') {
                Some(at) => {
                    Err(ParseError::at(line, at, ParseErrorKind::BadNumber { found: ",".to_owned() }))
                }
                None => Ok(()),
            };
        };
        let is_first = !std::mem::replace(&mut self.begun, true);
        if is_first && first == "p" {
            return self.header(line).map_err(|kind| ParseError::at(line, start, kind));
        }
        if let Some(Header { options, .. }) = self.header
            && self.read == options
        {
            let kind = ParseErrorKind::OptionCount { found: options + 1, expected: options };
            return Err(ParseError::at(line, start, kind));
        }
        for (start, word) in numbers(line.text) {
            self.mention(word).map_err(|kind| ParseError::at(line, start, kind))?;
        }
        let ended = self.builder.end_option();
        ended.map_err(|error| ParseError::at(line, start, ParseErrorKind::Build(error)))?;
        self.read += 1;
        Ok(())
    }

    fn header(&mut self, line: Line<'_>) -> Result<(), ParseErrorKind> {
        let bad = || ParseErrorKind::BadHeader { found: line.text.trim().to_owned() };
        let read: Option<Vec<usize>> = numbers(line.text).skip(1).map(|(_, word)| number(word)).collect();
        let (items, options, primary) = match read.as_deref() {
            Some(&[items, options]) => (items, options, None),
            Some(&[items, options, primary]) => (items, options, Some(primary)),
            _ => return Err(bad()),
        };
        if items > MOST_ITEMS {
            return Err(ParseErrorKind::TooManyItems { found: items, most: MOST_ITEMS });
        }
        match (primary, self.primary) {
            (Some(found), Some(expected)) if found != expected => {
                return Err(ParseErrorKind::PrimaryCount { found, expected });
            }
            (said, asked) => self.primary = said.or(asked),
        }
        if let Some(primary) = self.primary
            && primary > items
        {
            return Err(ParseErrorKind::TooFewItems { items, primary });
        }
        self.header = Some(Header { items, options });
        Ok(())
    }

    /// Adds an item to the option in work.
    fn mention(&mut self, word: &str) -> Result<(), ParseErrorKind> {
        if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(ParseErrorKind::BadNumber { found: word.to_owned() });
        }
        let found = || word.to_owned();
        let items = self.header.map_or(MOST_ITEMS, |header| header.items);
        let first = self.base.first();
        if items == 0 {
            return Err(ParseErrorKind::NoItems { found: found() });
        }
        // A number that does not even fit is out of range as well.
        let index = number(word).and_then(|number| number.checked_sub(first)).filter(|&index| index < items);
        let index = index.ok_or_else(|| ParseErrorKind::NoSuchItem {
            found: found(),
            first,
            last: items - 1 + first,
        })?;
        self.declare(index + 1)?;
        self.builder.mention(Mention::from(ItemId::new(index))).map_err(ParseErrorKind::Build)
    }

    /// Declares items until there are so many.
    fn declare(&mut self, count: usize) -> Result<(), ParseErrorKind> {
        while self.declared < count {
            let name = (self.declared + self.base.first()).to_string();
            let is_primary = self.primary.is_none_or(|primary| self.declared < primary);
            let added =
                if is_primary { self.builder.add_primary(&name) } else { self.builder.add_secondary(&name) };
            added.map_err(ParseErrorKind::Build)?;
            self.declared += 1;
        }
        Ok(())
    }

    /// The problem, at the end of a text of so many lines.
    fn finish(mut self, lines: usize) -> Result<Problem, ParseError> {
        let at_end = |kind| ParseError::at_end(lines, kind);
        if !self.begun {
            return Err(at_end(ParseErrorKind::Empty {
                expected: "an option, or a line that begins with `p`",
            }));
        }
        // Items that no row uses, but the first line or the caller knows of.
        let known = match (self.header, self.primary) {
            (Some(Header { options, .. }), _) if self.read < options => {
                return Err(at_end(ParseErrorKind::OptionCount { found: self.read, expected: options }));
            }
            (Some(Header { items, .. }), _) => items,
            (None, Some(primary)) if primary > MOST_ITEMS => {
                return Err(at_end(ParseErrorKind::TooManyItems { found: primary, most: MOST_ITEMS }));
            }
            (None, primary) => primary.unwrap_or(0),
        };
        self.declare(known).map_err(at_end)?;
        self.builder.build().map_err(|error| at_end(ParseErrorKind::Build(error)))
    }
}

fn numbers(line: &str) -> impl Iterator<Item = (usize, &str)> {
    words(line, |c| c == ',' || c.is_whitespace())
}

/// The number that a word of digits means; `parse` alone would also take a sign.
fn number(word: &str) -> Option<usize> {
    word.bytes().all(|byte| byte.is_ascii_digit()).then(|| word.parse().ok()).flatten()
}

/// Writes a problem, its first line included; [`read`] with the same base gives back one that is equal but
/// for the names of the items.
///
/// # Errors
/// Colors, bounds, costs, more than 2^24 items, or an output that fails.
pub fn write(problem: &Problem, base: Base, mut output: impl Write) -> Result<(), WriteError> {
    let missing = [
        (problem.is_colored(), Feature::Colors),
        (problem.is_bounded(), Feature::Bounds),
        (problem.has_costs(), Feature::Costs),
        (problem.item_count() > MOST_ITEMS, Feature::ManyItems),
    ];
    if let Some(&(_, feature)) = missing.iter().find(|(is_present, _)| *is_present) {
        return Err(WriteError::Unsupported { format: "a file of sparse rows", feature });
    }
    let (items, options) = (problem.item_count(), problem.option_count());
    writeln!(output, "p {items} {options} {}", problem.primary_count())?;
    for option in problem.options() {
        for (place, used) in problem.uses(option).iter().enumerate() {
            let blank = if place > 0 { " " } else { "" };
            write!(output, "{blank}{}", used.item.index() + base.first())?;
        }
        output.write_all(b"\n")?;
    }
    Ok(output.flush()?)
}
