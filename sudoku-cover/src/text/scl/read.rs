//! Reading an object.

use serde_json::{Map, Value};

use super::drawings;
use super::names::{list, long, member};
use super::short::lengthened;
use crate::model::geometry::rules::{CellsKind, Regions, Rule, Variant};
use crate::model::geometry::{Cell, Geometry};
use crate::text::Format;
use crate::text::draft::Draft;
use crate::text::fault::{Fault, ReadErrorKind};
use crate::text::fpuzzles::whole;
use crate::text::record::{Key, Record, SOLUTION};

/// The members of a cell that are read: its given, and its notes.
const CELL: [&str; 5] = ["value", "given", CORNER_MARKS, CENTRE_MARKS, "cornermarks"];
pub(super) const CORNER_MARKS: &str = "pencilMarks";
pub(super) const CENTRE_MARKS: &str = "centremarks";

/// Returns the record of a text, which may be shortened JSON.
pub(in crate::text) fn read(line: u64, text: &str, side: Option<usize>) -> Result<Record, Fault> {
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
        let noted = |name: &str| -> Vec<u32> {
            let notes = cell
                .get(name)
                .map_or(&[][..], |notes| notes.as_array().map_or(std::slice::from_ref(notes), Vec::as_slice));
            notes.iter().map(|digit| whole(digit).unwrap_or(u32::MAX)).collect()
        };
        draft.note(index, &[noted(CORNER_MARKS), noted("cornermarks")].concat(), &noted(CENTRE_MARKS));
        let is_known = |name: &String| CELL.contains(&long(name)) || name == "g";
        let is_marked = |cell: &Map<String, Value>| !cell.keys().all(is_known);
        draft.leave_out("marked cell", cell.as_object().is_some_and(is_marked).into());
    }
    add_regions(&object, &mut draft)?;
    list(&object, "cages").iter().try_for_each(|cage| add_cage(cage, &mut draft))?;
    add_metadata(&object, &mut draft);
    drawings::add(&object, &mut draft);
    Ok(draft.record(line, Format::SudokuPad))
}

/// Returns the cells of a list of pairs of a row and a column, counted from 0.
pub(super) fn cells(places: &[Value], draft: &Draft) -> Result<Vec<Cell>, Fault> {
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
        None if drawings::is_fog(cage) => drawings::add_fog_of_cage(cage, draft),
        // Rows and columns are such cages too.
        None if is_unique && cells.len() <= draft.side() && !drawings::has_text(cage) => {
            draft.add_cells(CellsKind::Different, &cells);
        }
        // Programs group cells by hidden cages.
        None if cage.get("hidden").and_then(Value::as_bool) == Some(true) => {}
        None => {
            let cosmetic = drawings::cage(cage, cells, draft);
            draft.decoration.cosmetics.push(cosmetic);
        }
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
