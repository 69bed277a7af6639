//! The kinds of rules of a board.

use serde::Serialize;
use sudoku_cover::{Layout, Variant};
use utoipa::ToSchema;

use crate::wire;

/// A kind of rules.
#[derive(Serialize, ToSchema)]
#[schema(as = RuleKind)]
struct KindOut {
    /// The word for it: a rule of a board, or, if its cells are drawn, one of the words of `drawn` of `generate`.
    word: &'static str,
    /// Its name for people, such as `Thermometers`.
    name: &'static str,
    /// What it requires, such as `digits increase from the bulb of a thermometer`.
    sentence: &'static str,
    /// True if the rule has cells of its own, which `generate` draws; false if it is a rule of the whole board.
    drawn: bool,
}

/// Kinds of rules: first those of the whole board.
#[derive(Serialize, ToSchema)]
#[schema(as = RuleKinds)]
pub(super) struct KindsOut(Vec<KindOut>);

/// Returns all kinds of rules.
pub(super) fn rules() -> Vec<u8> {
    let whole = Variant::ALL.into_iter().map(|variant| KindOut {
        word: variant.name(),
        name: variant.title(),
        sentence: variant.sentence(),
        drawn: false,
    });
    let drawn = Layout::ALL.into_iter().map(|layout| KindOut {
        word: layout.name(),
        name: layout.title(),
        sentence: layout.sentence(),
        drawn: true,
    });
    wire::line(&KindsOut(whole.chain(drawn).collect()))
}
