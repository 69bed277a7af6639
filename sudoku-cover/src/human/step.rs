//! A finding as plain data: by which technique, where, and what follows. It knows no words and no board.
//! It is serialized in one form for all front ends: cells and houses by their names, digits as numbers.

use std::fmt;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use smallvec::SmallVec;

use crate::human::technique::Technique;
use crate::model::geometry::{Candidate, Cell, Digit, HouseKind};

/// A house by its kind and number. Shown as `r1`, `c4`, `b2`, `d1`; regions as boxes; serialized as shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HouseName {
    /// Whether it is a row, a column, a box or something else.
    pub kind: HouseKind,
    /// Which one of its kind, counted from zero.
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

/// A digit in one of some cells, which are more than one where they form a group in a house.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Node {
    /// The digit.
    pub digit: Digit,
    /// The cells, ascending.
    pub cells: SmallVec<[Cell; 3]>,
}

/// How one end of a link bears on the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Strength {
    /// If the first is false, the second is true.
    Strong,
    /// If the first is true, the second is false.
    Weak,
}

impl Strength {
    /// What the next link of a chain is.
    #[must_use]
    pub const fn other(self) -> Strength {
        match self {
            Strength::Strong => Strength::Weak,
            Strength::Weak => Strength::Strong,
        }
    }
}

/// A part of a chain.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Link {
    /// Where it begins.
    pub from: Node,
    /// How it reaches its end.
    pub strength: Strength,
    /// Where it ends.
    pub to: Node,
}

/// Cells that hold just these digits, or these and one more.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct LockedCells {
    /// The cells, ascending.
    pub cells: SmallVec<[Cell; 4]>,
    /// The digits, ascending.
    pub digits: SmallVec<[Digit; 4]>,
}

/// What was found, and why it is so. What a field holds besides the least depends on the technique. Serialized with
/// what is known of the technique, and with its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// How it was found.
    pub technique: Technique,
    /// The digits that it is about, in the order in which the technique speaks of them.
    pub digits: SmallVec<[Digit; 4]>,
    /// The cells that show it.
    pub cells: SmallVec<[Cell; 4]>,
    /// The houses that show it; of a fish the base.
    pub houses: SmallVec<[HouseName; 3]>,
    /// Of a fish the cover.
    pub covers: SmallVec<[HouseName; 3]>,
    /// Cells beside those that show it: the fins of a fish, the cells that connect two strong links, the other cells
    /// of a subset.
    pub fins: SmallVec<[Cell; 4]>,
    /// Almost locked sets and parts of a Sue de Coq, or the two colors of each cluster.
    pub sets: Vec<LockedCells>,
    /// Chains one after the other: another one begins where a link does not begin at the end of the one before it.
    pub links: Vec<Link>,
    /// What would stand where, one after the other by singles, if the first did: of a forcing net.
    pub trail: Vec<Candidate>,
    /// What must stand where.
    pub placements: SmallVec<[Candidate; 1]>,
    /// What cannot stand where; ascending by digit and cell.
    pub eliminations: SmallVec<[Candidate; 8]>,
}

impl Step {
    /// A step without content, to be filled again and again.
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
            placements: SmallVec::new(),
            eliminations: SmallVec::new(),
        }
    }

    /// Empties it for a finding by this technique.
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
        self.placements.clear();
        self.eliminations.clear();
    }

    /// Sorts the eliminations and drops those that are there twice.
    pub(crate) fn finish(&mut self) {
        self.eliminations.sort_unstable_by_key(|candidate| (candidate.digit, candidate.cell));
        self.eliminations.dedup();
    }
}

impl Serialize for Step {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let technique = self.technique;
        let mut object = serializer.serialize_struct("Step", 15)?;
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
        object.serialize_field("placements", &self.placements)?;
        object.serialize_field("eliminations", &self.eliminations)?;
        object.serialize_field("text", &self.to_string())?;
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
        let expected = "{\"technique\":\"Naked Single\",\"code\":\"0003\",\"level\":\"Easy\",\"score\":4,\"houses\":[],\
            \"covers\":[],\"cells\":[],\"fins\":[],\"digits\":[],\"sets\":[],\"links\":[],\"trail\":[],\
            \"placements\":[{\"cell\":\"r5c5\",\"digit\":5}],\"eliminations\":[],\
            \"text\":\"Naked Single: r5c5=5\"}";
        assert_eq!(written, expected);
    }
}
