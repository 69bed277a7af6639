//! Rules together with what cells and houses require.

use std::fmt;
use std::sync::Arc;

use serde::{Serialize, Serializer};
use smallvec::SmallVec;

use super::cage::LockedDigit;
use super::conclusion::Conclusion;
use super::marks::StepMarks;
use super::reason::{Teller, all, any, say, tell};
use super::shape::Shape;
use crate::human::parts::HouseName;
use crate::model::geometry::Cell;
use crate::model::geometry::rules::Rule;

/// Rules whose cells were filled in every way that the candidates, and a house if there is one, allow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct JointRules {
    /// The rules.
    #[serde(serialize_with = "as_texts")]
    #[cfg_attr(feature = "schema", schema(value_type = Vec<String>))]
    pub rules: Vec<Arc<Rule>>,
    /// The house that holds every digit besides.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub house: Option<HouseName>,
    /// The cells of the rules.
    pub cells: SmallVec<[Cell; 4]>,
    /// A digit that every way has in one of these places.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub locked: Option<LockedDigit>,
}

/// Serializes rules as the texts from which they are read.
fn as_texts<S: Serializer>(rules: &[Arc<Rule>], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(rules.iter().map(ToString::to_string))
}

impl Shape for JointRules {
    /// Writes the rules: `thermo r1c1 r1c2 in b1`, `5 in thermo r1c1 r1c2`.
    fn write(&self, _: &Conclusion<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(": ")?;
        if let Some(LockedDigit { digit, .. }) = &self.locked {
            write!(f, "{digit} in ")?;
        }
        for (place, rule) in self.rules.iter().enumerate() {
            write!(f, "{}{rule}", if place > 0 { "; " } else { "" })?;
        }
        self.house.map_or(Ok(()), |house| write!(f, " in {house}"))
    }

    fn explain(&self, end: &Conclusion<'_>, to: &mut Teller) {
        let Self { rules, house, cells, locked } = self;
        say!(to, if rules.len() > 1 { "By rules, " } else { "By a rule, " });
        for (place, rule) in rules.iter().enumerate() {
            let before = match place {
                0 => "",
                _ if place + 1 == rules.len() => "; and ",
                _ => "; ",
            };
            say!(to, before, rule.sentence());
        }
        // The others name their cells.
        if rules.iter().any(|rule| matches!(**rule, Rule::Variant(_))) {
            say!(to, ", which holds for ", all(cells));
        }
        to.end('.');
        if let Some(LockedDigit { digit, places, .. }) = locked {
            say!(to, "Every way to fill the cells with the candidates left has ", digit, " in ", any(places));
            to.end('.');
            return tell!(to, "Wherever that is, ", end);
        }
        match house {
            Some(house) => {
                tell!(to, "Besides, ", house, " holds every digit");
            }
            None => {
                tell!(to, "Cells of it that see each other hold different digits");
            }
        }
        say!(to, "None of the ways to fill the cells with the candidates left uses an eliminated candidate");
        tell!(to, ", so ", end);
    }

    fn mark(&self, _: &Conclusion<'_>, marks: &mut StepMarks) {
        marks.cells.clone_from(&self.cells);
        marks.houses.extend(self.house);
        if let Some(LockedDigit { digit, places, .. }) = &self.locked {
            marks.digits.push(*digit);
            marks.fins.clone_from(places);
        }
    }
}
