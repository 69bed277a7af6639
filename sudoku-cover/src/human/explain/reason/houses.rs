//! Singles, locked candidates, subsets and templates.

use std::fmt;

use super::phrases::{Conclusion, House, Houses, all, any, both_or_all, number};
use crate::human::step::Step;
use crate::human::technique::Technique;
use crate::model::geometry::Candidate;

pub(super) fn write_single(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let [Candidate { cell, digit }] = step.placements[..] else { return Ok(()) };
    let end = Conclusion(step);
    match step.houses.first().map(|&house| House(house)) {
        None => write!(f, "{digit} is the only candidate left in {cell}, so {end}."),
        Some(house) if step.technique == Technique::FullHouse => {
            write!(f, "{cell} is the only empty cell of {house}, which lacks only {digit}, so {end}.")
        }
        Some(house) => write!(f, "{cell} is the only cell of {house} that can be {digit}, so {end}."),
    }
}

pub(super) fn write_locked(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let [first, second] = step.houses[..] else { return Ok(()) };
    let (first, second) = (House(first), House(second));
    let (cells, digit) = (&step.cells, all(&step.digits));
    let which = if cells.len() == 1 { "which is" } else { both_or_all(cells.len()) };
    write!(f, "{digit} in {first} must be in {}, {which} in {second}. ", any(cells))?;
    write!(f, "So the {digit} of {second} is there, and {}.", Conclusion(step))
}

pub(super) fn write_naked(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (cells, count) = (all(&step.cells), step.cells.len());
    write!(f, "{cells}, {} in {}, have no candidates but ", both_or_all(count), Houses(&step.houses))?;
    let count = number(count);
    write!(f, "{}. These {count} digits fill these {count} cells, so ", all(&step.digits))?;
    write!(f, "{}.", Conclusion(step))
}

pub(super) fn write_hidden(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (cells, digits, count) = (all(&step.cells), all(&step.digits), number(step.cells.len()));
    write!(f, "In {}, {digits} can only be in {cells}. ", Houses(&step.houses))?;
    write!(f, "These {count} digits fill these {count} cells, so {}.", Conclusion(step))
}

pub(super) fn write_bug(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (cell, digit) = (all(&step.cells), all(&step.digits));
    write!(
        f,
        "If {cell} were not {digit}, every empty cell would have two candidates, and every digit two "
    )?;
    write!(f, "places in each house that lacks it. A puzzle in that state has several solutions or none, ")?;
    write!(f, "and this one has exactly one. So {cell} is {digit}, and {}.", Conclusion(step))
}

pub(super) fn write_template(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (digit, end) = (all(&step.digits), Conclusion(step));
    let uses = if step.placements.is_empty() { "No way" } else { "Every way" };
    write!(
        f,
        "{uses} to place all remaining {digit}s at once, one in each house that lacks a {digit}, uses "
    )?;
    let cells: Vec<_> = step.placements.iter().chain(&step.eliminations).map(|part| part.cell).collect();
    let word = if step.placements.is_empty() { any(&cells) } else { all(&cells) };
    write!(f, "{word}, so {end}. Ways that use a cell which another digit needs in this manner do not count.")
}

pub(super) fn write_trial(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(
        f,
        "This is a trial and no deduction: the solver has found the only solution by search, and there "
    )?;
    write!(f, "{}.", Conclusion(step))
}
