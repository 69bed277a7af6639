//! A text in the notation, line by line, and where its puzzle ends.

use super::read::read;
use crate::text::document::{Document, Place};
use crate::text::fault::{ReadError, ReadErrorKind};
use crate::text::format::Format;
use crate::text::record::{Outcomes, Record};
use crate::text::settings::Settings;
use crate::text::source::LONGEST_LINE;

/// Returns true if a puzzle in this notation may begin with these bytes of a line.
pub(in crate::text) fn is_beginning(bytes: &[u8]) -> bool {
    let mut rest = bytes.trim_ascii_start();
    let has_dot = rest.starts_with(b".");
    while let [b'.', more @ ..] = rest {
        rest = more;
    }
    has_dot && rest.first().is_some_and(|&byte| byte == b'~' || byte.is_ascii_alphabetic())
}

/// Returns true if a line could be a puzzle in a file of one per line: it is not indented, and has several constraints
/// or as many digits as a classic puzzle needs.
fn is_whole(line: &[u8]) -> bool {
    let trimmed = line.trim_ascii();
    let parts = |mark: u8| trimmed.split(move |&byte| byte == mark).filter(|part| !part.is_empty()).count();
    line.starts_with(b".") && (parts(b'.') > 1 || line.starts_with(b".~") && parts(b'~') > 17)
}

/// A puzzle that is being read.
#[derive(Debug)]
pub(in crate::text) struct Iss {
    side: Option<usize>,
    /// The lines of the puzzle so far, and the start of the last one among them.
    text: Vec<u8>,
    line_start: usize,
    start: Place,
    /// True if a line of the puzzle began with its digits.
    has_digits: bool,
    /// True if a line of the puzzle could be a whole puzzle.
    has_whole: bool,
    is_too_long: bool,
    is_over: bool,
}

impl Iss {
    pub(in crate::text) fn new(settings: &Settings) -> Iss {
        Iss {
            side: settings.side(),
            text: Vec::new(),
            line_start: 0,
            start: Place::line_start(1),
            has_digits: false,
            has_whole: false,
            is_too_long: false,
            is_over: false,
        }
    }

    /// Ends the puzzle before the last line.
    fn end(&mut self, out: &mut Outcomes) {
        let rest = self.text.split_off(self.line_start);
        let text = std::mem::replace(&mut self.text, rest);
        let start = self.start;
        self.start =
            Place::line_start(start.line + text.iter().filter(|&&byte| byte == b'\n').count() as u64);
        self.line_start = 0;
        (self.has_digits, self.has_whole, self.is_too_long) = (false, false, false);
        if !text.trim_ascii().is_empty() {
            out.push_back(self.record(&text, start));
        }
    }

    fn record(&self, text: &[u8], start: Place) -> Result<Record, ReadError> {
        if text.len() >= LONGEST_LINE {
            return Err(start.error(ReadErrorKind::too_long("a puzzle", LONGEST_LINE)));
        }
        let text = String::from_utf8_lossy(text);
        read(&text, self.side).map(|draft| draft.record(start.line, Format::Iss)).map_err(|(offset, kind)| {
            let mut place = start;
            place.pass_all(&text.as_bytes()[..offset]);
            place.error(kind)
        })
    }

    /// Takes the end of a line.
    fn end_line(&mut self, out: &mut Outcomes) {
        let line = self.text[self.line_start..].trim_ascii();
        if line.is_empty() && !self.text.trim_ascii().is_empty() {
            self.line_start = self.text.len();
            self.end(out);
            self.is_over = true;
        } else {
            let (is_whole, has_digits) = (is_whole(&self.text[self.line_start..]), line.starts_with(b".~"));
            if self.has_whole && is_whole || self.has_digits && has_digits {
                self.end(out);
            }
            self.has_whole |= is_whole;
            self.has_digits |= has_digits;
        }
        self.line_start = self.text.len();
    }
}

impl Document for Iss {
    fn take(&mut self, bytes: &[u8], place: &mut Place, out: &mut Outcomes) -> usize {
        if self.text.is_empty() {
            self.start = *place;
        }
        for (taken, &byte) in bytes.iter().enumerate() {
            let is_line_start = self.text[self.line_start..].trim_ascii().is_empty();
            if is_line_start && !byte.is_ascii_whitespace() && !b".#".contains(&byte) {
                self.line_start = self.text.len();
                self.end(out);
                self.is_over = true;
                return taken;
            }
            place.pass(byte);
            // One byte above the limit is kept, as a sign.
            if self.text.len() < LONGEST_LINE || byte == b'\n' {
                self.text.push(byte);
            }
            if byte == b'\n' {
                self.end_line(out);
            }
            if self.is_over || !out.is_empty() {
                return taken + 1;
            }
        }
        bytes.len()
    }

    fn finish(&mut self, _: Place, out: &mut Outcomes) {
        self.end_line(out);
        self.line_start = self.text.len();
        self.end(out);
    }

    fn is_over(&self) -> bool {
        self.is_over
    }
}
