//! Cutting a search into tasks of about equal size, by random probes.
//!
//! The part that is guessed to be the largest is cut first, again and again. What a part has below it is guessed
//! by probes of its own (D. E. Knuth, *Estimating the efficiency of backtrack programs*, 1975). Probes miss what
//! few ways lead to, so some tasks are larger than their guess; [`resplit`] is for these.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use dlx_core::{Checkpoint, Limits, Problem, Rule, Search, Stopped};
use thiserror::Error;

use crate::place::{Place, PlaceError, digest_of_task, places};
use crate::task::{ForeignTask, Task};

/// How the size of parts is guessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Balance {
    /// So many probes for each part; without any, siblings are taken to be of equal size.
    pub probes: u64,
    /// Another seed, other probes. The same seed gives the same tasks, everywhere.
    pub seed: u64,
}

impl Default for Balance {
    fn default() -> Self {
        Self { probes: 32, seed: 0 }
    }
}

/// Why a search is not split.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SplitError {
    /// What such a rule learns in one part belongs to the next.
    #[error("found the rule {0}, which learns from one part for the next; expected one that does not")]
    Learns(Rule),
    /// The task is not of this problem.
    #[error(transparent)]
    Foreign(#[from] ForeignTask),
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A task that was split too often.
    #[error(transparent)]
    Place(#[from] PlaceError),
}

/// Disjoint tasks that together are what the search has left, in its order: at least so many, if its tree has them.
///
/// ```
/// use dlx_core::{Limits, Search};
/// use dlx_instances::langford;
/// use dlx_tasks::{Balance, split};
///
/// let problem = langford::problem(8)?;
/// let tasks = split(&Search::new(&problem), 10, Balance::default(), &mut Limits::none())?;
/// assert!(tasks.len() >= 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A rule that learns, or a limit: the question is put once for each probe.
///
/// # Complexity
/// For each task the work of going to it, and that of its probes.
pub fn split(
    search: &Search,
    tasks: usize,
    balance: Balance,
    limits: &mut Limits<'_>,
) -> Result<Vec<Task>, SplitError> {
    if search.rule() == Rule::Weighted {
        return Err(SplitError::Learns(search.rule()));
    }
    tasks_of(search.problem(), None, cut(search, tasks, balance, limits)?)
}

/// The parts of a task, as tasks that take its place. The same task, number and balance give the same parts, so
/// that it does not matter who splits it, and how often.
///
/// # Errors
/// A task of another problem, or a limit.
///
/// # Complexity
/// As [`split()`].
pub fn resplit(
    problem: &Problem,
    task: &Task,
    tasks: usize,
    balance: Balance,
    limits: &mut Limits<'_>,
) -> Result<Vec<Task>, SplitError> {
    task.check(problem)?;
    let parts = cut(&task.search(problem)?, tasks, balance, limits)?;
    tasks_of(problem, Some(&task.place), parts)
}

/// Parts as tasks that are bound to one another: parts of the task at `above`, or of the problem.
fn tasks_of(problem: &Problem, above: Option<&Place>, parts: Vec<Part>) -> Result<Vec<Task>, SplitError> {
    let problem = problem.digest();
    let digests: Vec<_> = parts.iter().map(|part| digest_of_task(problem, &part.checkpoint)).collect();
    let task = |(place, part): (Place, Part)| {
        let Part { nodes, checkpoint, .. } = part;
        Task { place, problem, nodes, checkpoint }
    };
    Ok(places(problem, above, &digests)?.into_iter().zip(parts).map(task).collect())
}

/// A part of a search, and where it stands among the others.
struct Part {
    checkpoint: Checkpoint,
    nodes: f64,
    /// Which way was taken at each cut.
    order: Vec<usize>,
}

/// By size, the first of equals the greatest.
impl Ord for Part {
    fn cmp(&self, other: &Self) -> Ordering {
        self.nodes.total_cmp(&other.nodes).then_with(|| other.order.cmp(&self.order))
    }
}

impl PartialOrd for Part {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Part {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Part {}

/// Parts of what is left, in its order.
fn cut(
    search: &Search,
    count: usize,
    balance: Balance,
    limits: &mut Limits<'_>,
) -> Result<Vec<Part>, SplitError> {
    let mut probe = Search::with_rule(search.problem(), search.rule());
    let mut open = BinaryHeap::new();
    for (place, checkpoint) in search.split(1).into_iter().enumerate() {
        open.push(sized(checkpoint, vec![place], 1.0, &mut probe, balance, limits)?);
    }
    let mut whole = Vec::new();
    while open.len() + whole.len() < count
        && let Some(part) = open.pop()
    {
        probe.resume(&part.checkpoint).expect("the part is of this search");
        let parts = probe.split(2);
        if parts.len() < 2 {
            // A cover, or a dead end: there is nothing to cut.
            whole.push(part);
            continue;
        }
        let share = part.nodes / parts.len() as f64;
        for (way, checkpoint) in parts.into_iter().enumerate() {
            let order = [&part.order[..], &[way]].concat();
            open.push(sized(checkpoint, order, share, &mut probe, balance, limits)?);
        }
    }
    whole.extend(open);
    whole.sort_unstable_by(|part, other| part.order.cmp(&other.order));
    Ok(whole)
}

/// A part with its size: guessed by probes, or the share it has of the part around it.
fn sized(
    checkpoint: Checkpoint,
    order: Vec<usize>,
    share: f64,
    probe: &mut Search,
    balance: Balance,
    limits: &mut Limits<'_>,
) -> Result<Part, SplitError> {
    let mut nodes = share;
    if balance.probes > 0 {
        probe.resume(&checkpoint).expect("the part is of this search");
        let estimate = probe.estimate(balance.probes, balance.seed, limits);
        if let Some(why) = estimate.stopped {
            return Err(why.into());
        }
        // JSON has no infinity.
        nodes = estimate.nodes.value.min(f64::MAX);
    }
    Ok(Part { checkpoint, nodes, order })
}
