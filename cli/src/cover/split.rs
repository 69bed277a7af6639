//! `dlx split`: one enumeration as tasks that can run anywhere.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use dlx_core::{Problem, Rule, Search};
use dlx_tasks::{Balance, SplitError, Task, resplit, split};

use super::{GivenOptions, stopped};
use crate::args::{Deadline, Given, Input, rule};
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::input;
use crate::shared::session::Session;
use crate::shared::sink;

pub(crate) const EXAMPLES: &str = "\
Examples:
  dlx split big.dlx --tasks 1000 --output tasks.jsonl
  dlx split big.dlx --tasks 8 --of tasks.jsonl --id 17 >> tasks.jsonl     task 17 was too long: 17.0 to 17.7";

#[derive(Debug, Args)]
pub(crate) struct CoverSplit {
    #[command(flatten)]
    pub(crate) input: Input,
    /// At least so many tasks, if the search has them
    #[arg(long, value_name = "N")]
    pub(crate) tasks: NonZeroUsize,
    /// Write the tasks to this file, one a line [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Split a task of this file into parts that take its place
    #[arg(long, value_name = "TASKS", requires = "id", conflicts_with_all = ["rule", "force", "forbid"])]
    pub(crate) of: Option<PathBuf>,
    /// Which task
    #[arg(long, value_name = "ID", requires = "of")]
    pub(crate) id: Option<String>,
    /// Random probes per estimate of a size
    #[arg(long, value_name = "N", default_value_t = 32)]
    pub(crate) probes: u64,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Which item is covered next: fewest, first, preferred (those whose name begins with #) or random:SEED
    /// [default: fewest]
    #[arg(long, value_name = "RULE", value_parser = rule)]
    pub(crate) rule: Option<Rule>,
    #[command(flatten)]
    pub(crate) given: Given,
    #[command(flatten)]
    pub(crate) deadline: Deadline,
}

pub(crate) fn run(arguments: &CoverSplit, session: &Session) -> Result<Exit, Fault> {
    let problem = input::read_problem(&arguments.input, session)?;
    let tasks = match tasks(&problem, arguments, session)? {
        Ok(tasks) => tasks,
        Err(SplitError::Stopped(why)) => return Ok(stopped(session, why, "no task")),
        Err(error @ SplitError::Learns(_)) => return Err(Fault::Usage(error.to_string())),
        Err(error) => return Err(Fault::tasks(error)),
    };
    match &arguments.output {
        Some(path) => {
            sink::replace(path, session, |output| {
                Ok(tasks.iter().try_for_each(|task| task.write(&mut *output))?)
            })?;
        }
        None => {
            let mut output = session.output();
            tasks.iter().try_for_each(|task| task.write(&mut *output))?;
        }
    }
    session.output().flush()?;
    if tasks.len() < arguments.tasks.get() {
        tell!("dlx: the search has no more than {} parts", tasks.len());
    }
    Ok(Exit::Answered)
}

fn tasks(
    problem: &Problem,
    arguments: &CoverSplit,
    session: &Session,
) -> Result<Result<Vec<Task>, SplitError>, Fault> {
    let CoverSplit { tasks, of, id, probes, seed, rule, given, .. } = arguments;
    let balance = Balance { probes: *probes, seed: *seed };
    let mut limits = session.limits(None);
    if let (Some(of), Some(id)) = (of, id) {
        let (_, input) = input::open(of, session)?;
        let whole = Task::read_some(input, std::slice::from_ref(id)).map_err(Fault::tasks)?;
        return Ok(session.watched(|| resplit(problem, &whole[0], tasks.get(), balance, &mut limits)));
    }
    let mut search = Search::with_rule(problem, rule.unwrap_or_default());
    search.restart(GivenOptions::from(given).givens())?;
    Ok(session.watched(|| split(&search, tasks.get(), balance, &mut limits)))
}
