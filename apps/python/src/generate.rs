//! Generates Sudoku puzzles, as `dlx sudoku generate` does: a seed gives the same puzzles.

use std::fmt::Display;

use dlx_core::Limits;
use pyo3::prelude::*;
use sudoku_cover::{
    Format, GenerateError, Generator, Geometry, Maker, Pattern, Record, RuleKind, RuleLine, RuleTheme, Spec,
    Wish, Writer, generate,
};

use crate::puzzles::{Boards, End, Setting};
use crate::sudoku::techniques_of;
use crate::watch::{MemoryLeft, Searches, refused, stopped, watched};

/// What is asked for, as `excover/sudoku.py` passes it.
#[derive(FromPyObject)]
pub(crate) struct Asked {
    wanted: u64,
    seed: u64,
    side: usize,
    kind: String,
    clues: Option<(usize, usize)>,
    level: Option<String>,
    symmetry: String,
    needs: Vec<String>,
    only: Vec<String>,
    pattern: Option<String>,
    #[pyo3(attribute("minimal"))]
    is_minimal: bool,
}

impl Asked {
    /// Returns the rules of the board, and those that the generator draws. A line of these is left blank among the
    /// others, which keep their numbers.
    fn rules(lines: &[String]) -> (Vec<String>, Vec<RuleKind>) {
        let mut drawn: Vec<RuleKind> = Vec::new();
        let mut other = |line: &String| match line.parse::<RuleTheme>() {
            Ok(theme)
                if theme.kinds().iter().any(|kind| kind.is_drawn()) || line.parse::<RuleLine>().is_err() =>
            {
                drawn.extend(theme.kinds());
                String::new()
            }
            _ => line.clone(),
        };
        let others = lines.iter().map(&mut other).collect();
        (others, RuleTheme::of(&drawn).kinds().to_vec())
    }

    /// Returns what is asked of the puzzles.
    fn spec(&self, board: &Geometry) -> PyResult<Spec> {
        let named = |name: &str, error: &dyn Display| refused(format!("{name}: {error}"));
        let level = self.level.as_ref().map(|level| level.parse()).transpose();
        let pattern = self.pattern.as_ref().map(|text| Pattern::parse(text, board)).transpose();
        Ok(Spec {
            kind: match self.kind.as_str() {
                "unique" => Wish::Minimal,
                "easy" => Wish::Easy,
                "several" => Wish::Several,
                "unsolvable" => Wish::Unsolvable,
                other => {
                    let words = format!("expected unique, easy, several or unsolvable, found `{other}`");
                    return Err(named("kind", &words));
                }
            },
            level: level.map_err(|error| named("level", &error))?,
            symmetry: self.symmetry.parse().map_err(|error| named("symmetry", &error))?,
            clues: self.clues.map(|(low, high)| low..=high),
            pattern: pattern.map_err(|error| named("pattern", &error))?,
            is_minimal: self.is_minimal,
            needs: techniques_of(&self.needs)?,
            only: techniques_of(&self.only)?.concat(),
        })
    }
}

/// Generates puzzles from a seed: lines, or JSON if the generator draws rules.
#[pyfunction]
pub(crate) fn sudoku_generate(py: Python<'_>, asked: Asked, setting: Setting) -> PyResult<Vec<String>> {
    let (lines, drawn) = Asked::rules(setting.rule_lines());
    let boards = Boards::new(setting.shape(), None, &lines)?;
    watched(py, setting.limited().deadline()?, |watch| {
        let side = boards.side().unwrap_or(asked.side);
        let board = boards.of_side(side, &mut watch.limits()).map_err(End::raised)?;
        let recipe = asked.spec(&board)?.recipe(&board).map_err(refused)?;
        if asked.wanted == 0 {
            return Ok(Vec::new());
        }
        let mut generator = Generator::new(&board, asked.seed);
        if !drawn.is_empty() {
            generator = generator.with_drawn(&drawn).map_err(refused)?;
        }
        let nodes = setting.limited().asked_nodes().unwrap_or_else(|| generator.nodes());
        let format = if drawn.is_empty() { Format::Line } else { Format::Json };
        let (mut puzzles, mut room) = (Vec::new(), MemoryLeft::new(setting.limited().memory()));
        let make = |maker: &mut Maker<'_>, number, limits: &mut Limits<'_>| {
            limits.step(u64::MAX)?;
            let searches = Searches::new(limits, nodes);
            match maker.make(number, || searches.limits()) {
                Ok(made) => Ok(made.map(|made| maker.record(&made))),
                Err(GenerateError::Stopped(why)) => Err(why.into()),
                Err(error) => Err(refused(error).into()),
            }
        };
        let take = |made: Option<Record>| -> Result<(), End> {
            let Some(record) = made else { return Ok(()) };
            let mut writer = Writer::new(Vec::new(), format).with_geometry(&board);
            let written = writer.write(&record).and_then(|_| writer.finish()).map_err(refused)?;
            let line = String::from_utf8(written).map_err(refused)?.trim_end().to_owned();
            room.take(2 * line.len())
                .map_err(|why| stopped(why, format!("{} puzzles are done", puzzles.len())))?;
            puzzles.push(line);
            Ok(())
        };
        let (threads, limits) = (setting.limited().threads(), &mut watch.limits());
        let ended = generate::series(generator, &recipe, asked.wanted, threads, limits, make, take);
        match ended {
            Ok(()) => Ok(puzzles),
            Err(End::Raised(raised)) => Err(raised),
            Err(End::Stopped(why)) => Err(stopped(why, format!("{} puzzles are done", puzzles.len()))),
        }
    })
}
