//! Solving: clues become given options of the board's matrix, covers become grids.

use std::num::NonZeroUsize;

use dlx_core::{
    CompileError, Count, CountError, Counted, Counters, Counting, Diagram, Engine, Givens, Judge, Limits,
    OptionId, Search, Simd, Size, Stopped, Uniqueness,
};
use thiserror::Error;

use crate::completions::Completions;
use crate::geometry::{Digit, Geometry};
use crate::grid::{Contradiction, Grid, GridError};
use crate::matrix::Matrix;

/// Why a grid cannot be solved, known before any search.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Contradicting {
    /// Clues contradict one another: all such contradictions, in the order of the houses.
    #[error("{}", list(.0))]
    Clues(Vec<Contradiction>),
    /// The grid does not fit the board.
    #[error(transparent)]
    Grid(#[from] GridError),
}

fn list(contradictions: &[Contradiction]) -> String {
    contradictions.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// Solves any number of puzzles on one board, whose matrix it builds once.
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
    /// Answers what can be asked in any order.
    judge: Judge,
    /// Lists in order, once somebody asks for it.
    search: Option<Search>,
    /// The options of the loaded clues.
    clues: Vec<OptionId>,
    /// Whether the search is in work on the loaded puzzle.
    is_listing: bool,
    /// Whether it has answered last.
    has_listed: bool,
    /// By cell the rank of its digit, of a solution.
    ranks: Vec<u8>,
}

impl Solver {
    /// A solver for this board, with the empty grid loaded. It is ready at once, and makes its tables when enough
    /// has been asked.
    #[must_use]
    pub fn new(geometry: &Geometry) -> Self {
        let matrix = Matrix::new(geometry);
        let judge = Judge::new(matrix.problem());
        let ranks = vec![0; geometry.cell_count()];
        Self { matrix, judge, search: None, clues: Vec::new(), is_listing: false, has_listed: false, ranks }
    }

    /// Makes the tables at once, for many puzzles. Clones share them.
    ///
    /// # Complexity
    /// About a millisecond for the classic board.
    pub fn prepare(&mut self) {
        self.judge.prepare();
    }

    /// The solver with its tables made, using at most this level of vector instructions.
    #[must_use]
    pub fn with_simd(self, simd: Simd) -> Self {
        Self { judge: self.judge.with_simd(simd), ..self }
    }

    /// The engine that answers the next question, and its instructions.
    #[must_use]
    pub fn engine(&self) -> (Engine, Simd) {
        self.judge.engine()
    }

    /// The board's matrix.
    #[must_use]
    pub fn matrix(&self) -> &Matrix {
        &self.matrix
    }

    /// Takes a puzzle.
    ///
    /// # Errors
    /// All contradictions between clues, or a grid of another size. The solver then has no clues.
    pub fn load(&mut self, puzzle: &Grid) -> Result<(), Contradicting> {
        self.take(puzzle)?;
        let contradictions = puzzle.contradictions(self.matrix.geometry())?;
        if contradictions.is_empty() {
            return Ok(());
        }
        self.clues.clear();
        Err(Contradicting::Clues(contradictions))
    }

    /// Takes a puzzle without a look at whether its clues contradict one another. If they do, it has no solution:
    /// most puzzles of a batch have one, and need not be looked at twice.
    ///
    /// # Errors
    /// A grid of another size. The solver then has no clues.
    pub fn take(&mut self, puzzle: &Grid) -> Result<(), GridError> {
        self.clues.clear();
        (self.is_listing, self.has_listed) = (false, false);
        let side = self.matrix.geometry().side();
        if puzzle.side() != side {
            return Err(GridError::OtherSide { expected: puzzle.side(), found: side });
        }
        for (group, digits) in puzzle.digits().chunks(64).enumerate() {
            let mut filled = filled(digits);
            while filled != 0 {
                let place = usize::try_from(filled.trailing_zeros()).unwrap_or(usize::MAX);
                filled &= filled - 1;
                let rank = digits[place].map_or(0, |digit| usize::from(digit.value()) - 1);
                self.clues.push(OptionId::new(side * (64 * group + place) + rank));
            }
        }
        Ok(())
    }

    /// The next solution of the loaded puzzle, or `None` when there are no more: first, second and so on, in the
    /// order of the search, whatever else is asked between.
    ///
    /// # Errors
    /// The limit that stopped the search, which can be gone on with.
    pub fn next_solution(&mut self, limits: &mut Limits<'_>) -> Result<Option<Grid>, Stopped> {
        self.begin_listing();
        self.has_listed = self.is_listing;
        let cover = match &mut self.search {
            Some(search) if self.is_listing => search.next_solution(limits)?,
            _ => None,
        };
        Ok(cover.map(|cover| grid_of(&self.matrix, cover)))
    }

    /// Makes the search stand at the beginning of the loaded puzzle, if it is not in work on it. Clues that contradict
    /// one another leave it aside.
    fn begin_listing(&mut self) {
        if !self.is_listing {
            let search = self.search.get_or_insert_with(|| Search::new(self.matrix.problem()));
            self.is_listing = search.restart(Givens::none().force(&self.clues)).is_ok();
        }
    }

    /// A solution of the loaded puzzle, or `None` if it has none. Of several it is not the one that
    /// [`next_solution`](Self::next_solution) lists first, but always the same.
    ///
    /// # Errors
    /// The limit that stopped the search before either was known.
    pub fn first(&mut self, limits: &mut Limits<'_>) -> Result<Option<Grid>, Stopped> {
        match self.count_up_to(1, limits) {
            Count::Exact(0) => Ok(None),
            Count::AtLeast(0, why) => Err(why),
            Count::Exact(_) | Count::AtLeast(..) => Ok(self.shown(0)),
        }
    }

    /// How many solutions the loaded puzzle has.
    pub fn count(&mut self, limits: &mut Limits<'_>) -> Count {
        self.count_up_to(u64::MAX, limits)
    }

    /// How many solutions the loaded puzzle has, however many they are, by so many threads: with tables, as
    /// [`Counting`], where solutions are not met one by one. Where they are few, [`count`](Self::count) is faster.
    ///
    /// # Errors
    /// Clues that contradict one another.
    pub fn count_all(&self, threads: NonZeroUsize, limits: &mut Limits<'_>) -> Result<Counted, CountError> {
        Counting::of(self.matrix.problem()).givens(self.givens()).threads(threads).run(limits)
    }

    /// All solutions of the loaded puzzle in one diagram, to draw from.
    ///
    /// # Errors
    /// Clues that contradict one another, and the limit that was reached.
    pub fn completions(&self, limits: &mut Limits<'_>) -> Result<Completions, CompileError> {
        let diagram = Diagram::compile(self.matrix.problem(), self.givens(), limits)?;
        Ok(Completions::new(self.matrix.clone(), diagram))
    }

    fn givens(&self) -> Givens<'_> {
        Givens::none().force(&self.clues)
    }

    /// Whether the loaded puzzle has no solution, one, or several.
    pub fn uniqueness(&mut self, limits: &mut Limits<'_>) -> Uniqueness<Grid> {
        match (self.count_up_to(2, limits), self.shown(0), self.shown(1)) {
            (Count::AtLeast(_, why), found, None) => Uniqueness::Unknown { found, why },
            (Count::Exact(_), None, _) => Uniqueness::None,
            (_, Some(first), Some(second)) => Uniqueness::Several(first, second),
            (Count::Exact(_), Some(first), None) => Uniqueness::One(first),
            (Count::AtLeast(..), None, Some(_)) => unreachable!("the second is shown after the first"),
        }
    }

    /// As [`count`](Self::count), but no more than so many: where there are, it is stopped by
    /// [`Stopped::Solutions`].
    #[expect(clippy::missing_panics_doc, reason = "clues are options of the board")]
    pub fn count_up_to(&mut self, most: u64, limits: &mut Limits<'_>) -> Count {
        self.has_listed = false;
        let count = self.judge.count_up_to(most, &self.clues, limits);
        count.expect("clues are options of the board")
    }

    /// A solution that the judge has found.
    fn shown(&mut self, number: usize) -> Option<Grid> {
        if !self.judge.ranks_of_items(number, &mut self.ranks) {
            return None;
        }
        // The options of a cell are its digits, ascending.
        let digits = self.ranks.iter().map(|&rank| Digit::new(rank + 1)).collect();
        Some(Grid::from_digits(self.matrix.geometry().side(), digits))
    }

    /// All solutions of the loaded puzzle that are still to come.
    pub fn solutions(&mut self) -> impl Iterator<Item = Grid> + '_ {
        std::iter::from_fn(|| self.next_solution(&mut Limits::none()).ok().flatten())
    }

    /// What was done for the last question, or to list the loaded puzzle's solutions.
    #[must_use]
    pub fn counters(&self) -> Counters {
        match &self.search {
            Some(search) if self.has_listed => search.counters(),
            _ => self.judge.counters(),
        }
    }

    /// Nodes by level; see [`Search::levels`]. Only a listing has levels.
    #[must_use]
    pub fn levels(&self) -> &[u64] {
        match &self.search {
            Some(search) if self.has_listed => search.levels(),
            _ => &[],
        }
    }

    /// How large the matrix of the loaded puzzle is, as an ordered search makes it.
    ///
    /// # Complexity
    /// That of beginning such a search, if no listing is in work.
    pub fn size(&mut self) -> Size {
        let search = self.search.get_or_insert_with(|| Search::new(self.matrix.problem()));
        if !self.is_listing && search.restart(Givens::none().force(&self.clues)).is_err() {
            return Size::default();
        }
        search.size()
    }
}

/// Which of up to 64 cells have a digit, a bit each: eight at a time, as a branch for each would be guessed wrong.
fn filled(digits: &[Option<Digit>]) -> u64 {
    let (eights, rest) = digits.as_chunks::<8>();
    let byte = |digit: &Option<Digit>| digit.map_or(0, Digit::value);
    let mut filled = 0;
    for (eight, at) in eights.iter().zip(0..) {
        // Digits are below 128, so that adding 127 carries into the highest bit of those that are not 0.
        let bytes = u64::from_le_bytes(eight.each_ref().map(byte));
        let highest = (bytes + 0x7f7f_7f7f_7f7f_7f7f) & 0x8080_8080_8080_8080;
        filled |= ((highest >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * at);
    }
    for (digit, at) in rest.iter().zip(8 * eights.len()..) {
        filled |= u64::from(digit.is_some()) << at;
    }
    filled
}

pub(crate) fn grid_of(matrix: &Matrix, cover: &[OptionId]) -> Grid {
    let mut grid = Grid::empty(matrix.geometry().side()).expect("the side is that of a board");
    for &option in cover {
        let candidate = matrix.candidate(option);
        grid.set(candidate.cell, Some(candidate.digit)).expect("the candidate is one of this board");
    }
    grid
}
