//! What an engine must do to take turns, and what all of them have in common.

use crate::control::answers::Cover;
use crate::control::counters::Counters;
use crate::control::limits::{Limits, Stopped};
use crate::problem::Problem;

/// Nanoseconds to build the tables of an engine, for each use.
pub(super) const SETUP: u64 = 100;

/// Covers: as many as wanted, or all.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) covers: Vec<Cover>,
    /// True if these are all covers.
    pub(super) is_complete: bool,
}

impl Answer {
    /// Returns that there is no cover.
    pub(super) fn none() -> Self {
        Self { covers: Vec::new(), is_complete: true }
    }

    /// Adds a cover to those found so far; `None` means that there are no others. Returns the answer once they are as many
    /// as wanted, or all.
    pub(super) fn with(covers: &mut Vec<Cover>, found: Option<Cover>, wanted: u64) -> Option<Self> {
        let is_complete = found.is_none();
        covers.extend(found);
        let is_known = is_complete || covers.len() as u64 == wanted;
        is_known.then(|| Self { covers: std::mem::take(covers), is_complete })
    }

    /// Lets a search find its next cover within this many nodes, and adds it as [`with`](Self::with).
    ///
    /// # Errors
    /// The limit that was reached; not that of the nodes of this call.
    pub(super) fn next(
        covers: &mut Vec<Cover>,
        wanted: u64,
        nodes: u64,
        limits: &mut Limits<'_>,
        find: impl FnOnce(&mut Limits<'_>) -> Result<Option<Cover>, Stopped>,
    ) -> Result<Option<Self>, Stopped> {
        let is_limited = limits.nodes_left() != u64::MAX;
        match limits.within_nodes(nodes, find) {
            Ok(found) => Ok(Self::with(covers, found, wanted)),
            Err(Stopped::Nodes) if !is_limited => Ok(None),
            Err(why) => Err(why),
        }
    }
}

/// An engine that looks for covers and can be continued.
pub(super) trait Engine {
    /// Returns the approximate nanoseconds that it has taken since it was built, computed from its work.
    fn spent(&self) -> u64;
    /// Returns its work, as [`Found::counters`](super::Found::counters).
    fn counters(&self) -> Counters;
    /// Returns true if it is promising: it gets half of the time instead of an equal share.
    fn is_promising(&self) -> bool {
        false
    }
    /// Returns true if it will not answer.
    fn is_useless(&self) -> bool {
        false
    }
    /// Continues until it has taken this many nanoseconds. Returns the answer if it has one.
    ///
    /// # Errors
    /// The limit that was reached; the engine can be continued, but for lack of memory.
    fn advance(
        &mut self,
        until: u64,
        wanted: u64,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Answer>, Stopped>;
    /// Returns the covers found so far.
    fn covers(self: Box<Self>) -> Vec<Cover> {
        Vec::new()
    }
}

/// An engine, unless it cannot answer, or the limit that was reached.
pub(super) type Built<'p> = Result<Option<Box<dyn Engine + Send + 'p>>, Stopped>;

/// An engine that is built when it first gets a turn.
pub(super) struct Attempt<'p> {
    problem: &'p Problem,
    /// The approximate nanoseconds that building it takes.
    setup: u64,
    build: fn(&'p Problem, &mut Limits<'_>) -> Built<'p>,
    engine: Option<Box<dyn Engine + Send + 'p>>,
    /// True if it is promising before it is built.
    is_promising: bool,
    is_useless: bool,
}

impl<'p> Attempt<'p> {
    pub(super) fn new(
        problem: &'p Problem,
        setup: u64,
        build: fn(&'p Problem, &mut Limits<'_>) -> Built<'p>,
    ) -> Self {
        Self { problem, setup, build, engine: None, is_promising: false, is_useless: false }
    }

    /// Returns the attempt as one that is promising before it is built, so that it gets its first turn early.
    pub(super) fn promising(self) -> Self {
        Self { is_promising: true, ..self }
    }

    /// Returns the nanoseconds that it has taken, or that building it will take.
    pub(super) fn spent(&self) -> u64 {
        self.setup + self.engine.as_ref().map_or(0, |engine| engine.spent())
    }

    pub(super) fn counters(&self) -> Counters {
        self.engine.as_ref().map(|engine| engine.counters()).unwrap_or_default()
    }

    pub(super) fn is_promising(&self) -> bool {
        self.engine.as_ref().map_or(self.is_promising, |engine| engine.is_promising())
    }

    pub(super) fn is_useless(&self) -> bool {
        self.is_useless || self.engine.as_ref().is_some_and(|engine| engine.is_useless())
    }

    /// Continues as [`Engine::advance`], with the time for building it.
    pub(super) fn advance(
        &mut self,
        until: u64,
        wanted: u64,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Answer>, Stopped> {
        if self.engine.is_none() {
            self.engine = (self.build)(self.problem, limits)?;
            self.is_useless = self.engine.is_none();
        }
        let until = until.saturating_sub(self.setup);
        self.engine.as_mut().map_or(Ok(None), |engine| engine.advance(until, wanted, limits))
    }

    pub(super) fn covers(self) -> Vec<Cover> {
        self.engine.map(Engine::covers).unwrap_or_default()
    }
}
