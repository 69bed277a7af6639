//! Answers that say whether they are complete: "stopped" never looks like "none".

use crate::control::limits::Stopped;
use crate::problem::ids::OptionId;

/// The options of one cover.
pub type Cover = Vec<OptionId>;

/// How many covers there are, as a number of 64 bits where they are met one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Count<N = u64> {
    /// Exactly so many.
    Exact(N),
    /// So many were found before the run stopped; there may be more.
    AtLeast(N, Stopped),
}

impl<N> Count<N> {
    /// The exact number.
    ///
    /// # Errors
    /// Why the run stopped before it was known.
    pub fn exact(self) -> Result<N, Stopped> {
        match self {
            Self::Exact(count) => Ok(count),
            Self::AtLeast(_, why) => Err(why),
        }
    }

    /// The number found, whether complete or not: a lower bound.
    #[must_use]
    pub fn at_least(self) -> N {
        match self {
            Self::Exact(count) | Self::AtLeast(count, _) => count,
        }
    }

    /// The same answer with the number in another form.
    pub fn map<M>(self, as_other: impl FnOnce(N) -> M) -> Count<M> {
        match self {
            Self::Exact(count) => Count::Exact(as_other(count)),
            Self::AtLeast(count, why) => Count::AtLeast(as_other(count), why),
        }
    }
}

/// Whether there is no solution, one, or several. `S` is what a solution is to the caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Uniqueness<S = Cover> {
    /// There is no solution.
    None,
    /// There is just this one.
    One(S),
    /// There are several; these two differ.
    Several(S, S),
    /// The run stopped before it was known.
    Unknown {
        /// A solution that was found.
        found: Option<S>,
        /// Why it stopped.
        why: Stopped,
    },
}

impl<S> Uniqueness<S> {
    /// The same answer about other solutions.
    pub fn map<T>(self, mut as_other: impl FnMut(S) -> T) -> Uniqueness<T> {
        match self {
            Self::None => Uniqueness::None,
            Self::One(solution) => Uniqueness::One(as_other(solution)),
            Self::Several(first, second) => Uniqueness::Several(as_other(first), as_other(second)),
            Self::Unknown { found, why } => Uniqueness::Unknown { found: found.map(as_other), why },
        }
    }
}
