//! Domino tilings: a region is filled with pieces of two neighboring cells.

use dlx_core::Problem;

use crate::geometry::Geometry;
use crate::region::Region;
use crate::{InstanceError, Published};

/// Returns the problem of filling a region with dominoes; in space they are bricks of two cubes.
///
/// The items are the cells. The options are the pairs of neighbors, ordered by their first cell: with the
/// cell to its right, the cell below it, and the cell in the next layer.
///
/// # Errors
/// None at present.
pub fn problem(region: &Region) -> Result<Problem, InstanceError> {
    let mut builder = Problem::builder();
    let places = region.declare(&mut builder)?;
    for cell in region.cells() {
        let here = cell.axes();
        for axis in [2, 1, 0] {
            let mut there = here;
            there[axis] += 1;
            if let (Some(one), Some(other)) = (places.get(here), places.get(there)) {
                builder.add_option([one, other])?;
            }
        }
    }
    Ok(builder.build()?)
}

/// Returns a geometry that shows the dominoes in the region.
#[must_use]
pub fn geometry(region: &Region) -> Geometry {
    region.geometry()
}

/// The largest width for which [`published`] counts; it keeps 2^width states.
const WIDEST: usize = 12;

/// Returns the number of tilings of a rectangle whose shorter side is at most 12, if it fits in 128 bits. P.
/// W. Kasteleyn, H. N. V. Temperley and M. E. Fisher gave a formula with cosines in 1961; this function
/// computes the number in integers instead, cell by cell.
#[must_use]
pub fn published(region: &Region) -> Option<Published> {
    let (rows, columns) = region.as_rectangle()?;
    let (width, length) = (rows.min(columns), rows.max(columns));
    let source = "Kasteleyn 1961, Temperley and Fisher 1961; OEIS A004003 for even squares";
    if rows * columns % 2 == 1 {
        return Some(Published { count: 0, source });
    }
    if width > WIDEST {
        return None;
    }
    // For each state, the number of ways to cover all cells before the current one. The bits of a state tell
    // which of the current cell and the `width - 1` cells after it are already covered; bit `column` belongs
    // to the next cell in that column.
    let mut ways = vec![0_u128; 1 << width];
    ways[0] = 1;
    for _ in 0..length {
        for column in 0..width {
            let (here, right) = (1 << column, 2 << column);
            let mut next = vec![0_u128; 1 << width];
            for (state, &count) in ways.iter().enumerate().filter(|(_, count)| **count > 0) {
                let mut add = |state: usize| {
                    next[state] = next[state].checked_add(count)?;
                    Some(())
                };
                if state & here > 0 {
                    add(state & !here)?;
                    continue;
                }
                add(state | here)?;
                if column + 1 < width && state & right == 0 {
                    add(state | right)?;
                }
            }
            ways = next;
        }
    }
    Some(Published { count: ways[0], source })
}
