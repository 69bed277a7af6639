//! `dlx run-task`: tasks done, each result kept as a whole or not at all.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use dlx_tasks::{Folder, FolderError, Task, Wanted};

use crate::args::{Deadline, Input};
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::input::{self, is_standard};
use crate::shared::session::Session;

pub(crate) const EXAMPLES: &str = "\
Examples:
  dlx run-task big.dlx tasks.jsonl --id 17                     counts task 17, into results/17.count
  dlx run-task big.dlx tasks.jsonl --results counts            all of them, one after the other
  dlx run-task big.dlx tasks.jsonl --want covers --id 17       lists its covers, into results/17.covers
  parallel --pipe -N 1 dlx run-task big.dlx - < tasks.jsonl    a process for each core (GNU parallel)";

#[derive(Debug, Args)]
pub(crate) struct RunTask {
    #[command(flatten)]
    pub(crate) input: Input,
    /// The tasks, as `dlx split` wrote them; - is standard input
    pub(crate) tasks: PathBuf,
    /// Run these alone [default: all]
    #[arg(long, value_name = "ID,ID,...", value_delimiter = ',')]
    pub(crate) id: Vec<String>,
    /// The folder for the results
    #[arg(long, value_name = "FOLDER", default_value = "results")]
    pub(crate) results: PathBuf,
    /// Whether covers are counted or listed
    #[arg(long, value_enum, default_value_t = Results::Count)]
    pub(crate) want: Results,
    #[command(flatten)]
    pub(crate) deadline: Deadline,
}

/// What is wanted of tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Results {
    /// How many covers there are
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

pub(crate) fn run(arguments: &RunTask, session: &Session) -> Result<Exit, Fault> {
    let RunTask { input: file, tasks, id, results, want, .. } = arguments;
    if is_standard(&file.file) && is_standard(tasks) {
        return Err(Fault::Usage("the problem and its tasks cannot both be standard input".to_owned()));
    }
    let problem = input::read_problem(file, session)?;
    let (name, lines) = input::open(tasks, session)?;
    let read = if id.is_empty() { Task::read(lines) } else { Task::read_some(lines, id) };
    let tasks = read.map_err(|source| Fault::named(&name, source))?;
    let folder = Folder::new(results);
    for task in &tasks {
        let mut limits = session.limits(None);
        let done = session.watched(|| folder.run(&problem, task, (*want).into(), &mut limits));
        match done {
            Ok(done) => {
                let again = if done.was_there { " (done before)" } else { "" };
                writeln!(session.output(), "{} {}{again}", task.place, done.count)?;
            }
            Err(FolderError::Stopped(why)) => {
                let cause = session.cause_of(why);
                tell!("dlx: {}: task {} is not done", cause.words(), task.place);
                return Ok(cause.exit());
            }
            Err(error) => return Err(Fault::tasks(error)),
        }
    }
    Ok(Exit::Answered)
}
