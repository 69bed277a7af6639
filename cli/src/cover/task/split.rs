//! `dlx task split`: splits one enumeration into tasks.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use dlx_core::{Problem, Rule, Search};
use dlx_tasks::{Balance, SplitError, Task, resplit, split};

use crate::cover::answer::stopped;
use crate::shared::flags::{self, Deadline, Given, OutputFile, rule};
use crate::shared::input;
use crate::shared::{Command, Exit, Fault, Session};

#[derive(Debug, Args)]
pub(crate) struct Split {
    #[command(flatten)]
    problem: flags::Problem,
    /// Minimum number of tasks
    #[arg(long, value_name = "N", help_heading = "Search")]
    tasks: NonZeroUsize,
    /// Split tasks of this file further
    #[arg(
        long,
        value_name = "TASKS",
        requires = "id",
        conflicts_with_all = ["rule", "force", "forbid"],
        help_heading = "Input",
        hide_short_help = true
    )]
    of: Option<PathBuf>,
    /// Tasks of --of to split
    #[arg(
        long,
        value_name = "ID,ID,...",
        value_delimiter = ',',
        requires = "of",
        help_heading = "Input",
        hide_short_help = true
    )]
    id: Vec<String>,
    /// Random probes per estimate
    #[arg(long, value_name = "N", default_value_t = 32, help_heading = "Search", hide_short_help = true)]
    probes: u64,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Search", hide_short_help = true)]
    seed: u64,
    /// Item to branch on next [default: fewest]
    ///
    /// fewest (the item with the fewest options left), first (in the order of the problem), preferred (names
    /// that begin with # first) or random:SEED
    #[arg(long, value_name = "RULE", value_parser = rule, help_heading = "Search", hide_short_help = true)]
    rule: Option<Rule>,
    #[command(flatten)]
    given: Given,
    #[command(flatten)]
    output: OutputFile,
    #[command(flatten)]
    deadline: Deadline,
}

impl Command for Split {
    const NAME: &'static str = "split";
    const ABOUT: &'static str = "Split the search for all covers into tasks";
    const EXAMPLES: &'static str = "\
dlx generate queens 8 -o queens.dlx
dlx task split --tasks 20 queens.dlx -o tasks.jsonl
dlx task split --tasks 8 --of tasks.jsonl --id 7 queens.dlx >> tasks.jsonl";
    const NOTES: &'static str = "\
Each task is one line of JSON. Splitting task 7 further replaces it by tasks 7.0, 7.1 and so on.";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        let (_, problem, _) = input::read(self.problem.source(), session)?.into_problem()?;
        let tasks = match tasks(&problem, &self, session)? {
            Ok(tasks) => tasks,
            Err(SplitError::Stopped(why)) => {
                return Ok(session.without_document(stopped(session, why, "no task")));
            }
            Err(error @ SplitError::Learns(_)) => return Err(Fault::usage(error)),
            Err(error) => return Err(Fault::tasks(error)),
        };
        let mut output = session.output();
        tasks.iter().try_for_each(|task| task.write(&mut *output))?;
        output.flush()?;
        if tasks.len() < self.tasks.get() {
            message!(Note, "the search has no more than {} parts", tasks.len());
        }
        Ok(Exit::Answered)
    }
}

fn tasks(
    problem: &Problem,
    arguments: &Split,
    session: &Session,
) -> Result<Result<Vec<Task>, SplitError>, Fault> {
    let Split { tasks, of, id, probes, seed, rule, given, .. } = arguments;
    let balance = Balance { probes: *probes, seed: *seed };
    let mut limits = session.limits(None);
    if let Some(of) = of {
        let input = input::open(of, session)?;
        let wholes = Task::read_some(input.text, id).map_err(Fault::tasks)?;
        let parts = wholes.iter().map(|whole| resplit(problem, whole, tasks.get(), balance, &mut limits));
        let parts: Result<Vec<Vec<Task>>, SplitError> = session.watched(|| parts.collect());
        return Ok(parts.map(|parts| parts.concat()));
    }
    let mut search = Search::with_rule(problem, rule.unwrap_or_default());
    search.restart(given.givens())?;
    Ok(session.watched(|| split(&search, tasks.get(), balance, &mut limits)))
}
