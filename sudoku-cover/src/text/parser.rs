//! What the lines of a stream mean, one after the other.
//!
//! A line is a row, which goes to [`Rows`], a whole puzzle, which ends the rows before it, or neither,
//! which is a bad record by itself. On top of this there is the count of puzzles with which a stream
//! may start.

use super::fault::{Fault, ReadError, ReadErrorKind, leftmost};
use super::line::LARGEST_COMPACT_SIDE;
use super::record::Record;
use super::rows::{Outcomes, Row, Rows};
use super::shape::{
    Extent, LineKind, Reading, Sizes, USUAL_SIDE, count_fault, illegal_character, line_kind, read_as,
};
use super::source::{LONGEST_LINE, SourceLine};
use super::token::Cells;
use crate::geometry::Digit;
use crate::grid::Grid;

/// The most digits of a count of puzzles: one less than a row of nine.
const LONGEST_COUNT: usize = 8;

/// A number alone in the first line: the count of the puzzles if a row of nine digits follows.
#[derive(Debug)]
struct LoneNumber {
    line: u64,
    text: String,
    count: u64,
    /// Whether blank lines followed.
    has_gap: bool,
}

/// The count of puzzles with which the stream starts.
#[derive(Debug)]
struct Promise {
    line: u64,
    count: u64,
}

/// What is known after the lines up to here.
#[derive(Debug)]
pub(super) struct Parser {
    fixed_side: Option<usize>,
    rows: Rows,
    /// Whether all lines up to here held no cells.
    is_at_start: bool,
    lone_number: Option<LoneNumber>,
    promise: Option<Promise>,
}

impl Parser {
    pub(super) fn new(fixed_side: Option<usize>) -> Parser {
        let rows = Rows::new(fixed_side);
        Parser { fixed_side, rows, is_at_start: true, lone_number: None, promise: None }
    }

    /// Whether no count stands or may stand at the start, so that a line means what it says.
    fn is_settled(&self) -> bool {
        self.lone_number.is_none() && self.promise.is_none()
    }

    /// The side of the grids whose lines of N² symbols may be given to [`compact_cells`] without looking at
    /// what came before; `None` if there are none, or a grid is under way.
    pub(super) fn side_between_grids(&self) -> Option<usize> {
        self.compact_side().filter(|_| self.is_settled() && self.rows.is_empty())
    }

    fn compact_side(&self) -> Option<usize> {
        self.fixed_side.or(Some(USUAL_SIDE)).filter(|side| (2..=LARGEST_COMPACT_SIDE).contains(side))
    }

    /// Takes note of a whole puzzle of plain symbols, which itself goes another way.
    pub(super) fn compact(&mut self, out: &mut Outcomes) {
        self.is_at_start = false;
        self.rows.interrupt(out);
    }

    /// Takes the next line. `given` records came before those in `out`.
    pub(super) fn line(&mut self, number: u64, line: SourceLine<'_>, given: u64, out: &mut Outcomes) {
        match line {
            SourceLine::Complete(bytes) => {
                let grid = self.is_settled().then(|| compact_grid(bytes, self.compact_side()?)).flatten();
                if let Some(grid) = grid {
                    self.compact(out);
                    out.push_back(Ok(Record { grid, line: number, number: 0 }));
                } else {
                    self.text(number, &String::from_utf8_lossy(bytes), given, out);
                }
            }
            SourceLine::TooLong => {
                self.give_up_lone_number(out);
                self.is_at_start = false;
                if !self.has_broken_promise(number, given, out) {
                    let fault = Fault::of_line(ReadErrorKind::LongLine { expected: LONGEST_LINE });
                    if self.rows.is_in_block() {
                        self.rows.push(Row::unreadable(number, Some(fault)), out);
                    } else {
                        self.rows.interrupt(out);
                        out.push_back(Err(fault.in_line(number)));
                    }
                }
            }
        }
    }

    fn text(&mut self, number: u64, text: &str, given: u64, out: &mut Outcomes) {
        let kind = line_kind(text);
        match (&kind, &mut self.lone_number) {
            (LineKind::Blank, Some(lone_number)) => {
                lone_number.has_gap = true;
                return;
            }
            (LineKind::Cells(content), lone_number @ Some(_)) if is_row_of_nine(content) => {
                self.promise =
                    lone_number.take().map(|found| Promise { line: found.line, count: found.count });
            }
            _ => self.give_up_lone_number(out),
        }
        match kind {
            LineKind::Blank => self.rows.blank(out),
            LineKind::Comment => self.rows.comment(out),
            LineKind::Border => self.rows.border(out),
            LineKind::Heading => self.rows.interrupt(out),
            LineKind::Cells(content) => {
                if std::mem::replace(&mut self.is_at_start, false)
                    && self.fixed_side.is_none_or(|side| side == 9)
                {
                    self.lone_number = lone_number(number, content);
                    if self.lone_number.is_some() {
                        return;
                    }
                }
                if !self.has_broken_promise(number, given, out) {
                    self.cells(number, content, out);
                }
            }
        }
    }

    /// The lone number at the start is no count but a line like any other.
    fn give_up_lone_number(&mut self, out: &mut Outcomes) {
        if let Some(lone_number) = self.lone_number.take() {
            self.cells(lone_number.line, &lone_number.text, out);
            if lone_number.has_gap {
                self.rows.blank(out);
            }
        }
    }

    /// Whether the stream goes on after all the puzzles that it promised.
    fn has_broken_promise(&mut self, number: u64, given: u64, out: &mut Outcomes) -> bool {
        let broken = self.promise.as_ref().filter(|promise| promise.count == given && self.rows.is_empty());
        let error =
            broken.map(|promise| Fault::of_line(ReadErrorKind::MorePuzzles { promised: promise.count }));
        let is_broken = error.is_some();
        out.extend(error.map(|fault| Err(fault.in_line(number))));
        is_broken
    }

    /// A line of cells, or of what cannot be anything else.
    fn cells(&mut self, number: u64, content: &str, out: &mut Outcomes) {
        let is_in_block = self.rows.is_in_block();
        let sizes = Sizes { fixed: self.fixed_side, started: self.rows.side(), is_in_block };
        let reading = read_as(content, sizes);
        let may_be_row = is_in_block || reading.is_mostly_legal;
        match reading.extent {
            Some(Extent::Whole(side)) => {
                self.rows.interrupt(out);
                out.push_back(whole_grid(number, content, side, &reading));
            }
            Some(Extent::Row(_)) if may_be_row => self.rows.push(Row::new(number, content, reading), out),
            None if may_be_row && sizes.is_row_like(reading.cells) => {
                self.rows.push(Row::new(number, content, reading), out);
            }
            _ => {
                self.rows.interrupt(out);
                out.push_back(Err(stray_fault(content, sizes, reading).in_line(number)));
            }
        }
    }

    /// Takes the end of the input. `given` records came before those in `out`.
    pub(super) fn finish(&mut self, given: u64, out: &mut Outcomes) {
        self.give_up_lone_number(out);
        self.rows.finish(out);
        // Only the last few records are in `out`.
        let found = given + out.len() as u64;
        if let Some(promise) = self.promise.as_ref().filter(|promise| promise.count > found) {
            let kind = ReadErrorKind::FewerPuzzles { promised: promise.count, found };
            out.push_back(Err(Fault::of_line(kind).in_line(promise.line)));
        }
    }
}

/// The grid of a line that starts with N² plain symbols: nearly all lines of the large collections,
/// read without looking at characters outside ASCII.
fn compact_grid(bytes: &[u8], side: usize) -> Option<Grid> {
    let (cells, rest) = bytes.split_at_checked(side * side)?;
    let ends = rest.first().is_none_or(|byte| b" \t,;#".contains(byte));
    if ends { compact_cells(cells, side) } else { None }
}

/// The grid of `side`² plain symbols.
// Two loops without a branch inside, which the compiler turns into a few vector instructions each.
pub(super) fn compact_cells(cells: &[u8], side: usize) -> Option<Grid> {
    let largest = u8::try_from(side).ok()?;
    let value = |byte: u8| byte.wrapping_sub(b'0');
    let is_symbol = |byte: u8| (value(byte) <= largest) | (byte == b'.') | (byte == b'_') | (byte == b'*');
    if !cells.iter().fold(true, |all, &byte| all & is_symbol(byte)) {
        return None;
    }
    let digit = |&byte: &u8| Digit::new(if value(byte) <= 9 { value(byte) } else { 0 });
    Some(Grid::from_digits(side, cells.iter().map(digit).collect()))
}

fn lone_number(line: u64, content: &str) -> Option<LoneNumber> {
    let text = content.trim();
    let is_count = text.len() <= LONGEST_COUNT && text.bytes().all(|byte| byte.is_ascii_digit());
    let count = text.parse().ok().filter(|_| is_count)?;
    Some(LoneNumber { line, text: content.to_owned(), count, has_gap: false })
}

fn is_row_of_nine(content: &str) -> bool {
    let reading = read_as(content, Sizes { fixed: Some(9), started: None, is_in_block: false });
    reading.extent == Some(Extent::Row(9)) && reading.is_one_token && illegal_character(content).is_none()
}

fn whole_grid(line: u64, content: &str, side: usize, reading: &Reading) -> Result<Record, ReadError> {
    let mut digits = Vec::with_capacity(reading.cells);
    for cell in Cells::new(content, reading.unit).take(reading.cells) {
        let found = cell.value.map_err(|fault| fault.in_line(line))?;
        let digit =
            u8::try_from(found).ok().filter(|&value| usize::from(value) <= side).ok_or_else(|| {
                Fault::at(cell.column, ReadErrorKind::DigitAboveSide { found, side }).in_line(line)
            })?;
        digits.push(Digit::new(digit));
    }
    Ok(Record { grid: Grid::from_digits(side, digits.into_boxed_slice()), line, number: 0 })
}

/// Why a line is neither a row nor a whole puzzle.
fn stray_fault(content: &str, sizes: Sizes, reading: Reading) -> Fault {
    let expected = sizes.whole();
    let counted = count_fault(content, reading.unit, expected, reading.cells);
    match leftmost(illegal_character(content), reading.fault) {
        Some(fault) if reading.cells == expected => fault,
        fault => leftmost(fault, Some(counted))
            .unwrap_or(Fault::of_line(ReadErrorKind::CellCount { expected, found: reading.cells })),
    }
}
