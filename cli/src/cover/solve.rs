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
use super::symmetric::Conditions;
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
        if let Some(conditions) = self.symmetry.conditions() {
            let conditions = Conditions::read(conditions, &self.list, session)?;
            return for_each(&self.list, is_json, session, |loaded| {
                let (source, problem) = Conditions::problem(loaded)?;
                let search = conditions.search(&problem)?;
                list(&source, &problem, &search, self.format, self.limit, session)
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

