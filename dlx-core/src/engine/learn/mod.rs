//! Search by clause learning.
//!
//! The variables are the options, and the *values*: a color of an item. Propagation knows five forms of
//! constraint: at most one option or value uses an item; an option gives its values to their items; a primary
//! item has an option; a value of an item that each option of a primary item uses is given by one of these
//! options; and an item with bounds has as many options as they say. The first two are read from the tables of the
//! problem, the last is counted (`counted`), and the others are clauses.
//!
//! From a dead end, a clause is learned that explains it, and the search returns to the level where that clause
//! would have had a consequence (J. P. Marques-Silva and K. A. Sakallah, *GRASP: A search algorithm for
//! propositional satisfiability*, 1999; the first unique implication point, two watched literals and
//! activities of variables: M. W. Moskewicz et al., *Chaff*, 2001). Clauses whose literals have few levels are
//! kept, and the search restarts when recent clauses have more levels than the average (G. Audemard and L. Simon,
//! *Predicting learnt clauses quality in modern SAT solvers*, 2009; averages of A. Biere and A. Fröhlich, 2015).

mod clauses;
mod counted;
mod literal;
mod order;
mod restarts;
mod uses;

use crate::control::answers::Cover;
use crate::control::counters::Counters;
use crate::control::limits::{Limits, Stopped, Underway};
use crate::problem::Problem;
use crate::problem::givens::{GivenError, Givens, Settled};
use crate::problem::ids::{ItemId, OptionId, narrow, wide};
use clauses::{ClauseId, Clauses, Watch};
use counted::{Counted, Demand};
use literal::Literal;
use order::Order;
use restarts::Restarts;
pub(crate) use restarts::luby;
use uses::{Lists, UseTables};

/// Number of learned clauses before some are removed for the first time, and how many more there may be each
/// time after that.
const FIRST_CLAUSES: usize = 4000;
const MORE_CLAUSES: usize = 600;

/// Number of dead ends after which the values that options get first are changed, in terms of the number of changes.
const PHASES: u64 = 1000;

/// Number of literals that are propagated before the question of the limits is asked again.
const LITERALS_BETWEEN_QUESTIONS: usize = 1024;

/// The reason why a literal is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Because {
    /// It was chosen, or holds at the root.
    Chosen,
    /// Another literal is true.
    Of(Literal),
    /// All other literals of a clause are false.
    Clause(ClauseId),
    /// The other options of an item with bounds that had their values before leave it no other value.
    Bounds(u32),
}

/// Literals of which one must be true, and all are false.
#[derive(Clone, Copy, Debug)]
enum DeadEnd {
    Pair(Literal, Literal),
    Clause(ClauseId),
    /// Too many options of an item with bounds are chosen, or excluded.
    Bounds {
        item: u32,
        are_chosen: bool,
    },
}

/// A search that learns from dead ends. It finds the covers of problems with many constraints on few options,
/// such as most puzzles, after far fewer nodes than the tree of a [`Rule`](crate::Rule) has; each cover found
/// takes memory, so that it is made for few of them. There are no positions to resume from.
///
/// ```
/// use dlx_core::inner::LearningSearch;
/// use dlx_core::{Limits, Problem};
///
/// let problem =
///     Problem::builder().primary(["a", "b"]).option(["a"]).option(["b"]).option(["a", "b"]).build()?;
/// let mut search = LearningSearch::new(&problem, &mut Limits::none())?;
/// let mut covers = 0;
/// while search.next_solution(&mut Limits::none())?.is_some() {
///     covers += 1;
/// }
/// assert_eq!(covers, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LearningSearch {
    problem: Problem,
    settled: Settled,
    tables: UseTables,
    /// By item: the variables of which at most one is true, and by variable such items.
    members: Lists,
    items: Lists,
    counted: Counted,
    clauses: Clauses,
    /// Number of clauses of the problem itself.
    fixed: usize,
    /// By literal: true if it is true.
    is_true: Vec<bool>,
    /// By variable: why it has its value, the level where it got it, and its place in the trail.
    because: Vec<Because>,
    level_of: Vec<u32>,
    places: Vec<u32>,
    /// By option: the value that it had last; true before it had one.
    phases: Vec<bool>,
    /// Those of the most options that had a value without a dead end since the phases were last changed, and their number.
    best_phases: Vec<bool>,
    best: usize,
    /// Number of dead ends until the phases are changed, and how often they were.
    until_change: u64,
    changes: u64,
    /// The true literals in order, those that are propagated, and the length at the beginning of each level.
    trail: Vec<Literal>,
    propagated: usize,
    levels: Vec<usize>,
    order: Order,
    /// By variable: true if it is part of the explanation.
    is_seen: Vec<bool>,
    learned: Vec<Literal>,
    most_clauses: usize,
    restarts: Restarts,
    state: State,
    counters: Counters,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// What holds at the root is not known yet.
    Restarted,
    /// Covers may be left.
    Open,
    /// The position is that of a cover.
    AtCover,
    Exhausted,
}

impl LearningSearch {
    /// Returns the search for a problem, with nothing given.
    ///
    /// # Errors
    /// The limit that was reached.
    ///
    /// # Complexity
    /// Linear in the uses of the problem.
    #[expect(clippy::missing_panics_doc, reason = "nothing is given")]
    pub fn new(problem: &Problem, limits: &mut Limits<'_>) -> Result<Self, Stopped> {
        let tables = UseTables::new(problem, limits)?;
        let (options, values) = (problem.option_count(), tables.item_of_value.len());
        let variables = options + values;
        let entries = uses_of_items(problem, &tables);
        let members = Lists::new(problem.item_count(), entries.iter().copied(), limits)?;
        let by_variable = entries.iter().map(|&(item, variable)| (variable, item));
        let items = Lists::new(variables, by_variable, limits)?;
        let mut search = Self {
            problem: problem.clone(),
            settled: Settled::default(),
            members,
            items,
            counted: Counted::new(problem, &tables, limits)?,
            clauses: Clauses::new(2 * variables),
            fixed: 0,
            is_true: vec![false; 2 * variables],
            because: vec![Because::Chosen; variables],
            level_of: vec![0; variables],
            places: vec![0; variables],
            phases: vec![true; options],
            best_phases: vec![true; options],
            best: 0,
            until_change: PHASES,
            changes: 0,
            trail: Vec::with_capacity(variables),
            propagated: 0,
            levels: Vec::new(),
            order: Order::new(ranks(&tables, options)),
            is_seen: vec![false; variables],
            learned: Vec::new(),
            most_clauses: FIRST_CLAUSES,
            restarts: Restarts::default(),
            state: State::Restarted,
            counters: Counters::default(),
            tables,
        };
        search.settled.resolve(problem, Givens::none()).expect("nothing is given");
        search.add_clauses(limits)?;
        search.fixed = search.clauses.len();
        Ok(search)
    }

    /// Returns the primary items that must be covered exactly once.
    fn exact_items(&self) -> impl Iterator<Item = u32> + use<> {
        let problem = self.problem.clone();
        (0..self.tables.primaries).filter(move |&item| problem.bounds(ItemId(item)).is_once())
    }

    /// Adds the clauses of primary items and of supports with at least two literals.
    fn add_clauses(&mut self, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        let options = self.problem.option_count();
        for item in self.exact_items() {
            let clause = self.tables.options_of_item.get(item).iter();
            let clause: Vec<Literal> = clause.map(|&option| Literal::new(option, true)).collect();
            limits.step(clause.len() as u64)?;
            if clause.len() > 1 {
                self.clauses.add(&clause, 0);
            }
        }
        let supports = (0..narrow(options)).flat_map(|option| {
            self.tables.supports_of_option.get(option).iter().map(move |&support| (support, option))
        });
        let supports = Lists::new(self.tables.value_of_support.len(), supports, limits)?;
        for (support, &value) in (0..).zip(&self.tables.value_of_support) {
            let clause = supports.get(support).iter().map(|&option| Literal::new(option, true));
            limits.step(clause.len() as u64)?;
            if clause.len() > 0 {
                let value = Literal::new(narrow(options) + value, false);
                let literals: Vec<Literal> = [value].into_iter().chain(clause).collect();
                self.clauses.add(&literals, 0);
            }
        }
        Ok(())
    }

    /// Forgets what was learned, and searches for covers with these givens from now on. The next question resets the
    /// tables, within its limits.
    ///
    /// # Errors
    /// Givens that are in conflict. Nothing is given then.
    ///
    /// # Complexity
    /// Linear in the uses of the problem.
    pub fn restart(&mut self, givens: Givens<'_>) -> Result<(), GivenError> {
        let resolved = self.settled.resolve(&self.problem, givens);
        self.counters = Counters::default();
        self.state = State::Restarted;
        resolved
    }

    /// Resets the tables to what holds at the root. After an error the next call begins again.
    fn begin(&mut self, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        limits.setup(self.is_true.len())?;
        self.return_to(0);
        for literal in self.trail.drain(..) {
            self.is_true[literal.index()] = false;
        }
        self.counted.clear();
        self.propagated = 0;
        self.clauses.truncate(self.fixed);
        self.order.reset();
        self.phases.fill(true);
        (self.best, self.until_change, self.changes) = (0, PHASES, 0);
        (self.most_clauses, self.restarts) = (FIRST_CLAUSES, Restarts::default());
        self.state = if self.settle(limits)? { State::Open } else { State::Exhausted };
        Ok(())
    }

    /// Makes true what holds at the root. Returns false if that is a contradiction.
    fn settle(&mut self, limits: &mut Limits<'_>) -> Result<bool, Stopped> {
        let options = narrow(self.problem.option_count());
        let supports = (0..).zip(&self.tables.options_of_support);
        let dead = supports.filter(|&(_, &count)| count == 0).map(|(support, _): (usize, _)| {
            Literal::new(options + self.tables.value_of_support[support], false)
        });
        let given = self.settled.given.iter().map(|option| Literal::new(option.0, true));
        let mut roots: Vec<Literal> = given.chain(dead).collect();
        for option in self.problem.options() {
            limits.setup(self.problem.uses(option).len())?;
            if !self.settled.is_live(&self.problem, option) && !self.settled.is_given(option) {
                roots.push(Literal::new(option.0, false));
            }
        }
        for item in self.exact_items() {
            match self.tables.options_of_item.get(item) {
                [] => return Ok(false),
                &[option] => roots.push(Literal::new(option, true)),
                _ => {}
            }
        }
        for item in self.counted.items() {
            let (room, slack) = match self.counted.demand(item) {
                Demand::TooFew | Demand::TooMany => return Ok(false),
                Demand::Left { room, slack } => (room, slack),
            };
            let options = self.counted.options_of(item).iter().enumerate();
            roots.extend(options.filter_map(|(place, &option)| {
                Some(Literal::new(option, self.counted.wanted(item, place, (room, slack))?))
            }));
        }
        Ok(roots.into_iter().all(|literal| self.assert(literal, Because::Chosen)))
    }

    /// Returns the next cover, or `None` when there are no more. The order depends on what was learned.
    ///
    /// # Errors
    /// The limit that stopped the search, which can be continued.
    pub fn next_solution(&mut self, limits: &mut Limits<'_>) -> Result<Option<Cover>, Stopped> {
        if limits.solutions_left() == 0 {
            return Err(Stopped::Solutions);
        }
        if self.state == State::Restarted {
            self.begin(limits)?;
        }
        if self.state == State::AtCover {
            self.state = if self.exclude_cover() { State::Open } else { State::Exhausted };
        }
        while self.state == State::Open {
            limits.refuel(&Underway::of(self.counters, 0.0))?;
            limits.spend(1);
            self.counters.nodes += 1;
            self.advance(limits)?;
        }
        if self.state == State::Exhausted {
            return Ok(None);
        }
        limits.settle_solution();
        self.counters.solutions += 1;
        let positive = self.trail.iter().filter(|literal| literal.is_positive());
        let options = positive.map(|literal| literal.variable());
        let mut cover: Cover =
            options.filter(|&option| wide(option) < self.phases.len()).map(OptionId).collect();
        cover.sort_unstable();
        Ok(Some(cover))
    }

    /// Returns the work done since the last [`restart`](Self::restart).
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// Propagates, and then learns from a dead end, or chooses an option. If a limit stops it before that, the next call
    /// continues.
    fn advance(&mut self, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        if let Some(dead_end) = self.propagate(limits)? {
            if self.levels.is_empty() {
                self.state = State::Exhausted;
            } else {
                let is_stable = self.restarts.is_stable();
                if is_stable {
                    self.keep_phases();
                }
                self.learn(dead_end);
                if is_stable {
                    self.change_phases();
                }
            }
            return Ok(());
        }
        if self.restarts.is_due() {
            self.return_to(0);
        }
        if self.clauses.learned() >= self.most_clauses {
            self.forget();
        }
        // Without this, all variables would leave the order one by one.
        if self.trail.len() == self.because.len() {
            self.state = State::AtCover;
            return Ok(());
        }
        let choice = std::iter::from_fn(|| self.order.pop()).find(|&option| {
            [true, false].iter().all(|&value| !self.is_true[Literal::new(option, value).index()])
        });
        let Some(option) = choice else {
            self.state = State::AtCover;
            return Ok(());
        };
        self.levels.push(self.trail.len());
        self.assert(Literal::new(option, self.phases[wide(option)]), Because::Chosen);
        Ok(())
    }

    /// Keeps the values of all levels but the last one, which has a dead end, if they are the most so far.
    fn keep_phases(&mut self) {
        let start = self.levels.last().copied().unwrap_or(0);
        if start > self.best {
            self.best = start;
            self.best_phases.clone_from(&self.phases);
            for literal in &self.trail[..start] {
                if let Some(phase) = self.best_phases.get_mut(wide(literal.variable())) {
                    *phase = literal.is_positive();
                }
            }
        }
    }

    /// From time to time makes those values the ones that options get first, or chooses options first as at the beginning.
    fn change_phases(&mut self) {
        self.until_change -= 1;
        if self.until_change > 0 {
            return;
        }
        self.return_to(0);
        self.changes += 1;
        self.until_change = PHASES * (self.changes + 1);
        self.best = 0;
        if self.changes.is_multiple_of(3) {
            self.phases.fill(true);
        } else {
            self.phases.clone_from(&self.best_phases);
        }
    }

    /// Makes a literal true. Returns false if it is false.
    #[inline(always)]
    fn assert(&mut self, literal: Literal, because: Because) -> bool {
        if self.is_true[literal.index()] {
            return true;
        }
        if self.is_true[(!literal).index()] {
            return false;
        }
        let variable = wide(literal.variable());
        self.is_true[literal.index()] = true;
        self.because[variable] = because;
        self.level_of[variable] = narrow(self.levels.len());
        self.places[variable] = narrow(self.trail.len());
        self.trail.push(literal);
        true
    }

    /// Makes the consequences of all true literals true. Returns a dead end.
    fn propagate(&mut self, limits: &mut Limits<'_>) -> Result<Option<DeadEnd>, Stopped> {
        while let Some(&literal) = self.trail.get(self.propagated) {
            if self.propagated % LITERALS_BETWEEN_QUESTIONS == LITERALS_BETWEEN_QUESTIONS - 1 {
                limits.step(LITERALS_BETWEEN_QUESTIONS as u64)?;
            }
            self.propagated += 1;
            self.counters.updates += 1;
            if literal.variable() < narrow(self.problem.option_count()) {
                self.counted.add(literal);
            }
            let found = self.propagate_tables(literal).or_else(|| self.propagate_clauses(!literal));
            let found = found.or_else(|| self.propagate_bounds(literal));
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// Makes true what the tables say about a true literal.
    fn propagate_tables(&mut self, literal: Literal) -> Option<DeadEnd> {
        let (variable, options) = (literal.variable(), narrow(self.problem.option_count()));
        let because = Because::Of(literal);
        if literal.is_positive() {
            if variable < options {
                for place in 0..self.tables.values_of_option.get(variable).len() {
                    let value = self.tables.values_of_option.get(variable)[place];
                    let value = Literal::new(options + value, true);
                    if !self.assert(value, because) {
                        return Some(DeadEnd::Pair(!literal, value));
                    }
                }
            }
            for place in 0..self.items.get(variable).len() {
                let item = self.items.get(variable)[place];
                for place in 0..self.members.get(item).len() {
                    let other = self.members.get(item)[place];
                    let other = Literal::new(other, false);
                    if other != !literal && !self.assert(other, because) {
                        return Some(DeadEnd::Pair(!literal, other));
                    }
                }
            }
        } else if let Some(value) = variable.checked_sub(options) {
            for place in 0..self.tables.options_of_value.get(value).len() {
                let option = Literal::new(self.tables.options_of_value.get(value)[place], false);
                if !self.assert(option, because) {
                    return Some(DeadEnd::Pair(!literal, option));
                }
            }
        }
        None
    }

    /// Makes true what the bounds of the items of an option ask for, which a literal has changed. One that is chosen
    /// leaves less room, and one that is excluded less slack; what the other asks for was made true when it changed.
    fn propagate_bounds(&mut self, literal: Literal) -> Option<DeadEnd> {
        let variable = literal.variable();
        if wide(variable) >= self.problem.option_count() {
            return None;
        }
        for place in 0..self.counted.items_of(variable).len() {
            let item = self.counted.items_of(variable)[place];
            let (room, slack) = match self.counted.demand(item) {
                Demand::TooMany => return Some(DeadEnd::Bounds { item, are_chosen: true }),
                Demand::TooFew => return Some(DeadEnd::Bounds { item, are_chosen: false }),
                Demand::Left { room, slack } => (room, slack),
            };
            if self.counted.heaviest(item) <= if literal.is_positive() { room } else { slack } {
                continue;
            }
            // Options that have the other value are those that are counted, or will be.
            for place in 0..self.counted.options_of(item).len() {
                let Some(value) = self.counted.wanted(item, place, (room, slack)) else { continue };
                let option = self.counted.options_of(item)[place];
                if !self.is_true[Literal::new(option, !value).index()] {
                    self.assert(Literal::new(option, value), Because::Bounds(item));
                }
            }
        }
        None
    }

    /// Examines the clauses that a literal watches, which has become false.
    fn propagate_clauses(&mut self, literal: Literal) -> Option<DeadEnd> {
        let mut watches = self.clauses.take_watches(literal);
        let (mut kept, mut found) = (0, None);
        for place in 0..watches.len() {
            let watch = watches[place];
            if found.is_some() || self.is_true[watch.other.index()] {
                watches[kept] = watch;
                kept += 1;
                continue;
            }
            let clause = self.clauses.get_mut(watch.clause);
            if clause[0] == literal {
                clause.swap(0, 1);
            }
            let first = clause[0];
            let watch = Watch { clause: watch.clause, other: first };
            if !self.is_true[first.index()]
                && let Some(next) = clause[2..].iter().position(|next| !self.is_true[(!*next).index()])
            {
                clause.swap(1, next + 2);
                let next = clause[1];
                self.clauses.add_watch(next, watch);
                continue;
            }
            watches[kept] = watch;
            kept += 1;
            if !self.assert(first, Because::Clause(watch.clause)) {
                found = Some(DeadEnd::Clause(watch.clause));
            }
        }
        watches.truncate(kept);
        self.clauses.return_watches(literal, watches);
        found
    }

    /// Learns a clause from a dead end below the root, and returns to the level where it has a consequence.
    fn learn(&mut self, dead_end: DeadEnd) {
        self.explain(dead_end);
        self.shorten();
        for literal in &self.learned {
            self.is_seen[wide(literal.variable())] = false;
        }
        self.order.decay();
        let level = |literal: &Literal| self.level_of[wide(literal.variable())];
        // The literal of the level returned to is watched.
        let deepest = (1..self.learned.len()).max_by_key(|&place| level(&self.learned[place]));
        let back = deepest.map_or(0, |place| level(&self.learned[place]));
        let mut levels: Vec<u32> = self.learned.iter().map(level).collect();
        levels.sort_unstable();
        levels.dedup();
        self.restarts.learn(levels.len());
        if let Some(place) = deepest {
            self.learned.swap(1, place);
        }
        self.return_to(wide(back));
        let learned = std::mem::take(&mut self.learned);
        let because = match learned[..] {
            [_] => Because::Chosen,
            _ => Because::Clause(self.clauses.add(&learned, narrow(levels.len()))),
        };
        self.assert(learned[0], because);
        self.learned = learned;
    }

    /// Collects the clause of the first unique implication point, whose negation comes first. Its variables
    /// are marked.
    fn explain(&mut self, dead_end: DeadEnd) {
        self.learned.clear();
        let current = narrow(self.levels.len());
        let mut open = 0;
        let mut place = self.trail.len();
        let mut of_level = Vec::new();
        match dead_end {
            DeadEnd::Pair(one, other) => self.see(&[one, other], current, &mut open),
            DeadEnd::Clause(clause) => self.see_clause(clause, None, current, &mut open),
            DeadEnd::Bounds { item, are_chosen } => {
                self.see_options(item, are_chosen, self.trail.len(), current, &mut open);
            }
        }
        loop {
            let literal = loop {
                place -= 1;
                let literal = self.trail[place];
                if self.is_seen[wide(literal.variable())] {
                    break literal;
                }
            };
            open -= 1;
            of_level.push(literal.variable());
            if open == 0 {
                self.learned.push(!literal);
                let last = self.learned.len() - 1;
                self.learned.swap(0, last);
                break;
            }
            match self.because[wide(literal.variable())] {
                Because::Chosen => unreachable!("the choice is the last literal of its level"),
                Because::Of(other) => self.see(&[!other], current, &mut open),
                Because::Clause(clause) => self.see_clause(clause, Some(literal), current, &mut open),
                Because::Bounds(item) => {
                    self.see_options(item, !literal.is_positive(), place, current, &mut open);
                }
            }
        }
        // The variables of this level, but for the first, are not part of the clause.
        of_level.pop();
        for variable in of_level {
            self.is_seen[wide(variable)] = false;
        }
    }

    fn see_clause(&mut self, clause: ClauseId, but: Option<Literal>, current: u32, open: &mut usize) {
        for place in 0..self.clauses.get(clause).len() {
            let literal = self.clauses.get(clause)[place];
            if Some(literal) != but {
                self.see(&[literal], current, open);
            }
        }
    }

    /// Does so with the options of an item that are chosen, or excluded, before a place in the trail.
    fn see_options(&mut self, item: u32, are_chosen: bool, before: usize, current: u32, open: &mut usize) {
        for place in 0..self.counted.options_of(item).len() {
            let option = self.counted.options_of(item)[place];
            let literal = Literal::new(option, are_chosen);
            if self.is_true[literal.index()] && wide(self.places[wide(option)]) < before {
                self.see(&[!literal], current, open);
            }
        }
    }

    /// Marks the variables of false literals, and adds those of lower levels to the clause.
    fn see(&mut self, literals: &[Literal], current: u32, open: &mut usize) {
        for &literal in literals {
            let variable = wide(literal.variable());
            if self.is_seen[variable] || self.level_of[variable] == 0 {
                continue;
            }
            self.is_seen[variable] = true;
            self.order.bump(literal.variable());
            if self.level_of[variable] == current {
                *open += 1;
            } else {
                self.learned.push(literal);
            }
        }
    }

    /// Leaves out the literals that follow from others of the clause (N. Sörensson and A. Biere, *Minimizing learned
    /// clauses*, 2009).
    fn shorten(&mut self) {
        let bit = |level: u32| 1_u64 << (level % 64);
        let levels = self.learned[1..].iter().map(|literal| self.level_of[wide(literal.variable())]);
        let levels = levels.fold(0, |levels, level| levels | bit(level));
        let mut implied = Vec::new();
        let mut kept = 1;
        for place in 1..self.learned.len() {
            let literal = self.learned[place];
            if !self.is_implied(literal, |level| levels & bit(level) != 0, &mut implied) {
                self.learned.swap(kept, place);
                kept += 1;
            }
        }
        // Literals that are left out keep their marks until the end: others may follow from them.
        implied.extend(self.learned.drain(kept..));
        for literal in implied {
            self.is_seen[wide(literal.variable())] = false;
        }
    }

    /// Returns true if a false literal follows from marked ones, by way of others of levels that the clause may have.
    /// These are marked then, and added to `implied`.
    fn is_implied(
        &mut self,
        mut literal: Literal,
        is_level: impl Fn(u32) -> bool,
        implied: &mut Vec<Literal>,
    ) -> bool {
        let before = implied.len();
        // Those added are examined in their order.
        let mut next = before;
        loop {
            let of = match self.because[wide(literal.variable())] {
                // Only the first literal may be chosen. Explanations by bounds are too long to be worth a look.
                Because::Chosen | Because::Bounds(_) => return false,
                Because::Of(other) => &[!other],
                Because::Clause(clause) => self.clauses.get(clause),
            };
            for &other in of {
                let variable = wide(other.variable());
                if other == !literal || self.is_seen[variable] || self.level_of[variable] == 0 {
                    continue;
                }
                let is_open = matches!(self.because[variable], Because::Chosen | Because::Bounds(_));
                if is_open || !is_level(self.level_of[variable]) {
                    for other in implied.drain(before..) {
                        self.is_seen[wide(other.variable())] = false;
                    }
                    return false;
                }
                self.is_seen[variable] = true;
                implied.push(other);
            }
            let Some(&other) = implied.get(next) else { return true };
            literal = other;
            next += 1;
        }
    }

    /// Takes back all levels above this one.
    fn return_to(&mut self, level: usize) {
        let Some(&start) = self.levels.get(level) else { return };
        for literal in &self.trail[start..self.propagated.max(start)] {
            if wide(literal.variable()) < self.problem.option_count() {
                self.counted.remove(*literal);
            }
        }
        for literal in self.trail.drain(start..) {
            self.is_true[literal.index()] = false;
            let variable = literal.variable();
            if let Some(phase) = self.phases.get_mut(wide(variable)) {
                *phase = literal.is_positive();
                self.order.put_back(variable);
            }
        }
        self.levels.truncate(level);
        self.propagated = start;
    }

    /// Removes learned clauses that are of little use.
    fn forget(&mut self) {
        let mut is_needed = vec![false; self.clauses.len()];
        for literal in &self.trail {
            if let Because::Clause(clause) = self.because[wide(literal.variable())] {
                is_needed[wide(clause)] = true;
            }
        }
        let numbers = self.clauses.reduce(|clause| is_needed[wide(clause)]);
        for literal in &self.trail {
            if let Because::Clause(clause) = &mut self.because[wide(literal.variable())] {
                *clause = numbers[wide(*clause)].expect("the clause is needed");
            }
        }
        self.most_clauses += MORE_CLAUSES;
    }

    /// Excludes the cover at which the search is, by a clause of its choices. Returns false if there were
    /// none.
    fn exclude_cover(&mut self) -> bool {
        let clause: Vec<Literal> = self.levels.iter().rev().map(|&start| !self.trail[start]).collect();
        let Some((&last, others)) = clause.split_first() else { return false };
        self.return_to(self.levels.len() - 1);
        let because = match others {
            [] => Because::Chosen,
            _ => Because::Clause(self.clauses.add(&clause, 0)),
        };
        self.assert(last, because)
    }
}

/// Returns by option 1 if it has one primary item, and 0 if it has several or none. One of the former, such as a
/// step of an automaton, decides little: mostly it follows from the latter.
fn ranks(tables: &UseTables, options: usize) -> Vec<u8> {
    let is_narrow = |option| tables.primaries_of_option.get(option).len() == 1;
    (0..narrow(options)).map(|option| u8::from(is_narrow(option))).collect()
}

/// Returns the pairs of an item without bounds and a variable that uses it: an option without a color, or a value.
fn uses_of_items(problem: &Problem, tables: &UseTables) -> Vec<(u32, u32)> {
    let options = narrow(problem.option_count());
    let is_exclusive = |item: u32| item >= tables.primaries || problem.bounds(ItemId(item)).is_once();
    let plain = (0..options).flat_map(|option| {
        let items = tables.plain_items_of_option.get(option).iter();
        items.filter(|&&item| is_exclusive(item)).map(move |&item| (item, option))
    });
    let values = (options..).zip(&tables.item_of_value).map(|(variable, &item)| (item, variable));
    plain.chain(values).collect()
}
