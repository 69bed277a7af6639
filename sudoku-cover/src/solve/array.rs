//! Many puzzles of one board as digits in one array: their solutions, and the number of solutions of each.
//!
//! A puzzle is a row: its cells one after the other, as [numbers](Values::content). A blank cell is 0, or -1 on a board
//! with a digit 0.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

use dlx_core::{Limits, Stopped, Uniqueness};
use thiserror::Error;

use crate::model::geometry::{Cell, Digit, Geometry, Values};
use crate::model::grid::{Grid, GridError};
use crate::solve::{Contradicting, Solver};
use dlx_ordered::Output;

/// For more puzzles than this the solver builds its tables first. Another thread is started for each further
/// group of this size.
const MANY: usize = 256;

/// The reason why there are no answers.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ArrayError {
    /// A digit that the board does not have.
    #[error("puzzle {puzzle}: expected a digit from {} to {} in {cell}, found {found}", .values.least(), .values.greatest())]
    Digit {
        /// The puzzle, counted from 0.
        puzzle: usize,
        /// Its cell.
        cell: Cell,
        /// The digit.
        found: i8,
        /// The digits of the board.
        values: Values,
    },
    /// A digit in a cell that is no part of the board.
    #[error("puzzle {puzzle}: {error}")]
    Blocked {
        /// The puzzle, counted from 0.
        puzzle: usize,
        /// The error.
        #[source]
        error: GridError,
    },
    /// The length of the array is not a multiple of the number of cells.
    #[error("expected a multiple of {cells} digits, found {found}")]
    Rows {
        /// Number of digits found.
        found: usize,
        /// Number of cells of a puzzle.
        cells: usize,
    },
    /// The question of the limits stopped the run.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// The question about each puzzle.
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
    /// A row for each puzzle: a solution, of several always the same, or blank cells if there is none.
    pub solutions: Vec<i8>,
    /// For each puzzle the number of its solutions: 0, 1, or 2 for several. If only a solution is requested,
    /// 1 if there is one.
    pub counts: Vec<u8>,
}

/// Answers the puzzles of an array with `threads` threads; 0 counts as 1.
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
/// A number that is no digit of the board, an array of another length, or the question of the limits.
///
/// # Complexity
/// One question to the solver for each puzzle.
pub fn answer(
    board: &Geometry,
    puzzles: &[i8],
    wanted: Wanted,
    threads: usize,
    limits: &mut Limits<'_>,
) -> Result<ArrayAnswers, ArrayError> {
    let cells = board.cell_count();
    if !puzzles.len().is_multiple_of(cells) {
        return Err(ArrayError::Rows { found: puzzles.len(), cells });
    }
    let rows = puzzles.len() / cells;
    let mut solver = Solver::new(board);
    if rows > MANY {
        solver.prepare();
    }
    // Clones share the tables.
    let solver = Mutex::new(solver);
    let threads = NonZeroUsize::new(threads.min(rows.div_ceil(MANY))).unwrap_or(NonZeroUsize::MIN);
    let mut answers =
        ArrayAnswers { solutions: Vec::with_capacity(puzzles.len()), counts: Vec::with_capacity(rows) };
    let sink = |found: &mut ArrayAnswers| {
        answers.solutions.append(&mut found.solutions);
        answers.counts.append(&mut found.counts);
        Ok::<(), ArrayError>(())
    };
    dlx_ordered::run(threads, 0..rows, sink, limits, |worker| {
        let mut solver = solver.lock().unwrap_or_else(PoisonError::into_inner).clone();
        worker.each(|numbers, found, limits| {
            let grid = |number| grid(board, &puzzles[number * cells..][..cells], number);
            let grids = numbers.map(grid).collect::<Result<Vec<Grid>, _>>()?;
            solver.look_ahead(&grids);
            for grid in &grids {
                limits.step(1)?;
                answer_one(&mut solver, grid, wanted, found, limits)?;
            }
            Ok(())
        })
    })?;
    Ok(answers)
}

impl Output for ArrayAnswers {
    fn bytes(&self) -> usize {
        self.solutions.bytes() + self.counts.bytes()
    }
}

fn grid(board: &Geometry, numbers: &[i8], puzzle: usize) -> Result<Grid, ArrayError> {
    let values = board.values();
    let checked = board
        .cells()
        .zip(numbers)
        .map(|(cell, &found)| values.content(found).ok_or(ArrayError::Digit { puzzle, cell, found, values }));
    let grid = Grid::on_board(board, checked.collect::<Result<_, _>>()?);
    grid.check_board(board).map_err(|error| ArrayError::Blocked { puzzle, error })?;
    Ok(grid)
}

/// Adds a solution of the puzzle, or a row of blank cells, and the number of solutions.
fn answer_one(
    solver: &mut Solver,
    puzzle: &Grid,
    wanted: Wanted,
    answers: &mut ArrayAnswers,
    limits: &mut Limits<'_>,
) -> Result<(), Stopped> {
    let (found, count) = match (solver.load(puzzle), wanted) {
        (Err(Contradicting::Grid(error)), _) => unreachable!("the puzzle is one of the board: {error}"),
        (Err(_), _) => (None, 0),
        (Ok(()), Wanted::First) => {
            let first = solver.first(limits)?;
            let count = u8::from(first.is_some());
            (first, count)
        }
        (Ok(()), Wanted::Uniqueness) => match solver.uniqueness(limits) {
            Uniqueness::None => (None, 0),
            Uniqueness::One(grid) => (Some(grid), 1),
            Uniqueness::Several(grid, _) => (Some(grid), 2),
            Uniqueness::Unknown { why, .. } => return Err(why),
        },
    };
    let solution = found.as_ref().unwrap_or(puzzle).digits().iter();
    let number = |digit: &Option<Digit>| puzzle.values().number(digit.filter(|_| count > 0));
    answers.solutions.extend(solution.map(number));
    answers.counts.push(count);
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;

    fn digits(line: &str) -> Vec<i8> {
        line.bytes().map(|byte| if byte == b'.' { 0 } else { (byte - b'0').cast_signed() }).collect()
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
        let puzzles: Vec<i8> = (0..300).flat_map(|number| digits(lines[number % lines.len()])).collect();
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
    fn zero_is_a_digit_on_boards_that_begin_with_it() {
        let rule = "values 0-3".parse().unwrap();
        let board = Geometry::of_side(4).unwrap().with_rules(&[rule]).unwrap();
        let usual = Geometry::of_side(4).unwrap();
        let line = "123434122143432.";
        let lower: Vec<i8> = digits(line).into_iter().map(|number| number - 1).collect();
        let ask = |board: &Geometry, puzzles: &[i8]| {
            answer(board, puzzles, Wanted::Uniqueness, 1, &mut Limits::none())
        };
        let (one, other) = (ask(&usual, &digits(line)).unwrap(), ask(&board, &lower).unwrap());
        assert_eq!((&one.counts, &other.counts), (&vec![1], &vec![1]));
        assert_eq!(other.solutions, one.solutions.iter().map(|number| number - 1).collect::<Vec<_>>());
        let mut twice = vec![-1; 16];
        twice[..2].fill(0);
        assert_eq!(ask(&board, &twice).unwrap().solutions, [-1; 16]);
        twice[0] = 4;
        let found = ask(&board, &twice).unwrap_err();
        assert_eq!(found.to_string(), "puzzle 0: expected a digit from 0 to 3 in r1c1, found 4");
    }

    #[test]
    fn a_bad_digit_and_a_bad_length_are_named() {
        let board = Geometry::of_side(4).unwrap();
        let mut puzzles = vec![0; 16 * 300];
        puzzles[16 * 299 + 5] = 5;
        let found = answer(&board, &puzzles, Wanted::First, 2, &mut Limits::none());
        assert_eq!(
            found,
            Err(ArrayError::Digit { puzzle: 299, cell: Cell::new(1, 1), found: 5, values: board.values() })
        );
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
