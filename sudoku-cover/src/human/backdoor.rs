//! The smallest backdoor of a puzzle: the least number of digits of the solution that must be known so that
//! singles solve the rest.
//!
//! A set of blank cells is a backdoor if the puzzle with their digits of the solution is solved by naked and
//! hidden singles alone (a weak backdoor in the sense of R. Williams, C. Gomes and B. Selman, "Backdoors to
//! typical case complexity", IJCAI 2003, with singles as the subsolver). The size of the smallest one is what
//! G. Fowler's sudoku solver, and lists of hard puzzles after it, call the backdoor size; it is 0 for puzzles
//! that singles solve.

use dlx_core::{Limits, Stopped};
use thiserror::Error;

use crate::human::candidates::{Candidates, CellSet};
use crate::model::geometry::{Candidate, Geometry};
use crate::model::grid::{Grid, GridError};
use crate::work::Work;

/// The reason why no backdoor is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BackdoorError {
    /// The puzzle or the solution does not fit the board.
    #[error(transparent)]
    Grid(#[from] GridError),
    /// The question of the limits stopped the search.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Number of steps of work that filling in the singles of a board counts as. It takes some microseconds, on
/// large boards up to a millisecond.
const STEPS_OF_A_BOARD: usize = 16;

/// The size of the smallest backdoor.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Backdoor {
    /// This set is a smallest backdoor, the first one in the order in which sets are tried.
    Smallest(Vec<Candidate>),
    /// No set of this many cells or fewer is a backdoor.
    LargerThan(usize),
}

/// Finds backdoors on one board.
///
/// ```
/// use dlx_core::Limits;
/// use sudoku_cover::{Backdoor, Backdoors, Geometry, Grid};
///
/// let puzzle: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let solution: Grid =
///     "534678912672195348198342567859761423426853791713924856961537284287419635345286179".parse()?;
/// let mut backdoors = Backdoors::new(&Geometry::classic());
/// assert_eq!(backdoors.smallest(&puzzle, &solution, 3, &mut Limits::none())?, Backdoor::Smallest(Vec::new()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Backdoors {
    /// By number of known cells, the board after the singles that follow.
    boards: Vec<Candidates>,
}

impl Backdoors {
    /// Returns a finder for puzzles of this board.
    #[must_use]
    pub fn new(geometry: &Geometry) -> Self {
        Self { boards: vec![Candidates::new(geometry)] }
    }

    /// Returns the smallest backdoor of a puzzle with this only solution, of at most `most` cells.
    ///
    /// # Errors
    /// A puzzle or a solution of another side, and the question in the limits if it stopped the search.
    ///
    /// # Complexity
    /// With C cells that singles leave blank and that do not follow from others, and a bound of k, at most
    /// C^k times the time of filling in singles.
    pub fn smallest(
        &mut self,
        puzzle: &Grid,
        solution: &Grid,
        most: usize,
        limits: &mut Limits<'_>,
    ) -> Result<Backdoor, BackdoorError> {
        let work = Work::new(limits);
        let found = self.found(puzzle, solution, most, &work)?;
        work.end()?;
        Ok(found)
    }

    fn found(
        &mut self,
        puzzle: &Grid,
        solution: &Grid,
        most: usize,
        work: &Work<'_, '_>,
    ) -> Result<Backdoor, GridError> {
        let most = most.min(puzzle.digits().len());
        while self.boards.len() <= most {
            self.boards.push(self.boards[0].clone());
        }
        let root = &mut self.boards[0];
        root.load(puzzle)?;
        let layout = root.shared_layout();
        let side = layout.side;
        if solution.side() != side {
            return Err(GridError::OtherSide { expected: side, found: solution.side() });
        }
        follow_singles(root);
        if root.blank_cells() == 0 {
            return Ok(Backdoor::Smallest(Vec::new()));
        }
        if most == 0 {
            return Ok(Backdoor::LargerThan(0));
        }
        let digits: Vec<Option<usize>> =
            solution.digits().iter().map(|digit| digit.map(|digit| layout.number_of_digit(digit))).collect();
        let cells = match self.cells_of_use(&digits, work) {
            Uses::Solves(cell) => return Ok(self.backdoor(&[cell], solution)),
            Uses::Cells(cells) => cells,
        };
        for size in 2..=most {
            if let Some(set) = self.search(&cells, &digits, size, work) {
                return Ok(self.backdoor(&set, solution));
            }
        }
        Ok(Backdoor::LargerThan(most))
    }

    fn backdoor(&self, cells: &[usize], solution: &Grid) -> Backdoor {
        let layout = self.boards[0].layout();
        let told =
            |&cell: &usize| Some(Candidate { cell: layout.cell(cell), digit: solution.digits()[cell]? });
        let mut set: Vec<Candidate> = cells.iter().filter_map(told).collect();
        set.sort_unstable();
        Backdoor::Smallest(set)
    }

    /// Returns a cell that solves the puzzle, or else the blank cells worth trying. A cell that follows from
    /// another one never achieves more than that one, so it is omitted; of cells that follow from each other
    /// the first is kept.
    fn cells_of_use(&mut self, digits: &[Option<usize>], work: &Work<'_, '_>) -> Uses {
        let [root, board, ..] = &mut self.boards[..] else { return Uses::Cells(Vec::new()) };
        let blank: Vec<usize> = (0..digits.len()).filter(|&cell| root.value(cell).is_none()).collect();
        let mut closures: Vec<CellSet> = Vec::with_capacity(blank.len());
        for &cell in &blank {
            if work.is_over_after(STEPS_OF_A_BOARD) {
                return Uses::Cells(Vec::new());
            }
            board.copy_from(root);
            let Some(digit) = digits[cell] else { return Uses::Cells(Vec::new()) };
            board.place(cell, digit);
            follow_singles(board);
            if board.blank_cells() == 0 {
                return Uses::Solves(cell);
            }
            closures.push(blank.iter().copied().filter(|&cell| board.value(cell).is_some()).collect());
        }
        let is_kept = |place: &usize| {
            !(0..blank.len()).any(|other| {
                let follows = closures[other].contains(blank[*place]);
                let is_mutual = closures[*place].contains(blank[other]);
                other != *place && follows && (!is_mutual || other < *place)
            })
        };
        Uses::Cells((0..blank.len()).filter(is_kept).map(|place| blank[place]).collect())
    }

    /// Returns a backdoor of this size, if there is one; sets are tried in lexicographic order.
    fn search(
        &mut self,
        cells: &[usize],
        digits: &[Option<usize>],
        size: usize,
        work: &Work<'_, '_>,
    ) -> Option<Vec<usize>> {
        let mut chosen: Vec<usize> = Vec::with_capacity(size);
        let mut next = 0;
        loop {
            if next == cells.len() {
                next = chosen.pop()? + 1;
                continue;
            }
            let depth = chosen.len();
            let [.., before, board] = &mut self.boards[..=depth + 1] else { return None };
            // A cell that has followed from the others adds nothing.
            if before.value(cells[next]).is_some() {
                next += 1;
                continue;
            }
            let is_last = depth + 1 == size;
            if work.is_over_after(STEPS_OF_A_BOARD) {
                return None;
            }
            board.copy_from(before);
            board.place(cells[next], digits[cells[next]]?);
            follow_singles(board);
            if is_last {
                if board.blank_cells() == 0 {
                    chosen.push(next);
                    return Some(chosen.iter().map(|&place| cells[place]).collect());
                }
            } else {
                chosen.push(next);
            }
            next += 1;
        }
    }
}

/// The result of knowing one cell.
enum Uses {
    /// This cell solves the puzzle.
    Solves(usize),
    /// None does; the sets of these cells are tried.
    Cells(Vec<usize>),
}

/// Fills naked and hidden singles until there are none.
fn follow_singles(board: &mut Candidates) {
    loop {
        if let Some((cell, digit)) = board.naked_single() {
            board.place(cell, digit);
        } else if let Some((_, cell, digit)) = board.hidden_single() {
            board.place(cell, digit);
        } else {
            return;
        }
    }
}
