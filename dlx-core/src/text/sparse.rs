//! Sparse rows: one option a line, as the numbers of its items.
//!
//! ```text
//! p 7 6 6        # items, options, and how many of the items are primary
//! 2 4
//! 0, 3, 6        # white space and commas may separate the numbers
//! 1 2 5
//! ```
//!
//! Numbers are counted from 0 or from 1; a file does not show which, so the caller must say it. The line that
//! begins with `p` is optional and comes first. It declares items that no row uses, and shows whether a file
//! was cut off or has an empty row; its last number may be left out. Without such a line, the number of items
//! is given by the highest number, or by the number of primary items if that is higher. Text after a `#` is a
//! comment; blank lines are skipped. Items are named by their numbers. The text is UTF-8; a byte order mark
//! at its beginning is skipped.
//!
//! Items that no row uses take memory, so a wrong number must not create too many of them. The number of
//! items is at most 16 for each number in the rows, plus 2^16, or plus 2^20 if the first line states the
//! number of items; and at most 2^24 in all.

use std::io::{BufRead, Write};

use super::{Feature, ParseError, ParseErrorKind, ReadError, WriteError};
use crate::problem::ids::{ItemId, MOST, narrow, wide};
use crate::problem::{Mention, Problem, ProblemBuilder};
use crate::text::line::{TextLine, TextLines, words};

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

/// The greatest number of items: enough for every matrix that can be searched, and few enough to fit into
/// memory.
const MOST_ITEMS: usize = 1 << 24;

/// The greatest number of items for each number in the rows, and the number allowed beyond that without and
/// with a first line.
const ITEMS_FOR_A_NUMBER: usize = 16;
const ITEMS_BEYOND: usize = 1 << 16;
const DECLARED_BEYOND: usize = 1 << 20;

/// Returns the greatest number of items for this many numbers in the rows.
fn most_items(numbers: usize, beyond: usize) -> usize {
    numbers.saturating_mul(ITEMS_FOR_A_NUMBER).saturating_add(beyond).min(MOST_ITEMS)
}

/// Reads a problem. The first `primary` items are primary and the others secondary; all are primary if it is
/// `None` and the first line says nothing about it.
///
/// ```
/// use dlx_core::text::sparse::{self, Base};
///
/// let problem = sparse::read("1 3\n2\n2 3\n".as_bytes(), Base::One, Some(2))?;
/// assert_eq!((problem.item_count(), problem.primary_count(), problem.option_count()), (3, 2, 3));
/// # Ok::<(), dlx_core::text::ReadError>(())
/// ```
///
/// # Errors
/// An input that fails, or the first error of the text with its line and column.
///
/// # Complexity
/// Linear in the length of the text and the number of items.
pub fn read(input: impl BufRead, base: Base, primary: Option<usize>) -> Result<Problem, ReadError> {
    let mut lines = TextLines::new(input);
    let mut rows = SparseRows {
        base,
        primary,
        header: None,
        numbers: Vec::new(),
        rows: Vec::new(),
        line: 0,
        begun: false,
    };
    loop {
        let fault = match lines.next() {
            Ok(Some(line)) => {
                let row = TextLine { text: line.text.split('#').next().unwrap_or_default(), ..line };
                match rows.add(row) {
                    Ok(()) => continue,
                    Err(fault) => fault.into(),
                }
            }
            Ok(None) => return rows.finish(lines.number()).map_err(ReadError::Parse),
            Err(fault) => fault,
        };
        // An earlier row may be invalid, which is only found when the items are known.
        return Err(rows.first_fault().map_or(fault, ReadError::Parse));
    }
}

/// The values of the line that begins with `p`.
#[derive(Clone, Copy)]
struct Header {
    items: usize,
    options: usize,
    line: usize,
}

/// The rows read so far. Items are added at the end, when their number is known.
struct SparseRows {
    base: Base,
    primary: Option<usize>,
    header: Option<Header>,
    /// The numbers of all rows, one row after the other.
    numbers: Vec<ItemNumber>,
    rows: Vec<Row>,
    /// The last line read.
    line: usize,
    /// True if a line that is not blank was read.
    begun: bool,
}

/// An item number of a row.
#[derive(Clone, Copy)]
struct ItemNumber {
    index: u32,
    /// Its column in the line.
    column: u32,
}

/// A row that is complete.
#[derive(Clone, Copy)]
struct Row {
    line: usize,
    column: usize,
    /// Index of the number after its last one.
    end: usize,
}

impl SparseRows {
    fn add(&mut self, line: TextLine<'_>) -> Result<(), ParseError> {
        let Some((start, first)) = numbers(line.text).next() else {
            return match line.text.find(',') {
                Some(at) => Err(line.error(at, ParseErrorKind::BadNumber { found: ",".to_owned() })),
                None => Ok(()),
            };
        };
        self.line = line.number;
        let is_first = !std::mem::replace(&mut self.begun, true);
        if is_first && first == "p" {
            return self.header(line).map_err(|kind| line.error(start, kind));
        }
        if let Some(Header { options, .. }) = self.header
            && self.rows.len() == options
        {
            let kind = ParseErrorKind::OptionCount { found: options + 1, expected: options };
            return Err(line.error(start, kind));
        }
        for (at, word) in numbers(line.text) {
            let index = self.index(word).map_err(|kind| line.error(at, kind))?;
            self.numbers.push(ItemNumber { index, column: narrow(line.column(at).min(MOST)) });
        }
        self.rows.push(Row { line: line.number, column: line.column(start), end: self.numbers.len() });
        Ok(())
    }

    fn header(&mut self, line: TextLine<'_>) -> Result<(), ParseErrorKind> {
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
        self.header = Some(Header { items, options, line: line.number });
        Ok(())
    }

    /// Returns the item of a word.
    fn index(&self, word: &str) -> Result<u32, ParseErrorKind> {
        if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(ParseErrorKind::BadNumber { found: word.to_owned() });
        }
        let found = || word.to_owned();
        let items = self.header.map_or(MOST_ITEMS, |header| header.items);
        let first = self.base.first();
        if items == 0 {
            return Err(ParseErrorKind::NoItems { found: found() });
        }
        // A number that does not fit is out of range as well.
        let index = number(word).and_then(|number| number.checked_sub(first)).filter(|&index| index < items);
        let no_such = || ParseErrorKind::NoSuchItem { found: found(), first, last: items - 1 + first };
        index.map(narrow).ok_or_else(no_such)
    }

    /// Returns the first error in the rows before an error of the text, if they have one.
    fn first_fault(self) -> Option<ParseError> {
        self.items(0).ok().and_then(|items| self.build(items).err())
    }

    /// Returns the number of items if `known` are known besides those of the rows.
    fn items(&self, known: usize) -> Result<usize, ParseError> {
        let highest = self.numbers.iter().enumerate().max_by_key(|(_, number)| number.index);
        let used = highest.map_or(0, |(_, number)| wide(number.index) + 1);
        if let Some(Header { items, line, .. }) = self.header {
            let most = most_items(self.numbers.len(), DECLARED_BEYOND);
            let kind = ParseErrorKind::TooManyItems { found: items, most };
            return if items > most { Err(ParseError { line, column: 1, kind }) } else { Ok(items) };
        }
        let most = most_items(self.numbers.len(), ITEMS_BEYOND);
        match highest {
            Some((place, number)) if used > most => {
                let row = self.rows.partition_point(|row| row.end <= place);
                let last = most - 1 + self.base.first();
                let found = wide(number.index) + self.base.first();
                let kind = ParseErrorKind::FarItem { found, numbers: self.numbers.len(), last };
                let line = self.rows.get(row).map_or(0, |row| row.line);
                Err(ParseError { line, column: wide(number.column), kind })
            }
            _ => Ok(used.max(known)),
        }
    }

    /// Adds the items and the options.
    fn build(&self, items: usize) -> Result<ProblemBuilder, ParseError> {
        let mut builder = Problem::builder();
        for index in 0..items {
            let name = (index + self.base.first()).to_string();
            let is_primary = self.primary.is_none_or(|primary| index < primary);
            let added = if is_primary { builder.add_primary(&name) } else { builder.add_secondary(&name) };
            // All names are different, and there are fewer than 2^32.
            added.map_err(|error| ParseError::at_end(0, ParseErrorKind::Build(error)))?;
        }
        let mut numbers = self.numbers.iter().enumerate().peekable();
        // The part of a row that was read before an error in it.
        let partial = Row { line: self.line, column: 1, end: self.numbers.len() };
        for (at, row) in self.rows.iter().chain([&partial]).enumerate() {
            let fault =
                |column, error| ParseError { line: row.line, column, kind: ParseErrorKind::Build(error) };
            while let Some((_, number)) = numbers.next_if(|(place, _)| *place < row.end) {
                let mention = Mention::from(ItemId::new(wide(number.index)));
                builder.mention(mention).map_err(|error| fault(wide(number.column), error))?;
            }
            if at < self.rows.len() {
                builder.end_option().map_err(|error| fault(row.column, error))?;
            }
        }
        Ok(builder)
    }

    /// Returns the problem, at the end of a text of `lines` lines.
    fn finish(self, lines: usize) -> Result<Problem, ParseError> {
        let at_end = |kind| ParseError::at_end(lines, kind);
        if !self.begun {
            return Err(at_end(ParseErrorKind::Empty {
                expected: "an option, or a line that begins with `p`",
            }));
        }
        // Items that no row uses, but the first line or the caller declares.
        let known = match (self.header, self.primary) {
            (None, Some(primary)) if primary > MOST_ITEMS => {
                return Err(at_end(ParseErrorKind::TooManyItems { found: primary, most: MOST_ITEMS }));
            }
            (_, primary) => primary.unwrap_or(0),
        };
        let items = self.items(known)?;
        let mut builder = self.build(items)?;
        if let Some(Header { options, .. }) = self.header
            && self.rows.len() < options
        {
            return Err(at_end(ParseErrorKind::OptionCount { found: self.rows.len(), expected: options }));
        }
        builder.build().map_err(|error| at_end(ParseErrorKind::Build(error)))
    }
}

fn numbers(line: &str) -> impl Iterator<Item = (usize, &str)> {
    words(line, |c| c == ',' || c.is_whitespace())
}

/// Returns the value of a word of digits; `parse` alone would also accept a sign.
fn number(word: &str) -> Option<usize> {
    word.bytes().all(|byte| byte.is_ascii_digit()).then(|| word.parse().ok()).flatten()
}

/// Writes a problem with its first line. [`read`] with the same base returns an equal problem, except for the
/// names of the items.
///
/// ```
/// use dlx_core::Problem;
/// use dlx_core::text::sparse::{self, Base};
///
/// let problem =
///     Problem::builder().primary(["a"]).secondary(["x"]).option(["a", "x"]).option(["a"]).build()?;
/// let mut text = Vec::new();
/// sparse::write(&problem, Base::One, &mut text)?;
/// assert_eq!(text, b"p 2 2 1\n1 2\n1\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Colors, bounds, costs, more items than [`read`] accepts, or an output that fails.
pub fn write(problem: &Problem, base: Base, mut output: impl Write) -> Result<(), WriteError> {
    let missing = [
        (problem.is_colored(), Feature::Colors),
        (problem.is_bounded(), Feature::Bounds),
        (problem.has_costs(), Feature::Costs),
        (problem.item_count() > most_items(problem.use_count(), DECLARED_BEYOND), Feature::ManyItems),
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
