//! A text in the notation, line by line, and where its puzzle ends.
//!
//! The program joins all lines of a text, and files have a puzzle per line. A puzzle that begins with its digits or its
//! size goes on up to a line that begins so too, or that has a constraint of it again. After 17 digits, or after another
//! beginning, each line of several constraints is taken for a puzzle.

use std::collections::HashSet;

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

/// The number of digits that a classic puzzle needs.
const CLASSIC: usize = 17;

/// Returns the constraints of a line.
fn constraints(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|&byte| byte == b'.').map(<[u8]>::trim_ascii).filter(|part| !part.is_empty())
}

/// Returns true if a line begins with as many digits as a classic puzzle needs.
fn is_classic(line: &[u8]) -> bool {
    let digits = constraints(line).next().filter(|_| line.starts_with(b".~")).unwrap_or_default();
    digits.split(|&byte| byte == b'~').filter(|part| !part.is_empty()).count() >= CLASSIC
}

/// Returns true if a line could be a puzzle in a file of one per line: it is not indented, and has several constraints
/// or as many digits as a classic puzzle needs.
fn is_whole(line: &[u8]) -> bool {
    line.starts_with(b".") && (constraints(line).count() > 1 || is_classic(line))
}

/// Returns true if a line begins with the digits of a puzzle, or with its size.
fn is_marked(line: &[u8]) -> bool {
    let size = b".shape~";
    let begins_with_size = line.get(..size.len()).is_some_and(|start| start.eq_ignore_ascii_case(size));
    line.starts_with(b".~") || begins_with_size
}

/// A puzzle that is being read.
#[derive(Debug)]
pub(in crate::text) struct Iss {
    side: Option<usize>,
    /// The lines of the puzzle so far, and the start of the last one among them.
    text: Vec<u8>,
    line_start: usize,
    start: Place,
    has_constraints: bool,
    /// True if a line of the puzzle began with its digits.
    has_digits: bool,
    /// True if a line of the puzzle could be a whole puzzle.
    has_whole: bool,
    /// The constraints so far if the first line of the puzzle begins with its digits or its size and leaves others to be
    /// expected.
    constraints: Option<HashSet<Vec<u8>>>,
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
            has_constraints: false,
            has_digits: false,
            has_whole: false,
            constraints: None,
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
        (self.has_constraints, self.constraints) = (false, None);
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
        } else if !line.is_empty() && !line.starts_with(b"#") {
            let whole_line = &self.text[self.line_start..];
            let (is_whole, has_digits) = (is_whole(whole_line), line.starts_with(b".~"));
            let (is_marked, is_classic) = (is_marked(whole_line), is_classic(whole_line));
            let found: HashSet<Vec<u8>> = constraints(line).map(<[u8]>::to_vec).collect();
            let goes_on = |known: &HashSet<Vec<u8>>| !is_marked && known.is_disjoint(&found);
            let goes_on = self.constraints.as_ref().is_some_and(goes_on);
            let is_next = self.has_whole && is_whole && !goes_on || self.has_digits && has_digits;
            if is_next {
                self.end(out);
            }
            if !self.has_constraints {
                self.constraints = (is_marked && !is_classic).then(HashSet::new);
            }
            self.has_constraints = true;
            if let Some(known) = &mut self.constraints {
                known.extend(found);
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
