//! Questions that a search answers.

use crate::control::answers::Cover;
use crate::control::limits::Limits;
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
        let (search, fault) = match self.begin() {
            Ok(search) => (search.map(Box::new), None),
            Err(error) => (None, Some(error.into())),
        };
        Listing { search, limits: self.limits(), fault }
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
    /// `None` at the end.
    search: Option<Box<Search>>,
    limits: Limits<'p>,
    /// Why there is nothing to search, until it is returned.
    fault: Option<QueryError>,
}

impl Iterator for Listing<'_> {
    type Item = Result<Cover, QueryError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(fault) = self.fault.take() {
            return Some(Err(fault));
        }
        let found = self.search.as_mut()?.next_solution(&mut self.limits);
        let found = found.map(|cover| cover.map(<[_]>::to_vec)).map_err(QueryError::from).transpose();
        if !matches!(found, Some(Ok(_))) {
            self.search = None;
        }
        found
    }
}

impl std::iter::FusedIterator for Listing<'_> {}
