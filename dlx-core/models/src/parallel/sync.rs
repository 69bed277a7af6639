//! The same as `sync` in dlx-core, with the primitives of loom.

pub(crate) use loom::hint::spin_loop;
pub(crate) use loom::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
pub(crate) use loom::sync::{Condvar, Mutex, MutexGuard};
pub(crate) use std::sync::PoisonError;

/// No thread unwinds in a model.
pub(crate) fn panicking() -> bool {
    false
}

pub(crate) fn yield_now() {
    loom::thread::yield_now();
}

pub(crate) fn sleep(_: std::time::Duration) {
    loom::thread::yield_now();
}

/// A replacement for the barrier that loom lacks: threads wait until all have arrived, and the last one is
/// the leader.
pub(crate) struct Barrier {
    missing: Mutex<usize>,
    all_here: Condvar,
}

pub(crate) struct Arrived(bool);

impl Arrived {
    pub(crate) fn is_leader(&self) -> bool {
        self.0
    }
}

impl Barrier {
    pub(crate) fn new(threads: usize) -> Self {
        Self { missing: Mutex::new(threads), all_here: Condvar::new() }
    }

    pub(crate) fn wait(&self) -> Arrived {
        let mut missing = self.missing.lock().unwrap();
        *missing -= 1;
        if *missing == 0 {
            self.all_here.notify_all();
            return Arrived(true);
        }
        while *missing > 0 {
            missing = self.all_here.wait(missing).unwrap();
        }
        Arrived(false)
    }
}
