//! The solver: givens become given options of the board's matrix, covers become grids.

pub(crate) mod answer;
pub mod array;
mod board;
pub(crate) mod boxes;
pub mod completions;
mod figures;
mod listing;
mod loaded;
pub mod matrix;
pub(crate) mod prepared;
mod regions;
mod singles;
pub(crate) mod solvers;
pub(crate) mod true_candidates;
mod turns;
mod unordered;
pub(crate) mod verdict;

use std::num::NonZeroUsize;

use dlx_core::inner::{CountError, Counted, CountedPart, Counting, EngineKind, Simd};
use dlx_core::{BigUint, Count, Limits, Search, Stopped, Uniqueness};
use thiserror::Error;

use crate::model::geometry::rules::Regions;
use crate::model::geometry::{Candidate, Cell, Digit, Geometry};
use crate::model::grid::{Contradiction, Grid, GridError};
use crate::model::pencilmarks::Pencilmarks;
use crate::solve::boxes::{Boxes, ByBoxes};
use crate::solve::loaded::Loaded;
use crate::solve::matrix::Matrix;
use crate::solve::prepared::{Prepared, PreparedEngine};
use crate::solve::singles::{Ahead, CELLS, Filled, Values};
use crate::solve::turns::Turns;
use crate::text::Record;

/// Bytes of a solver for each use of an item by an option of its matrix, with the tables of the prepared problem and without;
/// see [`Solver::bytes`].
const BYTES_OF_A_USE: usize = 768;
const BYTES_OF_A_USE_ON_BOARD: usize = 384;

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

/// The greatest side of boards with rules of which the prepared problem answers questions, if the rules have no relations, as
/// diagonals and windows. Beyond it the search on the board is faster: three hard puzzles of side 16 take 0.3 s, and the
/// prepared problem 9 s.
const MOST_PREPARED_WITH_RULES: usize = 9;

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
    /// Lists the solutions that the prepared problem counts; made by the first listing.
    search: Option<Search>,
    puzzle: Loaded,
    /// Counts the solutions where the prepared problem does not, and lists them.
    turns: Turns,
    listing: Turns,
    /// The regions of the last solution that was listed, if these were to be found.
    listed_regions: Option<Regions>,
    /// Searches with links only; made by the first question for nodes.
    links: Option<Search>,
    /// True if the search, or the listing, is at a position of the loaded puzzle.
    is_listing: bool,
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
        Self {
            prepares_when_needed: false,
            ahead: Ahead::new(geometry, Simd::best()),
            filled: None,
            matrix,
            prepared,
            simd: None,
            search: None,
            puzzle: Loaded::new(geometry),
            turns: Turns::default(),
            listing: Turns::default(),
            listed_regions: None,
            links: None,
            is_listing: false,
            ranks: vec![0; geometry.cell_count()],
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
                Some(simd) if self.is_prepared() => prepared.with_simd(simd),
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
        if !self.matrix.is_built() {
            return 0;
        }
        let of_a_use = if self.is_prepared() { BYTES_OF_A_USE } else { BYTES_OF_A_USE_ON_BOARD };
        of_a_use * self.matrix.problem().use_count()
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
    /// once take a fraction of the time of one question each. The first question for two solutions of one that
    /// singles do not solve searches for those of all. This changes no answer, but two of many solutions may be
    /// others. It saves time on the classic board alone. Puzzles of another side are ignored. The results are
    /// kept until the next call.
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
        self.filled = self.ahead.as_mut().and_then(|ahead| ahead.take(&self.puzzle.clues)).copied();
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

    /// Loads a puzzle that allows only these candidates: a pencilmark Sudoku.
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
            self.matrix.geometry().open_cells().filter(|&cell| left.get(cell).is_empty()).collect();
        if !empty.is_empty() {
            self.unload();
            return Err(Contradicting::Candidates(empty));
        }
        self.puzzle.allow(allowed, self.matrix.geometry());
        self.filled = None;
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
        self.is_listing = false;
        self.filled = None;
        if let Err(error) = puzzle.check_board(self.matrix.geometry()) {
            self.unload();
            return Err(error);
        }
        self.puzzle.load(puzzle, self.matrix.geometry());
        Ok(())
    }

    /// Clears the givens.
    fn unload(&mut self) {
        self.puzzle.clear();
        self.filled = None;
    }

    /// Returns true if the prepared problem answers questions, and not the search on the board.
    pub(crate) fn is_prepared(&self) -> bool {
        let geometry = self.matrix.geometry();
        let is_on_board = self.matrix.has_relations() || geometry.is_non_consecutive();
        !is_on_board && (geometry.is_plain() || geometry.side() <= MOST_PREPARED_WITH_RULES)
    }

    /// Returns a solution of the loaded puzzle, or `None` if it has none. Of several it is not the one that
    /// [`next_solution`](Self::next_solution) returns first, but always the same.
    ///
    /// # Errors
    /// The limit that stopped the search before the answer was known.
    pub fn first(&mut self, limits: &mut Limits<'_>) -> Result<Option<Grid>, Stopped> {
        let mut answer = self.find_up_to(1, limits);
        match answer.count() {
            Count::AtLeast(0, why) => Err(why),
            _ => Ok(answer.solution(0)),
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
    /// are few and nodes are not limited. If the solutions are few, [`count`](Self::count) is faster. If rules
    /// [exceed](Geometry::exceeds_exact_cover) the matrix, one thread enumerates them.
    ///
    /// # Errors
    /// Givens that contradict each other.
    pub fn count_all(
        &self,
        threads: NonZeroUsize,
        limits: &mut Limits<'_>,
    ) -> Result<CountedGrids, CountError> {
        if self.matrix.geometry().exceeds_exact_cover() {
            let count = self.count_on_board(limits);
            return Ok(CountedGrids { count, parts: Vec::new(), by_boxes: None });
        }
        if let Err(why) = self.matrix.build(limits) {
            let count = Count::AtLeast(BigUint::ZERO, why);
            return Ok(CountedGrids { count, parts: Vec::new(), by_boxes: None });
        }
        if let Some(boxes) = self.boxes(limits) {
            let (count, by) = boxes.count(threads, limits);
            return Ok(CountedGrids { count, parts: Vec::new(), by_boxes: Some(by) });
        }
        let counted = self.puzzle.with_givens(|givens| {
            Counting::of(self.matrix.problem()).givens(givens).threads(threads).run(limits)
        });
        let Counted { count, parts, .. } = counted?;
        Ok(CountedGrids { count, parts, by_boxes: None })
    }

    /// Returns the fillings of the boxes if the solutions are to be counted by them.
    fn boxes(&self, limits: &Limits<'_>) -> Option<Boxes> {
        if !Boxes::supports(self.matrix.geometry()) || limits.nodes_left() != u64::MAX {
            return None;
        }
        // Givens that exclude each other are an error, which the count of the matrix finds.
        let mut is_used = vec![false; self.matrix.problem().item_count()];
        let clues = self.puzzle.options();
        let mut uses = clues.iter().flat_map(|&clue| self.matrix.problem().uses(clue));
        if uses.any(|used| std::mem::replace(&mut is_used[used.item.index()], true)) {
            return None;
        }
        let geometry = self.matrix.geometry();
        let allowed: Vec<bool> = geometry
            .cells()
            .zip(self.puzzle.candidates())
            .flat_map(|(cell, candidates)| {
                geometry.digits().enumerate().map(move |(rank, digit)| {
                    candidates >> rank & 1 == 1 && geometry.allows(Candidate { cell, digit })
                })
            })
            .collect();
        Boxes::new(&self.matrix, &allowed, limits.most_bytes())
    }

    /// Returns whether the loaded puzzle has no solution, one, or several.
    pub fn uniqueness(&mut self, limits: &mut Limits<'_>) -> Uniqueness<Grid> {
        self.find_up_to(2, limits).uniqueness()
    }

    /// Like [`count`](Self::count), but stops at `most` solutions, with [`Stopped::Solutions`].
    pub fn count_up_to(&mut self, most: u64, limits: &mut Limits<'_>) -> Count {
        self.find_up_to(most, limits).count()
    }
}
