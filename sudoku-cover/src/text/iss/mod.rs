//! The notation of the Interactive Sudoku Solver: `.~R1C1_5.Thermo~R2C1~R3C1.Cage~9~R1C2~R2C2`.
//!
//! A constraint is a dot, its name, and arguments after `~`. The constraint without a name lists cells with
//! their digits: one digit is given, several are the candidates of the cell. White space between constraints
//! has no meaning, so a puzzle may have several lines. It ends at a blank line, at a line that begins with
//! anything but a dot or `#`, and at a second line that begins with digits. Because files have a puzzle per line, it
//! also ends between two lines that are not indented and have several constraints or 17 digits each. `#` begins a
//! comment line.

mod constraint;
mod document;
mod names;
mod read;
mod write;

pub(super) use document::{Iss, is_beginning};
pub(super) use read::read;
pub(super) use write::write;
