//! Solving: clues become given options of the board's matrix, covers become grids.

use dlx_core::{Count, Counters, Givens, Limits, OptionId, Search, Size, Stopped, Uniqueness};
use thiserror::Error;

use crate::geometry::Geometry;
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
    search: Search,
    /// The options of the loaded clues.
    clues: Vec<OptionId>,
}

impl Solver {
    /// A solver for this board, with the empty grid loaded.
    #[must_use]
    pub fn new(geometry: &Geometry) -> Self {
        let matrix = Matrix::new(geometry);
        let search = Search::new(matrix.problem());
        Self { matrix, search, clues: Vec::new() }
    }

    /// The board's matrix.
    #[must_use]
    pub fn matrix(&self) -> &Matrix {
        &self.matrix
    }

    /// Takes a puzzle; the search for its solutions is then at its beginning.
    ///
    /// # Errors
    /// All contradictions between clues, or a grid of another size. The solver then has no clues.
    pub fn load(&mut self, puzzle: &Grid) -> Result<(), Contradicting> {
        let contradictions = puzzle.contradictions(self.matrix.geometry());
        self.clues.clear();
        let fault = match contradictions {
            Ok(none) if none.is_empty() => {
                self.clues.extend(puzzle.clues().map(|clue| self.matrix.option(clue)));
                None
            }
            Ok(contradictions) => Some(Contradicting::Clues(contradictions)),
            Err(error) => Some(error.into()),
        };
        match (fault, self.search.restart(Givens::none().force(&self.clues))) {
            (None, Ok(())) => Ok(()),
            (Some(fault), _) => Err(fault),
            (None, Err(conflict)) => unreachable!("the contradictions missed that {conflict}"),
        }
    }

    /// The next solution of the loaded puzzle, or `None` when there are no more.
    ///
    /// # Errors
    /// The limit that stopped the search, which can be gone on with.
    pub fn next_solution(&mut self, limits: &mut Limits<'_>) -> Result<Option<Grid>, Stopped> {
        let cover = self.search.next_solution(limits)?;
        Ok(cover.map(|cover| grid_of(&self.matrix, cover)))
    }

    /// The first solution of the loaded puzzle, or `None` if it has none.
    ///
    /// # Errors
    /// The limit that stopped the search before either was known.
    pub fn first(&mut self, limits: &mut Limits<'_>) -> Result<Option<Grid>, Stopped> {
        self.search.rewind();
        self.next_solution(limits)
    }

    /// How many solutions the loaded puzzle has.
    pub fn count(&mut self, limits: &mut Limits<'_>) -> Count {
        self.search.count(limits)
    }

    /// Whether the loaded puzzle has no solution, one, or several.
    pub fn uniqueness(&mut self, limits: &mut Limits<'_>) -> Uniqueness<Grid> {
        self.search.uniqueness(limits).map(|cover| grid_of(&self.matrix, &cover))
    }

    /// All solutions of the loaded puzzle that are still to come.
    pub fn solutions(&mut self) -> impl Iterator<Item = Grid> + '_ {
        let matrix = &self.matrix;
        (&mut self.search).into_iter().map(|cover| grid_of(matrix, &cover))
    }

    /// What the search has done for the loaded puzzle.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.search.counters()
    }

    /// Nodes by level; see [`Search::levels`].
    #[must_use]
    pub fn levels(&self) -> &[u64] {
        self.search.levels()
    }

    /// How large the matrix of the loaded puzzle is.
    #[must_use]
    pub fn size(&self) -> Size {
        self.search.size()
    }
}

fn grid_of(matrix: &Matrix, cover: &[OptionId]) -> Grid {
    let mut grid = Grid::empty(matrix.geometry().side()).expect("the side is that of a board");
    for &option in cover {
        let candidate = matrix.candidate(option);
        grid.set(candidate.cell, Some(candidate.digit)).expect("the candidate is one of this board");
    }
    grid
}
