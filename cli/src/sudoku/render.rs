//! `dlx sudoku render`: one grid as a picture.

use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use dlx_core::Uniqueness;
use sudoku_cover::{Explainer, Geometry, Grid, Ink, Key, Pencilmarks, Picture, Record, Solver, Step, Theme};

use super::boards::Boards;
use super::explained::order;
use super::one_puzzle::one_puzzle;
use crate::args::{PictureFormat, SudokuRender, ThemeName};
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::session::Session;

/// What is drawn besides the given digits.
#[derive(Default)]
struct Content {
    filled: Option<Grid>,
    candidates: Option<Pencilmarks>,
    step: Option<Step>,
}

pub(crate) fn run(arguments: &SudokuRender, session: &Session) -> Result<Exit, Fault> {
    let SudokuRender { puzzles, format, theme, labels, title, caption, .. } = arguments;
    let boards = Boards::of(puzzles)?;
    let record = match one_puzzle(puzzles, arguments.number, boards.fixed().cloned(), session)? {
        Ok(record) => record,
        Err(exit) => return Ok(exit),
    };
    let usage = |error: sudoku_cover::GridError| Fault::Usage(error.to_string());
    let geometry = boards.of_side(record.grid.side())?;
    let (content, exit) = session.watched(|| content(arguments, &record, &geometry, session))?;
    let Some(content) = content else { return Ok(exit) };
    let mut picture = Picture::new(&geometry, &record.grid).map_err(usage)?.with_theme(match theme {
        ThemeName::Auto => Theme::Auto,
        ThemeName::Light => Theme::Light,
        ThemeName::Dark => Theme::Dark,
    });
    if let Some(filled) = &content.filled {
        picture = picture.with_digits(filled).map_err(usage)?;
    }
    if let Some(candidates) = &content.candidates {
        picture = picture.with_candidates(candidates).map_err(usage)?;
    }
    if let Some(step) = &content.step {
        picture = picture.with_step(step);
    }
    if *labels || content.step.is_some() {
        picture = picture.with_labels();
    }
    let its_own = record.details().iter().find(|detail| detail.key == Key::Title);
    if let Some(title) = title.as_ref().or(its_own.map(|detail| &detail.text)) {
        picture = picture.with_title(title);
    }
    if let Some(caption) = caption {
        picture = picture.with_caption(caption);
    }
    let drawn = match format.unwrap_or_else(default_format) {
        PictureFormat::Svg => picture.to_svg(),
        PictureFormat::Text => picture.to_text(match AutoStream::choice(&io::stdout()) {
            ColorChoice::Never => Ink::Plain,
            _ => Ink::Ansi,
        }),
    };
    session.output().write_all(drawn.as_bytes())?;
    Ok(exit)
}

fn default_format() -> PictureFormat {
    if io::stdout().is_terminal() { PictureFormat::Text } else { PictureFormat::Svg }
}

/// What is to be drawn, unless it is not known.
fn content(
    arguments: &SudokuRender,
    record: &Record,
    geometry: &Geometry,
    session: &Session,
) -> Result<(Option<Content>, Exit), Fault> {
    let step = arguments.step.map_or(usize::from(arguments.hint), std::num::NonZeroUsize::get);
    if step == 0 && !arguments.solution {
        let filled = record.filled();
        let candidates = arguments.candidates.then(|| record.candidates(geometry)).transpose();
        let candidates = candidates.map_err(|error| Fault::Usage(error.to_string()))?;
        return Ok((Some(Content { filled: Some(filled), candidates, step: None }), Exit::Answered));
    }
    let mut solver = Solver::new(geometry);
    let loaded = match record.allowed() {
        None => solver.load(&record.grid),
        Some(allowed) => solver.load_allowed(&record.grid, allowed),
    };
    if let Err(error) = loaded {
        tell!("dlx: {error}");
        return Ok((None, Exit::NoSolution));
    }
    let told = |why| {
        let cause = session.cause_of(why);
        tell!("dlx: {}", cause.words());
        cause.exit()
    };
    let (solution, exit) = match solver.uniqueness(&mut session.limits(None)) {
        Uniqueness::One(solution) => (solution, Exit::Answered),
        Uniqueness::Several(solution, _) => {
            tell!("dlx: several solutions");
            (solution, Exit::Several)
        }
        Uniqueness::None => {
            tell!("dlx: no solution");
            return Ok((None, Exit::NoSolution));
        }
        Uniqueness::Unknown { why, .. } => return Ok((None, told(why))),
    };
    if arguments.solution {
        return Ok((Some(Content { filled: Some(solution), ..Content::default() }), exit));
    }
    let mut explainer = Explainer::new(geometry).with_order(order(arguments.order));
    let is_unique = exit == Exit::Answered;
    let loaded = if is_unique {
        explainer.load_with_solution(&record.grid, &solution)
    } else {
        explainer.load(&record.grid)
    };
    loaded.map_err(|error| Fault::Usage(error.to_string()))?;
    let too_many =
        |steps| Fault::Usage(format!("--step {step} is more than the {steps} steps of the explanation"));
    let limits = &mut session.limits(None);
    for before in 1..step {
        match explainer.next_step(limits) {
            Ok(Some(_)) => {}
            Ok(None) => return Err(too_many(before - 1)),
            Err(why) => return Ok((None, told(why))),
        }
    }
    let found = match explainer.find_step(limits) {
        Ok(Some(found)) => found.clone(),
        Ok(None) => return Err(too_many(step - 1)),
        Err(why) => return Ok((None, told(why))),
    };
    let (filled, candidates) = (Some(explainer.grid()), Some(explainer.pencilmarks()));
    Ok((Some(Content { filled, candidates, step: Some(found) }), exit))
}
