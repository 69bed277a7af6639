//! The reader: one line at a time, with the place of the first error.

use std::io::BufRead;
use std::ops::RangeInclusive;

use smallvec::SmallVec;

use crate::problem::decimal::Decimal;
use crate::problem::{Bounds, BuildError, Mention, Problem, ProblemBuilder};
use crate::text::error::{ParseError, ParseErrorKind, ReadError};
use crate::text::line::{TextLine, TextLines};

/// Reads a problem. The grammar is in the [module's documentation](super).
///
/// # Errors
/// An input that fails, or the first error of the text with its line and column.
///
/// # Complexity
/// Linear in the length of the text. The memory is that of one line and of the problem's tables: 8 bytes for
/// each use, 4 for each option, and each item's name once.
pub fn read(input: impl BufRead) -> Result<Problem, ReadError> {
    read_with_comments(input, |_, _| {})
}

/// Like [`read`], and passes on each comment with the number of its line, counted from 1: the text after the
/// bar, without white space around it.
///
/// ```
/// use dlx_core::text::knuth;
///
/// let mut comments = Vec::new();
/// let problem = knuth::read_with_comments("| a toy \na\na\n|\n".as_bytes(), |line, text| {
///     comments.push((line, text.to_owned()));
/// })?;
/// assert_eq!((problem.option_count(), comments), (1, vec![(1, "a toy".to_owned()), (4, String::new())]));
/// # Ok::<(), dlx_core::text::ReadError>(())
/// ```
///
/// # Errors
/// Those of [`read`].
#[doc(hidden)]
pub fn read_with_comments(
    input: impl BufRead,
    mut comment: impl FnMut(usize, &str),
) -> Result<Problem, ReadError> {
    let mut builder = Problem::builder();
    let mut lines = TextLines::new(input);
    let mut has_items = false;
    while let Some(line) = lines.next()? {
        let text = Text(line);
        let trimmed = line.text.trim();
        if let Some(words) = trimmed.strip_prefix('|') {
            comment(line.number, words.trim_start());
        } else if trimmed.is_empty() {
        } else if has_items {
            text.option(&mut builder)?;
        } else {
            text.items(&mut builder)?;
            has_items = true;
        }
    }
    if !has_items {
        return Err(lines.error_at_end(ParseErrorKind::Empty { expected: "a line of items" }).into());
    }
    let problem = builder.build().map_err(ParseErrorKind::Build);
    problem.map_err(|kind| ParseError { line: lines.number(), column: 1, kind }.into())
}

/// One line of a problem.
struct Text<'a>(TextLine<'a>);

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
                word if is_secondary => match word.split_once('|') {
                    None => builder.add_secondary(word).map_err(ParseErrorKind::Build),
                    Some((_, name)) => Err(ParseErrorKind::BoundedSecondary { name: name.to_owned() }),
                },
                word => match word.split_once('|') {
                    None => builder.add_primary(word).map_err(ParseErrorKind::Build),
                    Some((bounds, name)) => match bounds_of(bounds) {
                        Some(times) => builder.add_bounded(name, times).map_err(ParseErrorKind::Build),
                        None => Err(ParseErrorKind::BadBounds { found: word.to_owned() }),
                    },
                },
            };
            added.map_err(|kind| self.0.error(start, kind))?;
        }
        Ok(())
    }

    fn option(&self, builder: &mut ProblemBuilder) -> Result<(), ParseError> {
        // The costs of the option, each with the byte at which it begins: they are added when it is complete.
        let mut costs: SmallVec<[(usize, Decimal); 1]> = SmallVec::new();
        for (start, word) in self.0.words() {
            let added = if let Some(number) = word.strip_prefix('|') {
                cost_of(number).map(|cost| costs.push((start, cost)))
            } else {
                builder.mention(Mention::from(word)).map_err(|error| match error {
                    BuildError::UnknownItem { name, nearest, .. } => {
                        ParseErrorKind::UnknownItem { name, nearest }
                    }
                    error => ParseErrorKind::Build(error),
                })
            };
            added.map_err(|kind| self.0.error(start, kind))?;
        }
        builder.end_option().map_err(|error| self.0.error(0, ParseErrorKind::Build(error)))?;
        for (start, cost) in costs {
            builder.add_cost(cost).map_err(|error| self.0.error(start, ParseErrorKind::Build(error)))?;
        }
        Ok(())
    }
}

/// Returns the number after the bar of a cost.
fn cost_of(number: &str) -> Result<Decimal, ParseErrorKind> {
    let found = || format!("|{number}");
    let is_integer = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    if is_integer {
        let integer: Result<u64, _> = number.parse();
        return integer.map(Decimal::from).map_err(|_| ParseErrorKind::BadCost { found: found() });
    }
    number.parse().map_err(|_| ParseErrorKind::BarInOption { found: found() })
}

/// Returns the bounds before the bar of an item: `low:high`, either of which may be missing, or one number for both.
fn bounds_of(bounds: &str) -> Option<RangeInclusive<u32>> {
    let number = |text: &str| -> Option<u32> {
        // `parse` alone would also accept a sign.
        text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
    };
    let Some((low, high)) = bounds.split_once(':') else { return Some(number(bounds)?..=number(bounds)?) };
    let low = if low.is_empty() { 0 } else { number(low)? };
    let high = if high.is_empty() { Bounds::NO_LIMIT } else { number(high)? };
    Some(low..=high)
}
