//! `dlx sudoku render`: draws a grid as SVG or text.

use std::io::Write;
use std::num::{NonZeroU64, NonZeroUsize};

use clap::{Args, ValueEnum};
use dlx_core::Uniqueness;
use sudoku_cover::{
    Geometry, Grid, Key, Loss, Pencilmarks, Picture, Record, Regions, Solver, Step, Theme, Verdict,
};

use super::boards::Boards;
use super::explained::Techniques;
use super::one_puzzle::one_puzzle;
use super::report::ink;
use crate::shared::flags::{Deadline, OutputFile, Puzzles, Rules};
use crate::shared::named_files::format_of;
use crate::shared::{Command, Exit, Fault, Session};

#[derive(Debug, Args)]
pub(crate) struct Render {
    #[command(flatten)]
    puzzles: Puzzles,
    /// Draw the Nth puzzle
    #[arg(long, value_name = "N", help_heading = "Input")]
    number: Option<NonZeroU64>,
    /// Show the solution
    #[arg(long, conflicts_with_all = ["candidates", "step", "hint"], help_heading = "Picture")]
    solution: bool,
    /// Show the candidates
    #[arg(long, help_heading = "Picture")]
    candidates: bool,
    /// Hide the cells in the fog of the puzzle
    #[arg(long, help_heading = "Picture", hide_short_help = true)]
    fog: bool,
    /// Show the next step
    #[arg(long, help_heading = "Picture")]
    hint: bool,
    /// Show the Nth step of explain
    #[arg(long, value_name = "N", conflicts_with = "hint", help_heading = "Picture")]
    step: Option<NonZeroUsize>,
    #[command(flatten)]
    techniques: Techniques,
    /// Format [default: by ending; text on a terminal, otherwise svg]
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = "Output")]
    format: Option<PictureFormat>,
    #[command(flatten)]
    output: OutputFile,
    /// Colors of the SVG
    #[arg(long, value_enum, value_name = "THEME", default_value_t = ThemeName::Auto, help_heading = "Picture", hide_short_help = true)]
    theme: ThemeName,
    /// Number the rows and columns
    #[arg(long, help_heading = "Picture", hide_short_help = true)]
    labels: bool,
    /// Accessible title [default: title of the puzzle, or its size]
    #[arg(long, value_name = "TEXT", help_heading = "Picture", hide_short_help = true)]
    title: Option<String>,
    /// Text below the picture [default: the step]
    #[arg(long, value_name = "TEXT", help_heading = "Picture", hide_short_help = true)]
    caption: Option<String>,
    #[command(flatten)]
    deadline: Deadline,
    #[command(flatten)]
    rules: Rules,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PictureFormat {
    /// For web pages and printing
    Svg,
    /// For terminals
    Text,
}

/// The formats by the endings of file names.
const FORMATS: &[(&str, PictureFormat)] = &[("svg", PictureFormat::Svg), ("txt", PictureFormat::Text)];

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ThemeName {
    /// Follow the viewer's theme
    Auto,
    /// Dark digits on white
    Light,
    /// Light digits on black
    Dark,
}

impl From<ThemeName> for Theme {
    fn from(theme: ThemeName) -> Self {
        match theme {
            ThemeName::Auto => Self::Auto,
            ThemeName::Light => Self::Light,
            ThemeName::Dark => Self::Dark,
        }
    }
}

impl Command for Render {
    const NAME: &'static str = "render";
    const ABOUT: &'static str = "Draw a grid, with candidates or a step, as SVG or text";
    const EXAMPLES: &'static str = "\
dlx sudoku generate --seed 7 -o puzzle.txt
dlx sudoku render puzzle.txt -o grid.svg
dlx sudoku render --hint puzzle.txt -o hint.svg
dlx sudoku render --step 12 --format text puzzle.txt";

    const ENDINGS: &'static [&'static str] = &["svg"];

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        let format = format_of(self.format, self.output.path(), FORMATS)?;
        let boards = Boards::of(self.puzzles.board, &self.rules, session)?;
        let record = match one_puzzle(&self.puzzles, self.number, boards.fixed().cloned(), session)? {
            Ok(record) => record,
            Err(exit) => return Ok(session.without_document(exit)),
        };
        let usage = |error: sudoku_cover::GridError| Fault::usage(error);
        let geometry = boards.with_rules_of(&record, session)?;
        let (content, exit) = session.watched(|| self.content(&record, &geometry, session))?;
        let Some(content) = content else { return Ok(session.without_document(exit)) };
        let geometry = match &content.regions {
            Some(regions) => geometry.with_found_regions(regions).map_err(Fault::usage)?,
            None => geometry,
        };
        let mut picture = Picture::new(&geometry, &record.grid).map_err(usage)?.with_theme(self.theme.into());
        if let Some(filled) = &content.filled {
            picture = picture.with_digits(filled).map_err(usage)?;
        }
        if let Some(candidates) = &content.candidates {
            picture = picture.with_candidates(candidates).map_err(usage)?;
        }
        if let Some(decoration) = record.decoration() {
            picture = picture.with_decoration(decoration).map_err(usage)?;
        }
        if self.fog {
            picture = picture.with_fog();
        }
        if let Some(step) = &content.step {
            picture = picture.with_step(step);
        }
        if self.labels || content.step.is_some() {
            picture = picture.with_labels();
        }
        let its_own = record.details().iter().find(|detail| detail.key == Key::Title);
        if let Some(title) = self.title.as_ref().or(its_own.map(|detail| &detail.text)) {
            picture = picture.with_title(title);
        }
        if let Some(caption) = &self.caption {
            picture = picture.with_caption(caption);
        }
        for what in Loss::of_rules(picture.undrawn_rules().cloned().collect()).parts() {
            message!(Warning, "the picture does not show {what}");
        }
        let drawn = match format.unwrap_or_else(|| default_format(session)) {
            PictureFormat::Svg => picture.to_svg(),
            PictureFormat::Text => picture.to_text(ink()),
        };
        session.output().write_all(drawn.as_bytes())?;
        Ok(exit)
    }
}

/// What is drawn in addition to the givens.
#[derive(Default)]
struct Content {
    filled: Option<Grid>,
    candidates: Option<Pencilmarks>,
    step: Option<Step>,
    /// The regions of the solution, if these were to be found.
    regions: Option<Regions>,
}

fn default_format(session: &Session) -> PictureFormat {
    if session.writes_to_terminal() { PictureFormat::Text } else { PictureFormat::Svg }
}

impl Render {
    /// Computes what is to be drawn, or reports why it is unknown.
    fn content(
        &self,
        record: &Record,
        geometry: &Geometry,
        session: &Session,
    ) -> Result<(Option<Content>, Exit), Fault> {
        let step = self.step.map_or(usize::from(self.hint), NonZeroUsize::get);
        if step == 0 && !self.solution {
            let filled = record.filled();
            let candidates = self.candidates.then(|| record.candidates(geometry)).transpose();
            let candidates = candidates.map_err(Fault::usage)?;
            return Ok((
                Some(Content { filled: Some(filled), candidates, ..Content::default() }),
                Exit::Answered,
            ));
        }
        let mut solver = Solver::new(geometry);
        let loaded = match record.allowed() {
            None => solver.load(&record.grid),
            Some(allowed) => solver.load_allowed(&record.grid, allowed),
        };
        if let Err(error) = loaded {
            message!(Error, "{error}");
            return Ok((None, Exit::NoSolution));
        }
        let told = |why| {
            let cause = session.cause_of(why);
            message!(Note, "{}", cause.words());
            cause.exit()
        };
        let mut found = solver.find_up_to(2, &mut session.limits(None));
        let (solution, exit) = match found.uniqueness() {
            Uniqueness::One(solution) => (solution, Exit::Answered),
            Uniqueness::Several(solution, _) => {
                message!(Warning, "{}", Verdict::Several.phrase());
                (solution, Exit::Several)
            }
            Uniqueness::None => {
                message!(Note, "{}", Verdict::None.phrase());
                return Ok((None, Exit::NoSolution));
            }
            Uniqueness::Unknown { why, .. } => return Ok((None, told(why))),
        };
        if self.solution {
            let regions = found.regions(0);
            return Ok((Some(Content { filled: Some(solution), regions, ..Content::default() }), exit));
        }
        let mut explainer = self.techniques.explainer(geometry);
        let is_unique = exit == Exit::Answered;
        let loaded = if is_unique {
            explainer.load_with_solution(&record.grid, &solution)
        } else {
            explainer.load(&record.grid)
        };
        loaded.map_err(Fault::usage)?;
        let too_many =
            |steps| Fault::Usage(format!("expected a step from 1 to {steps}, found --step {step}"));
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
        Ok((Some(Content { filled, candidates, step: Some(found), regions: None }), exit))
    }
}
