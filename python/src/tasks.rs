//! Tasks of one enumeration: made, run and put together, as `dlx split`, `dlx run-task` and `dlx merge` do.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use dlx_core::{BigUint, Search};
use dlx_tasks::{Balance, Folder, FolderError, Merge, MergeError, Outcome, SplitError, Task, Wanted};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

use crate::problem::ProblemCore;
use crate::watch::{Deadline, refused, stopped, watched};

/// A problem as tasks, each a line.
#[pyfunction]
pub(crate) fn split_problem(
    py: Python<'_>,
    problem: &ProblemCore,
    tasks: usize,
    probes: u64,
    seed: u64,
    timeout: Option<f64>,
) -> PyResult<Vec<String>> {
    watched(py, Deadline::after(timeout)?, |watch| {
        let search = Search::new(&problem.problem);
        let balance = Balance { probes, seed };
        lines(dlx_tasks::split(&search, tasks, balance, &mut watch.limits()).map_err(unsplit)?)
    })
}

/// A task as tasks that take its place.
#[pyfunction]
pub(crate) fn resplit_task(
    py: Python<'_>,
    problem: &ProblemCore,
    task: &str,
    tasks: usize,
    probes: u64,
    seed: u64,
) -> PyResult<Vec<String>> {
    watched(py, Deadline::after(None)?, |watch| {
        let (task, balance) = (one(task)?, Balance { probes, seed });
        let parts = dlx_tasks::resplit(&problem.problem, &task, tasks, balance, &mut watch.limits());
        lines(parts.map_err(unsplit)?)
    })
}

/// Does a task and keeps its result in the folder. Answers how many covers it has, and whether its result was there.
#[pyfunction]
pub(crate) fn run_task(
    py: Python<'_>,
    problem: &ProblemCore,
    task: &str,
    folder: PathBuf,
    wanted: &str,
    timeout: Option<f64>,
) -> PyResult<(BigUint, bool)> {
    let wanted = kind(wanted)?;
    watched(py, Deadline::after(timeout)?, |watch| {
        let task = one(task)?;
        let done = Folder::new(folder).run(&problem.problem, &task, wanted, &mut watch.limits());
        done.map(|done| (done.count, done.was_there)).map_err(|error| match error {
            FolderError::Stopped(why) => stopped(why, format!("task {} is not done", task.place)),
            error @ FolderError::Io { .. } => PyOSError::new_err(error.to_string()),
            error => refused(error),
        })
    })
}

/// The sum of the counts in the folder, if all tasks are done.
#[pyfunction]
pub(crate) fn merge_count(py: Python<'_>, problem: &ProblemCore, folder: PathBuf) -> PyResult<BigUint> {
    watched(py, Deadline::after(None)?, |_| merge(problem, folder, Wanted::Count)?.total().map_err(refused))
}

/// Writes the covers in the folder as lines of numbers, in the order of one search, if all tasks are done. Answers
/// how many they are.
#[pyfunction]
pub(crate) fn merge_covers(
    py: Python<'_>,
    problem: &ProblemCore,
    folder: PathBuf,
    output: PathBuf,
) -> PyResult<u64> {
    watched(py, Deadline::after(None)?, |_| {
        let mut merge = merge(problem, folder, Wanted::Covers)?;
        write_covers(&mut merge, &output)
    })
}

fn write_covers(merge: &mut Merge, path: &Path) -> PyResult<u64> {
    let failed = |error| PyOSError::new_err(format!("{}: {error}", path.display()));
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    let file = std::fs::File::create(&beside).map_err(failed)?;
    let mut output = BufWriter::with_capacity(1 << 16, file);
    let mut line = String::new();
    let covers = merge.for_each_cover(|cover| -> Result<(), Unmerged> {
        line.clear();
        for (place, option) in cover.iter().enumerate() {
            let blank = if place > 0 { " " } else { "" };
            std::fmt::Write::write_fmt(&mut line, format_args!("{blank}{option}"))
                .map_err(|_| Unmerged::Text)?;
        }
        line.push('\n');
        output.write_all(line.as_bytes()).map_err(Unmerged::Io)
    });
    let covers = covers.map_err(|error| match error {
        Unmerged::Results(error) => refused(error),
        Unmerged::Io(error) => failed(error),
        Unmerged::Text => refused("a line that cannot be written"),
    })?;
    let file = output.into_inner().map_err(|error| failed(error.into_error()))?;
    file.sync_data().and_then(|()| std::fs::rename(&beside, path)).map_err(failed)?;
    Ok(covers)
}

/// Why covers are not joined.
enum Unmerged {
    Results(MergeError),
    Io(std::io::Error),
    Text,
}

impl From<MergeError> for Unmerged {
    fn from(error: MergeError) -> Self {
        Self::Results(error)
    }
}

fn merge(problem: &ProblemCore, folder: PathBuf, wanted: Wanted) -> PyResult<Merge> {
    let outcomes: Vec<Outcome> = Folder::new(folder).outcomes(wanted).map_err(refused)?;
    let mut merge = Merge::new(&problem.problem);
    for outcome in outcomes {
        merge.add(outcome).map_err(refused)?;
    }
    Ok(merge)
}

fn kind(wanted: &str) -> PyResult<Wanted> {
    match wanted {
        "count" => Ok(Wanted::Count),
        "covers" => Ok(Wanted::Covers),
        other => Err(refused(format!("found `{other}`, expected count or covers"))),
    }
}

fn one(line: &str) -> PyResult<Task> {
    let tasks = Task::read(line.as_bytes()).map_err(refused)?;
    let found = tasks.len();
    let [task] = <[Task; 1]>::try_from(tasks)
        .map_err(|_| refused(format!("found {found} tasks, expected a line with one")))?;
    Ok(task)
}

fn lines(tasks: Vec<Task>) -> PyResult<Vec<String>> {
    let line = |task: &Task| {
        let mut bytes = Vec::new();
        task.write(&mut bytes).map_err(refused)?;
        String::from_utf8(bytes).map(|line| line.trim_end().to_owned()).map_err(refused)
    };
    tasks.iter().map(line).collect()
}

fn unsplit(error: SplitError) -> PyErr {
    match error {
        SplitError::Stopped(why) => stopped(why, "no task"),
        error => refused(error),
    }
}
