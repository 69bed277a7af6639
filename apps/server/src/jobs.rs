//! Runs the work of requests, with limits on the number of running and waiting jobs. Work stops when its
//! client has gone.
//!
//! A permit is held until the work has ended, even if its client has stopped waiting. Work that panics
//! results in an error answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use dlx_api::{Fault, Stop};
use hyper::StatusCode;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::{self, JoinError};
use tokio::time;

/// The reason why work was not run, or its result is lost.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refusal {
    /// The largest number of jobs is already waiting.
    #[error("{running} searches are running and {waiting} waiting; try again when one has ended")]
    Full { running: usize, waiting: usize },
    /// The work had not started at its time limit.
    #[error("all {running} searches are busy; cancel one, or try again later")]
    Busy { running: usize },
    /// The work panicked.
    #[error("internal error: a search failed; please report this puzzle")]
    Panicked(#[from] JoinError),
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Self {
        let status = match refusal {
            Refusal::Full { .. } | Refusal::Busy { .. } => StatusCode::SERVICE_UNAVAILABLE,
            // The message of the runtime about the thread is not sent to the client.
            Refusal::Panicked(_) => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Self::new(status, refusal.to_string())
    }
}

/// Stops the work when it is dropped. The connection drops it when the client has gone.
#[derive(Debug)]
pub(crate) struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The jobs of one kind, with limits on their numbers.
#[derive(Clone, Debug)]
pub(crate) struct Jobs {
    permits: Arc<Semaphore>,
    /// The largest number of running jobs.
    most: usize,
    /// The largest number of waiting jobs.
    most_waiting: usize,
    /// The free places for waiting jobs.
    waiting: Arc<Semaphore>,
    is_closing: Arc<AtomicBool>,
}

/// The permit of a job, and the value that stops it.
#[derive(Debug)]
pub(crate) struct Begun {
    permit: OwnedSemaphorePermit,
    pub(crate) stop: Stop,
}

impl Begun {
    /// Runs the work on a thread of its own.
    pub(crate) fn spawn<T: Send + 'static>(
        self,
        work: impl FnOnce(&Stop) -> T + Send + 'static,
    ) -> task::JoinHandle<T> {
        let Self { permit, stop } = self;
        task::spawn_blocking(move || {
            // The permit is dropped when the work has ended or panicked.
            let _permit = permit;
            work(&stop)
        })
    }
}

impl Jobs {
    pub(crate) fn new(most: usize, most_waiting: usize) -> Self {
        let [permits, waiting] = [most, most_waiting].map(|places| Arc::new(Semaphore::new(places)));
        Self { permits, most, most_waiting, waiting, is_closing: Arc::default() }
    }

    /// Returns the number of running jobs.
    pub(crate) fn running(&self) -> usize {
        self.most - self.permits.available_permits()
    }

    /// Returns the number of waiting jobs.
    pub(crate) fn waiting(&self) -> usize {
        self.most_waiting - self.waiting.available_permits()
    }

    /// Stops all work that checks its [`Stop`].
    pub(crate) fn close(&self) {
        self.is_closing.store(true, Ordering::Relaxed);
    }

    /// Waits for a permit. `longest` is the time limit of the work, including the wait. Dropping the guard
    /// stops the work.
    pub(crate) async fn begin(&self, longest: Duration) -> Result<(Begun, StopOnDrop), Refusal> {
        let is_left: Arc<AtomicBool> = Arc::default();
        let stop = Stop::after(longest).or_when(Arc::clone(&is_left)).or_when(Arc::clone(&self.is_closing));
        let permit = match Arc::clone(&self.permits).try_acquire_owned() {
            Ok(permit) => permit,
            Err(_) => self.wait(longest).await?,
        };
        Ok((Begun { permit, stop }, StopOnDrop(is_left)))
    }

    async fn wait(&self, longest: Duration) -> Result<OwnedSemaphorePermit, Refusal> {
        let full = |_| Refusal::Full { running: self.running(), waiting: self.most_waiting };
        let _place = self.waiting.try_acquire().map_err(full)?;
        let permit = Arc::clone(&self.permits).acquire_owned();
        match time::timeout(longest, permit).await {
            Ok(permit) => Ok(permit.expect("the permits are never closed")),
            Err(_) => Err(Refusal::Busy { running: self.most }),
        }
    }

    /// Runs the work, and stops it when its client has gone.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        longest: Duration,
        work: impl FnOnce(&Stop) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let (begun, _stop_on_drop) = self.begin(longest).await?;
        Ok(begun.spawn(work).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_answer_and_gives_the_permit_back() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("it starts");
        let jobs = Jobs::new(1, 0);
        let hour = Duration::from_secs(3600);
        let outcome = runtime.block_on(jobs.run(hour, |_| panic!("on purpose")));
        let _: () = match outcome {
            Err(Refusal::Panicked(_)) => (),
            other => panic!("expected a panic, found {other:?}"),
        };
        assert_eq!(jobs.running(), 0);
        assert!(matches!(runtime.block_on(jobs.run(hour, |_| 7)), Ok(7)));
    }

    #[test]
    fn work_is_over_when_no_request_waits_for_it() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("it starts");
        let jobs = Jobs::new(1, 0);
        let (begun, stop_on_drop) =
            runtime.block_on(jobs.begin(Duration::from_secs(3600))).expect("nothing runs");
        assert!(!begun.stop.is_over());
        drop(stop_on_drop);
        assert!(begun.stop.is_over());
        assert_eq!(jobs.running(), 1);
        drop(begun);
        assert_eq!(jobs.running(), 0);
    }
}
