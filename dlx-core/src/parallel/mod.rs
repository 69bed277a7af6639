//! Several threads in one search, with the result of one thread: the same covers in the same order, the same
//! number of nodes, and the same position where a limit stops it.
//!
//! The unsearched rest of the tree is in a queue of tasks, in the order of the tree. A worker takes the
//! earliest waiting task. When a worker is idle, a busy one donates the untried branches of its shallowest level;
//! the donated task comes directly after the task that it was part of. The covers of a task are held in the
//! queue (the reorder buffer) until the covers of all earlier tasks have been delivered. The calling thread
//! delivers them and asks the caller whether to continue, so neither callback needs to be `Send`.
//!
//! No worker ever waits within a task. If too much is held behind the front, the worker puts its task back
//! into the queue, as a position in the tree. The task at the front can always continue once its covers have
//! been delivered. So memory is bounded, and threads cannot deadlock.

mod alone;
mod collector;
mod counting;
mod ordered;
#[cfg(feature = "parallel")]
pub(crate) mod pool;
#[cfg(not(feature = "parallel"))]
#[path = "no_pool.rs"]
pub(crate) mod pool;
mod queue;
pub(crate) mod symmetric;
pub(crate) mod sync;
#[cfg(test)]
mod tests;
mod threads;
mod worker;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

pub(crate) use collector::{
    Budget, Collector, CoverBytes, CoverCount, SliceEnd, WeightedCount, each_cover, take_number,
};
pub(crate) use counting::{CountStatus, ParallelCount};
pub(crate) use queue::Granularity;
pub(crate) use threads::Threads;
pub(crate) use worker::Goal;

use crate::control::answers::Count;
use crate::control::counters::{Counters, Tally};
use crate::control::limits::{Limits, Position, Stopped, Underway};
use crate::control::query::Query;
use crate::problem::givens::GivenError;
use crate::problem::ids::OptionId;
use crate::search::Search;
pub use alone::Batch;
pub(crate) use alone::CoverSink;
use alone::{EachCover, Rendered};
use collector::RenderedCovers;

/// Several threads that work on one search.
///
/// They begin at the position of the search and give the results that it would give:
/// [`for_each`](Self::for_each) and [`render`](Self::render) deliver the covers in its order, whatever the
/// number of threads, and limits stop them where they would have stopped the search. The question of the
/// limits is asked on the calling thread; the nodes and solutions that it sees are those of all threads
/// together. A short run starts no other thread. Neither does a run with one thread.
///
/// ```
/// use std::num::NonZeroUsize;
/// use std::ops::ControlFlow;
/// use dlx_core::inner::ParallelSearch;
/// use dlx_core::{Limits, Search};
/// use dlx_instances::langford;
///
/// let problem = langford::problem(8)?;
/// let threads = NonZeroUsize::new(2).expect("2 is not 0");
/// let mut search = Search::new(&problem);
/// let mut covers = Vec::new();
/// let count = ParallelSearch::new(&mut search, threads).for_each(&mut Limits::none(), |cover| {
///     covers.push(cover.to_vec());
///     ControlFlow::Continue(())
/// });
/// assert_eq!(count.exact()?, 300);
/// assert_eq!(covers, Search::new(&problem).into_iter().collect::<Vec<_>>());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ParallelSearch<'s> {
    search: &'s mut Search,
    threads: NonZeroUsize,
    granularity: Granularity,
    /// The work of the last run.
    done: Tally,
}

impl<'s> ParallelSearch<'s> {
    /// Returns a parallel search with this number of worker threads. Runs are fastest with one for each core.
    #[must_use]
    pub fn new(search: &'s mut Search, threads: NonZeroUsize) -> Self {
        Self { search, threads, granularity: Granularity::DEFAULT, done: Tally::default() }
    }

    /// Returns the number of covers of the problem, as [`Search::count`] does.
    pub fn count(&mut self, limits: &mut Limits<'_>) -> Count {
        self.search.rewind();
        self.count_rest(limits)
    }

    /// Returns the number of covers after the position of the search, as [`Search::count_rest`] does.
    ///
    /// Threads count in no order. If they are stopped, the number contains what all of them have found, the
    /// search is at its old position, and [`counters`](Self::counters) returns the work done. A limit of
    /// nodes means the first nodes of the search, which one thread counts alone.
    pub fn count_rest(&mut self, limits: &mut Limits<'_>) -> Count {
        let (want, is_alone) = (limits.solutions_left(), self.threads.get() == 1);
        if is_alone || want == 0 || limits.nodes_left() != u64::MAX {
            let count = self.search.count_rest(limits);
            self.done = self.search.tally();
            return count;
        }
        let begun = self.search.tree_position();
        let before = self.search.tally();
        let mut shared_count = ParallelCount::new(self.granularity);
        let threads = &mut Threads::new(self.threads);
        let goal = Goal { want, ..Goal::ALL };
        let view = &mut |position: &dyn Position| Underway::of(position.counters(), position.fraction());
        let step = shared_count.advance(self.search, &CoverCount, goal, threads, limits, view);
        let found = shared_count.found().min(want);
        limits.spend_solutions(found);
        self.done = shared_count.tally(self.search);
        let why = match step {
            Ok(CountStatus::Ended) => return Count::Exact(found),
            Ok(CountStatus::Enough | CountStatus::Paused) if want == u64::MAX => Stopped::Overflow,
            Ok(CountStatus::Enough | CountStatus::Paused) => Stopped::Solutions,
            Err(why) => why,
        };
        self.search.move_to(&begun);
        self.search.set_tally(before);
        Count::AtLeast(found, why)
    }

    /// Calls `visit` with every cover after the position of the search, in order, until it returns
    /// [`ControlFlow::Break`]; then the number is returned with [`Stopped::Asked`]. Returns the number of
    /// covers passed on.
    ///
    /// When it stops, the search is directly after the last cover that was passed on.
    pub fn for_each(
        &mut self,
        limits: &mut Limits<'_>,
        visit: impl FnMut(&[OptionId]) -> ControlFlow<()>,
    ) -> Count {
        self.list(limits, &CoverBytes, &mut EachCover::new(visit))
    }

    /// Lets the workers convert the covers after the position of the search to bytes, and passes them on in
    /// order, many covers at a time. [`ControlFlow::Break`] ends the run, and the number is returned with
    /// [`Stopped::Asked`]. Returns the number of covers passed on.
    ///
    /// Before each question of the limits, all covers before its [`checkpoint`](crate::Progress::checkpoint)
    /// have been passed on. When it stops, the search is directly after the last cover that was passed on.
    ///
    /// ```
    /// # use std::{num::NonZeroUsize, ops::ControlFlow};
    /// # use dlx_core::inner::ParallelSearch;
    /// # use dlx_core::{Limits, Search};
    /// # use dlx_instances::langford;
    /// let problem = langford::problem(7)?;
    /// let mut search = Search::new(&problem);
    /// let mut text = Vec::new();
    /// ParallelSearch::new(&mut search, NonZeroUsize::new(2).expect("2 is not 0")).render(
    ///     &mut Limits::none(),
    ///     |cover, text| {
    ///         let numbers: Vec<String> = cover.iter().map(ToString::to_string).collect();
    ///         text.extend_from_slice(numbers.join(" ").as_bytes());
    ///         text.push(b'\n');
    ///     },
    ///     |batch| {
    ///         text.extend_from_slice(batch.bytes);
    ///         ControlFlow::Continue(())
    ///     },
    /// );
    /// assert_eq!(text.iter().filter(|&&byte| byte == b'\n').count(), 52);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn render(
        &mut self,
        limits: &mut Limits<'_>,
        render: impl Fn(&[OptionId], &mut Vec<u8>) + Sync,
        deliver: impl FnMut(Batch<'_>) -> ControlFlow<()>,
    ) -> Count {
        let mut sink = Rendered::new(&render, deliver, self.granularity.batch);
        self.list(limits, &RenderedCovers(&render), &mut sink)
    }

    /// Returns the work of the threads since the search was last at the root: after a count that was stopped,
    /// that of all threads; otherwise the counters of the search.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.done.counters()
    }

    /// Returns the nodes by level, as [`Search::levels`] does, of the work that [`counters`](Self::counters)
    /// counts.
    #[must_use]
    pub fn levels(&self) -> &[u64] {
        &self.done.levels
    }

    /// Lets the workers collect bytes from the covers after the position of the search, and passes them on to the
    /// sink in order. A short run passes the covers on themselves.
    pub(crate) fn list(
        &mut self,
        limits: &mut Limits<'_>,
        collector: &impl Collector,
        sink: &mut impl CoverSink,
    ) -> Count {
        let is_shared = self.threads.get() > 1;
        let count = if is_shared {
            ordered::list(self.search, self.threads, self.granularity, limits, collector, sink)
        } else {
            alone::list(self.search, limits, sink, u64::MAX).count()
        };
        self.done = self.search.tally();
        count
    }
}

impl Query<'_> {
    /// Calls a function with each cover, in the order of [`Search`], until it returns [`ControlFlow::Break`]. The
    /// threads of the query search ahead; the function is called on the calling thread.
    ///
    /// Returns the number of covers passed on, with [`Stopped::Asked`] if the function has stopped it.
    ///
    /// # Errors
    /// Options that the problem does not have.
    pub fn for_each(
        &self,
        on_cover: impl FnMut(&[OptionId]) -> ControlFlow<()>,
    ) -> Result<Count, GivenError> {
        let Some(mut search) = self.begin()? else { return Ok(Count::Exact(0)) };
        Ok(ParallelSearch::new(&mut search, self.thread_count()).for_each(&mut self.limits(), on_cover))
    }
}
