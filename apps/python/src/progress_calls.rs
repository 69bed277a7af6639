//! A function of Python that is told how far a call is, several times a second.

use std::time::{Duration, Instant};

use pyo3::call::PyCallArgs;
use pyo3::prelude::*;

/// The time between two calls of a function that have nothing new to say.
const BETWEEN_CALLS: Duration = Duration::from_millis(100);

/// The function, and when it was and will be called.
pub(crate) struct ProgressCalls<'f> {
    function: &'f Py<PyAny>,
    started: Instant,
    next: Instant,
}

impl<'f> ProgressCalls<'f> {
    pub(crate) fn new(function: &'f Py<PyAny>) -> Self {
        let started = Instant::now();
        Self { function, started, next: started + BETWEEN_CALLS }
    }

    /// Returns true if the last call is long enough ago.
    pub(crate) fn is_due(&self) -> bool {
        Instant::now() >= self.next
    }

    /// Calls the function with arguments that are made of the seconds since the start.
    ///
    /// # Errors
    /// The exception that it raises.
    pub(crate) fn call<A: for<'py> PyCallArgs<'py>>(
        &mut self,
        arguments: impl FnOnce(Python<'_>, f64) -> PyResult<A>,
    ) -> PyResult<()> {
        let elapsed = self.started.elapsed().as_secs_f64();
        Python::attach(|py| self.function.call1(py, arguments(py, elapsed)?))?;
        self.next = Instant::now() + BETWEEN_CALLS;
        Ok(())
    }
}
