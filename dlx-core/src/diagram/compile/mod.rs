//! Compiling the diagram of all covers, along the frontier or with memoization.

mod build;
mod frontier;
mod level;
mod nodes;
mod shards;
mod states;
mod step;
mod sweep;
#[cfg(test)]
mod tests;
mod threads;

use std::num::NonZeroUsize;

use frontier::Finish;
use num_bigint::BigUint;
use thiserror::Error;
use threads::LayerThreads;

use crate::control::answers::Cover;
use crate::control::limits::{Limits, Stopped};
use crate::control::query::Query;
use crate::count::contestant::{Contestant, NODE};
use crate::count::frontier::FrontierSteps;
use crate::count::memo::{Memo, Policy};
use crate::count::portfolio::Portfolio;
use crate::count::report::CountedPart;
use crate::count::semiring::{Exact, Plain};
use crate::diagram::{Diagram, DiagramBuilder, NodeId};
use crate::parallel::Threads;
use crate::parallel::pool::Pool;
use crate::problem::Problem;
use crate::problem::givens::{GivenError, Givens, Settled};

/// The reason why a diagram could not be compiled.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CompileError {
    /// The problem does not have the givens.
    #[error(transparent)]
    Given(#[from] GivenError),
    /// A limit stopped the work.
    #[error("{why}, after {nodes} nodes; there are at least {at_least} covers")]
    Stopped {
        /// The limit.
        why: Stopped,
        /// Number of nodes entered: options taken, or steps from one state to another.
        nodes: u64,
        /// A lower bound of the number of covers.
        at_least: BigUint,
    },
}

impl Diagram {
    /// Returns the diagram of all covers of a problem that contain the given options and none of the
    /// forbidden ones, compiled by one thread.
    ///
    /// ```
    /// use dlx_core::{Diagram, Givens, Limits, Problem};
    ///
    /// let problem =
    ///     Problem::builder().primary(["a", "b"]).option(["a", "b"]).option(["a"]).option(["b"]).build()?;
    /// let diagram = Diagram::compile(&problem, Givens::none(), &mut Limits::none())?;
    /// assert_eq!(diagram.count(), 2u32.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Givens that the problem does not have, or a limit.
    pub fn compile(
        problem: &Problem,
        givens: Givens<'_>,
        limits: &mut Limits<'_>,
    ) -> Result<Self, CompileError> {
        Compiling::of(problem).givens(givens).run(limits)
    }
}

impl Query<'_> {
    /// Returns the diagram of all covers, compiled with the threads of the query.
    ///
    /// # Errors
    /// Options that the problem does not have, or a limit.
    pub fn diagram(&self) -> Result<Diagram, CompileError> {
        let compiling = Compiling::of(self.problem()).givens(self.givens()).threads(self.thread_count());
        compiling.run(&mut self.limits())
    }

    /// Returns `count` random covers, each drawn from all covers with the same probability and independently of the
    /// others, so that some may be equal; none if there is no cover. The same seed gives the same covers.
    ///
    /// The [diagram](Self::diagram) of all covers is compiled first; [`Diagram::sampler`] draws without an end.
    ///
    /// # Errors
    /// Those of [`diagram`](Self::diagram).
    pub fn sample(&self, count: usize, seed: u64) -> Result<Vec<Cover>, CompileError> {
        Ok(self.diagram()?.sampler(seed).take(count).collect())
    }
}

/// The compilation of a diagram, with its settings.
///
/// Frontier dynamic programming and memoization run in a portfolio. If the frontier engine wins, the diagram
/// [is ordered](Diagram::is_ordered). The diagram and the tables for its construction stay within
/// [`Limits::bytes`].
///
/// The memo compares states of the problem by secret random keys of 128 bits. With `n` states the diagram is
/// wrong with probability below n^2 / 2^129, whatever the problem. Its bytes do not depend on the keys.
///
/// ```
/// use std::num::NonZeroUsize;
/// use dlx_core::inner::Compiling;
/// use dlx_core::Limits;
/// use dlx_instances::{dominoes, region::Region};
///
/// let problem = dominoes::problem(&Region::rectangle(8, 8)?)?;
/// let threads = NonZeroUsize::new(2).expect("2 is not 0");
/// let diagram = Compiling::of(&problem).threads(threads).run(&mut Limits::none())?;
/// assert_eq!(diagram.count(), 12_988_816u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Compiling<'p> {
    problem: &'p Problem,
    givens: Givens<'p>,
    threads: NonZeroUsize,
}

impl<'p> Compiling<'p> {
    /// Returns a compilation of all covers of this problem, with one thread.
    #[must_use]
    pub fn of(problem: &'p Problem) -> Self {
        Self { problem, givens: Givens::none(), threads: NonZeroUsize::MIN }
    }

    /// Sets the givens: the diagram has the covers with the given options and without the forbidden ones.
    #[must_use]
    pub fn givens(self, givens: Givens<'p>) -> Self {
        Self { givens, ..self }
    }

    /// Sets the number of threads for frontiers of tens of thousands of states; memoization uses one. The diagram is
    /// the same, node by node, for any number. With a limit of nodes, one thread is used.
    #[must_use]
    pub fn threads(self, threads: NonZeroUsize) -> Self {
        Self { threads, ..self }
    }

    /// Compiles the diagram. Givens that contradict one another are in no cover.
    ///
    /// # Errors
    /// Givens that the problem does not have, or a limit.
    #[expect(clippy::missing_panics_doc, reason = "without a limit of time one engine finishes")]
    pub fn run(&self, limits: &mut Limits<'_>) -> Result<Diagram, CompileError> {
        let &Self { problem, givens, threads } = self;
        let mut settled = Settled::default();
        if !settled.resolve_if_consistent(problem, givens)? {
            let none = DiagramBuilder::new(usize::MAX).finish(problem, NodeId::NONE, None, limits);
            return none.map_err(|why| CompileError::Stopped { why, nodes: 0, at_least: BigUint::ZERO });
        }
        let stopped = |why, nodes, at_least| CompileError::Stopped { why, nodes, at_least };
        let steps = FrontierSteps::in_good_orders(problem, &settled, limits)
            .map_err(|why| stopped(why, 0, BigUint::ZERO))?;
        let threads = if limits.nodes_left() == u64::MAX { threads } else { NonZeroUsize::MIN };
        let threads = Threads::new(threads);
        let threads = LayerThreads::new(&threads);
        let diagram = |steps| frontier::diagram(steps, problem, &settled, &threads);
        // If no frontier is narrow enough, the memo runs alone.
        let mut contestants: Vec<_> = steps.into_iter().flatten().map(diagram).collect();
        contestants.push(Box::new(DiagramByMemo {
            problem,
            memo: Memo::new(problem, givens, &Policy::Fewest, |_| 0)?,
            builder: DiagramBuilder::new(limits.most_bytes()),
        }));
        let mut portfolio = Portfolio::of(contestants);
        // The engines have the threads of their own: with a pool the portfolio would divide the time between
        // them in another way, and another one could win.
        let won = portfolio.advance(u64::MAX, None, limits);
        let nodes = portfolio.iter().map(|contestant| contestant.report().nodes).sum();
        match won {
            Ok(won) => {
                let (finish, _) = won.expect("without a limit of time one engine finishes");
                finish(limits).map_err(|why| stopped(why, nodes, BigUint::ZERO))
            }
            Err(why) => Err(stopped(why, nodes, portfolio.into_at_least())),
        }
    }
}

/// A diagram by memoization.
struct DiagramByMemo<'p> {
    problem: &'p Problem,
    memo: Memo<NodeId>,
    builder: DiagramBuilder,
}

impl<'p> Contestant for DiagramByMemo<'p> {
    type Value = Finish<'p>;

    fn work(&self) -> u64 {
        self.memo.figures().work()
    }

    fn unit(&self) -> u64 {
        NODE
    }

    fn report(&self) -> CountedPart {
        self.memo.report()
    }

    fn held_bytes(&self) -> usize {
        self.memo.bytes() + self.builder.bytes()
    }

    fn into_at_least(self: Box<Self>) -> BigUint {
        let counts = self.builder.into_counts();
        let known = self.memo.known(&mut Plain(&Exact), |&node| counts[node.index()].into());
        known.expect("numbers of any size fit")
    }

    fn advance(
        &mut self,
        until: u64,
        _: Option<&Pool>,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Finish<'p>>, Stopped> {
        let nodes = self.memo.figures().nodes_until(until);
        let root = self.memo.advance(&mut self.builder, nodes, limits)?.done();
        Ok(root.map(|root| -> Finish<'p> {
            let (problem, builder) =
                (self.problem, std::mem::replace(&mut self.builder, DiagramBuilder::new(0)));
            Box::new(move |limits| builder.finish(problem, root, None, limits))
        }))
    }
}
