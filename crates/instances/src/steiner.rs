//! Steiner triple systems: every two points are together in one triple.

use dlx_core::Problem;

use crate::geometry::Geometry;
use crate::{InstanceError, Published, check_range, design};

/// Returns the problem of finding the Steiner triple systems of `points` points. The items are the pairs of points
/// `01`.., the options all triples of points: the [block design](design) of size 3 with 1 block for two points.
///
/// # Errors
/// If `points` is not within 3 to 300, or its remainder when divided by 6 is not 1 or 3 (Kirkman 1847).
pub fn problem(points: usize) -> Result<Problem, InstanceError> {
    let what = "the number of points";
    check_range(what, points, 3, 300)?;
    if !matches!(points % 6, 1 | 3) {
        let expected = "7, 9, 13, 15, ...: 1 or 3 more than a multiple of 6";
        return Err(InstanceError::Unsuitable { what, expected, found: points });
    }
    design::problem(points, 3, 1)
}

/// Returns a geometry with a row for each triple, which shows its points.
#[must_use]
pub fn geometry(points: usize) -> Geometry {
    design::geometry(points, 3, 1)
}

/// Returns the number of systems up to 19 points, where there are some. Systems that differ only in the names of
/// their points count separately.
#[must_use]
pub fn published(points: usize) -> Option<Published> {
    design::published(points, 3, 1)
}
