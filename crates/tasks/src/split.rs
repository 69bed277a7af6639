//! Splits a search into tasks of about equal size, by random probes.
//!
//! The part with the largest estimated size is split repeatedly. The size of each part is estimated by probes
//! of its own (D. E. Knuth, *Estimating the efficiency of backtrack programs*, 1975). Probes miss subtrees
//! that few paths lead to, so some tasks are larger than estimated; [`resplit`] splits these again.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use dlx_core::{Checkpoint, Limits, Problem, Search, Stopped, Symmetries};
use thiserror::Error;

use crate::enumeration::{Enumeration, Run};
use crate::place::{Place, PlaceError, digest_of_task, places};
use crate::task::{ForeignTask, Task};

/// The way in which the size of parts is estimated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Balance {
    /// Number of probes for each part. If it is 0, siblings are assumed to have equal size.
    pub probes: u64,
    /// Random seed of the probes. The same seed gives the same tasks on every machine.
    pub seed: u64,
}

impl Default for Balance {
    fn default() -> Self {
        Self { probes: 32, seed: 0 }
    }
}

/// The reason why a search cannot be split.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SplitError {
    /// The symmetries are so many that each representative depends on those before it.
    #[error(
        "there are too many symmetries for tasks: each cover is compared with those before it, which may be in \
         another task"
    )]
    ManySymmetries,
    /// The task is not of this problem.
    #[error(transparent)]
    Foreign(#[from] ForeignTask),
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The task was split too often.
    #[error(transparent)]
    Place(#[from] PlaceError),
}

/// Returns disjoint tasks that together are the rest of the search, in its order: at least `tasks` of them,
/// if the tree has that many parts.
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
/// A limit.
///
/// # Complexity
/// For each task, the work of moving to it and of its probes.
pub fn split(
    search: &Search,
    tasks: usize,
    balance: Balance,
    limits: &mut Limits<'_>,
) -> Result<Vec<Task>, SplitError> {
    let probe = Search::with_rule(search.problem(), search.rule(), limits)?;
    let whole = search.split(1, limits)?;
    let parts = cut(whole, &mut Run::Search(Box::new(probe)), tasks, balance, limits)?;
    tasks_of(search.problem(), None, parts)
}

/// Returns disjoint tasks that together list one cover of each orbit, in the order of
/// [`Representatives`](dlx_core::Representatives): at least `tasks` of them, if the listing has that many parts.
///
/// ```
/// use dlx_core::{BigUint, Limits, Symmetries};
/// use dlx_instances::queens::{self, Board};
/// use dlx_tasks::{Balance, Folder, Merge, split_representatives};
///
/// let problem = queens::problem(8, Board::Plain)?;
/// let symmetries = Symmetries::of(&problem, &mut Limits::none())?;
/// let tasks = split_representatives(&symmetries, 5, Balance::default(), &mut Limits::none())?;
/// let here = tempfile::tempdir()?;
/// let folder = Folder::new(here.path());
/// let mut merge = Merge::new(&problem);
/// for task in &tasks {
///     folder.count(&symmetries, task, &mut Limits::none())?;
/// }
/// for result in folder.counts()? {
///     merge.add(result)?;
/// }
/// assert_eq!(merge.total()?, BigUint::from(12u32));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SplitError::ManySymmetries`] if the listing has no
/// [checkpoints](dlx_core::Representatives::checkpoint), or a limit.
///
/// # Complexity
/// For each task, the work of moving to it and of its probes. Probes estimate the search for all covers of a
/// part, which a task examines too.
pub fn split_representatives(
    symmetries: &Symmetries,
    tasks: usize,
    balance: Balance,
    limits: &mut Limits<'_>,
) -> Result<Vec<Task>, SplitError> {
    let mut listing = Run::Listing(Box::new(symmetries.representatives()));
    let whole = listing.split(1, limits)?.ok_or(SplitError::ManySymmetries)?;
    tasks_of(symmetries.problem(), None, cut(whole, &mut listing, tasks, balance, limits)?)
}

/// Returns the parts of a task as tasks that replace it. The same task, number and balance always give the
/// same parts, so a task can be split by several programs or several times.
///
/// # Errors
/// A task of another enumeration, or a limit.
///
/// # Complexity
/// As [`split()`] and [`split_representatives`].
pub fn resplit<'e>(
    of: impl Into<Enumeration<'e>>,
    task: &Task,
    tasks: usize,
    balance: Balance,
    limits: &mut Limits<'_>,
) -> Result<Vec<Task>, SplitError> {
    let of = of.into();
    let mut run = task.open(of, limits)??;
    let whole = run.split(1, limits)?.ok_or(SplitError::ManySymmetries)?;
    let parts = cut(whole, &mut run, tasks, balance, limits)?;
    tasks_of(of.problem(), Some(&task.place), parts)
}

/// Returns the parts as tasks with the digests of their common split: parts of the task at `above`, or of the
/// problem.
fn tasks_of(problem: &Problem, above: Option<&Place>, parts: Vec<Part>) -> Result<Vec<Task>, SplitError> {
    let problem = problem.digest();
    let digests: Vec<_> = parts.iter().map(|part| digest_of_task(problem, &part.checkpoint)).collect();
    let task = |(place, part): (Place, Part)| {
        let Part { nodes, checkpoint, .. } = part;
        Task { place, problem, nodes, checkpoint }
    };
    Ok(places(problem, above, &digests)?.into_iter().zip(parts).map(task).collect())
}

/// A part of a search, with its position among the others.
pub(crate) struct Part {
    pub(crate) checkpoint: Checkpoint,
    pub(crate) nodes: f64,
    /// The branch taken at each split.
    order: Vec<usize>,
}

/// Ordered by size; of parts with equal size, the first is the greatest.
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

/// Splits a run, which begins as these parts, into more of them, in its order. Moves the run `probe`.
pub(crate) fn cut(
    whole: Vec<Checkpoint>,
    probe: &mut Run,
    count: usize,
    balance: Balance,
    limits: &mut Limits<'_>,
) -> Result<Vec<Part>, SplitError> {
    let mut open = BinaryHeap::new();
    for (place, checkpoint) in whole.into_iter().enumerate() {
        open.push(sized(checkpoint, vec![place], 1.0, probe, balance, limits)?);
    }
    let mut closed = Vec::new();
    while open.len() + closed.len() < count
        && let Some(part) = open.pop()
    {
        probe.resume(&part.checkpoint, limits)?.expect("the part is of this run");
        let parts = probe.split(2, limits)?.ok_or(SplitError::ManySymmetries)?;
        if parts.len() < 2 {
            // The part is a cover or a dead end and cannot be split.
            closed.push(part);
            continue;
        }
        let share = part.nodes / parts.len() as f64;
        for (way, checkpoint) in parts.into_iter().enumerate() {
            let order = [&part.order[..], &[way]].concat();
            open.push(sized(checkpoint, order, share, probe, balance, limits)?);
        }
    }
    closed.extend(open);
    closed.sort_unstable_by(|part, other| part.order.cmp(&other.order));
    Ok(closed)
}

/// Returns a part with its size: estimated by probes, or else its share of the part that contains it.
fn sized(
    checkpoint: Checkpoint,
    order: Vec<usize>,
    share: f64,
    probe: &mut Run,
    balance: Balance,
    limits: &mut Limits<'_>,
) -> Result<Part, SplitError> {
    let mut nodes = share;
    if balance.probes > 0 {
        probe.resume(&checkpoint, limits)?.expect("the part is of this run");
        let estimate = probe.estimate(balance.probes, balance.seed, limits);
        if let Some(why) = estimate.stopped {
            return Err(why.into());
        }
        // JSON has no infinity.
        nodes = estimate.nodes.value.min(f64::MAX);
    }
    Ok(Part { checkpoint, nodes, order })
}
