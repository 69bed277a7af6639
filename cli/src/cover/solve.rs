//! `dlx solve`: the covers of a problem, one a line.

use std::cell::RefCell;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use dlx_core::{Checkpoint, Diagram, Observer, ParallelSearch, Problem, Progress, Stopped};
use dlx_files::{Output, Written};

use super::compiled::{print, refuse_searching, restricted};
use super::{Searched, no_solution, planned, print_stats, stopped};
use crate::args::{Common, Input, Searching, duration, threads};
use crate::cover::line::{CoverFormat, Lines, Numbered};
use crate::shared::checkpoint_file::{CheckpointFile, CheckpointRecord};
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::input::{self, Subject};
use crate::shared::progress::{Display, OutputIs};
use crate::shared::session::Session;
use crate::shared::sink::Sink;

pub(crate) const EXAMPLES: &str = "\
Examples:
  dlx solve queens.dlx                          every cover, one a line
  dlx solve --limit 10 --format json queens.dlx  ten, as objects
  dlx gen queens 8 | dlx solve --limit 1 -
  dlx solve -j 4 --output covers.txt --checkpoint place.json big.dlx
  dlx solve -j 4 --output covers.txt --checkpoint place.json --resume big.dlx";

#[derive(Debug, Args)]
pub(crate) struct CoverSolve {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Stop after this many covers [default: all]
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<u64>,
    /// Write the covers to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Save search state to this file; continue later with --resume
    #[arg(long, value_name = "FILE", requires = "output")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Time between two saves of the search state
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10s", requires = "checkpoint")]
    pub(crate) checkpoint_every: Duration,
    /// Continue from the checkpoint, after verifying the output
    #[arg(long, requires = "checkpoint")]
    pub(crate) resume: bool,
    #[command(flatten)]
    pub(crate) searching: Searching,
    /// Search with so many threads; the output is the same for any number
    #[arg(short = 'j', long, value_name = "N", value_parser = threads, default_value = "1")]
    pub(crate) threads: NonZeroUsize,
    /// How a cover is printed, one a line
    #[arg(long, value_enum, default_value_t = CoverFormat::Text)]
    pub(crate) format: CoverFormat,
    #[command(flatten)]
    pub(crate) common: Common,
}

pub(crate) fn run(arguments: &CoverSolve, session: &Session) -> Result<Exit, Fault> {
    match input::read(&arguments.input, session)? {
        Subject::Problem(problem) => search(&problem, arguments, session),
        Subject::Compiled(diagram) => list(*diagram, arguments, session),
    }
}

/// The covers of a compiled file.
fn list(diagram: Diagram, arguments: &CoverSolve, session: &Session) -> Result<Exit, Fault> {
    refuse_searching(&arguments.searching)?;
    if arguments.checkpoint.is_some() {
        return Err(Fault::Usage("--checkpoint does not go with a compiled file".to_owned()));
    }
    let diagram = restricted(diagram, &arguments.searching.given)?;
    let sink = Sink::create(arguments.output.as_deref(), session)?;
    let mut covers = diagram.iter();
    let next = |cover: &mut Vec<_>| {
        covers.next_path().is_some_and(|path| {
            cover.extend_from_slice(path);
            true
        })
    };
    let most = arguments.limit.unwrap_or(u64::MAX);
    let (found, cause) =
        session.watched(|| print(diagram.problem(), arguments.format, most, &sink, session, next))?;
    Ok(match cause {
        Some(cause) => {
            tell!("dlx: {}: {found} found, there may be more", cause.words());
            cause.exit()
        }
        None if found == 0 && diagram.is_empty() => no_solution(),
        None if arguments.limit.is_some() && diagram.count() > found.into() => {
            stopped(session, Stopped::Solutions, found)
        }
        None => Exit::Answered,
    })
}

fn search(problem: &Problem, arguments: &CoverSolve, session: &Session) -> Result<Exit, Fault> {
    let mut searched = Searched::begin(problem, &arguments.searching, session)?;
    let listing = Listing::begin(arguments, problem, &mut searched, session)?;
    let why = session.watched(|| listing.run(&mut searched, arguments))?;
    let found = searched.search.counters().solutions;
    let exit = match why {
        None if found == 0 => no_solution(),
        None => Exit::Answered,
        Some(why) => stopped(session, why, found),
    };
    if arguments.common.stats {
        print_stats(session, &searched.search);
    }
    Ok(exit)
}

/// Where the covers of a search go.
struct Listing<'a> {
    problem: &'a Problem,
    session: &'a Session,
    format: CoverFormat,
    is_reduced: bool,
    sink: Sink<'a>,
    checkpoint_file: Option<RefCell<CheckpointFile>>,
}

impl<'a> Listing<'a> {
    /// Opens the output, and moves the search to its checkpoint if it is to be resumed. The output is changed last,
    /// when all else is known to be right.
    fn begin(
        arguments: &CoverSolve,
        problem: &'a Problem,
        searched: &mut Searched,
        session: &'a Session,
    ) -> Result<Self, Fault> {
        let (format, is_reduced) = (arguments.format, searched.reduction.is_some());
        let (Some(checkpoint), Some(path)) = (&arguments.checkpoint, &arguments.output) else {
            let sink = Sink::create(arguments.output.as_deref(), session)?;
            return Ok(Self { problem, session, format, is_reduced, sink, checkpoint_file: None });
        };
        if dlx_files::is_same(checkpoint, path) {
            let name = path.display();
            return Err(Fault::Usage(format!("--output and --checkpoint are the same file, {name}")));
        }
        let mut checkpoint_file = CheckpointFile::lock(checkpoint, arguments.checkpoint_every)?;
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
                // With this in its place, a run that is killed from here on can be resumed.
                let (written, reduced) = (output.nothing(), is_reduced);
                let (problem, checkpoint) = (problem.digest(), searched.search.checkpoint());
                let record = CheckpointRecord { problem, format, reduced, written, checkpoint };
                checkpoint_file.write(&record)?;
                output.empty()?;
            }
        }
        let (sink, checkpoint_file) = (Sink::File(RefCell::new(output)), Some(RefCell::new(checkpoint_file)));
        Ok(Self { problem, session, format, is_reduced, sink, checkpoint_file })
    }

    /// Prints the covers that are left, up to the limit. Answers why they ended, if not at the last.
    fn run(&self, searched: &mut Searched, arguments: &CoverSolve) -> Result<Option<Stopped>, Fault> {
        let output = match self.sink {
            Sink::Stdout(_) => OutputIs::of_stdout(),
            Sink::File(_) => OutputIs::Elsewhere,
        };
        let found = searched.search.counters().solutions;
        let limit = arguments.limit.map(|limit| limit.saturating_sub(found));
        let display = Display::new(arguments.searching.progress, output);
        let mut watch = Watch { listing: self, display, flushed: Instant::now(), fault: None };
        let mut limits = self.session.observed(limit, &mut watch);
        let Searched { search, reduction } = searched;
        let lines = Lines::new(self.problem, self.format, reduction.as_ref());
        let mut numbered = Numbered::after(found);
        let mut fault = None;
        let count = ParallelSearch::new(search, arguments.threads).render(
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

    /// Saves the place, if places are saved. All covers before it have been printed.
    fn save(&self, checkpoint: &Checkpoint) -> Result<(), Fault> {
        let (Some(checkpoint_file), Some(written)) = (&self.checkpoint_file, self.sink.sync()?) else {
            return Ok(());
        };
        let (format, reduced, checkpoint) = (self.format, self.is_reduced, checkpoint.clone());
        let problem = self.problem.digest();
        let record = CheckpointRecord { problem, format, reduced, written, checkpoint };
        checkpoint_file.borrow_mut().write(&record)
    }
}

/// Shows how far a listing is, brings out what was found, and saves its place from time to time.
struct Watch<'l> {
    listing: &'l Listing<'l>,
    display: Display,
    flushed: Instant,
    /// Why the place could not be saved, or the covers not written.
    fault: Option<Fault>,
}

/// Covers that come slowly are shown after this time, and do not wait for a full buffer.
const BETWEEN_FLUSHES: Duration = Duration::from_millis(100);

impl Observer for Watch<'_> {
    fn observe(&mut self, progress: &Progress<'_>) -> ControlFlow<()> {
        self.display.observe(progress)?;
        let now = Instant::now();
        if now.duration_since(self.flushed) >= BETWEEN_FLUSHES {
            self.flushed = now;
            self.fault = self.listing.sink.flush().err();
        }
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

/// Moves the search to the checkpoint. Returns how much of the output belongs to that place.
fn resume(
    arguments: &CoverSolve,
    problem: &Problem,
    searched: &mut Searched,
    checkpoint_file: &mut CheckpointFile,
) -> Result<Written, Fault> {
    let Searching { rule, given, .. } = &arguments.searching;
    if !given.force.is_empty() || !given.forbid.is_empty() {
        return Err(Fault::Usage(
            "with --resume, --force and --forbid are those of the checkpoint".to_owned(),
        ));
    }
    let Some(entry) = checkpoint_file.read()? else { return Err(checkpoint_file.missing()) };
    let (was, is) = (entry.problem, problem.digest());
    if was != is {
        return Err(
            checkpoint_file.bad(format!("the checkpoint is of the problem {was}, this is the problem {is}"))
        );
    }
    if entry.format != arguments.format {
        let (was, is) = (entry.format.word(), arguments.format.word());
        return Err(checkpoint_file.bad(format!("the output was begun in the format {was}, not {is}")));
    }
    match (entry.reduced, searched.reduction.is_some()) {
        (true, false) => return Err(checkpoint_file.bad("the run was begun with --reduce always".to_owned())),
        (false, true) => {
            return Err(checkpoint_file.bad("the run was begun without --reduce always".to_owned()));
        }
        _ => {}
    }
    if rule.is_none() {
        searched.search = planned(searched.search.problem(), entry.checkpoint.rule(), &arguments.searching)?;
    }
    searched.search.resume(&entry.checkpoint).map_err(|error| checkpoint_file.bad(error.to_string()))?;
    Ok(entry.written)
}

/// A run that begins anew does not overwrite the place of one that has covers and is not at its end.
fn refuse_to_lose(checkpoint_file: &mut CheckpointFile) -> Result<(), Fault> {
    match checkpoint_file.read()? {
        Some(entry) if entry.written.bytes > 0 && !entry.checkpoint.is_at_the_end() => {
            let reason =
                "it is of a run that is not complete; continue that with --resume, or remove the file";
            Err(checkpoint_file.bad(reason.to_owned()))
        }
        _ => Ok(()),
    }
}
