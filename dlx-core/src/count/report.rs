//! The report of a count: the number, the engine that found it, and the work.

use std::fmt;
use std::str::FromStr;

use num_bigint::BigUint;
use thiserror::Error;

use crate::control::answers::Count;
use crate::engine::unsupported::Unsupported;
use crate::problem::givens::GivenError;

/// An engine that counts covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CountEngine {
    /// The search enumerates the covers, several at once where they differ only in the last option. It
    /// supports every problem, takes little memory, and time for each cover.
    Search,
    /// Frontier dynamic programming: time and memory for each state of the frontier.
    Frontier,
    /// Dancing links with memoization: time and memory for each set of live options.
    Memo,
}

impl CountEngine {
    /// All engines.
    pub const ALL: [Self; 3] = [Self::Search, Self::Frontier, Self::Memo];
}

/// Writes `search`, `frontier` or `memo`; [`FromStr`] reads it.
impl fmt::Display for CountEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Search => "search",
            Self::Frontier => "frontier",
            Self::Memo => "memo",
        })
    }
}

/// An unknown word for a counting engine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected search, frontier or memo, found `{}`", found.escape_debug())]
pub struct UnknownCountEngine {
    /// The word found.
    pub found: String,
}

impl FromStr for CountEngine {
    type Err = UnknownCountEngine;

    fn from_str(word: &str) -> Result<Self, UnknownCountEngine> {
        let engine = Self::ALL.into_iter().find(|engine| engine.to_string() == word);
        engine.ok_or_else(|| UnknownCountEngine { found: word.to_owned() })
    }
}

/// The number of covers, and how it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The number.
    pub count: Count<BigUint>,
    /// The parts of the problem whose counts were multiplied; empty if there was nothing to count.
    pub parts: Vec<CountedPart>,
    /// The work of all engines that ran, in units of about a nanosecond: the updates, nodes and steps of each, times
    /// what one takes on average. With one thread it depends on the problem alone.
    pub work: u64,
}

/// A part of a problem, and the engine that counted it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountedPart {
    /// Number of options of the part, after options that use the same items were merged.
    pub options: usize,
    /// The engine that finished.
    pub engine: CountEngine,
    /// Number of symmetries that the search was divided by; 1 if it was not, and `u64::MAX` if there are more.
    pub symmetries: u64,
    /// Number of nodes that the engine entered: options taken, or steps from one state to another.
    pub nodes: u64,
    /// Number of distinct states.
    pub states: u64,
    /// Greatest size of its tables in bytes.
    pub bytes: usize,
}

impl fmt::Display for CountedPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { options, engine, symmetries, nodes, states, bytes } = self;
        write!(f, "{options} options by {engine}")?;
        if *symmetries > 1 {
            write!(f, " up to {symmetries} symmetries")?;
        }
        write!(f, ": {nodes} nodes")?;
        if *engine == CountEngine::Search { Ok(()) } else { write!(f, ", {states} states, {bytes} bytes") }
    }
}

/// The reason why a count cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CountError {
    /// The problem does not have the givens.
    #[error(transparent)]
    Given(#[from] GivenError),
    /// The requested engine does not support the problem.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
}
