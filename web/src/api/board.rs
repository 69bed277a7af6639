//! What follows from the board and the digits on it without a search.

use serde::Serialize;
use sudoku_cover::{Geometry, Pencilmarks};

use super::read;
use crate::fault::Fault;
use crate::jobs::Stop;
use crate::reply;
use crate::routes::App;
use crate::wire::{self, BoardIn, BoardOut, ConflictOut, Puzzle, PuzzleIn};

#[derive(Serialize)]
struct HouseOut {
    kind: String,
    name: String,
    cells: Vec<String>,
}

#[derive(Serialize)]
struct HousesOut {
    board: BoardOut,
    houses: Vec<HouseOut>,
}

/// The houses of a board.
pub(crate) fn board(_: &App, body: &[u8], _: &Stop) -> Result<Vec<u8>, Fault> {
    let geometry: Geometry = read::<BoardIn>(body)?.geometry()?;
    let houses = geometry.houses().iter().map(|house| HouseOut {
        kind: house.kind().to_string(),
        name: house.to_string(),
        cells: wire::shown(house.cells()),
    });
    Ok(reply::line(&HousesOut { board: (&geometry).into(), houses: houses.collect() }))
}

#[derive(Serialize)]
struct CheckOut {
    conflicts: Vec<ConflictOut>,
    /// Whether every cell has a digit and no two contradict one another.
    solved: bool,
    blank: usize,
}

/// The digits that stand more than once in a house.
pub(crate) fn check(_: &App, body: &[u8], _: &Stop) -> Result<Vec<u8>, Fault> {
    let puzzle = Puzzle::try_from(read::<PuzzleIn>(body)?)?;
    let found = puzzle.filled.contradictions(&puzzle.geometry)?;
    let blank = puzzle.geometry.cell_count() - puzzle.filled.clue_count();
    let solved = blank == 0 && found.is_empty();
    Ok(reply::line(&CheckOut { conflicts: found.iter().map(Into::into).collect(), solved, blank }))
}

#[derive(Serialize)]
struct CandidatesOut {
    candidates: Vec<Vec<u8>>,
}

/// The digits that no peer of a cell has, for each cell without one.
pub(crate) fn candidates(_: &App, body: &[u8], _: &Stop) -> Result<Vec<u8>, Fault> {
    let puzzle = Puzzle::try_from(read::<PuzzleIn>(body)?)?;
    let mut left = Pencilmarks::implied(&puzzle.filled, &puzzle.geometry)?;
    if let Some(allowed) = &puzzle.allowed {
        left.keep(allowed);
    }
    let mut candidates = wire::candidates(&left);
    for (digits, filled) in candidates.iter_mut().zip(puzzle.filled.digits()) {
        if filled.is_some() {
            digits.clear();
        }
    }
    Ok(reply::line(&CandidatesOut { candidates }))
}
