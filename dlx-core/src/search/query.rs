//! Questions that a search answers.

use crate::control::answers::{Cover, Uniqueness};
use crate::control::limits::{Limits, Stopped};
use crate::control::query::{Query, QueryError};
use crate::problem::givens::GivenError;
use crate::search::Search;

impl<'p> Query<'p> {
    /// Returns the covers one by one, in the order of [`Search`]. A limit is the last thing that the iterator
    /// returns; if all it returns are covers, these are all.
    ///
    /// ```
    /// use dlx_core::{Problem, Query, QueryError, Stopped};
    ///
    /// let problem = Problem::builder().primary(["a"]).option(["a"]).option(["a"]).option(["a"]).build()?;
    /// let found: Vec<_> = Query::new(&problem).solutions(2).covers().collect();
    /// assert_eq!(found.iter().filter(|cover| cover.is_ok()).count(), 2);
    /// assert_eq!(found[2], Err(QueryError::Stopped(Stopped::Solutions)));
    /// # Ok::<(), dlx_core::BuildError>(())
    /// ```
    pub fn covers(&self) -> Listing<'p> {
        let stage = match self.begin() {
            Ok(Some(search)) => Stage::Searching(Box::new(search), self.limits()),
            Ok(None) => Stage::Ended,
            Err(error) => Stage::Failed(error.into()),
        };
        Listing { stage }
    }

    /// Returns the first cover, or `None` if there is none.
    ///
    /// # Errors
    /// Options that the problem does not have, or a limit that was reached before the answer was known.
    pub fn first(&self) -> Result<Option<Cover>, QueryError> {
        self.covers().next().transpose()
    }

    /// Returns whether there is no cover, one, or several, and up to two of them.
    ///
    /// # Errors
    /// Options that the problem does not have.
    pub fn unique(&self) -> Result<Uniqueness, GivenError> {
        let search = self.begin()?;
        Ok(search.map_or(Uniqueness::None, |mut search| search.uniqueness(&mut self.limits())))
    }

    /// Returns the search at its root; `None` if the options given and forbidden contradict one another.
    pub(crate) fn begin(&self) -> Result<Option<Search>, GivenError> {
        let mut search = Search::new(self.problem());
        match search.restart(self.givens()) {
            Ok(()) => Ok(Some(search)),
            Err(error) if error.is_contradiction() => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// The covers of a problem one by one, returned by [`Query::covers`].
#[derive(Debug)]
pub struct Listing<'p> {
    stage: Stage<'p>,
}

enum Stage<'p> {
    Searching(Box<Search>, Limits<'p>),
    Failed(QueryError),
    Ended,
}

impl std::fmt::Debug for Stage<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Searching(search, _) => search.fmt(f),
            Self::Failed(error) => error.fmt(f),
            Self::Ended => f.write_str("Ended"),
        }
    }
}

impl Iterator for Listing<'_> {
    type Item = Result<Cover, QueryError>;

    fn next(&mut self) -> Option<Self::Item> {
        let found: Result<Option<Cover>, Stopped> = match &mut self.stage {
            Stage::Searching(search, limits) => {
                search.next_solution(limits).map(|cover| cover.map(<[_]>::to_vec))
            }
            Stage::Failed(_) | Stage::Ended => Ok(None),
        };
        match found {
            Ok(Some(cover)) => Some(Ok(cover)),
            Ok(None) => match std::mem::replace(&mut self.stage, Stage::Ended) {
                Stage::Failed(error) => Some(Err(error)),
                Stage::Searching(..) | Stage::Ended => None,
            },
            Err(why) => {
                self.stage = Stage::Ended;
                Some(Err(why.into()))
            }
        }
    }
}

impl std::iter::FusedIterator for Listing<'_> {}
