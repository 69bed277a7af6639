//! The cheapest covers of a problem, by two searches that take turns.
//!
//! The first is depth first over lists with taxes (`tree`): it takes the branches of least net cost first and cuts off
//! what is too expensive by the bounds of the module `taxes`, which contains the proof. It solves small problems in less
//! time than a linear program takes, and problems whose linear programs bound little. The second has a linear program
//! at each node (`linear`) and continues with the node of the least bound.
//!
//! Both offer the covers that they find to one collector, which keeps the cheapest. Once it has enough, only covers that
//! are cheaper than the dearest of them are affordable in both searches, and the answer is complete as soon as one of
//! them is. The lower bound of a stopped search is the greater one of the two.
//!
//! Turns are measured by the work, so that the same problem gives the same answer.

mod any;
mod found;
mod linear;
pub(crate) mod symmetric;
pub(crate) mod taxes;
mod tree;

use std::borrow::Cow;
use std::num::NonZeroUsize;

pub(crate) use crate::cheapest::any::AnyCovers;
pub use crate::cheapest::found::{Best, Gap, Priced};
use crate::cheapest::found::{Collector, Tally, Wanted};
use crate::cheapest::linear::{Linear, LinearEnd};
use crate::cheapest::taxes::Taxing;
use crate::cheapest::tree::Taxed;
use crate::control::answers::Cover;
use crate::control::checkpoint::Checkpoint;
use crate::control::counters::Counters;
use crate::control::limits::{CostsKnown, Limits, Position, Stopped};
use crate::control::query::Query;
use crate::engine::{BranchState, NodeState};
use crate::problem::Problem;
use crate::problem::givens::{GivenError, Givens};
use crate::problem::size::Size;

/// A search for the cheapest covers of one problem.
///
/// The cost of a cover is the sum of the [costs](Problem::cost) of its options, including the given ones. Both may be
/// negative.
///
/// ```
/// use dlx_core::inner::Cheapest;
/// use dlx_core::{Limits, Problem};
///
/// let problem = Problem::builder()
///     .primary(["a", "b", "c"])
///     .option(["a", "b"]).cost(5)
///     .option(["c"]).cost(1)
///     .option(["a"]).cost(1)
///     .option(["b", "c"]).cost(2)
///     .option(["b"]).cost(9)
///     .build()?;
/// let best = Cheapest::new(&problem).find(2, &mut Limits::none());
/// let costs: Vec<i128> = best.covers.iter().map(|priced| priced.cost).collect();
/// assert_eq!(costs, [3, 6]);
/// assert_eq!(best.stopped, None);
/// # Ok::<(), dlx_core::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cheapest {
    problem: Problem,
    taxing: Taxing,
    arena: Taxed,
    place: Stage,
    solutions: u64,
    tally: Tally,
    /// The search by linear programs of the last question, if it came to that.
    linear: Option<Linear>,
    /// The greatest cost of a cover that is wanted.
    most_cost: Option<i128>,
    /// How much more than the cheapest one a cover may cost.
    gap: Gap,
    /// The number of threads.
    threads: NonZeroUsize,
    /// The bound of a search by linear programs that ended as it had no more memory.
    abandoned: Option<i128>,
    /// The cost of the cheapest cover that the last question has found.
    cheapest: Option<i128>,
}

impl Query<'_> {
    /// Returns the `k` cheapest covers, or what is known of them when a limit was reached; 0 counts as 1.
    ///
    /// # Errors
    /// Options that the problem does not have.
    pub fn best(&self, k: usize) -> Result<Best, GivenError> {
        let mut search = Cheapest::new(self.problem());
        search.set_threads(self.thread_count());
        match search.restart(self.givens()) {
            Ok(()) => Ok(search.find(k, &mut self.limits())),
            Err(error) if error.is_contradiction() => {
                Ok(Best { covers: Vec::new(), lower_bound: None, proved: 0, stopped: None })
            }
            Err(error) => Err(error),
        }
    }
}

/// Work of the walk before the first linear program: many problems are solved in that time.
const FIRST_TURN: u64 = 2_000_000;
/// Least work of a turn of the linear programs.
const LEAST_TURN: u64 = 500_000;
/// How many times the work so far a tree may seem to take and still get an equal share, and the part of the work that it
/// gets otherwise. Its fraction is an estimate that grows late: pent6x10 with random costs seems to take 20 times its work.
const FAR: f64 = 32.0;
const SMALL_PART: u64 = 8;

/// The state of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The root is yet to be built.
    Unbuilt,
    Fresh,
    Inside,
    Ended,
}

impl Cheapest {
    /// Returns a search without givens and with the strongest taxes.
    ///
    /// # Complexity
    /// The first search builds the tables and finds the taxes, which takes up to 2000 passes over the uses of the
    /// problem, fewer for a large one: a fraction of a second. So does the first one after every
    /// [`restart`](Self::restart).
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        Self::with_taxing(problem, Taxing::default())
    }

    /// Returns a search without givens and with these taxes.
    #[must_use]
    pub fn with_taxing(problem: &Problem, taxing: Taxing) -> Self {
        let arena = Taxed::new(problem);
        let problem = problem.clone();
        let (place, tally) = (Stage::Unbuilt, Tally::default());
        let mut search = Self {
            problem,
            taxing,
            arena,
            place,
            solutions: 0,
            tally,
            linear: None,
            most_cost: None,
            gap: Gap::Cost(0),
            threads: NonZeroUsize::MIN,
            abandoned: None,
            cheapest: None,
        };
        let restarted = search.restart(Givens::none());
        debug_assert_eq!(restarted, Ok(()), "without givens there is no conflict");
        search
    }

    /// Replaces the givens.
    ///
    /// # Errors
    /// Givens that contradict one another. The search is then without givens.
    pub fn restart(&mut self, givens: Givens<'_>) -> Result<(), GivenError> {
        self.forget();
        self.place = Stage::Unbuilt;
        self.arena.restart(&self.problem, givens)
    }

    /// Builds the root, unless it is built.
    fn build(&mut self, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        if self.place == Stage::Unbuilt {
            self.arena.build(&self.problem, self.taxing, limits)?;
            self.place = Stage::Fresh;
        }
        Ok(())
    }

    /// Returns the search with its root built.
    fn built(&self) -> Cow<'_, Self> {
        if self.place != Stage::Unbuilt {
            return Cow::Borrowed(self);
        }
        let mut built = self.clone();
        built.build(&mut Limits::none()).expect("there are no limits");
        Cow::Owned(built)
    }

    /// Returns a lower bound on the cost of every cover that is known before any search; `None` if it is
    /// evident that there is no cover.
    #[must_use]
    pub fn floor(&self) -> Option<i128> {
        self.built().arena.root_floor().map(|floor| floor + self.given_cost())
    }

    /// Returns the `k` cheapest covers, fewer if there are no more; 0 counts as 1.
    ///
    /// The limit of solutions counts the covers that belonged to the `k` cheapest when they were found, so
    /// that `solutions(1)` stops at the first cover. The limit of bytes applies to the covers that are kept, and to
    /// the tables and the open nodes of the search by linear programs.
    pub fn find(&mut self, k: usize, limits: &mut Limits<'_>) -> Best {
        self.find_watched(k, limits, |_| {})
    }

    /// Like [`find`](Self::find), and calls `on_cheaper` with each cover that is cheaper than all found before.
    pub fn find_watched(
        &mut self,
        k: usize,
        limits: &mut Limits<'_>,
        on_cheaper: impl FnMut(&Priced),
    ) -> Best {
        self.find_wanted(Some(k), limits, on_cheaper)
    }

    /// Returns all covers of the least cost, and calls `on_cheaper` with each cover that is cheaper than all found before.
    ///
    /// The limits are those of [`find`](Self::find). If the search was stopped, the covers are those of the least cost
    /// found, and there may be others.
    ///
    /// ```
    /// use dlx_core::inner::Cheapest;
    /// use dlx_core::{Limits, Problem};
    ///
    /// let mut builder = Problem::builder();
    /// builder.primary(["a", "b"]).option(["a", "b"]).cost(3).option(["a"]).cost(1);
    /// let problem = builder.option(["b"]).cost(2).option(["b"]).cost(7).build()?;
    /// let best = Cheapest::new(&problem).find_all_optimal(&mut Limits::none(), |_| {});
    /// assert_eq!(best.covers.len(), 2);
    /// assert!(best.covers.iter().all(|priced| priced.cost == 3));
    /// # Ok::<(), dlx_core::BuildError>(())
    /// ```
    pub fn find_all_optimal(&mut self, limits: &mut Limits<'_>, on_cheaper: impl FnMut(&Priced)) -> Best {
        self.find_wanted(None, limits, on_cheaper)
    }

    /// Considers only covers that cost no more than this, from now on; `None` for all.
    ///
    /// An empty answer of a complete search then means that no cover costs so little.
    pub fn set_most_cost(&mut self, most: Option<i128>) {
        self.most_cost = most;
    }

    /// Sets the number of threads. A search that is long is divided into parts; the covers do not depend on the number of
    /// threads. With a limit of nodes, one thread runs.
    pub fn set_threads(&mut self, threads: NonZeroUsize) {
        self.threads = threads;
    }

    /// Ends the search for one cover as soon as no cover can cost less by more than this gap, from now on; without a gap
    /// it is 0. [`Best::lower_bound`] then says what is proved. A negative gap counts as 0.
    ///
    /// ```
    /// use dlx_core::inner::{Cheapest, Gap};
    /// use dlx_core::{Limits, Problem};
    ///
    /// let problem = Problem::builder().primary(["a"]).option(["a"]).cost(8).option(["a"]).cost(7).build()?;
    /// let mut search = Cheapest::new(&problem);
    /// search.set_gap(Gap::Percent(20.into()));
    /// let best = search.find(1, &mut Limits::none());
    /// let (found, bound) = (best.covers[0].cost, best.lower_bound.expect("there is a cover"));
    /// assert!(best.stopped.is_none() && (found - bound) * 100 <= found * 20);
    /// # Ok::<(), dlx_core::BuildError>(())
    /// ```
    pub fn set_gap(&mut self, gap: Gap) {
        self.gap = gap;
    }

    fn find_wanted(
        &mut self,
        number: Option<usize>,
        limits: &mut Limits<'_>,
        mut on_cheaper: impl FnMut(&Priced),
    ) -> Best {
        self.forget();
        let given = self.arena.given().to_vec();
        let gap = if number.is_some_and(|number| number <= 1) { self.gap } else { Gap::Cost(0) };
        let wanted = Wanted { number, most: self.most_cost, gap };
        let mut collector = Collector::new(wanted, &given, &mut on_cheaper);
        let stopped = self.search(&mut collector, limits).err();
        self.solutions = collector.taken();
        let untried = if stopped.is_some() { self.least_untried() } else { None };
        collector.answer(stopped, untried, if stopped.is_some() { None } else { self.floor() })
    }

    /// Lets the two searches take turns until one of them is complete.
    fn search(&mut self, collector: &mut Collector<'_>, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        self.build(limits)?;
        self.arena.rewind();
        limits.attune(self.problem.use_count());
        self.afford(collector);
        let mut has_linear = matches!(self.taxing, Taxing::Linear | Taxing::Portfolio);
        loop {
            if !(has_linear && self.taxing == Taxing::Linear) {
                let until = if has_linear { self.turn() } else { u64::MAX };
                if self.walk(until, collector, limits)? {
                    return Ok(());
                }
            }
            if has_linear && self.linear.is_none() {
                self.linear = Linear::new(&self.problem, self.arena.settled(), limits)?;
                has_linear = self.linear.is_some();
            }
            let fraction = self.fraction();
            if let Some(linear) = &mut self.linear {
                linear.report_fraction(fraction);
                let done = self.arena.work().max(linear.work());
                let until = done + (done / 4).max(LEAST_TURN);
                let end = linear.run_in_parts(until, self.threads, &mut self.tally, collector, limits);
                self.solutions = collector.taken();
                self.cheapest = collector.cheapest();
                match end? {
                    LinearEnd::Complete => {
                        self.place = Stage::Ended;
                        return Ok(());
                    }
                    LinearEnd::Paused => {}
                    LinearEnd::OutOfMemory => {
                        // The tree needs no more memory than it has.
                        self.abandoned = linear.least_open();
                        self.linear = None;
                        has_linear = false;
                    }
                }
                self.afford(collector);
            }
        }
    }

    /// Returns the work until which the tree is walked before the next linear program: as much as that of the linear
    /// programs if the tree seems to end before this many times the work so far, and a small part of it otherwise. So a
    /// problem takes at most twice the work of the linear programs, and hardly more of a large one.
    fn turn(&self) -> u64 {
        let Some(linear) = &self.linear else { return FIRST_TURN };
        let (walked, solved) = (self.arena.work(), linear.work());
        let expected = walked as f64 / self.fraction();
        if expected <= FAR * (walked + solved) as f64 { solved } else { solved / SMALL_PART }
    }

    /// Walks the tree until its work reaches this number. Returns true if it is complete.
    fn walk(
        &mut self,
        until: u64,
        collector: &mut Collector<'_>,
        limits: &mut Limits<'_>,
    ) -> Result<bool, Stopped> {
        while self.arena.work() < until && self.place != Stage::Ended {
            if self.step(until, limits)? {
                collector.offer(self.priced(), limits)?;
                self.solutions = collector.taken();
                self.cheapest = collector.cheapest();
                self.afford(collector);
            }
        }
        Ok(self.place == Stage::Ended)
    }

    /// Cuts off what costs too much to be kept.
    fn afford(&mut self, collector: &Collector<'_>) {
        if let Some(cutoff) = collector.cutoff()
            && !self.arena.afford(cutoff - self.given_cost() - 1)
        {
            self.place = Stage::Ended;
        }
    }

    /// Returns the least cost that a cover may have that was not looked for; `None` if there is none.
    fn least_untried(&self) -> Option<i128> {
        let least = match self.place {
            Stage::Ended => None,
            Stage::Unbuilt => Some(self.least_possible()),
            Stage::Fresh => self.floor(),
            Stage::Inside => self.arena.least_untried().map(|least| least + self.given_cost()),
        }?;
        let least = self.abandoned.map_or(least, |bound| bound.max(least));
        self.linear.as_ref().map_or(Some(least), |linear| linear.least_open().map(|open| open.max(least)))
    }

    /// Walks to the next affordable cover, or until the work reaches this number. Returns true at a cover.
    fn step(&mut self, until: u64, limits: &mut Limits<'_>) -> Result<bool, Stopped> {
        if limits.solutions_left() == 0 {
            if self.place == Stage::Inside && self.arena.least_untried().is_none() {
                self.place = Stage::Ended;
                return Ok(false);
            }
            return Err(Stopped::Solutions);
        }
        if self.place == Stage::Fresh {
            let here = self.arena.here();
            if here != NodeState::Open {
                self.place = Stage::Ended;
                return Ok(here == NodeState::Solved);
            }
            self.place = Stage::Inside;
            self.arena.open();
        }
        while self.arena.work() < until {
            if limits.fuel() == 0 && self.arena.least_untried().is_some() {
                limits.refuel(self)?;
            }
            let depth = self.arena.depth();
            let taken = self.arena.take_next();
            if taken == BranchState::Closed {
                if depth == 1 {
                    self.place = Stage::Ended;
                    return Ok(false);
                }
                continue;
            }
            limits.spend(1);
            self.tally.count(depth - 1);
            match taken {
                BranchState::Open => self.arena.open(),
                BranchState::Solved => return Ok(true),
                BranchState::Dead | BranchState::Closed => {}
            }
        }
        Ok(false)
    }

    /// Returns the cover at the position of the search.
    fn priced(&self) -> Priced {
        let mut cover = Cover::new();
        self.arena.path(&mut cover);
        cover.sort_unstable();
        Priced { cost: self.problem.cost_of(&cover), cover }
    }

    fn given_cost(&self) -> i128 {
        self.problem.cost_of(self.arena.given())
    }

    /// Returns a cost that no cover is below, from the signs alone.
    fn least_possible(&self) -> i128 {
        let others = self.problem.options().map(|option| self.problem.cost(option).min(0));
        let given = self.arena.given().iter().map(|&option| self.problem.cost(option).max(0));
        others.chain(given).sum()
    }

    fn forget(&mut self) {
        if self.place != Stage::Unbuilt {
            self.place = Stage::Fresh;
        }
        self.solutions = 0;
        self.tally = Tally::default();
        self.linear = None;
        self.abandoned = None;
        self.cheapest = None;
    }

    /// Returns the work of the last [`find`](Self::find). A node is a branch taken at an item: an option, or
    /// "enough" for an item that need not be covered again.
    #[must_use]
    pub fn counters(&self) -> Counters {
        Counters { nodes: self.tally.nodes, updates: self.arena.updates(), solutions: self.solutions }
    }

    /// Returns the nodes by level.
    #[must_use]
    pub fn levels(&self) -> &[u64] {
        &self.tally.levels
    }

    /// Returns the size of the problem and of the tables of the search; nothing until the first question builds them.
    #[must_use]
    pub fn size(&self) -> Size {
        if self.place == Stage::Unbuilt { Size::default() } else { self.arena.size() }
    }
}

impl Position for Cheapest {
    fn counters(&self) -> Counters {
        self.counters()
    }

    /// Like that of the driver, except that a level may end before its last branch.
    fn fraction(&self) -> f64 {
        match self.place {
            Stage::Unbuilt | Stage::Fresh => 0.0,
            Stage::Ended => 1.0,
            Stage::Inside => (0..self.arena.depth())
                .rev()
                .fold(None, |below: Option<f64>, level| {
                    let (tried, of) = self.arena.rank(level);
                    let (tried, of) = (f64::from(tried), f64::from(of.max(1)));
                    Some(below.map_or(tried / of, |below| (tried - 1.0 + below) / of))
                })
                .unwrap_or(0.0),
        }
    }

    fn checkpoint(&self) -> Option<Checkpoint> {
        None
    }

    fn costs(&self) -> Option<CostsKnown> {
        let bound = self.least_untried().into_iter().chain(self.cheapest).min();
        let decimal = |cost| self.problem.decimal(cost);
        bound.map(|bound| CostsKnown { cheapest: self.cheapest.map(decimal), bound: decimal(bound) })
    }
}
