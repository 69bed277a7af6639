//! Cages, innies and outies, and candidates that all places of a digit exclude.

use std::fmt;

use super::phrases::{Conclusion, House, Houses, all, any, verb};
use crate::human::step::Step;
use crate::model::geometry::Cell;
use crate::model::geometry::rules::Rule;

pub(super) fn write_cage_single(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (cell, digit) = (all(&step.cells), all(&step.digits));
    write!(
        f,
        "{cell} is the last empty cell of its cage, and only {digit} makes up the sum of the cage, so "
    )?;
    write!(f, "{}.", Conclusion(step))
}

pub(super) fn write_combinations(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "The cage {} has the sum {}. ", all(&step.cells), step.sum.unwrap_or_default())?;
    if step.combinations.is_empty() {
        f.write_str("No way to make it up from the candidates left has one of those that are eliminated")?;
    } else {
        write!(f, "Of the candidates left, only {} make it up", Combinations(step))?;
    }
    write!(f, ", so {}.", Conclusion(step))
}

pub(super) fn write_pointing(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (digit, places) = (all(&step.digits), any(&step.fins));
    write!(f, "The cage {} has the sum {}. ", all(&step.cells), step.sum.unwrap_or_default())?;
    if step.combinations.is_empty() {
        write!(f, "Every way to make it up holds {digit}, in {places}. ")?;
    } else {
        write!(f, "It can be made up of {}, so it holds {digit}, in {places}. ", Combinations(step))?;
    }
    write!(f, "Wherever that is, {}.", Conclusion(step))
}

pub(super) fn write_claiming(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (digit, house) = (all(&step.digits), Houses(&step.houses));
    let (cage, sum) = (all(&step.cells), step.sum.unwrap_or_default());
    write!(f, "{digit} in {house} must be in {}, in the cage {cage} with the sum {sum}. ", any(&step.fins))?;
    write!(f, "So the cage holds {digit}")?;
    if !step.combinations.is_empty() {
        write!(f, " and is made up of {}", Combinations(step))?;
    }
    write!(f, ", and {}.", Conclusion(step))
}

/// The sets of digits of a step: `1, 4 and 9; or 1, 5 and 8`.
struct Combinations<'a>(&'a Step);

impl fmt::Display for Combinations<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sets = &self.0.combinations;
        for (place, set) in sets.iter().enumerate() {
            let before = match place {
                0 => "",
                _ if place + 1 == sets.len() => "; or ",
                _ => "; ",
            };
            write!(f, "{before}{}", all(set))?;
        }
        Ok(())
    }
}

pub(super) fn write_innies(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (innies, outies, sum) = (&step.cells[..], &step.fins[..], step.sum.unwrap_or_default());
    let houses = Houses(&step.houses);
    let them = verb(step.houses.len(), "it", "them");
    write!(
        f,
        "The digits of {houses} together have a known sum, and so have the cages that nearly cover {them}. "
    )?;
    match (innies.is_empty(), outies.is_empty()) {
        (false, true) => write!(f, "By the difference, {} is {sum}", Total(innies))?,
        (true, _) => write!(f, "By the difference, {} is {}", Total(outies), -sum)?,
        _ => match sum.signum() {
            0 => write!(f, "By the difference, {} is equal to {}", Total(innies), Total(outies))?,
            1 => write!(f, "By the difference, {} is {sum} more than {}", Total(innies), Total(outies))?,
            _ => write!(f, "By the difference, {} is {} less than {}", Total(innies), -sum, Total(outies))?,
        },
    }
    let only = if step.placements.is_empty() { "With the candidates left, " } else { "So " };
    write!(f, ". {only}{}.", Conclusion(step))
}

/// The sum of some cells in words.
struct Total<'a>(&'a [Cell]);

impl fmt::Display for Total<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [cell] => write!(f, "{cell}"),
            cells => write!(f, "the sum of {}", all(cells)),
        }
    }
}

pub(super) fn write_rule(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if let Some(rule) = step.rule.as_deref() {
        write!(f, "By a rule, {}", rule.sentence())?;
        // The others name their cells.
        if matches!(rule, Rule::Variant(_)) {
            write!(f, ", which holds for {}", all(&step.cells))?;
        }
    }
    write!(f, ". With the candidates left, {}.", Conclusion(step))
}

pub(super) fn write_common_peers(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match step.houses.first() {
        Some(&house) => {
            let (digit, cells) = (all(&step.digits), any(&step.cells));
            write!(f, "{digit} in {} must be in {cells}. Wherever it is, {}.", House(house), Conclusion(step))
        }
        None => {
            let (cell, digits) = (all(&step.cells), any(&step.digits));
            write!(f, "{cell} must be {digits}. Whichever it is, {}.", Conclusion(step))
        }
    }
}
