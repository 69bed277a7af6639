//! Puzzles from a seed.

use serde::{Deserialize, Serialize};
use sudoku_cover::{GenerateError, Generator, Wish};

use super::read;
use crate::fault::Fault;
use crate::jobs::Stop;
use crate::reply;
use crate::routes::App;
use crate::wire::{self, BoardIn, BoardOut};

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Unique,
    Easy,
    Several,
    Unsolvable,
}

impl From<Kind> for Wish {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Unique => Self::Minimal,
            Kind::Easy => Self::Easy,
            Kind::Several => Self::Several,
            Kind::Unsolvable => Self::Unsolvable,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WishIn {
    board: BoardIn,
    kind: Kind,
    seed: u64,
}

#[derive(Serialize)]
struct MadeOut {
    board: BoardOut,
    givens: Vec<u8>,
    solution: Vec<u8>,
    seed: u64,
    /// How many clues stayed because a search for whether they can go would have taken too long.
    undecided: usize,
}

/// How many nodes a question may take: as the command line has it.
fn most_nodes(side: usize) -> u64 {
    match side {
        ..=9 => u64::MAX,
        10..=16 => 10_000,
        _ => 1000,
    }
}

/// Makes a puzzle.
pub(crate) fn generate(_: &App, body: &[u8], stop: &Stop) -> Result<Vec<u8>, Fault> {
    let WishIn { board, kind, seed } = read(body)?;
    let geometry = board.geometry()?;
    let nodes = most_nodes(geometry.side());
    let mut generator = Generator::new(&geometry, seed);
    let made = generator.puzzle(0, kind.into(), || stop.limits().nodes(nodes));
    let made = made.map_err(|error| match error {
        GenerateError::Stopped(_) => Fault::OutOfTime,
        other => Fault::Generate(other.to_string()),
    })?;
    Ok(reply::line(&MadeOut {
        board: (&geometry).into(),
        givens: wire::digits(&made.puzzle),
        solution: wire::digits(&made.solution),
        seed,
        undecided: made.undecided,
    }))
}
