//! Compiling the diagram of all covers, along the frontier or with memoization.

mod frontier;
#[cfg(test)]
mod tests;

use frontier::Finish;
use num_bigint::BigUint;
use thiserror::Error;

use crate::control::limits::{Limits, Stopped};
use crate::count::contestant::{Contestant, NODE};
use crate::count::frontier::FrontierSteps;
use crate::count::memo::{Memo, Policy};
use crate::count::portfolio::Portfolio;
use crate::count::report::CountedPart;
use crate::count::semiring::{Exact, Plain};
use crate::diagram::{Diagram, DiagramBuilder, NodeId};
use crate::parallel::pool::Pool;
use crate::problem::Problem;
use crate::problem::givens::{GivenError, Givens, Settled};

/// The reason why a diagram could not be compiled.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CompileError {
    /// The givens contradict one another.
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
    /// forbidden ones.
    ///
    /// Frontier dynamic programming and memoization run in a portfolio. If the frontier engine wins, the
    /// diagram [is ordered](Self::is_ordered). The diagram and the tables for its construction stay within
    /// [`Limits::bytes`].
    ///
    /// The memo compares states of the problem by secret random keys of 128 bits. With `n` states the diagram
    /// is wrong with probability below n^2 / 2^129, whatever the problem. Its bytes do not depend on the
    /// keys.
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
    /// Givens that contradict one another, or a limit.
    #[expect(clippy::missing_panics_doc, reason = "without a limit of time one engine finishes")]
    pub fn compile(
        problem: &Problem,
        givens: Givens<'_>,
        limits: &mut Limits<'_>,
    ) -> Result<Self, CompileError> {
        let mut settled = Settled::default();
        settled.resolve(problem, givens)?;
        let (_, steps) = FrontierSteps::in_good_orders(problem, &settled);
        // If no frontier is narrow enough, the memo runs alone.
        let mut contestants: Vec<_> =
            steps.into_iter().flatten().map(|steps| frontier::diagram(steps, problem, &settled)).collect();
        contestants.push(Box::new(DiagramByMemo {
            problem,
            memo: Memo::new(problem, givens, &Policy::Fewest, |_| 0)?,
            builder: DiagramBuilder::new(limits.most_bytes()),
        }));
        let mut portfolio = Portfolio::of(contestants);
        let won = portfolio.advance(u64::MAX, None, limits);
        let nodes = portfolio.iter().map(|contestant| contestant.report().nodes).sum();
        let stopped = |why, at_least| CompileError::Stopped { why, nodes, at_least };
        match won {
            Ok(won) => {
                let (finish, _) = won.expect("without a limit of time one engine finishes");
                finish(limits).map_err(|why| stopped(why, BigUint::ZERO))
            }
            Err(why) => Err(stopped(why, portfolio.into_at_least())),
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
        self.memo.figures().nodes
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
        let nodes = until.saturating_sub(self.work());
        let root = self.memo.advance(&mut self.builder, nodes, limits)?.done();
        Ok(root.map(|root| -> Finish<'p> {
            let (problem, builder) =
                (self.problem, std::mem::replace(&mut self.builder, DiagramBuilder::new(0)));
            Box::new(move |_| Ok(builder.finish(problem, root, None)))
        }))
    }
}
