//! Totals over all covers of a problem, in any semiring.

use crate::control::limits::{Limits, Stopped};
use crate::control::query::QueryError;
use crate::count::contestant::{Contestant, NODE};
use crate::count::frontier::{self, FrontierSteps};
use crate::count::memo::{Memo, Policy};
use crate::count::portfolio::Portfolio;
use crate::count::report::CountedPart;
use crate::count::semiring::{Plain, Semiring};
use crate::parallel::pool::Pool;
use crate::problem::Problem;
use crate::problem::givens::{Givens, Settled};

/// Returns the sum over all covers with these givens of the product of the values of their options, including
/// the given ones, in a semiring. Givens that contradict one another are in no cover.
///
/// The covers are not enumerated: frontier dynamic programming and memoization run in a portfolio. Nodes are steps from
/// one state to another, or options taken.
///
/// ```
/// use dlx_core::semiring::{LeastCost, Modulo};
/// use dlx_core::{Givens, Limits, Problem, total};
///
/// let problem = Problem::builder()
///     .primary(["a", "b"])
///     .option(["a", "b"]).cost(5)
///     .option(["a"]).cost(1)
///     .option(["b"]).cost(3)
///     .build()?;
/// let cheapest = total(&problem, Givens::none(), &LeastCost(&problem), &mut Limits::none())?;
/// assert_eq!(cheapest, Some(4));
/// let covers = total(&problem, Givens::none(), &Modulo::new(7), &mut Limits::none())?;
/// assert_eq!(covers.value, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Givens that the problem does not have, a limit that was reached, or a value that does not fit into its type.
#[expect(clippy::missing_panics_doc, reason = "without a limit of time one engine finishes")]
pub fn total<S: Semiring>(
    problem: &Problem,
    givens: Givens<'_>,
    semiring: &S,
    limits: &mut Limits<'_>,
) -> Result<S::Value, QueryError> {
    let mut settled = Settled::default();
    if !settled.resolve_if_consistent(problem, givens)? {
        return Ok(semiring.zero());
    }
    let (_, steps) = FrontierSteps::in_good_orders_or_along_a_tree(problem, &settled, limits)?;
    // If no frontier is narrow enough, memoization runs alone.
    let mut contestants: Vec<_> =
        steps.into_iter().flatten().map(|steps| frontier::total(steps, semiring, &settled)).collect();
    contestants
        .push(Box::new(MemoTotal { memo: Memo::new(problem, givens, &Policy::Fewest, |_| 0)?, semiring }));
    let won = Portfolio::of(contestants).advance(u64::MAX, None, limits)?;
    Ok(won.expect("without a limit of time one engine finishes").0)
}

/// A total by memoization.
struct MemoTotal<'s, S: Semiring> {
    memo: Memo<S::Value>,
    semiring: &'s S,
}

impl<S: Semiring> Contestant for MemoTotal<'_, S> {
    type Value = S::Value;

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
        self.memo.bytes()
    }

    fn advance(
        &mut self,
        until: u64,
        _: Option<&Pool>,
        limits: &mut Limits<'_>,
    ) -> Result<Option<S::Value>, Stopped> {
        let nodes = self.memo.figures().nodes_until(until);
        Ok(self.memo.advance(&mut Plain(self.semiring), nodes, limits)?.done())
    }
}
