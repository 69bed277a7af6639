//! Recognizes the document that begins with a line, and texts that are meant as puzzles.

use super::Format;
use super::document::Document;
use super::form::{Forms, Settings, Start};

/// Returns the format of the document that begins with this line. [`Format::Digits`] is never recognized.
pub(super) fn document_format(forms: Forms, start: &Start<'_>) -> Option<Format> {
    forms.iter().rev().find(|form| form.begins_with(start)).map(|form| form.format())
}

/// Returns the reader of a format that is not made of lines, otherwise `None`.
pub(super) fn document(format: Format, settings: &Settings) -> Option<Box<dyn Document>> {
    settings.forms.iter().find(|form| form.format() == format)?.document(settings)
}

/// Returns true if a text is meant as a puzzle: it has several lines, or is mostly cells and separators, or begins as a puzzle
/// of another program does.
pub(super) fn resembles_puzzle(forms: Forms, text: &str) -> bool {
    text.trim_end().contains('\n') || is_mostly_cells(text) || is_of_another_program(forms, text.trim())
}

fn is_mostly_cells(text: &str) -> bool {
    let is_cell = |c: &char| c.is_numeric() || matches!(c, '.' | '_' | '*');
    let cells = text.chars().filter(is_cell).count();
    let others = text.chars().filter(|c| !is_cell(c) && !c.is_whitespace() && !",;|+-".contains(*c)).count();
    cells >= 16 && others * 4 <= cells
}

/// Returns true for the beginning of a document, a link, constraints, compressed text, or numbers of cages.
fn is_of_another_program(forms: Forms, text: &str) -> bool {
    let is_long = |prefix: &&str| text.starts_with(prefix) && text.len() > 40;
    let has_cages = text.split_once(':').is_some_and(|(_, numbers)| numbers.matches(':').count() > 16);
    let is_link = ["https://", "http://"].iter().any(|scheme| text.starts_with(scheme));
    let is_compressed = ["N4I", "fpuzzles", "scl", "SumoCueV1"].iter().any(is_long);
    let start = Start { bytes: text.as_bytes(), is_first: true, column: None };
    is_link || is_compressed || has_cages || document_format(forms, &start).is_some()
}
