//! Where a task stands among all others: which part of how many, and which part of that part, and so on.
//!
//! Places are in the order of the search, and from its place alone it is known which other tasks must exist. That
//! is what makes a missing one noticed.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The place of a task: `[part, of]` for the split, and again for each time that a part was split once more.
///
/// Its text form is the id of the task: the parts separated by dots, such as `17` or `17.2`, counted from 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<(u64, u64)>", into = "Vec<(u64, u64)>")]
pub struct Place(Vec<(u64, u64)>);

/// Why steps are no place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlaceError {
    /// There are none.
    #[error("found no part, expected at least one pair of a part and the number of parts")]
    Empty,
    /// A part that there cannot be.
    #[error("found part {part} of {of}, expected a part below {of}, counted from 0")]
    Beyond {
        /// The part.
        part: u64,
        /// How many there are.
        of: u64,
    },
    /// Text that is no id.
    #[error("found `{0}`, expected an id such as 17 or 17.2")]
    Id(String),
}

impl Place {
    /// A part of a split into so many.
    ///
    /// # Errors
    /// A part that is not below the number of parts.
    pub fn new(part: u64, of: u64) -> Result<Self, PlaceError> {
        Self::try_from(vec![(part, of)])
    }

    /// A part of what stands here.
    ///
    /// # Errors
    /// A part that is not below the number of parts.
    pub fn part(&self, part: u64, of: u64) -> Result<Self, PlaceError> {
        Self::try_from([&self.0[..], &[(part, of)]].concat())
    }

    /// Each part and of how many, the outermost first.
    #[must_use]
    pub fn steps(&self) -> &[(u64, u64)] {
        &self.0
    }

    /// The next place that must exist, if the parts around this one are not split further; `None` after the last.
    pub(crate) fn next(mut self) -> Option<Self> {
        while let Some((part, of)) = self.0.pop() {
            if part + 1 < of {
                self.0.push((part + 1, of));
                return Some(self);
            }
        }
        None
    }
}

impl TryFrom<Vec<(u64, u64)>> for Place {
    type Error = PlaceError;

    fn try_from(steps: Vec<(u64, u64)>) -> Result<Self, PlaceError> {
        if steps.is_empty() {
            return Err(PlaceError::Empty);
        }
        match steps.iter().find(|(part, of)| part >= of) {
            Some(&(part, of)) => Err(PlaceError::Beyond { part, of }),
            None => Ok(Self(steps)),
        }
    }
}

impl From<Place> for Vec<(u64, u64)> {
    fn from(place: Place) -> Self {
        place.0
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (depth, (part, _)) in self.0.iter().enumerate() {
            if depth > 0 {
                f.write_str(".")?;
            }
            write!(f, "{part}")?;
        }
        Ok(())
    }
}

/// The parts of an id, without how many there are of each.
pub(crate) struct Id(Vec<u64>);

impl FromStr for Id {
    type Err = PlaceError;

    fn from_str(text: &str) -> Result<Self, PlaceError> {
        let parts: Option<Vec<u64>> = text.split('.').map(|part| part.parse().ok()).collect();
        parts.map(Self).ok_or_else(|| PlaceError::Id(text.to_owned()))
    }
}

impl Id {
    pub(crate) fn is_of(&self, place: &Place) -> bool {
        self.0.len() == place.0.len() && self.0.iter().zip(&place.0).all(|(id, (part, _))| id == part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_place_leaves_a_split_part_behind_its_last_one() {
        let place = |steps: &[(u64, u64)]| Place::try_from(steps.to_vec()).expect("it is a place");
        assert_eq!(place(&[(0, 3)]).next(), Some(place(&[(1, 3)])));
        assert_eq!(place(&[(0, 3), (3, 4)]).next(), Some(place(&[(1, 3)])));
        assert_eq!(place(&[(2, 3), (3, 4)]).next(), None);
        assert_eq!(place(&[(1, 3), (2, 4)]).to_string(), "1.2");
    }

    #[test]
    fn places_that_cannot_be_are_refused() {
        assert_eq!(Place::new(3, 3), Err(PlaceError::Beyond { part: 3, of: 3 }));
        assert_eq!(Place::try_from(Vec::new()), Err(PlaceError::Empty));
        assert!("1..2".parse::<Id>().is_err());
    }
}
