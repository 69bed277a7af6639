//! Regions in place of the boxes.

use std::fmt;

use serde::{Serialize, Serializer};

/// The regions of a board: a character for each cell, row by row. Their sizes are checked when they are added
/// to a board. Serialized as this text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Regions {
    pub(in crate::model::geometry) characters: Vec<char>,
}

impl Regions {
    /// Returns the regions that this text draws: all its characters except white space, row by row.
    #[must_use]
    pub fn of_text(text: &str) -> Regions {
        Regions { characters: text.chars().filter(|character| !character.is_whitespace()).collect() }
    }

    /// Returns the side of the board with this number of cells, if there is one.
    #[must_use]
    pub fn side(&self) -> Option<usize> {
        let side = self.characters.len().isqrt();
        (side > 0 && side * side == self.characters.len()).then_some(side)
    }
}

impl fmt::Display for Regions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.characters.iter().try_for_each(|character| write!(f, "{character}"))
    }
}

impl Serialize for Regions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
