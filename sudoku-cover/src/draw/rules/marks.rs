//! Marks between cells: dots, sums, signs of inequality, and digits around a corner. They are above the lines
//! of the board.

use crate::draw::frame::{CELL, Point, corner, middle};
use crate::draw::xml::{Xml, attributes, number};
use crate::model::geometry::rules::{PairKind, PairLook, Rule};
use crate::model::geometry::{Cell, Digit};

/// Radius of a dot, and of one with a number.
const DOT: f64 = 8.0;
const NUMBERED_DOT: f64 = 10.5;
/// Radius of the circle of a quadruple, and of one with digits of two letters.
const QUADRUPLE: f64 = 15.0;
const WIDE_QUADRUPLE: f64 = 19.0;
/// Distance of the lower edge of a digit from its middle, in font sizes.
const DROP: f64 = 0.36;

/// Draws a mark, and nothing for other rules.
pub(super) fn draw(rule: &Rule, xml: &mut Xml) {
    match rule {
        Rule::Pair { kind, cells } => draw_pair(*kind, *cells, xml),
        Rule::Quadruple { corner, digits } => draw_quadruple(*corner, digits, xml),
        _ => {}
    }
}

fn draw_pair(kind: PairKind, [first, second]: [Cell; 2], xml: &mut Xml) {
    let (from, to) = (middle(first), middle(second));
    let at = Point { x: (from.x + to.x) / 2.0, y: (from.y + to.y) / 2.0 };
    if from.distance(to) > CELL {
        // Cells that are not side by side are connected.
        let [x1, y1, x2, y2] = [from.x, from.y, to.x, to.y];
        xml.empty("line", attributes![class = "sign", x1 = x1, y1 = y1, x2 = x2, y2 = y2]);
    }
    match kind.row().look {
        PairLook::Dot(class) => dot(class, at, kind.unusual_number(), xml),
        PairLook::Letter(text) => letter(text, at, xml),
        PairLook::Inequality => inequality(from, to, at, xml),
    }
}

fn dot(class: &str, Point { x, y }: Point, number: Option<u8>, xml: &mut Xml) {
    let radius = if number.is_some() { NUMBERED_DOT } else { DOT };
    xml.empty("circle", attributes![class = class, cx = x, cy = y, r = radius]);
    if let Some(number) = number {
        let size = if number > 9 { 12.0 } else { 14.0 };
        xml.words(&format!("on-{class}"), (x, y + size * DROP), size, &number.to_string());
    }
}

fn letter(letter: &str, Point { x, y }: Point, xml: &mut Xml) {
    xml.empty("circle", attributes![class = "paper", cx = x, cy = y, r = 9.0]);
    xml.words("mark", (x, y + 18.0 * DROP), 18.0, letter);
}

/// Draws a sign that points to the lesser of two digits.
fn inequality(greater: Point, lesser: Point, at: Point, xml: &mut Xml) {
    let length = greater.distance(lesser).max(1.0);
    let (x, y) = ((lesser.x - greater.x) / length, (lesser.y - greater.y) / length);
    let point = |far: f64, beside: f64| {
        format!("{} {}", number(at.x + far * x - beside * y), number(at.y + far * y + beside * x))
    };
    let path = format!("M{}L{}L{}", point(-4.5, -7.5), point(4.5, 0.0), point(-4.5, 7.5));
    xml.empty("circle", attributes![class = "paper", cx = at.x, cy = at.y, r = 8.0]);
    xml.empty("path", attributes![class = "inequality", d = path]);
}

/// Draws a circle with its digits, two on a line.
fn draw_quadruple(top_left: Cell, digits: &[Digit], xml: &mut Xml) {
    let Point { x, y } = corner(top_left);
    let (x, y) = (x + CELL, y + CELL);
    let is_wide = digits.iter().any(|digit| digit.value() > 9);
    let (radius, size): (f64, f64) = if is_wide { (WIDE_QUADRUPLE, 10.0) } else { (QUADRUPLE, 13.0) };
    xml.empty("circle", attributes![class = "quad", cx = x, cy = y, r = radius]);
    let lines = digits.len().div_ceil(2).max(1) as f64;
    let size = size.min(26.0 / lines);
    for (pair, line) in digits.chunks(2).zip(0_u8..) {
        let text: Vec<String> = pair.iter().map(ToString::to_string).collect();
        let middle = y + (f64::from(line) - (lines - 1.0) / 2.0) * size * 0.92;
        xml.words("mark", (x, middle + size * DROP), size, &text.join(" "));
    }
}
