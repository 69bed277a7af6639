//! Threads that are started when they are first worth it.

use std::num::NonZeroUsize;

use crate::parallel::pool::Pool;

/// How many threads a run may use, and their pool once it has been started.
#[derive(Debug)]
pub(crate) struct Threads {
    count: NonZeroUsize,
    pool: Option<Pool>,
}

impl Threads {
    /// At most so many threads, the calling one included.
    pub(crate) fn new(count: NonZeroUsize) -> Self {
        Self { count: count.min(Pool::MOST_THREADS), pool: None }
    }

    /// How many there may be: 1 once it has turned out that no others can be had.
    pub(crate) fn count(&self) -> usize {
        self.count.get()
    }

    /// The pool, which is started now if it is not running; `None` for one thread.
    pub(crate) fn start(&mut self) -> Option<&Pool> {
        if self.pool.is_none() && self.count() > 1 {
            self.pool = Pool::new(self.count);
            if self.pool.is_none() {
                self.count = NonZeroUsize::MIN;
            }
        }
        self.started()
    }

    /// The pool if it is running.
    pub(crate) fn started(&self) -> Option<&Pool> {
        self.pool.as_ref()
    }
}
