//! Tables: fields separated by commas, semicolons or tabs, with a header that names the column of the
//! puzzles.
//!
//! Fields may be quoted as in RFC 4180. The column of the puzzles is the requested one, or the first whose
//! name is one of the [usual ones](PUZZLE_NAMES). The column `placed` contains placed digits. All other
//! fields become details of the record: with the key of that name if there is one, otherwise with the name of
//! the column. A file without a header can be read if the column is requested by its number.

use csv_core::{ReadFieldResult, ReadRecordResult, Reader, ReaderBuilder};

use super::Format;
use super::document::{Document, Place};
use super::fault::{Fault, ReadError, ReadErrorKind};
use super::form::{Form, Forms, PuzzleWriter, Settings, Start};
use super::format::{About, Part};
use super::loss::Loss;
use super::one_line::{self, Texts};
use super::record::{Detail, Key, Outcomes, Record};
use super::settings::{self, Column};
use super::symbols::{Symbols, line_in};
use super::write_error::WriteError;
use crate::model::geometry::{Geometry, MAX_SIDE};
use crate::model::unexpected::shown;

/// The names of a column of puzzles, in lower case.
const PUZZLE_NAMES: [&str; 10] =
    ["puzzle", "puzzles", "quiz", "quizzes", "sudoku", "sudokus", "givens", "grid", "board", "question"];

const PLACED: &str = "placed";

/// The greatest number of bytes of a record that are kept.
const LONGEST_RECORD: usize = 1 << 18;

#[derive(Debug)]
pub(super) struct TableForm;

impl TableForm {
    pub(super) const ABOUT: About = About {
        name: "csv",
        sides: [1, MAX_SIDE],
        is_block: false,
        holds: &[Part::Placed, Part::Gaps],
        words: "a table with a header; other columns are kept",
        files: "`.csv`, `.tsv`",
    };
}

impl Form for TableForm {
    fn format(&self) -> Format {
        Format::Csv
    }

    fn begins_with(&self, start: &Start<'_>) -> bool {
        let is_text = !matches!(start.content(), [] | [b'#', ..]);
        is_text && start.is_first && (start.column.is_some() || is_header(start.content()))
    }

    fn document(&self, settings: &Settings) -> Option<Box<dyn Document>> {
        Some(Box::new(Table::new(settings)))
    }

    fn writer(&self) -> Box<dyn PuzzleWriter> {
        Box::<TableWriter>::default()
    }

    fn writer_with(&self, symbols: &Symbols) -> Option<Box<dyn PuzzleWriter>> {
        Some(Box::new(TableWriter { columns: None, symbols: Some(symbols.clone()) }))
    }

    fn holds(&self, _: &Detail) -> bool {
        true
    }
}

/// Returns true if a line is the header of a table with puzzles.
fn is_header(line: &[u8]) -> bool {
    let delimiter = delimiter(line);
    if !line.contains(&delimiter) {
        // A single column is recognized by its name alone.
        return is_puzzle_name(&String::from_utf8_lossy(line));
    }
    line.split(|&byte| byte == delimiter).any(|field| is_puzzle_name(&String::from_utf8_lossy(field)))
}

fn is_puzzle_name(field: &str) -> bool {
    let name = field.trim().trim_matches('"').to_ascii_lowercase();
    PUZZLE_NAMES.contains(&name.as_str())
}

/// Returns the separator of the fields in a line.
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
struct Table {
    forms: Forms,
    geometry: Option<Geometry>,
    symbols: Option<Symbols>,
    wanted: Option<Column>,
    /// The separator of fields, known after the first line.
    delimiter: Option<u8>,
    reader: Box<Reader>,
    /// The bytes of the current record, and its start.
    raw: Vec<u8>,
    start: Place,
    /// Number of these bytes parsed, and the fields parsed from them: their text, and the end of each.
    taken: usize,
    text: Vec<u8>,
    ends: Vec<usize>,
    is_too_long: bool,
    header: Option<Vec<String>>,
    /// The column of the puzzle, from 0.
    column: Option<usize>,
    has_failed: bool,
}

impl Table {
    fn new(settings: &Settings) -> Table {
        Table {
            forms: settings.forms,
            geometry: settings.geometry.clone(),
            symbols: settings.symbols.clone(),
            wanted: settings.column.clone(),
            delimiter: None,
            reader: Box::default(),
            raw: Vec::new(),
            start: Place::line_start(1),
            taken: 0,
            text: Vec::new(),
            ends: Vec::new(),
            is_too_long: false,
            header: None,
            column: None,
            has_failed: false,
        }
    }

    /// Parses the new bytes of the record.
    fn read(&mut self, out: &mut Outcomes) {
        if self.delimiter.is_none() {
            if self.raw.starts_with(b"\xef\xbb\xbf") {
                self.raw.drain(..3);
            }
            let delimiter = delimiter(&self.raw);
            self.delimiter = Some(delimiter);
            *self.reader = ReaderBuilder::new().delimiter(delimiter).build();
        }
        self.is_too_long |= self.raw.len() > LONGEST_RECORD;
        let mut is_record = false;
        while self.taken < self.raw.len() && !is_record {
            is_record = self.step(true);
        }
        if is_record {
            self.end_record(out);
        } else if self.is_too_long {
            self.clear();
        }
    }

    /// Parses some bytes, or the end of the input. Returns true if a record has ended.
    fn step(&mut self, has_more: bool) -> bool {
        let (mut text, mut ends) = ([0; 512], [0; 64]);
        let bytes = if has_more { &self.raw[self.taken..] } else { &[] };
        let (result, taken, written, ended) = self.reader.read_record(bytes, &mut text, &mut ends);
        self.taken += taken;
        if !self.is_too_long {
            self.text.extend_from_slice(&text[..written]);
            self.ends.extend_from_slice(&ends[..ended]);
        }
        matches!(result, ReadRecordResult::Record)
    }

    fn clear(&mut self) {
        self.raw.clear();
        self.text.clear();
        self.ends.clear();
        self.taken = 0;
    }

    fn end_record(&mut self, out: &mut Outcomes) {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let text = |(start, &end)| String::from_utf8_lossy(&self.text[start..end]).into_owned();
        let fields: Vec<String> = starts.zip(&self.ends).map(text).collect();
        if std::mem::take(&mut self.is_too_long) {
            out.push_back(Err(self.error(ReadErrorKind::too_long("a record", LONGEST_RECORD))));
        } else if self.column.is_some() || !self.take_header(&fields, out) {
            out.push_back(self.record(&fields));
        }
        self.clear();
    }

    /// Returns an error for the record as a whole.
    fn error(&self, kind: ReadErrorKind) -> ReadError {
        Fault::of_line(kind).in_line(self.start.line)
    }

    /// Finds the column of the puzzles. Returns true if the record was a header, or if there is no such
    /// column.
    fn take_header(&mut self, fields: &[String], out: &mut Outcomes) -> bool {
        let names: Vec<String> = fields.iter().map(|text| text.trim().to_owned()).collect();
        self.column = match &self.wanted {
            Some(Column::Number(number)) => Some(number - 1),
            Some(Column::Named(wanted)) => names.iter().position(|name| name.eq_ignore_ascii_case(wanted)),
            None => names.iter().position(|name| is_puzzle_name(name)),
        };
        let Some(column) = self.column else {
            let expected = self.wanted.as_ref().map_or_else(|| "`puzzle`".to_owned(), ToString::to_string);
            let found: Vec<String> = names.iter().take(16).map(|name| shown(name)).collect();
            let kind = ReadErrorKind::unexpected(format!("a column {expected}"), found.join(", "));
            out.push_back(Err(self.error(kind)));
            self.has_failed = true;
            return true;
        };
        // A first line that contains a puzzle is not a header.
        let is_puzzle = names.get(column).is_some_and(|name| {
            one_line::read(self.texts(self.geometry.as_ref()), 1, name).is_ok()
                || name.chars().filter(char::is_ascii_digit).count() > 9
        });
        let columns = (1..=names.len()).map(|number| format!("column {number}"));
        self.header = Some(if is_puzzle { columns.collect() } else { names });
        !is_puzzle
    }

    fn record(&self, fields: &[String]) -> Result<Record, ReadError> {
        let column = self.column.unwrap_or(0);
        let text = fields.get(column);
        let text = text.ok_or_else(|| self.error(ReadErrorKind::count(column + 1, "field", fields.len())))?;
        let mut record = self.puzzle(column, text, self.geometry.as_ref())?;
        if record.format == Format::Line {
            record.format = Format::Csv;
        }
        let names = self.header.iter().flatten().map(String::as_str).chain(std::iter::repeat("column"));
        for ((number, text), name) in fields.iter().enumerate().zip(names) {
            if number == column || text.is_empty() {
                continue;
            }
            if name == PLACED {
                let board = settings::board(self.geometry.as_ref(), record.grid.side());
                record.place_all(&self.puzzle(number, text, board.as_ref())?.grid);
            } else {
                record.say(Key::of_name(name), text);
            }
        }
        Ok(record)
    }

    fn texts<'a>(&'a self, geometry: Option<&'a Geometry>) -> Texts<'a> {
        Texts { forms: self.forms, geometry, symbols: self.symbols.as_ref() }
    }

    /// Returns the puzzle in a field.
    fn puzzle(&self, field: usize, text: &str, geometry: Option<&Geometry>) -> Result<Record, ReadError> {
        one_line::read(self.texts(geometry), self.start.line, text).map_err(|fault| {
            let place = self.place(field);
            let column = fault.column.map(|column| place.column + column - 1);
            Fault { column, kind: fault.kind }.in_line(place.line)
        })
    }

    /// Returns the position at which a field of the record starts.
    fn place(&self, field: usize) -> Place {
        let mut reader = ReaderBuilder::new().delimiter(self.delimiter.unwrap_or(b',')).build();
        let (mut start, mut ended) = (0, 0);
        while ended < field && start < self.raw.len() {
            let (result, taken, _) = reader.read_field(&self.raw[start..], &mut [0; 512]);
            start += taken;
            ended += usize::from(matches!(result, ReadFieldResult::Field { .. }));
        }
        let mut place = self.start;
        place.pass_all(&self.raw[..start]);
        if self.raw.get(start) == Some(&b'"') {
            place.pass(b'"');
        }
        place
    }
}

impl Document for Table {
    fn take(&mut self, bytes: &[u8], place: &mut Place, out: &mut Outcomes) -> usize {
        if self.has_failed {
            return bytes.len();
        }
        let bytes = &bytes[..bytes.len().min(LONGEST_RECORD + 1)];
        // A record can only end at the end of a line.
        let end = bytes.iter().position(|byte| b"\r\n".contains(byte));
        let taken = end.map_or(bytes.len(), |end| end + 1);
        let is_new = self.raw.is_empty() && !self.is_too_long;
        if is_new {
            self.start = *place;
        }
        place.pass_all(&bytes[..taken]);
        if !is_new || end != Some(0) {
            self.raw.extend_from_slice(&bytes[..taken]);
            if end.is_some() || self.raw.len() > LONGEST_RECORD {
                self.read(out);
            }
        }
        taken
    }

    fn finish(&mut self, _: Place, out: &mut Outcomes) {
        if !self.has_failed {
            self.read(out);
            if !self.has_failed && self.step(false) {
                self.end_record(out);
            }
        }
    }
}

/// A table that is being written.
#[derive(Debug, Default)]
struct TableWriter {
    columns: Option<Columns>,
    /// The symbols of the digits, if they are not numbers.
    symbols: Option<Symbols>,
}

impl PuzzleWriter for TableWriter {
    fn write(&mut self, record: &Record, _: &Geometry, out: &mut Vec<u8>) -> Result<Loss, WriteError> {
        let columns = self.columns.get_or_insert_with(|| Columns::new(record, out));
        Ok(columns.write(record, self.symbols.as_ref(), out))
    }
}

/// The columns of a table that is written. They are those of its first record, since the header cannot be
/// changed later.
#[derive(Debug)]
struct Columns {
    has_placed: bool,
    keys: Vec<Key>,
}

impl Columns {
    /// Returns the columns for a record, and appends their header.
    fn new(record: &Record, out: &mut Vec<u8>) -> Columns {
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

    /// Appends a record. Returns what did not fit into the columns.
    fn write(&self, record: &Record, symbols: Option<&Symbols>, out: &mut Vec<u8>) -> Loss {
        let mut fields = vec![line_in(symbols, &record.grid)];
        if self.has_placed {
            let is_blank = record.placed().is_empty();
            fields.push(if is_blank { String::new() } else { line_in(symbols, &record.placed_alone()) });
        }
        for key in &self.keys {
            let texts = record.details().iter().filter(|detail| detail.key == *key);
            fields.push(texts.map(|detail| detail.text.as_str()).collect::<Vec<_>>().join("\n"));
        }
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        append(&fields, out);
        Loss {
            placed: !self.has_placed && !record.placed().is_empty(),
            ..Loss::of_details(record.details().iter().filter(|detail| !self.keys.contains(&detail.key)))
        }
    }
}

/// Appends a record of these fields, quoted where necessary.
fn append(fields: &[&str], out: &mut Vec<u8>) {
    for (place, field) in fields.iter().enumerate() {
        if place > 0 {
            out.push(b',');
        }
        // A single empty field is quoted, so that the line is not blank.
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
