//! What a run shares with the thread that answers Ctrl-C: its output, and whether to stop.

use std::io::{self, BufReader, BufWriter, Read, Stdin, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use dlx_core::{Limits, Observer, Stopped};

use crate::shared::cause::{Cause, Halted};
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::flags::{Globals, When};
use crate::shared::output::{BUFFER, OnClosed, Output};
use crate::shared::progress::{Clock, Meter, Printing};

/// How many nodes pass between two looks at the clock and the interrupt: a small part of a millisecond on most
/// problems, and enough that looking costs nothing.
const NODES_BETWEEN_LOOKS: u64 = 256;

/// What the flags that many commands have say of a run.
pub(crate) struct Settings {
    /// The whole command line, for commands that are about it.
    pub(crate) tree: fn() -> clap::Command,
    /// What is run, as in `dlx sudoku solve`.
    pub(crate) command: String,
    pub(crate) globals: Globals,
    pub(crate) timeout: Option<Duration>,
    pub(crate) nodes: Option<u64>,
    pub(crate) output: Option<PathBuf>,
    /// Whether the command opens the output itself, as it writes it in place.
    pub(crate) is_written_in_place: bool,
}

/// One run of the program.
pub(crate) struct Session {
    settings: Settings,
    output: Arc<Mutex<Output>>,
    interrupt: Arc<Interrupt>,
    /// Shows the time where nothing else shows progress.
    clock: Clock,
    started: Instant,
    deadline: Option<Instant>,
}

/// What the threads of a run and the one that answers Ctrl-C know of one another. Each writes its own flag before
/// it reads those of the others, in one order for all, so that the last of them sees all flags set.
#[derive(Default)]
struct Interrupt {
    is_requested: AtomicBool,
    /// Whether the run ends early for another reason: what is unread stays unread.
    is_abandoned: AtomicBool,
    /// How many threads do work that looks at `is_requested` from time to time. Where there is none, the others
    /// may be waiting for input that never comes.
    working: AtomicUsize,
    /// Whether a thread waits for puzzles.
    is_reading: AtomicBool,
    /// Whether one was kept from waiting for more.
    is_refused: AtomicBool,
    /// Whether a thread has begun to end the process.
    is_leaving: AtomicBool,
}

impl Interrupt {
    fn is_over(&self) -> bool {
        self.is_requested.load(Ordering::SeqCst) || self.is_abandoned.load(Ordering::SeqCst)
    }

    fn is_first_to_leave(&self) -> bool {
        !self.is_leaving.swap(true, Ordering::SeqCst)
    }
}

impl Session {
    /// Begins a run; the time to the deadline starts here. From here on Ctrl-C ends a search in good order,
    /// and a second one ends the process at once.
    ///
    /// # Errors
    /// A file of `-o` that cannot be made.
    pub(crate) fn begin(settings: Settings) -> Result<Self, Fault> {
        let started = Instant::now();
        let output = Arc::new(Mutex::new(Output::create(None)?));
        let deadline = settings.timeout.and_then(|timeout| started.checked_add(timeout));
        let clock = Clock::start(settings.globals.progress);
        let session = Self { settings, output, interrupt: Arc::default(), clock, started, deadline };
        let (output, interrupt) = (Arc::clone(&session.output), Arc::clone(&session.interrupt));
        let handler = ctrlc::set_handler(move || {
            if !interrupt.is_requested.swap(true, Ordering::SeqCst) {
                if interrupt.working.load(Ordering::SeqCst) > 0 || !interrupt.is_first_to_leave() {
                    return;
                }
                // The run is waiting for input: what it has printed so far goes out, and a file stays as it was.
                let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
                let flushed = output.flush();
                output.abandon();
                message!(Note, "interrupted{}", if flushed.is_err() { "; output is lost" } else { "" });
            }
            process::exit(Exit::Interrupted as i32);
        });
        if let Err(error) = handler {
            message!(Warning, "Ctrl-C will end the program without a summary: {error}");
        }
        // From here on Ctrl-C removes what was not finished.
        if session.writes_to_file() && !session.settings.is_written_in_place {
            let mut output = session.output();
            *output = Output::create(session.settings.output.as_deref())?;
        }
        Ok(session)
    }

    /// What shows the progress of this run from here on.
    pub(crate) fn meter(&self, printing: Printing) -> Meter {
        self.clock.stop();
        let printing = if self.writes_to_file() { Printing::AtTheEnd } else { printing };
        Meter::new(self.settings.globals.progress, printing)
    }

    /// How progress is shown by a command that shows it itself.
    pub(crate) fn progress(&self) -> When {
        self.clock.stop();
        self.settings.globals.progress
    }

    /// The whole command line, with everything that clap adds to it.
    pub(crate) fn tree(&self) -> clap::Command {
        let mut tree = (self.settings.tree)();
        tree.build();
        tree
    }

    /// Whether counters are printed.
    pub(crate) fn has_stats(&self) -> bool {
        self.settings.globals.stats
    }

    /// Whether the answer goes to a file of `-o`.
    pub(crate) fn writes_to_file(&self) -> bool {
        self.settings.output.as_deref().is_some_and(|path| path != Path::new("-"))
    }

    /// The run ends so without the document that was asked for: the file of `-o` stays as it was.
    pub(crate) fn without_document(&self, exit: Exit) -> Exit {
        self.output().abandon();
        exit
    }

    /// Continues without output after its reader has closed the pipe, as the exit code alone is an answer.
    pub(crate) fn survive_closed_output(&self) {
        self.output().on_closed(OnClosed::GoOn);
    }

    /// The output, for one record at a time.
    pub(crate) fn output(&self) -> MutexGuard<'_, Output> {
        self.output.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The output for something long, in [`watched`](Self::watched) work: it fails once the run must end.
    pub(crate) fn writer(&self) -> BufWriter<impl Write + '_> {
        BufWriter::with_capacity(BUFFER, self.guarded(Locking(self)))
    }

    /// An output that fails once the run must end.
    pub(crate) fn guarded<W: Write>(&self, output: W) -> Guarded<'_, W> {
        Guarded { session: self, output }
    }

    /// Fails once the run must end.
    pub(crate) fn go_on(&self) -> io::Result<()> {
        self.cause_to_stop().map_or(Ok(()), |cause| Err(io::Error::other(Halted(cause))))
    }

    /// Standard input. Whatever was printed goes out before it waits for more.
    pub(crate) fn input(&self) -> BufReader<impl Read + use<>> {
        let (output, interrupt) = (Arc::clone(&self.output), Arc::clone(&self.interrupt));
        BufReader::with_capacity(BUFFER, StandardInput { stdin: io::stdin(), output, interrupt })
    }

    /// An input of puzzles, and the number of bytes read from it and others. While it waits for more, the process may
    /// end.
    pub(crate) fn watched_input<R: Read>(&self, input: R, bytes: &Arc<AtomicU64>) -> impl Read + use<R> {
        WatchedInput { input, interrupt: Arc::clone(&self.interrupt), bytes: Arc::clone(bytes) }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether a search may run out of nodes, so that each search needs limits of its own.
    pub(crate) fn has_nodes(&self) -> bool {
        self.settings.nodes.is_some()
    }

    /// Runs something that looks at [`limits`](Self::limits) or [`cause_to_stop`](Self::cause_to_stop).
    pub(crate) fn watched<T>(&self, work: impl FnOnce() -> T) -> T {
        self.interrupt.working.fetch_add(1, Ordering::SeqCst);
        let result = work();
        self.interrupt.working.fetch_sub(1, Ordering::SeqCst);
        result
    }

    /// Ends the work of all threads early: searches stop, and no more puzzles are read.
    pub(crate) fn abandon(&self) {
        self.interrupt.is_abandoned.store(true, Ordering::SeqCst);
    }

    pub(crate) fn is_abandoned(&self) -> bool {
        self.interrupt.is_abandoned.load(Ordering::Relaxed)
    }

    /// Whether a [watched input](Self::watched_input) failed because the run is over.
    pub(crate) fn has_refused_to_read(&self) -> bool {
        self.interrupt.is_refused.load(Ordering::Relaxed)
    }

    /// Whether the run is over but for a thread that waits for puzzles, and the caller is the one to end the process.
    /// Asked after [`watched`](Self::watched) work.
    pub(crate) fn is_left_waiting(&self) -> bool {
        let interrupt = &self.interrupt;
        interrupt.is_over()
            && interrupt.working.load(Ordering::SeqCst) == 0
            && interrupt.is_reading.load(Ordering::SeqCst)
            && interrupt.is_first_to_leave()
    }

    /// Ends the run: completes the output and prints the fault. After a fault a file stays as it was.
    pub(crate) fn end(&self, outcome: Result<Exit, Fault>) -> Exit {
        self.clock.stop();
        let outcome = match outcome {
            Err(_) if self.cause_to_stop() == Some(Cause::Interrupted) => {
                Err(Fault::Stopped(Cause::Interrupted))
            }
            outcome => outcome,
        };
        let mut output = self.output();
        let outcome = outcome.and_then(|exit| output.finish().map(|bytes| (exit, bytes)));
        // What was printed before a fault is not lost.
        let flushed = output.flush();
        let is_begun = output.is_begun();
        output.abandon();
        drop(output);
        let exit = match outcome.and_then(|done| flushed.map(|()| done).map_err(Fault::from)) {
            Ok((exit, bytes)) => {
                if let (Some(bytes), Some(path)) = (bytes, &self.settings.output) {
                    message!(Detail, "wrote {}: {bytes} bytes", path.display());
                }
                exit
            }
            Err(fault) if fault.is_closed_pipe() => Exit::Answered,
            Err(fault) => {
                match &fault {
                    Fault::Stopped(cause) if self.writes_to_file() => {
                        message!(Note, "{}: the output is incomplete, so no file was written", cause.words());
                    }
                    Fault::Stopped(cause) if is_begun => {
                        message!(Note, "{}: the output is cut off", cause.words());
                    }
                    fault => fault.report(&self.settings.command),
                }
                fault.exit()
            }
        };
        if self.has_stats() {
            tell!("time           {:.6} s", self.started.elapsed().as_secs_f64());
        }
        message!(Detail, "exit code {}: {}", exit as u8, exit.meaning());
        exit
    }

    /// Limits that stop at the deadline, at Ctrl-C, after the nodes of `--nodes`, and after so many solutions if a number
    /// is given.
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
        let limits = Limits::none().solutions(solutions.unwrap_or(u64::MAX));
        let limits = limits.nodes(self.settings.nodes.unwrap_or(u64::MAX));
        limits.ask(NODES_BETWEEN_LOOKS, move |progress| {
            observer.observe(progress)?;
            match self.cause_to_stop() {
                None if !self.is_abandoned() => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
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
            Stopped::Memory => Cause::Memory,
            Stopped::Nodes => Cause::Nodes,
            _ => Cause::Limit,
        }
    }
}

/// An output that fails once the run must end.
pub(crate) struct Guarded<'s, W> {
    session: &'s Session,
    output: W,
}

impl<W: Write> Write for Guarded<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.session.go_on()?;
        self.output.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// The output, locked for each piece.
struct Locking<'s>(&'s Session);

impl Write for Locking<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.output().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.output().flush()
    }
}

struct StandardInput {
    stdin: Stdin,
    output: Arc<Mutex<Output>>,
    interrupt: Arc<Interrupt>,
}

impl Read for StandardInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.interrupt.is_requested.load(Ordering::SeqCst) {
            return Err(io::Error::other("interrupted"));
        }
        // If this fails, the next write fails as well, and that one is reported.
        self.output.lock().unwrap_or_else(PoisonError::into_inner).flush().ok();
        self.stdin.read(buffer)
    }
}

struct WatchedInput<R> {
    input: R,
    interrupt: Arc<Interrupt>,
    bytes: Arc<AtomicU64>,
}

impl<R: Read> Read for WatchedInput<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.interrupt.is_reading.store(true, Ordering::SeqCst);
        let read = if self.interrupt.is_over() {
            self.interrupt.is_refused.store(true, Ordering::Relaxed);
            Err(io::Error::other("interrupted"))
        } else {
            self.input.read(buffer)
        };
        self.interrupt.is_reading.store(false, Ordering::SeqCst);
        // A count that fits in memory fits in 64 bits.
        self.bytes.fetch_add(*read.as_ref().unwrap_or(&0) as u64, Ordering::Relaxed);
        read
    }
}
