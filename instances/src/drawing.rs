//! Reads drawings of regions and pieces, in which each character is a cell.
//!
//! A blank or `.` is outside, any other character inside. A line of three or more hyphens and nothing else
//! begins the next layer. Rows may have different lengths.
//!
//! In a list of pieces, blank lines separate the pieces. The first line of a piece is its name and, unless
//! the piece is used exactly once, the number of times it is used: a number, a range such as `0..3`, or `*`
//! for any number. The drawing of the piece follows:
//!
//! ```text
//! L 2
//! #..
//! ###
//!
//! tower 0..3
//! ##
//! .#
//! ---
//! #.
//! ```

use thiserror::Error;

use crate::InstanceError;
use crate::packing::{Piece, Times, TimesError};
use crate::region::Region;
use crate::shape::{Cell, Moves, Shape};

/// An error in a drawing, with its line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {fault}")]
pub struct DrawingError {
    /// The line number, from 1.
    pub line: usize,
    /// The kind of error.
    pub fault: DrawingFault,
}

/// The kinds of errors in a drawing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DrawingFault {
    /// A tab, whose width is unknown.
    #[error("a tab in a drawing; expected blanks or `.` for cells outside")]
    Tab,
    /// The first line of a piece has more than two words.
    #[error("expected the name of a piece and perhaps how many times it is used, found `{}`", found.escape_debug())]
    BadHeader {
        /// The line.
        found: String,
    },
    /// The first line of a piece has an invalid number of times.
    #[error(transparent)]
    Times(#[from] TimesError),
    /// A drawing with no cell or too many cells.
    #[error(transparent)]
    Cells(#[from] InstanceError),
}

/// Returns the region of a drawing.
///
/// # Errors
/// A tab, a drawing without a cell, or a region that is too large for [`Region::of_cells`].
pub fn region(text: &str) -> Result<Region, DrawingError> {
    let lines: Vec<(usize, &str)> = (1..).zip(text.lines()).collect();
    Region::of_cells(cells(&lines)?).map_err(|error| at(1, error))
}

/// Returns the pieces of a drawing, all with these moves.
///
/// # Errors
/// A tab, a first line that is not a name and a number of times, or a piece without cells.
pub fn pieces(text: &str, moves: Moves) -> Result<Vec<Piece>, DrawingError> {
    let lines: Vec<(usize, &str)> = (1..).zip(text.lines()).collect();
    let blocks = lines.split(|(_, line)| line.trim().is_empty()).filter(|block| !block.is_empty());
    blocks.map(|block| piece(block, moves)).collect()
}

/// Reads one piece from its lines; there is at least the first line.
fn piece(lines: &[(usize, &str)], moves: Moves) -> Result<Piece, DrawingError> {
    let [(number, header), drawing @ ..] = lines else {
        return Err(at(0, DrawingFault::BadHeader { found: String::new() }));
    };
    let (name, times) = match header.split_whitespace().collect::<Vec<_>>()[..] {
        [name] => (name, Times::ONCE),
        [name, times] => (name, times.parse().map_err(|error: TimesError| at(*number, error))?),
        _ => return Err(at(*number, DrawingFault::BadHeader { found: (*header).to_owned() })),
    };
    let shape = Shape::new(cells(drawing)?).map_err(|error| at(*number, error))?;
    Ok(Piece { name: name.to_owned(), shape, moves, times })
}

fn cells(lines: &[(usize, &str)]) -> Result<Vec<Cell>, DrawingError> {
    let mut cells = Vec::new();
    let (mut layer, mut row) = (0, 0);
    for (number, line) in lines {
        if line.contains('\t') {
            return Err(at(*number, DrawingFault::Tab));
        }
        let line = line.trim_end();
        if line.len() >= 3 && line.bytes().all(|byte| byte == b'-') {
            (layer, row) = (layer + 1, 0);
            continue;
        }
        let inside = line.chars().enumerate().filter(|(_, c)| *c != '.' && !c.is_whitespace());
        cells.extend(inside.map(|(column, _)| Cell::in_space(layer, row, column)));
        row += 1;
    }
    Ok(cells)
}

fn at(line: usize, fault: impl Into<DrawingFault>) -> DrawingError {
    DrawingError { line, fault: fault.into() }
}
