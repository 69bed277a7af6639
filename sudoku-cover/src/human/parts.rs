//! The parts of which patterns are made: houses by their names, nodes and links of chains, sets of cells.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use serde::{Serialize, Serializer};
use smallvec::SmallVec;

use crate::model::geometry::rules::Rule;
use crate::model::geometry::{Cell, Digit, HouseKind, Numbered, ShortNumber, numbers};

/// The cells of a pattern.
pub(crate) type Cells = SmallVec<[Cell; 4]>;
/// The digits of a pattern.
pub(crate) type Digits = SmallVec<[Digit; 4]>;
/// The houses of a pattern.
pub(crate) type HouseNames = SmallVec<[HouseName; 3]>;

/// A house by its kind and number. Displayed as `r1`, `c4`, `b2`, `d1`, and in the second of several grids `r1@2`; regions
/// like boxes; serialized as displayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HouseName {
    /// Row, column, box or another kind.
    pub kind: HouseKind,
    /// The number among its kind, counted from zero.
    pub number: usize,
}

impl HouseName {
    /// Returns the number as people read it, and that of the grid if there are several, both counted from 1.
    #[must_use]
    pub const fn numbers(self) -> (usize, Option<usize>) {
        numbers(self.number)
    }
}

impl fmt::Display for HouseName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.kind.letter(), ShortNumber(self.number))
    }
}

impl Serialize for HouseName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "schema")]
mod schema {
    use std::borrow::Cow;

    use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
    use utoipa::openapi::{RefOr, Schema};
    use utoipa::{PartialSchema, ToSchema};

    use super::HouseName;

    impl PartialSchema for HouseName {
        fn schema() -> RefOr<Schema> {
            let text = ObjectBuilder::new().schema_type(SchemaType::new(Type::String));
            text.description(Some("A house, such as `r1`, `c4` or `b2`")).into()
        }
    }

    impl ToSchema for HouseName {
        fn name() -> Cow<'static, str> {
            "HouseName".into()
        }
    }
}

/// Houses in words, those of one kind together: `rows 1 and 7 and box 4`.
pub(crate) struct InWords<'a>(pub(crate) &'a [HouseName]);

impl fmt::Display for InWords<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, alike) in self.0.chunk_by(|one, next| one.kind == next.kind).enumerate() {
            let kind = alike[0].kind;
            let plural = match kind {
                _ if alike.len() == 1 => "",
                HouseKind::Box => "es",
                _ => "s",
            };
            write!(f, "{}{kind}{plural} ", if place > 0 { " and " } else { "" })?;
            for (place, house) in alike.iter().enumerate() {
                let between = match alike.len() - place {
                    _ if place == 0 => "",
                    1 => " and ",
                    _ => ", ",
                };
                write!(f, "{between}{}", Numbered(house.number))?;
            }
        }
        Ok(())
    }
}

/// A digit in one of some cells; several cells form a group in a house.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Node {
    /// The digit.
    pub digit: Digit,
    /// The cells in ascending order.
    pub cells: SmallVec<[Cell; 3]>,
}

/// The strength of a link between two nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub house: Option<HouseName>,
    /// The rule that makes it a link, if it is one of a variant.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = String, required = false))]
    pub rule: Option<LinkRule>,
}

/// The rule of a link. Displayed and serialized as the text from which it is read, and ordered by it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LinkRule(pub Arc<Rule>);

impl fmt::Display for LinkRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for LinkRule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl PartialOrd for LinkRule {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for LinkRule {
    fn cmp(&self, other: &Self) -> Ordering {
        self.to_string().cmp(&other.to_string())
    }
}

/// Cells that hold exactly these digits, or these and one more.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LockedCells {
    /// The cells in ascending order.
    pub cells: SmallVec<[Cell; 4]>,
    /// The digits in ascending order.
    pub digits: SmallVec<[Digit; 4]>,
}

#[cfg(test)]
mod tests {
    use smallvec::smallvec;

    use super::*;
    use crate::model::geometry::Candidate;

    #[test]
    fn parts_are_serialized_by_names_and_numbers() {
        let digit = |value| Digit::new(value).unwrap();
        let cell = Cell::new;
        let link = Link {
            from: Node { digit: digit(4), cells: smallvec![cell(0, 8)] },
            strength: Strength::Strong,
            to: Node { digit: digit(25), cells: smallvec![cell(24, 0), cell(24, 1)] },
            house: Some(HouseName { kind: HouseKind::Row, number: 24 }),
            rule: None,
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
}
