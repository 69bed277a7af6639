//! Block designs: blocks of equal size such that every two points are together in equally many blocks.

use dlx_core::Problem;

use crate::geometry::{Geometry, Picture};
use crate::numerals::{numerals, pattern};
use crate::{InstanceError, Published, check_range, check_uses, count_of, grid};

/// Returns the problem of finding the designs of `points` points in which every two points are together in exactly
/// `lambda` blocks of `size` points. All blocks differ: the design is simple.
///
/// The items are the pairs of points `01`.., with `lambda` as bounds; the options are all possible blocks.
///
/// # Errors
/// If `points` is not within 2 to 300, `size` not within 2 to `points` or `lambda` not within 1 to the number of
/// blocks that contain two given points, if the number of blocks, or of those of one point, would not be an integer,
/// or if the problem would be too large.
pub fn problem(points: usize, size: usize, lambda: usize) -> Result<Problem, InstanceError> {
    check_range("the number of points", points, 2, 300)?;
    check_range("the number of points of a block", size, 2, points)?;
    let most = binomial(points - 2, size - 2);
    let most = usize::try_from(most).unwrap_or(usize::MAX).min(1 << 24);
    check_range("the number of blocks that contain two points", lambda, 1, most)?;
    let of_a_point = count_of(lambda) * count_of(points - 1);
    let of_all = of_a_point * count_of(points);
    let are_integers =
        of_a_point.is_multiple_of(count_of(size - 1)) && of_all.is_multiple_of(count_of(size * (size - 1)));
    if !are_integers {
        return Err(InstanceError::NoDesign { points, size, lambda });
    }
    check_uses(binomial(points, size).saturating_mul(count_of(size * (size - 1) / 2)))?;
    let mut builder = Problem::builder();
    let times = u32::try_from(lambda).unwrap_or(u32::MAX);
    let mut pairs = vec![None; points * points];
    for [one, other] in grid(points, points).filter(|[one, other]| one < other) {
        let name = numerals([one, other], [points, points]);
        pairs[one * points + other] = Some(builder.add_bounded(name, times..=times)?);
    }
    let mut block: Vec<usize> = (0..size).collect();
    loop {
        let within = grid(size, size).filter_map(|[one, other]| pairs[block[one] * points + block[other]]);
        builder.add_option(within)?;
        // The next block in lexicographic order.
        let Some(at) = (0..size).rev().find(|&at| block[at] < points - size + at) else { break };
        let first = block[at] + 1;
        for (point, next) in block[at..].iter_mut().zip(first..) {
            *point = next;
        }
    }
    Ok(builder.build()?)
}

/// Returns a geometry with a row for each block, which shows its points.
#[must_use]
pub fn geometry(points: usize, _size: usize, _lambda: usize) -> Geometry {
    let cell = pattern(["<row>", "<column>"], [points, points]);
    Geometry::known(Picture::Blocks, [1, points, points], &format!("cell={cell}"))
}

/// Returns the number of designs, if it is known here: for triple systems up to 19 points with `lambda` 1, for
/// designs with all possible blocks, and for some that are unique up to the names of the points. Designs that differ
/// only in the names of their points count separately.
#[must_use]
pub fn published(points: usize, size: usize, lambda: usize) -> Option<Published> {
    let triples = "OEIS A030128";
    let (count, source) = match (points, size, lambda) {
        (7, 3, 1) => (30, triples),
        (9, 3, 1) => (840, triples),
        (13, 3, 1) => (1_197_504_000, triples),
        (15, 3, 1) => (60_281_712_691_200, triples),
        (19, 3, 1) => (1_348_410_350_618_155_344_199_680_000, triples),
        (6, 3, 2) => (12, "6! / 60: the design is unique, with 60 symmetries"),
        (7, 4, 2) => (30, "7! / 168: the complements of the lines of the Fano plane"),
        (11, 5, 2) => (60_480, "11! / 660: the design is unique, with 660 symmetries"),
        (13, 4, 1) => (1_108_800, "13! / 5616: the projective plane of order 3"),
        (16, 4, 1) => (3_632_428_800, "16! / 5760: the affine plane of order 4"),
        (21, 5, 1) => (422_378_820_864_000, "21! / 120960: the projective plane of order 4"),
        _ if (2..=points).contains(&size) && binomial(points - 2, size - 2) == count_of(lambda) => {
            (1, "all possible blocks")
        }
        _ => return None,
    };
    Some(Published { count, source })
}

/// Returns the number of sets of `size` of `points` points, or the greatest number if it exceeds 128 bits.
fn binomial(points: usize, size: usize) -> u128 {
    let size = size.min(points - size);
    let of = (0..size)
        .try_fold(1_u128, |product, at| Some(product.checked_mul(count_of(points - at))? / count_of(at + 1)));
    of.unwrap_or(u128::MAX)
}
