//! Text as lines and words, with their positions.

use std::io::BufRead;

use crate::text::error::{ParseError, ParseErrorKind, ReadError};

/// Reads the lines of an input. A byte order mark at its beginning is skipped.
pub(super) struct TextLines<R> {
    input: R,
    bytes: Vec<u8>,
    number: usize,
}

impl<R: BufRead> TextLines<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, bytes: Vec::new(), number: 0 }
    }

    /// Returns the number of lines read so far.
    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// Returns an error at the end of the text.
    pub(super) fn error_at_end(&self, kind: ParseErrorKind) -> ParseError {
        ParseError::at_end(self.number, kind)
    }

    /// Returns the next line, or `None` at the end of the input.
    pub(super) fn next(&mut self) -> Result<Option<TextLine<'_>>, ReadError> {
        self.bytes.clear();
        if self.input.read_until(b'\n', &mut self.bytes)? == 0 {
            return Ok(None);
        }
        self.number += 1;
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
#[derive(Clone, Copy)]
pub(super) struct TextLine<'a> {
    pub(super) number: usize,
    pub(super) text: &'a str,
}

impl<'a> TextLine<'a> {
    /// Returns the words of the line, each with the byte at which it begins. White space separates them.
    pub(super) fn words(&self) -> impl Iterator<Item = (usize, &'a str)> + use<'a> {
        words(self.text, char::is_whitespace)
    }

    /// Returns the column of a byte in characters, counted from 1.
    pub(super) fn column(&self, byte: usize) -> usize {
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
