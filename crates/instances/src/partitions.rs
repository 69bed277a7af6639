//! Partitions of a set: every nonempty subset is an option.

use dlx_core::Problem;

use crate::geometry::{Geometry, Picture};
use crate::numerals::numeral;
use crate::{InstanceError, Published, check_range, primaries};

/// Returns the problem of dividing a set of `n` elements into parts. Option number k - 1 contains the
/// elements whose bits are set in k, beginning with the lowest bit.
///
/// # Errors
/// If `n` is not within 1 to 20: there are 2^n - 1 options.
pub fn problem(n: usize) -> Result<Problem, InstanceError> {
    check_range("the number of elements", n, 1, 20)?;
    let mut builder = Problem::builder();
    let elements = primaries(&mut builder, (0..n).map(|element| numeral(element, n)))?;
    for members in 1..1_u32 << n {
        builder.add_option(elements.iter().copied().filter(|item| members >> item.index() & 1 == 1))?;
    }
    Ok(builder.build()?)
}

/// Returns a geometry that shows the elements in one row, each with the number of its part.
#[must_use]
pub fn geometry(n: usize) -> Geometry {
    Geometry::known(Picture::Table, [1, 1, n], "cell=<column>")
}

/// Returns the number of partitions, which is the Bell number; `None` if it exceeds 128 bits.
#[must_use]
pub fn published(n: usize) -> Option<Published> {
    // In Peirce's triangle, each row begins with the last number of the row before; every further number is
    // the sum of the number before it and the number above that one.
    let mut row = vec![1_u128];
    for _ in 1..n {
        let mut next = vec![*row.last()?];
        for &above in &row {
            next.push(next.last()?.checked_add(above)?);
        }
        row = next;
    }
    Some(Published { count: *row.last()?, source: "Bell number, OEIS A000110" })
}
