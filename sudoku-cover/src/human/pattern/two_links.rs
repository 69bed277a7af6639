//! Patterns of one digit with two strong links: skyscrapers, 2-string kites, turbot fish, empty rectangles.

use std::fmt;

use serde::Serialize;
use smallvec::SmallVec;

use super::conclusion::Conclusion;
use super::marks::StepMarks;
use super::notation::{write_cells, write_chain, write_list};
use super::reason::{Houses, Say, Teller, Together, all, any, say, tell};
use super::shape::Shape;
use crate::human::parts::{HouseName, Link};
use crate::human::technique::Technique;
use crate::model::geometry::{Cell, Digit, HouseKind};

/// Two strong links of one digit, connected by a weak one. A dual pattern is two of these.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TwoLinks {
    /// The digit; of a dual pattern one or two.
    pub digits: SmallVec<[Digit; 4]>,
    /// The houses of the strong links.
    pub houses: SmallVec<[HouseName; 3]>,
    /// The two cells of which one holds the digit; of a dual pattern those of both.
    pub ends: SmallVec<[Cell; 4]>,
    /// The two cells that connect the strong links.
    pub joint: SmallVec<[Cell; 4]>,
    /// The chain of three links; of a dual pattern both.
    pub links: Vec<Link>,
}

impl Shape for TwoLinks {
    fn write(&self, end: &Conclusion<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(": ")?;
        write_list(f, &self.digits, ",")?;
        if end.technique == Technique::TurbotFish {
            f.write_str(" ")?;
            return write_chain(f, &self.links, &[]);
        }
        for (place, ends) in self.ends.chunks(2).enumerate() {
            f.write_str(if place > 0 { "/in " } else { " in " })?;
            write_cells(f, ends)?;
        }
        f.write_str(" (connected by ")?;
        write_cells(f, &self.joint)?;
        f.write_str(")")
    }

    fn explain(&self, end: &Conclusion<'_>, to: &mut Teller) {
        for pattern in self.links.chunks_exact(3) {
            let [first, between, second] = pattern else { continue };
            let digit = first.from.digit;
            tell!(to, digit, Places(first), ", and ", digit, Places(second));
            let (near, next) = (all(&between.from.cells), all(&between.to.cells));
            let (one, last) = (all(&first.from.cells), all(&second.to.cells));
            say!(to, near, " and ", next, ", ", Together(between.house), ", cannot both be ", digit, ", so ");
            if first.from == second.to {
                tell!(to, one, " is ", digit);
                return end.tell_seeing("it", to);
            }
            tell!(to, one, " or ", last, " is ", digit);
        }
        let is_dual = self.links.len() > 3;
        end.tell_seeing(if is_dual { "both cells of one of these pairs" } else { "both" }, to);
    }

    fn mark(&self, _: &Conclusion<'_>, marks: &mut StepMarks) {
        marks.houses.clone_from(&self.houses);
        marks.show(&self.ends, &self.digits);
        marks.fins.clone_from(&self.joint);
        marks.links.clone_from(&self.links);
    }
}

/// The two places of a strong link.
struct Places<'a>(&'a Link);

impl Say for Places<'_> {
    fn say(&self, to: &mut Teller) {
        let Link { from, to: other, house, .. } = self.0;
        if let Some(house) = house {
            say!(to, " in ", house);
        }
        say!(to, " must be in ", all(&from.cells), " or ", all(&other.cells));
    }
}

/// A box in which a digit is in one row and one column only, and a strong link that begins in one of them outside the
/// box. A dual pattern has two such links.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EmptyRectangle {
    /// The digit.
    pub digit: Digit,
    /// The box.
    pub square: HouseName,
    /// The house of each strong link.
    pub lines: SmallVec<[HouseName; 3]>,
    /// The cells of each strong link; the first of the two is in the row or column of the box.
    pub ends: SmallVec<[[Cell; 2]; 2]>,
}

impl Shape for EmptyRectangle {
    fn write(&self, _: &Conclusion<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, ": {} in {} (", self.digit, self.square)?;
        for (place, ends) in self.ends.iter().enumerate() {
            f.write_str(if place > 0 { "/" } else { "" })?;
            write_cells(f, ends)?;
        }
        f.write_str(")")
    }

    fn explain(&self, end: &Conclusion<'_>, to: &mut Teller) {
        let Self { digit, square, lines, ends } = self;
        let lost = end.losers();
        match (&ends[..], &lines[..], &lost[..]) {
            ([[start, last]], [line], [one, ..]) => {
                let arm = across(line.kind, *start);
                // The eliminations are in the other arm, which is parallel to the line.
                let other = across(arm.kind, *one);
                tell!(to, digit, " in ", square, " must be in ", arm, " or ", other);
                say!(to, "If ", any(&lost), " were ", digit, ", ", square, " would have no ", digit, " in ");
                tell!(to, other);
                say!(
                    to,
                    "Nor would ",
                    last,
                    " be ",
                    digit,
                    ", so ",
                    start,
                    ", the only other place in ",
                    line
                );
                tell!(to, ", would be, and ", square, " would have no ", digit, " in ", arm, " either");
            }
            ([[start, last], [second_start, second_last]], ..) => {
                tell!(to, digit, " in ", square, " can only be in one row and one column of it");
                say!(to, start, " and ", last, ", and ", second_start, " and ", second_last);
                tell!(to, ", are the only two places for ", digit, " in ", Houses(lines));
                say!(to, "If ", any(&lost), " were ", digit, ", ", last, " or ", second_last);
                say!(to, ", which sees it, would not be, and so ", start, " or ", second_start);
                tell!(to, " would be ", digit);
                tell!(to, "These two digits would leave no place for ", digit, " in ", square);
            }
            _ => return,
        }
        tell!(to, "So ", end);
    }

    fn mark(&self, _: &Conclusion<'_>, marks: &mut StepMarks) {
        marks.houses.push(self.square);
        marks.houses.extend_from_slice(&self.lines);
        marks.show(self.ends.as_flattened(), &[self.digit]);
    }
}

/// Returns the line of the other direction that contains the cell.
fn across(kind: HouseKind, cell: Cell) -> HouseName {
    match kind {
        HouseKind::Row => HouseName { kind: HouseKind::Column, number: cell.column() },
        _ => HouseName { kind: HouseKind::Row, number: cell.row() },
    }
}
