//! Puzzles of `SudokuPad` in its own form: JSON objects, shortened, compressed by LZ-string and written in
//! base 64 after `scl`.
//!
//! Givens, regions and cages with sums say what they mean. Lines, arrows, shapes and other cages are drawings, whose meaning is in
//! the words of the puzzle alone: they, the notes and the fog become the [decoration](crate::decoration) of the record. A square
//! below a cell that says nothing else colors it.

mod drawings;
mod names;
mod read;
mod short;
mod write;

pub(super) use read::read;
pub(super) use write::write;
