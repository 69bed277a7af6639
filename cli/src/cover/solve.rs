//! `dlx solve`: lists the covers of a problem, one a line.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use dlx_core::inner::{FindEngine, Finder, ParallelSearch};
use dlx_core::{Checkpoint, CheckpointError, Diagram, Problem, Stopped};
use dlx_tasks::CheckpointFile;

use super::answer::{ListEnd, contradicts, no_solution, stopped, stopped_by};
use super::compiled::{print, print_size, refuse_searching, restricted};
use super::line::{CoverFormat, CoverPrinter, Lines, Numbered};
use super::listing::{Listing, Position, Resumable, Watch};
use super::representatives::RepresentativeList;
use super::searched::{Searched, planned, print_stats};
use super::symmetric::{Chosen, the_problem};
use crate::shared::flags::{
    Engine, ProblemList, Reduce, Searching, Threads, UpToSymmetry, duration, listing_engine,
};
use crate::shared::input::{Loaded, Subject, for_each, read};
#[cfg(test)]
use crate::shared::objects::Objects;
use crate::shared::progress::{Display, Printing};
use crate::shared::{Command, Exit, Fault, Session};

#[derive(Debug, Args)]
#[command(mut_arg("engine", |engine| engine.value_parser(listing_engine())))]
pub(crate) struct Solve {
    #[command(flatten)]
    list: ProblemList,
    /// Number of covers to list [default: all]
    ///
    /// Up to 100 covers may be any: if the first ones in order do not come at once, several engines look for others, and
    /// the first to know answers. With --engine search they are the first ones.
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
is listed of all covers that they map to each other; --limit counts these covers, and JSON objects have the number of \
the covers that each represents, in the field `orbit`. With more than 100,000 symmetries, and with fewer of very large \
problems, each cover is compared with those before it: the listing has one thread and no checkpoints.";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        if let (Some(checkpoint), Some(path)) = (&self.checkpoint, self.list.output.path()) {
            return self.resumable(checkpoint, path, session);
        }
        if self.checkpoint.is_some() {
            return Err(Fault::usage("--checkpoint needs a file as --output, found standard output"));
        }
        let is_json = self.format == CoverFormat::Json;
        if let Some(chosen) = self.symmetry.chosen() {
            let chosen = Chosen::read(chosen, the_problem(self.list.each()), session)?;
            return for_each(&self.list, is_json, session, |loaded| {
                let (source, problem) = Chosen::problem(loaded)?;
                self.representatives().print(&source, &problem, &chosen, None, session)
            });
        }
        for_each(&self.list, is_json, session, |loaded| match loaded.subject {
            Subject::Problem(problem) => match self.few(session) {
                Some(most) => self.find(&loaded.name, &problem, most, session),
                None => self.search(&loaded.name, &problem, None, session),
            },
            Subject::Compiled(diagram) => self.list(&loaded.name, *diagram, session),
        })
    }

    #[cfg(test)]
    fn objects() -> Objects {
        Objects::default().of::<super::line::CoverObject>("Cover").of::<ListEnd<'static>>("End of the list")
    }
}

/// More covers than someone reads on a terminal.
const MOST_TO_READ: u64 = 1000;

/// The greatest number of covers that may be any of all.
const FEW: u64 = 100;

impl Solve {
    /// Returns the number of covers to list if they may be any: few, and of a search that no flag describes.
    fn few(&self, session: &Session) -> Option<u64> {
        let Searching { engine, rule, simd, reduce, given: _ } = &self.searching;
        let is_free = (*engine, *rule, *simd) == (Engine::Auto, None, None) && *reduce != Reduce::Always;
        self.limit.filter(|&most| most <= FEW && is_free && !session.has_nodes())
    }

    /// Lists some covers of a problem, or all if there are fewer.
    fn find(&self, source: &str, problem: &Problem, most: u64, session: &Session) -> Result<Exit, Fault> {
        let mut printer =
            CoverPrinter::new(problem, self.format, |bytes| Ok(session.output().write_all(bytes)?));
        let assumed = self.searching.given.of(problem)?;
        let is_none = contradicts(&assumed, problem)?;
        let mut limits = session.limits(Some(most));
        let finder = Finder::of(problem).givens(assumed.givens()).threads(self.threads.number());
        let found = session.watched(|| finder.run(&mut limits))?;
        found.covers.iter().try_for_each(|cover| printer.print(cover))?;
        printer.finish()?;
        let count = found.covers.len() as u64;
        if self.format == CoverFormat::Json {
            ListEnd::write(source, count, found.stopped.is_none(), session)?;
        }
        if session.has_stats() && !is_none {
            let updates = match found.engine {
                FindEngine::Search | FindEngine::Restarts => {
                    "arena nodes unlinked; 32 for each scan of bitsets"
                }
                FindEngine::LowestFirst => "options tried",
                FindEngine::Linear => "steps of linear programs",
                FindEngine::Learning => "literals propagated",
                FindEngine::Counting => "states",
                _ => "products of the equations",
            };
            stat!("engine         {}", found.engine);
            stat!("nodes          {}", found.counters.nodes);
            stat!("updates        {} ({updates})", found.counters.updates);
            stat!("solutions      {count}");
        }
        Ok(match found.stopped {
            None if count == 0 => no_solution(problem, session),
            None => Exit::Answered,
            Some(why) => stopped(session, why, count),
        })
    }

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
            None if found == 0 && diagram.is_empty() => no_solution(diagram.problem(), session),
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
        if self.resume && !self.searching.given.is_empty() {
            return Err(Fault::usage("with --resume, --force and --forbid are those of the checkpoint"));
        }
        let assumed = self.searching.given.of(problem)?;
        if contradicts(&assumed, problem)? {
            if self.format == CoverFormat::Json {
                ListEnd::write(source, 0, true, session)?;
            }
            return Ok(no_solution(problem, session));
        }
        let searched = match Searched::begin(problem, &self.searching, &assumed, session)? {
            Ok(searched) => searched,
            Err(why) => {
                Listing::end_unbegun(source, problem, self.format, resumable, session)?;
                return Ok(stopped(session, why, 0));
            }
        };
        let is_reduced = searched.reduction.is_some();
        let mut run = SearchRun { searched, searching: &self.searching, session };
        let listing = Listing::begin(problem, self.format, is_reduced, &mut run, resumable, session)?;
        let why = session.watched(|| self.print(problem, &mut run, &listing, session))?;
        let searched = run.searched;
        let found = searched.search.counters().solutions;
        listing.write_end(source, found, why.is_none())?;
        print_stats(session, &searched.search);
        if found > MOST_TO_READ && self.limit.is_none() && session.writes_to_terminal() {
            message!(Note, "{found} covers are listed; --limit lists fewer, and `dlx count` counts them");
        }
        Ok(match why {
            None if found == 0 => no_solution(problem, session),
            None => Exit::Answered,
            Some(why) => stopped(session, why, found),
        })
    }

    /// Lists the covers of one problem to a file, with a checkpoint from which the run can be resumed.
    fn resumable(&self, checkpoint: &Path, path: &Path, session: &Session) -> Result<Exit, Fault> {
        let mut sources = self.list.each();
        let (Some(source), None) = (sources.next(), sources.next()) else {
            return Err(Fault::usage("expected one problem with --checkpoint, found several"));
        };
        let Loaded { name, subject: Subject::Problem(problem), .. } = read(source, session)? else {
            return Err(Fault::usage("--checkpoint cannot be used with a compiled file"));
        };
        let file = CheckpointFile::lock(checkpoint, self.checkpoint_every)?;
        let resumable = Some(Resumable { path, file, resumes: self.resume });
        if let Some(chosen) = self.symmetry.chosen() {
            let chosen = Chosen::read(chosen, the_problem(self.list.each()), session)?;
            return self.representatives().print(&name, &problem, &chosen, resumable, session);
        }
        self.search(&name, &problem, resumable, session)
    }

    fn representatives(&self) -> RepresentativeList {
        RepresentativeList { format: self.format, limit: self.limit, threads: self.threads.number() }
    }

    /// Prints the remaining covers, up to the limit. Returns why the search stopped, if not at its end.
    fn print(
        &self,
        problem: &Problem,
        run: &mut SearchRun<'_>,
        listing: &Listing<'_>,
        session: &Session,
    ) -> Result<Option<Stopped>, Fault> {
        let Searched { search, reduction } = &mut run.searched;
        let found = search.counters().solutions;
        let limit = self.limit.map(|limit| limit.saturating_sub(found));
        let mut watch = Watch::new(listing, Display::new(session.meter(Printing::Meanwhile)));
        let mut limits = session.observed(limit, &mut watch);
        let lines = Lines::new(problem, self.format, reduction.as_ref());
        let mut numbered = Numbered::after(found);
        let mut fault = None;
        let count = ParallelSearch::new(search, self.threads.number()).render(
            &mut limits,
            |cover, bytes| lines.append(cover, bytes),
            |batch| match listing.sink.write(lines.complete(batch, &mut numbered)) {
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
        listing.end(stopped.is_none(), run)?;
        Ok(stopped)
    }
}

/// A search as a run that can be continued.
struct SearchRun<'s> {
    searched: Searched,
    searching: &'s Searching,
    session: &'s Session,
}

impl Position for SearchRun<'_> {
    fn checkpoint(&self) -> Result<Checkpoint, Fault> {
        Ok(self.searched.search.checkpoint())
    }

    fn resume(&mut self, checkpoint: &Checkpoint) -> Result<Result<(), CheckpointError>, Fault> {
        let (search, session) = (&mut self.searched.search, self.session);
        let stopped = |why| Fault::Stopped(session.cause_of(why));
        if self.searching.rule.is_none() {
            *search =
                planned(search.problem(), checkpoint.rule(), self.searching, session)?.map_err(stopped)?;
        }
        let mut limits = session.limits(None);
        let resumed = session.watched(|| search.resume(checkpoint, &mut limits));
        CheckpointError::without_limit(resumed).map_err(stopped)
    }
}
