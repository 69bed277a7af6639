//! The loop of a worker: takes a task, searches it slice by slice, and checks the queue after each slice.

use std::time::Duration;

use crate::control::limits::Limits;
use crate::parallel::collector::{Budget, Collector, SliceEnd};
use crate::parallel::pool::Pool;
use crate::parallel::queue::{Granularity, HeldBatch, Queue, TaskId};
use crate::parallel::sync::{AtomicBool, Condvar, Mutex, MutexGuard, Ordering, PoisonError, panicking};
use crate::search::Search;

/// The point at which a count pauses, over all threads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal<'o> {
    /// The number wanted.
    pub(crate) want: u64,
    /// The work to do, as nodes plus updates. May be exceeded slightly.
    pub(crate) work: u64,
    /// Set when a competing engine has finished.
    pub(crate) is_over: Option<&'o AtomicBool>,
}

impl Goal<'_> {
    /// No limit.
    pub(super) const ALL: Self = Self { want: u64::MAX, work: u64::MAX, is_over: None };

    /// Returns true if the goal is reached.
    pub(super) fn is_reached(&self, found: u64, work: u64) -> bool {
        found >= self.want
            || work >= self.work
            || self.is_over.is_some_and(|is_over| is_over.load(Ordering::Relaxed))
    }
}

/// The state shared by the workers and the calling thread.
pub(super) struct SharedQueue<'h, H> {
    queue: Mutex<Queue>,
    /// Signals workers that there may be a task, or that the run is over.
    work: Condvar,
    /// Signals the calling thread that there is something to deliver or to decide.
    news: Condvar,
    collector: &'h H,
    granularity: Granularity,
    /// The goal at which workers return to the calling thread.
    goal: Goal<'h>,
}

/// Ends the run for all threads if one of them panics.
struct StopOnPanic<'a, 'h, H>(&'a SharedQueue<'h, H>);

impl<H> Drop for StopOnPanic<'_, '_, H> {
    fn drop(&mut self) {
        if panicking() {
            self.0.stop();
        }
    }
}

impl<'h, H> SharedQueue<'h, H> {
    pub(super) fn new(queue: Queue, collector: &'h H, granularity: Granularity, goal: Goal<'h>) -> Self {
        let queue = Mutex::new(queue);
        Self { queue, work: Condvar::new(), news: Condvar::new(), collector, granularity, goal }
    }

    /// Locks the queue. A thread that panicked either held it between two changes or ends the run.
    pub(super) fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn into_queue(self) -> Queue {
        self.queue.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes all workers put their tasks back and leave.
    pub(super) fn stop(&self) {
        self.lock().is_over = true;
        self.wake_all();
    }

    /// Wakes a worker if there is a task for it.
    pub(super) fn wake_for_work(&self, queue: &Queue) {
        if queue.has_work_for_idle() {
            self.work.notify_one();
        }
    }

    /// Waits for a signal, but at most for [`PERIOD`], as the question of the limits has to be asked. Returns
    /// true if the time was over first.
    pub(super) fn wait<'l>(&self, queue: MutexGuard<'l, Queue>) -> (MutexGuard<'l, Queue>, bool) {
        let waited = self.news.wait_timeout(queue, PERIOD);
        let (queue, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
        (queue, timeout.timed_out())
    }

    /// Wakes all threads, to check the queue again.
    pub(super) fn wake_all(&self) {
        self.work.notify_all();
        self.news.notify_all();
    }
}

impl<H: Collector> SharedQueue<'_, H> {
    /// Runs workers, each with a copy of the search, on the pool while this thread runs `share`; then waits
    /// for them to leave. Returns the result of `share`.
    pub(super) fn work_beside<T>(&self, pool: &Pool, search: &Search, share: impl FnOnce() -> T) -> T {
        let searches = (0..pool.thread_count()).map(|_| search.clone());
        pool.run_beside(
            searches,
            |search| self.work(search),
            || {
                let _leaving = StopOnPanic(self);
                let result = share();
                self.stop();
                result
            },
        )
    }

    /// Searches tasks until none is left or the run is over.
    pub(super) fn work(&self, mut search: Search) {
        let _leaving = StopOnPanic(self);
        let mut pace = Pace { nodes: self.granularity.slice.min(64), slice: self.granularity.slice };
        let mut queue = self.lock();
        while !queue.is_over && !queue.is_walked() {
            let Some((task, tree_position)) = queue.take() else {
                queue.idle += 1;
                queue = self.work.wait(queue).unwrap_or_else(PoisonError::into_inner);
                queue.idle -= 1;
                continue;
            };
            self.wake_for_work(&queue);
            drop(queue);
            search.move_to(&tree_position);
            drop(tree_position);
            queue = self.walk(&mut search, task, &mut pace);
            self.wake_for_work(&queue);
        }
        drop(queue);
        self.wake_all();
    }

    /// Searches a task until its end, or until it must be put back.
    fn walk(&self, search: &mut Search, task: TaskId, pace: &mut Pace) -> MutexGuard<'_, Queue> {
        let (mut bytes, mut found) = (Vec::new(), 0u64);
        let (mut work_in_batch, mut work_since_donation) = (0u64, 0u64);
        pace.nodes = pace.nodes.min(FIRST);
        let mut before = search.counters();
        loop {
            let held = bytes.len();
            // The calling thread asks the limits meanwhile.
            search.build(&mut Limits::none()).expect("there are no limits");
            let budget =
                Budget { nodes: pace.nodes, most: u64::MAX, want: u64::MAX, bytes: self.granularity.batch };
            let (reached, found_here) = self.collector.gather(search, budget, &mut bytes);
            let done = search.counters().since(before);
            let work = done.work();
            pace.adapt(work + (bytes.len() - held) as u64);
            work_in_batch += work;
            work_since_donation += work;
            found = found.saturating_add(found_here);

            let mut queue = self.lock();
            queue.counters.add(done);
            queue.found = queue.found.saturating_add(found_here);
            if self.goal.is_reached(queue.found, queue.counters.work()) {
                queue.is_over = true;
                self.wake_all();
            }
            let is_end = reached == SliceEnd::End;
            let leaves = is_end || queue.is_over || queue.must_wait(task);
            let is_full = bytes.len() >= self.granularity.batch || work_in_batch >= self.granularity.mark;
            // Even without a cover: the position of the run is that of its front.
            let is_awaited = queue.is_awaited && queue.is_front(task);
            if leaves || queue.keeps_order() && (is_full || is_awaited) {
                if bytes.capacity() > 2 * bytes.len() {
                    bytes.shrink_to_fit();
                }
                let bytes = std::mem::take(&mut bytes);
                let found = std::mem::take(&mut found);
                let end = search.tree_position();
                if leaves && !is_end {
                    queue.put_back(task, end.clone());
                }
                queue.push(task, HeldBatch { bytes, found, tally: search.take_tally(), end });
                work_in_batch = 0;
                if queue.is_front(task) {
                    self.news.notify_one();
                }
            }
            if is_end {
                queue.end(task);
            }
            if leaves {
                if queue.has_something_in_front() || queue.is_walked() {
                    self.news.notify_one();
                }
                return queue;
            }
            if queue.wants_fraction(task) {
                queue.tell_fraction(task, search.fraction());
            }
            // Moving to a task takes about as long as its path is long, so enough work must be done before
            // each donation.
            let is_earned = work_since_donation >= self.granularity.climb * search.levels().len() as u64;
            if is_earned && queue.wants_donation(task) {
                let fraction = search.fraction();
                if let Some(donation) = search.give_away() {
                    queue.donate(task, donation, fraction, search.fraction());
                    work_since_donation = 0;
                }
            }
            self.wake_for_work(&queue);
            before = search.counters();
        }
    }
}

/// Longest time between two checks of the workers by the calling thread.
const PERIOD: Duration = Duration::from_millis(20);

/// Number of nodes of the first slice of a task. Near the root a node takes long, and an idle worker waits for a part of the
/// task until the slice ends.
const FIRST: u64 = 4;

/// The number of nodes of a slice, adapted so that their work is about that of a slice.
struct Pace {
    nodes: u64,
    slice: u64,
}

impl Pace {
    fn adapt(&mut self, work: u64) {
        if work > 2 * self.slice {
            self.nodes = (self.nodes / 2).max(1);
        } else if work < self.slice / 2 {
            self.nodes = (self.nodes * 2).min(self.slice.max(1));
        }
    }
}
