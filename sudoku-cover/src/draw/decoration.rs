//! Drawing of notes, colors of cells, drawings of setters and fog. Colors and shapes under the lines of the board come first, then
//! shapes, cages and texts above them; digits are above all.
//!
//! Black without a ground of its own takes the color of the digits, so that it is seen in the dark theme.

use std::cmp::Reverse;

use super::frame::{CELL, Point, corner, square};
use super::rules::{Margins, cage_outline};
use super::xml::{Xml, attributes, number};
use crate::model::decoration::{Color, Cosmetic, Decoration, Fog, Outline, Place};
use crate::model::geometry::{Cell, Digit, Geometry};
use crate::model::grid::Grid;
use crate::model::pencilmarks::{Marks, Pencilmarks};

/// Distance of the lower edge of a letter from its middle, in font sizes, and its mean width.
const DROP: f64 = 0.36;
const LETTER: f64 = 0.6;
/// Largest font sizes of notes.
const CORNER: f64 = 15.0;
const CENTRE: f64 = 18.0;
/// Space between the sides of a cell and its notes.
const INSET: f64 = 5.0;
/// Font size of the text of a cage.
const CAGE_TEXT: f64 = 12.0;
/// The most cells beside the board that a picture shows.
const FURTHEST: f64 = 3.0;

fn point([x, y]: Place) -> Point {
    Point { x: x * CELL, y: y * CELL }
}

/// Returns the space beside the board that drawings need.
pub(super) fn margins(decoration: &Decoration, geometry: &Geometry) -> Margins {
    let [height, width] = geometry.extent().map(|cells| cells as f64);
    let mut margins = Margins::default();
    let mut reach = |[x, y]: Place, [wide, high]: Place| {
        let beyond = |length: f64| length.clamp(0.0, FURTHEST) * CELL;
        margins.left = margins.left.max(beyond(wide / 2.0 - x));
        margins.right = margins.right.max(beyond(x + wide / 2.0 - width));
        margins.top = margins.top.max(beyond(high / 2.0 - y));
        margins.bottom = margins.bottom.max(beyond(y + high / 2.0 - height));
    };
    for cosmetic in &decoration.cosmetics {
        match cosmetic {
            Cosmetic::Line { points, width, .. } => {
                points.iter().for_each(|&place| reach(place, [*width, *width]));
            }
            Cosmetic::Shape { at, size, .. } => reach(*at, *size),
            Cosmetic::Text { at, text, size, .. } => {
                reach(*at, [size * LETTER * text.chars().count() as f64, *size]);
            }
            Cosmetic::Cage { .. } => {}
        }
    }
    margins
}

/// Draws what is below the lines of the board.
pub(super) fn draw_below(decoration: &Decoration, geometry: &Geometry, xml: &mut Xml) {
    for (&cell, colors) in decoration.colors.iter().filter(|(cell, _)| geometry.contains(**cell)) {
        // Several colors stand side by side.
        let Point { x, y } = corner(cell);
        let width = CELL / colors.len() as f64;
        for (color, place) in colors.iter().zip(0..) {
            let [fill, opacity] = paint(*color);
            let x = x + width * f64::from(place);
            let rest = attributes![width = width, height = CELL, fill = fill, fill_opacity = opacity];
            xml.empty("rect", &[attributes![x = x, y = y], rest].concat());
        }
    }
    for cosmetic in &decoration.cosmetics {
        match cosmetic {
            Cosmetic::Line { points, color, width, head } => line(points, *color, *width, *head, xml),
            Cosmetic::Shape { under: true, .. } => shape(cosmetic, xml),
            _ => {}
        }
    }
}

/// Draws what is above the lines of the board.
pub(super) fn draw_above(decoration: &Decoration, geometry: &Geometry, xml: &mut Xml) {
    for cosmetic in &decoration.cosmetics {
        match cosmetic {
            Cosmetic::Shape { under: false, .. } => shape(cosmetic, xml),
            Cosmetic::Text { at, text, size, color, angle } => {
                words(*at, size * CELL, text, Ink::of(*color, None), *angle, xml);
            }
            Cosmetic::Cage { cells, text, stroke, color } => {
                cage(cells, text, [*stroke, *color], geometry, xml);
            }
            _ => {}
        }
    }
}

/// The color of letters and lines.
#[derive(Clone, Copy)]
enum Ink {
    /// That of the digits, by a class.
    Theme,
    Color(Color),
}

impl Ink {
    fn of(color: Color, ground: Option<Color>) -> Ink {
        let has_ground = ground.is_some_and(|ground| !ground.is_transparent());
        if color == Color::BLACK && !has_ground { Ink::Theme } else { Ink::Color(color) }
    }

    /// Returns the attributes of letters or of lines.
    fn attributes(&self, property: &'static str) -> Vec<(&'static str, String)> {
        match self {
            Ink::Theme => vec![("class", if property == "fill" { "ink" } else { "pen" }.to_owned())],
            Ink::Color(color) => {
                let [paint, opacity] = paint(*color);
                let opacity_of = if property == "fill" { "fill-opacity" } else { "stroke-opacity" };
                vec![(property, paint), (opacity_of, opacity)]
            }
        }
    }
}

fn paint(color: Color) -> [String; 2] {
    [color.opaque(), number(color.opacity())]
}

fn line(points: &[Place], color: Color, width: f64, head: f64, xml: &mut Xml) {
    let places: Vec<String> = points
        .iter()
        .map(|&place| {
            let Point { x, y } = point(place);
            format!("{} {}", number(x), number(y))
        })
        .collect();
    let mut path = format!("M{}", places.join("L"));
    if let [first] = &places[..] {
        // A line through one point is a dot.
        path += &format!("L{first}");
    }
    if let [.., before, last] = points
        && head > 0.0
    {
        path += &arrowhead(*before, *last, head);
    }
    let shape = attributes![
        d = path,
        fill = "none",
        stroke_width = width * CELL,
        stroke_linecap = "round",
        stroke_linejoin = "round"
    ];
    xml.empty("path", &[shape, &Ink::of(color, None).attributes("stroke")].concat());
}

/// Returns the two sides of the head of an arrow.
fn arrowhead(before: Place, last: Place, head: f64) -> String {
    let [along, down] = [last[0] - before[0], last[1] - before[1]];
    let length = along.hypot(down);
    if length == 0.0 {
        return String::new();
    }
    // Both sides are at 45 degrees to the line.
    let [along, down] =
        [along / length, down / length].map(|part| part * head * std::f64::consts::FRAC_1_SQRT_2);
    let end = |[x, y]: Place| {
        let Point { x, y } = point([x, y]);
        format!("{} {}", number(x), number(y))
    };
    let [x, y] = last;
    let sides = [[x - along + down, y - down - along], [x - along - down, y - down + along]];
    format!("M{}L{}L{}", end(sides[0]), end(last), end(sides[1]))
}

fn shape(cosmetic: &Cosmetic, xml: &mut Xml) {
    let Cosmetic::Shape { shape, at, size, fill, stroke, border, text, color, font, angle, .. } = cosmetic
    else {
        return;
    };
    let (Point { x, y }, [width, height]) = (point(*at), size.map(|length| length * CELL));
    let [inside, inside_opacity] = fill.map_or_else(|| ["none".to_owned(), "1".to_owned()], paint);
    let mut look = attributes![fill = inside, fill_opacity = inside_opacity].to_vec();
    match stroke {
        Some(stroke) => {
            look.extend(Ink::of(*stroke, *fill).attributes("stroke"));
            look.extend_from_slice(attributes![stroke_width = border * CELL]);
        }
        None => look.extend_from_slice(attributes![stroke = "none"]),
    }
    if *angle != 0.0 {
        look.push(("transform", turned(*angle, x, y)));
    }
    match shape {
        Outline::Rectangle => {
            let place =
                attributes![x = x - width / 2.0, y = y - height / 2.0, width = width, height = height];
            xml.empty("rect", &[place, &look].concat());
        }
        Outline::Ellipse => {
            let place = attributes![cx = x, cy = y, rx = width / 2.0, ry = height / 2.0];
            xml.empty("ellipse", &[place, &look].concat());
        }
    }
    if !text.is_empty() {
        let letters = text.chars().count().max(1) as f64;
        let fitted = (0.8 * height).min(width / (LETTER * letters)).min(CELL / 2.0);
        let font = font.map_or(fitted, |font| font * CELL);
        words(*at, font, text, Ink::of(color.unwrap_or(Color::BLACK), *fill), *angle, xml);
    }
}

fn turned(angle: f64, x: f64, y: f64) -> String {
    format!("rotate({} {} {})", number(angle), number(x), number(y))
}

/// Draws a text around its middle.
fn words(at: Place, font: f64, text: &str, ink: Ink, angle: f64, xml: &mut Xml) {
    let Point { x, y } = point(at);
    let mut look = attributes![x = x, y = y + font * DROP, font_size = font].to_vec();
    look.extend(ink.attributes("fill"));
    if angle != 0.0 {
        look.push(("transform", turned(angle, x, y)));
    }
    xml.text("text", &look, text);
}

fn cage(cells: &[Cell], text: &str, [stroke, color]: [Option<Color>; 2], geometry: &Geometry, xml: &mut Xml) {
    let cells: Vec<Cell> = cells.iter().copied().filter(|&cell| geometry.contains(cell)).collect();
    let Some(&first) = cells.iter().min_by_key(|cell| (cell.row(), Reverse(cells.len()), cell.column()))
    else {
        return;
    };
    let path = cage_outline(&cells);
    match stroke {
        // The class has the color of cages.
        None => xml.empty("path", attributes![class = "cage", d = path]),
        Some(stroke) => {
            let look = attributes![d = path, fill = "none", stroke_width = 1.4, stroke_dasharray = "4 3"];
            xml.empty("path", &[look, &Ink::of(stroke, None).attributes("stroke")].concat());
        }
    }
    if !text.is_empty() {
        let Point { x, y } = corner(first);
        let place =
            attributes![x = x + 6.0, y = y + 15.0, font_size = CAGE_TEXT, style = "text-anchor:start"];
        let ink = Ink::of(color.unwrap_or(Color::BLACK), None);
        xml.text("text", &[place, &ink.attributes("fill")].concat(), text);
    }
}

/// Draws the notes of a cell that has no digit.
pub(super) fn notes(decoration: &Decoration, cell: Cell, xml: &mut Xml) {
    let of = |notes: &Option<Pencilmarks>| notes.as_ref().map_or(Marks::none(), |notes| notes.get(cell));
    let Point { x, y } = corner(cell);
    let corner: Vec<Digit> = of(&decoration.corner).digits().collect();
    // The upper row has the first half, from corner to corner.
    let columns = corner.len().div_ceil(2).max(2);
    let letters = if corner.iter().any(|digit| digit.value() > 9) { 2.0 } else { 1.0 };
    let space = CELL - 2.0 * INSET;
    let font = (space / (columns as f64 * letters * LETTER)).min(CORNER);
    let reach = letters * font * LETTER / 2.0 + INSET;
    for (digit, place) in corner.iter().zip(0..) {
        let (row, column) = (place / columns, place % columns);
        let along = reach + (CELL - 2.0 * reach) * column as f64 / (columns - 1) as f64;
        let down = if row == 0 { INSET + font / 2.0 } else { CELL - INSET - font / 2.0 };
        xml.words("candidate", (x + along, y + down + font * DROP), font, &digit.to_string());
    }
    let centre: Vec<String> = of(&decoration.centre).digits().map(|digit| digit.to_string()).collect();
    if !centre.is_empty() {
        let text =
            if centre.iter().any(|digit| digit.len() > 1) { centre.join(" ") } else { centre.concat() };
        let font = (space / (text.len() as f64 * LETTER)).min(CENTRE);
        xml.words("candidate", (x + CELL / 2.0, y + CELL / 2.0 + font * DROP), font, &text);
    }
}

/// Covers the cells in the fog. The digits of the player stay visible, as they are in the fog of other programs.
pub(super) fn fog(fog: &Fog, geometry: &Geometry, given: &Grid, digits: &Grid, xml: &mut Xml) -> Vec<Cell> {
    let is_hidden = |cell: &Cell| !fog.lit.contains(cell);
    let hidden: Vec<Cell> = geometry.open_cells().filter(is_hidden).collect();
    hidden.iter().for_each(|&cell| square(cell, 0.0, "fog", xml));
    let is_own = |cell: &Cell| given.get(*cell).is_none() && digits.get(*cell).is_some();
    hidden.into_iter().filter(is_own).collect()
}
