//! Generates puzzles from a seed.

use serde::{Deserialize, Serialize};
use sudoku_cover::{
    Demand, GenerateError, Generated, Generator, Geometry, Level, Step, StepGroup, Technique, Wish,
};

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
    /// The name of a technique that the puzzle must need: the answer is the state before its first step.
    #[serde(default)]
    practice: Option<String>,
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
    /// For practice, the digits placed before the step, the candidates left, and the steps that can be found.
    #[serde(flatten)]
    exercise: Option<ExerciseOut>,
}

#[derive(Serialize)]
struct ExerciseOut {
    placed: Vec<u8>,
    notes: Vec<Vec<u8>>,
    steps: Vec<Step>,
}

/// Generates a puzzle. If a level is given, it is the first of this level for the seed; if a technique is given
/// for practice, the first that needs it.
pub(crate) fn generate(app: &App, body: &[u8], stop: &Stop) -> Result<Vec<u8>, Fault> {
    let WishIn { board, kind, level, practice, seed } = read(body)?;
    let geometry = board.geometry()?;
    let practiced = practice.map(|name| Technique::named(&name)).transpose()?;
    let nodes = Generator::default_nodes(geometry.side());
    let mut generator = Generator::new(&geometry, seed);
    let mut demand = level.map_or_else(Demand::new, |level| Demand::new().with_level(level));
    if let Some(techniques) = &practiced {
        demand = demand.with_one_of(techniques);
    }
    let made = generator.first_demanded(kind, &demand, || stop.limits().nodes(nodes));
    let made = made.map_err(|error| match error {
        GenerateError::Stopped(_) => {
            let what = if practiced.is_some() { "technique" } else { "level" };
            Fault::no_such_puzzle(app.bounds.search, what)
        }
        other => Fault::unprocessable(other),
    })?;
    let exercise = practiced.map(|techniques| exercise(&geometry, &demand, &made, &techniques, stop));
    Ok(reply::line(&MadeOut {
        board: (&geometry).into(),
        givens: wire::digits(&made.puzzle),
        solution: wire::digits(&made.solution),
        seed,
        undecided: made.undecided,
        exercise: exercise.transpose()?.flatten(),
    }))
}

/// Returns the state of a puzzle before the first step by one of the techniques, and all steps by them there.
fn exercise(
    geometry: &Geometry,
    demand: &Demand,
    made: &Generated,
    techniques: &[Technique],
    stop: &Stop,
) -> Result<Option<ExerciseOut>, Fault> {
    let (mut explainer, mut limits) = (demand.explainer(geometry), stop.limits());
    let Some(record) = demand.exercise(&mut explainer, made, &mut limits)? else { return Ok(None) };
    // The explainer stands at the step.
    let groups = explainer.steps(techniques, &mut limits).grouped(None);
    let groups: Vec<StepGroup> = groups.collect::<Result<_, _>>()?;
    Ok(Some(ExerciseOut {
        placed: wire::placed(&record),
        notes: record.marks().map_or_else(Vec::new, |marks| wire::open_candidates(marks, &record.filled())),
        steps: groups.into_iter().flat_map(|group| group.steps).collect(),
    }))
}
