//! Leagues: every two teams meet once, and each team plays at most one game in a round.

use dlx_core::Problem;

use crate::geometry::{Geometry, Picture};
use crate::{InstanceError, Published, check_range, count_of, grid, primaries, secondaries};

/// Returns the problem of planning the games of `n` teams in n - 1 rounds, or in n rounds if `n` is odd. Then one
/// team is free in each round.
///
/// The items are the games `team1-team2`.. and the rounds of each team, `team1-round1`.., which are secondary if `n`
/// is odd. An option is a game in a round.
///
/// # Errors
/// If `n` is not within 2 to 100.
pub fn problem(n: usize) -> Result<Problem, InstanceError> {
    check_range("the number of teams", n, 2, 100)?;
    let rounds = rounds(n);
    let mut builder = Problem::builder();
    let pairs = || grid(n, n).filter(|[one, other]| one < other);
    let names = pairs().map(|[one, other]| format!("team{}-team{}", one + 1, other + 1));
    let games = primaries(&mut builder, names)?;
    let names = grid(n, rounds).map(|[team, round]| format!("team{}-round{}", team + 1, round + 1));
    let busy =
        if n.is_multiple_of(2) { primaries(&mut builder, names)? } else { secondaries(&mut builder, names)? };
    for ([one, other], game) in pairs().zip(games) {
        for round in 0..rounds {
            builder.add_option([game, busy[one * rounds + round], busy[other * rounds + round]])?;
        }
    }
    Ok(builder.build()?)
}

fn rounds(n: usize) -> usize {
    if n.is_multiple_of(2) { n.saturating_sub(1) } else { n }
}

/// Returns a geometry that shows the round of each game, with a row and a column for each team.
#[must_use]
pub fn geometry(n: usize) -> Geometry {
    let patterns = "cell=team<row:1>-team<column:1> symbol=team<any>-round<symbol>";
    Geometry::known(Picture::Table, [1, n, n], patterns)
}

/// A000438: the 1-factorizations of the complete graph of 2, 4, ... vertices.
const FACTORIZATIONS: [u128; 6] = [1, 1, 6, 6240, 1_225_566_720, 252_282_619_805_368_320];

/// Returns the number of plans up to 12 teams: the 1-factorizations of the complete graph, times the orders of the
/// rounds. An odd number of teams has as many plans as one team more, of which the free team plays the new one.
#[must_use]
pub fn published(n: usize) -> Option<Published> {
    let rounds = rounds(n);
    let &factorizations = FACTORIZATIONS.get(rounds.div_ceil(2).checked_sub(1)?)?;
    let count = (1..=rounds).try_fold(factorizations, |count, round| count.checked_mul(count_of(round)))?;
    Some(Published { count, source: "OEIS A000438, times the orders of the rounds" })
}
