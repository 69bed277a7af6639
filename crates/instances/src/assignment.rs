//! Assignment problems: each row of a square cost table is assigned a column of its own.

use std::num::NonZeroU64;

use dlx_core::Problem;

use crate::geometry::{Geometry, Picture};
use crate::random::Random;
use crate::{InstanceError, Published, check_range, count_of, primaries};

/// The cost of assigning each column to each row; `None` where the assignment is not allowed.
pub type Costs = Vec<Vec<Option<u64>>>;

/// Returns the problem of assigning columns to rows. The items are the rows `r0`.. and the columns `c0`..;
/// each allowed cell of the table is an option with its cost, in row-major order.
///
/// # Errors
/// If the table is not square, its side is not within 1 to 2000, or the sum of its costs exceeds 64 bits.
pub fn problem(costs: &Costs) -> Result<Problem, InstanceError> {
    let n = costs.len();
    check_range("the side of the table of costs", n, 1, 2000)?;
    for (row, line) in (1..).zip(costs) {
        if line.len() != n {
            return Err(InstanceError::NotSquare { row, found: line.len(), expected: n });
        }
    }
    let mut builder = Problem::builder();
    let rows = primaries(&mut builder, (0..n).map(|row| format!("r{row}")))?;
    let columns = primaries(&mut builder, (0..n).map(|column| format!("c{column}")))?;
    for (&row, line) in rows.iter().zip(costs) {
        for (&column, cost) in columns.iter().zip(line) {
            if let Some(cost) = *cost {
                builder.add_option([row, column])?;
                builder.add_cost(cost)?;
            }
        }
    }
    Ok(builder.build()?)
}

/// Returns a geometry with a mark in the row and the column of each chosen cell.
#[must_use]
pub fn geometry(costs: &Costs) -> Geometry {
    let n = costs.len();
    Geometry::known(Picture::Marks, [1, n, n], "row=r<row> column=c<column>")
}

/// Returns a table of `n` rows and columns with uniformly distributed random costs from 1 to `most`. The same
/// seed gives the same table on every machine and in every version.
///
/// The random numbers are the 64-bit words of the ChaCha8 stream whose key is the seed, lowest byte first,
/// followed by zeros. A cost is 1 plus the remainder of a word divided by `most`; words above the largest
/// multiple of `most` are skipped. The costs are drawn in row-major order.
///
/// # Errors
/// If `n` is not within 1 to 2000.
pub fn random_costs(n: usize, seed: u64, most: NonZeroU64) -> Result<Costs, InstanceError> {
    check_range("the side of the table of costs", n, 1, 2000)?;
    let mut random = Random::new(seed);
    let mut cost = || Some(1 + random.below(most));
    Ok((0..n).map(|_| (0..n).map(|_| cost()).collect()).collect())
}

/// Returns the number of assignments if every cell is allowed: n!, or `None` if it exceeds 128 bits.
#[must_use]
pub fn published(n: usize) -> Option<Published> {
    let count = (1..=n).try_fold(1, |product: u128, factor| product.checked_mul(count_of(factor)))?;
    Some(Published { count, source: "n!" })
}
