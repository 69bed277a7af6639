//! `dlx task run`: runs tasks. Each result is written completely or not at all.

use std::io::Write;
use std::iter;
use std::path::PathBuf;

use clap::builder::Resettable;
use clap::{Args, Id, ValueEnum};
use dlx_core::{Limits, Stopped};
use dlx_tasks::{Done, Folder, FolderError, Task, Wanted};
use serde::Serialize;

use super::enumeration::enumeration;
use crate::cover::symmetric::{Chosen, the_problem};
use crate::shared::flags::{Deadline, NamedProblem, OutputFile, ReportFormat, Threads, UpToSymmetry};
use crate::shared::input::{is_standard, read_with_lines};
use crate::shared::json::BigNumber;
#[cfg(test)]
use crate::shared::objects::Objects;
use crate::shared::{Command, Exit, Fault, Session, json};

#[derive(Debug, Args)]
#[command(mut_arg("up_to_symmetry", |flag| flag.conflicts_with(Resettable::<Id>::Reset)))]
pub(crate) struct RunTasks {
    #[command(flatten)]
    problem: NamedProblem,
    /// Tasks of split, - for standard input [default: -]
    #[arg(value_name = "TASKS")]
    tasks: Option<PathBuf>,
    /// Run these tasks alone [default: all]
    #[arg(long, value_name = "ID,ID,...", value_delimiter = ',', help_heading = "Input")]
    id: Vec<String>,
    /// Counts or covers
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = Results::Count, help_heading = "Search")]
    want: Results,
    #[command(flatten)]
    symmetry: UpToSymmetry,
    #[command(flatten)]
    threads: Threads,
    /// Folder of the results
    #[arg(long, value_name = "FOLDER", default_value = "results", help_heading = "Output")]
    results: PathBuf,
    #[command(flatten)]
    format: ReportFormat,
    #[command(flatten)]
    output: OutputFile,
    #[command(flatten)]
    deadline: Deadline,
}

/// What to compute for each task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Results {
    /// Number of covers
    Count,
    /// The covers
    Covers,
}

impl From<Results> for Wanted {
    fn from(results: Results) -> Self {
        match results {
            Results::Count => Self::Count,
            Results::Covers => Self::Covers,
        }
    }
}

#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
struct TaskObject {
    /// Name of the task.
    task: String,
    /// Number of covers of the task.
    count: BigNumber,
    /// Whether an earlier run had already written the result.
    done_before: bool,
}

impl Command for RunTasks {
    const NAME: &'static str = "run";
    const ABOUT: &'static str = "Run tasks, and keep the result of each in a file";
    const EXAMPLES: &'static str = "\
dlx generate queens 8 -o queens.dlx
dlx task split --tasks 20 queens.dlx -o tasks.jsonl
dlx task run --id 7 queens.dlx tasks.jsonl
dlx task run --want covers --results covers queens.dlx tasks.jsonl";
    const NOTES: &'static str = "\
The result of task 7 is written to results/7.count or results/7.covers. Tasks that have a result are skipped; a damaged
result is named in a warning, and its task is run again.

Tasks of covers up to symmetry are refused unless the same --up-to-symmetry, --fix, --classes and --generators are given \
as to `dlx task split`.";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        let (loaded, lines) = read_with_lines(&self.problem, self.tasks.as_deref(), "tasks", session)?;
        let (_, problem, _) = loaded.into_problem()?;
        let standard = if self.tasks.as_deref().is_none_or(is_standard) {
            Some("the tasks and the")
        } else {
            the_problem(iter::once(self.problem.source()))
        };
        let symmetries = match Chosen::if_wanted(&self.symmetry, &problem, standard, session)? {
            Ok(symmetries) => symmetries,
            Err(why) => {
                let cause = session.cause_of(why);
                message!(Note, "{}: the symmetries are not known", cause.words());
                return Ok(cause.exit());
            }
        };
        let enumeration = enumeration(&problem, symmetries.as_ref());
        let read =
            if self.id.is_empty() { Task::read(lines.text) } else { Task::read_some(lines.text, &self.id) };
        let lines_name = lines.name;
        let tasks = read.map_err(|source| Fault::named(&lines_name, source))?;
        if tasks.is_empty() {
            return Err(Fault::named(lines_name, "expected tasks, found none"));
        }
        let folder = Folder::new(&self.results);
        let mut outcome = Ok(Exit::Answered);
        let sink = |done: &mut Vec<(usize, Result<Done, FolderError>)>| {
            for (place, done) in done.drain(..) {
                match self.print(&tasks[place], done, session) {
                    Ok(Exit::Answered) => {}
                    ended => {
                        outcome = ended;
                        session.abandon();
                        return Err(Stopped::Asked);
                    }
                }
            }
            Ok(())
        };
        let ran =
            dlx_ordered::run(self.threads.number(), 0..tasks.len(), sink, &mut Limits::none(), |worker| {
                session.watched(|| {
                    worker.each(|places, done, _| {
                        for place in places.clone() {
                            let mut limits = session.limits(None);
                            let task = &tasks[place];
                            done.push((place, folder.run(enumeration, task, self.want.into(), &mut limits)));
                        }
                        Ok(())
                    })
                })
            });
        // Only the sink stops a run early, and the outcome gives the reason.
        ran.ok();
        outcome
    }

    #[cfg(test)]
    fn objects() -> Objects {
        Objects::default().of::<TaskObject>("Task")
    }
}

impl RunTasks {
    fn print(&self, task: &Task, done: Result<Done, FolderError>, session: &Session) -> Result<Exit, Fault> {
        match done {
            Ok(Done { count, was_there, damaged, .. }) => {
                if let Some(damaged) = damaged {
                    message!(Warning, "{damaged}; task {} was run again", task.place);
                }
                let mut output = session.output();
                if self.format.is_json() {
                    let object = TaskObject {
                        task: task.place.to_string(),
                        count: BigNumber::new(&count),
                        done_before: was_there,
                    };
                    json::write_line(&mut *output, &object)?;
                } else {
                    let again = if was_there { " (done before)" } else { "" };
                    writeln!(output, "{} {count}{again}", task.place)?;
                }
                output.flush()?;
                Ok(Exit::Answered)
            }
            Err(FolderError::Stopped(why)) => {
                let cause = session.cause_of(why);
                message!(Note, "{}: task {} is not done", cause.words(), task.place);
                Ok(cause.exit())
            }
            Err(error) => Err(Fault::tasks(error)),
        }
    }
}
