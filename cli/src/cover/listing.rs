//! A listing of covers to the output of the session, or to a file of its own with checkpoints.

use std::cell::RefCell;
use std::io::{ErrorKind, Write};
use std::ops::ControlFlow;
use std::path::Path;

use dlx_core::inner::Observer;
use dlx_core::{Checkpoint, CheckpointError, Problem, Progress};
use dlx_files::{Output, Written};
use dlx_tasks::{CheckpointFile, CheckpointFileError, CheckpointRecord};

use super::answer::ListEnd;
use super::line::{CoverFormat, FlushTimer};
use crate::shared::json::BigNumber;
use crate::shared::{Fault, Session, json};

/// A run that can be continued later.
pub(super) trait Position {
    /// Returns its present position.
    fn checkpoint(&self) -> Result<Checkpoint, Fault>;
    /// Moves it to a position. Within is the reason why that is not a position of this run.
    fn resume(&mut self, checkpoint: &Checkpoint) -> Result<Result<(), CheckpointError>, Fault>;
}

/// The output file of a resumable run, and its checkpoint file.
pub(super) struct Resumable<'p> {
    pub(super) path: &'p Path,
    pub(super) file: CheckpointFile,
    /// True to continue from the checkpoint.
    pub(super) resumes: bool,
}

/// The destination of the covers.
pub(super) enum Sink<'s> {
    Session(&'s Session),
    /// The output file of a resumable run.
    File(RefCell<Output>),
}

impl Sink<'_> {
    pub(super) fn write(&self, bytes: &[u8]) -> Result<(), Fault> {
        match self {
            Self::Session(session) => Ok(session.output().write_all(bytes)?),
            Self::File(output) => Ok(output.borrow_mut().write(bytes)?),
        }
    }

    /// Writes all buffered output to the operating system.
    pub(super) fn flush(&self) -> Result<(), Fault> {
        match self {
            Self::Session(session) => Ok(session.output().flush()?),
            Self::File(output) => Ok(output.borrow_mut().flush()?),
        }
    }

    /// Writes all output to disk. Returns its length, or `None` for output that cannot be resumed.
    fn sync(&self) -> Result<Option<Written>, Fault> {
        match self {
            Self::Session(session) => {
                session.output().flush()?;
                Ok(None)
            }
            Self::File(output) => Ok(Some(output.borrow_mut().sync()?)),
        }
    }
}

/// A listing in progress: its format, destination and checkpoint file.
pub(super) struct Listing<'a> {
    problem: &'a Problem,
    format: CoverFormat,
    is_reduced: bool,
    pub(super) sink: Sink<'a>,
    checkpoint_file: Option<RefCell<CheckpointFile>>,
}

impl<'a> Listing<'a> {
    /// Opens the output and, with `--resume`, moves the run to its checkpoint. The output is changed last, after
    /// everything else has been checked.
    pub(super) fn begin(
        problem: &'a Problem,
        format: CoverFormat,
        is_reduced: bool,
        position: &mut dyn Position,
        resumable: Option<Resumable<'_>>,
        session: &'a Session,
    ) -> Result<Self, Fault> {
        let Some(Resumable { path, file: mut checkpoint_file, resumes }) = resumable else {
            let sink = Sink::Session(session);
            return Ok(Self { problem, format, is_reduced, sink, checkpoint_file: None });
        };
        let written = if resumes {
            Some(resume(problem, format, is_reduced, position, &mut checkpoint_file)?)
        } else {
            refuse_to_lose(&mut checkpoint_file)?;
            None
        };
        let mut output = open(path)?;
        match written {
            Some(written) => {
                session.watched(|| output.verify(written, || session.go_on()))?;
                output.resume()?;
            }
            None => {
                // From here on, a run that is killed can be resumed.
                let checkpoint = position.checkpoint()?;
                checkpoint_file.write(&record(problem, format, is_reduced, output.nothing(), checkpoint))?;
                output.empty()?;
            }
        }
        let (sink, checkpoint_file) = (Sink::File(RefCell::new(output)), Some(RefCell::new(checkpoint_file)));
        Ok(Self { problem, format, is_reduced, sink, checkpoint_file })
    }

    /// Ends a run that was stopped before its first position was known: a JSON list has its end and nothing else.
    /// The output of a run that was to be resumed stays as it is.
    pub(super) fn end_unbegun(
        source: &str,
        problem: &'a Problem,
        format: CoverFormat,
        resumable: Option<Resumable<'_>>,
        session: &'a Session,
    ) -> Result<(), Fault> {
        let sink = match resumable {
            None => Sink::Session(session),
            Some(Resumable { resumes: true, .. }) => return Ok(()),
            Some(Resumable { path, mut file, .. }) => {
                refuse_to_lose(&mut file)?;
                let mut output = open(path)?;
                output.empty()?;
                Sink::File(RefCell::new(output))
            }
        };
        Self { problem, format, is_reduced: false, sink, checkpoint_file: None }.write_end(source, 0, false)
    }

    /// Completes the output, or what there is of it, and saves the position of the run.
    pub(super) fn end(&self, is_complete: bool, position: &dyn Position) -> Result<(), Fault> {
        if let (Sink::File(output), true) = (&self.sink, is_complete) {
            output.borrow().finish()?;
        }
        self.sink.sync()?;
        if self.checkpoint_file.is_some() { self.save(&position.checkpoint()?) } else { Ok(()) }
    }

    /// Writes the object at the end of a list of JSON objects.
    pub(super) fn write_end(&self, source: &str, found: u64, is_complete: bool) -> Result<(), Fault> {
        if self.format != CoverFormat::Json {
            return Ok(());
        }
        let end = ListEnd { source, count: BigNumber::new(&found), complete: is_complete };
        self.sink.write(format!("{}\n", json::to_string(&end)).as_bytes())?;
        self.sink.flush()
    }

    /// Saves a position of the run, if it has a checkpoint file. All covers before it have been written.
    fn save(&self, checkpoint: &Checkpoint) -> Result<(), Fault> {
        let (Some(checkpoint_file), Some(written)) = (&self.checkpoint_file, self.sink.sync()?) else {
            return Ok(());
        };
        let record = record(self.problem, self.format, self.is_reduced, written, checkpoint.clone());
        Ok(checkpoint_file.borrow_mut().write(&record)?)
    }
}

/// Shows the progress of a listing, flushes covers that come slowly, and saves the position periodically.
pub(super) struct Watch<'l, D> {
    listing: &'l Listing<'l>,
    display: D,
    timer: FlushTimer,
    /// Set if a save or a write failed.
    pub(super) fault: Option<Fault>,
}

impl<'l, D: Observer> Watch<'l, D> {
    pub(super) fn new(listing: &'l Listing<'l>, display: D) -> Self {
        Self { listing, display, timer: FlushTimer::start(), fault: None }
    }
}

impl<D: Observer> Observer for Watch<'_, D> {
    fn observe(&mut self, progress: &Progress<'_>) -> ControlFlow<()> {
        self.display.observe(progress)?;
        self.fault = self.timer.flush(|| self.listing.sink.flush()).or(self.fault.take());
        let is_due = self
            .listing
            .checkpoint_file
            .as_ref()
            .is_some_and(|checkpoint_file| checkpoint_file.borrow().is_due());
        if let Some(checkpoint) = is_due.then(|| progress.checkpoint()).flatten() {
            self.fault = self.fault.take().or(self.listing.save(&checkpoint).err());
        }
        if self.fault.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Opens the output of a resumable run.
fn open(path: &Path) -> Result<Output, Fault> {
    let output = Output::open(path)?;
    if output.is_file() {
        return Ok(output);
    }
    let name = path.display();
    Err(Fault::Usage(format!("--checkpoint needs a file as --output, found the device {name}")))
}

/// Returns the content of the checkpoint file at a position of a run.
fn record(
    problem: &Problem,
    format: CoverFormat,
    reduced: bool,
    written: Written,
    checkpoint: Checkpoint,
) -> CheckpointRecord {
    CheckpointRecord { problem: problem.digest(), format: format.word(), reduced, written, checkpoint }
}

/// Moves the run to the checkpoint. Returns the length of the output at that position.
fn resume(
    problem: &Problem,
    format: CoverFormat,
    is_reduced: bool,
    position: &mut dyn Position,
    checkpoint_file: &mut CheckpointFile,
) -> Result<Written, Fault> {
    let Some(entry) = checkpoint_file.read()? else {
        let name = checkpoint_file.path().display().to_string();
        return Err(Fault::open(name, ErrorKind::NotFound.into()));
    };
    let refused = |reason: String| Err(refused(checkpoint_file, reason));
    let (was, is) = (entry.problem, problem.digest());
    if was != is {
        return refused(format!("the checkpoint is of the problem {was}, this is the problem {is}"));
    }
    let (was, is) = (entry.format, format.word());
    if was != is {
        return refused(match CoverFormat::of_word(&was) {
            Some(_) => format!("the output was begun in the format {was}, not {is}"),
            None => format!("line 3: unknown format `{was}`"),
        });
    }
    match (entry.reduced, is_reduced) {
        (true, false) => return refused("the run was begun with --reduce always".to_owned()),
        (false, true) => return refused("the run was begun without --reduce always".to_owned()),
        _ => {}
    }
    match position.resume(&entry.checkpoint)? {
        Ok(()) => Ok(entry.written),
        Err(error) => refused(error.to_string()),
    }
}

/// Refuses to overwrite the checkpoint of an unfinished run that has found covers.
fn refuse_to_lose(checkpoint_file: &mut CheckpointFile) -> Result<(), Fault> {
    match checkpoint_file.read()? {
        Some(entry) if entry.written.bytes > 0 && !entry.checkpoint.is_at_the_end() => {
            let reason =
                "it is of a run that is not complete; continue that with --resume, or remove the file";
            Err(refused(checkpoint_file, reason.to_owned()))
        }
        _ => Ok(()),
    }
}

/// An error saying that the checkpoint file does not belong to this run.
fn refused(checkpoint_file: &CheckpointFile, reason: String) -> Fault {
    Fault::named(format!("checkpoint {}", checkpoint_file.path().display()), reason)
}

impl From<CheckpointFileError> for Fault {
    fn from(error: CheckpointFileError) -> Self {
        match error {
            CheckpointFileError::File(error) => error.into(),
            error => Self::tasks(error),
        }
    }
}
