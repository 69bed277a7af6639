//! The threads of a run: a pool with polling, cancellation and propagation of panics.
//!
//! This is the only file that uses rayon. Without the feature `parallel` it is replaced by `no_pool.rs`, in
//! which no pool can be made.
//!
//! The question of the limits need not be `Send`, so the calling thread asks it ([`Pool::run_polled`]).
//! Meanwhile the other threads of the pool stay awake and look for work: waking a thread takes some tens of
//! microseconds, which is a large part of the time between two points at which the threads wait for one
//! another.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::thread;
use std::time::Duration;

use rayon::{ThreadPool, ThreadPoolBuilder, Yield};

use crate::control::counters::Counters;
use crate::control::limits::{Limits, Underway};
use crate::parallel::sync::{
    AtomicBool, AtomicUsize, Barrier, Condvar, Mutex, MutexGuard, Ordering, PoisonError, sleep, spin_loop,
    yield_now,
};

/// A task for a thread.
type Job<'j> = Box<dyn FnOnce() + Send + 'j>;

/// Threads that work for one run at a time. A panic of one of them is resumed on the calling thread when all
/// have left.
#[derive(Debug)]
pub(crate) struct Pool(ThreadPool);

/// Returns the results of both functions, of which one runs on a new thread and the other on the calling
/// thread, which can wait for the first one.
pub(crate) fn run_both<A: Send, B>(
    aside: impl FnOnce() -> A + Send,
    here: impl FnOnce(&Aside<'_>) -> B,
) -> (A, B) {
    let is_over = AtomicBool::new(false);
    let caller = thread::current();
    thread::scope(|scope| {
        let is_over = &is_over;
        let aside = scope.spawn(move || {
            let _leaving = WakeCaller { is_over, caller };
            aside()
        });
        let here = here(&Aside(is_over));
        (aside.join().unwrap_or_else(|panic| resume_unwind(panic)), here)
    })
}

/// The function that runs on a new thread.
pub(crate) struct Aside<'o>(&'o AtomicBool);

impl Aside<'_> {
    /// Waits until the function has returned, and calls `ask` at regular intervals meanwhile.
    pub(crate) fn wait(&self, mut ask: impl FnMut()) {
        while !self.0.load(Ordering::Acquire) {
            ask();
            thread::park_timeout(PERIOD);
        }
    }
}

/// Wakes the calling thread when dropped, also in a panic.
struct WakeCaller<'o> {
    is_over: &'o AtomicBool,
    caller: thread::Thread,
}

impl Drop for WakeCaller<'_> {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Release);
        self.caller.unpark();
    }
}

impl Pool {
    pub(crate) const MOST_THREADS: NonZeroUsize = NonZeroUsize::MAX;

    /// Returns a pool with this number of threads, or `None` if the system does not grant them.
    pub(crate) fn new(threads: NonZeroUsize) -> Option<Self> {
        ThreadPoolBuilder::new().num_threads(threads.get()).build().ok().map(Self)
    }

    pub(crate) fn thread_count(&self) -> usize {
        self.0.current_num_threads()
    }

    /// Runs `work` on other threads, once for each state, while the calling thread runs `here`. Returns the
    /// result of `here` when all have left.
    pub(crate) fn run_beside<S: Send, T>(
        &self,
        states: impl IntoIterator<Item = S>,
        work: impl Fn(S) + Sync,
        here: impl FnOnce() -> T,
    ) -> T {
        let work = &work;
        let job = |state| -> Job<'_> { Box::new(move || work(state)) };
        let (mut here, mut result) = (Some(here), None);
        self.run_jobs(states.into_iter().map(job).collect(), &mut || {
            result = here.take().map(|here| here());
        });
        result.expect("the calling thread has done its part")
    }

    /// Returns the result of `run`, which one thread of the pool executes with the limits of memory and nodes
    /// of `limits`. Its own question stops it after the question of `limits` has been answered with a stop.
    pub(crate) fn run_polled<T: Send>(
        &self,
        limits: &mut Limits<'_>,
        run: impl FnOnce(&mut Limits<'_>) -> T + Send,
    ) -> T {
        let (run, result) = (Mutex::new(Some(run)), Mutex::new(None));
        self.poll_run(limits, &|limits| {
            let run = lock(&run).take();
            *lock(&result) = run.map(|run| run(limits));
        });
        result.into_inner().unwrap_or_else(PoisonError::into_inner).expect("the scope waits for the run")
    }

    /// Returns the results of `work` for all parts, in the order of the parts. The calling thread does not
    /// sleep meanwhile: it may be the one that executes [`run_polled`](Self::run_polled).
    pub(crate) fn map<T: Send, R: Send>(&self, parts: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
        let mut results: Vec<Option<R>> = Vec::new();
        results.resize_with(parts.len(), || None);
        let work = &work;
        let jobs = parts
            .into_iter()
            .zip(&mut results)
            .map(|(part, result)| -> Job<'_> { Box::new(move || *result = Some(work(part))) });
        self.run_all(jobs.collect());
        results.into_iter().map(|result| result.expect("the scope waits for every part")).collect()
    }

    /// Sorts, without preserving the order of equal elements.
    pub(crate) fn sort<T: Ord + Send>(&self, slice: &mut [T]) {
        let mut parts = vec![slice];
        while parts.len() < self.thread_count() && parts.iter().all(|part| part.len() > 1) {
            let halves = parts.into_iter().flat_map(|part| {
                let middle = part.len() / 2;
                part.select_nth_unstable(middle);
                <[&mut [T]; 2]>::from(part.split_at_mut(middle))
            });
            parts = halves.collect();
        }
        self.map(parts, <[T]>::sort_unstable);
    }

    // The rest is not generic, so that rayon's code is compiled once.

    /// Runs jobs on the threads while the calling thread runs `here`.
    fn run_jobs(&self, jobs: Vec<Job<'_>>, here: &mut dyn FnMut()) {
        self.0.in_place_scope(|scope| {
            for job in jobs {
                scope.spawn(|_| job());
            }
            here();
        });
    }

    /// Runs jobs on the threads. The calling thread takes part if it belongs to the pool.
    fn run_all(&self, jobs: Vec<Job<'_>>) {
        let left = &AtomicUsize::new(jobs.len());
        self.0.install(|| {
            rayon::scope(|scope| {
                for job in jobs {
                    scope.spawn(move |_| {
                        let _done = CountDown(left);
                        job();
                    });
                }
                while left.load(Ordering::Acquire) > 0 {
                    if rayon::yield_now() != Some(Yield::Executed) {
                        spin_loop();
                    }
                }
            });
        });
    }

    fn poll_run(&self, limits: &mut Limits<'_>, run: &(dyn Fn(&mut Limits<'_>) + Sync)) {
        let state = PollState::default();
        let (bytes, nodes) = (limits.most_bytes(), limits.nodes_left());
        // A thread that waits within the run must not start to look for parts, so all begin at once.
        let beginning = Barrier::new(self.thread_count());
        self.0.in_place_scope(|scope| {
            scope.spawn_broadcast(|_, _| {
                if !beginning.wait().is_leader() {
                    return attend(&state);
                }
                let _leaving = MarkOver(&state);
                run(&mut Limits::none().bytes(bytes).nodes(nodes).ask(1, |progress| {
                    *lock(&state.told) = Some((progress.counters(), progress.fraction()));
                    if state.is_to_stop.load(Ordering::Relaxed) {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                }));
            });
            poll(&state, limits);
        });
    }
}

/// Longest time between two checks of the run by the calling thread.
const PERIOD: Duration = Duration::from_millis(20);

/// Number of failed attempts to find work, some milliseconds in total, after which a thread sleeps for `NAP`
/// between attempts.
const PATIENCE: u32 = 1 << 12;
const NAP: Duration = Duration::from_micros(200);

/// The state shared by the calling thread and the run.
#[derive(Default)]
struct PollState {
    /// The counters and the fraction done at the last question of the run.
    told: Mutex<Option<(Counters, f64)>>,
    /// Changes only while `told` is locked.
    is_over: AtomicBool,
    ended: Condvar,
    is_to_stop: AtomicBool,
}

/// Locks a mutex. No thread panics while it holds one.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Marks the run as finished when dropped, also in a panic.
struct MarkOver<'b>(&'b PollState);

impl Drop for MarkOver<'_> {
    fn drop(&mut self) {
        let _told = lock(&self.0.told);
        self.0.is_over.store(true, Ordering::Relaxed);
        self.0.ended.notify_one();
    }
}

/// Executes parts of the work of the run until it is finished.
fn attend(state: &PollState) {
    let mut in_vain = 0;
    while !state.is_over.load(Ordering::Relaxed) {
        if rayon::yield_now() == Some(Yield::Executed) {
            in_vain = 0;
        } else if in_vain < PATIENCE {
            in_vain += 1;
            yield_now();
        } else {
            sleep(NAP);
        }
    }
}

/// Counts a part as done when dropped, also in a panic.
struct CountDown<'l>(&'l AtomicUsize);

impl Drop for CountDown<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Release);
    }
}

/// Asks the question of the limits until the run is finished.
fn poll(state: &PollState, limits: &mut Limits<'_>) {
    let mut seen = None;
    let mut told = lock(&state.told);
    while !state.is_over.load(Ordering::Relaxed) {
        (told, _) = state.ended.wait_timeout(told, PERIOD).unwrap_or_else(PoisonError::into_inner);
        let Some((counters, fraction)) = *told else { continue };
        drop(told);
        // The nodes reported first were counted before this run, except those of at most one interval.
        // A step that needs too much memory on several threads is taken again on one, and its nodes counted again.
        let paid = counters.nodes.saturating_sub(seen.unwrap_or(counters.nodes));
        seen = Some(counters.nodes);
        limits.settle_nodes(paid);
        // Due or not: much of the work of a run enters no nodes.
        if limits.ask_at_once(&Underway::of(counters, fraction)).is_err() {
            state.is_to_stop.store(true, Ordering::Relaxed);
        }
        told = lock(&state.told);
    }
}
