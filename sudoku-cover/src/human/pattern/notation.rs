//! HoDoKu's notation, which most players know.
//!
//! Cells of one row or one column are written together if all numbers have one digit: `r1c45`, `r67c2`.

use std::fmt;

use smallvec::SmallVec;

use crate::human::parts::{HouseName, Link, LockedCells, Strength};
use crate::model::geometry::{Candidate, Cell, Digit};

pub(super) fn write_placements(f: &mut fmt::Formatter<'_>, placements: &[Candidate]) -> fmt::Result {
    for (place, candidate) in placements.iter().enumerate() {
        f.write_str(if place > 0 { ", " } else { "" })?;
        write_placement(f, *candidate)?;
    }
    Ok(())
}

/// Writes a placement like the candidate's `Display`. Most lines of an explanation are placements, so digits
/// are written directly.
fn write_placement(f: &mut fmt::Formatter<'_>, candidate: Candidate) -> fmt::Result {
    let numbers =
        [candidate.cell.row() + 1, candidate.cell.column() + 1, usize::from(candidate.digit.value())];
    let figures = numbers.map(|number| u8::try_from(number).ok().filter(|&number| number < 10));
    let [Some(row), Some(column), Some(digit)] = figures else { return write!(f, "{candidate}") };
    let text = [b'r', b'0' + row, b'c', b'0' + column, b'=', b'0' + digit];
    str::from_utf8(&text).map_or(Err(fmt::Error), |text| f.write_str(text))
}

/// Writes chains that begin with a candidate that is true: `r4c9=7 -7- r5c9`.
pub(super) fn write_forcing_chains(f: &mut fmt::Formatter<'_>, links: &[Link]) -> fmt::Result {
    let mut rest = links;
    while let Some(first) = rest.first() {
        let joined = rest.windows(2).take_while(|pair| pair[0].to == pair[1].from).count();
        let (chain, others) = rest.split_at(joined + 1);
        f.write_str(if rest.len() < links.len() { "; " } else { "" })?;
        write_cells(f, &first.from.cells)?;
        let sign = if first.strength == Strength::Strong { "<>" } else { "=" };
        write!(f, "{sign}{}", first.from.digit)?;
        write_chain_rest(f, chain, &[])?;
        rest = others;
    }
    Ok(())
}

/// Writes a chain, each node with its cells and the digit of the link between two: `r3c6 =5= r2c4 -5- r2c7`. A link
/// within a cell is not written. A node of the cells of one of the almost locked sets is marked as one.
pub(super) fn write_chain(f: &mut fmt::Formatter<'_>, links: &[Link], sets: &[LockedCells]) -> fmt::Result {
    let Some(first) = links.first() else { return Ok(()) };
    write_cells(f, &first.from.cells)?;
    write_chain_rest(f, links, sets)
}

/// Writes a chain without its beginning.
fn write_chain_rest(f: &mut fmt::Formatter<'_>, links: &[Link], sets: &[LockedCells]) -> fmt::Result {
    for link in links.iter().filter(|link| link.from.cells != link.to.cells) {
        write_link(f, link, sets)?;
        if sets.iter().any(|set| set.cells[..] == link.to.cells[..]) {
            f.write_str("ALS:")?;
        }
        write_cells(f, &link.to.cells)?;
    }
    Ok(())
}

/// Writes the digit of a link: ` =5= `, ` -5- `; both digits of one between different digits of two cells: ` -4/5- `. The
/// digits by which a chain enters and leaves one of the almost locked sets differ, too.
fn write_link(f: &mut fmt::Formatter<'_>, link: &Link, sets: &[LockedCells]) -> fmt::Result {
    let sign = match link.strength {
        Strength::Strong => '=',
        Strength::Weak => '-',
    };
    let is_set = |set: &LockedCells| set.cells[..] == link.from.cells[..];
    if link.from.digit != link.to.digit && !sets.iter().any(is_set) {
        return write!(f, " {sign}{}/{}{sign} ", link.from.digit, link.to.digit);
    }
    write!(f, " {sign}{}{sign} ", link.to.digit)
}

/// Writes cells and their digits: `r1c23 - {1468}`.
pub(super) fn write_set(f: &mut fmt::Formatter<'_>, set: &LockedCells, between: &str) -> fmt::Result {
    write_cells(f, &set.cells)?;
    write!(f, "{between}{{")?;
    write_digits(f, &set.digits)?;
    f.write_str("}")
}

/// Writes digits, together if each is one character.
pub(super) fn write_digits(f: &mut fmt::Formatter<'_>, digits: &[Digit]) -> fmt::Result {
    let is_short = digits.iter().all(|digit| digit.value() < 10);
    write_list(f, digits, if is_short { "" } else { "," })
}

/// Writes for each digit the cells that lose it, the digits in the order in which they occur.
pub(super) fn write_eliminations(f: &mut fmt::Formatter<'_>, eliminations: &[Candidate]) -> fmt::Result {
    for (place, lost) in eliminations.iter().enumerate() {
        if eliminations[..place].iter().any(|earlier| earlier.digit == lost.digit) {
            continue;
        }
        f.write_str(if place > 0 { ", " } else { "" })?;
        let same = eliminations.iter().filter(|other| other.digit == lost.digit);
        write_cells(f, &same.map(|candidate| candidate.cell).collect::<Vec<_>>())?;
        write!(f, "<>{}", lost.digit)?;
    }
    Ok(())
}

pub(super) fn write_list(
    f: &mut fmt::Formatter<'_>,
    list: &[impl fmt::Display],
    between: &str,
) -> fmt::Result {
    for (place, entry) in list.iter().enumerate() {
        write!(f, "{}{entry}", if place > 0 { between } else { "" })?;
    }
    Ok(())
}

/// Writes houses one after another, those of one kind together: `r25`, `c39b4`.
pub(super) fn write_houses(f: &mut fmt::Formatter<'_>, houses: &[HouseName]) -> fmt::Result {
    let is_short = houses.iter().all(|house| house.number < 9);
    for (place, house) in houses.iter().enumerate() {
        match place.checked_sub(1).map(|before| houses[before].kind) {
            Some(kind) if is_short && kind == house.kind => write!(f, "{}", house.number + 1)?,
            Some(_) if !is_short => write!(f, ",{house}")?,
            _ => write!(f, "{house}")?,
        }
    }
    Ok(())
}

/// Writes cells in ascending order, each with all later ones of its row, or else of its column: `r1c45,r67c2`.
pub(crate) fn write_cells(f: &mut fmt::Formatter<'_>, cells: &[Cell]) -> fmt::Result {
    let mut rest: SmallVec<[Cell; 16]> = cells.iter().copied().collect();
    rest.sort_unstable_by_key(|cell| (cell.row(), cell.column()));
    rest.dedup();
    if !rest.iter().all(|cell| cell.row() < 9 && cell.column() < 9) {
        return write_list(f, &rest, ",");
    }
    let mut is_first = true;
    while let Some(&first) = rest.first() {
        f.write_str(if is_first { "" } else { "," })?;
        is_first = false;
        let is_near = |cell: &&Cell| cell.row() == first.row() || cell.column() == first.column();
        let in_row = rest[1..].iter().find(is_near).is_none_or(|next| next.row() == first.row());
        let is_joined =
            |cell: &Cell| if in_row { cell.row() == first.row() } else { cell.column() == first.column() };
        let (row, column) = (first.row() + 1, first.column() + 1);
        let joined = || rest.iter().skip(1).filter(|cell| is_joined(cell));
        if in_row {
            write!(f, "r{row}c{column}")?;
            joined().try_for_each(|cell| write!(f, "{}", cell.column() + 1))?;
        } else {
            write!(f, "r{row}")?;
            joined().try_for_each(|cell| write!(f, "{}", cell.row() + 1))?;
            write!(f, "c{column}")?;
        }
        rest.retain(|cell| *cell != first && !is_joined(cell));
    }
    Ok(())
}
