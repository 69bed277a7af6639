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
                rest.trim_ascii_start().first().is_none_or(|&byte| b"{[\"]0123456789-n".contains(&byte));
            is_list.then_some(Format::Json)
        }
        [b'<', next, ..] => {
            (b"?!".contains(next) || next.is_ascii_alphabetic()).then_some(Format::OpenSudoku)
        }
        [] | [b'#', ..] => None,
        [b'.', ..] if iss::is_beginning(bytes) => Some(Format::Iss),
        _ => (is_start && (column.is_some() || table::is_header(bytes))).then_some(Format::Csv),
    }
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
