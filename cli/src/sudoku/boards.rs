//! The boards of a run: their size, from the arguments, and the rules of variants.

use std::fs;

use sudoku_cover::geometry::MAX_SIDE;
use sudoku_cover::{BoardError, Geometry, Grids, Record, Regions, Rule, RuleError, RuleLine, RuleTextError};

use crate::shared::cause::Cause;
use crate::shared::flags::{Board, Rules, Size};
use crate::shared::{Fault, Session};

/// The boards of a run: one for each side length, all with the same rules.
#[derive(Debug, Default)]
pub(crate) struct Boards {
    /// The board, if the arguments fix its side.
    fixed: Option<Geometry>,
    rules: Vec<RuleFrom>,
}

/// A rule with its origin: an argument or the line of a file.
#[derive(Debug)]
struct RuleFrom {
    origin: String,
    line: RuleLine,
}

/// The reason why there is no board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum RulesError {
    /// A rule is not valid on the board.
    #[error("{origin}: {error}")]
    Rule { origin: String, error: RuleError },
    /// The text of a rule is not that of one on the board.
    #[error("{origin}: {error}")]
    Text { origin: String, error: RuleTextError },
    /// The run ended before the board was built.
    #[error("{}", .0.words())]
    Stopped(Cause),
}

impl RulesError {
    fn of(error: BoardError, session: &Session, origin: impl FnOnce(usize) -> String) -> Self {
        match error {
            BoardError::Rule { number, error } => Self::Rule { origin: origin(number), error },
            BoardError::Stopped(why) => Self::Stopped(session.cause_of(why)),
        }
    }

    /// Whether the rules exceed the limit of size of a board.
    pub(super) fn is_too_large(&self) -> bool {
        matches!(self, Self::Rule { error, .. } if error.is_too_large())
    }
}

impl From<RulesError> for Fault {
    fn from(unfit: RulesError) -> Self {
        match unfit {
            RulesError::Stopped(cause) => Fault::Stopped(cause),
            unfit if unfit.is_too_large() => Fault::TooLarge(unfit.to_string()),
            unfit => Fault::usage(unfit),
        }
    }
}

impl Boards {
    /// Returns the boards that the arguments describe.
    ///
    /// # Errors
    /// Contradictory sizes, unreadable files, and rules that are not valid on the board if its side is known.
    pub(super) fn of(told: Board, rules: &Rules, session: &Session) -> Result<Self, Fault> {
        let rules = read(rules)?;
        let side_of_rules = rules.iter().find_map(|placed| match placed.line.rule() {
            Rule::Regions(regions) => regions.side().filter(|&side| side <= MAX_SIDE),
            Rule::Grids(grids) if *grids == Grids::samurai() => Some(grids.side_of_board()),
            _ => None,
        });
        let plain = match (board(told)?, side_of_rules) {
            (None, Some(side)) => Geometry::of_side(side).ok(),
            (told, _) => told,
        };
        let named = rules.iter().find(|placed| matches!(placed.line.rule(), Rule::Values(_)));
        if let (None, Some(named)) = (&plain, named) {
            // Whether 0 in a puzzle is a digit must be known before it is read.
            return Err(Fault::Usage(format!(
                "{}: expected --size or --box with the digits of the board",
                named.origin
            )));
        }
        let mut boards = Self { fixed: None, rules };
        boards.fixed = match plain {
            Some(plain) => Some(boards.ruled(plain, session)?),
            None => None,
        };
        Ok(boards)
    }

    fn ruled(&self, plain: Geometry, session: &Session) -> Result<Geometry, RulesError> {
        if self.rules.is_empty() {
            return Ok(plain);
        }
        session.limit_memory();
        let rule = |RuleFrom { origin, line }: &RuleFrom| {
            line.on(plain.side()).map_err(|error| RulesError::Text { origin: origin.clone(), error })
        };
        let rules: Vec<Rule> = self.rules.iter().map(rule).collect::<Result<_, _>>()?;
        let ruled = plain.with_rules_within(&rules, &mut session.limits(None));
        ruled.map_err(|error| RulesError::of(error, session, |number| self.rules[number].origin.clone()))
    }

    /// The board, if the arguments fix its side.
    pub(crate) fn fixed(&self) -> Option<&Geometry> {
        self.fixed.as_ref()
    }

    /// Returns the board for a puzzle with this side, from 1 to 25. If the arguments fix the side, returns
    /// that board.
    pub(super) fn of_side(&self, side: usize, session: &Session) -> Result<Geometry, RulesError> {
        match &self.fixed {
            Some(fixed) => Ok(fixed.clone()),
            None => {
                let plain = Geometry::of_side(side).expect("a grid that was read has a side of 1 to 25");
                self.ruled(plain, session)
            }
        }
    }

    /// Returns the board of a puzzle that has rules of its own in addition to those of the arguments.
    pub(super) fn with_rules_of(&self, record: &Record, session: &Session) -> Result<Geometry, RulesError> {
        let board = self.of_side(record.grid.side(), session)?;
        let others: Vec<Rule> =
            record.rules().iter().filter(|rule| !board.rules().contains(rule)).cloned().collect();
        if others.is_empty() {
            return Ok(board);
        }
        session.limit_memory();
        let ruled = board.with_rules_within(&others, &mut session.limits(None));
        ruled.map_err(|error| RulesError::of(error, session, |_| "its rules".to_owned()))
    }

    /// Returns the board for commands that read no puzzle: the one of the arguments, or a 9x9 board with
    /// their rules.
    pub(super) fn only(&self, session: &Session) -> Result<Geometry, Fault> {
        Ok(self.of_side(9, session)?)
    }

    /// Whether there are variant rules.
    pub(super) fn has_rules(&self) -> bool {
        !self.rules.is_empty()
    }
}

/// Reads all rules, grouped by the flag that they are from.
fn read(rules: &Rules) -> Result<Vec<RuleFrom>, Fault> {
    let read = |path: &std::path::Path| {
        let name = path.display().to_string();
        match fs::read_to_string(path) {
            Ok(text) => Ok((name, text)),
            Err(source) => Err(Fault::open(name, source)),
        }
    };
    let mut found = Vec::new();
    for kind in rules.kinds() {
        let Some(rule) = kind.rule() else {
            return Err(Fault::Usage(format!(
                "--variant {kind}: only `generate` draws such rules; give them with --constraint, --constraints or \
                 --regions, or read puzzles that have them"
            )));
        };
        found.push(RuleFrom { origin: format!("--variant {kind}"), line: rule.into() });
    }
    if let Some(path) = &rules.regions {
        let (name, text) = read(path)?;
        found.push(RuleFrom { origin: name, line: Rule::Regions(Regions::of_text(&text)).into() });
    }
    for line in &rules.constraints {
        found.push(RuleFrom { origin: format!("--constraint '{line}'"), line: line.clone() });
    }
    for path in &rules.files {
        let (name, text) = read(path)?;
        let lines = RuleLine::read_all(&text).map_err(|error| Fault::named(&name, error))?;
        let placed = lines
            .into_iter()
            .map(|(number, line)| RuleFrom { origin: format!("{name}: line {number}"), line });
        found.extend(placed);
    }
    Ok(found)
}

/// Returns the board that `--size` and `--box` describe, if they are given.
pub(super) fn board(told: Board) -> Result<Option<Geometry>, Fault> {
    let size = told.size.map(|Size { rows, columns }| (rows, columns));
    let geometry = match (told.box_shape, size) {
        (Some(_), Some((rows, columns))) if rows != columns => {
            return Err(Fault::usage("--box: expected a square board, found --size of a rectangle"));
        }
        (Some(shape), _) => Some(Geometry::boxes(shape.height, shape.width)),
        (None, size) => size.map(|(rows, columns)| Geometry::of_size(rows, columns)),
    };
    let geometry = geometry.transpose().map_err(Fault::usage)?;
    if let (Some((size, _)), Some(geometry), Some(_)) = (size, &geometry, told.box_shape)
        && geometry.side() != size
    {
        let (height, width, cells) = (geometry.box_height(), geometry.box_width(), geometry.side());
        let message =
            format!("expected boxes of {size} cells for --size {size}, found {height}x{width} with {cells}");
        return Err(Fault::Usage(message));
    }
    Ok(geometry)
}
