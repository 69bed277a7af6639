//! Puzzles from a seed.

use serde::{Deserialize, Serialize};
use sudoku_cover::{Demand, Explainer, GenerateError, Generator, Level, Wish};

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
    #[serde(default)]
    level: Option<LevelIn>,
    seed: u64,
}

/// HoDoKu's levels.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum LevelIn {
    Easy,
    Medium,
    Hard,
    Unfair,
    Extreme,
}

impl From<LevelIn> for Level {
    fn from(level: LevelIn) -> Self {
        match level {
            LevelIn::Easy => Self::Easy,
            LevelIn::Medium => Self::Medium,
            LevelIn::Hard => Self::Hard,
            LevelIn::Unfair => Self::Unfair,
            LevelIn::Extreme => Self::Extreme,
        }
    }
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

/// Makes a puzzle: of a level, the first of those of the seed that has it.
pub(crate) fn generate(_: &App, body: &[u8], stop: &Stop) -> Result<Vec<u8>, Fault> {
    let WishIn { board, kind, level, seed } = read(body)?;
    let geometry = board.geometry()?;
    let nodes = most_nodes(geometry.side());
    let mut generator = Generator::new(&geometry, seed);
    let demand = level.map_or_else(Demand::new, |level| Demand::new().with_level(level.into()));
    let mut explainer = Explainer::new(&geometry);
    let mut numbers = 0..;
    let made = loop {
        let number = numbers.next().ok_or(Fault::OutOfTime)?;
        if stop.is_over() {
            return Err(Fault::OutOfTime);
        }
        let made = generator.puzzle(number, kind.into(), || stop.limits().nodes(nodes));
        let made = made.map_err(|error| match error {
            GenerateError::Stopped(_) => Fault::OutOfTime,
            other => Fault::Generate(other.to_string()),
        })?;
        if demand.is_nothing() || demand.rate(&mut explainer, &made, &mut stop.limits())?.is_some() {
            break made;
        }
    };
    Ok(reply::line(&MadeOut {
        board: (&geometry).into(),
        givens: wire::digits(&made.puzzle),
        solution: wire::digits(&made.solution),
        seed,
        undecided: made.undecided,
    }))
}
