//! Writing an object: the puzzles whose rules it can state, which are cages and regions.

use serde_json::{Map, Value, json};

use super::drawings;
use super::read::{CENTRE_MARKS, CORNER_MARKS};
use crate::model::decoration::Cosmetic;
use crate::model::geometry::rules::{CellsKind, Rule, Variant};
use crate::model::geometry::{Cell, Digit, Geometry};
use crate::model::grid::Grid;
use crate::text::draft::Boxes;
use crate::text::loss::{DRAWINGS, Loss};
use crate::text::record::{Key, Record, SOLUTION};

/// Returns the object of a record on a board, and what it does not hold.
pub(in crate::text) fn write(record: &Record, geometry: &Geometry) -> (Value, Loss) {
    let decoration = record.decoration().cloned().unwrap_or_default();
    let mut object = Map::new();
    let place = |cell: &Cell| json!([cell.row(), cell.column()]);
    let places = |cells: &[Cell]| -> Value { cells.iter().map(place).collect() };
    let cell = |cell: Cell| {
        let mut members = Map::new();
        members.extend(record.grid.get(cell).map(|digit| ("value".to_owned(), digit.value().into())));
        for (name, notes) in [(CORNER_MARKS, &decoration.corner), (CENTRE_MARKS, &decoration.centre)] {
            let notes = notes.as_ref().map(|notes| notes.get(cell)).filter(|notes| !notes.is_empty());
            members.extend(notes.map(|notes| (name.to_owned(), notes.digits().map(Digit::value).collect())));
        }
        Value::Object(members)
    };
    let cells: Vec<Value> = geometry.cells().map(cell).collect();
    object.insert("cells".to_owned(), cells.chunks(geometry.side()).map(<[Value]>::to_vec).collect());
    let regions = match Boxes::of(geometry) {
        Boxes::None => Vec::new(),
        Boxes::Usual | Boxes::Regions => {
            let houses = geometry.houses().iter().filter(|house| house.kind().is_box());
            houses.map(|house| places(house.cells())).collect()
        }
    };
    object.insert("regions".to_owned(), regions.into());
    let mut loss = Loss {
        placed: !record.placed().is_empty(),
        candidates: record.allowed().is_some() || record.marks().is_some(),
        ..Loss::default()
    };
    let (mut cages, mut metadata) = (Vec::new(), Map::new());
    for rule in geometry.rules() {
        match rule {
            Rule::Regions(_) | Rule::Variant(Variant::NoBoxes) => {}
            Rule::Killer { sum, cells } => {
                cages.push(
                    json!({ "cells": places(cells), "value": sum.to_string(), "sum": sum, "unique": true }),
                );
            }
            Rule::Cells { kind: CellsKind::Different, cells } => {
                cages.push(json!({ "cells": places(cells), "unique": true }));
            }
            other => loss.rules.push(other.clone()),
        }
    }
    for detail in record.details() {
        let (name, text) = match &detail.key {
            Key::Title => ("title", detail.text.clone()),
            Key::Author => ("author", detail.text.clone()),
            Key::Description => ("rules", detail.text.clone()),
            Key::Other(name) if name == SOLUTION => (SOLUTION, solution(record)),
            _ => continue,
        };
        metadata.insert(name.to_owned(), text.into());
    }
    object.insert("cages".to_owned(), cages.into());
    object.insert("metadata".to_owned(), metadata.into());
    let colors =
        decoration.colors.iter().flat_map(|(&cell, colors)| colors.iter().map(move |&color| (cell, color)));
    colors.for_each(|(cell, color)| drawings::write(&Cosmetic::of_colored_cell(cell, color), &mut object));
    for cosmetic in &decoration.cosmetics {
        match cosmetic {
            // It would be read as a sum.
            Cosmetic::Cage { text, .. } if text.trim().parse::<f64>().is_ok() => {
                loss.decoration.insert(DRAWINGS);
            }
            cosmetic => drawings::write(cosmetic, &mut object),
        }
    }
    if let Some(fog) = &decoration.fog {
        object.insert("foglight".to_owned(), places(&fog.lit));
    }
    (Value::Object(object), loss)
}

/// Returns the solution, a character for each cell.
fn solution(record: &Record) -> String {
    let solution = record.solution();
    let digits = solution.iter().flat_map(Grid::digits);
    digits.filter_map(|digit| char::from_digit(digit.map_or(0, |digit| digit.value().into()), 36)).collect()
}
