//! Answers that say whether they are complete: "stopped" never looks like "none".

use crate::ids::OptionId;
use crate::limits::Stopped;

/// The options of one cover.
pub type Cover = Vec<OptionId>;

/// How many covers there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Count {
    /// Exactly so many.
    Exact(u64),
    /// So many were found before the run stopped; there may be more.
    AtLeast(u64, Stopped),
}

impl Count {
    /// The exact number.
    ///
    /// # Errors
    /// Why the run stopped before it was known.
    pub fn exact(self) -> Result<u64, Stopped> {
        match self {
            Self::Exact(count) => Ok(count),
            Self::AtLeast(_, why) => Err(why),
        }
    }

    /// The number found, whether complete or not: a lower bound.
    #[must_use]
    pub fn at_least(self) -> u64 {
        match self {
            Self::Exact(count) | Self::AtLeast(count, _) => count,
        }
    }
}

/// Whether there is no cover, one, or several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Uniqueness {
    /// There is no cover.
    None,
    /// There is just this one.
    One(Cover),
    /// There are several; these two differ.
    Several(Cover, Cover),
    /// The run stopped before it was known.
    Unknown {
        /// A cover that was found.
        found: Option<Cover>,
        /// Why it stopped.
        why: Stopped,
    },
}
