//! Counting with everything that preserves the number of covers: reduction, merged options, independent
//! parts, and the engines that count without enumerating.
//!
//! None of these may cost more than it can save, and whether it saves anything is unknown beforehand. So the
//! plain search begins. When it has taken much longer than the cheap reductions would, they are tried, and
//! random probes estimate the size of the tree; the search is abandoned for that of the reduced problem only
//! if the rest is estimated to be many times what was searched. From then on the other engines get a share of
//! the work that the search has done, or is estimated to need, once that pays for setting them up, and the
//! first to finish answers (`portfolio`).
//!
//! An engine that is stopped continues where it was: the search at its position, a frontier at its layer, also when its
//! numbers become wider, and a memo with its table. Work is lost in these cases, each of which is bounded:
//! - The search begins again without slack, divided by symmetries, or on the reduced problem. It has taken less than
//!   2<sup>14</sup> updates, less than it is expected to take again, or a sixteenth of the estimate.
//! - Covers that the search has found are not deducted from the others' work. A frontier passes through all items, and
//!   would need a state more for each branch that the search has finished. The options of branches at the root could be
//!   forbidden when the others are set up, but the search has then done less than a hundredth of its work: 0.2 to 0.6 %
//!   on Latin squares of order 7 with 10 givens, Langford pairs of 12 and MacMahon squares.
//! - Memos with different orders share no table. They meet different states, as each decides other items first.
//! - An engine for which there is no memory is given up, with the layers or the table that filled it. One past the half
//!   of its work is given up last.

pub(crate) mod contestant;
pub(crate) mod counters;
pub(crate) mod frontier;
mod grant;
pub(crate) mod memo;
pub(crate) mod number;
mod part;
pub(crate) mod portfolio;
pub(crate) mod recount;
pub(crate) mod report;
pub mod semiring;
mod symmetric;
#[cfg(test)]
mod tests;
pub(crate) mod total;

use std::num::NonZeroUsize;

use num_bigint::BigUint;

use part::{Outcome, PartCount, Share, UPDATES_OF_WORK};
pub use report::{CountEngine, CountError, Counted, CountedPart, UnknownCountEngine};

use crate::control::answers::Count;
use crate::control::limits::{Limits, Stopped};
use crate::control::query::Query;
use crate::control::rule::Rule;
use crate::count::frontier::NoSteps;
use crate::engine::word::Word;
use crate::problem::Problem;
use crate::problem::givens::{GivenError, Givens, Settled};
use crate::reduce::{Reducer, Reduction, Twins, components, left_by, without_slack};

/// Work of the search, for each use of the problem, before the cheap reductions are tried: many times what
/// they take.
const WORK_PER_USE: u64 = 200;

/// Work of the search before slack is removed from the smallest problems.
const WORK_BEFORE_SLACK: u64 = 1 << 14;

/// How much larger than the work done the rest of a tree must be estimated, so that the search is abandoned
/// for a smaller one. At most one estimate in this many is that much too high, and the work lost is at most
/// this part of the whole.
const WORTH_WHILE: u64 = 16;

/// The part of the estimated work that may go into trying options, whose work costs several times as much as
/// that of the engines on bits: on the pentominoes in 6x10 the count took 0.56 s with a 192nd, 0.51 s with a
/// 512th, and 0.47 s with this part.
const PART_OF_TRIALS: u64 = 2048;

/// The greatest multiple of the work done that a count up to a limit is expected to take: in the estimate, where an
/// update of the links stands for a quarter of one of the engines on bits, four times as long as so far.
const MOST_OF_LIMITED: u64 = 16;

/// Returns the number of covers of a problem, of any size.
///
/// Like [`Search::count`](crate::Search::count), with less work where possible: options that cannot be in a
/// cover are removed first, options that use the same items are merged into one with a weight, parts of the
/// problem that share no item are counted separately, and covers that share states are not enumerated.
/// [`Counting`] takes threads, givens and an engine, and reports which engine finished.
///
/// The engine [`Memo`](CountEngine::Memo) compares states of the problem by secret random keys of 128 bits.
/// With `n` states its count is wrong with probability below n^2 / 2^129 (2^-69 for 10^9 states), whatever
/// the problem.
///
/// The limits mean the same as for [`Search::count`](crate::Search::count), except that a node can also be
/// one in the tree of a part, an option tried by the reduction, or a step from one state to another. A limit
/// of solutions stops the count when that number is known, also where there are exactly that many
/// ([`Count::up_to`]); a number returned with a limit is a lower bound.
#[must_use]
#[expect(clippy::missing_panics_doc, reason = "nothing is given, and no engine is asked for")]
pub fn count(problem: &Problem, limits: &mut Limits<'_>) -> Count<BigUint> {
    let counted = Counting::of(problem).run(limits);
    counted.expect("without givens and a wish for an engine nothing is refused").count
}

impl Query<'_> {
    /// Returns the number of covers, of any size, without listing them.
    ///
    /// ```
    /// use dlx_core::{BigUint, Problem, Query};
    ///
    /// // A hundred coins that lie heads or tails: one search would take 2^100 leaves.
    /// let names: Vec<String> = (0..100).map(|coin| format!("coin{coin}")).collect();
    /// let mut builder = Problem::builder();
    /// builder.primary(&names);
    /// for name in &names {
    ///     builder.option([name]).option([name]);
    /// }
    /// let problem = builder.build()?;
    /// assert_eq!(Query::new(&problem).count()?.exact()?, BigUint::from(2u32).pow(100));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Options that the problem does not have.
    pub fn count(&self) -> Result<Count<BigUint>, GivenError> {
        let counting = Counting::of(self.problem()).givens(self.givens()).threads(self.thread_count());
        match counting.run(&mut self.limits()) {
            Ok(counted) => Ok(counted.count),
            Err(CountError::Given(error)) => Err(error),
            Err(CountError::Unsupported(_)) => unreachable!("no engine is asked for"),
        }
    }
}

/// A count with its settings.
///
/// ```
/// use std::num::NonZeroUsize;
/// use dlx_core::inner::{CountEngine, Counting};
/// use dlx_core::{Givens, Limits, OptionId};
/// use dlx_instances::{dominoes, region::Region};
///
/// let problem = dominoes::problem(&Region::rectangle(8, 8)?)?;
/// // The coverings of a board of 8 by 8 cells with the first domino in the corner: half of 12,988,816.
/// let given = [OptionId::new(0)];
/// let counted = Counting::of(&problem)
///     .givens(Givens::none().force(&given))
///     .threads(NonZeroUsize::new(2).expect("2 is not 0"))
///     .engine(CountEngine::Frontier)
///     .run(&mut Limits::none())?;
/// assert_eq!(counted.count.exact()?, 6_494_408u32.into());
/// assert_eq!(counted.parts[0].engine, CountEngine::Frontier);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Counting<'p> {
    problem: &'p Problem,
    givens: Givens<'p>,
    threads: NonZeroUsize,
    engine: Option<CountEngine>,
    rule: Rule,
}

impl<'p> Counting<'p> {
    /// Returns a count of all covers of this problem, with one thread and the engine that is found best.
    #[must_use]
    pub fn of(problem: &'p Problem) -> Self {
        Self {
            problem,
            givens: Givens::none(),
            threads: NonZeroUsize::MIN,
            engine: None,
            rule: Rule::default(),
        }
    }

    /// Sets the givens: only covers with the given options and without the forbidden ones count.
    #[must_use]
    pub fn givens(self, givens: Givens<'p>) -> Self {
        Self { givens, ..self }
    }

    /// Sets the number of threads for long counts. With a limit of nodes, one thread is used.
    #[must_use]
    pub fn threads(self, threads: NonZeroUsize) -> Self {
        Self { threads, ..self }
    }

    /// Sets the engine.
    #[must_use]
    pub fn engine(self, engine: CountEngine) -> Self {
        Self { engine: Some(engine), ..self }
    }

    /// Sets the rule of the search, for problems for which another than the default is known to be better.
    #[must_use]
    pub fn rule(self, rule: Rule) -> Self {
        Self { rule, ..self }
    }

    /// Counts. Givens that contradict one another are in no cover.
    ///
    /// # Errors
    /// Givens that the problem does not have, or an engine that does not support the problem.
    pub fn run(&self, limits: &mut Limits<'_>) -> Result<Counted, CountError> {
        let left;
        let problem = if self.givens == Givens::none() {
            self.problem
        } else {
            let mut settled = Settled::default();
            if !settled.resolve_if_consistent(self.problem, self.givens)? {
                let count = Count::Exact(BigUint::ZERO).up_to(limits.solutions_left());
                return Ok(Counted { count, parts: Vec::new(), work: 0 });
            }
            left = match left_by(self.problem, &settled, limits) {
                Ok((left, _)) => left,
                Err(why) => {
                    let count = Count::AtLeast(BigUint::ZERO, why);
                    return Ok(Counted { count, parts: Vec::new(), work: 0 });
                }
            };
            &left
        };
        let most = limits.solutions_left();
        if most == 0 {
            return Ok(Counted {
                count: Count::AtLeast(BigUint::ZERO, Stopped::Solutions),
                parts: Vec::new(),
                work: 0,
            });
        }
        let threads = if limits.nodes_left() == u64::MAX { self.threads } else { NonZeroUsize::MIN };
        let mut run = CountRun {
            most,
            threads,
            rule: self.rule,
            share: Share { own: 1.0, ..Share::default() },
            parts: Vec::new(),
            work: 0,
        };
        let count = match self.engine {
            None => run.by_any(problem, limits),
            Some(engine) => {
                let part = PartCount::by(problem.clone(), Vec::new(), threads, engine, self.rule, limits);
                match part {
                    Ok(part) => {
                        if engine != CountEngine::Search {
                            run.work += counters::setup(problem);
                        }
                        run.all(&mut [part], &BigUint::ZERO, limits)
                    }
                    Err(NoSteps::Stopped(why)) => Count::AtLeast(BigUint::ZERO, why),
                    Err(NoSteps::Unsupported(unsupported)) => return Err(unsupported.into()),
                }
            }
        };
        let count = count.up_to(most);
        limits.spend_solutions(u64::try_from(count.clone().at_least()).unwrap_or(u64::MAX));
        Ok(Counted { count, parts: run.parts, work: run.work })
    }
}

/// A count in progress.
struct CountRun {
    most: u64,
    threads: NonZeroUsize,
    rule: Rule,
    share: Share,
    parts: Vec<CountedPart>,
    /// The work of counts that ended or were given up.
    work: u64,
}

impl CountRun {
    /// Counts a problem by the engine that is found best. Slack is removed at once, except from the smallest
    /// problems, whose search is mostly over before that is done.
    fn by_any(&mut self, problem: &Problem, limits: &mut Limits<'_>) -> Count<BigUint> {
        let (threads, rule) = (self.threads, self.rule);
        let plain_of = |problem: &Problem| PartCount::plain(problem.clone(), Vec::new(), threads, rule);
        let mut begun = None;
        if Word::supports(problem, Rule::default()) {
            let plain = begun.insert(plain_of(problem));
            if let Some(count) = self.search(plain, WORK_BEFORE_SLACK, limits) {
                return count;
            }
        }
        match without_slack(problem, limits) {
            Err(why) => Count::AtLeast(begun.map_or(BigUint::ZERO, |plain| plain.found()), why),
            Ok(Some(problem)) => {
                self.work += begun.map_or(0, |plain| plain.spent());
                self.by_plain(plain_of(&problem), &problem, limits)
            }
            Ok(None) => self.by_plain(begun.unwrap_or_else(|| plain_of(problem)), problem, limits),
        }
    }

    /// Continues the plain search up to this work. Returns the count if that ends it.
    fn search(
        &mut self,
        plain: &mut PartCount,
        work: u64,
        limits: &mut Limits<'_>,
    ) -> Option<Count<BigUint>> {
        let outcome = plain.advance(self.most, work, &mut self.share, limits);
        if !matches!(outcome, Ok(Outcome::Paused)) {
            self.work += plain.spent();
        }
        match outcome {
            Ok(Outcome::Paused) => None,
            Ok(Outcome::Counted(count)) => {
                self.parts.push(plain.report());
                Some(Count::Exact(count))
            }
            Ok(Outcome::Enough) => Some(Count::AtLeast(plain.found(), Stopped::Solutions)),
            Err(why) => Some(Count::AtLeast(plain.found(), why)),
        }
    }

    /// Runs the plain search until something better is found.
    fn by_plain(
        &mut self,
        mut plain: PartCount,
        problem: &Problem,
        limits: &mut Limits<'_>,
    ) -> Count<BigUint> {
        let mut next_look = WORK_PER_USE.saturating_mul(problem.use_count() as u64 + 1);
        let mut reducer = None;
        loop {
            if let Some(count) = self.search(&mut plain, next_look, limits) {
                return count;
            }
            let work = plain.work();
            let mut looking = match reducer.take().map_or_else(|| Reducer::new(problem, limits), Ok) {
                Ok(looking) => looking,
                Err(why) => return Count::AtLeast(plain.found(), why),
            };
            if let Err(why) = looking.propagate(limits) {
                return Count::AtLeast(plain.found(), why);
            }
            // Most estimates from a few probes are below the true size, so that the number of probes grows
            // with the work done.
            let guess = match looking.guess(work, limits) {
                Ok(guess) => guess,
                Err(why) => return Count::AtLeast(plain.found(), why),
            };
            // A count up to a limit may end long before the whole tree is searched.
            let (expected, trials) = match self.most {
                u64::MAX => (guess, guess / PART_OF_TRIALS),
                _ => (guess.min(work.saturating_mul(MOST_OF_LIMITED)), work.min(guess / PART_OF_TRIALS)),
            };
            plain.expect(expected);
            if let Err(why) = plain.divide_by_symmetries(limits) {
                return Count::AtLeast(plain.found(), why);
            }
            if !is_worth_while(guess, work) && !plain.is_worth_others() {
                next_look = work.saturating_mul(WORTH_WHILE);
                reducer = Some(looking);
                continue;
            }
            if is_worth_while(guess, work)
                && let Err(why) = looking.block(trials, plain.pool(), limits)
            {
                return Count::AtLeast(plain.found(), why);
            }
            let reduction = match looking.finish(limits) {
                Ok(reduction) => reduction,
                Err(why) => return Count::AtLeast(plain.found(), why),
            };
            if reduction.unsolvable().is_some() {
                return Count::Exact(BigUint::ZERO);
            }
            // Removing items alone saves too little to start again.
            let left = reduction.problem().option_count() + problem.idle_options().count();
            let mut parts = match parts(&reduction, self.threads, self.rule, limits) {
                Ok(parts) => parts,
                Err(why) => return Count::AtLeast(plain.found(), why),
            };
            let found = plain.found();
            // Options that were tried and removed may break the symmetries by which the search is divided.
            let is_little =
                left == problem.option_count() || plain.is_divided() && 2 * left > problem.option_count();
            if is_little && parts.len() == 1 && !parts[0].is_weighted() {
                parts = vec![plain];
            } else {
                self.work += plain.spent();
                for part in &mut parts {
                    part.expect(expected);
                }
            }
            for part in &mut parts {
                part.admit_others();
            }
            return self.all(&mut parts, &found, limits);
        }
    }

    /// Multiplies the counts of the parts. `found` covers of the whole are known already and are among them.
    fn all(&mut self, parts: &mut [PartCount], found: &BigUint, limits: &mut Limits<'_>) -> Count<BigUint> {
        let lower = |parts: &[PartCount]| {
            let product: BigUint = parts.iter().map(PartCount::found).product();
            product.max(found.clone())
        };
        // The first cover of each part comes first, so that a part without any is found before another is
        // counted.
        let own = 1.0 / f64::from(u32::try_from(parts.len()).unwrap_or(u32::MAX));
        let looks = if parts.len() > 1 { &[(1, 0.0), (self.most, own)][..] } else { &[(self.most, own)] };
        for &(want, own) in looks {
            (self.share.before, self.share.own) = (0.0, own);
            for at in 0..parts.len() {
                let want = want.min(self.wanted_of(parts, at));
                let outcome = parts[at].advance(want, u64::MAX, &mut self.share, limits);
                self.share.before += own;
                match outcome {
                    Ok(Outcome::Counted(count)) if count == BigUint::ZERO => {
                        self.work += parts.iter().map(PartCount::spent).sum::<u64>();
                        self.parts = vec![parts[at].report()];
                        return Count::Exact(count);
                    }
                    Ok(_) => {}
                    Err(why) => return Count::AtLeast(lower(parts), why),
                }
            }
        }
        self.parts = parts.iter().map(PartCount::report).collect();
        self.work += parts.iter().map(PartCount::spent).sum::<u64>();
        if parts.iter().all(PartCount::is_counted) {
            Count::Exact(parts.iter().map(PartCount::found).product())
        } else {
            Count::AtLeast(lower(parts), Stopped::Solutions)
        }
    }

    /// Returns how many covers of a part are enough: with those found of the other parts, they reach the limit.
    fn wanted_of(&self, parts: &[PartCount], at: usize) -> u64 {
        let others = parts.iter().enumerate().filter(|&(part, _)| part != at);
        let product: BigUint = others.map(|(_, part)| part.found()).product();
        if self.most == u64::MAX || product == BigUint::ZERO {
            return self.most;
        }
        let wanted = (self.most + &product - 1u32) / product;
        u64::try_from(wanted).unwrap_or(self.most)
    }
}

/// Returns true if a search that is estimated to take `guess` updates of the links is worth starting again,
/// after this much work.
fn is_worth_while(guess: u64, work: u64) -> bool {
    guess / UPDATES_OF_WORK / WORTH_WHILE >= work
}

/// Returns the parts of a reduced problem, the smallest first.
fn parts(
    reduction: &Reduction,
    threads: NonZeroUsize,
    rule: Rule,
    limits: &mut Limits<'_>,
) -> Result<Vec<PartCount>, Stopped> {
    let twins = Twins::of(reduction.problem(), limits)?;
    let mut parts: Vec<(usize, PartCount)> = components(twins.problem(), limits)?
        .into_iter()
        .map(|component| {
            let problem = component.problem();
            let weight = |option| twins.class(component.original(option)).len() as u64;
            let weights = problem.options().map(weight).collect();
            (problem.use_count(), PartCount::plain(problem.clone(), weights, threads, rule))
        })
        .collect();
    parts.sort_by_key(|&(uses, _)| uses);
    Ok(parts.into_iter().map(|(_, part)| part).collect())
}
