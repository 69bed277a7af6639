//! What cells have that no solver understands: colors, and notes in corners. Each of the two is a detail of the record, so that
//! it is written again: `r1c1=#FF0000,#00FF00 r1c2=#FF0000`, `r3c4=1,2`.

use serde_json::{Map, Value};

use super::values::whole;
use crate::model::geometry::Cell;
use crate::text::record::{Key, Record};

/// The names of the details.
const COLORS: &str = "colors";
const CORNER_NOTES: &str = "corner notes";
pub(super) const NAMES: [&str; 2] = [COLORS, CORNER_NOTES];

/// The member of a cell with its color, and the one with several colors.
const COLOR: &str = "c";
const SEVERAL: &str = "cArray";
pub(super) const CORNER_MARKS: &str = "cornerPencilMarks";

/// Returns true for a color that is read again. All other texts, such as `rgb(…)`, would not be.
pub(in crate::text) fn is_color(text: &&str) -> bool {
    text.starts_with('#') && text[1..].bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// The details of the cells that were read.
#[derive(Debug, Default)]
pub(in crate::text) struct CellDetails([String; 2]);

impl CellDetails {
    pub(super) fn add(&mut self, cell: Cell, members: &Value) {
        let list = |name: &str| members.get(name).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let mut colors: Vec<String> =
            list(SEVERAL).iter().filter_map(Value::as_str).filter(is_color).map(str::to_owned).collect();
        if colors.is_empty() {
            let color = members.get(COLOR).and_then(Value::as_str).filter(is_color);
            colors.extend(color.map(str::to_owned));
        }
        let notes = list(CORNER_MARKS).iter().filter_map(whole).map(|digit| digit.to_string()).collect();
        self.add_words(cell, [colors, notes]);
    }

    /// Adds the colors of a cell.
    pub(in crate::text) fn add_colors(&mut self, cell: Cell, colors: Vec<String>) {
        self.add_words(cell, [colors, Vec::new()]);
    }

    fn add_words(&mut self, cell: Cell, words: [Vec<String>; 2]) {
        for (text, words) in self.0.iter_mut().zip(words) {
            if !words.is_empty() {
                let gap = if text.is_empty() { "" } else { " " };
                *text += &format!("{gap}{cell}={}", words.join(","));
            }
        }
    }

    pub(in crate::text) fn into_details(self) -> impl Iterator<Item = (Key, String)> {
        NAMES.into_iter().map(|name| Key::Other(name.to_owned())).zip(self.0)
    }
}

/// Adds the colors and the corner notes of a cell to its members.
pub(super) fn write(record: &Record, cell: Cell, members: &mut Map<String, Value>) {
    let words = |name: &str| -> Vec<&str> {
        let is_named = |key: &Key| matches!(key, Key::Other(other) if other == name);
        let details = record.details().iter().filter(|detail| is_named(&detail.key));
        let entries = details.flat_map(|detail| detail.text.split_whitespace());
        let entries = entries.filter_map(|entry| entry.split_once('='));
        let own = entries.filter(|(place, _)| place.parse() == Ok(cell));
        own.flat_map(|(_, words)| words.split(',')).collect()
    };
    match words(COLORS)[..] {
        [] => {}
        [color] => drop(members.insert(COLOR.to_owned(), color.into())),
        ref colors => drop(members.insert(SEVERAL.to_owned(), colors.into())),
    }
    let notes: Vec<u32> = words(CORNER_NOTES).iter().filter_map(|word| word.parse().ok()).collect();
    if !notes.is_empty() {
        members.insert(CORNER_MARKS.to_owned(), notes.into());
    }
}
