//! The covers found, and the engine that found them.

use std::fmt;

use crate::control::answers::Cover;
use crate::control::counters::Counters;
use crate::control::limits::Stopped;

/// The covers found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Found {
    /// The covers, in no particular order.
    pub covers: Vec<Cover>,
    /// The reason why there may be others: [`Stopped::Solutions`] if these are as many as wanted. `None` if these are
    /// all covers.
    pub stopped: Option<Stopped>,
    /// The engine that answered; if a limit was reached before, the one that found these covers.
    pub engine: FindEngine,
    /// The work of that engine: its nodes, and as its updates those of lists, the literals that it propagated, the states
    /// that it counted in, or the products of its equations.
    pub counters: Counters,
}

/// The engine that answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FindEngine {
    /// The search tree in its order.
    Search,
    /// The search with random order, begun again after a number of steps.
    Restarts,
    /// The search that always covers the lowest open item, begun again after a number of steps.
    LowestFirst,
    /// Local search and linear programs.
    Linear,
    /// Clause learning.
    Learning,
    /// Counting by frontier or memo, and for covers a diagram of them.
    Counting,
    /// Linear equations modulo 2^64, 3, 5 or 7: no choice of options, each taken any whole number of times, covers all
    /// items that must be covered a fixed number of times.
    Algebra,
}

/// Writes `search`, `restarts`, `lowest-first`, `linear`, `learning`, `counting` or `algebra`.
impl fmt::Display for FindEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Search => "search",
            Self::Restarts => "restarts",
            Self::LowestFirst => "lowest-first",
            Self::Linear => "linear",
            Self::Learning => "learning",
            Self::Counting => "counting",
            Self::Algebra => "algebra",
        })
    }
}
