//! Fish: base and cover houses of one digit, with their fins.

use std::fmt;

use super::chains::write_branches;
use super::phrases::{Conclusion, Houses, all, any, losers, number, verb};
use crate::human::step::{Link, Step};
use crate::human::technique::Technique;
use crate::model::geometry::{Cell, Digit};

/// Writes the reason for a fish of any kind.
pub(super) fn write(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let [digit] = step.digits[..] else { return Ok(()) };
    match step.technique {
        Technique::KrakenFishType1 => write_kraken_1(step, digit, f),
        Technique::KrakenFishType2 => write_kraken_2(step, digit, f),
        _ if step.covers.len() > step.houses.len() => write_siamese(step, digit, f),
        _ if step.fins.is_empty() => write_basic(step, digit, f),
        _ => write_finned(step, digit, f),
    }
}

/// Up to so many places are listed: all of a swordfish.
const MOST_PLACES: usize = 9;

/// Writes where the digit can be in the base.
fn write_base(step: &Step, digit: Digit, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "In {} (the base), {digit} can only be in ", Houses(&step.houses))?;
    if (1..=MOST_PLACES).contains(&step.cells.len()) {
        write!(f, "{}, which {} in ", any(&step.cells), verb(step.cells.len(), "is", "are"))?;
    }
    write!(f, "{} (the cover)", Houses(&step.covers))?;
    if !step.fins.is_empty() {
        write!(f, ", or in the {} {}", verb(step.fins.len(), "fin", "fins"), any(&step.fins))?;
        write_endo_fins(step, f)?;
    }
    f.write_str(". ")
}

/// Returns the fins that are in two base houses.
fn endo_fins(step: &Step) -> &[Cell] {
    step.sets.first().map_or(&[], |endo| &endo.cells)
}

fn write_endo_fins(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match endo_fins(step) {
        [] => Ok(()),
        [cell] => write!(f, " ({cell} is in two houses of the base)"),
        cells => write!(f, " ({} are each in two houses of the base)", all(cells)),
    }
}

/// Writes that the digits of the base fill the cover.
fn write_filled(step: &Step, digit: Digit, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let count = number(step.houses.len());
    write!(f, "the base needs {count} {digit}s, and the cover has room for no more, one in each house")
}

/// Writes that some eliminations are in the base itself.
fn write_cannibals(step: &Step, base: &[Cell], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match losers(step).into_iter().filter(|cell| base.contains(cell)).collect::<Vec<_>>()[..] {
        [] => Ok(()),
        [cell] => write!(f, " {cell} is in the base, but in two cover houses, whose room it would take."),
        ref cells => {
            write!(
                f,
                " {} are in the base, but each in two cover houses, whose room it would take.",
                all(cells)
            )
        }
    }
}

fn write_basic(step: &Step, digit: Digit, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write_base(step, digit, f)?;
    f.write_str("As ")?;
    write_filled(step, digit, f)?;
    write!(f, ", no {digit} of the cover is outside the base, and {}.", Conclusion(step))?;
    write_cannibals(step, &step.cells, f)
}

fn write_finned(step: &Step, digit: Digit, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write_base(step, digit, f)?;
    let lost = losers(step);
    let (see, are) = (verb(lost.len(), "sees", "see"), verb(lost.len(), "is", "are"));
    let (a_fin, fins) = if step.fins.len() == 1 { ("the fin", "it") } else { ("a fin", "all fins") };
    write!(f, "If {a_fin} is {digit}, {}, which {see} {fins}, {are} not. Otherwise ", all(&lost))?;
    write_filled(step, digit, f)?;
    write!(f, ", so no {digit} of the cover is outside the base. In both cases {}.", Conclusion(step))?;
    write_cannibals(step, &step.cells, f)
}

fn write_siamese(step: &Step, digit: Digit, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let endo = endo_fins(step);
    let own = &step.fins[..step.fins.len().saturating_sub(endo.len())];
    // The first fish has the fins that are not among its other places. Those of the second follow: they are
    // among these, or repeat a fin of the first.
    let is_first = |&place: &usize| !step.cells.contains(&own[place]) && !own[..place].contains(&own[place]);
    let count = (0..own.len()).take_while(is_first).count();
    let fins = [&own[..count], &own[count..]].map(|fins| [fins, endo].concat());
    let mut base = [&step.cells[..], &step.fins[..]].concat();
    base.sort_unstable();
    base.dedup();
    write!(f, "In {} (the base), {digit} can only be in {}", Houses(&step.houses), any(&base))?;
    write_endo_fins(step, f)?;
    f.write_str(". Two fish have this base: ")?;
    for (place, (cover, fins)) in step.covers.chunks(step.houses.len().max(1)).zip(&fins).enumerate() {
        f.write_str(if place > 0 { ", and " } else { "" })?;
        let word = verb(fins.len(), "fin", "fins");
        write!(f, "one with {} as cover and the {word} {}", Houses(cover), all(fins))?;
    }
    write!(
        f,
        ". Each of {} is in the cover of one of them and sees all its fins, so it is ",
        all(&losers(step))
    )?;
    write!(f, "not {digit} if one of these fins is. Otherwise ")?;
    write_filled(step, digit, f)?;
    write!(f, ", so no {digit} of the cover is outside the base. In both cases {}.", Conclusion(step))?;
    write_cannibals(step, &base, f)
}

/// A candidate that the fish would eliminate without fins, and chains from the fins to it.
fn write_kraken_1(step: &Step, digit: Digit, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write_base(step, digit, f)?;
    let (a_fin, no_fin) = match step.fins.len() {
        1 => ("the fin is", "the fin is not"),
        _ => ("a fin is", "no fin is"),
    };
    write!(f, "If {no_fin} {digit}, ")?;
    write_filled(step, digit, f)?;
    let lost = all(&losers(step)).to_string();
    write!(f, ", so no {digit} of the cover is outside the base, and {lost} is not {digit}.")?;
    write_cannibals(step, &step.cells, f)?;
    write!(f, " If {a_fin} {digit}, a chain leads to the same. ")?;
    write_branches(step, f)?;
    write!(f, "In every case {}.", Conclusion(step))
}

/// A candidate to which chains lead from the fins and from the places in one cover house.
fn write_kraken_2(step: &Step, digit: Digit, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write_base(step, digit, f)?;
    let starts = step.links.chunk_by(|link, next| link.to == next.from).filter_map(|chain| chain.first());
    let starts: Vec<Cell> = starts.flat_map(|link: &Link| &link.from.cells).copied().collect();
    let count = step.houses.len();
    write!(
        f,
        "The base needs {} {digit}s, but without {} its places are in only ",
        number(count),
        all(&starts)
    )?;
    let room = count.saturating_sub(1);
    let houses = verb(room, "house", "houses");
    write!(
        f,
        "{} {houses} of the cover, so one of the places that were left out is {digit}. ",
        number(room)
    )?;
    f.write_str("A chain from each leads to the same. ")?;
    write_branches(step, f)?;
    write!(f, "In every case {}.", Conclusion(step))
}
