//! Digits whose places exclude others: locked candidates and common peers.

use std::fmt;

use serde::Serialize;
use smallvec::SmallVec;

use super::conclusion::Conclusion;
use super::marks::StepMarks;
use super::notation::{write_cells, write_list};
use super::reason::{Teller, all, any, both_or_all, tell};
use super::shape::Shape;
use crate::human::parts::HouseName;
use crate::model::geometry::{Cell, Digit};

/// Locked candidates: all places of a digit in one house are in another one as well, which loses the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Locked {
    /// The digit.
    pub digit: Digit,
    /// Its places in the house.
    pub cells: SmallVec<[Cell; 4]>,
    /// The house whose places these are.
    pub house: HouseName,
    /// The house that loses other places.
    pub other: HouseName,
}

impl Shape for Locked {
    fn write(&self, _: &Conclusion<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, ": {} in {}", self.digit, self.house)
    }

    fn explain(&self, end: &Conclusion<'_>, to: &mut Teller) {
        let Self { digit, cells, house, other } = self;
        let which = if cells.len() == 1 { "which is" } else { both_or_all(cells.len()) };
        tell!(to, digit, " in ", house, " must be in ", any(cells), ", ", which, " in ", other);
        tell!(to, "So the ", digit, " of ", other, " is there, and ", end);
    }

    fn mark(&self, _: &Conclusion<'_>, marks: &mut StepMarks) {
        marks.houses.extend([self.house, self.other]);
        marks.show(&self.cells, &[self.digit]);
    }
}

/// Candidates that every place of a digit in a house excludes, or every digit of a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CommonPeers {
    /// The digit, or all digits of the cell.
    pub digits: SmallVec<[Digit; 4]>,
    /// The places of the digit, or the cell.
    pub cells: SmallVec<[Cell; 4]>,
    /// The house, unless it is about a cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub house: Option<HouseName>,
}

impl Shape for CommonPeers {
    fn write(&self, _: &Conclusion<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(": ")?;
        write_list(f, &self.digits, ",")?;
        f.write_str(" in ")?;
        write_cells(f, &self.cells)?;
        self.house.map_or(Ok(()), |house| write!(f, " of {house}"))
    }

    fn explain(&self, end: &Conclusion<'_>, to: &mut Teller) {
        let Self { digits, cells, house } = self;
        match house {
            Some(house) => {
                tell!(to, all(digits), " in ", house, " must be in ", any(cells));
                tell!(to, "Wherever it is, ", end);
            }
            None => {
                tell!(to, all(cells), " must be ", any(digits));
                tell!(to, "Whichever it is, ", end);
            }
        }
    }

    fn mark(&self, _: &Conclusion<'_>, marks: &mut StepMarks) {
        marks.houses.extend(self.house);
        marks.show(&self.cells, &self.digits);
    }
}
