//! The settings of a reader.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use super::format::Format;
use crate::model::geometry::{Geometry, Values, checked_side};

/// Settings fixed before anything is read.
#[derive(Clone, Debug, Default)]
pub(super) struct Settings {
    /// The board of all grids.
    pub(super) geometry: Option<Geometry>,
    /// The format, if it is not to be recognized.
    pub(super) format: Option<Format>,
    /// The column of a table that contains the puzzles.
    pub(super) column: Option<Column>,
    /// True if lines with rules of the board may follow a puzzle.
    pub(super) has_rules_below: bool,
}

impl Settings {
    /// Returns the digits of all grids, if they are fixed and not the usual ones.
    pub(super) fn values(&self) -> Option<Values> {
        self.geometry.as_ref().and_then(unusual_values)
    }

    /// Returns the side of all grids, if fixed.
    pub(super) fn side(&self) -> Option<usize> {
        self.geometry.as_ref().map(Geometry::side)
    }
}

/// Returns the board of a grid: the fixed one, or the plain board of its side, if there is one.
pub(super) fn board(told: Option<&Geometry>, side: usize) -> Option<Geometry> {
    told.cloned().or_else(|| Geometry::of_side(side).ok())
}

/// Returns the digits of a board, if they are not the usual ones of its side.
pub(super) fn unusual_values(board: &Geometry) -> Option<Values> {
    Some(board.values()).filter(|&values| values != usual_values(board.side()))
}

/// Returns the usual digits of a grid of this side.
pub(super) fn usual_values(side: usize) -> Values {
    Values::of_side(checked_side(side).unwrap_or(1))
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Column {
    /// By its name in the header, ignoring ASCII case.
    Named(String),
    /// By its number, counted from 1. The table needs no header then.
    Number(usize),
}

impl FromStr for Column {
    type Err = Infallible;

    fn from_str(word: &str) -> Result<Column, Infallible> {
        let number = word.parse().ok().filter(|&number| number > 0);
        Ok(number.map_or_else(|| Column::Named(word.to_owned()), Column::Number))
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Column::Named(name) => write!(f, "`{name}`"),
            Column::Number(number) => number.fmt(f),
        }
    }
}
