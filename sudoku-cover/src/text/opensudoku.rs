//! The XML of `OpenSudoku`: games in folders, the cells of a game in its attribute `data`.
//!
//! ```text
//! <opensudoku version="2">
//!   <folder name="Easy">
//!     <game data="530070000…" note="…" />
//!   </folder>
//! </opensudoku>
//! ```
//!
//! `data` is 81 digits, or `version: 2`, a line end, and for each cell its value, its notes and whether it may be
//! changed, a `|` after each. Notes are a number whose lowest bit stands for 1; in version 1 digits with commas, and in
//! version 3 there are two of them. In older files the collection has a name, an author and so on in elements of their
//! own; they are details of every game.
//!
//! A tag is taken apart when it is complete, so that no more than one is kept.

use std::borrow::Cow;

use quick_xml::Reader;
use quick_xml::escape::{escape, unescape};
use quick_xml::events::{BytesStart, Event};

use super::fault::{Expected, Fault, ReadErrorKind, shown};
use super::format::Format;
use super::place::Place;
use super::record::{Detail, Key, Record};
use super::rows::Outcomes;
use super::settings::Settings;
use super::whole;
use crate::model::geometry::{Candidate, Digit, Geometry};
use crate::model::grid::Grid;
use crate::model::pencilmarks::{Marks, Pencilmarks};

/// The only side of these puzzles.
pub(super) const SIDE: usize = 9;
const CELLS: usize = SIDE * SIDE;

/// The most bytes of a tag, which may hold all moves of a game, and of a text.
const LONGEST_TAG: usize = 1 << 20;
const LONGEST_TEXT: usize = 1 << 12;

/// Elements with what they say about a collection.
const ELEMENTS: [(&[u8], Key); 8] = [
    (b"name", Key::Title),
    (b"author", Key::Author),
    (b"description", Key::Description),
    (b"comment", Key::Comment),
    (b"created", Key::Date),
    (b"source", Key::Source),
    (b"level", Key::Level),
    (b"sourceURL", Key::Url),
];

/// Attributes of a game that are passed on.
const PASSED_ON: [&str; 4] = ["created", "state", "time", "last_played"];

/// A file that is being read.
#[derive(Debug)]
pub(super) struct OpenSudoku {
    place: Place,
    state: XmlState,
    /// The tag that is under way, and where it starts.
    tag: Vec<u8>,
    start: Place,
    /// How many elements are open.
    depth: u32,
    /// What the text says that is under way.
    element: Option<Key>,
    text: Vec<u8>,
    /// What was said about all games, and the name of their folder.
    details: Vec<Detail>,
    folder: Option<String>,
    /// Whether there is nothing else in the input.
    is_alone: bool,
    is_over: bool,
    has_failed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum XmlState {
    Text,
    Tag,
    /// Inside a tag, in quotes of this kind.
    Quoted(u8),
    Comment,
}

impl OpenSudoku {
    pub(super) fn new(line: u64, settings: &Settings) -> OpenSudoku {
        let place = Place::line_start(line);
        OpenSudoku {
            place,
            state: XmlState::Text,
            tag: Vec::new(),
            start: place,
            depth: 0,
            element: None,
            text: Vec::new(),
            details: Vec::new(),
            folder: None,
            is_alone: settings.format == Some(Format::OpenSudoku),
            is_over: false,
            has_failed: false,
        }
    }

    pub(super) fn line(&self) -> u64 {
        self.place.line
    }

    /// Whether the outermost element has ended.
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    pub(super) fn take(&mut self, bytes: &[u8], out: &mut Outcomes) -> usize {
        if self.has_failed {
            self.place.pass_all(bytes);
            return bytes.len();
        }
        for (taken, &byte) in (1..).zip(bytes) {
            let place = self.place;
            self.place.pass(byte);
            self.byte(byte, place, out);
            if self.is_over || self.has_failed || !out.is_empty() {
                return taken;
            }
        }
        bytes.len()
    }

    fn byte(&mut self, byte: u8, place: Place, out: &mut Outcomes) {
        if self.state == XmlState::Text && byte != b'<' {
            if self.element.is_some() && self.text.len() < LONGEST_TEXT {
                self.text.push(byte);
            }
            return;
        }
        if self.state == XmlState::Text {
            (self.state, self.start) = (XmlState::Tag, place);
            self.tag.clear();
        }
        if self.tag.len() == LONGEST_TAG {
            if self.state != XmlState::Comment {
                self.fail(ReadErrorKind::LongRecord { what: Expected::Tag, expected: LONGEST_TAG }, out);
                return;
            }
            // What a comment says does not matter, but how it ends.
            self.tag.drain(4..LONGEST_TAG - 4);
        }
        self.tag.push(byte);
        self.state = match (self.state, byte) {
            (XmlState::Tag, b'"' | b'\'') => XmlState::Quoted(byte),
            (XmlState::Quoted(quote), _) if quote == byte => XmlState::Tag,
            (XmlState::Tag, _) if self.tag == b"<!--" => XmlState::Comment,
            (XmlState::Comment, b'>') if self.tag.ends_with(b"-->") && self.tag.len() >= 7 => XmlState::Text,
            (XmlState::Tag, b'>') => {
                self.end_tag(out);
                XmlState::Text
            }
            (state, _) => state,
        };
    }

    fn fail(&mut self, kind: ReadErrorKind, out: &mut Outcomes) {
        out.push_back(Err(Fault::at(self.start.column, kind).in_line(self.start.line)));
        self.has_failed = true;
    }

    fn end_tag(&mut self, out: &mut Outcomes) {
        let tag = std::mem::take(&mut self.tag);
        let text = String::from_utf8_lossy(&tag);
        let mut reader = Reader::from_str(&text);
        reader.config_mut().allow_unmatched_ends = true;
        match reader.read_event() {
            Ok(Event::Start(start)) => {
                self.begin(&start, out);
                self.depth = self.depth.saturating_add(1);
            }
            Ok(Event::Empty(start)) => {
                self.begin(&start, out);
                self.end(start.local_name().as_ref());
                self.is_over = self.depth == 0 && !self.is_alone;
            }
            Ok(Event::End(end)) => {
                self.end(end.local_name().as_ref());
                self.depth = self.depth.saturating_sub(1);
                self.is_over = self.depth == 0 && !self.is_alone;
            }
            Ok(_) => {}
            Err(error) => {
                let message = error.to_string().into();
                self.fail(ReadErrorKind::Syntax { format: Format::OpenSudoku, message }, out);
            }
        }
    }

    fn begin(&mut self, start: &BytesStart<'_>, out: &mut Outcomes) {
        let name = start.local_name();
        if self.depth == 0 && name.as_ref() != b"opensudoku" {
            let found = shown(&String::from_utf8_lossy(name.as_ref()));
            let kind = ReadErrorKind::OtherName { expected: Expected::Root, found };
            self.fail(kind, out);
            return;
        }
        match name.as_ref() {
            b"folder" => self.folder = attribute(start, "name"),
            b"game" => {
                let record = self.game(start);
                let Place { line, column } = self.start;
                out.push_back(record.map_err(|fault| Fault::at(column, fault.kind).in_line(line)));
            }
            other => {
                let known = ELEMENTS.into_iter().find(|(name, _)| *name == other);
                self.element = known.map(|(_, key)| key);
                self.text.clear();
            }
        }
    }

    fn end(&mut self, name: &[u8]) {
        if name == b"folder" {
            self.folder = None;
        }
        if let Some(key) = self.element.take() {
            let text = String::from_utf8_lossy(&self.text);
            let text = unescape(&text).map_or_else(|_| text.to_string(), Cow::into_owned);
            self.details.retain(|detail| detail.key != key);
            if !text.trim().is_empty() {
                self.details.push(Detail::new(key, &text));
            }
        }
    }

    fn game(&self, start: &BytesStart<'_>) -> Result<Record, Fault> {
        let no_puzzle = || Fault::of_line(ReadErrorKind::NoPuzzle { expected: Expected::GameData });
        let data = attribute(start, "data").ok_or_else(no_puzzle)?;
        let mut record = cells(self.start.line, data.trim())?;
        record.format = Format::OpenSudoku;
        for detail in &self.details {
            record.say(detail.key.clone(), &detail.text);
        }
        if let Some(folder) = &self.folder {
            record.say(Key::Title, folder);
        }
        if let Some(note) = attribute(start, "note") {
            record.say(Key::Comment, &note);
        }
        for name in PASSED_ON {
            if let Some(text) = attribute(start, name) {
                record.say(Key::Other(name.to_owned()), &text);
            }
        }
        Ok(record)
    }

    pub(super) fn finish(&mut self, out: &mut Outcomes) {
        let inside = match (self.has_failed, self.state, self.depth) {
            (true, ..) | (false, XmlState::Text, 0) => return,
            (false, XmlState::Text, _) => Expected::Element,
            (false, ..) => Expected::Tag,
        };
        let Place { line, column } = self.place;
        out.push_back(Err(Fault::at(column, ReadErrorKind::EndInside { inside }).in_line(line)));
        self.has_failed = true;
    }
}

fn attribute(start: &BytesStart<'_>, name: &str) -> Option<String> {
    let attribute = start.try_get_attribute(name).ok().flatten()?;
    attribute.unescape_value().ok().map(Cow::into_owned)
}

/// The record of the data of a game.
fn cells(line: u64, data: &str) -> Result<Record, Fault> {
    if !data.contains('|') {
        return whole::read(line, data, Some(&Geometry::classic()));
    }
    let (version, fields) = match data.strip_prefix("version:") {
        Some(rest) => {
            let rest = rest.trim_start();
            let end = rest.find(|character: char| !character.is_ascii_digit()).unwrap_or(rest.len());
            (rest[..end].parse().unwrap_or(u32::MAX), &rest[end..])
        }
        None => (2, data),
    };
    let of_cell = if version >= 3 { 4 } else { 3 };
    // Some versions have two bars after the notes.
    let fields: Vec<&str> = fields.split('|').map(str::trim).filter(|field| !field.is_empty()).collect();
    if fields.len() != CELLS * of_cell {
        let kind = ReadErrorKind::CellCount { expected: CELLS, found: fields.len().div_ceil(of_cell) };
        return Err(Fault::of_line(kind));
    }
    let full = || Pencilmarks::full(SIDE).unwrap_or_else(|_| unreachable!("the side is 9"));
    let (mut digits, mut placed, mut marks) = (Vec::with_capacity(CELLS), Vec::new(), full());
    for (fields, cell) in fields.chunks_exact(of_cell).zip(Geometry::classic().cells()) {
        let value = number(fields[0], Expected::Digit)?;
        if value > 9 {
            return Err(Fault::of_line(ReadErrorKind::DigitAboveSide { found: value, side: SIDE }));
        }
        let digit = u8::try_from(value).ok().and_then(Digit::new);
        let is_editable = number(fields[of_cell - 1], Expected::Flag)? != 0;
        digits.push(digit.filter(|_| !is_editable));
        placed.extend(digit.filter(|_| is_editable).map(|digit| Candidate { cell, digit }));
        let mut notes = Marks::none();
        for field in &fields[1..of_cell - 1] {
            notes = notes_of(field, version)?.digits().fold(notes, Marks::with);
        }
        if !notes.is_empty() && digit.is_none() {
            marks.set(cell, notes).unwrap_or_else(|_| unreachable!("the cell is one of the board"));
        }
    }
    let mut record = Record::at(line, Grid::from_digits(SIDE, digits.into_boxed_slice()), Format::OpenSudoku);
    if !placed.is_empty() {
        record.more_mut().placed = placed;
    }
    if !marks.is_full() {
        record.more_mut().marks = Some(marks);
    }
    Ok(record)
}

fn number(text: &str, expected: Expected) -> Result<u32, Fault> {
    text.parse().map_err(|_| Fault::of_line(ReadErrorKind::OtherName { expected, found: shown(text) }))
}

fn notes_of(text: &str, version: u32) -> Result<Marks, Fault> {
    let expected = Expected::Notes;
    let digit = |value: u32| u8::try_from(value).ok().filter(|&value| value <= 9).and_then(Digit::new);
    if version == 1 {
        let words = text.split(',').filter(|word| !word.is_empty() && *word != "-");
        let digits: Result<Vec<u32>, Fault> = words.map(|word| number(word, expected)).collect();
        return Ok(digits?.into_iter().filter_map(digit).collect());
    }
    let bits = number(text, expected)?;
    Ok((0..9).filter(|bit| bits >> bit & 1 == 1).filter_map(|bit| digit(bit + 1)).collect())
}

/// What has been written.
#[derive(Debug, Default)]
pub(super) struct Folders {
    has_begun: bool,
    /// The folder that is open.
    folder: Option<String>,
}

impl Folders {
    /// Appends the game of a record, in a folder of its title.
    pub(super) fn write(&mut self, record: &Record, out: &mut String) {
        self.begin(out);
        let detail = |key: Key| record.details().iter().filter(move |detail| detail.key == key);
        let title = detail(Key::Title).next_back().map(|detail| detail.text.clone());
        if title != self.folder {
            self.end_folder(out);
            if let Some(title) = &title {
                *out += &format!("  <folder name=\"{}\">\n", attribute_text(title));
            }
            self.folder = title;
        }
        *out += "    <game";
        for name in PASSED_ON {
            if let Some(found) = detail(Key::Other(name.to_owned())).next() {
                *out += &format!(" {name}=\"{}\"", attribute_text(&found.text));
            }
        }
        *out += &format!(" data=\"{}\"", data(record));
        let notes: Vec<&str> = detail(Key::Comment).map(|detail| detail.text.as_str()).collect();
        if !notes.is_empty() {
            *out += &format!(" note=\"{}\"", attribute_text(&notes.join("\n")));
        }
        *out += " />\n";
    }

    fn begin(&mut self, out: &mut String) {
        if !std::mem::replace(&mut self.has_begun, true) {
            *out += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku version=\"2\">\n";
        }
    }

    fn end_folder(&mut self, out: &mut String) {
        if self.folder.take().is_some() {
            *out += "  </folder>\n";
        }
    }

    pub(super) fn finish(&mut self, out: &mut String) {
        self.begin(out);
        self.end_folder(out);
        *out += "</opensudoku>\n";
    }
}

/// Whether a detail is written.
pub(super) fn holds(detail: &Detail) -> bool {
    match &detail.key {
        Key::Title | Key::Comment => true,
        Key::Other(name) => PASSED_ON.contains(&name.as_str()),
        _ => false,
    }
}

/// Line ends in attributes would be read as spaces.
fn attribute_text(text: &str) -> String {
    escape(text).replace('\n', "&#10;")
}

fn data(record: &Record) -> String {
    if record.more.as_ref().is_none_or(|more| more.placed.is_empty()) && !record.has_marks() {
        return record.grid.to_line().to_string().replace('.', "0");
    }
    let filled = record.filled();
    let mut notes = Pencilmarks::full(SIDE).unwrap_or_else(|_| unreachable!("the side is 9"));
    for marks in record.more.iter().flat_map(|more| more.allowed.iter().chain(&more.marks)) {
        notes.keep(marks);
    }
    let mut data = "version: 2&#10;".to_owned();
    for (place, digit) in filled.digits().iter().enumerate() {
        let value = digit.map_or(0, Digit::value);
        let cell = notes.marks()[place];
        // All digits say as little as none.
        let is_noted = digit.is_none() && cell.count() < 9;
        let bits: u32 = cell.digits().filter(|_| is_noted).map(|digit| 1 << (digit.value() - 1)).sum();
        let is_editable = u8::from(record.grid.digits()[place].is_none());
        data += &format!("{value}|{bits}|{is_editable}|");
    }
    data
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::geometry::Cell;

    #[test]
    fn all_versions_of_cells_say_the_same() {
        let rest = |cell: &str| cell.repeat(78);
        let first = format!("version: 1\n5|-|0|0|1,4,|1|3|-|1|{}", rest("0|-|1|"));
        let second = format!("version: 2\n5|0|0|0|9||1|3|0|1|{}", rest("0|0|1|"));
        let third = format!("version: 3\n5|0|0|0|0|1|8|1|3|0|0|1|{}", rest("0|0|0|1|"));
        let first = cells(1, &first).unwrap();
        assert_eq!(first, cells(1, &second).unwrap());
        // Two kinds of notes are one here.
        assert_eq!(first, cells(1, &third).unwrap());
        assert_eq!(first.grid.clue_count(), 1);
        assert_eq!(first.placed()[0].to_string(), "r1c3=3");
        let marks = first.more.as_ref().and_then(|more| more.marks.clone()).unwrap();
        let digits: Vec<u8> = marks.get(Cell::new(0, 1)).digits().map(Digit::value).collect();
        assert_eq!(digits, [1, 4]);
    }
}
