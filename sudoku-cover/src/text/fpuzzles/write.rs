//! Writing an object.

use serde_json::{Map, Value, json};

use super::drawings;
use super::names::DIRECTIONS;
use super::read::{CENTRE_MARKS, CORNER_MARKS};
use crate::model::decoration::Decoration;
use crate::model::geometry::rules::{CellsKind, LineKind, PairKind, Rule, SetLook, Side, Variant};
use crate::model::geometry::{Cell, Digit, Geometry, HouseKind};
use crate::text::draft::Boxes;
use crate::text::loss::Loss;
use crate::text::record::{Detail, Key, Record, SOLUTION};
use crate::text::written::{emptied, forbidden};

/// Returns true if an object holds this detail.
pub(in crate::text) fn holds(detail: &Detail) -> bool {
    match &detail.key {
        Key::Title | Key::Author | Key::Description => true,
        Key::Other(name) => name == SOLUTION,
        _ => false,
    }
}

/// Returns the first cell whose candidates an object cannot hold, because no candidates are all.
pub(in crate::text) fn first_without_candidates(record: &Record, board: &Geometry) -> Option<Cell> {
    let of_allowed = record.allowed().and_then(|allowed| emptied(&record.grid, allowed, board));
    let of_marks = || record.marks().and_then(|marks| emptied(&record.filled(), marks, board));
    of_allowed.or_else(of_marks).or_else(|| forbidden(record))
}

/// Returns the object of a record on a board, and what it does not hold. Candidates that are left become notes in the centres of
/// cells, unless there are such notes.
pub(in crate::text) fn write(record: &Record, geometry: &Geometry) -> (Value, Loss) {
    let mut object = Map::new();
    object.insert("size".to_owned(), geometry.side().into());
    for detail in record.details() {
        let name = match detail.key {
            Key::Title => "title",
            Key::Author => "author",
            Key::Description => "ruleset",
            _ => continue,
        };
        object.insert(name.to_owned(), detail.text.as_str().into());
    }
    if let Some(solution) = record.solution() {
        let digits = solution.digits().iter().map(|digit| digit.map(Digit::value));
        object.insert(SOLUTION.to_owned(), digits.collect());
    }
    object.insert("grid".to_owned(), grid(record, geometry));
    let mut lost = Vec::new();
    for rule in geometry.rules() {
        if !add_member(rule, geometry, &mut object) {
            lost.push(rule.clone());
        }
    }
    let has_notes = record.decoration().is_some_and(|decoration| decoration.centre.is_some());
    let mut loss = Loss {
        candidates: record.marks().is_some() && has_notes,
        noted: record.marks().is_some() && !has_notes,
        ..Loss::of_rules(lost)
    };
    if let Some(decoration) = record.decoration() {
        drawings::write(decoration, geometry, &mut object, &mut loss);
    }
    (Value::Object(object), loss)
}

fn grid(record: &Record, geometry: &Geometry) -> Value {
    let (boxes, filled) = (Boxes::of(geometry), record.filled());
    let blank = Decoration::default();
    let decoration = record.decoration().unwrap_or(&blank);
    // Notes of the player are those of the record; without them, the candidates that are left.
    let left = record.marks().filter(|_| decoration.centre.is_none());
    let cell = |cell: Cell| {
        let mut members = Map::new();
        if let Some(digit) = filled.get(cell) {
            members.insert("value".to_owned(), digit.value().into());
            if record.grid.get(cell).is_some() {
                members.insert("given".to_owned(), true.into());
            }
        }
        let sets = [("givenPencilMarks", record.allowed(), &record.grid), (CENTRE_MARKS, left, &filled)];
        for (name, marks, known) in sets {
            let marks = marks.map(|marks| marks.get(cell)).filter(|_| known.get(cell).is_none());
            if let Some(marks) = marks.filter(|marks| (marks.count() as usize) < geometry.side()) {
                let digits: Value = marks.digits().map(Digit::value).collect();
                members.insert(name.to_owned(), digits);
            }
        }
        for (name, notes) in [(CORNER_MARKS, &decoration.corner), (CENTRE_MARKS, &decoration.centre)] {
            let notes = notes.as_ref().map(|notes| notes.get(cell)).filter(|notes| !notes.is_empty());
            members.extend(notes.map(|notes| (name.to_owned(), notes.digits().map(Digit::value).collect())));
        }
        drawings::write_colors(decoration, cell, &mut members);
        match boxes {
            Boxes::Usual => {}
            Boxes::None => drop(members.insert("region".to_owned(), Value::Null)),
            Boxes::Regions => drop(members.insert("region".to_owned(), geometry.box_number(cell).into())),
        }
        Value::Object(members)
    };
    let cells: Vec<Value> = geometry.cells().map(cell).collect();
    cells.chunks(geometry.side()).map(|row| Value::from(row.to_vec())).collect()
}

/// Adds a rule to the members; returns false if they cannot hold it.
fn add_member(rule: &Rule, geometry: &Geometry, object: &mut Map<String, Value>) -> bool {
    let mut push = |name: &str, element: Value| {
        let list = object.entry(name).or_insert_with(|| Value::Array(Vec::new()));
        if let Value::Array(list) = list {
            list.push(element);
        }
        true
    };
    let names =
        |cells: &[Cell]| -> Value { cells.iter().map(|cell| cell.to_string().to_uppercase()).collect() };
    let own = Some(rule.kind().words().fpuzzles).filter(|name| !name.is_empty());
    match rule {
        Rule::Regions(_) | Rule::Variant(Variant::NoBoxes) => true,
        Rule::Variant(Variant::Diagonal) => {
            for diagonal in [Variant::RisingDiagonal, Variant::FallingDiagonal] {
                object.insert(diagonal.row().words.fpuzzles.to_owned(), true.into());
            }
            true
        }
        Rule::Variant(Variant::Windoku) => {
            let mut windows = geometry.houses().iter().filter(|house| house.kind() == HouseKind::Window);
            windows.all(|house| push("extraregion", json!({ "cells": names(house.cells()) })))
        }
        // The program knows groups of boxes of the usual shape alone.
        Rule::Variant(Variant::Disjoint) if Boxes::of(geometry) != Boxes::Usual => {
            let mut groups = geometry.houses().iter().filter(|house| house.kind() == HouseKind::Group);
            groups.all(|house| push("extraregion", json!({ "cells": names(house.cells()) })))
        }
        Rule::Variant(variant @ (Variant::StrictKropki | Variant::StrictWhite | Variant::StrictBlack)) => {
            if *variant != Variant::StrictWhite {
                push("negative", "ratio".into());
            }
            if *variant != Variant::StrictBlack {
                object.insert("nonconsecutive".to_owned(), true.into());
            }
            true
        }
        Rule::Variant(Variant::NonConsecutive) => {
            // Dots would be exceptions: those that fit consecutive digits.
            let is_exempt = |rule: &Rule| {
                matches!(rule, Rule::Pair { kind: PairKind::Difference(1) | PairKind::Ratio(2), .. })
            };
            let is_held = !geometry.rules().iter().any(is_exempt);
            if is_held {
                object.insert("nonconsecutive".to_owned(), true.into());
            }
            is_held
        }
        Rule::Variant(variant) => {
            if !variant.row().negative_in_fpuzzles.is_empty() {
                return push("negative", variant.row().negative_in_fpuzzles.into());
            }
            own.is_some_and(|own| {
                object.insert(own.to_owned(), true.into());
                true
            })
        }
        Rule::Cells { kind, cells } => {
            let Some(own) = own else { return false };
            // All cells of a list are one rule, in which extreme cells are not compared with each other.
            let is_extreme = matches!(kind.row().look, SetLook::Extreme { .. });
            if is_extreme && touches_another(*kind, cells, geometry) {
                return false;
            }
            if kind.row().is_single_in_fpuzzles {
                let mut names = cells.iter().map(|cell| cell.to_string().to_uppercase());
                return names.all(|cell| push(own, json!({ "cell": cell })));
            }
            push(own, json!({ "cells": names(cells) }))
        }
        Rule::Killer { sum, cells } => {
            own.is_some_and(|own| push(own, json!({ "cells": names(cells), "value": sum.to_string() })))
        }
        Rule::Values(_) | Rule::Grids(_) | Rule::Sum { .. } | Rule::Cage { .. } | Rule::Open(_) => false,
        Rule::Line { kind, cells } => own.is_some_and(|own| {
            let mut element = json!({ "lines": [names(cells)] });
            if let Some(number) = kind.number().filter(|_| !LineKind::ALL.contains(kind)) {
                element["value"] = number.to_string().into();
            }
            push(own, element)
        }),
        Rule::Arrow { circle, cells } => {
            let line: Vec<Cell> = circle.last().into_iter().chain(cells).copied().collect();
            // In a pill with numbers of two digits, their digits follow each other.
            circle.is_sorted()
                && (circle.len() == 1 || geometry.side() <= 9)
                && own
                    .is_some_and(|own| push(own, json!({ "cells": names(circle), "lines": [names(&line)] })))
        }
        Rule::Pair { kind, cells } => {
            let Some(own) = own else {
                let [first, second] = *cells;
                return kind.row().as_line.is_some_and(|line| {
                    push(line.row().words.fpuzzles, json!({ "lines": [names(&[second, first])] }))
                });
            };
            let value = kind.unusual_number().map(|number| number.to_string());
            let value = value.or(Some(kind.row().fpuzzles_value.to_owned()));
            let mut element = json!({ "cells": names(cells) });
            if let Some(value) = value.filter(|value| !value.is_empty()) {
                element["value"] = value.into();
            }
            push(own, element)
        }
        Rule::Clone { first, second } => {
            own.is_some_and(|own| push(own, json!({ "cells": names(first), "cloneCells": names(second) })))
        }
        Rule::Quadruple { corner, digits } => {
            let cells = corner.square();
            let digits: Value = digits.iter().map(|digit| digit.value()).collect();
            own.is_some_and(|own| push(own, json!({ "cells": names(&cells), "values": digits })))
        }
        Rule::LittleKiller { sum, first, direction } => {
            let cells = geometry.diagonal_from(*first, *direction);
            let (word, outside) = DIRECTIONS
                .iter()
                .find(|(_, known)| known == direction)
                .map_or(("", String::new()), |(word, _)| (*word, before(*first, word)));
            let element = json!({
                "cell": outside, "cells": names(&cells), "direction": word, "value": sum.to_string()
            });
            own.is_some_and(|own| push(own, element))
        }
        Rule::Outside { side, number, value, .. } => {
            let (number, beyond) = (number + 1, geometry.side() + 1);
            let cell = match side {
                Side::Left => format!("R{number}C0"),
                Side::Right => format!("R{number}C{beyond}"),
                Side::Top => format!("R0C{number}"),
                Side::Bottom => format!("R{beyond}C{number}"),
            };
            own.is_some_and(|own| push(own, json!({ "cell": cell, "value": value.to_string() })))
        }
    }
}

/// Returns true if another rule of this kind has a cell beside one of these.
fn touches_another(kind: CellsKind, cells: &[Cell], geometry: &Geometry) -> bool {
    geometry.rules().iter().any(|rule| match rule {
        Rule::Cells { kind: other, cells: others } if *other == kind && others != cells => {
            cells.iter().any(|&cell| geometry.neighbors(cell).any(|neighbor| others.contains(&neighbor)))
        }
        _ => false,
    })
}

/// Returns the cell before the first one of a diagonal, which is beside the board.
fn before(first: Cell, direction: &str) -> String {
    let (row, column) = (first.row() + 1, first.column() + 1);
    let row = if direction.starts_with('D') { row - 1 } else { row + 1 };
    let column = if direction.ends_with('R') { column - 1 } else { column + 1 };
    format!("R{row}C{column}")
}
