//! Patterns of a few links: skyscrapers and their relatives, wings, remote pairs and colors.

use std::fmt;

use super::phrases::{Conclusion, House, Houses, all, any, both_or_all, losers, together, write_seeing};
use crate::human::step::{HouseName, Link, LockedCells, Node, Step};
use crate::human::technique::Technique;
use crate::model::geometry::{Cell, Digit, HouseKind};

/// Two strong links of one digit, connected by a weak one; of a dual pattern twice.
pub(super) fn write_two_links(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let patterns = step.links.chunks_exact(3);
    let count = patterns.len();
    for pattern in patterns {
        let [first, between, second] = pattern else { continue };
        let digit = first.from.digit;
        let places = |link: &Link, f: &mut fmt::Formatter<'_>| {
            link.house.into_iter().try_for_each(|house| write!(f, "in {} ", House(house)))?;
            write!(f, "must be in {} or {}", all(&link.from.cells), all(&link.to.cells))
        };
        write!(f, "{digit} ")?;
        places(first, f)?;
        write!(f, ", and {digit} ")?;
        places(second, f)?;
        let (near, next) = (all(&between.from.cells), all(&between.to.cells));
        let (end, last) = (all(&first.from.cells), all(&second.to.cells));
        write!(f, ". {near} and {next}, {}, cannot both be {digit}, ", together(between.house))?;
        if first.from == second.to {
            write!(f, "so {end} is {digit}. ")?;
            return write_seeing(step, "it", f);
        }
        write!(f, "so {end} or {last} is {digit}. ")?;
    }
    write_seeing(step, if count > 1 { "both cells of one of these pairs" } else { "both" }, f)
}

/// Returns the line of the other direction that contains the cell.
fn across(kind: HouseKind, cell: Cell) -> HouseName {
    match kind {
        HouseKind::Row => HouseName { kind: HouseKind::Column, number: cell.column() },
        _ => HouseName { kind: HouseKind::Row, number: cell.row() },
    }
}

pub(super) fn write_empty_rectangle(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let ([square, line, ..], [digit], [start, end]) = (&step.houses[..], &step.digits[..], &step.cells[..])
    else {
        return Ok(());
    };
    let lost = losers(step);
    let Some(&one) = lost.first() else { return Ok(()) };
    let (arm, square, line) = (across(line.kind, *start), House(*square), House(*line));
    // The eliminations are in the other arm, which is parallel to the line.
    let other = across(arm.kind, one);
    let (arm, other) = (House(arm), House(other));
    write!(
        f,
        "{digit} in {square} must be in {arm} or {other}. If {} were {digit}, {square} would have ",
        any(&lost)
    )?;
    write!(
        f,
        "no {digit} in {other}. Nor would {end} be {digit}, so {start}, the only other place in {line}, would "
    )?;
    write!(f, "be, and {square} would have no {digit} in {arm} either. So {}.", Conclusion(step))
}

pub(super) fn write_dual_empty_rectangle(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let ([square, lines @ ..], [digit], [start, end, second_start, second_end]) =
        (&step.houses[..], &step.digits[..], &step.cells[..])
    else {
        return Ok(());
    };
    let square = House(*square);
    write!(f, "{digit} in {square} can only be in one row and one column of it. {start} and {end}, and ")?;
    write!(
        f,
        "{second_start} and {second_end}, are the only two places for {digit} in {}. If ",
        Houses(lines)
    )?;
    write!(
        f,
        "{} were {digit}, {end} or {second_end}, which sees it, would not be, and so ",
        any(&losers(step))
    )?;
    write!(
        f,
        "{start} or {second_start} would be {digit}. These two digits would leave no place for {digit} in "
    )?;
    write!(f, "{square}. So {}.", Conclusion(step))
}

pub(super) fn write_w_wing(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let ([held, joint], [one, other], [near, far]) = (&step.digits[..], &step.cells[..], &step.fins[..])
    else {
        return Ok(());
    };
    let house = step.links.get(2).and_then(|link| link.house);
    write!(f, "{one} and {other} can only be {held} or {joint}. {joint} ")?;
    house.into_iter().try_for_each(|house| write!(f, "in {} ", House(house)))?;
    write!(
        f,
        "must be in {near}, which {one} sees, or in {far}, which {other} sees, so {one} and {other} are not "
    )?;
    write!(f, "both {joint}: one of them is {held}. ")?;
    write_seeing(step, "both", f)
}

pub(super) fn write_wing(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let ([first, second, held], [pivot, one, other]) = (&step.digits[..], &step.cells[..]) else {
        return Ok(());
    };
    let is_xyz = step.technique == Technique::XyzWing;
    let digits = &step.digits[..if is_xyz { 3 } else { 2 }];
    write!(
        f,
        "{pivot} is {}. If it is {first}, {one} is {held}; if it is {second}, {other} is {held}",
        any(digits)
    )?;
    if is_xyz {
        write!(f, "; otherwise it is {held} itself. ")?;
        write_seeing(step, "all three cells", f)
    } else {
        write!(f, ". So {one} or {other} is {held}. ")?;
        write_seeing(step, "both", f)
    }
}

pub(super) fn write_remote_pair(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let pair = any(&step.digits);
    write!(
        f,
        "{} can only be {pair}, and each of them sees the next one, so the two digits ",
        all(&step.cells)
    )?;
    write!(
        f,
        "alternate. Two of these cells with an even number of others between them hold both digits. A cell "
    )?;
    write!(f, "that sees two such cells can be neither of them: {}.", Conclusion(step))
}

/// The places of a color, which are all true or all false.
struct Color<'a>(&'a LockedCells);

impl fmt::Display for Color<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (cells, digit) = (&self.0.cells, all(&self.0.digits));
        match cells.len() {
            1 => write!(f, "{} is {digit}", all(cells)),
            count => write!(f, "{} are {} {digit}", all(cells), both_or_all(count)),
        }
    }
}

/// Returns the color that contains the node, and the other color of its cluster.
fn colors_of<'a>(step: &'a Step, node: &Node) -> Option<[Color<'a>; 2]> {
    let place = step.sets.iter().position(|set| node.cells.iter().all(|cell| set.cells.contains(cell)))?;
    Some([Color(step.sets.get(place)?), Color(step.sets.get(place ^ 1)?)])
}

fn write_clusters(step: &Step, digit: Digit, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "Houses with only two places for {digit} connect these cells: ")?;
    for (place, cluster) in step.sets.chunks_exact(2).enumerate() {
        f.write_str(if place > 0 { "; and " } else { "" })?;
        write!(f, "either {}, or {}", Color(&cluster[0]), Color(&cluster[1]))?;
    }
    f.write_str(". ")
}

pub(super) fn write_trap(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let [digit] = step.digits[..] else { return Ok(()) };
    write_clusters(step, digit, f)?;
    write_seeing(step, "a cell on either side", f)
}

pub(super) fn write_wrap(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let ([digit], [link]) = (&step.digits[..], &step.links[..]) else { return Ok(()) };
    write_clusters(step, *digit, f)?;
    let (one, other) = (all(&link.from.cells), all(&link.to.cells));
    let Some([_, opposite]) = colors_of(step, &link.from) else { return Ok(()) };
    write!(f, "{one} and {other}, {}, cannot both be {digit}, so {opposite}, and ", together(link.house))?;
    write!(f, "{}.", Conclusion(step))
}

pub(super) fn write_multi_1(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let [digit] = step.digits[..] else { return Ok(()) };
    write_clusters(step, digit, f)?;
    for link in &step.links {
        let (one, other) = (all(&link.from.cells), all(&link.to.cells));
        let (Some([_, first]), Some([_, second])) = (colors_of(step, &link.from), colors_of(step, &link.to))
        else {
            continue;
        };
        write!(f, "{one} and {other}, {}, cannot both be {digit}, so {first}, or ", together(link.house))?;
        write!(f, "{second}. ")?;
    }
    let alternatives = if step.links.len() > 1 { " of one of these alternatives" } else { "" };
    write_seeing(step, format_args!("a cell on either side{alternatives}"), f)
}

pub(super) fn write_multi_2(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let [digit] = step.digits[..] else { return Ok(()) };
    write_clusters(step, digit, f)?;
    for pair in step.links.chunks_exact(2) {
        let [first, second] = pair else { continue };
        let (one, other) = (all(&first.from.cells), all(&second.from.cells));
        write!(f, "{one} sees {}, and {other} sees {}. ", all(&first.to.cells), all(&second.to.cells))?;
    }
    write!(f, "One of the cells that are seen is {digit}, so {}.", Conclusion(step))
}
