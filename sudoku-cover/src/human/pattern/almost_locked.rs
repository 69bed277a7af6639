//! Almost locked sets, and sets that are locked together: death blossoms and Sue de Coq.

use std::fmt;

use serde::Serialize;
use smallvec::SmallVec;

use super::conclusion::Conclusion;
use super::marks::StepMarks;
use super::notation::{write_list, write_set};
use super::reason::{Role, Say, Teller, all, any, both_or_all, number, say, tell, verb};
use super::shape::Shape;
use crate::human::parts::{HouseName, Link, LockedCells};
use crate::model::geometry::{Cell, Digit};

/// Almost locked sets that are connected by digits which not both of two sets hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AlmostLocked {
    /// The sets: two; three of an XY-wing, the middle one last; or at least four in the order of a chain.
    pub sets: Vec<LockedCells>,
    /// The digits that connect sets.
    pub joints: SmallVec<[Digit; 4]>,
    /// The digits that one of the outer sets holds.
    pub held: SmallVec<[Digit; 4]>,
    /// The weak link of each digit that connects two sets.
    pub links: Vec<Link>,
}

impl Shape for AlmostLocked {
    fn write(&self, _: &Conclusion<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { sets, joints, held, .. } = self;
        f.write_str(": ")?;
        if sets.len() > 3 {
            write_list(f, held, "")?;
            for (place, set) in sets.iter().enumerate() {
                match place.checked_sub(1).and_then(|before| joints.get(before)) {
                    Some(joint) => write!(f, " -{joint}- ")?,
                    None => f.write_str("- ")?,
                }
                write_set(f, set, " ")?;
            }
            f.write_str(" -")?;
            return write_list(f, held, "");
        }
        for (place, set) in sets.iter().enumerate() {
            let letter = char::from(b'A' + u8::try_from(place % 26).unwrap_or_default());
            write!(f, "{}{letter}=", if place > 0 { ", " } else { "" })?;
            write_set(f, set, " ")?;
        }
        f.write_str(if sets.len() == 3 { ", X,Y=" } else { ", X=" })?;
        write_list(f, joints, ",")?;
        f.write_str(if held.is_empty() { "" } else { ", Z=" })?;
        write_list(f, held, ",")
    }

    fn explain(&self, end: &Conclusion<'_>, to: &mut Teller) {
        match self.sets.len() {
            2 => self.tell_xz(end, to),
            3 => self.tell_xy_wing(end, to),
            _ => self.tell_chain(end, to),
        }
    }

    fn mark(&self, _: &Conclusion<'_>, marks: &mut StepMarks) {
        marks.digits = self.joints.iter().chain(&self.held).copied().collect();
        marks.sets.clone_from(&self.sets);
        marks.links.clone_from(&self.links);
    }
}

impl AlmostLocked {
    fn tell_xz(&self, end: &Conclusion<'_>, to: &mut Teller) {
        let [one, other] = &self.sets[..] else { return };
        say!(to, "The sets A: ", Set(one), " and B: ", Set(other), " each have one digit more than cells, ");
        tell!(to, "so each lacks exactly one of its digits");
        match &self.links[..] {
            [joint] => {
                let digit = joint.from.digit;
                say!(to, "They do not both hold ", digit, ", as every ", digit, " of A sees every ", digit);
                tell!(to, " of B");
                say!(to, "So A or B lacks ", digit, " and holds its other digits, among them ");
                tell!(to, all(&end.lost_digits()));
                tell_held(end, "both sets", to);
            }
            [first, second] => {
                let (first, second) = (first.from.digit, second.from.digit);
                say!(to, "They do not both hold ", first, ", nor both ", second);
                tell!(to, ", as these candidates of A see those of B");
                say!(
                    to,
                    "So one of them lacks ",
                    first,
                    " and the other ",
                    second,
                    ": ",
                    first,
                    " and ",
                    second
                );
                tell!(to, " are in one set each, and each set holds all its other digits");
                say!(
                    to,
                    "Cells that see every ",
                    first,
                    " or every ",
                    second,
                    " of both sets, or every place "
                );
                tell!(to, "of another digit in one set, lose it: ", end);
            }
            _ => {}
        }
    }

    fn tell_xy_wing(&self, end: &Conclusion<'_>, to: &mut Teller) {
        let ([one, other, middle], [first, second]) = (&self.sets[..], &self.links[..]) else { return };
        let (first, second) = (first.from.digit, second.from.digit);
        say!(
            to,
            "The sets A: ",
            Set(one),
            ", B: ",
            Set(other),
            " and C: ",
            Set(middle),
            " each have one digit "
        );
        tell!(to, "more than cells, so each lacks exactly one of its digits");
        say!(
            to,
            "C cannot hold ",
            first,
            " if A does, nor ",
            second,
            " if B does, as these candidates see each "
        );
        tell!(to, "other");
        say!(to, "As C holds ", first, " or ", second, ", A lacks ", first, " or B lacks ", second);
        tell!(to, ", and holds its other digits, among them ", all(&end.lost_digits()));
        tell_held(end, "A and B", to);
    }

    fn tell_chain(&self, end: &Conclusion<'_>, to: &mut Teller) {
        let lost = end.lost_digits();
        say!(
            to,
            "Each of these sets has one digit more than cells, so that without one of its digits it holds "
        );
        tell!(to, "all others");
        tell!(to, "Digits that connect two sets see each other");
        let mut before: Option<Digit> = None;
        for (place, set) in self.sets.iter().enumerate() {
            let next = self.links.get(place).map(|joint| joint.from.digit);
            let held: &[Digit] = next.as_ref().map_or(&lost[..], std::slice::from_ref);
            let is = |one, several| verb(set.cells.len(), one, several);
            to.number(place + 1);
            match before {
                None => {
                    say!(
                        to,
                        "If ",
                        Set(set),
                        is(" has", " have"),
                        " no ",
                        any(&lost),
                        ", ",
                        is("it", "they")
                    );
                }
                Some(before) => say!(to, "Then ", Set(set), is(" has", " have"), " no ", before, " and"),
            }
            tell!(to, is(" holds ", " hold "), all(held));
            before = next;
        }
        let is = if lost.len() == 1 { " is" } else { " are each" };
        tell!(to, "So ", all(&lost), is, " in the first or the last set");
        tell_held(end, "both", to);
    }
}

/// A set with its digits: `r9c6, r9c7 and r9c9 (2, 3, 6 and 7)`.
struct Set<'a>(&'a LockedCells);

impl Say for Set<'_> {
    fn say(&self, to: &mut Teller) {
        to.speak(Role::Possible, &self.0.cells, &self.0.digits);
        say!(to, all(&self.0.cells), " (", all(&self.0.digits), ")");
    }
}

/// Tells that the step loses digits that one of some sets holds.
fn tell_held(end: &Conclusion<'_>, which: &str, to: &mut Teller) {
    match end.lost_digits()[..] {
        [digit] => end.tell_seeing(format!("every {digit} of {which}"), to),
        _ => {
            say!(to, "A cell that sees all places of one of these digits in ", which);
            tell!(to, " loses it: ", end);
        }
    }
}

/// A cell, and for each of its digits an almost locked set whose places of the digit it sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DeathBlossom {
    /// The cell.
    pub stem: Cell,
    /// Its digits.
    pub digits: SmallVec<[Digit; 4]>,
    /// The set of each digit.
    pub sets: Vec<LockedCells>,
}

impl Shape for DeathBlossom {
    fn write(&self, _: &Conclusion<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, ": [{}], ", self.stem)?;
        for (place, (digit, set)) in self.digits.iter().zip(&self.sets).enumerate() {
            write!(f, "{} -{digit}- ", if place > 0 { ", " } else { "" })?;
            write_set(f, set, " ")?;
        }
        Ok(())
    }

    fn explain(&self, end: &Conclusion<'_>, to: &mut Teller) {
        let stem = self.stem;
        tell!(to, stem, " is ", any(&self.digits));
        for (place, (digit, set)) in self.digits.iter().zip(&self.sets).enumerate() {
            let holds: Vec<Digit> = set.digits.iter().copied().filter(|other| other != digit).collect();
            let is = |one, several| verb(set.cells.len(), one, several);
            to.number(place + 1);
            say!(
                to,
                "If it is ",
                digit,
                ", ",
                Set(set),
                is(" has", " have"),
                " no ",
                digit,
                ", since ",
                stem
            );
            tell!(to, " sees every ", digit, " there, and ", is("holds ", "hold "), all(&holds));
        }
        tell!(to, "In every case one of these sets holds ", all(&end.lost_digits()));
        tell_held(end, &format!("{} sets", both_or_all(self.sets.len())), to);
    }

    fn mark(&self, _: &Conclusion<'_>, marks: &mut StepMarks) {
        marks.show(&[self.stem], &self.digits);
        marks.sets.clone_from(&self.sets);
    }
}

/// Cells in a box and a line that hold all their digits together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SueDeCoq {
    /// The box.
    pub square: HouseName,
    /// The line.
    pub line: HouseName,
    /// Cells in both.
    pub crossing: LockedCells,
    /// Cells of the line outside the box.
    pub in_line: LockedCells,
    /// Cells of the box outside the line.
    pub in_box: LockedCells,
}

impl Shape for SueDeCoq {
    fn write(&self, _: &Conclusion<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(": ")?;
        write_set(f, &self.crossing, " - ")?;
        f.write_str(" (")?;
        write_set(f, &self.in_line, " - ")?;
        f.write_str(", ")?;
        write_set(f, &self.in_box, " - ")?;
        f.write_str(")")
    }

    fn explain(&self, end: &Conclusion<'_>, to: &mut Teller) {
        let Self { square, line, crossing, in_line, in_box } = self;
        let is_twice = |digit: &Digit| in_box.digits.contains(digit);
        let twice: Vec<Digit> = in_line.digits.iter().copied().filter(is_twice).collect();
        let sets = [crossing, in_line, in_box];
        let mut digits: Vec<Digit> = sets.iter().flat_map(|set| &set.digits).copied().collect();
        digits.sort_unstable();
        digits.dedup();
        let count = sets.iter().map(|set| set.cells.len()).sum();
        let lack = |set: &LockedCells| verb(set.cells.len(), " lacks", " lack");
        say!(
            to,
            Set(crossing),
            " are in ",
            square,
            " and ",
            line,
            ", ",
            Set(in_line),
            " in ",
            line,
            ", and "
        );
        tell!(to, Set(in_box), " in ", square);
        say!(to, "These ", number(count), " cells have room for ", all(&digits), " only once each");
        if !twice.is_empty() {
            say!(to, ", except for ", all(&twice), ", which can be once in each house");
        }
        tell!(to, ", so they hold all of them");
        say!(to, "A digit that ", all(&in_line.cells), lack(in_line), " is in ", square);
        say!(to, ", and one that ", all(&in_box.cells), lack(in_box), " is in ", line);
        if !twice.is_empty() {
            say!(to, ", and ", all(&twice), " in both");
        }
        to.end('.');
        tell!(to, "No other cell of that house can hold it: ", end);
    }

    fn mark(&self, _: &Conclusion<'_>, marks: &mut StepMarks) {
        marks.houses.extend([self.square, self.line]);
        marks.sets.extend([&self.crossing, &self.in_line, &self.in_box].map(Clone::clone));
    }
}
