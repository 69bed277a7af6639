//! A step as plain data: the technique, where it applies, and its conclusions. It contains no text and no
//! board. It is serialized in one form for all front ends: cells and houses by their names, digits as
//! numbers.

use std::fmt;
use std::sync::Arc;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use smallvec::SmallVec;

use crate::human::technique::Technique;
use crate::model::geometry::rules::Rule;
use crate::model::geometry::{Candidate, Cell, Digit, HouseKind};

/// A house by its kind and number. Displayed as `r1`, `c4`, `b2`, `d1`; regions like boxes; serialized as
/// displayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HouseName {
    /// Row, column, box or another kind.
    pub kind: HouseKind,
    /// The number among its kind, counted from zero.
    pub number: usize,
}

impl fmt::Display for HouseName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.kind.letter(), self.number + 1)
    }
}

impl Serialize for HouseName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A digit in one of some cells; several cells form a group in a house.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Node {
    /// The digit.
    pub digit: Digit,
    /// The cells in ascending order.
    pub cells: SmallVec<[Cell; 3]>,
}

/// The strength of a link between two nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Strength {
    /// If the first is false, the second is true.
    Strong,
    /// If the first is true, the second is false.
    Weak,
}

impl Strength {
    /// Returns the strength of the next link of a chain.
    #[must_use]
    pub const fn other(self) -> Strength {
        match self {
            Strength::Strong => Strength::Weak,
            Strength::Weak => Strength::Strong,
        }
    }
}

/// A link of a chain.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Link {
    /// The first node.
    pub from: Node,
    /// The strength of the link.
    pub strength: Strength,
    /// The second node.
    pub to: Node,
    /// A house that makes it a link of one digit: one without other places, or, of a weak link, one that
    /// contains both nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub house: Option<HouseName>,
}

/// Cells that hold exactly these digits, or these and one more.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct LockedCells {
    /// The cells in ascending order.
    pub cells: SmallVec<[Cell; 4]>,
    /// The digits in ascending order.
    pub digits: SmallVec<[Digit; 4]>,
}

/// A step with its reason. The meaning of some fields depends on the technique. Serialized with the
/// properties of the technique, as text and with its reason in sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The technique.
    pub technique: Technique,
    /// The digits of the pattern, in the order that is usual for the technique.
    pub digits: SmallVec<[Digit; 4]>,
    /// The cells of the pattern.
    pub cells: SmallVec<[Cell; 4]>,
    /// The houses of the pattern; of a fish the base houses.
    pub houses: SmallVec<[HouseName; 3]>,
    /// The cover houses of a fish, of siamese fish those of both.
    pub covers: SmallVec<[HouseName; 3]>,
    /// Further cells: the fins of a fish, the cells that connect two strong links, the other cells of a
    /// subset.
    pub fins: SmallVec<[Cell; 4]>,
    /// Almost locked sets and parts of a Sue de Coq, the two colors of each cluster, the endo-fins of a
    /// fish, which are in two base houses, or the corners of a rectangle with further candidates and these
    /// candidates, and after them the other cells of a subset with all its digits.
    pub sets: Vec<LockedCells>,
    /// Chains one after the other: another one begins where a link does not begin at the end of the one
    /// before it. Of colors and almost locked sets, the weak links between two of them.
    pub links: Vec<Link>,
    /// Of a forcing net, the placements that follow from the first one by singles. If something follows from
    /// each of several candidates, these.
    pub trail: Vec<Candidate>,
    /// By placement of a trail of singles, the house of a hidden one; none of a naked one and of the first
    /// placement.
    pub trail_houses: Vec<Option<HouseName>>,
    /// Of a step about a cage, the sum of its digits; of innies and outies, the sum of the digits of `cells` less that of
    /// `fins`, which are the outies.
    pub sum: Option<i32>,
    /// Of a step about a cage, the sets of digits that are left for it, unless there are many.
    pub combinations: Vec<SmallVec<[Digit; 4]>>,
    /// Of a step about a rule of several cells, the rule.
    pub rule: Option<Arc<Rule>>,
    /// The placements of the step.
    pub placements: SmallVec<[Candidate; 1]>,
    /// The eliminations of the step, none twice, in the order of HoDoKu's text.
    pub eliminations: SmallVec<[Candidate; 8]>,
}

impl Step {
    /// Returns a step without content, to be filled repeatedly.
    pub(crate) fn blank() -> Step {
        Step {
            technique: Technique::FullHouse,
            digits: SmallVec::new(),
            cells: SmallVec::new(),
            houses: SmallVec::new(),
            covers: SmallVec::new(),
            fins: SmallVec::new(),
            sets: Vec::new(),
            links: Vec::new(),
            trail: Vec::new(),
            trail_houses: Vec::new(),
            sum: None,
            combinations: Vec::new(),
            rule: None,
            placements: SmallVec::new(),
            eliminations: SmallVec::new(),
        }
    }

    /// Clears the step for a pattern of this technique.
    pub(crate) fn begin(&mut self, technique: Technique) {
        self.technique = technique;
        self.digits.clear();
        self.cells.clear();
        self.houses.clear();
        self.covers.clear();
        self.fins.clear();
        self.sets.clear();
        self.links.clear();
        self.trail.clear();
        self.trail_houses.clear();
        self.sum = None;
        self.combinations.clear();
        self.rule = None;
        self.placements.clear();
        self.eliminations.clear();
    }

    /// Removes repeated eliminations.
    pub(crate) fn finish(&mut self) {
        let mut kept = 0;
        for place in 0..self.eliminations.len() {
            let lost = self.eliminations[place];
            if !self.eliminations[..kept].contains(&lost) {
                self.eliminations[kept] = lost;
                kept += 1;
            }
        }
        self.eliminations.truncate(kept);
    }
}

impl Serialize for Step {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let technique = self.technique;
        let mut object = serializer.serialize_struct("Step", 18)?;
        object.serialize_field("technique", technique.name())?;
        object.serialize_field("code", technique.code())?;
        object.serialize_field("level", &technique.level().to_string())?;
        object.serialize_field("score", &technique.score())?;
        object.serialize_field("houses", &self.houses)?;
        object.serialize_field("covers", &self.covers)?;
        object.serialize_field("cells", &self.cells)?;
        object.serialize_field("fins", &self.fins)?;
        object.serialize_field("digits", &self.digits)?;
        object.serialize_field("sets", &self.sets)?;
        object.serialize_field("links", &self.links)?;
        object.serialize_field("trail", &self.trail)?;
        object.serialize_field("trail_houses", &self.trail_houses)?;
        if let Some(sum) = self.sum {
            object.serialize_field("sum", &sum)?;
            object.serialize_field("combinations", &self.combinations)?;
        }
        if let Some(rule) = &self.rule {
            object.serialize_field("rule", &rule.to_string())?;
        }
        object.serialize_field("placements", &self.placements)?;
        object.serialize_field("eliminations", &self.eliminations)?;
        object.serialize_field("text", &self.to_string())?;
        object.serialize_field("reason", &self.reason().to_string())?;
        object.end()
    }
}

#[cfg(test)]
mod tests {
    use smallvec::smallvec;

    use super::*;

    #[test]
    fn parts_are_serialized_by_names_and_numbers() {
        let digit = |value| Digit::new(value).unwrap();
        let cell = Cell::new;
        let link = Link {
            from: Node { digit: digit(4), cells: smallvec![cell(0, 8)] },
            strength: Strength::Strong,
            to: Node { digit: digit(25), cells: smallvec![cell(24, 0), cell(24, 1)] },
            house: Some(HouseName { kind: HouseKind::Row, number: 24 }),
        };
        let set = LockedCells { cells: smallvec![cell(2, 3)], digits: smallvec![digit(1), digit(7)] };
        let house = HouseName { kind: HouseKind::Region, number: 2 };
        let lost = Candidate { cell: cell(3, 1), digit: digit(7) };
        let written = serde_json::to_value((link, Strength::Weak, set, house, lost)).unwrap();
        let expected = serde_json::json!([
            {
                "from": { "digit": 4, "cells": ["r1c9"] },
                "strength": "strong",
                "to": { "digit": 25, "cells": ["r25c1", "r25c2"] },
                "house": "r25",
            },
            "weak",
            { "cells": ["r3c4"], "digits": [1, 7] },
            "b3",
            { "cell": "r4c2", "digit": 7 },
        ]);
        assert_eq!(written, expected);
    }

    #[test]
    fn a_step_is_serialized_with_its_technique_and_its_words() {
        let placed = Candidate { cell: Cell::new(4, 4), digit: Digit::new(5).unwrap() };
        let mut step = Step::blank();
        step.begin(Technique::NakedSingle);
        step.placements.push(placed);
        let written = serde_json::to_string(&step).unwrap();
        let expected = "{\"technique\":\"Naked Single\",\"code\":\"0003\",\"level\":\"easy\",\"score\":4,\"houses\":[],\
            \"covers\":[],\"cells\":[],\"fins\":[],\"digits\":[],\"sets\":[],\"links\":[],\"trail\":[],\
            \"trail_houses\":[],\"placements\":[{\"cell\":\"r5c5\",\"digit\":5}],\"eliminations\":[],\
            \"text\":\"Naked Single: r5c5=5\",\
            \"reason\":\"5 is the only candidate left in r5c5, so r5c5 is 5.\"}";
        assert_eq!(written, expected);
    }
}
