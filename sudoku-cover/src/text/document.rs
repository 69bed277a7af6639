//! Texts that are not made of lines: tables, objects, XML, and digits amid anything.
//!
//! Each of them is a state that takes bytes as they come, in pieces of any size, and keeps no more than the record
//! that is under way. At the end of a document lines may follow.

use super::digits::Digits;
use super::format::Format;
use super::json::Json;
use super::opensudoku::OpenSudoku;
use super::rows::Outcomes;
use super::settings::{Column, Settings};
use super::table::{self, Table};

/// What kind of document it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Digits,
    Table,
    Json,
    OpenSudoku,
}

impl Kind {
    /// The kind of a format that is not made of lines.
    pub(super) fn of(format: Format) -> Option<Kind> {
        match format {
            Format::Digits => Some(Kind::Digits),
            Format::Csv => Some(Kind::Table),
            Format::Json => Some(Kind::Json),
            Format::OpenSudoku => Some(Kind::OpenSudoku),
            _ => None,
        }
    }
}

/// The kind of document that begins with these bytes of a line. Digits amid anything can be told from nothing else,
/// and a table only by its header, where the input begins, or if there must be one.
pub(super) fn kind(bytes: &[u8], is_start: bool, column: Option<&Column>) -> Option<Kind> {
    let content = bytes.trim_ascii_start();
    match content {
        [b'{', ..] => Some(Kind::Json),
        [b'[', rest @ ..] => {
            let is_list =
                rest.trim_ascii_start().first().is_none_or(|&byte| b"{[\"]0123456789-n".contains(&byte));
            is_list.then_some(Kind::Json)
        }
        [b'<', next, ..] => (b"?!".contains(next) || next.is_ascii_alphabetic()).then_some(Kind::OpenSudoku),
        [] | [b'#', ..] => None,
        _ if is_start && (column.is_some() || table::is_header(bytes)) => Some(Kind::Table),
        _ => None,
    }
}

/// A document that is being read.
#[derive(Debug)]
pub(super) enum Document {
    Digits(Digits),
    Table(Table),
    Json(Json),
    OpenSudoku(OpenSudoku),
}

impl Document {
    /// A document that begins in this line.
    pub(super) fn new(kind: Kind, line: u64, settings: &Settings) -> Box<Document> {
        Box::new(match kind {
            Kind::Digits => Document::Digits(Digits::new(line, settings)),
            Kind::Table => Document::Table(Table::new(line, settings)),
            Kind::Json => Document::Json(Json::new(line, settings)),
            Kind::OpenSudoku => Document::OpenSudoku(OpenSudoku::new(line, settings)),
        })
    }

    pub(super) fn kind(&self) -> Kind {
        match self {
            Document::Digits(_) => Kind::Digits,
            Document::Table(_) => Kind::Table,
            Document::Json(_) => Kind::Json,
            Document::OpenSudoku(_) => Kind::OpenSudoku,
        }
    }

    /// Takes some of these bytes, which are not none, up to the end of the next record at most, and says how many.
    pub(super) fn take(&mut self, bytes: &[u8], out: &mut Outcomes) -> usize {
        match self {
            Document::Digits(digits) => digits.take(bytes, out),
            Document::Table(table) => table.take(bytes, out),
            Document::Json(json) => json.take(bytes, out),
            Document::OpenSudoku(document) => document.take(bytes, out),
        }
    }

    /// Takes the end of the input.
    pub(super) fn finish(&mut self, out: &mut Outcomes) {
        match self {
            Document::Digits(digits) => digits.finish(out),
            Document::Table(table) => table.finish(out),
            Document::Json(json) => json.finish(out),
            Document::OpenSudoku(document) => document.finish(out),
        }
    }

    /// Whether lines may follow.
    pub(super) fn is_over(&self) -> bool {
        match self {
            Document::Digits(_) | Document::Table(_) => false,
            Document::Json(json) => json.is_over(),
            Document::OpenSudoku(document) => document.is_over(),
        }
    }

    /// The line of the next byte.
    pub(super) fn line(&self) -> u64 {
        match self {
            Document::Digits(digits) => digits.line(),
            Document::Table(table) => table.line(),
            Document::Json(json) => json.line(),
            Document::OpenSudoku(document) => document.line(),
        }
    }
}
