//! Kirkman's schoolgirls: they walk in rows of three, and every two girls walk in one row on one day (T. P. Kirkman,
//! 1850, for 15 girls and 7 days).

use dlx_core::Problem;

use crate::geometry::{Geometry, Picture};
use crate::{InstanceError, Published, check_range, check_uses, count_of, grid, primaries};

/// Returns the problem of arranging `girls` girls in triples on (girls - 1) / 2 days.
///
/// The items are the pairs `girl1-girl2`.. and the days of each girl, `girl1-day1`..; an option is a triple on a
/// day, in the order of the triples.
///
/// # Errors
/// If `girls` is not within 3 to 75, or its remainder when divided by 6 is not 3.
pub fn problem(girls: usize) -> Result<Problem, InstanceError> {
    let what = "the number of girls";
    check_range(what, girls, 3, 75)?;
    if girls % 6 != 3 {
        let expected = "9, 15, 21, ...: 3 more than a multiple of 6";
        return Err(InstanceError::Unsuitable { what, expected, found: girls });
    }
    let days = days(girls);
    check_uses(count_of(girls).pow(3) * count_of(days))?;
    let mut builder = Problem::builder();
    let mut pairs = vec![None; girls * girls];
    for [one, other] in grid(girls, girls).filter(|[one, other]| one < other) {
        pairs[one * girls + other] =
            Some(builder.add_primary(format!("girl{}-girl{}", one + 1, other + 1))?);
    }
    let names = grid(girls, days).map(|[girl, day]| format!("girl{}-day{}", girl + 1, day + 1));
    let walks = primaries(&mut builder, names)?;
    for [one, other] in grid(girls, girls).filter(|[one, other]| one < other) {
        for third in other + 1..girls {
            let triple = [one, other, third];
            let together = [(one, other), (one, third), (other, third)];
            for day in 0..days {
                let pairs = together.into_iter().filter_map(|(one, other)| pairs[one * girls + other]);
                builder.add_option(pairs.chain(triple.map(|girl| walks[girl * days + day])))?;
            }
        }
    }
    Ok(builder.build()?)
}

fn days(girls: usize) -> usize {
    girls.saturating_sub(1).div_ceil(2)
}

/// Returns a geometry with a row for each day and a column for each girl; the girls of a triple have one number.
#[must_use]
pub fn geometry(girls: usize) -> Geometry {
    Geometry::known(Picture::Table, [1, days(girls), girls], "cell=girl<column:1>-day<row:1>")
}

/// Returns the number of arrangements up to 15 girls, the orders of the days counted separately.
///
/// Each of the 840 Steiner systems of 9 points is the affine plane of order 3, whose lines have one division into
/// four classes of parallels. For 15 points there are seven arrangements up to the names of the girls and the order of
/// the days, with 168, 168, 24, 24, 12, 12 and 21 symmetries (F. N. Cole 1922).
#[must_use]
pub fn published(girls: usize) -> Option<Published> {
    let (count, source) = match girls {
        3 => (1, "one triple"),
        9 => (20_160, "840 affine planes of order 3, 4! orders of the days"),
        15 => (2_039_972_014_080_000, "Cole 1922: 15! 13/42 arrangements, 7! orders of the days"),
        _ => return None,
    };
    Some(Published { count, source })
}
