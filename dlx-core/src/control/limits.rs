//! Limits: a budget that runs draw from, and a question asked now and then.
//!
//! The library knows no clock and no signal: a deadline, Ctrl-C and a progress display are the caller's
//! question.

use std::fmt;
use std::ops::ControlFlow;

use thiserror::Error;

use crate::control::checkpoint::Checkpoint;
use crate::control::counters::Counters;

/// Why a run stopped before it was complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum Stopped {
    /// The budget of solutions is spent.
    #[error("the limit of solutions is reached")]
    Solutions,
    /// The budget of nodes is spent.
    #[error("the limit of nodes is reached")]
    Nodes,
    /// The question was answered with [`ControlFlow::Break`].
    #[error("stopped on request")]
    Asked,
    /// The number is greater than 64 bits hold.
    #[error("the number exceeds 64 bits")]
    Overflow,
    /// The tables would take more bytes than the limit allows.
    #[error("the limit of memory is reached")]
    Memory,
}

/// A budget, not a setting: every run that is handed the same `Limits` draws from the same purse.
///
/// ```
/// use std::ops::ControlFlow;
/// use std::time::{Duration, Instant};
/// use dlx_core::Limits;
///
/// let deadline = Instant::now() + Duration::from_secs(10);
/// let limits = Limits::none().solutions(1_000_000).ask(1000, move |_| {
///     if Instant::now() < deadline { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
/// });
/// # drop(limits);
/// ```
pub struct Limits<'q> {
    solutions: u64,
    nodes: u64,
    bytes: usize,
    question: Option<Question<'q>>,
    /// What the question is told instead of the fraction of the run that asks it.
    told: Option<f64>,
}

struct Question<'q> {
    /// As the caller wants it.
    wanted: u64,
    /// That, or less where a node may take long.
    every: u64,
    nodes_left: u64,
    ask: Ask<'q>,
}

type Ask<'q> = Box<dyn FnMut(&Progress<'_>) -> ControlFlow<()> + 'q>;

/// So many steps of a few nanoseconds take less than 0.05 s.
pub(crate) const STEPS_BETWEEN_QUESTIONS: u64 = 1 << 22;

/// How far a run has come: what the question sees. Everything is computed when it is asked for.
#[derive(Clone, Copy)]
pub struct Progress<'p> {
    position: &'p dyn Position,
    told: Option<f64>,
}

/// What can be told of a place.
pub(crate) trait Position {
    fn counters(&self) -> Counters;
    fn fraction(&self) -> f64;
    fn checkpoint(&self) -> Option<Checkpoint>;
}

/// The place of a run that cannot be resumed.
pub(crate) struct Underway {
    pub(crate) counters: Counters,
    /// 0 where it is not known how much there is to do.
    pub(crate) fraction: f64,
}

impl Position for Underway {
    fn counters(&self) -> Counters {
        self.counters
    }

    fn fraction(&self) -> f64 {
        self.fraction
    }

    fn checkpoint(&self) -> Option<Checkpoint> {
        None
    }
}

impl Progress<'_> {
    /// The counters of the search at this moment.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.position.counters()
    }

    /// How much of the tree is done, 0 to 1: it never decreases from one question to the next. Each way on
    /// from a node weighs as much as its siblings, so it is exact at the end and a guess before, but it does
    /// not wait just before the end: the ways that are left always weigh what is missing.
    ///
    /// # Complexity
    /// Linear in the depth.
    #[must_use]
    pub fn fraction(&self) -> f64 {
        self.told.unwrap_or_else(|| self.position.fraction())
    }

    /// The place, to be resumed from; `None` of a run that cannot be resumed, such as that of a
    /// [`Cheapest`](crate::Cheapest). The solutions that were given before are not given again.
    ///
    /// # Complexity
    /// Linear in the problem the first time, for its digest; in the depth from then on.
    #[must_use]
    pub fn checkpoint(&self) -> Option<Checkpoint> {
        self.position.checkpoint()
    }
}

impl fmt::Debug for Progress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Progress")
            .field("counters", &self.counters())
            .field("fraction", &self.fraction())
            .finish()
    }
}

/// Watches a run, as a progress display does: what [`Limits::observe`] takes. A closure goes to
/// [`Limits::ask`].
pub trait Observer {
    /// Sees how far the run has come; [`ControlFlow::Break`] stops it.
    fn observe(&mut self, progress: &Progress<'_>) -> ControlFlow<()>;
}

/// Watches nothing.
impl Observer for () {
    fn observe(&mut self, _: &Progress<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl<O: Observer + ?Sized> Observer for &mut O {
    fn observe(&mut self, progress: &Progress<'_>) -> ControlFlow<()> {
        (**self).observe(progress)
    }
}

impl<'q> Limits<'q> {
    /// No limit at all: a run with these always completes.
    #[must_use]
    pub fn none() -> Self {
        Self { solutions: u64::MAX, nodes: u64::MAX, bytes: usize::MAX, question: None, told: None }
    }

    /// At most this many solutions.
    #[must_use]
    pub fn solutions(mut self, most: u64) -> Self {
        self.solutions = most;
        self
    }

    /// At most this many nodes ([`Counters::nodes`]).
    #[must_use]
    pub fn nodes(mut self, most: u64) -> Self {
        self.nodes = most;
        self
    }

    /// At most this many bytes for the tables of an engine whose tables grow while it runs, frontier, memo and
    /// diagrams, and for covers that are kept, as by [`Cheapest`](crate::Cheapest). Not a budget: what one run has
    /// given back, the next one may use.
    #[must_use]
    pub fn bytes(mut self, most: usize) -> Self {
        self.bytes = most;
        self
    }

    /// Asks the question after every so many nodes (0 is taken as 1), or after fewer nodes of a problem so large that
    /// these may take long: with 256, questions are meant to be less than 0.1 seconds apart. [`ControlFlow::Break`]
    /// stops the run.
    #[must_use]
    pub fn ask(mut self, every: u64, question: impl FnMut(&Progress<'_>) -> ControlFlow<()> + 'q) -> Self {
        let every = every.max(1);
        self.question = Some(Question { wanted: every, every, nodes_left: every, ask: Box::new(question) });
        self
    }

    /// As [`ask`](Self::ask), with an observer in the place of the question.
    #[must_use]
    pub fn observe(self, every: u64, mut observer: impl Observer + 'q) -> Self {
        self.ask(every, move |progress| observer.observe(progress))
    }

    /// How many solutions the budget still holds.
    #[must_use]
    pub fn solutions_left(&self) -> u64 {
        self.solutions
    }

    /// How many nodes the budget still holds.
    #[must_use]
    pub fn nodes_left(&self) -> u64 {
        self.nodes
    }

    /// How many bytes tables that grow may take.
    #[must_use]
    pub fn most_bytes(&self) -> usize {
        self.bytes
    }

    /// Nodes of a problem with so many uses are entered from here on. One node takes up to a step for each use, so that
    /// the question is due after fewer nodes of a large problem.
    pub(crate) fn attune(&mut self, uses: usize) {
        if let Some(question) = &mut self.question {
            let most = (STEPS_BETWEEN_QUESTIONS / (uses as u64).max(1)).max(1);
            question.every = question.wanted.min(most);
            question.nodes_left = question.nodes_left.min(question.every);
        }
    }

    /// Counts so many steps of work done outside this crate towards the next question, as if they were nodes, and asks
    /// the question if it is due. Steps are not taken from the budget of nodes. `step(u64::MAX)` asks at once.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use dlx_core::{Limits, Stopped};
    ///
    /// let mut limits = Limits::none().ask(100, |_| ControlFlow::Break(()));
    /// assert_eq!(limits.step(99), Ok(()));
    /// assert_eq!(limits.step(1), Err(Stopped::Asked));
    /// ```
    ///
    /// # Errors
    /// [`Stopped::Asked`] if the question was answered with [`ControlFlow::Break`].
    pub fn step(&mut self, steps: u64) -> Result<(), Stopped> {
        self.pass(steps, &Underway { counters: Counters::default(), fraction: 0.0 })
    }

    /// How many nodes may be entered before [`spend`](Self::spend) must be called.
    pub(crate) fn fuel(&self) -> u64 {
        self.question.as_ref().map_or(self.nodes, |question| self.nodes.min(question.nodes_left))
    }

    /// Runs something within the memory that is left beside so many bytes.
    pub(crate) fn reserving<T>(&mut self, bytes: usize, run: impl FnOnce(&mut Self) -> T) -> T {
        let most = self.bytes;
        if most != usize::MAX {
            self.bytes = most.saturating_sub(bytes);
        }
        let result = run(self);
        self.bytes = most;
        result
    }

    /// From here on the question is told this fraction, or that of the run that asks it: while several runs are at
    /// the same thing by turns, what each of them has done says little.
    pub(crate) fn tell(&mut self, fraction: Option<f64>) {
        self.told = fraction;
    }

    /// Pays for nodes that were entered, never more than [`fuel`](Self::fuel) allowed.
    pub(crate) fn spend(&mut self, nodes: u64) {
        // Without a limit the purse is bottomless.
        if self.nodes != u64::MAX {
            self.nodes -= nodes;
        }
        if let Some(question) = &mut self.question {
            question.nodes_left -= nodes;
        }
    }

    /// Makes sure that a node may be entered: asks the question if it is due.
    pub(crate) fn refuel(&mut self, position: &dyn Position) -> Result<(), Stopped> {
        if self.question.as_ref().is_some_and(|question| question.nodes_left == 0) {
            self.ask_at_once(position)?;
        }
        if self.nodes == 0 { Err(Stopped::Nodes) } else { Ok(()) }
    }

    /// Asks the question, due or not.
    pub(crate) fn ask_at_once(&mut self, position: &dyn Position) -> Result<(), Stopped> {
        let Some(question) = &mut self.question else { return Ok(()) };
        question.nodes_left = question.every;
        match (question.ask)(&Progress { position, told: self.told }) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stopped::Asked),
        }
    }

    /// Pays for nodes in the order of the tree, by whichever thread they were entered, as far as the budget holds.
    pub(crate) fn settle_nodes(&mut self, nodes: u64) {
        if self.nodes != u64::MAX {
            self.nodes = self.nodes.saturating_sub(nodes);
        }
    }

    /// Asks the question if it is due after so many nodes more.
    pub(crate) fn pass(&mut self, nodes: u64, position: &dyn Position) -> Result<(), Stopped> {
        let Some(question) = &mut self.question else { return Ok(()) };
        question.nodes_left = question.nodes_left.saturating_sub(nodes);
        if question.nodes_left == 0 { self.ask_at_once(position) } else { Ok(()) }
    }

    /// Pays for one solution.
    pub(crate) fn settle_solution(&mut self) {
        if self.solutions != u64::MAX {
            self.solutions -= 1;
        }
    }

    /// Pays for several solutions at once, as far as the budget holds.
    pub(crate) fn spend_solutions(&mut self, solutions: u64) {
        if self.solutions != u64::MAX {
            self.solutions = self.solutions.saturating_sub(solutions);
        }
    }
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("solutions", &self.solutions)
            .field("nodes", &self.nodes)
            .field("bytes", &self.bytes)
            .field("asks_every", &self.question.as_ref().map(|question| question.every))
            .finish()
    }
}
