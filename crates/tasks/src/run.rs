//! Runs a task without a folder. If a task reaches a limit, the covers found are the result of a part of the task, and
//! the rest is split into new tasks.
//!
//! The part that is done and the tasks of the rest are the parts of one split of the task, in this order. So the
//! places of their results are bound to one another by the digest of this split, as the results of any split are,
//! and merging needs no other rule.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use dlx_core::inner::{CountError, Counting, NODES_BETWEEN_LOOKS, ParallelSearch};
use dlx_core::{BigUint, Count, Givens, Limits, Representative, Stopped};
use thiserror::Error;

use crate::enumeration::{Enumeration, Run};
use crate::folder::Wanted;
use crate::outcome::{Found, append, append_representative, text_of};
use crate::place::{Place, PlaceError, digest_of_done, digest_of_task, places};
use crate::split::{Balance, SplitError, cut};
use crate::task::{ForeignTask, Task};

/// What running a task gives.
#[derive(Debug)]
#[non_exhaustive]
pub struct Ran {
    /// The result of the task, or of the part of it that was done, as the [file](crate::Outcome) of it would be.
    pub text: Vec<u8>,
    /// The id of the task, or of that part.
    pub id: String,
    /// The number of covers in the result.
    pub count: BigUint,
    /// The tasks that the rest was split into, in the order of the search; none if the task is done.
    pub rest: Vec<Task>,
    /// The limit that was reached, if one was.
    pub stopped: Option<Stopped>,
}

/// The reason why a task gives no result.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RunError {
    /// The task is not of this problem, or not of these symmetries.
    #[error(transparent)]
    Foreign(#[from] ForeignTask),
    /// The covers of the task cannot be counted.
    #[error(transparent)]
    Count(#[from] CountError),
    /// The rest cannot be split.
    #[error(transparent)]
    Split(#[from] SplitError),
    /// The task was split too often.
    #[error(transparent)]
    Place(#[from] PlaceError),
    /// A limit was reached before the task began.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// The most time for which the rest of a task that was asked to end is split.
const MOST_SPLITTING: Duration = Duration::from_millis(50);

/// Runs a task, and returns what was found and, if a limit was reached, the rest as at least `parts` tasks, if it has so
/// many parts. The rest may be fewer tasks if the question of the limits has ended the task and splitting its rest takes
/// longer than 0.05 s, or if the question ends that. The text of covers ends at the limit of [bytes](Limits::bytes), too.
///
/// An engine that counts without enumerating has no position to continue from. It is stopped after the time `engines`
/// or half of the nodes. A search, which has a position, then begins within the limits.
///
/// ```
/// use std::time::Duration;
/// use dlx_core::{BigUint, Limits, Search};
/// use dlx_instances::langford;
/// use dlx_tasks::{Balance, Wanted, run, split};
///
/// let problem = langford::problem(8)?;
/// let mut tasks = split(&Search::new(&problem), 3, Balance::default(), &mut Limits::none())?;
/// let mut total = BigUint::ZERO;
/// while let Some(task) = tasks.pop() {
///     let ran = run(&problem, &task, Wanted::Count, 2, Duration::MAX, &mut Limits::none().nodes(500))?;
///     total += ran.count;
///     tasks.extend(ran.rest);
/// }
/// assert_eq!(total, BigUint::from(300u32));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A task of another enumeration, one that was split too often, or a limit that was reached before the task began.
#[expect(clippy::missing_panics_doc, reason = "a split into tasks has a place for each")]
pub fn run<'e>(
    of: impl Into<Enumeration<'e>>,
    task: &Task,
    wanted: Wanted,
    parts: usize,
    engines: Duration,
    limits: &mut Limits<'_>,
) -> Result<Ran, RunError> {
    let of = of.into();
    if wanted == Wanted::Count
        && let Some(count) = by_engines(of, task, engines, limits)?
    {
        return Ok(done(task, Found::Count(&count), count.clone()));
    }
    let mut search = task.open(of, limits)??;
    let mut lines = Vec::new();
    let (count, stopped) = match wanted {
        Wanted::Count => counted(&mut search, limits),
        Wanted::Covers => listed(&mut search, limits, &mut lines),
    };
    let found = match wanted {
        Wanted::Count => Found::Count(&count),
        Wanted::Covers => Found::Covers(&lines, u64::try_from(&count).unwrap_or(u64::MAX)),
    };
    let Some(why) = stopped else { return Ok(done(task, found, count.clone())) };
    // Without the limits, which are reached: otherwise what was found would be lost.
    let whole = search.split(1, &mut Limits::none())?.ok_or(SplitError::ManySymmetries)?;
    let begun = Instant::now();
    let mut limits = Limits::none().ask(NODES_BETWEEN_LOOKS, |_| {
        // A run that was asked to end does so soon; one that has reached another limit may still be asked to.
        let is_over = match why {
            Stopped::Asked => begun.elapsed() >= MOST_SPLITTING,
            _ => limits.step(u64::MAX).is_err(),
        };
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let rest = match cut(whole.clone(), &mut search, parts, Balance::default(), &mut limits) {
        Err(SplitError::Stopped(_)) => {
            let unsized_parts = Balance { probes: 0, ..Balance::default() };
            let mut rest = cut(whole, &mut search, 1, unsized_parts, &mut Limits::none())?;
            let share = task.nodes / rest.len().max(1) as f64;
            rest.iter_mut().for_each(|part| part.nodes = share);
            rest
        }
        rest => rest?,
    };
    if rest.is_empty() {
        // The limit was reached at the end of the task.
        return Ok(done(task, found, count.clone()));
    }
    let digests: Vec<_> = rest.iter().map(|part| digest_of_task(task.problem, &part.checkpoint)).collect();
    let here = digest_of_done(task.place.last().task, &digests);
    let mut places =
        places(task.problem, Some(&task.place), &[&[here][..], &digests[..]].concat())?.into_iter();
    let here = places.next().expect("the part that is done has a place");
    let tasks = places.zip(rest).map(|(place, part)| Task {
        place,
        problem: task.problem,
        nodes: part.nodes,
        checkpoint: part.checkpoint,
    });
    let rest = tasks.collect();
    Ok(Ran { rest, stopped: Some(why), ..at(&here, task, found, count.clone()) })
}

/// Returns the result of a task that is done.
fn done(task: &Task, found: Found<'_>, count: BigUint) -> Ran {
    at(&task.place, task, found, count)
}

fn at(place: &Place, task: &Task, found: Found<'_>, count: BigUint) -> Ran {
    let text = text_of(place, task, found).expect("writing to memory does not fail");
    Ran { text, id: place.to_string(), count, rest: Vec::new(), stopped: None }
}

/// Counts with the best engine within part of the limits. Returns `None` if that is not enough, or if the task is not
/// one for other engines than the search.
fn by_engines(
    of: Enumeration<'_>,
    task: &Task,
    most: Duration,
    limits: &mut Limits<'_>,
) -> Result<Option<BigUint>, RunError> {
    task.check(of)?;
    let Enumeration::Covers(problem) = of else { return Ok(None) };
    let Some((forced, forbidden)) = task.givens(problem) else { return Ok(None) };
    let (begun, nodes, bytes) = (Instant::now(), limits.nodes_left(), limits.most_bytes());
    let half = if nodes == u64::MAX { nodes } else { nodes / 2 };
    let mut some = Limits::none().nodes(half).bytes(bytes).ask(NODES_BETWEEN_LOOKS, |_| {
        let is_over = begun.elapsed() >= most || limits.step(u64::MAX).is_err();
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let givens = Givens::none().force(&forced).forbid(&forbidden);
    let counted = Counting::of(problem).givens(givens).run(&mut some)?;
    drop(some);
    Ok(match counted.count {
        Count::Exact(count) => Some(count),
        Count::AtLeast(..) => None,
    })
}

fn counted(run: &mut Run, limits: &mut Limits<'_>) -> (BigUint, Option<Stopped>) {
    match run {
        Run::Search(search) => match search.count_rest(limits) {
            Count::Exact(count) => (count.into(), None),
            Count::AtLeast(count, why) => (count.into(), Some(why)),
        },
        Run::Listing(listing) => {
            let mut found = 0_u64;
            let end = listing.for_each(NonZeroUsize::MIN, limits, |_| {
                found += 1;
                ControlFlow::Continue(())
            });
            (found.into(), end.err())
        }
    }
}

/// Lists the covers as lines.
fn listed(run: &mut Run, limits: &mut Limits<'_>, lines: &mut Vec<u8>) -> (BigUint, Option<Stopped>) {
    let most = limits.most_bytes();
    let is_full = |lines: &Vec<u8>| {
        if lines.len() >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let (found, why) = match run {
        Run::Search(search) => {
            let mut listing = ParallelSearch::new(search, NonZeroUsize::MIN);
            let count = listing.render(limits, append, |batch| {
                lines.extend_from_slice(batch.bytes);
                is_full(lines)
            });
            match count {
                Count::Exact(count) => (count, None),
                Count::AtLeast(count, why) => (count, Some(why)),
            }
        }
        Run::Listing(listing) => {
            let mut found = 0_u64;
            let end = listing.for_each(NonZeroUsize::MIN, limits, |Representative { cover, orbit }| {
                append_representative(&cover, &orbit, lines);
                found += 1;
                is_full(lines)
            });
            (found, end.err())
        }
    };
    let why = if lines.len() >= most { why.map(|_| Stopped::Memory) } else { why };
    (found.into(), why)
}
