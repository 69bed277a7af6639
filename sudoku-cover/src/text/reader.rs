//! The iterator over the puzzles of a stream.

use std::io::BufRead;
use std::iter::FusedIterator;

use super::fault::{Fault, ReadError, ReadErrorKind};
use super::parser::Parser;
use super::record::Record;
use super::rows::Outcomes;
use super::source::Source;
use crate::geometry::{Geometry, GeometryError, checked_side};

/// Reads the puzzles of a stream, one after the other, in the forms that the
/// [module](super) lists.
///
/// A bad record is an `Err` item, and the next item is what follows it in the stream. Only two errors
/// are always the last item: [`ReadErrorKind::Io`] and [`ReadErrorKind::MorePuzzles`]. The memory used
/// does not depend on the length of the stream or of its lines.
///
/// ```
/// # use sudoku_cover::Reader;
/// let input = "1234341221434321\n1234,3412\n\n1 2 3 4\n3 4 . .\n2 1 4 3\n4 3 2 1\n";
/// let shown: Vec<String> = Reader::new(input.as_bytes())
///     .map(|item| match item {
///         Ok(record) => record.grid.to_line().to_string(),
///         Err(error) => error.to_string(),
///     })
///     .collect();
/// let bad = "line 2, column 10: 9 cells expected, 8 found";
/// assert_eq!(shown, ["1234341221434321", bad, "123434..21434321"]);
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    source: Source<R>,
    parser: Parser,
    ready: Outcomes,
    /// Records given out, bad ones included.
    given: u64,
    is_over: bool,
}

impl<R: BufRead> Reader<R> {
    /// A reader that finds out the side of each grid by itself.
    pub fn new(input: R) -> Reader<R> {
        Reader {
            source: Source::new(input),
            parser: Parser::new(None),
            ready: Outcomes::new(),
            given: 0,
            is_over: false,
        }
    }

    /// The same reader for grids of this side only.
    ///
    /// # Errors
    /// [`GeometryError::Side`] if the side is not one of 1 to 25.
    pub fn with_side(self, side: usize) -> Result<Reader<R>, GeometryError> {
        checked_side(side).ok_or(GeometryError::Side { found: side })?;
        Ok(Reader { parser: Parser::new(Some(side)), ..self })
    }

    /// The same reader for grids that fit on this board. The shape of its boxes does not matter.
    pub fn with_geometry(self, geometry: &Geometry) -> Reader<R> {
        Reader { parser: Parser::new(Some(geometry.side())), ..self }
    }

    fn read_on(&mut self) {
        let number = self.source.number() + 1;
        match self.source.next_line() {
            Ok(Some(line)) => self.parser.line(number, line, self.given, &mut self.ready),
            Ok(None) => {
                self.parser.finish(self.given, &mut self.ready);
                self.is_over = true;
            }
            Err(error) => {
                self.ready.push_back(Err(Fault::of_line(ReadErrorKind::Io(error)).in_line(number)));
                self.is_over = true;
            }
        }
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Result<Record, ReadError>> {
        while self.ready.is_empty() && !self.is_over {
            self.read_on();
        }
        let mut item = self.ready.pop_front()?;
        self.given += 1;
        match &mut item {
            Ok(record) => record.number = self.given,
            Err(error) => {
                error.number = self.given;
                self.is_over |= matches!(error.kind, ReadErrorKind::MorePuzzles { .. });
            }
        }
        Some(item)
    }
}

impl<R: BufRead> FusedIterator for Reader<R> {}
