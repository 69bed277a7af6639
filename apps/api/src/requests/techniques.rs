//! The techniques by name.

use serde::Serialize;
use sudoku_cover::{Needs, Technique};
use utoipa::ToSchema;

use crate::wire;

/// A technique.
#[derive(Serialize, ToSchema)]
#[schema(as = Technique)]
struct TechniqueOut {
    name: &'static str,
    /// Its level, such as `easy`.
    level: String,
    /// What to look for and why it is true, in a few sentences.
    lesson: &'static str,
    /// The boards on which it is found.
    boards: Boards,
    /// Whether it is tried only when it is asked for.
    rare: bool,
}

/// The boards on which a technique is found.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Boards {
    /// Those without further rules, and most others.
    All,
    /// Those with cages.
    Cages,
    /// Those with rules besides rows, columns and boxes.
    Rules,
}

/// Techniques, the easiest first.
#[derive(Serialize, ToSchema)]
#[schema(as = Techniques)]
pub(super) struct TechniquesOut(Vec<TechniqueOut>);

/// Returns all techniques but trial and error, in the order in which they are tried.
pub(super) fn techniques() -> Vec<u8> {
    let techniques = Technique::ALL.iter().filter(|&&technique| technique != Technique::BruteForce);
    let named = techniques.map(|technique| TechniqueOut {
        name: technique.name(),
        level: technique.level().to_string(),
        lesson: technique.lesson(),
        boards: match technique.needs() {
            Needs::Cages => Boards::Cages,
            Needs::Rules => Boards::Rules,
            _ => Boards::All,
        },
        rare: !technique.is_default(),
    });
    wire::line(&TechniquesOut(named.collect()))
}
