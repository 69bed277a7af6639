//! The lines after the grid in a `.ss` file of Simple Sudoku, and the writer of such files.
//!
//! ```text
//! I024      the digit 4 was placed in cell 2
//! E05002    the candidate 2 was removed from cell 5
//! ```
//!
//! Cells are numbered row by row from 00 to 80. On the clipboard these lines are replaced by a second grid
//! that includes the placed digits, and a grid of candidates.

use super::Format;
use super::fault::{Fault, ReadErrorKind};
use super::form::{Form, PuzzleWriter, each};
use super::format::{About, Part};
use super::line::symbol;
use super::loss::Loss;
use super::record::Record;
use super::write_error::WriteError;
use crate::model::geometry::{Candidate, Cell, Digit, Geometry};
use crate::model::grid::Grid;
use crate::model::pencilmarks::{Marks, Pencilmarks};

/// Number of cells, which are numbered with two digits.
const CELLS: u8 = 81;

/// No puzzle with fewer givens has a unique solution (McGuire, Tugemann and Civario, 2014). Two nearly empty
/// grids cannot be recognized as one puzzle.
const FEWEST_CLUES: usize = 17;

/// The only side that the format supports.
pub(super) const SIDE: usize = 9;

/// Returns true if the line describes a cell: a placed digit or a removed candidate.
pub(super) fn is_note(text: &str) -> bool {
    let text = text.trim();
    let digits = text.strip_prefix(['I', 'E']);
    digits.is_some_and(|digits| digits.len() >= 3 && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Applies a line about a cell to the record of the grid above it.
pub(super) fn note(record: &mut Record, text: &str) -> Result<(), Fault> {
    let column = 1 + text.chars().take_while(|character| character.is_whitespace()).count();
    let text = text.trim();
    let fault = |place: usize, expected: &str, found: &str| {
        Fault::at(column + place, ReadErrorKind::found_text(expected, found))
    };
    let (Some(cell), Some(digit)) = (text.get(1..3), text.get(3..)) else {
        return Err(fault(0, "a cell and a digit", text));
    };
    let number = cell.parse().ok().filter(|&number: &u8| number < CELLS);
    let number = number.ok_or_else(|| fault(1, "a cell from 00 to 80", cell))?;
    let cell = Cell::new(number / 9, number % 9);
    let is_placed = text.starts_with('I');
    let (length, expected) =
        if is_placed { (1, "a digit from 1 to 9") } else { (3, "a digit from 001 to 009") };
    let value = digit.parse().ok().filter(|&value: &u8| digit.len() == length && value <= 9);
    let digit = value.and_then(Digit::new).ok_or_else(|| fault(3, expected, digit))?;
    let candidate = Candidate { cell, digit };
    if is_placed {
        place(record, candidate);
    } else {
        let marks = &mut record.more_mut().marks;
        marks
            .get_or_insert_with(|| Pencilmarks::from_marks(SIDE, vec![Marks::up_to(9); 81].into()))
            .remove(candidate);
    }
    Ok(())
}

/// Places a digit in a cell without a given, in the order of the cells.
fn place(record: &mut Record, placed: Candidate) {
    if record.grid.get(placed.cell).is_none() {
        let all = &mut record.more_mut().placed;
        all.retain(|other| other.cell != placed.cell);
        let at = all.partition_point(|other| other.cell < placed.cell);
        all.insert(at, placed);
    }
}

/// Merges a framed grid that follows that of a record, if it is the same puzzle with placed digits or with
/// candidates. Returns true if it was merged.
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

#[derive(Debug)]
pub(super) struct SimpleForm;

impl SimpleForm {
    pub(super) const ABOUT: About = About {
        name: "ss",
        sides: [9, 9],
        is_block: true,
        holds: &[Part::Placed, Part::Candidates],
        words: "Simple Sudoku: a framed grid, then I and E lines",
        files: "`.ss`",
    };
}

impl Form for SimpleForm {
    fn format(&self) -> Format {
        Format::SimpleSudoku
    }

    fn writer(&self) -> Box<dyn PuzzleWriter> {
        each(write)
    }
}

/// Appends the file of a record: its grid, then placed digits and removed candidates.
fn write(record: &Record, geometry: &Geometry, out: &mut Vec<u8>) -> Result<Loss, WriteError> {
    let border = b" *-----------*\n";
    out.extend_from_slice(border);
    for (row, digits) in record.grid.digits().chunks(SIDE).enumerate() {
        if row == 3 || row == 6 {
            out.extend_from_slice(b" |---+---+---|\n");
        }
        out.push(b' ');
        for stack in digits.chunks(3) {
            out.push(b'|');
            out.extend(stack.iter().map(|&digit| symbol(digit, b'.')));
        }
        out.extend_from_slice(b"|\n");
    }
    out.extend_from_slice(border);
    out.push(b'\n');
    for placed in record.placed() {
        out.extend_from_slice(format!("I{:02}{}\n", geometry.index(placed.cell), placed.digit).as_bytes());
    }
    for Candidate { cell, digit } in record.removed(geometry)? {
        let line = format!("E{:02}{:03}\n", geometry.index(cell), digit.value());
        out.extend_from_slice(line.as_bytes());
    }
    Ok(Loss::default())
}
