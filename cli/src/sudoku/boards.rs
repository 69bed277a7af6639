//! The boards of a run: what the arguments tell of their size, and the rules of variants.

use std::fs;

use sudoku_cover::geometry::MAX_SIDE;
use sudoku_cover::{Geometry, Record, Regions, Rule, RuleError};

use crate::shared::Fault;
use crate::shared::flags::{Board, Rules};

/// The boards on which puzzles of a run stand: one for each side, and all with the same rules.
#[derive(Debug, Default)]
pub(crate) struct Boards {
    /// The board if the arguments tell its side.
    fixed: Option<Geometry>,
    rules: Vec<RuleFrom>,
}

/// A rule, and the argument or the line of a file that it is from.
#[derive(Debug)]
struct RuleFrom {
    origin: String,
    rule: Rule,
}

/// A rule that a board cannot have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{origin}: {error}")]
pub(crate) struct Unfit {
    origin: String,
    error: RuleError,
}

impl From<Unfit> for Fault {
    fn from(unfit: Unfit) -> Self {
        Fault::usage(unfit)
    }
}

impl Boards {
    /// The boards that the arguments tell.
    ///
    /// # Errors
    /// Sizes that do not go together, files that cannot be read, and rules that the board cannot have, if its side is
    /// known.
    pub(super) fn of(told: Board, rules: &Rules) -> Result<Self, Fault> {
        let rules = read(rules)?;
        let side_of_regions = rules.iter().find_map(|placed| match &placed.rule {
            Rule::Regions(regions) => regions.side().filter(|&side| side <= MAX_SIDE),
            _ => None,
        });
        let plain = match (board(told)?, side_of_regions) {
            (None, Some(side)) => Geometry::of_side(side).ok(),
            (told, _) => told,
        };
        let mut boards = Self { fixed: None, rules };
        boards.fixed = match plain {
            Some(plain) => Some(boards.ruled(plain)?),
            None => None,
        };
        Ok(boards)
    }

    fn ruled(&self, plain: Geometry) -> Result<Geometry, Unfit> {
        self.rules.iter().try_fold(plain, |board, RuleFrom { origin, rule }| {
            let ruled = board.with_rules(std::slice::from_ref(rule));
            ruled.map_err(|error| Unfit { origin: origin.clone(), error })
        })
    }

    /// The board if the arguments tell its side.
    pub(crate) fn fixed(&self) -> Option<&Geometry> {
        self.fixed.as_ref()
    }

    /// The board of a puzzle whose side is 1 to 25, and that of the board if the arguments tell it.
    pub(super) fn of_side(&self, side: usize) -> Result<Geometry, Unfit> {
        match &self.fixed {
            Some(fixed) => Ok(fixed.clone()),
            None => self.ruled(Geometry::of_side(side).expect("a grid that was read has a side of 1 to 25")),
        }
    }

    /// The board of a puzzle that brings rules of its own, besides those of the arguments.
    pub(super) fn with_rules_of(&self, record: &Record) -> Result<Geometry, Unfit> {
        let board = self.of_side(record.grid.side())?;
        let others: Vec<Rule> =
            record.rules().iter().filter(|rule| !board.rules().contains(rule)).cloned().collect();
        board.with_rules(&others).map_err(|error| Unfit { origin: "its rules".to_owned(), error })
    }

    /// The board for what is not read: that of the arguments, or the classic one with their rules.
    pub(super) fn only(&self) -> Result<Geometry, Fault> {
        Ok(self.of_side(9)?)
    }

    /// Whether there are rules of variants.
    pub(super) fn has_rules(&self) -> bool {
        !self.rules.is_empty()
    }
}

/// All rules, in the order of the arguments' kinds.
fn read(rules: &Rules) -> Result<Vec<RuleFrom>, Fault> {
    let read = |path: &std::path::Path| {
        let name = path.display().to_string();
        match fs::read_to_string(path) {
            Ok(text) => Ok((name, text)),
            Err(source) => Err(Fault::open(name, source)),
        }
    };
    let mut found = Vec::new();
    for variant in &rules.variants {
        found.push(RuleFrom { origin: format!("--variant {variant}"), rule: Rule::Variant(*variant) });
    }
    if let Some(path) = &rules.regions {
        let (name, text) = read(path)?;
        found.push(RuleFrom { origin: name, rule: Rule::Regions(Regions::of_text(&text)) });
    }
    for rule in &rules.constraints {
        found.push(RuleFrom { origin: format!("--constraint '{rule}'"), rule: rule.clone() });
    }
    for path in &rules.files {
        let (name, text) = read(path)?;
        let lines = Rule::read_lines(&text).map_err(|error| Fault::named(&name, error))?;
        let placed =
            lines.into_iter().map(|(line, rule)| RuleFrom { origin: format!("{name}: line {line}"), rule });
        found.extend(placed);
    }
    Ok(found)
}

/// The board that `--size` and `--box` tell, if they do.
pub(super) fn board(told: Board) -> Result<Option<Geometry>, Fault> {
    let size = told.size.map(usize::from);
    let geometry = match told.box_shape {
        Some(shape) => Some(Geometry::boxes(shape.height, shape.width)),
        None => size.map(Geometry::of_side),
    };
    let geometry = geometry.transpose().map_err(Fault::usage)?;
    if let (Some(size), Some(geometry)) = (size, &geometry)
        && geometry.side() != size
    {
        let (height, width, cells) = (geometry.box_height(), geometry.box_width(), geometry.side());
        let message =
            format!("expected boxes of {size} cells for --size {size}, found {height}x{width} with {cells}");
        return Err(Fault::Usage(message));
    }
    Ok(geometry)
}
