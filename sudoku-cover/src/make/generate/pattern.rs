//! Patterns: the cells that hold the givens, and digits for them.
//!
//! Few fillings of a sparse pattern have exactly one solution. They are searched by changing given after
//! given as long as this does not increase the number of solutions.

use dlx_core::{Limits, Stopped};
use thiserror::Error;

use super::{Generated, Generator, Random, possible};
use crate::make::{count_known, put};
use crate::model::geometry::{Cell, Digit, Geometry};
use crate::work::next_limits;

/// Two fillings with at least this many solutions count as equally good.
const MOST_COUNTED: u64 = 200;
/// Number of cells examined before a filling is abandoned, for each cell of the pattern.
const TRIALS: usize = 12;

/// The cells that hold givens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// In ascending order.
    cells: Vec<Cell>,
}

/// The reason why a text is not a pattern of a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PatternError {
    /// A character without meaning.
    #[error(
        "line {line}, column {column}: expected . 0 _ for a blank cell, or X x # * or a digit for a clue, found `{found}`"
    )]
    Unknown {
        /// The line, counted from 1.
        line: usize,
        /// Column, counted from 1 in characters.
        column: usize,
        /// The character.
        found: char,
    },
    /// The number of cells is not that of the board.
    #[error("expected {expected} cells, found {found}")]
    Cells {
        /// Number of cells found.
        found: usize,
        /// Number of cells of the board.
        expected: usize,
    },
}

impl Pattern {
    /// Reads a pattern, cells row by row: `.`, `0` or `_` is blank, `X`, `x`, `#`, `*` or another digit is a
    /// given. White space, `|`, and lines of `+` and `-` alone are ignored.
    ///
    /// ```
    /// use sudoku_cover::{Geometry, Pattern};
    ///
    /// let pattern = Pattern::parse("XX.. ..X. .X.. ..XX", &Geometry::of_side(4)?)?;
    /// assert_eq!(pattern.cells().len(), 6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The first character without meaning, or another number of cells than the board has.
    pub fn parse(text: &str, geometry: &Geometry) -> Result<Pattern, PatternError> {
        let (mut cells, mut count) = (Vec::new(), 0);
        for (line, row) in text.lines().enumerate() {
            if row.chars().all(|mark| "+-| \t\r".contains(mark)) {
                continue;
            }
            for (column, mark) in row.chars().enumerate() {
                match mark {
                    '.' | '0' | '_' => count += 1,
                    'X' | 'x' | '#' | '*' | '1'..='9' => {
                        cells.extend(geometry.cell(count).filter(|&cell| !geometry.is_blocked(cell)));
                        count += 1;
                    }
                    '|' | '\u{feff}' => {}
                    _ if mark.is_whitespace() => {}
                    found => {
                        return Err(PatternError::Unknown { line: line + 1, column: column + 1, found });
                    }
                }
            }
        }
        if count != geometry.cell_count() {
            return Err(PatternError::Cells { found: count, expected: geometry.cell_count() });
        }
        Ok(Pattern { cells })
    }

    /// Returns the cells in ascending order.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }
}

impl Generator {
    /// Fills the cells of the pattern so that there is one solution; returns `false` if no such filling was
    /// found. The puzzle is a full grid before.
    pub(super) fn fill_pattern<'q>(
        &mut self,
        made: &mut Generated,
        pattern: &Pattern,
        random: &mut Random,
        limits: &mut impl FnMut() -> Limits<'q>,
    ) -> Result<bool, Stopped> {
        for cell in self.geometry().cells() {
            if pattern.cells.binary_search(&cell).is_err() {
                put(&mut made.puzzle, cell, None);
            }
        }
        let mut solutions = self.solutions(made, MOST_COUNTED, limits)?.unwrap_or(MOST_COUNTED);
        for _ in 0..TRIALS * pattern.cells.len() {
            if solutions == 1 {
                self.solver.take(&made.puzzle).expect("the grid is one of the board");
                let Some(solution) = self.solver.first(&mut next_limits(limits)?)? else { return Ok(false) };
                made.solution = solution;
                return Ok(true);
            }
            let cell = pattern.cells[random.below(pattern.cells.len())];
            let before = made.puzzle.get(cell);
            put(&mut made.puzzle, cell, None);
            let mut digits: Vec<Digit> = possible(self.geometry(), &made.puzzle, cell).collect();
            digits.retain(|&digit| Some(digit) != before);
            random.shuffle(&mut digits);
            let mut best = before;
            for digit in digits {
                put(&mut made.puzzle, cell, Some(digit));
                match self.solutions(made, solutions, limits)? {
                    Some(count @ 1..) if count <= solutions => (best, solutions) = (Some(digit), count),
                    _ => {}
                }
                if solutions == 1 {
                    break;
                }
            }
            put(&mut made.puzzle, cell, best);
        }
        Ok(false)
    }

    /// Returns the number of solutions of the puzzle, or `None` if that was not known within the limits. More
    /// than `most` count as one more.
    fn solutions<'q>(
        &mut self,
        made: &Generated,
        most: u64,
        limits: &mut impl FnMut() -> Limits<'q>,
    ) -> Result<Option<u64>, Stopped> {
        // Fillings with as many solutions as the best are equally good, unless counting ends there.
        let most = if most < MOST_COUNTED { most + 1 } else { most };
        count_known(&mut self.solver, &made.puzzle, most, &mut next_limits(limits)?)
    }
}
