//! The reorder buffer: outputs of chunks wait until those of all earlier chunks have reached the sink.

use std::collections::BTreeMap;
use std::mem;

/// The output of a worker for a chunk.
pub trait Output: Default + Send {
    /// Returns the number of bytes that it takes while it waits for its turn.
    fn bytes(&self) -> usize;
}

impl<T: Send> Output for Vec<T> {
    fn bytes(&self) -> usize {
        self.capacity() * size_of::<T>()
    }
}

/// Number of bytes of a waiting output besides its own.
const BESIDE: usize = 512;

/// The outputs that wait, and the sink.
pub(super) struct ReorderBuffer<O, E, K> {
    /// The chunk whose output comes next.
    next: u64,
    /// With the size of each in bytes when it was delivered.
    waiting: BTreeMap<u64, (O, usize)>,
    waiting_bytes: usize,
    /// The first error in the order of the chunks, and the chunk that it precedes.
    error: Option<(u64, E)>,
    sink: K,
    /// Number of workers that have not ended.
    pub(super) running: usize,
}

impl<O, E, K> ReorderBuffer<O, E, K> {
    /// Returns a buffer in which no chunk is delivered, with one running worker.
    pub(super) fn new(sink: K) -> Self {
        Self { next: 0, waiting: BTreeMap::new(), waiting_bytes: 0, error: None, sink, running: 1 }
    }

    pub(super) fn waiting_bytes(&self) -> usize {
        self.waiting_bytes
    }

    pub(super) fn is_turn_of(&self, chunk: u64) -> bool {
        self.next == chunk
    }

    pub(super) fn has_error(&self) -> bool {
        self.error.is_some()
    }

    /// Returns true if all outputs before an error have reached the sink.
    pub(super) fn is_over(&self) -> bool {
        self.error.as_ref().is_some_and(|(before, _)| *before <= self.next)
    }

    /// Keeps the error, unless there is an earlier one.
    pub(super) fn fail(&mut self, before: u64, error: E) {
        if self.error.as_ref().is_none_or(|(known, _)| before < *known) {
            self.error = Some((before, error));
        }
    }

    pub(super) fn into_error(self) -> Option<E> {
        self.error.map(|(_, error)| error)
    }
}

impl<O: Output, E, K: FnMut(&mut O) -> Result<(), E>> ReorderBuffer<O, E, K> {
    /// Accepts the output of a chunk. Returns whether the order has advanced.
    pub(super) fn deliver(&mut self, chunk: u64, output: &mut O) -> bool {
        if chunk != self.next {
            let output = mem::take(output);
            let bytes = output.bytes() + BESIDE;
            self.waiting_bytes += bytes;
            self.waiting.insert(chunk, (output, bytes));
            return false;
        }
        self.pass(output);
        self.next += 1;
        while let Some((mut output, bytes)) = self.waiting.remove(&self.next) {
            self.waiting_bytes -= bytes;
            self.pass(&mut output);
            self.next += 1;
        }
        true
    }

    /// Passes an output to the sink whose turn it is.
    pub(super) fn pass(&mut self, output: &mut O) {
        if !self.is_over()
            && let Err(error) = (self.sink)(output)
        {
            self.fail(self.next, error);
        }
    }
}
