//! How the states of a layer are divided among threads.

use crate::parallel::Threads;
use crate::parallel::pool::Pool;

/// Threads, and the sizes of layers and parts for them. Tests use small sizes.
#[derive(Debug)]
pub(super) struct LayerThreads<'t> {
    pub(super) threads: &'t Threads,
    /// A layer of more states than this is divided among the threads.
    pub(super) few_states: usize,
    /// Greatest number of checks of a way in a state in a part.
    pub(super) looks: usize,
}

/// Number of parts of a round for each thread: a thread that is slow or interrupted then gets fewer of them.
pub(super) const PARTS: usize = 2;

/// Below this number of states, threads take longer than one: dominoes 16x16, with at most 12870 states in a
/// layer, 57 ms with one and 73 with two threads.
const FEW_STATES: usize = 1 << 15;

impl<'t> LayerThreads<'t> {
    pub(super) fn new(threads: &'t Threads) -> Self {
        Self { threads, few_states: FEW_STATES, looks: 1 << 16 }
    }

    pub(super) fn is_large(&self, states: usize) -> bool {
        states > self.few_states
    }

    /// Returns the pool for a layer of this many states, or `None` if one thread is as fast.
    pub(super) fn of_layer(&self, states: usize) -> Option<&'t Pool> {
        if self.is_large(states) { self.threads.start() } else { None }
    }

    /// Returns the number of parts that are worked on between two checks of the limits, and the greatest
    /// number of states in each.
    pub(super) fn round(&self, states: usize, ways: usize, pool: &Pool) -> [usize; 2] {
        let parts = PARTS * pool.thread_count();
        [parts, (self.looks / (ways + 1)).min(states.div_ceil(parts)).max(1)]
    }
}
