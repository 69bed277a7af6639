//! Templates: all ways to place one digit.

use std::fmt;

use serde::Serialize;

use super::conclusion::Conclusion;
use super::marks::StepMarks;
use super::notation::write_cells;
use super::reason::{Teller, all, any, say, tell};
use super::shape::Shape;
use crate::model::geometry::{Cell, Digit};

/// Cells that every way to place all of a digit uses, or candidates that none uses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Template {
    /// The digit.
    pub digit: Digit,
}

impl Shape for Template {
    fn write_step(&self, end: &Conclusion<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(end, f)?;
        if !end.placements.is_empty() {
            // The pattern is the conclusion.
            return Ok(());
        }
        f.write_str(" => ")?;
        end.write(f)
    }

    fn write(&self, end: &Conclusion<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(": ")?;
        if end.placements.is_empty() {
            return Ok(());
        }
        write_cells(f, &placed(end))?;
        write!(f, "={}", self.digit)
    }

    fn explain(&self, end: &Conclusion<'_>, to: &mut Teller) {
        let digit = self.digit;
        let placed = placed(end);
        say!(to, if placed.is_empty() { "No way" } else { "Every way" }, " to place all remaining ", digit);
        say!(to, "s at once, one in each house that lacks a ", digit, ", uses ");
        if placed.is_empty() {
            say!(to, any(&end.eliminations.iter().map(|lost| lost.cell).collect::<Vec<_>>()));
        } else {
            say!(to, all(&placed));
        }
        tell!(to, ", so ", end);
        tell!(to, "Ways that use a cell which another digit needs in this manner do not count");
    }

    fn mark(&self, end: &Conclusion<'_>, marks: &mut StepMarks) {
        marks.show(&placed(end), &[self.digit]);
    }
}

fn placed(end: &Conclusion<'_>) -> Vec<Cell> {
    end.placements.iter().map(|placed| placed.cell).collect()
}
