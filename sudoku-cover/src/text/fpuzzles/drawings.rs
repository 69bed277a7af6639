//! What draws and has no meaning for a solver: lines, shapes, texts, cages and fog, and the colors of cells.
//!
//! Places are the averages of cells, which may be beside the board. Lines are twice and letters twice as large in numbers as in
//! sides of a cell. `foglight` and `fogofwar` are those of `SudokuPad`: the latter clears the neighbors of a cell as well.

use serde_json::{Map, Value};

use super::names::kind;
use super::values::{is_empty, whole};
use crate::model::decoration::{Color, Cosmetic, Decoration, OUTLINE, Outline, Place};
use crate::model::geometry::{Cell, Geometry};
use crate::text::draft::Draft;
use crate::text::drawing::{FURTHEST, Members, number_of, reach_of_fog, text_of};
use crate::text::loss::{COLORS, DETAILS_OF_DRAWINGS, DRAWINGS, Loss};

/// The members that draw, each with what one of its elements is.
const KINDS: [(&str, &str); 5] = [
    ("line", "line"),
    ("circle", "circle"),
    ("rectangle", "rectangle"),
    ("text", "text"),
    ("cage", "drawn cage"),
];
/// The members of an element that are read, and those that concern the program.
const READ: [&str; 16] = [
    "lines",
    "cells",
    "cell",
    "value",
    "baseC",
    "outlineC",
    "fontC",
    "width",
    "height",
    "size",
    "angle",
    "fromConstraint",
    "isNewConstraint",
    "isLLConstraint",
    "class",
    "style",
];
/// The number that stands for a length of one cell as the width of a line or the size of letters.
const TWICE: f64 = 2.0;
/// The width of a line, and the sides of a shape, that state none.
const THIN: f64 = 0.05;
const HALF: f64 = 0.5;
/// The most cells whose average is tried as a place.
const MOST_CELLS: i32 = 20;

/// The colors that the numbers 0 to 10 stand for.
const NUMBERED: [&str; 11] = [
    "#a8a8a8a8",
    "#000",
    "#ffa0a0",
    "#ffdf61",
    "#feffaf",
    "#b0ffb0",
    "#61d060",
    "#d0d0ff",
    "#8180f0",
    "#ff08ff",
    "#ffd0d0",
];

/// Returns the color of a value, which may be a number.
fn color_of(value: &Value) -> Option<Color> {
    let numbered = whole(value).and_then(|number| NUMBERED.get(usize::try_from(number).ok()?).copied());
    numbered.or_else(|| value.as_str())?.parse().ok()
}

/// Returns the color of a member, none if it has none. What is no color is left out.
fn color(name: &str, element: &Value, draft: &mut Draft) -> Option<Color> {
    let value = element.get(name).filter(|value| !value.is_null() && value.as_str() != Some(""))?;
    let found = color_of(value);
    draft.leave_out("color", found.is_none().into());
    found
}

/// Adds the colors of a cell.
pub(super) fn add_colors(cell: Cell, members: &Value, draft: &mut Draft) {
    let several = members.get("cArray").and_then(Value::as_array).filter(|list| !list.is_empty());
    let single =
        |name: &str| members.get(name).filter(|value| !value.is_null() && value.as_str() != Some(""));
    let found: Vec<&Value> = match several {
        Some(list) => list.iter().collect(),
        None => single("c").or_else(|| single("highlight")).into_iter().collect(),
    };
    let colors: Vec<Color> = found.iter().filter_map(|value| color_of(value)).collect();
    draft.leave_out("color", found.len() - colors.len());
    let colors: Vec<Color> = colors.into_iter().filter(|color| !color.is_transparent()).collect();
    if !colors.is_empty() {
        draft.decoration.colors.insert(cell, colors);
    }
}

/// Returns true for a member that draws.
pub(super) fn is_drawing(name: &str) -> bool {
    KINDS.iter().any(|(known, _)| *known == name) || ["foglight", "fogofwar"].contains(&name)
}

/// Adds the drawings of a member. Those of rules that other members state are their looks, and are not drawn twice.
pub(super) fn add(name: &str, value: &Value, object: &Map<String, Value>, draft: &mut Draft) {
    let elements = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
    match name {
        "foglight" => add_fog(elements, 0, draft),
        "fogofwar" => add_fog(elements, 1, draft),
        _ => {
            let what = KINDS.iter().find(|(known, _)| *known == name).map_or("drawing", |(_, what)| what);
            for element in elements.iter().filter(|element| !is_look_of_rule(element, object)) {
                if add_element(name, element, draft).is_none() {
                    draft.leave_out(what, 1);
                }
                let is_other =
                    |(name, value): (&String, &Value)| !READ.contains(&name.as_str()) && !is_empty(value);
                let has_others = element.as_object().is_some_and(|members| members.iter().any(is_other));
                draft.leave_out("style of a drawing", has_others.into());
            }
        }
    }
}

/// Returns true if a drawing was made for a rule that a member of its own states.
fn is_look_of_rule(element: &Value, object: &Map<String, Value>) -> bool {
    let name = element.get("fromConstraint").and_then(Value::as_str).unwrap_or_default();
    let name: String =
        name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    kind(&name).is_some() && object.get(&name).is_some_and(|rules| !is_empty(rules))
}

/// Adds fog with the names of cells that it leaves clear.
fn add_fog(names: &[Value], reach: usize, draft: &mut Draft) {
    draft.add_fog(names.iter().map(|name| name.as_str()?.parse().ok()), reach);
}

/// Adds a drawing; returns `None` if it has no place.
fn add_element(name: &str, element: &Value, draft: &mut Draft) -> Option<()> {
    let number = |name: &str| element.get(name).and_then(number_of).filter(|number| number.abs() <= FURTHEST);
    let text = text_of(element.get("value"));
    let angle = number("angle").unwrap_or(0.0);
    let cosmetic = match name {
        "line" => {
            let lines = element.get("lines")?.as_array()?;
            let points: Vec<Vec<Place>> = lines
                .iter()
                .map(|line| line.as_array()?.iter().map(place).collect())
                .collect::<Option<_>>()?;
            let color = color("outlineC", element, draft).unwrap_or(Color::BLACK);
            let width = number("width").unwrap_or(THIN).max(0.0) / TWICE;
            let line = |points| Cosmetic::Line { points, color, width, head: 0.0 };
            draft.decoration.cosmetics.extend(points.into_iter().map(line));
            return Some(());
        }
        "text" => {
            if text.trim().is_empty() {
                return Some(());
            }
            let size = number("size").unwrap_or(1.0).max(0.0) / TWICE;
            let color = color("fontC", element, draft).unwrap_or(Color::BLACK);
            Cosmetic::Text { at: middle(element)?, text, size, color, angle }
        }
        "cage" => return add_cage(element, text, draft),
        _ => Cosmetic::Shape {
            shape: if name == "circle" { Outline::Ellipse } else { Outline::Rectangle },
            at: middle(element)?,
            size: ["width", "height"].map(|side| number(side).unwrap_or(HALF).max(0.0)),
            fill: color("baseC", element, draft),
            stroke: color("outlineC", element, draft),
            border: OUTLINE,
            text,
            color: color("fontC", element, draft),
            font: None,
            under: false,
            angle,
        },
    };
    draft.decoration.cosmetics.push(cosmetic);
    Some(())
}

/// Adds a cage that is only drawn, or the fog that `SudokuPad` reads from its text.
fn add_cage(element: &Value, text: String, draft: &mut Draft) -> Option<()> {
    let names = element.get("cells").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    if let Some(reach) = reach_of_fog(&text) {
        add_fog(names, reach, draft);
        return Some(());
    }
    let cell = |name: &Value| name.as_str()?.parse::<Cell>().ok().filter(|&cell| draft.index(cell).is_ok());
    let cells = names.iter().map(cell).collect::<Option<Vec<Cell>>>()?;
    let [stroke, color] = ["outlineC", "fontC"].map(|name| color(name, element, draft));
    draft.decoration.cosmetics.push(Cosmetic::Cage { cells, text, stroke, color });
    Some(())
}

/// Returns the middle of a cell, which may be beside the board.
fn place(name: &Value) -> Option<Place> {
    let (row, column) = name.as_str()?.strip_prefix(['R', 'r'])?.split_once(['C', 'c'])?;
    let [row, column] =
        [row, column].map(|number| number.parse::<f64>().ok().filter(|number| number.abs() <= FURTHEST));
    Some([column? - HALF, row? - HALF])
}

/// Returns the middle of the cells of an element.
fn middle(element: &Value) -> Option<Place> {
    let cells = element.get("cells").and_then(Value::as_array).map(Vec::as_slice);
    let cells =
        cells.or_else(|| element.get("cell").map(std::slice::from_ref)).filter(|cells| !cells.is_empty())?;
    let places = cells.iter().map(place).collect::<Option<Vec<Place>>>()?;
    Some([0, 1].map(|axis| places.iter().map(|place| place[axis]).sum::<f64>() / places.len() as f64))
}

/// Adds the colors of a cell to its members: its own, and those of squares that color it.
pub(super) fn write_colors(decoration: &Decoration, cell: Cell, members: &mut Map<String, Value>) {
    let own = decoration.colors.get(&cell).into_iter().flatten().copied();
    let squares = decoration.cosmetics.iter().filter_map(Cosmetic::colored_cell);
    let squares = squares.filter(|(colored, _)| *colored == cell).map(|(_, color)| color);
    let colors: Vec<String> = own.chain(squares).map(|color| color.to_string().to_uppercase()).collect();
    match &colors[..] {
        [] => {}
        [color] => drop(members.insert("c".to_owned(), color.as_str().into())),
        colors => drop(members.insert("cArray".to_owned(), colors.into())),
    }
}

/// Adds drawings and fog to the members of an object, and what is lost of them to the loss.
pub(super) fn write(
    decoration: &Decoration,
    board: &Geometry,
    object: &mut Map<String, Value>,
    loss: &mut Loss,
) {
    if decoration.colors.keys().any(|&cell| !board.contains(cell)) {
        loss.decoration.insert(COLORS);
    }
    for cosmetic in &decoration.cosmetics {
        if cosmetic.colored_cell().is_some_and(|(cell, _)| board.contains(cell)) {
            continue;
        }
        match element(cosmetic, board) {
            Some((name, members, is_whole)) => {
                members.add_to(object, name);
                if !is_whole {
                    loss.decoration.insert(DETAILS_OF_DRAWINGS);
                }
            }
            None => drop(loss.decoration.insert(DRAWINGS)),
        }
    }
    if let Some(fog) = &decoration.fog {
        object.insert("foglight".to_owned(), names_of(&fog.lit).into());
    }
}

/// Returns the list and the members of a drawing, and false if it lacks a detail; `None` if its place is no average of cells.
fn element(cosmetic: &Cosmetic, board: &Geometry) -> Option<(&'static str, Members, bool)> {
    let mut members = Members::default();
    let (name, is_whole) = match cosmetic {
        Cosmetic::Line { points, color, width, head } => {
            let cells =
                points.iter().map(|&point| cells_around(point, 1, board)).collect::<Option<Vec<_>>>()?;
            members.put("lines", vec![Value::from(cells.concat())]);
            members.put_color("outlineC", Some(*color));
            members.put("width", width * TWICE);
            ("line", *head == 0.0)
        }
        Cosmetic::Shape { shape, at, size, fill, stroke, border, text, color, font, under, angle } => {
            members.put("cells", cells_around(*at, MOST_CELLS, board)?);
            members.put("width", size[0]);
            members.put("height", size[1]);
            members.put_color("baseC", *fill);
            members.put_color("outlineC", *stroke);
            members.put_color("fontC", *color);
            members.put_text("value", text);
            members.put_angle(*angle);
            let name = if *shape == Outline::Ellipse { "circle" } else { "rectangle" };
            (name, *border == OUTLINE && font.is_none() && !under)
        }
        Cosmetic::Text { at, text, size, color, angle } => {
            members.put("cells", cells_around(*at, MOST_CELLS, board)?);
            members.put_text("value", text);
            members.put_color("fontC", Some(*color));
            members.put("size", size * TWICE);
            members.put_angle(*angle);
            ("text", true)
        }
        Cosmetic::Cage { cells, text, stroke, color } => {
            members.put("cells", names_of(cells));
            members.put_text("value", text);
            members.put_color("outlineC", *stroke);
            members.put_color("fontC", *color);
            ("cage", true)
        }
    };
    Some((name, members, is_whole))
}

/// Returns the names of cells, such as R1C1.
fn names_of(cells: &[Cell]) -> Vec<String> {
    cells.iter().map(|cell| cell.to_string().to_uppercase()).collect()
}

/// Returns at most `most` cells with this average, on the board or directly beside it. The fewest are taken: one for the middle of
/// a cell, two for that of a border.
fn cells_around(place: Place, most: i32, board: &Geometry) -> Option<Vec<String>> {
    let side = i32::try_from(board.side()).ok()?;
    (1..=most).find_map(|count| {
        // The sum of the numbers of rows or columns, counted from 0, if it is whole.
        let sum = |middle: f64| {
            let sum = (middle - HALF) * f64::from(count);
            let rounded = sum.round();
            let is_whole = (sum - rounded).abs() < 1e-6 && rounded.abs() < 1e6;
            (-count..=(side + 1) * count).find(|&whole| is_whole && f64::from(whole) == rounded)
        };
        let (columns, rows) = (sum(place[0])?, sum(place[1])?);
        let line = |sum: i32, number: i32| sum.div_euclid(count) + i32::from(number < sum.rem_euclid(count));
        let cells: Vec<[i32; 2]> =
            (0..count).map(|number| [line(rows, number), line(columns, number)]).collect();
        let is_near = |line: &i32| (-1..=side).contains(line);
        let names = || cells.iter().map(|[row, column]| format!("R{}C{}", row + 1, column + 1)).collect();
        cells.iter().flatten().all(is_near).then(names)
    })
}
