//! Generates puzzles from a seed.

use serde::{Deserialize, Serialize};
use sudoku_cover::{Demand, GenerateError, Generator, Level, Wish};

use super::read;
use crate::fault::Fault;
use crate::jobs::Stop;
use crate::reply;
use crate::routes::App;
use crate::wire::{self, BoardIn, BoardOut};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WishIn {
    board: BoardIn,
    kind: Wish,
    #[serde(default)]
    level: Option<Level>,
    seed: u64,
}

#[derive(Serialize)]
struct MadeOut {
    board: BoardOut,
    givens: Vec<u8>,
    solution: Vec<u8>,
    seed: u64,
    /// The number of clues that remained because testing whether they can be removed would have taken too
    /// long.
    undecided: usize,
}

/// Generates a puzzle. If a level is given, it is the first of this level for the seed.
pub(crate) fn generate(app: &App, body: &[u8], stop: &Stop) -> Result<Vec<u8>, Fault> {
    let WishIn { board, kind, level, seed } = read(body)?;
    let geometry = board.geometry()?;
    let nodes = Generator::default_nodes(geometry.side());
    let mut generator = Generator::new(&geometry, seed);
    let demand = level.map_or_else(Demand::new, |level| Demand::new().with_level(level));
    let made = generator.first_demanded(kind, &demand, || stop.limits().nodes(nodes));
    let made = made.map_err(|error| match error {
        GenerateError::Stopped(_) => Fault::no_such_puzzle(app.bounds.search),
        other => Fault::unprocessable(other),
    })?;
    Ok(reply::line(&MadeOut {
        board: (&geometry).into(),
        givens: wire::digits(&made.puzzle),
        solution: wire::digits(&made.solution),
        seed,
        undecided: made.undecided,
    }))
}
