//! Digits amid anything: every digit is a cell, 0 and `.` are blank ones, and all else means nothing, comments
//! included. Above side 9 there is no telling where a number ends, so that cells hold 1 to 9 at most.

use super::fault::{Fault, ReadErrorKind};
use super::format::Format;
use super::place::Place;
use super::record::Record;
use super::rows::Outcomes;
use super::settings::Settings;
use super::shape::USUAL_SIDE;
use crate::model::geometry::Digit;
use crate::model::grid::Grid;

/// The cells up to here.
#[derive(Debug)]
pub(super) struct Digits {
    side: usize,
    place: Place,
    /// The line of the first cell, and the place after the last one.
    first_line: u64,
    last: Place,
    cells: Vec<Option<Digit>>,
    fault: Option<(u64, Fault)>,
    is_comment: bool,
}

impl Digits {
    pub(super) fn new(line: u64, settings: &Settings) -> Digits {
        let side = settings.side().unwrap_or(USUAL_SIDE);
        let place = Place::line_start(line);
        Digits {
            side,
            place,
            first_line: line,
            last: place,
            cells: Vec::new(),
            fault: None,
            is_comment: false,
        }
    }

    pub(super) fn line(&self) -> u64 {
        self.place.line
    }

    pub(super) fn take(&mut self, bytes: &[u8], out: &mut Outcomes) -> usize {
        for (taken, &byte) in (1..).zip(bytes) {
            let place = self.place;
            self.place.pass(byte);
            match byte {
                b'\n' => self.is_comment = false,
                b'#' => self.is_comment = true,
                b'.' | b'0'..=b'9' if !self.is_comment => {
                    self.cell(place, if byte == b'.' { 0 } else { byte - b'0' });
                    if self.cells.len() == self.side * self.side {
                        self.give(out);
                        return taken;
                    }
                }
                _ => {}
            }
        }
        bytes.len()
    }

    fn cell(&mut self, place: Place, value: u8) {
        if self.cells.is_empty() {
            self.first_line = place.line;
        }
        if usize::from(value) > self.side && self.fault.is_none() {
            let kind = ReadErrorKind::DigitAboveSide { found: value.into(), side: self.side };
            self.fault = Some((place.line, Fault::at(place.column, kind)));
        }
        self.cells.push(Digit::new(value));
        self.last = self.place;
    }

    fn give(&mut self, out: &mut Outcomes) {
        let cells = std::mem::take(&mut self.cells);
        out.push_back(match self.fault.take() {
            Some((line, fault)) => Err(fault.in_line(line)),
            None => {
                let grid = Grid::from_digits(self.side, cells.into_boxed_slice());
                Ok(Record::at(self.first_line, grid, Format::Digits))
            }
        });
    }

    pub(super) fn finish(&mut self, out: &mut Outcomes) {
        if !self.cells.is_empty() {
            let kind = ReadErrorKind::EndOfCells { expected: self.side * self.side, found: self.cells.len() };
            out.push_back(Err(Fault::at(self.last.column, kind).in_line(self.last.line)));
            self.cells.clear();
        }
    }
}
