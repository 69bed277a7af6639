//! What each worker does: takes a part, walks in it slice by slice, looks at the line in between.

use std::time::Duration;

use rayon::ThreadPool;

use crate::parallel::collector::{Harvest, Purse, Reached};
use crate::parallel::queue::{Batch, Grain, Line, PartId};
use crate::parallel::sync::{AtomicBool, Condvar, Mutex, MutexGuard, Ordering, PoisonError, panicking};
use crate::search::Search;

/// How far a tour is to go, in all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal<'o> {
    /// So much is wanted.
    pub(crate) want: u64,
    /// So much work, or a little more, is done; nodes and updates together.
    pub(crate) work: u64,
    /// Somebody else has found out what was to be found out.
    pub(crate) is_over: Option<&'o AtomicBool>,
}

impl Goal<'_> {
    /// To the end.
    pub(super) const ALL: Self = Self { want: u64::MAX, work: u64::MAX, is_over: None };

    /// Whether it is reached with so much work.
    pub(super) fn is_reached(&self, found: u64, work: u64) -> bool {
        found >= self.want
            || work >= self.work
            || self.is_over.is_some_and(|is_over| is_over.load(Ordering::Relaxed))
    }
}

/// What the workers and the calling thread share.
pub(super) struct Shared<'h, H> {
    line: Mutex<Line>,
    /// For workers: there may be something to take, or it is over.
    work: Condvar,
    /// For the calling thread: there is something to hand over, or to decide.
    news: Condvar,
    harvest: &'h H,
    grain: Grain,
    /// What is to be reached before the calling thread decides what next.
    goal: Goal<'h>,
}

/// Ends the run for all if a thread leaves it in a panic.
struct Leaving<'a, 'h, H>(&'a Shared<'h, H>);

impl<H> Drop for Leaving<'_, '_, H> {
    fn drop(&mut self) {
        if panicking() {
            self.0.stop();
        }
    }
}

impl<'h, H> Shared<'h, H> {
    pub(super) fn new(line: Line, harvest: &'h H, grain: Grain, goal: Goal<'h>) -> Self {
        let line = Mutex::new(line);
        Self { line, work: Condvar::new(), news: Condvar::new(), harvest, grain, goal }
    }

    /// The line. A thread that panicked held it only between two changes or ends the run.
    pub(super) fn lock(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn into_line(self) -> Line {
        self.line.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes all workers put back what they have and leave.
    pub(super) fn stop(&self) {
        self.lock().is_over = true;
        self.wake_all();
    }

    /// Wakes a worker if there is something for it.
    pub(super) fn wake_for_work(&self, line: &Line) {
        if line.has_work_for_idle() {
            self.work.notify_one();
        }
    }

    /// Waits for news, but not for long, as the question of the limits has to be put. Answers whether there were
    /// none.
    pub(super) fn wait<'l>(&self, line: MutexGuard<'l, Line>) -> (MutexGuard<'l, Line>, bool) {
        let waited = self.news.wait_timeout(line, PERIOD);
        let (line, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
        (line, timeout.timed_out())
    }

    /// Wakes everybody, to look at the line again.
    pub(super) fn wake_all(&self) {
        self.work.notify_all();
        self.news.notify_all();
    }
}

impl<H: Harvest> Shared<'_, H> {
    /// Has workers, each with a copy of the search, walk parts while this thread does its share; it waits for them to
    /// leave then. Answers what its share came to.
    pub(super) fn work_beside<T>(&self, pool: &ThreadPool, search: &Search, share: impl FnOnce() -> T) -> T {
        pool.in_place_scope(|scope| {
            let _leaving = Leaving(self);
            for _ in 0..pool.current_num_threads() {
                let search = search.clone();
                scope.spawn(move |_| self.work(search));
            }
            let result = share();
            self.stop();
            result
        })
    }

    /// Walks parts until none is left or the run is over.
    pub(super) fn work(&self, mut search: Search) {
        let _leaving = Leaving(self);
        let mut pace = Pace { nodes: self.grain.slice.min(64), slice: self.grain.slice };
        let mut line = self.lock();
        while !line.is_over && !line.is_walked() {
            let Some((part, spot)) = line.take() else {
                line.idle += 1;
                line = self.work.wait(line).unwrap_or_else(PoisonError::into_inner);
                line.idle -= 1;
                continue;
            };
            self.wake_for_work(&line);
            drop(line);
            search.move_to(&spot);
            drop(spot);
            line = self.walk(&mut search, part, &mut pace);
            self.wake_for_work(&line);
        }
        drop(line);
        self.wake_all();
    }

    /// Goes on with a part until its end, or until it has to be put back.
    fn walk(&self, search: &mut Search, part: PartId, pace: &mut Pace) -> MutexGuard<'_, Line> {
        let (mut bytes, mut found) = (Vec::new(), 0u64);
        let (mut work_in_batch, mut work_since_gift) = (0u64, 0u64);
        let mut before = search.counters();
        loop {
            let held = bytes.len();
            let purse = Purse { nodes: pace.nodes, want: u64::MAX, bytes: self.grain.batch };
            let (reached, found_here) = self.harvest.gather(search, purse, &mut bytes);
            let done = search.counters().since(before);
            let work = done.work();
            pace.adapt(work + (bytes.len() - held) as u64);
            work_in_batch += work;
            work_since_gift += work;
            found = found.saturating_add(found_here);

            let mut line = self.lock();
            line.counters.add(done);
            line.found = line.found.saturating_add(found_here);
            if self.goal.is_reached(line.found, line.counters.work()) {
                line.is_over = true;
                self.wake_all();
            }
            let is_end = reached == Reached::End;
            let leaves = is_end || line.is_over || line.must_wait(part);
            let is_full = bytes.len() >= self.grain.batch || work_in_batch >= self.grain.mark;
            // Even without a cover: the place of the run is that of its front.
            let is_awaited = line.is_awaited && line.is_front(part);
            if leaves || line.keeps_order() && (is_full || is_awaited) {
                if bytes.capacity() > 2 * bytes.len() {
                    bytes.shrink_to_fit();
                }
                let bytes = std::mem::take(&mut bytes);
                let found = std::mem::take(&mut found);
                line.push(part, Batch { bytes, found, tally: search.take_tally(), end: search.spot() });
                work_in_batch = 0;
                if line.is_front(part) {
                    self.news.notify_one();
                }
            }
            if is_end {
                line.end(part);
            } else if leaves {
                line.put_back(part, search.spot());
            }
            if leaves {
                if line.has_something_in_front() || line.is_walked() {
                    self.news.notify_one();
                }
                return line;
            }
            if line.wants_fraction(part) {
                line.tell_fraction(part, search.fraction());
            }
            // Going to a part costs about as much as its path is long, so it is to be earned before.
            let is_earned = work_since_gift >= self.grain.climb * search.levels().len() as u64;
            if is_earned && line.wants_some_of(part) {
                let fraction = search.fraction();
                if let Some(gift) = search.give_away() {
                    line.give(part, gift, fraction, search.fraction());
                    work_since_gift = 0;
                }
            }
            self.wake_for_work(&line);
            before = search.counters();
        }
    }
}

/// The calling thread looks at how far the others are at least so often.
const PERIOD: Duration = Duration::from_millis(20);

/// How many nodes a slice has: as many as take the work of one.
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
