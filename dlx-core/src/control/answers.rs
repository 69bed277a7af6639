//! Answers that say whether they are complete, so that "stopped" cannot be mistaken for "none".

use num_bigint::BigUint;

use crate::control::limits::Stopped;
use crate::problem::ids::OptionId;

/// A cover: the numbers of its options, in ascending order.
pub type Cover = Vec<OptionId>;

/// A number of covers, exact or a lower bound.
///
/// ```
/// use dlx_core::{Count, Limits, Problem, Search, Stopped};
///
/// let problem = Problem::builder().primary(["a"]).option(["a"]).option(["a"]).option(["a"]).build()?;
/// let mut search = Search::new(&problem);
/// assert_eq!(search.count(&mut Limits::none()), Count::Exact(3));
/// assert_eq!(search.count(&mut Limits::none().solutions(2)), Count::AtLeast(2, Stopped::Solutions));
/// # Ok::<(), dlx_core::BuildError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Count<N = u64> {
    /// The exact number.
    Exact(N),
    /// The number found before the run stopped; there may be more.
    AtLeast(N, Stopped),
}

impl<N> Count<N> {
    /// Returns the exact number.
    ///
    /// # Errors
    /// The reason why the run stopped, if the number is not exact.
    pub fn exact(self) -> Result<N, Stopped> {
        match self {
            Self::Exact(count) => Ok(count),
            Self::AtLeast(_, why) => Err(why),
        }
    }

    /// Returns the number found, complete or not: a lower bound.
    #[must_use]
    pub fn at_least(self) -> N {
        match self {
            Self::Exact(count) | Self::AtLeast(count, _) => count,
        }
    }

    /// Returns the same answer with the number converted.
    #[doc(hidden)]
    pub fn map<M>(self, as_other: impl FnOnce(N) -> M) -> Count<M> {
        match self {
            Self::Exact(count) => Count::Exact(as_other(count)),
            Self::AtLeast(count, why) => Count::AtLeast(as_other(count), why),
        }
    }
}

impl Count<BigUint> {
    /// Returns the answer of a count with a limit of `most` solutions, where [`u64::MAX`] is no limit: a number
    /// that reaches it becomes [`AtLeast`](Self::AtLeast) that many, because a count ends there. So the answer
    /// does not depend on how far an engine happened to go, or on what else stopped it.
    ///
    /// ```
    /// use dlx_core::{BigUint, Count, Stopped};
    ///
    /// let ten = || BigUint::from(10u32);
    /// assert_eq!(Count::Exact(ten()).up_to(11), Count::Exact(ten()));
    /// assert_eq!(Count::Exact(ten()).up_to(10), Count::AtLeast(ten(), Stopped::Solutions));
    /// assert_eq!(Count::AtLeast(ten(), Stopped::Asked).up_to(7), Count::AtLeast(7u32.into(), Stopped::Solutions));
    /// ```
    #[doc(hidden)]
    #[must_use]
    pub fn up_to(self, most: u64) -> Self {
        let (Self::Exact(found) | Self::AtLeast(found, _)) = &self;
        if most < u64::MAX && *found >= most.into() {
            Self::AtLeast(most.into(), Stopped::Solutions)
        } else {
            self
        }
    }
}

/// Whether a problem has no solution, one, or several. `S` is the type of a solution.
///
/// ```
/// use dlx_core::{Limits, Problem, Search, Uniqueness};
///
/// let problem =
///     Problem::builder().primary(["a", "b"]).option(["a"]).option(["b"]).option(["a", "b"]).build()?;
/// match Search::new(&problem).uniqueness(&mut Limits::none()) {
///     Uniqueness::None => println!("no cover"),
///     Uniqueness::One(cover) => println!("only {cover:?}"),
///     Uniqueness::Several(one, other) => assert_ne!(one, other),
///     Uniqueness::Unknown { why, .. } => println!("unknown: {why}"),
/// }
/// # Ok::<(), dlx_core::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Uniqueness<S = Cover> {
    /// There is no solution.
    None,
    /// There is exactly one solution.
    One(S),
    /// There are several solutions; these two differ.
    Several(S, S),
    /// The run stopped before the answer was known.
    Unknown {
        /// A solution that was found, if any.
        found: Option<S>,
        /// The reason why the run stopped.
        why: Stopped,
    },
}

impl<S> Uniqueness<S> {
    /// Returns the same answer with the solutions converted.
    #[doc(hidden)]
    pub fn map<T>(self, mut as_other: impl FnMut(S) -> T) -> Uniqueness<T> {
        match self {
            Self::None => Uniqueness::None,
            Self::One(solution) => Uniqueness::One(as_other(solution)),
            Self::Several(first, second) => Uniqueness::Several(as_other(first), as_other(second)),
            Self::Unknown { found, why } => Uniqueness::Unknown { found: found.map(as_other), why },
        }
    }
}
