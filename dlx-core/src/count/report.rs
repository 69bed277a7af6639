//! What a count says beside the number: who counted, and what it took.

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
    /// The search meets every cover, several at once where only the last option differs. It takes every problem, in
    /// next to no memory, and time for each cover.
    Search,
    /// Frontier dynamic programming: time and memory for each state of a frontier that is swept over the problem.
    Frontier,
    /// Dancing links that remember what each set of live options was worth: time and memory for each such set.
    Memo,
}

impl CountEngine {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Search, Self::Frontier, Self::Memo];
}

/// `search`, `frontier` or `memo`; [`FromStr`] reads it.
impl fmt::Display for CountEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Search => "search",
            Self::Frontier => "frontier",
            Self::Memo => "memo",
        })
    }
}

/// A word that names no engine that counts.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected search, frontier or memo, found `{}`", found.escape_debug())]
pub struct UnknownCountEngine {
    /// The word.
    pub found: String,
}

impl FromStr for CountEngine {
    type Err = UnknownCountEngine;

    fn from_str(word: &str) -> Result<Self, UnknownCountEngine> {
        let engine = Self::ALL.into_iter().find(|engine| engine.to_string() == word);
        engine.ok_or_else(|| UnknownCountEngine { found: word.to_owned() })
    }
}

/// How many covers there are, and how that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// How many.
    pub count: Count<BigUint>,
    /// The parts of the problem whose counts were multiplied; none where it was not needed.
    pub parts: Vec<CountedPart>,
}

/// A part of a problem, and who counted it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountedPart {
    /// How many options the part has, those merged that use the same items.
    pub options: usize,
    /// The engine that finished.
    pub engine: CountEngine,
    /// How many nodes that engine entered: options taken, or steps from one state to another.
    pub nodes: u64,
    /// How many states it told apart.
    pub states: u64,
    /// The most bytes that its tables took.
    pub bytes: usize,
}

impl fmt::Display for CountedPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { options, engine, nodes, states, bytes } = self;
        write!(f, "{options} options by {engine}: {nodes} nodes")?;
        if *engine == CountEngine::Search { Ok(()) } else { write!(f, ", {states} states, {bytes} bytes") }
    }
}

/// Why a count cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CountError {
    /// The givens contradict one another.
    #[error(transparent)]
    Given(#[from] GivenError),
    /// The engine that was asked for does not take the problem.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
}
