//! Steps as text in HoDoKu's notation, which most players know. This is the only English text about steps.
//!
//! Cells of one row or one column are written together if all numbers have one digit: `r1c45`, `r67c2`.

use std::fmt::{self, Write};

use smallvec::SmallVec;

use super::{Grade, Hint};
use crate::human::step::{HouseName, Link, LockedCells, Step, Strength};
use crate::human::technique::Technique;
use crate::model::geometry::{Candidate, Cell};

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.technique.name())?;
        match self.technique {
            Technique::FullHouse
            | Technique::NakedSingle
            | Technique::HiddenSingle
            | Technique::BruteForce => {
                f.write_str(": ")?;
                return write_placements(f, &self.placements);
            }
            _ => {}
        }
        for mark in pattern(self.technique).chars() {
            self.write_part(f, mark)?;
        }
        f.write_str(" => ")?;
        write_placements(f, &self.placements)?;
        write_eliminations(f, &self.eliminations)
    }
}

/// Returns the pattern of the text between the name of the technique and its conclusions. Capitals are
/// replaced by the parts that [`Step::write_part`] writes.
fn pattern(technique: Technique) -> &'static str {
    use Technique::*;
    match technique {
        Pointing | Claiming => ": D in H",
        LockedPair | LockedTriple | NakedPair | NakedTriple | NakedQuadruple | HiddenPair | HiddenTriple
        | HiddenQuadruple => ": D in C",
        Skyscraper | TwoStringKite | DualTwoStringKite => ": D in C (connected by F)",
        TurbotFish | XChain => ": D L",
        RemotePair => ": P L",
        EmptyRectangle | DualEmptyRectangle => ": D in H (C)",
        WWing => ": P in C connected by N in F",
        XyWing | XyzWing => ": P in C",
        UniquenessTest1 | UniquenessTest2 | UniquenessTest3 | UniquenessTest4 | UniquenessTest5
        | UniquenessTest6 | HiddenRectangle | AvoidableRectangle1 | AvoidableRectangle2 => ": P in C",
        XyChain
        | ContinuousNiceLoop
        | DiscontinuousNiceLoop
        | Aic
        | GroupedContinuousNiceLoop
        | GroupedDiscontinuousNiceLoop
        | GroupedAic => ": P O",
        SueDeCoq => ": S",
        SimpleColorsTrap | SimpleColorsWrap | MultiColors1 | MultiColors2 => ": D (K)",
        AlsXz | AlsXyWing | AlsChain | DeathBlossom => ": A, J",
        ForcingChainContradiction | ForcingChainVerity => " in BC (G)",
        ForcingNetContradiction | ForcingNetVerity => " in EC (T)",
        TemplateSet | TemplateDelete => ": D",
        BugPlusOne | FullHouse | NakedSingle | HiddenSingle | BruteForce => "",
        // Fish of all sizes and kinds.
        _ => ": D B VX",
    }
}

impl Step {
    /// Writes the part that replaces a capital of a [`pattern`], or any other character itself.
    fn write_part(&self, f: &mut fmt::Formatter<'_>, mark: char) -> fmt::Result {
        match mark {
            'D' => write_list(f, &self.digits, ","),
            // A pair of digits, at least one of which is true.
            'P' => write_list(f, &self.digits, "/"),
            'N' => write!(f, "{}", self.digits[1]),
            'H' => write_houses(f, &self.houses[..1]),
            'B' => write_houses(f, &self.houses),
            'V' => write_houses(f, &self.covers),
            'C' => write_cells(f, &self.cells),
            'F' => write_cells(f, &self.fins),
            'X' => self.fins.iter().try_for_each(|fin| write!(f, " f{fin}")),
            'L' => write_chains(f, &self.links),
            'O' => write_open_chain(f, &self.links),
            'G' => write_forcing_chains(f, &self.links),
            'T' => write_placements(f, &self.trail),
            'E' if self.houses.is_empty() => Ok(()),
            'E' => {
                write_houses(f, &self.houses)?;
                f.write_str(" for ")?;
                write_list(f, &self.digits, ",")
            }
            'S' => {
                for (set, before) in self.sets.iter().zip(["", " (", ", "]) {
                    f.write_str(before)?;
                    write_set(f, set, " - ")?;
                }
                f.write_str(")")
            }
            'K' => {
                for (colors, before) in self.sets.iter().zip(["", ") / (", "), (", ") / ("]) {
                    f.write_str(before)?;
                    write_cells(f, &colors.cells)?;
                }
                Ok(())
            }
            'A' => {
                for (place, set) in self.sets.iter().enumerate() {
                    let letter = char::from(b'A' + u8::try_from(place % 26).unwrap_or_default());
                    write!(f, "{}{letter}=", if place > 0 { ", " } else { "" })?;
                    write_set(f, set, " ")?;
                }
                Ok(())
            }
            'J' => {
                f.write_str(if self.technique == Technique::AlsXyWing { "X,Y=" } else { "X=" })?;
                // The digits that connect the sets, then those that are eliminated.
                let lost = self.eliminations.chunk_by(|one, next| one.digit == next.digit).count();
                let (joints, lost) = self.digits.split_at(self.digits.len().saturating_sub(lost));
                write_list(f, joints, ",")?;
                f.write_str(", Z=")?;
                write_list(f, lost, ",")
            }
            mark => f.write_char(mark),
        }
    }
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let step = &self.step;
        match self.grade {
            Grade::Vague => write!(f, "look for: {}", step.technique),
            Grade::Full => step.fmt(f),
            Grade::Where => {
                write!(f, "look for: {}", step.technique)?;
                if !step.digits.is_empty() {
                    f.write_str(" of ")?;
                    write_list(f, &step.digits, ",")?;
                }
                let houses: Vec<HouseName> = step.houses.iter().chain(&step.covers).copied().collect();
                if !houses.is_empty() {
                    f.write_str(" in ")?;
                    write_list(f, &houses, ",")?;
                }
                if !step.cells.is_empty() {
                    f.write_str(" at ")?;
                    write_cells(f, &step.cells)?;
                }
                Ok(())
            }
        }
    }
}

fn write_placements(f: &mut fmt::Formatter<'_>, placements: &[Candidate]) -> fmt::Result {
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
fn write_forcing_chains(f: &mut fmt::Formatter<'_>, links: &[Link]) -> fmt::Result {
    let mut rest = links;
    while let Some(first) = rest.first() {
        let joined = rest.windows(2).take_while(|pair| pair[0].to == pair[1].from).count();
        let (chain, others) = rest.split_at(joined + 1);
        f.write_str(if rest.len() < links.len() { "; " } else { "" })?;
        write_cells(f, &first.from.cells)?;
        write!(f, "={}", first.from.digit)?;
        write_chain_rest(f, chain)?;
        rest = others;
    }
    Ok(())
}

/// Writes a chain, each node with its cells and the digit of the link between two: `r3c6 =5= r2c4 -5- r2c7`.
/// A link within a cell is not written.
fn write_chains(f: &mut fmt::Formatter<'_>, links: &[Link]) -> fmt::Result {
    let Some(first) = links.first() else { return Ok(()) };
    write_cells(f, &first.from.cells)?;
    write_chain_rest(f, links)
}

/// Writes a chain without its beginning.
fn write_chain_rest(f: &mut fmt::Formatter<'_>, links: &[Link]) -> fmt::Result {
    for link in links.iter().filter(|link| link.from.cells != link.to.cells) {
        let sign = match link.strength {
            Strength::Strong => '=',
            Strength::Weak => '-',
        };
        write!(f, " {sign}{}{sign} ", link.to.digit)?;
        write_cells(f, &link.to.cells)?;
    }
    Ok(())
}

/// Writes a chain whose first and last links may be within a cell: `3- r1c5 -7- r2c6 -3`.
fn write_open_chain(f: &mut fmt::Formatter<'_>, links: &[Link]) -> fmt::Result {
    let is_inside = |link: &Link| link.from.cells == link.to.cells;
    if let Some(first) = links.first().filter(|link| is_inside(link)) {
        write!(f, "{}- ", first.from.digit)?;
    }
    write_chains(f, links)?;
    match links.last().filter(|link| is_inside(link)) {
        Some(last) => write!(f, " -{}", last.to.digit),
        None => Ok(()),
    }
}

/// Writes cells and their digits: `r1c23 - {1468}`.
fn write_set(f: &mut fmt::Formatter<'_>, set: &LockedCells, between: &str) -> fmt::Result {
    write_cells(f, &set.cells)?;
    write!(f, "{between}{{")?;
    // Digits are written together if each is one character.
    let is_short = set.digits.iter().all(|digit| digit.value() < 10);
    write_list(f, &set.digits, if is_short { "" } else { "," })?;
    f.write_str("}")
}

/// Writes for each digit the cells that lose it, the digits in the order in which they occur.
fn write_eliminations(f: &mut fmt::Formatter<'_>, eliminations: &[Candidate]) -> fmt::Result {
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

fn write_list(f: &mut fmt::Formatter<'_>, list: &[impl fmt::Display], between: &str) -> fmt::Result {
    for (place, entry) in list.iter().enumerate() {
        write!(f, "{}{entry}", if place > 0 { between } else { "" })?;
    }
    Ok(())
}

/// Writes houses of one kind, one after another: `r25`.
fn write_houses(f: &mut fmt::Formatter<'_>, houses: &[HouseName]) -> fmt::Result {
    for (place, house) in houses.iter().enumerate() {
        match place {
            0 => write!(f, "{house}")?,
            _ if houses.iter().all(|other| other.kind == house.kind && other.number < 9) => {
                write!(f, "{}", house.number + 1)?;
            }
            _ => write!(f, ",{house}")?,
        }
    }
    Ok(())
}

/// Writes cells in ascending order. Of the cells left, those in the row of the first one are written together,
/// or if there are none, those in its column.
fn write_cells(f: &mut fmt::Formatter<'_>, cells: &[Cell]) -> fmt::Result {
    let is_short = cells.iter().all(|cell| cell.row() < 9 && cell.column() < 9);
    let mut rest: SmallVec<[Cell; 16]> = cells.iter().copied().collect();
    rest.sort_unstable_by_key(|cell| (cell.row(), cell.column()));
    rest.dedup();
    let mut is_first = true;
    while let Some(&first) = rest.first() {
        f.write_str(if is_first { "" } else { "," })?;
        is_first = false;
        let in_row = |cell: &Cell| cell.row() == first.row();
        let has_row = is_short && rest[1..].iter().any(in_row);
        let is_taken = |cell: &Cell| {
            *cell == first || is_short && if has_row { in_row(cell) } else { cell.column() == first.column() }
        };
        f.write_str("r")?;
        if has_row {
            write!(f, "{}c", first.row() + 1)?;
            rest.iter()
                .filter(|cell| is_taken(cell))
                .try_for_each(|cell| write!(f, "{}", cell.column() + 1))?;
        } else {
            rest.iter().filter(|cell| is_taken(cell)).try_for_each(|cell| write!(f, "{}", cell.row() + 1))?;
            write!(f, "c{}", first.column() + 1)?;
        }
        rest.retain(|cell| !is_taken(cell));
    }
    Ok(())
}
