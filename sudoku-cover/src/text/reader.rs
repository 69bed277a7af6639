//! The iterator over the puzzles of a stream.

use std::io::{self, BufRead, BufReader, Read};
use std::iter::FusedIterator;

use dlx_ordered::ChunkSource;

use super::Format;
use super::document::{Document, Place};
use super::fault::{Fault, ReadError, ReadErrorKind};
use super::form::{Forms, Settings};
use super::one_line::compact_cells;
use super::parser::Parser;
use super::recognize;
use super::record::{Outcomes, Record};
use super::settings::Column;
use super::source::{Source, SourceLine};
use super::symbols::Symbols;
use crate::model::geometry::{Geometry, GeometryError};

/// Reads the puzzles of a stream, one after the other, in the formats that the [module](super) lists.
///
/// A bad record is an `Err` item, and the next item is what follows it in the stream. Only three errors are
/// always the last item: [`ReadErrorKind::Io`], [`ReadErrorKind::Compressed`] and
/// [`ReadErrorKind::MorePuzzles`]. The memory used does not depend on the length of the stream or of its
/// lines.
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
/// let bad = "line 2: expected 8 rows, found 1";
/// assert_eq!(shown, ["1234341221434321", bad, "123434..21434321"]);
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    source: Source<R>,
    parser: Parser,
    /// The document that is being read, if the input is not lines, and the position in it.
    document: Option<(Box<dyn Document>, Place)>,
    ready: Outcomes,
    /// The side of puzzles that may be taken directly from the buffer, while no other record is in progress,
    /// and whether one was taken since the parser was asked last.
    compact_side: Option<usize>,
    has_passed: bool,
    /// True if a puzzle taken from the buffer is returned only after the next one.
    holds_back: bool,
    /// Number of records returned, including bad ones.
    given: u64,
    is_over: bool,
}

impl<R: BufRead> Reader<R> {
    /// Returns a reader of these formats that finds out the side of each grid.
    pub(super) fn of_forms(input: R, forms: Forms) -> Reader<R> {
        let parser = Parser::new(Settings::new(forms));
        Reader {
            source: Source::new(input),
            compact_side: parser.side_between_grids(),
            parser,
            document: None,
            ready: Outcomes::new(),
            has_passed: false,
            holds_back: false,
            given: 0,
            is_over: false,
        }
    }

    /// Reads only grids of this side.
    ///
    /// # Errors
    /// [`GeometryError::Side`] if the side is not one of 1 to 25.
    pub fn with_side(self, side: usize) -> Result<Reader<R>, GeometryError> {
        Ok(self.with_geometry(&Geometry::of_side(side)?))
    }

    /// Reads grids that fit on this board. The shape of its boxes matters only for candidates, since it
    /// determines which cells are peers.
    #[must_use]
    pub fn with_geometry(self, geometry: &Geometry) -> Reader<R> {
        let geometry = Some(geometry.clone());
        self.with(|settings| settings.geometry = geometry)
    }

    /// Reads puzzles in this format, if the text does not show which one is meant:
    ///
    /// * [`Digits`](Format::Digits), [`Csv`](Format::Csv), [`OpenSudoku`](Format::OpenSudoku),
    ///   [`Json`](Format::Json) and [`Iss`](Format::Iss) are read as such from the first byte;
    /// * in [`Sdk`](Format::Sdk), every comment that begins with one of the letters is a tag;
    /// * in [`Sdx`](Format::Sdx), every single digit is given;
    /// * in [`Pencilmarks`](Format::Pencilmarks), digits may be in any order and have signs beside them;
    /// * in [`SimpleSudoku`](Format::SimpleSudoku), lines about cells may follow a grid in any frame.
    ///
    /// The other formats only exclude documents: their lines are read as they are found.
    #[must_use]
    pub fn with_format(self, format: Format) -> Reader<R> {
        self.with(|settings| settings.format = Some(format))
    }

    /// Reads a table with the puzzles in this column. The input is taken for a table unless another format is
    /// requested.
    #[must_use]
    pub fn with_column(self, column: Column) -> Reader<R> {
        self.with(|settings| settings.column = Some(column))
    }

    /// Reads the rules of a board in the lines below a grid or a puzzle in one line, one rule a line, as
    /// [`Rule`](crate::Rule) reads them. They become [rules](Record::rules) of that puzzle.
    ///
    /// Whether a rule follows a puzzle is not known before the next puzzle or the end of the input, so a puzzle is
    /// returned only then. This is for inputs that are there as a whole;
    /// [`next_available`](Reader::next_available) is for others.
    ///
    /// ```
    /// # use sudoku_cover::Reader;
    /// let input = "................\nkiller 3 r1c1 r1c2\nthermo r2c1 r3c1\n";
    /// let record = Reader::new(input.as_bytes()).with_rules_below().next().ok_or("a record")??;
    /// assert_eq!(record.rules().len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_rules_below(self) -> Reader<R> {
        self.with(|settings| settings.has_rules_below = true)
    }

    /// Reads rows and lines in which these symbols are the digits, in place of numbers. Without it, letters are recognized in a
    /// line that is a whole grid, and in rows of which the first has a letter.
    #[must_use]
    pub fn with_symbols(self, symbols: &Symbols) -> Reader<R> {
        let symbols = Some(symbols.clone());
        self.with(|settings| settings.symbols = symbols)
    }

    fn with(self, change: impl FnOnce(&mut Settings)) -> Reader<R> {
        let mut settings = self.parser.settings().clone();
        change(&mut settings);
        let document = settings.format.and_then(|format| recognize::document(format, &settings));
        let document = document.map(|document| (document, Place::line_start(1)));
        let holds_back = settings.has_rules_below;
        let mut reader = Reader { parser: Parser::new(settings), document, holds_back, ..self };
        reader.look_between();
        reader
    }

    /// Updates the side of puzzles that may be taken directly from the buffer.
    fn look_between(&mut self) {
        let side = self.parser.side_between_grids();
        self.compact_side = side.filter(|_| self.document.is_none());
        self.has_passed = false;
    }

    /// Processes a line or part of a document. Returns a record if the line is a whole puzzle of plain symbols: its
    /// own, or if rules may follow it, the one before it.
    fn read_on(&mut self) -> Option<Record> {
        match self.read_compact() {
            Ok(Some(record)) => return self.number(record),
            Ok(None) => {
                self.read_any();
                self.look_between();
            }
            Err(error) => self.fail(error, self.source.number() + 1),
        }
        None
    }

    /// Processes a line, or part of a document. Nearly all records of large collections are read by the other
    /// path, which stays small without this code.
    #[cold]
    fn read_any(&mut self) {
        if self.document.is_some() {
            self.read_document();
            return;
        }
        let number = self.source.number() + 1;
        match self.source.next_line() {
            Ok(Some(line)) if number == 1 && is_compressed(line) => {
                self.ready.push_back(Err(Fault::of_line(ReadErrorKind::Compressed).in_line(number)));
                self.is_over = true;
            }
            Ok(Some(line)) => match self.parser.document(line) {
                None => self.parser.line(number, line, self.given, &mut self.ready),
                Some(format) => {
                    self.parser.interrupt(self.given, &mut self.ready);
                    let document = recognize::document(format, self.parser.settings());
                    self.document = document.map(|document| (document, Place::line_start(number)));
                    self.source.put_back();
                }
            },
            Ok(None) => self.finish(),
            Err(error) => self.fail(error, number),
        }
    }

    fn finish(&mut self) {
        self.parser.finish(self.given, &mut self.ready);
        self.is_over = true;
    }

    fn fail(&mut self, error: io::Error, line: u64) {
        self.ready.push_back(Err(Fault::of_line(ReadErrorKind::Io(error)).in_line(line)));
        self.is_over = true;
    }

    /// Continues to read a document, up to its next record at most.
    fn read_document(&mut self) {
        let Some((document, place)) = &mut self.document else { return };
        match self.source.bytes() {
            Ok([]) => {
                document.finish(*place, &mut self.ready);
                self.parser.comment_document(&mut self.ready);
                self.document = None;
                self.finish();
            }
            Ok(bytes) => {
                let taken = document.take(bytes, place, &mut self.ready);
                self.parser.comment_document(&mut self.ready);
                self.source.consume(taken, place.line);
                if document.is_over() {
                    self.document = None;
                }
            }
            Err(error) => {
                let line = place.line;
                self.fail(error, line);
            }
        }
    }

    /// Returns the record of the next line if that contains exactly the plain symbols of a whole puzzle.
    #[inline]
    fn read_compact(&mut self) -> io::Result<Option<Record>> {
        let Some(side) = self.compact_side else { return Ok(None) };
        let grid = self.source.take_line_of(side * side, |cells| compact_cells(cells, side))?;
        Ok(grid.map(|grid| {
            if !self.has_passed {
                self.parser.compact();
                self.has_passed = true;
            }
            Record::at(self.source.number(), grid, Format::Line)
        }))
    }

    /// Returns the record, numbered; if rules may follow it, the one before it.
    #[inline]
    fn number(&mut self, record: Record) -> Option<Record> {
        let record = if self.holds_back { self.parser.hold_back(record)? } else { record };
        self.given += 1;
        Some(Record { number: self.given, ..record })
    }

    /// Returns the first of the records that are ready, and numbers it.
    fn give(&mut self) -> Option<Result<Record, ReadError>> {
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

/// Returns true if the first line starts like a file of gzip, zstd, xz, bzip2 or zip.
fn is_compressed(line: SourceLine<'_>) -> bool {
    let beginnings: [&[u8]; 5] = [b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"\xfd7zXZ", b"BZh", b"PK\x03\x04"];
    let (SourceLine::Complete(bytes) | SourceLine::TooLong(bytes)) = line;
    beginnings.iter().any(|beginning| bytes.starts_with(beginning))
}

impl<R: Read> Reader<BufReader<R>> {
    /// Returns the next record, if it is complete in the buffer. Returns `None` if the input must be read
    /// first, as [`next`](Iterator::next) does, which may block, or if the stream has ended.
    ///
    /// ```
    /// # use std::io::BufReader;
    /// # use sudoku_cover::Reader;
    /// let mut reader = Reader::new(BufReader::new("1234341221434321\n1234\n3412\n".as_bytes()));
    /// assert!(reader.next_ready().is_none(), "nothing has been read");
    /// assert!(reader.next().is_some_and(|record| record.is_ok()));
    /// assert!(reader.next_ready().is_none(), "the second grid may have more rows");
    /// assert!(reader.next().is_some_and(|record| record.is_err()), "it ended after 2 rows");
    /// ```
    pub fn next_ready(&mut self) -> Option<Result<Record, ReadError>> {
        while self.ready.is_empty() && !self.is_over && self.source.has_bytes() {
            // With bytes in the buffer, none of the following reads from the input.
            if self.document.is_some() {
                self.read_document();
                self.look_between();
                continue;
            }
            if let Ok(Some(record)) = self.read_compact() {
                match self.number(record) {
                    Some(record) => return Some(Ok(record)),
                    None => continue,
                }
            }
            if !self.source.has_line() {
                return None;
            }
            if let Some(record) = self.read_on() {
                return Some(Ok(record));
            }
        }
        self.give()
    }

    /// Returns the next record as [`next`](Iterator::next) does, for an input that is still being written. Before it waits
    /// for the input while a record is complete unless its rules follow, it asks `comes_more`, and returns the
    /// record if the answer is false. Rules that come later are [`ReadErrorKind::LateRule`].
    ///
    /// ```
    /// # use std::io::BufReader;
    /// # use sudoku_cover::Reader;
    /// let text = "1234341221434321\nthermo r1c1 r2c1\n";
    /// let mut reader = Reader::new(BufReader::new(text.as_bytes())).with_rules_below();
    /// let record = reader.next_available(|| false).ok_or("a record")??;
    /// assert_eq!(record.rules().len(), 1, "the rule is there already");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn next_available(
        &mut self,
        mut comes_more: impl FnMut() -> bool,
    ) -> Option<Result<Record, ReadError>> {
        loop {
            if let Some(record) = self.next_ready() {
                return Some(record);
            }
            if self.is_over {
                return None;
            }
            if self.document.is_none()
                && self.parser.holds_record()
                && !self.source.has_line()
                && !comes_more()
            {
                self.parser.release(&mut self.ready);
                self.look_between();
                continue;
            }
            // Waits for one line, or for a part of a document.
            if let Some(record) = self.read_on() {
                return Some(Ok(record));
            }
        }
    }

    /// Returns the input, which may have been read beyond the end of the last record.
    pub fn input(&self) -> &BufReader<R> {
        self.source.input()
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Result<Record, ReadError>> {
        while self.ready.is_empty() && !self.is_over {
            if let Some(record) = self.read_on() {
                return Some(Ok(record));
            }
        }
        self.give()
    }
}

impl<R: BufRead> FusedIterator for Reader<R> {}

/// The records of a text.
impl<R: BufRead + Send> ChunkSource for Reader<R> {
    type Chunk = Vec<Result<Record, ReadError>>;

    fn fill(&mut self, chunk: &mut Self::Chunk, most: usize) -> usize {
        chunk.clear();
        chunk.extend(self.take(most));
        chunk.len()
    }

    fn may_have_more(&mut self) -> bool {
        true
    }
}
