//! What a run shares with the thread that answers Ctrl-C: standard output, and whether to stop.

use std::io::{self, BufReader, BufWriter, Read, Stdin, Stdout, Write};
use std::ops::ControlFlow;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use dlx_core::{Limits, Observer, Stopped};

use crate::exit::Exit;

/// How many nodes pass between two looks at the clock and the interrupt: a small part of a millisecond on most
/// problems, and enough that looking costs nothing.
const NODES_BETWEEN_LOOKS: u64 = 256;

/// Bytes of a buffer: enough that reading and writing are not what takes the time.
pub(crate) const BUFFER: usize = 1 << 16;

type Output = BufWriter<Stdout>;

/// One run of the program.
pub(crate) struct Session {
    output: Arc<Mutex<Output>>,
    interrupt: Arc<Interrupt>,
    started: Instant,
    deadline: Option<Instant>,
}

#[derive(Default)]
struct Interrupt {
    is_requested: AtomicBool,
    /// Whether the main thread looks at `is_requested` from time to time. Where it does not, it may be
    /// waiting for input that never comes.
    is_watched: AtomicBool,
}

/// Why a search gave up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    Limit,
    Timeout,
    Interrupted,
    Overflow,
}

impl Cause {
    pub(crate) fn exit(self) -> Exit {
        match self {
            Self::Limit | Self::Timeout | Self::Overflow => Exit::Stopped,
            Self::Interrupted => Exit::Interrupted,
        }
    }

    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Limit => "stopped at the limit",
            Self::Timeout => "stopped at the time limit",
            Self::Interrupted => "interrupted",
            Self::Overflow => "the number exceeds 64 bits",
        }
    }
}

impl Session {
    /// Begins a run; the time to the deadline starts here. From here on Ctrl-C ends a search in good order,
    /// and a second one ends the process at once.
    pub(crate) fn begin(timeout: Option<Duration>) -> Self {
        let started = Instant::now();
        let session = Self {
            output: Arc::new(Mutex::new(BufWriter::with_capacity(BUFFER, io::stdout()))),
            interrupt: Arc::default(),
            started,
            deadline: timeout.and_then(|timeout| started.checked_add(timeout)),
        };
        let (output, interrupt) = (Arc::clone(&session.output), Arc::clone(&session.interrupt));
        let handler = ctrlc::set_handler(move || {
            let is_second = interrupt.is_requested.swap(true, Ordering::SeqCst);
            if !is_second && interrupt.is_watched.load(Ordering::SeqCst) {
                return;
            }
            if !is_second {
                // The main thread is waiting for input: what it has printed so far goes out.
                let flushed = output.lock().unwrap_or_else(PoisonError::into_inner).flush();
                tell!("dlx: interrupted{}", if flushed.is_err() { "; output is lost" } else { "" });
            }
            process::exit(Exit::Interrupted as i32);
        });
        if let Err(error) = handler {
            tell!("dlx: Ctrl-C will end the program without a summary: {error}");
        }
        session
    }

    /// Standard output, for one record at a time.
    pub(crate) fn output(&self) -> MutexGuard<'_, Output> {
        self.output.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Standard output for something long, in [`watched`](Self::watched) work: it fails once the run must end.
    pub(crate) fn writer(&self) -> BufWriter<impl Write + '_> {
        BufWriter::with_capacity(BUFFER, Stoppable(self))
    }

    /// Standard input. Whatever was printed goes out before it waits for more.
    pub(crate) fn input(&self) -> BufReader<impl Read + use<>> {
        let (output, interrupt) = (Arc::clone(&self.output), Arc::clone(&self.interrupt));
        BufReader::with_capacity(BUFFER, Input { stdin: io::stdin(), output, interrupt })
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Runs something that looks at [`limits`](Self::limits) or [`cause_to_stop`](Self::cause_to_stop).
    pub(crate) fn watched<T>(&self, work: impl FnOnce() -> T) -> T {
        self.interrupt.is_watched.store(true, Ordering::SeqCst);
        let result = work();
        self.interrupt.is_watched.store(false, Ordering::SeqCst);
        result
    }

    /// Limits that stop at the deadline, at Ctrl-C, and after so many solutions if a number is given.
    pub(crate) fn limits(&self, solutions: Option<u64>) -> Limits<'_> {
        self.observed(solutions, ())
    }

    /// As [`limits`](Self::limits), with an observer that sees the progress each time the clock is looked at,
    /// and once more when the run is stopped by the deadline or Ctrl-C.
    pub(crate) fn observed<'s>(
        &'s self,
        solutions: Option<u64>,
        mut observer: impl Observer + 's,
    ) -> Limits<'s> {
        Limits::none().solutions(solutions.unwrap_or(u64::MAX)).ask(NODES_BETWEEN_LOOKS, move |progress| {
            observer.observe(progress)?;
            match self.cause_to_stop() {
                Some(_) => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            }
        })
    }

    /// Whether the run must end now, and why.
    pub(crate) fn cause_to_stop(&self) -> Option<Cause> {
        if self.interrupt.is_requested.load(Ordering::Relaxed) {
            Some(Cause::Interrupted)
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(Cause::Timeout)
        } else {
            None
        }
    }

    /// Why a search stopped, which knows only that its question was answered with a stop.
    pub(crate) fn cause_of(&self, stopped: Stopped) -> Cause {
        match stopped {
            Stopped::Asked => self.cause_to_stop().unwrap_or(Cause::Limit),
            Stopped::Overflow => Cause::Overflow,
            _ => Cause::Limit,
        }
    }
}

/// Standard output that fails once the run must end.
struct Stoppable<'s>(&'s Session);

impl Write for Stoppable<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0.cause_to_stop() {
            Some(cause) => Err(io::Error::other(cause.words())),
            None => self.0.output().write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.output().flush()
    }
}

struct Input {
    stdin: Stdin,
    output: Arc<Mutex<Output>>,
    interrupt: Arc<Interrupt>,
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.interrupt.is_requested.load(Ordering::SeqCst) {
            return Err(io::Error::other("interrupted"));
        }
        // If this fails, the next write fails as well, and that one is reported.
        self.output.lock().unwrap_or_else(PoisonError::into_inner).flush().ok();
        self.stdin.read(buffer)
    }
}
