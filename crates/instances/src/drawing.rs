//! Reads drawings of regions and pieces, in which each character is a cell.
//!
//! A blank or `.` is outside, any other character inside. A line of three or more hyphens and nothing else
//! begins the next layer. Rows may have different lengths. The place of a character is the row and column of its cell, also
//! in [other grids](crate::grids) than squares.
//!
//! In a list of pieces, blank lines separate the pieces. The first line of a piece is its name and, unless
//! the piece is used exactly once, the number of times it is used: a number, a range such as `0..3`, or `*`
//! for any number. The drawing of the piece follows. A name has a letter or a digit and is not a row of the
//! drawing. If the first rows of a piece have one character for cells, all its rows have that character, so that a
//! missing blank line before the next name is noticed:
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

use std::collections::BTreeSet;

use thiserror::Error;

use crate::InstanceError;
use crate::grids::Grid;
use crate::packing::{Piece, Times, TimesError};
use crate::region::Region;
use crate::shape::{Cell, Moves};

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
    /// The first line of a piece is a row of its drawing.
    #[error("expected the name of a piece before its drawing, found the row `{}`", found.escape_debug())]
    NoName {
        /// The line.
        found: String,
    },
    /// A row within a drawing has other characters than the rows above it: the name of the next piece.
    #[error(
        "expected a row drawn with `{cell}` as those above, found `{}`; a blank line comes before the next piece",
        found.escape_debug()
    )]
    OtherRow {
        /// The character of the cells above.
        cell: char,
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

/// Returns the pieces of a drawing of this grid, all with these moves.
///
/// # Errors
/// A tab, a first line that is not a name and a number of times, a row that looks like the first line of another
/// piece, or a piece without cells.
pub fn pieces(text: &str, grid: Grid, moves: Moves) -> Result<Vec<Piece>, DrawingError> {
    let lines: Vec<(usize, &str)> = (1..).zip(text.lines()).collect();
    let blocks = lines.split(|(_, line)| line.trim().is_empty()).filter(|block| !block.is_empty());
    blocks.map(|block| piece(block, grid, moves)).collect()
}

/// Reads one piece from its lines; there is at least the first line.
fn piece(lines: &[(usize, &str)], grid: Grid, moves: Moves) -> Result<Piece, DrawingError> {
    let [(number, header), drawing @ ..] = lines else {
        return Err(at(0, DrawingFault::BadHeader { found: String::new() }));
    };
    let (name, times) = match header.split_whitespace().collect::<Vec<_>>()[..] {
        [name] => (name, Times::ONCE),
        [name, times] => (name, times.parse().map_err(|error: TimesError| at(*number, error))?),
        _ => return Err(at(*number, DrawingFault::BadHeader { found: (*header).to_owned() })),
    };
    if is_row(name, drawing) {
        return Err(at(*number, DrawingFault::NoName { found: (*header).to_owned() }));
    }
    refuse_names(drawing)?;
    let shape = grid.shape(cells(drawing)?).map_err(|error| at(*number, error))?;
    Ok(Piece { name: name.to_owned(), shape, moves, times })
}

/// Returns true if the name of a piece is a row of its drawing: it has no letter or digit, or two or more
/// characters that are all outside or the one character of the drawing.
fn is_row(name: &str, drawing: &[(usize, &str)]) -> bool {
    let rows = drawing.iter().filter(|(_, line)| !is_layer_end(line));
    let drawn: BTreeSet<char> = rows.flat_map(|(_, line)| inside(line)).map(|(_, cell)| cell).collect();
    let is_drawn = |c: char| c == '.' || drawn.contains(&c);
    !name.contains(char::is_alphanumeric)
        || name.chars().count() > 1 && drawn.len() == 1 && name.chars().all(is_drawn)
}

/// Refuses a row with a letter or a digit, but without the one character of all rows above it.
fn refuse_names(drawing: &[(usize, &str)]) -> Result<(), DrawingError> {
    let mut cell = None;
    for (number, line) in drawing.iter().filter(|(_, line)| !is_layer_end(line)) {
        let row: Vec<char> = inside(line).map(|(_, c)| c).collect();
        match (cell, row.first()) {
            (_, None) => {}
            (Some(cell), _) if !row.contains(&cell) && row.iter().any(|c| c.is_alphanumeric()) => {
                return Err(at(*number, DrawingFault::OtherRow { cell, found: (*line).to_owned() }));
            }
            (None, Some(&first)) if row.iter().all(|&c| c == first) => cell = Some(first),
            (Some(cell), _) if row.iter().all(|&c| c == cell) => {}
            // With several characters, they mean something to the author.
            _ => return Ok(()),
        }
    }
    Ok(())
}

/// Returns the characters of a row that are cells, with their columns.
fn inside(line: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    line.trim_end().chars().enumerate().filter(|(_, c)| *c != '.' && !c.is_whitespace())
}

/// Returns true for a line that ends a layer.
fn is_layer_end(line: &str) -> bool {
    let line = line.trim_end();
    line.len() >= 3 && line.bytes().all(|byte| byte == b'-')
}

fn cells(lines: &[(usize, &str)]) -> Result<Vec<Cell>, DrawingError> {
    let mut cells = Vec::new();
    let (mut layer, mut row) = (0, 0);
    for (number, line) in lines {
        if line.contains('\t') {
            return Err(at(*number, DrawingFault::Tab));
        }
        if is_layer_end(line) {
            (layer, row) = (layer + 1, 0);
            continue;
        }
        cells.extend(inside(line).map(|(column, _)| Cell::in_space(layer, row, column)));
        row += 1;
    }
    Ok(cells)
}

fn at(line: usize, fault: impl Into<DrawingFault>) -> DrawingError {
    DrawingError { line, fault: fault.into() }
}
