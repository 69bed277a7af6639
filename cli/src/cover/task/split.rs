//! `dlx task split`: splits one enumeration into tasks.

use std::io::Write;
use std::iter;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::Resettable;
use clap::{Args, Id};
use dlx_core::{Problem, Rule, Search};
use dlx_tasks::{Balance, SplitError, Task, resplit, split, split_representatives};

use super::enumeration::enumeration;
use crate::cover::answer::{contradicts, no_solution, stopped};
use crate::cover::symmetric::{Chosen, the_problem};
use crate::shared::flags::{self, Assumed, Deadline, Given, OutputFile, Seed, UpToSymmetry, rule};
use crate::shared::input;
use crate::shared::{Command, Exit, Fault, Session};

#[derive(Debug, Args)]
#[command(mut_arg("up_to_symmetry", |flag| {
    flag.conflicts_with(Resettable::<Id>::Reset).conflicts_with_all(["rule", "force", "forbid"])
}))]
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
    /// Random seed, or `random` for another one each time
    #[arg(long, value_name = "N", default_value = "0", help_heading = "Search", hide_short_help = true)]
    seed: Seed,
    /// Item to branch on next [default: fewest]
    ///
    /// fewest (the item with the fewest options left), first (in the order of the problem), preferred (names
    /// that begin with # first) or random:SEED
    #[arg(long, value_name = "RULE", value_parser = rule, help_heading = "Search", hide_short_help = true)]
    rule: Option<Rule>,
    #[command(flatten)]
    given: Given,
    #[command(flatten)]
    symmetry: UpToSymmetry,
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
dlx task split --tasks 8 --of tasks.jsonl --id 7 queens.dlx >> tasks.jsonl
dlx task split --tasks 20 --up-to-symmetry queens.dlx -o orbits.jsonl";
    const NOTES: &'static str = "\
Each task is one line of JSON. Splitting task 7 further replaces it by tasks 7.0, 7.1 and so on.

With --up-to-symmetry, the tasks list one cover of each orbit, as `dlx solve --up-to-symmetry` does; `dlx task run` then \
needs the same flags. There are no such tasks for more than 100,000 symmetries, and for fewer of very large problems: \
each cover is then compared with those before it.";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        let (_, problem, _) = input::read(self.problem.source(), session)?.into_problem()?;
        let assumed = self.given.of(&problem)?;
        if contradicts(&assumed, &problem)? {
            return Ok(session.without_document(no_solution(&problem, session)));
        }
        let tasks = match tasks(&problem, &self, &assumed, session)? {
            Ok(tasks) => tasks,
            Err(SplitError::Stopped(why)) => {
                return Ok(session.without_document(stopped(session, why, "no task")));
            }
            Err(error @ SplitError::ManySymmetries) => return Err(Fault::usage(error)),
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
    assumed: &Assumed,
    session: &Session,
) -> Result<Result<Vec<Task>, SplitError>, Fault> {
    let Split { tasks, of, id, probes, seed, rule, symmetry, .. } = arguments;
    let balance = Balance { probes: *probes, seed: seed.number() };
    let standard = the_problem(iter::once(arguments.problem.source()));
    let symmetries = match Chosen::if_wanted(symmetry, problem, standard, session)? {
        Ok(symmetries) => symmetries,
        Err(why) => return Ok(Err(why.into())),
    };
    let mut limits = session.limits(None);
    if let Some(of) = of {
        let input = input::open(of, session)?;
        let wholes = Task::read_some(input.text, id).map_err(Fault::tasks)?;
        let enumeration = enumeration(problem, symmetries.as_ref());
        let parts = wholes.iter().map(|whole| resplit(enumeration, whole, tasks.get(), balance, &mut limits));
        let parts: Result<Vec<Vec<Task>>, SplitError> = session.watched(|| parts.collect());
        return Ok(parts.map(|parts| parts.concat()));
    }
    if let Some(symmetries) = &symmetries {
        return Ok(session.watched(|| split_representatives(symmetries, tasks.get(), balance, &mut limits)));
    }
    let rule = rule.unwrap_or_default();
    let mut search = match session.watched(|| Search::with_rule(problem, rule, &mut limits)) {
        Ok(search) => search,
        Err(why) => return Ok(Err(why.into())),
    };
    search.restart(assumed.givens())?;
    Ok(session.watched(|| split(&search, tasks.get(), balance, &mut limits)))
}
