//! Puzzles of f-puzzles: JSON objects, compressed by LZ-string and written in base 64, as in the links of
//! f-puzzles and `SudokuPad`.
//!
//! An object has a member for each kind of rule; lists of lines, cells and values describe the rules of the
//! kind. Members that only decorate the picture are ignored. Any other member that is not empty is an error,
//! since a puzzle without one of its rules would be another puzzle.

use serde_json::{Map, Value, json};

use super::draft::{Boxes, Draft};
use super::fault::{Fault, ReadErrorKind};
use super::format::Format;
use super::record::{Key, Record};
use crate::model::geometry::rules::{
    CellsKind, Direction, LineKind, OutsideKind, PairKind, Regions, Rule, Side, Variant,
};
use crate::model::geometry::{Cell, Digit, Geometry, HouseKind, MAX_SIDE};
use crate::model::pencilmarks::Marks;

/// The members that are true or absent.
const VARIANTS: [(&str, Variant); 5] = [
    ("diagonal+", Variant::RisingDiagonal),
    ("diagonal-", Variant::FallingDiagonal),
    ("antiknight", Variant::AntiKnight),
    ("antiking", Variant::AntiKing),
    ("disjointgroups", Variant::Disjoint),
];
/// The words of the list `negative`.
const NEGATIVES: [(&str, Variant); 3] =
    [("difference", Variant::StrictWhite), ("ratio", Variant::StrictBlack), ("xv", Variant::StrictXv)];
/// The members with lists of lines.
const LINES: [(&str, LineKind); 12] = [
    ("thermometer", LineKind::Thermo),
    ("slowthermometer", LineKind::SlowThermo),
    ("palindrome", LineKind::Palindrome),
    ("renban", LineKind::Renban),
    ("whispers", LineKind::Whisper { difference: 5 }),
    ("zipperline", LineKind::Zipper),
    ("regionsumline", LineKind::RegionSum),
    ("betweenline", LineKind::Between),
    ("lockout", LineKind::Lockout { difference: 4 }),
    ("entropicline", LineKind::Entropic),
    ("modularline", LineKind::Modular { modulus: 3 }),
    ("doublearrow", LineKind::DoubleArrow),
];
/// The members with a list of cells, one in each element.
const SINGLE_CELLS: [(&str, CellsKind); 4] = [
    ("odd", CellsKind::Odd),
    ("even", CellsKind::Even),
    ("minimum", CellsKind::Minimum),
    ("maximum", CellsKind::Maximum),
];
/// The members with a list of sets of cells.
const SETS: [(&str, CellsKind); 4] = [
    ("extraregion", CellsKind::Different),
    ("rowindexer", CellsKind::RowIndexer),
    ("columnindexer", CellsKind::ColumnIndexer),
    ("boxindexer", CellsKind::BoxIndexer),
];
/// The members with clues outside of the board.
const OUTSIDE: [(&str, OutsideKind); 4] = [
    ("sandwichsum", OutsideKind::Sandwich),
    ("xsum", OutsideKind::XSum),
    ("skyscraper", OutsideKind::Skyscraper),
    ("numberedroom", OutsideKind::NumberedRoom),
];
/// The letters for the directions of diagonals.
const DIRECTIONS: [(&str, Direction); 4] = [
    ("UL", Direction::UpLeft),
    ("UR", Direction::UpRight),
    ("DL", Direction::DownLeft),
    ("DR", Direction::DownRight),
];
/// The members that decorate, or that concern the program that made the puzzle.
const DECORATION: [&str; 14] = [
    "line",
    "circle",
    "rectangle",
    "text",
    "cage",
    "solution",
    "disabledlogic",
    "truecandidatesoptions",
    "highlightConflicts",
    "foglight",
    "fogofwar",
    "triggereffect",
    "metadata",
    "markings",
];

/// Returns true if this is the object of a puzzle of f-puzzles.
pub(super) fn is_puzzle(object: &Map<String, Value>) -> bool {
    let rows = object.get("grid").and_then(Value::as_array);
    let first = rows.and_then(|rows| rows.first()).and_then(Value::as_array).and_then(|row| row.first());
    object.contains_key("size") && first.is_some_and(Value::is_object)
}

/// A result whose errors have no place, because the text was compressed.
type Read<T> = Result<T, Fault>;

/// Returns the record of an object.
pub(super) fn read(line: u64, object: &Map<String, Value>, side: Option<usize>) -> Read<Record> {
    let found = object.get("size").and_then(whole).and_then(|size| usize::try_from(size).ok());
    let found = found.filter(|size| (1..=MAX_SIDE).contains(size));
    let found = found.ok_or_else(|| Fault::unexpected(format!("a `size` of 1 to {MAX_SIDE}"), "another"))?;
    let mut draft = Draft::new(found, side).map_err(Fault::of_line)?;
    add_grid(object, &mut draft)?;
    for (name, value) in object {
        let is_empty = match value {
            Value::Null | Value::Bool(false) => true,
            Value::Array(list) => list.is_empty(),
            Value::Object(members) => members.is_empty(),
            Value::String(text) => text.is_empty(),
            _ => false,
        };
        if !is_empty {
            add(name, value, object, &mut draft)?;
        }
    }
    Ok(draft.record(line, Format::FPuzzles))
}

fn add_grid(object: &Map<String, Value>, draft: &mut Draft) -> Read<()> {
    let side = draft.side();
    let rows = object.get("grid").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let cells: Vec<&Value> = rows.iter().filter_map(Value::as_array).flatten().collect();
    if cells.len() != side * side {
        return Err(Fault::unexpected(format!("{} cells in `grid`", side * side), cells.len()));
    }
    for (index, cell) in cells.iter().enumerate() {
        if let Some(value) = number("grid", cell)?.filter(|&value| value > 0) {
            let digit = draft.digit(value).map_err(Fault::of_line)?;
            if cell.get("given").and_then(Value::as_bool) == Some(true) {
                draft.give(index, digit);
            } else {
                draft.place(index, digit);
            }
        }
        if let Some(marks) = marks(cell.get("givenPencilMarks"), draft)? {
            draft.allow(index, marks);
        }
        if let Some(marks) = marks(cell.get("centerPencilMarks"), draft)? {
            draft.mark(index, marks);
        }
    }
    add_regions(&cells, draft)
}

/// Returns the candidates of a list that is not empty.
fn marks(list: Option<&Value>, draft: &Draft) -> Read<Option<Marks>> {
    let list = list.and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let digits = list.iter().filter_map(whole).map(|value| draft.digit(value).map_err(Fault::of_line));
    let marks: Marks = digits.collect::<Read<Vec<_>>>()?.into_iter().collect();
    Ok(Some(marks).filter(|marks| !marks.is_empty()))
}

/// Adds the regions that cells name, if some cell names another than its box.
fn add_regions(cells: &[&Value], draft: &mut Draft) -> Read<()> {
    let Ok(usual) = Geometry::of_side(draft.side()) else { return Ok(()) };
    let region = |(cell, found): (Cell, &&Value)| match found.get("region") {
        None => Some(usual.box_number(cell)),
        Some(region) => whole(region).and_then(|region| usize::try_from(region).ok()),
    };
    let regions: Vec<Option<usize>> = usual.cells().zip(cells).map(region).collect();
    if regions.iter().all(Option::is_none) {
        draft.add_variant(Variant::NoBoxes);
    } else if usual.cells().zip(&regions).any(|(cell, &region)| region != Some(usual.box_number(cell))) {
        let name = |region: Option<usize>| char::from_digit(u32::try_from(region?).ok()?, 36);
        let names = regions.into_iter().map(|region| {
            name(region)
                .ok_or_else(|| Fault::unexpected("a region of 0 to 35 in every cell", "a cell without one"))
        });
        draft.rules.push(Rule::Regions(Regions::of_text(&names.collect::<Read<String>>()?)));
    }
    Ok(())
}

/// Adds what a member says.
fn add(name: &str, value: &Value, object: &Map<String, Value>, draft: &mut Draft) -> Read<()> {
    let details = [("title", Key::Title), ("author", Key::Author), ("ruleset", Key::Description)];
    if let Some((_, key)) = details.into_iter().find(|(known, _)| *known == name) {
        draft.details.extend(value.as_str().map(|text| (key, text.to_owned())));
    } else if let Some(&(_, variant)) = VARIANTS.iter().find(|(known, _)| *known == name) {
        draft.add_variant(variant);
    } else if let Some(&(_, kind)) = LINES.iter().find(|(known, _)| *known == name) {
        for element in elements(name, value)? {
            let kind = with_number(kind, small_number(name, element)?);
            for line in lines(name, element, draft)? {
                draft.add_line(kind, line);
            }
        }
    } else if let Some(&(_, kind)) = SINGLE_CELLS.iter().find(|(known, _)| *known == name) {
        let cells = elements(name, value)?.iter().map(|element| cell(name, element.get("cell"), draft));
        let cells = cells.collect::<Read<Vec<Cell>>>()?;
        draft.add_cells(kind, &cells);
    } else if let Some(&(_, kind)) = SETS.iter().find(|(known, _)| *known == name) {
        for element in elements(name, value)? {
            let cells = member_cells(name, "cells", element, draft)?;
            draft.add_cells(kind, &cells);
        }
    } else if let Some(&(_, kind)) = OUTSIDE.iter().find(|(known, _)| *known == name) {
        elements(name, value)?.iter().try_for_each(|element| add_outside(name, kind, element, draft))?;
    } else if !["size", "grid"].contains(&name) && !DECORATION.contains(&name) {
        add_other(name, value, object, draft)?;
    }
    Ok(())
}

fn add_other(name: &str, value: &Value, object: &Map<String, Value>, draft: &mut Draft) -> Read<()> {
    match name {
        "nonconsecutive" => {
            // Dots are exceptions.
            let has_dots =
                object.get("difference").and_then(Value::as_array).is_some_and(|list| !list.is_empty());
            draft.add_variant(if has_dots { Variant::StrictWhite } else { Variant::NonConsecutive });
        }
        "negative" => {
            for word in value.as_array().into_iter().flatten().filter_map(Value::as_str) {
                let known = NEGATIVES.iter().find(|(known, _)| *known == word);
                let (_, variant) = known.ok_or_else(|| unknown(&format!("negative {word}")))?;
                draft.add_variant(*variant);
            }
        }
        "killercage" => {
            for element in elements(name, value)? {
                let cells = member_cells(name, "cells", element, draft)?;
                draft.add_cage(number(name, element)?, &cells);
            }
        }
        "arrow" => {
            for element in elements(name, value)? {
                let circle = member_cells(name, "cells", element, draft)?;
                for mut line in lines(name, element, draft)? {
                    if line.first().is_some_and(|first| circle.contains(first)) {
                        line.remove(0);
                    }
                    draft.add_arrow(circle.clone(), line);
                }
            }
        }
        "difference" | "ratio" | "xv" => {
            for element in elements(name, value)? {
                let found = member_cells(name, "cells", element, draft)?;
                let &[first, second] = found.as_slice() else {
                    return Err(Fault::unexpected(format!("two cells in `{name}`"), found.len()));
                };
                let text = element.get("value").and_then(Value::as_str).unwrap_or_default();
                let kind = match (name, text.to_ascii_uppercase().as_str()) {
                    ("difference", _) => PairKind::Difference(small_number(name, element)?.unwrap_or(1)),
                    ("ratio", _) => PairKind::Ratio(small_number(name, element)?.unwrap_or(2)),
                    (_, "X") => PairKind::X,
                    (_, "V") => PairKind::V,
                    (_, found) => return Err(Fault::unexpected("X or V", format!("`{found}`"))),
                };
                draft.add_pair(kind, [first, second]);
            }
        }
        "clone" => {
            for element in elements(name, value)? {
                let first = member_cells(name, "cells", element, draft)?;
                let second = member_cells(name, "cloneCells", element, draft)?;
                draft.rules.push(Rule::Clone { first, second });
            }
        }
        "quadruple" => {
            for element in elements(name, value)? {
                let cells = member_cells(name, "cells", element, draft)?;
                let corner = *cells
                    .iter()
                    .min()
                    .ok_or_else(|| Fault::unexpected("four cells in `quadruple`", "none"))?;
                let digit = |value: &Value| {
                    let value =
                        whole(value).ok_or_else(|| Fault::unexpected("digits in `quadruple`", value))?;
                    draft.digit(value).map_err(Fault::of_line)
                };
                let digits = list(name, "values", element)?.iter().map(digit);
                let digits = digits.collect::<Read<Vec<_>>>()?;
                draft.rules.push(Rule::Quadruple { corner, digits });
            }
        }
        "littlekillersum" => {
            for element in elements(name, value)? {
                let Some(sum) = number(name, element)? else { continue };
                let word = element.get("direction").and_then(Value::as_str).unwrap_or_default();
                let direction = DIRECTIONS.iter().find(|(known, _)| *known == word);
                let (_, direction) = direction
                    .ok_or_else(|| Fault::unexpected("a direction such as DR", format!("`{word}`")))?;
                let cells = member_cells(name, "cells", element, draft)?;
                let first = *cells.first().ok_or_else(|| Fault::unexpected("cells of a diagonal", "none"))?;
                draft.rules.push(Rule::LittleKiller { sum, first, direction: *direction });
            }
        }
        _ => return Err(unknown(name)),
    }
    Ok(())
}

fn unknown(name: &str) -> Fault {
    Fault::of_line(ReadErrorKind::found_text("only rules that can be read", name))
}

/// Returns the kind of a line with a number, if the kind has one.
fn with_number(kind: LineKind, number: Option<u8>) -> LineKind {
    match (kind, number) {
        (LineKind::Whisper { .. }, Some(difference)) => LineKind::Whisper { difference },
        (LineKind::Lockout { .. }, Some(difference)) => LineKind::Lockout { difference },
        (LineKind::Modular { .. }, Some(modulus)) => LineKind::Modular { modulus },
        _ => kind,
    }
}

fn add_outside(name: &str, kind: OutsideKind, element: &Value, draft: &mut Draft) -> Read<()> {
    let Some(value) = number(name, element)? else { return Ok(()) };
    let text = element.get("cell").and_then(Value::as_str).unwrap_or_default();
    let place = text.strip_prefix(['R', 'r']).and_then(|text| text.split_once(['C', 'c']));
    let place = place.and_then(|(row, column)| Some((row.parse().ok()?, column.parse().ok()?)));
    let beyond = u8::try_from(draft.side() + 1).unwrap_or(u8::MAX);
    let (side, number) = match place {
        Some((row, 0)) => (Side::Left, row),
        Some((0, column)) => (Side::Top, column),
        Some((row, column)) if column == beyond => (Side::Right, row),
        Some((row, column)) if row == beyond => (Side::Bottom, column),
        _ => (Side::Left, 0),
    };
    match number.checked_sub(1).filter(|_| number < beyond) {
        Some(number) => draft.rules.push(Rule::Outside { kind, side, number, value }),
        None => {
            let expected = format!("a cell beside the board in `{name}`, such as R0C1");
            return Err(Fault::of_line(ReadErrorKind::found_text(expected, text)));
        }
    }
    Ok(())
}

/// Returns the elements of a list.
fn elements<'a>(name: &str, value: &'a Value) -> Read<&'a [Value]> {
    value
        .as_array()
        .map(Vec::as_slice)
        .ok_or_else(|| Fault::unexpected(format!("a list as `{name}`"), "something else"))
}

fn lines(name: &str, element: &Value, draft: &Draft) -> Read<Vec<Vec<Cell>>> {
    list(name, "lines", element)?.iter().map(|line| cells(name, elements(name, line)?, draft)).collect()
}

/// Returns the list that an element must have.
fn list<'a>(name: &str, member: &str, element: &'a Value) -> Read<&'a [Value]> {
    let list = element.get(member).and_then(Value::as_array).map(Vec::as_slice);
    list.ok_or_else(|| Fault::unexpected(format!("a list `{member}` in `{name}`"), "none"))
}

fn member_cells(name: &str, member: &str, element: &Value, draft: &Draft) -> Read<Vec<Cell>> {
    cells(name, list(name, member, element)?, draft)
}

fn cells(name: &str, list: &[Value], draft: &Draft) -> Read<Vec<Cell>> {
    list.iter().map(|text| cell(name, Some(text), draft)).collect()
}

/// Returns the number of an element, if it has one.
fn number(name: &str, element: &Value) -> Read<Option<u32>> {
    match element.get("value") {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) if text.trim().is_empty() => Ok(None),
        Some(value) => {
            let expected = || Fault::unexpected(format!("a number as `value` in `{name}`"), value);
            whole(value).map(Some).ok_or_else(expected)
        }
    }
}

fn small_number(name: &str, element: &Value) -> Read<Option<u8>> {
    let small = |number: u32| {
        u8::try_from(number).map_err(|_| Fault::unexpected(format!("a number below 256 in `{name}`"), number))
    };
    number(name, element)?.map(small).transpose()
}

fn cell(name: &str, text: Option<&Value>, draft: &Draft) -> Read<Cell> {
    let text = text.and_then(Value::as_str).unwrap_or_default();
    let expected =
        || Fault::of_line(ReadErrorKind::found_text(format!("a cell such as R1C1 in `{name}`"), text));
    let cell: Cell = text.parse().map_err(|_| expected())?;
    draft.index(cell).map_err(Fault::of_line)?;
    Ok(cell)
}

/// Returns a whole number that is written as a number or as a text.
pub(super) fn whole(value: &Value) -> Option<u32> {
    match value {
        Value::Number(number) => number.as_u64().and_then(|number| u32::try_from(number).ok()),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// Returns the object of a record on a board, and the rules that it does not hold.
pub(super) fn write(record: &Record, geometry: &Geometry) -> (Value, Vec<Rule>) {
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
    object.insert("grid".to_owned(), grid(record, geometry));
    let mut lost = Vec::new();
    for rule in geometry.rules() {
        if !add_member(rule, geometry, &mut object) {
            lost.push(rule.clone());
        }
    }
    (Value::Object(object), lost)
}

fn grid(record: &Record, geometry: &Geometry) -> Value {
    let (boxes, filled) = (Boxes::of(geometry), record.filled());
    let cell = |cell: Cell| {
        let mut members = Map::new();
        if let Some(digit) = filled.get(cell) {
            members.insert("value".to_owned(), digit.value().into());
            if record.grid.get(cell).is_some() {
                members.insert("given".to_owned(), true.into());
            }
        }
        let sets = [
            ("givenPencilMarks", record.allowed(), &record.grid),
            ("centerPencilMarks", record.marks(), &filled),
        ];
        for (name, marks, known) in sets {
            let marks = marks.map(|marks| marks.get(cell)).filter(|_| known.get(cell).is_none());
            if let Some(marks) = marks.filter(|marks| (marks.count() as usize) < geometry.side()) {
                let digits: Value = marks.digits().map(Digit::value).collect();
                members.insert(name.to_owned(), digits);
            }
        }
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
    match rule {
        Rule::Regions(_) | Rule::Variant(Variant::NoBoxes) => true,
        Rule::Variant(Variant::Diagonal) => {
            for name in ["diagonal+", "diagonal-"] {
                object.insert(name.to_owned(), true.into());
            }
            true
        }
        Rule::Variant(Variant::Windoku) => {
            let mut windows = geometry.houses().iter().filter(|house| house.kind() == HouseKind::Window);
            windows.all(|house| push("extraregion", json!({ "cells": names(house.cells()) })))
        }
        Rule::Variant(Variant::StrictKropki) => {
            ["difference", "ratio"].iter().all(|&name| push("negative", name.into()))
        }
        Rule::Variant(Variant::NonConsecutive) => {
            object.insert("nonconsecutive".to_owned(), true.into());
            // Dots would be exceptions.
            !geometry
                .rules()
                .iter()
                .any(|rule| matches!(rule, Rule::Pair { kind: PairKind::Difference(_), .. }))
        }
        Rule::Variant(variant) => {
            if let Some(&(name, _)) = NEGATIVES.iter().find(|(_, known)| known == variant) {
                return push("negative", name.into());
            }
            let name = VARIANTS.iter().find(|(_, known)| known == variant);
            name.is_some_and(|&(name, _)| {
                object.insert(name.to_owned(), true.into());
                true
            })
        }
        Rule::Cells { kind, cells } => {
            // All cells of a list are one rule, in which extreme cells are not compared with each other.
            let is_extreme = matches!(kind, CellsKind::Minimum | CellsKind::Maximum);
            if is_extreme && touches_another(*kind, cells, geometry) {
                return false;
            }
            if let Some(&(name, _)) = SINGLE_CELLS.iter().find(|(_, known)| known == kind) {
                return cells
                    .iter()
                    .all(|cell| push(name, json!({ "cell": cell.to_string().to_uppercase() })));
            }
            let name = SETS.iter().find(|(_, known)| known == kind);
            name.is_some_and(|&(name, _)| push(name, json!({ "cells": names(cells) })))
        }
        Rule::Killer { sum, cells } => {
            push("killercage", json!({ "cells": names(cells), "value": sum.to_string() }))
        }
        Rule::Sum { .. } => false,
        Rule::Line { kind, cells } => {
            let Some(&(name, usual)) = LINES.iter().find(|(_, known)| known.name() == kind.name()) else {
                return false;
            };
            let mut element = json!({ "lines": [names(cells)] });
            if *kind != usual {
                let number = kind.to_string();
                element["value"] = number.rsplit(' ').next().unwrap_or_default().into();
            }
            push(name, element)
        }
        Rule::Arrow { circle, cells } => {
            let line: Vec<Cell> = circle.last().into_iter().chain(cells).copied().collect();
            circle.is_sorted() && push("arrow", json!({ "cells": names(circle), "lines": [names(&line)] }))
        }
        Rule::Pair { kind, cells } => {
            let cells = names(cells);
            match kind {
                PairKind::Difference(1) => push("difference", json!({ "cells": cells })),
                PairKind::Difference(number) => {
                    push("difference", json!({ "cells": cells, "value": number.to_string() }))
                }
                PairKind::Ratio(2) => push("ratio", json!({ "cells": cells })),
                PairKind::Ratio(number) => {
                    push("ratio", json!({ "cells": cells, "value": number.to_string() }))
                }
                PairKind::X => push("xv", json!({ "cells": cells, "value": "X" })),
                PairKind::V => push("xv", json!({ "cells": cells, "value": "V" })),
                // A thermometer begins with the smaller digit.
                PairKind::Greater => {
                    let line: Value = cells.as_array().into_iter().flatten().rev().cloned().collect();
                    push("thermometer", json!({ "lines": [line] }))
                }
            }
        }
        Rule::Clone { first, second } => {
            push("clone", json!({ "cells": names(first), "cloneCells": names(second) }))
        }
        Rule::Quadruple { corner, digits } => {
            let cells = corner.square();
            let digits: Value = digits.iter().map(|digit| digit.value()).collect();
            push("quadruple", json!({ "cells": names(&cells), "values": digits }))
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
            push("littlekillersum", element)
        }
        Rule::Outside { kind, side, number, value } => {
            let (number, beyond) = (number + 1, geometry.side() + 1);
            let cell = match side {
                Side::Left => format!("R{number}C0"),
                Side::Right => format!("R{number}C{beyond}"),
                Side::Top => format!("R0C{number}"),
                Side::Bottom => format!("R{beyond}C{number}"),
            };
            let name = OUTSIDE.iter().find(|(_, known)| known == kind);
            name.is_some_and(|&(name, _)| push(name, json!({ "cell": cell, "value": value.to_string() })))
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
