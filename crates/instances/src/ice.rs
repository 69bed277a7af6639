//! Square ice: arrows on the edges of a square grid, two of them into each vertex and two out of it. Physicists call it the
//! six-vertex model.

use dlx_core::{Mention, Problem};

use crate::geometry::{Geometry, Picture};
use crate::numerals::{numerals, pattern};
use crate::{InstanceError, Published, check_range, grid, primaries, secondaries};

/// What is beyond the border of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boundary {
    /// The arrows of the left and right border point into the grid, and those of the upper and lower border out of it (domain
    /// walls). The covers correspond to alternating sign matrices: a vertex is 1 if both arrows of its row point to it, -1 if
    /// both point away from it, and otherwise 0.
    Walls,
    /// The opposite border: the grid is a torus.
    Torus,
}

/// Returns the problem of placing the arrows on the edges of `n` by `n` vertices.
///
/// The primary items are the vertices, by row and column. The edges are secondary items, whose colors are the directions `l`, `r`,
/// `u` and `d` of their arrows: `h` (row, column) to the left of a vertex or right of the last column, `v` above a vertex or below
/// the last row. An option is a vertex with the arrows of its four edges.
///
/// # Errors
/// If `n` is not within 1 to 100, or 1 on a torus.
pub fn problem(n: usize, boundary: Boundary) -> Result<Problem, InstanceError> {
    check_range("the number of rows", n, if boundary == Boundary::Torus { 2 } else { 1 }, 100)?;
    let mut builder = Problem::builder();
    let ends = [n + 1; 2];
    let vertices = primaries(&mut builder, grid(n, n).map(|cell| numerals(cell, ends)))?;
    // On a torus, the last edge of a line is its first one.
    let edges = if boundary == Boundary::Torus { n } else { n + 1 };
    let across = grid(n, edges).map(|cell| format!("h{}", numerals(cell, ends)));
    let across = secondaries(&mut builder, across)?;
    let down = grid(edges, n).map(|cell| format!("v{}", numerals(cell, ends)));
    let down = secondaries(&mut builder, down)?;
    for ([row, column], &vertex) in grid(n, n).zip(&vertices) {
        let items = [
            across[row * edges + column],
            across[row * edges + (column + 1) % edges],
            down[row * n + column],
            down[(row + 1) % edges * n + column],
        ];
        let is_border = [column == 0, column + 1 == n, row == 0, row + 1 == n];
        for arrows in 0..16_u32 {
            // Left, right, upper and lower edge; whether each arrow points to the vertex.
            let points_in = [8, 4, 2, 1].map(|bit| arrows & bit != 0);
            let fits = points_in.iter().zip([true, true, false, false]).zip(is_border);
            let has_walls = boundary == Boundary::Walls;
            if arrows.count_ones() != 2
                || has_walls && fits.into_iter().any(|((&is, wanted), is_border)| is_border && is != wanted)
            {
                continue;
            }
            let colors = [["l", "r"], ["r", "l"], ["u", "d"], ["d", "u"]];
            let arrows = items.iter().zip(colors.iter().zip(points_in));
            let arrows = arrows.map(|(&item, (colors, is))| Mention::from((item, colors[usize::from(is)])));
            builder.add_option([vertex.into()].into_iter().chain(arrows))?;
        }
    }
    Ok(builder.build()?)
}

/// Returns a geometry that shows the arrows of each vertex.
#[must_use]
pub fn geometry(n: usize, _: Boundary) -> Geometry {
    let cell = pattern(["<row>", "<column>"], [n.saturating_add(1); 2]);
    Geometry::known(Picture::Edges, [1, n, n], &format!("cell={cell} above=v{cell} left=h{cell}"))
}

/// Returns the number of solutions, if it is known here.
#[must_use]
pub fn published(n: usize, boundary: Boundary) -> Option<Published> {
    const WALLS: [u128; 10] = [1, 2, 7, 42, 429, 7436, 218_348, 10_850_216, 911_835_460, 129_534_272_700];
    const TORUS: [u128; 3] = [18, 148, 2970];
    let (counts, least, source): (&[u128], usize, _) = match boundary {
        Boundary::Walls => (&WALLS, 1, "OEIS A005130"),
        Boundary::Torus => (&TORUS, 2, "OEIS A054759"),
    };
    let count = *counts.get(n.checked_sub(least)?)?;
    Some(Published { count, source })
}
