//! Partridge squares: one square of side 1, two of side 2, and so on up to n of side n fill one large square
//! (R. Wainwright 1996). The areas fit because 1³ + 2³ + ··· + n³ = (1 + 2 + ··· + n)².

use dlx_core::Problem;

use crate::geometry::{Geometry, Picture};
use crate::grids::Grid;
use crate::numerals::{numerals, pattern};
use crate::{InstanceError, Published, check_range, grid, primaries};

/// Returns the problem of filling a square of side 1 + 2 + ··· + n with k squares of side k for each k from 1
/// to `n`.
///
/// The items are the squares `1x1`, `2x2` and so on, each of which is covered as many times as its side is
/// long, and the cells; an option is a square of some side at some position.
///
/// # Errors
/// If `n` is not within 1 to 14.
pub fn problem(n: usize) -> Result<Problem, InstanceError> {
    check_range("the greatest side", n, 1, 14)?;
    let side = n * (n + 1) / 2;
    let mut builder = Problem::builder();
    let mut sizes = Vec::new();
    for (times, size) in (1..).zip(1..=n) {
        sizes.push(builder.add_bounded(format!("{size}x{size}"), times..=times)?);
    }
    let names = grid(side, side).map(|cell| numerals(cell, [side, side]));
    let cells = primaries(&mut builder, names)?;
    for (size, &item) in (1..).zip(&sizes) {
        for top in 0..=side - size {
            for left in 0..=side - size {
                let rows = (top..top + size).flat_map(|row| &cells[row * side + left..][..size]);
                builder.add_option([item].into_iter().chain(rows.copied()))?;
            }
        }
    }
    Ok(builder.build()?)
}

/// Returns a geometry that shows the squares within the large one.
#[must_use]
pub fn geometry(n: usize) -> Geometry {
    let side = n.saturating_mul(n.saturating_add(1)) / 2;
    let cell = pattern(["<row>", "<column>"], [side, side]);
    Geometry::known(Picture::Packing(Grid::Cubes), [1, side, side], &format!("cell={cell}"))
}

/// Returns the number of solutions for n up to 9, with rotations and mirror images counted separately.
#[must_use]
pub fn published(n: usize) -> Option<Published> {
    let (count, source) = match n {
        1 => (1, "the square itself"),
        2..=7 => (0, "W. Cutler and others, after Wainwright 1996"),
        8 => (18_656, "8 x 2332, W. Cutler"),
        9 => (1_730_280, "8 x 216285, M. Scroggs 2025"),
        _ => return None,
    };
    Some(Published { count, source })
}
