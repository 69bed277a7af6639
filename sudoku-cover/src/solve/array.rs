//! Many puzzles of one board as digits in one array: their solutions, and how many each has.
//!
//! A puzzle is a row: its cells one after the other, 0 for a blank one.

use std::sync::{Mutex, PoisonError};

use dlx_core::{Limits, Stopped, Uniqueness};
use thiserror::Error;

use crate::model::geometry::{Cell, Digit, Geometry};
use crate::model::grid::Grid;
use crate::solve::threads;
use crate::solve::{Contradicting, Solver};

/// So many puzzles are taken at a time from those that are left.
const CHUNK: usize = 256;

/// Why there are no answers.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ArrayError {
    /// A digit that the board does not have.
    #[error("puzzle {puzzle}: found the digit {found} in {cell}, expected 0 to {side}")]
    Digit {
        /// Which puzzle, counted from 0.
        puzzle: usize,
        /// Its cell.
        cell: Cell,
        /// The digit.
        found: u8,
        /// The side of the board.
        side: usize,
    },
    /// An array that is not made of whole rows.
    #[error("found {found} digits, expected a multiple of {cells}")]
    Rows {
        /// How many digits there are.
        found: usize,
        /// How many cells a puzzle has.
        cells: usize,
    },
    /// The question in the limits said that it is enough.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// What is asked of each puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wanted {
    /// A solution.
    First,
    /// A solution, and whether it is the only one.
    Uniqueness,
}

/// The answers about the puzzles of an array.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArrayAnswers {
    /// For each puzzle a row: a solution, of several always the same, or zeros if there is none.
    pub solutions: Vec<u8>,
    /// For each puzzle the number of its solutions: 0, 1, or 2 for several. If a solution is all that is wanted, 1
    /// where there is one.
    pub counts: Vec<u8>,
}

/// Answers the puzzles of an array, by so many threads; 0 is taken as 1.
///
/// ```
/// use dlx_core::Limits;
/// use sudoku_cover::{Geometry, array};
///
/// let board = Geometry::of_side(4)?;
/// let puzzles = [[1, 2, 3, 4, 0, 0, 0, 0, 2, 1, 4, 3, 0, 0, 0, 0], [0; 16]].concat();
/// let answers = array::answer(&board, &puzzles, array::Wanted::Uniqueness, 2, &mut Limits::none())?;
/// assert_eq!(answers.counts, [2, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A digit above the side, an array of other length, or the question in the limits.
///
/// # Complexity
/// One question to the solver for each puzzle.
pub fn answer(
    board: &Geometry,
    puzzles: &[u8],
    wanted: Wanted,
    threads: usize,
    limits: &mut Limits<'_>,
) -> Result<ArrayAnswers, ArrayError> {
    let cells = board.cell_count();
    if !puzzles.len().is_multiple_of(cells) {
        return Err(ArrayError::Rows { found: puzzles.len(), cells });
    }
    let rows = puzzles.len() / cells;
    let mut answers = ArrayAnswers { solutions: vec![0; puzzles.len()], counts: vec![0; rows] };
    let outcomes = answers.solutions.chunks_mut(CHUNK * cells).zip(answers.counts.chunks_mut(CHUNK));
    let chunks = Mutex::new(puzzles.chunks(CHUNK * cells).zip(outcomes).enumerate());
    let mut solver = Solver::new(board);
    if rows > CHUNK {
        solver.prepare();
    }
    let mut solvers = vec![solver; threads.min(rows.div_ceil(CHUNK)).max(1)];
    threads::run(&mut solvers, limits, |solver, limits| -> Result<(), ArrayError> {
        loop {
            // The lock is given back before the chunk is answered.
            let next = chunks.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((chunk, (puzzles, (solutions, counts)))) = next else { return Ok(()) };
            let rows = puzzles.chunks(cells).zip(solutions.chunks_mut(cells)).zip(counts);
            for (place, ((puzzle, solution), count)) in rows.enumerate() {
                limits.step(1)?;
                let grid = grid(board, puzzle, chunk * CHUNK + place)?;
                *count = answer_one(solver, &grid, wanted, solution, limits)?;
            }
        }
    })?;
    Ok(answers)
}

fn grid(board: &Geometry, digits: &[u8], puzzle: usize) -> Result<Grid, ArrayError> {
    let side = board.side();
    let checked = board.cells().zip(digits).map(|(cell, &found)| {
        let is_on_board = usize::from(found) <= side;
        if is_on_board { Ok(Digit::new(found)) } else { Err(ArrayError::Digit { puzzle, cell, found, side }) }
    });
    Ok(Grid::from_digits(side, checked.collect::<Result<_, _>>()?))
}

/// Writes a solution of the puzzle, if there is one. Returns how many there are.
fn answer_one(
    solver: &mut Solver,
    puzzle: &Grid,
    wanted: Wanted,
    solution: &mut [u8],
    limits: &mut Limits<'_>,
) -> Result<u8, Stopped> {
    match solver.load(puzzle) {
        Ok(()) => {}
        Err(Contradicting::Grid(error)) => unreachable!("the puzzle is one of the board: {error}"),
        Err(_) => return Ok(0),
    }
    let (found, count) = match wanted {
        Wanted::First => {
            let first = solver.first(limits)?;
            let count = u8::from(first.is_some());
            (first, count)
        }
        Wanted::Uniqueness => match solver.uniqueness(limits) {
            Uniqueness::None => (None, 0),
            Uniqueness::One(grid) => (Some(grid), 1),
            Uniqueness::Several(grid, _) => (Some(grid), 2),
            Uniqueness::Unknown { why, .. } => return Err(why),
        },
    };
    for (digit, found) in solution.iter_mut().zip(found.iter().flat_map(Grid::digits)) {
        *digit = found.map_or(0, Digit::value);
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;

    fn digits(line: &str) -> Vec<u8> {
        line.bytes().map(|byte| if byte == b'.' { 0 } else { byte - b'0' }).collect()
    }

    #[test]
    fn answers_are_those_of_the_solver_whatever_the_number_of_threads() {
        let board = Geometry::of_side(4).unwrap();
        let lines = [
            "1234341221434321",
            "123434122143432.",
            "12..............",
            "11..............",
            "12.4..3.........",
        ];
        let puzzles: Vec<u8> = (0..300).flat_map(|number| digits(lines[number % lines.len()])).collect();
        for wanted in [Wanted::First, Wanted::Uniqueness] {
            let one = answer(&board, &puzzles, wanted, 1, &mut Limits::none()).unwrap();
            assert_eq!(answer(&board, &puzzles, wanted, 3, &mut Limits::none()), Ok(one.clone()));
            let several = if wanted == Wanted::First { 1 } else { 2 };
            assert_eq!(one.counts[..4], [1, 1, several, 0]);
            assert_eq!(one.solutions[..16], one.solutions[16..32]);
            assert_eq!(one.solutions[48..64], [0; 16]);
        }
    }

    #[test]
    fn a_bad_digit_and_a_bad_length_are_named() {
        let board = Geometry::of_side(4).unwrap();
        let mut puzzles = vec![0; 16 * 300];
        puzzles[16 * 299 + 5] = 5;
        let found = answer(&board, &puzzles, Wanted::First, 2, &mut Limits::none());
        assert_eq!(found, Err(ArrayError::Digit { puzzle: 299, cell: Cell::new(1, 1), found: 5, side: 4 }));
        let found = answer(&board, &puzzles[1..], Wanted::First, 2, &mut Limits::none());
        assert_eq!(found, Err(ArrayError::Rows { found: 4799, cells: 16 }));
    }

    #[test]
    fn answering_stops_when_the_question_says_so() {
        let board = Geometry::of_side(9).unwrap();
        let puzzles = vec![0; 81 * 5000];
        let mut limits = Limits::none().ask(100, |_| ControlFlow::Break(()));
        let found = answer(&board, &puzzles, Wanted::Uniqueness, 2, &mut limits);
        assert_eq!(found, Err(ArrayError::Stopped(Stopped::Asked)));
    }
}
