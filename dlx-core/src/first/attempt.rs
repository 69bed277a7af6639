//! What an engine must do to take turns.

use crate::control::answers::Cover;
use crate::control::counters::Counters;
use crate::control::limits::{Limits, Stopped};

/// Covers: as many as wanted, or all.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) covers: Vec<Cover>,
    /// True if these are all covers.
    pub(super) is_complete: bool,
}

impl Answer {
    /// Adds a cover to those found so far; `None` means that there are no others. Returns the answer once they are as many
    /// as wanted, or all.
    pub(super) fn of(covers: &mut Vec<Cover>, found: Option<Cover>, wanted: u64) -> Option<Self> {
        let is_complete = found.is_none();
        covers.extend(found);
        let is_known = is_complete || covers.len() as u64 == wanted;
        is_known.then(|| Self { covers: std::mem::take(covers), is_complete })
    }
}

/// An engine that looks for covers and can be continued.
pub(super) trait Attempt {
    /// Returns the approximate nanoseconds of its setup.
    fn setup(&self) -> u64;
    /// Returns the approximate nanoseconds that it has taken, its setup included, computed from its work.
    fn spent(&self) -> u64;
    /// Returns its work, as [`Found::counters`](super::Found::counters).
    fn counters(&self) -> Counters;
    /// Returns true if it answers soon or not at all in the way that it is about to try.
    fn is_quick(&self) -> bool {
        false
    }
    /// Returns true if it will not answer.
    fn is_useless(&self) -> bool {
        false
    }
    /// Continues until it has taken so many nanoseconds. Returns the answer if it has one.
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
