//! A place in the tree of one problem, and the verbs that move it.

use std::fmt;

use crate::answers::{Count, Cover, Uniqueness};
use crate::checkpoint::{Checkpoint, CheckpointError, Spot};
use crate::counters::{Counters, Size, Tally};
use crate::driver::{Dive, Driver, Gift, Verbs};
use crate::givens::{GivenError, Givens};
use crate::ids::OptionId;
use crate::limits::{Limits, Position, Stopped};
use crate::links::Links;
use crate::problem::Problem;
use crate::rule::Rule;
use crate::walk::Assumption;

/// A search for the covers of one problem.
///
/// It stands at a place in the tree. [`next_solution`](Self::next_solution), [`count_rest`](Self::count_rest)
/// and the iterators go on from there, so a search is paused by not calling them; [`first`](Self::first),
/// [`count`](Self::count) and [`uniqueness`](Self::uniqueness) ask about the whole problem and begin at the
/// root. Cloning copies the place; the problem's tables are shared.
///
/// A cover lists its options in ascending order, the given ones among them.
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
    verbs: Box<dyn Verbs>,
    cover: Cover,
    /// How much was assumed at each [`push`](Self::push).
    marks: Vec<usize>,
}

impl Search {
    /// A search at the root, choosing the item with the fewest options.
    ///
    /// # Complexity
    /// Linear in the uses of the problem, as is every [`restart`](Self::restart).
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        Self::with_rule(problem, Rule::default())
    }

    /// A search at the root, choosing items by this rule.
    #[must_use]
    pub fn with_rule(problem: &Problem, rule: Rule) -> Self {
        match (problem.is_colored(), problem.is_bounded()) {
            (false, false) => Self::over_links::<false, false>(problem, rule),
            (true, false) => Self::over_links::<true, false>(problem, rule),
            (false, true) => Self::over_links::<false, true>(problem, rule),
            (true, true) => Self::over_links::<true, true>(problem, rule),
        }
    }

    pub(crate) fn over_links<const COLORED: bool, const BOUNDED: bool>(
        problem: &Problem,
        rule: Rule,
    ) -> Self {
        Self::over(Driver::new(problem, rule, Links::<COLORED, BOUNDED>::new(problem, rule)))
    }

    pub(crate) fn over(verbs: impl Verbs + 'static) -> Self {
        Self { verbs: Box::new(verbs), cover: Cover::new(), marks: Vec::new() }
    }

    /// The problem that is searched.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        self.verbs.problem()
    }

    /// The rule that items are chosen by.
    #[must_use]
    pub fn rule(&self) -> Rule {
        self.verbs.rule()
    }

    /// Goes to the root of the tree that these givens leave. Options in conflict with a given one are not
    /// even built. No allocation once the tables have been as large before.
    ///
    /// # Errors
    /// Givens that contradict one another. The search then stands at the root without givens.
    pub fn restart(&mut self, givens: Givens<'_>) -> Result<(), GivenError> {
        self.marks.clear();
        self.verbs.restart(givens)
    }

    /// Gives an option, beside those given already, and goes back to the root. Giving it twice is the same as
    /// giving it once.
    ///
    /// The tables stay as they are and only what the option touches is changed, so this suits few changes
    /// between many runs; [`restart`](Self::restart) lays the tables out anew and suits many givens at once.
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
    /// split one. Nothing has changed then but that the search is at the root.
    ///
    /// # Complexity
    /// That of choosing the option in a search. The first assumption after a restart goes through the tables
    /// once.
    pub fn force(&mut self, option: OptionId) -> Result<(), GivenError> {
        self.verbs.assume(Assumption::Force(option))
    }

    /// Forbids an option, beside those forbidden already, and goes back to the root. As
    /// [`force`](Self::force) otherwise.
    ///
    /// # Errors
    /// An option that is unknown or given, or a search that is a part of a split one.
    pub fn forbid(&mut self, option: OptionId) -> Result<(), GivenError> {
        self.verbs.assume(Assumption::Forbid(option))
    }

    /// Remembers what is given and forbidden, for [`pop`](Self::pop).
    pub fn push(&mut self) {
        self.marks.push(self.verbs.mark());
    }

    /// Takes back what was forced and forbidden since the last [`push`](Self::push) that has not been popped,
    /// and goes back to the root. Answers whether there was one. A [`restart`](Self::restart) or
    /// [`resume`](Self::resume) forgets all of them.
    pub fn pop(&mut self) -> bool {
        let Some(mark) = self.marks.pop() else { return false };
        self.verbs.retract_to(mark);
        true
    }

    /// The place of the search as a value, to be resumed from in another search or another process.
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint {
        self.verbs.checkpoint()
    }

    /// Goes to a place: what comes then is exactly what would have come after it. The counters go on from
    /// there too, but for the updates.
    ///
    /// # Errors
    /// A checkpoint of another problem or another rule, or one that is not a place of this tree. The search
    /// then stands at the root, without givens.
    ///
    /// # Complexity
    /// That of restarting, and of trying the options before each choice on the path.
    pub fn resume(&mut self, checkpoint: &Checkpoint) -> Result<(), CheckpointError> {
        self.marks.clear();
        self.verbs.resume(checkpoint)
    }

    /// Cuts what is left into parts: each is a place to [`resume`](Self::resume) another search at, for the
    /// same problem and rule. Together they give what this search would still give, in its order if the parts
    /// are taken in theirs (but for [`Rule::Weighted`], which would have learned on the way), each cover once.
    /// At least so many parts, if the tree has them; the heaviest are cut first. This search does not move.
    ///
    /// A part that is resumed ends where the part ends; rewinding it goes to where it begins. The counters of
    /// a part begin at 0.
    ///
    /// # Complexity
    /// For each part the work of going to it.
    #[must_use]
    pub fn split(&self, parts: usize) -> Vec<Checkpoint> {
        self.verbs.split(parts)
    }

    /// How much of the tree is done, as [`Progress::fraction`](crate::Progress::fraction).
    #[must_use]
    pub fn fraction(&self) -> f64 {
        self.verbs.position().fraction()
    }

    /// Goes back to the root, with the givens as they are.
    pub fn rewind(&mut self) {
        self.verbs.rewind();
    }

    /// The next cover, or `None` when there are no more.
    ///
    /// # Errors
    /// The limit that stopped the search. It can be gone on with: nothing is lost and nothing comes twice.
    pub fn next_solution(&mut self, limits: &mut Limits<'_>) -> Result<Option<&[OptionId]>, Stopped> {
        if !self.verbs.next(limits, &mut u64::MAX.clone()).map_err(why)? {
            return Ok(None);
        }
        self.cover.clear();
        self.verbs.path(&mut self.cover);
        if !self.cover.is_sorted() {
            self.cover.sort_unstable();
        }
        Ok(Some(&self.cover))
    }

    /// The first cover of the problem, or `None` if it has none.
    ///
    /// # Errors
    /// The limit that stopped the search before either was known.
    pub fn first(&mut self, limits: &mut Limits<'_>) -> Result<Option<Cover>, Stopped> {
        self.rewind();
        Ok(self.next_solution(limits)?.map(<[OptionId]>::to_vec))
    }

    /// How many covers the problem has.
    pub fn count(&mut self, limits: &mut Limits<'_>) -> Count {
        self.rewind();
        self.count_rest(limits)
    }

    /// How many covers come after this place: those that `next_solution` would still give.
    pub fn count_rest(&mut self, limits: &mut Limits<'_>) -> Count {
        match self.verbs.count(limits, &mut u64::MAX.clone()) {
            (found, Ok(())) => Count::Exact(found),
            (found, Err(halt)) => Count::AtLeast(found, why(halt)),
        }
    }

    /// Whether the problem has no cover, one, or several.
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

    /// What has been done since the search last stood at the root.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.verbs.position().counters()
    }

    /// Nodes by level: how many options were taken as the first, the second, and so on.
    #[must_use]
    pub fn levels(&self) -> &[u64] {
        self.verbs.levels()
    }

    /// How large the tables of the search are.
    #[must_use]
    pub fn size(&self) -> Size {
        self.verbs.size()
    }

    /// Puts the question of the limits, if they have one.
    pub(crate) fn ask(&self, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        limits.ask_at_once(self.verbs.position())
    }

    /// Puts the question of the limits if it is due, and makes sure that a node may be entered.
    pub(crate) fn refuel(&self, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        limits.refuel(self.verbs.position())
    }

    /// What can be told of the place.
    pub(crate) fn position(&self) -> &dyn Position {
        self.verbs.position()
    }

    /// Gives away a large part of what is left, if it can: the part comes right after what is kept.
    pub(crate) fn give_away(&mut self) -> Option<Gift> {
        self.verbs.give_away()
    }

    /// The place within this tree.
    pub(crate) fn spot(&self) -> Spot {
        self.verbs.spot()
    }

    /// Goes to a place of this tree or of a part of it, with nothing counted. Not for rules that learn.
    pub(crate) fn move_to(&mut self, spot: &Spot) {
        self.verbs.move_to(spot);
    }

    /// What has been counted.
    pub(crate) fn tally(&self) -> Tally {
        let Counters { updates, solutions, .. } = self.counters();
        Tally { levels: self.levels().to_vec(), updates, solutions }
    }

    /// What has been counted, which is then counted afresh.
    pub(crate) fn take_tally(&mut self) -> Tally {
        self.verbs.take_tally()
    }

    /// Goes on counting from there.
    pub(crate) fn set_tally(&mut self, tally: Tally) {
        self.verbs.set_tally(tally);
    }

    /// One random way down from the root.
    pub(crate) fn dive(&mut self, draw: &mut dyn FnMut(u32) -> u32) -> Dive {
        self.verbs.dive(draw)
    }

    fn next_cover(&mut self) -> Option<Cover> {
        let next = self.next_solution(&mut Limits::none()).expect("without limits nothing stops a search");
        next.map(<[OptionId]>::to_vec)
    }
}

fn why(halt: crate::driver::Halt) -> Stopped {
    match halt {
        crate::driver::Halt::Stopped(why) => why,
        crate::driver::Halt::Paused => unreachable!("there is no trial"),
    }
}

impl Clone for Search {
    fn clone(&self) -> Self {
        Self { verbs: self.verbs.clone_box(), cover: Cover::new(), marks: self.marks.clone() }
    }
}

impl fmt::Debug for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search").field("counters", &self.counters()).field("size", &self.size()).finish()
    }
}

/// All covers that a search has still to give. There are no limits here, so an end means that there are no
/// more.
#[derive(Debug)]
pub struct IntoSolutions(Search);

/// As [`IntoSolutions`], over a borrowed search, which can be gone on with later.
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

// `Search` is no iterator itself: `search.count()` would then mean `Iterator::count`.
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
