//! Cages of killer Sudoku, innies and outies, and rules of several cells.

use std::fmt;
use std::sync::Arc;

use serde::Serialize;
use smallvec::SmallVec;

use super::conclusion::Conclusion;
use super::forcing::as_text;
use super::marks::StepMarks;
use super::notation::{write_cells, write_digits};
use super::reason::{Houses, Say, Teller, all, any, say, tell, verb};
use super::shape::Shape;
use crate::human::parts::{Digits, HouseName};
use crate::model::geometry::rules::Rule;
use crate::model::geometry::{Cell, Digit};

/// A cage, and the sets of digits that are left for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Cage {
    /// The sum of the digits of the cage.
    pub sum: i32,
    /// The cells of the cage.
    pub cells: SmallVec<[Cell; 4]>,
    /// The sets of digits that are left for it, unless there are many.
    pub combinations: Vec<SmallVec<[Digit; 4]>>,
    /// A digit that the cage holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub locked: Option<LockedDigit>,
}

/// A digit that a cage holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LockedDigit {
    /// The digit.
    pub digit: Digit,
    /// Its places in the cage.
    pub places: SmallVec<[Cell; 4]>,
    /// The house whose only places these are, if the digit is in the cage because of a house.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub house: Option<HouseName>,
}

impl Shape for Cage {
    /// Writes a cage with its sum, the number of its cells, and its sets of digits: `15(3) r1c123 = {159/168}`.
    fn write(&self, _: &Conclusion<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(": ")?;
        match &self.locked {
            Some(LockedDigit { digit, house: Some(house), .. }) => write!(f, "{digit} in {house}, ")?,
            Some(LockedDigit { digit, .. }) => write!(f, "{digit} in ")?,
            None => {}
        }
        write!(f, "{}({}) ", self.sum, self.cells.len())?;
        write_cells(f, &self.cells)?;
        for (place, digits) in self.combinations.iter().enumerate() {
            f.write_str(if place > 0 { "/" } else { " = {" })?;
            write_digits(f, digits)?;
        }
        f.write_str(if self.combinations.is_empty() { "" } else { "}" })
    }

    fn explain(&self, end: &Conclusion<'_>, to: &mut Teller) {
        let Self { sum, cells, combinations, locked } = self;
        let (is_listed, sets) = (!combinations.is_empty(), Combinations(combinations));
        if let Some(LockedDigit { digit, places, house: Some(house) }) = locked {
            say!(to, digit, " in ", house, " must be in ", any(places), ", in the cage ", all(cells));
            tell!(to, " with the sum ", sum);
            say!(to, "So the cage holds ", digit);
            if is_listed {
                say!(to, " and is made up of ", sets);
            }
            return tell!(to, ", and ", end);
        }
        tell!(to, "The cage ", all(cells), " has the sum ", sum);
        match locked {
            Some(LockedDigit { digit, places, .. }) => {
                if is_listed {
                    tell!(to, "It can be made up of ", sets, ", so it holds ", digit, ", in ", any(places));
                } else {
                    tell!(to, "Every way to make it up holds ", digit, ", in ", any(places));
                }
                tell!(to, "Wherever that is, ", end);
            }
            None if is_listed => tell!(to, "Of the candidates left, only ", sets, " make it up, so ", end),
            None => {
                say!(
                    to,
                    "No way to make it up from the candidates left has one of those that are eliminated"
                );
                tell!(to, ", so ", end);
            }
        }
    }

    fn mark(&self, _: &Conclusion<'_>, marks: &mut StepMarks) {
        marks.cells.clone_from(&self.cells);
        if let Some(LockedDigit { digit, places, house }) = &self.locked {
            marks.digits.push(*digit);
            marks.fins.clone_from(places);
            marks.houses.extend(*house);
        }
    }
}

/// Sets of digits: `1, 4 and 9; or 1, 5 and 8`.
struct Combinations<'a>(&'a [Digits]);

impl Say for Combinations<'_> {
    fn say(&self, to: &mut Teller) {
        for (place, set) in self.0.iter().enumerate() {
            let before = match place {
                0 => "",
                _ if place + 1 == self.0.len() => "; or ",
                _ => "; ",
            };
            say!(to, before, all(set));
        }
    }
}

/// Cells that cages around houses leave over, or cover besides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Innies {
    /// The sum of the digits of the innies, less that of the outies.
    pub sum: i32,
    /// The cells of the houses that the cages leave over.
    pub innies: SmallVec<[Cell; 4]>,
    /// The cells of the cages outside the houses.
    pub outies: SmallVec<[Cell; 4]>,
    /// The houses.
    pub houses: SmallVec<[HouseName; 3]>,
}

impl Shape for Innies {
    /// Writes an equation that is not negative: `innies r1c9 - outies r2c3 = 3`.
    fn write(&self, _: &Conclusion<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { sum, innies, outies, houses } = self;
        f.write_str(": ")?;
        let mut sides = [("innies", innies), ("outies", outies)];
        let is_negative = innies.is_empty() || !outies.is_empty() && *sum < 0;
        if is_negative {
            sides.reverse();
        }
        for (place, (name, cells)) in sides.into_iter().filter(|(_, cells)| !cells.is_empty()).enumerate() {
            write!(f, "{}{name} ", if place > 0 { " - " } else { "" })?;
            write_cells(f, cells)?;
        }
        write!(f, " = {} in ", sum.abs())?;
        super::notation::write_houses(f, houses)
    }

    fn explain(&self, end: &Conclusion<'_>, to: &mut Teller) {
        let Self { sum, innies, outies, houses } = self;
        let them = verb(houses.len(), "it", "them");
        say!(to, "The digits of ", Houses(houses), " together have a known sum, and so have the cages that ");
        tell!(to, "nearly cover ", them);
        let (innies, outies) = (Total(innies), Total(outies));
        say!(to, "By the difference, ");
        match (innies.0.is_empty(), outies.0.is_empty()) {
            (false, true) => tell!(to, innies, " is ", sum),
            (true, _) => tell!(to, outies, " is ", -sum),
            _ => match sum.signum() {
                0 => tell!(to, innies, " is equal to ", outies),
                1 => tell!(to, innies, " is ", sum, " more than ", outies),
                _ => tell!(to, innies, " is ", -sum, " less than ", outies),
            },
        }
        let is_placed = !end.placements.is_empty();
        tell!(to, if is_placed { "So " } else { "With the candidates left, " }, end);
    }

    fn mark(&self, _: &Conclusion<'_>, marks: &mut StepMarks) {
        marks.houses.clone_from(&self.houses);
        marks.cells.clone_from(&self.innies);
        marks.fins.clone_from(&self.outies);
    }
}

/// The sum of some cells in words.
struct Total<'a>(&'a [Cell]);

impl Say for Total<'_> {
    fn say(&self, to: &mut Teller) {
        match self.0 {
            [cell] => say!(to, cell),
            cells => say!(to, "the sum of ", all(cells)),
        }
    }
}

/// A rule of several cells, and the candidates that fit it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RulePattern {
    /// The rule.
    #[serde(serialize_with = "as_text")]
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub rule: Arc<Rule>,
    /// Its cells.
    pub cells: SmallVec<[Cell; 4]>,
}

impl Shape for RulePattern {
    fn write(&self, _: &Conclusion<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, ": {}", self.rule)
    }

    fn explain(&self, end: &Conclusion<'_>, to: &mut Teller) {
        say!(to, "By a rule, ", self.rule.sentence());
        // The others name their cells.
        if matches!(*self.rule, Rule::Variant(_)) {
            say!(to, ", which holds for ", all(&self.cells));
        }
        to.end('.');
        tell!(to, "With the candidates left, ", end);
    }

    fn mark(&self, _: &Conclusion<'_>, marks: &mut StepMarks) {
        marks.cells.clone_from(&self.cells);
    }
}
