//! Dense matrices: a row of 0 and 1 for each option, a column for each item.
//!
//! ```text
//! 0 0 1 0 1 0 0
//! 1 0 0 1 0 0 1    # white space and commas may separate the entries
//! 0110010
//! ```
//!
//! Every row has as many entries as the first one. A column without a 1 is still an item, which no option
//! covers. Text after a `#` is a comment; blank lines are skipped. A row of zeros is an error: an option
//! covers at least one item, and skipping the row would change the numbers of the others. Items are named by
//! their columns, counted from 0. The text is UTF-8; a byte order mark at its beginning is skipped.

use std::io::{BufRead, Write};

use super::{Feature, ParseError, ParseErrorKind, ReadError, WriteError};
use crate::problem::ids::{ItemId, MOST};
use crate::problem::{Problem, ProblemBuilder};
use crate::text::line::{TextLine, TextLines};

/// Reads a problem. The first `primary` items are primary and the others secondary; all are primary if it is
/// `None`.
///
/// ```
/// use dlx_core::text::dense;
///
/// let problem = dense::read("110\n010\n001\n".as_bytes(), Some(2))?;
/// assert_eq!((problem.item_count(), problem.primary_count(), problem.option_count()), (3, 2, 3));
/// # Ok::<(), dlx_core::text::ReadError>(())
/// ```
///
/// # Errors
/// An input that fails, or the first error of the text with its line and column.
///
/// # Complexity
/// Linear in the length of the text.
pub fn read(input: impl BufRead, primary: Option<usize>) -> Result<Problem, ReadError> {
    let mut lines = TextLines::new(input);
    let mut rows = DenseRows { builder: Problem::builder(), columns: None, ones: Vec::new() };
    while let Some(line) = lines.next()? {
        rows.add(line, primary)?;
    }
    let line = lines.number();
    if rows.columns.is_none() {
        let kind = ParseErrorKind::Empty { expected: "a row of 0 and 1" };
        return Err(ParseError::at_end(line, kind).into());
    }
    let problem = rows.builder.build().map_err(ParseErrorKind::Build);
    problem.map_err(|kind| ParseError { line, column: 1, kind }.into())
}

/// The rows read so far.
struct DenseRows {
    builder: ProblemBuilder,
    /// Number of entries of a row, once the first one is read.
    columns: Option<usize>,
    /// The columns of the ones of a row.
    ones: Vec<ItemId>,
}

impl DenseRows {
    fn add(&mut self, line: TextLine<'_>, primary: Option<usize>) -> Result<(), ParseError> {
        let row = line.text.split('#').next().unwrap_or_default();
        self.ones.clear();
        let mut found = 0;
        // The byte after the last entry, and that of the first excess entry.
        let (mut end, mut excess) = (0, None);
        for (at, entry) in row.char_indices() {
            match entry {
                '0' => {}
                // A column beyond those of the first row is not an item: the row is refused below.
                '1' if self.columns.is_none_or(|columns| found < columns) => {
                    self.ones.push(ItemId::new(found));
                }
                '1' => {}
                ',' => continue,
                blank if blank.is_whitespace() => continue,
                found => return Err(line.error(at, ParseErrorKind::BadEntry { found })),
            }
            if found == MOST {
                let kind = ParseErrorKind::TooManyItems { found: MOST + 1, most: MOST };
                return Err(line.error(at, kind));
            }
            if self.columns == Some(found) {
                excess = Some(at);
            }
            found += 1;
            end = at + 1;
        }
        if found == 0 {
            return match row.find(',') {
                Some(at) => Err(line.error(at, ParseErrorKind::BadEntry { found: ',' })),
                None => Ok(()),
            };
        }
        match self.columns {
            None => self.declare(found, primary).map_err(|kind| line.error(end, kind))?,
            Some(expected) if expected != found => {
                let kind = ParseErrorKind::RowLength { found, expected };
                return Err(line.error(excess.unwrap_or(end), kind));
            }
            Some(_) => {}
        }
        if self.ones.is_empty() {
            return Err(line.error(0, ParseErrorKind::ZeroRow));
        }
        let added = self.builder.add_option(self.ones.iter().copied());
        added.map_err(|error| line.error(0, ParseErrorKind::Build(error)))?;
        Ok(())
    }

    fn declare(&mut self, columns: usize, primary: Option<usize>) -> Result<(), ParseErrorKind> {
        let primary = primary.unwrap_or(columns);
        if primary > columns {
            return Err(ParseErrorKind::TooFewItems { items: columns, primary });
        }
        for column in 0..columns {
            let name = column.to_string();
            let added = if column < primary {
                self.builder.add_primary(&name)
            } else {
                self.builder.add_secondary(&name)
            };
            added.map_err(ParseErrorKind::Build)?;
        }
        self.columns = Some(columns);
        Ok(())
    }
}

/// Writes a problem whose items are all primary. [`read`] returns an equal problem, except for the names of
/// the items and the order of the items in an option.
///
/// ```
/// use dlx_core::Problem;
/// use dlx_core::text::dense;
///
/// let problem = Problem::builder().primary(["a", "b"]).option(["a", "b"]).option(["b"]).build()?;
/// let mut text = Vec::new();
/// dense::write(&problem, &mut text)?;
/// assert_eq!(text, b"1 1\n0 1\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Secondary items, bounds, costs, a problem without options, or an output that fails.
pub fn write(problem: &Problem, mut output: impl Write) -> Result<(), WriteError> {
    let missing = [
        (problem.is_colored(), Feature::Colors),
        (problem.primary_count() < problem.item_count(), Feature::SecondaryItems),
        (problem.is_bounded(), Feature::Bounds),
        (problem.has_costs(), Feature::Costs),
        (problem.option_count() == 0, Feature::NoOptions),
    ];
    if let Some(&(_, feature)) = missing.iter().find(|(is_present, _)| *is_present) {
        return Err(WriteError::Unsupported { format: "a dense matrix", feature });
    }
    // The entries of a row: a blank follows each, except the last, which a line feed follows.
    let mut row = b"0 ".repeat(problem.item_count());
    if let Some(last) = row.last_mut() {
        *last = b'\n';
    }
    for option in problem.options() {
        for used in problem.uses(option) {
            row[2 * used.item.index()] = b'1';
        }
        output.write_all(&row)?;
        for used in problem.uses(option) {
            row[2 * used.item.index()] = b'0';
        }
    }
    Ok(output.flush()?)
}
