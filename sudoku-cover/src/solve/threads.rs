//! Work on several threads that ends together: at its end, at the limits of the caller, at an error or at a panic.

use std::mem;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

use dlx_core::{Limits, Stopped};

/// How many nodes pass before a thread looks whether the others must end, and before the caller's limits hear of them.
const NODES_BETWEEN_LOOKS: u64 = 256;

/// How often the caller's thread looks at the others and puts its question, once it has nothing else to do.
const PERIOD: Duration = Duration::from_millis(1);

/// What the threads know of one another.
struct Shared<E> {
    is_over: AtomicBool,
    /// The first error, in time.
    error: Mutex<Option<E>>,
}

impl<E> Shared<E> {
    fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    fn go_on(&self) -> ControlFlow<()> {
        if self.is_over.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Runs the work of one thread; if it fails or panics, the others end.
    fn run(&self, work: impl FnOnce() -> Result<(), E>) {
        let alarm = Alarm(self);
        if let Err(error) = work() {
            self.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            self.end();
        }
        mem::forget(alarm);
    }
}

/// Ends the work of all threads when it is dropped, as it is in a panic.
struct Alarm<'s, E>(&'s Shared<E>);

impl<E> Drop for Alarm<'_, E> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// Runs the work once for each worker, the first on the thread of the caller, until all have ended. The limits that
/// the work is given stop it when those of the caller do, or when another worker has failed.
///
/// # Errors
/// The first error of a worker, in time.
///
/// # Panics
/// If a worker panics, as soon as all others have ended.
pub(crate) fn run<W: Send, E: From<Stopped> + Send>(
    workers: &mut [W],
    limits: &mut Limits<'_>,
    work: impl Fn(&mut W, &mut Limits<'_>) -> Result<(), E> + Sync,
) -> Result<(), E> {
    let Some((here, others)) = workers.split_first_mut() else { return Ok(()) };
    let shared = Shared { is_over: AtomicBool::new(false), error: Mutex::new(None) };
    let (shared_ref, work) = (&shared, &work);
    let mut stopped = Ok(());
    thread::scope(|scope| {
        let others: Vec<_> = others
            .iter_mut()
            .map(|other| {
                scope.spawn(move || {
                    let mut limits = Limits::none().ask(NODES_BETWEEN_LOOKS, |_| shared_ref.go_on());
                    shared_ref.run(|| work(other, &mut limits));
                })
            })
            .collect();
        let mut look = |nodes| {
            if stopped.is_ok() {
                stopped = limits.step(nodes);
            }
            if stopped.is_err() {
                shared_ref.end();
            }
            shared_ref.go_on()
        };
        let mut asking = Limits::none().ask(NODES_BETWEEN_LOOKS, |_| look(NODES_BETWEEN_LOOKS));
        shared_ref.run(|| work(here, &mut asking));
        drop(asking);
        // Only the caller's thread can put its question.
        while !others.iter().all(ScopedJoinHandle::is_finished) {
            if look(u64::MAX).is_continue() {
                thread::sleep(PERIOD);
            } else {
                thread::yield_now();
            }
        }
        for other in others {
            other.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
    match shared.error.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => stopped.map_err(E::from),
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    #[derive(Debug, PartialEq, Eq)]
    enum Fault {
        Own(usize),
        Stopped(Stopped),
    }

    impl From<Stopped> for Fault {
        fn from(why: Stopped) -> Self {
            Fault::Stopped(why)
        }
    }

    /// Goes on until its limits stop it.
    fn endless(limits: &mut Limits<'_>) -> Result<(), Fault> {
        loop {
            limits.step(1)?;
        }
    }

    #[test]
    fn a_panic_of_any_worker_ends_the_others_and_reaches_the_caller() {
        for bad in 0..3 {
            let work = |worker: &mut usize, limits: &mut Limits<'_>| {
                assert!(*worker != bad, "worker {bad} fails on purpose");
                endless(limits)
            };
            let outcome = catch_unwind(AssertUnwindSafe(|| run(&mut [0, 1, 2], &mut Limits::none(), work)));
            assert!(outcome.is_err());
        }
    }

    #[test]
    fn an_error_of_any_worker_ends_the_others_and_is_returned() {
        for bad in 0..3 {
            let work = |worker: &mut usize, limits: &mut Limits<'_>| {
                if *worker == bad {
                    return Err(Fault::Own(bad));
                }
                endless(limits)
            };
            assert_eq!(run(&mut [0, 1, 2], &mut Limits::none(), work), Err(Fault::Own(bad)));
        }
    }

    #[test]
    fn the_question_of_the_caller_ends_all_workers_whether_its_own_thread_works_or_waits() {
        for is_first_idle in [false, true] {
            let mut limits = Limits::none().ask(1, |_| ControlFlow::Break(()));
            let work = |worker: &mut usize, limits: &mut Limits<'_>| {
                if *worker == 0 && is_first_idle { Ok(()) } else { endless(limits) }
            };
            assert_eq!(run(&mut [0, 1, 2], &mut limits, work), Err(Fault::Stopped(Stopped::Asked)));
        }
    }

    #[test]
    fn every_worker_works_once() {
        let mut workers = [0; 5];
        let work = |worker: &mut usize, _: &mut Limits<'_>| -> Result<(), Fault> {
            *worker += 1;
            Ok(())
        };
        assert_eq!(run(&mut workers, &mut Limits::none(), work), Ok(()));
        assert_eq!(workers, [1; 5]);
    }
}
