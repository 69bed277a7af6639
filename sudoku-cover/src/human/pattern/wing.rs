//! Wings of cells with two or three candidates, and remote pairs.

use std::fmt;

use serde::Serialize;
use smallvec::SmallVec;

use super::conclusion::Conclusion;
use super::marks::StepMarks;
use super::notation::{write_cells, write_chain, write_list};
use super::reason::{Teller, all, any, say, tell};
use super::shape::Shape;
use crate::human::parts::Link;
use crate::human::technique::Technique;
use crate::model::geometry::{Cell, Digit};

/// A pivot and two cells that it sees, one of which holds the shared digit, or the pivot of an XYZ-wing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Wing {
    /// The pivot.
    pub pivot: Cell,
    /// The cell that holds the shared digit if the pivot is the first of the digits, and that for the second.
    pub wings: [Cell; 2],
    /// The digits of the pivot besides the shared one.
    pub digits: [Digit; 2],
    /// The digit that one of the cells holds.
    pub shared: Digit,
}

impl Shape for Wing {
    fn write(&self, _: &Conclusion<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(": ")?;
        write_list(f, &self.all_digits(), "/")?;
        f.write_str(" in ")?;
        write_cells(f, &self.all_cells())
    }

    fn explain(&self, end: &Conclusion<'_>, to: &mut Teller) {
        let Self { pivot, wings: [one, other], digits: [first, second], shared } = self;
        let is_xyz = end.technique == Technique::XyzWing;
        tell!(to, pivot, " is ", any(&self.all_digits()[..if is_xyz { 3 } else { 2 }]));
        say!(to, "If it is ", first, ", ", one, " is ", shared, "; if it is ", second, ", ", other, " is ");
        say!(to, shared);
        if is_xyz {
            tell!(to, "; otherwise it is ", shared, " itself");
            return end.tell_seeing("all three cells", to);
        }
        to.end('.');
        tell!(to, "So ", one, " or ", other, " is ", shared);
        end.tell_seeing("both", to);
    }

    fn mark(&self, _: &Conclusion<'_>, marks: &mut StepMarks) {
        marks.show(&self.all_cells(), &self.all_digits());
    }
}

impl Wing {
    fn all_digits(&self) -> [Digit; 3] {
        [self.digits[0], self.digits[1], self.shared]
    }

    fn all_cells(&self) -> [Cell; 3] {
        [self.pivot, self.wings[0], self.wings[1]]
    }
}

/// Two cells with the same two candidates, each of which sees an end of a strong link of one of these.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct WWing {
    /// The digit that one of the cells holds.
    pub shared: Digit,
    /// The digit of the strong link.
    pub joint: Digit,
    /// The two cells.
    pub cells: [Cell; 2],
    /// The ends of the strong link, each seen by one of the cells.
    pub ends: [Cell; 2],
    /// The chain from one cell to the other.
    pub links: Vec<Link>,
}

impl Shape for WWing {
    fn write(&self, _: &Conclusion<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, ": {}/{} in ", self.shared, self.joint)?;
        write_cells(f, &self.cells)?;
        write!(f, " connected by {} in ", self.joint)?;
        write_cells(f, &self.ends)
    }

    fn explain(&self, end: &Conclusion<'_>, to: &mut Teller) {
        let Self { shared, joint, cells: [one, other], ends: [near, far], links } = self;
        tell!(to, one, " and ", other, " can only be ", shared, " or ", joint);
        say!(to, joint);
        if let Some(house) = links.get(2).and_then(|link| link.house) {
            say!(to, " in ", house);
        }
        say!(
            to,
            " must be in ",
            near,
            ", which ",
            one,
            " sees, or in ",
            far,
            ", which ",
            other,
            " sees, so "
        );
        tell!(to, one, " and ", other, " are not both ", joint, ": one of them is ", shared);
        end.tell_seeing("both", to);
    }

    fn mark(&self, _: &Conclusion<'_>, marks: &mut StepMarks) {
        marks.show(&self.cells, &[self.shared, self.joint]);
        marks.fins.extend(self.ends);
        marks.links.clone_from(&self.links);
    }
}

/// A chain of cells with the same two candidates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RemotePair {
    /// The two candidates.
    pub digits: [Digit; 2],
    /// The cells, each of which sees the next one.
    pub cells: SmallVec<[Cell; 4]>,
    /// The chain from the first cell to the last one.
    pub links: Vec<Link>,
}

impl Shape for RemotePair {
    fn write(&self, _: &Conclusion<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, ": {}/{} ", self.digits[0], self.digits[1])?;
        write_chain(f, &self.links, &[])
    }

    fn explain(&self, end: &Conclusion<'_>, to: &mut Teller) {
        let (cells, pair) = (all(&self.cells), any(&self.digits));
        say!(to, cells, " can only be ", pair, ", and each of them sees the next one, so the two digits ");
        tell!(to, "alternate");
        tell!(to, "Two of these cells with an even number of others between them hold both digits");
        tell!(to, "A cell that sees two such cells can be neither of them: ", end);
    }

    fn mark(&self, _: &Conclusion<'_>, marks: &mut StepMarks) {
        marks.show(&self.cells, &self.digits);
        marks.links.clone_from(&self.links);
    }
}
