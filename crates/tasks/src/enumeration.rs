//! What is split into tasks: the covers of a problem, or one cover of each orbit under its symmetries.

use dlx_core::inner::Digest;
use dlx_core::{
    Checkpoint, CheckpointError, Estimate, Limits, Problem, Representatives, Search, Stopped, Symmetries,
};

/// An enumeration that tasks are parts of. References to problems and to symmetries are converted to it.
#[derive(Clone, Copy, Debug)]
pub enum Enumeration<'e> {
    /// All covers of a problem.
    Covers(&'e Problem),
    /// One cover of each orbit under symmetries of a problem.
    Representatives(&'e Symmetries),
}

impl<'e> Enumeration<'e> {
    /// Returns the problem.
    #[must_use]
    pub fn problem(self) -> &'e Problem {
        match self {
            Self::Covers(problem) => problem,
            Self::Representatives(symmetries) => symmetries.problem(),
        }
    }

    /// Returns the digest of the symmetries, or `None` for all covers.
    #[must_use]
    pub fn symmetries(self) -> Option<Digest> {
        match self {
            Self::Covers(_) => None,
            Self::Representatives(symmetries) => Some(symmetries.digest()),
        }
    }

    /// Returns the enumeration at a position.
    pub(crate) fn at(
        self,
        checkpoint: &Checkpoint,
        limits: &mut Limits<'_>,
    ) -> Result<Result<Run, CheckpointError>, Stopped> {
        let mut run = match self {
            Self::Covers(problem) => {
                Run::Search(Box::new(Search::with_rule(problem, checkpoint.rule(), limits)?))
            }
            Self::Representatives(symmetries) => Run::Listing(Box::new(symmetries.representatives())),
        };
        Ok(run.resume(checkpoint, limits)?.map(|()| run))
    }
}

impl<'e> From<&'e Problem> for Enumeration<'e> {
    fn from(problem: &'e Problem) -> Self {
        Self::Covers(problem)
    }
}

impl<'e> From<&'e Symmetries> for Enumeration<'e> {
    fn from(symmetries: &'e Symmetries) -> Self {
        Self::Representatives(symmetries)
    }
}

/// An enumeration at a position.
#[derive(Debug)]
pub(crate) enum Run {
    Search(Box<Search>),
    Listing(Box<Representatives>),
}

impl Run {
    pub(crate) fn resume(
        &mut self,
        checkpoint: &Checkpoint,
        limits: &mut Limits<'_>,
    ) -> Result<Result<(), CheckpointError>, Stopped> {
        CheckpointError::without_limit(match self {
            Self::Search(search) => search.resume(checkpoint, limits),
            Self::Listing(listing) => listing.resume(checkpoint, limits),
        })
    }

    /// Returns parts that together are the rest, in order: at least `parts` of them, if there are so many. Returns
    /// `None` if the symmetries are too many for parts.
    pub(crate) fn split(
        &mut self,
        parts: usize,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Vec<Checkpoint>>, Stopped> {
        match self {
            Self::Search(search) => search.split(parts, limits).map(Some),
            Self::Listing(listing) => listing.split(parts, limits),
        }
    }

    /// Estimates the tree of the part at whose beginning it is.
    pub(crate) fn estimate(&mut self, probes: u64, seed: u64, limits: &mut Limits<'_>) -> Estimate {
        match self {
            Self::Search(search) => search.estimate(probes, seed, limits),
            Self::Listing(listing) => listing.estimate(probes, seed, limits),
        }
    }
}
