//! Work that is done without the interpreter lock, and ends at Ctrl-C and at a deadline.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use dlx_core::{Limits, Stopped};
use dlx_tasks::default_memory;
use pyo3::exceptions::{PyMemoryError, PyOverflowError, PyRuntimeError, PyTimeoutError, PyValueError};
use pyo3::prelude::*;

/// How many nodes pass between two looks at the clock.
pub(crate) const NODES_BETWEEN_LOOKS: u64 = 256;

/// How often Python is asked whether there is a signal: seldom enough that taking its lock costs nothing.
const BETWEEN_SIGNALS: Duration = Duration::from_millis(20);

/// Bytes of a member of a list beside its own: its headers in Rust and in Python.
const BYTES_OF_A_MEMBER: usize = 128;

/// Bytes of a number in a list: 8 in Rust, a pointer and an object in Python.
pub(crate) const BYTES_OF_A_NUMBER: usize = 48;

/// When work has to end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline(Option<Instant>);

impl Deadline {
    /// After so many seconds, counted from now.
    pub(crate) fn after(seconds: Option<f64>) -> PyResult<Self> {
        let Some(seconds) = seconds else { return Ok(Self(None)) };
        let timeout = Duration::try_from_secs_f64(seconds).map_err(|error| {
            PyValueError::new_err(format!("timeout of {seconds}: {error}; expected seconds, 0 or more"))
        })?;
        Ok(Self(Instant::now().checked_add(timeout)))
    }
}

/// Asked now and then: is it time to stop?
pub(crate) struct Watch {
    deadline: Deadline,
    looked: Instant,
    /// What a signal handler raised.
    raised: Option<PyErr>,
}

impl Watch {
    fn new(deadline: Deadline) -> Self {
        Self { deadline, looked: Instant::now(), raised: None }
    }

    /// Whether work may go on.
    pub(crate) fn look(&mut self) -> ControlFlow<()> {
        let now = Instant::now();
        if now.duration_since(self.looked) >= BETWEEN_SIGNALS {
            self.looked = now;
            self.raised = signal().err();
        }
        let is_late = self.deadline.0.is_some_and(|deadline| now >= deadline);
        if is_late || self.raised.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Limits that stop when it is time to.
    pub(crate) fn limits(&mut self) -> Limits<'_> {
        Limits::none().ask(NODES_BETWEEN_LOOKS, |_| self.look())
    }

    /// Such limits for a run with tables that grow, of at most so many bytes; by default as on the command line.
    pub(crate) fn limits_within(&mut self, memory: Option<usize>) -> Limits<'_> {
        self.limits().bytes(memory.unwrap_or_else(default_memory))
    }
}

/// Memory for a list that is handed over as a whole: it grows as its members come, whatever number was asked for.
pub(crate) struct Room(usize);

impl Room {
    /// At most so many bytes; by default as for tables.
    pub(crate) fn new(memory: Option<usize>) -> Self {
        Self(memory.unwrap_or_else(default_memory))
    }

    /// Takes the room of a member with so many bytes of its own.
    pub(crate) fn take(&mut self, bytes: usize) -> Result<(), Stopped> {
        self.0 = self.0.checked_sub(bytes.saturating_add(BYTES_OF_A_MEMBER)).ok_or(Stopped::Memory)?;
        Ok(())
    }
}

/// What a signal handler raises, if there is a signal.
#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the method alone is of one lifetime, not of any"
)]
fn signal() -> PyResult<()> {
    Python::attach(|py| py.check_signals())
}

/// Does work without the interpreter lock.
///
/// # Errors
/// What a signal handler raised, such as `KeyboardInterrupt`, or what the work raises.
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

/// The exception of a run that was stopped.
pub(crate) fn stopped(why: Stopped, found: impl std::fmt::Display) -> PyErr {
    match why {
        Stopped::Asked => PyTimeoutError::new_err(format!("stopped at the time limit: at least {found}")),
        Stopped::Memory => PyMemoryError::new_err(format!("stopped at the memory limit: at least {found}")),
        Stopped::Overflow => PyOverflowError::new_err(why.to_string()),
        _ => PyRuntimeError::new_err(why.to_string()),
    }
}

/// The exception of something that cannot be taken as it is.
pub(crate) fn refused(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}
