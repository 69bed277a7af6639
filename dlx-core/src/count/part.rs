//! The count of one part of a problem, by the search and by the other engines.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::report::{CountEngine, CountedPart};
use crate::control::counters::Counters;
use crate::control::limits::{Limits, Position, Stopped, Underway};
use crate::control::rule::Rule;
use crate::count::counters::{self, OtherEngines};
use crate::count::frontier::NoSteps;
use crate::count::grant::{Grant, Outlook, UPDATE, left_by_fraction};
use crate::count::portfolio::{LEAST, whole};
use crate::count::symmetric::{self, FractionCount, Fractions, SymmetricBranch};
use crate::parallel::pool::{Aside, Pool, run_both};
use crate::parallel::sync::{AtomicBool, Mutex, Ordering, PoisonError};
use crate::parallel::{CountStatus, CoverCount, Goal, Granularity, ParallelCount, Threads, WeightedCount};
use crate::problem::Problem;
use crate::problem::givens::Givens;
use crate::search::Search;

/// A part of a problem, and the state of its count.
pub(super) struct PartCount {
    problem: Problem,
    /// By option: the number of options that it stands for. Empty if each stands for itself.
    weights: Vec<u64>,
    threads: Threads,
    /// True if an engine other than the search was asked for. The search then only looks for as many covers as a
    /// limit allows, as these engines find none before they have counted all.
    is_for_others: bool,
    /// `None` if there is nothing to search for.
    plain: Option<PlainCount>,
    /// Estimated number of updates of the whole search.
    expected: u64,
    others: OtherEngines,
    counted: Option<(BigUint, CountedPart)>,
}

/// The search.
struct PlainCount {
    search: Search,
    count: ParallelCount,
    /// The number of covers found if options have weights, and 0 otherwise.
    weighted: Mutex<BigUint>,
    /// `None` as long as symmetries are not looked for.
    symmetric: Option<SymmetricCount>,
}

/// A search divided into branches by symmetries.
#[derive(Default)]
struct SymmetricCount {
    /// The number of symmetries; 0 if the search is not divided.
    order: BigUint,
    branches: Vec<SymmetricBranch>,
    /// The branch in progress.
    at: usize,
    fractions: Mutex<Fractions>,
    /// The work and the nodes of earlier branches, and of the search before it was divided.
    work: u64,
    nodes: u64,
    /// The number of covers found by that search, and by the earlier branches. No two branches have a cover in
    /// common.
    found_before: u64,
    found: u64,
}

/// The result of a slice of work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The count is complete.
    Counted(BigUint),
    /// At least as many covers as wanted are found.
    Enough,
    /// The allowed work is done.
    Paused,
}

/// States merge from this [`merged`](OtherEngines::merged) on, or if the other engines have found more than this many times
/// as many covers as the search.
const MERGING: f64 = 0.08;
const MANY_MORE: u32 = 64;
/// A search that is estimated to take this many updates, more than an hour, is not continued when the other
/// engines have reached the limit of memory.
const HOPELESS: u64 = 1 << 42;

impl PartCount {
    /// Returns a count by the search alone, until the other engines are admitted.
    pub(super) fn plain(problem: Problem, mut weights: Vec<u64>, threads: NonZeroUsize, rule: Rule) -> Self {
        if weights.iter().all(|&weight| weight == 1) {
            weights.clear();
        }
        let count = ParallelCount::new(Granularity::DEFAULT.alone(ALONE));
        let search = Search::with_rule(&problem, rule, &mut Limits::none()).expect("nothing stops it");
        let plain = PlainCount { search, count, weighted: Mutex::default(), symmetric: None };
        Self {
            problem,
            weights,
            threads: Threads::new(threads),
            is_for_others: false,
            plain: Some(plain),
            expected: 0,
            others: OtherEngines::default(),
            counted: None,
        }
    }

    /// Returns a count by one engine. With a limit of solutions, the search looks for covers as well.
    ///
    /// # Errors
    /// If the engine does not support the problem, or [`Stopped::Asked`].
    pub(super) fn by(
        problem: Problem,
        weights: Vec<u64>,
        threads: NonZeroUsize,
        engine: CountEngine,
        rule: Rule,
        limits: &mut Limits<'_>,
    ) -> Result<Self, NoSteps> {
        let mut part = Self::plain(problem, weights, threads, rule);
        if engine != CountEngine::Search {
            part.is_for_others = true;
            part.plain = part.plain.filter(|_| limits.solutions_left() < u64::MAX);
            let others = counters::by(engine, &part.problem, &part.weights, limits)?;
            part.others = OtherEngines::In { setup: 0, portfolio: others };
        }
        Ok(part)
    }

    pub(super) fn is_weighted(&self) -> bool {
        !self.weights.is_empty()
    }

    /// Returns the number of covers, or a lower bound of it while the count is not complete.
    pub(super) fn found(&self) -> BigUint {
        match (&self.counted, &self.plain) {
            (Some((count, _)), _) => count.clone(),
            (None, Some(plain)) => self.others.at_least().max(plain.found()),
            (None, None) => self.others.at_least(),
        }
    }

    /// Returns true if the search is divided by symmetries.
    pub(super) fn is_divided(&self) -> bool {
        self.plain.as_ref().is_some_and(PlainCount::is_divided)
    }

    pub(super) fn is_counted(&self) -> bool {
        self.counted.is_some()
    }

    /// Returns the work of the search so far, comparable to that of a reduction.
    pub(super) fn work(&self) -> u64 {
        self.plain.as_ref().map_or(0, PlainCount::work)
    }

    /// Returns the work of all engines so far, in units of about a nanosecond.
    pub(super) fn spent(&self) -> u64 {
        whole(UPDATE * self.work() as f64).saturating_add(self.others.work())
    }

    /// Sets the estimated number of updates of the whole search.
    pub(super) fn expect(&mut self, updates: u64) {
        self.expected = updates;
    }

    /// Divides the search by the symmetries of the problem, if it is estimated to take long enough. The search
    /// begins again.
    pub(super) fn divide_by_symmetries(&mut self, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        let (work, cost, may_be) = (self.work(), self.work_of_symmetries(), self.may_be_divided());
        let Some(plain) = self.plain.as_mut().filter(|_| may_be) else { return Ok(()) };
        let guessed = (self.expected / UPDATES_OF_WORK).saturating_sub(work);
        let rest = guessed.max(left_by_fraction(work, plain.fraction()));
        // At best the whole search takes a fourth of the time; half of it is assumed.
        let is_short = rest < cost.saturating_mul(2).saturating_add(work);
        let nodes = plain.nodes();
        // Where covers are many, listing them takes longer than counting.
        let is_dense = plain.count.found().saturating_mul(SPARSE) > nodes;
        if is_short || is_dense {
            return Ok(());
        }
        let divided = symmetric::branches(&self.problem, limits)?;
        let mut symmetric = SymmetricCount::default();
        if let Some((order, branches)) = divided.filter(|(_, branches)| !branches.is_empty()) {
            let found_before = plain.count.found();
            // At best each symmetry spares as much as another one.
            let spared = u64::try_from(&order).unwrap_or(u64::MAX).min(MOST_SPARED);
            self.expected = work.saturating_add(self.expected / spared);
            symmetric =
                SymmetricCount { order, branches, work, nodes, found_before, ..SymmetricCount::default() };
            plain.begin_branch(&symmetric, &self.threads);
        }
        plain.symmetric = Some(symmetric);
        Ok(())
    }

    /// Returns true if symmetries have not been looked for, and could divide the search.
    fn may_be_divided(&self) -> bool {
        let is_open = self.plain.as_ref().is_some_and(|plain| plain.symmetric.is_none());
        is_open && self.weights.is_empty() && self.problem.use_count() as u64 <= MOST_USES
    }

    /// Returns the work of the search at which it may be divided by symmetries.
    fn next_look_for_symmetries(&self) -> u64 {
        if self.may_be_divided() {
            self.work().max(self.work_of_symmetries()).saturating_mul(2)
        } else {
            u64::MAX
        }
    }

    /// Returns the work that finding the symmetries takes at most.
    fn work_of_symmetries(&self) -> u64 {
        WORK_OF_SYMMETRIES.saturating_mul(self.problem.use_count() as u64)
    }

    /// Admits the other engines; they are set up when that pays.
    pub(super) fn admit_others(&mut self) {
        self.others = OtherEngines::Waiting { problem: self.problem.clone(), weights: self.weights.clone() };
    }

    /// Returns true if the other engines would be set up at once.
    pub(super) fn is_worth_others(&self) -> bool {
        self.grant().allowed > counters::setup(&self.problem)
    }

    /// Returns the grant of the other engines now.
    fn grant(&self) -> Grant {
        self.grant_at(self.work(), self.are_merging())
    }

    /// Returns the grant of the other engines when the search has done this much work.
    fn grant_at(&self, work: u64, is_merging: bool) -> Grant {
        let outlook = Outlook {
            work,
            fraction: self.plain.as_ref().map_or(0.0, PlainCount::fraction),
            expected: self.expected,
            spent: self.others.spent(),
            left: self.others.left(),
            predicted: self.others.predicted(),
            is_merging,
            setup: counters::setup(&self.problem),
            threads: self.threads_after(work),
        };
        outlook.grant()
    }

    /// Returns true if states of the other engines merge, or they have found many times as many covers as the search.
    fn are_merging(&self) -> bool {
        let found = self.plain.as_ref().map_or(BigUint::ZERO, PlainCount::found);
        self.others.merged() >= MERGING || self.others.at_least() > found * MANY_MORE + MANY_MORE
    }

    /// Returns the number of threads that the count may use when the search has done this much work.
    fn threads_after(&self, work: u64) -> usize {
        let is_short = work < ALONE && self.others.spent() < WORTH_THREADS;
        if is_short { 1 } else { self.threads.count() }
    }

    /// Returns true if the other engines have just earned more time with all threads.
    fn are_due(&self) -> bool {
        let spent = self.others.spent();
        !self.others.is_out() && self.grant().with_all > spent + (spent / 4).max(LEAST)
    }

    /// Returns the work of the search at which the other engines get time again.
    fn next_turn(&self) -> u64 {
        let (spent, is_merging) = (self.others.spent(), self.are_merging());
        let mut next = self.work();
        while next < u64::MAX {
            // Each turn grows with the work done. With several threads turns are longer, because the threads
            // have to find their positions again after each turn.
            let turn = if self.threads_after(next) == 1 { next / 2 } else { next };
            next = next.saturating_add(turn.max(FIRST));
            // The fraction done changes what is expected.
            let is_due = self.threads_after(next) == 1 && next > self.work().saturating_mul(LONGEST_TURN);
            if is_due || self.grant_at(next, is_merging).allowed > spent + spent / 4 {
                break;
            }
        }
        next
    }

    /// Returns the report of the engine that counted, or else that of the search.
    pub(super) fn report(&self) -> CountedPart {
        self.counted.as_ref().map_or_else(|| self.report_plain(), |(_, report)| *report)
    }

    fn report_plain(&self) -> CountedPart {
        let nodes = self.plain.as_ref().map_or(0, PlainCount::nodes);
        let symmetries = self.plain.as_ref().and_then(PlainCount::symmetries);
        CountedPart {
            options: self.problem.option_count(),
            engine: CountEngine::Search,
            symmetries: symmetries.map_or(1, |order| u64::try_from(order).unwrap_or(u64::MAX)),
            nodes,
            states: 0,
            bytes: 0,
        }
    }

    /// Continues until `want` covers are found, the search has done `work`, or the count is complete.
    pub(super) fn advance(
        &mut self,
        want: u64,
        work: u64,
        share: &mut Share,
        limits: &mut Limits<'_>,
    ) -> Result<Outcome, Stopped> {
        if let Some((count, _)) = &self.counted {
            return Ok(Outcome::Counted(count.clone()));
        }
        if want < u64::MAX && self.found() >= want.into() {
            return Ok(Outcome::Enough);
        }
        if self.is_for_others {
            return self.advance_others(want, share, limits);
        }
        loop {
            if self.others.are_useless() {
                self.others = OtherEngines::Out;
            }
            // An engine that was asked for is used as it is.
            if !self.others.is_out() {
                self.divide_by_symmetries(limits)?;
            }
            let (mut next, mut beside) = (work, 0);
            // The first cover should not have to wait for the setup of tables.
            if want > 1 && !self.others.is_out() {
                let Grant { allowed, with_all } = self.grant();
                let spent = self.others.spent();
                if with_all <= spent + LEAST && allowed > spent + LEAST {
                    // They get at most as much time as they have had, as they may then turn out to be worth
                    // all threads. The search has the other threads meanwhile.
                    let turn = (allowed - spent).min(spent);
                    let meanwhile = whole(turn as f64 * self.threads.count() as f64 / UPDATE);
                    (next, beside) = (self.work().saturating_add(meanwhile.max(FIRST)), spent + turn);
                } else {
                    if self.run_others(with_all, share, limits)? {
                        return Ok(self.outcome());
                    }
                    if want < u64::MAX && self.others.at_least() >= want.into() {
                        return Ok(Outcome::Enough);
                    }
                    if self.are_due() {
                        continue;
                    }
                    next = self.next_turn();
                }
                next = next.min(self.next_look_for_symmetries());
            }
            let goal = Goal { want, work: next.min(work), is_over: None };
            let outcome = match beside {
                0 => self.search(goal, share, limits)?,
                allowed => self.search_beside(allowed, goal, share, limits)?,
            };
            match outcome {
                Outcome::Paused if self.work() < work => {}
                outcome => return Ok(outcome),
            }
        }
    }

    /// Runs the engine that was asked for. With a limit, the search has as much time, so that neither waits for long
    /// where the other is fast.
    fn advance_others(
        &mut self,
        want: u64,
        share: &mut Share,
        limits: &mut Limits<'_>,
    ) -> Result<Outcome, Stopped> {
        let mut turn = FIRST;
        loop {
            let allowed =
                if self.plain.is_some() { self.others.spent().saturating_add(turn) } else { u64::MAX };
            if self.run_others(allowed, share, limits)? {
                return Ok(self.outcome());
            }
            if self.others.at_least() >= want.into() {
                return Ok(Outcome::Enough);
            }
            let work = self.work().saturating_add(turn);
            let outcome = self.search(Goal { want, work, is_over: None }, share, limits)?;
            if outcome != Outcome::Paused {
                return Ok(outcome);
            }
            turn = turn.saturating_mul(2);
        }
    }

    fn outcome(&self) -> Outcome {
        self.counted.as_ref().map_or(Outcome::Paused, |(count, _)| Outcome::Counted(count.clone()))
    }

    /// Continues the search.
    fn search(&mut self, goal: Goal, share: &mut Share, limits: &mut Limits<'_>) -> Result<Outcome, Stopped> {
        let threads = &mut self.threads;
        let Some(plain) = &mut self.plain else { return Ok(Outcome::Paused) };
        if plain.is_divided() {
            let outcome = plain.search_branches(goal, threads, share, limits)?;
            if let Outcome::Counted(count) = &outcome {
                self.counted = Some((count.clone(), self.report_plain()));
            }
            return Ok(outcome);
        }
        let PlainCount { search, count, weighted, .. } = plain;
        let view = &mut |position: &dyn Position| share.underway(position);
        let step = if self.weights.is_empty() {
            count.advance(search, &CoverCount, goal, threads, limits, view)?
        } else {
            let (weights, is_limited) = (&self.weights[..], goal.want < u64::MAX);
            let collector = WeightedCount { weights, total: weighted, is_limited };
            count.advance(search, &collector, goal, threads, limits, view)?
        };
        Ok(match step {
            CountStatus::Ended => {
                let count = plain.found();
                self.counted = Some((count.clone(), self.report_plain()));
                Outcome::Counted(count)
            }
            CountStatus::Enough => Outcome::Enough,
            CountStatus::Paused => Outcome::Paused,
        })
    }

    /// Returns the threads of the count, which it starts if necessary, or `None` if it has been too short so
    /// far.
    pub(super) fn pool(&mut self) -> Option<&Pool> {
        if self.threads_after(self.work()) == 1 { None } else { self.threads.start() }
    }

    /// Runs the other engines until they have had `allowed` nanoseconds in all; returns true if one has
    /// finished.
    fn run_others(&mut self, allowed: u64, share: &Share, limits: &mut Limits<'_>) -> Result<bool, Stopped> {
        // If there is no search, the engine itself reports its progress.
        limits.report_fraction(self.plain.as_ref().map(|_| share.told));
        let mut advanced = Ok(None);
        if self.others.spent() <= 2 * WORTH_THREADS {
            advanced = self.others.advance(allowed.min(2 * WORTH_THREADS), self.threads.started(), limits);
        }
        if allowed > 2 * WORTH_THREADS && matches!(advanced, Ok(None)) {
            self.threads.start();
            advanced = self.others.advance(allowed, self.threads.started(), limits);
        }
        limits.report_fraction(None);
        self.settle(advanced)
    }

    /// Records the result of the other engines; returns true if one has finished. If they run out of memory,
    /// the search continues alone, unless it is hopeless.
    fn settle(&mut self, advanced: Result<Option<(BigUint, CountedPart)>, Stopped>) -> Result<bool, Stopped> {
        match advanced {
            Ok(None) => return Ok(false),
            Ok(Some((count, other))) => {
                let report = CountedPart { options: self.problem.option_count(), ..other };
                self.counted = Some((count, report));
            }
            Err(Stopped::Memory)
                if self.plain.is_some() && !self.is_for_others && self.expected < HOPELESS =>
            {
                self.others = OtherEngines::Out;
                return Ok(false);
            }
            Err(why) => return Err(why),
        }
        Ok(true)
    }

    /// Runs the search and the other engines at the same time, each until its work is done or one has
    /// finished. If both have finished, the result is that of the search.
    fn search_beside(
        &mut self,
        allowed: u64,
        goal: Goal<'_>,
        share: &mut Share,
        limits: &mut Limits<'_>,
    ) -> Result<Outcome, Stopped> {
        let mut others = std::mem::take(&mut self.others);
        let (is_to_stop, has_won) = (AtomicBool::new(false), AtomicBool::new(false));
        let goal = Goal { is_over: Some(&has_won), ..goal };
        let bytes = limits.most_bytes();
        let advance_others = || {
            let mut own = Limits::none().bytes(bytes).ask(NODES_OF_A_LOOK, |_| {
                if is_to_stop.load(Ordering::Relaxed) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            let advanced = others.advance(allowed, None, &mut own);
            has_won.store(matches!(advanced, Ok(Some(_))), Ordering::Relaxed);
            advanced
        };
        let search = |aside: &Aside| {
            let outcome = self.search(goal, share, limits);
            if !matches!(outcome, Ok(Outcome::Paused)) {
                is_to_stop.store(true, Ordering::Relaxed);
                return outcome;
            }
            // The others may take far longer than was estimated.
            let counters = Counters { nodes: self.report_plain().nodes, ..Counters::default() };
            let mut asked = Ok(());
            aside.wait(|| {
                asked = asked.and_then(|()| limits.step_at(u64::MAX, counters, share.told));
                is_to_stop.fetch_or(asked.is_err(), Ordering::Relaxed);
            });
            asked.and(outcome)
        };
        let (advanced, outcome) = run_both(advance_others, search);
        self.others = others;
        let outcome = outcome?;
        if outcome != Outcome::Paused {
            return Ok(outcome);
        }
        self.settle(advanced)?;
        Ok(self.outcome())
    }
}

impl SymmetricCount {
    /// Returns the fraction of all branches that is done, with that of the present branch.
    fn fraction_with(&self, of_branch: f64) -> f64 {
        (self.at as f64 + of_branch) / self.branches.len() as f64
    }
}

impl PlainCount {
    fn is_divided(&self) -> bool {
        self.symmetric.as_ref().is_some_and(|symmetric| !symmetric.branches.is_empty())
    }

    /// Returns the number of symmetries that the search is divided by, or `None` if it is not.
    fn symmetries(&self) -> Option<&BigUint> {
        self.symmetric.as_ref().filter(|_| self.is_divided()).map(|symmetric| &symmetric.order)
    }

    fn work(&self) -> u64 {
        let before = self.symmetric.as_ref().map_or(0, |symmetric| symmetric.work);
        before + self.count.work(&self.search)
    }

    fn nodes(&self) -> u64 {
        let before = self.symmetric.as_ref().map_or(0, |symmetric| symmetric.nodes);
        before + self.count.tally(&self.search).counters().nodes
    }

    fn found(&self) -> BigUint {
        let before = self.symmetric.as_ref().map_or((0, 0), |count| (count.found_before, count.found));
        let covers = before.0.max(before.1.saturating_add(self.count.found()));
        // Merged options stand for at least themselves.
        self.weighted.lock().unwrap_or_else(PoisonError::into_inner).clone().max(covers.into())
    }

    /// Returns the fraction of the search that is done; 0 if that is not known.
    fn fraction(&self) -> f64 {
        let of_branch = self.count.fraction(&self.search);
        let divided = self.symmetric.as_ref().filter(|_| self.is_divided());
        divided.map_or(of_branch, |symmetric| symmetric.fraction_with(of_branch))
    }

    /// Begins the present branch.
    fn begin_branch(&mut self, symmetric: &SymmetricCount, threads: &Threads) {
        let Some(branch) = symmetric.branches.get(symmetric.at) else { return };
        self.count = ParallelCount::new(match threads.started() {
            None => Granularity::DEFAULT.alone(ALONE),
            Some(_) => Granularity::SHORT,
        });
        let givens = Givens::none().force(&branch.forced).forbid(&branch.forbidden);
        // An option in conflict with another one is not live, so that no branch chooses it.
        self.search.restart_in_use(givens).expect("the options of a branch can be chosen together");
    }

    /// Continues the search of the branches.
    fn search_branches(
        &mut self,
        goal: Goal<'_>,
        threads: &mut Threads,
        share: &mut Share,
        limits: &mut Limits<'_>,
    ) -> Result<Outcome, Stopped> {
        loop {
            let Some(mut symmetric) = self.symmetric.take() else { return Ok(Outcome::Paused) };
            let view = &mut |position: &dyn Position| {
                let fraction = symmetric.fraction_with(position.fraction());
                let mut counters = position.counters();
                counters.nodes += symmetric.nodes;
                counters.updates += symmetric.work - symmetric.nodes;
                counters.solutions += symmetric.found;
                share.underway(&Underway::of(counters, fraction))
            };
            let collector =
                FractionCount { branch: &symmetric.branches[symmetric.at], fractions: &symmetric.fractions };
            let own = Goal {
                work: goal.work.saturating_sub(symmetric.work),
                want: goal.want.saturating_sub(symmetric.found),
                ..goal
            };
            let step = self.count.advance(&mut self.search, &collector, own, threads, limits, view);
            if matches!(step, Ok(CountStatus::Ended)) {
                symmetric.work += self.count.work(&self.search);
                symmetric.nodes += self.count.tally(&self.search).counters().nodes;
                symmetric.found = symmetric.found.saturating_add(self.count.found());
                symmetric.at += 1;
                if symmetric.at == symmetric.branches.len() {
                    let sum = symmetric.fractions.lock().unwrap_or_else(PoisonError::into_inner).sum();
                    // The work of the last branch is among that of the earlier ones.
                    self.count = ParallelCount::new(Granularity::DEFAULT);
                    self.search.rewind();
                    self.symmetric = Some(symmetric);
                    return Ok(Outcome::Counted(sum));
                }
                self.begin_branch(&symmetric, threads);
            }
            self.symmetric = Some(symmetric);
            match step? {
                CountStatus::Ended => {}
                CountStatus::Enough => return Ok(Outcome::Enough),
                CountStatus::Paused => return Ok(Outcome::Paused),
            }
        }
    }
}

/// Work that finding the symmetries takes for each use of the problem, at most: 150 to 250 ns were measured.
const WORK_OF_SYMMETRIES: u64 = 90;
/// The greatest number of uses of a problem whose symmetries are looked for.
const MOST_USES: u64 = 1 << 17;
/// A search is divided by symmetries if it enters at least this many nodes for each cover that it finds.
const SPARSE: u64 = 4;
/// A search divided by symmetries is estimated to take less time by the number of symmetries, but by this factor
/// at most.
const MOST_SPARED: u64 = 8;
/// How many times fewer updates the engines on bits count and need than the estimate.
pub(super) const UPDATES_OF_WORK: u64 = 8;

/// The greatest factor by which the work of a search by one thread grows before the next look at the fraction done.
const LONGEST_TURN: u64 = 4;
/// Least work between two turns.
const FIRST: u64 = 1 << 18;
/// Number of nodes after which the other engines check whether the search has ended.
const NODES_OF_A_LOOK: u64 = 1 << 10;
/// Work of the search, and nanoseconds of the other engines, after which they get threads. Starting and
/// stopping threads takes several milliseconds on a busy machine, which short counts should not lose.
const ALONE: u64 = 1 << 21;
const WORTH_THREADS: u64 = 4_000_000;

/// The share of a part in the whole run: the fraction done before it, and its own.
#[derive(Default)]
pub(super) struct Share {
    pub(super) before: f64,
    pub(super) own: f64,
    /// The greatest fraction reported so far; the fraction must not decrease when a search starts again.
    pub(super) told: f64,
}

impl Share {
    fn underway(&mut self, position: &dyn Position) -> Underway {
        self.told = self.told.max(self.before + self.own * position.fraction());
        Underway::of(position.counters(), self.told)
    }
}
