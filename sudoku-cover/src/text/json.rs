//! Puzzles as objects of JSON, one after the other, or in a list.
//!
//! ```text
//! {"schema": 1, "side": 9, "givens": "53..7....6.…", "placed": "..4......…", "allowed": [[5], [3], [1, 2, 4], …],
//!  "marks": [[5], …], "rules": ["x", "killer 15 r1c1 r1c2"], "title": "…", "author": "…", "comment": ["…", "…"], "other": {"…": "…"}}
//! ```
//!
//! `givens`, which may also be called `puzzle`, `grid` or `board`, is needed. It is a text in any form of one line, or
//! a list of N² numbers, or of N lists of N numbers, where 0 and `null` are blank cells. `placed` has the same forms;
//! `allowed` and `marks` have for each cell the list of its candidates; `rules` are those of a
//! [variant](crate::model::geometry::rules). A text instead of an object is the puzzle
//! itself. All other members are left out, but the details of a record and those under `other`.

use serde_json::{Map, Value};

use super::fault::{Expected, Fault, ReadErrorKind, shown};
use super::format::Format;
use super::place::Place;
use super::record::{Detail, Key, Record};
use super::rows::Outcomes;
use super::settings::Settings;
use super::whole;
use crate::model::geometry::{Candidate, Cell, Digit, Geometry, RuleTextError};
use crate::model::grid::Grid;
use crate::model::pencilmarks::{Marks, Pencilmarks};

/// The most bytes of an object: many times those of a grid of side 25 with all its candidates twice.
pub(super) const LONGEST_VALUE: usize = 1 << 20;

/// The version of the objects that are written.
const SCHEMA: u32 = 1;

/// The members that may hold the puzzle.
const GIVENS: [&str; 4] = ["givens", "puzzle", "grid", "board"];

/// Objects that are being read.
#[derive(Debug)]
pub(super) struct Json {
    geometry: Option<Geometry>,
    place: Place,
    /// Whether values are those of a list.
    is_in_list: bool,
    /// What is kept of the value that is under way, and where it starts.
    value: Vec<u8>,
    start: Place,
    /// How many brackets are open in it.
    depth: u32,
    text: Text,
    is_too_long: bool,
    /// Whether the rest of the line is left out, because something stands in it that is no value.
    skips_line: bool,
    /// Whether there is nothing but objects in the input.
    is_alone: bool,
    is_over: bool,
}

/// Where in a text the bytes stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Text {
    Outside,
    Inside,
    AfterBackslash,
}

impl Json {
    pub(super) fn new(line: u64, settings: &Settings) -> Json {
        let place = Place::line_start(line);
        Json {
            geometry: settings.geometry.clone(),
            place,
            is_in_list: false,
            value: Vec::new(),
            start: place,
            depth: 0,
            text: Text::Outside,
            is_too_long: false,
            skips_line: false,
            is_alone: settings.format == Some(Format::Json),
            is_over: false,
        }
    }

    pub(super) fn line(&self) -> u64 {
        self.place.line
    }

    /// Whether lines may follow: after a value or a list, where its line ends.
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    pub(super) fn take(&mut self, bytes: &[u8], out: &mut Outcomes) -> usize {
        for (taken, &byte) in (1..).zip(bytes) {
            let place = self.place;
            self.place.pass(byte);
            if self.depth == 0 && self.text == Text::Outside {
                self.between(byte, place, out);
            } else {
                self.inside(byte);
                if self.depth == 0 && self.text == Text::Outside {
                    self.give(out);
                }
            }
            if self.is_over || !out.is_empty() {
                return taken;
            }
        }
        bytes.len()
    }

    /// Takes a byte between two values.
    fn between(&mut self, byte: u8, place: Place, out: &mut Outcomes) {
        match byte {
            b'\n' => {
                self.skips_line = false;
                self.is_over = !self.is_in_list && !self.is_alone;
            }
            _ if self.skips_line => {}
            b'[' if !self.is_in_list => self.is_in_list = true,
            b']' if self.is_in_list => self.is_in_list = false,
            b'{' | b'[' | b'"' => {
                self.start = place;
                self.value.clear();
                self.is_too_long = false;
                self.inside(byte);
            }
            b',' => {}
            _ if byte.is_ascii_whitespace() => {}
            _ => {
                let message = format!("an object expected, `{}` found", char::from(byte).escape_default());
                let kind = ReadErrorKind::Syntax { format: Format::Json, message: message.into() };
                out.push_back(Err(Fault::at(place.column, kind).in_line(place.line)));
                (self.is_in_list, self.skips_line) = (false, true);
            }
        }
    }

    /// Takes a byte of a value.
    fn inside(&mut self, byte: u8) {
        if self.value.len() < LONGEST_VALUE {
            self.value.push(byte);
        } else {
            self.is_too_long = true;
        }
        self.text = match (self.text, byte) {
            (Text::Inside, b'\\') => Text::AfterBackslash,
            (Text::Inside, b'"') => Text::Outside,
            (Text::Inside | Text::AfterBackslash, _) => Text::Inside,
            (Text::Outside, b'"') => Text::Inside,
            (Text::Outside, b'{' | b'[') => {
                self.depth = self.depth.saturating_add(1);
                Text::Outside
            }
            (Text::Outside, b'}' | b']') => {
                self.depth = self.depth.saturating_sub(1);
                Text::Outside
            }
            (Text::Outside, _) => Text::Outside,
        };
    }

    fn give(&mut self, out: &mut Outcomes) {
        let start = self.start;
        if self.is_too_long {
            let kind = ReadErrorKind::LongRecord { what: Expected::Object, expected: LONGEST_VALUE };
            out.push_back(Err(Fault::at(start.column, kind).in_line(start.line)));
            return;
        }
        let value: Value = match serde_json::from_slice(&self.value) {
            Ok(value) => value,
            Err(error) => {
                out.push_back(Err(self.syntax_error(&error)));
                return;
            }
        };
        let record = read(start.line, &value, self.geometry.as_ref());
        // In the object there are no columns: a text may have any number of escapes.
        out.push_back(record.map_err(|fault| Fault::at(start.column, fault.kind).in_line(start.line)));
    }

    fn syntax_error(&self, error: &serde_json::Error) -> super::fault::ReadError {
        let text = error.to_string();
        let message = text.split(" at line ").next().unwrap_or(&text).to_owned();
        let mut place = self.start;
        let lines = self.value.split_inclusive(|&byte| byte == b'\n');
        for (line, bytes) in (1..).zip(lines) {
            if line == error.line() {
                place.pass_all(&bytes[..bytes.len().min(error.column().saturating_sub(1))]);
                break;
            }
            place.pass_all(bytes);
        }
        let kind = ReadErrorKind::Syntax { format: Format::Json, message: message.into() };
        Fault::at(place.column, kind).in_line(place.line)
    }

    pub(super) fn finish(&mut self, out: &mut Outcomes) {
        let inside = match (self.depth > 0 || self.text != Text::Outside, self.is_in_list) {
            (true, _) => Expected::Object,
            (false, true) => Expected::Objects,
            (false, false) => return,
        };
        let Place { line, column } = self.place;
        out.push_back(Err(Fault::at(column, ReadErrorKind::EndInside { inside }).in_line(line)));
        (self.depth, self.text, self.is_in_list) = (0, Text::Outside, false);
    }
}

fn syntax(message: String) -> Fault {
    Fault::of_line(ReadErrorKind::Syntax { format: Format::Json, message: message.into() })
}

/// The record of an object.
fn read(line: u64, value: &Value, geometry: Option<&Geometry>) -> Result<Record, Fault> {
    let object = match value {
        Value::Object(object) => object,
        other => {
            let mut record = puzzle(line, other, geometry)?;
            record.format = Format::Json;
            return Ok(record);
        }
    };
    let givens = GIVENS.iter().find_map(|name| object.get(*name).filter(|value| !value.is_number()));
    let no_puzzle = || Fault::of_line(ReadErrorKind::NoPuzzle { expected: Expected::Givens });
    let mut record = puzzle(line, givens.ok_or_else(no_puzzle)?, geometry)?;
    record.format = Format::Json;
    let side = record.grid.side();
    let board = match geometry {
        Some(geometry) => geometry.clone(),
        None => Geometry::of_side(side).map_err(|error| syntax(error.to_string()))?,
    };
    if let Some(value) = object.get("placed") {
        let placed = puzzle(line, value, Some(&board))?.grid;
        let blank = |clue: &Candidate| record.grid.get(clue.cell).is_none();
        let placed: Vec<Candidate> = placed.clues().filter(blank).collect();
        if !placed.is_empty() {
            record.more_mut().placed = placed;
        }
    }
    if let Some(value) = object.get("allowed") {
        record.more_mut().allowed = Some(pencilmarks(value, side)?);
    }
    if let Some(value) = object.get("marks") {
        record.more_mut().marks = Some(pencilmarks(value, side)?);
    }
    for rule in object.get("rules").and_then(Value::as_array).into_iter().flatten() {
        let rule =
            rule.as_str().ok_or_else(|| syntax(format!("a rule expected, {} found", kind_of(rule))))?;
        let rule = rule.parse().map_err(|error: RuleTextError| syntax(error.to_string()))?;
        record.more_mut().rules.push(rule);
    }
    details(object, &mut record);
    Ok(record)
}

fn details(object: &Map<String, Value>, record: &mut Record) {
    for (name, value) in object {
        let key = Key::of_name(name);
        if !matches!(key, Key::Other(_)) {
            match value {
                Value::Array(values) => {
                    values.iter().filter_map(Value::as_str).for_each(|text| record.say(key.clone(), text));
                }
                Value::String(text) => record.say(key, text),
                _ => {}
            }
        }
    }
    let others = object.get("other").and_then(Value::as_object);
    for (name, value) in others.into_iter().flatten() {
        if let Some(text) = value.as_str() {
            record.say(Key::Other(name.clone()), text);
        }
    }
}

/// The record of a puzzle as a text or a list.
fn puzzle(line: u64, value: &Value, geometry: Option<&Geometry>) -> Result<Record, Fault> {
    let list = match value {
        Value::String(text) => return whole::read(line, text, geometry),
        Value::Array(list) => list,
        other => return Err(syntax(format!("a text or a list expected, {} found", kind_of(other)))),
    };
    let mut cells = Vec::new();
    for item in list {
        match item {
            Value::Array(row) if row.len() == list.len() => cells.extend(row),
            Value::Array(row) => {
                let kind = ReadErrorKind::CellCount { expected: list.len(), found: row.len() };
                return Err(Fault::of_line(kind));
            }
            cell => cells.push(cell),
        }
    }
    let side = geometry.map_or_else(|| cells.len().isqrt(), Geometry::side);
    let empty = Grid::empty(side).map_err(|error| syntax(error.to_string()))?;
    if cells.len() != side * side {
        let expected = if geometry.is_some() { side * side } else { 81 };
        return Err(Fault::of_line(ReadErrorKind::CellCount { expected, found: cells.len() }));
    }
    let digits: Result<Box<[Option<Digit>]>, Fault> = cells.iter().map(|cell| digit(cell, side)).collect();
    debug_assert_eq!(empty.digits().len(), cells.len());
    Ok(Record::at(line, Grid::from_digits(side, digits?), Format::Json))
}

/// The digit of a cell: a number, a text of one number, or nothing.
fn digit(value: &Value, side: usize) -> Result<Option<Digit>, Fault> {
    let number = match value {
        Value::Null => 0,
        Value::Number(number) => number.as_u64().ok_or_else(|| other_cell(value))?,
        Value::String(text) if text.is_empty() || text == "." => 0,
        Value::String(text) => text.parse().map_err(|_| other_cell(value))?,
        _ => return Err(other_cell(value)),
    };
    if number > side as u64 {
        let found = u32::try_from(number).unwrap_or(u32::MAX);
        return Err(Fault::of_line(ReadErrorKind::DigitAboveSide { found, side }));
    }
    Ok(u8::try_from(number).ok().and_then(Digit::new))
}

fn other_cell(value: &Value) -> Fault {
    let found = shown(&value.to_string());
    Fault::of_line(ReadErrorKind::OtherName { expected: Expected::Digit, found })
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a truth value",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

fn pencilmarks(value: &Value, side: usize) -> Result<Pencilmarks, Fault> {
    let cells = value.as_array().map_or(&[][..], Vec::as_slice);
    if cells.len() != side * side {
        return Err(Fault::of_line(ReadErrorKind::CellCount { expected: side * side, found: cells.len() }));
    }
    let mut pencilmarks = Pencilmarks::full(side).map_err(|error| syntax(error.to_string()))?;
    for (place, digits) in cells.iter().enumerate() {
        let digits = digits.as_array().ok_or_else(|| other_cell(digits))?;
        let digits: Result<Vec<Option<Digit>>, Fault> = digits.iter().map(|one| digit(one, side)).collect();
        let marks: Marks = digits?.into_iter().flatten().collect();
        let row = u8::try_from(place / side).unwrap_or(u8::MAX);
        let column = u8::try_from(place % side).unwrap_or(u8::MAX);
        pencilmarks.set(Cell::new(row, column), marks).map_err(|error| syntax(error.to_string()))?;
    }
    Ok(pencilmarks)
}

/// Appends the object of a record, in one line. The rules of the board stand in for those that it does not bring.
pub(super) fn write(record: &Record, geometry: &Geometry, out: &mut Vec<u8>) {
    let side = record.grid.side();
    let mut members = format!(r#"{{"schema":{SCHEMA},"side":{side},"givens":"{}""#, record.grid.to_line());
    if !record.placed().is_empty() {
        let mut placed = record.filled();
        for clue in record.grid.clues() {
            // The clue is one of a grid of this side.
            placed.set(clue.cell, None).ok();
        }
        members += &format!(r#","placed":"{}""#, placed.to_line());
    }
    let rules = if record.rules().is_empty() { geometry.rules() } else { record.rules() };
    if !rules.is_empty() {
        let rules: Vec<Value> = rules.iter().map(|rule| Value::from(rule.to_string())).collect();
        members += &format!(r#","rules":{}"#, Value::from(rules));
    }
    if let Some(more) = &record.more {
        for (name, marks) in [("allowed", &more.allowed), ("marks", &more.marks)] {
            if let Some(marks) = marks {
                members += &format!(r#","{name}":[{}]"#, sets(marks));
            }
        }
        members += &words(&more.details);
    }
    out.extend_from_slice(members.as_bytes());
    out.extend_from_slice(b"}\n");
}

fn sets(pencilmarks: &Pencilmarks) -> String {
    let set = |marks: &Marks| {
        let digits: Vec<String> = marks.digits().map(|digit| digit.to_string()).collect();
        format!("[{}]", digits.join(","))
    };
    pencilmarks.marks().iter().map(set).collect::<Vec<_>>().join(",")
}

/// The members of the details: a text, or a list where something is said several times.
fn words(details: &[Detail]) -> String {
    let (mut known, mut others) = (Map::new(), Map::new());
    for detail in details {
        let members = if matches!(detail.key, Key::Other(_)) { &mut others } else { &mut known };
        let text = Value::from(detail.text.as_str());
        match members.get_mut(detail.key.name()) {
            Some(Value::Array(texts)) => texts.push(text),
            Some(first) => *first = Value::from(vec![first.take(), text]),
            None => {
                members.insert(detail.key.name().to_owned(), text);
            }
        }
    }
    if !others.is_empty() {
        known.insert("other".to_owned(), Value::Object(others));
    }
    known.iter().map(|(name, value)| format!(",{}:{value}", Value::from(name.as_str()))).collect()
}
