//! The levels of difficulty of a board.

use http::StatusCode;
use serde::{Deserialize, Serialize};
use sudoku_cover::{Generator, Geometry, Level, RuleKind, RuleTheme};
use utoipa::ToSchema;

use crate::Api;
use crate::fault::Fault;
use crate::forms::LevelForm;
use crate::stop::Stop;
use crate::wire::BoardIn;

/// A board, and the kinds of rules whose cells are drawn.
#[derive(Deserialize, ToSchema)]
#[schema(as = LevelsWish)]
#[serde(deny_unknown_fields)]
pub(super) struct LevelsIn {
    #[serde(default)]
    board: BoardIn,
    #[serde(default)]
    drawn: Vec<String>,
}

/// The levels that can be asked for.
#[derive(Serialize, ToSchema)]
#[schema(as = Levels)]
pub(super) struct LevelsOut {
    /// The levels of which puzzles are found within a few seconds, the easiest first. `generate` refuses others.
    #[schema(value_type = Vec<LevelForm>)]
    levels: Vec<String>,
}

/// Returns the levels of which puzzles can be generated on a board.
pub(super) fn levels(_: &Api, wish: LevelsIn, stop: &Stop) -> Result<LevelsOut, Fault> {
    let LevelsIn { board, drawn } = wish;
    let (geometry, drawn) = (board.geometry(stop)?, kinds(&drawn)?);
    // Tells whether the board can have the rules.
    Generator::new(&geometry, 0).with_drawn(&drawn)?;
    let levels = Generator::levels(&geometry, &drawn);
    Ok(LevelsOut { levels: levels.iter().map(ToString::to_string).collect() })
}

/// Returns an error if the board has no puzzles of this level, or hardly any.
pub(super) fn check(geometry: &Geometry, drawn: &[RuleKind], level: Level) -> Result<(), Fault> {
    let levels = Generator::levels(geometry, drawn);
    if levels.contains(&level) {
        return Ok(());
    }
    let words: Vec<String> = levels.iter().map(ToString::to_string).collect();
    let expected = match &words[..] {
        [] => "no level for this board, as its puzzles have one too rarely".to_owned(),
        words => format!("one of the levels of this board, {}", words.join(", ")),
    };
    Err(Fault::expected(StatusCode::UNPROCESSABLE_ENTITY, expected, level))
}

/// Returns the kinds of rules with these names, each once.
pub(super) fn kinds(names: &[String]) -> Result<Vec<RuleKind>, Fault> {
    let mut kinds: Vec<RuleKind> = Vec::new();
    for name in names {
        let theme: RuleTheme = name.parse()?;
        kinds.extend(theme.kinds());
    }
    Ok(RuleTheme::of(&kinds).kinds().to_vec())
}
