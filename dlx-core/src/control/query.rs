//! The door: one type for all questions about a problem. What it asks stands where the answer is computed, such as
//! [`Query::count`] beside the counting engines; here are the settings that all questions have.

use std::fmt;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use thiserror::Error;

use crate::control::limits::{Allowance, Limits, NODES_BETWEEN_LOOKS, Stopped};
use crate::problem::Problem;
use crate::problem::givens::{GivenError, Givens};
use crate::problem::ids::OptionId;

/// A question about a problem: its settings, and a method for each kind of answer.
///
/// The settings come first, then the question. A query can be asked any number of times, and clones of it can be given
/// other settings. Each question has all of the limits for itself, but the deadline is a moment.
///
/// ```
/// use std::time::{Duration, Instant};
/// use dlx_core::{Problem, Query, Uniqueness};
///
/// let problem = Problem::builder()
///     .primary(["a", "b", "c"])
///     .option(["a", "b"])
///     .option(["c"])
///     .option(["b", "c"])
///     .option(["a"])
///     .build()?;
/// let query = Query::new(&problem).threads(2).deadline(Instant::now() + Duration::from_secs(10));
/// assert_eq!(query.count()?.exact()?, 2u32.into());
/// for cover in query.covers() {
///     for option in cover? {
///         println!("{}", problem.display_option(option));
///     }
/// }
/// let with_a_alone = query.clone().given([problem.options().last().expect("there are four")]);
/// assert!(matches!(with_a_alone.unique()?, Uniqueness::One(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`Search`](crate::Search) has checkpoints, [`Limits`] show the progress of a run.
#[derive(Clone)]
pub struct Query<'p> {
    problem: &'p Problem,
    given: Vec<OptionId>,
    forbidden: Vec<OptionId>,
    threads: NonZeroUsize,
    most: Allowance,
    deadline: Option<Instant>,
    stop: Option<StopRequest<'p>>,
}

/// A function that returns true when a run has to end.
type StopRequest<'p> = Arc<dyn Fn() -> bool + Send + Sync + 'p>;

/// The reason why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum QueryError {
    /// The problem does not have the given or forbidden options.
    #[error(transparent)]
    Given(#[from] GivenError),
    /// A limit stopped the run, or a value did not fit into its type ([`Stopped::Overflow`]).
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl<'p> Query<'p> {
    /// Returns a query about all covers of a problem, without limits and with one thread.
    #[must_use]
    pub fn new(problem: &'p Problem) -> Self {
        Self {
            problem,
            given: Vec::new(),
            forbidden: Vec::new(),
            threads: NonZeroUsize::MIN,
            most: Allowance::UNLIMITED,
            deadline: None,
            stop: None,
        }
    }

    /// Only covers that contain these options, and those of earlier calls, are asked for. Options that cannot be
    /// chosen together are in no cover.
    #[must_use]
    pub fn given(mut self, options: impl IntoIterator<Item = OptionId>) -> Self {
        self.given.extend(options);
        self
    }

    /// Only covers without these options, and without those of earlier calls, are asked for.
    #[must_use]
    pub fn forbidden(mut self, options: impl IntoIterator<Item = OptionId>) -> Self {
        self.forbidden.extend(options);
        self
    }

    /// Sets the number of threads for questions that can use several; 0 stands for as many as the machine runs at
    /// once. Answers do not depend on it.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        let of_machine = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.threads = NonZeroUsize::new(threads).unwrap_or_else(of_machine);
        self
    }

    /// Sets the greatest number of covers.
    #[must_use]
    pub fn solutions(mut self, most: u64) -> Self {
        self.most.solutions = most;
        self
    }

    /// Sets the greatest number of nodes ([`Counters::nodes`](crate::Counters::nodes)), which does not depend on the
    /// speed of the machine.
    #[must_use]
    pub fn nodes(mut self, most: u64) -> Self {
        self.most.nodes = most;
        self
    }

    /// Sets the greatest number of bytes for tables that grow during a run, and for covers that are kept, as
    /// [`Limits::bytes`] does.
    #[must_use]
    pub fn memory(mut self, most: usize) -> Self {
        self.most.bytes = most;
        self
    }

    /// Sets the moment at which a run ends, with [`Stopped::Asked`]: it is noticed within 0.1 seconds. The library
    /// looks at a clock only if there is a deadline.
    #[must_use]
    pub fn deadline(mut self, deadline: Instant) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// Sets a function that is called several times in 0.1 seconds, and ends the run with [`Stopped::Asked`] when it
    /// returns true.
    #[must_use]
    pub fn stop_if(mut self, is_over: impl Fn() -> bool + Send + Sync + 'p) -> Self {
        self.stop = Some(Arc::new(is_over));
        self
    }

    /// Returns the problem.
    #[doc(hidden)]
    #[must_use]
    pub fn problem(&self) -> &'p Problem {
        self.problem
    }

    pub(crate) fn givens(&self) -> Givens<'_> {
        Givens::none().force(&self.given).forbid(&self.forbidden)
    }

    pub(crate) fn thread_count(&self) -> NonZeroUsize {
        self.threads
    }

    /// Returns the limits of one run.
    pub(crate) fn limits(&self) -> Limits<'p> {
        let limits = Limits::of(self.most);
        if self.deadline.is_none() && self.stop.is_none() {
            return limits;
        }
        let (deadline, stop) = (self.deadline, self.stop.clone());
        limits.ask(NODES_BETWEEN_LOOKS, move |_| {
            let is_late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
            let is_over = is_late || stop.as_ref().is_some_and(|is_over| is_over());
            if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    }
}

impl fmt::Debug for Query<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Query")
            .field("problem", self.problem)
            .field("given", &self.given)
            .field("forbidden", &self.forbidden)
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}
