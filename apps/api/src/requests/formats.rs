//! The formats of puzzles.

use serde::Serialize;
use sudoku_cover::Format;
use utoipa::ToSchema;

use crate::wire;

/// A format in which puzzles are read and written.
#[derive(Serialize, ToSchema)]
#[schema(as = Format)]
struct FormatOut {
    /// Its name, as the request `export` takes it.
    name: &'static str,
    /// What it is, such as `rows, and lines such as #AAuthor and #LEasy`.
    words: &'static str,
}

/// The formats, the plainest first.
#[derive(Serialize, ToSchema)]
#[schema(as = Formats)]
pub(super) struct FormatsOut(Vec<FormatOut>);

/// Returns the formats, the plainest first.
pub(super) fn formats() -> Vec<u8> {
    let formats = Format::ALL.map(|format| FormatOut { name: format.name(), words: format.words() });
    wire::line(&FormatsOut(formats.into()))
}
