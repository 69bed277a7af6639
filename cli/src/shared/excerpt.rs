//! The input line that an error is about, shown below the error with a caret at the position.

use std::borrow::Cow;
use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use dlx_core::inner::escape_controls;

use crate::shared::message;

/// A line of an input and a position in it.
#[derive(Clone, Debug)]
pub(crate) struct Excerpt {
    /// Line number, counted from 1.
    number: usize,
    /// The line, with control characters replaced.
    line: String,
    /// Column in characters, counted from 1; `None` if the whole line is meant.
    column: Option<usize>,
}

/// Longer lines are not shown: the text around the position would not help.
const LONGEST_LINE: usize = 10_000;

impl Excerpt {
    /// Returns the error on the first line, with the excerpt below it.
    pub(crate) fn below(&self, error: &str) -> String {
        let Self { number, line, column } = self;
        // A position behind the end of the line stands for a missing character.
        let source = format!("{line} ");
        let place = |column: usize| source.char_indices().nth(column).map_or(line.len(), |(at, _)| at);
        let span = match column {
            Some(column) => place(column - 1)..place(column - 1) + 1,
            None => 0..line.len().max(1),
        };
        let end = (span.start + 1..=source.len()).find(|&end| source.is_char_boundary(end));
        let span = span.start..span.end.max(end.unwrap_or(source.len()));
        let snippet = Snippet::source(source.as_str())
            .line_start(*number)
            .annotation(AnnotationKind::Primary.span(span));
        let renderer = Renderer::styled().error(message::ERROR);
        renderer.render(&[Level::ERROR.primary_title(error).element(snippet)])
    }
}

/// The most recently read bytes of an input.
#[derive(Debug, Default)]
pub(crate) struct Window {
    text: Vec<u8>,
    /// Number of line ends before the kept text.
    lines_before: usize,
    /// The line found last: the number of line ends before it in the kept text, and its offset. The next
    /// lookup starts there, because errors are usually reported in the order of their lines.
    last: (usize, usize),
}

/// Minimum number of bytes kept. An error is rarely found in a line further back.
const KEPT: usize = 1 << 17;

impl Window {
    fn push(&mut self, bytes: &[u8]) {
        if self.text.len() + bytes.len() > 2 * KEPT {
            let dropped = self.text.len().saturating_sub(KEPT);
            self.lines_before += memchr::memchr_iter(b'\n', &self.text[..dropped]).count();
            self.text.drain(..dropped);
            self.last = (0, 0);
        }
        self.text.extend_from_slice(bytes);
    }

    /// Returns the line with this number if it is completely within the window.
    fn excerpt(&mut self, number: usize, column: Option<usize>) -> Option<Excerpt> {
        let place = number.checked_sub(self.lines_before + 1)?;
        // The first line of the window may have lost its beginning.
        if place == 0 && self.lines_before > 0 {
            return None;
        }
        let (mut line, mut begin) = if self.last.0 <= place { self.last } else { (0, 0) };
        while line < place {
            begin += memchr::memchr(b'\n', &self.text[begin..])? + 1;
            line += 1;
        }
        self.last = (line, begin);
        let rest = &self.text[begin..];
        let line = &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())];
        if line.len() > LONGEST_LINE {
            return None;
        }
        let line = String::from_utf8_lossy(line);
        let line = line.trim_end_matches('\r').chars().map(shown).collect();
        Some(Excerpt { number, line, column: column.filter(|&column| column > 0) })
    }
}

/// Returns the character to show, of the same width; control characters are replaced, so that the terminal
/// does not act on them.
fn shown(letter: char) -> char {
    match letter {
        '\t' => ' ',
        _ if letter.is_control() => '\u{fffd}',
        _ => match escape_controls(letter.encode_utf8(&mut [0; 4])) {
            Cow::Borrowed(_) => letter,
            Cow::Owned(_) => '\u{fffd}',
        },
    }
}

/// A window filled by the reader of an input, in which errors look up their line.
#[derive(Clone, Debug, Default)]
pub(crate) struct SharedWindow(Arc<Mutex<Window>>);

impl SharedWindow {
    pub(crate) fn excerpt(&self, number: usize, column: Option<usize>) -> Option<Excerpt> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).excerpt(number, column)
    }

    /// Wraps an input, so that the bytes read from it are recorded in the window.
    pub(crate) fn over<R: Read>(&self, input: R) -> Watched<R> {
        Watched { input, window: self.clone() }
    }
}

/// An input whose bytes are recorded in a [`SharedWindow`].
pub(crate) struct Watched<R> {
    input: R,
    window: SharedWindow,
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.window.0.lock().unwrap_or_else(PoisonError::into_inner).push(&buffer[..read]);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_found_by_its_number_after_any_number_of_bytes() {
        let window = SharedWindow::default();
        let text: String = (1..100_000).map(|number| format!("line {number}\n")).collect();
        let mut input = window.over(text.as_bytes());
        io::copy(&mut input, &mut io::sink()).unwrap();
        assert_eq!(window.excerpt(99_999, None).unwrap().line, "line 99999");
        assert_eq!(window.excerpt(90_000, None).unwrap().line, "line 90000");
        assert!(window.excerpt(1, None).is_none() && window.excerpt(100_001, None).is_none());
    }

    #[test]
    fn characters_that_a_terminal_acts_on_are_replaced() {
        let window = SharedWindow::default();
        let text = "a\u{1b}[31m\u{9b}\u{202e}\u{fffe}\tä\r\n";
        io::copy(&mut window.over(text.as_bytes()), &mut io::sink()).unwrap();
        let line = window.excerpt(1, None).unwrap().line;
        assert_eq!(line, "a\u{fffd}[31m\u{fffd}\u{fffd}\u{fffd} ä");
    }

    #[test]
    fn the_caret_stands_below_the_place() {
        let excerpt = |line: &str, column| {
            let excerpt = Excerpt { number: 12, line: line.to_owned(), column };
            anstream::adapter::strip_str(&excerpt.below("f:12:3: expected a digit, found `ä`")).to_string()
        };
        let shown = excerpt("12ä4", Some(3));
        assert_eq!(shown, "error: f:12:3: expected a digit, found `ä`\n   |\n12 | 12ä4 \n   |   ^");
        assert!(excerpt("1234", Some(5)).ends_with("   |     ^"));
        assert!(excerpt("1234", Some(99)).ends_with("   |     ^"));
        assert!(excerpt("1234", None).ends_with("   | ^^^^"));
        assert!(excerpt("", None).ends_with("   | ^"));
    }
}
