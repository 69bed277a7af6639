//! Tasks of one enumeration: split, run and merged as by `dlx task split`, `dlx task run` and `dlx task
//! merge`.

use std::io::Write;
use std::path::{Path, PathBuf};

use dlx_core::{BigUint, Search};
use dlx_files::{FileError, NewFile};
use dlx_tasks::{
    Balance, Folder, FolderError, Merge, MergeError, Outcome, OutcomeError, OutcomeFault, SplitError, Task,
    Wanted,
};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

use crate::problem::ProblemCore;
use crate::watch::{Deadline, refused, stopped, watched};

/// Splits a problem into tasks, each a line.
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

/// Splits a task into tasks that replace it.
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

/// Runs a task and stores its result in the folder. Returns the number of covers, and whether the result
/// existed before.
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
            error @ (FolderError::Io { .. } | FolderError::File(_)) => PyOSError::new_err(error.to_string()),
            error => refused(error),
        })
    })
}

/// Returns the number of covers of a task if the folder has its result, or None and, if the result is damaged or of
/// another split, what is wrong with it.
#[pyfunction]
pub(crate) fn task_result(
    py: Python<'_>,
    problem: &ProblemCore,
    task: &str,
    folder: PathBuf,
    wanted: &str,
) -> PyResult<(Option<BigUint>, Option<String>)> {
    let wanted = kind(wanted)?;
    watched(py, Deadline::after(None)?, |_| {
        let task = one(task)?;
        match Folder::new(folder).result(&problem.problem, &task, wanted) {
            Ok(count) => Ok((count, None)),
            Err(FolderError::Outcome(error)) if !error.is_damage() => Err(unmerged(error.into())),
            Err(error @ (FolderError::Outcome(_) | FolderError::OtherSplit { .. })) => {
                Ok((None, Some(error.to_string())))
            }
            Err(error) => Err(refused(error)),
        }
    })
}

/// Returns the sum of the counts in the folder, if all tasks have results.
#[pyfunction]
pub(crate) fn merge_count(py: Python<'_>, problem: &ProblemCore, folder: PathBuf) -> PyResult<BigUint> {
    watched(py, Deadline::after(None)?, |_| merge(problem, folder, Wanted::Count)?.total().map_err(unmerged))
}

/// Writes the covers in the folder as lines of numbers, in the order of one search, if all tasks have
/// results. Returns the number of covers.
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
    let failed = |error: FileError| PyOSError::new_err(error.to_string());
    let mut output = NewFile::create(path).map_err(failed)?;
    let mut line = String::new();
    let covers = merge.for_each_cover(|cover| -> Result<(), Unmerged> {
        line.clear();
        for (place, option) in cover.iter().enumerate() {
            let blank = if place > 0 { " " } else { "" };
            std::fmt::Write::write_fmt(&mut line, format_args!("{blank}{option}"))
                .map_err(|_| Unmerged::Text)?;
        }
        line.push('\n');
        output.write_all(line.as_bytes()).map_err(|source| Unmerged::File(FileError::write(path, source)))
    });
    let covers = covers.map_err(|error| match error {
        Unmerged::Results(error) => unmerged(error),
        Unmerged::File(error) => failed(error),
        Unmerged::Text => refused("a line that cannot be written"),
    })?;
    output.finish().map_err(failed)?;
    Ok(covers)
}

/// Replaces a file with this text atomically. Creates the folder if necessary.
#[pyfunction]
pub(crate) fn write_file(path: PathBuf, text: &str) -> PyResult<()> {
    let failed = |error: FileError| PyOSError::new_err(error.to_string());
    if let Some(folder) = path.parent() {
        dlx_files::create_folder(folder).map_err(failed)?;
    }
    dlx_files::write(&path, text.as_bytes()).map_err(failed)
}

/// Returns an `OSError` if a result cannot be read, and a `ValueError` for all other errors of results.
fn unmerged(error: MergeError) -> PyErr {
    match error {
        MergeError::Outcome(error @ OutcomeError { fault: OutcomeFault::Io(_), .. }) => {
            PyOSError::new_err(error.to_string())
        }
        error => refused(error),
    }
}

/// The reason why covers cannot be written.
enum Unmerged {
    Results(MergeError),
    File(FileError),
    Text,
}

impl From<MergeError> for Unmerged {
    fn from(error: MergeError) -> Self {
        Self::Results(error)
    }
}

fn merge(problem: &ProblemCore, folder: PathBuf, wanted: Wanted) -> PyResult<Merge> {
    let outcomes: Vec<Outcome> = Folder::new(folder).outcomes(wanted).map_err(|error| match error {
        FolderError::Outcome(error) => unmerged(error.into()),
        FolderError::Io { .. } => PyOSError::new_err(error.to_string()),
        error => refused(error),
    })?;
    let mut merge = Merge::new(&problem.problem);
    for outcome in outcomes {
        merge.add(outcome).map_err(refused)?;
    }
    Ok(merge)
}

/// Returns the id, the estimated number of nodes and the line of each task in a text.
#[pyfunction]
pub(crate) fn read_tasks(text: &str) -> PyResult<Vec<(String, f64, String)>> {
    let tasks = Task::read(text.as_bytes()).map_err(refused)?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    Ok(tasks
        .iter()
        .zip(lines)
        .map(|(task, line)| (task.place.to_string(), task.nodes, line.to_owned()))
        .collect())
}

fn kind(wanted: &str) -> PyResult<Wanted> {
    match wanted {
        "count" => Ok(Wanted::Count),
        "covers" => Ok(Wanted::Covers),
        other => Err(refused(format!("expected count or covers, found `{other}`"))),
    }
}

fn one(line: &str) -> PyResult<Task> {
    let tasks = Task::read(line.as_bytes()).map_err(refused)?;
    let found = tasks.len();
    let [task] = <[Task; 1]>::try_from(tasks)
        .map_err(|_| refused(format!("expected a line with one task, found {found}")))?;
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
