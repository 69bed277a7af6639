//! The boards and digits that a reader assumes, and the column of a table that it reads.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use crate::model::geometry::{Geometry, Values, checked_side};

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
