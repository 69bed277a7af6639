//! Recognizes the document that begins with a line, and creates its reader.

use super::digits::Digits;
use super::document::Document;
use super::format::Format;
use super::iss::{self, Iss};
use super::json::Json;
use super::opensudoku::OpenSudoku;
use super::settings::{Column, Settings};
use super::table::{self, Table};

/// Returns the format of the document that begins with these bytes of a line. [`Format::Digits`] is never
/// recognized, and a table only at the start of the input, by its header or because a column was requested.
pub(super) fn document_format(bytes: &[u8], is_start: bool, column: Option<&Column>) -> Option<Format> {
    match bytes.trim_ascii_start() {
        [b'{', ..] => Some(Format::Json),
        [b'[', rest @ ..] => {
            let is_list =
                rest.trim_ascii_start().first().is_none_or(|&byte| b"{[\"']0123456789-nN".contains(&byte));
            is_list.then_some(Format::Json)
        }
        [b'<', next, ..] => {
            (b"?!".contains(next) || next.is_ascii_alphabetic()).then_some(Format::OpenSudoku)
        }
        [] | [b'#', ..] => None,
        [b'.', ..] if iss::is_beginning(bytes) => Some(Format::Iss),
        bytes if is_named_list(bytes) => Some(Format::Json),
        _ => (is_start && (column.is_some() || table::is_header(bytes))).then_some(Format::Csv),
    }
}

/// Returns true for the beginning of a list that a program gives a name, such as `board = [`.
fn is_named_list(bytes: &[u8]) -> bool {
    let is_letter = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
    let name = bytes.iter().take_while(is_letter).count();
    let [first, ..] = bytes else { return false };
    match bytes[name..].trim_ascii_start() {
        [b'=', rest @ ..] => !first.is_ascii_digit() && name > 0 && rest.trim_ascii_start().starts_with(b"["),
        _ => false,
    }
}

/// Returns true if a text that no [`Reader`](super::Reader) reads is nevertheless meant as a puzzle: it has several lines, or is
/// mostly cells and separators, or begins as a puzzle of another program does. The name of a file is none of these.
///
/// ```
/// use sudoku_cover::resembles_puzzle;
///
/// assert!(resembles_puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7"));
/// assert!(!resembles_puzzle("puzzles-2026.txt"));
/// ```
#[must_use]
pub fn resembles_puzzle(text: &str) -> bool {
    text.trim_end().contains('\n') || is_mostly_cells(text) || is_of_another_program(text.trim())
}

fn is_mostly_cells(text: &str) -> bool {
    let is_cell = |c: &char| c.is_numeric() || matches!(c, '.' | '_' | '*');
    let cells = text.chars().filter(is_cell).count();
    let others = text.chars().filter(|c| !is_cell(c) && !c.is_whitespace() && !",;|+-".contains(*c)).count();
    cells >= 16 && others * 4 <= cells
}

/// Returns true for the beginning of a document, a link, constraints, compressed text, or numbers of cages.
fn is_of_another_program(text: &str) -> bool {
    let is_long = |prefix: &&str| text.starts_with(prefix) && text.len() > 40;
    let has_cages = text.split_once(':').is_some_and(|(_, numbers)| numbers.matches(':').count() > 16);
    let is_link = ["https://", "http://"].iter().any(|scheme| text.starts_with(scheme));
    let is_compressed = ["N4I", "fpuzzles", "scl", "SumoCueV1"].iter().any(is_long);
    is_link || is_compressed || has_cages || document_format(text.as_bytes(), true, None).is_some()
}

/// Returns the reader of a format that is not made of lines, otherwise `None`.
pub(super) fn document(format: Format, settings: &Settings) -> Option<Box<dyn Document>> {
    match format {
        Format::Digits => Some(Box::new(Digits::new(settings))),
        Format::Csv => Some(Box::new(Table::new(settings))),
        Format::Json => Some(Box::new(Json::new(settings))),
        Format::OpenSudoku => Some(Box::new(OpenSudoku::new(settings))),
        Format::Iss => Some(Box::new(Iss::new(settings))),
        _ => None,
    }
}
