//! Polycubes: the Soma cube, and all polycubes of one size.

use dlx_core::Problem;

use crate::geometry::{Geometry, Picture};
use crate::grids::Grid;
use crate::packing::{self, Piece, Times};
use crate::polyominoes::{self, numbered, size_of};
use crate::region::Region;
use crate::shape::{Cell, Moves, Shape, Space, connected};
use crate::{InstanceError, Published};

/// The pieces of Piet Hein's Soma cube by their usual letters; the numbers are layer, row and column.
const SOMA: [(&str, &[[usize; 3]]); 7] = [
    ("V", &[[0, 0, 0], [0, 0, 1], [0, 1, 0]]),
    ("L", &[[0, 0, 0], [0, 0, 1], [0, 0, 2], [0, 1, 0]]),
    ("T", &[[0, 0, 0], [0, 0, 1], [0, 0, 2], [0, 1, 1]]),
    ("Z", &[[0, 0, 0], [0, 0, 1], [0, 1, 1], [0, 1, 2]]),
    ("A", &[[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 1]]),
    ("B", &[[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 1, 0]]),
    ("P", &[[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 0]]),
];

/// Returns the problem of building the cube of side 3 from the seven pieces of the Soma cube. Rotations and
/// mirror images are different covers.
///
/// # Errors
/// None in practice: the pieces and the cube are fixed.
pub fn soma() -> Result<Problem, InstanceError> {
    packing::problem(&Region::cuboid(3, 3, 3)?, &named("soma", Moves::SpaceTurns)?)
}

/// Returns the geometry of [`soma`].
#[must_use]
pub fn geometry_of_soma() -> Geometry {
    Geometry::known(Picture::Packing(Grid::Cubes), [3, 3, 3], "cell=<layer><row><column>")
}

/// Returns the number of covers of [`soma`].
#[must_use]
pub fn published_soma() -> Published {
    Published { count: 48 * 240, source: "48 x 240, Conway and Guy 1961" }
}

/// Returns the pieces with this name, each used once:
/// - `soma`, or some of its letters `VLTZABP`;
/// - `free`, `onesided` or `fixed` and a size, such as `free4`: all polycubes of that size, named `4.1`,
///   `4.2` and so on; free ones may be rotated and reflected, one-sided ones rotated, and fixed ones neither;
/// - `flat:` and a name of [polyominoes](crate::polyominoes::named): these pieces made of cubes.
///
/// `moves` has no effect on the names of the second kind.
///
/// # Errors
/// If the name is unknown, or the size is not within 1 to 7.
pub fn named(name: &str, moves: Moves) -> Result<Vec<Piece>, InstanceError> {
    let expected = "`soma`, some of its letters `VLTZABP`, `free4`, `onesided4` or `fixed4`, or `flat:` and a name \
                    of polyominoes";
    let unknown = || InstanceError::UnknownPiece { name: name.to_owned(), expected };
    let kinds = [Moves::SpaceTurnsAndFlips, Moves::SpaceTurns, Moves::Shifts];
    if let Some((size, moves)) = size_of(name, kinds) {
        return of_size(size.ok_or_else(unknown)?, moves);
    }
    if let Some(flat) = name.strip_prefix("flat:") {
        let pieces = polyominoes::named(flat, moves)?;
        return Ok(pieces.into_iter().map(|piece| Piece { moves, ..piece }).collect());
    }
    let letters = if name == "soma" { "VLTZABP" } else { name };
    if letters.is_empty() {
        return Err(unknown());
    }
    let pieces = letters.chars().map(|letter| {
        let known = SOMA.iter().find(|(name, _)| name.chars().eq([letter]));
        let &(name, cells) = known.ok_or_else(unknown)?;
        let cells = cells.iter().map(|&[layer, row, column]| Cell::in_space(layer, row, column));
        Ok(Piece { name: name.to_owned(), shape: Shape::new(cells)?, moves, times: Times::ONCE })
    });
    pieces.collect()
}

/// Returns all polycubes of one size, each used once. Of polycubes that these moves transform into one
/// another, it returns one.
///
/// # Errors
/// If `size` is not within 1 to 7.
pub fn of_size(size: usize, moves: Moves) -> Result<Vec<Piece>, InstanceError> {
    Ok(numbered(size, connected(size, Space::Solid, moves)?, moves))
}
