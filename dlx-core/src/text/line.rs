//! Text as lines and words, with their positions.

use std::io::{BufRead, Read};

use crate::text::error::{ParseError, ParseErrorKind, ReadError};

/// The lines of an input. A byte order mark at its beginning is skipped.
#[derive(Debug)]
pub struct TextLines<R> {
    input: R,
    bytes: Vec<u8>,
    number: usize,
    longest: u64,
}

impl<R: BufRead> TextLines<R> {
    /// Returns the lines of an input, which may have any length.
    #[must_use]
    pub fn new(input: R) -> Self {
        Self::with_longest(input, u64::MAX)
    }

    /// Returns the lines of an input; a line of this number of bytes, or more, is an error.
    #[must_use]
    pub fn with_longest(input: R, longest: u64) -> Self {
        Self { input, bytes: Vec::new(), number: 0, longest }
    }

    /// Returns the number of lines read so far.
    #[must_use]
    pub fn number(&self) -> usize {
        self.number
    }

    /// Returns an error at the end of the text.
    pub(super) fn error_at_end(&self, kind: ParseErrorKind) -> ParseError {
        ParseError::at_end(self.number, kind)
    }

    /// Returns the next line, or `None` at the end of the input.
    ///
    /// # Errors
    /// An input that fails, a line that is too long, and one that is not UTF-8.
    #[expect(clippy::should_implement_trait, reason = "the line borrows the reader")]
    pub fn next(&mut self) -> Result<Option<TextLine<'_>>, ReadError> {
        self.bytes.clear();
        let length = self.input.by_ref().take(self.longest).read_until(b'\n', &mut self.bytes)?;
        if length == 0 {
            return Ok(None);
        }
        self.number += 1;
        if length as u64 == self.longest && !self.bytes.ends_with(b"\n") {
            let kind = ParseErrorKind::LongLine { longest: self.longest };
            return Err(ParseError { line: self.number, column: 1, kind }.into());
        }
        let bytes = match self.bytes.strip_prefix(b"\xef\xbb\xbf") {
            Some(rest) if self.number == 1 => rest,
            _ => &self.bytes,
        };
        Ok(Some(TextLine { number: self.number, text: text_of(self.number, bytes)? }))
    }
}

/// Returns the line as text, or the place of its first invalid byte.
fn text_of(line: usize, bytes: &[u8]) -> Result<&str, ParseError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let good = &bytes[..error.valid_up_to()];
        let column = String::from_utf8_lossy(good).chars().count() + 1;
        ParseError { line, column, kind: ParseErrorKind::NotUtf8 { byte: bytes[error.valid_up_to()] } }
    })
}

/// One line and its number, counted from 1.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct TextLine<'a> {
    /// Its number.
    pub number: usize,
    /// Its text, with the line feed.
    pub text: &'a str,
}

impl<'a> TextLine<'a> {
    /// Returns the words of the line, each with the byte at which it begins. White space separates them.
    pub fn words(&self) -> impl Iterator<Item = (usize, &'a str)> + use<'a> {
        words(self.text, char::is_whitespace)
    }

    /// Returns the column of a byte in characters, counted from 1.
    #[must_use]
    pub fn column(&self, byte: usize) -> usize {
        self.text[..byte].chars().count() + 1
    }

    /// Returns an error at this byte.
    pub(super) fn error(&self, byte: usize, kind: ParseErrorKind) -> ParseError {
        ParseError { line: self.number, column: self.column(byte), kind }
    }
}

/// Returns the words of a text, each with the byte at which it begins, separated by the characters for which
/// `is_separator` holds.
pub(super) fn words<'a, F: Fn(char) -> bool>(
    text: &'a str,
    is_separator: F,
) -> impl Iterator<Item = (usize, &'a str)> + use<'a, F> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = &text[at..];
        let start = at + rest.find(|c| !is_separator(c))?;
        let rest = &text[start..];
        let end = rest.find(&is_separator).map_or(text.len(), |length| start + length);
        at = end;
        Some((start, &text[start..end]))
    })
}
