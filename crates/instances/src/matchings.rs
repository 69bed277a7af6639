//! Perfect matchings of a complete graph: every vertex belongs to one pair.

use dlx_core::Problem;

use crate::geometry::{Geometry, Picture};
use crate::numerals::numeral;
use crate::{InstanceError, Published, check_range, count_of, primaries};

/// Returns the problem of dividing `n` vertices into pairs. The items are the vertices, the options all pairs
/// of them.
///
/// # Errors
/// If `n` is not within 1 to 4000.
pub fn problem(n: usize) -> Result<Problem, InstanceError> {
    check_range("the number of vertices", n, 1, 4000)?;
    let mut builder = Problem::builder();
    let vertices = primaries(&mut builder, (0..n).map(|vertex| numeral(vertex, n)))?;
    for (at, &one) in vertices.iter().enumerate() {
        for &other in &vertices[at + 1..] {
            builder.add_option([one, other])?;
        }
    }
    Ok(builder.build()?)
}

/// Returns a geometry that shows the vertices in one row, each with the number of its pair.
#[must_use]
pub fn geometry(n: usize) -> Geometry {
    Geometry::known(Picture::Table, [1, 1, n], "cell=<column>")
}

/// Returns the number of matchings: 1 · 3 · 5 ··· (n - 1) for even `n`, 0 for odd `n`; `None` if it exceeds
/// 128 bits.
#[must_use]
pub fn published(n: usize) -> Option<Published> {
    let source = "double factorial, OEIS A001147";
    if n % 2 == 1 {
        return Some(Published { count: 0, source });
    }
    let count = (1..n).step_by(2).try_fold(1, |product: u128, odd| product.checked_mul(count_of(odd)))?;
    Some(Published { count, source })
}
