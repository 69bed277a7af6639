//! The lines of an input of any length, one at a time, in memory of a fixed size.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};

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

    /// What `take` makes of the next line, if that is so many bytes long and lies in the buffer as a whole: such
    /// a line is looked at where it is, without being copied. `None` if it is another line, or if `take` does not
    /// want it; the line is then still the next one.
    pub(super) fn take_line_of<T>(
        &mut self,
        length: usize,
        take: impl FnOnce(&[u8]) -> Option<T>,
    ) -> io::Result<Option<T>> {
        let buffer = match self.input.fill_buf() {
            Ok(buffer) => buffer,
            // The other way of reading tries again.
            Err(error) if error.kind() == ErrorKind::Interrupted => return Ok(None),
            Err(error) => return Err(error),
        };
        let Some((line, rest)) = buffer.split_at_checked(length) else { return Ok(None) };
        let end = match rest {
            [b'\n', ..] => 1,
            [b'\r', b'\n', ..] => 2,
            _ => return Ok(None),
        };
        let taken = take(line);
        if taken.is_some() {
            self.input.consume(length + end);
            self.number += 1;
        }
        Ok(taken)
    }

    /// Reads to the end of the line, but not more than [`LONGEST_LINE`] bytes.
    fn read_piece(&mut self) -> io::Result<usize> {
        self.line.clear();
        // 64 Ki bytes fit in 64 bits.
        (&mut self.input).take(LONGEST_LINE as u64).read_until(b'\n', &mut self.line)
    }
}

impl<R: Read> Source<BufReader<R>> {
    /// The input.
    pub(super) fn input(&self) -> &BufReader<R> {
        &self.input
    }

    /// Whether there are bytes that were read and not yet looked at.
    pub(super) fn has_bytes(&self) -> bool {
        !self.input.buffer().is_empty()
    }

    /// Whether the next line can be given without reading.
    pub(super) fn has_line(&self) -> bool {
        self.input.buffer().contains(&b'\n')
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
    fn a_line_of_the_length_asked_for_is_taken_where_it_lies() {
        let mut source = Source::new(&b"ab\ncd\r\nef"[..]);
        assert_eq!(source.take_line_of(3, |_| Some(())).unwrap(), None);
        assert_eq!(source.take_line_of(2, |_| None::<()>).unwrap(), None);
        assert_eq!(source.take_line_of(2, some).unwrap(), some(b"ab"));
        assert_eq!(source.take_line_of(2, some).unwrap(), some(b"cd"));
        assert_eq!(source.number(), 2);
        // Whether the line ends here is not known before the input is asked.
        assert_eq!(source.take_line_of(2, some).unwrap(), None);
        assert!(matches!(source.next_line().unwrap(), Some(SourceLine::Complete(b"ef"))));
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
