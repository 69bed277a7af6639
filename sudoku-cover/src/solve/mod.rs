//! The solver: givens become given options of the board's matrix, covers become grids.

pub mod array;
mod board;
pub(crate) mod boxes;
pub mod completions;
pub mod matrix;
pub(crate) mod prepared;
mod singles;
pub(crate) mod solvers;
mod turns;
mod unordered;
pub(crate) mod verdict;

use std::num::NonZeroUsize;

use dlx_core::inner::{CountError, Counted, CountedPart, Counting, EngineKind, Plan, Simd, Size};
use dlx_core::{
    BigUint, CompileError, Count, Counters, Diagram, Givens, Limits, OptionId, Rule, Search, Stopped,
    Uniqueness, Use,
};
use thiserror::Error;

use crate::model::geometry::{Candidate, Cell, Digit, Geometry, MAX_SIDE};
use crate::model::grid::{Contradiction, Grid, GridError};
use crate::model::pencilmarks::Pencilmarks;
use crate::solve::boxes::{Boxes, ByBoxes};
use crate::solve::completions::Completions;
use crate::solve::matrix::Matrix;
use crate::solve::prepared::{Prepared, PreparedEngine};
use crate::solve::singles::{Ahead, CELLS, Filled, Values};
use crate::solve::turns::{Turns, Winner, grid_of_ranks, is_over, needs_search_on_board};
use crate::text::{Record, append_digits};

/// Bytes of a solver for each use of an item by an option of its matrix; see [`Solver::bytes`].
const BYTES_OF_A_USE: usize = 768;

/// Number of nodes of the first turn of a listing, and the factor by which its turns grow: many lists of few solutions end
/// before another search begins.
const FIRST_TURN_OF_A_LISTING: u64 = 500;
const GROWTH_OF_TURNS: u64 = 2;

/// Number of nodes within which a board with relations is found to have one solution or none before its diagram is
/// compiled.
const NODES_BEFORE_A_DIAGRAM: u64 = 1_000_000;

/// Numbers of solutions from which counting all at once pays: with memoization, and by boxes.
const MANY: u64 = 20_000;
const MANY_BY_BOXES: u64 = 20;

/// The number of solutions of a puzzle, and how it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CountedGrids {
    /// The number.
    pub count: Count<BigUint>,
    /// The parts of the matrix whose counts were multiplied; empty if it was not that which was counted.
    pub parts: Vec<CountedPart>,
    /// The work, if the solutions were counted by boxes.
    pub by_boxes: Option<ByBoxes>,
}

/// What answered the last question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answered {
    /// The prepared problem.
    Prepared,
    /// Singles, which found so many solutions.
    Singles(u64),
    /// The search on the board and clause learning in turns.
    Turns,
    /// The ordered search.
    Search,
}

/// The reason why a grid cannot be solved, known before any search.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Contradicting {
    /// Givens contradict each other: all such contradictions, in the order of the houses.
    #[error("{}", list(.0))]
    Clues(Vec<Contradiction>),
    /// Cells for which the givens and the candidates that the puzzle allows leave no digit, row by row.
    #[error("no candidate left for {}", cells(.0))]
    Candidates(Vec<Cell>),
    /// The grid does not fit the board.
    #[error(transparent)]
    Grid(#[from] GridError),
}

fn list(contradictions: &[Contradiction]) -> String {
    contradictions.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

fn cells(cells: &[Cell]) -> String {
    cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Other searches beside a listing by the ordered search, on boards where that may be far slower.
#[derive(Clone, Debug)]
enum Beside {
    /// They run in turns with the search, or begin after its first one.
    Running {
        /// Number of nodes of the next turn of the search.
        turn: u64,
        /// True if the search has found a solution.
        is_found: bool,
    },
    /// They have found that there is one solution or none: that solution, until it is listed.
    Unique(Option<Grid>),
    /// There are none, or there are several solutions, whose order is that of the search.
    Over,
}

/// A solver for any number of puzzles on one board, whose matrix it builds once.
///
/// ```
/// use dlx_core::{Limits, Uniqueness};
/// use sudoku_cover::{Geometry, Grid, Solver};
///
/// let puzzle: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let mut solver = Solver::new(&Geometry::classic());
/// solver.load(&puzzle)?;
/// let Uniqueness::One(solution) = solver.uniqueness(&mut Limits::none()) else { panic!("it has one") };
/// assert_eq!(
///     solution.to_line().to_string(),
///     "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    matrix: Matrix,
    /// Answers the questions that need no order of solutions and are not answered by singles; made when the matrix is
    /// built.
    prepared: Option<Prepared>,
    /// The vector instructions that were asked for.
    simd: Option<Simd>,
    /// True if tables are built by the first question that needs them.
    prepares_when_needed: bool,
    /// On the classic board: the singles of puzzles that will be loaded next.
    ahead: Option<Ahead>,
    /// The singles of the loaded puzzle, if they have been filled.
    filled: Option<(Filled, Values)>,
    answered: Answered,
    /// Lists solutions in order; made by the first listing.
    search: Option<Search>,
    /// By cell the rank of the given among the digits, from 1, or 0.
    clues: Box<[u8]>,
    /// The options that the loaded puzzle does not allow, whatever its givens.
    forbidden: Vec<OptionId>,
    /// Finds the solutions where the prepared problem does not.
    turns: Turns,
    /// Searches with links only; made by the first question for nodes.
    links: Option<Search>,
    /// True if the search is at a position of the loaded puzzle.
    is_listing: bool,
    /// What runs beside the search while it lists.
    beside: Beside,
    /// By cell the rank of its digit in a solution.
    ranks: Vec<u8>,
}

impl Solver {
    /// Returns a solver for this board, with the empty grid loaded. It is ready at once, and builds its
    /// tables after some questions.
    #[must_use]
    pub fn new(geometry: &Geometry) -> Self {
        let matrix = Matrix::new(geometry);
        let prepared = matrix.is_built().then(|| Prepared::new(&matrix));
        let ranks = vec![0; geometry.cell_count()];
        let clues = ranks.clone().into_boxed_slice();
        let forbidden = Vec::new();
        Self {
            prepares_when_needed: false,
            ahead: Ahead::new(geometry, Simd::best()),
            filled: None,
            answered: Answered::Prepared,
            matrix,
            prepared,
            simd: None,
            search: None,
            clues,
            forbidden,
            turns: Turns::default(),
            links: None,
            is_listing: false,
            beside: Beside::Over,
            ranks,
        }
    }

    /// Builds the tables at once, for many puzzles. Clones share them.
    ///
    /// # Complexity
    /// About a millisecond for the classic board.
    pub fn prepare(&mut self) {
        match &mut self.prepared {
            Some(prepared) => prepared.prepare(),
            // The first question builds the matrix, within its limits, and then the tables.
            None => self.simd = self.simd.or(Some(Simd::best())),
        }
    }

    /// Builds the matrix, unless it is built: what rules require may make it large.
    fn build(&mut self, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        if self.prepared.is_none() {
            self.matrix.build(limits)?;
            let prepared = Prepared::new(&self.matrix);
            // Where the prepared problem answers nothing, its tables are not built.
            self.prepared = Some(match self.simd {
                Some(simd) if !needs_search_on_board(&self.matrix) => prepared.with_simd(simd),
                _ => prepared,
            });
        }
        Ok(())
    }

    /// Builds the tables only when a question needs them, for lists of puzzles that may be easy: puzzles that
    /// singles alone solve need none, see [`look_ahead`](Self::look_ahead). Clones made before do not share
    /// the tables.
    pub fn prepare_when_needed(&mut self) {
        self.prepares_when_needed = true;
    }

    /// Returns the solver with its tables built, using at most this level of vector instructions.
    #[must_use]
    pub fn with_simd(self, simd: Simd) -> Self {
        let ahead = Ahead::new(self.matrix.geometry(), simd);
        let prepared = self.prepared.map(|prepared| prepared.with_simd(simd));
        Self { prepared, simd: Some(simd), ahead, ..self }
    }

    /// Returns an upper estimate of the memory of the solver in bytes, including everything it keeps from one
    /// question to the next, derived from measurements on many boards. Clones share some of it.
    #[must_use]
    pub fn bytes(&self) -> usize {
        if self.matrix.is_built() { BYTES_OF_A_USE * self.matrix.problem().use_count() } else { 0 }
    }

    /// Returns the engine that answers the next question, and its instructions.
    #[must_use]
    pub fn engine(&self) -> (PreparedEngine, Simd) {
        match &self.prepared {
            Some(prepared) => prepared.engine(),
            None => (PreparedEngine::Search(EngineKind::Links), self.simd.unwrap_or_else(Simd::best)),
        }
    }

    /// Returns the board's matrix.
    #[must_use]
    pub fn matrix(&self) -> &Matrix {
        &self.matrix
    }

    /// Fills the naked and hidden singles of puzzles that will be loaded next, in this order: many puzzles at
    /// once take a fraction of the time of one question each. This changes no answer. It saves time on the
    /// classic board alone, once the tables are built or are to be [when needed](Self::prepare_when_needed).
    /// Puzzles of another side are ignored. The results are kept until the next call.
    ///
    /// ```
    /// use dlx_core::{Count, Limits};
    /// use sudoku_cover::{Geometry, Grid, Solver};
    ///
    /// let puzzles: Vec<Grid> = [
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    ///     ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
    /// ]
    /// .into_iter()
    /// .map(|line| line.parse())
    /// .collect::<Result<_, _>>()?;
    /// let mut solver = Solver::new(&Geometry::classic());
    /// solver.prepare_when_needed();
    /// solver.look_ahead(&puzzles);
    /// for puzzle in &puzzles {
    ///     solver.load(puzzle)?;
    ///     assert_eq!(solver.count(&mut Limits::none()), Count::Exact(1));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Complexity
    /// Linear in the puzzles.
    pub fn look_ahead<'g>(&mut self, puzzles: impl IntoIterator<Item = &'g Grid>) {
        let Some(ahead) = &mut self.ahead else { return };
        ahead.fill(puzzles.into_iter().filter_map(|puzzle| {
            let digits: &[Option<Digit>; CELLS] = puzzle.digits().try_into().ok()?;
            Some(digits.map(|digit| digit.map_or(0, Digit::value)))
        }));
    }

    /// Loads a puzzle.
    ///
    /// # Errors
    /// All contradictions between givens, or a grid of another size. The solver then has no givens.
    pub fn load(&mut self, puzzle: &Grid) -> Result<(), Contradicting> {
        self.take(puzzle)?;
        self.filled = self.ahead.as_mut().and_then(|ahead| ahead.take(&self.clues)).copied();
        // The singles tell whether givens clash; which ones is only for messages.
        if self.filled.is_some_and(|(filled, _)| filled != Filled::Clashing) {
            return Ok(());
        }
        let contradictions = puzzle.contradictions(self.matrix.geometry())?;
        if contradictions.is_empty() {
            return Ok(());
        }
        self.unload();
        Err(Contradicting::Clues(contradictions))
    }

    /// Loads a puzzle that allows only these candidates: a pencilmark Sudoku. The prepared problem does not answer
    /// questions about it.
    ///
    /// # Errors
    /// Those of [`load`](Self::load), and cells without a candidate.
    pub fn load_allowed(&mut self, puzzle: &Grid, allowed: &Pencilmarks) -> Result<(), Contradicting> {
        self.load(puzzle)?;
        if let Err(error) = allowed.check_board(self.matrix.geometry()) {
            self.unload();
            return Err(error.into());
        }
        let mut left = Pencilmarks::implied(puzzle, self.matrix.geometry())?;
        left.keep(allowed);
        let empty: Vec<Cell> =
            self.matrix.geometry().cells().filter(|&cell| left.get(cell).is_empty()).collect();
        if !empty.is_empty() {
            self.unload();
            return Err(Contradicting::Candidates(empty));
        }
        for cell in self.matrix.geometry().cells() {
            let digits = self.matrix.geometry().digits().filter(|&digit| !allowed.get(cell).contains(digit));
            self.forbidden.extend(digits.map(|digit| self.matrix.option(Candidate { cell, digit })));
        }
        Ok(())
    }

    /// Loads the puzzle of a record, with the candidates that it allows. The board must have its rules.
    ///
    /// # Errors
    /// Those of [`load_allowed`](Self::load_allowed).
    pub fn load_record(&mut self, record: &Record) -> Result<(), Contradicting> {
        match record.allowed() {
            None => self.load(&record.grid),
            Some(allowed) => self.load_allowed(&record.grid, allowed),
        }
    }

    /// Loads a puzzle without looking for contradictions between its givens. If there are some, it has no
    /// solution: most puzzles of a batch have one, and need not be examined twice.
    ///
    /// # Errors
    /// A grid of another size. The solver then has no givens.
    pub fn take(&mut self, puzzle: &Grid) -> Result<(), GridError> {
        (self.is_listing, self.answered) = (false, Answered::Prepared);
        self.forbidden.clear();
        self.filled = None;
        if let Err(error) = puzzle.check_board(self.matrix.geometry()) {
            self.unload();
            return Err(error);
        }
        let least = self.matrix.geometry().values().least();
        for (clue, digit) in self.clues.iter_mut().zip(puzzle.digits()) {
            *clue = digit.map_or(0, |digit| digit.value() - least + 1);
        }
        Ok(())
    }

    /// Clears the givens.
    fn unload(&mut self) {
        self.clues.fill(0);
        self.filled = None;
    }

    /// Returns true if the prepared problem answers questions about the loaded puzzle, and not the search.
    fn is_prepared(&self) -> bool {
        self.forbidden.is_empty() && !needs_search_on_board(&self.matrix)
    }

    /// Returns the options of the givens.
    fn options(&self) -> Vec<OptionId> {
        prepared::options_of(self.matrix.geometry().values().count(), &self.clues)
    }

    /// Returns the next solution of the loaded puzzle, or `None` when there are no more, in the order of the
    /// search. On a board with relations two other searches run beside it, and end the listing if there is one solution or
    /// none. Other questions in between do not change the position; for a puzzle of
    /// [`load_allowed`](Self::load_allowed) or on a board with relations, however, the listing then starts again.
    ///
    /// # Errors
    /// The limit that stopped the search, which can be continued.
    pub fn next_solution(&mut self, limits: &mut Limits<'_>) -> Result<Option<Grid>, Stopped> {
        self.begin_listing(limits)?;
        if !self.is_listing {
            self.answered = Answered::Prepared;
            return Ok(None);
        }
        loop {
            if let Beside::Unique(left) = &mut self.beside
                && limits.solutions_left() > 0
            {
                self.answered = Answered::Turns;
                let found = left.take();
                limits.spend_solutions(u64::from(found.is_some()));
                return Ok(found);
            }
            self.answered = Answered::Search;
            let turn = match &self.beside {
                &Beside::Running { turn, .. } => turn,
                Beside::Unique(_) | Beside::Over => u64::MAX,
            };
            let search = ordered(&mut self.search, &self.matrix, limits)?;
            let found = limits
                .within_nodes(turn, |limits| Ok(search.next_solution(limits)?.map(<[OptionId]>::to_vec)));
            match (found, &mut self.beside) {
                (Err(Stopped::Nodes), Beside::Running { .. }) if limits.nodes_left() > 0 => {
                    self.search_beside(limits)?;
                }
                (found, beside) => {
                    if let (Ok(Some(_)), Beside::Running { is_found, .. }) = (&found, beside) {
                        *is_found = true;
                    }
                    return found.map(|cover| cover.map(|cover| grid_of(&self.matrix, &cover)));
                }
            }
        }
    }

    /// Moves the search to the beginning of the loaded puzzle, unless it is at a position of it.
    fn begin_listing(&mut self, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        if !self.is_listing {
            self.build(limits)?;
            let clues = self.options();
            let givens = Givens::none().force(&clues).forbid(&self.forbidden);
            let search = ordered(&mut self.search, &self.matrix, limits)?;
            self.is_listing = search.restart(givens).is_ok();
            self.beside = Beside::Over;
            if needs_search_on_board(&self.matrix) {
                self.turns.restart(clues, &self.forbidden);
                self.beside = Beside::Running { turn: FIRST_TURN_OF_A_LISTING, is_found: false };
            }
        }
        Ok(())
    }

    /// Continues the searches beside a listing for their next turns: if one of them finds that there is one solution or
    /// none, the ordered search, which may take far longer, need not.
    fn search_beside(&mut self, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        let Beside::Running { turn, is_found } = &mut self.beside else { return Ok(()) };
        *turn = turn.saturating_mul(GROWTH_OF_TURNS);
        let count = self.turns.advance(&self.matrix, 2, limits);
        match count {
            Count::Exact(_) => {
                let left = self.turns.met().first().filter(|_| !*is_found);
                self.beside = Beside::Unique(left.map(|ranks| grid_of_ranks(self.matrix.geometry(), ranks)));
            }
            Count::AtLeast(2.., _) => self.beside = Beside::Over,
            Count::AtLeast(_, why) if is_over(count, limits) => return Err(why),
            Count::AtLeast(..) => {}
        }
        Ok(())
    }

    /// Returns a solution of the loaded puzzle, or `None` if it has none. Of several it is not the one that
    /// [`next_solution`](Self::next_solution) returns first, but always the same.
    ///
    /// # Errors
    /// The limit that stopped the search before the answer was known.
    pub fn first(&mut self, limits: &mut Limits<'_>) -> Result<Option<Grid>, Stopped> {
        match self.count_up_to(1, limits) {
            Count::Exact(0) => Ok(None),
            Count::AtLeast(0, why) => Err(why),
            Count::Exact(_) | Count::AtLeast(..) => Ok(self.shown(0)),
        }
    }

    /// Returns the number of solutions of the loaded puzzle.
    pub fn count(&mut self, limits: &mut Limits<'_>) -> Count {
        self.count_up_to(u64::MAX, limits)
    }

    /// Returns the number of solutions from which [`count_all`](Self::count_all) is faster than
    /// [`count`](Self::count) for many puzzles: finding this many takes longer than setting up its tables.
    #[must_use]
    pub fn many(&self) -> u64 {
        if Boxes::supports(self.matrix.geometry()) { MANY_BY_BOXES } else { MANY }
    }

    /// Returns the number of solutions of the loaded puzzle, of any size, with `threads` threads: without
    /// enumerating them, as [`Counting`] does, or, under the non-consecutive rule, by all fillings of boxes if these
    /// are few and nodes are not limited. If the solutions are few, [`count`](Self::count) is faster.
    ///
    /// # Errors
    /// Givens that contradict each other.
    pub fn count_all(
        &self,
        threads: NonZeroUsize,
        limits: &mut Limits<'_>,
    ) -> Result<CountedGrids, CountError> {
        if let Err(why) = self.matrix.build(limits) {
            let count = Count::AtLeast(BigUint::ZERO, why);
            return Ok(CountedGrids { count, parts: Vec::new(), by_boxes: None });
        }
        let clues = self.options();
        if let Some(boxes) = self.boxes(&clues, limits) {
            let (count, by) = boxes.count(threads, limits);
            return Ok(CountedGrids { count, parts: Vec::new(), by_boxes: Some(by) });
        }
        let givens = Givens::none().force(&clues).forbid(&self.forbidden);
        let counting =
            Counting::of(self.matrix.problem()).rule(rule_of(&self.matrix)).givens(givens).threads(threads);
        let Counted { count, parts, .. } = counting.run(limits)?;
        Ok(CountedGrids { count, parts, by_boxes: None })
    }

    /// Returns the fillings of the boxes if the solutions are to be counted by them.
    fn boxes(&self, clues: &[OptionId], limits: &Limits<'_>) -> Option<Boxes> {
        if !Boxes::supports(self.matrix.geometry()) || limits.nodes_left() != u64::MAX {
            return None;
        }
        // Givens that exclude each other are an error, which the count of the matrix finds.
        let mut is_used = vec![false; self.matrix.problem().item_count()];
        let mut uses = clues.iter().flat_map(|&clue| self.matrix.problem().uses(clue));
        if uses.any(|used| std::mem::replace(&mut is_used[used.item.index()], true)) {
            return None;
        }
        let is_allowed = |option: usize| {
            let candidate = self.matrix.candidate(OptionId::new(option));
            let values = self.matrix.geometry().values();
            let clue = usize::from(self.clues[option / values.count()]);
            (clue == 0 || clue == values.rank(candidate.digit) + 1)
                && self.matrix.geometry().allows(candidate)
        };
        let mut allowed: Vec<bool> = (0..self.matrix.candidate_count()).map(is_allowed).collect();
        self.forbidden.iter().for_each(|option| allowed[option.index()] = false);
        Boxes::new(&self.matrix, &allowed, limits.most_bytes())
    }

    /// Returns all solutions of the loaded puzzle as one diagram, from which random ones can be drawn.
    ///
    /// # Errors
    /// Givens that contradict each other, and the limit that was reached.
    pub fn completions(&mut self, limits: &mut Limits<'_>) -> Result<Completions, CompileError> {
        let stopped = |why| CompileError::Stopped { why, nodes: 0, at_least: BigUint::ZERO };
        self.matrix.build(limits).map_err(stopped)?;
        let (mut forced, mut forbidden) = (self.options(), self.forbidden.clone());
        // A diagram of a board with relations can take far longer than finding that there is one solution or none.
        if needs_search_on_board(&self.matrix) {
            let few = limits.without_solutions(|limits| {
                limits.within_nodes(NODES_BEFORE_A_DIAGRAM, |limits| self.count_unprepared(2, limits))
            });
            let count = self.matrix.geometry().values().count();
            match (few, self.turns.met().first()) {
                (Count::Exact(1), Some(ranks)) => {
                    let ranks = ranks.iter().enumerate();
                    forced =
                        ranks.map(|(cell, &rank)| OptionId::new(cell * count + usize::from(rank))).collect();
                }
                // Without a digit for a cell nothing is compiled.
                (Count::Exact(0), _) => {
                    let open = self.clues.iter().position(|&clue| clue == 0);
                    forbidden.extend(
                        open.into_iter().flat_map(|cell| cell * count..(cell + 1) * count).map(OptionId::new),
                    );
                }
                _ => {}
            }
        }
        let givens = Givens::none().force(&forced).forbid(&forbidden);
        let diagram = Diagram::compile(self.matrix.problem(), givens, limits)?;
        Ok(Completions::new(self.matrix.clone(), diagram))
    }

    /// Returns whether the loaded puzzle has no solution, one, or several.
    pub fn uniqueness(&mut self, limits: &mut Limits<'_>) -> Uniqueness<Grid> {
        match (self.uniqueness_only(limits), self.shown(0), self.shown(1)) {
            (Uniqueness::Unknown { why, .. }, found, _) => Uniqueness::Unknown { found, why },
            (_, None, _) => Uniqueness::None,
            (_, Some(first), Some(second)) => Uniqueness::Several(first, second),
            (_, Some(first), None) => Uniqueness::One(first),
        }
    }

    /// Like [`uniqueness`](Self::uniqueness), without the solutions, which [`shown`](Self::shown) and
    /// [`append_solution`](Self::append_solution) return.
    pub fn uniqueness_only(&mut self, limits: &mut Limits<'_>) -> Uniqueness<()> {
        match self.count_up_to(2, limits) {
            Count::Exact(0) => Uniqueness::None,
            Count::Exact(1) => Uniqueness::One(()),
            Count::Exact(2..) | Count::AtLeast(2.., _) => Uniqueness::Several((), ()),
            Count::AtLeast(1, why) => Uniqueness::Unknown { found: Some(()), why },
            Count::AtLeast(0, why) => Uniqueness::Unknown { found: None, why },
        }
    }

    /// Like [`count`](Self::count), but stops at `most` solutions, with [`Stopped::Solutions`].
    #[expect(clippy::missing_panics_doc, reason = "the matrix is built")]
    pub fn count_up_to(&mut self, most: u64, limits: &mut Limits<'_>) -> Count {
        if !self.is_prepared() {
            return self.count_unprepared(most, limits);
        }
        self.answered = Answered::Prepared;
        if let Err(why) = self.build(limits) {
            return Count::AtLeast(0, why);
        }
        if (self.prepares_when_needed || self.prepared.as_ref().is_some_and(Prepared::is_prepared))
            && let Some(count) = self.count_by_singles(most, limits)
        {
            return count;
        }
        let prepares = self.prepares_when_needed;
        let prepared = self.prepared.as_mut().expect("the matrix is built");
        if prepares && let Err(why) = prepared.prepare_within(limits) {
            return Count::AtLeast(0, why);
        }
        let givens = match &self.filled {
            Some((Filled::Stalled, values)) if prepared.is_prepared() => values,
            _ => &self.clues[..],
        };
        prepared.count_up_to(most, givens, limits)
    }

    /// Counts the solutions if filling singles tells their number.
    fn count_by_singles(&mut self, most: u64, limits: &mut Limits<'_>) -> Option<Count> {
        let wanted = most.min(limits.solutions_left());
        let (filled, values) = self.filled.as_ref().filter(|_| wanted > 0)?;
        let found = match filled {
            Filled::Stalled => return None,
            Filled::Solved => {
                for (rank, value) in self.ranks.iter_mut().zip(values) {
                    *rank = value - 1;
                }
                1
            }
            Filled::Dead | Filled::Clashing => 0,
        };
        limits.spend_solutions(found);
        self.answered = Answered::Singles(found);
        Some(if found == wanted { Count::AtLeast(found, Stopped::Solutions) } else { Count::Exact(found) })
    }

    /// Counts the solutions of a puzzle that does not allow all candidates, or of a board with relations.
    fn count_unprepared(&mut self, most: u64, limits: &mut Limits<'_>) -> Count {
        // The searches will not be at the position where a listing has left them.
        self.is_listing = false;
        self.answered = Answered::Turns;
        self.turns.restart(self.options(), &self.forbidden);
        let count = self.turns.count(&self.matrix, most.min(limits.solutions_left()), limits);
        limits.spend_solutions(count.at_least());
        count
    }

    /// Returns one of the solutions found for the last question that counts: 0 for the first, 1 for the
    /// second.
    pub fn shown(&mut self, number: usize) -> Option<Grid> {
        let digits = self.digits_shown(number)?.collect();
        let board = self.matrix.geometry();
        Some(Grid::from_digits_of(board.values(), board.side(), digits))
    }

    /// Returns the digits of such a solution, by cell.
    fn digits_shown(&mut self, number: usize) -> Option<impl ExactSizeIterator<Item = Option<Digit>> + '_> {
        if !self.is_prepared() {
            self.ranks.copy_from_slice(self.turns.met().get(number)?);
        } else if let Answered::Singles(found) = self.answered {
            // The ranks are those of the only solution.
            if number as u64 >= found {
                return None;
            }
        } else if !self.prepared.as_ref()?.ranks_of_cells(number, &mut self.ranks) {
            return None;
        }
        // The options of a cell are its digits in ascending order.
        let least = self.matrix.geometry().values().least();
        Some(self.ranks.iter().map(move |&rank| Digit::of_value(rank + least)))
    }

    /// Appends the line of the first solution found for the last question. Returns true if there is one.
    pub fn append_solution(&mut self, bytes: &mut Vec<u8>) -> bool {
        let values = self.matrix.geometry().values();
        let Some(digits) = self.digits_shown(0) else { return false };
        append_digits(values, digits, bytes);
        true
    }

    /// Returns an iterator over the remaining solutions of the loaded puzzle.
    pub fn solutions(&mut self) -> impl Iterator<Item = Grid> + '_ {
        std::iter::from_fn(|| self.next_solution(&mut Limits::none()).ok().flatten())
    }

    /// Returns the work done for the last question, or to list the solutions of the loaded puzzle.
    #[must_use]
    pub fn counters(&self) -> Counters {
        match (self.answered, &self.search) {
            (Answered::Search, Some(search)) => search.counters(),
            (Answered::Turns, _) => self.turns.counters(),
            (Answered::Singles(solutions), _) => {
                let mut counters = Counters::default();
                counters.solutions = solutions;
                counters
            }
            _ => self.prepared.as_ref().map(Prepared::counters).unwrap_or_default(),
        }
    }

    /// Returns the name of what answered the last question: `singles`, `prepared search`, `board search`, `clause learning`
    /// or `ordered search`.
    #[must_use]
    pub fn method(&self) -> &'static str {
        match self.answered {
            Answered::Prepared => "prepared search",
            Answered::Singles(_) => "singles",
            Answered::Turns => match self.turns.winner() {
                Winner::Board => "board search",
                Winner::Learning => "clause learning",
                Winner::Covers => "ordered search",
            },
            Answered::Search => "ordered search",
        }
    }

    /// Returns the number of nodes that the links need to list all solutions of the loaded puzzle, choosing
    /// the item with the fewest options each time: [`Counters::nodes`] of a plain dancing-links search,
    /// including forced options. It depends on the puzzle and not on the machine.
    ///
    /// # Errors
    /// The limit that stopped the search.
    #[expect(clippy::missing_panics_doc, reason = "the links take every problem")]
    pub fn nodes(&mut self, limits: &mut Limits<'_>) -> Result<u64, Stopped> {
        self.build(limits)?;
        let clues = self.options();
        let problem = self.matrix.problem();
        let search = match &mut self.links {
            Some(search) => search,
            none => {
                let plan = Plan::by(EngineKind::Links, Rule::default());
                none.insert(
                    Search::with_plan(problem, &plan, &mut Limits::none())
                        .expect("the links take every problem"),
                )
            }
        };
        if search.restart(Givens::none().force(&clues).forbid(&self.forbidden)).is_err() {
            return Ok(0);
        }
        search.count(limits).exact()?;
        Ok(search.counters().nodes)
    }

    /// Returns the nodes by level; see [`Search::levels`]. Only a listing has levels.
    #[must_use]
    pub fn levels(&self) -> &[u64] {
        match &self.search {
            Some(search) if self.answered == Answered::Search => search.levels(),
            _ => &[],
        }
    }

    /// Returns [`Size::matrix_nodes`] of the loaded puzzle, whose givens do not contradict each other,
    /// without beginning a search.
    ///
    /// # Complexity
    /// Linear in the cells, and on boards of variants in the uses of the matrix.
    #[must_use]
    pub fn matrix_nodes(&self) -> u64 {
        if !self.matrix.is_built() {
            return 0;
        }
        if !self.matrix.geometry().is_plain() {
            return self.matrix_nodes_by_uses();
        }
        let geometry = self.matrix.geometry();
        let (side, height, width) = (geometry.side(), geometry.box_height(), geometry.box_width());
        let mut taken = [[0_u32; MAX_SIDE]; 3];
        let houses = |cell: usize| {
            let (row, column) = (cell / side, cell % side);
            [row, column, row / height * height + column / width]
        };
        for (cell, &clue) in self.clues.iter().enumerate().filter(|(_, clue)| **clue > 0) {
            for (taken, house) in taken.iter_mut().zip(houses(cell)) {
                taken[house] |= 1 << (clue - 1);
            }
        }
        let mut not_allowed = vec![0_u32; self.clues.len()];
        for option in &self.forbidden {
            not_allowed[option.index() / side] |= 1 << (option.index() % side);
        }
        let mut options = 0;
        for (cell, &clue) in self.clues.iter().enumerate() {
            let out = taken
                .iter()
                .zip(houses(cell))
                .fold(not_allowed[cell], |out, (taken, house)| out | taken[house]);
            options += if clue > 0 { 1 } else { side - usize::try_from(out.count_ones()).unwrap_or(side) };
        }
        // An option is in four items.
        (self.matrix.problem().item_count() + 1 + 4 * options) as u64
    }

    /// Like [`matrix_nodes`](Self::matrix_nodes), for the matrix of any board.
    fn matrix_nodes_by_uses(&self) -> u64 {
        let problem = self.matrix.problem();
        let given = self.options();
        let mut covered = vec![None; problem.item_count()];
        for used in given.iter().flat_map(|&option| problem.uses(option)) {
            covered[used.item.index()] = Some(used.color);
        }
        // Options of the same color may use an item together.
        let is_open = |used: &Use| match covered[used.item.index()] {
            Some(color) => color == used.color && problem.color_name(color).is_some(),
            None => true,
        };
        let is_left = |option: &OptionId| {
            given.binary_search(option).is_ok()
                || self.forbidden.binary_search(option).is_err() && problem.uses(*option).iter().all(is_open)
        };
        let uses = problem.options().filter(is_left).map(|option| problem.uses(option).len());
        (problem.item_count() + 1 + uses.sum::<usize>()) as u64
    }

    /// Returns the size of the matrix of the loaded puzzle, as an ordered search builds it.
    ///
    /// # Complexity
    /// That of beginning such a search, if no listing is in progress.
    pub fn size(&mut self, limits: &mut Limits<'_>) -> Size {
        if !self.matrix.is_built() {
            return Size::default();
        }
        let clues = self.options();
        let Ok(search) = ordered(&mut self.search, &self.matrix, limits) else {
            return Size::default();
        };
        if !self.is_listing {
            if search.restart(Givens::none().force(&clues).forbid(&self.forbidden)).is_err() {
                return Size::default();
            }
            // Without a node, it builds the tables. After a limit there are none.
            limits.without_solutions(|limits| limits.within_nodes(0, |limits| drop(search.first(limits))));
        }
        search.size()
    }
}

/// Returns the rule of ordered searches.
fn rule_of(matrix: &Matrix) -> Rule {
    if matrix.has_relations() { Rule::Consistent } else { Rule::default() }
}

/// Returns the search that lists solutions in order, made if there is none.
fn ordered<'s>(
    search: &'s mut Option<Search>,
    matrix: &Matrix,
    limits: &mut Limits<'_>,
) -> Result<&'s mut Search, Stopped> {
    Ok(match search {
        Some(search) => search,
        none => none.insert(Search::with_rule(matrix.problem(), rule_of(matrix), limits)?),
    })
}

pub(crate) fn grid_of(matrix: &Matrix, cover: &[OptionId]) -> Grid {
    let mut grid = Grid::of_board(matrix.geometry());
    // Other chosen options are digits of cages, which follow from those in their cells.
    for &option in cover.iter().filter(|option| option.index() < matrix.candidate_count()) {
        let candidate = matrix.candidate(option);
        grid.set(candidate.cell, Some(candidate.digit)).expect("the candidate is one of this board");
    }
    grid
}
