//! Puzzles as JSON objects, one after another or in a list, and grids as lists of rows in a program.
//!
//! ```text
//! {"schema": 1, "side": 9, "givens": "53..7....6.…", "placed": "..4......…", "allowed": [[5], [3], [1, 2, 4], …],
//!  "marks": [[5], …], "corner": [[1, 2], …], "centre": [[], …], "colors": {"r1c1": ["#bfe3f7"]},
//!  "cosmetics": [{"kind": "line", "points": [[0.5, 0.5], [1.5, 0.5]], "color": "#cccccc", "width": 0.2}], "fog": {"lit": ["r1c1"]},
//!  "rules": ["x", "killer 15 r1c1 r1c2"], "title": "…", "author": "…", "comment": ["…", "…"], "other": {"…": "…"}}
//! ```
//!
//! `givens`, which may also be called `puzzle`, `grid` or `board`, is required. It is a text in any one-line
//! form, a list of N² numbers, or a list of N lists of N numbers, where `null`, and 0
//! unless it is a digit of the board, are blank cells.
//! `placed` has the same forms; `allowed` and `marks` hold a list of candidates for each cell, `corner` and `centre` the notes of
//! the player; `colors`, `cosmetics` and `fog` are those of a [`Decoration`]; `rules` are
//! those of a [variant](crate::model::geometry::rules). A text in place of an object is the puzzle itself.
//! Other members are ignored, except the details of a record and the members of `other`. An object with a
//! `grid` of objects is a puzzle of [f-puzzles](super::fpuzzles).
//!
//! A list of N lists of N cells is a grid, also as programs write it: `board = [[5, 3, 0, …], …]`, with texts as cells,
//! single quotes, `None`, and a comma after the last element.

use dlx_core::inner::json_words;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::Format;
use super::document::{Document, Place};
use super::fault::{Fault, ReadError, ReadErrorKind, digit_of};
use super::form::{Form, Forms, PuzzleWriter, Settings, Start};
use super::format::{About, Part};
use super::fpuzzles;
use super::loss::{Loss, whole_rules};
use super::one_line::{self, Texts};
use super::record::{Detail, Key, Outcomes, Record};
use super::settings;
use super::symbols::{Symbols, line_in};
use super::write_error::WriteError;
use crate::model::decoration::Decoration;
use crate::model::geometry::rules::{Grids, Rule, RuleLine};
use crate::model::geometry::{Cell, Digit, Geometry, MAX_SIDE, RuleTextError, Values, checked_side};
use crate::model::grid::Grid;
use crate::model::pencilmarks::{Marks, Pencilmarks};

/// The greatest number of bytes of an object: many times the size of a grid of side 25 with two full sets of
/// candidates.
const LONGEST_VALUE: usize = 1 << 20;

/// The version of the objects written.
const SCHEMA: u32 = 1;

/// The names of the member that may hold the puzzle.
const GIVENS: [&str; 4] = ["givens", "puzzle", "grid", "board"];

#[derive(Debug)]
pub(super) struct JsonForm;

impl JsonForm {
    pub(super) const ABOUT: About = About {
        name: "json",
        sides: [1, MAX_SIDE],
        is_block: false,
        holds: &[Part::Placed, Part::Candidates, Part::Decoration, Part::Rules, Part::Values],
        words: "one object a line; objects and lists of them are read",
        files: "`.json`, `.jsonl`",
    };
}

impl Form for JsonForm {
    fn format(&self) -> Format {
        Format::Json
    }

    fn begins_with(&self, start: &Start<'_>) -> bool {
        match start.content() {
            [b'{', ..] => true,
            [b'[', rest @ ..] => {
                rest.trim_ascii_start().first().is_none_or(|&byte| b"{[\"']0123456789-nN".contains(&byte))
            }
            content => is_named_list(content),
        }
    }

    fn document(&self, settings: &Settings) -> Option<Box<dyn Document>> {
        Some(Box::new(Json::new(settings)))
    }

    fn writer(&self) -> Box<dyn PuzzleWriter> {
        Box::new(JsonWriter(None))
    }

    fn writer_with(&self, symbols: &Symbols) -> Option<Box<dyn PuzzleWriter>> {
        Some(Box::new(JsonWriter(Some(symbols.clone()))))
    }

    fn holds(&self, _: &Detail) -> bool {
        true
    }

    fn first_without_candidates(&self, _: &Record, _: &Geometry) -> Option<Cell> {
        None
    }
}

/// Writes objects, with these symbols in place of numbers if there are some.
#[derive(Debug)]
struct JsonWriter(Option<Symbols>);

impl PuzzleWriter for JsonWriter {
    fn write(&mut self, record: &Record, board: &Geometry, out: &mut Vec<u8>) -> Result<Loss, WriteError> {
        write(record, &whole_rules(record, board), self.0.as_ref(), out);
        Ok(Loss::default())
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

/// A JSON document that is being read.
#[derive(Debug)]
struct Json {
    forms: Forms,
    geometry: Option<Geometry>,
    symbols: Option<Symbols>,
    /// True inside a list of values.
    is_in_list: bool,
    /// True before the first value, where the name of a variable may stand.
    is_in_name: bool,
    /// Lists of one length in the list of values, as many as this at most: the rows of a grid, or puzzles each.
    rows: Vec<Value>,
    rows_start: Place,
    /// The kept bytes of the current value, and its start.
    value: Vec<u8>,
    start: Place,
    /// The number of open brackets in the value.
    depth: u32,
    text: Text,
    is_too_long: bool,
    /// True if the rest of the line is ignored, after an error outside of values.
    skips_line: bool,
    /// True if the input contains only JSON.
    is_alone: bool,
    is_over: bool,
}

/// The position of the current byte relative to a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Text {
    Outside,
    Inside,
    AfterBackslash,
}

impl Json {
    fn new(settings: &Settings) -> Json {
        Json {
            forms: settings.forms,
            geometry: settings.geometry.clone(),
            symbols: settings.symbols.clone(),
            is_in_list: false,
            is_in_name: settings.format != Some(Format::Json),
            rows: Vec::new(),
            rows_start: Place::line_start(1),
            value: Vec::new(),
            start: Place::line_start(1),
            depth: 0,
            text: Text::Outside,
            is_too_long: false,
            skips_line: false,
            is_alone: settings.format == Some(Format::Json),
            is_over: false,
        }
    }

    fn is_in_value(&self) -> bool {
        self.depth > 0 || self.text != Text::Outside
    }

    /// Processes a byte between two values.
    fn between(&mut self, byte: u8, place: Place, out: &mut Outcomes) {
        match byte {
            b'\n' => {
                self.skips_line = false;
                self.is_over = !self.is_in_list && !self.is_alone;
            }
            _ if self.skips_line => {}
            b'[' if !self.is_in_list => (self.is_in_list, self.is_in_name) = (true, false),
            b']' if self.is_in_list => {
                self.end_rows(out);
                self.is_in_list = false;
            }
            _ if self.is_in_name && !b"{\"".contains(&byte) => {}
            b'{' | b'[' | b'"' => {
                self.is_in_name = false;
                self.start = place;
                self.value.clear();
                self.is_too_long = false;
                self.inside(byte);
            }
            b',' => {}
            _ if byte.is_ascii_whitespace() => {}
            _ => {
                let kind = ReadErrorKind::found_text("an object", &String::from_utf8_lossy(&[byte]));
                out.push_back(Err(place.error(kind)));
                (self.is_in_list, self.skips_line) = (false, true);
            }
        }
    }

    /// Processes a byte of a value.
    fn inside(&mut self, byte: u8) {
        if self.value.len() < LONGEST_VALUE {
            self.value.push(byte);
        } else {
            self.is_too_long = true;
        }
        self.text = match (self.text, byte) {
            (Text::Inside, b'\\') => Text::AfterBackslash,
            (Text::Inside, b'"') => Text::Outside,
            (Text::Inside | Text::AfterBackslash, _) | (Text::Outside, b'"') => Text::Inside,
            (Text::Outside, _) => {
                let (opens, closes) = (b"{[".contains(&byte), b"}]".contains(&byte));
                self.depth = self.depth.saturating_add(opens.into()).saturating_sub(closes.into());
                Text::Outside
            }
        };
    }

    /// Takes the complete value: the row of a grid, or a record.
    fn end_value(&mut self, out: &mut Outcomes) {
        let value = self.value();
        if let Ok(Value::Array(row)) = &value
            && self.is_in_list
            && self.rows.first().is_none_or(|first| first.as_array().map(Vec::len) == Some(row.len()))
            && self.may_be_row(row.len())
            && !row.iter().any(Value::is_array)
        {
            if self.rows.is_empty() {
                self.rows_start = self.start;
            }
            self.rows.push(Value::Array(row.clone()));
            if self.rows.len() > row.len() {
                self.end_rows(out);
            }
            return;
        }
        self.end_rows(out);
        out.push_back(value.and_then(|value| self.record(&value, self.start)));
    }

    /// Returns true if a list of this length may be the row of a grid rather than a puzzle.
    fn may_be_row(&self, cells: usize) -> bool {
        match &self.geometry {
            Some(geometry) => geometry.side() == cells,
            None => checked_side(cells).is_some(),
        }
    }

    /// Takes the rows of a grid, or lists that are puzzles each.
    fn end_rows(&mut self, out: &mut Outcomes) {
        let rows = std::mem::take(&mut self.rows);
        let side = rows.first().and_then(Value::as_array).map(Vec::len);
        if Some(rows.len()) == side {
            out.push_back(self.record(&Value::Array(rows), self.rows_start));
        } else {
            out.extend(rows.iter().map(|row| self.record(row, self.rows_start)));
        }
    }

    /// Returns the record of a value. Its errors have no columns, because a string may contain escapes.
    fn record(&self, value: &Value, start: Place) -> Result<Record, ReadError> {
        let (geometry, symbols) = (self.geometry.as_ref(), self.symbols.as_ref());
        let record = read(Texts { forms: self.forms, geometry, symbols }, start.line, value);
        record.map_err(|fault| start.error(fault.kind))
    }

    fn value(&self) -> Result<Value, ReadError> {
        if self.is_too_long {
            return Err(self.start.error(ReadErrorKind::too_long("an object", LONGEST_VALUE)));
        }
        serde_json::from_slice(&self.value).or_else(|error| {
            let list = self.value.starts_with(b"[").then(|| as_json(&self.value));
            let read = list.and_then(|list| serde_json::from_str(&list).ok());
            read.ok_or_else(|| self.syntax_error(&error))
        })
    }

    fn syntax_error(&self, error: &serde_json::Error) -> ReadError {
        let message = json_words(&error.to_string());
        let mut place = self.start;
        for (line, bytes) in (1..=error.line()).zip(self.value.split_inclusive(|&byte| byte == b'\n')) {
            let known = if line == error.line() { error.column().saturating_sub(1) } else { bytes.len() };
            place.pass_all(&bytes[..bytes.len().min(known)]);
        }
        place.error(ReadErrorKind::syntax(Format::Json, message))
    }
}

impl Document for Json {
    fn byte(&mut self, byte: u8, place: Place, out: &mut Outcomes) {
        if !self.is_in_value() {
            self.between(byte, place, out);
            return;
        }
        self.inside(byte);
        if !self.is_in_value() {
            self.end_value(out);
        }
    }

    fn finish(&mut self, place: Place, out: &mut Outcomes) {
        let inside = if self.is_in_value() { "an object" } else { "a list of objects" };
        if self.is_in_value() || self.is_in_list {
            out.push_back(Err(place.error(ReadErrorKind::end_inside(inside))));
        }
    }

    /// Returns true after the end of the line of a value or a list; lines in other formats may follow.
    fn is_over(&self) -> bool {
        self.is_over
    }
}

/// Returns a list of a program as JSON: with double quotes, `null`, and no comma at its end.
fn as_json(list: &[u8]) -> String {
    let text = String::from_utf8_lossy(list).replace('\'', "\"").replace("None", "null");
    let mut json = String::with_capacity(text.len());
    for (place, character) in text.char_indices() {
        let ends = || text[place + 1..].trim_start().starts_with(']');
        if character != ',' || !ends() {
            json.push(character);
        }
    }
    json
}

/// Returns the record of an object.
fn read(texts: Texts<'_>, line: u64, value: &Value) -> Result<Record, Fault> {
    let geometry = texts.geometry;
    let Value::Object(object) = value else {
        return puzzle(texts, line, value, geometry.and_then(settings::unusual_values));
    };
    if fpuzzles::is_puzzle(object) {
        return fpuzzles::read(line, object, geometry.map(Geometry::side));
    }
    let givens = GIVENS.iter().find_map(|name| object.get(*name).filter(|value| !value.is_number()));
    let givens = givens.ok_or_else(|| Fault::unexpected("a puzzle as `givens` of an object", "none"))?;
    let lines = rules(object)?;
    let named = lines.iter().find_map(|line| match line.rule() {
        Rule::Values(values) => Some(*values),
        _ => None,
    });
    // The digits of overlapping grids are those of one of them, on a board that is much larger.
    let grids = lines.iter().find_map(|line| match line.rule() {
        Rule::Grids(grids) => Some(grids),
        _ => None,
    });
    let board = grids.filter(|_| geometry.is_none()).and_then(|grids| {
        let side = object.get("side").and_then(Value::as_u64).and_then(|side| usize::try_from(side).ok());
        Geometry::of_side(side.unwrap_or_else(|| grids.side_of_board())).ok()
    });
    let geometry = geometry.or(board.as_ref());
    let texts = Texts { geometry, ..texts };
    let named = named.or_else(|| grids.map(|grids| settings::usual_values(grids.side())));
    let values = named.or_else(|| geometry.and_then(settings::unusual_values));
    let whole;
    let givens = match (givens, grids) {
        (Value::String(text), Some(grids)) => {
            whole = Value::from(with_gaps(text, grids, geometry));
            &whole
        }
        _ => givens,
    };
    let mut record = puzzle(texts, line, givens, values)?;
    let side = record.grid.side();
    if let Some(value) = object.get("placed") {
        let board = settings::board(geometry, side);
        let texts = Texts { geometry: board.as_ref(), ..texts };
        record.place_all(&puzzle(texts, line, value, values)?.grid);
    }
    if let Some(value) = object.get("allowed") {
        record.more_mut().allowed = Some(pencilmarks(value, record.grid.values(), side)?);
    }
    if let Some(value) = object.get("marks") {
        record.more_mut().marks = Some(pencilmarks(value, record.grid.values(), side)?);
    }
    if !lines.is_empty() {
        let rules = lines.iter().map(|line| line.on(side).map_err(syntax));
        record.more_mut().rules = rules.collect::<Result<_, _>>()?;
    }
    details(object, &mut record);
    let decoration = decoration(object, record.grid.values(), side)?;
    if !decoration.is_empty() {
        record.more_mut().decoration = decoration;
    }
    Ok(record)
}

/// Returns the text of a board of grids with `#` for the cells of none of them, without which it would be one of the digits of a
/// large board.
fn with_gaps(text: &str, grids: &Grids, geometry: Option<&Geometry>) -> String {
    let is_of_grid = |cell: Cell| {
        grids.corners().iter().any(|corner| {
            let (row, column) =
                (cell.row().checked_sub(corner.row()), cell.column().checked_sub(corner.column()));
            row.is_some_and(|row| row < grids.side()) && column.is_some_and(|column| column < grids.side())
        })
    };
    match geometry {
        Some(geometry) if text.chars().count() == geometry.cell_count() => text
            .chars()
            .zip(geometry.cells())
            .map(|(letter, cell)| if is_of_grid(cell) { letter } else { '#' })
            .collect(),
        _ => text.to_owned(),
    }
}

fn syntax(error: RuleTextError) -> Fault {
    Fault::of_line(ReadErrorKind::syntax(Format::Json, error))
}

fn decoration(object: &Map<String, Value>, values: Values, side: usize) -> Result<Decoration, Fault> {
    let noted = |name: &str| object.get(name).map(|value| pencilmarks(value, values, side)).transpose();
    let decoration = Decoration {
        corner: noted("corner")?,
        centre: noted("centre")?,
        colors: part(object, "colors")?.unwrap_or_default(),
        cosmetics: part(object, "cosmetics")?.unwrap_or_default(),
        fog: part(object, "fog")?,
    };
    let cells = decoration.colors.keys().chain(decoration.fog.iter().flat_map(|fog| &fog.lit));
    match cells.copied().find(|cell| cell.row() >= side || cell.column() >= side) {
        Some(found) => Err(Fault::unexpected(format!("a cell of a board of side {side}"), found)),
        None => Ok(decoration),
    }
}

/// Returns a member of the decoration of a puzzle.
fn part<T: DeserializeOwned>(object: &Map<String, Value>, name: &str) -> Result<Option<T>, Fault> {
    let read = |value: &Value| {
        T::deserialize(value).map_err(|error| {
            Fault::of_line(ReadErrorKind::syntax(
                Format::Json,
                format!("`{name}`: {}", json_words(&error.to_string())),
            ))
        })
    };
    object.get(name).map(read).transpose()
}

fn rules(object: &Map<String, Value>) -> Result<Vec<RuleLine>, Fault> {
    let list = object.get("rules").and_then(Value::as_array);
    let rule = |rule: &Value| {
        let text = rule.as_str().ok_or_else(|| Fault::unexpected("a rule", kind_of(rule)))?;
        text.parse().map_err(syntax)
    };
    list.into_iter().flatten().map(rule).collect()
}

fn details(object: &Map<String, Value>, record: &mut Record) {
    for (name, value) in object {
        let key = Key::of_name(name);
        let texts = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
        for text in texts.iter().filter_map(Value::as_str).filter(|_| !matches!(key, Key::Other(_))) {
            record.say(key.clone(), text);
        }
    }
    let others = object.get("other").and_then(Value::as_object);
    for (name, value) in others.into_iter().flatten() {
        if let Some(text) = value.as_str() {
            record.say(Key::Other(name.clone()), text);
        }
    }
}

/// Returns the record of a puzzle given as a text or a list, whose digits may be others than usual.
fn puzzle(texts: Texts<'_>, line: u64, value: &Value, values: Option<Values>) -> Result<Record, Fault> {
    let geometry = texts.geometry;
    let list = match value {
        Value::String(text) => {
            return one_line::read_of(texts, line, text, values)
                .map(|record| Record { format: Format::Json, ..record });
        }
        Value::Array(list) => list,
        other => return Err(Fault::unexpected("a text or a list", kind_of(other))),
    };
    let mut cells = Vec::new();
    for item in list {
        match item {
            Value::Array(row) if row.len() == list.len() => cells.extend(row),
            Value::Array(row) => return Err(cell_count(list.len(), row.len())),
            cell => cells.push(cell),
        }
    }
    let side = geometry.map_or_else(|| cells.len().isqrt(), Geometry::side);
    let expected = if geometry.is_some() { side * side } else { 81 };
    if cells.len() != side * side || checked_side(side).is_none() {
        return Err(cell_count(expected, cells.len()));
    }
    let values = values.unwrap_or_else(|| settings::usual_values(side));
    let digits: Result<Box<[Option<Digit>]>, Fault> = cells.iter().map(|cell| digit(cell, values)).collect();
    Ok(Record::at(line, Grid::from_digits_of(values, side, digits?), Format::Json))
}

fn cell_count(expected: usize, found: usize) -> Fault {
    Fault::of_line(ReadErrorKind::count(expected, "cell", found))
}

/// Returns the digit of a cell: a number, a text with one number, or `null`.
fn digit(value: &Value, values: Values) -> Result<Option<Digit>, Fault> {
    let number = match value {
        Value::Null => return Ok(None),
        Value::Number(number) => number.as_u64(),
        Value::String(text) if text.is_empty() || text == "." => return Ok(None),
        Value::String(text) => text.parse().ok(),
        _ => None,
    };
    let number = number.ok_or_else(|| other_cell(value))?;
    digit_of(values, Some(u32::try_from(number).unwrap_or(u32::MAX))).map_err(Fault::of_line)
}

fn other_cell(value: &Value) -> Fault {
    Fault::of_line(ReadErrorKind::found_text("a digit", &value.to_string()))
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

fn pencilmarks(value: &Value, values: Values, side: usize) -> Result<Pencilmarks, Fault> {
    let cells = value.as_array().map_or(&[][..], Vec::as_slice);
    if cells.len() != side * side {
        return Err(cell_count(side * side, cells.len()));
    }
    let marks = |digits: &Value| {
        let digits = digits.as_array().ok_or_else(|| other_cell(digits))?;
        let digits: Result<Vec<Option<Digit>>, Fault> = digits.iter().map(|one| digit(one, values)).collect();
        Ok(digits?.into_iter().flatten().collect())
    };
    let marks: Result<Box<[Marks]>, Fault> = cells.iter().map(marks).collect();
    Ok(Pencilmarks::from_marks_of(values, side, marks?))
}

/// Appends the object of a record with these rules, in one line.
fn write(record: &Record, rules: &[Rule], symbols: Option<&Symbols>, out: &mut Vec<u8>) {
    let side = record.grid.side();
    let line = |grid: &Grid| Value::from(line_in(symbols, grid));
    let mut members = format!(r#"{{"schema":{SCHEMA},"side":{side},"givens":{}"#, line(&record.grid));
    if !record.placed().is_empty() {
        members += &format!(r#","placed":{}"#, line(&record.placed_alone()));
    }
    if !rules.is_empty() {
        let rules: Vec<Value> = rules.iter().map(|rule| Value::from(rule.to_string())).collect();
        members += &format!(r#","rules":{}"#, Value::from(rules));
    }
    if let Some(more) = &record.more {
        for (name, marks) in [("allowed", &more.allowed), ("marks", &more.marks)] {
            if let Some(marks) = marks {
                members += &format!(r#","{name}":{}"#, sets(marks));
            }
        }
        members += &decorated(&more.decoration);
        members += &words(&more.details);
    }
    out.extend_from_slice(members.as_bytes());
    out.extend_from_slice(b"}\n");
}

/// Returns the members for the decoration.
fn decorated(decoration: &Decoration) -> String {
    let Decoration { corner, centre, colors, cosmetics, fog } = decoration;
    let members = [
        ("corner", corner.as_ref().map(sets)),
        ("centre", centre.as_ref().map(sets)),
        ("colors", (!colors.is_empty()).then(|| json!(colors))),
        ("cosmetics", (!cosmetics.is_empty()).then(|| json!(cosmetics))),
        ("fog", fog.as_ref().map(|fog| json!(fog))),
    ];
    members.iter().filter_map(|(name, value)| Some(format!(r#","{name}":{}"#, value.as_ref()?))).collect()
}

fn sets(pencilmarks: &Pencilmarks) -> Value {
    pencilmarks.marks().iter().map(|marks| marks.digits().map(Digit::value).collect::<Value>()).collect()
}

/// Returns the members for the details: a text each, or a list where a key occurs several times.
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
