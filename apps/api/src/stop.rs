//! Tells work when to stop.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use dlx_core::Limits;
use dlx_core::inner::NODES_BETWEEN_LOOKS;
use web_time::Instant;

/// The memory limit for the tables of one search, in bytes.
const MOST_BYTES: usize = 256 << 20;

/// Tells work when to stop: at its time limit, or when one of its flags is set.
#[derive(Clone, Debug)]
pub struct Stop {
    deadline: Instant,
    flags: Vec<Arc<AtomicBool>>,
}

impl Stop {
    /// Returns a value that stops work after this time.
    #[must_use]
    pub fn after(longest: Duration) -> Self {
        Self { deadline: Instant::now() + longest, flags: Vec::new() }
    }

    /// Returns the value with a flag that stops work when it is set.
    #[must_use]
    pub fn or_when(mut self, flag: Arc<AtomicBool>) -> Self {
        self.flags.push(flag);
        self
    }

    /// Returns true if work is to stop.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.flags.iter().any(|flag| flag.load(Ordering::Relaxed)) || Instant::now() >= self.deadline
    }

    /// Returns limits that stop with this value.
    pub(crate) fn limits(&self) -> Limits<'_> {
        self.asked(NODES_BETWEEN_LOOKS, |_| {})
    }

    /// Returns such limits, which call `see` with the progress at each check.
    pub(crate) fn asked<'s>(
        &'s self,
        every: u64,
        mut see: impl FnMut(&dlx_core::Progress<'_>) + 's,
    ) -> Limits<'s> {
        Limits::none().bytes(MOST_BYTES).ask(every, move |progress| {
            see(progress);
            if self.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    }
}
