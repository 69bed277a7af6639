//! What is split into tasks: the covers of a problem, or one cover of each orbit under its symmetries.

use dlx_core::{
    Checkpoint, CheckpointError, Digest, Estimate, Limits, Problem, Representatives, Search, Symmetries,
};

use crate::split::Balance;

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
    pub(crate) fn at(self, checkpoint: &Checkpoint) -> Result<Run, CheckpointError> {
        let mut run = match self {
            Self::Covers(problem) => Run::Search(Box::new(Search::with_rule(problem, checkpoint.rule()))),
            Self::Representatives(symmetries) => Run::Listing(Box::new(symmetries.representatives())),
        };
        run.resume(checkpoint)?;
        Ok(run)
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
    pub(crate) fn resume(&mut self, checkpoint: &Checkpoint) -> Result<(), CheckpointError> {
        match self {
            Self::Search(search) => search.resume(checkpoint),
            Self::Listing(listing) => listing.resume(checkpoint),
        }
    }

    /// Returns parts that together are the rest, in order: at least `parts` of them, if there are so many. Returns
    /// `None` if the symmetries are too many for parts.
    pub(crate) fn split(&mut self, parts: usize) -> Option<Vec<Checkpoint>> {
        match self {
            Self::Search(search) => Some(search.split(parts)),
            Self::Listing(listing) => listing.split(parts),
        }
    }

    /// Estimates the tree of the part at whose beginning it is.
    pub(crate) fn estimate(&mut self, balance: Balance, limits: &mut Limits<'_>) -> Estimate {
        let Balance { probes, seed } = balance;
        match self {
            Self::Search(search) => search.estimate(probes, seed, limits),
            Self::Listing(listing) => listing.estimate(probes, seed, limits),
        }
    }
}
