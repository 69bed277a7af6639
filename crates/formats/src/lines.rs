//! Lines and words with their places.

use std::io::{BufRead, Read};

use crate::error::{ReadError, ReadErrorKind, expected};

/// A line and its number, counted from 1.
#[derive(Debug, Default)]
pub(crate) struct Line {
    pub(crate) number: usize,
    pub(crate) text: String,
}

impl Line {
    /// Returns the words, each with the byte at which it begins.
    pub(crate) fn words(&self) -> impl Iterator<Item = (usize, &str)> {
        let start = |word: &str| word.as_ptr() as usize - self.text.as_ptr() as usize;
        self.text.split_whitespace().map(move |word| (start(word), word))
    }

    /// Returns the place of a byte.
    pub(crate) fn place(&self, byte: usize) -> (usize, usize) {
        (self.number, self.text[..byte].chars().count() + 1)
    }

    /// Returns the error at a byte.
    pub(crate) fn error(&self, byte: usize, kind: ReadErrorKind) -> ReadError {
        (self.place(byte), kind).into()
    }
}

/// The lines of an input.
#[derive(Debug)]
pub(crate) struct Lines<R> {
    input: R,
    line: Line,
    has_ended: bool,
}

/// Longest line in bytes: 256 MiB.
const LONGEST: u64 = 1 << 28;

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(input: R) -> Self {
        Self { input, line: Line::default(), has_ended: false }
    }

    /// Reads the next line.
    pub(crate) fn next(&mut self) -> Result<Option<&Line>, ReadError> {
        if self.has_ended {
            return Ok(None);
        }
        let mut bytes = std::mem::take(&mut self.line.text).into_bytes();
        bytes.clear();
        let length = self.input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)?;
        self.line.number += 1;
        if length == 0 {
            self.has_ended = true;
            return Ok(None);
        }
        if length as u64 == LONGEST && !bytes.ends_with(b"\n") {
            let found = "a longer one".to_owned();
            let kind = ReadErrorKind::Expected { expected: "a line of less than 256 MiB", found };
            return Err(((self.line.number, 1), kind).into());
        }
        self.line.text = String::from_utf8(bytes).map_err(|error| {
            let valid = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(&error.as_bytes()[..valid]).into_owned();
            let found = format!("the byte {:#04x}", error.as_bytes()[valid]);
            let line = Line { number: self.line.number, text };
            line.error(valid, ReadErrorKind::Expected { expected: "UTF-8", found })
        })?;
        Ok(Some(&self.line))
    }

    /// Returns the error at the end of the text.
    pub(crate) fn error_at_end(&self, expected: &'static str) -> ReadError {
        ((self.line.number, 1), ReadErrorKind::Expected { expected, found: "the end of the text".to_owned() })
            .into()
    }
}

/// Greatest number of rows or variables that a text may state before it has them: they take memory at once.
const MOST: usize = 1 << 24;

/// Returns the number at a place, of which there may not be too many.
pub(crate) fn stated_at(
    line: &Line,
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
    line: &Line,
    start: usize,
    word: &str,
    what: &'static str,
) -> Result<usize, ReadError> {
    number(word).ok_or_else(|| line.error(start, expected(what, word)))
}
