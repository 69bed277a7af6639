//! Rectangles in two rows, two columns and two boxes, in which two digits could be exchanged.

use std::fmt;

use super::phrases::{Conclusion, House, Houses, NoneOf, all, any, losers, lost_digits, verb, write_seeing};
use crate::human::step::Step;
use crate::human::technique::Technique;
use crate::model::geometry::{Cell, Digit};

/// Why the corners do not hold two digits alternately.
const TWO_SOLUTIONS: &str = "and as these are in two rows, two columns and two boxes, exchanging the digits would \
    give a second solution, but the puzzle has only one";

pub(super) fn write(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match step.technique {
        Technique::UniquenessTest1 => write_1(step, f),
        Technique::UniquenessTest3 => write_3(step, f),
        Technique::UniquenessTest4 => write_4(step, f),
        Technique::UniquenessTest6 => write_6(step, f),
        Technique::HiddenRectangle => write_hidden(step, f),
        Technique::AvoidableRectangle1 => write_avoidable_1(step, f),
        Technique::AvoidableRectangle2 => write_avoidable_2(step, f),
        _ => write_one_extra(step, f),
    }
}

/// Returns the corners with further candidates.
fn roof(step: &Step) -> &[Cell] {
    step.sets.first().map_or(&[], |roof| &roof.cells)
}

/// Returns the other corners.
fn floor(step: &Step) -> Vec<Cell> {
    step.cells.iter().copied().filter(|cell| !roof(step).contains(cell)).collect()
}

/// Returns the digits of the pair that are not eliminated.
fn bound(step: &Step) -> Vec<Digit> {
    let lost = lost_digits(step);
    step.digits.iter().copied().filter(|digit| !lost.contains(digit)).collect()
}

/// Writes that the four corners would hold the pair.
fn write_pair(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "{} would hold only {}, {TWO_SOLUTIONS}. ", all(&step.cells), all(&step.digits))
}

fn write_1(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let pair = any(&step.digits);
    write!(f, "{} can only be {pair}. If {} were {pair} as well, ", all(&floor(step)), all(roof(step)))?;
    write_pair(step, f)?;
    write!(f, "So {}.", Conclusion(step))
}

/// Tests 2 and 5: the further candidates are of one digit.
fn write_one_extra(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (extra, roof) = (lost_digits(step), roof(step));
    write!(f, "If {} were {}, ", NoneOf(roof), any(&extra))?;
    write_pair(step, f)?;
    write!(f, "So {} is {}. ", any(roof), any(&extra))?;
    write_seeing(step, if roof.len() == 2 { "both" } else { "all three" }, f)
}

fn write_3(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let ([roof, subset], [house]) = (&step.sets[..], &step.houses[..]) else { return Ok(()) };
    write!(f, "If {} were {}, ", NoneOf(&roof.cells), any(&roof.digits))?;
    write_pair(step, f)?;
    let (others, has) = (all(&subset.cells), verb(subset.cells.len(), "has", "have"));
    let digits = all(&subset.digits);
    write!(
        f,
        "So one of the two is, and together with {others}, which {has} no candidates but {digits}, it fills "
    )?;
    write!(f, "up {digits} in {}. Other cells that see all of these cannot hold them: ", House(*house))?;
    write!(f, "{}.", Conclusion(step))
}

fn write_4(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (bound, roof) = (bound(step), roof(step));
    write!(f, "{} in {} must be in {}. ", all(&bound), Houses(&step.houses), any(roof))?;
    write!(f, "If the other of them were {}, ", any(&lost_digits(step)))?;
    write_pair(step, f)?;
    write!(f, "So {}.", Conclusion(step))
}

fn write_6(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (lost, roof) = (lost_digits(step), roof(step));
    write!(
        f,
        "{} in {} must be in the four corners. If {} were {}, ",
        all(&lost),
        Houses(&step.houses),
        any(roof),
        any(&lost)
    )?;
    write!(f, "both would be, and {} would be {}: ", all(&floor(step)), all(&bound(step)))?;
    write_pair(step, f)?;
    write!(f, "So {}.", Conclusion(step))
}

fn write_hidden(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (lost, bound, corners) = (losers(step), bound(step), &step.cells);
    let Some(&corner) = lost.first() else { return Ok(()) };
    let is_beside =
        |cell: &Cell| *cell != corner && (cell.row() == corner.row() || cell.column() == corner.column());
    let beside: Vec<Cell> = corners.iter().copied().filter(is_beside).collect();
    let opposite: Vec<Cell> =
        corners.iter().copied().filter(|cell| *cell != corner && !is_beside(cell)).collect();
    let (row, column) = (corner.row() + 1, corner.column() + 1);
    write!(
        f,
        "{} in row {row} and in column {column} must be in the corners of the rectangle. ",
        all(&bound)
    )?;
    write!(
        f,
        "If {corner} were {}, {} would be {}, and ",
        any(&lost_digits(step)),
        all(&beside),
        all(&bound)
    )?;
    write!(
        f,
        "{}, which can only be {}, would be {}: ",
        all(&opposite),
        any(&step.digits),
        any(&lost_digits(step))
    )?;
    write_pair(step, f)?;
    write!(f, "So {}.", Conclusion(step))
}

fn write_avoidable_1(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let lost = losers(step);
    let filled: Vec<Cell> = step.cells.iter().copied().filter(|cell| !lost.contains(cell)).collect();
    write!(
        f,
        "{} hold {}, and none of these cells is a given. If {} ",
        all(&filled),
        all(&step.digits),
        all(&lost)
    )?;
    write!(f, "were {}, ", any(&lost_digits(step)))?;
    write_pair(step, f)?;
    write!(f, "So {}.", Conclusion(step))
}

fn write_avoidable_2(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (lost, open) = (lost_digits(step), roof(step));
    write!(
        f,
        "{} hold {}, and neither is a given. If {} were ",
        all(&floor(step)),
        all(&step.digits),
        NoneOf(open)
    )?;
    write!(f, "{}, ", any(&lost))?;
    write_pair(step, f)?;
    write!(f, "So {} is {}. ", any(open), any(&lost))?;
    write_seeing(step, "both", f)
}
