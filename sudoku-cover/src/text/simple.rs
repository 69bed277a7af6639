//! What follows the grid in a `.ss` file of Simple Sudoku, and how one is written.
//!
//! ```text
//! I024      the digit 4 was placed in cell 2
//! E05002    the candidate 2 was removed from cell 5
//! ```
//!
//! Cells are numbered row by row from 00 to 80. On the clipboard there is a second grid with the placed digits instead,
//! and a grid of candidates.

use super::fault::{Expected, Fault, ReadErrorKind, shown};
use super::format::Format;
use super::record::Record;
use crate::model::geometry::{Candidate, Cell, Digit, Geometry};
use crate::model::grid::{Grid, GridError};
use crate::model::pencilmarks::Pencilmarks;

/// Cells have two digits, and there are so many.
const CELLS: u8 = 81;

/// No puzzle with fewer clues has one solution (McGuire, Tugemann and Civario, 2014). Of two grids that hold next to
/// nothing it cannot be said that they are one puzzle.
const FEWEST_CLUES: usize = 17;

/// The only side of these files.
pub(super) const SIDE: usize = 9;

/// Whether a line says something about a cell.
pub(super) fn is_note(text: &str) -> bool {
    let text = text.trim();
    let digits = text.strip_prefix(['I', 'E']);
    digits.is_some_and(|digits| digits.len() >= 3 && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Adds what a line says about a cell to the record of the grid above it.
pub(super) fn note(record: &mut Record, text: &str) -> Result<(), Fault> {
    let column = 1 + text.chars().take_while(|character| character.is_whitespace()).count();
    let text = text.trim();
    let fault = |place: usize, expected, found: &str| {
        Fault::at(column + place, ReadErrorKind::OtherName { expected, found: shown(found) })
    };
    let (Some(cell), Some(digit)) = (text.get(1..3), text.get(3..)) else {
        return Err(fault(0, Expected::CellAndDigit, text));
    };
    let number = cell.parse().ok().filter(|&number: &u8| number < CELLS);
    let number = number.ok_or_else(|| fault(1, Expected::CellNumber, cell))?;
    let cell = Cell::new(number / 9, number % 9);
    let is_placed = text.starts_with('I');
    let digit = Some(digit).filter(|digit| digit.len() == if is_placed { 1 } else { 3 });
    let digit =
        digit.and_then(|digit| digit.parse().ok()).filter(|&value: &u8| value <= 9).and_then(Digit::new);
    let expected = if is_placed { Expected::OneDigit } else { Expected::ThreeDigits };
    let digit = digit.ok_or_else(|| fault(3, expected, &text[3..]))?;
    if is_placed {
        place(record, Candidate { cell, digit });
    } else {
        let marks = record.more_mut().marks.take();
        let mut marks =
            marks.or_else(|| Pencilmarks::full(SIDE).ok()).ok_or_else(|| fault(0, expected, text))?;
        let left = marks.get(cell).without(digit);
        marks.set(cell, left).unwrap_or_else(|_| unreachable!("the cell is one of 81"));
        record.more_mut().marks = Some(marks);
    }
    Ok(())
}

/// Places a digit, unless one is given there, in the order of the cells.
fn place(record: &mut Record, placed: Candidate) {
    if record.grid.get(placed.cell).is_none() {
        let all = &mut record.more_mut().placed;
        all.retain(|other| other.cell != placed.cell);
        let at = all.partition_point(|other| other.cell < placed.cell);
        all.insert(at, placed);
    }
}

/// Adds a grid that follows that of a record in a frame of its own: the same puzzle with digits placed, or with its
/// candidates. Answers whether it is one of these.
pub(super) fn merge(record: &mut Record, next: &Record) -> bool {
    let is_classic = record.grid.side() == SIDE && next.grid.side() == SIDE;
    let has_notes = record.has_marks() || !record.placed().is_empty() && next.allowed().is_none();
    if !is_classic || has_notes || record.grid.clue_count() < FEWEST_CLUES {
        return false;
    }
    let keeps = |next: &Grid| {
        let pairs = record.grid.digits().iter().zip(next.digits());
        pairs.clone().all(|(given, digit)| given.is_none() || given == digit)
    };
    if let Some(allowed) = next.allowed() {
        let has = |clue: Candidate| allowed.get(clue.cell).single() == Some(clue.digit);
        if !record.grid.clues().all(has) {
            return false;
        }
        record.more_mut().marks = Some(allowed.clone());
        return true;
    }
    if next.more.is_some() || !keeps(&next.grid) || next.grid.clue_count() == record.grid.clue_count() {
        return false;
    }
    for clue in next.grid.clues() {
        place(record, clue);
    }
    record.format = Format::SimpleSudoku;
    true
}

/// Appends the file of a record: its grid, and what has happened since.
pub(super) fn write(record: &Record, geometry: &Geometry, out: &mut Vec<u8>) -> Result<(), GridError> {
    let border = b" *-----------*\n";
    out.extend_from_slice(border);
    for (row, digits) in record.grid.digits().chunks(SIDE).enumerate() {
        if row == 3 || row == 6 {
            out.extend_from_slice(b" |---+---+---|\n");
        }
        out.extend_from_slice(b" |");
        for (column, digit) in digits.iter().enumerate() {
            if column == 3 || column == 6 {
                out.push(b'|');
            }
            out.push(digit.map_or(b'.', |digit| b'0' + digit.value()));
        }
        out.extend_from_slice(b"|\n");
    }
    out.extend_from_slice(border);
    out.push(b'\n');
    for placed in record.placed() {
        out.extend_from_slice(format!("I{:02}{}\n", geometry.index(placed.cell), placed.digit).as_bytes());
    }
    if record.has_marks() {
        let filled = record.filled();
        let (implied, left) = (Pencilmarks::implied(&filled, geometry)?, record.candidates(geometry)?);
        for cell in geometry.cells().filter(|&cell| filled.get(cell).is_none()) {
            for digit in implied.get(cell).digits().filter(|&digit| !left.get(cell).contains(digit)) {
                let line = format!("E{:02}{:03}\n", geometry.index(cell), digit.value());
                out.extend_from_slice(line.as_bytes());
            }
        }
    }
    Ok(())
}
