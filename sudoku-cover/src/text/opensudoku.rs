//! The XML of `OpenSudoku`: games in folders, with the cells of a game in its attribute `data`.
//!
//! ```text
//! <opensudoku version="2">
//!   <folder name="Easy">
//!     <game data="530070000…" note="…" />
//!   </folder>
//! </opensudoku>
//! ```
//!
//! `data` is 81 digits, or `version: 2`, a line end, and for each cell its value, its notes and whether it is
//! editable, each followed by `|`. Notes are a number whose lowest bit stands for 1; in version 1 they are
//! digits with commas, and in version 3 there are two kinds. In older files elements outside the games hold
//! the name of the collection, its author and so on; these become details of every game.
//!
//! A tag is parsed when it is complete, so at most one tag is kept in memory.

use std::borrow::Cow;

use quick_xml::Reader;
use quick_xml::escape::{escape, unescape};
use quick_xml::events::{BytesStart, Event};

use super::Format;
use super::document::{Document, Place};
use super::fault::{Fault, ReadErrorKind, digit_up_to};
use super::form::{Form, PuzzleWriter, Settings, Start};
use super::format::{About, Part};
use super::loss::Loss;
use super::one_line;
use super::record::{Detail, Key, KnownKey, Outcomes, Record};
use super::write_error::WriteError;
use super::written::{emptied, forbidden};
use crate::model::geometry::{Cell, Digit, Geometry};
use crate::model::pencilmarks::{Marks, Pencilmarks};

/// The only side that the format supports.
pub(super) const SIDE: usize = 9;
const CELLS: usize = SIDE * SIDE;

/// The greatest number of bytes of a tag, which may contain all moves of a game, and of a text.
const LONGEST_TAG: usize = 1 << 20;
const LONGEST_TEXT: usize = 1 << 12;

/// Attributes of a game that become details.
const PASSED_ON: [&str; 4] = ["created", "state", "time", "last_played"];

#[derive(Debug)]
pub(super) struct OpenSudokuForm;

impl OpenSudokuForm {
    pub(super) const ABOUT: About = About {
        name: "opensudoku",
        sides: [9, 9],
        is_block: false,
        holds: &[Part::Placed, Part::Candidates],
        words: "OpenSudoku's XML",
        files: "`.opensudoku`, `.xml`",
    };
}

impl Form for OpenSudokuForm {
    fn format(&self) -> Format {
        Format::OpenSudoku
    }

    fn begins_with(&self, start: &Start<'_>) -> bool {
        let [b'<', next, ..] = start.content() else { return false };
        b"?!".contains(next) || next.is_ascii_alphabetic()
    }

    fn document(&self, settings: &Settings) -> Option<Box<dyn Document>> {
        Some(Box::new(OpenSudoku::new(settings)))
    }

    fn writer(&self) -> Box<dyn PuzzleWriter> {
        Box::<Folders>::default()
    }

    fn holds(&self, detail: &Detail) -> bool {
        match &detail.key {
            Key::Title | Key::Comment => true,
            Key::Other(name) => PASSED_ON.contains(&name.as_str()),
            _ => false,
        }
    }

    /// No notes are all notes.
    fn first_without_candidates(&self, record: &Record, board: &Geometry) -> Option<Cell> {
        let noted = record.has_marks().then(|| emptied(&record.filled(), &notes(record), board));
        noted.flatten().or_else(|| forbidden(record))
    }
}

/// A file that is being read.
#[derive(Debug)]
struct OpenSudoku {
    state: XmlState,
    /// The current tag and its start.
    tag: Vec<u8>,
    start: Place,
    /// Number of open elements.
    depth: u32,
    /// The key of the element whose text is being read.
    element: Option<Key>,
    text: Vec<u8>,
    /// Details of all games, and the name of their folder.
    details: Vec<Detail>,
    folder: Option<String>,
    /// True if the input contains only this format.
    is_alone: bool,
    is_over: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum XmlState {
    Text,
    Tag,
    /// Inside a tag, in quotes of this kind.
    Quoted(u8),
    Comment,
    /// After an error; the rest of the input is skipped.
    Failed,
}

impl OpenSudoku {
    fn new(settings: &Settings) -> OpenSudoku {
        OpenSudoku {
            state: XmlState::Text,
            tag: Vec::new(),
            start: Place::line_start(1),
            depth: 0,
            element: None,
            text: Vec::new(),
            details: Vec::new(),
            folder: None,
            is_alone: settings.format == Some(Format::OpenSudoku),
            is_over: false,
        }
    }

    /// Processes a byte of a tag.
    fn in_tag(&mut self, byte: u8, out: &mut Outcomes) {
        if self.tag.len() == LONGEST_TAG {
            if self.state != XmlState::Comment {
                self.fail(ReadErrorKind::too_long("a tag", LONGEST_TAG), out);
                return;
            }
            // Of a comment only the end matters.
            self.tag.drain(4..LONGEST_TAG - 4);
        }
        self.tag.push(byte);
        match (self.state, byte) {
            (XmlState::Tag, b'"' | b'\'') => self.state = XmlState::Quoted(byte),
            (XmlState::Quoted(quote), _) if quote == byte => self.state = XmlState::Tag,
            (XmlState::Tag, _) if self.tag == b"<!--" => self.state = XmlState::Comment,
            (XmlState::Comment, b'>') if self.tag.ends_with(b"-->") && self.tag.len() >= 7 => {
                self.state = XmlState::Text;
            }
            (XmlState::Tag, b'>') => {
                self.state = XmlState::Text;
                self.end_tag(out);
            }
            _ => {}
        }
    }

    fn fail(&mut self, kind: ReadErrorKind, out: &mut Outcomes) {
        out.push_back(Err(self.start.error(kind)));
        self.state = XmlState::Failed;
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
            Err(error) => self.fail(ReadErrorKind::syntax(Format::OpenSudoku, error), out),
        }
    }

    fn begin(&mut self, start: &BytesStart<'_>, out: &mut Outcomes) {
        let name = start.local_name();
        if self.depth == 0 && name.as_ref() != b"opensudoku" {
            let found = String::from_utf8_lossy(name.as_ref());
            self.fail(ReadErrorKind::found_text("the element `opensudoku`", &found), out);
            return;
        }
        match name.as_ref() {
            b"folder" => self.folder = attribute(start, "name"),
            b"game" => {
                out.push_back(self.game(start).map_err(|fault| self.start.error(fault.kind)));
            }
            other => {
                let known = KnownKey::find(|known| known.element.as_bytes() == other);
                self.element = known.map(|known| known.key);
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
        let no_puzzle =
            || Fault::of_line(ReadErrorKind::unexpected("an attribute `data` of the game", "none"));
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
}

impl Document for OpenSudoku {
    fn byte(&mut self, byte: u8, place: Place, out: &mut Outcomes) {
        match self.state {
            XmlState::Failed => {}
            XmlState::Text if byte != b'<' => {
                if self.element.is_some() && self.text.len() < LONGEST_TEXT {
                    self.text.push(byte);
                }
            }
            XmlState::Text => {
                (self.state, self.start) = (XmlState::Tag, place);
                self.tag = vec![byte];
            }
            _ => self.in_tag(byte, out),
        }
    }

    fn finish(&mut self, place: Place, out: &mut Outcomes) {
        let inside = match (self.state, self.depth) {
            (XmlState::Failed, _) | (XmlState::Text, 0) => return,
            (XmlState::Text, _) => "an element",
            _ => "a tag",
        };
        out.push_back(Err(place.error(ReadErrorKind::end_inside(inside))));
    }

    /// Returns true after the end of the outermost element.
    fn is_over(&self) -> bool {
        self.is_over
    }
}

fn attribute(start: &BytesStart<'_>, name: &str) -> Option<String> {
    let attribute = start.try_get_attribute(name).ok().flatten()?;
    attribute.unescape_value().ok().map(Cow::into_owned)
}

/// Returns the record of the data of a game.
fn cells(line: u64, data: &str) -> Result<Record, Fault> {
    if !data.contains('|') {
        let board = Geometry::classic();
        let texts = one_line::Texts { geometry: Some(&board), ..one_line::Texts::default() };
        return one_line::read(texts, line, data);
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
        let kind = ReadErrorKind::count(CELLS, "cell", fields.len().div_ceil(of_cell));
        return Err(Fault::of_line(kind));
    }
    let (mut digits, mut is_editable, mut marks) = (Vec::new(), Vec::new(), Vec::new());
    for fields in fields.chunks_exact(of_cell) {
        let digit = digit_up_to(SIDE, number(fields[0], "a digit")?).map_err(Fault::of_line)?;
        digits.push(digit);
        is_editable.push(number(fields[of_cell - 1], "0 or 1")? != 0);
        let mut notes = Marks::none();
        for field in &fields[1..of_cell - 1] {
            notes = notes_of(field, version)?.digits().fold(notes, Marks::with);
        }
        let is_noted = !notes.is_empty() && digit.is_none();
        marks.push(if is_noted { notes } else { Marks::up_to(9) });
    }
    let mut record = Record::of_cells(line, &digits, |cell| is_editable[cell], Format::OpenSudoku);
    let marks = Pencilmarks::from_marks(SIDE, marks.into());
    if !marks.is_full() {
        record.more_mut().marks = Some(marks);
    }
    Ok(record)
}

fn number(text: &str, expected: &str) -> Result<u32, Fault> {
    text.parse().map_err(|_| Fault::of_line(ReadErrorKind::found_text(expected, text)))
}

fn notes_of(text: &str, version: u32) -> Result<Marks, Fault> {
    let expected = "the notes of a cell";
    if version == 1 {
        let words = text.split(',').filter(|word| !word.is_empty() && *word != "-");
        let digits: Result<Vec<u32>, Fault> = words.map(|word| number(word, expected)).collect();
        return Ok(digits?.into_iter().filter_map(|value| digit_up_to(SIDE, value).ok()?).collect());
    }
    let bits = number(text, expected)?;
    Ok((1..=9).filter_map(Digit::new).filter(|digit| bits >> (digit.value() - 1) & 1 == 1).collect())
}

/// The state of a file that is being written.
#[derive(Debug, Default)]
struct Folders {
    has_begun: bool,
    /// The open folder.
    folder: Option<String>,
}

impl Folders {
    /// Appends the game of a record, in a folder named after its title.
    fn add(&mut self, record: &Record, out: &mut Vec<u8>) {
        self.begin(out);
        let detail = |key: Key| record.details().iter().filter(move |detail| detail.key == key);
        let title = detail(Key::Title).next_back().map(|detail| detail.text.clone());
        if title != self.folder {
            self.end_folder(out);
            if let Some(title) = &title {
                append(out, "  <folder", &[("name", title)], ">\n");
            }
            self.folder = title;
        }
        let passed_on = PASSED_ON
            .iter()
            .filter_map(|name| Some((*name, detail(Key::Other((*name).to_owned())).next()?.text.as_str())));
        let (data, notes) = (data(record), detail(Key::Comment).map(|detail| detail.text.as_str()));
        let notes = notes.collect::<Vec<_>>().join("\n");
        let note = Some(("note", notes.as_str())).filter(|(_, notes)| !notes.is_empty());
        let attributes: Vec<_> = passed_on.chain([("data", data.as_str())]).chain(note).collect();
        append(out, "    <game", &attributes, " />\n");
    }

    fn begin(&mut self, out: &mut Vec<u8>) {
        if !std::mem::replace(&mut self.has_begun, true) {
            append(out, "<?xml", &[("version", "1.0"), ("encoding", "UTF-8")], "?>\n");
            append(out, "<opensudoku", &[("version", "2")], ">\n");
        }
    }

    fn end_folder(&mut self, out: &mut Vec<u8>) {
        if self.folder.take().is_some() {
            append(out, "  </folder", &[], ">\n");
        }
    }
}

impl PuzzleWriter for Folders {
    fn write(&mut self, record: &Record, _: &Geometry, out: &mut Vec<u8>) -> Result<Loss, WriteError> {
        self.add(record, out);
        Ok(Loss::default())
    }

    fn finish(&mut self, _: u64, out: &mut Vec<u8>) {
        self.begin(out);
        self.end_folder(out);
        append(out, "</opensudoku", &[], ">\n");
    }
}

/// Appends a tag. Line ends in attributes are escaped, because XML parsers read them as spaces.
fn append(out: &mut Vec<u8>, tag: &str, attributes: &[(&str, &str)], end: &str) {
    out.extend_from_slice(tag.as_bytes());
    for (name, value) in attributes {
        out.extend_from_slice(format!(" {name}=\"{}\"", escape(*value).replace('\n', "&#10;")).as_bytes());
    }
    out.extend_from_slice(end.as_bytes());
}

/// Returns the digits of each cell that the record allows and that were not removed.
fn notes(record: &Record) -> Pencilmarks {
    let mut notes = Pencilmarks::from_marks(SIDE, vec![Marks::up_to(9); CELLS].into());
    for marks in record.more.iter().flat_map(|more| more.allowed.iter().chain(&more.marks)) {
        notes.keep(marks);
    }
    notes
}

fn data(record: &Record) -> String {
    if record.placed().is_empty() && !record.has_marks() {
        return record.grid.to_line().to_string().replace('.', "0");
    }
    let (filled, notes) = (record.filled(), notes(record));
    let mut data = "version: 2\n".to_owned();
    for (place, digit) in filled.digits().iter().enumerate() {
        let value = digit.map_or(0, Digit::value);
        let cell = notes.marks()[place];
        // A cell with all candidates is written without notes.
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

    #[test]
    fn all_versions_of_cells_say_the_same() {
        let rest = |cell: &str| cell.repeat(78);
        let first = format!("version: 1\n5|-|0|0|1,4,|1|3|-|1|{}", rest("0|-|1|"));
        let second = format!("version: 2\n5|0|0|0|9||1|3|0|1|{}", rest("0|0|1|"));
        let third = format!("version: 3\n5|0|0|0|0|1|8|1|3|0|0|1|{}", rest("0|0|0|1|"));
        let first = cells(1, &first).unwrap();
        assert_eq!(first, cells(1, &second).unwrap());
        // The two kinds of notes are merged.
        assert_eq!(first, cells(1, &third).unwrap());
        assert_eq!(first.grid.clue_count(), 1);
        assert_eq!(first.placed()[0].to_string(), "r1c3=3");
        let marks = first.more.as_ref().and_then(|more| more.marks.clone()).unwrap();
        let digits: Vec<u8> = marks.get(Cell::new(0, 1)).digits().map(Digit::value).collect();
        assert_eq!(digits, [1, 4]);
    }
}
