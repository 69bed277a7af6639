//! Input that is not made of lines, with positions in it.
//!
//! A [`Document`] takes bytes in pieces of any size and keeps only the current record.

use std::fmt;

use super::fault::{Fault, ReadError, ReadErrorKind};
use super::record::Outcomes;

/// A position: a line and a column, both counted from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) line: u64,
    pub(super) column: usize,
}

impl Place {
    pub(super) fn line_start(line: u64) -> Place {
        Place { line, column: 1 }
    }

    /// Moves past this byte.
    pub(super) fn pass(&mut self, byte: u8) {
        if byte == b'\n' {
            *self = Place::line_start(self.line + 1);
        } else if byte & 0xc0 != 0x80 {
            self.column += 1;
        }
    }

    pub(super) fn pass_all(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.pass(byte);
        }
    }

    pub(super) fn error(self, kind: ReadErrorKind) -> ReadError {
        Fault::at(self.column, kind).in_line(self.line)
    }
}

/// A format that is read as bytes.
pub(super) trait Document: fmt::Debug + Send + Sync {
    /// Takes some of these bytes, which are not empty, up to the end of the next record if one ends in them,
    /// and returns their number. `place` is that of the first byte, and is updated.
    fn take(&mut self, bytes: &[u8], place: &mut Place, out: &mut Outcomes) -> usize {
        for (taken, &byte) in (1..).zip(bytes) {
            let start = *place;
            place.pass(byte);
            self.byte(byte, start, out);
            if self.is_over() || !out.is_empty() {
                return taken;
            }
        }
        bytes.len()
    }

    /// Takes one byte at a position, for formats that read bytes one by one.
    fn byte(&mut self, _byte: u8, _place: Place, _out: &mut Outcomes) {}

    /// Takes the end of the input.
    fn finish(&mut self, place: Place, out: &mut Outcomes);

    /// Returns true if the document has ended and lines may follow.
    fn is_over(&self) -> bool {
        false
    }
}
