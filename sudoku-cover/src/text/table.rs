//! Tables: fields between commas, semicolons or tabs, with a header that says which of them is the puzzle.
//!
//! Fields may be quoted as in RFC 4180. The column of the puzzle is the one that was asked for, or the first whose name
//! is one of the [usual ones](PUZZLE_NAMES). All other fields are details of the record: those of their name if they
//! have that of a detail, otherwise under the name of their column, and `placed` are placed digits. A file without a
//! header can be read if the column is asked for by its number.

use csv_core::ReadFieldResult;

use super::fault::{Expected, Fault, NoColumn, ReadErrorKind};
use super::format::Format;
use super::place::Place;
use super::record::{Detail, Key, Record};
use super::rows::Outcomes;
use super::settings::{Column, Settings};
use super::whole;
use crate::model::geometry::{Candidate, Geometry};

/// The names of the column of the puzzles, in small letters.
const PUZZLE_NAMES: [&str; 10] =
    ["puzzle", "puzzles", "quiz", "quizzes", "sudoku", "sudokus", "givens", "grid", "board", "question"];

const PLACED: &str = "placed";

/// The most bytes of a record that are kept.
const LONGEST_RECORD: usize = 1 << 18;

/// Whether a line is the header of a table with puzzles.
pub(super) fn is_header(line: &[u8]) -> bool {
    let delimiter = delimiter(line);
    if !line.contains(&delimiter) {
        // One column is a table if its name cannot be anything else.
        return is_puzzle_name(&String::from_utf8_lossy(line));
    }
    line.split(|&byte| byte == delimiter).any(|field| is_puzzle_name(&String::from_utf8_lossy(field)))
}

fn is_puzzle_name(field: &str) -> bool {
    let name = field.trim().trim_matches('"').to_ascii_lowercase();
    PUZZLE_NAMES.contains(&name.as_str())
}

/// What stands between the fields of a line.
fn delimiter(line: &[u8]) -> u8 {
    let has = |byte| line.contains(&byte);
    if has(b'\t') {
        b'\t'
    } else if has(b';') && !has(b',') {
        b';'
    } else {
        b','
    }
}

/// A table that is being read.
#[derive(Debug)]
pub(super) struct Table {
    geometry: Option<Geometry>,
    wanted: Option<Column>,
    reader: Box<csv_core::Reader>,
    /// The first line, until it says what stands between fields.
    head: Option<Vec<u8>>,
    place: Place,
    start: Place,
    /// The fields of the record that is under way, each with its place; the last one may not be complete.
    fields: Vec<(Place, Vec<u8>)>,
    is_in_field: bool,
    bytes: usize,
    is_too_long: bool,
    header: Option<Vec<String>>,
    /// The column of the puzzle, from 0.
    column: Option<usize>,
    has_failed: bool,
}

impl Table {
    pub(super) fn new(line: u64, settings: &Settings) -> Table {
        let place = Place::line_start(line);
        Table {
            geometry: settings.geometry.clone(),
            wanted: settings.column.clone(),
            reader: Box::new(csv_core::Reader::new()),
            head: Some(Vec::new()),
            place,
            start: place,
            fields: Vec::new(),
            is_in_field: false,
            bytes: 0,
            is_too_long: false,
            header: None,
            column: None,
            has_failed: false,
        }
    }

    pub(super) fn line(&self) -> u64 {
        self.place.line
    }

    pub(super) fn take(&mut self, bytes: &[u8], out: &mut Outcomes) -> usize {
        if self.has_failed {
            return bytes.len();
        }
        let Some(head) = &mut self.head else { return self.take_fields(bytes, out) };
        // The first line is looked at twice.
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let taken = end.map_or(bytes.len(), |end| end + 1);
        head.extend_from_slice(&bytes[..taken]);
        if end.is_some() || head.len() > LONGEST_RECORD {
            self.take_head(out);
        }
        taken
    }

    fn take_head(&mut self, out: &mut Outcomes) {
        let Some(head) = self.head.take() else { return };
        *self.reader = csv_core::ReaderBuilder::new().delimiter(delimiter(&head)).build();
        let mut rest = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&head);
        while !rest.is_empty() && !self.has_failed {
            rest = &rest[self.take_fields(rest, out)..];
        }
    }

    /// Takes bytes up to the end of a field at most.
    fn take_fields(&mut self, bytes: &[u8], out: &mut Outcomes) -> usize {
        let mut field = [0; 512];
        let (result, taken, written) = self.reader.read_field(bytes, &mut field);
        if !self.is_in_field && taken > 0 {
            let mut start = self.place;
            // Lines that are blank, and the end of the line before, are no fields.
            let ends = bytes[..taken].iter().take_while(|byte| b"\r\n".contains(byte)).count();
            if self.fields.is_empty() && ends < taken {
                start.pass_all(&bytes[..ends]);
                self.start = start;
            }
            if bytes.get(ends) == Some(&b'"') {
                start.pass(b'"');
            }
            if ends < taken || matches!(result, ReadFieldResult::Field { .. }) {
                self.fields.push((start, Vec::new()));
                self.is_in_field = true;
            }
        }
        self.place.pass_all(&bytes[..taken]);
        self.bytes += written;
        if self.bytes > LONGEST_RECORD || self.fields.len() > LONGEST_RECORD / 64 {
            self.is_too_long = true;
            self.fields.truncate(1);
        } else if let Some((_, text)) = self.fields.last_mut() {
            text.extend_from_slice(&field[..written]);
        }
        if let ReadFieldResult::Field { record_end } = result {
            self.is_in_field = false;
            if record_end {
                self.end_record(out);
            }
        }
        taken
    }

    fn end_record(&mut self, out: &mut Outcomes) {
        let fields = std::mem::take(&mut self.fields);
        self.bytes = 0;
        if std::mem::take(&mut self.is_too_long) {
            let kind = ReadErrorKind::LongRecord { what: Expected::TableRecord, expected: LONGEST_RECORD };
            out.push_back(Err(Fault::of_line(kind).in_line(self.start.line)));
            return;
        }
        let texts: Vec<(Place, String)> = fields
            .into_iter()
            .map(|(place, text)| (place, String::from_utf8_lossy(&text).into_owned()))
            .collect();
        if self.column.is_none() && self.take_header(&texts, out) {
            return;
        }
        let outcome = self.record(&texts);
        out.push_back(outcome.map_err(|(line, fault)| fault.in_line(line)));
    }

    /// Finds the column of the puzzles. Answers whether the record was a header, or there is no such column.
    fn take_header(&mut self, texts: &[(Place, String)], out: &mut Outcomes) -> bool {
        let names: Vec<String> = texts.iter().map(|(_, text)| text.trim().to_owned()).collect();
        self.column = match &self.wanted {
            Some(Column::Number(number)) => Some(number - 1),
            Some(Column::Named(wanted)) => names.iter().position(|name| name.eq_ignore_ascii_case(wanted)),
            None => names.iter().position(|name| is_puzzle_name(name)),
        };
        let Some(column) = self.column else {
            let expected = self.wanted.as_ref().map_or_else(|| "`puzzle`".to_owned(), ToString::to_string);
            let found = names.iter().take(16).map(|name| format!("`{}`", super::fault::shown(name)));
            let found = found.collect::<Vec<_>>().join(", ");
            let kind = ReadErrorKind::NoColumn(Box::new(NoColumn { expected, found }));
            out.push_back(Err(Fault::of_line(kind).in_line(self.start.line)));
            self.has_failed = true;
            return true;
        };
        // A puzzle in the first line is no name of a column.
        let is_puzzle = names.get(column).is_some_and(|name| {
            whole::read(1, name, self.geometry.as_ref()).is_ok()
                || name.chars().filter(char::is_ascii_digit).count() > 9
        });
        let columns = (1..=names.len()).map(|number| format!("column {number}"));
        self.header = Some(if is_puzzle { columns.collect() } else { names });
        !is_puzzle
    }

    fn record(&self, texts: &[(Place, String)]) -> Result<Record, (u64, Fault)> {
        let column = self.column.unwrap_or(0);
        let Some((place, text)) = texts.get(column) else {
            let kind = ReadErrorKind::FieldCount { expected: column + 1, found: texts.len() };
            return Err((self.start.line, Fault::of_line(kind)));
        };
        let read = |place: &Place, text: &str, geometry: Option<&Geometry>| {
            whole::read(self.start.line, text, geometry).map_err(|fault| {
                let column = fault.column.map(|column| place.column + column - 1);
                (place.line, Fault { column, kind: fault.kind })
            })
        };
        let mut record = read(place, text, self.geometry.as_ref())?;
        if record.format == Format::Line {
            record.format = Format::Csv;
        }
        let names = self.header.iter().flatten().map(String::as_str).chain(std::iter::repeat("column"));
        for ((number, (place, text)), name) in texts.iter().enumerate().zip(names) {
            if number == column || text.is_empty() {
                continue;
            }
            if name == PLACED {
                let geometry = Geometry::of_side(record.grid.side()).ok();
                let placed = read(place, text, self.geometry.as_ref().or(geometry.as_ref()))?.grid;
                let blank = |clue: &Candidate| record.grid.get(clue.cell).is_none();
                let placed: Vec<Candidate> = placed.clues().filter(blank).collect();
                record.more_mut().placed.extend(placed);
                continue;
            }
            record.say(Key::of_name(name), text);
        }
        Ok(record)
    }

    pub(super) fn finish(&mut self, out: &mut Outcomes) {
        self.take_head(out);
        if self.has_failed {
            return;
        }
        let before = self.place;
        // Empty input tells the machine that there is no more.
        for _ in 0..2 {
            let mut field = [0; 512];
            let (result, _, written) = self.reader.read_field(&[], &mut field);
            if let Some((_, text)) = self.fields.last_mut() {
                text.extend_from_slice(&field[..written]);
            }
            match result {
                ReadFieldResult::Field { .. } => {
                    if !self.is_in_field {
                        self.fields.push((before, Vec::new()));
                    }
                    self.end_record(out);
                }
                ReadFieldResult::InputEmpty | ReadFieldResult::OutputFull | ReadFieldResult::End => break,
            }
        }
    }
}

/// What a table has columns for: fixed by its first record, as a header cannot be changed.
#[derive(Debug)]
pub(super) struct Columns {
    has_placed: bool,
    keys: Vec<Key>,
}

impl Columns {
    /// The columns for a record, of which the header is appended.
    pub(super) fn new(record: &Record, out: &mut Vec<u8>) -> Columns {
        let mut keys: Vec<Key> = Vec::new();
        for detail in record.details() {
            if !keys.contains(&detail.key) {
                keys.push(detail.key.clone());
            }
        }
        let has_placed = !record.placed().is_empty();
        let mut names = vec![PUZZLE_NAMES[0]];
        names.extend(has_placed.then_some(PLACED));
        names.extend(keys.iter().map(Key::name));
        append(&names, out);
        Columns { has_placed, keys }
    }

    /// Appends a record, and answers whether there was room for its placed digits and for its details.
    pub(super) fn write(&self, record: &Record, out: &mut Vec<u8>) -> (bool, bool) {
        let mut fields = vec![record.grid.to_line().to_string()];
        if self.has_placed {
            let mut placed = record.filled();
            for clue in record.grid.clues() {
                // The clue is one of a grid of this side.
                placed.set(clue.cell, None).ok();
            }
            let is_blank = record.placed().is_empty();
            fields.push(if is_blank { String::new() } else { placed.to_line().to_string() });
        }
        for key in &self.keys {
            let texts = record.details().iter().filter(|detail| detail.key == *key);
            fields.push(texts.map(|detail| detail.text.as_str()).collect::<Vec<_>>().join("\n"));
        }
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        append(&fields, out);
        let has_room = |detail: &Detail| self.keys.contains(&detail.key);
        (self.has_placed || record.placed().is_empty(), record.details().iter().all(has_room))
    }
}

/// Appends a record of these fields, quoted where they must be.
fn append(fields: &[&str], out: &mut Vec<u8>) {
    for (place, field) in fields.iter().enumerate() {
        if place > 0 {
            out.push(b',');
        }
        // A quoted field of nothing is no blank line.
        if field.contains([',', '"', '\n', '\r', ';', '\t']) || fields.len() == 1 && field.is_empty() {
            out.push(b'"');
            out.extend_from_slice(field.replace('"', "\"\"").as_bytes());
            out.push(b'"');
        } else {
            out.extend_from_slice(field.as_bytes());
        }
    }
    out.push(b'\n');
}
