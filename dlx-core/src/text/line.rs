//! Texts of lines and words: one line at a time, and where in it something stands.

use std::io::BufRead;

use crate::text::error::{ParseError, ParseErrorKind, ReadError};

/// Reads the lines of an input. A byte order mark before the first one is passed over.
pub(super) struct TextLines<R> {
    input: R,
    bytes: Vec<u8>,
    number: usize,
}

impl<R: BufRead> TextLines<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, bytes: Vec::new(), number: 0 }
    }

    /// How many lines there were so far.
    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// What is wrong with a text that ends here.
    pub(super) fn error_at_end(&self, kind: ParseErrorKind) -> ParseError {
        ParseError::at_end(self.number, kind)
    }

    /// The next line, or `None` at the end of the input.
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

/// The line as text, or where it is none.
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
    /// The words of the line, each with the byte where it begins. White space separates them.
    pub(super) fn words(&self) -> impl Iterator<Item = (usize, &'a str)> + use<'a> {
        words(self.text, char::is_whitespace)
    }

    /// The column of a byte in characters, counted from 1.
    pub(super) fn column(&self, byte: usize) -> usize {
        self.text[..byte].chars().count() + 1
    }

    /// What is wrong at this byte.
    pub(super) fn error(&self, byte: usize, kind: ParseErrorKind) -> ParseError {
        ParseError { line: self.number, column: self.column(byte), kind }
    }
}

/// The words of a text, each with the byte where it begins, if these characters separate them.
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
