//! Many questions about one board under different givens: how many solutions, up to a limit, and which.

use std::fmt;

use dlx_core::inner::{EngineKind, Plan, Simd};
use dlx_core::{Count, Counters, Cover, Givens, Limits, OptionId, Problem, Rule, Search, Stopped};

use crate::solve::loaded::{options_of, set_ranks};
use crate::solve::matrix::Matrix;
use crate::solve::unordered::{SearchEnd, Unordered};

/// A board prepared for many questions: how many solutions have certain givens, and which.
///
/// If the matrix of the board suits the [unordered engine](Unordered), its tables are built once, after some
/// questions. The solutions come in no particular order, unlike those of a [`Search`]; but the same givens give
/// the same solutions, whatever was asked before. Clones share the tables.
#[derive(Clone, Debug)]
pub(super) struct Prepared {
    problem: Problem,
    /// The number of digits of the board: cell `k` is item `k`, and has the options from `digits * k` on.
    digits: usize,
    /// True if the board is a square with as many digits as cells in a house: what the unordered engine supports.
    is_full_square: bool,
    simd: Simd,
    tools: Tools,
    answers: Answers,
    counters: Counters,
}

/// The engine that answers the questions of a [`Solver`](crate::Solver).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PreparedEngine {
    /// A [`Search`] on this engine.
    Search(EngineKind),
    /// Sets of items as bits, as in [`EngineKind::Bitslice`], but without an order of solutions.
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

/// Number of nodes without givens after which an ordered search counts instead. A node of it chooses an item by its
/// options too, and takes a third of the time: 6.4 s in place of over 20 for a hard puzzle of pencilmarks alone.
const LONG_WITHOUT_GIVENS: u64 = 1 << 17;

/// Work of the links for each use of the problem that takes about as long as building the tables.
const TRIAL_OF_A_USE: u64 = 6;

/// Number of nodes of a trial between two looks at its work.
const LOOK: u64 = 16;

/// Work of the links for a node, in updates: choosing an item and trying an option takes about as long, in
/// addition to the updates of the lists.
const UPDATES_OF_A_NODE: u64 = 8;

impl Prepared {
    /// Prepares a board, whose matrix is built. The tables are built after some questions.
    pub(super) fn new(matrix: &Matrix) -> Self {
        let problem = matrix.problem().clone();
        // About as much work as building the tables.
        let work_left = TRIAL_OF_A_USE * problem.use_count() as u64;
        Self {
            problem,
            digits: matrix.geometry().values().count(),
            is_full_square: matrix.geometry().is_square() && matrix.geometry().has_full_houses(),
            simd: Simd::best(),
            tools: Tools::Trial { links: None, work_left },
            answers: Answers::Listed(Vec::new()),
            counters: Counters::default(),
        }
    }

    /// Returns the prepared board with another level of vector instructions and its tables built.
    pub(super) fn with_simd(self, simd: Simd) -> Self {
        let tools = self.tools(simd, &mut Limits::none()).expect("there are no limits");
        Self { simd, tools, ..self }
    }

    /// Builds the tables at once, however few questions follow.
    ///
    /// # Complexity
    /// For each option, the size of a row of the tables; for each item, the options of the items of its
    /// options.
    pub(super) fn prepare(&mut self) {
        self.prepare_within(&mut Limits::none()).expect("there are no limits");
    }

    /// Like [`prepare`](Self::prepare), within limits.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn prepare_within(&mut self, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        if !self.is_prepared() {
            self.tools = self.tools(self.simd, limits)?;
        }
        Ok(())
    }

    /// Returns the engine that answers the next question, and its instructions: the links, until the tables
    /// are built.
    pub(super) fn engine(&self) -> (PreparedEngine, Simd) {
        match &self.tools {
            Tools::Trial { .. } => (PreparedEngine::Search(EngineKind::Links), self.simd),
            Tools::Unordered(unordered) => (PreparedEngine::UnorderedBitslice, unordered.simd()),
            Tools::Search(search) => (PreparedEngine::Search(search.plan().engine()), search.plan().simd()),
        }
    }

    /// Returns true if the tables are built.
    pub(super) fn is_prepared(&self) -> bool {
        !matches!(self.tools, Tools::Trial { .. })
    }

    /// Returns the number of solutions with these givens, by cell the rank of the digit from 1, or 0, and without some
    /// options: at most `most`, with [`Stopped::Solutions`], and as far as the limits allow.
    pub(super) fn count_up_to(
        &mut self,
        most: u64,
        clues: &[u8],
        forbidden: &[OptionId],
        limits: &mut Limits<'_>,
    ) -> Count {
        let most = most.min(limits.solutions_left());
        if most == 0 {
            (self.counters, self.answers) = (Counters::default(), Answers::Listed(Vec::new()));
            return Count::AtLeast(0, Stopped::Solutions);
        }
        if let Some(count) = self.try_links(most, clues, forbidden, limits) {
            return count;
        }
        if let Err(why) = self.prepare_within(limits) {
            return Count::AtLeast(0, why);
        }
        match &mut self.tools {
            Tools::Unordered(unordered) => {
                unordered.begin(clues);
                unordered.forbid(forbidden);
                let has_marks_alone = !forbidden.is_empty() && clues.iter().all(|&clue| clue == 0);
                let most_nodes = if has_marks_alone { LONG_WITHOUT_GIVENS } else { u64::MAX };
                let count = count_unordered(unordered, most, most_nodes, limits);
                (self.counters, self.answers) = (unordered.counters(), Answers::InUnordered);
                let found = unordered.found();
                count.unwrap_or_else(|| {
                    let forced = options_of(self.digits, clues);
                    let givens = Givens::none().force(&forced).forbid(forbidden);
                    let (count, covers, work) = count_ordered(&self.problem, found, most, givens, limits);
                    self.counters.nodes += work.nodes;
                    self.counters.updates += work.updates;
                    self.counters.solutions += work.solutions;
                    if covers.len() as u64 >= found.min(SHOWN as u64) {
                        self.answers = Answers::Listed(covers);
                    }
                    count
                })
            }
            Tools::Search(search) => {
                let forced = options_of(self.digits, clues);
                let givens = Givens::none().force(&forced).forbid(forbidden);
                let (count, covers) = count_in_search(search, most, givens, limits);
                (self.counters, self.answers) = (search.counters(), Answers::Listed(covers));
                count
            }
            Tools::Trial { .. } => unreachable!("the tables have been made"),
        }
    }

    /// Counts with the links while their trial lasts. Returns `None` if the tables are to count.
    fn try_links(
        &mut self,
        most: u64,
        clues: &[u8],
        forbidden: &[OptionId],
        limits: &mut Limits<'_>,
    ) -> Option<Count> {
        let Tools::Trial { links, work_left } = &mut self.tools else { return None };
        (self.counters, self.answers) = (Counters::default(), Answers::Listed(Vec::new()));
        // A trial is not charged to the limit of nodes: with that limit there is none.
        if limits.nodes_left() != u64::MAX {
            return None;
        }
        let links = links.get_or_insert_with(|| Box::new(with_links(&self.problem)));
        let forced = options_of(self.digits, clues);
        let givens = Givens::none().force(&forced).forbid(forbidden);
        let covers = match covers_of_links(links, work_left, givens, limits) {
            Ok(covers) => covers?,
            Err(why) => return Some(Count::AtLeast(0, why)),
        };
        self.counters = links.counters();
        let found = covers.len() as u64;
        limits.spend_solutions(found);
        self.answers = Answers::Listed(covers);
        Some(if found == most { Count::AtLeast(found, Stopped::Solutions) } else { Count::Exact(found) })
    }

    /// Sets `ranks[k]`, for each cell `k`, to the rank of its digit in one of the solutions that the last question
    /// found: 0 for the first, 1 for the second. Returns false if there is no such solution.
    pub(super) fn ranks_of_cells(&self, number: usize, ranks: &mut [u8]) -> bool {
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
                set_ranks(self.digits, cover, ranks);
                true
            }
            (_, Answers::InUnordered) => unreachable!("the unordered engine has answered"),
        }
    }

    /// Builds the tables, or a search if the problem does not suit them.
    fn tools(&self, simd: Simd, limits: &mut Limits<'_>) -> Result<Tools, Stopped> {
        if self.is_full_square
            && let Some(unordered) = Unordered::new(&self.problem, self.digits, simd, limits)?
        {
            return Ok(Tools::Unordered(Box::new(unordered)));
        }
        Ok(Tools::Search(Box::new(Search::with_rule(&self.problem, Rule::default(), limits)?)))
    }

    /// Returns the work done for the last question.
    pub(super) fn counters(&self) -> Counters {
        self.counters
    }
}

fn with_links(problem: &Problem) -> Search {
    let plan = Plan::by(EngineKind::Links, Rule::default());
    Search::with_plan(problem, &plan, &mut Limits::none()).expect("the links take every problem")
}

/// Returns the covers, at most one, or `None` if there are several or the work left is not enough.
fn covers_of_links(
    links: &mut Search,
    work_left: &mut u64,
    givens: Givens<'_>,
    limits: &mut Limits<'_>,
) -> Result<Option<Vec<Cover>>, Stopped> {
    let restart = links.problem().use_count() as u64 / 2;
    let is_possible = links.restart(givens).is_ok();
    *work_left = work_left.saturating_sub(restart);
    let mut covers = Vec::new();
    if !is_possible {
        return Ok(Some(covers));
    }
    let work = |links: &Search| {
        let Counters { nodes, updates, .. } = links.counters();
        updates + UPDATES_OF_A_NODE * nodes
    };
    loop {
        let found = limits.without_solutions(|limits| {
            limits.within_nodes(LOOK, |limits| Ok(links.next_solution(limits)?.map(<[OptionId]>::to_vec)))
        });
        if work(links) > *work_left {
            return Ok(None);
        }
        match found {
            Ok(Some(_)) if covers.len() == 1 => return Ok(None),
            Ok(Some(cover)) => covers.push(cover),
            Ok(None) => break,
            Err(Stopped::Nodes) => {}
            Err(why) => return Err(why),
        }
    }
    *work_left = work_left.saturating_sub(work(links));
    Ok(Some(covers))
}

/// Continues the count of the unordered engine. Returns `None` if there are so many covers, or nodes, that an ordered
/// search should count.
fn count_unordered(
    unordered: &mut Unordered,
    wanted: u64,
    most_nodes: u64,
    limits: &mut Limits<'_>,
) -> Option<Count> {
    // On large boards a node takes milliseconds: it counts as several towards the next question.
    let weight = unordered.node_weight();
    loop {
        let before = unordered.nodes();
        let event = unordered.go_on(wanted.min(MANY), (limits.fuel() / weight).max(1).min(limits.fuel()));
        let done = unordered.nodes() - before;
        limits.spend(done);
        match event {
            SearchEnd::End => {
                limits.spend_solutions(unordered.found());
                return Some(Count::Exact(unordered.found()));
            }
            SearchEnd::Enough if wanted <= MANY => {
                limits.spend_solutions(wanted);
                return Some(Count::AtLeast(wanted, Stopped::Solutions));
            }
            SearchEnd::Enough => return None,
            SearchEnd::Spent if unordered.nodes() >= most_nodes && limits.nodes_left() == u64::MAX => {
                return None;
            }
            SearchEnd::Spent => {
                let asked = limits.step_at((weight - 1).saturating_mul(done), unordered.counters(), 0.0);
                let stopped = asked.err().or((limits.nodes_left() == 0).then_some(Stopped::Nodes));
                if let Some(why) = stopped {
                    limits.spend_solutions(unordered.found());
                    return Some(Count::AtLeast(unordered.found(), why));
                }
            }
        }
    }
}

/// Counts from the beginning with an ordered search, after the unordered engine has found `found` covers. Returns
/// the work of the search, too.
fn count_ordered(
    problem: &Problem,
    found: u64,
    most: u64,
    givens: Givens<'_>,
    limits: &mut Limits<'_>,
) -> (Count, Vec<Cover>, Counters) {
    let mut search = match Search::with_rule(problem, Rule::default(), limits) {
        Ok(search) => search,
        Err(why) => return (Count::AtLeast(found, why), Vec::new(), Counters::default()),
    };
    let (count, covers) = count_in_search(&mut search, most, givens, limits);
    let count = match count {
        // The search may have been stopped before it reached that number.
        Count::AtLeast(least, why) => Count::AtLeast(least.max(found), why),
        exact @ Count::Exact(_) => exact,
    };
    (count, covers, search.counters())
}

/// Counts with an ordered search, and returns the first covers too.
fn count_in_search(
    search: &mut Search,
    most: u64,
    givens: Givens<'_>,
    limits: &mut Limits<'_>,
) -> (Count, Vec<Cover>) {
    let mut covers = Vec::new();
    if search.restart(givens).is_err() {
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

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use dlx_core::check;
    use quickcheck::{Arbitrary, Gen};

    use super::*;
    use crate::model::geometry::Geometry;
    use crate::model::geometry::rules::Rule as BoardRule;

    fn board(height: usize, width: usize, rules: &[&str]) -> Matrix {
        let rules: Vec<BoardRule> = rules.iter().map(|rule| rule.parse().unwrap()).collect();
        Matrix::new(&Geometry::boxes(height, width).unwrap().with_rules(&rules).unwrap())
    }

    /// Returns the board with each tool: the links, the tables at every level of instructions, and a search.
    fn all_prepared(matrix: &Matrix) -> Vec<Prepared> {
        let levels = Simd::ALL.into_iter().filter(|level| level.is_available());
        let mut all: Vec<Prepared> = levels.map(|level| Prepared::new(matrix).with_simd(level)).collect();
        assert!(all.iter().all(|one| one.engine().0 == PreparedEngine::UnorderedBitslice));
        let search = Tools::Search(Box::new(Search::new(matrix.problem())));
        all.push(Prepared { tools: search, ..Prepared::new(matrix) });
        all.push(Prepared::new(matrix));
        all
    }

    /// The greatest number of solutions that are counted.
    const MOST: u64 = 500;

    fn expected(matrix: &Matrix, clues: &[u8], forbidden: &[OptionId]) -> u64 {
        let mut search = Search::new(matrix.problem());
        let forced = options_of(matrix.geometry().side(), clues);
        match search.restart(Givens::none().force(&forced).forbid(forbidden)) {
            Ok(()) => search.count(&mut Limits::none().solutions(MOST)).at_least(),
            Err(_) => 0,
        }
    }

    /// Returns the cover with these ranks by cell, if they are those of one.
    fn cover_of(matrix: &Matrix, ranks: &[u8]) -> Cover {
        let clues: Vec<u8> = ranks.iter().map(|rank| rank + 1).collect();
        let mut search = Search::new(matrix.problem());
        search.restart(Givens::none().force(&options_of(matrix.geometry().side(), &clues))).unwrap();
        search.first(&mut Limits::none()).unwrap().expect("all cells together are a solution")
    }

    fn is_answered_right(matrix: &Matrix, all: &mut [Prepared], clues: &[u8], forbidden: &[OptionId]) -> u64 {
        let expected = expected(matrix, clues, forbidden);
        for prepared in all {
            let count = prepared.count_up_to(MOST, clues, forbidden, &mut Limits::none());
            let stopped = if expected == MOST {
                Count::AtLeast(MOST, Stopped::Solutions)
            } else {
                Count::Exact(expected)
            };
            assert_eq!(count, stopped, "{clues:?}");
            let mut found = Vec::new();
            let mut ranks = vec![0; clues.len()];
            while prepared.ranks_of_cells(found.len(), &mut ranks) {
                assert_eq!(check(matrix.problem(), &cover_of(matrix, &ranks)), Ok(()));
                assert!(clues.iter().zip(&ranks).all(|(&clue, &rank)| clue == 0 || clue == rank + 1));
                let held = |option: &OptionId| {
                    let (cell, rank) = (option.index() / matrix.geometry().side(), option.index());
                    usize::from(ranks[cell]) == rank % matrix.geometry().side()
                };
                assert!(!forbidden.iter().any(held), "{forbidden:?}");
                found.push(ranks.clone());
            }
            assert_eq!(found.len() as u64, expected.min(2));
            assert!(found.len() < 2 || found[0] != found[1]);
            let few = prepared.count_up_to(1, clues, forbidden, &mut Limits::none());
            assert_eq!(few.at_least(), expected.min(1));
        }
        expected
    }

    #[test]
    fn puzzles_of_all_kinds_of_boards_have_the_solutions_of_the_search() {
        let g = &mut Gen::from_size_and_seed(4, 1_972_044);
        let boards = [
            board(1, 1, &[]),
            board(2, 2, &[]),
            board(1, 4, &[]),
            board(2, 3, &[]),
            board(2, 3, &["x"]),
            board(2, 3, &["anti-king"]),
            board(2, 3, &["even r1c1 r2c3", "odd r5c5"]),
            board(2, 3, &["no-boxes", "anti-knight"]),
            board(3, 3, &["windoku", "odd r1c1", "anti-king"]),
            board(4, 4, &[]),
        ];
        let (mut unique, mut none, mut restricted) = (0, 0, 0);
        for matrix in &boards {
            let side = matrix.geometry().side();
            let mut all = all_prepared(matrix);
            let mut search =
                Search::with_rule(matrix.problem(), Rule::Random { seed: 7 }, &mut Limits::none())
                    .expect("nothing stops it");
            let solution = search.first(&mut Limits::none()).unwrap();
            let (puzzles, fewest) = match side {
                16 => (6, 140),
                9 => (12, 90),
                _ => (40, 20),
            };
            for _ in 0..puzzles {
                let share = u8::arbitrary(g) % 80 + fewest;
                let mut clues = vec![0; side * side];
                for option in solution.iter().flatten().filter(|option| option.index() < side.pow(3)) {
                    if u8::arbitrary(g) < share {
                        clues[option.index() / side] = u8::try_from(option.index() % side + 1).unwrap();
                    }
                }
                if u8::arbitrary(g) % 3 == 0 {
                    let cell = usize::arbitrary(g) % clues.len();
                    clues[cell] = u8::try_from(usize::arbitrary(g) % side + 1).unwrap();
                }
                // Candidates of cells without a given, at times none of them.
                let most = u8::arbitrary(g) % 3 * 30;
                let options = (0..side.pow(3)).filter(|option| clues[option / side] == 0);
                let mut forbidden: Vec<OptionId> = options.map(OptionId::new).collect();
                forbidden.retain(|_| u8::arbitrary(g) < most);
                restricted += usize::from(!forbidden.is_empty());
                let found = is_answered_right(matrix, &mut all, &clues, &forbidden);
                unique += u64::from(found == 1);
                none += u64::from(found == 0);
            }
        }
        assert!(unique > 30 && none > 10 && restricted > 30, "{unique} {none} {restricted}");
    }

    /// Frazer Jarvis, "Sudoku enumeration problems", gives 28,200,960 grids with boxes of 2 by 3; all 720 first
    /// rows are equivalent.
    const GRIDS: u64 = 28_200_960 / 720;

    fn first_row() -> (Matrix, Vec<u8>) {
        let mut clues = vec![0; 36];
        clues[..6].copy_from_slice(&[1, 2, 3, 4, 5, 6]);
        (board(2, 3, &[]), clues)
    }

    #[test]
    fn many_solutions_are_counted_up_to_the_limit_exactly() {
        let (matrix, clues) = first_row();
        for mut prepared in all_prepared(&matrix) {
            assert_eq!(prepared.count_up_to(u64::MAX, &clues, &[], &mut Limits::none()), Count::Exact(GRIDS));
            let mut ranks = [vec![0; 36], vec![0; 36]];
            assert!((0..2).all(|number| prepared.ranks_of_cells(number, &mut ranks[number])));
            assert!(ranks[0] != ranks[1]);
            for most in [1, 2, 3, MANY - 1, MANY, MANY + 1, GRIDS - 1, GRIDS] {
                let stopped = Count::AtLeast(most, Stopped::Solutions);
                assert_eq!(prepared.count_up_to(most, &clues, &[], &mut Limits::none()), stopped);
                let mut limits = Limits::none().solutions(most);
                assert_eq!(prepared.count_up_to(u64::MAX, &clues, &[], &mut limits), stopped);
                assert_eq!(limits.solutions_left(), 0);
            }
            let count = prepared.count_up_to(GRIDS + 1, &clues, &[], &mut Limits::none());
            assert_eq!(count, Count::Exact(GRIDS));
        }
    }

    #[test]
    fn limits_stop_a_count_with_what_it_has_found() {
        let (matrix, clues) = first_row();
        for mut prepared in all_prepared(&matrix) {
            let mut least = 0;
            for nodes in [0, 1, 10, 100, 1000, 5000, 6000, 7000, 10_000] {
                let mut limits = Limits::none().nodes(nodes);
                let count = prepared.count_up_to(u64::MAX, &clues, &[], &mut limits);
                let Count::AtLeast(found, Stopped::Nodes) = count else { panic!("{count:?}") };
                assert!((least..=GRIDS).contains(&found), "{found} in {nodes}, and before {least}");
                least = found;
                assert!(prepared.counters().nodes <= nodes, "{found} in {nodes}");
                assert_eq!(prepared.ranks_of_cells(0, &mut [0; 36]), found > 0);
                assert_eq!(limits.nodes_left(), nodes - prepared.counters().nodes);
            }
            let mut asked = 0;
            let mut limits = Limits::none().ask(50, |_| {
                asked += 1;
                if asked == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            let count = prepared.count_up_to(u64::MAX, &clues, &[], &mut limits);
            assert!(matches!(count, Count::AtLeast(1..GRIDS, Stopped::Asked)), "{count:?}");
            drop(limits);
            assert_eq!(asked, 3);
            // The next question is answered as if none had been stopped.
            assert_eq!(prepared.count_up_to(u64::MAX, &clues, &[], &mut Limits::none()), Count::Exact(GRIDS));
        }
    }

    #[test]
    fn tables_that_were_not_built_are_built_by_the_next_question() {
        let matrix = board(5, 5, &[]);
        let mut prepared = Prepared::new(&matrix);
        for stop in [1, 2, 10] {
            let mut asked = 0;
            let mut limits = Limits::none().ask(256, |_| {
                asked += 1;
                if asked == stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!(prepared.prepare_within(&mut limits), Err(Stopped::Asked));
            assert!(!prepared.is_prepared());
        }
        let mut clues = vec![0; 625];
        clues[..2].fill(1);
        assert_eq!(prepared.count_up_to(2, &clues, &[], &mut Limits::none()), Count::Exact(0));
        prepared.prepare();
        assert_eq!(prepared.count_up_to(2, &clues, &[], &mut Limits::none()), Count::Exact(0));
    }

    #[test]
    fn boards_that_the_tables_do_not_suit_are_searched() {
        let cells: Vec<String> =
            (1..=25).flat_map(|row| (1..=25).map(move |column| format!("r{row}c{column}"))).collect();
        let rule = format!("even {}", cells[..400].join(" "));
        for matrix in [board(2, 2, &["killer 3 r1c1 r1c2"]), board(5, 5, &[&rule])] {
            matrix.build(&mut Limits::none()).unwrap();
            let mut prepared = Prepared::new(&matrix);
            prepared.prepare();
            assert!(matches!(prepared.engine().0, PreparedEngine::Search(_)));
        }
    }
}
