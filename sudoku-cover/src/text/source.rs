//! Reads an input of any length line by line, in memory of a fixed size.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};

/// The greatest number of bytes of a line that are kept, its end included.
pub(super) const LONGEST_LINE: usize = 64 * 1024;

/// One line of the input.
#[derive(Clone, Copy, Debug)]
pub(super) enum SourceLine<'a> {
    /// The line without its end.
    Complete(&'a [u8]),
    /// The line is longer than [`LONGEST_LINE`]. This is its beginning; the rest is skipped.
    TooLong(&'a [u8]),
}

/// An input and its last line read.
#[derive(Debug)]
pub(super) struct Source<R> {
    input: R,
    line: Vec<u8>,
    /// Start of the bytes of `line` that are still to be read; equal to its length if there are none.
    back: usize,
    number: u64,
    /// True if the input is inside a line that is too long.
    is_cut: bool,
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

impl<R: BufRead> Source<R> {
    pub(super) fn new(input: R) -> Source<R> {
        Source { input, line: Vec::new(), back: 0, number: 0, is_cut: false }
    }

    /// Returns the number of the last line read, counted from 1; 0 before the first.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// Returns the next line, or `None` at the end of the input.
    pub(super) fn next_line(&mut self) -> io::Result<Option<SourceLine<'_>>> {
        while std::mem::replace(&mut self.is_cut, false) {
            self.read_piece()?;
            self.is_cut = self.line.last().is_some_and(|&byte| byte != b'\n');
            self.back = self.line.len();
        }
        self.read_piece()?;
        self.back = self.line.len();
        if self.line.is_empty() {
            return Ok(None);
        }
        self.number += 1;
        let lone_return = self.line.windows(2).position(|pair| pair[0] == b'\r' && pair[1] != b'\n');
        self.back = lone_return.map_or(self.back, |end| end + 1);
        let line = &self.line[..lone_return.unwrap_or(self.line.len())];
        self.is_cut = line.len() >= LONGEST_LINE && line.last() != Some(&b'\n');
        if self.is_cut {
            return Ok(Some(SourceLine::TooLong(line)));
        }
        let unmarked = line.strip_prefix(BYTE_ORDER_MARK).filter(|_| self.number == 1).unwrap_or(line);
        let line = unmarked.strip_suffix(b"\n").unwrap_or(unmarked);
        Ok(Some(SourceLine::Complete(line.strip_suffix(b"\r").unwrap_or(line))))
    }

    /// Returns the last line to the input: the next bytes are those of its beginning.
    pub(super) fn put_back(&mut self) {
        self.back = if self.number == 1 && self.line.starts_with(BYTE_ORDER_MARK) { 3 } else { 0 };
        self.number -= 1;
        self.is_cut = false;
    }

    /// Returns the next bytes; none at the end of the input.
    pub(super) fn bytes(&mut self) -> io::Result<&[u8]> {
        if self.back < self.line.len() {
            return Ok(&self.line[self.back..]);
        }
        loop {
            match self.input.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
                Ok(_) => break,
            }
        }
        self.input.fill_buf()
    }

    /// Removes this number of the next bytes. The position is then inside line `line`, or at its start.
    pub(super) fn consume(&mut self, bytes: usize, line: u64) {
        if self.back < self.line.len() {
            self.back += bytes;
        } else {
            self.input.consume(bytes);
        }
        self.number = line - 1;
    }

    /// Returns the result of `take` for the next line, without copying the line, if it has this length and
    /// lies entirely in the buffer. Returns `None` for any other line, or if `take` does; the line is then
    /// still the next one.
    // The compiler does not inline it by itself, and a call for each puzzle is a quarter of the time of
    // reading it.
    #[inline(always)]
    pub(super) fn take_line_of<T>(
        &mut self,
        length: usize,
        take: impl FnOnce(&[u8]) -> Option<T>,
    ) -> io::Result<Option<T>> {
        if self.back < self.line.len() {
            return Ok(None);
        }
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

    /// Reads to the end of the line, at most [`LONGEST_LINE`] bytes, including those returned to the input.
    fn read_piece(&mut self) -> io::Result<()> {
        self.line.drain(..self.back);
        self.back = 0;
        if self.line.last() != Some(&b'\n') {
            // 64 Ki bytes fit in 64 bits.
            let room = LONGEST_LINE.saturating_sub(self.line.len()) as u64;
            (&mut self.input).take(room).read_until(b'\n', &mut self.line)?;
        }
        Ok(())
    }
}

impl<R: Read> Source<BufReader<R>> {
    /// Returns the input.
    pub(super) fn input(&self) -> &BufReader<R> {
        &self.input
    }

    /// Returns true if bytes have been read from the input but not processed.
    pub(super) fn has_bytes(&self) -> bool {
        self.back < self.line.len() || !self.input.buffer().is_empty()
    }

    /// Returns true if the next line is available without reading from the input.
    pub(super) fn has_line(&self) -> bool {
        self.line[self.back..].contains(&b'\n') || self.input.buffer().contains(&b'\n')
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
                SourceLine::TooLong(_) => None,
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
    fn a_carriage_return_alone_ends_a_line() {
        assert_eq!(lines(b"a\rb\r\rc\r\nd\r"), [some(b"a"), some(b"b"), some(b""), some(b"c"), some(b"d")]);
        assert_eq!(lines(b"\xef\xbb\xbfa\rb"), [some(b"a"), some(b"b")]);
    }

    #[test]
    fn a_line_of_the_length_asked_for_is_taken_where_it_lies() {
        let mut source = Source::new(&b"ab\ncd\r\nef"[..]);
        assert_eq!(source.take_line_of(3, |_| Some(())).unwrap(), None);
        assert_eq!(source.take_line_of(2, |_| None::<()>).unwrap(), None);
        assert_eq!(source.take_line_of(2, some).unwrap(), some(b"ab"));
        assert_eq!(source.take_line_of(2, some).unwrap(), some(b"cd"));
        assert_eq!(source.number(), 2);
        // Whether the line ends here is only known after the next read.
        assert_eq!(source.take_line_of(2, some).unwrap(), None);
        assert!(matches!(source.next_line().unwrap(), Some(SourceLine::Complete(b"ef"))));
    }

    #[test]
    fn a_line_that_was_put_back_comes_again_in_part() {
        let mut source = Source::new(&b"\xef\xbb\xbfabc\ndef\n"[..]);
        source.next_line().unwrap();
        source.put_back();
        assert_eq!(source.bytes().unwrap(), b"abc\n");
        source.consume(1, 1);
        assert!(matches!(source.next_line().unwrap(), Some(SourceLine::Complete(b"bc"))));
        assert_eq!(source.number(), 1);
        assert!(matches!(source.next_line().unwrap(), Some(SourceLine::Complete(b"def"))));
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
