//! What an engine must do to take turns.

use crate::control::answers::Cover;
use crate::control::limits::{Limits, Stopped};

/// Covers: as many as wanted, or all.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) covers: Vec<Cover>,
    /// True if these are all covers.
    pub(super) is_complete: bool,
}

/// An engine that looks for covers and can be continued.
pub(super) trait Attempt {
    /// Returns the approximate nanoseconds of its setup.
    fn setup(&self) -> u64;
    /// Returns the approximate nanoseconds that it has taken, its setup included, computed from its work.
    fn spent(&self) -> u64;
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
