//! Runs work without the interpreter lock, within limits. Ctrl-C stops it, and a panic becomes an exception.

use std::cell::RefCell;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use dlx_core::inner::NODES_BETWEEN_LOOKS;
use dlx_core::{Limits, Progress, Stopped};
use dlx_tasks::default_memory;
use pyo3::create_exception;
use pyo3::exceptions::{PyMemoryError, PyOverflowError, PyRuntimeError, PyTimeoutError, PyValueError};
use pyo3::prelude::*;

use crate::progress_calls::ProgressCalls;

create_exception!(excover, NodeLimitError, PyRuntimeError, "A search reached its limit of nodes.");

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
        let timeout = Duration::try_from_secs_f64(seconds).map_err(|_| {
            PyValueError::new_err(format!("timeout: expected seconds, 0 or more, found {seconds}"))
        })?;
        Ok(Self(Instant::now().checked_add(timeout)))
    }

    /// Returns true if work must end.
    pub(crate) fn is_over(self) -> bool {
        self.0.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// The limits of a call, as `excover/_arguments.py` passes them: the time in seconds, the memory in bytes, the nodes of
/// each search, the number of threads, and a function that is told how far the call is.
#[derive(FromPyObject)]
pub(crate) struct Limited(Option<f64>, Option<usize>, Option<u64>, usize, Option<Py<PyAny>>);

impl Limited {
    /// Returns the deadline, which begins with this call.
    pub(crate) fn deadline(&self) -> PyResult<Deadline> {
        Deadline::after(self.0)
    }

    /// Returns the memory in bytes; the default is that of the command line.
    pub(crate) fn memory(&self) -> usize {
        self.1.unwrap_or_else(recent_memory)
    }

    /// Returns the number of nodes of a search.
    pub(crate) fn nodes(&self) -> u64 {
        self.2.unwrap_or(u64::MAX)
    }

    /// Returns the number of nodes of a search, if the call has one.
    pub(crate) fn asked_nodes(&self) -> Option<u64> {
        self.2
    }

    /// Returns the number of threads.
    pub(crate) fn threads(&self) -> NonZeroUsize {
        NonZeroUsize::new(self.3).unwrap_or(NonZeroUsize::MIN)
    }

    /// Returns the function that is told how far the call is.
    pub(crate) fn function(&self) -> Option<&Py<PyAny>> {
        self.4.as_ref()
    }
}

/// Returns the memory that is used by default, as it was at most a second ago: the system's files that say it take longer
/// to read than a small problem takes to solve.
fn recent_memory() -> usize {
    static KNOWN: Mutex<Option<(Instant, usize)>> = Mutex::new(None);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    match *known {
        Some((read, bytes)) if read.elapsed() < Duration::from_secs(1) => bytes,
        _ => {
            let bytes = default_memory();
            *known = Some((Instant::now(), bytes));
            bytes
        }
    }
}

/// Checks at intervals whether work should stop.
pub(crate) struct Watch {
    deadline: Deadline,
    looked: Instant,
    /// The exception raised by a signal handler, or by the function that is told how far the call is.
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
            // What a handler has raised is raised once; the next look finds no signal.
            if self.raised.is_none() {
                self.raised = signal().err();
            }
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

    /// Returns such limits with the memory and the nodes of a call, which tell its function the fraction that is done, the
    /// nodes, the covers that were found, and the seconds.
    pub(crate) fn limits_within<'q>(&'q mut self, limited: &'q Limited) -> Limits<'q> {
        let mut told = limited.function().map(ProgressCalls::new);
        let looks = Limits::none().ask(NODES_BETWEEN_LOOKS, move |progress| {
            self.look()?;
            match told.as_mut().filter(|told| told.is_due()) {
                Some(told) => self.report(told, progress),
                None => ControlFlow::Continue(()),
            }
        });
        looks.bytes(limited.memory()).nodes(limited.nodes())
    }

    fn report(&mut self, told: &mut ProgressCalls<'_>, progress: &Progress<'_>) -> ControlFlow<()> {
        let counters = progress.counters();
        let known = (progress.fraction(), counters.nodes, counters.solutions);
        self.raised = told.call(|_, elapsed| Ok((known.0, known.1, known.2, elapsed))).err();
        if self.raised.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// The limits of a question whose answer takes several searches. Each has this budget of nodes, and stops when the limits
/// of the question do.
pub(crate) struct Searches<'q, 'l> {
    limits: RefCell<&'q mut Limits<'l>>,
    nodes: u64,
}

impl<'q, 'l> Searches<'q, 'l> {
    pub(crate) fn new(limits: &'q mut Limits<'l>, nodes: u64) -> Self {
        Self { limits: RefCell::new(limits), nodes }
    }

    /// Returns the limits of the next search.
    pub(crate) fn limits(&self) -> Limits<'_> {
        Limits::none().nodes(self.nodes).ask(NODES_BETWEEN_LOOKS, |_| {
            match self.limits.borrow_mut().step(u64::MAX) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        })
    }
}

/// The memory left for a list that is returned as a whole. It is used up as members are added, whatever
/// number was requested.
pub(crate) struct MemoryLeft(usize);

impl MemoryLeft {
    /// Returns this memory in bytes.
    pub(crate) fn new(memory: usize) -> Self {
        Self(memory)
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
/// The exception raised by the work. A panic is a mistake of the library: it becomes a `RuntimeError`, which programs
/// catch as any other, and not the exception of PyO3, which they do not.
pub(crate) fn detached<T: Send>(py: Python<'_>, work: impl FnOnce() -> PyResult<T> + Send) -> PyResult<T> {
    py.detach(|| {
        catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
            let words = panic.downcast_ref::<String>().map(String::as_str);
            let words = words.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic");
            Err(PyRuntimeError::new_err(format!("internal error: {words}; please report this call")))
        })
    })
}

/// Runs work without the interpreter lock that stops at a deadline and on signals.
///
/// # Errors
/// The exception raised by a signal handler, such as `KeyboardInterrupt`, or by the work.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    deadline: Deadline,
    work: impl FnOnce(&mut Watch) -> PyResult<T> + Send,
) -> PyResult<T> {
    detached(py, || {
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
        Stopped::Nodes => NodeLimitError::new_err(format!("stopped at the limit of nodes: at least {found}")),
        Stopped::Overflow => PyOverflowError::new_err(why.to_string()),
        _ => PyRuntimeError::new_err(why.to_string()),
    }
}

/// Returns the exception for an invalid argument.
pub(crate) fn refused(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}
