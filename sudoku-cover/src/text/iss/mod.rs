//! The notation of the Interactive Sudoku Solver: `.~R1C1_5.Thermo~R2C1~R3C1.Cage~9~R1C2~R2C2`.
//!
//! A constraint is a dot, its name, and arguments after `~`. Those between `.Or` and `.End`, or `.And` and `.End`, are parts of
//! one. The constraint without a name lists cells with
//! their digits: one digit is given, several are the candidates of the cell. White space has no meaning, so a puzzle may
//! have several lines. It ends at a blank line, and at a line that begins neither with a dot nor in the middle of a
//! constraint. Because files have a puzzle per line, it also ends before a line that is not indented and has another size,
//! begins with digits where there are some, or has several constraints or 17 digits and
//!
//! - has a constraint again, or a cell outside the board,
//! - begins with 17 digits, or follows a line that does,
//! - has cells that a constraint of the same name has, where there are neither digits nor a size,
//! - has the first digits or the first size, with nothing that speaks for the same puzzle.
//!
//! `#` begins a comment line.

mod bits;
mod constraint;
mod document;
mod names;
mod open;
mod read;
mod wide;
mod write;

pub(super) use document::{IssForm, is_beginning};
pub(super) use read::read;
