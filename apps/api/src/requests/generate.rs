//! Generates puzzles from a seed.

use serde::{Deserialize, Serialize};
use sudoku_cover::{
    GenerateError, Generated, Generator, Geometry, Level, Pattern, Spec, Step, StepGroup, Symmetry,
    Technique, Wish,
};
use utoipa::ToSchema;

use super::levels;
use crate::Api;
use crate::fault::Fault;
use crate::forms::{LevelForm, SymmetryForm, WishForm};
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
    /// By default a puzzle with one solution. Other kinds have no level, symmetry, clues, pattern or techniques.
    #[serde(default)]
    #[schema(value_type = WishForm)]
    kind: Wish,
    /// The level of the puzzle: one of those that `levels` answers for the board.
    #[serde(default)]
    #[schema(value_type = Option<LevelForm>)]
    level: Option<Level>,
    /// The symmetry of the cells with givens, and of drawn rules.
    #[serde(default)]
    #[schema(value_type = Option<SymmetryForm>)]
    symmetry: Option<String>,
    /// The least and the greatest number of givens.
    #[serde(default)]
    clues: Option<[usize; 2]>,
    /// The cells with givens, row by row: `X` for a given and `.` for a blank cell.
    #[serde(default)]
    pattern: Option<String>,
    /// Whether no given and no drawn rule may be redundant, whatever the symmetry, the number of givens or the pattern.
    #[serde(default)]
    minimal: bool,
    /// Techniques that the puzzle must need, by name.
    #[serde(default)]
    needs: Vec<String>,
    /// If there are any, the puzzle is solved by these techniques and those of `needs` alone.
    #[serde(default)]
    only: Vec<String>,
    /// Whether the answer has the state before the first step of `needs`.
    #[serde(default)]
    practice: bool,
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
    /// The kinds of drawn rules that are laid out without the symmetry.
    asymmetric: Vec<&'static str>,
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

/// Generates a puzzle: the first for the seed that is as it is asked for.
pub(super) fn generate(api: &Api, wish: WishIn, stop: &Stop) -> Result<MadeOut, Fault> {
    let (seed, is_practice) = (wish.seed, wish.practice);
    let geometry = wish.board.clone().geometry(stop)?;
    let drawn = levels::kinds(&wish.drawn)?;
    let spec = wish.into_spec(&geometry)?;
    let recipe = spec.recipe(&geometry)?;
    let mut generator = Generator::new(&geometry, seed);
    if !drawn.is_empty() {
        generator = generator.with_drawn(&drawn)?;
    }
    if let Some(level) = spec.level {
        levels::check(&geometry, &drawn, level)?;
    }
    let nodes = generator.nodes();
    let made = recipe.maker(generator.clone()).first(|| stop.limits().nodes(nodes));
    let made = made.map_err(|error| match error {
        GenerateError::Stopped(_) => Fault::no_such_puzzle(api.limits.search, spec_to_change(&spec)),
        other => Fault::unprocessable(other),
    })?;
    let made = made.generated;
    let geometry = generator.board_of(&made);
    let exercise = if is_practice { exercise(&geometry, &spec, &made, stop)? } else { None };
    let out = MadeOut {
        board: (&geometry).into(),
        givens: wire::digits(&made.puzzle),
        solution: wire::digits(&made.solution),
        seed,
        undecided: made.undecided,
        asymmetric: made.asymmetric.iter().map(|kind| kind.name()).collect(),
        placed: None,
        notes: None,
        steps: None,
    };
    Ok(match exercise {
        None => out,
        Some(Exercise { placed, notes, steps }) => {
            MadeOut { placed: Some(placed), notes: Some(notes), steps: Some(steps), ..out }
        }
    })
}

impl WishIn {
    fn into_spec(self, geometry: &Geometry) -> Result<Spec, Fault> {
        let named = |names: &[String]| -> Result<Vec<Vec<Technique>>, Fault> {
            names.iter().map(|name| Ok(Technique::named(name)?)).collect()
        };
        if self.practice && self.needs.is_empty() {
            return Err(wire::unexpected("a technique that the puzzle needs for practice", "none"));
        }
        let pattern = self.pattern.map(|cells| Pattern::parse(&cells, geometry)).transpose()?;
        Ok(Spec {
            kind: self.kind,
            level: self.level,
            symmetry: self.symmetry.map(|name| name.parse()).transpose()?.unwrap_or_default(),
            clues: self.clues.map(|[low, high]| low..=high),
            pattern,
            is_minimal: self.minimal,
            needs: named(&self.needs)?,
            only: named(&self.only)?.concat(),
        })
    }
}

/// Returns what may be asked for instead when no puzzle was found: the wish that is rarest.
fn spec_to_change(spec: &Spec) -> &'static str {
    if !spec.needs.is_empty() || !spec.only.is_empty() {
        "technique"
    } else if spec.clues.is_some() {
        "number of clues"
    } else if spec.pattern.is_some() {
        "pattern"
    } else if spec.symmetry != Symmetry::None && spec.level.is_none() {
        "symmetry"
    } else {
        "level"
    }
}

/// The state before a step.
struct Exercise {
    placed: Vec<i8>,
    notes: Vec<Vec<u8>>,
    steps: Vec<Step>,
}

/// Returns the state of a puzzle before the first step by one of the techniques that it needs, and all steps by them there.
fn exercise(
    geometry: &Geometry,
    spec: &Spec,
    made: &Generated,
    stop: &Stop,
) -> Result<Option<Exercise>, Fault> {
    let (demand, techniques) = (spec.demand(), spec.needs.concat());
    let (mut explainer, mut limits) = (demand.explainer(geometry), stop.limits());
    let Some(record) = demand.exercise(&mut explainer, made, &mut limits)? else { return Ok(None) };
    // The explainer stands at the step.
    let groups = explainer.steps(&techniques, &mut limits).grouped(None);
    let groups: Vec<StepGroup> = groups.collect::<Result<_, _>>()?;
    Ok(Some(Exercise {
        placed: wire::placed(&record),
        notes: record.marks().map_or_else(Vec::new, |marks| wire::open_candidates(marks, &record.filled())),
        steps: groups.into_iter().flat_map(|group| group.steps).collect(),
    }))
}
