//! Clauses that bound the number of true literals: a sequential counter (C. Sinz, *Towards an Optimal CNF
//! Encoding of Boolean Cardinality Constraints*, CP 2005), extended by a lower bound.
//!
//! After each literal there is a variable for each number `j` up to the width of the counter: at least `j` of
//! the literals so far are true. With an upper bound, the literals imply the variables; with a lower bound,
//! the variables imply the literals.

use std::io::{self, Write};

use super::clauses::{Clauses, Literal};
use super::size::CnfSize;

/// Writes clauses for at least `low` and at most `high` of the literals, which may be negated.
pub(super) fn add<W: Write>(
    literals: &mut [Literal],
    low: u32,
    high: u32,
    clauses: &mut Clauses<W>,
) -> io::Result<()> {
    let count = literals.len();
    let Some(CounterBounds { low, high, is_negated }) = narrowest(count, low, high) else {
        return clauses.contradict();
    };
    if is_negated {
        literals.iter_mut().for_each(|literal| *literal = !*literal);
    }
    match (low, high) {
        (_, 0) => literals.iter().try_for_each(|&literal| clauses.add(&[!literal])),
        (1, _) if high == count => clauses.add(literals),
        _ => count_up(literals, low, high, clauses),
    }
}

/// Returns the size of what [`add`] writes for `count` literals.
pub(super) fn size(count: usize, low: u32, high: u32) -> CnfSize {
    let Some(CounterBounds { low, high, .. }) = narrowest(count, low, high) else {
        return CnfSize::CONTRADICTION;
    };
    match (low, high) {
        (_, 0) => CnfSize::of(0, count as u128),
        (1, _) if high == count => CnfSize::of(0, 1),
        _ => {
            let (n, w) = (count as u128, width(low, high, count) as u128);
            // Entries after all literals, and those of them below the lower bound.
            let up_to = |most: u128| most * (most + 1) / 2 + (n - most) * most;
            let (entries, below) = (up_to(w), up_to(low as u128));
            let upper = if high < count { n - high as u128 + 2 * entries - w } else { 0 };
            let lower = if low > 0 { 2 * below - n + 1 } else { 0 };
            CnfSize::of(entries, upper + lower)
        }
    }
}

/// Bounds of some literals, or of their negations.
struct CounterBounds {
    low: usize,
    high: usize,
    is_negated: bool,
}

/// Returns the bounds with the narrower counter, those of the literals or those of their negations; `None` if
/// there are too few literals.
fn narrowest(count: usize, low: u32, high: u32) -> Option<CounterBounds> {
    let number = |bound: u32| usize::try_from(bound).unwrap_or(usize::MAX);
    let (low, high) = (number(low), number(high).min(count));
    if low > count {
        return None;
    }
    let is_negated = width(low, high, count) > width(count - high, count - low, count);
    let (low, high) = if is_negated { (count - high, count - low) } else { (low, high) };
    Some(CounterBounds { low, high, is_negated })
}

/// Returns the width of the counter for these bounds.
fn width(low: usize, high: usize, count: usize) -> usize {
    if high < count { high } else { low }
}

/// Writes the counter, for `low <= high` and `0 < high`.
fn count_up<W: Write>(
    literals: &[Literal],
    low: usize,
    high: usize,
    clauses: &mut Clauses<W>,
) -> io::Result<()> {
    let has_most = high < literals.len();
    let width = width(low, high, literals.len());
    // Entry `j` says that at least `j + 1` of the literals so far are true; there are never more entries than
    // literals.
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
