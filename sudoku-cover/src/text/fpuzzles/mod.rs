//! Puzzles of f-puzzles: JSON objects, compressed by LZ-string and written in base 64, as in the links of
//! f-puzzles and `SudokuPad`.
//!
//! An object has a member for each kind of rule; lists of lines, cells and values describe the rules of the
//! kind. Members that draw, colors of cells and notes become the [decoration](crate::decoration) of the record, and the solution
//! a detail. Notes in the centres of cells are no candidates: a player notes some of them. Any other member that is not empty is an error,
//! since a puzzle without one of its rules would be another puzzle.

mod drawings;
mod names;
mod read;
mod values;
mod write;

pub(super) use read::{is_puzzle, read};
pub(super) use values::whole;
pub(super) use write::{first_without_candidates, holds, write};
