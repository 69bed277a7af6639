//! A run within a pool of threads, while the calling thread puts the question of the limits, which need not be fit for
//! other threads.
//!
//! The other threads of the pool stay awake meanwhile and look for parts to do: to wake one that sleeps takes some tens
//! of microseconds, which is much of what a run does between two times that the threads wait for one another.

use std::ops::ControlFlow;
use std::time::Duration;

use rayon::{ThreadPool, Yield};

use crate::control::counters::Counters;
use crate::control::limits::{Limits, Underway};
use crate::parallel::sync::{
    AtomicBool, AtomicUsize, Barrier, Condvar, Mutex, MutexGuard, Ordering, PoisonError, sleep, spin_loop,
    yield_now,
};

/// The calling thread looks at how far the run is at least so often.
const PERIOD: Duration = Duration::from_millis(20);

/// A thread that has found nothing to do so many times, for some milliseconds, looks for it in intervals from then on.
const PATIENCE: u32 = 1 << 12;
const NAP: Duration = Duration::from_micros(200);

/// What the calling thread and the run tell one another.
#[derive(Default)]
struct PollState {
    /// What the run told with its last question: its counters, and the fraction that is done.
    told: Mutex<Option<(Counters, f64)>>,
    /// Changes while `told` is held.
    is_over: AtomicBool,
    ended: Condvar,
    is_to_stop: AtomicBool,
}

/// What is behind a lock; nobody panics while it is held.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Says that a run is over, also if it panics.
struct MarkOver<'b>(&'b PollState);

impl Drop for MarkOver<'_> {
    fn drop(&mut self) {
        let _told = lock(&self.0.told);
        self.0.is_over.store(true, Ordering::Relaxed);
        self.0.ended.notify_one();
    }
}

/// What the run comes to, which goes on in the pool with the memory and the nodes of these limits, and is stopped at
/// one of its own questions once theirs has been answered with a stop. The pool does nothing else meanwhile.
pub(crate) fn beside<T: Send>(
    pool: &ThreadPool,
    limits: &mut Limits<'_>,
    run: impl FnOnce(&mut Limits<'_>) -> T + Send,
) -> T {
    let board = PollState::default();
    let (bytes, nodes) = (limits.most_bytes(), limits.nodes_left());
    let (run, result) = (Mutex::new(Some(run)), Mutex::new(None));
    // A thread that waits within the run must not be given to looking for parts, so all begin at once.
    let beginning = Barrier::new(pool.current_num_threads());
    pool.in_place_scope(|scope| {
        scope.spawn_broadcast(|_, _| {
            let is_first = beginning.wait().is_leader();
            let Some(run) = is_first.then(|| lock(&run).take()).flatten() else { return attend(&board) };
            let _leaving = MarkOver(&board);
            let mut own = Limits::none().bytes(bytes).nodes(nodes).ask(1, |progress| {
                *lock(&board.told) = Some((progress.counters(), progress.fraction()));
                if board.is_to_stop.load(Ordering::Relaxed) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            *lock(&result) = Some(run(&mut own));
        });
        watch(&board, limits);
    });
    result.into_inner().unwrap_or_else(PoisonError::into_inner).expect("the scope waits for the run")
}

/// Does parts of what the run hands out, until it is over.
fn attend(board: &PollState) {
    let mut in_vain = 0;
    while !board.is_over.load(Ordering::Relaxed) {
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

/// What comes of each of these parts, done by the threads of the pool. The calling thread does not sleep meanwhile,
/// either.
pub(crate) fn together<T: Send, R: Send>(
    pool: &ThreadPool,
    parts: Vec<T>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let left = AtomicUsize::new(parts.len());
    let mut results: Vec<Option<R>> = Vec::new();
    results.resize_with(parts.len(), || None);
    let (left, work) = (&left, &work);
    pool.install(|| {
        rayon::scope(|scope| {
            for (part, result) in parts.into_iter().zip(&mut results) {
                scope.spawn(move |_| {
                    let _done = CountDown(left);
                    *result = Some(work(part));
                });
            }
            while left.load(Ordering::Acquire) > 0 {
                if rayon::yield_now() != Some(Yield::Executed) {
                    spin_loop();
                }
            }
        });
    });
    results.into_iter().map(|result| result.expect("the scope waits for every part")).collect()
}

/// Says that a part is done, also if it panics.
struct CountDown<'l>(&'l AtomicUsize);

impl Drop for CountDown<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Release);
    }
}

/// Puts the question until the run is over.
fn watch(board: &PollState, limits: &mut Limits<'_>) {
    let mut seen = None;
    let mut told = lock(&board.told);
    while !board.is_over.load(Ordering::Relaxed) {
        (told, _) = board.ended.wait_timeout(told, PERIOD).unwrap_or_else(PoisonError::into_inner);
        let Some((counters, fraction)) = *told else { continue };
        drop(told);
        // What stands there at first was paid for before this run, but for one question's worth.
        let paid = counters.nodes - seen.unwrap_or(counters.nodes);
        seen = Some(counters.nodes);
        limits.settle_nodes(paid);
        if limits.pass(paid, &Underway { counters, fraction }).is_err() {
            board.is_to_stop.store(true, Ordering::Relaxed);
        }
        told = lock(&board.told);
    }
}
