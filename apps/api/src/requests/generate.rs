//! Generates puzzles from a seed.

use serde::{Deserialize, Serialize};
use sudoku_cover::{
    Demand, GenerateError, Generated, Generator, Geometry, Level, Step, StepGroup, Technique, Wish,
};
use utoipa::ToSchema;

use super::levels;
use crate::Api;
use crate::fault::Fault;
use crate::forms::{LevelForm, WishForm};
use crate::stop::Stop;
use crate::wire::{self, BoardIn, BoardOut};

/// What kind of puzzle is generated.
#[derive(Deserialize, ToSchema)]
#[schema(as = Wish)]
#[serde(deny_unknown_fields)]
pub(super) struct WishIn {
    board: BoardIn,
    /// Kinds of rules that are drawn for the puzzle, such as `killer` or `thermo`: words of `rules`, several of them joined by
    /// hyphens, and `futoshiki`, `kenken` and `kakuro`.
    #[serde(default)]
    drawn: Vec<String>,
    #[schema(value_type = WishForm)]
    kind: Wish,
    /// The level of the puzzle: one of those that `levels` answers for the board.
    #[serde(default)]
    #[schema(value_type = Option<LevelForm>)]
    level: Option<Level>,
    /// The name of a technique that the puzzle must need: the answer is the state before its first step.
    #[serde(default)]
    practice: Option<String>,
    /// The same seed gives the same puzzle.
    seed: u64,
}

/// A generated puzzle.
#[derive(Serialize, ToSchema)]
#[schema(as = Made)]
pub(super) struct MadeOut {
    /// The board with the rules that were drawn.
    board: BoardOut,
    givens: Vec<i8>,
    solution: Vec<i8>,
    seed: u64,
    /// The number of clues that remained because testing whether they can be removed would have taken too
    /// long.
    undecided: usize,
    /// For practice, the digits placed before the step.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    placed: Option<Vec<i8>>,
    /// For practice, the candidates left.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    notes: Option<Vec<Vec<u8>>>,
    /// For practice, the steps that can be found.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<Step>>, nullable = false)]
    steps: Option<Vec<Step>>,
}

/// Generates a puzzle. If a level is given, it is the first of this level for the seed; if a technique is given
/// for practice, the first that needs it.
pub(super) fn generate(api: &Api, wish: WishIn, stop: &Stop) -> Result<MadeOut, Fault> {
    let WishIn { board, drawn, kind, level, practice, seed } = wish;
    let geometry = board.geometry(stop)?;
    let drawn = levels::kinds(&drawn)?;
    let practiced = practice.map(|name| Technique::named(&name)).transpose()?;
    let mut generator = Generator::new(&geometry, seed);
    if !drawn.is_empty() {
        generator = generator.with_drawn(&drawn)?;
    }
    if let Some(level) = level.filter(|_| kind == Wish::Minimal) {
        levels::check(&geometry, &drawn, level)?;
    }
    let mut demand = level.map_or_else(Demand::new, |level| Demand::new().with_level(level));
    if let Some(techniques) = &practiced {
        demand = demand.with_one_of(techniques);
    }
    let nodes = generator.nodes();
    let made = generator.first_demanded(kind, &demand, || stop.limits().nodes(nodes));
    let made = made.map_err(|error| match error {
        GenerateError::Stopped(_) => {
            let what = if practiced.is_some() { "technique" } else { "level" };
            Fault::no_such_puzzle(api.limits.search, what)
        }
        other => Fault::unprocessable(other),
    })?;
    let geometry = generator.board_of(&made);
    let exercise = practiced.map(|techniques| exercise(&geometry, &demand, &made, &techniques, stop));
    let out = MadeOut {
        board: (&geometry).into(),
        givens: wire::digits(&made.puzzle),
        solution: wire::digits(&made.solution),
        seed,
        undecided: made.undecided,
        placed: None,
        notes: None,
        steps: None,
    };
    Ok(match exercise.transpose()?.flatten() {
        None => out,
        Some(Exercise { placed, notes, steps }) => {
            MadeOut { placed: Some(placed), notes: Some(notes), steps: Some(steps), ..out }
        }
    })
}

/// The state before a step.
struct Exercise {
    placed: Vec<i8>,
    notes: Vec<Vec<u8>>,
    steps: Vec<Step>,
}

/// Returns the state of a puzzle before the first step by one of the techniques, and all steps by them there.
fn exercise(
    geometry: &Geometry,
    demand: &Demand,
    made: &Generated,
    techniques: &[Technique],
    stop: &Stop,
) -> Result<Option<Exercise>, Fault> {
    let (mut explainer, mut limits) = (demand.explainer(geometry), stop.limits());
    let Some(record) = demand.exercise(&mut explainer, made, &mut limits)? else { return Ok(None) };
    // The explainer stands at the step.
    let groups = explainer.steps(techniques, &mut limits).grouped(None);
    let groups: Vec<StepGroup> = groups.collect::<Result<_, _>>()?;
    Ok(Some(Exercise {
        placed: wire::placed(&record),
        notes: record.marks().map_or_else(Vec::new, |marks| wire::open_candidates(marks, &record.filled())),
        steps: groups.into_iter().flat_map(|group| group.steps).collect(),
    }))
}
