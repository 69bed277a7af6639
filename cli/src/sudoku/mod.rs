//! The commands about Sudoku, one file a command, and what several of them share.

pub(crate) mod booklet;
pub(crate) mod canon;
pub(crate) mod check;
pub(crate) mod convert;
pub(crate) mod count;
pub(crate) mod diff;
pub(crate) mod explain;
pub(crate) mod generate;
pub(crate) mod hint;
pub(crate) mod minimize;
pub(crate) mod play;
pub(crate) mod rate;
pub(crate) mod render;
pub(crate) mod sample;
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod why;
pub(crate) mod why_not;

mod batch;
mod boards;
mod clues;
mod draw;
mod explained;
mod one_puzzle;
mod report;
