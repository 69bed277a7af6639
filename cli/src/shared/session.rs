//! The state of a run: its output, its limits, and the flags shared with the thread that handles
//! signals.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;
use std::io::{self, BufWriter, IsTerminal, Read, Stdin, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use dlx_core::inner::{NODES_BETWEEN_LOOKS, Observer};
use dlx_core::{Limits, Stopped};
use dlx_tasks::default_memory;

use crate::shared::cause::{Cause, Halted};
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::flags::{Globals, When};
use crate::shared::named_files::NamedFiles;
use crate::shared::output::{BUFFER, OnClosed, Output};
use crate::shared::progress::{Clock, Meter, Printing};
use crate::shared::signals::{self, Signal};

/// The values of the flags that every command has.
pub(crate) struct Settings {
    /// The complete command line, for the commands that document it.
    pub(crate) tree: fn() -> clap::Command,
    /// The command of the run, such as `dlx sudoku solve`.
    pub(crate) command: String,
    pub(crate) globals: Globals,
    pub(crate) timeout: Option<Duration>,
    pub(crate) nodes: Option<u64>,
    /// The files that the arguments name.
    pub(crate) files: NamedFiles,
    /// The endings of file names for the formats of the command.
    pub(crate) endings: &'static [&'static str],
    pub(crate) memory: Option<usize>,
    pub(crate) output: Option<PathBuf>,
    /// Whether the command opens the output file itself, to write it in place.
    pub(crate) is_written_in_place: bool,
}

/// One run of the program.
pub(crate) struct Session {
    settings: Settings,
    output: Arc<Mutex<Output>>,
    interrupt: Arc<Interrupt>,
    /// Shows the elapsed time while no other progress is shown.
    clock: Clock,
    started: Instant,
    /// The limit of memory of a run on boards with rules.
    most_bytes: OnceLock<usize>,
}

/// Flags shared by the threads of a run and the one that handles signals. Each thread sets its own flag before
/// it reads the others, sequentially consistent, so that the last one sees all flags set.
#[derive(Default)]
struct Interrupt {
    deadline: Option<Instant>,
    /// The exit code of the first signal that asked the run to end, or 0.
    requested: AtomicU8,
    /// The run ends early for another reason; the rest of the input is not read.
    is_abandoned: AtomicBool,
    /// Number of threads in work that checks `requested` regularly. If it is 0, the remaining threads may
    /// be waiting for input that never arrives.
    working: AtomicUsize,
    /// A thread is waiting for puzzles.
    is_reading: AtomicBool,
    /// A thread was kept from reading more input.
    is_refused: AtomicBool,
    /// A thread has begun to end the process.
    is_leaving: AtomicBool,
    /// The run has noticed that it has to end.
    noticed: AtomicBool,
    /// The work ends by itself after a signal, however long that takes.
    is_attentive: AtomicBool,
}

impl Interrupt {
    fn is_over(&self) -> bool {
        self.requested.load(Ordering::SeqCst) != 0
            || self.is_abandoned.load(Ordering::SeqCst)
            || self.is_past_deadline()
    }

    /// Fails once the run has to end: no more input is read then. `has_time` tells that a time limit alone does not end it.
    fn allow_reading(&self, has_time: bool) -> io::Result<()> {
        let is_asked =
            || self.requested.load(Ordering::SeqCst) != 0 || self.is_abandoned.load(Ordering::SeqCst);
        if is_asked() || !has_time && self.is_past_deadline() {
            self.is_refused.store(true, Ordering::Relaxed);
            return Err(io::Error::other("interrupted"));
        }
        Ok(())
    }

    fn is_past_deadline(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Asks the run to end. Returns true for the first signal.
    fn request(&self, signal: Signal) -> bool {
        self.requested.compare_exchange(0, signal as u8, Ordering::SeqCst, Ordering::SeqCst).is_ok()
    }

    fn is_first_to_leave(&self) -> bool {
        !self.is_leaving.swap(true, Ordering::SeqCst)
    }
}

/// How long a run that has to end is given to notice it: in time that one of its threads works, because the threads may
/// have to share the processor with each other and with other programs, or in which none works or waits for a processor or a
/// disk.
const TIME_TO_NOTICE: Duration = Duration::from_millis(50);
/// The time between two looks.
const STEP: Duration = Duration::from_millis(10);
/// A run that works less than this in a step is waiting.
const LEAST_WORK: Duration = Duration::from_millis(1);

/// Ends the process for this cause, unless the run notices by itself that it has to end. It does not while it waits for
/// input or for the reader of its output, or in a step that takes longer.
fn end_unless_noticed(cause: Cause, interrupt: &Interrupt, output: &Mutex<Output>, clock: &Clock) {
    let (threads, began) = (times_of_threads(), time_of_processor());
    let (mut last, mut waited, mut idle) = (began, Duration::ZERO, Duration::ZERO);
    let longest = |waited: Duration, worked: Duration| {
        let before = |thread| threads.get(thread).copied().unwrap_or_default();
        let now = times_of_threads();
        let of_a_thread = now.iter().map(|(thread, time)| time.saturating_sub(before(thread))).max();
        // Several threads use time of the processor faster than it passes.
        of_a_thread.unwrap_or_else(|| waited.min(worked))
    };
    while idle < TIME_TO_NOTICE && longest(waited, last.saturating_sub(began)) < TIME_TO_NOTICE {
        thread::sleep(STEP);
        waited += STEP;
        if interrupt.noticed.load(Ordering::SeqCst) {
            return;
        }
        let now = time_of_processor();
        let is_idle = now.saturating_sub(last) < LEAST_WORK && !awaits_machine();
        idle = if is_idle { idle + STEP } else { Duration::ZERO };
        last = now;
    }
    if interrupt.is_first_to_leave() {
        leave(cause, output, clock);
    }
}

/// Returns the time that each thread of the process has worked, by the name of its folder; nothing where the system does
/// not report it.
fn times_of_threads() -> HashMap<OsString, Duration> {
    let threads = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let time = |thread: fs::DirEntry| {
        let text = fs::read_to_string(thread.path().join("schedstat")).ok()?;
        let nanoseconds = text.split(' ').next()?.parse().ok()?;
        Some((thread.file_name(), Duration::from_nanos(nanoseconds)))
    };
    threads.filter_map(time).collect()
}

/// Returns whether a thread other than this one would work now if it had a processor, or its memory or file from a disk; false
/// where the system does not report it.
fn awaits_machine() -> bool {
    let this = fs::read_link("/proc/thread-self").unwrap_or_default();
    let is_ready = |thread: fs::DirEntry| {
        let text = fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
        // The state stands behind the name, which may itself hold parentheses.
        Some(thread.file_name().as_os_str()) != this.file_name()
            && text.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with(['R', 'D']))
    };
    fs::read_dir("/proc/self/task").into_iter().flatten().flatten().any(is_ready)
}

/// Returns the time that the threads of the process have worked.
#[cfg(unix)]
fn time_of_processor() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

/// Returns a time that passes as if the process worked all the time.
#[cfg(not(unix))]
fn time_of_processor() -> Duration {
    use std::sync::LazyLock;

    static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGAN.elapsed()
}

/// How often it is tried to keep what has been printed.
const LOOKS_AT_OUTPUT: u32 = 3;

/// Ends the process without the rest of the answer. What has been printed is kept, and the file of `-o` is left
/// unchanged.
fn leave(cause: Cause, output: &Mutex<Output>, clock: &Clock) -> ! {
    clock.stop();
    let is_kept = (0..LOOKS_AT_OUTPUT).any(|_| match output.try_lock() {
        Ok(mut output) => {
            let flushed = output.flush();
            output.abandon();
            flushed.is_ok()
        }
        // Another thread is writing, perhaps to a pipe that is not read.
        Err(_) => {
            thread::sleep(STEP);
            false
        }
    });
    message!(Note, "{}{}", cause.words(), if is_kept { "" } else { "; output is lost" });
    process::exit(cause.exit() as i32);
}

impl Session {
    /// Starts a run and its time limit. From here on Ctrl-C and other signals end a search in an orderly way,
    /// and a second one ends the process at once.
    ///
    /// # Errors
    /// The file of `-o` cannot be created, or is an input.
    pub(crate) fn begin(settings: Settings) -> Result<Self, Fault> {
        let started = Instant::now();
        settings.files.check(settings.endings)?;
        let output = Arc::new(Mutex::new(Output::create(None)?));
        let deadline = settings.timeout.and_then(|timeout| started.checked_add(timeout));
        let clock = Clock::start(settings.globals.progress);
        let interrupt = Arc::new(Interrupt { deadline, ..Interrupt::default() });
        let session = Self { settings, output, interrupt, clock, started, most_bytes: OnceLock::new() };
        let (output, interrupt) = (Arc::clone(&session.output), Arc::clone(&session.interrupt));
        let clock = session.clock.clone();
        let handler = signals::listen(move |signal| {
            if !interrupt.request(signal) {
                // A terminal that is closed sends two: one to its session, and one when the leader of that session has ended.
                if signal == Signal::Hangup {
                    return;
                }
                process::exit(signal.exit() as i32);
            }
            if interrupt.is_attentive.load(Ordering::SeqCst) {
                return;
            }
            let cause = Cause::Ended(signal);
            if interrupt.working.load(Ordering::SeqCst) > 0 {
                let (output, interrupt, clock) = (Arc::clone(&output), Arc::clone(&interrupt), clock.clone());
                let end = move || end_unless_noticed(cause, &interrupt, &output, &clock);
                drop(thread::Builder::new().spawn(end));
            } else if interrupt.is_first_to_leave() {
                // The run is waiting for input.
                leave(cause, &output, &clock);
            }
        });
        if let Err(error) = handler {
            message!(Warning, "Ctrl-C will end the program without a summary: {error}");
        }
        if let Some(deadline) = deadline {
            let (output, interrupt) = (Arc::clone(&session.output), Arc::clone(&session.interrupt));
            let clock = session.clock.clone();
            // Without a thread for it, the run ends as soon as it asks.
            drop(thread::Builder::new().spawn(move || {
                thread::sleep(deadline.saturating_duration_since(Instant::now()));
                end_unless_noticed(Cause::Timeout, &interrupt, &output, &clock);
            }));
        }
        // From here on Ctrl-C removes the unfinished file.
        if session.writes_to_file() && !session.settings.is_written_in_place {
            let mut output = session.output();
            *output = Output::create(session.settings.output.as_deref())?;
        }
        Ok(session)
    }

    /// Returns the progress display of this run.
    pub(crate) fn meter(&self, printing: Printing) -> Meter {
        let printing = if self.writes_to_file() { Printing::AtTheEnd } else { printing };
        Meter::new(self.settings.globals.progress, printing, &self.clock)
    }

    /// The value of `--progress`, for commands that show progress themselves.
    pub(crate) fn progress(&self) -> When {
        self.settings.globals.progress
    }

    /// Shows no elapsed time from now on: for commands that run until the user ends them.
    pub(crate) fn hide_elapsed_time(&self) {
        self.clock.stop();
    }

    /// The complete command line, built by clap.
    pub(crate) fn tree(&self) -> clap::Command {
        let mut tree = (self.settings.tree)();
        tree.build();
        tree
    }

    /// Whether `--stats` is given.
    pub(crate) fn has_stats(&self) -> bool {
        self.settings.globals.stats
    }

    /// Whether the answer is written to the file of `-o`.
    pub(crate) fn writes_to_file(&self) -> bool {
        self.settings.output.as_deref().is_some_and(|path| path != Path::new("-"))
    }

    /// Whether the answer is written to a terminal.
    pub(crate) fn writes_to_terminal(&self) -> bool {
        io::stdout().is_terminal() && !self.writes_to_file()
    }

    /// Ends the run without the document that was asked for: the file of `-o` is left unchanged.
    pub(crate) fn without_document(&self, exit: Exit) -> Exit {
        self.output().abandon();
        exit
    }

    /// Lets the run continue after the reader of its output has closed it, because the exit code is an answer
    /// too.
    pub(crate) fn survive_closed_output(&self) {
        self.output.lock().unwrap_or_else(PoisonError::into_inner).on_closed(OnClosed::GoOn);
    }

    /// The output, locked for one record.
    pub(crate) fn output(&self) -> MutexGuard<'_, Output> {
        // The answer may go to the same terminal, directly or through a pager.
        if !self.writes_to_file() {
            self.clock.stop();
        }
        self.output.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The output for long documents, in [`watched`](Self::watched) work: writing fails once the run has to
    /// end.
    pub(crate) fn writer(&self) -> BufWriter<impl Write + '_> {
        BufWriter::with_capacity(BUFFER, self.guarded(Locking(self)))
    }

    /// Wraps an output so that writing fails once the run has to end.
    pub(crate) fn guarded<W: Write>(&self, output: W) -> Guarded<'_, W> {
        Guarded { session: self, output }
    }

    /// Fails once the run has to end.
    pub(crate) fn go_on(&self) -> io::Result<()> {
        self.cause_to_stop().map_or(Ok(()), |cause| Err(io::Error::other(Halted(cause))))
    }

    /// Standard input. All pending output is flushed before it waits for more. Reading fails once the run has to end.
    pub(crate) fn input(&self) -> impl Read + use<> {
        if io::stdin().is_terminal() {
            // The user types here.
            self.clock.stop();
        }
        self.guarded_input(StandardInput { stdin: io::stdin(), output: Arc::clone(&self.output) })
    }

    /// Wraps an input so that reading fails once the run has to end.
    pub(crate) fn guarded_input<R: Read>(&self, input: R) -> impl Read + use<R> {
        GuardedInput { input, interrupt: Arc::clone(&self.interrupt), bytes: 0 }
    }

    /// Wraps an input of puzzles and counts its bytes. While it waits for input, the process may end.
    pub(crate) fn watched_input<R: Read>(&self, input: R, bytes: &Arc<AtomicU64>) -> impl Read + use<R> {
        WatchedInput { input, interrupt: Arc::clone(&self.interrupt), bytes: Arc::clone(bytes) }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether `--nodes` is given, so that each search needs its own limits.
    pub(crate) fn has_nodes(&self) -> bool {
        self.settings.nodes.is_some()
    }

    /// Runs work that checks [`limits`](Self::limits) or [`cause_to_stop`](Self::cause_to_stop) regularly.
    pub(crate) fn watched<T>(&self, work: impl FnOnce() -> T) -> T {
        self.interrupt.working.fetch_add(1, Ordering::SeqCst);
        let result = work();
        self.interrupt.working.fetch_sub(1, Ordering::SeqCst);
        result
    }

    /// Runs work that looks for signals often and has to clean up after one, such as that of a terminal.
    pub(crate) fn attentive<T>(&self, work: impl FnOnce() -> T) -> T {
        self.interrupt.is_attentive.store(true, Ordering::SeqCst);
        let result = work();
        self.interrupt.is_attentive.store(false, Ordering::SeqCst);
        result
    }

    /// Ends the work of all threads early: searches stop, and no more puzzles are read.
    pub(crate) fn abandon(&self) {
        self.interrupt.is_abandoned.store(true, Ordering::SeqCst);
    }

    pub(crate) fn is_abandoned(&self) -> bool {
        self.interrupt.is_abandoned.load(Ordering::Relaxed)
    }

    /// Whether an input failed because the run has to end.
    pub(crate) fn has_refused_to_read(&self) -> bool {
        self.interrupt.is_refused.load(Ordering::Relaxed)
    }

    /// Whether only a thread that waits for puzzles remains, and the caller has to end the process. To be
    /// called after [`watched`](Self::watched) work.
    pub(crate) fn is_left_waiting(&self) -> bool {
        let interrupt = &self.interrupt;
        interrupt.is_over()
            && interrupt.working.load(Ordering::SeqCst) == 0
            && interrupt.is_reading.load(Ordering::SeqCst)
            && interrupt.is_first_to_leave()
    }

    /// Ends the run: completes the output and prints the error. After an error the file of `-o` is left
    /// unchanged.
    pub(crate) fn end(&self, outcome: Result<Exit, Fault>) -> Exit {
        self.clock.stop();
        self.interrupt.noticed.store(true, Ordering::SeqCst);
        let outcome = match outcome {
            Err(fault) => match self.cause_to_stop() {
                Some(cause) if matches!(cause, Cause::Ended(_)) || self.has_refused_to_read() => {
                    Err(Fault::Stopped(cause))
                }
                _ => Err(fault),
            },
            outcome => outcome,
        };
        let mut output = self.output();
        let outcome = outcome.and_then(|exit| output.finish().map(|bytes| (exit, bytes)));
        // Keep what was printed before the error.
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
                    Fault::Stopped(cause) if self.writes_to_file() && !self.settings.is_written_in_place => {
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
            stat!("time           {:.6} s", self.started.elapsed().as_secs_f64());
        }
        message!(Detail, "exit code {}: {}", exit as u8, exit.meaning());
        exit
    }

    /// Limits the memory of the [`limits`](Self::limits) from now on: for boards with rules, whose tables may be large.
    /// Other boards need little, and looking at the memory of the machine would take a fiftieth of a short run.
    pub(crate) fn limit_memory(&self) {
        self.most_bytes.get_or_init(|| self.settings.memory.unwrap_or_else(default_memory));
    }

    /// The limit of memory of the [`limits`](Self::limits).
    pub(crate) fn most_bytes(&self) -> usize {
        self.most_bytes.get().copied().unwrap_or(usize::MAX)
    }

    /// Limits that stop at the deadline, at Ctrl-C, at `--nodes`, and at the given number of solutions.
    pub(crate) fn limits(&self, solutions: Option<u64>) -> Limits<'_> {
        self.observed(solutions, ())
    }

    /// As [`limits`](Self::limits), with an observer that is called with the progress each time the clock is
    /// checked, and once more when the deadline or Ctrl-C stops the run.
    pub(crate) fn observed<'s>(
        &'s self,
        solutions: Option<u64>,
        mut observer: impl Observer + 's,
    ) -> Limits<'s> {
        let limits = Limits::none().solutions(solutions.unwrap_or(u64::MAX));
        let limits = limits.nodes(self.settings.nodes.unwrap_or(u64::MAX)).bytes(self.most_bytes());
        limits.ask(NODES_BETWEEN_LOOKS, move |progress| {
            // Before the observer, which may take long to save the position.
            let cause = self.cause_to_stop();
            observer.observe(progress)?;
            match cause {
                None if !self.is_abandoned() => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        })
    }

    /// Returns why the run has to end now, if it has to.
    pub(crate) fn cause_to_stop(&self) -> Option<Cause> {
        let cause = if let Some(signal) = Signal::of_code(self.interrupt.requested.load(Ordering::Relaxed)) {
            Cause::Ended(signal)
        } else if self.interrupt.is_past_deadline() {
            Cause::Timeout
        } else {
            return None;
        };
        self.interrupt.noticed.store(true, Ordering::SeqCst);
        Some(cause)
    }

    /// Returns the precise cause for a search that was stopped by its observer.
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

/// An output whose writes fail once the run has to end.
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

/// The output, locked for each write.
struct Locking<'s>(&'s Session);

impl Write for Locking<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.output().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.output().flush()
    }
}

struct GuardedInput<R> {
    input: R,
    interrupt: Arc<Interrupt>,
    /// Number of bytes read.
    bytes: usize,
}

/// Number of bytes that are read even if the time is over, so that a run with little time says how far it came with its
/// problem. They take about 10 ms.
const FEW_BYTES: usize = 1 << 20;

impl<R: Read> Read for GuardedInput<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.interrupt.allow_reading(self.bytes < FEW_BYTES)?;
        let read = self.input.read(buffer)?;
        self.bytes += read;
        Ok(read)
    }
}

struct StandardInput {
    stdin: Stdin,
    output: Arc<Mutex<Output>>,
}

impl Read for StandardInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // If this fails, the next write fails too and is reported.
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
        let read = self.interrupt.allow_reading(false).and_then(|()| self.input.read(buffer));
        self.interrupt.is_reading.store(false, Ordering::SeqCst);
        // A byte count that fits in memory fits in 64 bits.
        self.bytes.fetch_add(*read.as_ref().unwrap_or(&0) as u64, Ordering::Relaxed);
        read
    }
}
