//! The techniques by name.

use serde::Serialize;
use sudoku_cover::{Order, Technique};
use utoipa::ToSchema;

use crate::wire;

/// A technique.
#[derive(Serialize, ToSchema)]
#[schema(as = Technique)]
struct TechniqueOut {
    name: &'static str,
    /// Its level, such as `easy`.
    level: String,
}

/// Techniques, the easiest first.
#[derive(Serialize, ToSchema)]
#[schema(as = Techniques)]
pub(super) struct TechniquesOut(Vec<TechniqueOut>);

/// Returns HoDoKu's default techniques, the easiest first.
pub(super) fn techniques() -> Vec<u8> {
    let techniques = Order::Hodoku.techniques().into_iter();
    let named = techniques
        .filter(|&technique| technique != Technique::BruteForce)
        .map(|technique| TechniqueOut { name: technique.name(), level: technique.level().to_string() });
    wire::line(&TechniquesOut(named.collect()))
}
