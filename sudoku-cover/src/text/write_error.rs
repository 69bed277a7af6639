//! The reasons why a record cannot be written.

use std::io;

use super::Format;
use super::compressed;
use super::loss::Loss;
use crate::model::geometry::rules::RuleError;
use crate::model::geometry::{Cell, Values};
use crate::model::grid::GridError;

/// The reason why a record cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The format does not support grids of this side.
    #[error("expected a grid of side {} for {format}, found one of side {found}", sides(*.format))]
    Side {
        /// The format.
        format: Format,
        /// The side of the grid.
        found: usize,
    },
    /// The format cannot represent a cell without candidates.
    #[error(
        "expected a candidate in every cell for {format}, found none in {found}{}{}",
        if rules.is_none() { "" } else { "; it would not hold " },
        rules
    )]
    NoCandidate {
        /// The format.
        format: Format,
        /// The cell.
        found: Cell,
        /// The rules that may leave none, if the format does not hold them.
        rules: Loss,
    },
    /// The format supports usual digits alone, 1 to the side.
    #[error("expected the digits 1 to {side} for {format}, found {found}")]
    Values {
        /// The format.
        format: Format,
        /// The side of the grid.
        side: usize,
        /// The digits of the board.
        found: Values,
    },
    /// The format cannot represent given digits.
    #[error("expected a puzzle without given digits for {format}, found some")]
    Givens {
        /// The format.
        format: Format,
    },
    /// The compressed text is longer than the format is read.
    #[error("expected at most {} compressed characters for {format}, found {found}", compressed::LONGEST)]
    TooLong {
        /// The format.
        format: Format,
        /// The number of characters.
        found: usize,
    },
    /// A board of this size cannot have the rules of the record.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// The board has another side than the grid.
    #[error(transparent)]
    Board(#[from] GridError),
    /// The output failed.
    #[error("cannot write: {0}")]
    Io(#[from] io::Error),
}

/// Returns the smallest and the largest side of a format as text.
fn sides(format: Format) -> String {
    let [least, most] = format.sides();
    if least == most { most.to_string() } else { format!("{least} to {most}") }
}
