//! Rosters: nurses work early, late and night shifts, and some of their wishes cost something.

use std::num::NonZeroU64;
use std::ops::RangeInclusive;

use dlx_core::{ItemId, Problem};

use crate::geometry::{Geometry, Picture};
use crate::random::Random;
use crate::{InstanceError, check_range, grid, secondaries};

const SHIFTS: [&str; 3] = ["early", "late", "night"];

/// Returns the number of nurses that each day needs in its early, late and night shift. Together these are about
/// five sevenths of the nurses, divided as evenly as possible, with more of them in the earlier shifts.
fn demand(nurses: usize) -> [usize; 3] {
    let working = (5 * nurses + 3) / 7;
    [working.div_ceil(3), (working + 1) / 3, working / 3]
}

/// Returns the smallest and the largest number of shifts of a nurse: the mean, rounded down, less 1 and plus 2.
fn shifts_of_a_nurse(nurses: usize, days: usize) -> RangeInclusive<usize> {
    let mean = days * demand(nurses).iter().sum::<usize>() / nurses;
    mean.saturating_sub(1)..=(mean + 2).min(days)
}

/// Returns the problem of making a roster for `nurses` nurses and `days` days.
///
/// The primary items are the nurses `nurse1`.., with bounds on the number of their shifts, and the shifts
/// `day1-early`, `day1-late` and `day1-night`.., with the number of nurses that they need. The secondary item
/// `nurse1-day1` prevents two shifts of a nurse on one day. `nurse1-rest2` belongs to the night of day 1 and the early
/// shift of day 2, so that no early shift follows a night. An option is a shift of a nurse, in the order of nurses,
/// days and shifts.
///
/// A random half of the options are unwelcome and cost 1 to `most`; the others cost nothing. The same seed gives the
/// same costs on every machine and in every version.
///
/// There is always a roster: on each day, let those nurses work who have had the fewest shifts. Then the numbers of
/// their shifts differ by at most 1. Those of them who had a night before are at most as many as the late and night
/// shifts need.
///
/// # Errors
/// If `nurses` is not within 4 to 500 or `days` not within 1 to 366, or the sum of the costs exceeds 64 bits.
pub fn problem(nurses: usize, days: usize, seed: u64, most: NonZeroU64) -> Result<Problem, InstanceError> {
    check_range("the number of nurses", nurses, 4, 500)?;
    check_range("the number of days", days, 1, 366)?;
    let mut random = Random::new(seed);
    let mut builder = Problem::builder();
    let mut bounded = |name: String, times: RangeInclusive<usize>| {
        let [low, high] = [times.start(), times.end()].map(|&times| u32::try_from(times).unwrap_or(u32::MAX));
        builder.add_bounded(name, low..=high)
    };
    let mut people: Vec<ItemId> = Vec::new();
    for nurse in 1..=nurses {
        people.push(bounded(format!("nurse{nurse}"), shifts_of_a_nurse(nurses, days))?);
    }
    let mut shifts: Vec<ItemId> = Vec::new();
    for day in 1..=days {
        for (shift, needed) in SHIFTS.into_iter().zip(demand(nurses)) {
            shifts.push(bounded(format!("day{day}-{shift}"), needed..=needed)?);
        }
    }
    let name = |word: &'static str| {
        grid(nurses, days).map(move |[nurse, day]| format!("nurse{}-{word}{}", nurse + 1, day + 1))
    };
    let at_work = secondaries(&mut builder, name("day"))?;
    let rests = secondaries(&mut builder, name("rest"))?;
    for [nurse, day] in grid(nurses, days) {
        let here = nurse * days + day;
        for shift in 0..SHIFTS.len() {
            let rest = match shift {
                0 => Some(rests[here]),
                2 if day + 1 < days => Some(rests[here + 1]),
                _ => None,
            };
            let uses = [people[nurse], shifts[day * SHIFTS.len() + shift], at_work[here]];
            builder.add_option(uses.into_iter().chain(rest))?;
            if random.index(2) == 0 {
                builder.add_cost(1 + random.below(most))?;
            }
        }
    }
    Ok(builder.build()?)
}

/// Returns a geometry with a row for each nurse and a column for each day, which shows the shifts.
#[must_use]
pub fn geometry(nurses: usize, days: usize) -> Geometry {
    let patterns = "cell=nurse<row:1>-day<column:1> symbol=day<any>-<symbol>";
    Geometry::known(Picture::Table, [1, nurses, days], patterns)
}
