//! The techniques by name.

use serde::Serialize;
use sudoku_cover::{Order, Technique};

use crate::reply;

#[derive(Serialize)]
struct TechniqueOut {
    name: &'static str,
    level: String,
}

/// Returns HoDoKu's default techniques, the easiest first.
pub(crate) fn techniques() -> Vec<u8> {
    let techniques = Order::Hodoku.techniques().into_iter();
    let named = techniques
        .filter(|&technique| technique != Technique::BruteForce)
        .map(|technique| TechniqueOut { name: technique.name(), level: technique.level().to_string() });
    reply::line(&named.collect::<Vec<_>>())
}
