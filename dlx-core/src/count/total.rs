//! What the covers of a problem are worth together, in any semiring.

use rayon::ThreadPool;
use thiserror::Error;

use crate::control::limits::{Limits, Stopped};
use crate::count::frontier::FrontierTotal;
use crate::count::memo::{Memo, MemoStep, Policy};
use crate::count::portfolio::{NODE, Race, Racer, TRANSITION, frontiers};
use crate::count::semiring::{Plain, Semiring};
use crate::problem::Problem;
use crate::problem::givens::{GivenError, Givens, Settled};

/// Why there is no total.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TotalError {
    /// The givens contradict one another.
    #[error(transparent)]
    Given(#[from] GivenError),
    /// A limit stopped the work, or a value did not fit in its type ([`Stopped::Overflow`]).
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// What all covers with these givens are worth together: the sum over the covers of the product over their options,
/// the given ones among them.
///
/// The covers are not enumerated: the engines [`Frontier`](crate::CountEngine::Frontier) and
/// [`Memo`](crate::CountEngine::Memo) run in a portfolio. Nodes are steps from one state to another, or options
/// taken.
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
/// Givens that contradict one another, a limit that was reached, or a value that does not fit in its type.
#[expect(clippy::missing_panics_doc, reason = "without a limit of time the race goes on to its end")]
pub fn total<S: Semiring>(
    problem: &Problem,
    givens: Givens<'_>,
    semiring: &S,
    limits: &mut Limits<'_>,
) -> Result<S::Value, TotalError> {
    let mut settled = Settled::default();
    settled.resolve(problem, givens)?;
    let mut race = Race::default();
    let (_, frontiers) = frontiers(problem, &settled);
    // If no frontier is narrow enough, the memory runs alone.
    for frontiers in frontiers.into_iter().flatten() {
        let total = Box::new(FrontierTotal::new(frontiers, semiring.one()));
        race.add(Runner { semiring, given: &settled, engine: Engine::Frontier(total) });
    }
    let memo = Memo::new(problem, givens, &Policy::Fewest, |_| 0)?;
    race.add(Runner { semiring, given: &settled, engine: Engine::Memo(Box::new(memo)) });
    Ok(race.advance(u64::MAX, None, limits)?.expect("it goes on until one has finished"))
}

/// An engine in the race.
struct Runner<'s, S: Semiring> {
    semiring: &'s S,
    given: &'s Settled,
    engine: Engine<S::Value>,
}

enum Engine<V> {
    Frontier(Box<FrontierTotal<V>>),
    Memo(Box<Memo<V>>),
}

impl<S: Semiring> Racer for Runner<'_, S> {
    type Prize = S::Value;

    fn work(&self) -> u64 {
        match &self.engine {
            Engine::Frontier(total) => total.figures().work(),
            Engine::Memo(memo) => memo.figures().nodes,
        }
    }

    fn unit(&self) -> u64 {
        match &self.engine {
            Engine::Frontier(_) => TRANSITION,
            Engine::Memo(_) => NODE,
        }
    }

    fn left(&self) -> Option<f64> {
        match &self.engine {
            Engine::Frontier(total) => Some(total.left()),
            Engine::Memo(_) => None,
        }
    }

    fn bytes(&self) -> usize {
        match &self.engine {
            Engine::Frontier(total) => total.figures().held,
            Engine::Memo(memo) => memo.bytes(),
        }
    }

    fn advance(
        &mut self,
        until: u64,
        _: Option<&ThreadPool>,
        limits: &mut Limits<'_>,
    ) -> Result<Option<S::Value>, Stopped> {
        match &mut self.engine {
            Engine::Frontier(total) => {
                let Some(value) = total.advance(self.semiring, until, limits)? else {
                    return Ok(None);
                };
                let mut product = value;
                for &option in &self.given.given {
                    let branched = self.semiring.branch(&self.semiring.zero(), option, &product);
                    product = branched.map_err(|_| Stopped::Overflow)?;
                }
                Ok(Some(product))
            }
            Engine::Memo(memo) => {
                let nodes = until.saturating_sub(memo.figures().nodes);
                let step = memo.advance(&mut Plain(self.semiring), nodes, limits).map_err(Stopped::from)?;
                Ok(match step {
                    MemoStep::Done(value) => Some(value),
                    MemoStep::Paused => None,
                })
            }
        }
    }
}
