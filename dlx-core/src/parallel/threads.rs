//! Threads that are started when a run is long enough to use them.

use std::num::NonZeroUsize;
use std::sync::OnceLock;

use crate::parallel::pool::Pool;

/// The number of threads that a run may use, and their pool if it has been started.
#[derive(Debug)]
pub(crate) struct Threads {
    count: NonZeroUsize,
    /// `None` within if the system does not grant the threads.
    pool: OnceLock<Option<Pool>>,
}

impl Threads {
    /// Returns at most `count` threads. While they run, the calling thread only waits and asks the question.
    pub(crate) fn new(count: NonZeroUsize) -> Self {
        Self { count: count.min(Pool::MOST_THREADS), pool: OnceLock::new() }
    }

    /// Returns the greatest number of threads: 1 after an attempt to start others has failed.
    pub(crate) fn count(&self) -> usize {
        if matches!(self.pool.get(), Some(None)) { 1 } else { self.count.get() }
    }

    /// Returns the pool, starting it if necessary, or `None` for one thread.
    pub(crate) fn start(&self) -> Option<&Pool> {
        if self.count.get() == 1 {
            return None;
        }
        self.pool.get_or_init(|| Pool::new(self.count)).as_ref()
    }

    /// Returns the pool, if it has been started.
    pub(crate) fn started(&self) -> Option<&Pool> {
        self.pool.get()?.as_ref()
    }
}
