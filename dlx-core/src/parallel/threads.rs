//! Threads that are started when a run is long enough to use them.

use std::num::NonZeroUsize;

use crate::parallel::pool::Pool;

/// The number of threads that a run may use, and their pool if it has been started.
#[derive(Debug)]
pub(crate) struct Threads {
    count: NonZeroUsize,
    pool: Option<Pool>,
}

impl Threads {
    /// Returns at most `count` threads. While they run, the calling thread only waits and asks the question.
    pub(crate) fn new(count: NonZeroUsize) -> Self {
        Self { count: count.min(Pool::MOST_THREADS), pool: None }
    }

    /// Returns the greatest number of threads: 1 after an attempt to start others has failed.
    pub(crate) fn count(&self) -> usize {
        self.count.get()
    }

    /// Returns the pool, starting it if necessary, or `None` for one thread.
    pub(crate) fn start(&mut self) -> Option<&Pool> {
        if self.pool.is_none() && self.count() > 1 {
            self.pool = Pool::new(self.count);
            if self.pool.is_none() {
                self.count = NonZeroUsize::MIN;
            }
        }
        self.started()
    }

    /// Returns the pool, if it has been started.
    pub(crate) fn started(&self) -> Option<&Pool> {
        self.pool.as_ref()
    }
}
