//! Lines, arrows, shapes, texts, cages and fog. Places are a row and a column, in sides of a cell.

use serde_json::{Map, Value, json};

use super::names::{PIXELS, list, long, member};
use crate::model::decoration::{Color, Cosmetic, OUTLINE, Outline, Place};
use crate::model::geometry::Cell;
use crate::text::draft::Draft;
use crate::text::drawing::{FURTHEST, Members, number_of, reach_of_fog, text_of};
use crate::text::fpuzzles::whole;

/// The members that draw, each with what one of its elements is.
const KINDS: [(&str, &str); 4] =
    [("underlays", "shape"), ("lines", "line"), ("arrows", "arrow"), ("overlays", "shape")];
/// The members of an element that are read, and those that concern the program.
const READ: [&str; 21] = [
    "wayPoints",
    "color",
    "thickness",
    "headLength",
    "center",
    "width",
    "height",
    "rounded",
    "borderColor",
    "backgroundColor",
    "borderSize",
    "fontSize",
    "text",
    "angle",
    "stroke-linecap",
    "stroke-linejoin",
    "class",
    "id",
    "feature",
    "role",
    "fromConstraint",
];
/// The length of the head of an arrow, and the height of letters, that state none.
const HEAD: f64 = 0.3;
const LETTERS: f64 = 0.5;

/// Adds all drawings of an object but its cages.
pub(super) fn add(object: &Value, draft: &mut Draft) {
    for (name, what) in KINDS {
        for element in list(object, name) {
            let cosmetic = match name {
                "lines" | "arrows" => line(name, element, draft),
                _ => shape(name, element, draft),
            };
            match cosmetic {
                Some(cosmetic) => {
                    match cosmetic.colored_cell().filter(|&(cell, _)| draft.index(cell).is_ok()) {
                        Some((cell, color)) => draft.decoration.colors.entry(cell).or_default().push(color),
                        None => draft.decoration.cosmetics.push(cosmetic),
                    }
                }
                None => draft.leave_out(what, 1),
            }
            let is_other =
                |(name, value): (&String, &Value)| !READ.contains(&long(name)) && !is_nothing(value);
            let has_others = element.as_object().is_some_and(|members| members.iter().any(is_other));
            draft.leave_out("style of a drawing", has_others.into());
        }
    }
    for (name, reach) in [("foglight", 0), ("fogofwar", 1)] {
        if let Some(cells) = object.get(name).and_then(Value::as_array) {
            add_fog(cells, reach, draft);
        }
    }
    draft.leave_out("effect of fog", list(object, "triggereffect").len());
}

fn is_nothing(value: &Value) -> bool {
    matches!(value, Value::Null | Value::Bool(false)) || value.as_str() == Some("")
}

fn number(element: &Value, name: &str) -> Option<f64> {
    member(element, name).and_then(number_of).filter(|number| number.abs() <= FURTHEST * PIXELS)
}

fn text(element: &Value, name: &str) -> String {
    text_of(member(element, name))
}

/// Returns the color of a member, if anything is seen of it.
fn color(element: &Value, name: &str, draft: &mut Draft) -> Option<Color> {
    let found = text(element, name);
    let color = found.parse::<Color>().ok();
    draft.leave_out("color", (!found.is_empty() && color.is_none()).into());
    color.filter(|color| !color.is_transparent())
}

/// Returns the place of a row and a column.
fn place(value: &Value) -> Option<Place> {
    let axis = |index: usize| value.get(index).and_then(number_of).filter(|number| number.abs() <= FURTHEST);
    Some([axis(1)?, axis(0)?])
}

fn line(name: &str, element: &Value, draft: &mut Draft) -> Option<Cosmetic> {
    let points = list(element, "wayPoints").iter().map(place).collect::<Option<Vec<Place>>>()?;
    if points.is_empty() {
        return None;
    }
    let head = if name == "arrows" { number(element, "headLength").unwrap_or(HEAD).max(0.0) } else { 0.0 };
    let width = number(element, "thickness").unwrap_or(1.0).max(0.0) / PIXELS;
    let color = color(element, "color", draft).unwrap_or(Color::BLACK);
    Some(Cosmetic::Line { points, color, width, head })
}

fn shape(name: &str, element: &Value, draft: &mut Draft) -> Option<Cosmetic> {
    let under = name == "underlays";
    let at = member(element, "center").and_then(place)?;
    let [fill, stroke, color] =
        ["backgroundColor", "borderColor", "color"].map(|name| color(element, name, draft));
    let (text, angle) = (text(element, "text"), number(element, "angle").unwrap_or(0.0));
    let font = number(element, "fontSize").map(|font| font.max(0.0) / PIXELS);
    if !under && fill.is_none() && stroke.is_none() && !text.trim().is_empty() {
        let (size, color) = (font.unwrap_or(LETTERS), color.unwrap_or(Color::BLACK));
        return Some(Cosmetic::Text { at, text, size, color, angle });
    }
    let is_round = member(element, "rounded").and_then(Value::as_bool) == Some(true);
    let border = number(element, "thickness").or_else(|| number(element, "borderSize"));
    Some(Cosmetic::Shape {
        shape: if is_round { Outline::Ellipse } else { Outline::Rectangle },
        at,
        size: ["width", "height"].map(|side| number(element, side).unwrap_or(1.0).max(0.0)),
        fill,
        stroke,
        border: border.map_or(OUTLINE, |border| border.max(0.0) / PIXELS),
        font: font.filter(|_| !text.is_empty()),
        color: color.filter(|_| !text.is_empty()),
        text,
        under,
        angle,
    })
}

/// Returns true if a cage has a text.
pub(super) fn has_text(cage: &Value) -> bool {
    !text(cage, "value").trim().is_empty()
}

/// Returns a cage that is only drawn.
pub(super) fn cage(cage: &Value, cells: Vec<Cell>, draft: &mut Draft) -> Cosmetic {
    let stroke = color(cage, "borderColor", draft).or_else(|| color(cage, "outlineC", draft));
    Cosmetic::Cage { cells, text: text(cage, "value"), stroke, color: color(cage, "fontC", draft) }
}

/// Returns true if the text of a cage says that its cells are clear of fog.
pub(super) fn is_fog(cage: &Value) -> bool {
    reach_of_fog(&text(cage, "value")).is_some()
}

/// Adds fog that leaves the cells of a cage clear.
pub(super) fn add_fog_of_cage(cage: &Value, draft: &mut Draft) {
    add_fog(list(cage, "cells"), reach_of_fog(&text(cage, "value")).unwrap_or(0), draft);
}

/// Adds fog with the cells that it leaves clear, which are pairs of numbers or names.
fn add_fog(cells: &[Value], reach: usize, draft: &mut Draft) {
    let cell = |value: &Value| {
        let numbered =
            |index: usize| value.get(index).and_then(whole).and_then(|number| u8::try_from(number).ok());
        let named = || value.as_str().and_then(|name| name.parse().ok());
        numbered(0).zip(numbered(1)).map(|(row, column)| Cell::new(row, column)).or_else(named)
    };
    draft.add_fog(cells.iter().map(cell), reach);
}

/// Adds a drawing to the members of an object. Those below all others are squares that color cells.
pub(super) fn write(cosmetic: &Cosmetic, object: &mut Map<String, Value>) {
    let swapped = |[x, y]: Place| json!([y, x]);
    let mut members = Members::default();
    let list = match cosmetic {
        Cosmetic::Line { points, color, width, head } => {
            members.put("wayPoints", points.iter().map(|&point| swapped(point)).collect::<Value>());
            members.put_color("color", Some(*color));
            members.put("thickness", width * PIXELS);
            if *head > 0.0 {
                members.put("headLength", *head);
            }
            if *head > 0.0 { "arrows" } else { "lines" }
        }
        Cosmetic::Shape { shape, at, size, fill, stroke, border, text, color, font, under, angle } => {
            members.put("center", swapped(*at));
            members.put("width", size[0]);
            members.put("height", size[1]);
            members.put("rounded", *shape == Outline::Ellipse);
            members.put_color("backgroundColor", *fill);
            members.put_color("borderColor", *stroke);
            if *border != OUTLINE {
                members.put("thickness", border * PIXELS);
            }
            members.put_text("text", text);
            members.put_color("color", *color);
            if let Some(font) = font {
                members.put("fontSize", font * PIXELS);
            }
            members.put_angle(*angle);
            if *under { "underlays" } else { "overlays" }
        }
        Cosmetic::Text { at, text, size, color, angle } => {
            members.put("center", swapped(*at));
            members.put("width", 0.25);
            members.put("height", 0.25);
            members.put_text("text", text);
            members.put_color("color", Some(*color));
            members.put("fontSize", size * PIXELS);
            members.put_angle(*angle);
            "overlays"
        }
        Cosmetic::Cage { cells, text, stroke, color } => {
            members
                .put("cells", cells.iter().map(|cell| json!([cell.row(), cell.column()])).collect::<Value>());
            members.put_text("value", text);
            members.put_color("borderColor", *stroke);
            members.put_color("fontC", *color);
            "cages"
        }
    };
    members.add_to(object, list);
}
