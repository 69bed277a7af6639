//! `dlx split`: one enumeration as tasks that can run anywhere.

use std::io::Write;

use dlx_core::{Problem, Search};
use dlx_tasks::{Balance, SplitError, Task, resplit, split};

use super::{GivenOptions, stopped};
use crate::args::CoverSplit;
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::input;
use crate::shared::session::Session;
use crate::shared::sink;

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
