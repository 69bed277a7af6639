//! Rectangles in two rows, two columns and two boxes, in which two digits could be exchanged.

use std::fmt;

use serde::Serialize;
use smallvec::SmallVec;

use super::conclusion::Conclusion;
use super::marks::StepMarks;
use super::notation::write_cells;
use super::reason::{Houses, NoneOf, Teller, all, any, say, tell, verb};
use super::shape::Shape;
use crate::human::parts::{HouseName, LockedCells};
use crate::human::technique::Technique;
use crate::model::geometry::{Cell, Digit};

/// Four cells that would have two solutions if they held two digits alternately.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Rectangle {
    /// The two digits.
    pub digits: [Digit; 2],
    /// The corners row by row.
    pub corners: [Cell; 4],
    /// The corners with further candidates, and these candidates; of an avoidable rectangle the empty corners.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub roof: Option<LockedCells>,
    /// The other cells of a subset that the further candidates complete, with all its digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub subset: Option<LockedCells>,
    /// The houses of the subset, or those in which one of the digits is in corners only.
    pub houses: SmallVec<[HouseName; 3]>,
}

impl Shape for Rectangle {
    fn write(&self, _: &Conclusion<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, ": {}/{} in ", self.digits[0], self.digits[1])?;
        write_cells(f, &self.corners)
    }

    fn explain(&self, end: &Conclusion<'_>, to: &mut Teller) {
        match end.technique {
            Technique::UniquenessTest1 => self.tell_1(to),
            Technique::UniquenessTest3 => return self.tell_3(end, to),
            Technique::UniquenessTest4 => self.tell_4(end, to),
            Technique::UniquenessTest6 => self.tell_6(end, to),
            Technique::HiddenRectangle => self.tell_hidden(end, to),
            Technique::AvoidableRectangle1 => self.tell_avoidable_1(end, to),
            Technique::AvoidableRectangle2 => return self.tell_avoidable_2(end, to),
            _ => return self.tell_one_extra(end, to),
        }
        tell!(to, "So ", end);
    }

    fn mark(&self, _: &Conclusion<'_>, marks: &mut StepMarks) {
        marks.houses.clone_from(&self.houses);
        marks.show(&self.corners, &self.digits);
        marks.fins.extend(self.subset.iter().flat_map(|subset| subset.cells.iter().copied()));
        marks.sets.extend(self.roof.iter().chain(&self.subset).cloned());
    }
}

impl Rectangle {
    /// Returns the corners with further candidates.
    fn roof(&self) -> &[Cell] {
        self.roof.as_ref().map_or(&[], |roof| &roof.cells)
    }

    /// Returns the other corners.
    fn floor(&self) -> Vec<Cell> {
        self.corners.into_iter().filter(|cell| !self.roof().contains(cell)).collect()
    }

    /// Returns the digits of the pair that are not eliminated.
    fn bound(&self, end: &Conclusion<'_>) -> Vec<Digit> {
        let lost = end.lost_digits();
        self.digits.into_iter().filter(|digit| !lost.contains(digit)).collect()
    }

    /// Tells that the four corners would hold the pair, and why they do not.
    fn tell_pair(&self, to: &mut Teller) {
        say!(
            to,
            all(&self.corners),
            " would hold only ",
            all(&self.digits),
            ", and as these are in two rows, "
        );
        say!(
            to,
            "two columns and two boxes, exchanging the digits would give a second solution, but the puzzle "
        );
        tell!(to, "has only one");
    }

    fn tell_1(&self, to: &mut Teller) {
        tell!(to, all(&self.floor()), " can only be ", any(&self.digits));
        say!(to, "If ", all(self.roof()), " were ", any(&self.digits), " as well, ");
        self.tell_pair(to);
    }

    /// Tests 2 and 5: the further candidates are of one digit.
    fn tell_one_extra(&self, end: &Conclusion<'_>, to: &mut Teller) {
        let (extra, roof) = (end.lost_digits(), self.roof());
        say!(to, "If ", NoneOf(roof), " were ", any(&extra), ", ");
        self.tell_pair(to);
        tell!(to, "So ", any(roof), " is ", any(&extra));
        end.tell_seeing(if roof.len() == 2 { "both" } else { "all three" }, to);
    }

    fn tell_3(&self, end: &Conclusion<'_>, to: &mut Teller) {
        let (Some(roof), Some(subset)) = (&self.roof, &self.subset) else { return };
        say!(to, "If ", NoneOf(&roof.cells), " were ", any(&roof.digits), ", ");
        self.tell_pair(to);
        let (others, digits) = (&subset.cells, all(&subset.digits));
        say!(to, "So one of the two is, and together with ", all(others), ", which ");
        say!(to, verb(others.len(), "has", "have"), " no candidates but ", digits, ", it fills up ", digits);
        tell!(to, " in ", Houses(&self.houses));
        tell!(to, "Other cells that see all of these cannot hold them: ", end);
    }

    fn tell_4(&self, end: &Conclusion<'_>, to: &mut Teller) {
        tell!(to, all(&self.bound(end)), " in ", Houses(&self.houses), " must be in ", any(self.roof()));
        say!(to, "If the other of them were ", any(&end.lost_digits()), ", ");
        self.tell_pair(to);
    }

    fn tell_6(&self, end: &Conclusion<'_>, to: &mut Teller) {
        let lost = end.lost_digits();
        tell!(to, all(&lost), " in ", Houses(&self.houses), " must be in the four corners");
        say!(to, "If ", any(self.roof()), " were ", any(&lost), ", both would be, and ", all(&self.floor()));
        say!(to, " would be ", all(&self.bound(end)), ": ");
        self.tell_pair(to);
    }

    fn tell_hidden(&self, end: &Conclusion<'_>, to: &mut Teller) {
        let (lost, lost_digits, bound) = (end.losers(), end.lost_digits(), self.bound(end));
        let Some(&corner) = lost.first() else { return };
        let is_beside = |cell: &Cell| cell.row() == corner.row() || cell.column() == corner.column();
        let others = self.corners.into_iter().filter(|&cell| cell != corner);
        let (beside, opposite): (Vec<Cell>, Vec<Cell>) = others.partition(is_beside);
        say!(to, all(&bound), " in row ", corner.row() + 1, " and in column ", corner.column() + 1);
        tell!(to, " must be in the corners of the rectangle");
        say!(to, "If ", corner, " were ", any(&lost_digits), ", ", all(&beside), " would be ", all(&bound));
        say!(to, ", and ", all(&opposite), ", which can only be ", any(&self.digits), ", would be ");
        say!(to, any(&lost_digits), ": ");
        self.tell_pair(to);
    }

    fn tell_avoidable_1(&self, end: &Conclusion<'_>, to: &mut Teller) {
        let lost = end.losers();
        let filled: Vec<Cell> = self.corners.into_iter().filter(|cell| !lost.contains(cell)).collect();
        tell!(to, all(&filled), " hold ", all(&self.digits), ", and none of these cells is a given");
        say!(to, "If ", all(&lost), " were ", any(&end.lost_digits()), ", ");
        self.tell_pair(to);
    }

    fn tell_avoidable_2(&self, end: &Conclusion<'_>, to: &mut Teller) {
        let (lost, open) = (end.lost_digits(), self.roof());
        tell!(to, all(&self.floor()), " hold ", all(&self.digits), ", and neither is a given");
        say!(to, "If ", NoneOf(open), " were ", any(&lost), ", ");
        self.tell_pair(to);
        tell!(to, "So ", any(open), " is ", any(&lost));
        end.tell_seeing("both", to);
    }
}
