//! `dlx run-task`: tasks done, each result kept as a whole or not at all.

use std::io::Write;

use dlx_tasks::{Folder, FolderError, Task};

use crate::args::RunTask;
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::input::{self, is_standard};
use crate::shared::session::Session;

pub(crate) fn run(arguments: &RunTask, session: &Session) -> Result<Exit, Fault> {
    let RunTask { input: file, tasks, id, results, want, .. } = arguments;
    if is_standard(&file.file) && is_standard(tasks) {
        return Err(Fault::Usage("the problem and its tasks cannot both be standard input".to_owned()));
    }
    let problem = input::read_problem(file, session)?;
    let (name, lines) = input::open(tasks, session)?;
    let read = if id.is_empty() { Task::read(lines) } else { Task::read_some(lines, id) };
    let tasks = read.map_err(|source| Fault::Tasks { source: format!("{name}: {source}").into() })?;
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
