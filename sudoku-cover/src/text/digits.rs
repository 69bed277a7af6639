//! Digits amid other text: every digit is a cell, 0 and `.` are blank ones unless the board has a digit 0, and all other characters are
//! ignored, including comments. Above side 9 the end of a number cannot be recognized, so that cells hold 1
//! to 9 at most. Where no side is fixed, it is 9, unless all digits of the input are a smaller grid.

use super::Format;
use super::document::{Document, Place};
use super::fault::{ReadError, ReadErrorKind, digit_of};
use super::form::{Form, PuzzleWriter, Settings, each};
use super::format::About;
use super::line::append_rows;
use super::loss::Loss;
use super::one_line::side_of;
use super::record::{Outcomes, Record};
use super::settings;
use super::shape::USUAL_SIDE;
use super::write_error::WriteError;
use crate::model::geometry::{Digit, Geometry, Values};
use crate::model::grid::Grid;

#[derive(Debug)]
pub(super) struct DigitsForm;

impl DigitsForm {
    pub(super) const ABOUT: About = About {
        name: "digits",
        sides: [1, 9],
        is_block: false,
        holds: &[],
        words: "digits, 0 for blank cells; read with --from only, because it ignores other characters",
        files: "any text",
    };
}

impl Form for DigitsForm {
    fn format(&self) -> Format {
        Format::Digits
    }

    fn document(&self, settings: &Settings) -> Option<Box<dyn Document>> {
        Some(Box::new(Digits::new(settings)))
    }

    fn writer(&self) -> Box<dyn PuzzleWriter> {
        each(write)
    }
}

fn write(record: &Record, _: &Geometry, out: &mut Vec<u8>) -> Result<Loss, WriteError> {
    append_rows(&record.grid, record.grid.digits().len(), b'0', out);
    Ok(Loss::default())
}

/// The cells up to here.
#[derive(Debug)]
struct Digits {
    side: usize,
    /// The digits of the grids, if they are not the usual ones.
    values: Option<Values>,
    /// True until the first grid if no side is fixed.
    may_be_smaller: bool,
    /// The line of the first cell, and the place after the last one.
    first_line: u64,
    end: Place,
    cells: Vec<Option<Digit>>,
    error: Option<ReadError>,
    is_comment: bool,
}

impl Digits {
    fn new(settings: &Settings) -> Digits {
        let side = settings.side().unwrap_or(USUAL_SIDE);
        let end = Place::line_start(1);
        let may_be_smaller = settings.side().is_none();
        Digits {
            side,
            values: settings.values(),
            may_be_smaller,
            first_line: 1,
            end,
            cells: Vec::new(),
            error: None,
            is_comment: false,
        }
    }

    /// Takes the cells of a grid.
    fn end_grid(&mut self, out: &mut Outcomes) {
        let cells = std::mem::take(&mut self.cells).into_boxed_slice();
        let grid = Grid::from_digits_of(self.values(), self.side, cells);
        let record = Record::at(self.first_line, grid, Format::Digits);
        out.push_back(self.error.take().map_or(Ok(record), Err));
        self.may_be_smaller = false;
    }

    fn values(&self) -> Values {
        self.values.unwrap_or_else(|| settings::usual_values(self.side))
    }

    fn cell(&mut self, value: Option<u8>, place: Place, out: &mut Outcomes) {
        if self.cells.is_empty() {
            self.first_line = place.line;
        }
        self.end = Place { column: place.column + 1, ..place };
        let digit = digit_of(self.values(), value.map(u32::from)).map_err(|kind| place.error(kind));
        self.cells.push(digit.unwrap_or_else(|error| {
            self.error.get_or_insert(error);
            None
        }));
        if self.cells.len() == self.side * self.side {
            self.end_grid(out);
        }
    }
}

impl Document for Digits {
    fn byte(&mut self, byte: u8, place: Place, out: &mut Outcomes) {
        match byte {
            b'\n' => self.is_comment = false,
            b'#' => self.is_comment = true,
            b'.' if !self.is_comment => self.cell(None, place, out),
            b'0'..=b'9' if !self.is_comment => self.cell(Some(byte - b'0'), place, out),
            _ => {}
        }
    }

    fn finish(&mut self, _: Place, out: &mut Outcomes) {
        let largest = self.cells.iter().flatten().map(|digit| usize::from(digit.value())).max();
        let smaller = side_of(self.cells.len()).filter(|&side| largest.is_none_or(|digit| digit <= side));
        if let Some(side) = smaller.filter(|_| self.may_be_smaller && self.error.is_none()) {
            self.side = side;
            self.end_grid(out);
        }
        if !self.cells.is_empty() {
            let kind = ReadErrorKind::end_after(self.side * self.side, "cell", self.cells.len());
            out.push_back(Err(self.end.error(kind)));
        }
    }
}
