//! A text in the notation, line by line, and where its puzzle ends.
//!
//! The program removes all white space of a text, and files have a puzzle per line. So lines belong to one puzzle unless
//! something tells that they cannot, or that the file has a puzzle per line.

use std::collections::HashSet;

use super::names::{ends_with_variable, is_join, is_unfinished};
use super::read::read;
use super::write::write;
use crate::model::geometry::{Cell, Geometry};
use crate::text::Format;
use crate::text::document::{Document, Place};
use crate::text::fault::{ReadError, ReadErrorKind};
use crate::text::form::{Form, PuzzleWriter, Settings, Start, each};
use crate::text::format::{About, Part};
use crate::text::loss::Loss;
use crate::text::record::{Outcomes, Record};
use crate::text::shape::USUAL_SIDE;
use crate::text::source::LONGEST_LINE;
use crate::text::written::{board_of, emptied};

#[derive(Debug)]
pub(in crate::text) struct IssForm;

impl IssForm {
    pub(in crate::text) const ABOUT: About = About {
        name: "iss",
        sides: [4, 16],
        is_block: false,
        holds: &[Part::Candidates, Part::Rules, Part::Values],
        words: "constraints of the Interactive Sudoku Solver: .~R1C1_5.Thermo~R2C1~R3C1",
        files: "`.txt`, a link",
    };
}

impl Form for IssForm {
    fn format(&self) -> Format {
        Format::Iss
    }

    fn begins_with(&self, start: &Start<'_>) -> bool {
        is_beginning(start.bytes)
    }

    fn document(&self, settings: &Settings) -> Option<Box<dyn Document>> {
        Some(Box::new(Iss::new(settings)))
    }

    fn writer(&self) -> Box<dyn PuzzleWriter> {
        each(|record, geometry, out| {
            let lost = write(record, &board_of(record, geometry)?, out);
            Ok(Loss { candidates: record.marks().is_some(), ..Loss::of_rules(lost) })
        })
    }

    fn first_without_candidates(&self, record: &Record, board: &Geometry) -> Option<Cell> {
        record.allowed().and_then(|allowed| emptied(&record.grid, allowed, board))
    }
}

/// Returns true if a puzzle in this notation may begin with these bytes of a line.
pub(in crate::text) fn is_beginning(bytes: &[u8]) -> bool {
    let text = bytes.trim_ascii_start();
    let dots = text.iter().take_while(|&&byte| byte == b'.').count();
    let rest = &text[dots..];
    // As many dots as the cells of a grid, without the cells of a constraint, may be the blank cells before a layout.
    let may_be_grid = dots >= LEAST_CELLS && !rest.contains(&b'~');
    dots > 0 && !may_be_grid && rest.first().is_some_and(|&byte| byte == b'~' || byte.is_ascii_alphabetic())
}

/// The number of cells of the smallest grid whose regions are drawn.
const LEAST_CELLS: usize = 16;

/// The number of digits that a classic puzzle needs.
const CLASSIC: usize = 17;

/// What one line or several lines contain that tells whether another line belongs to the same puzzle.
#[derive(Debug, Default)]
struct Contents {
    constraints: HashSet<String>,
    /// The names of the constraints of cells, and the cells of each name.
    names: HashSet<String>,
    cells: HashSet<(String, String)>,
    /// The side that is stated, and the greatest number of a row or column.
    side: Option<usize>,
    greatest: usize,
    /// True if a line begins with digits.
    has_digits: bool,
    /// True if a line could be a puzzle in a file of one per line: it is not indented, and has several constraints or as many
    /// digits as a classic puzzle needs.
    is_whole: bool,
    /// True if a line begins with as many digits as a classic puzzle needs.
    is_classic: bool,
}

impl Contents {
    fn of_line(line: &[u8]) -> Contents {
        let mut contents = Contents::default();
        let mut count = 0;
        for constraint in line.split(|&byte| byte == b'.').map(without_spaces) {
            if constraint.is_empty() {
                continue;
            }
            count += 1;
            let constraint = constraint.to_ascii_lowercase();
            let mut words = constraint.split('~');
            let name = words.next().unwrap_or_default();
            if name == "shape" {
                contents.side = contents.side.or(words.clone().next().and_then(stated_side));
            }
            let mut digits = 0;
            for word in words {
                let (cell, is_digits) = word.split_once('_').map_or((word, false), |(cell, _)| (cell, true));
                digits += usize::from(is_digits);
                let Some(numbers) = row_and_column(cell) else { continue };
                contents.greatest = numbers.into_iter().fold(contents.greatest, usize::max);
                if !is_digits {
                    contents.names.insert(name.to_owned());
                    contents.cells.insert((name.to_owned(), cell.to_owned()));
                }
            }
            if count == 1 && name.is_empty() {
                contents.has_digits = line.trim_ascii_start().starts_with(b".~");
                contents.is_classic = line.starts_with(b".~") && digits >= CLASSIC;
            }
            // Joined constraints begin and end alike.
            if !is_join(&constraint) {
                contents.constraints.insert(constraint);
            }
        }
        contents.is_whole = line.starts_with(b".") && count > 1 || contents.is_classic;
        contents
    }

    fn add(&mut self, line: Contents) {
        self.constraints.extend(line.constraints);
        self.names.extend(line.names);
        self.cells.extend(line.cells);
        self.side = self.side.or(line.side);
        self.greatest = self.greatest.max(line.greatest);
        self.has_digits |= line.has_digits;
        self.is_whole |= line.is_whole;
    }

    /// Returns true if a line cannot belong to the puzzle: a puzzle has one size, no cell outside it, and no constraint
    /// twice.
    fn contradicts(&self, line: &Contents) -> bool {
        let exceeds = |side: Option<usize>, greatest: usize| side.is_some_and(|side| greatest > side);
        exceeds(self.side, line.greatest)
            || exceeds(line.side, self.greatest)
            || !self.constraints.is_disjoint(&line.constraints)
    }

    /// Returns true if a line with digits or a size may belong to the puzzle nevertheless: it has constraints of the same
    /// name, or the size of the puzzle is known, or is that of the cells so far.
    fn expects(&self, line: &Contents) -> bool {
        let is_expected = match line.side {
            None => self.side.is_some(),
            Some(side) => side < USUAL_SIDE || side > USUAL_SIDE && self.greatest > USUAL_SIDE,
        };
        is_expected || !self.names.is_disjoint(&line.names)
    }
}

/// Returns the text of these bytes as the program reads it.
fn without_spaces(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).split_whitespace().collect()
}

/// Returns the number that a size such as `9x9` begins with.
fn stated_side(size: &str) -> Option<usize> {
    size.split_once('x').map_or(size, |(height, _)| height).parse().ok()
}

/// Returns the numbers of the row and the column of a cell in lower case, of a board of any side.
fn row_and_column(cell: &str) -> Option<[usize; 2]> {
    let (row, column) = cell.strip_prefix('r')?.rsplit_once('c')?;
    let number = |text: &str| match text.as_bytes() {
        &[digit] => char::from(digit).to_digit(36).and_then(|number| usize::try_from(number).ok()),
        _ => text.parse().ok(),
    };
    Some([number(row)?, number(column)?])
}

/// A puzzle that is being read.
#[derive(Debug)]
struct Iss {
    side: Option<usize>,
    /// The lines of the puzzle so far, and the start of the last one among them.
    text: Vec<u8>,
    line_start: usize,
    start: Place,
    /// What the puzzle contains so far, if it has begun, and the number of its lines.
    known: Option<Contents>,
    lines: usize,
    /// True if the first line of the puzzle begins with the digits of a classic one.
    is_classic: bool,
    /// The last constraint so far in lower case, which the next line may continue.
    last: String,
    /// True if a puzzle of one line ended where the next one began.
    is_per_line: bool,
    is_over: bool,
}

impl Iss {
    fn new(settings: &Settings) -> Iss {
        Iss {
            side: settings.side(),
            text: Vec::new(),
            line_start: 0,
            start: Place::line_start(1),
            known: None,
            lines: 0,
            is_classic: false,
            last: String::new(),
            is_per_line: false,
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
        (self.known, self.lines) = (None, 0);
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

    /// Returns true if a line that begins with this byte, which is no dot, continues the last constraint.
    fn is_continued_by(&self, byte: u8) -> bool {
        let Some(known) = &self.known else { return false };
        let side = known.side.or(self.side).unwrap_or(USUAL_SIDE);
        match byte {
            b'~' => true,
            b'_' if self.last.starts_with('~') || self.last.starts_with("connectedvalues~") => true,
            b'x' | b'X' | b'-' if self.last.starts_with("shape~") || self.last.starts_with("var~") => true,
            b'0'..=b'9' if ends_with_variable(&self.last) => true,
            _ => is_unfinished(&self.last, side),
        }
    }

    /// Returns true if a line begins the next puzzle.
    fn is_next(&self, line: &Contents) -> bool {
        let Some(known) = &self.known else { return false };
        let has_size = known.side.is_some();
        if known.has_digits && line.has_digits || has_size && line.side.is_some() {
            return true;
        }
        if !known.is_whole || !line.is_whole {
            return false;
        }
        // Without digits and size, two puzzles have cells in common, and the lines of one have not.
        let is_unlike = || self.is_per_line || !known.cells.is_disjoint(&line.cells);
        self.is_classic
            || line.is_classic
            || known.contradicts(line)
            || !has_size && !known.has_digits && is_unlike()
            || (line.has_digits || line.side.is_some()) && !known.expects(line)
    }

    /// Takes the end of a line.
    fn end_line(&mut self, out: &mut Outcomes) {
        let whole_line = &self.text[self.line_start..];
        let line = whole_line.trim_ascii();
        if line.is_empty() && !self.text.trim_ascii().is_empty() {
            self.line_start = self.text.len();
            self.end(out);
            self.is_over = true;
        } else if !line.is_empty() && !line.starts_with(b"#") {
            let is_begun = line.starts_with(b".");
            let text = without_spaces(line).to_ascii_lowercase();
            let above = std::mem::take(&mut self.last);
            self.last = if is_begun { text } else { format!("{above}{text}") };
            if let Some(known) = self.known.as_mut().filter(|_| is_begun) {
                known.constraints.insert(above);
            }
            let mut contents = if is_begun {
                Contents::of_line(whole_line)
            } else {
                Contents { has_digits: false, ..Contents::of_line(self.last.as_bytes()) }
            };
            if let Some(dot) = self.last.rfind('.') {
                self.last.drain(..=dot);
            }
            if is_begun && self.is_next(&contents) {
                self.is_per_line |= self.lines == 1;
                self.end(out);
            }
            if self.known.is_none() {
                self.is_classic = contents.is_classic;
            }
            self.lines += 1;
            contents.is_whole &= is_begun;
            // The next line may continue it.
            contents.constraints.remove(&self.last);
            self.known.get_or_insert_default().add(contents);
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
            let is_other = !byte.is_ascii_whitespace() && !b".#".contains(&byte);
            if is_line_start && is_other && !self.is_continued_by(byte) {
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
