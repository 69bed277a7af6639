//! Solutions of puzzles with rules, checked before their time counts.

use sudoku_cover::{Geometry, Grid, GridError, Pencilmarks, Record};

/// Returns the reason why a grid is no solution of the record, which the rules tell without the matrix.
///
/// # Errors
/// If the grid does not have the size of the board.
pub fn objection(record: &Record, board: &Geometry, solution: &Grid) -> Result<Option<String>, GridError> {
    if !solution.is_full() {
        return Ok(Some("a cell is blank".to_owned()));
    }
    if let Some(given) = record.grid.clues().find(|given| solution.get(given.cell) != Some(given.digit)) {
        return Ok(Some(format!("{} is not {}", given.cell, given.digit)));
    }
    let is_allowed =
        |allowed: &Pencilmarks| solution.clues().all(|clue| allowed.get(clue.cell).contains(clue.digit));
    if !record.allowed().is_none_or(is_allowed) {
        return Ok(Some("a candidate is not allowed".to_owned()));
    }
    Ok(solution.contradictions(board)?.first().map(ToString::to_string))
}
