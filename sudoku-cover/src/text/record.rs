//! What a stream is made of: puzzles, each with its place.

use crate::grid::Grid;

/// A puzzle of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The digits that are given.
    pub grid: Grid,
    /// The line in which it starts, counted from 1.
    pub line: u64,
    /// Which record of the stream it is, counted from 1, bad records included.
    pub number: u64,
}
