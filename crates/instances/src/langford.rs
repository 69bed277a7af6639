//! Langford pairs: a row with two of each number from 1 to n, with exactly k positions between the two
//! numbers k.

use dlx_core::Problem;

use crate::geometry::{Geometry, Picture};
use crate::{InstanceError, Published, check_range, primaries};

/// Returns the problem of arranging two of each number from 1 to `n` in a row of 2n positions. A row and its
/// mirror image are two covers.
///
/// The items are the numbers `1`.. and the positions `s1`..; an option is a number with its two positions.
///
/// # Errors
/// If `n` is not within 1 to 1500.
pub fn problem(n: usize) -> Result<Problem, InstanceError> {
    check_range("the number of pairs", n, 1, 1500)?;
    let mut builder = Problem::builder();
    let numbers = primaries(&mut builder, (1..=n).map(|number| number.to_string()))?;
    let places = primaries(&mut builder, (1..=2 * n).map(|place| format!("s{place}")))?;
    for (number, &item) in (1..).zip(&numbers) {
        for (&first, &second) in places.iter().zip(places.iter().skip(number + 1)) {
            builder.add_option([item, first, second])?;
        }
    }
    Ok(builder.build()?)
}

/// Returns a geometry that shows the numbers in one row.
#[must_use]
pub fn geometry(n: usize) -> Geometry {
    Geometry::known(Picture::Table, [1, 1, n.saturating_mul(2)], "cell=s<column:1> symbol=<symbol>")
}

/// A014552: n and the number of rows up to reflection, where the number is known and not 0.
const UP_TO_REFLECTION: [(usize, u128); 14] = [
    (3, 1),
    (4, 1),
    (7, 26),
    (8, 150),
    (11, 17_792),
    (12, 108_144),
    (15, 39_809_640),
    (16, 326_721_800),
    (19, 256_814_891_280),
    (20, 2_636_337_861_200),
    (23, 3_799_455_942_515_488),
    (24, 46_845_158_056_515_936),
    (27, 111_683_611_098_764_903_232),
    (28, 1_607_383_260_609_382_393_152),
];

/// Returns the number of rows, with mirror images counted separately, if it is known here: up to 28 pairs,
/// and for all n with remainder 1 or 2 modulo 4, for which it is 0.
#[must_use]
pub fn published(n: usize) -> Option<Published> {
    let source = "twice OEIS A014552";
    if n % 4 == 1 || n % 4 == 2 {
        return Some(Published { count: 0, source });
    }
    let (_, count) = UP_TO_REFLECTION.iter().find(|(pairs, _)| *pairs == n)?;
    Some(Published { count: 2 * count, source })
}
