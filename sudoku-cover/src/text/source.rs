//! The lines of an input of any length, one at a time, in memory of a fixed size.

use std::io::{self, BufRead, Read};

/// The most bytes of a line that are kept, its end included.
pub(super) const LONGEST_LINE: usize = 64 * 1024;

/// One line of the input.
#[derive(Clone, Copy, Debug)]
pub(super) enum SourceLine<'a> {
    /// The line without its end.
    Complete(&'a [u8]),
    /// The line was longer than [`LONGEST_LINE`], and was skipped.
    TooLong,
}

/// An input, and the line of it that was read last.
#[derive(Debug)]
pub(super) struct Source<R> {
    input: R,
    line: Vec<u8>,
    number: u64,
}

impl<R: BufRead> Source<R> {
    pub(super) fn new(input: R) -> Source<R> {
        Source { input, line: Vec::new(), number: 0 }
    }

    /// The number of the line that was read last, counted from 1; 0 before the first.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// The next line, or `None` at the end of the input.
    pub(super) fn next_line(&mut self) -> io::Result<Option<SourceLine<'_>>> {
        if self.read_piece()? == 0 {
            return Ok(None);
        }
        self.number += 1;
        if self.line.len() == LONGEST_LINE && self.line.last() != Some(&b'\n') {
            while self.read_piece()? != 0 && self.line.last() != Some(&b'\n') {}
            return Ok(Some(SourceLine::TooLong));
        }
        let mut line = self.line.as_slice();
        if self.number == 1 {
            line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        }
        line = line.strip_suffix(b"\n").unwrap_or(line);
        Ok(Some(SourceLine::Complete(line.strip_suffix(b"\r").unwrap_or(line))))
    }

    /// Reads to the end of the line, but not more than [`LONGEST_LINE`] bytes.
    fn read_piece(&mut self) -> io::Result<usize> {
        self.line.clear();
        // 64 Ki bytes fit in 64 bits.
        (&mut self.input).take(LONGEST_LINE as u64).read_until(b'\n', &mut self.line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<Option<Vec<u8>>> {
        let mut source = Source::new(input);
        let mut lines = Vec::new();
        while let Some(line) = source.next_line().unwrap() {
            lines.push(match line {
                SourceLine::Complete(line) => Some(line.to_vec()),
                SourceLine::TooLong => None,
            });
        }
        assert_eq!(source.number(), lines.len() as u64);
        lines
    }

    fn some(line: &[u8]) -> Option<Vec<u8>> {
        Some(line.to_vec())
    }

    #[test]
    fn line_ends_and_the_byte_order_mark_are_taken_off() {
        assert_eq!(lines(b"\xef\xbb\xbfa\r\nb\n\r\nc\r"), [some(b"a"), some(b"b"), some(b""), some(b"c")]);
        assert_eq!(lines(b""), []);
    }

    #[test]
    fn only_lines_above_the_limit_are_skipped() {
        let longest = vec![b'.'; LONGEST_LINE - 1];
        let mut input = longest.clone();
        input.push(b'\n');
        input.extend(vec![b'.'; 3 * LONGEST_LINE]);
        input.extend(b"\nnext");
        assert_eq!(lines(&input), [Some(longest), None, some(b"next")]);
        assert_eq!(lines(&vec![b'.'; LONGEST_LINE]), [None]);
    }
}
