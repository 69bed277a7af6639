//! A grid of candidates in one line: for each cell N places, of which the one of a digit holds that digit, or a blank
//! if it is no candidate: 729 characters for the classic. Above side 9 a place is two characters wide.
//!
//! There are no given digits in this form. A single candidate is read as one, by the rule of
//! [`marked`](super::marked).

use super::fault::{Fault, ReadErrorKind};
use super::format::Format;
use super::marked::{self, Group};
use super::record::Record;
use crate::model::geometry::{Digit, Geometry, MAX_SIDE};
use crate::model::grid::GridError;
use crate::model::pencilmarks::Marks;

/// The side of the grid whose candidates are so many characters.
pub(super) fn side_of(length: usize, fixed: Option<usize>) -> Option<usize> {
    let fits = |&side: &usize| side.pow(3) * width(side) == length;
    match fixed {
        // Up to side 2 every such line is also one of another form.
        Some(side) => Some(side).filter(|side| *side > 2).filter(fits),
        None => [4, 6, 9].into_iter().chain(10..=MAX_SIDE).find(fits),
    }
}

fn width(side: usize) -> usize {
    if side > 9 { 2 } else { 1 }
}

/// The record of a line of candidates, which begins in this column.
pub(super) fn read(line: u64, column: usize, text: &str, geometry: &Geometry) -> Result<Record, Fault> {
    let width = width(geometry.side());
    let mut marks = Marks::none();
    let mut groups = Vec::with_capacity(geometry.cell_count());
    let mut characters = text.chars();
    let mut column = column;
    for _ in geometry.cells() {
        for digit in geometry.digits() {
            let mut value = 0;
            for _ in 0..width {
                let found = characters.next().unwrap_or(' ');
                let other = || Fault::at(column, ReadErrorKind::OtherCandidate { candidate: digit, found });
                value = 10 * value
                    + match found {
                        '.' | '_' | '*' => 0,
                        _ => found.to_digit(10).ok_or_else(other)?,
                    };
                column += 1;
                if value > u32::from(digit.value()) {
                    return Err(other_at(column - 1, digit, found));
                }
            }
            if value == u32::from(digit.value()) {
                marks = marks.with(digit);
            } else if value != 0 {
                let found = char::from_digit(value % 10, 10).unwrap_or('?');
                return Err(other_at(column - 1, digit, found));
            }
        }
        groups.push(Group::Open(std::mem::take(&mut marks)));
    }
    let mut record = marked::record(line, geometry, &groups, false);
    record.format = Format::Candidates;
    Ok(record)
}

fn other_at(column: usize, candidate: Digit, found: char) -> Fault {
    Fault::at(column, ReadErrorKind::OtherCandidate { candidate, found })
}

/// Appends the line of a record.
pub(super) fn write(record: &Record, geometry: &Geometry, out: &mut Vec<u8>) -> Result<(), GridError> {
    for &marks in record.candidates(geometry)?.marks() {
        for digit in geometry.digits() {
            let value = if marks.contains(digit) { digit.value() } else { 0 };
            if width(geometry.side()) == 2 {
                out.extend([b'0' + value / 10, b'0' + value % 10]);
            } else {
                out.push(if value == 0 { b'.' } else { b'0' + value });
            }
        }
    }
    out.push(b'\n');
    Ok(())
}
