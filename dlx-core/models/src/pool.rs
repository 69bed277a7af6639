//! The part of rayon that the protocols use, on threads of loom.

use std::mem::transmute;
use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

use loom::thread::JoinHandle;

/// A pool: it starts this number of threads for each scope that uses all of them.
#[derive(Debug)]
pub struct ThreadPool {
    threads: usize,
}

/// Threads that end before the scope does.
pub struct Scope<'s> {
    threads: usize,
    handles: Mutex<Vec<JoinHandle<()>>>,
    life: std::marker::PhantomData<std::cell::Cell<&'s ()>>,
}

type Work<'s> = Box<dyn FnOnce() + Send + 's>;

/// A raw address that another thread may use while the scope waits for it.
struct Shared<T>(*const T);

// SAFETY: the value behind it is only shared by reference, and is `Sync` where it is made.
unsafe impl<T: Sync> Send for Shared<T> {}

impl<'s> Scope<'s> {
    fn begin(&self, work: Work<'s>) {
        // SAFETY: `join` is called before anything that the work borrows ends.
        let work: Work<'static> = unsafe { transmute::<Work<'s>, Work<'static>>(work) };
        self.handles.lock().unwrap_or_else(PoisonError::into_inner).push(loom::thread::spawn(work));
    }

    /// Runs the work on a new thread.
    pub fn spawn(&self, work: impl FnOnce(&()) + Send + 's) {
        self.begin(Box::new(move || work(&())));
    }

    /// Runs the work on every thread.
    pub fn spawn_broadcast(&self, work: impl Fn(&(), ()) + Send + Sync + 's) {
        let work = std::sync::Arc::new(work);
        for _ in 0..self.threads {
            let work = std::sync::Arc::clone(&work);
            self.begin(Box::new(move || work(&(), ())));
        }
    }

    fn join(&self) {
        loop {
            let next = self.handles.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let Some(handle) = next else { return };
            handle.join().unwrap();
        }
    }
}

fn within<'s, R>(threads: usize, body: impl FnOnce(&Scope<'s>) -> R) -> R {
    let scope = Scope { threads, handles: Mutex::default(), life: std::marker::PhantomData };
    let result = body(&scope);
    scope.join();
    result
}

/// A scope within a pool.
pub fn scope<'s, R>(body: impl FnOnce(&Scope<'s>) -> R) -> R {
    within(1, body)
}

impl ThreadPool {
    /// Returns the number of threads.
    #[must_use]
    pub fn current_num_threads(&self) -> usize {
        self.threads
    }

    /// Runs the body on this thread, and waits for the threads that it has started.
    pub fn in_place_scope<'s, R>(&self, body: impl FnOnce(&Scope<'s>) -> R) -> R {
        within(self.threads, body)
    }

    /// Runs the body on a thread of the pool, which is the current thread here.
    pub fn install<R>(&self, body: impl FnOnce() -> R) -> R {
        body()
    }
}

/// A builder of pools.
#[derive(Debug, Default)]
pub struct ThreadPoolBuilder {
    threads: Option<NonZeroUsize>,
}

impl ThreadPoolBuilder {
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    #[must_use]
    pub fn num_threads(self, threads: usize) -> Self {
        Self { threads: NonZeroUsize::new(threads) }
    }

    /// # Errors
    /// None.
    pub fn build(self) -> Result<ThreadPool, std::convert::Infallible> {
        Ok(ThreadPool { threads: self.threads.map_or(1, NonZeroUsize::get) })
    }
}

/// Whether any work was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yield {
    Executed,
    Idle,
}

/// Lets other threads continue. Never finds work here, as each part has a thread of its own.
pub fn yield_now() -> Option<Yield> {
    loom::thread::yield_now();
    Some(Yield::Idle)
}
