//! The notation of the Interactive Sudoku Solver: `.~R1C1_5.Thermo~R2C1~R3C1.Cage~9~R1C2~R2C2`.
//!
//! A constraint is a dot, its name, and arguments after `~`. Constraints between `.Or` and `.End`, or `.And` and `.End`, are parts
//! of one constraint. The constraint without a name lists cells with their digits: one digit is given, several are the candidates
//! of the cell. White space is ignored, so a puzzle may have several lines. It ends at a blank line, and at a line that begins
//! neither with a dot nor in the middle of a constraint. Files often have one puzzle per line. So a puzzle also ends before a line
//! that is not indented, if the line has another size, or begins with digits and the puzzle has digits already, or has several
//! constraints or 17 digits and
//!
//! - repeats a constraint of the puzzle, or names a cell outside the board,
//! - begins with 17 digits, or follows a line that does,
//! - names cells of a constraint of the same name, and the puzzle has neither digits nor a size,
//! - has the first digits or the first size, and no sign that it belongs to the same puzzle.
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
