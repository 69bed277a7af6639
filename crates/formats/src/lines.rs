//! Lines and words with their places.

use std::io::BufRead;
use std::ops::Deref;

use dlx_core::inner::{TextLine, TextLines};

use crate::error::{ReadError, ReadErrorKind, expected};

/// A line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a>(TextLine<'a>);

impl<'a> Deref for Line<'a> {
    type Target = TextLine<'a>;

    fn deref(&self) -> &TextLine<'a> {
        &self.0
    }
}

impl Line<'_> {
    /// Returns the place of a byte.
    pub(crate) fn place(&self, byte: usize) -> (usize, usize) {
        (self.number, self.column(byte))
    }

    /// Returns the error at a byte.
    pub(crate) fn error(&self, byte: usize, kind: ReadErrorKind) -> ReadError {
        (self.place(byte), kind).into()
    }
}

/// The lines of an input.
#[derive(Debug)]
pub(crate) struct Lines<R>(TextLines<R>);

/// Longest line in bytes: 256 MiB.
const LONGEST: u64 = 1 << 28;

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(input: R) -> Self {
        Self(TextLines::with_longest(input, LONGEST))
    }

    /// Reads the next line.
    pub(crate) fn next(&mut self) -> Result<Option<Line<'_>>, ReadError> {
        Ok(self.0.next()?.map(Line))
    }

    /// Returns the error at the end of the text.
    pub(crate) fn error_at_end(&self, expected: &'static str) -> ReadError {
        let kind = ReadErrorKind::Expected { expected, found: "the end of the text".to_owned() };
        ((self.0.number() + 1, 1), kind).into()
    }
}

/// Greatest number of rows or variables that a text may state before it has them: they take memory at once.
const MOST: usize = 1 << 24;

/// Returns the number at a place, of which there may not be too many.
pub(crate) fn stated_at(
    line: Line<'_>,
    start: usize,
    word: &str,
    expected: &'static str,
    what: &'static str,
) -> Result<usize, ReadError> {
    let found = number_at(line, start, word, expected)?;
    match found {
        0..=MOST => Ok(found),
        _ => Err(line.error(start, ReadErrorKind::TooMany { what, most: MOST, found })),
    }
}

/// Returns a number without a sign.
pub(crate) fn number(word: &str) -> Option<usize> {
    word.bytes().all(|byte| byte.is_ascii_digit()).then(|| word.parse().ok()).flatten()
}

/// Returns the number at a place, or an error.
pub(crate) fn number_at(
    line: Line<'_>,
    start: usize,
    word: &str,
    what: &'static str,
) -> Result<usize, ReadError> {
    number(word).ok_or_else(|| line.error(start, expected(what, word)))
}
