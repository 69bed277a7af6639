//! Solves puzzles with human techniques: the next step, all steps, and the rating.

use serde::{Deserialize, Serialize};
use sudoku_cover::compare::wrong_cells;
use sudoku_cover::{Cell, Explainer, Grade, Grid, Pencilmarks, Rating, SeRating, State, Step};

use super::read;
use super::solve::{self, Verdict};
use crate::fault::Fault;
use crate::jobs::Stop;
use crate::reply;
use crate::routes::App;
use crate::wire::{Puzzle, PuzzleIn};

#[derive(Deserialize)]
struct HintIn {
    grade: Grade,
    #[serde(flatten)]
    puzzle: PuzzleIn,
}

#[derive(Serialize)]
pub(super) struct HintOut {
    /// `step`, `solved`, `mistake`, `stuck`, `none` or `invalid`.
    pub(super) status: &'static str,
    pub(super) text: String,
    /// The cells of the step, or those with a wrong digit.
    cells: Vec<Cell>,
    step: Option<Step>,
}

impl HintOut {
    fn words(status: &'static str, text: impl Into<String>) -> Self {
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
    app: &App,
    puzzle: &Puzzle,
    notes: Option<&Pencilmarks>,
    stop: &Stop,
) -> Result<Result<Ready, HintOut>, Fault> {
    let solution = match solve::verdict_of(app, puzzle, stop)? {
        Verdict::Invalid(contradicting) => {
            return Ok(Err(HintOut::words("invalid", contradicting.to_string())));
        }
        Verdict::None => return Ok(Err(HintOut::words("none", "The puzzle has no solution."))),
        Verdict::One(solution) => Some(solution),
        Verdict::Several(..) => None,
    };
    if let Some(solution) = &solution {
        let wrong = wrong_cells(&puzzle.filled, solution)?;
        if !wrong.is_empty() {
            let names: Vec<String> = wrong.iter().map(ToString::to_string).collect();
            let words = HintOut::words("mistake", format!("Wrong: {}.", names.join(", ")));
            return Ok(Err(HintOut { cells: wrong, ..words }));
        }
    }
    let mut explainer = Explainer::new(&puzzle.geometry);
    load(&mut explainer, puzzle, solution.as_ref())?;
    explainer.resume_with_notes(&puzzle.placed(), notes);
    Ok(Ok(Ready { explainer, is_unique: solution.is_some() }))
}

pub(super) struct Ready {
    pub(super) explainer: Explainer,
    is_unique: bool,
}

/// Returns the next step with a new result, skipping steps whose eliminations are already in the notes.
pub(crate) fn hint(app: &App, body: &[u8], stop: &Stop) -> Result<Vec<u8>, Fault> {
    let HintIn { grade, puzzle } = read(body)?;
    let puzzle = Puzzle::try_from(puzzle)?;
    let mut ready = match explainer(app, &puzzle, puzzle.notes.as_ref(), stop)? {
        Ok(ready) => ready,
        Err(mut words) => {
            if words.status == "mistake" && grade < Grade::Cells {
                words = HintOut::words("mistake", "A digit is wrong.");
            }
            return Ok(reply::line(&words));
        }
    };
    let mut limits = stop.limits();
    if let Some(hint) = ready.explainer.hint(grade, puzzle.notes.as_ref(), &mut limits)? {
        let (text, cells, step) = (hint.to_string(), hint.cells(), hint.step().cloned());
        return Ok(reply::line(&HintOut { status: "step", text, cells, step }));
    }
    let words = match (ready.explainer.state(), ready.is_unique) {
        (State::Solved, _) => HintOut::words("solved", "It is solved."),
        (_, true) => HintOut::words("stuck", "No step is found."),
        (_, false) => HintOut::words("stuck", "No step is found: the puzzle has several solutions."),
    };
    Ok(reply::line(&words))
}

#[derive(Serialize)]
struct PathOut {
    /// `solved`, `stuck`, `mistake`, `none` or `invalid`.
    status: &'static str,
    text: String,
    level: Option<String>,
    score: u32,
    steps: Vec<Step>,
}

/// Returns all steps from the current state of the puzzle.
pub(crate) fn explain(app: &App, body: &[u8], stop: &Stop) -> Result<Vec<u8>, Fault> {
    let puzzle = Puzzle::try_from(read::<PuzzleIn>(body)?)?;
    let mut ready = match explainer(app, &puzzle, None, stop)? {
        Ok(ready) => ready,
        Err(HintOut { status, text, .. }) => {
            return Ok(reply::line(&PathOut { status, text, level: None, score: 0, steps: Vec::new() }));
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
    let status = if is_solved { "solved" } else { "stuck" };
    Ok(reply::line(&PathOut { status, text, level, score: rating.score, steps }))
}

#[derive(Default, Serialize)]
struct RatingOut {
    /// `unique`, `several`, `none` or `invalid`.
    status: &'static str,
    text: String,
    level: Option<String>,
    score: Option<u32>,
    hardest: Option<&'static str>,
    steps: Option<usize>,
    /// The rating of Sudoku Explainer, on classic boards if there was time for it.
    se: Option<String>,
}

/// Returns the rating of the givens.
pub(crate) fn rate(app: &App, body: &[u8], stop: &Stop) -> Result<Vec<u8>, Fault> {
    let puzzle = Puzzle::try_from(read::<PuzzleIn>(body)?)?;
    let verdict = solve::verdict_of(app, &puzzle, stop)?;
    let mut out = RatingOut { status: verdict.word(), ..RatingOut::default() };
    out.text = match &verdict {
        Verdict::Invalid(contradicting) => contradicting.to_string(),
        Verdict::None => "No solution, so no rating.".to_owned(),
        Verdict::Several(..) => "Several solutions, so no rating.".to_owned(),
        Verdict::One(_) => String::new(),
    };
    let Verdict::One(solution) = &verdict else { return Ok(reply::line(&out)) };
    let mut explainer = Explainer::new(&puzzle.geometry);
    load(&mut explainer, &puzzle, Some(solution))?;
    let mut limits = stop.limits();
    let (rating, _) = Rating::of(&mut explainer, &mut limits)?;
    load(&mut explainer, &puzzle, Some(solution))?;
    // It can take minutes. The other rating is known, and is worth an answer without this one.
    let se = SeRating::of(&explainer, &mut limits).ok().flatten().map(|(se, _)| se.to_string());
    let hardest = rating.hardest.map(sudoku_cover::Technique::name).unwrap_or("none");
    out.text = format!("{}, score {}; hardest step: {hardest}.", rating.level(), rating.score);
    if let Some(se) = &se {
        out.text.push_str(&format!(" Sudoku Explainer: {se}."));
    }
    out.level = Some(rating.level().to_string());
    out.score = Some(rating.score);
    out.hardest = Some(hardest);
    out.steps = Some(rating.steps);
    out.se = se;
    Ok(reply::line(&out))
}
