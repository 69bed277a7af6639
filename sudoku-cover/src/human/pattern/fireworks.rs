//! Fireworks: as many digits as cells, each of which must be in one of three of the cells.

use std::fmt;

use serde::Serialize;
use smallvec::SmallVec;

use super::conclusion::Conclusion;
use super::marks::StepMarks;
use super::notation::{write_cells, write_list};
use super::reason::{Role, Teller, all, number, say, tell, verb};
use super::shape::Shape;
use crate::human::parts::HouseName;
use crate::model::geometry::{Cell, Digit};

/// Digits that fill as many cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Fireworks {
    /// The cells.
    pub cells: SmallVec<[Cell; 4]>,
    /// The digits, each with its three cells.
    pub fireworks: Vec<Firework>,
}

/// A digit in one of three cells: where a row and a column cross, or the only one of the row or of the column outside
/// the box.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Firework {
    /// The digit.
    pub digit: Digit,
    /// The cell where the row and the column cross.
    pub cell: Cell,
    /// The cell of the row, and that of the column.
    pub ends: [Cell; 2],
    /// The row and the column.
    pub houses: [HouseName; 2],
    /// The box of the cell.
    pub square: HouseName,
}

impl Fireworks {
    fn digits(&self) -> SmallVec<[Digit; 4]> {
        self.fireworks.iter().map(|firework| firework.digit).collect()
    }
}

impl Shape for Fireworks {
    fn write(&self, _: &Conclusion<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(": ")?;
        write_list(f, &self.digits(), ",")?;
        f.write_str(" in ")?;
        write_cells(f, &self.cells)
    }

    fn explain(&self, end: &Conclusion<'_>, to: &mut Teller) {
        let same_cell = |one: &&Firework, other: &&Firework| one.cell == other.cell;
        let mut ordered: Vec<&Firework> = self.fireworks.iter().collect();
        ordered.sort_by_key(|firework| firework.cell);
        for (place, alike) in ordered.chunk_by(same_cell).enumerate() {
            let Some(Firework { cell, ends: [in_row, in_column], houses: [row, column], square, .. }) =
                alike.first()
            else {
                continue;
            };
            let digits: Vec<Digit> = alike.iter().map(|firework| firework.digit).collect();
            let is = verb(digits.len(), " is", " are");
            to.number(2 * place + 1);
            to.speak(Role::Possible, &[*in_row, *in_column], &digits);
            say!(to, all(&digits), " in ", row, is, " in ", square, " or in ", in_row, ", and in ", column);
            tell!(to, " in ", square, " or in ", in_column);
            to.number(2 * place + 2);
            to.speak(Role::Possible, &[*cell, *in_row, *in_column], &digits);
            let which = verb(digits.len(), "a digit that is", "one of these digits that is");
            say!(to, "As ", square, " has one place for ", which, " in neither ", in_row, " nor ", in_column);
            say!(
                to,
                ", it is where the two lines cross: ",
                all(&digits),
                is,
                " in ",
                cell,
                ", ",
                in_row,
                " or "
            );
            tell!(to, in_column);
        }
        let (count, digits) = (number(self.cells.len()), self.digits());
        to.speak(Role::Possible, &self.cells, &digits);
        say!(
            to,
            "So the ",
            count,
            " digits ",
            all(&digits),
            " fill the ",
            count,
            " cells ",
            all(&self.cells)
        );
        to.end('.');
        tell!(to, "Each of these holds one of the digits that can be there, so ", end);
    }

    fn mark(&self, _: &Conclusion<'_>, marks: &mut StepMarks) {
        for house in self.fireworks.iter().flat_map(|firework| firework.houses) {
            if !marks.houses.contains(&house) {
                marks.houses.push(house);
            }
        }
        marks.show(&self.cells, &self.digits());
    }
}
