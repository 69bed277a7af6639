//! Answers that follow from the board and its digits without a search.

use serde::Serialize;
use sudoku_cover::{Backdrop, Cell, CellsKind, Geometry, Pencilmarks, Rule};

use super::read;
use crate::fault::Fault;
use crate::jobs::Stop;
use crate::reply;
use crate::routes::App;
use crate::wire::{self, BoardIn, BoardOut, ConflictOut, Puzzle, PuzzleIn};

#[derive(Serialize)]
struct HouseOut<'a> {
    kind: String,
    name: String,
    cells: &'a [Cell],
}

#[derive(Serialize)]
struct CageOut<'a> {
    sum: u32,
    cells: &'a [Cell],
}

/// The blank board with its rules as a picture. Lengths are in sides of a cell.
#[derive(Serialize)]
struct BackdropOut {
    svg: String,
    view: [f64; 4],
    insets: [f64; 2],
}

impl From<Backdrop> for BackdropOut {
    fn from(Backdrop { svg, view, insets, .. }: Backdrop) -> Self {
        Self { svg, view, insets }
    }
}

#[derive(Serialize)]
struct HousesOut<'a> {
    board: BoardOut,
    houses: Vec<HouseOut<'a>>,
    /// For each cell, the numbers of its peers, from 0.
    peers: Vec<Vec<usize>>,
    cages: Vec<CageOut<'a>>,
    even: Vec<Cell>,
    odd: Vec<Cell>,
    /// `None` for a board without additional rules.
    backdrop: Option<BackdropOut>,
}

/// Returns the houses and the rules of a board.
pub(crate) fn board(_: &App, body: &[u8], _: &Stop) -> Result<Vec<u8>, Fault> {
    let geometry: Geometry = read::<BoardIn>(body)?.geometry()?;
    let houses = geometry.houses().iter().map(|house| HouseOut {
        kind: house.kind().to_string(),
        name: house.to_string(),
        cells: house.cells(),
    });
    let peers =
        geometry.cells().map(|cell| geometry.peers(cell).iter().map(|&peer| geometry.index(peer)).collect());
    let cages = geometry.cages().iter().map(|cage| CageOut { sum: cage.sum(), cells: cage.cells() });
    let (mut even, mut odd) = (Vec::new(), Vec::new());
    for rule in geometry.rules() {
        match rule {
            Rule::Cells { kind: CellsKind::Even, cells } => even.extend(cells),
            Rule::Cells { kind: CellsKind::Odd, cells } => odd.extend(cells),
            _ => {}
        }
    }
    let (houses, peers, cages) = (houses.collect(), peers.collect(), cages.collect());
    let backdrop = (!geometry.rules().is_empty()).then(|| Backdrop::new(&geometry).into());
    Ok(reply::line(&HousesOut { board: (&geometry).into(), houses, peers, cages, even, odd, backdrop }))
}

#[derive(Serialize)]
struct CheckOut {
    conflicts: Vec<ConflictOut>,
    /// True if every cell has a digit and no two contradict one another.
    solved: bool,
    blank: usize,
}

/// Returns the digits that contradict other digits or the rules.
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

/// Returns the candidates of each blank cell: the digits that the other digits and the puzzle allow.
pub(crate) fn candidates(_: &App, body: &[u8], _: &Stop) -> Result<Vec<u8>, Fault> {
    let puzzle = Puzzle::try_from(read::<PuzzleIn>(body)?)?;
    let mut left = Pencilmarks::implied(&puzzle.filled, &puzzle.geometry)?;
    if let Some(allowed) = &puzzle.allowed {
        left.keep(allowed);
    }
    let candidates = wire::open_candidates(&left, &puzzle.filled);
    Ok(reply::line(&CandidatesOut { candidates }))
}
