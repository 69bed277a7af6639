//! The kinds of rules of a board.

use serde::Serialize;
use sudoku_cover::{Figure, RuleKind};
use utoipa::ToSchema;

use crate::wire;

/// A kind of rules.
#[derive(Serialize, ToSchema)]
#[schema(as = RuleKind)]
struct KindOut {
    /// The word for it: a rule of a board, or, if it is drawn, one of the words of `drawn` of `generate`.
    word: &'static str,
    /// Its name for people, such as `Thermometers`.
    name: &'static str,
    /// What it requires, such as `digits increase from the bulb of a thermometer`.
    sentence: &'static str,
    /// True if `generate` draws something for it: the cells, digits or condition of the rule, or the digits or blocked cells
    /// without which it requires nothing. Otherwise its word alone is a rule of the whole board.
    drawn: bool,
    form: FormOut,
    /// The first words of the lines of text of its rules, which differ from `word` for some kinds.
    lines: Vec<&'static str>,
    /// The usual number after the word on boards of side 9, if the kind has one.
    number: Option<u8>,
}

/// What stands after the word of a rule.
#[derive(Serialize, ToSchema)]
#[schema(as = RuleForm)]
#[serde(rename_all = "lowercase")]
enum FormOut {
    /// Nothing.
    Board,
    /// A number, if the kind has one, and the cells of a line in their order.
    Line,
    /// Two cells.
    Pair,
    /// Cells.
    Cells,
    /// A sum or another number, and cells.
    Sum,
    /// A cell, `=` and other cells.
    Arrow,
    /// A character for each cell of the board.
    Regions,
    /// Something else.
    Other,
}

impl From<RuleKind> for FormOut {
    fn from(kind: RuleKind) -> FormOut {
        match kind {
            RuleKind::Whole(_) => FormOut::Board,
            RuleKind::Line(_) => FormOut::Line,
            RuleKind::Pair(_) => FormOut::Pair,
            RuleKind::Cells(_) => FormOut::Cells,
            RuleKind::Cage(_) | RuleKind::Figure(Figure::Killer | Figure::Sum) => FormOut::Sum,
            RuleKind::Figure(Figure::Arrow) => FormOut::Arrow,
            RuleKind::Figure(Figure::Regions) => FormOut::Regions,
            _ => FormOut::Other,
        }
    }
}

/// Kinds of rules: first those of the whole board.
#[derive(Serialize, ToSchema)]
#[schema(as = RuleKinds)]
pub(super) struct KindsOut(Vec<KindOut>);

/// Returns all kinds of rules.
pub(super) fn rules() -> Vec<u8> {
    let is_chosen = |kind: &RuleKind| kind.is_drawn() || kind.rule().is_some();
    let kinds = RuleKind::all().filter(is_chosen).map(|kind| KindOut {
        word: kind.name(),
        name: kind.title(),
        sentence: kind.sentence(),
        drawn: kind.is_drawn(),
        form: kind.into(),
        lines: kind.words_of_lines(),
        number: kind.number(),
    });
    wire::line(&KindsOut(kinds.collect()))
}
