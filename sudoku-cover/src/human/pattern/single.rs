//! A cell or a house with one possibility left, and a digit that was found by trial.

use std::fmt;

use serde::Serialize;

use super::conclusion::Conclusion;
use super::marks::StepMarks;
use super::reason::{Teller, tell};
use super::shape::Shape;
use crate::human::parts::HouseName;
use crate::human::technique::Technique;
use crate::model::geometry::Candidate;

/// The last candidate of a cell, or the last place of a digit in a house. The step places it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Single {
    /// The house of a full house or a hidden single.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub house: Option<HouseName>,
}

impl Shape for Single {
    fn write_step(&self, end: &Conclusion<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(": ")?;
        end.write(f)
    }

    /// The pattern is the conclusion.
    fn write(&self, _: &Conclusion<'_>, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }

    fn explain(&self, end: &Conclusion<'_>, to: &mut Teller) {
        let [Candidate { cell, digit }] = end.placements[..] else { return };
        match (end.technique, self.house) {
            (Technique::BruteForce, _) => tell!(
                to,
                "This is a trial and no deduction: the solver has found the only solution by search, and there ",
                end
            ),
            (Technique::CageSingle, _) => tell!(
                to,
                cell,
                " is the last empty cell of its cage, and only ",
                digit,
                " makes up the sum of the cage, so ",
                end
            ),
            (_, None) => tell!(to, digit, " is the only candidate left in ", cell, ", so ", end),
            (Technique::FullHouse, Some(house)) => {
                tell!(
                    to,
                    cell,
                    " is the only empty cell of ",
                    house,
                    ", which lacks only ",
                    digit,
                    ", so ",
                    end
                );
            }
            (_, Some(house)) => {
                tell!(to, cell, " is the only cell of ", house, " that can be ", digit, ", so ", end);
            }
        }
    }

    fn mark(&self, end: &Conclusion<'_>, marks: &mut StepMarks) {
        marks.houses.extend(self.house);
        for placed in end.placements {
            marks.show(&[placed.cell], &[placed.digit]);
        }
    }
}
