//! A search: a position in the tree of one problem, and the operations that move it.

#[cfg(test)]
mod agreement;
pub(crate) mod estimate;
pub(crate) mod plan;
pub(crate) mod query;

use std::fmt;

use crate::control::answers::{Count, Cover, Uniqueness};
use crate::control::checkpoint::{Checkpoint, CheckpointError, TreePosition};
use crate::control::counters::{Counters, Tally};
use crate::control::limits::{Limits, Position, Stopped};
use crate::control::rule::Rule;
use crate::engine::Engine;
use crate::engine::bitset::Bitset;
use crate::engine::bitslice::Bitslice;
use crate::engine::driver::{Assumption, Dive, Donation, Driver, DriverEnd};
use crate::engine::hybrid::{Hybrid, SAVING};
use crate::engine::links::Links;
use crate::engine::unsupported::EngineError;
use crate::engine::word::Word;
use crate::problem::Problem;
use crate::problem::givens::{GivenError, Givens};
use crate::problem::ids::OptionId;
use crate::problem::size::Size;
use crate::search::plan::{EngineKind, Plan};

/// A search for the covers of one problem.
///
/// It has a position in the search tree. [`next_solution`](Self::next_solution),
/// [`count_rest`](Self::count_rest) and the iterators continue from there, so that a search is paused by not
/// calling them. [`first`](Self::first), [`count`](Self::count) and [`uniqueness`](Self::uniqueness) answer
/// for the whole problem and begin at the root. Cloning copies the position; the tables of the problem are
/// shared.
///
/// A cover lists its options in ascending order, including the given ones.
///
/// ```
/// use dlx_core::{Limits, Problem, Search};
///
/// let problem = Problem::builder()
///     .primary(["a", "b", "c"])
///     .option(["a", "b"])
///     .option(["c"])
///     .option(["a"])
///     .option(["b", "c"])
///     .build()?;
/// let mut search = Search::new(&problem);
/// while let Some(cover) = search.next_solution(&mut Limits::none())? {
///     let names: Vec<String> = cover.iter().map(|&o| problem.display_option(o).to_string()).collect();
///     println!("{}", names.join(" | "));
/// }
/// assert_eq!(search.count(&mut Limits::none()).exact()?, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Search {
    driver: Driver,
    /// The engine that is not in use: the one that began if the planned engine has taken over, or the planned
    /// engine if it was in use before.
    spare: Option<Box<dyn Engine>>,
    plan: Plan,
    /// Number of nodes that the engine in use may still enter before its trial is checked.
    trial: u64,
    cover: Cover,
}

impl Search {
    /// Returns a search at the root with the rule [`Rule::Fewest`] and the engine that suits the problem.
    ///
    /// The tables are built by the first question, within its limits, as after every [`restart`](Self::restart).
    ///
    /// # Complexity
    /// Linear in the uses of the problem, and so are the tables.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "nothing stops it")]
    pub fn new(problem: &Problem) -> Self {
        Self::with_rule(problem, Rule::default(), &mut Limits::none()).expect("there are no limits")
    }

    /// Returns a search at the root with this rule.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn with_rule(problem: &Problem, rule: Rule, limits: &mut Limits<'_>) -> Result<Self, Stopped> {
        let plan = Plan::of(problem, rule, limits)?;
        match Self::with_plan(problem, &plan, limits) {
            Ok(search) => Ok(search),
            Err(EngineError::Unsupported(_)) => Ok(Self::new_over(problem, links(problem, rule), plan)),
            Err(EngineError::Stopped(why)) => Err(why),
        }
    }

    /// Returns a search at the root with this plan.
    ///
    /// # Errors
    /// An engine that does not support the problem or the rule, or the limit that was reached. The links support all.
    #[doc(hidden)]
    pub fn with_plan(problem: &Problem, plan: &Plan, limits: &mut Limits<'_>) -> Result<Self, EngineError> {
        let engine = if plan.has_trial() { beginner(problem, plan) } else { engine(problem, plan, limits)? };
        Ok(Self::new_over(problem, engine, plan.clone()))
    }

    fn new_over(problem: &Problem, engine: Box<dyn Engine>, plan: Plan) -> Self {
        let trial = if plan.has_trial() { LOOK.min(plan.trial) } else { u64::MAX };
        let driver = Driver::new(problem, plan.rule(), engine);
        Self { driver, spare: None, plan, trial, cover: Cover::new() }
    }

    /// Returns a search on this engine alone.
    #[cfg(test)]
    pub(crate) fn over(driver: Driver) -> Self {
        let plan = Plan::by(EngineKind::Links, driver.rule());
        Self { driver, spare: None, plan, trial: u64::MAX, cover: Cover::new() }
    }

    /// Returns true if the planned engine has taken over, now or earlier.
    #[cfg(test)]
    pub(crate) fn has_spare(&self) -> bool {
        self.spare.is_some()
    }

    /// Builds the tables that are to be built: those of the root, and those of the planned engine after a trial.
    ///
    /// # Errors
    /// The limit that was reached. The next question begins again.
    #[inline]
    pub(crate) fn build(&mut self, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        self.driver.build(limits)?;
        if self.trial == 0 { self.check_trial(limits) } else { Ok(()) }
    }

    /// Ends the trial, or continues it.
    fn check_trial(&mut self, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        if self.counters().trial_work() < self.plan.trial {
            self.trial = LOOK.min(self.plan.trial);
            return Ok(());
        }
        if limits.is_slice() {
            // The caller builds the tables, within the limits of the run.
            self.trial = 0;
            return Err(Stopped::Nodes);
        }
        self.take_over(limits)
    }

    /// Lets the planned engine take over at the position of the one that began. After an error the trial is still to be
    /// checked.
    fn take_over(&mut self, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        let planned = match self.spare.take() {
            Some(engine) => Ok(engine),
            None => engine(self.problem(), &self.plan, limits),
        };
        match planned {
            Ok(engine) => self.spare = Some(self.driver.go_on_with(engine, limits)?),
            Err(EngineError::Unsupported(_)) => {}
            Err(EngineError::Stopped(why)) => return Err(why),
        }
        self.trial = u64::MAX;
        Ok(())
    }

    /// Lets the engine of the trial begin again, for another search that may be short. It has no position yet.
    /// Returns true if another engine was in use.
    fn try_again(&mut self) -> bool {
        if !self.plan.has_trial() {
            return false;
        }
        let has_taken_over = std::mem::replace(&mut self.trial, LOOK.min(self.plan.trial)) == u64::MAX;
        if has_taken_over {
            let engine = self.spare.take().unwrap_or_else(|| beginner(self.problem(), &self.plan));
            self.spare = Some(self.driver.exchange(engine));
        }
        has_taken_over
    }

    /// Returns the plan: engine, rule and vector instructions.
    #[doc(hidden)]
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns the problem.
    #[doc(hidden)]
    #[must_use]
    pub fn problem(&self) -> &Problem {
        self.driver.problem()
    }

    /// Returns the rule that chooses items.
    #[doc(hidden)]
    #[must_use]
    pub fn rule(&self) -> Rule {
        self.driver.rule()
    }

    /// Returns to the root and replaces the givens. Options that conflict with a given one are not even
    /// built. Does not allocate once the tables have been as large before.
    ///
    /// # Errors
    /// Givens that contradict one another. The search is then at the root without givens.
    pub fn restart(&mut self, givens: Givens<'_>) -> Result<(), GivenError> {
        self.try_again();
        self.driver.restart(givens)
    }

    /// Like [`restart`](Self::restart), but the engine in use begins, for a search that is a part of a long one.
    pub(crate) fn restart_in_use(&mut self, givens: Givens<'_>) -> Result<(), GivenError> {
        self.driver.restart(givens)
    }

    /// Gives an option in addition to those already given, and returns to the root. Giving it twice is the
    /// same as giving it once.
    ///
    /// The tables remain, and only what the option touches is changed, which suits few changes between many
    /// runs; [`restart`](Self::restart) builds the tables again, which suits many givens at once.
    ///
    /// ```
    /// use dlx_core::{Limits, OptionId, Problem, Search};
    ///
    /// let problem = Problem::builder()
    ///     .primary(["a", "b"])
    ///     .option(["a"])
    ///     .option(["b"])
    ///     .option(["a", "b"])
    ///     .build()?;
    /// let mut search = Search::new(&problem);
    /// search.push();
    /// search.force(OptionId::new(0))?;
    /// assert_eq!(search.count(&mut Limits::none()).exact()?, 1);
    /// search.pop();
    /// assert_eq!(search.count(&mut Limits::none()).exact()?, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// An option that is unknown, forbidden, or in conflict with a given one, or a search that is a part of a
    /// split search. Nothing has changed then, except that the search is at the root.
    ///
    /// # Complexity
    /// On links, that of choosing the option in a search; the first assumption after a restart scans the
    /// tables once. On the other engines, that of restarting.
    pub fn force(&mut self, option: OptionId) -> Result<(), GivenError> {
        self.driver.assume(Assumption::Force(option))
    }

    /// Forbids an option in addition to those already forbidden, and returns to the root. Otherwise like
    /// [`force`](Self::force).
    ///
    /// # Errors
    /// An option that is unknown or given, or a search that is a part of a split search.
    pub fn forbid(&mut self, option: OptionId) -> Result<(), GivenError> {
        self.driver.assume(Assumption::Forbid(option))
    }

    /// Marks the current givens and forbidden options, for [`pop`](Self::pop).
    pub fn push(&mut self) {
        self.driver.push();
    }

    /// Takes back everything that was forced and forbidden since the last [`push`](Self::push) that was not
    /// popped, and returns to the root. Returns false if there was no such `push`. A
    /// [`restart`](Self::restart) or [`resume`](Self::resume) discards all of them.
    pub fn pop(&mut self) -> bool {
        self.driver.pop()
    }

    /// Returns the position of the search, from which another search, also in another process, can be
    /// resumed.
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint {
        self.driver.checkpoint()
    }

    /// Moves to a position: the remaining covers are exactly those that would have followed it. The counters
    /// continue from there, except the updates.
    ///
    /// # Errors
    /// A checkpoint of another problem or another rule, or one that is not a position of this tree; or the limit that
    /// was reached. The search is then at the root without givens.
    ///
    /// # Complexity
    /// That of restarting, and of trying the options before each choice on the path. It does not use up the limit of
    /// nodes.
    pub fn resume(
        &mut self,
        checkpoint: &Checkpoint,
        limits: &mut Limits<'_>,
    ) -> Result<(), CheckpointError> {
        self.driver.resume(checkpoint, limits)
    }

    /// Splits the remaining search into parts, each a position to [`resume`](Self::resume) another search at,
    /// with the same problem and rule. Together they contain what this search would still find, in its order
    /// if the parts are taken in order, each cover once. Returns at least `parts` parts if the tree has them; the heaviest are split first.
    /// This search does not move.
    ///
    /// A part that is resumed ends where the part ends; rewinding it returns to its beginning. The counters
    /// of a part begin at 0.
    ///
    /// ```
    /// use dlx_core::{Limits, Search};
    /// use dlx_instances::langford;
    ///
    /// let problem = langford::problem(7)?;
    /// let mut count = 0;
    /// for part in Search::new(&problem).split(8, &mut Limits::none())? {
    ///     // A part can be written as text, and resumed in another process.
    ///     let mut search = Search::new(&problem);
    ///     search.resume(&part, &mut Limits::none())?;
    ///     count += search.count_rest(&mut Limits::none()).exact()?;
    /// }
    /// assert_eq!(count, 52);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached.
    ///
    /// # Complexity
    /// For each part, the work of moving to it. It does not use up the limit of nodes.
    pub fn split(&self, parts: usize, limits: &mut Limits<'_>) -> Result<Vec<Checkpoint>, Stopped> {
        self.driver.split(parts, limits)
    }

    /// Returns the fraction of the tree that is done, as [`Progress::fraction`](crate::Progress::fraction)
    /// does.
    #[doc(hidden)]
    #[must_use]
    pub fn fraction(&self) -> f64 {
        self.driver.fraction()
    }

    /// Returns to the root and keeps the givens.
    pub fn rewind(&mut self) {
        // Only the engine in use knows the beginning of a part.
        if !self.driver.is_part() && self.try_again() {
            self.driver.unbuild();
        } else {
            self.driver.rewind();
        }
    }

    /// Returns the next cover, or `None` if there are no more.
    ///
    /// # Errors
    /// The limit that stopped the search. The search can be continued: no cover is lost, and none is returned
    /// twice.
    pub fn next_solution(&mut self, limits: &mut Limits<'_>) -> Result<Option<&[OptionId]>, Stopped> {
        if !self.find_next(limits)? {
            return Ok(None);
        }
        if !self.cover.is_sorted() {
            self.cover.sort_unstable();
        }
        Ok(Some(&self.cover))
    }

    /// The same with the options in no particular order.
    pub(crate) fn next_unsorted(&mut self, limits: &mut Limits<'_>) -> Result<Option<&[OptionId]>, Stopped> {
        Ok(self.find_next(limits)?.then_some(&self.cover))
    }

    /// Moves to the next cover. Returns whether there is one.
    fn find_next(&mut self, limits: &mut Limits<'_>) -> Result<bool, Stopped> {
        loop {
            match self.driver.next(limits, &mut self.trial) {
                Ok(true) => break,
                Ok(false) => return Ok(false),
                Err(DriverEnd::Stopped(why)) => return Err(why),
                Err(DriverEnd::Paused) => self.check_trial(limits)?,
            }
        }
        self.cover.clear();
        self.driver.path(&mut self.cover);
        Ok(true)
    }

    /// Returns the first cover of the problem, or `None` if it has none.
    ///
    /// # Errors
    /// The limit that stopped the search before the answer was known.
    pub fn first(&mut self, limits: &mut Limits<'_>) -> Result<Option<Cover>, Stopped> {
        self.rewind();
        Ok(self.next_solution(limits)?.map(<[OptionId]>::to_vec))
    }

    /// Returns the number of covers of the problem.
    pub fn count(&mut self, limits: &mut Limits<'_>) -> Count {
        self.rewind();
        self.count_rest(limits)
    }

    /// Returns the number of covers after the current position: those that `next_solution` would still
    /// return.
    pub fn count_rest(&mut self, limits: &mut Limits<'_>) -> Count {
        let mut found = 0;
        loop {
            let (found_here, result) = self.driver.count(limits, &mut self.trial);
            found += found_here;
            match result {
                Ok(()) => return Count::Exact(found),
                Err(DriverEnd::Stopped(why)) => return Count::AtLeast(found, why),
                Err(DriverEnd::Paused) => {
                    if let Err(why) = self.check_trial(limits) {
                        return Count::AtLeast(found, why);
                    }
                }
            }
        }
    }

    /// Returns whether the problem has no cover, one, or several.
    pub fn uniqueness(&mut self, limits: &mut Limits<'_>) -> Uniqueness {
        let first = match self.first(limits) {
            Ok(Some(first)) => first,
            Ok(None) => return Uniqueness::None,
            Err(why) => return Uniqueness::Unknown { found: None, why },
        };
        match self.next_solution(limits) {
            Ok(Some(second)) => Uniqueness::Several(first, second.to_vec()),
            Ok(None) => Uniqueness::One(first),
            Err(why) => Uniqueness::Unknown { found: Some(first), why },
        }
    }

    /// Returns the work done since the search was last at the root.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.driver.counters()
    }

    /// Returns the nodes by level: the number of options chosen first, second, and so on.
    #[doc(hidden)]
    #[must_use]
    pub fn levels(&self) -> &[u64] {
        self.driver.levels()
    }

    /// Returns the size of the problem and of the tables of the search, which have no nodes until the first question
    /// after a [`restart`](Self::restart) builds them.
    #[doc(hidden)]
    #[must_use]
    pub fn size(&self) -> Size {
        self.driver.size()
    }

    /// Asks the question of the limits, if they have one.
    pub(crate) fn ask(&self, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        limits.ask_at_once(&self.driver)
    }

    /// Asks the question of the limits if it is due, and checks that a node may be entered.
    pub(crate) fn refuel(&self, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        limits.refuel(&self.driver)
    }

    /// Returns the source of progress values.
    pub(crate) fn position(&self) -> &dyn Position {
        &self.driver
    }

    /// Donates a large part of the remaining search, if possible. The part comes directly after what is kept.
    pub(crate) fn give_away(&mut self) -> Option<Donation> {
        self.driver.give_away()
    }

    /// Returns the position within this tree.
    pub(crate) fn tree_position(&self) -> TreePosition {
        self.driver.tree_position()
    }

    /// Moves to a position in this tree or a part of it, with counters at 0.
    pub(crate) fn move_to(&mut self, tree_position: &TreePosition) {
        self.driver.move_to(tree_position);
    }

    /// Returns the counters of this part.
    pub(crate) fn tally(&self) -> Tally {
        let Counters { updates, solutions, .. } = self.counters();
        Tally { levels: self.levels().to_vec(), updates, solutions }
    }

    /// Returns the counters of this part and resets them.
    pub(crate) fn take_tally(&mut self) -> Tally {
        self.driver.take_tally()
    }

    /// Sets the counters of this part.
    pub(crate) fn set_tally(&mut self, tally: Tally) {
        self.driver.set_tally(tally);
    }

    /// Rewinds the search and lets links take over from the word engine, if that is in use: estimates count
    /// each forced option as a node, as searches of larger problems do at their beginning. Returns the word
    /// engine.
    fn leave_words(&mut self) -> Option<Box<dyn Engine>> {
        let is_in_use = self.plan.has_trial()
            && self.trial < u64::MAX
            && Word::supports(self.problem(), self.plan.rule());
        is_in_use.then(|| {
            self.driver.rewind();
            self.go_on_with(links(self.problem(), self.plan.rule()))
        })
    }

    /// Undoes [`leave_words`](Self::leave_words).
    fn return_to_words(&mut self, words: Box<dyn Engine>) {
        self.driver.rewind();
        self.go_on_with(words);
    }

    /// Replaces an engine of a few words, which is built at once.
    fn go_on_with(&mut self, engine: Box<dyn Engine>) -> Box<dyn Engine> {
        self.driver.go_on_with(engine, &mut Limits::none()).expect("there are no limits")
    }

    /// Makes one random descent from the root.
    pub(crate) fn dive(&mut self, draw: &mut dyn FnMut(u32) -> u32) -> Dive {
        self.driver.dive(draw)
    }

    fn next_cover(&mut self) -> Option<Cover> {
        let next = self.next_solution(&mut Limits::none()).expect("without limits nothing stops a search");
        next.map(<[OptionId]>::to_vec)
    }
}

/// Number of nodes between two checks of a trial.
const LOOK: u64 = 16;

/// Returns the links for a problem, specialized for the features that the problem uses.
fn links(problem: &Problem, rule: Rule) -> Box<dyn Engine> {
    match (problem.is_colored(), problem.is_bounded()) {
        (false, false) => Box::new(Links::<false, false>::new(problem, rule)),
        (true, false) => Box::new(Links::<true, false>::new(problem, rule)),
        (false, true) => Box::new(Links::<false, true>::new(problem, rule)),
        (true, true) => Box::new(Links::<true, true>::new(problem, rule)),
    }
}

/// Returns the engine that begins under a plan with a trial.
fn beginner(problem: &Problem, plan: &Plan) -> Box<dyn Engine> {
    if Word::supports(problem, plan.rule()) {
        Box::new(Word::new(problem, plan.simd()))
    } else {
        links(problem, plan.rule())
    }
}

/// Returns the engine of a plan.
fn engine(problem: &Problem, plan: &Plan, limits: &mut Limits<'_>) -> Result<Box<dyn Engine>, EngineError> {
    let (rule, simd) = (plan.rule(), plan.simd());
    Ok(match plan.engine() {
        EngineKind::Links => links(problem, rule),
        EngineKind::Bitset if Bitset::holds(problem) => Box::new(Bitset::new(problem, rule, simd, limits)?),
        EngineKind::Bitset if problem.is_colored() => {
            Box::new(Hybrid::<true>::new(problem, rule, simd, SAVING, limits)?)
        }
        EngineKind::Bitset => Box::new(Hybrid::<false>::new(problem, rule, simd, SAVING, limits)?),
        EngineKind::Bitslice => Box::new(Bitslice::new(problem, rule, simd, limits)?),
    })
}

impl Clone for Search {
    fn clone(&self) -> Self {
        Self {
            driver: self.driver.clone(),
            // It is built again if it is needed.
            spare: None,
            plan: self.plan.clone(),
            trial: self.trial,
            cover: Cover::new(),
        }
    }
}

impl fmt::Debug for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search").field("counters", &self.counters()).field("size", &self.size()).finish()
    }
}

/// An iterator over the covers that a search has not returned yet. It has no limits, so its end means that
/// there are no more covers.
///
/// ```
/// use dlx_core::{Problem, Search};
///
/// let problem = Problem::builder().primary(["a"]).option(["a"]).option(["a"]).option(["a"]).build()?;
/// let mut search = Search::new(&problem);
/// // A borrowed search continues after the covers that were taken.
/// assert_eq!((&mut search).into_iter().take(1).count(), 1);
/// assert_eq!(search.into_iter().count(), 2);
/// # Ok::<(), dlx_core::BuildError>(())
/// ```
#[derive(Debug)]
pub struct IntoSolutions(Search);

/// Like [`IntoSolutions`], but borrows the search, which can be continued later.
#[derive(Debug)]
pub struct Solutions<'s>(&'s mut Search);

impl Iterator for IntoSolutions {
    type Item = Cover;

    fn next(&mut self) -> Option<Cover> {
        self.0.next_cover()
    }
}

impl Iterator for Solutions<'_> {
    type Item = Cover;

    fn next(&mut self) -> Option<Cover> {
        self.0.next_cover()
    }
}

// `Search` is not an iterator itself: `search.count()` would then be `Iterator::count`.
impl IntoIterator for Search {
    type Item = Cover;
    type IntoIter = IntoSolutions;

    fn into_iter(self) -> IntoSolutions {
        IntoSolutions(self)
    }
}

impl<'s> IntoIterator for &'s mut Search {
    type Item = Cover;
    type IntoIter = Solutions<'s>;

    fn into_iter(self) -> Solutions<'s> {
        Solutions(self)
    }
}
