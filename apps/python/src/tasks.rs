//! Tasks of one enumeration: split, run and merged as by `dlx task split`, `dlx task run` and `dlx task
//! merge`, but in memory.

use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use dlx_core::{BigUint, Givens, Rule, Stopped};
use dlx_tasks::{Balance, Enumeration, Outcome, RunError, SplitError, Task, Wanted, order};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::problem::{ProblemCore, SymmetriesCore};
use crate::watch::{Deadline, Limited, detached, refused, stopped, watched};

/// The id of a task, its estimated number of nodes, and its line.
type TaskParts = (String, f64, String);

/// The result of a task as text, its id, its number of covers, the tasks of the rest, and the limit that was reached.
type RanParts = (Py<PyBytes>, String, BigUint, Vec<TaskParts>, Option<&'static str>);

/// Splits the covers of a problem, or the representatives under symmetries of it, into tasks.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "Python hands the arguments over one by one")]
pub(crate) fn split_problem(
    py: Python<'_>,
    problem: &ProblemCore,
    symmetries: Option<&SymmetriesCore>,
    force: Vec<usize>,
    forbid: Vec<usize>,
    tasks: usize,
    probes: u64,
    seed: u64,
    timeout: Option<f64>,
) -> PyResult<Vec<TaskParts>> {
    let (forced, forbidden) = (problem.ids(&force)?, problem.ids(&forbid)?);
    watched(py, Deadline::after(timeout)?, |watch| {
        let (balance, limits) = (Balance { probes, seed }, &mut watch.limits());
        let split = match symmetries {
            Some(symmetries) => dlx_tasks::split_representatives(&symmetries.0, tasks, balance, limits),
            None => {
                let givens = Givens::none().force(&forced).forbid(&forbidden);
                if let Some(contradiction) = givens.contradiction(&problem.problem).map_err(refused)? {
                    return Err(refused(contradiction));
                }
                let search = problem.searching(&forced, &forbidden, Rule::default(), None)?;
                dlx_tasks::split(&search, tasks, balance, limits)
            }
        };
        parts(split.map_err(unsplit)?)
    })
}

/// Splits a task into tasks that replace it.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "Python hands the arguments over one by one")]
pub(crate) fn resplit_task(
    py: Python<'_>,
    problem: &ProblemCore,
    symmetries: Option<&SymmetriesCore>,
    task: &str,
    tasks: usize,
    probes: u64,
    seed: u64,
    timeout: Option<f64>,
) -> PyResult<Vec<TaskParts>> {
    watched(py, Deadline::after(timeout)?, |watch| {
        let (task, balance) = (one(task)?, Balance { probes, seed });
        let of = enumeration(problem, symmetries);
        parts(dlx_tasks::resplit(of, &task, tasks, balance, &mut watch.limits()).map_err(unsplit)?)
    })
}

/// Runs a task. If a limit is reached, the result is that of the part that was done, and the rest is split into tasks.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "Python hands the arguments over one by one")]
pub(crate) fn run_task(
    py: Python<'_>,
    problem: &ProblemCore,
    symmetries: Option<&SymmetriesCore>,
    task: &str,
    wanted: &str,
    rest: usize,
    engines: Option<f64>,
    limited: Limited,
) -> PyResult<RanParts> {
    let wanted = match wanted {
        "count" => Wanted::Count,
        "covers" => Wanted::Covers,
        other => return Err(refused(format!("want: expected 'count' or 'covers', found '{other}'"))),
    };
    let engines = engines.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let deadline = limited.deadline()?;
    let ran = watched(py, deadline, |watch| {
        let task = one(task)?;
        let of = enumeration(problem, symmetries);
        let engines = engines.unwrap_or(Duration::MAX);
        let ran = dlx_tasks::run(of, &task, wanted, rest, engines, &mut watch.limits_within(&limited));
        ran.map_err(|error| match error {
            RunError::Stopped(why) | RunError::Split(SplitError::Stopped(why)) => {
                stopped(why, format!("0 covers of task {}", task.place))
            }
            error => refused(error),
        })
    })?;
    let why = ran.stopped.map(|why| match why {
        Stopped::Asked => "timeout",
        Stopped::Nodes => "nodes",
        Stopped::Memory => "memory",
        _ => "limit",
    });
    Ok((PyBytes::new(py, &ran.text).unbind(), ran.id, ran.count, parts(ran.rest)?, why))
}

/// Returns the id, the estimated number of nodes and the line of each task in a text.
#[pyfunction]
pub(crate) fn read_tasks(text: &str) -> PyResult<Vec<TaskParts>> {
    parts(Task::read(text.as_bytes()).map_err(refused)?)
}

/// Checks that a result lists covers, of the problem if there is one, and is complete and unaltered. Returns their
/// number.
#[pyfunction]
pub(crate) fn check_covers(
    py: Python<'_>,
    problem: Option<&ProblemCore>,
    text: &[u8],
    name: &str,
) -> PyResult<u64> {
    let outcome = Outcome::of_text(Path::new(name), text).map_err(refused)?;
    let problem = problem.map(|problem| &problem.problem);
    detached(py, || outcome.verify_covers(problem).map_err(refused))
}

/// Results that are merged: the first lines of them.
#[pyclass(frozen, module = "excover._excover")]
pub(crate) struct MergeCore {
    outcomes: Mutex<Vec<Outcome>>,
}

#[pymethods]
impl MergeCore {
    #[new]
    fn new() -> Self {
        Self { outcomes: Mutex::new(Vec::new()) }
    }

    /// Adds a result, of which messages speak by this name. Returns its id and the digest of its problem.
    fn add(&self, text: &[u8], name: &str) -> PyResult<(String, String)> {
        let first = text.iter().position(|&byte| byte == b'\n').map_or(text.len(), |end| end + 1);
        let is_count = first == text.len();
        let outcome = Outcome::of_text(Path::new(name), &text[..first]).map_err(refused)?;
        if outcome.count().is_some() && !is_count {
            return Err(refused(format!("{name}: expected the end of the result, found more data")));
        }
        let parts = (outcome.place().to_string(), outcome.problem().to_string());
        self.outcomes.lock().unwrap_or_else(PoisonError::into_inner).push(outcome);
        Ok(parts)
    }

    /// Returns the numbers of the results in the order of the search, and the total if they are counts.
    fn finish(&self, py: Python<'_>) -> PyResult<(Vec<usize>, Option<BigUint>)> {
        detached(py, || {
            let outcomes = self.outcomes.lock().unwrap_or_else(PoisonError::into_inner);
            let order = order(&outcomes).map_err(refused)?;
            let total =
                outcomes.iter().map(Outcome::count).try_fold(BigUint::ZERO, |sum, count| Some(sum + count?));
            Ok((order, total))
        })
    }
}

fn enumeration<'e>(problem: &'e ProblemCore, symmetries: Option<&'e SymmetriesCore>) -> Enumeration<'e> {
    match symmetries {
        Some(symmetries) => Enumeration::Representatives(&symmetries.0),
        None => Enumeration::Covers(&problem.problem),
    }
}

fn one(line: &str) -> PyResult<Task> {
    let tasks = Task::read(line.as_bytes()).map_err(refused)?;
    let found = tasks.len();
    let [task] = <[Task; 1]>::try_from(tasks)
        .map_err(|_| refused(format!("expected a line with one task, found {found}")))?;
    Ok(task)
}

fn parts(tasks: Vec<Task>) -> PyResult<Vec<TaskParts>> {
    // Each task is freed when its line is made, as there may be very many.
    let parts = |task: Task| {
        let mut bytes = Vec::new();
        task.write(&mut bytes).map_err(refused)?;
        let line = String::from_utf8(bytes).map_err(refused)?;
        Ok((task.place.to_string(), task.nodes, line.trim_end().to_owned()))
    };
    tasks.into_iter().map(parts).collect()
}

fn unsplit(error: SplitError) -> PyErr {
    match error {
        SplitError::Stopped(why) => stopped(why, "no task"),
        error => refused(error),
    }
}
