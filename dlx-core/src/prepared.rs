//! Many questions about one problem under different givens: how many covers, up to a limit, and which.

use std::fmt;

use dlx_simd::Simd;

use crate::control::answers::{Count, Cover, Uniqueness};
use crate::control::counters::Counters;
use crate::control::limits::{Limits, Stopped, Underway};
use crate::control::rule::Rule;
use crate::engine::Event;
use crate::engine::bitslice::unordered::Unordered;
use crate::problem::Problem;
use crate::problem::givens::{GivenError, Givens};
use crate::problem::ids::OptionId;
use crate::search::plan::EngineKind;
use crate::search::{LOOK, Search};

/// A problem prepared for many questions: whether given options leave no cover, one, or several, and which.
///
/// It suits many short questions about one problem, such as the puzzles of a Sudoku board. If the problem
/// suits the bitslice engine, its tables are built once, and forced and impossible options are deduced from
/// several items together before the search branches. The covers come in no particular order, unlike those of
/// a [`Search`]; but the same givens give the same covers, whatever was asked before. Clones share the
/// tables.
///
/// ```
/// use dlx_core::{Count, Prepared, Limits, OptionId, Problem};
///
/// let problem = Problem::builder().primary(["a", "b"]).option(["a"]).option(["a", "b"]).option(["b"]).build()?;
/// let mut prepared = Prepared::new(&problem);
/// let given = [OptionId::new(0)];
/// assert_eq!(prepared.count(&given, &mut Limits::none())?, Count::Exact(1));
/// assert_eq!(prepared.cover(0), Some(vec![OptionId::new(0), OptionId::new(2)]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Prepared {
    problem: Problem,
    simd: Simd,
    tools: Tools,
    answers: Answers,
    counters: Counters,
}

/// The engine that answers the questions about a [`Prepared`] problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PreparedEngine {
    /// A [`Search`] on this engine.
    Search(EngineKind),
    /// Sets of items as bits, as in [`EngineKind::Bitslice`], but without an order of covers.
    UnorderedBitslice,
}

/// Writes the word for the engine: that of its [`EngineKind`], or `bitslice/unordered`.
impl fmt::Display for PreparedEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Search(engine) => engine.fmt(f),
            Self::UnorderedBitslice => f.write_str("bitslice/unordered"),
        }
    }
}

/// The engine in use.
#[derive(Clone, Debug)]
enum Tools {
    /// The links, until this much work is done; then the tables are worth building.
    Trial {
        /// Made by the first question.
        links: Option<Box<Search>>,
        work_left: u64,
    },
    Unordered(Box<Unordered>),
    /// A search, if the unordered engine does not support the problem.
    Search(Box<Search>),
}

/// Where the covers of the last answer are.
#[derive(Clone, Debug)]
enum Answers {
    InUnordered,
    Listed(Vec<Cover>),
}

/// The number of covers that are kept.
const SHOWN: usize = 2;

/// Number of covers from which an ordered search counts instead: it is faster for many covers.
const MANY: u64 = 4096;

impl Prepared {
    /// Prepares a problem. The tables are built after some questions.
    ///
    /// # Complexity
    /// Linear in the uses of the problem.
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        // About as much work as building the tables.
        let work_left = TRIAL_OF_A_USE * problem.use_count() as u64;
        Self {
            problem: problem.clone(),
            simd: Simd::best(),
            tools: Tools::Trial { links: None, work_left },
            answers: Answers::Listed(Vec::new()),
            counters: Counters::default(),
        }
    }

    /// Returns the prepared problem with another level of vector instructions and its tables built.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "nothing stops it")]
    pub fn with_simd(self, simd: Simd) -> Self {
        let tools = Self::tools(&self.problem, simd, &mut Limits::none()).expect("there are no limits");
        Self { simd, tools, ..self }
    }

    /// Builds the tables at once, however few questions follow.
    ///
    /// # Complexity
    /// For each option, the size of a row of the tables; for each item, the options of the items of its
    /// options.
    #[expect(clippy::missing_panics_doc, reason = "nothing stops it")]
    pub fn prepare(&mut self) {
        self.prepare_within(&mut Limits::none()).expect("there are no limits");
    }

    /// Like [`prepare`](Self::prepare), within limits.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn prepare_within(&mut self, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        if !self.is_prepared() {
            self.tools = Self::tools(&self.problem, self.simd, limits)?;
        }
        Ok(())
    }

    fn tools(problem: &Problem, simd: Simd, limits: &mut Limits<'_>) -> Result<Tools, Stopped> {
        Ok(match Unordered::new(problem, simd, limits) {
            Ok(unordered) => Tools::Unordered(Box::new(unordered)),
            Err(refused) => {
                refused.unsupported()?;
                let search = Search::with_rule_within(problem, Rule::default(), limits)?;
                Tools::Search(Box::new(search))
            }
        })
    }

    /// Returns the engine that answers the next question, and its instructions: the links, until the tables
    /// are built.
    #[must_use]
    pub fn engine(&self) -> (PreparedEngine, Simd) {
        match &self.tools {
            Tools::Trial { .. } => (PreparedEngine::Search(EngineKind::Links), self.simd),
            Tools::Unordered(unordered) => (PreparedEngine::UnorderedBitslice, unordered.simd()),
            Tools::Search(search) => (PreparedEngine::Search(search.plan().engine()), search.plan().simd()),
        }
    }

    /// Returns true if the tables are built.
    #[must_use]
    pub fn is_prepared(&self) -> bool {
        !matches!(self.tools, Tools::Trial { .. })
    }

    /// Returns the problem.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns the number of covers that contain all these options, as far as the limits allow.
    ///
    /// # Errors
    /// An option that the problem does not have. Options in conflict are not an error: no cover contains
    /// them.
    pub fn count(&mut self, given: &[OptionId], limits: &mut Limits<'_>) -> Result<Count, GivenError> {
        self.count_up_to(u64::MAX, given, limits)
    }

    /// Like [`count`](Self::count), but stops at `most` covers, with [`Stopped::Solutions`].
    ///
    /// # Errors
    /// Those of [`count`](Self::count).
    pub fn count_up_to(
        &mut self,
        most: u64,
        given: &[OptionId],
        limits: &mut Limits<'_>,
    ) -> Result<Count, GivenError> {
        let most = most.min(limits.solutions_left());
        self.counters = Counters::default();
        self.answers = Answers::Listed(Vec::new());
        // The unordered engine checks the options itself.
        if most == 0 || !matches!(self.tools, Tools::Unordered(_)) {
            self.are_known(given)?;
        }
        if most == 0 {
            return Ok(Count::AtLeast(0, Stopped::Solutions));
        }
        if let Tools::Trial { links, work_left } = &mut self.tools {
            // A trial is too short to be stopped, and is not charged to the limit of nodes: with that limit
            // there is none.
            let is_limited = limits.nodes_left() != u64::MAX;
            let links = links.get_or_insert_with(|| Box::new(Search::with_links(&self.problem)));
            let tried = if is_limited { Ok(None) } else { try_links(links, work_left, given, limits) };
            let tried = match tried {
                Ok(tried) => tried,
                Err(why) => return Ok(Count::AtLeast(0, why)),
            };
            if let Some(covers) = tried {
                self.counters = links.counters();
                let found = covers.len() as u64;
                let is_enough = found == most;
                limits.spend_solutions(found);
                self.answers = Answers::Listed(covers);
                return Ok(if is_enough {
                    Count::AtLeast(found, Stopped::Solutions)
                } else {
                    Count::Exact(found)
                });
            }
            if let Err(why) = self.prepare_within(limits) {
                return Ok(Count::AtLeast(0, why));
            }
        }
        self.count_prepared(most, given, limits)
    }

    /// Like [`count_up_to`](Self::count_up_to), with the givens listed by item, for any number of the first
    /// items of the problem: `ranks[i]` is the rank of the given option among the options of item `i`, in
    /// input order from 1, or 0 if none is given.
    ///
    /// # Errors
    /// An item with fewer options than its rank.
    ///
    /// # Panics
    /// If the problem has fewer primary items than are listed.
    pub fn count_ranked_up_to(
        &mut self,
        most: u64,
        ranks: &[u8],
        limits: &mut Limits<'_>,
    ) -> Result<Count, GivenError> {
        assert!(ranks.len() <= self.problem.primary_count(), "only primary items are in every cover");
        let wanted = most.min(limits.solutions_left());
        if let Tools::Unordered(unordered) = &mut self.tools
            && wanted > 0
            && unordered.begin_ranked(ranks)
        {
            return Ok(self.count_begun(wanted, limits, |problem| options_of_ranks(problem, ranks)));
        }
        let given = options_of_ranks(&self.problem, ranks)?;
        self.count_up_to(most, &given, limits)
    }

    fn are_known(&self, given: &[OptionId]) -> Result<(), GivenError> {
        let count = self.problem.option_count();
        match given.iter().find(|option| option.index() >= count) {
            Some(&option) => Err(GivenError::Unknown { option, count }),
            None => Ok(()),
        }
    }

    fn count_prepared(
        &mut self,
        most: u64,
        given: &[OptionId],
        limits: &mut Limits<'_>,
    ) -> Result<Count, GivenError> {
        match &mut self.tools {
            Tools::Unordered(unordered) => {
                unordered.begin(given)?;
                Ok(self.count_begun(most, limits, |_| Ok(given.to_vec())))
            }
            Tools::Search(search) => {
                let (count, covers) = count_in_search(search, most, given, limits);
                self.counters = search.counters();
                self.answers = Answers::Listed(covers);
                Ok(count)
            }
            Tools::Trial { .. } => unreachable!("the tables have been made"),
        }
    }

    /// Counts with the unordered engine, in which a question was begun.
    fn count_begun(
        &mut self,
        most: u64,
        limits: &mut Limits<'_>,
        given: impl FnOnce(&Problem) -> Result<Vec<OptionId>, GivenError>,
    ) -> Count {
        let Tools::Unordered(unordered) = &mut self.tools else {
            unreachable!("the unordered engine has been made")
        };
        self.answers = Answers::InUnordered;
        let count = count_unordered(unordered, most, limits);
        self.counters = unordered.counters();
        let found = unordered.found();
        count.unwrap_or_else(|| {
            let given = given(&self.problem).expect("the unordered engine has begun with them");
            self.count_many(found, most, &given, limits)
        })
    }

    /// Counts from the beginning with an ordered search, after the unordered engine has found `found` covers.
    fn count_many(&mut self, found: u64, most: u64, given: &[OptionId], limits: &mut Limits<'_>) -> Count {
        let mut search = match Search::with_rule_within(&self.problem, Rule::default(), limits) {
            Ok(search) => search,
            Err(why) => return Count::AtLeast(found, why),
        };
        let (count, _) = count_in_search(&mut search, most, given, limits);
        self.counters.add(search.counters());
        match count {
            // The search may have been stopped before it reached that number.
            Count::AtLeast(least, why) => Count::AtLeast(least.max(found), why),
            Count::Exact(_) => count,
        }
    }

    /// Returns whether no cover contains all these options, one, or several.
    ///
    /// # Errors
    /// Those of [`count`](Self::count).
    pub fn uniqueness(
        &mut self,
        given: &[OptionId],
        limits: &mut Limits<'_>,
    ) -> Result<Uniqueness, GivenError> {
        let count = self.count_up_to(SHOWN as u64, given, limits)?;
        let shown = |number| self.cover(number).unwrap_or_default();
        Ok(match count {
            Count::Exact(0) => Uniqueness::None,
            Count::AtLeast(0, why) => Uniqueness::Unknown { found: None, why },
            Count::Exact(1) => Uniqueness::One(shown(0)),
            Count::Exact(_) | Count::AtLeast(2.., _) => Uniqueness::Several(shown(0), shown(1)),
            Count::AtLeast(1, why) => Uniqueness::Unknown { found: Some(shown(0)), why },
        })
    }

    /// Returns one of the covers that the last question found: 0 for the first, 1 for the second.
    #[must_use]
    pub fn cover(&self, number: usize) -> Option<Cover> {
        match (&self.tools, &self.answers) {
            (Tools::Unordered(unordered), Answers::InUnordered) => (number < unordered.shown()).then(|| {
                let mut cover = Cover::new();
                unordered.cover(number, &mut cover);
                cover
            }),
            (_, Answers::Listed(covers)) => covers.get(number).cloned(),
            (_, Answers::InUnordered) => unreachable!("the unordered engine has answered"),
        }
    }

    /// Sets `ranks[i]`, for each of the first items of the problem, to the rank of the option that covers
    /// item `i` in one of the covers that the last question found: 0 for the first, 1 for the second. Ranks
    /// are among the options of the item, in input order from 0. Returns false if there is no such cover.
    ///
    /// # Panics
    /// If the problem has fewer primary items than `ranks`, or one of them has more than 256 options.
    pub fn ranks_of_items(&self, number: usize, ranks: &mut [u8]) -> bool {
        assert!(ranks.len() <= self.problem.primary_count(), "only primary items are in every cover");
        match (&self.tools, &self.answers) {
            (Tools::Unordered(unordered), Answers::InUnordered) => {
                let is_shown = number < unordered.shown();
                if is_shown {
                    unordered.ranks_of_items(number, ranks);
                }
                is_shown
            }
            (_, Answers::Listed(covers)) => {
                let Some(cover) = covers.get(number) else { return false };
                self.rank_by_options(cover, ranks);
                true
            }
            (_, Answers::InUnordered) => unreachable!("the unordered engine has answered"),
        }
    }

    /// Takes time linear in the uses of the problem. Only the answers of searches need it.
    fn rank_by_options(&self, cover: &[OptionId], ranks: &mut [u8]) {
        let mut before = vec![0u32; ranks.len()];
        let mut chosen = cover.iter().peekable();
        for option in self.problem.options() {
            let is_chosen = chosen.next_if_eq(&&option).is_some();
            for used in self.problem.uses(option) {
                if let Some(before) = before.get_mut(used.item.index()) {
                    if is_chosen {
                        let rank = u8::try_from(*before).ok();
                        ranks[used.item.index()] = rank.expect("the item has 256 options at most");
                    }
                    *before += 1;
                }
            }
        }
    }

    /// Returns the work done for the last question.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.counters
    }
}

/// Returns the options for ranks by item: see [`Prepared::count_ranked_up_to`].
fn options_of_ranks(problem: &Problem, ranks: &[u8]) -> Result<Vec<OptionId>, GivenError> {
    let mut counts = vec![0usize; ranks.len()];
    let mut given = Vec::new();
    for option in problem.options() {
        for used in problem.uses(option) {
            if let Some(count) = counts.get_mut(used.item.index()) {
                *count += 1;
                if *count == usize::from(ranks[used.item.index()]) {
                    given.push(option);
                }
            }
        }
    }
    for ((&found, count), item) in ranks.iter().zip(counts).zip(problem.items()) {
        if usize::from(found) > count {
            return Err(GivenError::Rank { item, found, count });
        }
    }
    given.dedup();
    Ok(given)
}

/// Returns the covers, at most one, or `None` if there are several or the work left is not enough.
fn try_links(
    links: &mut Search,
    work_left: &mut u64,
    given: &[OptionId],
    limits: &mut Limits<'_>,
) -> Result<Option<Vec<Cover>>, Stopped> {
    let problem = links.problem();
    let restart = problem.use_count() as u64 / 2;
    let is_possible = links.restart(Givens::none().force(given)).is_ok();
    *work_left = work_left.saturating_sub(restart);
    let mut covers = Vec::new();
    if !is_possible {
        return Ok(Some(covers));
    }
    links.build(limits)?;
    loop {
        let mut nodes = LOOK;
        let found = links.next_within(&mut Limits::none(), &mut nodes).expect("there are no limits");
        if links.counters().trial_work() > *work_left {
            return Ok(None);
        }
        match found {
            Some(Some(_)) if covers.len() == 1 => return Ok(None),
            Some(Some(cover)) => covers.push(cover),
            Some(None) => break,
            None => {}
        }
    }
    *work_left = work_left.saturating_sub(links.counters().trial_work());
    Ok(Some(covers))
}

/// Continues the count of the unordered engine. Returns `None` if there are so many covers that an ordered
/// search should count.
fn count_unordered(unordered: &mut Unordered, wanted: u64, limits: &mut Limits<'_>) -> Option<Count> {
    // On large boards a node takes milliseconds: it counts as several towards the next question.
    let weight = unordered.node_weight();
    loop {
        let before = unordered.counters();
        let event = unordered.go_on(wanted.min(MANY), (limits.fuel() / weight).max(1).min(limits.fuel()));
        let done = unordered.counters().since(before);
        limits.spend(done.nodes);
        match event {
            Event::End => {
                limits.spend_solutions(unordered.found());
                return Some(Count::Exact(unordered.found()));
            }
            Event::Enough if wanted <= MANY => {
                limits.spend_solutions(wanted);
                return Some(Count::AtLeast(wanted, Stopped::Solutions));
            }
            Event::Enough => return None,
            Event::Spent => {
                let position = Underway { counters: unordered.counters(), fraction: 0.0 };
                let asked = limits.pass((weight - 1).saturating_mul(done.nodes), &position);
                if let Err(why) = asked.and_then(|()| limits.refuel(&position)) {
                    limits.spend_solutions(unordered.found());
                    return Some(Count::AtLeast(unordered.found(), why));
                }
            }
        }
    }
}

/// Counts with an ordered search, and returns the first covers too.
fn count_in_search(
    search: &mut Search,
    most: u64,
    given: &[OptionId],
    limits: &mut Limits<'_>,
) -> (Count, Vec<Cover>) {
    let mut covers = Vec::new();
    if search.restart(Givens::none().force(given)).is_err() {
        return (Count::Exact(0), covers);
    }
    let mut found = 0;
    let is_bounded = most < limits.solutions_left();
    while covers.len() < SHOWN || is_bounded {
        if found == most {
            return (Count::AtLeast(found, Stopped::Solutions), covers);
        }
        match search.next_solution(limits) {
            Ok(Some(cover)) if covers.len() < SHOWN => covers.push(cover.to_vec()),
            Ok(Some(_)) => {}
            Ok(None) => return (Count::Exact(found), covers),
            Err(why) => return (Count::AtLeast(found, why), covers),
        }
        found += 1;
    }
    let count = match search.count_rest(limits) {
        Count::Exact(rest) => Count::Exact(found + rest),
        Count::AtLeast(rest, why) => Count::AtLeast(found + rest, why),
    };
    (count, covers)
}

/// Work of the links for each use of the problem that takes about as long as building the tables.
const TRIAL_OF_A_USE: u64 = 6;
