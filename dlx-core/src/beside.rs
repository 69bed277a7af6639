//! A run within a pool of threads, while the calling thread puts the question of the limits, which need not be fit for
//! other threads.
//!
//! Whoever works within a pool finds the others awake: handing out parts and waiting for them there takes a tenth of
//! what it takes from a thread outside, which sleeps in between.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rayon::ThreadPool;

use crate::counters::Counters;
use crate::limits::{Limits, Underway};

/// The calling thread looks at how far the run is at least so often.
const PERIOD: Duration = Duration::from_millis(20);

/// What is known of a run.
#[derive(Default)]
struct News {
    /// What it told with its last question: its counters, and the fraction that is done.
    told: Option<(Counters, f64)>,
    is_over: bool,
}

struct Board {
    news: Mutex<News>,
    is_over: Condvar,
    is_to_stop: AtomicBool,
}

impl Board {
    /// The news; nobody panics while they are held.
    fn lock(&self) -> MutexGuard<'_, News> {
        self.news.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Says that a run is over, also if it panics.
struct Leaving<'b>(&'b Board);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.0.lock().is_over = true;
        self.0.is_over.notify_one();
    }
}

/// What the run comes to, which goes on in the pool with the memory and the nodes of these limits, and is stopped at
/// one of its own questions once theirs has been answered with a stop.
pub(crate) fn beside<T: Send>(
    pool: &ThreadPool,
    limits: &mut Limits<'_>,
    run: impl FnOnce(&mut Limits<'_>) -> T + Send,
) -> T {
    let board = Board { news: Mutex::default(), is_over: Condvar::new(), is_to_stop: AtomicBool::new(false) };
    let (bytes, nodes) = (limits.most_bytes(), limits.nodes_left());
    let mut result = None;
    pool.in_place_scope(|scope| {
        scope.spawn(|_| {
            let _leaving = Leaving(&board);
            let mut own = Limits::none().bytes(bytes).nodes(nodes).ask(1, |progress| {
                board.lock().told = Some((progress.counters(), progress.fraction()));
                if board.is_to_stop.load(Ordering::Relaxed) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            result = Some(run(&mut own));
        });
        watch(&board, limits);
    });
    result.expect("the scope waits for the run")
}

/// Puts the question until the run is over.
fn watch(board: &Board, limits: &mut Limits<'_>) {
    let mut seen = None;
    let mut news = board.lock();
    while !news.is_over {
        (news, _) = board.is_over.wait_timeout(news, PERIOD).unwrap_or_else(PoisonError::into_inner);
        let Some((counters, fraction)) = news.told else { continue };
        drop(news);
        // What stands there at first was paid for before this run, but for one question's worth.
        let paid = counters.nodes - seen.unwrap_or(counters.nodes);
        seen = Some(counters.nodes);
        limits.settle_nodes(paid);
        if limits.pass(paid, &Underway { counters, fraction }).is_err() {
            board.is_to_stop.store(true, Ordering::Relaxed);
        }
        news = board.lock();
    }
}
