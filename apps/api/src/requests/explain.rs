//! Solves puzzles with human techniques: the next step, all steps, and the rating.

use serde::{Deserialize, Serialize};
use sudoku_cover::explain::OF_SEVERAL_SOLUTIONS;
use sudoku_cover::{
    Cell, Explainer, Grade, Grid, Pencilmarks, Rating, SeRating, State, Step, Technique, Verdict,
};
use utoipa::ToSchema;

use super::solve::{self, Found};
use crate::Api;
use crate::fault::Fault;
use crate::forms::{GradeForm, SolutionsForm};
use crate::stop::Stop;
use crate::wire::{Puzzle, PuzzleIn};

/// A puzzle, and the amount of detail of the hint.
#[derive(Deserialize, ToSchema)]
#[schema(as = HintWish)]
#[serde(deny_unknown_fields)]
pub(super) struct HintIn {
    #[schema(value_type = GradeForm)]
    grade: Grade,
    /// Techniques that are left out, by name.
    #[serde(default)]
    without: Vec<String>,
    #[serde(flatten)]
    puzzle: PuzzleIn,
}

/// Status of a state: a step was found, the puzzle is solved, a placed digit is wrong, no step was found, or the puzzle has
/// no solution or contradicting givens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = HintStatus)]
#[serde(rename_all = "lowercase")]
pub(super) enum Status {
    Step,
    Solved,
    Mistake,
    Stuck,
    None,
    Invalid,
}

/// A hint.
#[derive(Serialize, ToSchema)]
#[schema(as = Hint)]
pub(super) struct HintOut {
    pub(super) status: Status,
    pub(super) text: String,
    /// The cells of the step, or those with a wrong digit.
    #[schema(value_type = Vec<Cell>)]
    cells: Vec<Cell>,
    /// The step, if the hint has all of it.
    #[schema(value_type = Option<Step>, required)]
    step: Option<Step>,
}

impl HintOut {
    fn words(status: Status, text: impl Into<String>) -> Self {
        Self { status, text: text.into(), cells: Vec::new(), step: None }
    }
}

/// Loads the puzzle, with its solution if there is only one.
fn load(explainer: &mut Explainer, puzzle: &Puzzle, solution: Option<&Grid>) -> Result<(), Fault> {
    match solution {
        Some(solution) => explainer.load_with_solution(&puzzle.givens, solution)?,
        None => explainer.load(&puzzle.givens)?,
    }
    if let Some(allowed) = &puzzle.allowed {
        explainer.restrict(allowed);
    }
    Ok(())
}

/// Returns the explainer for a puzzle, its placed digits and these notes, or the answer that says why the puzzle
/// cannot be explained.
pub(super) fn explainer(
    api: &Api,
    puzzle: &Puzzle,
    notes: Option<&Pencilmarks>,
    stop: &Stop,
) -> Result<Result<Ready, HintOut>, Fault> {
    let solution = match solve::found_of(api, puzzle, stop)? {
        Found::Invalid(contradicting) => {
            return Ok(Err(HintOut::words(Status::Invalid, contradicting.to_string())));
        }
        Found::None => return Ok(Err(HintOut::words(Status::None, "The puzzle has no solution."))),
        Found::One(solution) => Some(solution),
        Found::Several(..) => None,
    };
    let mut explainer = Explainer::new(&puzzle.geometry);
    load(&mut explainer, puzzle, solution.as_ref())?;
    // Wrong notes are left out instead.
    if let Some(mistakes) = explainer.mistakes(&puzzle.placed(), None) {
        let words = HintOut::words(Status::Mistake, format!("{mistakes}."));
        return Ok(Err(HintOut { cells: mistakes.cells(), ..words }));
    }
    explainer.resume_with_notes(&puzzle.placed(), notes);
    Ok(Ok(Ready { explainer, is_unique: solution.is_some() }))
}

pub(super) struct Ready {
    pub(super) explainer: Explainer,
    is_unique: bool,
}

/// Returns the next step with a new result, skipping steps whose eliminations are already in the notes.
pub(super) fn hint(api: &Api, wish: HintIn, stop: &Stop) -> Result<HintOut, Fault> {
    let HintIn { grade, without, puzzle } = wish;
    let puzzle = Puzzle::of(puzzle, stop)?;
    let left_out: Vec<Vec<Technique>> =
        without.iter().map(|name| Technique::named(name)).collect::<Result<_, _>>()?;
    let ready = match explainer(api, &puzzle, puzzle.notes.as_ref(), stop)? {
        Ok(ready) => ready,
        Err(mut words) => {
            if words.status == Status::Mistake && grade < Grade::Cells {
                words = HintOut::words(Status::Mistake, "A digit is wrong.");
            }
            return Ok(words);
        }
    };
    let mut limits = stop.limits();
    let mut explainer = ready.explainer.without(&left_out.concat());
    if let Some(hint) = explainer.hint(grade, puzzle.notes.as_ref(), &mut limits)? {
        let (mut text, cells, step) = (hint.to_string(), hint.cells(), hint.step().cloned());
        if !ready.is_unique {
            text = format!("{} ({OF_SEVERAL_SOLUTIONS})", text.trim_end_matches('.'));
        }
        return Ok(HintOut { status: Status::Step, text, cells, step });
    }
    let words = match (explainer.state(), ready.is_unique) {
        (State::Solved, _) => HintOut::words(Status::Solved, "It is solved."),
        (_, true) => HintOut::words(Status::Stuck, "No step is found."),
        (_, false) => HintOut::words(Status::Stuck, "No step is found: the puzzle has several solutions."),
    };
    Ok(words)
}

/// The steps to the solution.
#[derive(Serialize, ToSchema)]
#[schema(as = Path)]
pub(super) struct PathOut {
    status: Status,
    text: String,
    /// The level, such as `easy`, if the steps lead to the solution.
    #[schema(required)]
    level: Option<String>,
    score: u32,
    #[schema(value_type = Vec<Step>)]
    steps: Vec<Step>,
}

/// Returns all steps from the current state of the puzzle.
pub(super) fn explain(api: &Api, puzzle: PuzzleIn, stop: &Stop) -> Result<PathOut, Fault> {
    let puzzle = Puzzle::of(puzzle, stop)?;
    let mut ready = match explainer(api, &puzzle, None, stop)? {
        Ok(ready) => ready,
        Err(HintOut { status, text, .. }) => {
            return Ok(PathOut { status, text, level: None, score: 0, steps: Vec::new() });
        }
    };
    let (mut rating, mut steps) = (Rating::default(), Vec::new());
    let mut limits = stop.limits();
    while let Some(step) = ready.explainer.next_step(&mut limits)? {
        rating.add(step);
        steps.push(step.clone());
    }
    let is_solved = ready.explainer.state() == State::Solved;
    let level = is_solved.then(|| rating.level().to_string());
    let text = match (&level, steps.len()) {
        (Some(_), 0) => "It is solved.".to_owned(),
        (Some(level), number) => format!("{number} steps: {level}, score {}.", rating.score),
        (None, 0) => "No step is found.".to_owned(),
        (None, number) => format!("{number} steps, then none is found: there are several solutions."),
    };
    let status = if is_solved { Status::Solved } else { Status::Stuck };
    Ok(PathOut { status, text, level, score: rating.score, steps })
}

/// The rating of the givens. The parts that are null are known only of a puzzle with one solution.
#[derive(Serialize, ToSchema)]
#[schema(as = Rating)]
pub(super) struct RatingOut {
    #[schema(value_type = SolutionsForm)]
    status: Verdict,
    text: String,
    /// The level, such as `easy`.
    #[schema(required)]
    level: Option<String>,
    #[schema(required)]
    score: Option<u32>,
    /// The technique of the hardest step.
    #[schema(required)]
    hardest: Option<&'static str>,
    /// The number of steps.
    #[schema(required)]
    steps: Option<usize>,
    /// The rating of Sudoku Explainer, on classic boards if there was time for it.
    #[schema(required)]
    se: Option<String>,
}

/// Returns the rating of the givens.
pub(super) fn rate(api: &Api, puzzle: PuzzleIn, stop: &Stop) -> Result<RatingOut, Fault> {
    let puzzle = Puzzle::of(puzzle, stop)?;
    let found = solve::found_of(api, &puzzle, stop)?;
    let mut out = RatingOut {
        status: found.verdict(),
        text: String::new(),
        level: None,
        score: None,
        hardest: None,
        steps: None,
        se: None,
    };
    out.text = match &found {
        Found::Invalid(contradicting) => contradicting.to_string(),
        Found::None => "No solution, so no rating.".to_owned(),
        Found::Several(..) => "Several solutions, so no rating.".to_owned(),
        Found::One(_) => String::new(),
    };
    let Found::One(solution) = &found else { return Ok(out) };
    let mut explainer = Explainer::new(&puzzle.geometry);
    load(&mut explainer, &puzzle, Some(solution))?;
    let mut limits = stop.limits();
    let (rating, _) = Rating::of(&mut explainer, &mut limits)?;
    load(&mut explainer, &puzzle, Some(solution))?;
    // It can take minutes. The other rating is known, and is worth an answer without this one.
    let se = SeRating::of(&explainer, &mut limits).ok().flatten().map(|(se, _)| se.to_string());
    let hardest = rating.hardest.map(Technique::name).unwrap_or("none");
    out.text = format!("{}, score {}; hardest step: {hardest}.", rating.level().title(), rating.score);
    if let Some(se) = &se {
        out.text.push_str(&format!(" Sudoku Explainer: {se}."));
    }
    out.level = Some(rating.level().to_string());
    out.score = Some(rating.score);
    out.hardest = Some(hardest);
    out.steps = Some(rating.steps);
    out.se = se;
    Ok(out)
}
