//! The places of open connections. When all are taken, the connection that has waited longest for its client is closed
//! for a new one, so that clients that send or read nothing cannot keep others out.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::AbortHandle;
use tokio::time;

/// All places.
#[derive(Debug)]
pub(crate) struct Places {
    free: Arc<Semaphore>,
    idle: Mutex<Idle>,
}

/// The connections that wait for their clients, in the order in which they began to wait.
#[derive(Debug, Default)]
struct Idle {
    queue: BTreeMap<u64, Weak<Place>>,
    last: u64,
}

impl Places {
    pub(crate) fn new(number: usize) -> Arc<Self> {
        Arc::new(Self { free: Arc::new(Semaphore::new(number)), idle: Mutex::default() })
    }

    /// Returns a place, or `None` if none became free in this time because all connections have work that runs.
    pub(crate) async fn take(self: &Arc<Self>, longest: Duration) -> Option<Arc<Place>> {
        let free = Arc::clone(&self.free);
        let permit = match Arc::clone(&free).try_acquire_owned() {
            Ok(permit) => permit,
            Err(_) => {
                self.close_longest_idle();
                time::timeout(longest, free.acquire_owned()).await.ok()?.ok()?
            }
        };
        let (turn, task) = (AtomicU64::default(), OnceLock::new());
        let place = Arc::new(Place { places: Arc::clone(self), turn, task, _permit: permit });
        place.wait();
        Some(place)
    }

    fn close_longest_idle(&self) {
        let longest = self.idle().queue.pop_first();
        if let Some(place) = longest.and_then(|(_, place)| place.upgrade())
            && let Some(task) = place.task.get()
        {
            task.abort();
        }
    }

    fn idle(&self) -> MutexGuard<'_, Idle> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The place of a connection. It is free again when the connection is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    places: Arc<Places>,
    /// The key in the queue of idle connections.
    turn: AtomicU64,
    /// The task of the connection.
    task: OnceLock<AbortHandle>,
    _permit: OwnedSemaphorePermit,
}

impl Place {
    /// Sets the task of the connection, which is aborted if the connection loses its place.
    pub(crate) fn belongs_to(&self, task: AbortHandle) {
        self.task.set(task).ok();
    }

    /// Keeps the place until the returned value is dropped.
    pub(crate) fn keep(self: &Arc<Self>) -> Kept {
        self.leave_queue();
        Kept(Arc::clone(self))
    }

    /// Enters the queue at its end.
    fn wait(self: &Arc<Self>) {
        let mut idle = self.places.idle();
        idle.last += 1;
        let turn = idle.last;
        self.turn.store(turn, Ordering::Relaxed);
        idle.queue.insert(turn, Arc::downgrade(self));
    }

    fn leave_queue(&self) {
        self.places.idle().queue.remove(&self.turn.load(Ordering::Relaxed));
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.leave_queue();
    }
}

/// A place that cannot be lost, as its connection has work that runs.
#[derive(Debug)]
pub(crate) struct Kept(Arc<Place>);

impl Drop for Kept {
    fn drop(&mut self) {
        self.0.wait();
    }
}
