//! Pictures of Sudoku grids.

use dlx_core::Uniqueness;
use pyo3::prelude::*;
use sudoku_cover::{Geometry, Grid, Key, Pencilmarks, Picture, Reader, Record, Regions, Solver, Step, Theme};

use crate::puzzles::{Asked, End, Kept, Puzzles, Setting};
use crate::sudoku::order_of;
use crate::watch::{Watch, refused, stopped, watched};

/// What a picture shows, as `excover/sudoku.py` passes it.
#[derive(FromPyObject)]
pub(crate) struct Shown {
    /// Digits besides the givens, as a line.
    filled: Option<String>,
    /// The regions of a board on which they are to be found, with a letter for each cell.
    regions: Option<String>,
    #[pyo3(attribute("solution"))]
    has_solution: bool,
    #[pyo3(attribute("candidates"))]
    has_candidates: bool,
    /// The step, counted from 1.
    step: Option<usize>,
    #[pyo3(attribute("labels"))]
    has_labels: bool,
    #[pyo3(attribute("fog"))]
    has_fog: bool,
    theme: String,
    title: Option<String>,
    caption: Option<String>,
    order: String,
}

/// The content of a picture besides the puzzle.
#[derive(Default)]
struct Content {
    filled: Option<Grid>,
    candidates: Option<Pencilmarks>,
    step: Option<Step>,
    regions: Option<Regions>,
}

/// Returns a picture of the first puzzle as SVG.
#[pyfunction]
pub(crate) fn sudoku_draw(
    py: Python<'_>,
    puzzles: Puzzles,
    shown: Shown,
    setting: Setting,
) -> PyResult<String> {
    let boards = setting.boards(&puzzles)?;
    let theme = match shown.theme.as_str() {
        "auto" => Theme::Auto,
        "light" => Theme::Light,
        "dark" => Theme::Dark,
        other => return Err(refused(format!("theme: expected auto, light or dark, found `{other}`"))),
    };
    watched(py, setting.limited().deadline()?, |watch| {
        let record = boards.read(puzzles.texts().first().copied().unwrap_or_default(), 0)?;
        let board = boards.of(&record, 0, &mut watch.limits()).map_err(End::raised)?;
        let asked = Asked { record: &record, number: 0, boards: &boards };
        let content = content(&shown, &asked, &board, &setting, watch).map_err(|end| match end {
            End::Raised(raised) => raised,
            End::Stopped(why) => stopped(why, "0 pictures"),
        })?;
        let board = match &content.regions {
            Some(regions) => {
                board.with_found_regions(regions).map_err(|error| refused(format!("regions: {error}")))?
            }
            None => board,
        };
        let mut picture = Picture::new(&board, &record.grid).map_err(refused)?.with_theme(theme);
        if let Some(filled) = &content.filled {
            picture = picture.with_digits(filled).map_err(refused)?;
        }
        if let Some(candidates) = &content.candidates {
            picture = picture.with_candidates(candidates).map_err(refused)?;
        }
        if let Some(decoration) = record.decoration() {
            picture = picture.with_decoration(decoration).map_err(refused)?;
        }
        if shown.has_fog {
            picture = picture.with_fog();
        }
        if let Some(step) = &content.step {
            picture = picture.with_step(step);
        }
        let named = |key: Key| record.details().iter().find(|detail| detail.key == key);
        let title = shown.title.clone().or_else(|| named(Key::Title).map(|detail| detail.text.clone()));
        if let Some(title) = &title {
            picture = picture.with_title(title);
        }
        if let Some(caption) = &shown.caption {
            picture = picture.with_caption(caption);
        }
        if shown.has_labels || content.step.is_some() {
            picture = picture.with_labels();
        }
        Ok(picture.to_svg())
    })
}

/// Returns what the picture shows besides the puzzle.
fn content(
    shown: &Shown,
    asked: &Asked<'_>,
    board: &Geometry,
    setting: &Setting,
    watch: &mut Watch,
) -> Result<Content, End> {
    let record: &Record = asked.record;
    let mut limits = watch.limits_within(setting.limited());
    if let Some(number) = shown.step {
        let mut kept = Kept::new();
        let explainer = kept.explain(asked, order_of(&shown.order)?, &mut limits)?;
        let too_many =
            |steps: usize| refused(format!("step: expected a number from 1 to {steps}, found {number}"));
        for before in 1..number {
            if explainer.next_step(&mut limits)?.is_none() {
                return Err(too_many(before - 1).into());
            }
        }
        let step = explainer.find_step(&mut limits)?.cloned();
        let step = step.filter(|_| number > 0).ok_or_else(|| too_many(number.saturating_sub(1)))?;
        let (filled, candidates) = (Some(explainer.grid()), Some(explainer.pencilmarks()));
        return Ok(Content { filled, candidates, step: Some(step), ..Content::default() });
    }
    if shown.has_solution {
        let mut solver = Solver::new(board);
        solver.load_record(record).map_err(|error| refused(format!("puzzle 0: {error}")))?;
        let mut answer = solver.find_up_to(2, &mut limits);
        let filled = match answer.uniqueness() {
            Uniqueness::One(solution) | Uniqueness::Several(solution, _) => Some(solution),
            Uniqueness::None => {
                return Err(refused("puzzle 0: expected a puzzle with a solution, found none").into());
            }
            Uniqueness::Unknown { why, .. } => return Err(why.into()),
        };
        return Ok(Content { filled, regions: answer.regions(0), ..Content::default() });
    }
    let filled = match &shown.filled {
        Some(line) => match Reader::new(line.as_bytes()).with_geometry(board).next() {
            Some(Ok(filled)) => filled.grid,
            Some(Err(error)) => return Err(refused(format!("filled: {error}")).into()),
            None => return Err(refused("filled: expected a grid, found none").into()),
        },
        None => record.filled(),
    };
    let candidates = shown.has_candidates.then(|| record.candidates(board)).transpose().map_err(refused)?;
    let regions = shown.regions.as_deref().map(Regions::of_text);
    Ok(Content { filled: Some(filled), candidates, step: None, regions })
}
