//! A place in a text.

/// A line and a column, both counted from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) line: u64,
    pub(super) column: usize,
}

impl Place {
    pub(super) fn line_start(line: u64) -> Place {
        Place { line, column: 1 }
    }

    /// The place after this byte, where all before it have been passed.
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
}
