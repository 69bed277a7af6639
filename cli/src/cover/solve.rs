//! `dlx solve`: lists the covers of a problem, one a line.

use std::cell::RefCell;
use std::io::{ErrorKind, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use dlx_core::{Checkpoint, Diagram, Observer, ParallelSearch, Problem, Progress, Stopped};
use dlx_files::{Output, Written};
use dlx_tasks::{CheckpointFile, CheckpointFileError, CheckpointRecord};

use super::answer::{ListEnd, no_solution, stopped, stopped_by};
use super::compiled::{print, print_size, refuse_searching, restricted};
use super::line::{CoverFormat, FlushTimer, Lines, Numbered};
use super::representatives::list;
use super::searched::{Searched, planned, print_stats};
use super::symmetric::Chosen;
use crate::shared::flags::{ProblemList, Searching, Threads, UpToSymmetry, duration, listing_engine};
use crate::shared::input::{Loaded, Subject, for_each, read};
use crate::shared::progress::{Display, Printing};
use crate::shared::{Command, Exit, Fault, Session, json};

#[derive(Debug, Args)]
#[command(
    mut_arg("engine", |engine| engine.value_parser(listing_engine())),
    mut_arg("checkpoint", |checkpoint| checkpoint.conflicts_with("up_to_symmetry"))
)]
pub(crate) struct Solve {
    #[command(flatten)]
    list: ProblemList,
    /// Number of covers to list [default: all]
    #[arg(long, value_name = "N", help_heading = "Search")]
    limit: Option<u64>,
    #[command(flatten)]
    searching: Searching,
    #[command(flatten)]
    symmetry: UpToSymmetry,
    #[command(flatten)]
    threads: Threads,
    /// Format of a cover, one a line
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = CoverFormat::Text, help_heading = "Output")]
    format: CoverFormat,
    /// Save search state to FILE; continue later with --resume
    #[arg(long, value_name = "FILE", requires = "output", help_heading = "Output", hide_short_help = true)]
    checkpoint: Option<PathBuf>,
    /// Time between two saves
    #[arg(
        long,
        value_name = "TIME",
        value_parser = duration,
        default_value = "10s",
        requires = "checkpoint",
        help_heading = "Output",
        hide_short_help = true
    )]
    checkpoint_every: Duration,
    /// Continue from the checkpoint
    #[arg(long, requires = "checkpoint", help_heading = "Output", hide_short_help = true)]
    resume: bool,
}

impl Command for Solve {
    const NAME: &'static str = "solve";
    const ABOUT: &'static str = "List the covers of a problem";
    const EXAMPLES: &'static str = "\
dlx generate queens 8 -o queens.dlx
dlx solve --limit 3 queens.dlx
dlx solve --format json queens.dlx -o covers.jsonl
dlx solve --up-to-symmetry --format json queens.dlx
dlx solve --checkpoint state queens.dlx -o covers.txt";
    const NOTES: &'static str = "\
With --checkpoint the output grows while the search runs. After a crash, the same command with --resume continues it.

Symmetries permute the options and map covers to covers; `dlx symmetries` lists them. With --up-to-symmetry, one cover \
is listed of all covers that they map to each other, on one thread; --limit counts these covers, and JSON objects have \
the number of the covers that each represents, in the field `orbit`.";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        if let (Some(checkpoint), Some(path)) = (&self.checkpoint, self.list.output.path()) {
            return self.resumable(checkpoint, path, session);
        }
        if self.checkpoint.is_some() {
            return Err(Fault::usage("--checkpoint needs a file as --output, found standard output"));
        }
        let is_json = self.format == CoverFormat::Json;
        if let Some(chosen) = self.symmetry.chosen() {
            let chosen = Chosen::read(chosen, &self.list, session)?;
            return for_each(&self.list, is_json, session, |loaded| {
                let (source, problem) = Chosen::problem(loaded)?;
                list(&source, &problem, &chosen, self.format, self.limit, session)
            });
        }
        for_each(&self.list, is_json, session, |loaded| match loaded.subject {
            Subject::Problem(problem) => self.search(&loaded.name, &problem, None, session),
            Subject::Compiled(diagram) => self.list(&loaded.name, *diagram, session),
        })
    }
}

impl Solve {
    /// Lists the covers of a compiled file.
    fn list(&self, source: &str, diagram: Diagram, session: &Session) -> Result<Exit, Fault> {
        refuse_searching(&self.searching)?;
        if session.has_nodes() {
            return Err(Fault::usage("--nodes cannot be used with a compiled file: it is not searched"));
        }
        let diagram = restricted(diagram, &self.searching.given)?;
        print_size(&diagram, session);
        let mut covers = diagram.iter();
        let next = |cover: &mut Vec<_>| {
            covers.next_path().is_some_and(|path| {
                cover.extend_from_slice(path);
                true
            })
        };
        let most = self.limit.unwrap_or(u64::MAX);
        let (found, cause) =
            session.watched(|| print(diagram.problem(), self.format, most, session, next))?;
        if self.format == CoverFormat::Json {
            ListEnd::write(source, found, diagram.count() == found.into(), session)?;
        }
        Ok(match cause {
            Some(cause) => stopped_by(cause, found),
            None if found == 0 && diagram.is_empty() => no_solution(),
            None => Exit::Answered,
        })
    }

    fn search(
        &self,
        source: &str,
        problem: &Problem,
        resumable: Option<Resumable<'_>>,
        session: &Session,
    ) -> Result<Exit, Fault> {
        let mut searched = Searched::begin(problem, &self.searching, session)?;
        let listing = Listing::begin(self, problem, &mut searched, resumable, session)?;
        let why = session.watched(|| listing.run(&mut searched, self))?;
        let found = searched.search.counters().solutions;
        if self.format == CoverFormat::Json {
            let end = ListEnd { source, count: found.to_string(), complete: why.is_none() };
            listing.sink.write(format!("{}\n", json::to_string(&end)).as_bytes())?;
            listing.sink.flush()?;
        }
        print_stats(session, &searched.search);
        Ok(match why {
            None if found == 0 => no_solution(),
            None => Exit::Answered,
            Some(why) => stopped(session, why, found),
        })
    }

    /// Lists the covers of one problem to a file, with a checkpoint from which the run can be resumed.
    fn resumable(&self, checkpoint: &Path, path: &Path, session: &Session) -> Result<Exit, Fault> {
        if dlx_files::is_same(checkpoint, path) {
            let name = path.display();
            return Err(Fault::Usage(format!("--output and --checkpoint are the same file, {name}")));
        }
        let mut sources = self.list.each();
        let (Some(source), None) = (sources.next(), sources.next()) else {
            return Err(Fault::usage("expected one problem with --checkpoint, found several"));
        };
        let Loaded { name, subject: Subject::Problem(problem), .. } = read(source, session)? else {
            return Err(Fault::usage("--checkpoint cannot be used with a compiled file"));
        };
        let file = CheckpointFile::lock(checkpoint, self.checkpoint_every)?;
        self.search(&name, &problem, Some(Resumable { path, file }), session)
    }
}

/// The output file of a resumable run, and its checkpoint file.
struct Resumable<'p> {
    path: &'p Path,
    file: CheckpointFile,
}

/// The destination of the covers.
enum Sink<'s> {
    Session(&'s Session),
    /// The output file of a resumable run.
    File(RefCell<Output>),
}

impl Sink<'_> {
    fn write(&self, bytes: &[u8]) -> Result<(), Fault> {
        match self {
            Self::Session(session) => Ok(session.output().write_all(bytes)?),
            Self::File(output) => Ok(output.borrow_mut().write(bytes)?),
        }
    }

    /// Writes all buffered output to the operating system.
    fn flush(&self) -> Result<(), Fault> {
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

/// A listing in progress: its formatter, destination and checkpoint file.
struct Listing<'a> {
    problem: &'a Problem,
    session: &'a Session,
    format: CoverFormat,
    is_reduced: bool,
    sink: Sink<'a>,
    checkpoint_file: Option<RefCell<CheckpointFile>>,
}

impl<'a> Listing<'a> {
    /// Opens the output and, with `--resume`, moves the search to its checkpoint. The output is changed last,
    /// after everything else has been checked.
    fn begin(
        arguments: &Solve,
        problem: &'a Problem,
        searched: &mut Searched,
        resumable: Option<Resumable<'_>>,
        session: &'a Session,
    ) -> Result<Self, Fault> {
        let (format, is_reduced) = (arguments.format, searched.reduction.is_some());
        let Some(Resumable { path, file: mut checkpoint_file }) = resumable else {
            let sink = Sink::Session(session);
            return Ok(Self { problem, session, format, is_reduced, sink, checkpoint_file: None });
        };
        let written = if arguments.resume {
            Some(resume(arguments, problem, searched, &mut checkpoint_file)?)
        } else {
            refuse_to_lose(&mut checkpoint_file)?;
            None
        };
        let mut output = Output::open(path)?;
        if !output.is_file() {
            let name = path.display();
            return Err(Fault::Usage(format!(
                "--checkpoint needs a file as --output, found the device {name}"
            )));
        }
        match written {
            Some(written) => {
                session.watched(|| output.verify(written, || session.go_on()))?;
                output.resume()?;
            }
            None => {
                // From here on, a run that is killed can be resumed.
                let (written, reduced) = (output.nothing(), is_reduced);
                let (problem, checkpoint) = (problem.digest(), searched.search.checkpoint());
                let format = format.word();
                let record = CheckpointRecord { problem, format, reduced, written, checkpoint };
                checkpoint_file.write(&record)?;
                output.empty()?;
            }
        }
        let (sink, checkpoint_file) = (Sink::File(RefCell::new(output)), Some(RefCell::new(checkpoint_file)));
        Ok(Self { problem, session, format, is_reduced, sink, checkpoint_file })
    }

    /// Prints the remaining covers, up to the limit. Returns why the search stopped, if not at its end.
    fn run(&self, searched: &mut Searched, arguments: &Solve) -> Result<Option<Stopped>, Fault> {
        let found = searched.search.counters().solutions;
        let limit = arguments.limit.map(|limit| limit.saturating_sub(found));
        let display = Display::new(self.session.meter(Printing::Meanwhile));
        let mut watch = Watch { listing: self, display, timer: FlushTimer::start(), fault: None };
        let mut limits = self.session.observed(limit, &mut watch);
        let Searched { search, reduction } = searched;
        let lines = Lines::new(self.problem, self.format, reduction.as_ref());
        let mut numbered = Numbered::after(found);
        let mut fault = None;
        let count = ParallelSearch::new(search, arguments.threads.number()).render(
            &mut limits,
            |cover, bytes| lines.append(cover, bytes),
            |batch| match self.sink.write(lines.complete(batch, &mut numbered)) {
                Ok(()) => ControlFlow::Continue(()),
                Err(why) => {
                    fault = Some(why);
                    ControlFlow::Break(())
                }
            },
        );
        drop(limits);
        if let Some(fault) = fault.or(watch.fault) {
            return Err(fault);
        }
        let stopped = count.exact().err();
        if let (Sink::File(output), None) = (&self.sink, stopped) {
            output.borrow().finish()?;
        }
        self.sink.sync()?;
        self.save(&searched.search.checkpoint())?;
        Ok(stopped)
    }

    /// Saves the position of the search, if the run has a checkpoint file. All covers before it have been
    /// written.
    fn save(&self, checkpoint: &Checkpoint) -> Result<(), Fault> {
        let (Some(checkpoint_file), Some(written)) = (&self.checkpoint_file, self.sink.sync()?) else {
            return Ok(());
        };
        let (format, reduced, checkpoint) = (self.format.word(), self.is_reduced, checkpoint.clone());
        let problem = self.problem.digest();
        let record = CheckpointRecord { problem, format, reduced, written, checkpoint };
        Ok(checkpoint_file.borrow_mut().write(&record)?)
    }
}

/// Shows the progress of a listing, flushes covers that come slowly, and saves the position periodically.
struct Watch<'l> {
    listing: &'l Listing<'l>,
    display: Display,
    timer: FlushTimer,
    /// Set if a save or a write failed.
    fault: Option<Fault>,
}

impl Observer for Watch<'_> {
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

/// Moves the search to the checkpoint. Returns the length of the output at that position.
fn resume(
    arguments: &Solve,
    problem: &Problem,
    searched: &mut Searched,
    checkpoint_file: &mut CheckpointFile,
) -> Result<Written, Fault> {
    let Searching { rule, given, .. } = &arguments.searching;
    if !given.is_empty() {
        return Err(Fault::usage("with --resume, --force and --forbid are those of the checkpoint"));
    }
    let Some(entry) = checkpoint_file.read()? else {
        let name = checkpoint_file.path().display().to_string();
        return Err(Fault::open(name, ErrorKind::NotFound.into()));
    };
    let refused = |reason: String| Err(refused(checkpoint_file, reason));
    let (was, is) = (entry.problem, problem.digest());
    if was != is {
        return refused(format!("the checkpoint is of the problem {was}, this is the problem {is}"));
    }
    let (was, is) = (entry.format, arguments.format.word());
    if was != is {
        return refused(match CoverFormat::of_word(&was) {
            Some(_) => format!("the output was begun in the format {was}, not {is}"),
            None => format!("line 3: unknown format `{was}`"),
        });
    }
    match (entry.reduced, searched.reduction.is_some()) {
        (true, false) => return refused("the run was begun with --reduce always".to_owned()),
        (false, true) => return refused("the run was begun without --reduce always".to_owned()),
        _ => {}
    }
    if rule.is_none() {
        searched.search = planned(searched.search.problem(), entry.checkpoint.rule(), &arguments.searching)?;
    }
    match searched.search.resume(&entry.checkpoint) {
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
