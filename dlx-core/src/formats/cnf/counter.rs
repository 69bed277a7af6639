//! Clauses that hold where so many of some literals are true: a sequential counter (C. Sinz, *Towards an
//! Optimal CNF Encoding of Boolean Cardinality Constraints*, CP 2005), here with a lower bound too.
//!
//! After each literal there is a variable for each number `j` up to the width of the counter: that at least
//! `j` of the literals so far are true. Where there is an upper bound, the literals imply the variables;
//! where there is a lower bound, the variables imply the literals.

use std::io::{self, Write};

use super::clauses::{Clauses, Literal};
use crate::ids::wide;

/// At least `low` and at most `high` of the literals; these may be negated.
pub(super) fn add<W: Write>(
    literals: &mut [Literal],
    low: u32,
    high: u32,
    clauses: &mut Clauses<W>,
) -> io::Result<()> {
    let count = literals.len();
    let (mut low, mut high) = (wide(low), wide(high).min(count));
    if low > count {
        return clauses.contradict();
    }
    if width(low, high, count) > width(count - high, count - low, count) {
        literals.iter_mut().for_each(|literal| *literal = !*literal);
        (low, high) = (count - high, count - low);
    }
    match (low, high) {
        (_, 0) => literals.iter().try_for_each(|&literal| clauses.add(&[!literal])),
        (1, _) if high == count => clauses.add(literals),
        _ => count_up(literals, low, high, clauses),
    }
}

/// How far a counter must count for these bounds.
fn width(low: usize, high: usize, count: usize) -> usize {
    if high < count { high } else { low }
}

/// The counter itself, for `low <= high` and `0 < high`.
fn count_up<W: Write>(
    literals: &[Literal],
    low: usize,
    high: usize,
    clauses: &mut Clauses<W>,
) -> io::Result<()> {
    let has_most = high < literals.len();
    let width = width(low, high, literals.len());
    // Entry `j` is that at least `j + 1` of the literals so far are true; never more entries than literals.
    let mut before: Vec<Literal> = Vec::with_capacity(width);
    let mut so_far: Vec<Literal> = Vec::with_capacity(width);
    for (place, &literal) in literals.iter().enumerate() {
        if has_most && place >= high {
            clauses.add(&[!literal, !before[high - 1]])?;
        }
        so_far.clear();
        so_far.extend((0..width.min(place + 1)).map(|_| clauses.fresh()));
        for (number, &reached) in so_far.iter().enumerate() {
            let was_reached = before.get(number).copied();
            let was_nearly = number.checked_sub(1).map(|fewer| before[fewer]);
            if has_most {
                if let Some(was_reached) = was_reached {
                    clauses.add(&[!was_reached, reached])?;
                }
                match was_nearly {
                    Some(was_nearly) => clauses.add(&[!literal, !was_nearly, reached])?,
                    None => clauses.add(&[!literal, reached])?,
                }
            }
            if number < low {
                match was_reached {
                    Some(was_reached) => clauses.add(&[!reached, was_reached, literal])?,
                    None => clauses.add(&[!reached, literal])?,
                }
                if let Some(was_nearly) = was_nearly {
                    clauses.add(&[!reached, was_nearly])?;
                }
            }
        }
        std::mem::swap(&mut before, &mut so_far);
    }
    match low.checked_sub(1) {
        Some(least) => clauses.add(&[before[least]]),
        None => Ok(()),
    }
}
