//! Bivalue universal graves with one further candidate.

use std::fmt;

use serde::Serialize;

use super::conclusion::Conclusion;
use super::marks::StepMarks;
use super::reason::{Teller, tell};
use super::shape::Shape;
use crate::model::geometry::{Cell, Digit};

/// All empty cells have two candidates, except one with three.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Grave {
    /// The cell with three candidates.
    pub cell: Cell,
    /// The one that occurs three times in its houses.
    pub digit: Digit,
}

impl Shape for Grave {
    /// The cell and the digit are those that the step leaves.
    fn write(&self, _: &Conclusion<'_>, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }

    fn explain(&self, end: &Conclusion<'_>, to: &mut Teller) {
        let Self { cell, digit } = self;
        tell!(
            to,
            "If ",
            cell,
            " were not ",
            digit,
            ", every empty cell would have two candidates, and every digit two places in each house that lacks it"
        );
        tell!(to, "A puzzle in that state has several solutions or none, and this one has exactly one");
        tell!(to, "So ", cell, " is ", digit, ", and ", end);
    }

    fn mark(&self, _: &Conclusion<'_>, marks: &mut StepMarks) {
        marks.show(&[self.cell], &[self.digit]);
    }
}
