//! Almost locked sets and Sue de Coq.

use std::fmt;

use super::phrases::{Conclusion, House, all, any, both_or_all, lost_digits, number, verb, write_seeing};
use crate::human::step::{LockedCells, Step};
use crate::model::geometry::Digit;

/// A set with its digits: `r9c6, r9c7 and r9c9 (2, 3, 6 and 7)`.
struct Set<'a>(&'a LockedCells);

impl fmt::Display for Set<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", all(&self.0.cells), all(&self.0.digits))
    }
}

/// Writes that the step loses digits that one of some sets holds.
fn write_held(step: &Step, which: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match lost_digits(step)[..] {
        [digit] => write_seeing(step, format_args!("every {digit} of {which}"), f),
        _ => {
            write!(f, "A cell that sees all places of one of these digits in {which} loses it: ")?;
            write!(f, "{}.", Conclusion(step))
        }
    }
}

pub(super) fn write_xz(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let [one, other] = &step.sets[..] else { return Ok(()) };
    write!(
        f,
        "The sets A: {} and B: {} each have one digit more than cells, so each ",
        Set(one),
        Set(other)
    )?;
    f.write_str("lacks exactly one of its digits. ")?;
    match &step.links[..] {
        [joint] => {
            let digit = joint.from.digit;
            write!(
                f,
                "They do not both hold {digit}, as every {digit} of A sees every {digit} of B. So A or B lacks "
            )?;
            write!(f, "{digit} and holds its other digits, among them {}. ", all(&lost_digits(step)))?;
            write_held(step, "both sets", f)
        }
        [first, second] => {
            let (first, second) = (first.from.digit, second.from.digit);
            write!(
                f,
                "They do not both hold {first}, nor both {second}, as these candidates of A see those of B. So "
            )?;
            write!(
                f,
                "one of them lacks {first} and the other {second}: {first} and {second} are in one set each, "
            )?;
            write!(
                f,
                "and each set holds all its other digits. Cells that see every {first} or every {second} of "
            )?;
            write!(f, "both sets, or every place of another digit in one set, lose it: {}.", Conclusion(step))
        }
        _ => Ok(()),
    }
}

pub(super) fn write_xy_wing(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let ([one, other, middle], [first, second]) = (&step.sets[..], &step.links[..]) else { return Ok(()) };
    let (first, second) = (first.from.digit, second.from.digit);
    write!(
        f,
        "The sets A: {}, B: {} and C: {} each have one digit more than ",
        Set(one),
        Set(other),
        Set(middle)
    )?;
    write!(
        f,
        "cells, so each lacks exactly one of its digits. C cannot hold {first} if A does, nor {second} if B "
    )?;
    write!(
        f,
        "does, as these candidates see each other. As C holds {first} or {second}, A lacks {first} or B lacks "
    )?;
    write!(f, "{second}, and holds its other digits, among them {}. ", all(&lost_digits(step)))?;
    write_held(step, "A and B", f)
}

pub(super) fn write_chain(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let lost = lost_digits(step);
    f.write_str(
        "Each of these sets has one digit more than cells, so that without one of its digits it holds all ",
    )?;
    f.write_str("others. Digits that connect two sets see each other. ")?;
    let mut before: Option<Digit> = None;
    for (place, set) in step.sets.iter().enumerate() {
        let next = step.links.get(place).map(|joint| joint.from.digit);
        let held: &[Digit] = next.as_ref().map_or(&lost[..], std::slice::from_ref);
        let (has, holds) = (verb(set.cells.len(), "has", "have"), verb(set.cells.len(), "holds", "hold"));
        write!(f, "{}. ", place + 1)?;
        match before {
            None => write!(
                f,
                "If {} {has} no {}, {} {holds}",
                Set(set),
                any(&lost),
                verb(set.cells.len(), "it", "they")
            )?,
            Some(before) => write!(f, "Then {} {has} no {before} and {holds}", Set(set))?,
        }
        write!(f, " {}. ", all(held))?;
        before = next;
    }
    let is = if lost.len() == 1 { "is" } else { "are each" };
    write!(f, "So {} {is} in the first or the last set. ", all(&lost))?;
    write_held(step, "both", f)
}

pub(super) fn write_death_blossom(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let [stem] = step.cells[..] else { return Ok(()) };
    write!(f, "{stem} is {}. ", any(&step.digits))?;
    for (place, (digit, set)) in step.digits.iter().zip(&step.sets).enumerate() {
        let holds: Vec<Digit> = set.digits.iter().copied().filter(|other| other != digit).collect();
        let (has, hold) = (verb(set.cells.len(), "has", "have"), verb(set.cells.len(), "holds", "hold"));
        write!(f, "{}. If it is {digit}, {} {has} no {digit}, since {stem} ", place + 1, Set(set))?;
        write!(f, "sees every {digit} there, and {hold} {}. ", all(&holds))?;
    }
    write!(f, "In every case one of these sets holds {}. ", all(&lost_digits(step)))?;
    write_held(step, &format!("{} sets", both_or_all(step.sets.len())), f)
}

pub(super) fn write_sue_de_coq(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let ([square, line], [middle, lined, boxed]) = (&step.houses[..], &step.sets[..]) else { return Ok(()) };
    let (square, line) = (House(*square), House(*line));
    let twice: Vec<Digit> =
        lined.digits.iter().copied().filter(|digit| boxed.digits.contains(digit)).collect();
    let mut digits: Vec<Digit> = [middle, lined, boxed].iter().flat_map(|set| &set.digits).copied().collect();
    digits.sort_unstable();
    digits.dedup();
    let count = middle.cells.len() + lined.cells.len() + boxed.cells.len();
    write!(f, "{} are in {square} and {line}, {} in {line}, and ", Set(middle), Set(lined))?;
    write!(
        f,
        "{} in {square}. These {} cells have room for {} only once each",
        Set(boxed),
        number(count),
        all(&digits)
    )?;
    if !twice.is_empty() {
        write!(f, ", except for {}, which can be once in each house", all(&twice))?;
    }
    write!(
        f,
        ", so they hold all of them. A digit that {} {} is in {square}, ",
        all(&lined.cells),
        lack(lined)
    )?;
    write!(f, "and one that {} {} is in {line}", all(&boxed.cells), lack(boxed))?;
    if !twice.is_empty() {
        write!(f, ", and {} in both", all(&twice))?;
    }
    write!(f, ". No other cell of that house can hold it: {}.", Conclusion(step))
}

fn lack(set: &LockedCells) -> &'static str {
    verb(set.cells.len(), "lacks", "lack")
}
