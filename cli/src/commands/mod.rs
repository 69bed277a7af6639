//! One file a command, and what several of them share.

pub(crate) mod cover_check;
pub(crate) mod cover_count;
pub(crate) mod cover_solve;
pub(crate) mod sudoku_check;
pub(crate) mod sudoku_count;
pub(crate) mod sudoku_solve;

mod draw;
mod puzzles;
mod report;

/// The version of the objects that `--format json` prints; it changes when a field changes its meaning.
const SCHEMA: u32 = 1;
