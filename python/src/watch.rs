//! Runs work without the interpreter lock; Ctrl-C and deadlines stop it.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use dlx_core::{Limits, Stopped};
use dlx_tasks::default_memory;
use pyo3::exceptions::{PyMemoryError, PyOverflowError, PyRuntimeError, PyTimeoutError, PyValueError};
use pyo3::prelude::*;

/// The number of nodes between two checks of the clock.
pub(crate) const NODES_BETWEEN_LOOKS: u64 = 256;

/// The interval between checks for Python signals, long enough that taking the interpreter lock costs
/// nothing.
pub(crate) const BETWEEN_SIGNALS: Duration = Duration::from_millis(20);

/// The memory of a list member in addition to its content, in bytes: its headers in Rust and in Python.
const BYTES_OF_A_MEMBER: usize = 128;

/// The memory of a number in a list, in bytes: 8 in Rust, a pointer and an object in Python.
pub(crate) const BYTES_OF_A_NUMBER: usize = 48;

/// The time at which work must end, if any.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline(Option<Instant>);

impl Deadline {
    /// Returns the deadline after this number of seconds from now.
    pub(crate) fn after(seconds: Option<f64>) -> PyResult<Self> {
        let Some(seconds) = seconds else { return Ok(Self(None)) };
        let timeout = Duration::try_from_secs_f64(seconds).map_err(|error| {
            PyValueError::new_err(format!("timeout of {seconds}: {error}; expected seconds, 0 or more"))
        })?;
        Ok(Self(Instant::now().checked_add(timeout)))
    }

    /// Returns true if work must end.
    pub(crate) fn is_over(self) -> bool {
        self.0.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// Checks at intervals whether work should stop.
pub(crate) struct Watch {
    deadline: Deadline,
    looked: Instant,
    /// The exception raised by a signal handler.
    raised: Option<PyErr>,
}

impl Watch {
    fn new(deadline: Deadline) -> Self {
        Self { deadline, looked: Instant::now(), raised: None }
    }

    /// Returns `Break` if work should stop.
    pub(crate) fn look(&mut self) -> ControlFlow<()> {
        let now = Instant::now();
        if now.duration_since(self.looked) >= BETWEEN_SIGNALS {
            self.looked = now;
            self.raised = signal().err();
        }
        if self.deadline.is_over() || self.raised.is_some() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Returns limits that stop when work should stop.
    pub(crate) fn limits(&mut self) -> Limits<'_> {
        Limits::none().ask(NODES_BETWEEN_LOOKS, |_| self.look())
    }

    /// Returns such limits with a memory limit in bytes for tables; the default is that of the command line.
    pub(crate) fn limits_within(&mut self, memory: Option<usize>) -> Limits<'_> {
        self.limits().bytes(memory.unwrap_or_else(default_memory))
    }
}

/// The memory left for a list that is returned as a whole. It is used up as members are added, whatever
/// number was requested.
pub(crate) struct Room(usize);

impl Room {
    /// Returns this memory in bytes; the default is that for tables.
    pub(crate) fn new(memory: Option<usize>) -> Self {
        Self(memory.unwrap_or_else(default_memory))
    }

    /// Subtracts the memory of a member with this content size.
    pub(crate) fn take(&mut self, bytes: usize) -> Result<(), Stopped> {
        self.0 = self.0.checked_sub(bytes.saturating_add(BYTES_OF_A_MEMBER)).ok_or(Stopped::Memory)?;
        Ok(())
    }
}

/// Returns the exception that a signal handler raises, if there is a signal.
#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the method alone is of one lifetime, not of any"
)]
fn signal() -> PyResult<()> {
    Python::attach(|py| py.check_signals())
}

/// Runs work without the interpreter lock.
///
/// # Errors
/// The exception raised by a signal handler, such as `KeyboardInterrupt`, or by the work.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    deadline: Deadline,
    work: impl FnOnce(&mut Watch) -> PyResult<T> + Send,
) -> PyResult<T> {
    py.detach(|| {
        let mut watch = Watch::new(deadline);
        let done = work(&mut watch);
        match watch.raised {
            Some(raised) => Err(raised),
            None => done,
        }
    })
}

/// Returns the exception for a stopped run.
pub(crate) fn stopped(why: Stopped, found: impl std::fmt::Display) -> PyErr {
    match why {
        Stopped::Asked => PyTimeoutError::new_err(format!("stopped at the time limit: at least {found}")),
        Stopped::Memory => PyMemoryError::new_err(format!("stopped at the memory limit: at least {found}")),
        Stopped::Overflow => PyOverflowError::new_err(why.to_string()),
        _ => PyRuntimeError::new_err(why.to_string()),
    }
}

/// Returns the exception for an invalid argument.
pub(crate) fn refused(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Returns a number of threads, or an exception for 0.
pub(crate) fn threads_of(threads: usize) -> PyResult<NonZeroUsize> {
    NonZeroUsize::new(threads).ok_or_else(|| refused("threads of 0, expected 1 or more"))
}
