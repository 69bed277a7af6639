//! Counting with every means that keeps the number of covers: reduction, merged options, independent parts, and the
//! engines that count without enumerating.
//!
//! None of these may cost more than it can save, and whether it saves anything is not known beforehand. So the plain
//! search begins. When it has gone on for much longer than the cheap rules take, they are tried, and random dives guess
//! how large its tree is; only if that is many times what has been walked, the walk is given up for one of the reduced
//! problem. From then on the other engines get a share of the work that the search has done, or is guessed to have
//! before it, once that pays for setting them up, and the first to finish wins (`portfolio`).

pub(crate) mod contestant;
mod counters;
pub(crate) mod frontier;
pub(crate) mod memo;
pub(crate) mod number;
mod part;
pub(crate) mod portfolio;
pub(crate) mod recount;
pub(crate) mod report;
pub mod semiring;
#[cfg(test)]
mod tests;
pub(crate) mod total;

use std::num::NonZeroUsize;

use num_bigint::BigUint;

use part::{Outcome, PartCount, Share};
pub use report::{CountEngine, CountError, Counted, CountedPart, UnknownCountEngine};

use crate::control::answers::Count;
use crate::control::limits::{Limits, Stopped};
use crate::problem::Problem;
use crate::problem::givens::{Givens, Settled};
use crate::reduce::{Reducer, Reduction, Twins, components, left_by, without_slack};

/// The cheap rules are tried when the search has taken so many nodes off lists for each use of the problem, which
/// is many times what the rules look at.
const WORK_PER_USE: u64 = 200;

/// How much larger than what was walked a tree must be guessed, to be given up for a smaller one. A guess is
/// that much too high once in so many times at most, and what was walked in vain is that part of the whole.
const WORTH_WHILE: u64 = 16;

/// The part of the guessed work that may go into trying options, whose work is several times as dear as that of the
/// engines on bits: on the pentominoes in 6x10 the count took 0.56 s with a 192nd part, 0.51 with a 512th, and 0.47
/// with this one.
const PART_OF_TRIALS: u64 = 2048;

/// How many covers a problem has, however many they are.
///
/// As [`Search::count`](crate::Search::count), with less work where something better is found: options that cannot
/// be in a cover are removed first, options that use the same items are one option with a weight, the parts of a
/// problem that share no item are counted one by one, and covers that have much in common are not met one by one.
/// [`Counting`] says which engine did it, and takes threads, givens and an engine.
///
/// The engine [`Memo`](CountEngine::Memo) compares states of the problem by secret random keys of 128 bits. With `n`
/// states its count is wrong with probability below n^2 / 2^129 (2^-69 for 10^9 states), whatever the problem.
///
/// The limits mean the same as for [`Search::count`](crate::Search::count), but where the problem is not searched
/// as it stands, a node is one of the tree of a part, an option that the reduction tried, or a step from one state
/// to another. A limit of solutions stops when so many are known; a number found before a limit was reached is a
/// lower bound.
///
/// ```
/// use dlx_core::{BigUint, Limits, Problem, count};
///
/// // A hundred coins that lie heads or tails: one search would take 2^100 leaves.
/// let names: Vec<String> = (0..100).map(|coin| format!("coin{coin}")).collect();
/// let mut builder = Problem::builder();
/// builder.primary(names.iter().map(String::as_str));
/// for name in &names {
///     builder.option([name]).option([name]);
/// }
/// let problem = builder.build()?;
/// assert_eq!(count(&problem, &mut Limits::none()).exact()?, BigUint::from(2u32).pow(100));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
#[expect(clippy::missing_panics_doc, reason = "nothing is given, and no engine is asked for")]
pub fn count(problem: &Problem, limits: &mut Limits<'_>) -> Count<BigUint> {
    let counted = Counting::of(problem).run(limits);
    counted.expect("without givens and a wish for an engine nothing is refused").count
}

/// A count to be made: the problem, and how.
#[derive(Clone, Debug)]
pub struct Counting<'p> {
    problem: &'p Problem,
    givens: Givens<'p>,
    threads: NonZeroUsize,
    engine: Option<CountEngine>,
}

impl<'p> Counting<'p> {
    /// All covers of this problem, by one thread and whatever engine is found best.
    #[must_use]
    pub fn of(problem: &'p Problem) -> Self {
        Self { problem, givens: Givens::none(), threads: NonZeroUsize::MIN, engine: None }
    }

    /// The covers with these options, and without those that are forbidden.
    #[must_use]
    pub fn givens(self, givens: Givens<'p>) -> Self {
        Self { givens, ..self }
    }

    /// So many threads where it takes long. With a limit of nodes there is one all the same.
    #[must_use]
    pub fn threads(self, threads: NonZeroUsize) -> Self {
        Self { threads, ..self }
    }

    /// By this engine and no other.
    #[must_use]
    pub fn engine(self, engine: CountEngine) -> Self {
        Self { engine: Some(engine), ..self }
    }

    /// Counts.
    ///
    /// # Errors
    /// Givens that contradict one another, or an engine that does not take the problem.
    pub fn run(&self, limits: &mut Limits<'_>) -> Result<Counted, CountError> {
        let left;
        let problem = if self.givens == Givens::none() {
            self.problem
        } else {
            let mut settled = Settled::default();
            settled.resolve(self.problem, self.givens)?;
            left = left_by(self.problem, &settled).0;
            &left
        };
        let most = limits.solutions_left();
        let threads = if limits.nodes_left() == u64::MAX { self.threads } else { NonZeroUsize::MIN };
        let mut run =
            CountRun { most, threads, share: Share { own: 1.0, ..Share::default() }, parts: Vec::new() };
        let count = match self.engine {
            None => run.by_any(without_slack(problem).as_ref().unwrap_or(problem), limits),
            Some(engine) => {
                let mut parts = [PartCount::by(problem.clone(), Vec::new(), threads, engine)?];
                run.all(&mut parts, &BigUint::ZERO, limits)
            }
        };
        limits.spend_solutions(u64::try_from(count.clone().at_least()).unwrap_or(u64::MAX));
        Ok(Counted { count, parts: run.parts })
    }
}

/// A count in work.
struct CountRun {
    most: u64,
    threads: NonZeroUsize,
    share: Share,
    parts: Vec<CountedPart>,
}

impl CountRun {
    /// The plain search, until something better is found.
    fn by_any(&mut self, problem: &Problem, limits: &mut Limits<'_>) -> Count<BigUint> {
        let mut plain = PartCount::plain(problem.clone(), Vec::new(), self.threads);
        let mut next_look = WORK_PER_USE.saturating_mul(problem.use_count() as u64 + 1);
        let mut reducer = None;
        loop {
            match plain.advance(self.most, next_look, &mut self.share, limits) {
                Ok(Outcome::Paused) => {}
                Ok(Outcome::Counted(count)) => {
                    self.parts.push(plain.report());
                    return within(count, self.most);
                }
                Ok(Outcome::Enough) => return Count::AtLeast(self.most.into(), Stopped::Solutions),
                Err(why) => return Count::AtLeast(plain.found().min(self.most.into()), why),
            }
            let work = plain.work();
            let mut looking = reducer.take().unwrap_or_else(|| Reducer::new(problem));
            // Most trees of a few dives are smaller than the whole, so as many as the search has paid for.
            let guess = match looking.guess(work, limits) {
                Ok(guess) => guess,
                Err(why) => return Count::AtLeast(plain.found().min(self.most.into()), why),
            };
            plain.expect(guess);
            if !is_worth_while(guess, work) && !plain.is_worth_others() {
                next_look = work.saturating_mul(WORTH_WHILE);
                reducer = Some(looking);
                continue;
            }
            if is_worth_while(guess, work)
                && let Err(why) = looking.block(guess / PART_OF_TRIALS, plain.pool(), limits)
            {
                return Count::AtLeast(plain.found(), why);
            }
            let reduction = looking.finish();
            if reduction.unsolvable().is_some() {
                return Count::Exact(BigUint::ZERO);
            }
            // Items that are gone alone save too little to begin again for them.
            let left = reduction.problem().option_count() + problem.idle_options().count();
            let mut parts = parts(&reduction, self.threads);
            let found = plain.found();
            if left == problem.option_count() && parts.len() == 1 && !parts[0].is_weighted() {
                parts = vec![plain];
            } else {
                for part in &mut parts {
                    part.expect(guess);
                }
            }
            for part in &mut parts {
                part.admit_others();
            }
            return self.all(&mut parts, &found, limits);
        }
    }

    /// Multiplies the counts of parts. So many covers of the whole are known already, and are among them.
    fn all(&mut self, parts: &mut [PartCount], found: &BigUint, limits: &mut Limits<'_>) -> Count<BigUint> {
        let most = self.most;
        let lower = |parts: &[PartCount]| {
            let product: BigUint = parts.iter().map(PartCount::found).product();
            product.max(found.clone()).min(most.into())
        };
        // A first cover of each part, so that one without any is found out before another is counted.
        let own = 1.0 / f64::from(u32::try_from(parts.len()).unwrap_or(u32::MAX));
        let looks = if parts.len() > 1 { &[(1, 0.0), (most, own)][..] } else { &[(most, own)] };
        for &(want, own) in looks {
            (self.share.before, self.share.own) = (0.0, own);
            for at in 0..parts.len() {
                let outcome = parts[at].advance(want.min(most), u64::MAX, &mut self.share, limits);
                self.share.before += own;
                match outcome {
                    Ok(Outcome::Counted(count)) if count == BigUint::ZERO => {
                        self.parts = vec![parts[at].report()];
                        return Count::Exact(count);
                    }
                    Ok(_) => {}
                    Err(why) => return Count::AtLeast(lower(parts), why),
                }
            }
        }
        self.parts = parts.iter().map(PartCount::report).collect();
        if parts.iter().all(PartCount::is_counted) {
            within(parts.iter().map(PartCount::found).product(), most)
        } else {
            Count::AtLeast(lower(parts), Stopped::Solutions)
        }
    }
}

/// An exact count, unless it is more than was wanted.
fn within(count: BigUint, most: u64) -> Count<BigUint> {
    if most < u64::MAX && count > most.into() {
        Count::AtLeast(most.into(), Stopped::Solutions)
    } else {
        Count::Exact(count)
    }
}

/// Whether a search that is guessed to take so many updates of the links is worth beginning again, after so much work.
fn is_worth_while(guess: u64, work: u64) -> bool {
    guess / UPDATES_OF_WORK / WORTH_WHILE >= work
}

/// The engines on bits count, and need, so many times fewer updates than are guessed.
const UPDATES_OF_WORK: u64 = 8;

/// The parts of a reduced problem, the smallest first.
fn parts(reduction: &Reduction, threads: NonZeroUsize) -> Vec<PartCount> {
    let twins = Twins::of(reduction.problem());
    let mut parts: Vec<(usize, PartCount)> = components(twins.problem())
        .into_iter()
        .map(|component| {
            let problem = component.problem();
            let weight = |option| twins.class(component.original(option)).len() as u64;
            let weights = problem.options().map(weight).collect();
            (problem.use_count(), PartCount::plain(problem.clone(), weights, threads))
        })
        .collect();
    parts.sort_by_key(|&(uses, _)| uses);
    parts.into_iter().map(|(_, part)| part).collect()
}
