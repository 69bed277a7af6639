//! Guardians: patterns that no solution contains, and the candidates that prevent them.

use std::fmt;

use serde::Serialize;
use smallvec::SmallVec;

use super::conclusion::Conclusion;
use super::marks::StepMarks;
use super::notation::{write_cells, write_digits, write_list, write_set};
use super::reason::{Houses, Role, Say, Teller, all, any, number, say, tell};
use super::shape::Shape;
use crate::human::parts::{HouseName, LockedCells};
use crate::human::technique::Technique;
use crate::model::geometry::{Cell, Digit};

/// A ring of an odd number of cells: a broken wing, or a bivalue oddagon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Guardians {
    /// The digit of a broken wing, or the two digits of an oddagon.
    pub digits: SmallVec<[Digit; 4]>,
    /// The cells in the order of the ring.
    pub cells: Vec<Cell>,
    /// The house of each cell of a broken wing with the next one.
    pub houses: Vec<HouseName>,
    /// The candidates of which one is true: cells with digits.
    pub guardians: Vec<LockedCells>,
}

impl Shape for Guardians {
    fn write(&self, _: &Conclusion<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(": ")?;
        write_list(f, &self.digits, "/")?;
        f.write_str(" in ")?;
        write_cells(f, &self.cells)?;
        write_guardians(f, &self.guardians)
    }

    fn explain(&self, end: &Conclusion<'_>, to: &mut Teller) {
        let count = number(self.cells.len());
        to.number(1);
        to.speak(Role::Possible, &self.cells, &self.digits);
        if end.technique == Technique::BrokenWing {
            say!(to, "Suppose that ", all(&self.digits), " were in no other cell of these houses: ");
            for (place, house) in self.houses.iter().enumerate() {
                let ends = [self.cells[place], self.cells[(place + 1) % self.cells.len()]];
                say!(to, if place > 0 { ", " } else { "" }, all(&ends), " in ", house);
            }
            to.end('.');
            to.number(2);
            say!(
                to,
                "Then each of the ",
                count,
                " houses would have the digit in one of the cells, and as each cell "
            );
            tell!(to, "is in two of these houses, the number of houses would be even");
        } else {
            say!(to, "Suppose that ", all(&self.cells), " could only be ", any(&self.digits));
            to.end('.');
            to.number(2);
            say!(
                to,
                "As each of them sees the next one, and the last one sees the first, the two digits would "
            );
            tell!(to, "alternate, which they cannot in a ring of ", count, " cells");
        }
        tell_guardians(&self.guardians, end, to);
    }

    fn mark(&self, _: &Conclusion<'_>, marks: &mut StepMarks) {
        marks.houses.extend(self.houses.iter().copied());
        marks.show(&self.cells, &self.digits);
        marks.sets.clone_from(&self.guardians);
    }
}

/// Three digits in three cells of each of four boxes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Tridagon {
    /// The three digits.
    pub digits: SmallVec<[Digit; 4]>,
    /// The boxes row by row, with their cells.
    pub boxes: Vec<TridagonBox>,
    /// The candidates of which one is true: cells with digits.
    pub guardians: Vec<LockedCells>,
}

/// Three cells of a box in different rows and columns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TridagonBox {
    /// The box.
    pub house: HouseName,
    /// The cells from top to bottom.
    pub cells: [Cell; 3],
    /// True if the cells rise to the right, taking the first column as the one after the last; otherwise they fall.
    pub is_rising: bool,
}

impl Tridagon {
    fn cells(&self) -> Vec<Cell> {
        self.boxes.iter().flat_map(|part| part.cells).collect()
    }

    /// Returns the boxes whose cells rise, or those whose cells fall.
    fn boxes(&self, is_rising: bool) -> Vec<HouseName> {
        self.boxes.iter().filter(|part| part.is_rising == is_rising).map(|part| part.house).collect()
    }
}

impl Shape for Tridagon {
    fn write(&self, _: &Conclusion<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(": ")?;
        write_digits(f, &self.digits)?;
        f.write_str(" in ")?;
        write_cells(f, &self.cells())?;
        write_guardians(f, &self.guardians)
    }

    fn explain(&self, end: &Conclusion<'_>, to: &mut Teller) {
        let (falling, rising) = (self.boxes(false), self.boxes(true));
        to.number(1);
        to.speak(Role::Possible, &self.cells(), &self.digits);
        tell!(to, "Suppose that ", all(&self.cells()), " could only be ", any(&self.digits));
        to.number(2);
        say!(
            to,
            "From top to bottom, boxes side by side would have the three digits in the same cyclic order, as "
        );
        tell!(to, "no row has a digit twice; and from left to right, boxes one above the other would");
        to.number(3);
        say!(
            to,
            "From left to right, the order is that from top to bottom in ",
            Houses(&falling),
            ", where the cells "
        );
        tell!(to, "fall to the right, and the opposite one in ", Houses(&rising), ", where they rise");
        to.number(4);
        say!(to, "Around the four boxes the order would be reversed ", number(rising.len()));
        say!(to, if rising.len() == 1 { " time" } else { " times" });
        tell!(to, " and yet be the same again, which is impossible");
        tell_guardians(&self.guardians, end, to);
    }

    fn mark(&self, _: &Conclusion<'_>, marks: &mut StepMarks) {
        marks.houses.extend(self.boxes.iter().map(|part| part.house));
        marks.show(&self.cells(), &self.digits);
        marks.sets.clone_from(&self.guardians);
    }
}

/// Writes the guardians: ` (guardians r8c8 {1}, r9c8 {89})`.
fn write_guardians(f: &mut fmt::Formatter<'_>, guardians: &[LockedCells]) -> fmt::Result {
    f.write_str(" (guardians ")?;
    for (place, guardian) in guardians.iter().enumerate() {
        f.write_str(if place > 0 { ", " } else { "" })?;
        write_set(f, guardian, " ")?;
    }
    f.write_str(")")
}

/// A cell with those of its candidates that are guardians: `r8c8 is 1 or 2`.
struct Guardian<'a>(&'a LockedCells);

impl Say for Guardian<'_> {
    fn say(&self, to: &mut Teller) {
        to.speak(Role::Possible, &self.0.cells, &self.0.digits);
        say!(to, all(&self.0.cells), " is ", any(&self.0.digits));
    }
}

/// Tells that one of the guardians is true, and what follows.
fn tell_guardians(guardians: &[LockedCells], end: &Conclusion<'_>, to: &mut Teller) {
    if !end.placements.is_empty() {
        return tell!(to, "The only other candidate prevents this, so ", end);
    }
    let guardians: Vec<Guardian<'_>> = guardians.iter().map(Guardian).collect();
    say!(to, "So at least one of the other candidates is true: ");
    tell!(to, any(&guardians));
    tell!(to, "In every case ", end);
}
