//! What a reader is told beforehand.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use super::format::Format;
use crate::model::geometry::Geometry;

/// What is known before anything is read.
#[derive(Clone, Debug, Default)]
pub(super) struct Settings {
    /// The board that all grids are for.
    pub(super) geometry: Option<Geometry>,
    /// The format, if it is not to be found out.
    pub(super) format: Option<Format>,
    /// Where the puzzles of a table stand.
    pub(super) column: Option<Column>,
}

impl Settings {
    /// The side that all grids have.
    pub(super) fn side(&self) -> Option<usize> {
        self.geometry.as_ref().map(Geometry::side)
    }
}

/// The board of a grid: the one that was told, or the plain one of its side, if there is one.
pub(super) fn board(told: Option<&Geometry>, side: usize) -> Option<Geometry> {
    told.cloned().or_else(|| Geometry::of_side(side).ok())
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Column {
    /// By its name in the header, in small or capital letters.
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
