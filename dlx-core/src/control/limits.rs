//! Limits: budgets that runs draw from, and a question that is asked at regular intervals.
//!
//! Here are no clock and no signals: deadlines, Ctrl-C and progress displays are that question, which callers and
//! [`Query`](crate::Query) implement.

use std::cell::Cell;
use std::fmt;
use std::ops::ControlFlow;
use std::rc::Rc;

use crate::control::checkpoint::{Checkpoint, SymmetricListing};
use crate::control::counters::Counters;
pub use crate::control::stopped::Stopped;
use crate::problem::decimal::Decimal;

/// A budget rather than a setting: all runs that use the same `Limits` draw from it.
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
    left: Allowance,
    question: Option<Question<'q>>,
    /// Steps of a setup since the question was asked.
    setup_steps: usize,
    /// The nodes left of a slice, if these are its limits.
    slice: Option<u64>,
    /// The fraction reported to the question in place of that of the run that asks it.
    told: Option<f64>,
    /// The listing up to symmetry that the run is a branch of, with the number of representatives so far.
    listing: Option<(SymmetricListing, Rc<Cell<u64>>)>,
}

/// The numbers that a run may spend; the greatest of a type is no limit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance {
    pub(crate) solutions: u64,
    pub(crate) nodes: u64,
    pub(crate) bytes: usize,
}

impl Allowance {
    pub(crate) const UNLIMITED: Self = Self { solutions: u64::MAX, nodes: u64::MAX, bytes: usize::MAX };
}

struct Question<'q> {
    /// The interval that the caller asked for.
    wanted: u64,
    /// That interval, or a shorter one if a node may take long.
    every: u64,
    nodes_left: u64,
    ask: Ask<'q>,
}

type Ask<'q> = Box<dyn FnMut(&Progress<'_>) -> ControlFlow<()> + 'q>;

/// Number of nodes between two questions that look at a clock: few enough that questions are less than 0.1 seconds apart,
/// and enough that they cost nothing measurable.
pub const NODES_BETWEEN_LOOKS: u64 = 256;

/// Number of uses that a search looks at between two questions. Where all of them are looked up in memory, each takes up
/// to 60 ns: then this takes 0.06 s.
const STEPS_BETWEEN_QUESTIONS: u64 = 1 << 20;

/// Number of options of a cover that count as a node where covers are listed: finding, sorting and printing them takes as
/// long as a node does.
const OPTIONS_OF_A_NODE: usize = 64;

/// Number of steps of a setup between two questions: each looks at an option or an item and may wait for memory, so
/// that all of them take about a millisecond.
const STEPS_OF_SETUP: usize = 1 << 16;

/// The progress of a run, as the question sees it. Each value is computed when it is asked for.
#[derive(Clone, Copy)]
pub struct Progress<'p> {
    position: &'p dyn Position,
    told: Option<f64>,
    listing: Option<SymmetricListing>,
}

/// A source of progress values.
pub(crate) trait Position {
    fn counters(&self) -> Counters;
    fn fraction(&self) -> f64;
    fn checkpoint(&self) -> Option<Checkpoint>;
    /// What a search for the cheapest covers knows of the least cost.
    fn costs(&self) -> Option<CostsKnown> {
        None
    }
}

/// What is known of the least cost during a search for the cheapest covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CostsKnown {
    /// The cost of the cheapest cover so far.
    pub cheapest: Option<Decimal>,
    /// No cover costs less.
    pub bound: Decimal,
}

/// The position of a run that cannot be resumed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Underway {
    pub(crate) counters: Counters,
    /// Fraction of the work done; 0 if the amount of work is unknown.
    pub(crate) fraction: f64,
    pub(crate) costs: Option<CostsKnown>,
}

impl Underway {
    pub(crate) fn of(counters: Counters, fraction: f64) -> Self {
        Self { counters, fraction, costs: None }
    }
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

    fn costs(&self) -> Option<CostsKnown> {
        self.costs
    }
}

impl Progress<'_> {
    /// Returns the counters of the search at this moment.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.position.counters()
    }

    /// Returns the fraction of the tree that is done, from 0 to 1. It never decreases. Each branch of a node
    /// has the same weight as its siblings, so that the value is an estimate until the end.
    ///
    /// # Complexity
    /// Linear in the depth.
    #[must_use]
    pub fn fraction(&self) -> f64 {
        self.told.unwrap_or_else(|| self.position.fraction())
    }

    /// Returns what is known of the least cost, in a search for the cheapest covers.
    ///
    /// # Complexity
    /// Linear in the depth.
    #[must_use]
    pub fn costs(&self) -> Option<CostsKnown> {
        self.position.costs()
    }

    /// Returns a checkpoint to resume from, or `None` if the run cannot be resumed, such as that of a
    /// [`Query::best`](crate::Query::best). Solutions already returned are not repeated after a resume.
    ///
    /// # Complexity
    /// Linear in the problem for the first call, which computes its digest; linear in the depth from then on.
    #[must_use]
    pub fn checkpoint(&self) -> Option<Checkpoint> {
        self.position.checkpoint().map(|checkpoint| checkpoint.of_listing(self.listing))
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

/// An observer of a run, such as a progress display, for [`Limits::observe`]. Closures are for
/// [`Limits::ask`].
pub trait Observer {
    /// Receives the progress of the run; [`ControlFlow::Break`] stops it.
    fn observe(&mut self, progress: &Progress<'_>) -> ControlFlow<()>;
}

/// Observes nothing.
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
    /// Returns limits without any limit: a run with them always completes.
    #[must_use]
    pub fn none() -> Self {
        Self::of(Allowance::UNLIMITED)
    }

    pub(crate) fn of(left: Allowance) -> Self {
        Self { left, question: None, setup_steps: 0, slice: None, told: None, listing: None }
    }

    /// Returns the limits of a slice of a run, whose caller asks the question of the run after it. The caller also
    /// [builds](crate::Search::build) what the search needs before each slice, within the limits of the run: a slice ends
    /// early if something is to be built. It ends after this many nodes, or a little later where some are counted at once,
    /// but after `most` at most.
    pub(crate) fn slice(nodes: u64, most: u64, solutions: u64) -> Self {
        let left = Allowance { nodes: most, solutions, ..Allowance::UNLIMITED };
        Self { slice: Some(nodes), ..Self::of(left) }
    }

    /// Returns true if these are the limits of a [slice](Self::slice).
    pub(crate) fn is_slice(&self) -> bool {
        self.slice.is_some()
    }

    /// Sets the greatest number of solutions.
    #[must_use]
    pub fn solutions(mut self, most: u64) -> Self {
        self.left.solutions = most;
        self
    }

    /// Sets the greatest number of nodes ([`Counters::nodes`]).
    #[must_use]
    pub fn nodes(mut self, most: u64) -> Self {
        self.left.nodes = most;
        self
    }

    /// Sets the greatest number of bytes for tables that grow during a run (frontier, memo and diagrams) and
    /// for covers that are kept, as by [`Query::best`](crate::Query::best). This is not a budget: memory that one
    /// run has freed is available to the next.
    #[must_use]
    pub fn bytes(mut self, most: usize) -> Self {
        self.left.bytes = most;
        self
    }

    /// Sets a question that is asked after every `every` nodes (0 counts as 1), or after fewer nodes if the
    /// problem is so large that a node takes long; with 256, questions are meant to be less than 0.1 seconds
    /// apart. [`ControlFlow::Break`] stops the run.
    #[must_use]
    pub fn ask(mut self, every: u64, question: impl FnMut(&Progress<'_>) -> ControlFlow<()> + 'q) -> Self {
        let every = every.max(1);
        self.question = Some(Question { wanted: every, every, nodes_left: every, ask: Box::new(question) });
        self
    }

    /// Sets an observer that is asked like the question of [`ask`](Self::ask).
    #[doc(hidden)]
    #[must_use]
    pub fn observe(self, every: u64, mut observer: impl Observer + 'q) -> Self {
        self.ask(every, move |progress| observer.observe(progress))
    }

    /// Returns the number of solutions left in the budget.
    #[doc(hidden)]
    #[must_use]
    pub fn solutions_left(&self) -> u64 {
        self.left.solutions
    }

    /// Returns the number of nodes left in the budget.
    #[doc(hidden)]
    #[must_use]
    pub fn nodes_left(&self) -> u64 {
        self.left.nodes
    }

    /// Returns the greatest number of bytes for tables that grow.
    #[doc(hidden)]
    #[must_use]
    pub fn most_bytes(&self) -> usize {
        self.left.bytes
    }

    /// Adapts the interval between questions to a problem with this number of uses: a node takes up to one
    /// step for each use, so that the question is due after fewer nodes of a large problem.
    pub(crate) fn attune(&mut self, uses: usize) {
        if let Some(question) = &mut self.question {
            let most = (STEPS_BETWEEN_QUESTIONS / (uses as u64).max(1)).max(1);
            question.every = question.wanted.min(most);
            question.nodes_left = question.nodes_left.min(question.every);
        }
    }

    /// Counts `steps` of work done outside this crate towards the next question, as if they were nodes, and
    /// asks the question if it is due. Steps do not reduce the budget of nodes. `step(u64::MAX)` asks at
    /// once.
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
    #[doc(hidden)]
    pub fn step(&mut self, steps: u64) -> Result<(), Stopped> {
        self.step_at(steps, Counters::default(), 0.0)
    }

    /// Like [`step`](Self::step), and tells the question the counters and the fraction of the work that is done.
    ///
    /// # Errors
    /// [`Stopped::Asked`] if the question was answered with [`ControlFlow::Break`].
    #[doc(hidden)]
    pub fn step_at(&mut self, steps: u64, counters: Counters, fraction: f64) -> Result<(), Stopped> {
        self.pass(steps, &Underway::of(counters, fraction))
    }

    /// Counts steps of the construction of tables, which enters no nodes, and asks the question if it is due.
    ///
    /// # Errors
    /// [`Stopped::Asked`] if the question was answered with [`ControlFlow::Break`].
    #[inline]
    pub(crate) fn setup(&mut self, steps: usize) -> Result<(), Stopped> {
        self.setup_steps += steps;
        if self.setup_steps < STEPS_OF_SETUP {
            return Ok(());
        }
        self.setup_steps = 0;
        self.ask_at_once(&Underway::default())
    }

    /// Returns the number of nodes that may be entered before [`spend`](Self::spend) must be called, and then
    /// [`step_at`](Self::step_at), which asks the question if it is due.
    #[doc(hidden)]
    #[must_use]
    pub fn fuel(&self) -> u64 {
        let of_slice = self.slice.unwrap_or(u64::MAX);
        let of_question = self.question.as_ref().map_or(u64::MAX, |question| question.nodes_left);
        self.left.nodes.min(of_slice).min(of_question)
    }

    /// Runs `run` without a limit of solutions, which it does not take from the budget.
    #[doc(hidden)]
    pub fn without_solutions<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        self.with_solutions(u64::MAX, run)
    }

    /// Runs `run` with another limit of solutions, which it does not take from the budget.
    pub(crate) fn with_solutions<T>(&mut self, most: u64, run: impl FnOnce(&mut Self) -> T) -> T {
        let solutions = std::mem::replace(&mut self.left.solutions, most);
        let result = run(self);
        self.left.solutions = solutions;
        result
    }

    /// Runs `run` with at most this many nodes of the budget: a turn of a search that can be continued.
    ///
    /// ```
    /// use dlx_core::{Limits, Problem, Search, Stopped};
    ///
    /// let problem = Problem::builder().primary(["a", "b"]).option(["a"]).option(["b"]).build()?;
    /// let mut search = Search::new(&problem);
    /// let mut limits = Limits::none().nodes(10);
    /// let turn = limits.within_nodes(0, |limits| search.next_solution(limits).map(|cover| cover.is_some()));
    /// assert_eq!((turn, limits.nodes_left()), (Err(Stopped::Nodes), 10));
    /// assert!(search.next_solution(&mut limits)?.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(hidden)]
    pub fn within_nodes<T>(&mut self, most: u64, run: impl FnOnce(&mut Self) -> T) -> T {
        let rest = self.left.nodes.saturating_sub(most);
        let is_limited = self.left.nodes != u64::MAX;
        self.left.nodes = self.left.nodes.min(most);
        let result = run(self);
        self.left.nodes = if is_limited { self.left.nodes + rest } else { u64::MAX };
        result
    }

    /// Runs `run`, a branch of a listing up to symmetry: the checkpoints that the question sees are those of the
    /// listing, which has found so many representatives at that moment.
    pub(crate) fn within_listing<T>(
        &mut self,
        listing: SymmetricListing,
        found: &Rc<Cell<u64>>,
        run: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.listing = Some((listing, Rc::clone(found)));
        let result = run(self);
        self.listing = None;
        result
    }

    /// Runs `run` with the memory limit reduced by `bytes`.
    pub(crate) fn reserving<T>(&mut self, bytes: usize, run: impl FnOnce(&mut Self) -> T) -> T {
        let most = self.left.bytes;
        if most != usize::MAX {
            self.left.bytes = most.saturating_sub(bytes);
        }
        let result = run(self);
        self.left.bytes = most;
        result
    }

    /// Reports this fraction to the question from now on, or that of the run that asks it if `None`. Used
    /// while several runs take turns at the same work, where the fraction of one of them says little.
    pub(crate) fn report_fraction(&mut self, fraction: Option<f64>) {
        self.told = fraction;
    }

    /// Takes entered nodes from the budget, which has as many left. Where nodes were counted at once, they may exceed what
    /// [`fuel`](Self::fuel) allowed.
    #[doc(hidden)]
    pub fn spend(&mut self, nodes: u64) {
        self.settle_nodes(nodes);
        if let Some(slice) = &mut self.slice {
            *slice = slice.saturating_sub(nodes);
        }
        if let Some(question) = &mut self.question {
            question.nodes_left = question.nodes_left.saturating_sub(nodes);
        }
    }

    /// Counts a cover of this many options towards the next question, which is asked before the next node is entered.
    pub(crate) fn list(&mut self, options: usize) {
        if let Some(question) = &mut self.question {
            question.nodes_left = question.nodes_left.saturating_sub((options / OPTIONS_OF_A_NODE) as u64);
        }
    }

    /// Checks that a node may be entered, and asks the question if it is due.
    pub(crate) fn refuel(&mut self, position: &dyn Position) -> Result<(), Stopped> {
        if self.question.as_ref().is_some_and(|question| question.nodes_left == 0) {
            self.ask_at_once(position)?;
        }
        if self.left.nodes == 0 || self.slice == Some(0) { Err(Stopped::Nodes) } else { Ok(()) }
    }

    /// Asks the question, due or not.
    pub(crate) fn ask_at_once(&mut self, position: &dyn Position) -> Result<(), Stopped> {
        let Some(question) = &mut self.question else { return Ok(()) };
        question.nodes_left = question.every;
        let listing = self.listing.as_ref().map(|(listing, found)| listing.after(found.get()));
        match (question.ask)(&Progress { position, told: self.told, listing }) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stopped::Asked),
        }
    }

    /// Takes nodes from the budget in the order of the tree, whichever thread entered them, as far as the
    /// budget reaches.
    pub(crate) fn settle_nodes(&mut self, nodes: u64) {
        if self.left.nodes != u64::MAX {
            self.left.nodes = self.left.nodes.saturating_sub(nodes);
        }
    }

    /// Asks the question if it is due after `nodes` more nodes.
    pub(crate) fn pass(&mut self, nodes: u64, position: &dyn Position) -> Result<(), Stopped> {
        let Some(question) = &mut self.question else { return Ok(()) };
        question.nodes_left = question.nodes_left.saturating_sub(nodes);
        if question.nodes_left == 0 { self.ask_at_once(position) } else { Ok(()) }
    }

    /// Takes one solution from the budget.
    pub(crate) fn settle_solution(&mut self) {
        if self.left.solutions != u64::MAX {
            self.left.solutions -= 1;
        }
    }

    /// Takes solutions that were found outside this crate from the budget, as far as it reaches.
    #[doc(hidden)]
    pub fn spend_solutions(&mut self, solutions: u64) {
        if self.left.solutions != u64::MAX {
            self.left.solutions = self.left.solutions.saturating_sub(solutions);
        }
    }
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("solutions", &self.left.solutions)
            .field("nodes", &self.left.nodes)
            .field("bytes", &self.left.bytes)
            .field("asks_every", &self.question.as_ref().map(|question| question.every))
            .finish()
    }
}
