//! Making the diagram of all covers, along the frontier or with memoization.

mod frontier;
#[cfg(test)]
mod tests;

use num_bigint::BigUint;
use rayon::ThreadPool;
use thiserror::Error;

use crate::control::limits::{Limits, Stopped};
use crate::count::memo::{Memo, MemoStep, Policy};
use crate::count::portfolio::{KEPT_TRANSITION, NODE, Race, Racer, frontiers};
use crate::count::semiring::{Exact, Plain};
use crate::diagram::{Diagram, DiagramBuilder, NodeId};
use crate::problem::Problem;
use crate::problem::givens::{GivenError, Givens, Settled};
use frontier::FrontierDiagram;

/// Why there is no diagram.
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
        /// How many nodes had been entered: options taken, or steps from one state to another.
        nodes: u64,
        /// A number of covers that there are at least.
        at_least: BigUint,
    },
}

impl Diagram {
    /// The diagram of all covers of a problem that have the given options, and none of those forbidden.
    ///
    /// Frontier dynamic programming and memoization run in a portfolio. Where the frontier wins, the diagram
    /// [is ordered](Self::is_ordered). The diagram and the tables that it takes to make it stay within
    /// [`Limits::bytes`].
    ///
    /// The memory compares states of the problem by secret random keys of 128 bits. With `n` states the diagram is wrong
    /// with probability below n^2 / 2^129, whatever the problem. Its bytes do not depend on the keys.
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
    /// Givens that contradict one another, or a limit that was reached.
    #[expect(clippy::missing_panics_doc, reason = "without a limit of time the race goes on to its end")]
    pub fn compile(
        problem: &Problem,
        givens: Givens<'_>,
        limits: &mut Limits<'_>,
    ) -> Result<Self, CompileError> {
        let mut settled = Settled::default();
        settled.resolve(problem, givens)?;
        let mut race = Race::default();
        let (_, frontiers) = frontiers(problem, &settled);
        // If no frontier is narrow enough, the memory runs alone.
        for frontiers in frontiers.into_iter().flatten() {
            race.add(Maker::Frontier(FrontierDiagram::new(frontiers)));
        }
        let memo = Memo::new(problem, givens, &Policy::Fewest, |_| 0)?;
        let builder = DiagramBuilder::new(limits.most_bytes());
        race.add(Maker::Memo { memo: Box::new(memo), builder });
        let won = race.advance(u64::MAX, None, limits);
        let nodes = race.iter().map(Maker::nodes).sum();
        let made = won.map(|won| won.expect("it goes on until one has finished"));
        let made =
            made.map_err(|why| (why, race.into_racers().map(Maker::at_least).max().unwrap_or_default()));
        let finished = made.and_then(|made| match made {
            Made::Frontier(diagram) => {
                diagram.finish(problem, &settled, limits).map_err(|why| (why, BigUint::ZERO))
            }
            Made::Memo(builder, root) => Ok(builder.finish(problem, root, None)),
        });
        finished.map_err(|(why, at_least)| CompileError::Stopped { why, nodes, at_least })
    }
}

/// A diagram in the making.
enum Maker {
    Frontier(FrontierDiagram),
    Memo { memo: Box<Memo<NodeId>>, builder: DiagramBuilder },
}

/// Whatever it takes to finish one.
enum Made {
    Frontier(FrontierDiagram),
    Memo(DiagramBuilder, NodeId),
}

impl Maker {
    fn nodes(&self) -> u64 {
        match self {
            Self::Frontier(diagram) => diagram.transitions(),
            Self::Memo { memo, .. } => memo.figures().nodes,
        }
    }

    /// A number of covers that there are at least.
    fn at_least(self) -> BigUint {
        match self {
            Self::Frontier(_) => BigUint::ZERO,
            Self::Memo { memo, builder } => {
                let counts = builder.into_counts();
                let known = memo.known(&mut Plain(&Exact), |&node| counts[node.index()].into());
                known.expect("numbers of any size fit")
            }
        }
    }
}

impl Racer for Maker {
    type Prize = Made;

    fn work(&self) -> u64 {
        self.nodes()
    }

    fn unit(&self) -> u64 {
        match self {
            Self::Frontier(_) => KEPT_TRANSITION,
            Self::Memo { .. } => NODE,
        }
    }

    fn left(&self) -> Option<f64> {
        match self {
            Self::Frontier(diagram) => Some(diagram.left()),
            Self::Memo { .. } => None,
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Self::Frontier(diagram) => diagram.bytes(),
            Self::Memo { memo, builder } => memo.bytes() + builder.bytes(),
        }
    }

    fn advance(
        &mut self,
        until: u64,
        _: Option<&ThreadPool>,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Made>, Stopped> {
        match self {
            Self::Frontier(diagram) => {
                let is_done = diagram.advance(until, limits)?;
                Ok(is_done.then(|| Made::Frontier(std::mem::take(diagram))))
            }
            Self::Memo { memo, builder } => {
                let nodes = until.saturating_sub(memo.figures().nodes);
                Ok(match memo.advance(builder, nodes, limits)? {
                    MemoStep::Done(root) => {
                        Some(Made::Memo(std::mem::replace(builder, DiagramBuilder::new(0)), root))
                    }
                    MemoStep::Paused => None,
                })
            }
        }
    }
}
