//! Steps as text in HoDoKu's notation, which most players know.
//!
//! Cells of one row or one column are written together if all numbers have one digit: `r1c45`, `r67c2`.

use std::fmt::{self, Write};

use smallvec::SmallVec;

use super::reason::Conclusion;
use super::{Grade, Hint};
use crate::human::step::{HouseName, Link, LockedCells, Step, Strength};
use crate::human::technique::Technique;
use crate::model::geometry::{Candidate, Cell, Digit};

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.technique.name())?;
        match self.technique {
            Technique::FullHouse
            | Technique::NakedSingle
            | Technique::HiddenSingle
            | Technique::CageSingle
            | Technique::BruteForce => {
                f.write_str(": ")?;
                return write_placements(f, &self.placements);
            }
            _ => {}
        }
        for mark in pattern(self.technique).chars() {
            self.write_part(f, mark)?;
        }
        if self.technique == Technique::TemplateSet {
            // The pattern is the conclusion.
            return Ok(());
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
        CommonPeers => ": D in CR",
        RuleCombinations => ": E",
        CageCombinations => ": W",
        CagePointing => ": D in W",
        CageClaiming => ": D in H, W",
        InniesOuties | InniesOutiesOfHouses => ": W in B",
        LockedPair | LockedTriple | NakedPair | NakedTriple | NakedQuadruple | HiddenPair | HiddenTriple
        | HiddenQuadruple => ": D in C",
        Skyscraper | TwoStringKite => ": D in C (connected by F)",
        DualTwoStringKite => ": D in Y/in Z (connected by F)",
        TurbotFish | XChain => ": D L",
        RemotePair => ": P L",
        EmptyRectangle => ": D in H (C)",
        DualEmptyRectangle => ": D in H (Y/Z)",
        WWing => ": P in C connected by N in F",
        XyWing | XyzWing => ": P in C",
        UniquenessTest1 | UniquenessTest2 | UniquenessTest3 | UniquenessTest4 | UniquenessTest5
        | UniquenessTest6 | HiddenRectangle | AvoidableRectangle1 | AvoidableRectangle2 => ": P in C",
        XyChain | Aic | GroupedAic => ": P O",
        ContinuousNiceLoop | GroupedContinuousNiceLoop => ": P Q",
        DiscontinuousNiceLoop | GroupedDiscontinuousNiceLoop => ": P U",
        SueDeCoq => ": S",
        SimpleColorsTrap | SimpleColorsWrap | MultiColors1 | MultiColors2 => ": D (K)",
        AlsXz | AlsXyWing => ": A, J",
        AlsChain => ": M",
        DeathBlossom => ": [C], I",
        ForcingChainContradiction | ForcingChainVerity => " in BC (G)",
        ForcingNetContradiction => " in E (TG)",
        ForcingNetVerity => " in E (G)",
        TemplateSet => ": C=D",
        TemplateDelete => ": ",
        BugPlusOne | FullHouse | NakedSingle | HiddenSingle | CageSingle | BruteForce => "",
        KrakenFishType1 | KrakenFishType2 => ": D B VX (G)",
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
            'V' => {
                // A siamese fish has two covers.
                for (place, cover) in self.covers.chunks(self.houses.len().max(1)).enumerate() {
                    f.write_str(if place > 0 { "/" } else { "" })?;
                    write_houses(f, cover)?;
                }
                Ok(())
            }
            'C' => write_cells(f, &self.cells),
            // The cells of the two patterns of a dual one.
            'Y' => write_cells(f, &self.cells[..self.cells.len() / 2]),
            'Z' => write_cells(f, &self.cells[self.cells.len() / 2..]),
            'F' => write_cells(f, &self.fins),
            'X' => self.fins.iter().try_for_each(|fin| {
                let is_endo = self.sets.first().is_some_and(|endo| endo.cells.contains(fin));
                write!(f, " {}{fin}", if is_endo { "ef" } else { "f" })
            }),
            'L' => write_chains(f, &self.links),
            'O' => self.write_open_chain(f),
            'Q' => self.write_loop(f),
            'U' => self.write_chain(f),
            'G' => write_forcing_chains(f, &self.links),
            'T' => write_placements(f, &self.trail),
            // The rule, or the place of a contradiction.
            'E' => {
                if let Some(rule) = &self.rule {
                    return write!(f, "{rule}");
                }
                if self.houses.is_empty() {
                    return write_cells(f, &self.cells);
                }
                write_houses(f, &self.houses)?;
                f.write_str(" for ")?;
                write_list(f, &self.digits, ",")
            }
            'R' => match self.houses.first() {
                Some(house) => write!(f, " of {house}"),
                None => Ok(()),
            },
            'W' => self.write_sum(f),
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
                let (joints, lost) = self.joints();
                write_list(f, joints, ",")?;
                f.write_str(if lost.is_empty() { "" } else { ", Z=" })?;
                write_list(f, lost, ",")
            }
            'M' => {
                let (joints, lost) = self.joints();
                write_list(f, lost, "")?;
                for (place, set) in self.sets.iter().enumerate() {
                    match place.checked_sub(1).and_then(|before| joints.get(before)) {
                        Some(joint) => write!(f, " -{joint}- ")?,
                        None => f.write_str("- ")?,
                    }
                    write_set(f, set, " ")?;
                }
                f.write_str(" -")?;
                write_list(f, lost, "")
            }
            'I' => {
                for (place, (digit, set)) in self.digits.iter().zip(&self.sets).enumerate() {
                    write!(f, "{} -{digit}- ", if place > 0 { ", " } else { "" })?;
                    write_set(f, set, " ")?;
                }
                Ok(())
            }
            mark => f.write_char(mark),
        }
    }

    /// Writes a cage with its sum, the number of its cells, and its sets of digits, or an equation of innies and
    /// outies: `15(3) r1c123 = {159/168}`, `innies r1c9 - outies r2c3 = 3`.
    fn write_sum(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sum = self.sum.unwrap_or_default();
        if matches!(self.technique, Technique::InniesOuties | Technique::InniesOutiesOfHouses) {
            let mut sides = [("innies", &self.cells), ("outies", &self.fins)];
            // The difference is written so that it is not negative.
            let is_negative = self.cells.is_empty() || !self.fins.is_empty() && sum < 0;
            if is_negative {
                sides.reverse();
            }
            for (place, (name, cells)) in sides.into_iter().filter(|(_, cells)| !cells.is_empty()).enumerate()
            {
                write!(f, "{}{name} ", if place > 0 { " - " } else { "" })?;
                write_cells(f, cells)?;
            }
            return write!(f, " = {}", sum.abs());
        }
        write!(f, "{sum}({}) ", self.cells.len())?;
        write_cells(f, &self.cells)?;
        for (place, digits) in self.combinations.iter().enumerate() {
            f.write_str(if place > 0 { "/" } else { " = {" })?;
            write_digits(f, digits)?;
        }
        f.write_str(if self.combinations.is_empty() { "" } else { "}" })
    }

    /// Returns the digits that connect almost locked sets, and those that one of the outer sets holds.
    fn joints(&self) -> (&[Digit], &[Digit]) {
        self.digits.split_at(self.links.len().min(self.digits.len()))
    }

    /// Writes a chain whose ends are not both false: `3- r1c5 -7- r2c6 -3`.
    fn write_open_chain(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Some(first), Some(last)) = (self.links.first(), self.links.last()) else { return Ok(()) };
        write!(f, "{}- ", first.from.digit)?;
        self.write_chain(f)?;
        write!(f, " -{}", last.to.digit)
    }

    /// Writes a loop, with the digits of its first and its last link at its ends:
    /// `9= r1c8 =6= r1c4 -6- r3c6 =6= r5c6 =9= r5c5 -9- r1c5 =9= r1c8 =6`.
    fn write_loop(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Some(first), Some(last)) = (self.links.first(), self.links.last()) else { return Ok(()) };
        write!(f, "{}= ", last.to.digit)?;
        self.write_chain(f)?;
        write!(f, " ={}", first.to.digit)
    }

    /// Writes a chain, each node with its cells and the digit of the link between two: `r3c6 =5= r2c4 -5- r2c7`.
    /// A link within a cell is not written.
    fn write_chain(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(first) = self.links.first() else { return Ok(()) };
        write_cells(f, &first.from.cells)?;
        for link in self.links.iter().filter(|link| link.from.cells != link.to.cells) {
            write_link(f, link, &self.sets)?;
            if self.sets.iter().any(|set| set.cells[..] == link.to.cells[..]) {
                f.write_str("ALS:")?;
            }
            write_cells(f, &link.to.cells)?;
        }
        Ok(())
    }
}

/// The most links and placements of a step that the line of a hint contains.
const LONGEST_CHAIN: usize = 8;

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Hint { grade, step, area } = self;
        match (grade, step.technique) {
            (Grade::Area | Grade::Technique, Technique::BruteForce) => {
                f.write_str("No technique that is known applies here.")
            }
            (Grade::Cells, Technique::BruteForce) => {
                f.write_str("A digit can be tried in ")?;
                write_cells(f, &self.pattern())?;
                f.write_str(".")
            }
            (Grade::Full, Technique::BruteForce) => write!(f, "{}, by trial.", Conclusion(step)),
            (Grade::Area, _) => write!(f, "Look at {area}."),
            (Grade::Technique, technique) => {
                let place = if area.is_whole() { "on" } else { "in" };
                write!(f, "Look for {} {place} {area}.", WithArticle(technique))
            }
            (Grade::Cells, technique) => {
                write!(f, "Look for {} at ", WithArticle(technique))?;
                write_cells(f, &self.pattern())?;
                f.write_str(".")
            }
            (Grade::Full, _) if step.links.len() + step.trail.len() <= LONGEST_CHAIN => step.fmt(f),
            (Grade::Full, technique) => {
                write!(f, "{technique} => ")?;
                write_placements(f, &step.placements)?;
                write_eliminations(f, &step.eliminations)
            }
        }
    }
}

/// The name of a technique as part of a sentence: `a Hidden Single`, `an X-Wing`, `Cage Combinations`.
struct WithArticle(Technique);

impl fmt::Display for WithArticle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Technique::*;

        let name = self.0.name();
        let article = match self.0 {
            CageCombinations | RuleCombinations | InniesOuties | InniesOutiesOfHouses | Pointing
            | Claiming | MultiColors1 | MultiColors2 => "",
            // Read as "you-nique".
            _ if name.starts_with("Uniq") => "a ",
            // Read as "ex".
            _ if name.starts_with(['A', 'E', 'I', 'O', 'U', 'X']) => "an ",
            _ => "a ",
        };
        write!(f, "{article}{name}")
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
        let sign = if first.strength == Strength::Strong { "<>" } else { "=" };
        write!(f, "{sign}{}", first.from.digit)?;
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
        write_link(f, link, &[])?;
        write_cells(f, &link.to.cells)?;
    }
    Ok(())
}

/// Writes the digit of a link: ` =5= `, ` -5- `; both digits of a weak one between consecutive digits: ` -4/5- `. The
/// digits by which a chain enters and leaves one of the almost locked sets differ, too.
fn write_link(f: &mut fmt::Formatter<'_>, link: &Link, sets: &[LockedCells]) -> fmt::Result {
    let sign = match link.strength {
        Strength::Strong => '=',
        Strength::Weak => '-',
    };
    let is_set = |set: &LockedCells| set.cells[..] == link.from.cells[..];
    if link.strength == Strength::Weak && link.from.digit != link.to.digit && !sets.iter().any(is_set) {
        return write!(f, " -{}/{}- ", link.from.digit, link.to.digit);
    }
    write!(f, " {sign}{}{sign} ", link.to.digit)
}

/// Writes cells and their digits: `r1c23 - {1468}`.
fn write_set(f: &mut fmt::Formatter<'_>, set: &LockedCells, between: &str) -> fmt::Result {
    write_cells(f, &set.cells)?;
    write!(f, "{between}{{")?;
    write_digits(f, &set.digits)?;
    f.write_str("}")
}

/// Writes digits, together if each is one character.
fn write_digits(f: &mut fmt::Formatter<'_>, digits: &[Digit]) -> fmt::Result {
    let is_short = digits.iter().all(|digit| digit.value() < 10);
    write_list(f, digits, if is_short { "" } else { "," })
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

/// Writes houses one after another, those of one kind together: `r25`, `c39b4`.
fn write_houses(f: &mut fmt::Formatter<'_>, houses: &[HouseName]) -> fmt::Result {
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
fn write_cells(f: &mut fmt::Formatter<'_>, cells: &[Cell]) -> fmt::Result {
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
