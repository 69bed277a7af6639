//! Naked and hidden subsets: as many digits as cells.

use std::fmt;

use serde::Serialize;
use smallvec::SmallVec;

use super::conclusion::Conclusion;
use super::marks::StepMarks;
use super::notation::{write_cells, write_list};
use super::reason::{Houses, Role, Teller, all, both_or_all, number, tell};
use super::shape::Shape;
use crate::human::parts::HouseName;
use crate::human::technique::Technique;
use crate::model::geometry::{Cell, Digit};

/// As many digits as cells: the cells have no others, or the digits no other place in the house.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Subset {
    /// The digits.
    pub digits: SmallVec<[Digit; 4]>,
    /// The cells.
    pub cells: SmallVec<[Cell; 4]>,
    /// The houses that contain them; of a hidden subset the one in which it is hidden.
    pub houses: SmallVec<[HouseName; 3]>,
}

impl Shape for Subset {
    fn write(&self, _: &Conclusion<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(": ")?;
        write_list(f, &self.digits, ",")?;
        f.write_str(" in ")?;
        write_cells(f, &self.cells)
    }

    fn explain(&self, end: &Conclusion<'_>, to: &mut Teller) {
        use Technique::{HiddenPair, HiddenQuadruple, HiddenTriple};

        let (cells, digits, houses) = (&self.cells, &self.digits, Houses(&self.houses));
        to.speak(Role::Possible, cells, digits);
        if matches!(end.technique, HiddenPair | HiddenTriple | HiddenQuadruple) {
            tell!(to, "In ", houses, ", ", all(digits), " can only be in ", all(cells));
        } else {
            let both = both_or_all(cells.len());
            tell!(to, all(cells), ", ", both, " in ", houses, ", have no candidates but ", all(digits));
        }
        let count = number(cells.len());
        tell!(to, "These ", count, " digits fill these ", count, " cells, so ", end);
    }

    fn mark(&self, _: &Conclusion<'_>, marks: &mut StepMarks) {
        marks.houses.clone_from(&self.houses);
        marks.show(&self.cells, &self.digits);
    }
}
