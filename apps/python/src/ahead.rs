//! A search on several threads whose results an iterator returns. Stopping such a search discards what its other
//! threads have found since, so it is not stopped after each result: it runs ahead of the iterator on a thread of
//! its own, until a buffer is full.

use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Weak};
use std::thread::{Builder, JoinHandle};

use dlx_core::inner::NODES_BETWEEN_LOOKS;
use dlx_core::{Limits, Stopped};
use pyo3::prelude::*;

use crate::watch::{BETWEEN_SIGNALS, Deadline, Watch};

/// The number of results that are found ahead of the iterator.
const MOST_AHEAD: usize = 1024;

/// The results of a search on a thread of its own. Dropping it stops the search.
pub(crate) struct Ahead<T> {
    results: Receiver<T>,
    /// The thread of the search, which closes the channel at the end.
    thread: Option<JoinHandle<Result<(), Stopped>>>,
    /// How the search has ended, if it has.
    end: Result<(), Stopped>,
    /// The search runs as long as this exists.
    _wanted: Arc<()>,
}

impl<T: Send + 'static> Ahead<T> {
    /// Starts a search that calls a function with each result. The deadline, the limit of nodes and the function can
    /// stop it.
    pub(crate) fn start(
        deadline: Deadline,
        nodes: u64,
        search: impl FnOnce(&mut Limits<'_>, &mut dyn FnMut(T) -> ControlFlow<()>) -> Result<(), Stopped>
        + Send
        + 'static,
    ) -> PyResult<Self> {
        let (sender, results) = sync_channel(MOST_AHEAD);
        let wanted = Arc::new(());
        let is_wanted: Weak<()> = Arc::downgrade(&wanted);
        let run = move || {
            let mut limits = Limits::none().nodes(nodes).ask(NODES_BETWEEN_LOOKS, |_| {
                let goes_on = !deadline.is_over() && is_wanted.strong_count() > 0;
                if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            search(&mut limits, &mut |found| match sender.send(found) {
                Ok(()) => ControlFlow::Continue(()),
                // The receiver has been dropped.
                Err(_) => ControlFlow::Break(()),
            })
        };
        let thread = Some(Builder::new().spawn(run)?);
        Ok(Self { results, thread, end: Ok(()), _wanted: wanted })
    }

    /// Returns the next result, or `None` if there are no more.
    pub(crate) fn next(&mut self, watch: &mut Watch) -> Result<Option<T>, Stopped> {
        loop {
            match self.results.recv_timeout(BETWEEN_SIGNALS) {
                Ok(found) => return Ok(Some(found)),
                Err(RecvTimeoutError::Timeout) if watch.look().is_break() => return Err(Stopped::Asked),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    if let Some(thread) = self.thread.take() {
                        self.end = thread.join().unwrap_or_else(|panic| resume_unwind(panic));
                    }
                    return self.end.map(|()| None);
                }
            }
        }
    }
}
