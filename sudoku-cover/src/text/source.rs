//! The lines of an input of any length, one at a time, in memory of a fixed size.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};

/// The most bytes of a line that are kept, its end included.
pub(super) const LONGEST_LINE: usize = 64 * 1024;

/// One line of the input.
#[derive(Clone, Copy, Debug)]
pub(super) enum SourceLine<'a> {
    /// The line without its end.
    Complete(&'a [u8]),
    /// The line is longer than [`LONGEST_LINE`]. This is its beginning; the rest is skipped.
    TooLong(&'a [u8]),
}

/// An input, and the line of it that was read last.
#[derive(Debug)]
pub(super) struct Source<R> {
    input: R,
    line: Vec<u8>,
    /// What is put back of the line begins here; at its length nothing is.
    back: usize,
    number: u64,
    /// Whether the input stands inside a line that is too long.
    is_cut: bool,
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

impl<R: BufRead> Source<R> {
    pub(super) fn new(input: R) -> Source<R> {
        Source { input, line: Vec::new(), back: 0, number: 0, is_cut: false }
    }

    /// The number of the line that was read last, counted from 1; 0 before the first.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// The next line, or `None` at the end of the input.
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

    /// Puts the line back that was read last: the bytes that come are those of its beginning again.
    pub(super) fn put_back(&mut self) {
        self.back = if self.number == 1 && self.line.starts_with(BYTE_ORDER_MARK) { 3 } else { 0 };
        self.number -= 1;
        self.is_cut = false;
    }

    /// Bytes that come next; none at the end of the input.
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

    /// Takes so many of the bytes that come, up to somewhere in this line, which is then the next one.
    pub(super) fn consume(&mut self, bytes: usize, line: u64) {
        if self.back < self.line.len() {
            self.back += bytes;
        } else {
            self.input.consume(bytes);
        }
        self.number = line - 1;
    }

    /// What `take` makes of the next line, if that is so many bytes long and lies in the buffer as a whole: such
    /// a line is looked at where it is, without being copied. `None` if it is another line, or if `take` does not
    /// want it; the line is then still the next one.
    // The compiler does not do so by itself, and a call for each puzzle is a quarter of what reading it takes.
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

    /// Reads to the end of the line, but not more than [`LONGEST_LINE`] bytes, after what was put back.
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
    /// The input.
    pub(super) fn input(&self) -> &BufReader<R> {
        &self.input
    }

    /// Whether there are bytes that were read and not yet looked at.
    pub(super) fn has_bytes(&self) -> bool {
        self.back < self.line.len() || !self.input.buffer().is_empty()
    }

    /// Whether the next line can be given without reading.
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
        // Whether the line ends here is not known before the input is asked.
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
