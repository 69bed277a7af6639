//! Generates Sudoku puzzles, as `dlx sudoku generate` does: a seed gives the same puzzles.

use dlx_core::Limits;
use pyo3::prelude::*;
use sudoku_cover::{
    Demand, Design, Format, GenerateError, Generator, Level, Maker, Pattern, Recipe, Record, Redundancy,
    RuleKind, RuleLine, RuleTheme, Symmetry, Wish, Writer, generate,
};

use crate::puzzles::{Boards, End, Setting};
use crate::sudoku::techniques_of;
use crate::watch::{Room, Searches, refused, stopped, watched};

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

    fn demand(&self) -> PyResult<Demand> {
        let mut demand = Demand::new();
        for techniques in techniques_of(&self.needs)? {
            demand = demand.with_one_of(&techniques);
        }
        if let Some(name) = &self.level {
            let level = name.parse::<Level>().map_err(|error| refused(format!("level: {error}")))?;
            demand = demand.with_level(level);
        }
        if demand.is_vain() {
            return Err(refused("needs: expected a technique that the level allows, found a harder one"));
        }
        Ok(demand)
    }

    fn recipe(&self, generator: &Generator) -> PyResult<Recipe> {
        let wish = match self.kind.as_str() {
            "unique" => return self.design(generator).map(Recipe::of_design),
            "easy" => Wish::Easy,
            "several" => Wish::Several,
            "unsolvable" => Wish::Unsolvable,
            other => {
                let message = format!("kind: expected unique, easy, several or unsolvable, found `{other}`");
                return Err(refused(message));
            }
        };
        let is_alone = self.clues.is_none() && self.level.is_none() && self.needs.is_empty();
        if !is_alone || self.symmetry != "none" || self.pattern.is_some() || self.is_minimal {
            let message =
                "kind: expected `unique` with clues, level, symmetry, needs, pattern or minimal, found";
            return Err(refused(format!("{message} `{}`", self.kind)));
        }
        Ok(Recipe::of_kind(wish))
    }

    fn design(&self, generator: &Generator) -> PyResult<Design> {
        let mut design = Design::new();
        let symmetry = self.symmetry.parse().map_err(|error| refused(format!("symmetry: {error}")))?;
        if symmetry != Symmetry::None {
            design = design.with_symmetry(symmetry);
        }
        if let Some((low, high)) = self.clues {
            let cells = generator.geometry().open_cells().count();
            if high > cells || low > high {
                let message = format!("clues: expected numbers from 0 to {cells}, the smaller one first");
                return Err(refused(format!("{message}, found {low} and {high}")));
            }
            design = design.with_clues(low..=high).with_redundancy(Redundancy::Allowed);
        }
        if let Some(text) = &self.pattern {
            if self.clues.is_some() || symmetry != Symmetry::None {
                return Err(refused("pattern: expected no clues and no symmetry with it, found some"));
            }
            let pattern = Pattern::parse(text, generator.geometry());
            let pattern = pattern.map_err(|error| refused(format!("pattern: {error}")))?;
            design = design.with_pattern(pattern).with_redundancy(Redundancy::Allowed);
        }
        if self.is_minimal {
            design = design.with_redundancy(Redundancy::NoClue);
        }
        Ok(design)
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
        let demand = asked.demand()?;
        if asked.wanted == 0 {
            return Ok(Vec::new());
        }
        let mut generator = Generator::new(&board, asked.seed);
        if !drawn.is_empty() {
            generator = generator.with_drawn(&drawn).map_err(refused)?;
        }
        let recipe = asked.recipe(&generator)?.with_demand(demand);
        let nodes = setting.limited().asked_nodes().unwrap_or_else(|| generator.nodes());
        let format = if drawn.is_empty() { Format::Line } else { Format::Json };
        let (mut puzzles, mut room) = (Vec::new(), Room::new(setting.limited().memory()));
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
