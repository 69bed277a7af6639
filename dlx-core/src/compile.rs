//! Making the diagram of all covers, by layers or by memory.

use num_bigint::BigUint;
use thiserror::Error;

use crate::diagram::{Builder, Diagram};
use crate::givens::{GivenError, Givens};
use crate::limits::{Limits, Stopped};
use crate::memo::{Memo, Policy, Splits, Step};
use crate::problem::Problem;

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
    /// The diagram and the tables that it takes to make it stay within [`Limits::bytes`].
    ///
    /// # Errors
    /// Givens that contradict one another, or a limit that was reached.
    pub fn compile(
        problem: &Problem,
        givens: Givens<'_>,
        limits: &mut Limits<'_>,
    ) -> Result<Self, CompileError> {
        let mut builder = Builder::new(limits.most_bytes());
        let mut memo = Memo::new(problem, givens, &Policy::Fewest, Splits::WhilePaying, |_| 0)?;
        match memo.advance(&mut builder, u64::MAX, limits) {
            Ok(Step::Done(root)) => Ok(builder.finish(problem, root, None)),
            Ok(Step::Paused) => unreachable!("the budget is endless"),
            Err(halt) => {
                let (why, nodes) = (Stopped::from(halt), memo.figures().nodes);
                Err(CompileError::Stopped { why, nodes, at_least: BigUint::ZERO })
            }
        }
    }
}
