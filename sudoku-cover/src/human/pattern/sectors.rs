//! Locked sets across several houses: multi-sector locked sets and SK-loops.

use std::fmt;

use serde::Serialize;
use smallvec::SmallVec;

use super::conclusion::Conclusion;
use super::marks::StepMarks;
use super::notation::{write_cells, write_digits};
use super::reason::{Role, Teller, all, say, tell, verb};
use super::shape::Shape;
use crate::human::parts::HouseName;
use crate::model::geometry::{Cell, Digit};

/// Cells, and as many pairs of a house and a digit that together contain all candidates of the cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Sectors {
    /// The cells in ascending order.
    pub cells: Vec<Cell>,
    /// The houses with the digits that are counted in them.
    pub sectors: Vec<SectorDigits>,
}

/// A house and the digits that are counted in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SectorDigits {
    /// The house.
    pub house: HouseName,
    /// The digits in ascending order.
    pub digits: SmallVec<[Digit; 4]>,
    /// The cells of the pattern in the house.
    pub cells: SmallVec<[Cell; 4]>,
}

impl Shape for Sectors {
    /// `r1267c1289, 16 cells: r1 37, r2 48`.
    fn write(&self, _: &Conclusion<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(": ")?;
        write_cells(f, &self.cells)?;
        write!(f, " ({} cells) in", self.cells.len())?;
        for (place, sector) in self.sectors.iter().enumerate() {
            write!(f, "{} {} {{", if place > 0 { "," } else { "" }, sector.house)?;
            write_digits(f, &sector.digits)?;
            f.write_str("}")?;
        }
        Ok(())
    }

    fn explain(&self, end: &Conclusion<'_>, to: &mut Teller) {
        let count = self.cells.len();
        tell!(to, "The ", count, " cells ", all(&self.cells), " hold ", count, " digits");
        for (place, sector) in self.sectors.iter().enumerate() {
            let number = sector.digits.len();
            to.number(place + 1);
            to.speak(Role::Possible, &sector.cells, &sector.digits);
            say!(to, "In ", sector.house, " they hold ", all(&sector.digits), " at most once");
            say!(to, verb(number, "", " each"));
            to.end('.');
        }
        say!(to, "Every candidate of the cells is one of these, and these are at most ", count, " digits");
        tell!(to, ", so each of the houses has its digits in the cells, and no digit counts in two houses");
        tell!(to, "So ", end);
    }

    fn mark(&self, _: &Conclusion<'_>, marks: &mut StepMarks) {
        let mut digits: Vec<Digit> =
            self.sectors.iter().flat_map(|sector| sector.digits.iter().copied()).collect();
        digits.sort_unstable();
        digits.dedup();
        marks.houses.extend(self.sectors.iter().map(|sector| sector.house));
        marks.show(&self.cells, &digits);
    }
}
