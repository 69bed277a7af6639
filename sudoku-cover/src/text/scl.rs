//! Puzzles of `SudokuPad` in its own form: JSON objects, shortened, compressed by LZ-string and written in
//! base 64 after `scl`.
//!
//! Givens, regions and cages say what they mean, and squares below cells color them. Lines, arrows and shapes are drawings, whose meaning is in the
//! words of the puzzle alone; they are [left out](super::Record::left_out) by number.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::Format;
use super::draft::Draft;
use super::fault::{Fault, ReadErrorKind};
use super::fpuzzles::{CellDetails, is_color, whole};
use super::record::{Key, Record, SOLUTION};
use crate::model::geometry::rules::{CellsKind, Regions, Rule, Variant};
use crate::model::geometry::{Cell, Geometry};

/// The short names of members that matter here.
const SHORT: [(&str, &str); 15] = [
    ("cells", "ce"),
    ("value", "v"),
    ("regions", "re"),
    ("cages", "ca"),
    ("lines", "l"),
    ("arrows", "a"),
    ("overlays", "o"),
    ("underlays", "u"),
    ("title", "t"),
    ("text", "te"),
    ("center", "ct"),
    ("width", "w"),
    ("height", "h"),
    ("rounded", "r"),
    ("backgroundColor", "c2"),
];
/// The member of these with the colors of cells.
const COLORED: &str = "underlays";
/// The members that draw, each with what one of its elements is.
const DRAWINGS: [(&str, &str); 5] = [
    ("lines", "line"),
    ("arrows", "arrow"),
    ("overlays", "shape"),
    ("underlays", "shape"),
    ("foglight", "fog light"),
];

/// Returns the member of this name, which may be shortened.
fn member<'a>(object: &'a Value, name: &str) -> Option<&'a Value> {
    let short = SHORT.iter().find(|(long, _)| *long == name).map(|(_, short)| *short);
    object.get(name).or_else(|| object.get(short?))
}

fn list<'a>(object: &'a Value, name: &str) -> &'a [Value] {
    member(object, name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Returns the record of a text, which may be shortened JSON.
pub(super) fn read(line: u64, text: &str, side: Option<usize>) -> Result<Record, Fault> {
    let value = serde_json::from_str(text).or_else(|_| serde_json::from_str(&lengthened(text)));
    let object: Value =
        value.map_err(|error| Fault::of_line(ReadErrorKind::syntax(Format::SudokuPad, error)))?;
    let rows = list(&object, "cells");
    let cells: Vec<&Value> = rows.iter().filter_map(Value::as_array).flatten().collect();
    if rows.is_empty() || cells.len() != rows.len() * rows.len() {
        return Err(Fault::unexpected(
            "rows of as many cells",
            format!("{} rows with {} cells", rows.len(), cells.len()),
        ));
    }
    let mut draft = Draft::new(rows.len(), side).map_err(Fault::of_line)?;
    for (index, cell) in cells.iter().enumerate() {
        if let Some(value) = member(cell, "value").and_then(whole).filter(|&value| value > 0) {
            draft.give(index, draft.digit(value).map_err(Fault::of_line)?);
        }
        let is_value = |name: &str| ["value", "v", "given", "g"].contains(&name);
        let is_marked = |cell: &Map<String, Value>| cell.keys().any(|name| !is_value(name));
        draft.leave_out("colored or marked cell", cell.as_object().is_some_and(is_marked).into());
    }
    add_regions(&object, &mut draft)?;
    list(&object, "cages").iter().try_for_each(|cage| add_cage(cage, &mut draft))?;
    add_metadata(&object, &mut draft);
    let colors = colors(&object, &mut draft);
    for (name, what) in DRAWINGS {
        let colored = if name == COLORED { colors } else { 0 };
        let texts = list(&object, name).iter().filter(|drawing| is_text(drawing)).count();
        draft.leave_out(what, list(&object, name).len() - texts - colored);
        draft.leave_out("text", texts);
    }
    Ok(draft.record(line, Format::SudokuPad))
}

/// Returns true for a drawing that is a text.
fn is_text(drawing: &Value) -> bool {
    member(drawing, "text").and_then(Value::as_str).is_some_and(|text| !text.trim().is_empty())
}

/// Adds the colors of cells, each a square below the cell that says nothing else. Returns the number of the squares.
fn colors(object: &Value, draft: &mut Draft) -> usize {
    let mut found: BTreeMap<Cell, Vec<String>> = BTreeMap::new();
    for square in list(object, COLORED) {
        let number = |name: &str| member(square, name).and_then(Value::as_f64);
        let center = |place: usize| member(square, "center")?.get(place)?.as_f64();
        let line = |place: usize| {
            let number = center(place)? - 0.5;
            (0..draft.side()).find(|&line| line as f64 == number).and_then(|line| u8::try_from(line).ok())
        };
        let is_round = member(square, "rounded").and_then(Value::as_bool) == Some(true);
        let is_square =
            number("width") == Some(1.0) && number("height") == Some(1.0) && !is_round && !is_text(square);
        let color = member(square, "backgroundColor").and_then(Value::as_str).filter(is_color);
        if let (Some(row), Some(column), Some(color), true) = (line(0), line(1), color, is_square) {
            found.entry(Cell::new(row, column)).or_default().push(color.to_owned());
        }
    }
    let (mut details, mut count) = (CellDetails::default(), 0);
    for (cell, colors) in found {
        count += colors.len();
        details.add_colors(cell, colors);
    }
    draft.details.extend(details.into_details());
    count
}

/// Returns the cells of a list of pairs of a row and a column, counted from 0.
fn cells(places: &[Value], draft: &Draft) -> Result<Vec<Cell>, Fault> {
    let cell = |place: &Value| {
        let number =
            |index: usize| place.get(index).and_then(whole).and_then(|number| u8::try_from(number).ok());
        let cell = number(0).zip(number(1)).map(|(row, column)| Cell::new(row, column));
        let cell = cell.ok_or_else(|| Fault::unexpected("a cell such as [0,0]", place))?;
        draft.index(cell).map_err(Fault::of_line)?;
        Ok(cell)
    };
    places.iter().map(cell).collect()
}

fn add_regions(object: &Value, draft: &mut Draft) -> Result<(), Fault> {
    let (side, regions) = (draft.side(), list(object, "regions"));
    if regions.is_empty() {
        draft.add_variant(Variant::NoBoxes);
        return Ok(());
    }
    let mut names = vec!['.'; side * side];
    for (region, name) in regions.iter().zip(('a'..='z').chain('A'..='Z')) {
        for cell in cells(region.as_array().map_or(&[], Vec::as_slice), draft)? {
            names[draft.index(cell).map_err(Fault::of_line)?] = name;
        }
    }
    if names.contains(&'.') {
        return Err(Fault::unexpected("regions of all cells", "cells in none"));
    }
    let boxes = Geometry::of_side(side).is_ok_and(|usual| {
        usual.houses()[2 * side..3 * side].iter().all(|house| {
            let mut found = house.cells().iter().filter_map(|&cell| Some(names[draft.index(cell).ok()?]));
            let first = found.next();
            found.all(|name| Some(name) == first)
        })
    });
    if !boxes {
        draft.rules.push(Rule::Regions(Regions::of_text(&names.into_iter().collect::<String>())));
    }
    Ok(())
}

/// Adds a cage, or the detail that a cage without cells holds.
fn add_cage(cage: &Value, draft: &mut Draft) -> Result<(), Fault> {
    let cells = cells(list(cage, "cells"), draft)?;
    let value = member(cage, "value");
    let is_unique = cage.get("unique").and_then(Value::as_bool) == Some(true);
    match value.and_then(whole) {
        _ if cells.is_empty() => {
            let text = value.and_then(Value::as_str).unwrap_or_default();
            if let Some((name, text)) = text.split_once(':') {
                add_detail(name, text, draft);
            }
        }
        Some(sum) => draft.add_cage(Some(sum), &cells),
        // Rows and columns are such cages too.
        None if value.and_then(Value::as_str).is_some_and(|text| !text.trim().is_empty()) => {
            draft.leave_out("cage with a text", 1);
        }
        None if is_unique && cells.len() <= draft.side() => draft.add_cells(CellsKind::Different, &cells),
        None => draft.leave_out("cage without a sum", 1),
    }
    Ok(())
}

/// Adds a detail of a known name, or the solution: a character for each cell.
fn add_detail(name: &str, text: &str, draft: &mut Draft) {
    let key = match name.trim() {
        "title" | "t" => Key::Title,
        "author" => Key::Author,
        "rules" => Key::Description,
        SOLUTION => {
            let numbers: Vec<u32> = text.trim().chars().map(|cell| cell.to_digit(36).unwrap_or(0)).collect();
            if !draft.state_solution(&numbers) {
                draft.leave_out("solution of another size", 1);
            }
            return;
        }
        _ => return,
    };
    draft.details.push((key, text.to_owned()));
}

fn add_metadata(object: &Value, draft: &mut Draft) {
    let empty = Map::new();
    let members = object.get("metadata").and_then(Value::as_object).unwrap_or(&empty);
    for (name, value) in members {
        let texts = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
        texts.iter().filter_map(Value::as_str).for_each(|text| add_detail(name, text, draft));
    }
}

/// Returns the JSON that was shortened: names without quotes, single quotes in place of double ones, `t` and
/// `f` for true and false, nothing for an empty object, and colors without quotes and `#`.
fn lengthened(text: &str) -> String {
    let mut json = String::with_capacity(2 * text.len());
    let mut rest = text.chars().peekable();
    let is_single = text.find(['"', '\'']).is_none_or(|place| text[place..].starts_with('\''));
    // The last character outside of strings.
    let mut before = ' ';
    while let Some(character) = rest.next() {
        match character {
            '\'' | '"' if is_single == (character == '\'') => {
                json.push('"');
                while let Some(inside) = rest.next() {
                    match inside {
                        '\\' => match rest.next() {
                            Some('\'') if is_single => json.push('\''),
                            Some(escaped) => json.extend(['\\', escaped]),
                            None => {}
                        },
                        _ if inside == character => break,
                        '"' => json.push_str("\\\""),
                        inside => json.push(inside),
                    }
                }
                json.push('"');
            }
            ',' | ']' | '}' if ",[".contains(before) && !(before == '[' && character == ']') => {
                json.push_str("{}");
                json.push(character);
            }
            '{' | '}' | '[' | ']' | ',' | ':' => json.push(character),
            _ if character.is_whitespace() => continue,
            _ => {
                let mut word = String::from(character);
                while let Some(next) = rest.next_if(|next| !"{}[],:'\"".contains(*next)) {
                    word.push(next);
                }
                let word = word.trim_end();
                let is_value = word.parse::<f64>().is_ok() || ["true", "false", "null"].contains(&word);
                match word {
                    "t" if before == ':' => json.push_str("true"),
                    "f" if before == ':' => json.push_str("false"),
                    word if is_value && rest.peek() != Some(&':') => json.push_str(word),
                    word => json.push_str(&Value::from(word).to_string()),
                }
            }
        }
        before = character;
    }
    json
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortened_text_is_lengthened() {
        let short = "{cs:50,ce:[[,{v:3},,{v:12}],[,,,]],l:[{c:#0,th:1.5,d:t,e:f}],n:'it\\'s \"so\"'}";
        let value: Value = serde_json::from_str(&lengthened(short)).unwrap();
        assert_eq!(value["ce"][0][1]["v"], 3);
        assert_eq!(value["ce"][0].as_array().unwrap().len(), 4);
        assert_eq!(value["ce"][1].as_array().unwrap().len(), 4);
        assert_eq!((&value["l"][0]["d"], &value["l"][0]["e"]), (&Value::Bool(true), &Value::Bool(false)));
        assert_eq!(value["n"], "it's \"so\"");
    }
}
