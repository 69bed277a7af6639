//! Work on several threads whose outputs keep the order of their inputs, within limits.
//!
//! A [`ChunkSource`] returns chunks of inputs. Each thread has a [`Worker`], which takes a chunk, works on
//! it and delivers the output. The sink receives the outputs in the order of the chunks. The first thread is
//! the caller's; a worker starts another one when it takes a chunk and there may be more. Outputs that wait for their turn are
//! bounded in memory.
//!
//! ```
//! use std::num::NonZeroUsize;
//! use dlx_core::{Limits, Stopped};
//!
//! let mut squares = Vec::new();
//! let sink = |found: &mut Vec<usize>| -> Result<(), Stopped> {
//!     squares.append(found);
//!     Ok(())
//! };
//! let threads = NonZeroUsize::new(2).expect("2 is not 0");
//! dlx_ordered::run(threads, 0..1000, sink, &mut Limits::none(), |worker| {
//!     worker.each(|numbers, found, limits| {
//!         found.extend(numbers.map(|number| number * number));
//!         limits.step(1)
//!     })
//! })?;
//! assert!(squares.iter().copied().eq((0..1000).map(|number| number * number)));
//! # Ok::<(), Stopped>(())
//! ```

#![forbid(unsafe_code)]
#![warn(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::cast_possible_truncation
)]
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a failed test may panic"))]

mod reorder;

use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range, RangeFrom};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

use dlx_core::inner::NODES_BETWEEN_LOOKS;
use dlx_core::{Limits, Stopped};

pub use reorder::Output;
use reorder::ReorderBuffer;

/// Interval at which a waiting caller asks its limits.
const PERIOD: Duration = Duration::from_millis(10);

/// Time that a worker spends on a chunk: long compared with taking and delivering it, too short for a person
/// to notice.
const SHORT_CHUNK: Duration = Duration::from_micros(500);
const LONG_CHUNK: Duration = Duration::from_millis(2);

/// Greatest number of inputs of a chunk: this many small ones, such as grids, fit into the caches near a core.
const LARGEST_CHUNK: usize = 512;

/// No chunk is taken while outputs of this many bytes for each thread wait for earlier ones.
const MOST_WAITING: usize = 4 << 20;

/// A part of an output with this many bytes waits for its turn.
const LARGEST_PART: usize = 1 << 20;

/// The source of the chunks.
pub trait ChunkSource: Send {
    /// A sequence of inputs.
    type Chunk: Default;

    /// Replaces the chunk by the next one, of at most `most` inputs. Returns their number, 0 at the end. May
    /// wait for the first input, and should not wait for others.
    fn fill(&mut self, chunk: &mut Self::Chunk, most: usize) -> usize;

    /// Returns `false` if it is known without waiting that there are no more chunks.
    fn may_have_more(&mut self) -> bool;
}

/// Numbers of inputs in memory.
impl ChunkSource for Range<usize> {
    type Chunk = Range<usize>;

    fn fill(&mut self, chunk: &mut Range<usize>, most: usize) -> usize {
        *chunk = self.start..self.end.min(self.start.saturating_add(most));
        self.start = chunk.end;
        chunk.len()
    }

    fn may_have_more(&mut self) -> bool {
        self.start < self.end
    }
}

/// All numbers from the first one, each a chunk: those of inputs that take long each.
impl ChunkSource for RangeFrom<u64> {
    type Chunk = u64;

    fn fill(&mut self, chunk: &mut u64, _: usize) -> usize {
        *chunk = self.start;
        self.start += 1;
        1
    }

    fn may_have_more(&mut self) -> bool {
        true
    }
}

/// Runs `work` on up to `threads` threads, one of them the caller's, each with a [`Worker`] of its own.
/// Returns when the source is at its end and all outputs are in the sink.
///
/// # Errors
/// The first error, in the order of the chunks, of the sink or of `work`, whose error belongs to the chunk
/// that the worker took last. The sink has received the outputs of all earlier chunks. Or the reason for
/// which the limits stopped the run; their budgets are not used.
///
/// # Panics
/// If `work` or the sink panics, as soon as all other threads have ended.
pub fn run<S: ChunkSource, O: Output, E: From<Stopped> + Send>(
    threads: NonZeroUsize,
    source: S,
    sink: impl FnMut(&mut O) -> Result<(), E> + Send,
    limits: &mut Limits<'_>,
    work: impl Fn(&mut Worker<'_, S::Chunk, O>) -> Result<(), E> + Sync,
) -> Result<(), E> {
    let pool = Pool {
        threads: threads.get(),
        source: Mutex::new(Input { source, chunks: 0, started: 1, is_at_end: false }),
        buffer: Mutex::new(ReorderBuffer::new(sink)),
        changed: Condvar::new(),
        is_stopping: AtomicBool::new(false),
        work,
    };
    let mut stopped = None;
    thread::scope(|scope| {
        let mut look = |nodes| {
            if stopped.is_none() {
                stopped = limits.step(nodes).err();
            }
            if stopped.is_some() {
                pool.stop();
            }
            pool.go_on()
        };
        pool.run_worker(scope, Limits::none().ask(NODES_BETWEEN_LOOKS, |_| look(NODES_BETWEEN_LOOKS)));
        // Only this thread can ask the caller's limits.
        let mut asking = Limits::none().ask(1, |_| look(u64::MAX));
        let mut buffer = pool.buffer();
        while buffer.running > 0 {
            buffer = pool.wait(buffer, &mut asking);
        }
    });
    let buffer = pool.buffer.into_inner().unwrap_or_else(PoisonError::into_inner);
    match (buffer.into_error(), stopped) {
        (Some(error), _) => Err(error),
        (None, Some(why)) => Err(why.into()),
        (None, None) => Ok(()),
    }
}

/// The data shared by the threads of a run. No thread waits for the source with the buffer locked.
struct Pool<S, O, E, K, W> {
    threads: usize,
    source: Mutex<Input<S>>,
    buffer: Mutex<ReorderBuffer<O, E, K>>,
    /// An output has reached the sink, a worker has ended, or the run is stopping.
    changed: Condvar,
    /// The limits, the sink, an error or a panic ends the run: searches stop, and no chunk is taken.
    is_stopping: AtomicBool,
    work: W,
}

struct Input<S> {
    source: S,
    /// Number of chunks taken.
    chunks: u64,
    /// Number of threads started, including the caller's.
    started: usize,
    is_at_end: bool,
}

/// The interface of a [`Pool`] for workers.
trait Shared<C, O> {
    /// Takes the next chunk. Returns its number and the number of its inputs.
    fn take(
        &self,
        chunk: &mut C,
        most: usize,
        limits: &mut Limits<'_>,
        start: &dyn Fn() -> bool,
    ) -> Option<(u64, usize)>;
    fn deliver(&self, chunk: u64, output: &mut O);
    fn deliver_part(&self, chunk: u64, output: &mut O, limits: &mut Limits<'_>) -> Result<(), Stopped>;
}

impl<S, O, E, K, W> Pool<S, O, E, K, W> {
    fn buffer(&self) -> MutexGuard<'_, ReorderBuffer<O, E, K>> {
        self.buffer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stop(&self) {
        self.is_stopping.store(true, Ordering::Relaxed);
    }

    fn is_stopping(&self) -> bool {
        self.is_stopping.load(Ordering::Relaxed)
    }

    fn go_on(&self) -> ControlFlow<()> {
        if self.is_stopping() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Waits for a change, and asks the limits at intervals.
    fn wait<'o>(
        &'o self,
        buffer: MutexGuard<'o, ReorderBuffer<O, E, K>>,
        limits: &mut Limits<'_>,
    ) -> MutexGuard<'o, ReorderBuffer<O, E, K>> {
        // The caller's question may take long, and is asked without a lock.
        drop(self.changed.wait_timeout(buffer, PERIOD).unwrap_or_else(PoisonError::into_inner));
        // A stop is signaled through `is_stopping`.
        limits.step(u64::MAX).ok();
        self.buffer()
    }

    /// Wakes waiting threads after an output has reached the sink, or after an error.
    fn advanced(&self, buffer: MutexGuard<'_, ReorderBuffer<O, E, K>>) {
        if buffer.is_over() {
            self.stop();
        }
        drop(buffer);
        self.changed.notify_all();
    }
}

impl<S, O, E, K, W> Pool<S, O, E, K, W>
where
    S: ChunkSource,
    O: Output,
    E: Send,
    K: FnMut(&mut O) -> Result<(), E> + Send,
    W: Fn(&mut Worker<'_, S::Chunk, O>) -> Result<(), E> + Sync,
{
    fn run_worker<'s>(&'s self, scope: &'s Scope<'s, '_>, limits: Limits<'_>) {
        let running = Running(self);
        let start = || {
            let work = || self.run_worker(scope, Limits::none().ask(NODES_BETWEEN_LOOKS, |_| self.go_on()));
            thread::Builder::new().spawn_scoped(scope, work).is_ok()
        };
        let mut worker =
            Worker { pool: self, start: &start, limits, held: None, last: 0, most: 1, begun: Instant::now() };
        let outcome = (self.work)(&mut worker);
        match outcome {
            Ok(()) => worker.deliver_held(),
            Err(error) => {
                // An output that was delivered comes before the error.
                let before = worker.held.map_or(worker.last + 1, |(chunk, _)| chunk);
                let mut buffer = self.buffer();
                buffer.fail(before, error);
                self.advanced(buffer);
            }
        }
        drop(running);
    }
}

impl<S, O, E, K, W> Shared<S::Chunk, O> for Pool<S, O, E, K, W>
where
    S: ChunkSource,
    O: Output,
    K: FnMut(&mut O) -> Result<(), E>,
{
    fn take(
        &self,
        chunk: &mut S::Chunk,
        most: usize,
        limits: &mut Limits<'_>,
        start: &dyn Fn() -> bool,
    ) -> Option<(u64, usize)> {
        let mut buffer = self.buffer();
        // A worker has the first chunk that is not delivered, so this loop ends.
        while buffer.waiting_bytes() > MOST_WAITING.saturating_mul(self.threads) && !self.is_stopping() {
            buffer = self.wait(buffer, limits);
        }
        let has_error = buffer.has_error();
        drop(buffer);
        let mut input = self.source.lock().unwrap_or_else(PoisonError::into_inner);
        if has_error || input.is_at_end || self.is_stopping() {
            return None;
        }
        let count = input.source.fill(chunk, most);
        input.is_at_end = count == 0;
        if input.is_at_end {
            return None;
        }
        let number = input.chunks;
        input.chunks += 1;
        if input.started < self.threads && input.source.may_have_more() {
            self.buffer().running += 1;
            if start() {
                input.started += 1;
            } else {
                self.buffer().running -= 1;
            }
        }
        Some((number, count))
    }

    fn deliver(&self, chunk: u64, output: &mut O) {
        let mut buffer = self.buffer();
        if buffer.deliver(chunk, output) {
            self.advanced(buffer);
        }
    }

    fn deliver_part(&self, chunk: u64, output: &mut O, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        let mut buffer = self.buffer();
        while output.bytes() >= LARGEST_PART && !buffer.is_turn_of(chunk) && !self.is_stopping() {
            buffer = self.wait(buffer, limits);
        }
        if buffer.is_turn_of(chunk) {
            buffer.pass(output);
            self.advanced(buffer);
        }
        if self.is_stopping() { Err(Stopped::Asked) } else { Ok(()) }
    }
}

/// Counts a worker as ended when it is dropped; a panic stops the others.
struct Running<'p, S, O, E, K, W>(&'p Pool<S, O, E, K, W>);

impl<S, O, E, K, W> Drop for Running<'_, S, O, E, K, W> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.stop();
        }
        self.0.buffer().running -= 1;
        self.0.changed.notify_all();
    }
}

/// A thread of a [`run`], which takes chunks and delivers its output for them.
pub struct Worker<'p, C, O> {
    pool: &'p dyn Shared<C, O>,
    /// Starts another thread.
    start: &'p dyn Fn() -> bool,
    limits: Limits<'p>,
    /// The chunk that is taken and not delivered, and the number of its inputs.
    held: Option<(u64, usize)>,
    /// The chunk that was delivered last.
    last: u64,
    /// The greatest number of inputs of the next chunk.
    most: usize,
    /// The time at which the chunk was taken.
    begun: Instant,
}

impl<C, O> std::fmt::Debug for Worker<'_, C, O> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Worker").field("held", &self.held).field("most", &self.most).finish_non_exhaustive()
    }
}

impl<'p, C, O: Output> Worker<'p, C, O> {
    /// Returns limits that stop when the run is stopping.
    pub fn limits(&mut self) -> &mut Limits<'p> {
        &mut self.limits
    }

    /// Takes the next chunk. Returns `false` if there is none, or the run is stopping.
    pub fn take(&mut self, chunk: &mut C) -> bool {
        self.deliver_held();
        self.held = self.pool.take(chunk, self.most, &mut self.limits, self.start);
        self.begun = Instant::now();
        self.held.is_some()
    }

    /// Delivers the output for the last chunk taken. Afterwards it is empty, or as the sink leaves it.
    pub fn deliver(&mut self, output: &mut O) {
        let Some((chunk, count)) = self.held.take() else { return };
        self.last = chunk;
        let elapsed = self.begun.elapsed();
        if elapsed < SHORT_CHUNK && count == self.most {
            self.most = (2 * self.most).min(LARGEST_CHUNK);
        } else if elapsed > LONG_CHUNK {
            self.most = (self.most / 2).max(1);
        }
        self.pool.deliver(chunk, output);
    }

    /// Delivers a part of the output for the last chunk taken, if it is its turn. A part of at least
    /// `LARGEST_PART` bytes waits for its turn.
    ///
    /// # Errors
    /// [`Stopped::Asked`] if the run is stopping.
    pub fn deliver_part(&mut self, output: &mut O) -> Result<(), Stopped> {
        let Some((chunk, _)) = self.held else { return Ok(()) };
        self.pool.deliver_part(chunk, output, &mut self.limits)
    }

    /// Takes, processes and delivers chunk after chunk until there are no more.
    ///
    /// # Errors
    /// The first error of `work`, after its output so far is delivered.
    pub fn each<E>(
        &mut self,
        mut work: impl FnMut(&mut C, &mut O, &mut Limits<'p>) -> Result<(), E>,
    ) -> Result<(), E>
    where
        C: Default,
    {
        let (mut chunk, mut output) = (C::default(), O::default());
        while self.take(&mut chunk) {
            let outcome = work(&mut chunk, &mut output, &mut self.limits);
            self.deliver(&mut output);
            outcome?;
        }
        Ok(())
    }

    /// A chunk for which nothing was delivered has an empty output.
    fn deliver_held(&mut self) {
        if self.held.is_some() {
            self.deliver(&mut O::default());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Barrier;

    use super::*;

    #[derive(Debug, PartialEq, Eq)]
    enum TestError {
        At(usize),
        Sink,
        Stopped(Stopped),
    }

    impl From<Stopped> for TestError {
        fn from(why: Stopped) -> Self {
            TestError::Stopped(why)
        }
    }

    fn threads(count: usize) -> NonZeroUsize {
        NonZeroUsize::new(count).unwrap()
    }

    /// Delivers the numbers of the chunks, each followed by `before`.
    fn numbers(
        count: usize,
        threads: usize,
        limits: &mut Limits<'_>,
        before: impl Fn(usize, &mut Limits<'_>) -> Result<(), TestError> + Sync,
    ) -> (Vec<usize>, Result<(), TestError>) {
        let mut all = Vec::new();
        let sink = |found: &mut Vec<usize>| {
            all.append(found);
            Ok(())
        };
        let outcome = run(self::threads(threads), 0..count, sink, limits, |worker| {
            worker.each(|chunk, found, limits| {
                for number in chunk {
                    before(number, limits)?;
                    found.push(number);
                }
                Ok(())
            })
        });
        (all, outcome)
    }

    fn endless(limits: &mut Limits<'_>) -> Result<(), TestError> {
        loop {
            limits.step(1)?;
        }
    }

    #[test]
    fn outputs_reach_the_sink_in_order_whatever_the_number_of_threads() {
        let expected: Vec<usize> = (0..50_000).collect();
        for count in [1, 2, 5] {
            let (all, outcome) = numbers(50_000, count, &mut Limits::none(), |_, _| Ok(()));
            assert!(outcome == Ok(()) && all == expected);
        }
        assert!(numbers(0, 3, &mut Limits::none(), |_, _| Ok(())).0.is_empty());
    }

    #[test]
    fn a_panic_of_any_worker_ends_the_others_and_reaches_the_caller() {
        for bad in 0..3 {
            let work = |number, limits: &mut Limits<'_>| {
                assert!(number != bad, "number {bad} fails on purpose");
                endless(limits)
            };
            let outcome = catch_unwind(AssertUnwindSafe(|| numbers(3, 3, &mut Limits::none(), work)));
            assert!(outcome.is_err());
        }
    }

    #[test]
    fn the_first_error_in_order_is_returned_after_the_outputs_before_it() {
        for count in [1, 3] {
            let work = |number, _: &mut Limits<'_>| {
                if number >= 700 { Err(TestError::At(number)) } else { Ok(()) }
            };
            let (all, outcome) = numbers(100_000, count, &mut Limits::none(), work);
            assert!(outcome == Err(TestError::At(700)) && all == (0..700).collect::<Vec<_>>());
        }
    }

    #[test]
    fn an_error_ends_work_on_later_chunks() {
        let both = Barrier::new(2);
        let work = |number, limits: &mut Limits<'_>| {
            both.wait();
            if number == 0 { Err(TestError::At(0)) } else { endless(limits) }
        };
        assert_eq!(numbers(2, 2, &mut Limits::none(), work), (Vec::new(), Err(TestError::At(0))));
    }

    #[test]
    fn the_limits_end_all_workers_whether_the_thread_of_the_caller_works_or_waits() {
        for is_caller_idle in [false, true] {
            let mut limits = Limits::none().ask(1, |_| ControlFlow::Break(()));
            let caller = thread::current().id();
            let outcome = run(
                threads(3),
                0..3,
                |_: &mut Vec<()>| Ok(()),
                &mut limits,
                |worker| -> Result<(), TestError> {
                    let mut chunk = 0..0;
                    worker.take(&mut chunk);
                    let is_caller = thread::current().id() == caller;
                    if is_caller && is_caller_idle { Ok(()) } else { endless(worker.limits()) }
                },
            );
            assert_eq!(outcome, Err(TestError::Stopped(Stopped::Asked)));
        }
    }

    #[test]
    fn a_sink_that_fails_ends_the_run_and_is_given_nothing_more() {
        for count in [1, 3] {
            let mut given = 0;
            let sink = |_: &mut Vec<usize>| {
                given += 1;
                if given == 3 { Err(TestError::Sink) } else { Ok(()) }
            };
            let outcome = run(threads(count), 0..usize::MAX, sink, &mut Limits::none(), |worker| {
                worker.each(|_, _, _| Ok(()))
            });
            assert_eq!((outcome, given), (Err(TestError::Sink), 3));
        }
    }

    #[test]
    fn a_part_is_delivered_at_once_where_it_is_its_turn_and_chunks_behind_it_wait() {
        let mut all = Vec::new();
        let both = Barrier::new(2);
        let sink = |found: &mut Vec<usize>| {
            all.append(found);
            Ok(())
        };
        let outcome = run(threads(2), 0..2, sink, &mut Limits::none(), |worker| {
            let mut chunk = 0..0;
            while worker.take(&mut chunk) {
                both.wait();
                let mut found = vec![10 * chunk.start; LARGEST_PART / size_of::<usize>()];
                worker.deliver_part(&mut found)?;
                assert!(found.is_empty());
                found.push(10 * chunk.start + 1);
                worker.deliver(&mut found);
            }
            Ok::<(), Stopped>(())
        });
        assert_eq!(outcome, Ok(()));
        all.dedup();
        assert_eq!(all, [0, 1, 10, 11]);
    }

    #[test]
    fn a_second_thread_starts_only_if_there_may_be_more() {
        let started = AtomicBool::new(false);
        let caller = thread::current().id();
        let work = |_, _: &mut Limits<'_>| {
            started.fetch_or(thread::current().id() != caller, Ordering::Relaxed);
            Ok(())
        };
        assert_eq!(numbers(1, 8, &mut Limits::none(), work).1, Ok(()));
        assert!(!started.into_inner());
    }
}
