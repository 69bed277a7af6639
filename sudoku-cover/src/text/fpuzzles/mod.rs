//! Puzzles of f-puzzles: JSON objects, compressed by LZ-string and written in base 64, as in the links of
//! f-puzzles and `SudokuPad`.
//!
//! An object has a member for each kind of rule; lists of lines, cells and values describe the rules of the
//! kind. Members that draw are [left out](super::Record::left_out) by number, because what they mean is in the
//! words of the puzzle alone; the solution, colors of cells and notes in corners become details. Any other member that is not empty is an error,
//! since a puzzle without one of its rules would be another puzzle.

mod cell_details;
mod names;
mod read;
mod values;
mod write;

pub(super) use cell_details::{CellDetails, is_color};
pub(super) use read::{is_puzzle, read};
pub(super) use values::whole;
pub(super) use write::{first_without_candidates, holds, write};
